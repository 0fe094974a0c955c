//! How many dice a defender with a choice throws, for all that the attacker may
//! show at once.
//!
//! What the attacker shows has a chance, and each number of dice to answer it
//! with a law. The value of an answer is linear in the values of the states that
//! the round may lead to, so it is worked out for [`LANES`] throws side by side,
//! from the products of both chances.

use crate::round::{RoundLaw, SeenThrow};

/// The attacker's chance to win a battle, and that not to.
///
/// Either is the other taken from 1, but only one of the two can be so small
/// that what a choice adds to it would be lost in the rounding.
pub(crate) type Prospect = [f64; 2];

/// No defender is left; or no attacker.
pub(crate) const DECIDED: [Prospect; 2] = [[1.0, 0.0], [0.0, 1.0]];

/// What the attacker's prospect is worth, in order: the chance to win, or where
/// that is `likely` what lacks of it.
#[inline]
pub(crate) fn worth([win, not]: Prospect, likely: bool) -> f64 {
    if likely { -not } else { win }
}

/// Throws weighed side by side.
const LANES: usize = 8;

/// All that so many attacking dice can show, and the answers to it.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    attacking: usize,
    /// By the number of defending dice, from one.
    answers: Vec<Answer>,
    /// Blocks of throws; the last one is filled up with throws of no chance.
    blocks: usize,
}

/// A way a round can end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    pub(crate) lost: usize,
    pub(crate) killed: usize,
    pub(crate) chance: f64,
}

/// The choice made last, with its outcomes: in the next state it is mostly the
/// same again.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// Dice on both sides.
    of: (usize, usize),
    /// For every throw the answer, 0 for one die.
    best: Vec<[u64; LANES]>,
    outcomes: Vec<Outcome>,
}

/// A number of defending dice.
#[derive(Debug, Clone)]
struct Answer {
    pairs: usize,
    /// `pairs + 1` entries for each block: the chances that the attacker shows
    /// the throws and then loses 0, 1, ... units.
    chances: Vec<[f64; LANES]>,
}

impl Answer {
    fn block(&self, block: usize) -> &[[f64; LANES]] {
        let outcomes = self.pairs + 1;
        &self.chances[block * outcomes..][..outcomes]
    }

    /// The values of the throws of a block, each times its chance.
    #[inline]
    fn values(&self, block: usize, next: &impl Fn(usize, usize) -> f64) -> [f64; LANES] {
        let mut values = [0.0; LANES];
        for (lost, chances) in self.block(block).iter().enumerate() {
            let next = next(lost, self.pairs - lost);
            for lane in 0..LANES {
                values[lane] += chances[lane] * next;
            }
        }
        values
    }
}

impl Choice {
    /// The choice of a defender who sees one of `throws`.
    pub(crate) fn seen<'t>(attacking: usize, throws: &'t [SeenThrow]) -> Self {
        let dice = throws.first().map_or(0, |throw| throw.laws.len());
        let law_of = |answer: usize| {
            let law = move |throw: &'t SeenThrow| (throw.chance, &throw.laws[answer]);
            throws.iter().map(law).collect()
        };
        Self::new(attacking, (0..dice).map(law_of))
    }

    /// The choice of a defender who sees nothing, between `laws` for 1, 2, ...
    /// dice.
    pub(crate) fn blind(attacking: usize, laws: &[RoundLaw]) -> Self {
        Self::new(attacking, laws.iter().map(|law| vec![(1.0, law)]))
    }

    fn new<'l>(attacking: usize, answers: impl Iterator<Item = Vec<(f64, &'l RoundLaw)>>) -> Self {
        let mut blocks = 0;
        let answers = answers
            .map(|throws| {
                let pairs = throws.first().map_or(0, |(_, law)| law.pairs());
                blocks = throws.len().div_ceil(LANES);
                let mut chances = vec![[0.0; LANES]; blocks * (pairs + 1)];
                for (at, (chance, law)) in throws.iter().enumerate() {
                    for (lost, then) in law.chances().iter().enumerate() {
                        chances[at / LANES * (pairs + 1) + lost][at % LANES] = chance * then;
                    }
                }
                Answer { pairs, chances }
            })
            .collect();
        Self {
            attacking,
            answers,
            blocks,
        }
    }

    /// The outcomes of a round that is answered with the best of up to `dice`
    /// dice: those that leave the attacker the least value `next(attackers lost,
    /// defenders lost)`, of equally good numbers the greatest. An outcome may come
    /// more than once.
    #[inline]
    pub(crate) fn outcomes<'r>(
        &self,
        dice: usize,
        next: impl Fn(usize, usize) -> f64,
        recent: &'r mut Recent,
    ) -> &'r [Outcome] {
        let mut changed = recent.of != (self.attacking, dice);
        if changed {
            recent.of = (self.attacking, dice);
            recent.best.clear();
            recent.best.resize(self.blocks, [0; LANES]);
        }
        for (block, recent) in recent.best.iter_mut().enumerate() {
            let mut least = [f64::INFINITY; LANES];
            let mut best = [0; LANES];
            for (answer, at) in self.answers[..dice].iter().zip(0..) {
                let values = answer.values(block, &next);
                for lane in 0..LANES {
                    let better = values[lane] <= least[lane];
                    least[lane] = if better { values[lane] } else { least[lane] };
                    best[lane] = if better { at } else { best[lane] };
                }
            }
            // Compared lane by lane, as they were put together.
            let mut differences = 0;
            for lane in 0..LANES {
                differences |= recent[lane] ^ best[lane];
            }
            *recent = best;
            changed |= differences != 0;
        }
        if changed {
            self.add_up(dice, recent);
        }
        &recent.outcomes
    }

    /// The outcomes of the choice just made.
    fn add_up(&self, dice: usize, recent: &mut Recent) {
        recent.outcomes.clear();
        for (answer, at) in self.answers[..dice].iter().zip(0..) {
            for lost in 0..=answer.pairs {
                let mut sums = [0.0; LANES];
                for (block, best) in recent.best.iter().enumerate() {
                    let chances = &answer.block(block)[lost];
                    for lane in 0..LANES {
                        sums[lane] += if best[lane] == at { chances[lane] } else { 0.0 };
                    }
                }
                recent.outcomes.push(Outcome {
                    lost,
                    killed: answer.pairs - lost,
                    chance: total(sums),
                });
            }
        }
        recent.outcomes.retain(|outcome| outcome.chance > 0.0);
    }
}

/// The sum of the lanes, in halves: one after the other each would wait for the
/// one before.
#[inline]
fn total(lanes: [f64; LANES]) -> f64 {
    let four: [f64; 4] = std::array::from_fn(|i| lanes[i] + lanes[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}
