//! A complete game that is consistent with a view.

use super::{Cards, Dice, Player, State};

impl State {
    /// Deals the cards that `viewer` does not see anew: those of others and of the deck are
    /// drawn from all cards that are neither in the viewer's hand nor discarded. The actual
    /// cards make no difference.
    #[must_use]
    pub fn guessed(&self, viewer: Player, dice: &mut impl Dice) -> Self {
        let mut guess = self.clone();
        guess.view = false;
        let mut pool = Cards::deck(&self.map);
        for seen in [self.seat(viewer).cards, self.discard] {
            // The own hand has no cards face down, and the discard pile only in views.
            pool.take(seen);
        }
        for player in self.players().filter(|&player| player != viewer) {
            let count = self.seat(player).cards.len();
            let mut hand = Cards::NONE;
            for _ in 0..count.min(pool.len()) {
                if let Some(card) = pool.nth(dice.below(pool.len())) {
                    let card: Cards = std::iter::once(card).collect();
                    pool.take(card);
                    hand.add(card);
                }
            }
            guess.seats[player.index()].cards = hand;
        }
        guess.deck = pool;
        guess
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marchland_maps::{Map, bundled, xml};

    use super::*;
    use crate::conquest::rules::{SeededDice, Variants};

    #[test]
    fn a_guess_knows_what_is_seen_and_nothing_else() {
        let draft = xml::read(bundled::find("world").unwrap().xml).draft;
        let map = Arc::new(Map::try_from(&draft).unwrap());
        let mut state = State::new(Arc::clone(&map), 3, Variants::default());
        let hands = [4, 0, 5];
        let mut dice = SeededDice::new(4);
        let mut draw = |state: &mut State, count| {
            let drawn = (0..count).map(|_| {
                let card = state.deck.nth(dice.below(state.deck.len())).unwrap();
                state.deck.take(std::iter::once(card).collect());
                card
            });
            drawn.collect::<Cards>()
        };
        for (at, count) in hands.into_iter().enumerate() {
            state.seats[at].cards = draw(&mut state, count);
        }
        state.discard = draw(&mut state, 6);
        let viewer = state.players().next().unwrap();
        let guess = |state: &State, seed| state.guessed(viewer, &mut SeededDice::new(seed));
        let mut differ = 0;
        for seed in 0..50 {
            let guessed = guess(&state, seed);
            // Whoever sees the cards of others face down guesses the same.
            assert_eq!(guessed, guess(&state.seen_by(Some(viewer)), seed));
            assert_eq!(guessed.seats[0].cards, state.seats[0].cards);
            assert_eq!(guessed.discard, state.discard);
            let mut all = guessed.deck;
            all.add(guessed.discard);
            for (at, count) in hands.into_iter().enumerate() {
                assert_eq!(guessed.seats[at].cards.len(), count);
                all.add(guessed.seats[at].cards);
            }
            assert_eq!(all, Cards::deck(&map));
            differ += u32::from(guessed.seats[2].cards != state.seats[2].cards);
        }
        assert!(differ > 25, "{differ}");
    }
}
