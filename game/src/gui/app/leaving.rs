//! Leaving a game, for good or for now.

use iced::Task;

use super::{App, Dialog, Message, Screen};
use crate::gui::link::Order;
use crate::gui::session;

/// The question whether to leave a running game.
pub(in crate::gui) struct Leaving {
    /// At a server, whether the person can resign instead.
    pub(in crate::gui) resigns: Option<bool>,
    /// Units that were pencilled in and are not sent.
    pub(in crate::gui) pencil: u32,
}

impl App {
    /// Leaves the table; asks first if the person plays a running game at a server, or has
    /// pencilled in units.
    pub(super) fn ask_to_leave(&mut self) -> Task<Message> {
        let reopens = self.table().is_some_and(|table| table.name_there.is_some());
        let is_remote = self.lobby.is_some() || reopens;
        let (seat, pencil) = match &self.screen {
            Screen::Table(table) => (table.session.leaves_seat(), table.session.pencil()),
            Screen::Dots(dots_table) => (dots_table.leaves_seat(), 0),
            _ => (None, 0),
        };
        let resigns = seat.filter(|_| is_remote);
        if resigns.is_none() && pencil == 0 {
            return self.leave_table();
        }
        self.dialog = Some(Dialog::Leave(Leaving { resigns, pencil }));
        Task::none()
    }

    /// Returns from a table to its lobby, or to the start screen.
    pub(super) fn leave_table(&mut self) -> Task<Message> {
        if self.lobby.is_some() {
            return self.back_to_lobby();
        }
        self.reseed();
        self.go_to_start()
    }

    /// Goes to the start screen, with the map that was selected there.
    pub(super) fn go_to_start(&mut self) -> Task<Message> {
        self.screen = Screen::Start(None);
        if let Some(former) = self.former.take() {
            self.settings.conquest.map = former;
        }
        self.read_map()
    }

    /// Resigns from the game, which can be watched from then on.
    pub(super) fn resign(&mut self) {
        self.dialog = None;
        match &mut self.screen {
            Screen::Table(table) => {
                let resign = session::Message::Order(Order::Resign);
                table.session.update(resign);
            }
            Screen::Dots(dots_table) => dots_table.resign(),
            _ => {}
        }
    }
}
