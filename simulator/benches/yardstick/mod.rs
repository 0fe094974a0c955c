//! The yardsticks of the benchmarks.

use marchland_simulator::RoundLaw;

/// PCG32 (O'Neill 2014), the generator of the best public sampler.
struct Pcg32 {
    state: u64,
}

impl Pcg32 {
    #[inline]
    fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
        xorshifted.rotate_right((old >> 59) as u32)
    }

    /// A number below `limit`; greater ones are drawn again.
    #[inline]
    fn below(&mut self, limit: u32) -> u32 {
        loop {
            let number = self.next();
            if number < limit {
                return number;
            }
        }
    }
}

/// Bounds of the random number. `limit` is the greatest multiple of the number of
/// throws that fits; below `none` the attacker loses no unit, below `one` at most one.
#[derive(Clone, Copy)]
struct Round {
    limit: u32,
    none: u32,
    one: u32,
    pairs: u32,
}

/// The table of `(wins, survivors)` by rows: battles are fought one by one with one
/// 32-bit random number per round.
pub(crate) fn scalar_rounds(units: usize, battles: u32, seed: u64) -> Vec<(u32, u64)> {
    let mut rounds = [[None; 3]; 4];
    for (x, row) in rounds.iter_mut().enumerate().skip(1) {
        for (y, round) in row.iter_mut().enumerate().skip(1) {
            let law = RoundLaw::of_dice(x as u8, y as u8, 6, marchland_simulator::Ties::Defender);
            let total = law.total() as u32;
            let scale = u32::MAX / total;
            let none = law.ways()[0] as u32;
            *round = Some(Round {
                limit: scale * total,
                none: scale * none,
                one: scale * (none + law.ways()[1] as u32),
                pairs: law.pairs() as u32,
            });
        }
    }
    let rounds = rounds.map(|row| {
        row.map(|round| {
            round.unwrap_or(Round {
                limit: 1,
                none: 1,
                one: 1,
                pairs: 0,
            })
        })
    });
    let mut rng = Pcg32 { state: seed };
    let mut table = Vec::with_capacity(units * units);
    for attackers in 1..=units as u32 {
        for defenders in 1..=units as u32 {
            let (mut wins, mut survivors) = (0, 0);
            for _ in 0..battles {
                let (mut a, mut d) = (attackers, defenders);
                while a > 0 && d > 0 {
                    let round = rounds[a.min(3) as usize][d.min(2) as usize];
                    let number = rng.below(round.limit);
                    let lost = u32::from(number >= round.none) + u32::from(number >= round.one);
                    a -= lost;
                    d -= round.pairs - lost;
                }
                wins += u32::from(d == 0);
                survivors += u64::from(a);
            }
            table.push((wins, survivors));
        }
    }
    table
}

/// Chance to win and survivors by a plain implementation of the recurrence.
pub(crate) fn exact_loops(units: usize, [win, survivors]: &mut [Vec<f64>; 2]) {
    let laws: Vec<Vec<RoundLaw>> = (1..=3)
        .map(|x| {
            (1..=2)
                .map(|y| RoundLaw::of_dice(x, y, 6, marchland_simulator::Ties::Defender))
                .collect()
        })
        .collect();
    let stride = units + 1;
    for a in 0..=units {
        for d in 0..=units {
            let (mut w, mut s) = (0.0, 0.0);
            if a > 0 && d == 0 {
                (w, s) = (1.0, a as f64);
            } else if a > 0 {
                let law = &laws[a.min(3) - 1][d.min(2) - 1];
                for (lost, chance) in law.chances().iter().enumerate() {
                    let next = (a - lost) * stride + d - (law.pairs() - lost);
                    w += chance * win[next];
                    s += chance * survivors[next];
                }
            }
            win[a * stride + d] = w;
            survivors[a * stride + d] = s;
        }
    }
}
