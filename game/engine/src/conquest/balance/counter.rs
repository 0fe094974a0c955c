//! Counts what happens in a game.

use super::layout::{Layout, MARKS};
use crate::conquest::rules::{Event, MAX_SEATS, Phase, Player, State};
use marchland_maps::{Map, TerritoryId};

/// The results of the games of one deal.
#[derive(Debug, Clone, Default)]
pub(super) struct Deal {
    /// By the numbers of the layout.
    pub(super) counts: Vec<u32>,
    /// Strata of the players still in the game after the rounds of the marks, and whether they
    /// won.
    pub(super) everybody: Vec<(usize, bool)>,
    /// The same for those of them who held continents.
    pub(super) holders: Vec<(usize, bool)>,
    pub(super) rounds: Vec<u32>,
    pub(super) first_out: Vec<usize>,
    pub(super) wins_by_hand: Vec<u32>,
}

impl Deal {
    pub(super) fn new(layout: &Layout) -> Self {
        Self {
            counts: vec![0; layout.numbers()],
            wins_by_hand: vec![0; layout.players],
            ..Self::default()
        }
    }
}

const NOBODY: u8 = u8::MAX;

/// Follows a game event by event, and counts.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    layout: &'a Layout,
    map: &'a Map,
    /// The territories' numbers on the map, by their numbers in the game.
    numbers: &'a [TerritoryId],
    /// By territory: the player who began with it, and its owner.
    begun: Vec<u8>,
    owners: Vec<u8>,
    /// By continent and player: the number of territories owned.
    owned: Vec<u16>,
    /// By continent: the player who owns all of it, and the player who did so when their turn of
    /// this round began.
    whole: Vec<u8>,
    collected: Vec<u8>,
    /// By player: the place in the order of play.
    places: [usize; MAX_SEATS],
    battle: Option<(TerritoryId, TerritoryId)>,
    playing: bool,
    place: usize,
    round: u32,
    leader: u8,
    /// Continent, mark and holder.
    holders: Vec<(usize, usize, u8)>,
    /// Player, mark and rank by units.
    ranks: Vec<(u8, usize, usize)>,
}

impl<'a> Counter<'a> {
    /// A counter for a game from its initial state. The game is on `map` under other numbers:
    /// `numbers` has the original for each.
    pub(super) fn new(
        layout: &'a Layout,
        map: &'a Map,
        numbers: &'a [TerritoryId],
        state: &State,
    ) -> Self {
        let mut owners = vec![NOBODY; map.len()];
        for (at, holding) in numbers.iter().zip(state.holdings()) {
            owners[at.index()] = number(holding.owner);
        }
        let mut owned = vec![0; layout.continents * MAX_SEATS];
        for (territory, &owner) in map.territories().iter().zip(&owners) {
            if owner != NOBODY {
                let continent = territory.continent.index();
                owned[continent * MAX_SEATS + usize::from(owner)] += 1;
            }
        }
        let mut whole = vec![NOBODY; layout.continents];
        for (at, continent) in map.continents().iter().enumerate() {
            let owned = &owned[at * MAX_SEATS..(at + 1) * MAX_SEATS];
            let size = continent.members.len() as u16;
            if let Some(owner) = owned.iter().position(|&owned| owned == size) {
                whole[at] = owner as u8;
            }
        }
        let mut places = [0; MAX_SEATS];
        for (place, player) in state.order().iter().enumerate() {
            places[player.index()] = place;
        }
        Self {
            layout,
            map,
            numbers,
            begun: owners.clone(),
            owners,
            owned,
            whole,
            collected: vec![NOBODY; layout.continents],
            places,
            battle: None,
            playing: false,
            place: 0,
            round: 0,
            leader: NOBODY,
            holders: Vec::new(),
            ranks: Vec::new(),
        }
    }

    /// Counts what has just happened.
    pub(super) fn hear(&mut self, state: &State, events: &[Event], deal: &mut Deal) {
        for event in events {
            match *event {
                Event::PhaseStarted(phase) => self.playing = phase == Phase::Playing,
                Event::TurnStarted(player) if self.playing => self.turn(state, player, deal),
                Event::Attacked { from, target, .. } => self.battle = Some((from, target)),
                Event::Rolled(_) => self.fought(state, deal),
                Event::Defeated { player, .. } => {
                    let out = |p: Player| state.seat(p).territories == 0;
                    let gone = state.order().iter().filter(|&p| out(p)).count();
                    // The neutral force has no place.
                    if gone == 1 && state.order().contains(player) {
                        deal.first_out.push(self.places[player.index()]);
                    }
                }
                _ => {}
            }
        }
    }

    fn turn(&mut self, state: &State, player: Player, deal: &mut Deal) {
        let place = self.places[player.index()];
        if self.round == 0 {
            self.round = 1;
        } else if place <= self.place {
            self.end_round(state, deal);
            self.round += 1;
            self.collected.fill(NOBODY);
        }
        self.place = place;
        for (at, &owner) in self.whole.iter().enumerate() {
            if usize::from(owner) == player.index() {
                deal.counts[self.layout.collected(at)] += 1;
                self.collected[at] = owner;
            }
        }
    }

