//! Which table of a server to play at.

use crate::protocol::Name;

/// Which table of a server to play at. Only servers of version 0.3 have several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TableChoice {
    /// The default table.
    #[default]
    Default,
    /// The table of this name.
    Join(Name),
    /// A new table of this name, for the client's game and this many players.
    Create(Name, u8),
}

impl TableChoice {
    /// The name of the table.
    pub fn name(&self) -> Name {
        match self {
            Self::Default => Name::default_table(),
            Self::Join(name) | Self::Create(name, _) => name.clone(),
        }
    }
}
