//! The commands common to all tables, one row each.

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

    /// Whether it requires version 0.3.
    const IS_EXTENSION: bool;

    /// Parses the arguments.
    ///
    /// # Errors
    /// If an argument is missing or invalid. Arguments left over are not an error here.
    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError>;

    /// Appends the arguments, each preceded by a space.
    fn write(&self, line: &mut String);
}

/// Declares commands, one per row: the version that introduced it, its word, and a type with
/// the arguments in the order of the line.
///
/// Each row generates the type, its parser, its writer and, for tests, a strategy for its
/// values, so they cannot drift apart.
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

// Two commands have a grammar of their own and a file each:
//   0.3 "CREATE" <table> [<game>] <setup> <players>
//   0.2 "CHAT" PUBLIC <player> <message> | PRIVATE <player> <recipient> <message>
commands! {
    /// The first line of a client that knows version 0.3, and the server's reply: the version
    /// (`0.3`) and the name of the client or server.
    0.3 "HELLO" Hello { version: Text, agent: Text }
    /// The client asks for the tables.
    0.3 "LIST" List {}
    /// A table, in reply to `LIST`, `CREATE` and `JOIN`: its name, its set-up (a map's id or
    /// a board's size), the players seated and required, whether the game has begun, and the
    /// game unless it is [`Table::USUAL`].
    0.3 "TABLE" Table { name: Name, setup: Text, seated: u8, players: u8, started: Flag, game: Option<Text> }
    /// The end of the list of tables.
    0.3 "TABLE-END" TableEnd {}
    /// The client chooses a table; `LOGIN`, `RESUME` or `SPECTATE` follows.
    0.3 "JOIN" Join { table: Name }
    /// The client asks for a seat under a name. The name is unchecked: a bad one gets a
    /// `LOGIN-ACK FAILED`, not an `ERROR`.
    0.2 "LOGIN" Login { name: Text }
    /// The reply to `LOGIN`, to that client only: `OK <player>` or `FAILED <error>`.
    0.2 "LOGIN-ACK" LoginAck { seat: Result<Player, LoginError> }
    /// The secret with which the client can take its seat again. Only the server and this
    /// client know it.
    0.3 "TOKEN" PlayerToken { player: Player, secret: Secret }
    /// The client takes its seat again, with the secret of its `TOKEN`.
    0.3 "RESUME" Resume { player: Player, secret: Secret }
    /// The client becomes a spectator.
    0.3 "SPECTATE" Spectate {}
    /// A player has joined the table or has come back.
    0.2 "REGISTERED-PLAYER" RegisteredPlayer { player: Player, name: Name }
    /// A player has left.
    0.2 "LOGOUT" Logout { player: Player, reason: LogoutReason }
    /// A variant of a rule is chosen before the game; each game defines its own rules.
    0.2 "APPLY_RULE" ApplyRule { rule: u32, variant: u32 }
    /// The player is ready to play.
    0.2 "READY" Ready { player: Player }
    /// A rule has changed; the player must send `READY` again.
    0.3 "UNREADY" Unready { player: Player }
    /// The seconds a player has for the turn that begins or continues, and the seconds left
    /// in its time bank.
    0.3 "CLOCK" Clock { player: Player, seconds: u32, bank: u32 }
    /// The player mutes another player's chat.
    0.3 "MUTE" Mute { player: Player, other: Player }
    /// The player unmutes another player's chat.
    0.3 "UNMUTE" Unmute { player: Player, other: Player }
    /// The host, who opened the table, removes another player.
    0.3 "KICK" Kick { player: Player, other: Player }
    /// The player leaves a running game for now. Everybody is told with `LOGOUT`.
    0.3 "LEAVE" Leave { player: Player }
    /// A player has lost the connection during a game, and its turns are skipped in so many
    /// seconds; 0 if they are not, because the game waits.
    0.4 "LOST" Lost { player: Player, seconds: u32 }
    /// A player who lost the connection is back in time.
    0.4 "BACK" Back { player: Player }
    /// The player resigns and does not come back.
    0.3 "RESIGN" Resign { player: Player }
    /// The client asks for the whole state of the game.
    0.3 "STATE" State { player: Player }
    /// The final points of all players, by seat.
    0.3 "SCORES" Scores { points: Vec<u32> }
    /// The end: somebody has won.
    0.3 "GAME-OVER" GameOver { winner: Player }
    /// The end: a draw.
    0.3 "NO-WINNER" NoWinner {}
    /// Why a command was refused: an [`ErrorCode`], or a code of a later version, for
    /// programs; a text of at most [`Error::LONGEST`] bytes of printable ASCII for people.
    0.3 "ERROR" Error { code: u32, text: String }
    /// Asks for a sign of life; the `PONG` repeats the number.
    0.3 "PING" Ping { number: u32 }
    /// The reply to a `PING`, with its number.
    0.3 "PONG" Pong { number: u32 }
}

impl Table {
    /// The game that `TABLE` does not name: when clients learnt the command there was no
    /// other.
    pub const USUAL: &'static str = "conquest";
}

/// Why a player left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoutReason {
    /// Reason 0: removed by the server.
    Kicked = 0,
    /// Reason 1: left, or lost the connection.
    Left = 1,
}

numbered!(LogoutReason, "a reason, 0 or 1": Kicked, Left);

/// The line of a command, without a newline.
pub fn line<C: Command>(command: &C) -> String {
    let mut line = C::NAME.to_owned();
    command.write(&mut line);
    line
}
