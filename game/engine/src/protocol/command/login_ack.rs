//! The reply to `LOGIN`: `OK <player>` or `FAILED <error>`.

use thiserror::Error;

use crate::play::Player;
use crate::protocol::token::{Args, Field, ParseError};

/// Why a login fails; the numbers are those on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LoginError {
    /// The name has other characters than letters, digits, `_` and `-`, or is too long.
    #[error("the server does not accept this name")]
    BadName = 1,
    /// Another player, or the game itself, has this name.
    #[error("the name is in use already")]
    NameInUse = 2,
    /// All seats are taken, or the game has begun.
    #[error("all seats at this table are taken, or its game has begun")]
    TooManyPlayers = 3,
}

/// The seat given, or why the login failed.
impl Field for Result<Player, LoginError> {
    fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        const KIND: &str = "OK or FAILED";
        match args.word().ok_or(ParseError::Missing(KIND))? {
            "OK" => Ok(Ok(args.take()?)),
            "FAILED" => match args.take::<u32>()? {
                1 => Ok(Err(LoginError::BadName)),
                2 => Ok(Err(LoginError::NameInUse)),
                3 => Ok(Err(LoginError::TooManyPlayers)),
                other => Err(ParseError::bad(other.to_string(), "an error, 1 to 3")),
            },
            other => Err(ParseError::bad(other, KIND)),
        }
    }

    fn put(&self, line: &mut String) {
        match self {
            Ok(player) => {
                line.push_str(" OK");
                player.put(line);
            }
            Err(error) => {
                line.push_str(" FAILED");
                (*error as u8).put(line);
            }
        }
    }
}
