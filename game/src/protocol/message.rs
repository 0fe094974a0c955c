//! What a client and a server say whatever is played.

use std::fmt;

use super::command::{self, Command};
use super::token::{Args, ParseError};

/// Declares the sum of commands that go one way.
macro_rules! direction {
    ($(#[$meta:meta])* $name:ident: $($variant:ident($type:ident)),+ $(,)?) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each variant is the command of its name")]
        pub enum $name {
            $($variant(command::$type)),+
        }

        impl $name {
            /// Reads a line.
            ///
            /// # Errors
            /// Why it is not a command that goes this way.
            pub fn parse(line: &str) -> Result<Self, ParseError> {
                let mut args = Args::new(line);
                let args = &mut args;
                let parsed = match args.word().ok_or(ParseError::Empty)? {
                    $(<command::$type as Command>::NAME => {
                        Self::$variant(Command::parse(args)?)
                    })+
                    _ => return Err(ParseError::UnknownCommand),
                };
                args.end()?;
                Ok(parsed)
            }

            /// Appends the line, without its end.
            pub fn write(&self, line: &mut String) {
                match self {
                    $(Self::$variant(command) => {
                        line.push_str(<command::$type as Command>::NAME);
                        command.write(line);
                    })+
                }
            }

            /// The names of all its commands.
            pub const NAMES: &'static [&'static str] =
                &[$(<command::$type as Command>::NAME),+];
        }

        $(impl From<command::$type> for $name {
            fn from(command: command::$type) -> Self {
                Self::$variant(command)
            }
        })+

        impl fmt::Display for $name {
            /// The line, without its end.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut line = String::new();
                self.write(&mut line);
                f.write_str(&line)
            }
        }

        #[cfg(test)]
        impl crate::protocol::samples::Sample for $name {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Strategy, Union};
                Union::new([
                    $(<command::$type as crate::protocol::samples::Sample>::sample().prop_map(Self::$variant).boxed()),+
                ])
                .boxed()
            }
        }
    };
}

pub(crate) use direction as declare_direction;

direction! {
    /// What a client says at any table, and before it has one.
    Ask:
    Hello(Hello),
    List(List),
    Create(Create),
    Join(Join),
    Login(Login),
    Resume(Resume),
    Spectate(Spectate),
    ApplyRule(ChooseRule),
    Ready(Ready),
    Chat(Chat),
    Mute(Mute),
    Unmute(Unmute),
    Kick(Kick),
    Resign(Resign),
    State(AskState),
    Ping(Ping),
    Pong(Pong),
}

direction! {
    /// What the server says at any table, and before there is one.
    Answer:
    Hello(Hello),
    Table(Table),
    TableEnd(TableEnd),
    LoginAck(LoginAck),
    Token(PlayerToken),
    RegisteredPlayer(RegisteredPlayer),
    Logout(Logout),
    ApplyRule(ChooseRule),
    Ready(Ready),
    Unready(Unready),
    Clock(Clock),
    Resign(Resign),
    Mute(Mute),
    Unmute(Unmute),
    GameOver(GameOver),
    NoWinner(NoWinner),
    Scores(Scores),
    Chat(Chat),
    Error(Error),
    Ping(Ping),
    Pong(Pong),
}
