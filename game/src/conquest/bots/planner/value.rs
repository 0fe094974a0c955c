//! The value of a position at the end of a turn, part by part.
//!
//! First every player's strength is counted in units: those on the map, and what
//! territories, continents and cards will bring. What may be lost before the next turn
//! counts for less. For each territory at a border that takes the strongest stack beside
//! it, what its owner may place in addition, and the chance that it wins:
//!
//! ```text
//! rival 9 ─┐
//! rival 4 ─┼─> own 5      threat = max(9, 4) - 1 + share of the rival's income and next set
//! own   3 ─┘              loss   = chance that `threat` beats 5
//! ```
//!
//! Who threatens matters as much as with how many: a rival that has the next turn before the
//! owner takes what it can, one that has it after comes when the owner has collected and
//! placed. So a rival's whole continent is hardly worth less for one's own stack beside it,
//! unless it is broken now. A stack that would win has units left to go on with: these
//! threaten the next territory, so that a continent is not safe behind a thin line.
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

use super::board::{Board, NOBODY, OWNERS, Scene};
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

/// The strongest that can come to a territory; below 0 nobody.
#[derive(Debug, Clone, Copy)]
struct Threat {
    /// Of those who have a turn before the owner.
    soon: f32,
    /// Of all.
    ever: f32,
    /// Who that is.
    by: u8,
    /// Whether somebody else stands beside it.
    border: bool,
}

const SAFE: Threat = Threat {
    soon: -1.0,
    ever: -1.0,
    by: NOBODY,
    border: false,
};

/// Who has how much of a continent.
#[derive(Debug, Clone, Copy)]
struct Part {
    territories: [u16; OWNERS],
    units: [u32; OWNERS],
    /// The chance that its owner, if it is whole, holds it.
    hold: f32,
}

/// Room to value a position in, to be used again for the next.
#[derive(Debug, Default)]
pub(super) struct Desk {
    force: Vec<f32>,
    threats: Vec<Threat>,
    /// What comes through a neighbour, soon and ever.
    through: Vec<(f32, f32)>,
    parts: Vec<Part>,
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

/// The chance that so many cards of the classic deck hold a set.
fn set_chance(cards: u32) -> f32 {
    match cards {
        0..=2 => 0.0,
        3 => 0.423,
        4 => 0.817,
        _ => 1.0,
    }
}

impl Desk {
    /// Who has how much of each continent.
    fn divide(&mut self, scene: &Scene, board: &Board) {
        let none = Part {
            territories: [0; OWNERS],
            units: [0; OWNERS],
            hold: 1.0,
        };
        self.parts.clear();
        self.parts.resize(scene.ground.continents.len(), none);
        for ((&owner, &units), &at) in board
            .owner
            .iter()
            .zip(&board.units)
            .zip(&scene.ground.continent)
        {
            let part = &mut self.parts[usize::from(at)];
            part.territories[usize::from(owner) % OWNERS] += 1;
            part.units[usize::from(owner) % OWNERS] += units;
        }
    }

    /// What everybody may place next, as far as it stands against a territory.
    fn fresh(&self, scene: &Scene, weights: &Weights, board: &Board) -> [f32; OWNERS] {
        let mut whole = [0.0f32; OWNERS];
        for (part, (bonus, members)) in self.parts.iter().zip(&scene.ground.continents) {
            let all = |count: &u16| usize::from(*count) == members.len();
            if let Some(owner) = part.territories.iter().position(all) {
                whole[owner] += bonus;
            }
        }
        let mut fresh = [0.0f32; OWNERS];
        for p in 0..MAX_SEATS {
            if scene.plays[p] && board.territories[p] > 0 {
                let third = (board.territories[p] / 3).max(3) as f32;
                let set = weights.sets * set_chance(board.cards[p]) * scene.worth;
                let first = weights.order * scene.unplaced[p];
                fresh[p] = weights.reinforced * (third + whole[p] + first) + set;
            }
        }
        fresh
    }

    /// Who can come where with how many.
    fn threaten(&mut self, scene: &Scene, weights: &Weights, board: &Board, fresh: &[f32; OWNERS]) {
        let ground = &*scene.ground;
        self.force.clear();
        let forces = board
            .owner
            .iter()
            .zip(&board.units)
            .map(|(&owner, &units)| {
                let owner = usize::from(owner) % OWNERS;
                if scene.plays[owner] {
                    units as f32 - 1.0 + fresh[owner]
                } else {
                    -1.0
                }
            });
        self.force.extend(forces);
        self.threats.clear();
        for (t, &owner) in (0..ground.len()).zip(&board.owner) {
            let mut threat = SAFE;
            let rank = scene.rank[usize::from(owner) % OWNERS];
            for &from in ground.into(t) {
                let other = board.owner[usize::from(from)];
                if other == owner {
                    continue;
                }
                threat.border = true;
                let force = self.force[usize::from(from)];
                if force > threat.ever {
                    threat.ever = force;
                    threat.by = other;
                }
                if force > threat.soon && scene.rank[usize::from(other) % OWNERS] < rank {
                    threat.soon = force;
                }
            }
            self.threats.push(threat);
        }
        if weights.through > 0.0 {
            self.go_through(scene, weights, board);
        }
    }

