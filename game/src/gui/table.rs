//! A game that is played or watched in a window: the seat, the link to the table, the map.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use iced::Size;
use marchland_board as board;
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::theme::Mode;

use super::ground::Ground;
use super::keys::Command;
use super::link::{Link, News, Order};
use super::log::called;
use super::reel::Reel;
use super::session::{self, Below, Session, Tab};
use super::sight::Sight;
use super::texts;
use crate::client::Model;
use crate::conquest::rules::State;

/// The field for what is said to the others.
pub(super) const CHAT: &str = "chat";
/// The field for how many units a battle stops at.
pub(super) const STOP: &str = "stop";

/// Steps of a record that wait to be shown.
const AHEAD: usize = 256;

/// A game that is played or watched in a window.
#[derive(Debug)]
pub struct Table {
    /// The seat.
    pub session: Session,
    /// What is seen of the map.
    pub sight: Sight,
    /// The map.
    pub ground: Arc<Ground>,
    /// Where chance comes from, if that is known.
    pub seed: Option<u64>,
    /// The record that is played back, if it is one.
    pub(super) reel: Option<Box<Reel>>,
    /// Whether the same can be begun once more.
    pub(super) repeats: bool,
    /// Whether one looks at the map after the end.
    pub(super) looks: bool,
    /// Whether the keys are listed.
    pub(super) help: bool,
    link: Link,
}

/// What can happen at a table.
#[derive(Debug, Clone)]
pub enum Message {
    /// At the seat.
    Session(session::Message),
    /// On the board: what it shows is a matter of the window.
    Board(board::Event),
    /// The board has this size.
    BoardSize(Size),
    /// A key was pressed that no widget wanted.
    Command(Command),
    /// The same once more, with the same seed or another.
    Again(bool),
    /// Away from the table.
    Leave,
    /// Look at the map under the end.
    Look,
    /// To where so many steps of the record are done.
    Seek(usize),
    /// See the game once more.
    Replay,
}

/// What whoever shows the table is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// The same once more, with the same seed or another.
    Again(bool),
    /// Away from the table.
    Leave,
    /// Light or dark.
    Theme,
    /// That field is to be typed into.
    Focus(&'static str),
    /// That record is to be played back.
    Replay(PathBuf),
}

impl Table {
    /// A table, before it has told anything.
    pub fn new(ground: Arc<Ground>, link: Link, game: Model, watches: bool, mode: Mode) -> Self {
        Self {
            session: Session::new(game, watches),
            sight: Sight::new(&ground, mode),
            ground,
            seed: None,
            reel: None,
            repeats: true,
            looks: false,
            help: false,
            link,
        }
    }

    /// What the map is called.
    pub fn name(&self) -> String {
        let map = self.ground.map();
        plain(map.name().text.as_deref().unwrap_or(map.id())).into_owned()
    }

    /// The title of the window: a mark if it is one's turn, or who has won.
    pub fn title(&self) -> String {
        let (session, name) = (&self.session, self.name());
        let winner = session.stage.state().and_then(State::winner);
        match winner.filter(|_| session.ending().is_some()) {
            Some(winner) => {
                let you = session.me() == Some(winner);
                texts::title(&texts::won(you, &called(session.model(), winner)))
            }
            None if session.is_asked() => texts::title(&format!("● {name}")),
            None => texts::title(&name),
        }
    }

    /// Changes the state. What it cannot do itself comes back.
    pub fn update(&mut self, message: Message) -> Option<Wish> {
        match message {
            Message::Session(message) => self.session.update(message),
            Message::Board(event) => self.on_board(event),
            Message::BoardSize(size) => self.sight.size = size,
            Message::Command(command) => return self.on_command(command),
            Message::Again(same) => return Some(Wish::Again(same)),
            Message::Leave => return Some(Wish::Leave),
            Message::Look => self.looks = true,
            Message::Seek(to) => self.seek(to),
            Message::Replay => return self.session.record().cloned().map(Wish::Replay),
        }
        None
    }

