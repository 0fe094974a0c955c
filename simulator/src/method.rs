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
        /// Seed of the random numbers.
        seed: u64,
        /// How the battles were fought.
        sampling: Sampling,
    },
    /// The file does not say.
    Unknown,
}

/// How the battles of a sampled table are fought.
///
/// The discriminants are part of the seeds of the random streams, so the number of a
/// removed method stays unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Sampling {
    /// Roll, sort and compare every die; slow, used as the reference.
    Dice = 0,
    /// Draw all battles of a cell at once with binomial draws; distributed like
    /// independent battles, at a cost that hardly depends on their number.
    #[default]
    Split = 2,
}

impl Sampling {
    /// Every method, the reference first.
    pub const ALL: [Self; 2] = [Self::Dice, Self::Split];
}
