//! Several battles in a row: through one territory after another.
//!
//! After a won battle all surviving attackers move in, a garrison stays, and
//! the rest attack the next territory. The distribution of survivors of one
//! battle is the start of the next.

use crate::{
    battle::Battle,
    choice::{DECIDED, Prospect, Recent},
    defender::Defender,
    odds::{Stop, follow},
    rules::DiceRules,
};

/// One territory on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// Units that defend it.
    pub defenders: usize,
    /// Chance that it comes to this battle.
    pub attacked: f64,
    /// Chance that it is taken, and all before it.
    pub taken: f64,
    /// Mean number of units standing in it once it is taken, garrison included;
    /// 0 if it cannot be taken.
    pub standing: f64,
    /// Mean number of its defenders lost; those that are never attacked lose
    /// none.
    pub defenders_lost: f64,
    /// `held[k]`: chance that the last attacker falls here and exactly `k`
    /// defenders are left; `defenders + 1` entries.
    pub held: Vec<f64>,
}

/// The odds of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    /// Units that may attack at the start.
    pub attackers: usize,
    /// Units left behind in every territory taken but the last.
    pub garrison: usize,
    /// Chance to take every territory.
    pub win: f64,
    /// Mean number of units standing in the last territory after success.
    pub standing: f64,
    /// Mean number of attackers lost, wherever the campaign ends.
    pub attackers_lost: f64,
    /// `rest[k]`: chance to take every territory with exactly `k` units
    /// standing in the last; `attackers + 1` entries.
    pub rest: Vec<f64>,
    /// The territories in order.
    pub legs: Vec<Leg>,
}

/// How many attackers a wanted chance takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// The fewest units that may attack.
    pub attackers: usize,
    /// The chance they have.
    pub chance: f64,
    /// The chance with one attacker less.
    pub chance_with_one_less: f64,
}

impl Battle {
    /// The odds of fighting through territories held by `defenders` units, in
    /// order, leaving `garrison` units in each but the last.
    ///
    /// Every battle is fought to the end. Cost: `attackers` times the sum of
    /// `defenders`.
    ///
    /// # Panics
    /// If a side has more than [`Battle::most_units`] units in some battle.
    ///
    /// ```
    /// use marchland_simulator::Battle;
    ///
    /// let battle = Battle::classic();
    /// let campaign = battle.campaign(8, &[2, 1], 1);
    /// assert!(campaign.win < battle.odds(8, 2).win);
    /// ```
    pub fn campaign(&self, attackers: usize, defenders: &[usize], garrison: usize) -> Campaign {
        for units in defenders {
            self.assert_fits(attackers, *units);
        }
        let mut start = vec![0.0; attackers + 1];
        start[attackers] = 1.0;
        let mut rest = start.clone();
        let mut legs = Vec::with_capacity(defenders.len());
        let mut attackers_lost = 0.0;
        for &units in defenders {
            let defender = Defender::new(self, attackers, units, 0);
            let (attacked, attacking) = chance_and_sum(&start);
            let ends = follow(&defender, &start, units, Stop::Decided);
            rest = ends.won;
            rest[0] = 0.0;
            let (taken, won) = chance_and_sum(&rest);
            let (_, defending) = chance_and_sum(&ends.lost);
            legs.push(Leg {
                defenders: units,
                attacked,
                taken,
                standing: if taken > 0.0 { won / taken } else { 0.0 },
                defenders_lost: attacked * units as f64 - defending,
                held: ends.lost,
            });
            // Who attacked and did not survive a won battle has fallen.
            attackers_lost += attacking - won;
            // The garrison stays, the others go on.
            start.fill(0.0);
            if let Some(going_on) = rest.get(garrison + 1..) {
                start[1..=going_on.len()].copy_from_slice(going_on);
            }
        }
        let (win, standing) = chance_and_sum(&rest);
        Campaign {
            attackers,
            garrison,
            win,
            standing: if win > 0.0 { standing / win } else { 0.0 },
            attackers_lost,
            rest,
            legs,
        }
    }

    /// The fewest attackers that get through territories held by `defenders`
    /// units, in order, with at least this `chance`; nothing if even
    /// [`Battle::most_units`] do not suffice.
    ///
    /// # Panics
    /// If a territory is held by more than [`Battle::most_units`] units.
    pub fn need(&self, defenders: &[usize], garrison: usize, chance: f64) -> Option<Need> {
        for units in defenders {
            self.assert_fits(0, *units);
        }
        let mut territories: Vec<_> = defenders.iter().map(|units| Taking::new(*units)).collect();
        let mut before = 0.0;
        for attackers in 0..=self.most_units() {
            let mut reached = f64::from(u8::from(attackers > 0));
            let mut after: Option<&Taking> = None;
            for territory in territories.iter_mut().rev() {
                // What it is worth to stand there with so many units.
                let worth = match after {
                    None => reached,
                    Some(after) if attackers > garrison => after.chances[attackers - garrison],
                    Some(_) => 0.0,
                };
                reached = territory.with_one_more(self, attackers, worth);
                after = Some(territory);
            }
            if reached >= chance {
                return Some(Need {
                    attackers,
                    chance: reached,
                    chance_with_one_less: before,
                });
            }
            before = reached;
        }
        None
    }
}

/// The battles for one territory of a campaign, by rising numbers of attackers.
struct Taking {
    defenders: usize,
    /// The prospect of the battle and the chance to win the whole campaign, for
    /// the latest numbers of attackers in turn, by rows of `defenders + 1` states.
    states: Vec<(Prospect, f64)>,
    /// `chances[a]`: the chance that `a` attackers get through from here.
    chances: Vec<f64>,
    recent: Recent,
}

impl Taking {
    fn new(defenders: usize) -> Self {
        Self {
            defenders,
            states: vec![([0.0; 2], 0.0); DiceRules::ROWS * (defenders + 1)],
            chances: Vec::new(),
            recent: Recent::default(),
        }
    }

    /// The chance with as many attackers as were not yet asked for, where it is
    /// `worth` so much to win with all of them.
    fn with_one_more(&mut self, battle: &Battle, attackers: usize, worth: f64) -> f64 {
        let [won, lost] = DECIDED;
        let at = |a: usize, d: usize| a % DiceRules::ROWS * (self.defenders + 1) + d;
        self.states[at(attackers, 0)] = (if attackers > 0 { won } else { lost }, worth);
        for d in 1..=self.defenders {
            let mut sum = (lost, 0.0);
            if attackers > 0 {
                sum = ([0.0; 2], 0.0);
                let next =
                    |lost: usize, killed: usize| self.states[at(attackers - lost, d - killed)];
                battle.outcomes(
                    attackers,
                    d,
                    |lost, killed| next(lost, killed).0,
                    &mut self.recent,
                    |lost, killed, chance| {
                        let ([win, not], through) = next(lost, killed);
                        sum.0[0] += chance * win;
                        sum.0[1] += chance * not;
                        sum.1 += chance * through;
                    },
                );
            }
            self.states[at(attackers, d)] = sum;
        }
        let (_, through) = self.states[at(attackers, self.defenders)];
        self.chances.push(through);
        through
    }
}

/// The sum of the chances and the sum of each index times its chance.
fn chance_and_sum(chances: &[f64]) -> (f64, f64) {
    let chance: f64 = chances.iter().sum();
    let sum: f64 = chances
        .iter()
        .enumerate()
        .map(|(units, chance)| units as f64 * chance)
        .sum();
    (chance, sum)
}

#[cfg(test)]
mod tests;
