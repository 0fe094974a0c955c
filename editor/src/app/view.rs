//! The view: screen, toasts, progress and dialog as layers, and which layer has the keyboard.

use std::panic::{AssertUnwindSafe, catch_unwind};

use iced::Element;
use iced::keyboard::{Key, Modifiers};
use iced::widget::{space, text};
use marchland_game::gui::game::message_of;
use marchland_game::gui::view::is_low;
use marchland_game::gui::{keys, table};
use marchland_ui::ahead::typed_ahead;
use marchland_ui::focus::{curtain, first};
use marchland_ui::hotkeys::hotkeys;
use marchland_ui::layers::Layers;
use marchland_ui::steady::steady;
use marchland_ui::theme;

use super::{App, Message, Screen};
use crate::choosing::{Chooser, Kind};
use crate::commands::Command;
use crate::dialogs;
use crate::panels::{self, Frame};
use crate::playtest;
use crate::screens::{chooser, dialog, from_mask, start};
use crate::texts;
use crate::workspace::Workspace;

impl App {
    /// Whether background work is running whose result will be shown.
    pub fn is_working(&self) -> bool {
        let looking = match &self.screen {
            Screen::FromMask(screen) => screen.is_looking(),
            _ => false,
        };
        let drawing = self.workspace().is_some_and(Workspace::is_thinking);
        let generating = self.generating.progress().is_some();
        self.job.is_some() || self.is_saving() || looking || drawing || generating
    }

    fn asked_about(&self) -> dialog::DialogContext<'_> {
        let open = match &self.screen {
            Screen::Workspace(open) => Some(open),
            _ => self.aside.as_ref(),
        };
        let name = open.and_then(|open| open.workspace.document.draft().name.text.as_deref());
        dialog::DialogContext {
            keeps: self.keeps(),
            name: texts::map_name(name),
            file: open.map_or("", |open| &open.title),
            is_saved: open.is_some_and(|open| open.home.folder.is_some()),
            is_savable: open.is_some_and(|open| open.home.is_savable()),
            generating: &self.generating,
        }
    }

    pub fn view(&self) -> Element<'_, Message> {
        let screen: Element<'_, Message> = match &self.screen {
            Screen::Start => {
                let job = self.job.as_ref();
                start::view(self.samples, &self.shelf, job, self.mode).map(Message::Start)
            }
            Screen::FromMask(screen) => {
                from_mask::view(screen, self.mode, self.physical()).map(Message::FromMask)
            }
            Screen::Workspace(open) => {
                if let Some(play) = &open.playtest {
                    let height = self.window_size.map(|size| size.height / self.scale());
                    let compact = height.is_some_and(is_low);
                    let view = || panels::playtest::view(play, self.mode, self.physical(), compact);
                    // A panic while drawing must not end the editor.
                    let view = catch_unwind(AssertUnwindSafe(view));
                    view.map_or_else(
                        |panic| text(texts::broke_down(message_of(&*panic))).into(),
                        |view| view.map(Message::PlayTest),
                    )
                } else {
                    let frame = Frame {
                        mode: self.mode,
                        pixel_ratio: self.physical(),
                        shown: self.shown,
                        title: &open.title,
                        savable: open.home.is_savable(),
                        in_file: open.home.folder.is_some(),
                        notices: open.notices.list(),
                        saving: open.saving.is_some(),
                        unwaivable: open.home.unwaivable(),
                    };
                    panels::view(&open.workspace, frame).map(Message::Workspace)
                }
            }
        };
        let busy: Element<'_, Message> = match (&self.job, &self.screen) {
            (Some(job), Screen::Workspace(_) | Screen::FromMask(_)) => {
                let card = iced::widget::container(start::under_way(job)).width(420);
                let veil = iced::widget::container(card)
                    .center(iced::Fill)
                    .style(theme::veil);
                Element::from(iced::widget::opaque(veil)).map(Message::Start)
            }
            _ => space().into(),
        };
        // The widget tree keeps its shape, so that inputs keep their cursor when a toast appears.
        let dialog = match &self.dialog {
            Some(dialog) => dialog::view(dialog, self.asked_about()).map(Message::Dialog),
            None => space().into(),
        };
        let chooser = match &self.chooser {
            Some(list) => chooser::view(list).map(Message::List),
            None => space().into(),
        };
        let dialog = first(
            dialog,
            self.dialog.as_ref().map(std::mem::discriminant),
            self.dialog.as_ref().and_then(dialogs::Dialog::field),
        );
        let palette = self.chooser.as_ref().map(Chooser::kind);
        let is_palette = matches!(palette, Some(Kind::Palette(_)));
        let chooser = first(
            chooser,
            is_palette,
            is_palette.then_some((chooser::QUERY, false)),
        );
        let free = self.workspace().map(panels::around_toasts);
        let free = free.unwrap_or_else(|| iced::padding::bottom(panels::LOW));
        let toasts = self.toasts.view(Message::ToastGone, free);
        // A dialog or running work blocks the keys below.
        let asked = self.dialog.is_some() || self.chooser.is_some();
        let screen = curtain(screen, asked || self.job.is_some());
        let before = if asked { leave } else { |_: &Key, _| None };
        let layers = Layers::new(screen).with_loose(toasts).with(busy);
        let layers = layers.with(dialog).with(chooser);
        // Identifies the screen content, so that a double click does not hit something new.
        let shown = (
            std::mem::discriminant(&self.screen),
            self.shown,
            self.dialog.as_ref().map(std::mem::discriminant),
            self.chooser.is_some(),
            self.job.is_some(),
        );
        let plays = self.play_test().is_some() && !asked && self.job.is_none();
        let shortcut = if plays { at_play } else { shortcut };
        let layers = hotkeys(steady(layers, shown), before, steps, shortcut);
        let opens: fn(&Key, Modifiers) -> bool = match asked || self.job.is_some() {
            true => |_, _| false,
            false if plays => |key, held| {
                keys::Command::from_key(key, held).is_some_and(keys::Command::focuses_field)
            },
            false if self.workspace().is_some() => {
                |key, held| Command::from_key(key, held).is_some_and(Command::focuses_field)
            }
            false => |key, held| Command::from_key(key, held) == Some(Command::Palette),
        };
        typed_ahead(layers, opens)
    }
}

/// Esc closes a dialog even from inside a text field.
fn leave(key: &Key, modifiers: Modifiers) -> Option<Message> {
    let command = Command::from_key(key, modifiers)?;
    (command == Command::Cancel).then_some(Message::Command(command))
}

/// Whether a key moves the focus forwards or backwards.
fn steps(key: &Key, modifiers: Modifiers) -> Option<bool> {
    match Command::from_key(key, modifiers)? {
        Command::FocusNext => Some(true),
        Command::FocusPrevious => Some(false),
        _ => None,
    }
}

/// During a play-test only commands of the application have keys.
fn at_play(key: &Key, modifiers: Modifiers) -> Option<Message> {
    let of_ours = Command::from_key(key, modifiers).filter(|c| c.is_of_the_application());
    let of_ours = of_ours.map(Message::Command);
    of_ours.or_else(|| {
        let command = keys::Command::from_key(key, modifiers)?;
        let command = playtest::Message::Table(table::Message::Command(command));
        Some(Message::PlayTest(command))
    })
}

fn shortcut(key: &Key, modifiers: Modifiers) -> Option<Message> {
    Command::from_key(key, modifiers).map(Message::Command)
}
