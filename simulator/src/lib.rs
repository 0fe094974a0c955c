//! Battle odds, sampled and exact.
//!
//! A battle is fought round by round with dice. This crate knows no map and no
//! game: it answers how likely an attack is to succeed and what it will cost.
//!
//! 1. A [`Battle`] is the dice rules ([`DiceRules`] names the variants) with the law
//!    of every round worked out. Make one and keep it.
//! 2. Ask it for the [`Odds`] of one battle, for a [`Campaign`] through several
//!    territories, or how many attackers a chance takes ([`Battle::need`]).
//! 3. Take a [`Table`] of all battles up to a size, exact or from battles fought with
//!    random numbers ([`sample`]), and write it to a file that strategies load.
//!
//! ```
//! use marchland_simulator::{Battle, Format, Stop, Table};
//!
//! let battle = Battle::classic();
//!
//! // Ten against seven, broken off when three attackers are left.
//! let odds = battle.odds_until(10, 7, Stop::Left(3));
//! assert!(odds.win > 0.6 && odds.open > 0.0);
//!
//! // The same table as a file and back.
//! let table = battle.table(30);
//! let mut file = Vec::new();
//! table.write(&mut file, Format::Csv)?;
//! let read = Table::read_from(file.as_slice())?;
//! assert_eq!(read.get(10, 7).unwrap().win, battle.odds(10, 7).win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `plot` draws tables and answers, behind the feature of that name. The mathematics
//! and its sources stand in `docs/odds.md`.

#![cfg_attr(
    test,
    expect(clippy::float_cmp, reason = "these values are equal by construction")
)]

mod battle;
mod campaign;
mod choice;
mod defender;
mod exact;
mod method;
mod odds;
#[cfg(feature = "plot")]
pub mod plot;
mod round;
mod rules;
mod sampled;
mod table;

pub use battle::Battle;
pub use campaign::{Campaign, Leg, Need};
pub use exact::Exact;
pub use method::{Method, Sampling};
pub use odds::{Odds, Stop};
pub use round::RoundLaw;
pub use rules::{Defence, DiceRules, Preset, RulesError, Ties};
pub use sampled::{Job, Progress, SampleError, sample};
pub use table::{Cell, DEFAULT_DECIMALS, Errors, Format, ReadTableError, Table};
