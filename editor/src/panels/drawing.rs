//! What floats over the map while something is drawn: what the tool does, and how.

use iced::widget::{Row, button, column, container, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::redraw::{GAP, Over, Rough};
use marchland_ui::focus::reachable;
use marchland_ui::parts::{body, caption, icon, icon_button, keycap, slide, tick, worded};
use marchland_ui::theme::{self, space as gap};

use crate::bench::{Bench, Intent, Message};
use crate::commands::Command;
use crate::drawing::Brush;
use crate::texts;
use crate::tools::{Adjust, Bend, ToolKind};

/// What the tool in hand does to what is selected.
pub(super) fn hint(bench: &Bench) -> Element<'_, Message> {
    let draft = bench.document.draft();
    let selection = bench.document.selection();
    let key = selection.territory();
    let name = key.map(|key| texts::territory_name(draft, key));
    let kind = bench.tool().kind();
    let words = match kind {
        ToolKind::Brush => texts::hint_brush(name.as_deref()),
        ToolKind::Area => texts::hint_area(name.as_deref()),
        ToolKind::Cut => texts::hint_cut(selection.territories().len(), name.as_deref()),
        ToolKind::Border => texts::hint_border(bench.tool().has_border()),
        ToolKind::Move => texts::hint_move(
            selection.territories().len(),
            name.as_deref(),
            bench.tool().held_land().is_some(),
        ),
        ToolKind::Trace => texts::hint_trace(bench.trace().is_some()),
        _ => texts::hint_fill(name.as_deref()),
    };
    let symbol = super::rail::symbol(kind);
    let line = row![
        icon(symbol).style(theme::accent),
        container(body(words)).max_width(760),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let mut lines = column![line].spacing(gap::S);
    match kind {
        ToolKind::Brush => {
            let shape = row![steadiness(bench), roughness(bench)].spacing(gap::L);
            let line = row![
                width(bench),
                covers(bench),
                twins(bench),
                shape.align_y(Center)
            ];
            lines = lines.push(line.spacing(gap::M).align_y(Center).wrap());
        }
        ToolKind::Border => {
            let mut line = row![width(bench), bends(bench)].spacing(gap::M);
            if let Some(Intent::Bend(trial)) = bench.intent() {
                line = line.push(answers(
                    texts::BEND_SO,
                    texts::LEAVE_BORDER,
                    trial.is_ready(),
                ));
                let refused = trial.refused.iter();
                lines = lines.extend(refused.map(|why| body(why).style(theme::bad).into()));
            }
            lines = lines.push(line.push(twins(bench)).align_y(Center).wrap());
        }
        ToolKind::Area | ToolKind::Cut => lines = lines.push(twins(bench)),
        ToolKind::Fill => {
            let line = row![gaps(bench), twins(bench)].spacing(gap::L);
            lines = lines.push(line.align_y(Center));
        }
        ToolKind::Trace => lines = lines.push(super::tracing::view(bench)),
        ToolKind::Move => {
            let held = bench.tool().held_land();
            let answers = held.map(|(_, copy)| in_hand(copy));
            let line = row![lie(bench), twins(bench)]
                .extend(answers)
                .spacing(gap::M);
            lines = lines.push(line.align_y(Center).wrap());
        }
        _ => {}
    }
    container(lines)
        .id("tool")
        .padding([6.0, 10.0])
        .style(theme::raised)
        .into()
}

fn width(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    let size = |symbol, what, key, wider| {
        let message = (brush.sized(wider) != brush).then_some(Message::Do(Command::Wider(wider)));
        icon_button(symbol, what, key, message, false)
    };
    row![
        caption(texts::BRUSH_SIZE),
        size(
            Icon::Minus,
            texts::NARROWER,
            Command::Wider(false).key(),
            false
        ),
        container(body(texts::pixels(brush.size))).center_x(56),
        size(Icon::Plus, texts::WIDER, Command::Wider(true).key(), true),
    ]
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}

/// Where what is drawn has twins; a press chooses the next.
fn twins(bench: &Bench) -> Element<'_, Message> {
    let symmetry = bench.view.symmetry;
    let style = if symmetry.is_some() {
        theme::primary
    } else {
        theme::secondary
    };
    let message = Some(Message::Do(Command::Symmetry));
    answer(
        texts::symmetry(symmetry),
        Command::Symmetry.key(),
        message,
        style,
    )
}

