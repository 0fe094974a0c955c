//! Choices of values that are shown by a word each.

use std::fmt;

use iced::{Element, Length};
use marchland_ui::parts::choice;

use crate::conquest::bots::StrategyKind;
use crate::gui::phrases;
use crate::gui::stage::Pace;
use crate::gui::texts;

/// A value and its word, which differs from those of all others.
#[derive(Clone)]
struct Choice<T> {
    value: T,
    word: String,
}

impl<T> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

impl<T> PartialEq for Choice<T> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

/// One of several values, each shown by its word; `hint` is shown while none is chosen.
pub(super) fn by_word<'a, T: Copy + 'a, M: Clone + 'a, W: Into<String>>(
    values: &[T],
    word: impl Fn(T) -> W,
    chosen: Option<T>,
    hint: &'a str,
    width: impl Into<Length>,
    on_pick: impl Fn(T) -> M + 'a,
) -> Element<'a, M> {
    let worded = |value| Choice {
        value,
        word: word(value).into(),
    };
    let values = values.iter().copied().map(worded).collect();
    let chosen = chosen.map(worded);
    choice(values, chosen, hint, width, move |picked| {
        on_pick(picked.value)
    })
}

/// The level of a computer player.
pub(super) fn level<'a, M: Clone + 'a>(
    chosen: Option<StrategyKind>,
    hint: &'a str,
    width: impl Into<Length>,
    on_pick: impl Fn(StrategyKind) -> M + 'a,
) -> Element<'a, M> {
    let kinds = &StrategyKind::ALL;
    by_word(kinds, texts::strategy, chosen, hint, width, on_pick)
}

/// How fast a game is shown.
pub(super) fn pace<'a, M: Clone + 'a>(
    paces: &[Pace],
    chosen: Pace,
    width: u32,
    on_pick: impl Fn(Pace) -> M + 'a,
) -> Element<'a, M> {
    by_word(paces, phrases::pace, Some(chosen), "", width, on_pick)
}
