//! What is selected, with all its fields.

mod continent;
mod issues;
mod map;
mod territory;

use iced::Element;
use iced::widget::{column, container};
use marchland_ui::parts::list;
use marchland_ui::theme::space;

use crate::bench::{Bench, Message};

pub(super) fn view(bench: &Bench) -> Element<'_, Message> {
    let draft = bench.document.draft();
    let selection = bench.document.selection();
    let one = selection.territory().and_then(|key| draft.territory(key));
    let continent = selection.continent().and_then(|key| draft.continent(key));
    let content = match (one, continent) {
        (Some(of), _) => territory::one(bench, of),
        (_, Some(of)) => continent::view(bench, of),
        _ if !selection.territories().is_empty() => territory::many(bench),
        _ => map::view(bench),
    };
    list(container(column![content]).padding(space::M), "inspector").into()
}
