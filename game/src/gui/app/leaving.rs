//! Leaving a game, for good or for now.

use iced::Task;

use super::{App, Dialog, Message, Screen};
use crate::gui::link::Order;
use crate::gui::session;

impl App {
    /// Leaves the table; asks first if the person plays a running game at a server.
    pub(super) fn ask_to_leave(&mut self) -> Task<Message> {
        let reopens = self.table().is_some_and(|table| table.reopens);
        let is_remote = self.lobby.is_some() || reopens;
        let seat = match &self.screen {
            Screen::Table(table) => table.session.leaves_seat(),
            Screen::Dots(dots_table) => dots_table.leaves_seat(),
            _ => None,
        };
        match seat.filter(|_| is_remote) {
            Some(resigns) => {
                self.dialog = Some(Dialog::Leave(resigns));
                Task::none()
            }
            None => self.leave_table(),
        }
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
