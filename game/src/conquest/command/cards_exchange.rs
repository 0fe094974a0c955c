//! `CARDS-EXCHANGE <player-id> <card> <card> <card>`

use crate::protocol::command::Command;
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::{Player, Set};

/// A set is traded: asked for by the client, told by the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardsExchange {
    /// Who.
    pub player: Player,
    /// Its cards, in any order on the wire.
    pub set: Set,
}

impl Command for CardsExchange {
    const NAME: &'static str = "CARDS-EXCHANGE";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let player = args.take()?;
        let said = args.ahead();
        let cards = [args.take()?, args.take()?, args.take()?];
        let set = Set::new(cards);
        let set = set.map_err(|_| ParseError::bad(said, "a set: three alike or three different"))?;
        Ok(Self { player, set })
    }

    fn write(&self, line: &mut String) {
        line.push(' ');
        self.player.write(line);
        for card in self.set.cards() {
            line.push(' ');
            card.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for CardsExchange {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        let sets: Vec<_> = Set::all().collect();
        (Player::sample(), prop::sample::select(sets))
            .prop_map(|(player, set)| Self { player, set })
            .boxed()
    }
}
