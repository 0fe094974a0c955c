//! How the game ended.

use iced::widget::{column, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, heading, icon, labelled, worded};
use marchland_ui::theme::{self, space as gap};

use super::emblem::emblem;
use super::players;
use crate::conquest::rules::State;
use crate::gui::log::called;
use crate::gui::sight::colour_of;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

/// What is said at the end, once it is there.
pub(super) fn view<'a>(table: &'a Table, leave: &'a str) -> Option<Element<'a, Message>> {
    let session = &table.session;
    let ending = session.ending()?;
    let state = session.stage.state();
    let winner = state.and_then(State::winner);
    let head: Element<'_, Message> = match (ending, winner.zip(state)) {
        (Ok(_), Some((winner, state))) => {
            let you = session.me() == Some(winner);
            row![
                emblem(winner.index(), colour_of(state, winner), 28.0),
                column![
                    heading(texts::won(you, &called(session.model(), winner))),
                    caption(texts::after_turns(session.stage.log.turns())),
                ]
                .spacing(2),
            ]
            .spacing(gap::M)
            .align_y(Center)
            .into()
        }
        (Ok(ending), None) if ending.over => {
            heading(texts::drawn(session.stage.log.turns())).into()
        }
        (Ok(_), None) => heading(texts::STOPPED).into(),
        (Err(why), _) => row![
            icon(Icon::TriangleAlert).style(theme::bad),
            column![heading(texts::STOPPED), body(why)].spacing(gap::XS),
        ]
        .spacing(gap::M)
        .into(),
    };
    let mut rows = column![head].spacing(gap::L);
    if let Some(state) = state {
        rows = rows.push(players::standings(session.model(), state));
    }
    if let Some(file) = session.record() {
        rows = rows.push(caption(texts::recorded(&file.display().to_string())));
    }
    if ending.as_ref().is_ok_and(|ending| ending.kept) {
        rows = rows.push(caption(texts::KEPT));
    }
    let answers = row![
        worded(texts::LOOK, Some(Message::Look), theme::plain),
        space().width(Fill),
        worded(leave, Some(Message::Leave), theme::secondary),
        worded(
            texts::SAME_SEED,
            Some(Message::Again(true)),
            theme::secondary
        ),
        labelled(
            Icon::RotateCcw,
            texts::AGAIN,
            Some(Message::Again(false)),
            theme::primary
        ),
    ]
    .spacing(gap::S);
    Some(rows.push(answers).into())
}
