//! `CREATE <table> <setup> <players>` and
//! `CREATE <table> <game> <setup> <players>`

use super::Command;
use crate::protocol::token::{Args, Field, ParseError};
use crate::protocol::{Name, Text};

/// The client opens a table and joins it, as after `JOIN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Create {
    /// The name of the table.
    pub table: Name,
    /// The game; the server's default if none is named.
    pub game: Option<Text>,
    /// What to play on: a map's id or a board's size.
    pub setup: Text,
    /// The number of players, 2 to 6.
    pub players: u8,
}

impl Command for Create {
    const NAME: &'static str = "CREATE";
    const IS_EXTENSION: bool = true;

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let table = args.take()?;
        let first: Text = args.take()?;
        let named = args.ahead().contains(' ');
        let (game, setup) = if named {
            (Some(first), args.take()?)
        } else {
            (None, first)
        };
        Ok(Self {
            table,
            game,
            setup,
            players: args.take()?,
        })
    }

    fn write(&self, line: &mut String) {
        self.table.put(line);
        self.game.put(line);
        self.setup.put(line);
        self.players.put(line);
    }
}
