//! The controls of a record.

use iced::widget::{Row, column, container, row, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, icon_button, tip};
use marchland_ui::theme::{self, size, space as gap};

use super::bands::bands;
use crate::conquest::rules::State;
use crate::gui::keys::Command;
use crate::gui::log::called;
use crate::gui::phrases;
use crate::gui::replay::Replay;
use crate::gui::session;
use crate::gui::stage::Pace;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

/// Height of the share chart, in logical pixels.
const HEIGHT: f32 = 64.0;

/// The buttons to step through a record of any game.
pub(super) fn steps<'a, M: Clone + 'a>(
    paused: bool,
    is_at_end: bool,
    press: fn(Command) -> M,
) -> Row<'a, M> {
    let button =
        |symbol, what, key, command| icon_button(symbol, what, key, Some(press(command)), false);
    let (symbol, what) = if is_at_end {
        (Icon::RotateCcw, texts::WATCH_AGAIN)
    } else if paused {
        (Icon::Play, texts::GO_ON)
    } else {
        (Icon::Pause, texts::PAUSE)
    };
    row![
        button(
            Icon::ChevronFirst,
            texts::FIRST,
            "Home",
            Command::Ends(false)
        ),
        button(Icon::StepBack, texts::STEP_BACK, "←", Command::Step(-1, 0)),
        button(symbol, what, "Space", Command::Click),
        button(Icon::StepForward, texts::STEP, "→", Command::Step(1, 0)),
        button(Icon::ChevronLast, texts::LAST, "End", Command::Ends(true)),
    ]
}

/// The controls of a record and its timeline.
pub(super) fn view<'a>(table: &'a Table, replay: &'a Replay) -> Element<'a, Message> {
    let (stage, history) = (&table.session.stage, replay.history());
    let is_at_end = table.is_at_end();
    let controls = steps(stage.paused, is_at_end, Message::Command);
    let paces = Pace::WATCHED.into_iter().zip(["1", "2", "3", "4", "5"]);
    let paces = paces.map(|(pace, key)| {
        let chosen = pace == stage.pace;
        let face = container(body(phrases::rate(pace))).center_y(Fill);
        let face = iced::widget::button(face)
            .height(size::CONTROL)
            .padding([0.0, 8.0])
            .style(theme::chosen(chosen))
            .on_press(Message::Session(session::Message::Pace(pace)));
        let face = marchland_ui::focus::reachable(face, true);
        tip(face, texts::SPEED, key, tooltip::Position::Top)
    });
    let model = table.session.model();
    let winner = replay.state().and_then(State::winner);
    let said = match (replay.end(), winner) {
        _ if !is_at_end => String::new(),
        (Some(why), _) => why.to_owned(),
        (None, Some(winner)) => texts::won(model.me() == Some(winner), &called(model, winner)),
        (None, None) => String::new(),
    };
    let turns = texts::turn_of_all(stage.log.turns(), history.played(), history.is_late());
    let line = row![
        controls,
        row(paces),
        caption(texts::A_SECOND).wrapping(text::Wrapping::None),
        container(caption(said)).width(Fill).clip(true),
        caption(turns).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::M)
    .align_y(Center);
    let mut rows = column![line].spacing(gap::S);
    if let Some(state) = model.state().or(replay.state()) {
        let at = Some(stage.history.steps());
        rows = rows.push(bands(history, state, at, HEIGHT, Some(Message::Seek)));
    }
    container(rows).padding([gap::S, gap::M]).width(Fill).into()
}
