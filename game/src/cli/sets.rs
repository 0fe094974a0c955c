//! What sets of cards are worth, as named on the command line.

use marchland_game::conquest::rules::SetVariant;

/// How the value of a set of cards develops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Sets {
    /// More with each set that anybody trades: 4, 6, 8, 10, 15, 20 ... 60
    Growing,
    /// 3, 5 or 7 for three alike, 9 for one of each
    Constant,
}

impl From<Sets> for SetVariant {
    fn from(sets: Sets) -> Self {
        match sets {
            Sets::Growing => Self::Growing,
            Sets::Constant => Self::Constant,
        }
    }
}

/// The variant that `--sets` names, otherwise the default.
pub(super) fn variant(sets: Option<Sets>) -> SetVariant {
    sets.map_or_else(SetVariant::default, SetVariant::from)
}
