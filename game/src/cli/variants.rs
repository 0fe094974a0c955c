//! The variants of the rules of conquest, as chosen on the command line.

use marchland_game::conquest::rules::{AreaVariant, SetVariant, Variants};

/// The rules that all commands with games of conquest have.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Play games of two without a neutral third force
    #[arg(long)]
    no_neutral: bool,
    /// What sets of cards are worth [default: growing]
    #[arg(long, value_name = "VALUE")]
    sets: Option<Sets>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Sets {
    /// More with each set that anybody trades: 4, 6, 8, 10, 15, 20 ... 60
    Growing,
    /// Infantry 3, cavalry 5, artillery 7, one of each 9
    Constant,
}

impl Args {
    /// Whether any of these options was given.
    pub(super) fn is_given(&self) -> bool {
        self.no_neutral || self.sets.is_some()
    }

    /// The rules; `chosen` is whether the players choose their territories.
    pub(super) fn rules(&self, chosen: bool) -> Variants {
        Variants {
            areas: if chosen {
                AreaVariant::Chosen
            } else {
                AreaVariant::Dealt
            },
            sets: match self.sets {
                None | Some(Sets::Growing) => SetVariant::Growing,
                Some(Sets::Constant) => SetVariant::Constant,
            },
            neutral: !self.no_neutral,
        }
    }
}
