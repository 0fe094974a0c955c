//! How a map plays, found by letting bots play it.
//!
//! A [`Trial`] plays deals: each is played as often as there are players, so that every
//! hand is played from every place in the order of play. A [`Watch`] counts what
//! happens in a game, a [`Tally`] sums it up in whole numbers, deal by deal, so that tallies of
//! any number of machines add up to the same bits in any order. A [`Section`] says what
//! that means, and [`flags`] what of it is out of balance.

mod against;
mod layout;
mod report;
mod suggest;
mod tally;
mod trial;
mod watch;

pub use against::{Change, What, against};
pub use layout::{Layout, MARKS};
pub use report::{
    Continent, Counted, Course, Figure, Flag, Kind, Looks, Luck, Mark, Place, Section, Territory,
    Traffic, dealt_whole, flags, formula, section,
};
pub use suggest::{Proposal, Search};
pub use tally::{Score, Tally};
pub use trial::{Progress, Run, Trial, Watched};
pub use watch::{Deal, Watch};
