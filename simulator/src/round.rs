//! One round of dice: how likely each outcome is.
//!
//! With `x` attacking and `y` defending dice, `min(x, y)` pairs are compared
//! and as many units fall. A [`RoundLaw`] says how likely it is that the
//! attacker loses 0, 1, ... of them.
//!
//! The laws are counted, not listed throw by throw. The values are visited
//! from the highest down; once `i` attacking and `j` defending dice show more
//! than the value at hand, `p` more attacking and `q` more defending dice
//! showing just that value fill the ranks `i+1..=i+p` and `j+1..=j+q` of the
//! two sorted throws, in `C(x-i, p) * C(y-j, q)` ways. Whoever fills a rank
//! first wins its pair, and a rank filled by both at once is a tie. All counts
//! are whole numbers in `f64`, exact below 2^53: for six-sided dice up to
//! twenty dice in all.

use crate::rules::{DiceRules, Ties};

/// The outcome of one round between a fixed number of dice on each side.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundLaw {
    /// `ways[k]`: throws, out of `total`, in which the attacker loses `k` units.
    ways: Vec<f64>,
    /// Probability of each outcome, the same indices.
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

    /// The law of a throw already on the table, `shown` sorted from the highest
    /// die down, against `defending` dice still in the cup.
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

    /// Pairs compared, which is the number of units that fall.
    pub fn pairs(&self) -> usize {
        self.chances.len() - 1
    }

    /// Probability that the attacker loses 0, 1, ... [`pairs`](Self::pairs) units.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// Throws, out of [`total`](Self::total), for each outcome: whole numbers.
    pub fn ways(&self) -> &[f64] {
        &self.ways
    }

    /// All throws of the dice.
    pub fn total(&self) -> f64 {
        self.total
    }
}

/// Pairs that the attacker loses among those decided at one value: attacking
/// dice fill the ranks from `i` to before `i2`, defending ones `j` to before
/// `j2`, all earlier ranks having been filled by higher dice.
fn pairs_lost(i: usize, i2: usize, j: usize, j2: usize, pairs: usize, ties: Ties) -> usize {
    // A pair is decided at the value where its rank is first filled. The
    // attacker loses the ranks that the defender fills first, and the tied
    // ones where ties are the defender's.
    let attackers_then = match ties {
        Ties::Defender => i,
        Ties::Attacker => i2,
    };
    j2.min(pairs).saturating_sub(attackers_then.max(j))
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// A throw of the attacker's dice as the defender sees it.
#[derive(Debug, Clone)]
pub(crate) struct SeenThrow {
    /// The highest dice, sorted down; as many as can be compared.
    pub(crate) shown: Vec<u8>,
    pub(crate) chance: f64,
    /// `laws[y - 1]`: the law against `y` defending dice.
    pub(crate) laws: Vec<RoundLaw>,
}

/// All that `attacking` dice can show to a defender who may answer with up to
/// `rules.defender_dice`, in lexicographic order of the dice shown.
pub(crate) fn seen_throws(attacking: u8, rules: DiceRules) -> Vec<SeenThrow> {
    let compared = usize::from(attacking.min(rules.defender_dice));
    let sides = f64::from(rules.sides);
    let mut throws = Vec::new();
    let mut shown = vec![1; compared];
    loop {
        // Ways to throw `attacking` dice whose highest are these: the dice
        // that show the lowest of the compared values or less need care, so
        // count by how many of all dice show each value.
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
        // Of the `left` dice at least `compared - above` show `lowest`, the
        // others anything below it.
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
        // the one before it, and drop all after it to 1.
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
