//! Initial units of the players.

use std::collections::BTreeMap;

/// The fewest players of a game.
pub const MIN_PLAYERS: u8 = 2;
/// The most players of a game: the number the initial units are given for.
pub const MAX_PLAYERS: u8 = 6;

/// The board that the classic numbers of initial units belong to.
const CLASSIC_TERRITORIES: u32 = 42;

/// A map's own initial units, by number of players.
///
/// Player counts that are not listed get the classic number, scaled to the size of the map
/// ([`Setup::initial_units`]).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// Players (2 to 6) to units of each player.
    pub units: BTreeMap<u8, u32>,
}

impl Setup {
    /// Units that each of `players` starts with on a map of `territories`.
    ///
    /// The map's own number if stated. Otherwise that of the classic board (2 players 40, 3: 35, 4:
    /// 30, 5: 25, 6: 20), scaled by `territories`/42 and rounded to nearest. Never fewer than the
    /// territories that one of them may be dealt; with two players, a neutral third takes its
    /// share.
    pub fn initial_units(&self, players: u8, territories: usize) -> u32 {
        self.initial_units_among(players, Self::hands(players), territories)
    }

    /// Number of hands that the territories are dealt to, at least one: two players deal a third
    /// to a neutral force.
    pub const fn hands(players: u8) -> u8 {
        match players {
            0 => 1,
            2 => 3,
            _ => players,
        }
    }

    /// The same when the territories are dealt to `hands`: players and neutral forces.
    pub fn initial_units_among(&self, players: u8, hands: u8, territories: usize) -> u32 {
        let territories = territories as u32;
        let dealt = territories.div_ceil(hands.max(1).into());
        let stated = self.units.get(&players).copied();
        let units = stated.unwrap_or_else(|| {
            let classic = match players {
                0..=2 => 40,
                3 => 35,
                4 => 30,
                5 => 25,
                _ => 20,
            };
            (classic * territories + CLASSIC_TERRITORIES / 2) / CLASSIC_TERRITORIES
        });
        units.max(dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classic_table() {
        let units: Vec<_> = (MIN_PLAYERS..=MAX_PLAYERS)
            .map(|p| Setup::default().initial_units(p, 42))
            .collect();
        assert_eq!(units, [40, 35, 30, 25, 20]);
    }

    #[test]
    fn scaled_and_stated() {
        let mut setup = Setup::default();
        assert_eq!(setup.initial_units(3, 84), 70);
        assert_eq!(setup.initial_units(6, 14), 7);
        setup.units.insert(3, 12);
        assert_eq!(setup.initial_units(3, 30), 12);
        // Twelve units cannot hold twenty-eight territories.
        assert_eq!(setup.initial_units(3, 84), 28);
        setup.units.insert(2, 12);
        assert_eq!(setup.initial_units(2, 84), 28);
        // Without a neutral third, each is dealt half.
        assert_eq!(setup.initial_units_among(2, 2, 84), 42);
    }
}
