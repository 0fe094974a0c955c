//! How a map plays, measured in games between bots.
//!
//! A [`Trial`] plays deals: once for each player, so that every hand is played from every place
//! in the order of play. A `Counter` counts what happens in a game. A [`Tally`] sums the counts
//! deal by deal in whole numbers, so that tallies from any number of machines add up to the same
//! bits in any order. A [`Section`] interprets a tally, and [`flags`] lists what is out of
//! balance. [`findings`] orders the flags by cause and consequence, and [`told`] puts them in words.

mod against;
mod counter;
mod findings;
mod layout;
mod report;
mod suggest;
mod tally;
pub mod told;
mod trial;

pub use against::{Change, What, against};
pub use findings::{Finding, Fit, Subject, doubted, findings};
pub use layout::{Layout, MARKS};
pub use report::{
    BEGUN, Continent, Counted, Course, Figure, Flag, Kind, Looks, Luck, Mark, Place, SEAT, Section,
    TERRITORY, Territory, Traffic, beyond_luck, flags, section,
};
pub use suggest::{Proposal, Search, Stage};
pub use tally::Tally;
pub use trial::{Run, Trial, Watched};
