//! Exact odds of battles in a row, fast enough to ask thousands a turn.
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
//! That table is made once: 64 by 64 battles with up to 64 survivors each, 1 MiB. A stack
//! that goes through several territories is a row of chances, by the number of units that
//! may attack next. A battle multiplies it by the table, a step moves it down by the unit
//! that stays behind:
//!
//! ```text
//! 8 units against 3, then 2:   [8: 1]  --battle-->  [8: p, 7: q, 6: r ...]
//!                              --one stays-->  [7: p, 6: q, 5: r ...]  --battle--> ...
//! ```
//!
//! What is missing of the sum is the chance that the stack has failed so far. That is exact
//! where the product of the single chances is not: after a costly battle few are left for
//! the next. Beyond 64 units both sides are scaled down alike; there the chance hardly
//! depends on anything but their ratio.

use std::sync::OnceLock;

use marchland_simulator::Battle;

/// Units on a side up to which the law of a battle is kept whole.
const MOST: usize = 64;
const ROW: usize = MOST + 1;
/// Cells of a row of the table of wins: a power of two, so that a row is found by a shift.
const STRIDE: usize = 128;
/// 2^23. Floats from there to 2^24 are whole numbers, and their last 23 bits count them: so a
/// small number that this is added to is rounded to the nearest, and stands in the last bits.
const WHOLE: f32 = 8_388_608.0;

/// For every battle up to 64 units on a side the chance of each number of
/// survivors; larger ones are scaled down.
#[derive(Debug)]
pub(super) struct Law {
    /// `left[(a * ROW + d) * ROW + s]`: the chance that of `a` attackers `s`
    /// are left once `d` defenders are gone. Nothing for `s = 0`: that is
    /// defeat.
    left: Vec<f32>,
    /// `win[a * STRIDE + d]`, the sum of those.
    win: Vec<f32>,
    /// The mean of those, given a win.
    mean: Vec<f32>,
}

/// What becomes of a stack that fights its way through territories.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Campaign {
    /// The chance to take them all.
    pub(super) chance: f32,
    /// Mean number of units in the last one, given that.
    pub(super) standing: f32,
    /// The battle that is likeliest to be lost.
    pub(super) weakest: usize,
}

