//! One round of dice: the probability of each outcome.
//!
//! With `x` attacking and `y` defending dice, `min(x, y)` pairs are compared
//! and as many units fall. A [`RoundLaw`] gives the probability that the
//! attacker loses 0, 1, ... of them.
//!
//! Throws are counted without listing them, going through the values from the
//! highest down. When `i` attacking and `j` defending dice show more than the
//! current value, `p` attacking and `q` defending dice that show exactly this
//! value fill the ranks `i+1..=i+p` and `j+1..=j+q` of the two sorted throws,
//! in `C(x-i, p) * C(y-j, q)` ways. The side that fills a rank first wins its
//! pair; a rank filled by both at the same value is a tie. All counts are
//! whole numbers in `f64`, exact below 2^53, which covers twenty six-sided
//! dice.

use crate::rules::{DiceRules, Ties};

/// The outcome distribution of one round between fixed numbers of dice.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundLaw {
    /// `ways[k]`: the number of throws, out of `total`, that cost the attacker `k` units.
    ways: Vec<f64>,
    /// `chances[k]`: their probability.
    chances: Vec<f64>,
    total: f64,
}

impl RoundLaw {
    /// The law of `attacking` against `defending` dice (both at least 1) with
    /// `sides` sides.
    ///
    /// ```
    /// use marchland_simulator::{RoundLaw, Ties};
    ///
    /// let law = RoundLaw::of_dice(3, 2, 6, Ties::Defender);
    /// assert_eq!(law.ways(), [2890.0, 2611.0, 2275.0]); // of 6^5 = 7776
    /// ```
    pub fn of_dice(attacking: u8, defending: u8, sides: u8, ties: Ties) -> Self {
        let (x, y) = (usize::from(attacking), usize::from(defending));
        let pairs = x.min(y);
        // counts[i][j][k]: throws of the dice placed so far, i and j of them,
        // in which the attacker has lost k pairs.
        let index = |i: usize, j: usize, k: usize| (i * (y + 1) + j) * (pairs + 1) + k;
        let mut counts = vec![0.0; index(x, y, pairs) + 1];
        counts[0] = 1.0;
        for _ in 0..sides {
            let mut next = vec![0.0; counts.len()];
            for i in 0..=x {
                for j in 0..=y {
                    for k in 0..=pairs {
                        let count = counts[index(i, j, k)];
                        if count == 0.0 {
                            continue;
                        }
                        for p in 0..=x - i {
                            for q in 0..=y - j {
                                let lost = pairs_lost(i, i + p, j, j + q, pairs, ties);
                                let ways = choose(x - i, p) * choose(y - j, q);
                                next[index(i + p, j + q, k + lost)] += count * ways;
                            }
                        }
                    }
                }
            }
            counts = next;
        }
        Self::from_ways((0..=pairs).map(|k| counts[index(x, y, k)]).collect())
    }

    /// The law of a known throw, `shown` in descending order, against `defending`
    /// dice still to be thrown.
    pub(crate) fn against_throw(shown: &[u8], defending: u8, sides: u8, ties: Ties) -> Self {
        let y = usize::from(defending);
        let pairs = shown.len().min(y);
        let index = |j: usize, k: usize| j * (pairs + 1) + k;
        let mut counts = vec![0.0; index(y, pairs) + 1];
        counts[0] = 1.0;
        for value in (1..=sides).rev() {
            let above = shown.iter().filter(|die| **die > value).count();
            let reached = shown.iter().filter(|die| **die >= value).count();
            let mut next = vec![0.0; counts.len()];
            for j in 0..=y {
                for k in 0..=pairs {
                    let count = counts[index(j, k)];
                    if count == 0.0 {
                        continue;
                    }
                    for q in 0..=y - j {
                        let lost = pairs_lost(above, reached, j, j + q, pairs, ties);
                        next[index(j + q, k + lost)] += count * choose(y - j, q);
                    }
                }
            }
            counts = next;
        }
        Self::from_ways((0..=pairs).map(|k| counts[index(y, k)]).collect())
    }

