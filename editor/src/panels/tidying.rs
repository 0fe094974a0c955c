//! What would be tidied up, listed before it is done.

use iced::widget::{column, container, row, space};
use iced::{Center, Element, Fill};
use marchland_ui::parts::{body, caption, heading, slide};
use marchland_ui::theme::{self, space as gap};

use super::drawing::answer;
use crate::bench::{Bench, Message, Tidy, Tidying};
use crate::texts;

pub(super) fn view(bench: &Bench) -> Option<Element<'_, Message>> {
    let tidying = bench.tidying()?;
    let widest = slide(0..=Tidying::WIDEST, tidying.gap, |gap| {
        Message::Tidy(Tidy::Gap(gap))
    });
    let mut lines = column![
        row![
            heading(texts::TIDY_TITLE),
            space().width(Fill),
            caption(texts::GAPS_TO),
            container(widest).width(110),
            container(body(texts::pixels(tidying.gap))).width(48),
        ]
        .spacing(gap::S)
        .align_y(Center),
    ]
    .spacing(gap::S);
    let mut ready = None;
    match &tidying.found {
        Err(why) => lines = lines.push(body(why).style(theme::bad)),
        Ok((_, 0)) => lines = lines.push(body(texts::TIDY_ALREADY)),
        Ok((listed, count)) => {
            ready = Some(Message::Tidy(Tidy::Confirm));
            lines = lines.extend(listed.iter().map(|line| body(line).into()));
            if *count > listed.len() {
                lines = lines.push(caption(texts::and_more(count - listed.len())));
            }
        }
    }
    lines = lines.push(
        row![
            answer(texts::TIDY_DO, "Enter", ready, theme::primary),
            answer(
                texts::CANCEL,
                "Esc",
                Some(Message::Tidy(Tidy::Cancel)),
                theme::plain
            ),
        ]
        .spacing(gap::S),
    );
    let card = container(lines)
        .padding(gap::M)
        .width(460)
        .style(theme::raised);
    Some(card.into())
}
