//! What a client and a server say whatever is played.

use std::fmt;

use super::command::{
    ApplyRule, Chat, Clock, Command, Create, Error, GameOver, Hello, Join, Kick, List, Login,
    LoginAck, Logout, Mute, NoWinner, Ping, PlayerToken, Pong, Ready, RegisteredPlayer, Resign,
    Resume, Scores, Spectate, State, Table, TableEnd, Unmute, Unready,
};
use super::token::{Args, ParseError};

/// Reads a line of which `read` knows the commands by their first words.
pub(crate) fn parse<T>(
    line: &str,
    read: impl FnOnce(&str, &mut Args<'_>) -> Result<Option<T>, ParseError>,
) -> Result<T, ParseError> {
    let mut args = Args::new(line);
    let word = args.word().ok_or(ParseError::Empty)?;
    let parsed = read(word, &mut args)?.ok_or(ParseError::UnknownCommand)?;
    args.end()?;
    Ok(parsed)
}

/// Declares the sum of the commands that go one way, and of other such sums. Each
/// variant is named like what it holds.
macro_rules! direction {
    (
        $(#[$meta:meta])*
        $name:ident: $($command:ident),* $(; and $($sum:ident),+)?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each variant is what it holds")]
        pub enum $name {
            $($command($command),)*
            $($($sum($sum),)+)?
        }

        impl $name {
            /// Reads a line.
            ///
            /// # Errors
            /// Why it is not a command that goes this way.
            pub fn parse(line: &str) -> Result<Self, ParseError> {
                $crate::protocol::message::parse(line, Self::read)
            }

            /// Reads the arguments of a command; nothing if it does not go this way.
            pub(crate) fn read(
                word: &str,
                args: &mut Args<'_>,
            ) -> Result<Option<Self>, ParseError> {
                match word {
                    $(<$command as Command>::NAME => {
                        return Ok(Some(Self::$command(Command::parse(args)?)));
                    })*
                    _ => {}
                }
                $($(if let Some(read) = $sum::read(word, args)? {
                    return Ok(Some(Self::$sum(read)));
                })+)?
                Ok(None)
            }

            /// Appends the line, without its end.
            pub fn write(&self, line: &mut String) {
                match self {
                    $(Self::$command(command) => {
                        line.push_str(<$command as Command>::NAME);
                        command.write(line);
                    })*
                    $($(Self::$sum(sum) => sum.write(line),)+)?
                }
            }

            /// Whether only version 0.3 knows it.
            pub fn is_extension(&self) -> bool {
                match self {
                    $(Self::$command(_) => <$command as Command>::IS_EXTENSION,)*
                    $($(Self::$sum(sum) => sum.is_extension(),)+)?
                }
            }

            /// The first words of its own commands.
            pub const NAMES: &'static [&'static str] = &[$(<$command as Command>::NAME),*];
        }

        $(impl From<$command> for $name {
            fn from(command: $command) -> Self {
                Self::$command(command)
            }
        })*

        $($(impl From<$sum> for $name {
            fn from(sum: $sum) -> Self {
                Self::$sum(sum)
            }
        })+)?

        $crate::protocol::message::displayed!($name);

        #[cfg(test)]
        impl $crate::protocol::samples::Sample for $name {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Strategy, Union};
                Union::new([
                    $(<$command as $crate::protocol::samples::Sample>::sample().prop_map(Self::$command).boxed(),)*
                    $($(<$sum as $crate::protocol::samples::Sample>::sample().prop_map(Self::$sum).boxed(),)+)?
                ])
                .boxed()
            }
        }
    };
}

/// Shows a value as its line, without its end.
macro_rules! displayed {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut line = String::new();
                self.write(&mut line);
                f.write_str(&line)
            }
        }
    };
}

pub(crate) use {direction, displayed};

direction! {
    /// What a client says at any table, and before it has one.
    ClientMessage: Hello, List, Create, Join, Login, Resume, Spectate, ApplyRule, Ready, Chat, Mute,
    Unmute, Kick, Resign, State, Ping, Pong
}

direction! {
    /// What the server says at any table, and before there is one.
    ServerMessage: Hello, Table, TableEnd, LoginAck, PlayerToken, RegisteredPlayer, Logout, ApplyRule,
    Ready, Unready, Clock, Resign, Mute, Unmute, GameOver, NoWinner, Scores, Chat, Error, Ping,
    Pong
}
