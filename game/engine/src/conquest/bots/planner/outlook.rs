//! What marches lead to: the chance to win all their battles, and the value of the positions
//! afterwards.
//!
//! The search reuses its boards, and values several at a time, because that costs hardly more
//! than valuing one ([`value`](super::value)).

use std::cell::RefCell;

use super::board::{Board, Scene};
use super::candidate::{Candidate, Outlook, Prospect, SURE};
use super::chance::{Campaign, Law};
use super::route::{March, Router};
use super::value::{Desk, LANES};
use super::weights::Weights;

/// Allocations that one search leaves to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub(super) desk: RefCell<Desk>,
    pub(super) router: RefCell<Router>,
    boards: RefCell<Vec<Board>>,
    pub(super) tries: RefCell<Vec<Candidate>>,
}

impl Room {
    /// A copy of `board`, to be [`put`](Self::put) back after use.
    pub(super) fn copy(&self, board: &Board) -> Board {
        let mut copy = self.boards.borrow_mut().pop().unwrap_or_default();
        copy.clone_from(board);
        copy
    }

    /// Takes boards back.
    pub(super) fn put(&self, boards: impl IntoIterator<Item = Board>) {
        self.boards.borrow_mut().extend(boards);
    }
}

/// How thoroughly a search looks for plans.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Effort {
    /// The most plans examined closely.
    pub(super) closely: usize,
    /// How much less than the first a plan may be worth to be examined closely: hardly a plan that is
    /// worth less gains so much.
    pub(super) margin: f32,
    /// The most stacks considered for a march by one stack.
    pub(super) roots: usize,
    /// Whether what could follow a success is examined closely, too, and so is every plan for units
    /// that are placed already.
    pub(super) follows: bool,
}

/// The number of territories up to which a game of two gets all of [`Effort::THOROUGH`], and the least
/// part that it gets on larger maps.
const WORLD: f32 = 42.0;
const LEAST_PART: f32 = 0.5;

impl Effort {
    /// In games of several rivals, to the end.
    pub(in super::super) const USUAL: Self = Self {
        closely: 2,
        margin: 0.02,
        roots: 5,
        follows: false,
    };
    /// In games of two that are played out while initial units are placed.
    pub(in super::super) const BRISK: Self = Self {
        closely: 4,
        margin: 0.02,
        ..Self::THOROUGH
    };
    /// In games of two. It is stronger and takes about five times as long, but these games are short.
    pub(super) const THOROUGH: Self = Self {
        closely: 8,
        margin: 0.06,
        roots: 10,
        follows: true,
    };

