//! What a table, a lobby and a journal need of a game, whichever it is.
//!
//! A [`Game`] speaks the lines of the protocol and knows no sockets and no clock;
//! a [`RuleSet`] makes games from a set-up. Everything else, sitting down, coming
//! back, chat, time, journals, is the server's and the same for all.
//!
//! To add a game, write a module beside `dots` with a [`RuleSet`], a [`Game`] and its
//! [`Bot`]s, and name the rule set where the program lists its games; see
//! `docs/new-game.md`.

mod bot;
mod dice;
mod driver;
mod game;
mod outbox;
mod player;
mod rule_set;
mod text_view;

pub use bot::Bot;
pub use dice::{Dice, SeededDice};
pub use driver::{BotGameError, play_out};
pub use game::{Game, Misfit, Outcome, Refused, Standing};
pub use outbox::{Audience, Line, Outbox};
pub use player::{MAX_SEATS, Player, TurnOrder};
pub use rule_set::{RuleSet, SetupError};
pub use text_view::TextView;
