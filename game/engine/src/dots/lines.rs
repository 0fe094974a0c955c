//! The lines of the game, from players and from the server.

use super::{Side, Size};
use crate::play::{Player, TurnOrder};
use crate::protocol::{Args, Field, ParseError};

/// A player draws a side: `DRAW <player> <x> <y>`, sent by the player and to all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The player.
    pub player: Player,
    /// The side.
    pub side: Side,
}

/// An event of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// `BOARD <columns> <rows> <players>`: the board; sent to a newcomer.
    Board(Size, u8),
    /// `ORDER <player> ...`: the turn order.
    Ordered(TurnOrder),
    /// `START-ROUND <player>`: a turn begins. A player who closes a box keeps the turn.
    TurnBegan(Player),
    /// `DRAW <player> <x> <y>`
    Drawn(Drawn),
    /// `LOGOUT <player> <reason>`
    Left(Player),
    /// `REGISTERED-PLAYER <player> <name>` during a game.
    Returned(Player),
    /// `STATE-BEGIN`: the whole state follows.
    StateBegan,
    /// `STATE-PLAYER <player> <name> <boxes> <status>`: whether the player is present.
    Present(Player, bool),
}

impl Event {
    /// Parses a line; `None` if it is not one of these lines.
    ///
    /// # Errors
    /// If it is one of these lines and invalid.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut args = Args::new(line);
        let args = &mut args;
        let event = match args.word().unwrap_or_default() {
            "BOARD" | "STATE-BOARD" => {
                let said = args.ahead();
                let size = Size::new(args.take()?, args.take()?);
                let size = size.map_err(|_| ParseError::bad(said, "the size of a board"))?;
                Self::Board(size, args.take()?)
            }
            "ORDER" | "STATE-ORDER" => Self::Ordered(args.take()?),
            "START-ROUND" | "STATE-TURN" => Self::TurnBegan(args.take()?),
            "DRAW" => Self::Drawn(Drawn::take(args)?),
            "LOGOUT" => {
                let player = args.take()?;
                args.rest();
                Self::Left(player)
            }
            "REGISTERED-PLAYER" => {
                let player = args.take()?;
                args.rest();
                Self::Returned(player)
            }
            "STATE-BEGIN" => Self::StateBegan,
            "STATE-PLAYER" => {
                let player = args.take()?;
                let present = args.rest().ends_with("active");
                Self::Present(player, present)
            }
            _ => return Ok(None),
        };
        args.end()?;
        Ok(Some(event))
    }
}

impl Drawn {
    pub(super) fn take(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let player = args.take()?;
        let (x, y) = (args.take()?, args.take()?);
        Ok(Self {
            player,
            side: Side { x, y },
        })
    }

    /// Appends the line.
    pub fn write(self, line: &mut String) {
        line.push_str("DRAW");
        self.player.put(line);
        self.side.x.put(line);
        self.side.y.put(line);
    }
}
