//! The rules of a game that is set up, and where its chance comes from.

use iced::widget::{column, row, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, heading, icon_button, input, tick};
use marchland_ui::theme::{self, space as gap};

use super::pick::by_word;
use crate::conquest::rules::{AreaVariant, SetVariant, Variants};
use crate::gui::texts;

/// The rule variants of a game for `players`; `on` receives the new ones.
pub fn rules<'a, M: Clone + 'a>(
    variants: Variants,
    players: usize,
    on: fn(Variants) -> M,
) -> Element<'a, M> {
    let wrapping = text::Wrapping::default();
    let dealt = variants.areas == AreaVariant::Dealt;
    let dealt = tick(texts::DEALT_AREAS, dealt, wrapping, move |dealt| {
        let areas = if dealt {
            AreaVariant::Dealt
        } else {
            AreaVariant::Chosen
        };
        on(Variants { areas, ..variants })
    });
    let kinds = [SetVariant::Growing, SetVariant::Constant];
    let chosen = Some(variants.sets);
    let sets = by_word(&kinds, texts::sets_rule, chosen, "", Fill, move |sets| {
        on(Variants { sets, ..variants })
    });
    let mut rows = column![
        heading(texts::RULES),
        column![dealt, caption(texts::CHOSEN_AREAS)].spacing(2),
        sets,
    ]
    .spacing(gap::S);
    if players == 2 {
        let neutral = tick(texts::NEUTRAL, variants.neutral, wrapping, move |neutral| {
            on(Variants {
                neutral,
                ..variants
            })
        });
        rows = rows.push(column![neutral, caption(texts::NEUTRAL_HINT)].spacing(2));
    }
    rows.into()
}

/// The field for a seed as it is typed.
const SEED: &str = "seed";

/// The field for the seed; `shuffle` asks for a new one.
pub fn seed<'a, M: Clone + 'a>(
    typed: &str,
    on: impl Fn(String) -> M + 'a,
    shuffle: M,
) -> Element<'a, M> {
    let wrong = typed.parse::<u64>().is_err();
    let hint = if wrong {
        caption(texts::SEED_WRONG).style(theme::bad)
    } else {
        caption(texts::SEED_HINT)
    };
    let style = theme::checked_input(wrong);
    let digits = move |text: String| {
        let digits = text.chars().filter(char::is_ascii_digit);
        on(digits.take(20).collect())
    };
    let field = input("", typed, digits).id(SEED).style(style).width(150);
    let shuffle = icon_button(Icon::Dices, texts::SHUFFLE, "", Some(shuffle), false);
    column![
        row![body(texts::SEED).width(Fill), field, shuffle]
            .spacing(gap::XS)
            .align_y(Center),
        hint,
    ]
    .spacing(2)
    .into()
}
