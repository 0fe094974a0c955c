//! What a table, a lobby and a journal need of a game, whichever it is.
//!
//! A [`Game`] speaks the lines of the protocol and knows no sockets and no clock;
//! a [`RuleSet`] makes games from a set-up. Everything else, sitting down, coming
//! back, chat, time, journals, is the server's and the same for all.
//!
//! To add a game, write a module beside `dots` with a [`RuleSet`] and a [`Game`],
//! and name the rule set where the program starts its server.

mod dice;
mod game;
mod player;
mod told;

pub use dice::{Dice, Loaded, SeededDice};
pub use game::{Game, Misfit, Outcome, Refused, RuleSet, SetupError, Standing};
pub use player::{MAX_SEATS, Player, TurnOrder};
pub use told::{Audience, Line, Told};
