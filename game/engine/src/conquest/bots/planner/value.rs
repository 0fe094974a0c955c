//! The value of a position at the end of a turn, part by part.
//!
//! First, every player's strength is counted in units: those on the map, and what
//! territories, continents and cards will bring. What may be lost before the next turn
//! counts for less. How likely a border territory is to be lost follows from the strongest stack
//! beside it, what that stack's owner may place in addition, and the odds of the battle:
//!
//! ```text
//! rival 9 ─┐
//! rival 4 ─┼─> own 5      threat = max(9, 4) - 1 + share of the rival's income and next set
//! own   3 ─┘              loss   = chance that `threat` beats 5
//! ```
//!
//! The order of turns matters as much as the number of units. A rival whose next turn comes before
//! the owner's takes what it can; a later rival attacks an owner who has collected and
//! placed by then. So an own stack beside a rival's whole continent hardly lowers that continent's
//! value, unless the stack breaks it now. A stack that would win has units left, and these
//! threaten the next territory, so that a thin line does not protect a continent.
//!
//! Three weights say how much `loss` takes from the territory, from its units, and from the
//! continent that it closes; the product over all territories of a continent is the chance to
//! hold it. A continent that is not whole counts by the square of the share in it, so that
//! the last territory is worth more than the first.
//!
//! Finally the strengths become one number, one's own share of the total, 0 to 1. Each strength
//! counts by its square (with a single rival, by a higher power), and the strongest counts still
//! more. So weakening others is worth something, above all weakening the leader, and in a game of
//! two only the ratio counts.
//!
//! The parts and their form are our own. The weights were found by self-play: see
//! [`tune`](crate::conquest::tune).

use super::board::{Board, OWNERS, Scene};
use super::chance::Law;
use super::weights::Weights;
use crate::conquest::rules::MAX_SEATS;

/// What a player's strength is made of, in units.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Strength {
    /// Units; those inland and those likely to be lost count for less.
    pub units: f32,
    /// What the territories will bring, as income and otherwise.
    pub territories: f32,
    /// What whole continents will bring, by the chance to hold them, and what others may bring
    /// once they are whole.
    pub continents: f32,
    /// What the cards will bring.
    pub cards: f32,
    /// For the largest stack at the border.
    pub stack: f32,
    /// A penalty for border territories; not above 0.
    pub border: f32,
}

impl Strength {
    /// The sum of the parts, at least a half.
    pub fn total(&self) -> f32 {
        let sum = self.units + self.territories + self.continents + self.cards;
        (sum + self.stack + self.border).max(0.5)
    }
}

/// Positions valued at a time.
///
/// Thousands of positions go through the same operations. So the numbers of several positions
/// stand side by side, which compilers turn into vector instructions, and a mask of bits
/// replaces each branch (is this neighbour a rival?).
pub(super) const LANES: usize = 4;

type Floats = [f32; LANES];
type Words = [u32; LANES];
type Ranks = [i32; LANES];

/// One value for each position.
#[inline]
fn lanes<T>(of: impl FnMut(usize) -> T) -> [T; LANES] {
    std::array::from_fn(of)
}

/// All bits set if true, else none.
#[inline]
fn mask(is: bool) -> u32 {
    u32::from(is).wrapping_neg()
}

/// The number if the mask is set, else 0.
#[inline]
fn only(number: f32, mask: u32) -> f32 {
    f32::from_bits(number.to_bits() & mask)
}

/// A number below 2^31 as a float. Machines convert only signed numbers in one instruction.
#[inline]
fn float(number: u32) -> f32 {
    number as i32 as f32
}

