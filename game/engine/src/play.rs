//! What a table, a lobby and a journal need to know about a game, whichever it is.
//!
//! A [`Game`] speaks the lines of the protocol and knows neither sockets nor clocks; a
//! [`RuleSet`] creates games from a set-up. The server handles everything else (seats,
//! reconnection, chat, time limits, journals) the same way for every game.
//!
//! To add a game, write a module beside `dots` with a [`RuleSet`], a [`Game`] and its
//! [`Bot`]s, and add the rule set to the program's list of games; see `docs/new-game.md`.

mod bot;
mod dice;
mod driver;
mod game;
mod outbox;
mod player;
mod rule_set;
mod text_view;

pub use bot::{Bot, OPPONENTS};
pub use dice::{Dice, SeededDice};
pub use driver::{BotGameError, play_out};
pub use game::{Game, Misfit, Outcome, Refused, Standing};
pub use outbox::{Audience, Line, Outbox};
pub use player::{MAX_SEATS, Player, TurnOrder};
pub use rule_set::{RuleSet, SetupError};
pub use text_view::TextView;
