//! `LOGOUT <player-id> <reason>`

use super::Command;
use crate::protocol::token::{Args, ParseError, Token};
use crate::play::Player;

/// A player went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logout {
    /// Who.
    pub player: Player,
    /// Why.
    pub reason: LogoutReason,
}

/// Why a player went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoutReason {
    /// Reason 0: sent away by the server.
    Kicked = 0,
    /// Reason 1: left, or lost the connection.
    Left = 1,
}

impl Command for Logout {
    const NAME: &'static str = "LOGOUT";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let player = args.take()?;
        let reason = match args.take::<u32>()? {
            0 => LogoutReason::Kicked,
            1 => LogoutReason::Left,
            other => return Err(ParseError::bad(other.to_string(), "a reason, 0 or 1")),
        };
        Ok(Self { player, reason })
    }

    fn write(&self, line: &mut String) {
        line.push(' ');
        self.player.write(line);
        line.push(' ');
        (self.reason as u8).write(line);
    }
}

#[cfg(test)]
impl crate::protocol::token::samples::Sample for Logout {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        let reason = prop_oneof![Just(LogoutReason::Kicked), Just(LogoutReason::Left)];
        (Player::sample(), reason)
            .prop_map(|(player, reason)| Self { player, reason })
            .boxed()
    }
}
