//! The screens of the program.

use iced::keyboard::{Key, Modifiers};
use iced::widget::{Row, container, row, space};
use iced::{Center, Element, Fill};
use marchland_ui::ahead::typed_ahead;
use marchland_ui::focus::curtain;
use marchland_ui::hotkeys::hotkeys;
use marchland_ui::layers::Layers;
use marchland_ui::parts::{heading, theme_button};
use marchland_ui::theme::{self, space as gap};

use super::{dots, lobby, past, pick, start, steps, table};
use crate::gui::app::{App, Dialog, Message, Screen};
use crate::gui::keys::Command;
use crate::gui::texts;

impl App {
    /// The view: what each screen looks like.
    pub(in crate::gui) fn view(&self) -> Element<'_, Message> {
        let screen = match &self.screen {
            Screen::Start(selected) => start::view(self, selected),
            Screen::Loading => container(heading(texts::LOADING))
                .center(Fill)
                .style(theme::ground)
                .into(),
            Screen::Lobby(seat) => match &self.lobby {
                Some(lobby) => lobby::view(self, lobby, seat.as_deref()),
                None => container("").style(theme::ground).into(),
            },
            Screen::Dots(dots_table) => {
                let (words, mode) = ((texts::LEAVE, self.away()), self.settings.mode);
                let (scale, joining) = (self.shown_scale(), self.others_join());
                dots::view(dots_table, mode, words, scale, joining).map(Message::Dots)
            }
            Screen::Table(of) => {
                let frame = table::Frame {
                    mode: self.settings.mode,
                    pixel_ratio: self.physical(),
                    compact: self.is_compact(),
                    leave: (texts::LEAVE, self.away()),
                    scale: Some(self.shown_scale()),
                    more: None,
                };
                table::view(of, frame, Message::Table)
            }
        };
        let free = match &self.screen {
            Screen::Start(_) => start::beside_buttons(self),
            Screen::Table(of) => table::beside_buttons(of, self.is_compact()),
            _ => iced::padding::bottom(24),
        };
        let toasts = self.toasts.view(Message::ToastGone, free);
        // Always three widgets, or fields would lose the focus.
        let over = match &self.dialog {
            Some(Dialog::Close(closing)) => lobby::closing(closing),
            Some(Dialog::Remove(_, title)) => past::removal(title),
            Some(Dialog::Leave(leaving)) => lobby::leaving(leaving),
            Some(Dialog::Records) => past::records(&self.past_games.records),
            None => space().into(),
        };
        let all = Layers::new(curtain(screen, self.dialog.is_some()));
        let all = all.with(over).with_loose(toasts);
        let all = hotkeys(all, |_, _| None, steps, shortcut);
        let plays = matches!(self.screen, Screen::Table(_) | Screen::Dots(_));
        typed_ahead(all, move |key, held| {
            let command = Command::from_key(key, held);
            plays && command.is_some_and(Command::focuses_field)
        })
    }

    /// The choices of the interface's size and of the theme, for the screens without a game.
    pub(super) fn looks(&self) -> Row<'_, Message> {
        row![
            pick::scale(self.shown_scale()).map(Message::Command),
            theme_button(
                self.settings.mode,
                texts::THEME,
                Message::Command(Command::Theme)
            ),
        ]
        .spacing(gap::XS)
        .align_y(Center)
    }

    /// What leaving a game that is over is called.
    fn away(&self) -> &'static str {
        if self.has_lobby() {
            texts::TO_LOBBY
        } else {
            texts::OTHER_GAME
        }
    }
}

fn shortcut(key: &Key, held: Modifiers) -> Option<Message> {
    Command::from_key(key, held).map(Message::Command)
}
