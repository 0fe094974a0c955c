//! A game that is played in the window: the seat, the link to the table, the map.

use std::sync::Arc;

use marchland_board as board;
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::theme::Mode;
use tokio::sync::mpsc;

use crate::client::Model;
use crate::conquest::rules::State;
use crate::gui::ground::Ground;
use crate::gui::link::{Link, News, Opening, Order};
use crate::gui::log::called;
use crate::gui::session::{Message, Session};
use crate::gui::sight::Sight;
use crate::gui::texts;

/// A game that is played in the window.
pub(in crate::gui) struct Table {
    pub(in crate::gui) session: Session,
    pub(in crate::gui) sight: Sight,
    pub(in crate::gui) ground: Arc<Ground>,
    /// Whether one looks at the map after the end.
    pub(in crate::gui) looks: bool,
    link: Link,
}

impl Table {
    /// Sits down at a table; what it tells comes through the receiver.
    pub(super) fn open(
        ground: Arc<Ground>,
        opening: Opening,
        mode: Mode,
    ) -> (Self, mpsc::Receiver<Vec<News>>) {
        let (link, heard) = Link::start(opening);
        let table = Self {
            session: Session::new(Model::new(Arc::clone(ground.map()), None)),
            sight: Sight::new(&ground, mode),
            ground,
            looks: false,
            link,
        };
        (table, heard)
    }

    /// What the map is called.
    pub(in crate::gui) fn name(&self) -> String {
        let map = self.ground.map();
        plain(map.name().text.as_deref().unwrap_or(map.id())).into_owned()
    }

    /// The title of the window: a mark if it is one's turn, or who has won.
    pub(super) fn title(&self) -> String {
        let (session, name) = (&self.session, self.name());
        let winner = session.stage.state().and_then(State::winner);
        match winner.filter(|_| session.ending().is_some()) {
            Some(winner) => {
                let you = session.me() == Some(winner);
                let won = texts::won(you, &called(session.model(), winner));
                texts::title(&won)
            }
            None if session.is_asked() => texts::title(&format!("● {name}")),
            None => texts::title(&name),
        }
    }

    pub(super) fn on_board(&mut self, event: board::Event) {
        if let board::Event::Moved(framing) = event {
            self.sight.framing = framing;
            return;
        }
        let over = self.sight.under(&event);
        self.session.update(Message::Map(event, over));
    }

    /// Hands over what is wanted, and paints what is shown.
    pub(super) fn settle(&mut self, mode: Mode) {
        for order in self.session.take_orders() {
            if !self.link.send(order.clone()) && !matches!(order, Order::Leave) {
                break;
            }
        }
        self.session.handed_over(self.link.sent());
        self.sight.paint(&self.session, &self.ground, mode);
    }

    /// Whether units can be counted up and down where the pointer is.
    pub(in crate::gui) fn counts(&self) -> bool {
        let at: Option<TerritoryId> = self.session.hovered();
        at.is_some_and(|at| self.session.counts(at))
    }
}
