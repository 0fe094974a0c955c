//! Games at a table: their rules, computer players, protocol and records.
//!
//! [`play`] is what a table needs to know of a game, whichever it is: a
//! [`RuleSet`](play::RuleSet) opens a [`Game`](play::Game), which speaks the lines of the
//! protocol. [`conquest`] is played on a [`Map`](marchland_maps::Map), [`dots`] on a grid.
//!
//! ```
//! use marchland_engine::dots::Dots;
//! use marchland_engine::play::{Outbox, RuleSet, SeededDice};
//!
//! // 1. A game on a board of two by two boxes, and two computer players.
//! let mut game = Dots.open(Some("2"), 2)?;
//! let mut bots = [1, 2].map(|seed| Dots.bot("chains", seed).expect("this bot is known"));
//!
//! // 2. Whoever is to act sends a line. What happened is in the outbox: lines for everybody.
//! let (mut dice, mut out) = (SeededDice::new(7), Outbox::default());
//! game.begin(&mut dice, &mut out)?;
//! while let Some(player) = game.to_act() {
//!     let line = bots[player.index()].act(&*game, player).expect("it plays this game");
//!     game.act(player, &line, &mut dice, &mut out)?;
//! }
//!
//! // 3. The kept lines make the same game again: for a journal, a record or a client.
//! let mut again = Dots.open(Some("2"), 2)?;
//! for line in out.lines().filter(|line| line.journalled) {
//!     again.follow(line.text)?;
//! }
//! let scores = again.outcome().expect("all boxes are taken").scores;
//! assert_eq!(scores.iter().sum::<u32>(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`replay`] reads and writes records; [`tournament`] and [`conquest::balance`] let bots play
//! many games. Servers, clients and windows are in `marchland-game`.

pub mod conquest;
pub mod dots;
pub mod play;
mod pool;
pub mod protocol;
pub mod replay;
pub mod statistics;
pub mod tournament;
mod words;

pub use words::{count, list};
