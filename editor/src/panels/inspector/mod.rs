//! The inspector: all fields of the selection.

mod continent;
mod issues;
mod map;
mod territory;

use iced::Element;
use iced::widget::{column, container};
use marchland_ui::parts::list;
use marchland_ui::theme::space;

use crate::workspace::{Message, Workspace};

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    let selection = workspace.document.selection();
    let one = selection.territory().and_then(|key| draft.territory(key));
    let continent = selection.continent().and_then(|key| draft.continent(key));
    let content = match (one, continent) {
        (Some(of), _) => territory::one(workspace, of),
        (_, Some(of)) => continent::view(workspace, of),
        _ if !selection.territories().is_empty() => territory::many(workspace),
        _ => map::view(workspace),
    };
    list(container(column![content]).padding(space::M), "inspector").into()
}
