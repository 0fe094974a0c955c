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
    let line = |what: &'static str, caps: Vec<Element<'a, Command>>| -> Element<'a, Command> {
        row![body(what).width(Fill), row(caps).spacing(gap::XS)]
            .spacing(gap::S)
            .align_y(Center)
            .into()
    };
    let topics = keys
        .iter()
        .filter(|(about, _)| plays_back || *about != texts::RECORD)
        .map(|(about, keys)| {
            let lines = keys.iter();
            let lines = lines.map(|(caps, what)| line(what, caps.split(' ').map(keycap).collect()));
            topic(about, lines)
        });
    let pointer = (!pointer.is_empty()).then(|| {
        let lines = pointer.iter();
        topic(
            texts::POINTER_HEAD,
            lines.map(|(what, does)| line(does, vec![keycap(what)])),
        )
    });
    let rows = column(topics.chain(pointer)).spacing(gap::L);
    let rows = rows.padding(iced::padding::right(gap::L));
    // As high as the list, which a small game's does not fill.
    let keys = container(list(rows, LIST)).max_height(430);
    let content = column![head, keys].spacing(gap::S);
    paged(content, LIST)
}

/// A topic with its lines, as in the editor's list.
fn topic<'a>(
    about: &'a str,
    lines: impl Iterator<Item = Element<'a, Command>>,
) -> Element<'a, Command> {
    column![caption(about)].extend(lines).spacing(6).into()
}
