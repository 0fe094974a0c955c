//! Players and the order of their turns.

use std::fmt;

use marchland_maps::MAX_PLAYERS;

/// The number of seats of the largest game: its players and a neutral force.
pub const MAX_SEATS: usize = MAX_PLAYERS as usize + 1;

/// A seat in a game, by its number on the wire. The neutral force has one, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player with this seat number, if the largest game has such a seat.
    pub const fn new(seat: u8) -> Option<Self> {
        if (seat as usize) < MAX_SEATS {
            Some(Self(seat))
        } else {
            None
        }
    }

    /// The first `count` players.
    pub fn first(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count.min(MAX_SEATS) as u8).map(Self)
    }

    /// The seat number, below [`MAX_SEATS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The order of play: each player once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TurnOrder {
    seats: [u8; MAX_SEATS],
    len: u8,
}

impl TurnOrder {
    /// An order of players; `None` if one occurs twice.
    pub fn new(players: &[Player]) -> Option<Self> {
        let mut order = Self::default();
        for &player in players {
            if order.contains(player) {
                return None;
            }
            order.seats[usize::from(order.len)] = player.0;
            order.len += 1;
        }
        Some(order)
    }

    /// The number of players.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether the order has not been drawn yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The players, first to last.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone + use<> {
        let order = *self;
        (0..order.len()).map(move |at| Player(order.seats[at]))
    }

    /// Whether the order contains a player.
    pub fn contains(&self, player: Player) -> bool {
        self.iter().any(|p| p == player)
    }

    /// The players after `player` for one round, `player` itself last.
    pub fn after(&self, player: Player) -> impl Iterator<Item = Player> + use<> {
        let len = self.len();
        let at = self.iter().position(|p| p == player).map_or(0, |at| at + 1);
        self.iter().cycle().skip(at).take(len)
    }
}

impl fmt::Debug for TurnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_round() {
        let players: Vec<_> = Player::first(3).collect();
        let order = TurnOrder::new(&[players[2], players[0], players[1]]).unwrap();
        let after: Vec<_> = order.after(players[0]).map(Player::index).collect();
        assert_eq!(after, [1, 2, 0]);
        assert_eq!(TurnOrder::new(&[players[1], players[1]]), None);
    }
}
