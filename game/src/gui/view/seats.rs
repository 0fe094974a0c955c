//! The players of a game that is set up.

use iced::widget::{column, row, space, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::palette;
use marchland_ui::parts::{body, heading, icon_button, labelled, tip};
use marchland_ui::theme::{self, size, space as gap};

use super::emblem::emblem;
use crate::gui::texts;
use crate::play::OPPONENTS;

/// Width of the choice of a level, in logical pixels.
pub(super) const LEVEL: u32 = 140;

/// The person and the computer players, each with its `level`; `remove` takes one away, `add` is
/// one more.
pub(super) fn seats<'a, M: Clone + 'a>(
    count: usize,
    most: usize,
    level: impl Fn(usize) -> Element<'a, M>,
    remove: impl Fn(usize) -> M,
    add: M,
) -> Element<'a, M> {
    let line = |seat: usize| {
        row![emblem(seat, palette::player(seat, false), 20)]
            .spacing(gap::S)
            .align_y(Center)
            .height(size::CONTROL)
    };
    let bots = (0..count).map(|at| {
        let remove: Element<'a, M> = if count > 1 {
            let fewer = Some(remove(at));
            icon_button(Icon::X, texts::REMOVE_OPPONENT, "", fewer, false)
        } else {
            space().width(size::CONTROL).into()
        };
        let name = OPPONENTS.get(at).copied().unwrap_or_default();
        let line = line(at + 1).push(body(name).width(Fill));
        line.push(level(at)).push(remove).into()
    });
    let more = (count < most).then_some(add);
    let full = more.is_none();
    let more = labelled(Icon::Plus, texts::ADD_OPPONENT, more, theme::plain);
    let more = if full {
        let why = texts::NO_MORE_OPPONENTS;
        tip(more, why, "", tooltip::Position::Top)
    } else {
        more
    };
    column![
        heading(texts::PLAYERS),
        line(0).push(body(texts::YOU)),
        column(bots).spacing(gap::XS),
        more,
    ]
    .spacing(gap::XS)
    .into()
}
