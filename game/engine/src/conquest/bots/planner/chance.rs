//! Exact odds of battles in a row, fast enough for thousands of queries a turn.
//!
//! A battle fought to its end is a Markov chain over (attackers, defenders) in which each
//! round takes one or two units away (J. A. Osborne, "Markov Chains for the RISK Board
//! Game Revisited", Mathematics Magazine 76, 2003). So the chance that `s` attackers are
//! left of `a` against `d` follows from smaller battles:
//!
//! ```text
//! left(a, 0)[a] = 1
//! left(a, d)[s] = sum over the outcomes of a round, each with its chance p:
//!                     p * left(a - lost, d - killed)[s]
//! ```
//!
//! The table is computed once: 64 by 64 battles with up to 64 survivors each, 2.3 MiB, half of it unused. A stack
//! that goes through several territories is a row of chances, indexed by the number of units that
//! can attack next. A battle multiplies the row by the table, and a step shifts it down by the
//! unit that stays behind:
//!
//! ```text
//! 8 units against 3, then 2:   [8: 1]  --battle-->  [8: p, 7: q, 6: r ...]
//!                              --one stays-->  [7: p, 6: q, 5: r ...]  --battle--> ...
//! ```
//!
//! One less the sum of the row is the chance that the stack has failed so far. This is exact,
//! while the product of the single chances is not: after a costly battle few units are left for
//! the next. Beyond 64 units both sides are scaled down alike; there the chance depends on
//! little but their ratio.

use std::sync::OnceLock;

use marchland_simulator::Battle;

/// The most units on a side for which the table is exact.
const MOST: usize = 64;
const ROW: usize = MOST + 1;
/// Cells for each number of defenders: a power of two, so that a shift finds the first.
const STRIDE: usize = 128;
const CELLS: usize = ROW * STRIDE;
/// Numbers of survivors that are multiplied at a time.
const TOGETHER: usize = 8;
/// Chances in a cell: `ROW` rounded up, so that no few are left over, which would cost more.
const LINE: usize = ROW.next_multiple_of(TOGETHER);
/// 2^23. Floats from 2^23 to 2^24 are whole numbers, and their last 23 bits count them. So adding
/// this to a small number rounds the number to the nearest whole one and puts it into the last
/// bits.
const WHOLE: f32 = 8_388_608.0;

/// The odds of every battle with up to 64 units on a side, by [`cell`]. Campaigns go through battles
/// of many stacks against the same number of defenders, so these stand side by side.
#[derive(Debug)]
pub(super) struct Law {
    /// `left[cell * LINE + s]` is the chance that `s` attackers are left when all defenders are gone.
    /// It is 0 for `s = 0`, which is defeat.
    left: Vec<f32>,
    /// The sum of these chances.
    win: Vec<f32>,
    /// The mean number of survivors, given a win.
    mean: Vec<f32>,
}

/// Where the tables have a battle.
const fn cell(attackers: usize, defenders: usize) -> usize {
    defenders * STRIDE + attackers
}

/// The odds of a stack that fights its way through territories.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Campaign {
    /// The chance to take them all.
    pub(super) chance: f32,
    /// The mean number of units in the last one, given success.
    pub(super) standing: f32,
    /// The battle that is likeliest to be lost.
    pub(super) weakest: usize,
}

impl Campaign {
    /// The mean number of units in the last territory as a whole number.
    pub(super) fn left(&self) -> u32 {
        // Not `round`, for which many machines have no instruction.
        (self.standing + 0.5) as u32
    }
}

