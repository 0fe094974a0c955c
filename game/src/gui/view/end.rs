//! How the game ended.

use iced::widget::{column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, heading, icon, labelled, tip, worded};
use marchland_ui::theme::{self, space as gap};

use super::bands::bands;
use super::emblem::emblem;
use super::players;
use crate::client::Model;
use crate::conquest::narrator;
use crate::conquest::rules::State;
use crate::gui::history::History;
use crate::gui::log::called;
use crate::gui::sight::colour_of;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

/// What is said at the end, once it is there.
pub(super) fn view<'a>(table: &'a Table, leave: &'a str) -> Option<Element<'a, Message>> {
    let session = &table.session;
    let ending = session.ending()?;
    let state = session.stage.state();
    let stopped = if state.is_some() {
        texts::STOPPED
    } else {
        texts::NEVER_BEGUN
    };
    let winner = state.and_then(State::winner);
    let head: Element<'_, Message> = match (ending, winner.zip(state)) {
        (Ok(_), Some((winner, state))) => {
            let you = session.me() == Some(winner);
            row![
                emblem(winner.index(), colour_of(state, winner), 34),
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
            column![heading(stopped), body(why)].spacing(gap::XS),
        ]
        .spacing(gap::M)
        .into(),
    };
    let mut rows = column![head].spacing(gap::L);
    if let Some(state) = state {
        let history = &session.stage.history;
        if history.turns().len() > 1 {
            rows = rows.push(bands(history, state, None, HEIGHT, None));
        }
        rows = rows.push(tallies(session.model(), state, history));
    }
    if let Some(file) = session.record() {
        rows = rows.push(caption(texts::recorded(&file.display().to_string())));
    }
    if ending.as_ref().is_ok_and(|ending| ending.kept) {
        rows = rows.push(caption(texts::KEPT));
    }
    let replay: Element<'_, Message> = match session.record() {
        Some(_) => worded(texts::REPLAY, Some(Message::Replay), theme::secondary),
        None => space().into(),
    };
    let again = if table.repeats {
        row![
            worded(leave, Some(Message::Leave), theme::secondary),
            worded(
                texts::SAME_SEED,
                table.seed.map(|_| Message::Again(true)),
                theme::secondary
            ),
            labelled(
                Icon::RotateCcw,
                texts::AGAIN,
                Some(Message::Again(false)),
                theme::primary
            ),
        ]
        .spacing(gap::S)
    } else {
        row![worded(leave, Some(Message::Leave), theme::primary)]
    };
    let answers = row![
        worded(texts::LOOK, Some(Message::Look), theme::plain),
        space().width(Fill),
        replay,
        again,
    ]
    .spacing(gap::S);
    Some(rows.push(answers).into())
}

/// Height of the bands, in logical pixels.
const HEIGHT: f32 = 84.0;

/// What the players did, suffered, and owe to the dice.
fn tallies<'a>(model: &'a Model, state: &'a State, history: &History) -> Element<'a, Message> {
    let cell = |content, width| container(content).align_right(width);
    let head = |word, hint, width| {
        let tip = tip(caption(word), hint, "", tooltip::Position::Top);
        cell(tip, width)
    };
    let (narrow, wide) = (64, 80);
    let heads = row![
        caption(texts::EVERYBODY).width(Fill),
        head(texts::TAKEN, texts::TAKEN_HINT, narrow),
        head(texts::LOST, texts::LOST_HINT, narrow),
        head(texts::EXPECTED, texts::EXPECTED_HINT, wide),
        head(texts::LUCK, texts::LUCK_HINT, narrow),
    ];
    let rows = players::in_order(state).map(|player| {
        let tally = history.tally(player);
        let luck = tally.luck();
        let expected = luck.map_or(String::new(), |luck| format!("{:.0}", luck.expected));
        let luck = luck.map_or(String::new(), |luck| narrator::percent(luck.percentile));
        let who = row![
            emblem(player.index(), colour_of(state, player), 18),
            container(body(called(model, player)).wrapping(text::Wrapping::None))
                .width(Fill)
                .clip(true),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .width(Fill);
        row![
            who,
            cell(body(tally.conquests.to_string()).into(), narrow),
            cell(body(tally.lost.to_string()).into(), narrow),
            cell(body(expected).into(), wide),
            cell(body(luck).into(), narrow),
        ]
        .align_y(Center)
        .into()
    });
    column![heads, column(rows).spacing(gap::XS)]
        .spacing(gap::XS)
        .into()
}
