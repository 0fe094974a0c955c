//! Battle odds, sampled and exact.
//!
//! A battle is fought round by round with dice. This crate knows no map and no
//! game: it answers how likely an attack is to succeed and what it will cost.
//!
//! * [`Battle`] has the dice rules worked out; ask it for the [`Odds`] of one
//!   battle or the [`Table`] of all battles up to a size.
//! * [`Battle::campaign`] goes through several territories, [`Battle::need`] finds
//!   how many attackers a chance takes.
//! * [`sample`] fights the battles of a table with random numbers.
//! * [`DiceRules`] names the dice variants.
//! * `plot` draws them, behind the feature of that name.
//! * [`Table`] reads and writes the files that strategies load.

#![cfg_attr(
    test,
    expect(clippy::float_cmp, reason = "these values are equal by construction")
)]

mod battle;
mod campaign;
mod choice;
mod defender;
mod exact;
mod odds;
#[cfg(feature = "plot")]
pub mod plot;
mod round;
mod rules;
mod sampled;
mod save;
mod table;

pub use battle::Battle;
pub use campaign::{Campaign, Leg, Need};
pub use exact::Exact;
pub use odds::{Odds, Stop};
pub use round::RoundLaw;
pub use rules::{Defence, DiceRules, Preset, RulesError, Ties};
pub use sampled::{Job, Progress, SampleError, Sampling, sample};
pub use save::save;
pub use table::{Cell, DEFAULT_DECIMALS, Errors, Format, Method, ReadTableError, Table};
