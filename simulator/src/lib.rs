//! Battle odds, sampled and exact.
//!
//! A battle is fought round by round with dice. This crate knows neither maps nor
//! games: it computes how likely an attack is to succeed and what it costs.
//!
//! 1. A [`Battle`] holds the dice rules ([`DiceRules`] lists the variants) and the
//!    outcome distribution of every round. Make one and keep it.
//! 2. Ask it for the [`Odds`] of one battle, for a [`Campaign`] through several
//!    territories, or for the number of attackers that reach a given chance
//!    ([`Battle::need`]).
//! 3. A [`Table`] covers all battles up to a size, either exact ([`Battle::table`]) or
//!    sampled with random numbers ([`sample`]). Strategies load it from a file.
//!
//! ```
//! use marchland_simulator::{Battle, Format, Stop, Table};
//!
//! let battle = Battle::classic();
//!
//! // Ten against seven; the attacker breaks off with three units left.
//! let odds = battle.odds_until(10, 7, Stop::Left(3));
//! assert!(odds.win > 0.6 && odds.open > 0.0);
//!
//! // A table, written to a file and read back.
//! let table = battle.table(30);
//! let mut file = Vec::new();
//! table.write(&mut file, Format::Csv)?;
//! let read = Table::read_from(file.as_slice())?;
//! assert_eq!(read.get(10, 7).unwrap().win, battle.odds(10, 7).win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`plot`] draws tables and answers. `docs/odds.md` explains the mathematics and lists its sources.

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
