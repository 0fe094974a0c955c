//! The strip over the map with the hint and options of a drawing tool.

use iced::widget::{Row, button, column, container, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::redraw::{GAP, Over, Rough};
use marchland_ui::cut::cut;
use marchland_ui::focus::pressable;
use marchland_ui::parts::{body, caption, icon, keycap, slide, tick, worded};
use marchland_ui::theme::{self, space as gap};

use super::press;
use crate::commands::Command;
use crate::drawing::Brush;
use crate::texts;
use crate::tools::{Adjust, Bend, ToolKind};
use crate::workspace::{Intent, Message, Workspace};

/// The most that a hint takes of the width, in logical pixels.
pub(super) const HINT: f32 = 760.0;

/// What the tool does to the selection.
pub(super) fn hint(workspace: &Workspace) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    let selection = workspace.document.selection();
    let key = selection.territory();
    let name = key.map(|key| texts::territory_name(draft, key));
    let brush = workspace.view.brush;
    let kind = workspace.tool().kind();
    let words = match kind {
        ToolKind::Brush => texts::hint_brush(name.as_deref()),
        _ if workspace.tool().awaits_corners() => texts::HINT_CORNERS.into(),
        ToolKind::Area => texts::hint_area(name.as_deref()),
        ToolKind::Cut => texts::hint_cut(selection.territories().len(), name.as_deref()),
        ToolKind::Border => texts::hint_border(workspace.tool().has_border()),
        ToolKind::Move => texts::hint_move(
            selection.territories().len(),
            name.as_deref(),
            workspace.tool().held_land().is_some(),
        ),
        ToolKind::Trace => texts::hint_trace(workspace.trace().is_some()),
        _ => texts::hint_fill(name.as_deref()),
    };
    let symbol = super::rail::symbol(kind);
    let words = match kind {
        // Its options may take two rows, so that its hint must not.
        ToolKind::Brush => cut(words, theme::plain_text),
        _ => body(words).into(),
    };
    let line = row![
        icon(symbol).style(theme::accent),
        container(words).max_width(HINT),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let mut lines = column![line].spacing(gap::S);
    match kind {
        ToolKind::Brush => {
            let string = move |string| Brush { string, ..brush };
            let rough = move |rough| Brush { rough, ..brush };
            let shape = row![
                slider(texts::STEADINESS, Brush::STRING, brush.string, string),
                slider(texts::ROUGHNESS, Rough::MOST, brush.rough, rough),
            ]
            .spacing(gap::L);
            let line = row![
                width(workspace),
                covers(workspace),
                twins(workspace),
                shape.align_y(Center)
            ];
            let line = line.spacing(gap::M).align_y(Center).wrap();
            lines = lines.push(line.vertical_spacing(gap::XS));
        }
        ToolKind::Border => {
            let mut line = row![width(workspace), bends(workspace)].spacing(gap::M);
            if let Some(Intent::Bend(trial)) = workspace.intent() {
                line = line.push(answers(
                    texts::BEND_SO,
                    texts::LEAVE_BORDER,
                    trial.is_ready(),
                ));
                let refused = trial.refused.iter();
                lines = lines.extend(refused.map(|why| body(why).style(theme::bad).into()));
            }
            lines = lines.push(line.push(twins(workspace)).align_y(Center).wrap());
        }
        ToolKind::Area | ToolKind::Cut => lines = lines.push(twins(workspace)),
        ToolKind::Fill => {
            let gaps = slider(texts::CLOSE_GAPS, GAP as u16, brush.gap, move |gap| Brush {
                gap,
                ..brush
            });
            let gaps = gaps.push(container(body(texts::pixels(brush.gap))).width(48));
            let line = row![gaps, twins(workspace)].spacing(gap::L);
            lines = lines.push(line.align_y(Center));
        }
        ToolKind::Trace => lines = lines.push(super::tracing::view(workspace)),
        ToolKind::Move => {
            let held = workspace.tool().held_land();
            let answers = held.map(|(_, copy)| in_hand(copy));
            let line = row![lie(workspace), twins(workspace)]
                .extend(answers)
                .spacing(gap::M);
            let line = line.align_y(Center).wrap();
            lines = lines.push(line.vertical_spacing(gap::XS));
        }
        _ => {}
    }
    container(lines)
        .id("tool")
        .padding([6.0, 10.0])
        .style(theme::raised)
        .into()
}

fn width(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
    let size = |symbol, what, wider| {
        press(
            symbol,
            what,
            Command::Wider(wider),
            brush.sized(wider) != brush,
        )
    };
    row![
        caption(texts::BRUSH_SIZE),
        size(Icon::Minus, texts::NARROWER, false),
        container(body(texts::pixels(brush.size))).center_x(56),
        size(Icon::Plus, texts::WIDER, true),
    ]
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}

/// The symmetry mode; a press selects the next.
fn twins(workspace: &Workspace) -> Element<'_, Message> {
    let symmetry = workspace.view.symmetry;
    let style = theme::switch(symmetry.is_some());
    let message = Some(Message::Do(Command::Symmetry));
    answer(
        texts::symmetry(symmetry),
        Command::Symmetry.key(),
        message,
        style,
    )
}

