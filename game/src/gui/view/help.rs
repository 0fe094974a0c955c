//! The list of keys.

use iced::widget::{column, container, row};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::paged::paged;
use marchland_ui::parts::{body, caption, heading, icon_button, keycap, list};
use marchland_ui::scale::Scale;
use marchland_ui::theme::space as gap;

use super::pick;
use crate::gui::keys::Command;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

const LIST: &str = "keys";

pub(super) fn view(table: &Table, scale: Option<(Scale, f32)>) -> Element<'_, Message> {
    let plays_back = table.replay.is_some();
    let list = if table.session.watches() {
        of(texts::WATCHING, plays_back, &[], scale)
    } else {
        of(texts::KEYS, plays_back, texts::POINTER, scale)
    };
    list.map(Message::Command)
}

/// The list of those keys by topic, without those of a record unless one is played back, and of
/// what the pointer does; above it the choice of the interface's size, if it is to be chosen.
pub(super) fn of<'a>(
    keys: &'static [(&str, texts::Keys)],
    plays_back: bool,
    pointer: texts::Keys,
    scale: Option<(Scale, f32)>,
) -> Element<'a, Command> {
    let close = icon_button(Icon::X, texts::CLOSE, "Esc", Some(Command::Cancel), false);
    let scale = scale.map(|scale| {
        row![body(texts::SCALE), pick::scale(scale)]
            .spacing(gap::S)
            .align_y(Center)
    });
    let head = row![heading(texts::HELP).width(Fill), scale, close]
        .spacing(gap::L)
        .align_y(Center);
    let mut rows = column![].spacing(gap::S);
    for (about, keys) in keys
        .iter()
        .filter(|(about, _)| plays_back || *about != texts::RECORD)
    {
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
    let rows = container(rows).padding(iced::padding::right(gap::M));
    let content = column![head, list(rows, LIST).height(430)].spacing(gap::S);
    paged(content, LIST)
}
