//! The toolbar at the left.

use iced::widget::{button, column, container, tooltip};
use iced::{Element, Fill};
use lucide_icons::Icon;
use marchland_ui::focus::pressable;
use marchland_ui::parts::{across, icon, tip};
use marchland_ui::theme::{self, space};

use crate::commands::Command;
use crate::tools::ToolKind;
use crate::workspace::{Message, Workspace};

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let tool = |kind| {
        let command = Command::Tool(kind);
        let face = container(icon(symbol(kind)).size(18.0)).center(34);
        let button = button(face)
            .padding(0)
            .style(theme::chosen(workspace.tool().kind() == kind));
        let button = pressable(button, Some(Message::Do(command)));
        tip(
            button,
            command.words(),
            command.key(),
            tooltip::Position::Right,
        )
    };
    // Tools for the data first, then tools for the mask.
    let (draw, say): (Vec<_>, Vec<_>) = ToolKind::ALL.into_iter().partition(|kind| kind.draws());
    let tools = column(say.into_iter().map(tool))
        .push(across())
        .extend(draw.into_iter().map(tool));
    container(tools.width(34).spacing(space::XS))
        .padding(5)
        .height(Fill)
        .into()
}

pub(super) fn symbol(kind: ToolKind) -> Icon {
    match kind {
        ToolKind::Select => Icon::MousePointer2,
        ToolKind::Pivot => Icon::Crosshair,
        ToolKind::Link => Icon::Waypoints,
        ToolKind::Continent => Icon::Paintbrush,
        ToolKind::Odds => Icon::Swords,
        ToolKind::Brush => Icon::Brush,
        ToolKind::Area => Icon::Lasso,
        ToolKind::Cut => Icon::Scissors,
        ToolKind::Border => Icon::LineSquiggle,
        ToolKind::Fill => Icon::PaintBucket,
        ToolKind::Move => Icon::Move,
        ToolKind::Trace => Icon::Layers2,
    }
}