    /// A record, as far as its first turn.
    pub fn of_record(ground: Arc<Ground>, reel: Reel, mode: Mode) -> Self {
        let game = Model::new(Arc::clone(ground.map()), None);
        let mut table = Self::new(ground, Link::new(|_| false), game, true, mode);
        let begin = reel.history().turns().first().map_or(0, |turn| turn.at);
        table.reel = Some(Box::new(reel));
        table.seek(begin);
        table
    }

    /// Shows another place of the record.
    pub(super) fn seek(&mut self, to: usize) {
        if let Some(reel) = &mut self.reel {
            let (model, steps, turns, told) = reel.jump(to);
            self.session.stage.jump(model, steps, turns, &told);
        }
    }

    /// Goes back in the record, or to an end of it, and lets the picture stand still.
    fn rewind(&mut self, command: Command) {
        let Some(reel) = &self.reel else { return };
        let at = self.session.stage.history.steps();
        let to = match command {
            Command::Turn(_) => reel.turn_before(at),
            Command::Ends(true) => usize::MAX,
            Command::Ends(false) => 0,
            _ => reel.action_before(at),
        };
        self.session.stage.paused = true;
        self.seek(to);
    }

    fn on_board(&mut self, event: board::Event) {
        if let board::Event::Moved(framing) = event {
            self.sight.framing = framing;
            return;
        }
        let over = self.sight.under(&event);
        self.session.update(session::Message::Map(event, over));
    }

    fn on_command(&mut self, command: Command) -> Option<Wish> {
        if std::mem::take(&mut self.help)
            && matches!(command, Command::Cancel | Command::Help | Command::Confirm)
        {
            return None;
        }
        let is_over = self.session.ending().is_some();
        match command {
            Command::Help => self.help = true,
            Command::Theme => return Some(Wish::Theme),
            Command::Names => self.sight.names = !self.sight.names,
            Command::Links => self.sight.links = !self.sight.links,
            Command::Zoom(step) => self.sight.zoom(step),
            Command::Write => {
                self.session.update(session::Message::Below(Below::Chat));
                return Some(Wish::Focus(CHAT));
            }
            Command::StopAt => return Some(Wish::Focus(STOP)),
            Command::Confirm if is_over && self.repeats => return Some(Wish::Again(false)),
            Command::Confirm if is_over => return Some(Wish::Leave),
            Command::Cancel if is_over && !self.looks => self.looks = true,
            Command::Cancel if is_over || self.session.watches() => return Some(Wish::Leave),
            Command::Tab(Tab::General) if self.session.watches() => {}
            Command::Step(-1, 0) | Command::Turn(false) | Command::Ends(_)
                if self.reel.is_some() =>
            {
                self.rewind(command);
            }
            other => self.session.update(session::Message::Do(other)),
        }
        None
    }

    /// Takes what the table tells.
    pub fn hear(&mut self, news: Vec<News>) {
        self.session.hear(news, Instant::now());
    }

    /// Hands over what is wanted, and paints what is shown.
    pub fn settle(&mut self, mode: Mode) {
        for order in self.session.take_orders() {
            if !self.link.send(order.clone()) && !matches!(order, Order::Leave) {
                break;
            }
        }
        self.session.handed_over(self.link.sent());
        if let Some(reel) = &mut self.reel {
            while self.session.stage.waiting() < AHEAD {
                let Some(step) = reel.advance() else { break };
                self.session.stage.hear(News::Step(step));
            }
        }
        self.sight.paint(&self.session, &self.ground, mode);
    }

    /// Whether units can be counted up and down where the pointer is.
    pub(super) fn counts(&self) -> bool {
        let at: Option<TerritoryId> = self.session.hovered();
        at.is_some_and(|at| self.session.counts(at))
    }
}
