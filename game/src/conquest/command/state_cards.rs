//! `STATE-CARDS [<card> ...]`

use super::{CardsAcquired, Command};
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::Cards;

/// The asker's own cards; more than fit into a line come in several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCards(pub Cards);

impl Command for StateCards {
    const NAME: &'static str = "STATE-CARDS";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let mut cards = Vec::new();
        while args.end().is_err() && cards.len() < CardsAcquired::MOST {
            cards.push(args.take()?);
        }
        Ok(Self(cards.into_iter().collect()))
    }

    fn write(&self, line: &mut String) {
        for card in self.0.iter() {
            line.push(' ');
            card.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for StateCards {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use crate::conquest::rules::Card;
        use proptest::prelude::*;
        prop::collection::vec(Card::sample(), 0..=CardsAcquired::MOST)
            .prop_map(|cards| Self(cards.into_iter().collect()))
            .boxed()
    }
}