    fn from_ways(ways: Vec<f64>) -> Self {
        let total: f64 = ways.iter().sum();
        let chances = ways.iter().map(|count| count / total).collect();
        Self {
            ways,
            chances,
            total,
        }
    }

    /// Number of pairs compared, which is the number of units that fall.
    pub fn pairs(&self) -> usize {
        self.chances.len() - 1
    }

    /// Probability that the attacker loses 0, 1, ... [`pairs`](Self::pairs) units.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// Number of throws for each outcome, out of [`total`](Self::total).
    pub fn ways(&self) -> &[f64] {
        &self.ways
    }

    /// Number of possible throws of all dice.
    pub fn total(&self) -> f64 {
        self.total
    }
}

/// Number of pairs that the attacker loses at one value, where attacking dice fill
/// the ranks `i..i2` and defending dice the ranks `j..j2`; higher dice have filled
/// all earlier ranks.
fn pairs_lost(i: usize, i2: usize, j: usize, j2: usize, pairs: usize, ties: Ties) -> usize {
    // The attacker loses the ranks that the defender fills first, and tied ranks
    // if ties go to the defender.
    let filled_by_attacker = match ties {
        Ties::Defender => i,
        Ties::Attacker => i2,
    };
    j2.min(pairs).saturating_sub(filled_by_attacker.max(j))
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// The attacker's throw as the defender sees it.
#[derive(Debug, Clone)]
pub(crate) struct SeenThrow {
    /// The dice that can be compared, in descending order.
    pub(crate) shown: Vec<u8>,
    pub(crate) chance: f64,
    /// `laws[y - 1]`: the law against `y` defending dice.
    pub(crate) laws: Vec<RoundLaw>,
}

/// Every throw of `attacking` dice as seen by a defender who may answer with up to
/// `rules.defender_dice` dice, in lexicographic order of the dice shown.
pub(crate) fn seen_throws(attacking: u8, rules: DiceRules) -> Vec<SeenThrow> {
    let compared = usize::from(attacking.min(rules.defender_dice));
    let sides = f64::from(rules.sides);
    let mut throws = Vec::new();
    let mut shown = vec![1; compared];
    loop {
        // The number of ways to throw `attacking` dice of which these are the
        // highest: choose the dice for each value above the lowest one shown.
        let lowest = shown[compared - 1];
        let above = shown.iter().filter(|die| **die > lowest).count();
        let mut ways = 1.0;
        let mut left = usize::from(attacking);
        let mut rank = 0;
        while rank < above {
            let value = shown[rank];
            let same = shown[rank..]
                .iter()
                .take_while(|die| **die == value)
                .count();
            ways *= choose(left, same);
            left -= same;
            rank += same;
        }
        // Of the `left` dice at least `compared - above` show `lowest`; the
        // others show anything below it.
        let at_least = compared - above;
        ways *= (at_least..=left)
            .map(|same| choose(left, same) * f64::from(lowest - 1).powi((left - same) as i32))
            .sum::<f64>();
        let laws = (1..=rules.defender_dice)
            .map(|y| RoundLaw::against_throw(&shown, y, rules.sides, rules.ties))
            .collect();
        throws.push(SeenThrow {
            shown: shown.clone(),
            chance: ways / sides.powi(i32::from(attacking)),
            laws,
        });
        // The next non-increasing tuple: raise the last die that is lower than
        // its predecessor and reset all after it to 1.
        let Some(at) = (0..compared).rev().find(|&at| {
            if at == 0 {
                shown[0] < rules.sides
            } else {
                shown[at] < shown[at - 1]
            }
        }) else {
            return throws;
        };
        shown[at] += 1;
        shown[at + 1..].fill(1);
    }
}

#[cfg(test)]
mod tests;
