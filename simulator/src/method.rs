//! Where the numbers of a table come from.

/// Where the numbers of a table come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The Markov chain.
    Exact,
    /// Battles fought with random numbers.
    Sampled {
        /// Battles per cell.
        iterations: u64,
        /// The seed of the random numbers.
        seed: u64,
        /// How they were fought.
        sampling: Sampling,
    },
    /// The file does not say.
    Unknown,
}

/// How the battles of a sampled table are fought.
///
/// The numbers are part of the seeds of the random streams: a method that is removed
/// leaves its number unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sampling {
    /// Every die of every round is rolled, sorted and compared: the reference.
    Dice = 0,
    /// All battles of a cell advance together, split by binomial draws.
    #[default]
    Split = 2,
}

impl Sampling {
    /// Every method, the reference first.
    pub const ALL: [Self; 2] = [Self::Dice, Self::Split];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Split => "split",
        }
    }
}
