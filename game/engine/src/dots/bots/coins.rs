//! The rest of a board as coins on strings, and the play of its end.
//!
//! Every box is a coin, every free side a string between two coins, or between a coin and the
//! ground around the board. Drawing a side cuts its string; whoever cuts the last string of a
//! coin takes the coin. (Berlekamp, *The Dots and Boxes Game*, 2000, chapters 2 and 3.)
//!
//! Once every cut gives something away, the rest consists of *chains* of coins with two
//! strings each, and *rings*, which are closed:
//!
//! ```text
//!   ground -- o -- o -- o -- ground       o -- o
//!                                         |    |
//!        a chain of three                 o -- o   a ring of four
//! ```
//!
//! The player who must cut into one loses all of it. But the opponent need not take all: it
//! may leave the last two coins of a chain, or the last four of a ring, with a cut that takes
//! none (a *double-cross*), so that the first player must cut into the next. [`worth`] weighs
//! the two.

use super::super::{Board, Side};

#[derive(Debug, Clone)]
pub(super) struct Coins {
    /// The side of each string.
    sides: Vec<Side>,
    /// The coins at both ends of each; `None` is the ground.
    ends: Vec<[Option<usize>; 2]>,
    /// The strings of each coin.
    strings: Vec<Vec<usize>>,
    cut: Vec<bool>,
    /// The number of uncut strings of each coin.
    left: Vec<u8>,
}

/// A row of coins that can be taken now, one after another.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) coins: usize,
    /// The strings that take them, in order.
    pub(super) strings: Vec<usize>,
    /// Whether it can be taken from both ends.
    pub(super) both: bool,
}

/// Coins with two strings each, which are taken one after another.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) coins: u32,
    /// Their strings in order, from one end to the other.
    pub(super) strings: Vec<usize>,
    /// Whether it is a ring.
    pub(super) ring: bool,
}

impl Coins {
    /// The rest of a board.
    pub(super) fn new(board: &Board) -> Self {
        let columns = usize::from(board.size().columns());
        let coin = |(column, row): (u8, u8)| usize::from(row) * columns + usize::from(column);
        let mut coins = Self {
            sides: board.free().collect(),
            ends: Vec::new(),
            strings: vec![Vec::new(); board.size().boxes()],
            cut: Vec::new(),
            left: vec![0; board.size().boxes()],
        };
        for (string, &side) in coins.sides.iter().enumerate() {
            let mut boxes = board.boxes_at(side).map(coin);
            let ends = [boxes.next(), boxes.next()];
            for end in ends.into_iter().flatten() {
                coins.strings[end].push(string);
                coins.left[end] += 1;
            }
            coins.ends.push(ends);
        }
        coins.cut = vec![false; coins.sides.len()];
        coins
    }

