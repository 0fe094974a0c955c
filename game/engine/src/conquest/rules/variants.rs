//! The rules that players choose before the game.

/// How territories are distributed: rule 0 of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AreaVariant {
    /// Players choose in turn.
    #[default]
    Chosen = 0,
    /// Dealt at random.
    Dealt = 1,
}

/// What a set of cards is worth: rule 1 of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SetVariant {
    /// More with each set that anybody trades: 4, 6, 8, 10, 15, 20 ... 60
    #[default]
    Growing = 0,
    /// Infantry 3, cavalry 5, artillery 7, one of each 9
    Constant = 1,
}

/// The variants of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variants {
    /// How territories are distributed.
    pub areas: AreaVariant,
    /// What a set of cards is worth.
    pub sets: SetVariant,
    /// Whether a game of two has a neutral third force. That needs a map of at least three
    /// territories.
    pub neutral: bool,
}

impl Default for Variants {
    fn default() -> Self {
        Self {
            areas: AreaVariant::default(),
            sets: SetVariant::default(),
            neutral: true,
        }
    }
}