/// A slider of a brush setting from 0 to `most`.
fn slider(
    label: &'static str,
    most: u16,
    now: u16,
    set: impl Fn(u16) -> Brush + 'static,
) -> Row<'static, Message> {
    let slide = slide(0..=most, now, move |to| Message::Brush(set(to)));
    row![caption(label), container(slide).width(140)]
        .spacing(gap::S)
        .align_y(Center)
}

/// Which land strokes cover; a press selects the next.
fn covers(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
    let (word, over) = match brush.over {
        Over::Sea => (texts::OVER_SEA, Over::Continent),
        Over::Continent => (texts::OVER_CONTINENT, Over::All),
        Over::All | Over::Slits => (texts::OVER_ALL, Over::Sea),
    };
    let message = Message::Brush(Brush { over, ..brush });
    worded(word, Some(message), theme::secondary)
}

/// Whether moved land covers other land.
fn sea_only(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
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

/// Rotate, flip and scale held land.
fn lie(workspace: &Workspace) -> Element<'_, Message> {
    let adjust = |symbol, adjust| {
        let command = Command::Adjust(adjust);
        let may = workspace.why_not(command).is_none();
        press(symbol, command.words(), command, may)
    };
    let may = workspace.why_not(Command::Wider(true)).is_none();
    let size = |symbol, what, wider| press(symbol, what, Command::Wider(wider), may);
    let scale = workspace.tool().held_land().map_or(100, |(scale, _)| scale);
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
        sea_only(workspace),
    ]
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}

/// Copy, place or cancel held land.
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

/// The operations on the picked border.
fn bends(workspace: &Workspace) -> Element<'_, Message> {
    let bend = |bend| {
        let command = Command::Adjust(Adjust::Reshape(bend));
        let may = workspace.why_not(command).is_none();
        let message = may.then_some(Message::Do(command));
        worded(command.words(), message, theme::secondary)
    };
    row(Bend::ALL.map(bend)).spacing(gap::S).into()
}

/// The answers for Enter and Esc.
pub(super) fn answers<'a>(yes: &'static str, no: &'static str, ready: bool) -> Row<'a, Message> {
    let (enter, esc) = (Command::Confirm, Command::Cancel);
    let done = ready.then_some(Message::Do(enter));
    row![
        answer(yes, enter.key(), done, theme::primary),
        answer(no, esc.key(), Some(Message::Do(esc)), theme::plain),
    ]
    .spacing(gap::S)
    .align_y(Center)
}

/// A button with its shortcut.
pub(super) fn answer(
    word: &'static str,
    key: &'static str,
    message: Option<Message>,
    style: impl Fn(&iced::Theme, button::Status) -> button::Style + 'static,
) -> Element<'static, Message> {
    let face = row![body(word), keycap(key)].spacing(6).align_y(Center);
    let button = button(container(face).center_y(Fill))
        .height(theme::size::CONTROL)
        .padding([0.0, 12.0])
        .style(style);
    pressable(button, message)
}
