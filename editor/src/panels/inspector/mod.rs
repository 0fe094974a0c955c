//! The inspector: all fields of the selection.

mod continent;
mod issues;
mod map;
mod territory;

use iced::widget::{Container, column, container, row};
use iced::{Center, Element};
use marchland_maps::Rgb;
use marchland_ui::cut::cut_at;
use marchland_ui::parts::{caption, list, swatch};
use marchland_ui::theme::{self, size, space};

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

/// The head of a territory or continent.
fn head<'a>(colour: Option<Rgb>, name: String, extent: String) -> Container<'a, Message> {
    let name = cut_at(name, size::HEADING, theme::plain_text);
    let words = column![name, caption(extent)].spacing(1);
    let swatch = colour.map(|colour| swatch(colour, 18.0));
    let head = row(swatch).push(words).spacing(space::S);
    container(head.align_y(Center)).clip(true)
}
