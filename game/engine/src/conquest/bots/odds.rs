//! Odds of battles, from the simulator's tables.

use std::sync::OnceLock;

use marchland_simulator::{Battle, Table};

/// Units on a side up to which odds are exact; larger battles are scaled down.
const UNITS: usize = 100;

/// The odds of a battle fought to its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odds {
    /// The attacker's chance to win.
    pub win: f64,
    /// The mean number of attackers left after a win.
    pub survivors: f64,
}

/// The odds of `attackers` against `defenders`, exact up to 100 on a side. The unit that stays behind
/// is not one of the attackers. The table is computed at the first call.
pub fn odds(attackers: u32, defenders: u32) -> Odds {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| Battle::classic().table(UNITS));
    let cell = table.estimate(attackers as usize, defenders as usize);
    Odds {
        win: cell.win,
        survivors: cell.survivors,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_odds() {
        assert!((odds(1, 1).win - 15.0 / 36.0).abs() < 1e-12);
        assert!((odds(20, 20).win - 0.633_432_241_712).abs() < 1e-9);
        // Larger battles are scaled down.
        let exact = Battle::classic().odds(400, 300).win;
        assert!((odds(400, 300).win - exact).abs() < 0.02);
    }
}
