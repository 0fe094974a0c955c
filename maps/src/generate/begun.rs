//! Marks a generated map as changed by hand.

use super::COMMAND;
use crate::limits::MAX_DESCRIPTION_CHARS;
use crate::{Draft, Edit, MapField};

/// For the first change of a generated map's land: its description, the command that generates it,
/// now tells what it was begun with, and the program is no longer its author. `None` for other
/// maps.
pub fn begun_with(draft: &Draft) -> Option<Edit> {
    let command = draft.description.as_deref();
    let command = command.filter(|text| text.starts_with(COMMAND));
    let description = command.map(|command| {
        let begun = format!("Begun with {command}");
        MapField::Description(Some(begun.chars().take(MAX_DESCRIPTION_CHARS).collect()))
    });
    let is_author = draft.author.as_deref() == Some(COMMAND);
    let author = is_author.then_some(MapField::Author(None));
    let fields = description.into_iter().chain(author);
    let edit = Edit::batch(fields.map(Edit::Map));
    (!edit.is_empty()).then_some(edit)
}
