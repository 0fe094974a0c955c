//! `LOGIN-ACK OK <assigned-id>` and `LOGIN-ACK FAILED <error-id>`

use thiserror::Error;

use super::Command;
use crate::protocol::token::{Args, ParseError, Token};
use crate::play::Player;

/// The answer to `LOGIN`, to that client alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginAck(pub Result<Player, LoginError>);

/// Why nobody sits down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LoginError {
    /// Error 1.
    #[error("the server does not take this name")]
    BadName = 1,
    /// Error 2.
    #[error("the name is in use already")]
    NameInUse = 2,
    /// Error 3.
    #[error("the server is full")]
    TooManyPlayers = 3,
}

impl Command for LoginAck {
    const NAME: &'static str = "LOGIN-ACK";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        const KIND: &str = "OK or FAILED";
        match args.word().ok_or(ParseError::Missing(KIND))? {
            "OK" => Ok(Self(Ok(args.take()?))),
            "FAILED" => match args.take::<u32>()? {
                1 => Ok(Self(Err(LoginError::BadName))),
                2 => Ok(Self(Err(LoginError::NameInUse))),
                3 => Ok(Self(Err(LoginError::TooManyPlayers))),
                other => Err(ParseError::bad(other.to_string(), "an error, 1 to 3")),
            },
            other => Err(ParseError::bad(other, KIND)),
        }
    }

    fn write(&self, line: &mut String) {
        match self.0 {
            Ok(player) => {
                line.push_str(" OK ");
                player.write(line);
            }
            Err(error) => {
                line.push_str(" FAILED ");
                (error as u8).write(line);
            }
        }
    }
}

#[cfg(test)]
impl crate::protocol::token::samples::Sample for LoginAck {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        prop_oneof![
            Player::sample().prop_map(Ok),
            Just(Err(LoginError::BadName)),
            Just(Err(LoginError::NameInUse)),
            Just(Err(LoginError::TooManyPlayers)),
        ]
        .prop_map(Self)
        .boxed()
    }
}
