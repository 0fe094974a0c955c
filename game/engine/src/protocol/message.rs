//! The messages of clients and servers that are common to all games.

use std::fmt;

use super::command::{
    ApplyRule, Back, Chat, Clock, Command, Create, Error, GameOver, Hello, Join, Kick, Leave, List,
    Login, LoginAck, Logout, Lost, Mute, NoWinner, Ping, PlayerToken, Pong, Ready,
    RegisteredPlayer, Resign, Resume, Scores, Spectate, State, Table, TableEnd, Unmute, Unready,
};
use super::token::{Args, ParseError};

/// Parses a line; `read` selects the command by the first word.
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

/// Declares an enum of the commands sent in one direction, optionally including other such
/// enums. Each variant has the name of its content.
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
            /// Parses a line.
            ///
            /// # Errors
            /// If it is not a command of this direction.
            pub fn parse(line: &str) -> Result<Self, ParseError> {
                $crate::protocol::message::parse(line, Self::read)
            }

            /// Parses the arguments of a command; `None` if it is not a command of this
            /// direction.
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

            /// Appends the line, without a newline.
            pub fn write(&self, line: &mut String) {
                match self {
                    $(Self::$command(command) => {
                        line.push_str(<$command as Command>::NAME);
                        command.write(line);
                    })*
                    $($(Self::$sum(sum) => sum.write(line),)+)?
                }
            }

            /// Whether it requires version 0.3.
            pub fn is_extension(&self) -> bool {
                match self {
                    $(Self::$command(_) => <$command as Command>::IS_EXTENSION,)*
                    $($(Self::$sum(sum) => sum.is_extension(),)+)?
                }
            }

            /// The words of its own commands.
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

/// Displays a value as its line, without a newline.
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
    /// What a client sends, at any table and before it has joined one.
    ClientMessage: Hello, List, Create, Join, Login, Resume, Spectate, ApplyRule, Ready, Chat, Mute,
    Unmute, Kick, Leave, Resign, State, Ping, Pong
}

direction! {
    /// What the server sends, at any table and before the client has joined one.
    ServerMessage: Hello, Table, TableEnd, LoginAck, PlayerToken, RegisteredPlayer, Logout, Lost,
    Back, ApplyRule, Ready, Unready, Clock, Resign, Mute, Unmute, GameOver, NoWinner, Scores, Chat, Error, Ping,
    Pong
}
