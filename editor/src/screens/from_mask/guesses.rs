//! The review of merged colours.

use iced::widget::{button, column, container, row};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::focus::pressable;
use marchland_ui::parts::{body, caption, heading, icon, labelled, slide, swatch, tick, worded};
use marchland_ui::theme::{self, space as gap};

use super::{Answer, Message, Review, Row};
use crate::texts;

/// Tolerance, merges and the button to clean up again.
pub(super) fn view(review: &Review) -> Element<'_, Message> {
    /// The most merges listed, largest first.
    const MOST: usize = 60;
    let rows = review.rows();
    let mut content = column![heading(texts::merged(review.joined()))].spacing(gap::S);
    if !rows.is_empty() {
        content = content.push(caption(texts::MERGED_HINT));
        let looked_at = review.looked_at();
        let rows = rows.iter().enumerate().take(MOST).map(|(at, row)| {
            let place = looked_at.filter(|(of, _, _)| *of == at);
            guess(at, row, place.map(|(_, place, _)| place))
        });
        content = content.push(column(rows).spacing(2));
    }
    if rows.len() > MOST {
        content = content.push(caption(texts::and_more(rows.len() - MOST)));
    }
    let again = review.is_behind().then_some(Message::Clean);
    content
        .push(tolerance(review.tolerance()))
        .push(labelled(
            Icon::Sparkles,
            texts::CLEAN_AGAIN,
            again,
            theme::primary,
        ))
        .into()
}

fn tolerance<'a>(now: Option<u8>) -> Element<'a, Message> {
    let say = |to| Message::Review(Answer::Tolerance(to));
    let suits = tick(
        texts::TOLERANCE_SUITS,
        now.is_none(),
        iced::widget::text::Wrapping::None,
        move |suits| say((!suits).then_some(Review::FIRST)),
    );
    let mut content = column![suits].spacing(gap::XS);
    if let Some(now) = now {
        let slider = slide(0..=Review::FARTHEST, now.into(), move |to| {
            say(Some(to as u8))
        });
        content = content.push(body(texts::tolerance(now))).push(slider);
    }
    content.into()
}

/// A merge: both colours, pixels, place and answer. A click shows its next place.
fn guess(at: usize, row: &Row, place: Option<usize>) -> Element<'_, Message> {
    let merge = &row.merge;
    let say = |answer| Some(Message::Review(answer));
    let names = texts::became(&merge.colour.to_string(), &merge.into.to_string());
    let words = column![
        body(names),
        caption(texts::merged_places(
            merge.pixels,
            place,
            merge.places.len(),
            row.apart
        )),
    ];
    let face = row![
        swatch(merge.colour, 20.0),
        icon(Icon::ArrowRight).size(12.0).style(theme::muted),
        swatch(merge.into, 20.0),
        container(words).width(Fill).clip(true),
    ]
    .spacing(6)
    .align_y(Center);
    let face = button(face)
        .padding([gap::XS, gap::XS])
        .width(Fill)
        .style(theme::list_row(place.is_some()));
    let word = if row.apart {
        texts::JOIN_AGAIN
    } else {
        texts::KEEP_APART
    };
    row![
        pressable(face, say(Answer::Show(at))),
        worded(word, say(Answer::Apart(at, !row.apart)), theme::secondary),
    ]
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}
