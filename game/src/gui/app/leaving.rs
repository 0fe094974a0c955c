//! Leaving a game, for good or for now.

use iced::{Task, window};

use super::{App, Dialog, Message, Screen, SelectedMap};
use crate::gui::link::Order;
use crate::gui::session;

/// The question whether to leave a running game.
pub(in crate::gui) struct Leaving {
    /// At a server, whether the person can resign instead.
    pub(in crate::gui) resigns: Option<bool>,
    /// Units that were pencilled in and are not sent.
    pub(in crate::gui) pencil: u32,
    /// The window, if it is to be closed.
    pub(in crate::gui) window: Option<window::Id>,
}

impl App {
    /// Leaves the table; asks first if something is lost by it.
    pub(super) fn ask_to_leave(&mut self) -> Task<Message> {
        match self.leaving(None) {
            Some(leaving) => {
                self.dialog = Some(Dialog::Leave(leaving));
                Task::none()
            }
            None => self.leave_table(),
        }
    }

    /// Closes the window; asks first if something is lost by it.
    pub(super) fn ask_to_close(&mut self, id: window::Id) -> Task<Message> {
        let closing = self.ends_games(Some(id)).map(Dialog::Close);
        let asked = closing.or_else(|| self.leaving(Some(id)).map(Dialog::Leave));
        if asked.is_none() {
            return window::close(id);
        }
        self.dialog = asked;
        Task::none()
    }

    /// The question to be asked before leaving, if the person plays a running game at a server,
    /// or has pencilled in units. A game in this process is saved otherwise.
    fn leaving(&self, window: Option<window::Id>) -> Option<Leaving> {
        let (seat, pencil, reopens) = match &self.screen {
            Screen::Table(table) => {
                let session = &table.session;
                let reopens = table.retry.is_possible();
                (session.leaves_seat(), session.pencil(), reopens)
            }
            Screen::Dots(dots_table) => {
                let reopens = dots_table.retry.is_possible();
                (dots_table.leaves_seat(), 0, reopens)
            }
            _ => (None, 0, false),
        };
        let resigns = seat.filter(|_| self.lobby.is_some() || reopens);
        // Resigning does not close the window.
        let resigns = resigns.map(|resigns| resigns && window.is_none());
        (resigns.is_some() || pencil > 0).then_some(Leaving {
            resigns,
            pencil,
            window,
        })
    }

    /// Leaves the table, or closes the window, after the question.
    pub(super) fn leave_after_all(&mut self) -> Task<Message> {
        match self.dialog.take() {
            Some(Dialog::Leave(Leaving {
                window: Some(id), ..
            })) => window::close(id),
            _ => self.leave_table(),
        }
    }

    /// Whether leaving a table leads to a lobby: not one that is played in this process.
    pub(in crate::gui) fn has_lobby(&self) -> bool {
        let is_direct = match &self.screen {
            Screen::Table(table) => table.retry.is_possible(),
            Screen::Dots(dots_table) => dots_table.retry.is_possible(),
            _ => false,
        };
        self.lobby.is_some() || (is_direct && self.direct.is_some())
    }

    /// Returns from a table to its lobby, or to the start screen.
    pub(super) fn leave_table(&mut self) -> Task<Message> {
        if self.lobby.is_some() {
            return self.back_to_lobby();
        }
        if self.has_lobby() {
            self.enters.clone_from(&self.direct);
            self.screen = Screen::Loading;
            return self.read_map();
        }
        self.reseed();
        self.go_to_start()
    }

    /// Goes to the start screen, with the map that was selected there.
    pub(super) fn go_to_start(&mut self) -> Task<Message> {
        self.screen = Screen::Start(SelectedMap::Reading);
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