impl Law {
    /// The law of the classic dice; made at the first call.
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
        let rows = left.chunks_exact(ROW);
        let win: Vec<f64> = rows.clone().map(|row| row.iter().sum()).collect();
        let mean = rows.zip(&win).map(|(row, win)| {
            let sum: f64 = (0..).zip(row).map(|(s, p)| f64::from(s) * p).sum();
            if *win > 0.0 { (sum / win) as f32 } else { 0.0 }
        });
        let mut cells = vec![0.0; ROW * STRIDE];
        for (row, wins) in cells.chunks_exact_mut(STRIDE).zip(win.chunks_exact(ROW)) {
            for (cell, &win) in row.iter_mut().zip(wins) {
                *cell = win as f32;
            }
        }
        Self {
            mean: mean.collect(),
            win: cells,
            left: left.iter().map(|&p| p as f32).collect(),
        }
    }

    /// Both sides scaled down alike until they fit, and by how much the first was.
    #[inline]
    fn scaled(attackers: u32, defenders: u32) -> ([usize; 2], f32) {
        let most = attackers.max(defenders);
        if most as usize <= MOST {
            return ([attackers as usize, defenders as usize], 1.0);
        }
        let scale = MOST as f32 / most as f32;
        let fit = |units: u32| ((units as f32 * scale).round() as usize).clamp(1, MOST);
        let (a, d) = (fit(attackers), fit(defenders));
        ([a, d], attackers as f32 / a as f32)
    }

    /// The chance of `attackers` (without the one that stays) to win.
    #[inline]
    pub(super) fn win(&self, attackers: u32, defenders: u32) -> f32 {
        if attackers == 0 {
            return 0.0;
        }
        let [a, d] = Self::scaled(attackers, defenders).0;
        self.win[a * STRIDE + d]
    }

    /// Where the table has [`win`](Self::win) of several battles. A part of an attacker does not
    /// count; there are not fewer than 0.
    ///
    /// For small stacks without a jump, so that compilers work out all of them at a time.
    #[inline]
    pub(super) fn cells<const N: usize>(attackers: [f32; N], defenders: [u32; N]) -> [u32; N] {
        let mut cells = [0; N];
        let mut large = false;
        for n in 0..N {
            large |= attackers[n] >= MOST as f32;
            large |= defenders[n] > MOST as u32;
            let nearest = (attackers[n] + WHOLE).to_bits() % STRIDE as u32;
            // Perhaps it was rounded up.
            let above = u32::from(nearest as i32 as f32 > attackers[n]);
            cells[n] = (nearest - above) * STRIDE as u32 + defenders[n];
        }
        if large {
            // What the table does not hold was nonsense above.
            for n in 0..N {
                let [a, d] = match attackers[n] as u32 {
                    0 => [0, 0],
                    attackers => Self::scaled(attackers, defenders[n]).0,
                };
                cells[n] = (a * STRIDE + d) as u32;
            }
        }
        cells
    }

    /// The chance at one of the [`cells`](Self::cells).
    #[inline]
    pub(super) fn at(&self, cell: u32) -> f32 {
        self.win[cell as usize]
    }

    /// What [`campaign`](Self::campaign) says of one territory alone, from the table.
    pub(super) fn battle(&self, attackers: u32, defenders: u32) -> Campaign {
        let ([a, d], scale) = Self::scaled(attackers, defenders);
        let lost = attackers == 0;
        Campaign {
            chance: if lost { 0.0 } else { self.win[a * STRIDE + d] },
            standing: if lost {
                0.0
            } else {
                self.mean[a * ROW + d] * scale
            },
            weakest: 0,
        }
    }

    /// A stack fights through territories held by `defenders`, in order,
    /// leaving one unit in each but the last. Every battle is fought to its
    /// end; exact while no side has more than 64 units. Once the chance is less than
    /// `least`, the rest of the way is not looked at.
    pub(super) fn campaign(
        &self,
        attackers: u32,
        defenders: impl IntoIterator<Item = u32, IntoIter: Clone>,
        least: f32,
    ) -> Campaign {
        let defenders = defenders.into_iter();
        // No battle is won more surely than by all who would be there without losses.
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
        // Those who may attack next: a lump while there are too many for the
        // table, then chances[units], up to the most that there may be.
        let mut lump = attackers;
        let mut chances = [0.0f32; ROW];
        let mut most = 0;
        let mut worst = 0.0;
        for (leg, units) in defenders.enumerate() {
            // One stays.
            let stays = usize::from(leg > 0);
            lump = lump.saturating_sub(stays as u32);
            let before = campaign.chance;
            if lump as usize > MOST || units as usize > MOST {
                if lump == 0 {
                    lump = campaign.standing.round() as u32;
                    most = 0;
                }
                let ([a, d], scale) = Self::scaled(lump, units);
                campaign.chance *= self.win(lump, units);
                campaign.standing = self.mean[a * ROW + d] * scale;
                lump = campaign.standing.round() as u32;
            } else {
                let mut next = [0.0f32; ROW];
                let mut fight = |a: usize, chance: f32| {
                    if chance > 1e-6 {
                        let row = (a * ROW + units as usize) * ROW;
                        let row = &self.left[row..=row + a];
                        for (next, &left) in next.iter_mut().zip(row) {
                            *next += chance * left;
                        }
                    }
                };
                if lump > 0 {
                    most = lump as usize;
                    lump = 0;
                    fight(most, campaign.chance);
                } else {
                    for a in 1..=most.saturating_sub(stays) {
                        fight(a, chances[a + stays]);
                    }
                    most = most.saturating_sub(stays);
                }
                chances = next;
                let (mut sum, mut mean) = (0.0, 0.0);
                for (s, &chance) in chances.iter().enumerate().take(most + 1) {
                    sum += chance;
                    mean += s as f32 * chance;
                }
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
            // A little less: what is rounded may grow again.
            if campaign.chance < 0.999 * least {
                return campaign;
            }
        }
        campaign
    }
}

#[cfg(test)]
mod tests;
