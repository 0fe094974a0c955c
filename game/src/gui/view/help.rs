//! The list of keys.

use iced::widget::{column, container, row};
use iced::{Center, Element, Fill};
use marchland_ui::parts::{body, caption, heading, keycap, list};
use marchland_ui::theme::space as gap;

use crate::gui::keys::Command;
use crate::gui::table::Message;
use crate::gui::texts;

/// Keys by what they are about: caps, and what they do.
type Keys = &'static [(&'static str, &'static [(&'static str, &'static str)])];

pub(super) fn view<'a>(watches: bool) -> Element<'a, Message> {
    if watches {
        return of(texts::WATCHING, &[]).map(Message::Command);
    }
    of(texts::KEYS, texts::POINTER).map(Message::Command)
}

/// The list of those keys, and of what the pointer does.
pub(super) fn of<'a>(keys: Keys, pointer: &'static [(&str, &str)]) -> Element<'a, Command> {
    let mut rows = column![heading(texts::HELP)].spacing(gap::S);
    for (about, keys) in keys {
        rows = rows.push(caption(*about));
        for (caps, what) in *keys {
            let caps = caps.split(' ').map(keycap);
            let caps = row(caps).spacing(gap::XS);
            rows = rows.push(
                row![container(caps).width(170), body(*what).width(Fill)]
                    .spacing(gap::S)
                    .align_y(Center),
            );
        }
    }
    if !pointer.is_empty() {
        rows = rows.push(caption(texts::POINTER_HEAD));
    }
    for (what, does) in pointer {
        rows = rows.push(row![body(*what).width(170), body(*does).width(Fill)].spacing(gap::S));
    }
    list(
        container(rows).padding(iced::padding::right(gap::M)),
        "keys",
    )
    .height(460)
    .into()
}
