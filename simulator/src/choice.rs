//! The number of dice that a defender with a choice throws, for all of the
//! attacker's throws at once.
//!
//! Each throw of the attacker has a chance, and each number of defending dice has a
//! round law against it. The value of an answer is linear in the values of the
//! states after the round, so products of both chances are prepared once and
//! evaluated for [`LANES`] throws side by side.

use crate::round::{RoundLaw, SeenThrow};

/// The attacker's chance to win a battle, and the chance not to.
///
/// They sum to 1, but the smaller one keeps differences between choices that the
/// larger one would round away.
pub(crate) type Prospect = [f64; 2];

/// The prospect without defenders, and without attackers.
pub(crate) const DECIDED: [Prospect; 2] = [[1.0, 0.0], [0.0, 1.0]];

/// A value that orders the attacker's prospects: the chance to win or, if winning is
/// `likely`, the negative chance not to.
#[inline]
pub(crate) fn worth([win, not]: Prospect, likely: bool) -> f64 {
    if likely { -not } else { win }
}

/// Number of throws evaluated side by side.
const LANES: usize = 8;

/// All throws of a number of attacking dice, and the defender's answers to them.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    attacking: usize,
    /// By the number of defending dice, from one.
    answers: Vec<Answer>,
    /// Number of blocks of throws; the last block is padded with throws of chance 0.
    blocks: usize,
}

/// A way a round can end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    /// Attackers lost.
    pub(crate) lost: usize,
    /// Defenders lost.
    pub(crate) killed: usize,
    pub(crate) chance: f64,
}

/// The last choice and its outcomes, cached because the choice in the next state is
/// usually the same.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// Dice on both sides.
    of: (usize, usize),
    /// The answer to every throw: 0 for one die, 1 for two, ...
    best: Vec<[u64; LANES]>,
    outcomes: Vec<Outcome>,
}

/// The outcomes of defending with a certain number of dice.
#[derive(Debug, Clone)]
struct Answer {
    pairs: usize,
    /// `pairs + 1` entries for each block: the chances of the throws, times those of
    /// losing 0, 1, ... attackers after them.
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

    /// The choice of a defender who sees no dice, between `laws` for 1, 2, ... dice.
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

    /// The outcomes of a round in which the defender throws the best number of dice,
    /// up to `dice`: the one that minimises the attacker's value `next(attackers
    /// lost, defenders lost)`, and the greatest of equally good numbers. An outcome
    /// may occur more than once.
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
            // Lane by lane, so that the comparison is vectorised.
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

    /// Sums the outcomes of the choice in `recent.best`.
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

/// The sum of the lanes, added in halves to shorten the chain of dependent additions.
#[inline]
fn total(lanes: [f64; LANES]) -> f64 {
    let four: [f64; 4] = std::array::from_fn(|i| lanes[i] + lanes[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}
