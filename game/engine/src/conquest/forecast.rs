//! The odds of a battle.

use std::sync::OnceLock;

use marchland_simulator::{Battle, Stop};

use super::bots;

/// The most units on a side for exact odds, which take up to a millisecond.
const MOST: u32 = 500;

/// The expected outcome of a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Units that may attack.
    pub attackers: u32,
    /// Units that defend.
    pub defenders: u32,
    /// The chance that the target falls.
    pub win: f64,
    /// The chance that units are left on both sides.
    pub open: f64,
    /// The mean losses of attacker and defender; `None` where the exact odds would take too
    /// long.
    pub losses: Option<(f64, f64)>,
    /// The mean number of attackers left after a win.
    pub left: f64,
}

impl Forecast {
    /// The forecast of an attack from a territory with `units`, stopped when `stop` of them are
    /// left; 1: never. `None` if no unit can attack.
    pub fn of(units: u32, defenders: u32, stop: u32) -> Option<Self> {
        static BATTLE: OnceLock<Battle> = OnceLock::new();
        let attackers = units.checked_sub(1).filter(|&n| n > 0)?;
        if attackers > MOST || defenders > MOST {
            // Units that are not risked, besides the one that stays behind.
            let spared = stop.saturating_sub(1).min(attackers);
            let odds = bots::odds(attackers - spared, defenders);
            return Some(Self {
                attackers,
                defenders,
                win: odds.win,
                open: if spared > 0 { 1.0 - odds.win } else { 0.0 },
                losses: None,
                left: odds.survivors + f64::from(spared),
            });
        }
        let battle = BATTLE.get_or_init(Battle::classic);
        let stop = match stop {
            0 | 1 => Stop::Decided,
            stop => Stop::Left(stop as usize - 1),
        };
        let odds = battle.odds_until(attackers as usize, defenders as usize, stop);
        Some(Self {
            attackers,
            defenders,
            win: odds.win,
            open: odds.open,
            losses: Some((odds.attackers_lost, odds.defenders_lost)),
            left: odds.survivors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_the_simulator_says() {
        let forecast = Forecast::of(8, 4, 1).unwrap();
        let odds = Battle::classic().odds(7, 4);
        assert!((forecast.win - odds.win).abs() < 1e-12);
        assert_eq!((forecast.attackers, forecast.defenders), (7, 4));
        assert!(
            Forecast::of(8, 4, 5).unwrap().open > 0.0,
            "it may be broken off"
        );
        assert_eq!(Forecast::of(1, 4, 1), None);
        assert_eq!(Forecast::of(9_999, 9_999, 1).unwrap().losses, None);
        // Few of many units are risked.
        let large = Forecast::of(9_999, 500, 9_990).unwrap();
        assert!(large.win < 0.01 && large.open > 0.99, "{large:?}");
    }
}