    pub(super) fn of(scene: &Scene) -> Self {
        if scene.is_duel {
            // There is more to examine on a larger map, where one plan makes less of a difference.
            let part = (WORLD / f32::from(scene.ground.len())).clamp(LEAST_PART, 1.0);
            let Self {
                closely, margin, ..
            } = Self::THOROUGH;
            Self {
                closely: (closely as f32 * part) as usize,
                margin: margin * part,
                ..Self::THOROUGH
            }
        } else {
            Self::USUAL
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) scene: &'a Scene,
    pub(super) weights: &'a Weights,
    pub(super) room: &'a Room,
    pub(super) effort: Effort,
}

/// The greatest value and its index; of equals the first.
pub(super) fn greatest(values: impl IntoIterator<Item = f32>) -> Option<(usize, f32)> {
    let all = values.into_iter().enumerate();
    all.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

impl Search<'_> {
    /// The values of positions at the end of the turn.
    pub(super) fn values(&self, boards: &[Board]) -> Vec<f32> {
        let mut values = Vec::with_capacity(boards.len());
        let mut desk = self.room.desk.borrow_mut();
        desk.values(self.scene, self.weights, boards, &mut values);
        values
    }

    /// The values of positions that are not needed afterwards.
    ///
    /// Only a few boards exist at a time, because on a large map there may be thousands.
    pub(super) fn weigh(&self, boards: impl IntoIterator<Item = Board>) -> Vec<f32> {
        let mut boards = boards.into_iter();
        let mut values = Vec::new();
        let mut some = Vec::with_capacity(LANES);
        loop {
            some.extend(boards.by_ref().take(LANES));
            if some.is_empty() {
                return values;
            }
            let mut desk = self.room.desk.borrow_mut();
            desk.values(self.scene, self.weights, &some, &mut values);
            self.room.put(some.drain(..));
        }
    }

    /// The value of a position at the end of the turn.
    pub(super) fn value(&self, board: &Board) -> f32 {
        self.values(std::slice::from_ref(board))[0]
    }

    /// What the marches lead to, and the position after success. Nothing if their chance is below
    /// the gate.
    pub(super) fn prospect(
        &self,
        board: &Board,
        marches: &[March],
        places: &[(u16, u32)],
    ) -> Option<(Prospect, Board)> {
        let mut boards = Vec::with_capacity(3);
        let outlook = self.succeed(board, marches, places, &mut boards)?;
        if outlook.chance < SURE {
            boards.push(self.fail(board, marches, places, outlook));
        }
        let values = self.values(&boards);
        let (at, best) = greatest(values[..outlook.boards].iter().copied())?;
        let success = boards.swap_remove(at);
        self.room.put(boards);
        let prospect = Prospect {
            chance: outlook.chance,
            best,
            worst: values.get(outlook.boards).copied().unwrap_or(best),
        };
        Some((prospect, success))
    }

    /// Appends the position after the marches to `boards`. In games of two, there may be two
    /// positions after a single conquest: the stack goes along, or most of it stays. Appends nothing
    /// if the chance is below the gate.
    pub(super) fn succeed(
        &self,
        board: &Board,
        marches: &[March],
        places: &[(u16, u32)],
        boards: &mut Vec<Board>,
    ) -> Option<Outlook> {
        let gate = self.weights.gate(self.scene.rivals);
        let mut chance = 1.0;
        let mut weakest = (1.0, (0, 0));
        let mut after = None;
        for (number, march) in marches.iter().enumerate() {
            let more = places.iter().filter(|(at, _)| *at == march.root);
            let attackers = board.units(march.root) - 1 + more.map(|(_, n)| n).sum::<u32>();
            let odds = odds(board, march, attackers, gate);
            chance *= odds.chance;
            if chance < gate {
                self.room.put(after);
                return None;
            }
            if odds.chance < weakest.0 {
                weakest = (odds.chance, (number, odds.weakest));
            }
            let after = after.get_or_insert_with(|| self.placed(board, places));
            *after.units_mut(march.root) = 1;
            for &(_, to) in &march.steps {
                after.take(to, self.scene.me, 1);
            }
            if let Some(&(_, last)) = march.steps.last() {
                *after.units_mut(last) = odds.left().max(1);
            }
        }
        let mut after = after?;
        after.conquered = true;
        let mut outlook = Outlook {
            chance,
            weakest: weakest.1,
            boards: 1,
        };
        let mut stays = None;
        if self.scene.is_duel
            && let [March { root, steps }] = marches
            && let [(_, to)] = steps[..]
            && after.units(to) > 3
            && self.scene.is_front(&after, *root)
        {
            let mut stay = self.room.copy(&after);
            *stay.units_mut(to) = 3;
            *stay.units_mut(*root) = after.units(to) - 2;
            stays = Some(stay);
            outlook.boards = 2;
        }
        boards.push(after);
        boards.extend(stays);
        Some(outlook)
    }

    /// The position after the marches have failed at the battle likeliest to be lost, with half of
    /// its defenders left.
    pub(super) fn fail(
        &self,
        board: &Board,
        marches: &[March],
        places: &[(u16, u32)],
        outlook: Outlook,
    ) -> Board {
        let (number, weakest) = outlook.weakest;
        let march = &marches[number];
        let mut failure = self.placed(board, places);
        *failure.units_mut(march.root) = 1;
        for &(_, to) in &march.steps[..weakest] {
            failure.take(to, self.scene.me, 1);
            failure.conquered = true;
        }
        let left = failure.units_mut(march.steps[weakest].1);
        *left = left.div_ceil(2);
        failure
    }

    /// A copy of `board` with units placed.
    fn placed(&self, board: &Board, places: &[(u16, u32)]) -> Board {
        let mut board = self.room.copy(board);
        for &(at, units) in places {
            *board.units_mut(at) += units;
        }
        board
    }
}

/// The odds of a march by `attackers`. A chance below `least` is only an upper bound.
pub(super) fn odds(board: &Board, march: &March, attackers: u32, least: f32) -> Campaign {
    let law = Law::classic();
    match march.steps[..] {
        [(_, to)] => law.battle(attackers, board.units(to)),
        _ => law.campaign(
            attackers,
            march.steps.iter().map(|step| board.units(step.1)),
            least,
        ),
    }
}

#[cfg(test)]
mod tests;
