//! Cards, hands and sets.

use marchland_maps as maps;
use thiserror::Error;

use super::SetVariant;

/// The type of a card; its number is that on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Infantry.
    Infantry = 0,
    /// Cavalry.
    Cavalry = 1,
    /// Artillery.
    Artillery = 2,
    /// Stands for any type.
    Wild = 3,
}

impl Card {
    /// All types, by their number.
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::Artillery, Self::Wild];
}

impl From<maps::Card> for Card {
    fn from(card: maps::Card) -> Self {
        match card {
            maps::Card::Infantry => Self::Infantry,
            maps::Card::Cavalry => Self::Cavalry,
            maps::Card::Artillery => Self::Artillery,
        }
    }
}

/// A pile or a hand: the number of cards of each type, and of those face down.
///
/// Cards of a type are indistinguishable, so a pile is no more than its counts; drawing at
/// random is equivalent to shuffling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    open: [u16; 4],
    hidden: u16,
}

impl Cards {
    /// No cards.
    pub const NONE: Self = Self {
        open: [0; 4],
        hidden: 0,
    };

    /// Cards face down.
    pub const fn hidden(count: u16) -> Self {
        Self {
            open: [0; 4],
            hidden: count,
        }
    }

    /// The deck of a map: a card for each territory and two wild ones.
    pub fn deck(map: &maps::Map) -> Self {
        let mut deck = Self::NONE;
        for territory in map.territories() {
            deck.open[Card::from(territory.card) as usize] += 1;
        }
        deck.open[Card::Wild as usize] += 2;
        deck
    }

    /// Number of cards.
    pub fn len(&self) -> u32 {
        self.open.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(self.hidden)
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Number of open cards of a type.
    pub fn count(&self, card: Card) -> u16 {
        self.open[card as usize]
    }

    /// Number of cards face down.
    pub fn face_down(&self) -> u16 {
        self.hidden
    }

    /// The open cards, by type.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        let open = self.open;
        Card::ALL
            .into_iter()
            .flat_map(move |card| std::iter::repeat_n(card, open[card as usize].into()))
    }

    /// The same number of cards, all face down.
    #[must_use]
    pub fn turned_down(&self) -> Self {
        Self::hidden(self.len() as u16)
    }

    /// The open card at index `at`, ordered by type.
    pub(super) fn nth(&self, at: u32) -> Option<Card> {
        let mut left = at;
        for card in Card::ALL {
            let count = u32::from(self.count(card));
            if left < count {
                return Some(card);
            }
            left -= count;
        }
        None
    }

    pub(super) fn add(&mut self, other: Self) {
        for (mine, theirs) in self.open.iter_mut().zip(other.open) {
            *mine = mine.saturating_add(theirs);
        }
        self.hidden = self.hidden.saturating_add(other.hidden);
    }

    /// Removes cards: each from those of its type or, if there are too few, from those face
    /// down; a card face down from any that are left. Returns false and changes nothing if
    /// there are not enough.
    pub(super) fn take(&mut self, other: Self) -> bool {
        let mut left = *self;
        let mut down = u32::from(other.hidden);
        for (mine, theirs) in left.open.iter_mut().zip(other.open) {
            let open = theirs.min(*mine);
            *mine -= open;
            down += u32::from(theirs - open);
        }
        let hidden = down.min(left.hidden.into());
        left.hidden -= hidden as u16;
        down -= hidden;
        // Only requested face-down cards may be paid with open ones.
        if down > other.hidden.into() {
            return false;
        }
        for mine in &mut left.open {
            let paid = down.min((*mine).into());
            *mine -= paid as u16;
            down -= paid;
        }
        if down == 0 {
            *self = left;
        }
        down == 0
    }

    /// Whether the hand holds this set's cards openly.
    pub fn holds(&self, set: Set) -> bool {
        let needed = Self::from(set);
        self.open
            .iter()
            .zip(needed.open)
            .all(|(&mine, n)| mine >= n)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::NONE;
        for card in cards {
            all.open[card as usize] = all.open[card as usize].saturating_add(1);
        }
        all
    }
}

impl From<Set> for Cards {
    fn from(set: Set) -> Self {
        set.cards().into_iter().collect()
    }
}

/// Three cards that can be traded: alike or all different, wild ones standing for any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set([Card; 3]);

/// Why three cards are not a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a set is three cards alike or three different ones")]
pub struct SetError;

impl Set {
    /// A set of three cards, in any order.
    ///
    /// # Errors
    /// If two are alike and the third differs, and none is wild.
    pub fn new(mut cards: [Card; 3]) -> Result<Self, SetError> {
        cards.sort_unstable();
        let [a, b, c] = cards;
        let alike = a == b && b == c;
        let different = a != b && b != c;
        let wild = c == Card::Wild;
        if alike || different || wild {
            Ok(Self(cards))
        } else {
            Err(SetError)
        }
    }

    /// All sets, in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        Card::ALL.into_iter().flat_map(|a| {
            Card::ALL.into_iter().flat_map(move |b| {
                Card::ALL.into_iter().filter_map(move |c| {
                    let sorted = a <= b && b <= c;
                    sorted.then(|| Self::new([a, b, c]).ok()).flatten()
                })
            })
        })
    }

    /// The cards, in ascending order.
    pub const fn cards(self) -> [Card; 3] {
        self.0
    }

    /// The units for the set after `traded` earlier trades.
    pub fn worth(self, variant: SetVariant, traded: u32) -> u32 {
        match variant {
            SetVariant::Growing => match traded {
                0..=3 => 4 + 2 * traded,
                _ => (5 * traded.min(13)) - 5,
            },
            SetVariant::Constant => match self.0 {
                // Two wild cards make the best set with any third card.
                [_, Card::Wild, Card::Wild] => 9,
                [a, b, c] if a == b && (b == c || c == Card::Wild) => 3 + 2 * a as u32,
                _ => 9,
            },
        }
    }
}

#[cfg(test)]
mod tests;
