//! Battles fought one by one, a random number for every round.
//!
//! The number is compared with the bounds of the round's law. Where at most two
//! pairs are compared, 64 battles go side by side in lanes of 16 bits, written
//! as plain loops over arrays that the compiler turns into vector code; other
//! rules go battle by battle.
//!
//! A bound `p` falls between two of the 65536 values that 16 bits have. A
//! number on that very value is a tie, and a second number with the 53 bits of
//! an `f64` decides it, so the short numbers bring no bias.

use rand::{Rng, rngs::Xoshiro256PlusPlus};

use super::{Tally, binomial::unit, laws::Laws};
use crate::{battle::Battle, rules::Defence};

/// Battles side by side.
const LANES: usize = 64;
/// 64-bit words that give each lane 16 bits.
const WORDS: usize = LANES / 4;

pub(super) enum Rounds<'l> {
    Lanes(Box<Lanes>),
    Scalar(Scalar<'l>),
}

impl<'l> Rounds<'l> {
    pub(super) fn new(battle: &Battle, laws: &'l Laws) -> Self {
        let rules = battle.rules();
        if rules.defence == Defence::All && rules.attacker_dice <= 3 && rules.defender_dice <= 2 {
            Self::Lanes(Box::new(Lanes::new(battle)))
        } else {
            Self::Scalar(Scalar::new(laws))
        }
    }

    pub(super) fn fight(
        &self,
        attackers: usize,
        defenders: usize,
        battles: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Tally {
        match self {
            Self::Lanes(lanes) => lanes.fight(attackers as u16, defenders as u16, battles, rng),
            Self::Scalar(scalar) => scalar.fight(attackers, defenders, battles, rng),
        }
    }
}

/// Where a random number of 16 bits means one more attacker lost.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// Greater numbers lie above the bound, smaller ones below.
    value: u16,
    /// How far above `value` the bound lies, from 0 to 1: decides ties.
    fraction: f64,
}

impl Bound {
    fn new(chance_below: f64) -> Self {
        let scaled = chance_below * 65536.0;
        let value = scaled.floor().min(65535.0);
        Self {
            value: value as u16,
            fraction: scaled - value,
        }
    }
}

/// The law of a round with one or two pairs.
#[derive(Debug, Clone, Copy)]
struct Law {
    /// The first and the second attacker lost.
    bounds: [Bound; 2],
    pairs: u16,
}

/// Battles in lanes.
pub(super) struct Lanes {
    /// By attackers, 1 to 3 and more, then by defenders, 1 to 2 and more.
    laws: [[Law; 2]; 3],
    /// Of these laws the first bound, the second and the pairs.
    picks: [Pick; 3],
    /// Units from which on each side throws all its dice.
    full: (u16, u16),
}

impl Lanes {
    fn new(battle: &Battle) -> Self {
        let law = |a: usize, d: usize| {
            let round = battle.round(a, d);
            let chances = round.chances();
            let first = Bound::new(chances[0]);
            // With one pair a second attacker is never lost.
            let second = if round.pairs() == 2 {
                chances[0] + chances[1]
            } else {
                1.0
            };
            Law {
                bounds: [first, Bound::new(second)],
                pairs: round.pairs() as u16,
            }
        };
        let rules = battle.rules();
        let laws = [
            [law(1, 1), law(1, 2)],
            [law(2, 1), law(2, 2)],
            [law(3, 1), law(3, 2)],
        ];
        Self {
            laws,
            picks: [
                Pick::new(&laws, |law| law.bounds[0].value),
                Pick::new(&laws, |law| law.bounds[1].value),
                Pick::new(&laws, |law| law.pairs),
            ],
            full: (
                u16::from(rules.attacker_dice),
                u16::from(rules.defender_dice),
            ),
        }
    }

