//! The players of a game that is set up.

use iced::widget::{column, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::palette;
use marchland_ui::parts::{body, heading, icon_button, labelled};
use marchland_ui::theme::{self, size, space as gap};

use super::emblem::emblem;
use crate::gui::texts;
use crate::play::OPPONENTS;

/// Width of the choice of a level, in logical pixels.
pub(super) const LEVEL: u32 = 140;

/// The person and the computer players, each with its `level`; `seat` asks for so many of them.
pub(super) fn seats<'a, M: Clone + 'a>(
    count: usize,
    most: usize,
    level: impl Fn(usize) -> Element<'a, M>,
    seat: impl Fn(usize) -> M,
) -> Element<'a, M> {
    let line = |seat: usize| {
        row![emblem(seat, palette::player(seat, false), 20)]
            .spacing(gap::S)
            .align_y(Center)
            .height(size::CONTROL)
    };
    let bots = (0..count).map(|at| {
        let remove: Element<'a, M> = if at + 1 == count && count > 1 {
            let fewer = Some(seat(count - 1));
            icon_button(Icon::X, texts::REMOVE_OPPONENT, "", fewer, false)
        } else {
            space().width(size::CONTROL).into()
        };
        let name = OPPONENTS.get(at).copied().unwrap_or_default();
        let line = line(at + 1).push(body(name).width(Fill));
        line.push(level(at)).push(remove).into()
    });
    let more = (count < most).then(|| seat(count + 1));
    column![
        heading(texts::PLAYERS),
        line(0).push(body(texts::YOU)),
        column(bots).spacing(gap::XS),
        labelled(Icon::Plus, texts::ADD_OPPONENT, more, theme::plain),
    ]
    .spacing(gap::XS)
    .into()
}
