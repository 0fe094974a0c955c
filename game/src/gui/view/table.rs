//! The screen on which a game is played.

use iced::widget::{column, container, row, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{
    across, bar_of, body, caption, choice, divider, down, heading, icon, icon_button, labelled,
    theme_button,
};
use marchland_ui::theme::{self, Mode, space as gap};

use super::{below, board, panel};
use crate::conquest::rules::{Phase, State, Step};
use crate::gui::app::{Message, Table};
use crate::gui::keys::Command;
use crate::gui::phrases;
use crate::gui::session;
use crate::gui::stage::Pace;
use crate::gui::texts;

/// Width of the panel at the right, in logical pixels.
const SIDE: f32 = 288.0;

pub(super) fn view(table: &Table, mode: Mode, pixel_ratio: f32) -> Element<'_, Message> {
    let left = column![
        board::view(table, mode, pixel_ratio),
        across(),
        below::strip(table),
        across(),
        below::view(table),
    ];
    column![
        bar(table, mode),
        across(),
        row![
            left,
            down(),
            container(panel::view(table))
                .width(SIDE)
                .height(Fill)
                .style(theme::panel),
        ]
        .height(Fill),
    ]
    .into()
}

fn bar(table: &Table, mode: Mode) -> Element<'_, Message> {
    let session = &table.session;
    let state = session.stage.state();
    let phase = state.and_then(State::phase);
    let moment = texts::moment(phase, session.stage.log.turns());
    let leave = labelled(
        Icon::ArrowLeft,
        texts::LEAVE,
        Some(Message::Leave),
        theme::secondary,
    );
    let title = row![
        heading(table.name()).wrapping(text::Wrapping::None),
        caption(moment).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let press = |command| Some(Message::Command(command));
    let (symbol, what) = if session.stage.paused {
        (Icon::Play, texts::GO_ON)
    } else {
        (Icon::Pause, texts::PAUSE)
    };
    let paces = Pace::ALL.map(phrases::pace).to_vec();
    let pace = choice(
        paces,
        Some(phrases::pace(session.stage.pace)),
        "",
        92,
        |word| {
            let pace = Pace::ALL
                .into_iter()
                .find(|&pace| phrases::pace(pace) == word);
            Message::Table(session::Message::Pace(pace.unwrap_or_default()))
        },
    );
    let sight = &table.sight;
    let content = row![
        leave,
        container(title).padding([0.0, gap::S]).clip(true),
        container(steps(table)).width(Fill).clip(true),
        icon_button(
            symbol,
            what,
            "P",
            press(Command::Pause),
            session.stage.paused
        ),
        marchland_ui::parts::tip(
            pace,
            texts::SPEED,
            "[ ]",
            iced::widget::tooltip::Position::Bottom
        ),
        divider(),
        icon_button(
            Icon::Type,
            texts::NAMES,
            "M",
            press(Command::Names),
            sight.names
        ),
        icon_button(
            Icon::Spline,
            texts::LINKS,
            "K",
            press(Command::Links),
            sight.links
        ),
        theme_button(mode, texts::THEME, Message::Command(Command::Theme)),
        icon_button(
            Icon::Keyboard,
            texts::HELP,
            "?",
            press(Command::Help),
            false
        ),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// How far the own turn is.
fn steps(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let model = session.model();
    let Some(state) = model.state().filter(|state| {
        state.phase() == Some(Phase::Playing) && state.turn() == model.me() && model.me().is_some()
    }) else {
        return row![].into();
    };
    let now = match state.step() {
        _ if state.must_trade() => 0,
        Step::Place | Step::Spoils => 1,
        Step::Fortified => 3,
        _ => 2,
    };
    let mut line = row![].spacing(gap::XS).align_y(Center);
    for (nth, word) in texts::STEPS.into_iter().enumerate() {
        if nth > 0 {
            line = line.push(icon(Icon::ChevronRight).size(12.0).style(theme::muted));
        }
        let style: fn(&iced::Theme) -> text::Style = match nth.cmp(&now) {
            std::cmp::Ordering::Equal => theme::accent,
            _ => theme::muted,
        };
        line = line.push(body(word).style(style).wrapping(text::Wrapping::None));
    }
    line.into()
}