    /// What is left of a stack that beats a territory threatens those behind it.
    fn go_through(&mut self, scene: &Scene, weights: &Weights, board: &Board) {
        self.through.clear();
        self.through.resize(board.owner.len(), (-1.0, -1.0));
        for (t, threat) in (0..scene.ground.len()).zip(&self.threats) {
            let left = (threat.ever - board.units(t) as f32 - 1.0) * weights.through;
            if left < 1.0 {
                continue;
            }
            let rank = scene.rank[usize::from(threat.by) % OWNERS];
            for &to in scene.ground.out(t) {
                let owner = board.owner(to);
                if owner == threat.by {
                    continue;
                }
                let (soon, ever) = &mut self.through[usize::from(to)];
                *ever = ever.max(left);
                if rank < scene.rank[usize::from(owner) % OWNERS] {
                    *soon = soon.max(left);
                }
            }
        }
        for (threat, &(soon, ever)) in self.threats.iter_mut().zip(&self.through) {
            threat.soon = threat.soon.max(soon);
            threat.ever = threat.ever.max(ever);
        }
    }

    /// The strength of every player.
    pub(super) fn strengths(
        &mut self,
        scene: &Scene,
        weights: &Weights,
        board: &Board,
    ) -> [Strength; OWNERS] {
        let ground = &*scene.ground;
        let law = Law::classic();
        let mut strengths = [Strength::default(); OWNERS];
        self.divide(scene, board);
        let fresh = self.fresh(scene, weights, board);
        self.threaten(scene, weights, board, &fresh);
        for (((threat, &owner), &units), &at) in self
            .threats
            .iter()
            .zip(&board.owner)
            .zip(&board.units)
            .zip(&ground.continent)
        {
            let strength = &mut strengths[usize::from(owner) % OWNERS];
            let size = units as f32;
            if threat.ever < 1.0 {
                // Nobody takes it.
                strength.territories += 1.0;
                if threat.border {
                    strength.units += size;
                    strength.border += 1.0;
                    strength.stack = strength.stack.max(size);
                } else {
                    strength.units += 1.0 + weights.inland * (size - 1.0);
                }
                continue;
            }
            let ever = law.win(threat.ever as u32, units);
            let soon = if threat.soon < threat.ever {
                law.win(threat.soon.max(0.0) as u32, units)
            } else {
                ever
            };
            let loss = soon + weights.later * (ever - soon);
            strength.territories += 1.0 - weights.loss_territory * loss;
            let size = if threat.border {
                strength.border += 1.0;
                strength.stack = strength.stack.max(size);
                size
            } else {
                1.0 + weights.inland * (size - 1.0)
            };
            strength.units += size * (1.0 - weights.loss_units * loss);
            let loss = soon + weights.later_continent * (ever - soon);
            self.parts[usize::from(at)].hold *= 1.0 - weights.loss_continent * loss;
        }
        for (part, (bonus, members)) in self.parts.iter().zip(&ground.continents) {
            let size = members.len() as f32;
            let all: u32 = part.units.iter().sum();
            let each = 1.0 / all.max(1) as f32;
            let shares = part.territories.iter().zip(&part.units);
            for (strength, (&count, &units)) in strengths.iter_mut().zip(shares) {
                if count == 0 {
                    continue;
                }
                strength.continents += if usize::from(count) == members.len() {
                    weights.continent * bonus * part.hold
                } else {
                    let share = 0.5 * (f32::from(count) / size + units as f32 * each);
                    weights.progress * bonus * share * share
                };
            }
        }
        for (p, strength) in strengths.iter_mut().enumerate().take(MAX_SEATS) {
            let own = p == usize::from(scene.me);
            let earned = u32::from(own && board.conquered);
            let sets = set_share(weights, board.cards[p] + earned, own && board.set);
            strength.territories *= weights.territory;
            strength.cards = weights.card * sets * scene.worth;
            strength.stack *= weights.stack;
            strength.border *= -weights.border;
        }
        strengths
    }

    /// One's own share of all that count, 0 to 1: each player counts the square of
    /// the strength, and the strongest still more.
    pub(super) fn value(&mut self, scene: &Scene, weights: &Weights, board: &Board) -> f32 {
        let strengths = self.strengths(scene, weights, board);
        let mut totals = [0.0f32; OWNERS];
        let mut sum = 0.0;
        for p in 0..MAX_SEATS {
            if scene.plays[p] && board.territories[p] > 0 {
                totals[p] = strengths[p].total();
                sum += totals[p];
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
}