/// How steady the hand is made.
fn steadiness(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    let slide = slide(0..=Brush::STRING, brush.string, move |string| {
        Message::Brush(Brush { string, ..brush })
    });
    row![caption(texts::STEADINESS), container(slide).width(140)]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// How rough the edge of a stroke is.
fn roughness(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    let slide = slide(0..=Rough::MOST, brush.rough, move |rough| {
        Message::Brush(Brush { rough, ..brush })
    });
    row![caption(texts::ROUGHNESS), container(slide).width(140)]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// How wide water is that shuts off what is filled.
fn gaps(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    let slide = slide(0..=GAP as u16, brush.gap, move |gap| {
        Message::Brush(Brush { gap, ..brush })
    });
    row![
        caption(texts::CLOSE_GAPS),
        container(slide).width(140),
        container(body(texts::pixels(brush.gap))).width(48),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .into()
}

/// What strokes cover; a press chooses the next.
fn covers(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    let (word, over) = match brush.over {
        Over::Sea => (texts::OVER_SEA, Over::Continent),
        Over::Continent => (texts::OVER_CONTINENT, Over::All),
        Over::All | Over::Slits => (texts::OVER_ALL, Over::Sea),
    };
    let message = Message::Brush(Brush { over, ..brush });
    worded(word, Some(message), theme::secondary)
}

/// Whether land that is moved leaves other land as it is.
fn sea_only(bench: &Bench) -> Element<'_, Message> {
    let brush = bench.view.brush;
    tick(
        texts::SEA_ONLY,
        brush.over == Over::Sea,
        iced::widget::text::Wrapping::None,
        move |on| {
            let over = if on { Over::Sea } else { Over::All };
            Message::Brush(Brush { over, ..brush })
        },
    )
}

fn of_command(bench: &Bench, symbol: Icon, command: Command) -> Element<'_, Message> {
    let may = bench.why_not(command).is_none();
    icon_button(
        symbol,
        command.words(),
        command.key(),
        may.then_some(Message::Do(command)),
        false,
    )
}

/// How land comes to lie that is moved.
fn lie(bench: &Bench) -> Element<'_, Message> {
    let adjust = |symbol, adjust| of_command(bench, symbol, Command::Adjust(adjust));
    let may = bench.why_not(Command::Wider(true)).is_none();
    let size = |symbol, what, wider| {
        let command = Command::Wider(wider);
        let message = may.then_some(Message::Do(command));
        icon_button(symbol, what, command.key(), message, false)
    };
    let scale = bench.tool().held_land().map_or(100, |(scale, _)| scale);
    row![
        adjust(Icon::RotateCcw, Adjust::Turn(false)),
        adjust(Icon::RotateCw, Adjust::Turn(true)),
        adjust(Icon::FlipVertical2, Adjust::Mirror(true)),
        adjust(Icon::FlipHorizontal2, Adjust::Mirror(false)),
        space().width(gap::M),
        caption(texts::LAND_SIZE),
        size(Icon::Minus, texts::SMALLER_LAND, false),
        container(body(format!("{scale} %"))).center_x(56),
        size(Icon::Plus, texts::LARGER_LAND, true),
        space().width(gap::M),
        sea_only(bench),
    ]
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}

/// What is done with land in hand.
fn in_hand(copy: bool) -> Element<'static, Message> {
    let copy = tick(
        texts::AS_COPY,
        copy,
        iced::widget::text::Wrapping::None,
        |_| Message::Do(Command::Adjust(Adjust::Copy)),
    );
    answers(texts::PUT_DOWN, texts::DROP, true)
        .push(copy)
        .into()
}

/// What is done to the border that is picked.
fn bends(bench: &Bench) -> Element<'_, Message> {
    let bend = |bend| {
        let command = Command::Adjust(Adjust::Reshape(bend));
        let may = bench.why_not(command).is_none();
        let message = may.then_some(Message::Do(command));
        worded(command.words(), message, theme::secondary)
    };
    row(Bend::ALL.map(bend)).spacing(gap::S).into()
}

/// How Enter and Esc answer what is asked.
pub(super) fn answers<'a>(yes: &'static str, no: &'static str, ready: bool) -> Row<'a, Message> {
    let [enter, esc] = [Command::Confirm, Command::Cancel].map(Message::Do);
    row![
        answer(yes, "Enter", ready.then_some(enter), theme::primary),
        answer(no, "Esc", Some(esc), theme::plain),
    ]
    .spacing(gap::S)
    .align_y(Center)
}

/// A button with a word and a key.
pub(super) fn answer(
    word: &'static str,
    key: &'static str,
    message: Option<Message>,
    style: impl Fn(&iced::Theme, button::Status) -> button::Style + 'static,
) -> Element<'static, Message> {
    let enabled = message.is_some();
    let face = row![body(word), keycap(key)].spacing(6).align_y(Center);
    let button = button(container(face).center_y(Fill))
        .height(theme::size::CONTROL)
        .padding([0.0, 12.0])
        .style(style)
        .on_press_maybe(message);
    reachable(button, enabled)
}
