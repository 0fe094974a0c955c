//! How the game ended.

use std::path::PathBuf;

use iced::widget::{column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, heading, icon, input, labelled, tip, worded};
use marchland_ui::theme::{self, space as gap};

use super::bands::bands;
use super::emblem;
use crate::client::Model;
use crate::conquest::narrator;
use crate::conquest::rules::State;
use crate::gui::history::History;
use crate::gui::log::called;
use crate::gui::retry::NAME;
use crate::gui::table::{Message, Table, Wish};
use crate::gui::texts;

/// The end of the game, once shown.
pub(super) fn view<'a>(table: &'a Table, leave: &'a str) -> Option<Element<'a, Message>> {
    let session = &table.session;
    let ending = session.ending()?;
    let state = session.stage.state();
    let winner = session.winner();
    let turns = session.stage.log.number();
    let head: Element<'_, Message> = match (ending, winner.zip(state)) {
        (Ok(_), Some((winner, state))) => {
            let you = session.me() == Some(winner);
            row![
                emblem::of(state, winner, 34),
                column![
                    heading(texts::won(you, &called(session.model(), winner))),
                    turns.map(|turns| caption(texts::after_turns(turns))),
                ]
                .spacing(2),
            ]
            .spacing(gap::M)
            .align_y(Center)
            .into()
        }
        (Ok(ending), None) if ending.over => heading(texts::drawn(turns)).into(),
        (Ok(_), None) => heading(texts::STOPPED).into(),
        (Err(failure), _) => failed(texts::stopped(state.is_some(), failure), &failure.why),
    };
    let mut rows = column![head].spacing(gap::L);
    if let Some(state) = state {
        let history = &session.stage.history;
        if history.turns().len() > 1 {
            rows = rows.push(bands(history, state, None, HEIGHT, None));
        }
        let counted = session.stage.uncounted().map(caption);
        let tallies = tallies(session.model(), state, history);
        rows = rows.push(column![counted, tallies].spacing(gap::S));
    }
    let kept = ending.as_ref().is_ok_and(|ending| ending.kept);
    let retry = table.retries().map(|name| Message::Wish(Wish::Retry(name)));
    rows = rows.extend(other_name(
        table.other_name(),
        Message::NameThere,
        retry.clone(),
    ));
    let again = if table.repeats && table.has_begun() {
        Some(Again {
            words: (texts::AGAIN, texts::AGAIN_HINT),
            same: session.seed.map(|_| Message::Wish(Wish::Again(true))),
            other: Message::Wish(Wish::Again(false)),
        })
    } else {
        table.has_rematch().then_some(Again {
            words: (texts::REMATCH, texts::REMATCH_HINT),
            same: None,
            other: Message::Wish(Wish::Rematch),
        })
    };
    let answers = Answers {
        look: table.has_begun().then_some((texts::LOOK, Message::Look)),
        replay: Message::Replay,
        leave: (leave, Message::Wish(Wish::Leave)),
        retry,
        again,
    };
    let foot = foot(session.record(), kept, answers);
    Some(rows.push(foot).into())
}

/// That a game stopped before its end, and why.
pub(super) fn failed<'a, M: 'a>(stopped: &'a str, why: &'a str) -> Element<'a, M> {
    row![
        icon(Icon::TriangleAlert).style(theme::bad),
        column![heading(stopped), body(why)].spacing(gap::XS),
    ]
    .spacing(gap::M)
    .into()
}

/// The field for another name, where one is needed.
pub(super) fn other_name<'a, M: Clone + 'a>(
    typed: Option<&str>,
    change: fn(String) -> M,
    retry: Option<M>,
) -> Option<Element<'a, M>> {
    let field = input(texts::NAME, typed?, change).id(NAME);
    Some(field.on_submit_maybe(retry).into())
}

/// What can be done at the end of a game.
pub(super) struct Answers<'a, M> {
    /// Shows the board, if there is one, and its label.
    pub(super) look: Option<(&'a str, M)>,
    pub(super) replay: M,
    /// Leaves, and its label.
    pub(super) leave: (&'a str, M),
    /// Tries to reach the table again, where that is possible.
    pub(super) retry: Option<M>,
    /// Plays again, where that is possible.
    pub(super) again: Option<Again<M>>,
}

/// The same game once more.
pub(super) struct Again<M> {
    /// The label and the hint of `other`.
    pub(super) words: (&'static str, &'static str),
    /// With the same seed, if it is known.
    pub(super) same: Option<M>,
    /// With another seed.
    pub(super) other: M,
}

/// Where the game is recorded, whether it is saved, and what can be done now.
pub(super) fn foot<'a, M: Clone + 'a>(
    record: Option<&PathBuf>,
    kept: bool,
    answers: Answers<'a, M>,
) -> Element<'a, M> {
    let secondary = |word, press| worded(word, press, theme::secondary);
    let (look, (word, leave)) = (answers.look, answers.leave);
    let look = look.map(|(word, look)| worded(word, Some(look), theme::plain));
    let mut line = row![look, space().width(Fill)].spacing(gap::S);
    let mut rows = column![].spacing(gap::L);
    if let Some(file) = record {
        rows = rows.push(caption(texts::recorded(&file.display().to_string())));
        line = line.push(secondary(texts::REPLAY, Some(answers.replay)));
    }
    if kept {
        rows = rows.push(caption(texts::KEPT));
    }
    line = match (answers.retry, answers.again) {
        (Some(retry), _) => line.push(secondary(word, Some(leave))).push(worded(
            texts::RETRY,
            Some(retry),
            theme::primary,
        )),
        (None, Some(again)) => {
            let hinted = |button, hint| tip(button, hint, "", tooltip::Position::Top);
            let same = again.same.map(|same| {
                let same = secondary(texts::SAME_SEED, Some(same));
                hinted(same, texts::SAME_SEED_HINT)
            });
            let (label, hint) = again.words;
            let other = labelled(Icon::RotateCcw, label, Some(again.other), theme::primary);
            line.push(hinted(secondary(word, Some(leave)), texts::LEAVE_HINT))
                .push(same)
                .push(hinted(other, hint))
        }
        (None, None) => line.push(worded(word, Some(leave), theme::primary)),
    };
    rows.push(line).into()
}

/// Height of the share chart, in logical pixels.
const HEIGHT: f32 = 84.0;

/// The players' conquests, losses and luck.
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
    let rows = state.in_order().map(|player| {
        let tally = history.tally(player);
        let luck = tally.luck();
        let expected = luck.map_or(String::new(), |luck| format!("{:.0}", luck.expected));
        let luck = luck.map_or(String::new(), |luck| narrator::percent(luck.percentile));
        let who = row![
            emblem::of(state, player, 18),
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
