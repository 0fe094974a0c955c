//! Another try to reach the table of a server that was not reached or was lost.

use super::link::Failure;
use super::texts;
use crate::protocol::Name;

/// Id of the field for another name.
pub(super) const NAME: &str = "name there";

/// Whether and under which name a table can be tried again.
#[derive(Debug, Default)]
pub(super) struct Retry {
    /// The name as typed; `None` if the table cannot be tried again.
    name: Option<String>,
}

impl Retry {
    /// A table that can be tried again, first under the name before.
    #[cfg(feature = "net")]
    pub(super) fn under(name: &Name) -> Self {
        let name = Some(name.to_string());
        Self { name }
    }

    #[cfg(feature = "net")]
    pub(super) fn is_possible(&self) -> bool {
        self.name.is_some()
    }

    /// Takes the name as it is typed.
    pub(super) fn change(&mut self, name: String) {
        self.name = Some(name);
    }

    /// The name under which the table can be tried again after an ending.
    pub(super) fn name<T>(&self, ending: Option<&Result<T, Failure>>) -> Option<Name> {
        let name = self.name.as_ref().filter(|name| *name != texts::YOU)?;
        ending.filter(|ending| ending.is_err())?;
        name.parse().ok()
    }

    /// The name in a field, if the one before is in use at the table.
    pub(super) fn other_name<T>(&self, ending: Option<&Result<T, Failure>>) -> Option<&str> {
        let failure = ending?.as_ref().err()?;
        self.name.as_deref().filter(|_| failure.name_in_use)
    }
}