    fn fight(
        &self,
        attackers: u16,
        defenders: u16,
        battles: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Tally {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            #[expect(
                unsafe_code,
                reason = "calls the same safe code, compiled for AVX2, which was just found"
            )]
            // SAFETY: the only requirement of the function is AVX2.
            return unsafe { self.fight_avx2(attackers, defenders, battles, rng) };
        }
        self.fight_portably(attackers, defenders, battles, rng)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fight_avx2(
        &self,
        attackers: u16,
        defenders: u16,
        battles: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Tally {
        self.fight_portably(attackers, defenders, battles, rng)
    }

    #[expect(
        clippy::inline_always,
        reason = "compiled once for each set of vector instructions"
    )]
    #[inline(always)]
    fn fight_portably(
        &self,
        attackers: u16,
        defenders: u16,
        battles: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Tally {
        let mut words = Words::new(rng);
        let mut tally = Tally::default();
        let mut left = battles;
        while left > 0 {
            let (a, d) = self.fight_lanes(attackers, defenders, &mut words, rng);
            let counted = left.min(LANES as u64) as usize;
            left -= counted as u64;
            let (mut wins, mut survivors, mut squares) = (0u32, 0u32, 0u64);
            for lane in 0..counted {
                // Lost battles have no attackers left and add nothing.
                let units = u32::from(a[lane]);
                wins += u32::from(d[lane] == 0);
                survivors += units;
                squares += u64::from(units * units);
            }
            tally.merge(Tally {
                wins: u64::from(wins),
                survivors: u64::from(survivors),
                squares: u128::from(squares),
            });
        }
        tally
    }

    /// Fights a battle in every lane to its end: attackers and defenders left.
    #[expect(
        clippy::inline_always,
        reason = "compiled once for each set of vector instructions"
    )]
    #[inline(always)]
    fn fight_lanes(
        &self,
        attackers: u16,
        defenders: u16,
        words: &mut Words,
        rng: &mut Xoshiro256PlusPlus,
    ) -> ([u16; LANES], [u16; LANES]) {
        let mut a = [attackers; LANES];
        let mut d = [defenders; LANES];
        // While both sides have all dice for certain, there is one law.
        let law = self.laws[2][1];
        let surplus = attackers
            .saturating_sub(self.full.0)
            .min(defenders.saturating_sub(self.full.1));
        let all_dice = if attackers >= self.full.0 && defenders >= self.full.1 {
            surplus / law.pairs + 1
        } else {
            0
        };
        let [first, second] = law.bounds;
        for _ in 0..all_dice {
            let draws = words.draw();
            let mut tie = 0;
            for lane in 0..LANES {
                let draw = draws[lane];
                let lost = u16::from(draw > first.value) + u16::from(draw > second.value);
                tie |= u16::from(draw == first.value) | u16::from(draw == second.value);
                a[lane] -= lost;
                d[lane] = d[lane] + lost - law.pairs;
            }
            if tie != 0 {
                for lane in 0..LANES {
                    let more = ties_lost(draws[lane], &law, rng);
                    a[lane] -= more;
                    d[lane] += more;
                }
            }
        }
        let [first, second, pairs_of] = self.picks;
        loop {
            let draws = words.draw();
            let mut lost = [0; LANES];
            let mut pairs = [0; LANES];
            let mut ties = [0; LANES];
            let mut fights = [0; LANES];
            for lane in 0..LANES {
                let draw = draws[lane];
                let (two, three) = (at_least(a[lane], 2), at_least(a[lane], 3));
                let several = at_least(d[lane], 2);
                let first = first.number(two, three, several);
                let second = second.number(two, three, several);
                let fighting = at_least(a[lane], 1) & at_least(d[lane], 1);
                lost[lane] = (u16::from(draw > first) + u16::from(draw > second)) & fighting;
                pairs[lane] = pairs_of.number(two, three, several) & fighting;
                ties[lane] = u16::from(draw == first) | u16::from(draw == second);
                fights[lane] = fighting;
            }
            let tie = ties.iter().fold(0, |any, tie| any | tie);
            let going_on = fights.iter().fold(0, |any, fighting| any | fighting);
            if going_on == 0 {
                return (a, d);
            }
            if tie != 0 {
                for lane in 0..LANES {
                    if a[lane] != 0 && d[lane] != 0 {
                        let law = &self.laws[usize::from(a[lane].min(3) - 1)]
                            [usize::from(d[lane].min(2) - 1)];
                        lost[lane] += ties_lost(draws[lane], law, rng);
                    }
                }
            }
            for lane in 0..LANES {
                a[lane] -= lost[lane];
                d[lane] = d[lane] + lost[lane] - pairs[lane];
            }
        }
    }
}

/// A number that depends on the law, ready to be picked by masks: what differs
/// between the laws, joined by exclusive or. Choosing among the laws instead
/// would keep the compiler from treating lanes together.
#[derive(Clone, Copy)]
struct Pick {
    least: u16,
    several: u16,
    two: u16,
    two_several: u16,
    three: u16,
    three_several: u16,
}

