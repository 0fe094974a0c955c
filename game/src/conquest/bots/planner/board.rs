//! The position, small and flat, to be changed and valued thousands of times.

use std::sync::Arc;

use marchland_maps::Map;

use super::super::{Stop, View};
use crate::conquest::rules::{MAX_SEATS, Phase, Player, Set, Status};

/// Nobody: a territory not yet claimed. The number after the last seat, so that what is kept
/// by owner is an array of [`OWNERS`].
pub(super) const NOBODY: u8 = MAX_SEATS as u8;
/// Seats and nobody, rounded up to a power of two, so that a remainder by it is a mask.
pub(super) const OWNERS: usize = (MAX_SEATS + 1).next_power_of_two();

/// The map: links both ways, continents.
#[derive(Debug)]
pub(super) struct Ground {
    out: Links,
    into: Links,
    /// The continent of each territory.
    pub(super) continent: Vec<u16>,
    /// Bonus and members of each continent.
    pub(super) continents: Vec<(f32, Vec<u16>)>,
}

/// `to[at[t]..at[t + 1]]` are the ends of the links of `t`.
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

    /// Those of all territories, in order.
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

    /// Where one can go from `t`.
    #[inline]
    pub(super) fn out(&self, t: u16) -> &[u16] {
        self.out.of(t)
    }

    /// Whence one can come to `t`.
    #[inline]
    pub(super) fn into(&self, t: u16) -> &[u16] {
        self.into.of(t)
    }

    /// Whence one can come to each territory, in order.
    #[inline]
    pub(super) fn all_into(&self) -> impl Iterator<Item = &[u16]> {
        self.into.all()
    }
}

/// Who stands where with how many, and who has how many cards.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Board {
    /// By territory; [`NOBODY`] before it is claimed.
    pub(super) owner: Vec<u8>,
    /// The units on each territory.
    pub(super) units: Vec<u32>,
    /// Territories by player.
    pub(super) territories: [u32; MAX_SEATS],
    /// Cards by player.
    pub(super) cards: [u32; MAX_SEATS],
    /// Whether one's own hand holds a set.
    pub(super) set: bool,
    /// Whether one has earned a card this turn.
    pub(super) conquered: bool,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses what is allocated already.
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
        let mut board = Self {
            owner: Vec::with_capacity(view.holdings().len()),
            units: Vec::with_capacity(view.holdings().len()),
            territories: [0; MAX_SEATS],
            cards: [0; MAX_SEATS],
            set: view.sets().next().is_some(),
            conquered: view.conquered(),
        };
        for holding in view.holdings() {
            let owner = holding.owner.map_or(NOBODY, |player| player.index() as u8);
            board.owner.push(owner);
            board.units.push(holding.units);
        }
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

    /// The same, to be changed.
    #[inline]
    pub(super) fn units_mut(&mut self, t: u16) -> &mut u32 {
        &mut self.units[usize::from(t)]
    }

    /// `by` takes a territory and stands there with so many units; if it was
    /// its owner's last, the cards fall to `by`.
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

/// What does not change while plans are weighed.
#[derive(Debug)]
pub(super) struct Scene {
    /// What does not change in a game: borders and continents.
    pub(super) ground: Arc<Ground>,
    /// The seat of the player who plans.
    pub(super) me: u8,
    /// Who plays: not the neutral force, not the defeated.
    pub(super) plays: [bool; OWNERS],
    /// When everybody has the next turn after this one, from 0; before the game proper by
    /// the order of play. No two have the same.
    pub(super) rank: [u8; MAX_SEATS],
    /// Number of rivals that play.
    pub(super) rivals: usize,
    /// Units for the next set.
    pub(super) worth: f32,
    /// Initial units that everybody has yet to place.
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
            unplaced[player.index()] = seat.unplaced as f32;
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
            worth: worths.max().unwrap_or(0) as f32,
            unplaced,
            stop: view.stop().cloned(),
        }
    }

    /// The seats of those who play, ascending.
    #[inline]
    pub(super) fn playing(&self) -> impl Iterator<Item = usize> {
        (0..MAX_SEATS).filter(|&seat| self.plays[seat])
    }

    /// Whether the plan is of no use any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_asked)
    }

    /// Whether no rival has a turn before one's own next.
    pub(super) fn is_first(&self) -> bool {
        let own = self.rank[usize::from(self.me)];
        self.playing().all(|seat| self.rank[seat] >= own)
    }

    /// Whether a territory of `board` is one's own.
    #[inline]
    pub(super) fn mine(&self, board: &Board, t: u16) -> bool {
        board.owner(t) == self.me
    }

    /// Whether one can attack from there, given the units.
    pub(super) fn is_front(&self, board: &Board, t: u16) -> bool {
        let out = self.ground.out(t);
        self.mine(board, t) && out.iter().any(|&to| !self.mine(board, to))
    }

    /// Own territories from which one can attack, the strongest first; where there is none,
    /// all of one's own.
    pub(super) fn fronts(&self, board: &Board) -> Vec<u16> {
        let all = 0..self.ground.len();
        let mut fronts: Vec<u16> = all.clone().filter(|&t| self.is_front(board, t)).collect();
        if fronts.is_empty() {
            fronts = all.filter(|&t| self.mine(board, t)).collect();
        }
        fronts.sort_unstable_by_key(|&t| (std::cmp::Reverse(board.units(t)), t));
        fronts
    }
}