impl Law {
    /// The law of the classic dice, computed at the first call.
    pub(super) fn classic() -> &'static Self {
        static LAW: OnceLock<Law> = OnceLock::new();
        LAW.get_or_init(Self::new)
    }

    fn new() -> Self {
        let battle = Battle::classic();
        let mut left = vec![0.0f64; ROW * ROW * ROW];
        let at = |a: usize, d: usize| (a * ROW + d) * ROW;
        for a in 1..=MOST {
            left[at(a, 0) + a] = 1.0;
            for d in 1..=MOST {
                let round = battle.round(a, d);
                for (lost, &chance) in round.chances().iter().enumerate() {
                    let killed = round.pairs() - lost;
                    let then = at(a - lost, d - killed);
                    for s in 1..=a - lost {
                        left[at(a, d) + s] += chance * left[then + s];
                    }
                }
            }
        }
        let mut law = Self {
            left: vec![0.0; CELLS * LINE],
            win: vec![0.0; CELLS],
            mean: vec![0.0; CELLS],
        };
        for a in 1..=MOST {
            for d in 0..=MOST {
                let row = &left[at(a, d)..][..ROW];
                let win: f64 = row.iter().sum();
                let mean: f64 = (0..).zip(row).map(|(s, p)| f64::from(s) * p).sum();
                let cell = cell(a, d);
                law.win[cell] = win as f32;
                law.mean[cell] = (mean / win) as f32;
                for (chance, &p) in law.left[cell * LINE..].iter_mut().zip(row) {
                    *chance = p as f32;
                }
            }
        }
        law
    }

    /// Both sides scaled down alike to fit the table, and the factor to scale attackers up again.
    #[inline]
    fn scaled(attackers: u32, defenders: u32) -> ([usize; 2], f32) {
        let most = attackers.max(defenders);
        if most as usize <= MOST {
            return ([attackers as usize, defenders as usize], 1.0);
        }
        let scale = MOST as f32 / most as f32;
        let fit = |units: u32| ((units as f32 * scale + 0.5) as usize).clamp(1, MOST);
        let (a, d) = (fit(attackers), fit(defenders));
        ([a, d], attackers as f32 / a as f32)
    }

    /// The chance that `attackers` win; the unit that stays behind is not one of them.
    #[inline]
    pub(super) fn win(&self, attackers: u32, defenders: u32) -> f32 {
        if attackers == 0 {
            return 0.0;
        }
        let [a, d] = Self::scaled(attackers, defenders).0;
        self.win[cell(a, d)]
    }

    /// Where the table has the [`win`](Self::win) of several battles. Numbers of attackers are not
    /// negative, and rounded down.
    ///
    /// Small stacks need no branch, so that compilers vectorise this.
    #[inline]
    pub(super) fn cells<const N: usize>(attackers: [f32; N], defenders: [u32; N]) -> [u32; N] {
        let mut cells = [0; N];
        let mut large = false;
        for n in 0..N {
            large |= attackers[n] >= MOST as f32;
            large |= defenders[n] > MOST as u32;
            let nearest = (attackers[n] + WHOLE).to_bits() % STRIDE as u32;
            // It may have been rounded up.
            let above = u32::from(nearest as i32 as f32 > attackers[n]);
            cells[n] = defenders[n].wrapping_mul(STRIDE as u32) + (nearest - above);
        }
        if large {
            // The indices above are wrong for what the table does not hold.
            for n in 0..N {
                let [a, d] = match attackers[n] as u32 {
                    0 => [0, 0],
                    attackers => Self::scaled(attackers, defenders[n]).0,
                };
                cells[n] = cell(a, d) as u32;
            }
        }
        cells
    }

    /// The chance at one of the [`cells`](Self::cells).
    #[inline]
    pub(super) fn at(&self, cell: u32) -> f32 {
        self.win[cell as usize]
    }

    /// The same as [`campaign`](Self::campaign) against one territory.
    pub(super) fn battle(&self, attackers: u32, defenders: u32) -> Campaign {
        let ([a, d], scale) = Self::scaled(attackers, defenders);
        Campaign {
            chance: self.win(attackers, defenders),
            standing: self.mean[cell(a, d)] * scale,
            weakest: 0,
        }
    }

    /// The odds of a stack that fights through territories held by `defenders`, in order,
    /// leaving one unit in each but the last. Every battle is fought to its end. The odds are exact
    /// while no side has more than 64 units. A chance below `least` is only an upper bound.
    pub(super) fn campaign(
        &self,
        attackers: u32,
        defenders: impl IntoIterator<Item = u32, IntoIter: Clone>,
        least: f32,
    ) -> Campaign {
        let defenders = defenders.into_iter();
        let legs = defenders.clone().count();
        // No battle is likelier to be won than by all who would be there without losses.
        for (leg, units) in (0..).zip(defenders.clone()) {
            let fit = attackers.max(units) as usize <= MOST;
            let chance = self.win(attackers.saturating_sub(leg), units);
            if fit && chance < 0.999 * least {
                return Campaign {
                    chance,
                    standing: 0.0,
                    weakest: leg as usize,
                };
            }
        }
        let mut campaign = Campaign {
            chance: f32::from(attackers > 0),
            standing: attackers as f32,
            weakest: 0,
        };
        // The units that can attack next: a lump while there are too many for the
        // table, then chances[units] with units up to `most`.
        let mut lump = attackers;
        let mut chances = [0.0f32; LINE];
        let mut most = 0;
        let mut worst = 0.0;
        for (leg, units) in defenders.enumerate() {
            let stays = usize::from(leg > 0);
            lump = lump.saturating_sub(stays as u32);
            let before = campaign.chance;
            if lump as usize > MOST || units as usize > MOST {
                if lump == 0 {
                    lump = campaign.left().saturating_sub(stays as u32);
                    most = 0;
                }
                let ([a, d], scale) = Self::scaled(lump, units);
                campaign.chance *= self.win(lump, units);
                campaign.standing = self.mean[cell(a, d)] * scale;
                lump = campaign.left();
            } else {
                let mut fewest = 1;
                if lump > 0 {
                    fewest = lump as usize;
                    most = fewest + stays;
                    chances[most] = campaign.chance;
                    lump = 0;
                }
                most = most.saturating_sub(stays);
                let mut next = [0.0f32; LINE];
                let (mut sum, mut mean) = (0.0, 0.0);
                for a in fewest..=most {
                    let chance = chances[a + stays];
                    if chance <= 1e-6 {
                        continue;
                    }
                    let cell = cell(a, units as usize);
                    let win = chance * self.win[cell];
                    sum += win;
                    mean += win * self.mean[cell];
                    // After the last battle only the mean counts.
                    if leg + 1 < legs {
                        let left = self.left[cell * LINE..][..LINE].as_chunks::<TOGETHER>().0;
                        let next = next.as_chunks_mut::<TOGETHER>().0.iter_mut().zip(left);
                        for (next, left) in next.take(a / TOGETHER + 1) {
                            for (next, left) in next.iter_mut().zip(left) {
                                *next += chance * left;
                            }
                        }
                    }
                }
                chances = next;
                campaign.chance = sum;
                campaign.standing = if sum > 0.0 { mean / sum } else { 0.0 };
            }
            if before - campaign.chance > worst {
                worst = before - campaign.chance;
                campaign.weakest = leg;
            }
            if campaign.chance <= 1e-6 {
                campaign.chance = 0.0;
                return campaign;
            }
            // A little less, for rounding may let it grow again.
            if campaign.chance < 0.999 * least {
                return campaign;
            }
        }
        campaign
    }
}

#[cfg(test)]
mod tests;
