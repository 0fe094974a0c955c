//! What there is to see.

mod below;
mod board;
mod emblem;
mod end;
mod help;
mod panel;
mod players;
mod start;
mod table;

use iced::keyboard::{Key, Modifiers};
use iced::widget::{container, space, stack};
use iced::{Element, Fill};
use marchland_ui::dialog;
use marchland_ui::focus::curtain;
use marchland_ui::hotkeys::hotkeys;
use marchland_ui::parts::heading;
use marchland_ui::theme;

use super::app::{App, Message, Screen};
use super::keys::Command;
use super::texts;

impl App {
    /// What there is to see.
    pub(super) fn view(&self) -> Element<'_, Message> {
        let screen = match &self.screen {
            Screen::Start(preview) => start::view(self, preview.as_deref()),
            Screen::Loading => container(heading(texts::LOADING))
                .center(Fill)
                .style(theme::ground)
                .into(),
            Screen::Table(table) => table::view(table, self.mode, self.physical()),
        };
        // The tree keeps its shape whatever is shown, or fields would lose the cursor.
        let ending = match &self.screen {
            Screen::Table(table) if !table.looks => end::view(table),
            _ => None,
        };
        let over = match (self.help, ending) {
            (true, _) => dialog::over(help::view(), Message::Command(Command::Cancel)),
            (false, Some(end)) => dialog::over(end, Message::Look),
            (false, None) => space().into(),
        };
        let toasts = self.toasts.view(Message::ToastGone, 24.0);
        let layers = stack![curtain(screen, self.help), toasts, over];
        hotkeys(layers, |_, _| None, steps, shortcut)
    }
}

/// Whether a key goes to the next thing that the keyboard can reach, or to the one
/// before.
fn steps(key: &Key, held: Modifiers) -> Option<bool> {
    match Command::from_key(key, held)? {
        Command::FocusNext => Some(true),
        Command::FocusPrevious => Some(false),
        _ => None,
    }
}

fn shortcut(key: &Key, held: Modifiers) -> Option<Message> {
    Command::from_key(key, held).map(Message::Command)
}
