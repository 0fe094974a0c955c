//! The position in a small, flat form that is cheap to copy, change and value.

use std::sync::Arc;

use marchland_maps::Map;

use super::super::{Stop, View};
use crate::conquest::rules::{MAX_SEATS, Phase, Player, Set, Status};

/// The owner of an unclaimed territory: the number after the last seat, so that an array of
/// [`OWNERS`] has a place for every owner.
pub(super) const NOBODY: u8 = MAX_SEATS as u8;
/// Seats and nobody, rounded up to a power of two, so that a remainder by it is a mask.
pub(super) const OWNERS: usize = (MAX_SEATS + 1).next_power_of_two();

/// The parts of the map that the search needs: links in both directions, and continents.
#[derive(Debug)]
pub(super) struct Ground {
    out: Links,
    into: Links,
    /// The continent of each territory.
    pub(super) continent: Vec<u16>,
    /// Bonus and members of each continent.
    pub(super) continents: Vec<(f32, Vec<u16>)>,
}

/// The links of `t` end at `to[at[t]..at[t + 1]]`.
#[derive(Debug)]
struct Links {
    at: Vec<u32>,
    to: Vec<u16>,
}

impl Links {
    fn new(count: usize, links: impl Iterator<Item = (u16, u16)> + Clone) -> Self {
        let mut at = vec![0u32; count + 1];
        for (from, _) in links.clone() {
            at[usize::from(from) + 1] += 1;
        }
        for t in 0..count {
            at[t + 1] += at[t];
        }
        let mut next = at.clone();
        let mut to = vec![0; at[count] as usize];
        for (from, end) in links {
            let next = &mut next[usize::from(from)];
            to[*next as usize] = end;
            *next += 1;
        }
        Self { at, to }
    }

    #[inline]
    fn of(&self, t: u16) -> &[u16] {
        let t = usize::from(t);
        &self.to[self.at[t] as usize..self.at[t + 1] as usize]
    }

    /// The links of all territories, in order.
    #[inline]
    fn all(&self) -> impl Iterator<Item = &[u16]> {
        let ends = self.at.iter().zip(&self.at[1..]);
        ends.map(|(&from, &to)| &self.to[from as usize..to as usize])
    }
}

