//! `CARDS-ACQUIRED <player-id> <n> [<card> ...]`

use crate::protocol::command::Command;
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::{Cards, Player};

/// A player gets cards: to that player with the cards, to all others without.
///
/// More than [`CardsAcquired::MOST`] are told in several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardsAcquired {
    /// Who.
    pub player: Player,
    /// All open or all face down.
    pub cards: Cards,
}

impl CardsAcquired {
    /// Cards that fit into one line.
    pub const MOST: usize = 50;
}

impl Command for CardsAcquired {
    const NAME: &'static str = "CARDS-ACQUIRED";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let player = args.take()?;
        let count: u8 = args.take()?;
        let mut open = Vec::new();
        while args.end().is_err() && open.len() < usize::from(count) {
            open.push(args.take()?);
        }
        let cards = match open.len() {
            0 => Cards::hidden(count.into()),
            n if n == usize::from(count) => open.into_iter().collect(),
            _ => return Err(ParseError::Missing("a card, 0 to 3")),
        };
        Ok(Self { player, cards })
    }

    fn write(&self, line: &mut String) {
        line.push(' ');
        self.player.write(line);
        line.push(' ');
        self.cards.len().write(line);
        for card in self.cards.iter() {
            line.push(' ');
            card.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for CardsAcquired {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use crate::conquest::rules::Card;
        use proptest::prelude::*;
        let open = prop::collection::vec(Card::sample(), 0..=Self::MOST);
        let cards = prop_oneof![
            open.prop_map(|cards| cards.into_iter().collect::<Cards>()),
            (0..=255u16).prop_map(Cards::hidden),
        ];
        (Player::sample(), cards)
            .prop_map(|(player, cards)| Self { player, cards })
            .boxed()
    }
}
