//! `ORDER <id> ... <id>`

use crate::protocol::command::Command;
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::TurnOrder;

/// The order of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order(pub TurnOrder);

impl Command for Order {
    const NAME: &'static str = "ORDER";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        read(args).map(Self)
    }

    fn write(&self, line: &mut String) {
        write(self.0, line);
    }
}

/// Reads an order of at least one player.
pub(super) fn read(args: &mut Args<'_>) -> Result<TurnOrder, ParseError> {
    let said = args.ahead();
    let mut players = vec![args.take()?];
    while args.end().is_err() && players.len() < crate::conquest::rules::MAX_SEATS {
        players.push(args.take()?);
    }
    let twice = || ParseError::bad(said, "an order: a player stands in it twice");
    TurnOrder::new(&players).ok_or_else(twice)
}

/// Writes an order.
pub(super) fn write(order: TurnOrder, line: &mut String) {
    for player in order.iter() {
        line.push(' ');
        player.write(line);
    }
}

#[cfg(test)]
pub(super) mod sample {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::samples::Sample;
    use crate::play::Player;

    pub(in crate::conquest::command) fn order() -> BoxedStrategy<TurnOrder> {
        let players: Vec<_> = Player::first(7).collect();
        (Just(players).prop_shuffle(), 1..=7usize)
            .prop_filter_map("an order", |(players, len)| TurnOrder::new(&players[..len]))
            .boxed()
    }

    impl Sample for Order {
        fn sample() -> BoxedStrategy<Self> {
            order().prop_map(Self).boxed()
        }
    }
}
