//! The lines of the game: what its players say, and what they are told.

use super::{Side, Size};
use crate::play::{Player, TurnOrder};
use crate::protocol::{Args, ParseError, Token};

/// A player draws a side: `DRAW <player> <x> <y>`, said by the player and told to
/// all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// Who draws.
    pub player: Player,
    /// The side that is drawn.
    pub side: Side,
}

/// What happens in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// `BOARD <columns> <rows> <players>`: what is played on; told to a newcomer.
    Board(Size, u8),
    /// `ORDER <player> ...`: the order of the turns.
    Ordered(TurnOrder),
    /// `START-ROUND <player>`: whose turn it is. Who closes a box keeps the turn.
    TurnBegan(Player),
    /// `DRAW <player> <x> <y>`
    Drawn(Drawn),
    /// `LOGOUT <player> <reason>`
    Left(Player),
    /// `REGISTERED-PLAYER <player> <name>` in a game.
    Returned(Player),
    /// `STATE-BEGIN`: the lines that follow tell the whole state.
    StateBegan,
    /// `STATE-PLAYER <player> <name> <boxes> <status>`: whether the player is there.
    Present(Player, bool),
}

impl Event {
    /// What a line tells; nothing if it changes no game.
    ///
    /// # Errors
    /// If it is one of these lines and cannot be understood.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut args = Args::new(line);
        let args = &mut args;
        let event = match args.word().unwrap_or_default() {
            "BOARD" | "STATE-BOARD" => {
                let (columns, rows): (u8, u8) = (args.take()?, args.take()?);
                let size = Size::new(columns, rows).map_err(|_| bad("the size of a board"))?;
                Self::Board(size, args.take()?)
            }
            "ORDER" | "STATE-ORDER" => {
                let mut players = Vec::new();
                while args.end().is_err() {
                    players.push(args.take()?);
                }
                Self::Ordered(TurnOrder::new(&players).ok_or_else(|| bad("an order of play"))?)
            }
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
        line.push_str("DRAW ");
        self.player.write(line);
        for number in [self.side.x, self.side.y] {
            line.push(' ');
            number.write(line);
        }
    }
}

/// Words that are not `what`.
fn bad(what: &'static str) -> ParseError {
    ParseError::Bad {
        words: "that".to_owned(),
        what,
    }
}
