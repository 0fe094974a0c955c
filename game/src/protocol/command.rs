//! The commands of every table, one row each.

mod chat;
mod create;
mod error;
mod login_ack;

use super::token::{Args, Flag, Name, ParseError, Secret, Text, numbered};
use crate::play::Player;

pub use chat::{Chat, To};
pub use create::Create;
pub use error::ErrorCode;
pub use login_ack::LoginError;

/// A command of the protocol.
pub trait Command: Sized {
    /// Its first word.
    const NAME: &'static str;

    /// Whether only version 0.3 knows it.
    const IS_EXTENSION: bool;

    /// Reads the arguments.
    ///
    /// # Errors
    /// If one is missing or cannot be what it should be. What is left over
    /// need not be looked at.
    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError>;

    /// Appends the arguments, a space before each.
    fn write(&self, line: &mut String);
}

/// Declares commands, a row each: the version that brought it, its word, and a
/// type with its arguments in the order in which they stand in the line.
///
/// What a row makes is the type, and from the same row the parser, the writer and,
/// for tests, a strategy for its values; so none can drift from the others.
macro_rules! commands {
    ($(
        $(#[$meta:meta])*
        $version:literal $word:literal $type:ident { $($field:ident: $kind:ty),* }
    )+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $type {
            $(#[doc = concat!("The argument `<", stringify!($field), ">`.")] pub $field: $kind),*
        }

        impl $crate::protocol::command::Command for $type {
            const NAME: &'static str = $word;
            const IS_EXTENSION: bool = $version > 0.2;

            fn parse(
                args: &mut $crate::protocol::Args<'_>,
            ) -> Result<Self, $crate::protocol::ParseError> {
                let _ = &args;
                Ok(Self { $($field: args.take()?),* })
            }

            fn write(&self, line: &mut String) {
                let _ = &line;
                $($crate::protocol::Field::put(&self.$field, line);)*
            }
        }

        #[cfg(test)]
        impl $crate::protocol::samples::Sample for $type {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Just, Strategy};
                let fields = (Just(()), $(<$kind as $crate::protocol::samples::Sample>::sample()),*);
                fields.prop_map(|((), $($field),*)| Self { $($field),* }).boxed()
            }
        }
    )+};
}

pub(crate) use commands;

// Two have a grammar of their own, in files of their own:
//   0.3 "CREATE" <table> [<game>] <setup> <players>
//   0.2 "CHAT" PUBLIC <player> <message> | PRIVATE <player> <recipient> <message>
commands! {
    /// The first line of a peer that knows version 0.3, and its answer: the version
    /// (`0.3`), and which client or server it is.
    0.3 "HELLO" Hello { version: Text, agent: Text }
    /// The client asks for the tables.
    0.3 "LIST" List {}
    /// A table, in answer to `LIST`, `CREATE` and `JOIN`: its name, what is played on
    /// (a map's id, a board's size), how many sit there, how many are wanted, whether
    /// the game has begun, and the game, if it is not [`Table::USUAL`].
    0.3 "TABLE" Table { name: Name, setup: Text, seated: u8, players: u8, started: Flag, game: Option<Text> }
    /// No more tables.
    0.3 "TABLE-END" TableEnd {}
    /// The client chooses a table; `LOGIN`, `RESUME` or `SPECTATE` follows.
    0.3 "JOIN" Join { table: Name }
    /// The client wants to sit down under a name, which is not yet checked: a bad one
    /// is answered, not refused.
    0.2 "LOGIN" Login { name: Text }
    /// The answer to `LOGIN`, to that client alone: `OK <player>` or `FAILED <error>`.
    0.2 "LOGIN-ACK" LoginAck { seat: Result<Player, LoginError> }
    /// What the client proves with later that it is the player. Known to the server
    /// and this client alone.
    0.3 "TOKEN" PlayerToken { player: Player, secret: Secret }
    /// The client takes its seat again, with the secret of its `TOKEN`.
    0.3 "RESUME" Resume { player: Player, secret: Secret }
    /// The client only watches.
    0.3 "SPECTATE" Spectate {}
    /// A player is at the table, or is back.
    0.2 "REGISTERED-PLAYER" RegisteredPlayer { player: Player, name: Name }
    /// A player has gone.
    0.2 "LOGOUT" Logout { player: Player, reason: LogoutReason }
    /// A rule's variant is chosen before the game; which there are, the game says.
    0.2 "APPLY_RULE" ApplyRule { rule: u32, variant: u32 }
    /// The player is ready to play.
    0.2 "READY" Ready { player: Player }
    /// A rule has changed, so that the player has to say `READY` again.
    0.3 "UNREADY" Unready { player: Player }
    /// How many seconds a player has for the turn that begins or goes on, and how many
    /// beyond them; what is used up of those is gone.
    0.3 "CLOCK" Clock { player: Player, seconds: u32, bank: u32 }
    /// The player no longer wants to read what another says.
    0.3 "MUTE" Mute { player: Player, other: Player }
    /// The player wants to read again what another says.
    0.3 "UNMUTE" Unmute { player: Player, other: Player }
    /// Who opened the table sends another player away.
    0.3 "KICK" Kick { player: Player, other: Player }
    /// The player gives the game up and does not come back.
    0.3 "RESIGN" Resign { player: Player }
    /// The client asks for the whole state of the game.
    0.3 "STATE" State { player: Player }
    /// The points of all players, by the number of their seats, at the end.
    0.3 "SCORES" Scores { points: Vec<u32> }
    /// The end: somebody has won.
    0.3 "GAME-OVER" GameOver { winner: Player }
    /// The end: a draw.
    0.3 "NO-WINNER" NoWinner {}
    /// Why a command was refused: an [`ErrorCode`], or one of a later version, for
    /// programs; a text of at most [`Error::LONGEST`] bytes of printable ASCII for people.
    0.3 "ERROR" Error { code: u32, text: String }
    /// Asks for a sign of life. The number comes back in the `PONG`.
    0.3 "PING" Ping { number: u32 }
    /// A sign of life, with the number of the `PING`.
    0.3 "PONG" Pong { number: u32 }
}

impl Table {
    /// The game that is not named: clients know `TABLE` from when there was no other.
    pub const USUAL: &'static str = "conquest";
}

/// Why a player went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoutReason {
    /// Reason 0: sent away by the server.
    Kicked = 0,
    /// Reason 1: left, or lost the connection.
    Left = 1,
}

numbered!(LogoutReason, "a reason, 0 or 1": Kicked, Left);

/// The line of a command, without its end.
pub fn line<C: Command>(command: &C) -> String {
    let mut line = C::NAME.to_owned();
    command.write(&mut line);
    line
}
