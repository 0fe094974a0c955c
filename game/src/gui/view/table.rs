//! The screen on which a game is played.

#[cfg(feature = "net")]
use iced::Padding;
use iced::widget::{column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut_at;
use marchland_ui::dialog;
use marchland_ui::focus::curtain;
use marchland_ui::layers::Layers;
use marchland_ui::parts::{
    across, bar_of, body, caption, changing, divider, down, icon, icon_button, labelled,
    theme_button, tip,
};
use marchland_ui::scale::Scale;
use marchland_ui::theme::{self, Mode, size, space as gap};

use super::{below, board, end, help, panel, pick, replay};
use crate::conquest::rules::{Phase, State, Step};
use crate::gui::keys::Command;
use crate::gui::session::{self, PrimaryAction};
use crate::gui::table::{Message, Table, Wish};
use crate::gui::texts;

/// Width of the panel at the right, in logical pixels.
const SIDE: f32 = 288.0;

/// How a table is embedded in a window.
pub struct Frame<'a, M> {
    /// The light or dark theme.
    pub mode: Mode,
    /// Physical pixels for one logical pixel.
    pub pixel_ratio: f32,
    /// Whether there is little room: the log is one line.
    pub compact: bool,
    /// The labels for leaving the table during the game and at its end.
    pub leave: (&'a str, &'a str),
    /// The chosen size of the interface and the largest factor that this window has room for, if
    /// it is to be chosen at the table.
    pub scale: Option<(Scale, f32)>,
    /// One more tab of the right panel, with its label.
    pub more: Option<(&'a str, Element<'a, M>)>,
}

/// The view of a table; `to` wraps its messages.
pub fn view<'a, M: Clone + 'a>(
    table: &'a Table,
    frame: Frame<'a, M>,
    to: fn(Message) -> M,
) -> Element<'a, M> {
    let (mode, (leave, away)) = (frame.mode, frame.leave);
    let land = column![
        board::view(table, mode, frame.pixel_ratio),
        across(),
        below::strip(table),
        across(),
        match &table.replay {
            Some(replay) => replay::view(table, replay),
            None => below::view(table, frame.compact),
        },
    ];
    let extra = match &table.replay {
        Some(_) => Some((texts::LOG, below::log(table).map(to))),
        None => frame.more,
    };
    let land = Element::from(land).map(to);
    let side = container(panel::view(table, extra, to))
        .width(SIDE)
        .height(Fill);
    let screen = column![
        bar(table, mode, leave).map(to),
        across(),
        row![land, down(), side].height(Fill),
    ];
    // The widget tree must keep its shape, or fields would lose the focus.
    let ending = if table.looks {
        None
    } else {
        end::view(table, away)
    };
    let is_covered = table.help || ending.is_some();
    let over = match (table.help, ending) {
        (true, _) => {
            let help = help::view(table, frame.scale);
            dialog::over(help, Message::Command(Command::Cancel))
        }
        (false, Some(end)) => dialog::over(end, Message::Look),
        (false, None) => space().into(),
    };
    Layers::new(curtain(screen, is_covered))
        .with(over.map(to))
        .into()
}

/// Where messages cover no button: on the map, above its scale.
#[cfg(feature = "net")]
pub(super) fn beside_buttons(table: &Table, compact: bool) -> Padding {
    const SCALE: f32 = 56.0;
    let below = match &table.replay {
        Some(_) => below::HEIGHT,
        None => below::height(table, compact),
    };
    iced::padding::right(SIDE).bottom(below + below::STRIP + SCALE)
}

fn bar<'a>(table: &'a Table, mode: Mode, leave: &'a str) -> Element<'a, Message> {
    let session = &table.session;
    let state = session.stage.state();
    let phase = state.and_then(State::phase);
    let moment = texts::moment(phase, session.stage.log.number(), session.seed);
    let leave = labelled(
        Icon::ArrowLeft,
        leave,
        Some(Message::Wish(Wish::Leave)),
        theme::secondary,
    );
    // A long name must not push the buttons aside.
    let name = cut_at(table.name(), size::HEADING, theme::plain_text);
    let title = row![
        container(name).max_width(260),
        caption(moment.clone()).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let tool = |symbol, what, key, command, on| {
        icon_button(symbol, what, key, Some(Message::Command(command)), on)
    };
    let sight = &table.map_view;
    // In a row of its own, so that its width does not move the others by a rounding error, which
    // would redraw them.
    let left = row![
        leave,
        changing(title, &moment).padding([0.0, gap::M]).clip(true),
        changing(steps(table), &moment).width(Fill).clip(true),
    ];
    let content = row![
        left.spacing(gap::XS).align_y(Center),
        going(table),
        tool(Icon::Type, texts::NAMES, "M", Command::Names, sight.names),
        tool(Icon::Spline, texts::LINKS, "K", Command::Links, sight.links),
        tool(
            Icon::Blend,
            texts::HATCH,
            "Y",
            Command::Hatch,
            sight.hatched
        ),
        table.ground.picture().map(|_| tool(
            Icon::Image,
            texts::IMAGE,
            "I",
            Command::Image,
            sight.image
        )),
        theme_button(mode, texts::THEME, Message::Command(Command::Theme)),
        tool(Icon::Keyboard, texts::HELP, "?", Command::Help, false),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// The controls of the pace, which a record has below the map.
fn going(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    if table.replay.is_some() {
        return space().into();
    }
    let stage = &session.stage;
    let tool = |symbol, what, key, command, on| {
        icon_button(symbol, what, key, Some(Message::Command(command)), on)
    };
    let (symbol, what) = if stage.paused {
        (Icon::Play, texts::GO_ON)
    } else {
        (Icon::Pause, texts::PAUSE)
    };
    let width = if session.watches() { 124 } else { 92 };
    let pace = pick::pace(stage.paces(), stage.pace, width, |pace| {
        Message::Session(session::Message::Pace(pace))
    });
    let (step, turn) = (Command::Step(1, 0), Command::Turn(true));
    let watching = session.watches().then(|| {
        row![
            tool(Icon::StepForward, texts::STEP, "→", step, false),
            tool(Icon::SkipForward, texts::NEXT_TURN, "Shift+→", turn, false),
        ]
    });
    row![
        tool(symbol, what, "P", Command::Pause, stage.paused),
        watching,
        tip(pace, texts::SPEED, "[ ]", tooltip::Position::Left),
        divider(),
    ]
    .align_y(Center)
    .into()
}

/// The steps of the own turn.
fn steps(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let model = session.model();
    let on_turn = |state: &&State| {
        state.phase() == Some(Phase::Playing)
            && state.turn() == model.me()
            && !session.is_finished()
    };
    let Some((state, me)) = model.state().filter(on_turn).zip(model.me()) else {
        return row![].into();
    };
    // Pencilled units count as placed.
    let planned = session.planned();
    let left = planned.state().map_or(0, |state| state.seat(me).unplaced);
    let now = match state.step() {
        _ if matches!(session.primary_action(), PrimaryAction::Trade(..)) => 0,
        Step::Place | Step::Spoils if left > 0 => 1,
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