impl Ground {
    /// Cost: linear in the links.
    pub(super) fn new(map: &Map) -> Self {
        let of = |t| map.neighbours(t).iter().map(move |link| (t.0, link.to.0));
        let links: Vec<(u16, u16)> = map.ids().flat_map(of).collect();
        let continents = map.continents().iter().map(|continent| {
            let members = continent.members.iter().map(|t| t.0).collect();
            (f32::from(continent.bonus), members)
        });
        Self {
            out: Links::new(map.len(), links.iter().copied()),
            into: Links::new(map.len(), links.iter().map(|&(from, to)| (to, from))),
            continent: map.territories().iter().map(|t| t.continent.0).collect(),
            continents: continents.collect(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> u16 {
        self.continent.len() as u16
    }

    /// The territories that can be attacked from `t`.
    #[inline]
    pub(super) fn out(&self, t: u16) -> &[u16] {
        self.out.of(t)
    }

    /// The territories from which `t` can be attacked.
    #[inline]
    pub(super) fn into(&self, t: u16) -> &[u16] {
        self.into.of(t)
    }

    /// The same for each territory, in order.
    #[inline]
    pub(super) fn all_into(&self) -> impl Iterator<Item = &[u16]> {
        self.into.all()
    }
}

/// Owners, units and numbers of cards.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Board {
    /// By territory; [`NOBODY`] if unclaimed.
    pub(super) owner: Vec<u8>,
    /// Units by territory.
    pub(super) units: Vec<u32>,
    /// Territories by player.
    pub(super) territories: [u32; MAX_SEATS],
    /// Cards by player.
    pub(super) cards: [u32; MAX_SEATS],
    /// Whether the hand of the player who plans holds a set.
    pub(super) set: bool,
    /// Whether the player who plans has earned a card this turn.
    pub(super) conquered: bool,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses the allocations.
    fn clone_from(&mut self, other: &Self) {
        self.owner.clone_from(&other.owner);
        self.units.clone_from(&other.units);
        self.territories = other.territories;
        self.cards = other.cards;
        self.set = other.set;
        self.conquered = other.conquered;
    }
}

impl Board {
    pub(super) fn new(view: &View<'_>) -> Self {
        let holdings = view.holdings().iter();
        let owner = |player: Option<Player>| player.map_or(NOBODY, |player| player.index() as u8);
        let mut board = Self {
            owner: holdings.clone().map(|held| owner(held.owner)).collect(),
            units: holdings.map(|held| held.units).collect(),
            set: view.sets().next().is_some(),
            conquered: view.conquered(),
            ..Self::default()
        };
        for player in view.players() {
            board.territories[player.index()] = view.territories_of(player);
            board.cards[player.index()] = view.cards_of(player);
        }
        board
    }

    #[inline]
    pub(super) fn owner(&self, t: u16) -> u8 {
        self.owner[usize::from(t)]
    }

    #[inline]
    pub(super) fn units(&self, t: u16) -> u32 {
        self.units[usize::from(t)]
    }

    #[inline]
    pub(super) fn units_mut(&mut self, t: u16) -> &mut u32 {
        &mut self.units[usize::from(t)]
    }

    /// Gives a territory to `by`, with `units` on it. If it was its owner's last, the cards go to
    /// `by` too.
    pub(super) fn take(&mut self, t: u16, by: u8, units: u32) {
        let owner = std::mem::replace(&mut self.owner[usize::from(t)], by);
        self.units[usize::from(t)] = units;
        self.territories[usize::from(by)] += 1;
        if owner == NOBODY {
            return;
        }
        let left = &mut self.territories[usize::from(owner)];
        *left -= 1;
        if *left == 0 {
            let cards = std::mem::take(&mut self.cards[usize::from(owner)]);
            self.cards[usize::from(by)] += cards;
        }
    }
}

/// What stays the same while plans are compared.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) ground: Arc<Ground>,
    /// The seat of the player who plans.
    pub(super) me: u8,
    /// By owner: whether it plays. The neutral force and defeated players do not.
    pub(super) plays: [bool; OWNERS],
    /// By seat: the order of the next turns, counted from 0 after this turn. While initial units
    /// are placed, the order of play. No two seats have the same rank.
    pub(super) rank: [u8; MAX_SEATS],
    /// The number of rivals still playing.
    pub(super) rivals: usize,
    /// Whether the game began with one rival.
    pub(super) is_duel: bool,
    /// Units for the next set traded.
    pub(super) worth: f32,
    /// By seat: initial units not yet placed.
    pub(super) unplaced: [f32; MAX_SEATS],
    stop: Option<Stop>,
}

impl Scene {
    pub(super) fn new(view: &View<'_>, ground: Arc<Ground>) -> Self {
        let mut plays = [false; OWNERS];
        let mut unplaced = [0.0; MAX_SEATS];
        for player in view.players() {
            let seat = view.state().seat(player);
            plays[player.index()] = matches!(seat.status, Status::Active | Status::Absent);
            if view.phase() != Some(Phase::Playing) {
                unplaced[player.index()] = seat.unplaced as f32;
            }
        }
        let order = view.state().order();
        let mut rank = std::array::from_fn(|seat| seat as u8);
        let mut put = |number: usize, player: Player| rank[player.index()] = number as u8;
        if view.phase() == Some(Phase::Playing) {
            let after = order.after(view.me()).enumerate();
            after.for_each(|(number, player)| put(number, player));
        } else {
            let all = order.iter().enumerate();
            all.for_each(|(number, player)| put(number, player));
        }
        let worths = Set::all().map(|set| view.worth(set));
        Self {
            ground,
            me: view.me().index() as u8,
            plays,
            rank,
            rivals: view.rivals_left(),
            is_duel: order.iter().count() == 2,
            worth: worths.max().unwrap_or(0) as f32,
            unplaced,
            stop: view.stop().cloned(),
        }
    }

    /// The same once all initial units are placed and the first turn has begun, which is that of
    /// the player who plans.
    pub(super) fn at_first_turn(mut self) -> Self {
        let players = self.playing().count() as u8;
        // The player on turn is the last to have another.
        for rank in self.rank.iter_mut().filter(|rank| **rank < players) {
            *rank = rank.checked_sub(1).unwrap_or(players - 1);
        }
        self.unplaced = [0.0; MAX_SEATS];
        self
    }

    /// The seats that play, ascending.
    #[inline]
    pub(super) fn playing(&self) -> impl Iterator<Item = usize> {
        (0..MAX_SEATS).filter(|&seat| self.plays[seat])
    }

    /// Whether the game was asked to stop, so that any plan will do.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_asked)
    }

    /// Whether no rival has a turn before the next own turn.
    pub(super) fn is_first(&self) -> bool {
        let own = self.rank[usize::from(self.me)];
        self.playing().all(|seat| self.rank[seat] >= own)
    }

    /// Whether a territory of `board` belongs to the player who plans.
    #[inline]
    pub(super) fn mine(&self, board: &Board, t: u16) -> bool {
        board.owner(t) == self.me
    }

    /// Whether a territory is one's own and borders an enemy.
    pub(super) fn is_front(&self, board: &Board, t: u16) -> bool {
        let out = self.ground.out(t);
        self.mine(board, t) && out.iter().any(|&to| !self.mine(board, to))
    }

    /// Own territories that border an enemy, the strongest first; all own territories if none
    /// does.
    pub(super) fn fronts(&self, board: &Board) -> Vec<u16> {
        let all = 0..self.ground.len();
        let mut fronts = Vec::with_capacity(all.len());
        fronts.extend(all.clone().filter(|&t| self.is_front(board, t)));
        if fronts.is_empty() {
            fronts.extend(all.filter(|&t| self.mine(board, t)));
        }
        fronts.sort_unstable_by_key(|&t| (std::cmp::Reverse(board.units(t)), t));
        fronts
    }
}
