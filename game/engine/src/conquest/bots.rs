//! Computer players.
//!
//! A [`Strategy`] answers questions about a [`View`]; [`decide`] asks them in
//! the right order and makes actions of the answers. A strategy can neither
//! see what its player may not see nor answer with something illegal: what it
//! chooses from is handed out by the view and cannot be made up.

mod bot;
mod driver;
mod expert;
mod kind;
mod novice;
mod odds;
pub mod planner;
mod random;
mod settings;
pub mod standard;
mod stop;
mod strategy;
mod thought;
mod view;

pub use bot::{Bot, BotError};
pub use driver::{Match, Outcome, decide};
pub use expert::Expert;
pub use kind::{StrategyKind, UnknownStrategy};
pub use novice::Novice;
pub use odds::{Odds, odds};
pub use planner::Planner;
pub use random::Random;
pub use settings::{ConfigError, Warning};
pub use standard::Standard;
pub use stop::Stop;
pub use strategy::Strategy;
pub use thought::{NoThought, Thought};
pub use view::{Attack, Free, Own, Transfer, View};