impl Pick {
    fn new(laws: &[[Law; 2]; 3], of: impl Fn(&Law) -> u16) -> Self {
        let [[o1, o2], [t1, t2], [h1, h2]] = laws.map(|row| row.map(|law| of(&law)));
        Self {
            least: o1,
            several: o1 ^ o2,
            two: o1 ^ t1,
            two_several: o1 ^ o2 ^ t1 ^ t2,
            three: t1 ^ h1,
            three_several: t1 ^ t2 ^ h1 ^ h2,
        }
    }

    /// The number, given masks of at least two attackers, at least three and at
    /// least two defenders.
    #[inline]
    fn number(self, two: u16, three: u16, several: u16) -> u16 {
        self.least
            ^ (self.several & several)
            ^ (self.two & two)
            ^ (self.two_several & two & several)
            ^ (self.three & three)
            ^ (self.three_several & three & several)
    }
}

/// All bits set if there are at least so many units, else none; both fit into
/// 15 bits. Arithmetic, since a comparison would become a branch.
#[inline]
fn at_least(units: u16, least: u16) -> u16 {
    ((least as i16 - 1 - units as i16) >> 15) as u16
}

/// Attackers lost beyond those that `draw` decided: if it ties with a bound, a
/// finer number follows.
#[cold]
fn ties_lost(draw: u16, law: &Law, rng: &mut Xoshiro256PlusPlus) -> u16 {
    if law.bounds.iter().all(|bound| bound.value != draw) {
        return 0;
    }
    let finer = unit(rng);
    law.bounds
        .iter()
        .map(|bound| u16::from(bound.value == draw && finer >= bound.fraction))
        .sum()
}

/// xoshiro256++ (Blackman and Vigna 2019), a few generators side by side: 16
/// bits for every lane at a time.
struct Words {
    state: [[u64; WORDS]; 4],
}

impl Words {
    fn new(seeds: &mut Xoshiro256PlusPlus) -> Self {
        let mut state = [[0; WORDS]; 4];
        state.as_flattened_mut().fill_with(|| seeds.next_u64());
        Self { state }
    }

    #[expect(
        clippy::inline_always,
        reason = "compiled once for each set of vector instructions"
    )]
    #[inline(always)]
    fn draw(&mut self) -> [u16; LANES] {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut bytes = [0; LANES * 2];
        for i in 0..WORDS {
            let word = s0[i]
                .wrapping_add(s3[i])
                .rotate_left(23)
                .wrapping_add(s0[i]);
            bytes[i * 8..i * 8 + 8].copy_from_slice(&word.to_le_bytes());
            let shifted = s1[i] << 17;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(45);
        }
        let mut draws = [0; LANES];
        for (draw, bytes) in draws.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *draw = u16::from_le_bytes(*bytes);
        }
        draws
    }
}

/// Battles one after the other, for any rules.
pub(super) struct Scalar<'l> {
    laws: &'l Laws,
    /// For every law its outcomes: where they end on a scale of 2^64, attackers
    /// lost, defenders lost.
    bounds: Vec<Vec<(u64, u16, u16)>>,
}

impl<'l> Scalar<'l> {
    fn new(laws: &'l Laws) -> Self {
        let bounds = laws
            .distinct
            .iter()
            .map(|law| {
                let total: f64 = law.iter().map(|outcome| outcome.chance).sum();
                let mut end = 0.0;
                let mut bounds: Vec<_> = law
                    .iter()
                    .map(|outcome| {
                        end += outcome.chance / total;
                        let bound = (end * 2f64.powi(64)) as u64;
                        (
                            bound,
                            outcome.attackers_lost as u16,
                            outcome.defenders_lost as u16,
                        )
                    })
                    .collect();
                bounds.last_mut().expect("a round ends somehow").0 = u64::MAX;
                bounds
            })
            .collect();
        Self { laws, bounds }
    }

    fn fight(&self, attackers: usize, defenders: usize, battles: u64, rng: &mut impl Rng) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..battles {
            let (mut a, mut d) = (attackers, defenders);
            while a > 0 && d > 0 {
                let bounds = &self.bounds[self.laws.index(a, d)];
                let draw = rng.next_u64();
                let outcome = bounds
                    .iter()
                    .position(|bound| draw < bound.0)
                    .unwrap_or(bounds.len() - 1);
                a -= usize::from(bounds[outcome].1);
                d -= usize::from(bounds[outcome].2);
            }
            tally.add(a, u64::from(d == 0));
        }
        tally
    }
}
