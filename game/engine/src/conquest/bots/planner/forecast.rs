//! How often positions are won.
//!
//! Logarithms and powers come from `libm`, not from the platform. So the same position has the same
//! chance on every machine, and the same seed gives the same game.

use super::super::View;
use super::board::Board;
use super::value::Strength;
use super::{Planner, Weights};
use crate::conquest::rules::{MAX_SEATS, Player};

/// A player counts by this power of its strength.
const POWER: f32 = 8.15;
/// The player whose turn comes last counts less than the one whose turn comes first, by e to this
/// power.
const WAITING: f32 = 0.255;
/// What a part of the strength counts for, as a share of what the strength of [`SEEN`] says.
/// Territories count for nothing beyond their units and continents.
const CARDS: f32 = 1.2;
const STACK: f32 = 0.435;
/// Having many borders is no disadvantage, but a small advantage.
const BORDER: f32 = -0.6;
/// Continents, of the player whose turn comes first and of the one whose turn comes last. Of the
/// latter, little is left by then.
const CONTINENTS: [f32; 2] = [0.92, 0.067];
/// The weights of the strengths that these numbers were fitted to.
const SEEN: Weights = Weights {
    territory: 0.368,
    stack_one: 0.255,
    income: 0.0,
    ..Weights::FOUND
};

/// What a player counts for in the forecast; `waits` is 0 for the player whose turn comes first,
/// 1 for the one whose turn comes last.
fn judged(strength: &Strength, waits: f32) -> f32 {
    let [first, last] = CONTINENTS;
    let continents = first + (last - first) * waits;
    let sum = strength.units + continents * strength.continents + CARDS * strength.cards;
    (sum + STACK * strength.stack + BORDER * strength.border).max(0.5)
}

impl Planner {
    /// An estimate of the chance of `player` to win, at the end of the turn of `view`'s player.
    ///
    /// The form is that of the value the planner plays by, a share of a total, but the
    /// constants were fitted by maximum likelihood to the winners of 14,652 games of two *planners*
    /// that made one turn of another plan, at the ends of early turns. On a fifth of the
    /// games left out, the mean of `-ln` of the winner's chance is 0.361 at the end of the first two
    /// turns; with one constant for all parts it is 0.385. These constants predict better and play
    /// worse, so they serve only to judge positions.
    pub(in super::super) fn chance(&mut self, view: &View<'_>, player: Player) -> f32 {
        let scene = self.scene(view);
        let board = Board::new(view);
        let mut desk = self.room.desk.borrow_mut();
        let strengths = desk.strengths(&scene, &SEEN, &board);
        let mut left: Vec<usize> = scene
            .playing()
            .filter(|&seat| board.territories[seat] > 0)
            .collect();
        left.sort_unstable_by_key(|&seat| scene.rank[seat]);
        let most = left.len().max(2) - 1;
        let mut counts = [0.0; MAX_SEATS];
        for (before, &seat) in left.iter().enumerate() {
            let waits = before as f32 / most as f32;
            let strength = POWER * libm::logf(judged(&strengths[seat], waits));
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
            &[0x3e49_6ec9, 0x3df0_184a, 0x3f2f_a145],
            &[0x3e87_7998, 0x3d94_08e7, 0x3d5a_e8c5, 0x3f1c_138a],
            &[
                0x3d3d_6b00,
                0x3d63_bfcc,
                0x3e76_1863,
                0x3f11_7b78,
                0x3db7_5e17,
            ],
            &[
                0x3da1_989b,
                0x3dbd_9be2,
                0x3dd3_dbe5,
                0x3dfe_3f7a,
                0x3e6b_2a31,
                0x3ebe_16f1,
            ],
        ];
        assert_eq!(bits, expected);
    }
}