    fn end_round(&mut self, state: &State, deal: &mut Deal) {
        let mut units = [0u32; MAX_SEATS];
        for holding in state.holdings() {
            if let Some(owner) = holding.owner {
                units[owner.index()] += holding.units;
            }
        }
        let order = state.order();
        // In a tie the previous leader stays in the lead.
        let key = |player: &Player| {
            let at = player.index();
            (units[at], at == usize::from(self.leader))
        };
        let leader = number(order.iter().max_by_key(key));
        if self.leader != NOBODY && leader != self.leader {
            deal.counts[Layout::LEADS] += 1;
        }
        self.leader = leader;
        let Some(mark) = MARKS.iter().position(|&mark| mark == self.round) else {
            return;
        };
        deal.counts[Layout::GOING + mark] += 1;
        for (at, &owner) in self.collected.iter().enumerate() {
            if owner != NOBODY {
                deal.counts[self.layout.held(at, mark)] += 1;
                deal.counts[Layout::HELD + mark] += 1;
                self.holders.push((at, mark, owner));
            }
        }
        for (place, player) in order.iter().enumerate() {
            let own = units[player.index()];
            if own > 0 {
                // Break ties by the order of play.
                let rank = order.iter().enumerate().filter(|(other, rival)| {
                    let theirs = units[rival.index()];
                    theirs > own || (theirs == own && *other < place)
                });
                self.ranks.push((number(Some(player)), mark, rank.count()));
            }
        }
    }

    /// Counts a battle after its dice were thrown.
    fn fought(&mut self, state: &State, deal: &mut Deal) {
        let Some((from, target)) = self.battle.take() else {
            return;
        };
        let now = number(state.holding(target).owner);
        let [from, target] = [from, target].map(|at| self.numbers[at.index()]);
        let link = self.layout.link_between(self.map, from, target);
        deal.counts[self.layout.battles(target.index())] += 1;
        if let Some(link) = link {
            deal.counts[self.layout.fought(link)] += 1;
        }
        let before = self.owners[target.index()];
        if now == before {
            return;
        }
        deal.counts[self.layout.conquests(target.index())] += 1;
        if let Some(link) = link {
            deal.counts[self.layout.crossed(link)] += 1;
        }
        self.owners[target.index()] = now;
        let continent = self.map.territory(target).continent;
        let at = continent.index();
        let owned = &mut self.owned[at * MAX_SEATS..(at + 1) * MAX_SEATS];
        if let Some(owned) = owned.get_mut(usize::from(before)) {
            *owned -= 1;
        }
        self.whole[at] = NOBODY;
        if let Some(owned) = owned.get_mut(usize::from(now)) {
            *owned += 1;
            if usize::from(*owned) == self.map.continent(continent).members.len() {
                self.whole[at] = now;
                deal.counts[self.layout.taken(at)] += 1;
            }
        }
    }

    /// Counts a game that ended or was stopped. The hands were dealt `moved` places on.
    pub(super) fn end(&mut self, winner: Option<Player>, moved: usize, deal: &mut Deal) {
        let (layout, places) = (self.layout, &self.places);
        let won = number(winner);
        deal.rounds.push(self.round);
        deal.counts[Layout::ROUNDS] += self.round;
        match winner {
            Some(winner) => {
                let place = places[winner.index()];
                deal.counts[layout.won(place)] += 1;
                deal.wins_by_hand[(place + moved) % layout.players] += 1;
            }
            None => deal.counts[Layout::UNFINISHED] += 1,
        }
        let territories = self.begun.iter().zip(self.map.territories());
        for (at, (&owner, territory)) in territories.enumerate() {
            if usize::from(owner) < layout.players {
                let continent = territory.continent.index();
                let won = u32::from(owner == won);
                deal.counts[layout.begun(at)] += 1;
                deal.counts[layout.begun_won(at)] += won;
                deal.counts[layout.begun_in(continent)] += 1;
                deal.counts[layout.begun_in_won(continent)] += won;
            }
        }
        let rank_of = |player, mark| {
            let mut ranks = self.ranks.iter();
            let found = ranks.find(|(who, when, _)| (*who, *when) == (player, mark));
            found.map(|(.., rank)| *rank)
        };
        for &(at, mark, holder) in &self.holders {
            let is_won = holder == won;
            deal.counts[layout.held_won(at, mark)] += u32::from(is_won);
            // A holder who was defeated before the round ended has no rank.
            if let Some(rank) = rank_of(holder, mark) {
                let place = places[usize::from(holder)];
                let stratum = layout.stratum(mark, place, rank);
                let stratum = layout.held_stratum(at, stratum);
                deal.holders.push((stratum, is_won));
            }
        }
        for &(player, mark, rank) in &self.ranks {
            let place = places[usize::from(player)];
            let stratum = layout.stratum(mark, place, rank);
            deal.everybody.push((stratum, player == won));
        }
    }
}

fn number(player: Option<Player>) -> u8 {
    player.map_or(NOBODY, |player| player.index() as u8)
}