/// The larger; neither is NaN.
#[inline]
fn most(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// A territory's owner and units.
#[derive(Debug, Clone, Copy, Default)]
struct Stand {
    owner: Words,
    units: Words,
    /// A mask: whether a neighbour belongs to somebody else.
    border: Words,
}

/// What can attack from a territory.
#[derive(Debug, Clone, Copy, Default)]
struct Force {
    /// The order of the owner's next turn, which differs between players.
    rank: Ranks,
    /// Units, including those that the owner may place.
    units: Floats,
}

/// The strongest forces beside a territory.
#[derive(Debug, Clone, Copy, Default)]
struct Threat {
    /// Of the rivals whose next turn comes before the owner's.
    soon: Floats,
    /// Of all rivals.
    ever: Floats,
}

/// What would be left of the strongest force beside a territory after it has taken that
/// territory.
#[derive(Debug, Clone, Copy)]
struct Passage {
    through: u16,
    rank: Ranks,
    left: Floats,
}

/// What one territory adds to its owner's strength.
#[derive(Debug, Clone, Copy, Default)]
struct Gain {
    territory: Floats,
    units: Floats,
    stack: Floats,
}

/// How much each player has of a continent: territories in the upper half of each number, units in
/// the lower.
type Part = [[u64; LANES]; OWNERS];

fn territories(part: &[u64; LANES]) -> Words {
    lanes(|l| (part[l] >> 32) as u32)
}

fn units(part: &[u64; LANES]) -> Words {
    lanes(|l| part[l] as u32)
}

/// The parts of each player's [`Strength`].
#[derive(Debug, Default)]
struct Sums {
    units: [Floats; OWNERS],
    territories: [Floats; OWNERS],
    continents: [Floats; OWNERS],
    cards: [Floats; OWNERS],
    stack: [Floats; OWNERS],
    border: [Floats; OWNERS],
}

/// Allocations that are reused from one valuation to the next.
#[derive(Debug, Default)]
pub(super) struct Desk {
    stands: Vec<Stand>,
    forces: Vec<Force>,
    threats: Vec<Threat>,
    passages: Vec<Passage>,
    /// Where the table of odds has the chances that the threats win.
    cells: Vec<[u32; 2 * LANES]>,
    gains: Vec<Gain>,
    /// The chance that a territory's continent is not broken there.
    keeps: Vec<Floats>,
    parts: Vec<Part>,
}

fn set_share(weights: &Weights, cards: u32, holds: bool) -> f32 {
    const SHARE: [f32; 5] = [0.0, 0.2, 0.4, 0.65, 0.9];
    match cards {
        0..=2 => SHARE[cards as usize],
        3..=4 if !holds => SHARE[cards as usize],
        _ => 1.0 + weights.second_set * set_share(weights, cards - 3, false),
    }
}

/// The chance that a hand of so many cards of the classic deck has a set.
fn set_chance(cards: u32) -> f32 {
    match cards {
        0..=2 => 0.0,
        3 => 0.423,
        4 => 0.817,
        _ => 1.0,
    }
}

/// The units that a player gains in a turn even with fewer than nine territories.
const LEAST_INCOME: f32 = 3.0;

/// The rank of owners that do not play.
const NEVER: i32 = i32::MAX;

impl Desk {
    /// Makes room for so many territories.
    fn resize(&mut self, count: usize) {
        self.stands.resize(count, Stand::default());
        self.forces.resize(count, Force::default());
        self.threats.resize(count, Threat::default());
        self.cells.resize(count, [0; 2 * LANES]);
        self.gains.resize(count, Gain::default());
        self.keeps.resize(count, [0.0; LANES]);
    }

    /// Lays the positions side by side, and counts each player's part of each continent.
    fn lay(&mut self, scene: &Scene, boards: [&Board; LANES]) {
        let ground = &*scene.ground;
        let count = usize::from(ground.len());
        self.resize(count);
        // Slices as long as the stands spare a bounds check for each territory.
        let owners = lanes(|l| &boards[l].owner[..count]);
        let units = lanes(|l| &boards[l].units[..count]);
        self.parts.clear();
        self.parts
            .resize(ground.continents.len(), [[0; LANES]; OWNERS]);
        let stands = self.stands.iter_mut().zip(&ground.continent);
        for (t, (stand, &at)) in stands.enumerate() {
            let part = &mut self.parts[usize::from(at)];
            for l in 0..LANES {
                let (owner, units) = (owners[l][t], units[l][t]);
                stand.owner[l] = owner.into();
                stand.units[l] = units;
                part[usize::from(owner) % OWNERS][l] += 1 << 32 | u64::from(units);
            }
        }
    }

    /// The units that each player may place next and attack with.
    fn fresh(&self, scene: &Scene, weights: &Weights, boards: [&Board; LANES]) -> [Floats; OWNERS] {
        // Owners that do not play never attack.
        let mut fresh = [[f32::NEG_INFINITY; LANES]; OWNERS];
        for p in scene.playing() {
            let mut whole = [0.0; LANES];
            for (part, (bonus, members)) in self.parts.iter().zip(&scene.ground.continents) {
                let count = territories(&part[p]);
                let all: Words = lanes(|l| mask(count[l] == members.len() as u32));
                whole = lanes(|l| whole[l] + only(*bonus, all[l]));
            }
            fresh[p] = lanes(|l| {
                let third = (boards[l].territories[p] / 3).max(3) as f32;
                let set = weights.sets * set_chance(boards[l].cards[p]) * scene.worth;
                let first = weights.order * scene.unplaced[p];
                weights.reinforced * (third + whole[l] + first) + set
            });
        }
        fresh
    }

    /// Finds the strongest forces beside each territory.
    fn threaten(&mut self, scene: &Scene, weights: &Weights, fresh: &[Floats; OWNERS]) {
        let mut ranks = [NEVER; OWNERS];
        for p in scene.playing() {
            ranks[p] = scene.rank[p].into();
        }
        for (force, stand) in self.forces.iter_mut().zip(&self.stands) {
            let owner = lanes(|l| stand.owner[l] as usize % OWNERS);
            let fresh: Floats = lanes(|l| fresh[owner[l]][l]);
            force.rank = lanes(|l| ranks[owner[l]]);
            force.units = lanes(|l| most(float(stand.units[l]) - 1.0 + fresh[l], 0.0));
        }
        let forces = &self.forces[..];
        self.passages.clear();
        let own = self.stands.iter_mut().zip(forces).zip(&mut self.threats);
        let all = own.zip(scene.ground.all_into());
        for (t, (((stand, own), threat), into)) in all.enumerate() {
            let (mut soon, mut ever) = ([0.0; LANES], [0.0; LANES]);
            let mut border = [0; LANES];
            // Of the strongest; of equals the first.
            let mut rank = [NEVER; LANES];
            for &from in into {
                let other = &forces[usize::from(from)];
                let rival = lanes(|l| mask(other.rank[l] != own.rank[l]));
                let early = lanes(|l| mask(other.rank[l] < own.rank[l]));
                let units: Floats = lanes(|l| only(other.units[l], rival[l]));
                let stronger = lanes(|l| mask(units[l] > ever[l]) as i32);
                rank = lanes(|l| other.rank[l] & stronger[l] | rank[l] & !stronger[l]);
                border = lanes(|l| border[l] | rival[l]);
                ever = lanes(|l| most(ever[l], units[l]));
                soon = lanes(|l| most(soon[l], only(other.units[l], early[l])));
            }
            stand.border = border;
            *threat = Threat { soon, ever };
            let left: Floats = lanes(|l| {
                let left = (ever[l] - float(stand.units[l]) - 1.0) * weights.through;
                only(left, mask(left >= 1.0))
            });
            if left.iter().any(|&left| left > 0.0) {
                self.passages.push(Passage {
                    through: t as u16,
                    rank,
                    left,
                });
            }
        }
        // What is left of a stack after taking a territory threatens the territories behind it.
        for passage in &self.passages {
            for &to in scene.ground.out(passage.through) {
                let own = &forces[usize::from(to)].rank;
                let threat = &mut self.threats[usize::from(to)];
                let Threat { soon, ever } = *threat;
                let rival = lanes(|l| mask(passage.rank[l] != own[l]));
                let early = lanes(|l| mask(passage.rank[l] < own[l]));
                let later = lanes(|l| only(passage.left[l], rival[l]));
                let first = lanes(|l| only(passage.left[l], early[l]));
                *threat = Threat {
                    soon: lanes(|l| most(soon[l], first[l])),
                    ever: lanes(|l| most(ever[l], later[l])),
                };
            }
        }
    }

    /// Finds the places of the chances that the threats win.
    fn attack(&mut self) {
        let stands = self.threats.iter().zip(&self.stands);
        for ((threat, stand), cells) in stands.zip(&mut self.cells) {
            let attackers: [f32; 2 * LANES] = std::array::from_fn(|n| match n.checked_sub(LANES) {
                None => threat.soon[n],
                Some(l) => threat.ever[l],
            });
            *cells = Law::cells(attackers, std::array::from_fn(|n| stand.units[n % LANES]));
        }
    }

    /// Works out what each territory adds to its owner's strength.
    fn gain(&mut self, weights: &Weights) {
        let law = Law::classic();
        let stands = self.stands.iter().zip(&self.cells).zip(&mut self.keeps);
        for (((own, cells), keeps), gain) in stands.zip(&mut self.gains) {
            let soon: Floats = lanes(|l| law.at(cells[l]));
            let ever: Floats = lanes(|l| law.at(cells[LANES + l]));
            let size: Floats = lanes(|l| float(own.units[l]));
            let loss: Floats = lanes(|l| soon[l] + weights.later * (ever[l] - soon[l]));
            let territory: Floats = lanes(|l| 1.0 - weights.loss_territory * loss[l]);
            let inland: Floats = lanes(|l| 1.0 + weights.inland * (size[l] - 1.0));
            let stack: Floats = lanes(|l| only(size[l], own.border[l]));
            let units: Floats = lanes(|l| {
                let size = stack[l] + only(inland[l], !own.border[l]);
                size * (1.0 - weights.loss_units * loss[l])
            });
            let loss: Floats = lanes(|l| soon[l] + weights.later_continent * (ever[l] - soon[l]));
            *keeps = lanes(|l| 1.0 - weights.loss_continent * loss[l]);
            *gain = Gain {
                territory,
                units,
                stack,
            };
        }
    }

    /// The strength of every player.
    fn sums(&mut self, scene: &Scene, weights: &Weights, boards: [&Board; LANES]) -> Sums {
        let ground = &*scene.ground;
        let mut sums = Sums::default();
        self.lay(scene, boards);
        let fresh = self.fresh(scene, weights, boards);
        self.threaten(scene, weights, &fresh);
        self.attack();
        self.gain(weights);
        for p in scene.playing() {
            let (mut stack, mut count) = ([0.0; LANES], [0.0; LANES]);
            let (mut units, mut border) = ([0.0; LANES], [0.0; LANES]);
            for (own, gain) in self.stands.iter().zip(&self.gains) {
                let mine = lanes(|l| mask(own.owner[l] == p as u32));
                stack = lanes(|l| most(stack[l], only(gain.stack[l], mine[l])));
                count = lanes(|l| count[l] + only(gain.territory[l], mine[l]));
                units = lanes(|l| units[l] + only(gain.units[l], mine[l]));
                border = lanes(|l| border[l] + only(1.0, own.border[l] & mine[l]));
            }
            sums.units[p] = units;
            sums.territories[p] = count.map(|count| {
                weights.territory * count + weights.income * most(count / 3.0, LEAST_INCOME)
            });
            sums.stack[p] = stack.map(|stack| stack * weights.stack(scene.rivals));
            sums.border[p] = border.map(|border| border * -weights.border);
        }
        for (part, (bonus, members)) in self.parts.iter().zip(&ground.continents) {
            let mut whole = [1.0; LANES];
            for &t in members {
                let keeps = &self.keeps[usize::from(t)];
                whole = lanes(|l| whole[l] * keeps[l]);
            }
            let whole: Floats = lanes(|l| weights.continent * bonus * whole[l]);
            let mut all = [0; LANES];
            for held in part {
                let held = units(held);
                all = lanes(|l| all[l] + held[l]);
            }
            let each: Floats = lanes(|l| 1.0 / float(all[l].max(1)));
            let size = members.len() as f32;
            let progress = weights.progress * bonus;
            for p in scene.playing() {
                let (count, held) = (territories(&part[p]), units(&part[p]));
                let sum = &mut sums.continents[p];
                *sum = lanes(|l| {
                    let complete = mask(count[l] == members.len() as u32);
                    let held = float(held[l]) * each[l];
                    let share = 0.5 * (float(count[l]) / size + held);
                    let part = progress * share * share;
                    sum[l] + (only(whole[l], complete) + only(part, !complete))
                });
            }
        }
        for p in scene.playing() {
            let own = p == usize::from(scene.me);
            sums.cards[p] = lanes(|l| {
                let earned = u32::from(own && boards[l].conquered);
                let cards = boards[l].cards[p] + earned;
                weights.card * set_share(weights, cards, own && boards[l].set) * scene.worth
            });
        }
        sums
    }

    pub(super) fn strengths(
        &mut self,
        scene: &Scene,
        weights: &Weights,
        board: &Board,
    ) -> [Strength; MAX_SEATS] {
        let sums = self.sums(scene, weights, [board; LANES]);
        std::array::from_fn(|p| sums.strength(p, 0))
    }

    /// Appends the value of each position to `values`: one's own share, 0 to 1, of the squared
    /// strengths of all players, where the strongest count still more.
    ///
    /// Cost: valuing one position costs nearly as much as valuing [`LANES`].
    pub(super) fn values(
        &mut self,
        scene: &Scene,
        weights: &Weights,
        boards: &[Board],
        values: &mut Vec<f32>,
    ) {
        for some in boards.chunks(LANES) {
            let boards = lanes(|lane| &some[lane.min(some.len() - 1)]);
            let sums = self.sums(scene, weights, boards);
            for (lane, board) in some.iter().enumerate() {
                values.push(sums.value(scene, weights, board, lane));
            }
        }
    }
}

impl Sums {
    fn strength(&self, player: usize, lane: usize) -> Strength {
        Strength {
            units: self.units[player][lane],
            territories: self.territories[player][lane],
            continents: self.continents[player][lane],
            cards: self.cards[player][lane],
            stack: self.stack[player][lane],
            border: self.border[player][lane],
        }
    }

    fn value(&self, scene: &Scene, weights: &Weights, board: &Board, lane: usize) -> f32 {
        let mut totals = [0.0f32; MAX_SEATS];
        let mut sum = 0.0;
        for p in scene.playing() {
            if board.territories[p] > 0 {
                totals[p] = self.strength(p, lane).total();
                sum += totals[p];
            }
        }
        let mut all = 0.0;
        for total in &mut totals {
            let counts = *total * (1.0 + weights.leader * *total / sum);
            *total *= counts;
            all += *total;
        }
        let own = totals[usize::from(scene.me)];
        if scene.rivals == 1 {
            // The totals are squares.
            1.0 / (1.0 + libm::powf((all - own) / own, weights.power_one / 2.0))
        } else {
            own / all
        }
    }
}
