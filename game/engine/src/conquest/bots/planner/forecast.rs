//! How often positions are won.
//!
//! Logarithms and powers come from `libm`, not from the platform. So the same position has the same
//! chance on every machine, and the same seed gives the same game.

use super::super::View;
use super::board::Board;
use super::{Planner, Weights};
use crate::conquest::rules::{MAX_SEATS, Player};

/// A player counts by this power of its strength.
const POWER: f32 = 5.684;
/// The player whose turn comes last counts less than the one whose turn comes first, by e to this
/// power.
const WAITING: f32 = 1.506;
/// The weights of the strengths that these numbers were fitted to.
const FITTED: Weights = Weights {
    territory: 0.368,
    income: 0.0,
    ..Weights::FOUND
};

impl Planner {
    /// An estimate of the chance of `player` to win, at the end of the turn of `view`'s player.
    ///
    /// The form is that of the value the planner plays by, a share of a total, but the
    /// constants were fitted by maximum likelihood to the winners of games of two *planners*. These
    /// constants predict better and play worse, so they serve only to judge positions.
    pub(in super::super) fn chance(&mut self, view: &View<'_>, player: Player) -> f32 {
        let scene = self.scene(view);
        let board = Board::new(view);
        let mut desk = self.room.desk.borrow_mut();
        let strengths = desk.strengths(&scene, &FITTED, &board);
        let mut left: Vec<usize> = scene
            .playing()
            .filter(|&seat| board.territories[seat] > 0)
            .collect();
        left.sort_unstable_by_key(|&seat| scene.rank[seat]);
        let most = left.len().max(2) - 1;
        let mut counts = [0.0; MAX_SEATS];
        for (before, &seat) in left.iter().enumerate() {
            let waits = before as f32 / most as f32;
            let strength = POWER * libm::logf(strengths[seat].total());
            counts[seat] = strength - WAITING * waits;
        }
        // Subtracting the greatest keeps the powers small.
        let most = left
            .iter()
            .map(|&seat| counts[seat])
            .fold(f32::MIN, f32::max);
        let count = |seat: usize| libm::expf(counts[seat] - most);
        let all: f32 = left.iter().map(|&seat| count(seat)).sum();
        if left.contains(&player.index()) {
            count(player.index()) / all
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dealt::dealt;
    use super::*;

    #[test]
    fn a_chance_has_the_same_bits_on_every_machine() {
        let bits = [3, 4, 5, 6].map(|players| {
            let state = dealt(players, players.into());
            let view = View::new(&state, state.to_act().unwrap());
            let mut planner = Planner::new();
            let chances = state.players().map(|player| planner.chance(&view, player));
            let chances: Vec<f32> = chances.collect();
            assert!(
                (chances.iter().sum::<f32>() - 1.0).abs() < 1e-5,
                "{chances:?}"
            );
            chances.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        });
        let expected: [&[u32]; 4] = [
            &[0x3e22_e86c, 0x3d98_aeef, 0x3f44_3007],
            &[0x3e69_6bbf, 0x3d81_852f, 0x3d13_9df1, 0x3f2c_3a8c],
            &[
                0x3cfd_87ca,
                0x3d36_d378,
                0x3e54_13fd,
                0x3f20_2936,
                0x3dbb_c2a1,
            ],
            &[
                0x3d34_138a,
                0x3d7d_cbe9,
                0x3da1_2225,
                0x3de4_b7ba,
                0x3e7a_3ded,
                0x3eeb_2ea4,
            ],
        ];
        assert_eq!(bits, expected);
    }
}