    pub(super) fn side(&self, string: usize) -> Side {
        self.sides[string]
    }

    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cut.len()).filter(|&string| !self.cut[string])
    }

    /// Cuts a string; returns the number of coins taken.
    pub(super) fn cut(&mut self, string: usize) -> u32 {
        self.cut[string] = true;
        let mut taken = 0;
        for coin in self.ends[string].into_iter().flatten() {
            self.left[coin] -= 1;
            taken += u32::from(self.left[coin] == 0);
        }
        taken
    }

    pub(super) fn mend(&mut self, string: usize) {
        self.cut[string] = false;
        for coin in self.ends[string].into_iter().flatten() {
            self.left[coin] += 1;
        }
    }

    pub(super) fn takes(&self, string: usize) -> usize {
        let ends = self.ends[string].iter().flatten();
        ends.filter(|&&coin| self.left[coin] == 1).count()
    }

    /// Whether cutting the string gives the next player nothing.
    pub(super) fn is_safe(&self, string: usize) -> bool {
        let mut ends = self.ends[string].iter().flatten();
        ends.all(|&coin| self.left[coin] > 2)
    }

    /// The number of coins that the next player could take after cutting the string.
    pub(super) fn gives(&self, string: usize) -> u32 {
        let mut after = self.clone();
        after.cut(string);
        let mut given = 0;
        loop {
            let next = after.open().find(|&string| after.takes(string) > 0);
            let Some(next) = next else { return given };
            given += after.cut(next);
        }
    }

    fn strings_of(&self, coin: usize) -> impl Iterator<Item = usize> + '_ {
        let strings = self.strings[coin].iter().copied();
        strings.filter(|&string| !self.cut[string])
    }

    fn beyond(&self, string: usize, coin: usize) -> Option<usize> {
        let [one, other] = self.ends[string];
        if one == Some(coin) { other } else { one }
    }

    /// All runs that can be taken now.
    pub(super) fn runs(&self) -> Vec<Run> {
        let mut seen = vec![false; self.left.len()];
        let mut runs = Vec::new();
        for first in 0..self.left.len() {
            if self.left[first] != 1 || std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut run = Run {
                coins: 1,
                strings: Vec::new(),
                both: false,
            };
            let mut at = first;
            let mut next = self.strings_of(first).next();
            while let Some(string) = next.take() {
                run.strings.push(string);
                let Some(coin) = self.beyond(string, at) else {
                    break;
                };
                if self.left[coin] > 2 || std::mem::replace(&mut seen[coin], true) {
                    break;
                }
                run.coins += 1;
                run.both = self.left[coin] == 1;
                next = self.strings_of(coin).find(|&other| other != string);
                at = coin;
            }
            runs.push(run);
        }
        runs
    }

    pub(super) fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.left.len()];
        let mut chains = Vec::new();
        for start in 0..self.left.len() {
            if self.left[start] != 2 || std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut chain = Chain {
                coins: 1,
                strings: Vec::new(),
                ring: false,
            };
            let both: Vec<usize> = self.strings_of(start).collect();
            for first in both {
                if chain.ring {
                    break;
                }
                // The second half continues from the start to the other end.
                chain.strings.reverse();
                let (mut at, mut string) = (start, first);
                loop {
                    chain.strings.push(string);
                    let Some(coin) = self.beyond(string, at) else {
                        break;
                    };
                    chain.ring = coin == start;
                    if self.left[coin] != 2 || std::mem::replace(&mut seen[coin], true) {
                        break;
                    }
                    chain.coins += 1;
                    let next = self.strings_of(coin).find(|&other| other != string);
                    let Some(next) = next else { break };
                    (at, string) = (coin, next);
                }
            }
            chains.push(chain);
        }
        chains
    }

    /// The advantage of the player to cut next, once every cut gives something away.
    pub(super) fn end(&self) -> i32 {
        let chains = self.chains();
        worth(&lengths(&chains, false), &lengths(&chains, true))
    }
}

/// The lengths of the chains or rings, ascending.
pub(super) fn lengths(chains: &[Chain], ring: bool) -> Vec<u32> {
    let kind = chains.iter().filter(|chain| chain.ring == ring);
    let mut lengths: Vec<u32> = kind.map(|chain| chain.coins).collect();
    lengths.sort_unstable();
    lengths
}

/// The advantage of the player who must cut into one of these chains and rings, their lengths
/// ascending. The shortest chain or the shortest ring is cut.
///
/// Cost: chains times rings.
pub(super) fn worth(chains: &[u32], rings: &[u32]) -> i32 {
    // Indexed by the number of shortest chains and rings already gone.
    let mut table = vec![vec![0; rings.len() + 1]; chains.len() + 1];
    for gone in (0..=chains.len()).rev() {
        for round in (0..=rings.len()).rev() {
            let chain = chains.get(gone);
            let chain = chain.map(|&coins| cut_into(coins, false, table[gone + 1][round]));
            let ring = rings.get(round);
            let ring = ring.map(|&coins| cut_into(coins, true, table[gone][round + 1]));
            table[gone][round] = chain.max(ring).unwrap_or(0);
        }
    }
    table[0][0]
}

/// The value of cutting into this many coins if the rest is worth `rest` to the player who
/// must go on there: the opponent takes all and goes on, or leaves some and does not.
pub(super) fn cut_into(coins: u32, ring: bool, rest: i32) -> i32 {
    let coins = coins as i32;
    let left = if ring { 4 } else { 2 };
    let all = coins + rest;
    // Two coins are cut in the middle, so none can be left.
    let some = (coins > 2).then_some(coins - 2 * left - rest);
    -some.map_or(all, |some| some.max(all))
}
