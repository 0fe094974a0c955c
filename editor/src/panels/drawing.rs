//! The strip over the map with the hint and options of a drawing tool.

use iced::widget::{Row, button, column, container, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::redraw::{GAP, Over, Rough};
use marchland_ui::focus::reachable;
use marchland_ui::parts::{body, caption, icon, icon_button, keycap, slide, tick, worded};
use marchland_ui::theme::{self, space as gap};

use crate::commands::Command;
use crate::drawing::Brush;
use crate::texts;
use crate::tools::{Adjust, Bend, ToolKind};
use crate::workspace::{Intent, Message, Workspace};

/// What the tool does to the selection.
pub(super) fn hint(workspace: &Workspace) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    let selection = workspace.document.selection();
    let key = selection.territory();
    let name = key.map(|key| texts::territory_name(draft, key));
    let kind = workspace.tool().kind();
    let words = match kind {
        ToolKind::Brush => texts::hint_brush(name.as_deref()),
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
    let line = row![
        icon(symbol).style(theme::accent),
        container(body(words)).max_width(760),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let mut lines = column![line].spacing(gap::S);
    match kind {
        ToolKind::Brush => {
            let shape = row![steadiness(workspace), roughness(workspace)].spacing(gap::L);
            let line = row![
                width(workspace),
                covers(workspace),
                twins(workspace),
                shape.align_y(Center)
            ];
            lines = lines.push(line.spacing(gap::M).align_y(Center).wrap());
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
            let line = row![gaps(workspace), twins(workspace)].spacing(gap::L);
            lines = lines.push(line.align_y(Center));
        }
        ToolKind::Trace => lines = lines.push(super::tracing::view(workspace)),
        ToolKind::Move => {
            let held = workspace.tool().held_land();
            let answers = held.map(|(_, copy)| in_hand(copy));
            let line = row![lie(workspace), twins(workspace)]
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

fn width(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
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

/// The symmetry mode; a press selects the next.
fn twins(workspace: &Workspace) -> Element<'_, Message> {
    let symmetry = workspace.view.symmetry;
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

/// The stabiliser slider.
fn steadiness(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
    let slide = slide(0..=Brush::STRING, brush.string, move |string| {
        Message::Brush(Brush { string, ..brush })
    });
    row![caption(texts::STEADINESS), container(slide).width(140)]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// The roughness slider.
fn roughness(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
    let slide = slide(0..=Rough::MOST, brush.rough, move |rough| {
        Message::Brush(Brush { rough, ..brush })
    });
    row![caption(texts::ROUGHNESS), container(slide).width(140)]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// The slider for gaps that the fill tool closes.
fn gaps(workspace: &Workspace) -> Element<'_, Message> {
    let brush = workspace.view.brush;
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

fn of_command(workspace: &Workspace, symbol: Icon, command: Command) -> Element<'_, Message> {
    let may = workspace.why_not(command).is_none();
    icon_button(
        symbol,
        command.words(),
        command.key(),
        may.then_some(Message::Do(command)),
        false,
    )
}

/// Rotate, flip and scale held land.
fn lie(workspace: &Workspace) -> Element<'_, Message> {
    let adjust = |symbol, adjust| of_command(workspace, symbol, Command::Adjust(adjust));
    let may = workspace.why_not(Command::Wider(true)).is_none();
    let size = |symbol, what, wider| {
        let command = Command::Wider(wider);
        let message = may.then_some(Message::Do(command));
        icon_button(symbol, what, command.key(), message, false)
    };
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
    let enabled = message.is_some();
    let face = row![body(word), keycap(key)].spacing(6).align_y(Center);
    let button = button(container(face).center_y(Fill))
        .height(theme::size::CONTROL)
        .padding([0.0, 12.0])
        .style(style)
        .on_press_maybe(message);
    reachable(button, enabled)
}
