//! The value of a position at the end of a turn, part by part.
//!
//! First every player's strength is counted in units: those on the map, and what
//! territories, continents and cards will bring. What may be lost before the next turn
//! counts for less. For each territory at a border that takes the strongest stack beside
//! it, what its owner may place in addition, and the chance that it wins:
//!
//! ```text
//! rival 9 ─┐
//! rival 4 ─┼─> own 5      threat = max(9, 4) - 1 + share of the rival's income
//! own   3 ─┘              loss   = chance that `threat` beats 5
//! ```
//!
//! `loss` then takes its share of the territory, of its units, and of the continent that it
//! closes, by three weights; the product over all borders of a continent is the chance to
//! hold it. A continent that is not whole counts by the square of the share in it, so that
//! the last territory is worth more than the first.
//!
//! Then the strengths are made one number, one's own share of all, 0 to 1: each counts by
//! its square, and the strongest still more. So it is worth something to weaken others,
//! most of all the leader, and in a game of two only the ratio counts.
//!
//! The parts and their form are our own. The weights were found by playing: see
//! [`tune`](crate::conquest::tune).

use super::board::{Board, NOBODY, Scene};
use super::chance::Law;
use super::weights::Weights;
use crate::conquest::rules::MAX_SEATS;

/// What a player's strength is made of, in units.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Strength {
    /// Units, less those inland and those likely to be lost.
    pub units: f32,
    /// What the territories will bring.
    pub territories: f32,
    /// What continents will bring, by the chance to hold them, and what they
    /// may bring once they are whole.
    pub continents: f32,
    /// What the cards will bring.
    pub cards: f32,
    /// For the largest stack at the border.
    pub stack: f32,
    /// Against the number of border territories; not above 0.
    pub border: f32,
}

impl Strength {
    /// The sum of the parts; a player that lives has some.
    pub fn total(&self) -> f32 {
        let sum = self.units + self.territories + self.continents + self.cards;
        (sum + self.stack + self.border).max(0.5)
    }
}

/// How much of a set so many cards are.
fn set_share(weights: &Weights, cards: u32, holds: bool) -> f32 {
    const SHARE: [f32; 5] = [0.0, 0.2, 0.4, 0.65, 0.9];
    match cards {
        0..=2 => SHARE[cards as usize],
        3..=4 if !holds => SHARE[cards as usize],
        _ => 1.0 + weights.second_set * set_share(weights, cards - 3, false),
    }
}

/// The strength of every player.
pub(super) fn strengths(scene: &Scene, weights: &Weights, board: &Board) -> [Strength; MAX_SEATS] {
    let ground = &scene.ground;
    let law = Law::classic();
    let mut strengths = [Strength::default(); MAX_SEATS];
    // Who has which continent whole, and what everybody may place next.
    let mut whole = [0.0f32; MAX_SEATS];
    let mut owners = Vec::with_capacity(ground.continents.len());
    for (bonus, members) in &ground.continents {
        let first = board.owner(members[0]);
        let one = members.iter().all(|&t| board.owner(t) == first) && first != NOBODY;
        if one {
            whole[usize::from(first)] += bonus;
        }
        owners.push(one.then_some((first, 1.0f32)));
    }
    let mut fresh = [0.0f32; MAX_SEATS];
    for (p, fresh) in fresh.iter_mut().enumerate() {
        if scene.plays[p] && board.territories[p] > 0 {
            let third = (board.territories[p] / 3).max(3) as f32;
            *fresh = weights.reinforced * (third + whole[p]);
        }
    }
    let mut kept = [0.0f32; MAX_SEATS];
    let mut borders = [0.0f32; MAX_SEATS];
    let mut stack = [0.0f32; MAX_SEATS];
    for t in 0..ground.len() {
        let owner = board.owner(t);
        if owner == NOBODY {
            continue;
        }
        let p = usize::from(owner);
        let units = board.units(t) as f32;
        let mut threat = -1.0f32;
        let mut border = false;
        for &from in ground.into(t) {
            let other = board.owner(from);
            if other != owner {
                border = true;
                if other != NOBODY && scene.plays[usize::from(other)] {
                    let force = board.units(from) as f32 - 1.0 + fresh[usize::from(other)];
                    threat = threat.max(force);
                }
            }
        }
        if !border {
            kept[p] += 1.0;
            strengths[p].units += 1.0 + weights.inland * (units - 1.0);
            continue;
        }
        borders[p] += 1.0;
        if units > stack[p] {
            stack[p] = units;
        }
        let loss = law.win(threat.max(0.0) as u32, board.units(t));
        kept[p] += 1.0 - weights.loss_territory * loss;
        strengths[p].units += units * (1.0 - weights.loss_units * loss);
        if let Some((_, hold)) = &mut owners[usize::from(ground.continent[usize::from(t)])] {
            *hold *= 1.0 - weights.loss_continent * loss;
        }
    }
    for (owner, (bonus, members)) in owners.iter().zip(&ground.continents) {
        if let Some((owner, hold)) = owner {
            strengths[usize::from(*owner)].continents += weights.continent * bonus * hold;
            continue;
        }
        let mut counts = [0u16; MAX_SEATS];
        let mut units = [0u32; MAX_SEATS];
        let mut all = 0;
        for &t in members {
            let owner = board.owner(t);
            if owner != NOBODY {
                counts[usize::from(owner)] += 1;
                units[usize::from(owner)] += board.units(t);
                all += board.units(t);
            }
        }
        for p in 0..MAX_SEATS {
            if counts[p] > 0 {
                let share = f32::from(counts[p]) / members.len() as f32;
                let force = units[p] as f32 / all.max(1) as f32;
                let share = 0.5 * (share + force);
                strengths[p].continents += weights.progress * bonus * share * share;
            }
        }
    }
    for p in 0..MAX_SEATS {
        let own = p == usize::from(scene.me);
        let earned = u32::from(own && board.conquered);
        let sets = set_share(weights, board.cards[p] + earned, own && board.set);
        strengths[p].territories = weights.territory * kept[p];
        strengths[p].cards = weights.card * sets * scene.worth;
        strengths[p].stack = weights.stack * stack[p];
        strengths[p].border = -weights.border * borders[p];
    }
    strengths
}

/// One's own share of all that count, 0 to 1: each player counts the square of
/// the strength, and the strongest still more.
pub(super) fn value(scene: &Scene, weights: &Weights, board: &Board) -> f32 {
    let mut totals = [0.0f32; MAX_SEATS];
    let mut sum = 0.0;
    let strengths = strengths(scene, weights, board);
    for (p, (total, strength)) in totals.iter_mut().zip(&strengths).enumerate() {
        if scene.plays[p] && board.territories[p] > 0 {
            *total = strength.total();
            sum += *total;
        }
    }
    let mut all = 0.0;
    for total in &mut totals {
        let counts = *total * (1.0 + weights.leader * *total / sum);
        *total *= counts;
        all += *total;
    }
    totals[usize::from(scene.me)] / all
}
