//! Several battles in a row, through one territory after another.
//!
//! After a won battle all surviving attackers move in, a garrison stays, and
//! the rest attack the next territory. So the distribution of the survivors of one
//! battle is the start of the next.

use crate::{
    battle::Battle,
    choice::{DECIDED, Prospect, Recent},
    defender::Defender,
    odds::{Stop, chance_and_sum, follow},
    rules::DiceRules,
};

/// One territory of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// Its defenders.
    pub defenders: usize,
    /// Chance that the campaign gets this far.
    pub attacked: f64,
    /// Chance that this territory and all before it are taken.
    pub taken: f64,
    /// Mean number of units in it once it is taken, including the garrison; 0 if it
    /// cannot be taken.
    pub standing: f64,
    /// Mean number of its defenders lost, counting 0 if it is never attacked.
    pub defenders_lost: f64,
    /// `held[k]`: chance that the last attacker falls here with exactly `k`
    /// defenders left; `defenders + 1` entries.
    pub held: Vec<f64>,
}

/// The odds of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    /// Attackers at the start.
    pub attackers: usize,
    /// Units that stay in every taken territory but the last.
    pub garrison: usize,
    /// Chance to take every territory.
    pub win: f64,
    /// Mean number of units in the last territory once it is taken.
    pub standing: f64,
    /// Mean number of attackers lost, wherever the campaign ends.
    pub attackers_lost: f64,
    /// `rest[k]`: chance to take every territory with exactly `k` units in the
    /// last; `attackers + 1` entries.
    pub rest: Vec<f64>,
    /// The territories in order.
    pub legs: Vec<Leg>,
}

/// The fewest attackers that reach a given chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// Number of attackers.
    pub attackers: usize,
    /// Their chance to win.
    pub chance: f64,
    /// The chance with one attacker fewer.
    pub chance_with_one_less: f64,
}

impl Battle {
    /// The odds of fighting through territories held by `defenders` units, in
    /// order, leaving `garrison` units in each but the last.
    ///
    /// Every battle is fought to the end. Time grows with `attackers` times the sum
    /// of `defenders`.
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
            // Attackers that do not survive a won battle have fallen.
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
    /// units, in order, with at least this `chance`; `None` if even
    /// [`Battle::most_units`] attackers do not suffice.
    ///
    /// # Panics
    /// If a territory is held by more than [`Battle::most_units`] units.
    pub fn need(&self, defenders: &[usize], garrison: usize, chance: f64) -> Option<Need> {
        for units in defenders {
            self.assert_fits(0, *units);
        }
        let mut stages: Vec<_> = defenders.iter().map(|units| Stage::new(*units)).collect();
        let mut before = 0.0;
        for attackers in 0..=self.most_units() {
            let mut reached = f64::from(u8::from(attackers > 0));
            let mut after: Option<&Stage> = None;
            for stage in stages.iter_mut().rev() {
                // The chance to win the campaign after taking this territory without loss.
                let through = match after {
                    None => reached,
                    Some(after) if attackers > garrison => after.chances[attackers - garrison],
                    Some(_) => 0.0,
                };
                reached = stage.push(self, attackers, through);
                after = Some(stage);
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

/// The battles for one territory of a campaign, in ascending order of attackers.
struct Stage {
    defenders: usize,
    /// The prospect of the battle and the chance to win the whole campaign: a ring
    /// buffer of the last rows by attackers, each of `defenders + 1` states.
    states: Vec<(Prospect, f64)>,
    /// `chances[a]`: the chance that `a` attackers get through from here.
    chances: Vec<f64>,
    recent: Recent,
}

impl Stage {
    fn new(defenders: usize) -> Self {
        Self {
            defenders,
            states: vec![([0.0; 2], 0.0); DiceRules::ROWS * (defenders + 1)],
            chances: Vec::new(),
            recent: Recent::default(),
        }
    }

    /// Adds the battle with the next number of `attackers` and returns the chance to
    /// get through from here. `through` is that chance once the territory is taken
    /// with all of them.
    fn push(&mut self, battle: &Battle, attackers: usize, through: f64) -> f64 {
        let [won, lost] = DECIDED;
        let at = |a: usize, d: usize| a % DiceRules::ROWS * (self.defenders + 1) + d;
        self.states[at(attackers, 0)] = (if attackers > 0 { won } else { lost }, through);
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

#[cfg(test)]
mod tests;
