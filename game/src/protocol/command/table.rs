//! `TABLE <table> <setup> <seated> <players> <started> [<game>]`

use super::Command;
use crate::protocol::token::{Args, ParseError, Token};
use crate::protocol::{Flag, Name, Text};

/// A table, in answer to `LIST`, `CREATE` and `JOIN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// What is played on: a map's id, a board's size.
    pub setup: Text,
    /// Players at the table.
    pub seated: u8,
    /// Players wanted.
    pub players: u8,
    /// Whether the game has begun.
    pub started: Flag,
    /// The game, if it is not [`Table::USUAL`], which stands for itself: clients
    /// know that from when there was no other.
    pub game: Option<Text>,
}

impl Table {
    /// The game that is not named.
    pub const USUAL: &'static str = "conquest";
}

impl Command for Table {
    const NAME: &'static str = "TABLE";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        Ok(Self {
            name: args.take()?,
            setup: args.take()?,
            seated: args.take()?,
            players: args.take()?,
            started: args.take()?,
            game: args.word().and_then(Text::read),
        })
    }

    fn write(&self, line: &mut String) {
        line.push(' ');
        self.name.write(line);
        line.push(' ');
        self.setup.write(line);
        for number in [self.seated, self.players] {
            line.push(' ');
            number.write(line);
        }
        line.push(' ');
        self.started.write(line);
        if let Some(game) = &self.game {
            line.push(' ');
            game.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for Table {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        let words = (Name::sample(), Text::sample(), prop::option::of(Text::sample()));
        (words, u8::sample(), u8::sample(), Flag::sample())
            .prop_map(|((name, setup, game), seated, players, started)| Self {
                name,
                setup,
                seated,
                players,
                started,
                game,
            })
            .boxed()
    }
}
