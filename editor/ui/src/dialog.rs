//! The frame of modal dialogs.

use iced::widget::{column, container, mouse_area, opaque, row, space};
use iced::{Element, Fill};

use crate::parts::{body, heading};
use crate::theme::{self, space as gap};

/// A card in the middle of a dimmed window that blocks clicks. `outside` is the message for a
/// click beside it.
pub fn over<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, outside: M) -> Element<'a, M> {
    wide(content, 560.0, outside)
}

/// As [`over`], with a width in logical pixels.
pub fn wide<'a, M: Clone + 'a>(
    content: impl Into<Element<'a, M>>,
    width: f32,
    outside: M,
) -> Element<'a, M> {
    let card = container(content)
        .padding(gap::XL)
        .width(width)
        .style(theme::raised);
    let around = container(opaque(card)).center(Fill).style(theme::veil);
    opaque(mouse_area(around).on_press(outside))
}

/// A question with answers in a row: a destructive one apart at the left; at the right cancel and
/// the other answers, the best one last.
pub fn question<'a, M: 'a>(
    title: String,
    hint: String,
    apart: Option<Element<'a, M>>,
    answers: Vec<Element<'a, M>>,
) -> Element<'a, M> {
    let row = self::answers(apart, answers);
    column![heading(title), body(hint).style(theme::muted), row]
        .spacing(gap::M)
        .into()
}

/// The answers of a dialog in a row: some `apart` at the left, the others at the right, the best one
/// last.
pub fn answers<'a, M: 'a>(
    apart: impl IntoIterator<Item = Element<'a, M>>,
    others: impl IntoIterator<Item = Element<'a, M>>,
) -> Element<'a, M> {
    row(apart)
        .push(space().width(Fill))
        .extend(others)
        .spacing(gap::S)
        .into()
}
