//! How often positions are won.

use super::super::View;
use super::Planner;
use super::board::Board;
use crate::conquest::rules::{MAX_SEATS, Player};

/// A player counts this power of the strength.
const POWER: f32 = 5.684;
/// And so much less, as a power of e, who has the last turn of all next, against who has the
/// first.
const WAITING: f32 = 1.506;

impl Planner {
    /// The chance of `player` to win, about, seen at the end of the turn of `view`'s.
    ///
    /// The same form as that of the value that it plays by, one's own part of all that count;
    /// but with the numbers under which those who won are the likeliest, in games of two
    /// *planners*. They foretell more and play worse, so they are for positions that are
    /// only looked at.
    pub(in super::super) fn chance(&mut self, view: &View<'_>, player: Player) -> f32 {
        let scene = self.scene(view);
        let board = Board::new(view);
        let mut desk = self.room.desk.borrow_mut();
        let strengths = desk.strengths(&scene, &self.weights, &board);
        let mut left: Vec<usize> = scene
            .playing()
            .filter(|&seat| board.territories[seat] > 0)
            .collect();
        left.sort_unstable_by_key(|&seat| scene.rank[seat]);
        let most = left.len().max(2) - 1;
        let mut counts = [0.0; MAX_SEATS];
        for (before, &seat) in left.iter().enumerate() {
            let waits = before as f32 / most as f32;
            let strength = POWER * strengths[seat].total().ln();
            counts[seat] = strength - WAITING * waits;
        }
        // The greatest is taken from all, or their powers would be too large.
        let most = left
            .iter()
            .map(|&seat| counts[seat])
            .fold(f32::MIN, f32::max);
        let all: f32 = left.iter().map(|&seat| (counts[seat] - most).exp()).sum();
        if left.contains(&player.index()) {
            (counts[player.index()] - most).exp() / all
        } else {
            0.0
        }
    }
}
