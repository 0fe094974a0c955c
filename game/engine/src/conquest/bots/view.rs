//! What a player sees and can choose from.

use std::cmp::Reverse;
use std::marker::PhantomData;

use marchland_maps::{Map, TerritoryId};

use super::Stop;
use crate::conquest::rules::{Action, Cards, Holding, Phase, Player, Set, State, Status, Step};

/// A game as one player sees it: everything but the cards of others and the order of the deck.
#[derive(Debug, Clone, Copy)]
pub struct View<'s> {
    state: &'s State,
    me: Player,
    stop: Option<&'s Stop>,
}

/// A free territory that the player can claim now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Free<'v>(pub(super) TerritoryId, PhantomData<&'v ()>);

/// An own territory, where units can be placed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own<'v>(pub(super) TerritoryId, PhantomData<&'v ()>);

/// An attack that is possible now, with up to three units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack<'v> {
    pub(super) from: TerritoryId,
    pub(super) target: TerritoryId,
    pub(super) most: u8,
    view: PhantomData<&'v ()>,
}

/// A fortifying transfer that is possible now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer<'v> {
    pub(super) from: TerritoryId,
    pub(super) to: TerritoryId,
    pub(super) most: u32,
    view: PhantomData<&'v ()>,
}

impl Free<'_> {
    /// The free territory.
    pub fn territory(self) -> TerritoryId {
        self.0
    }
}

impl Own<'_> {
    /// The own territory.
    pub fn territory(self) -> TerritoryId {
        self.0
    }
}

impl Attack<'_> {
    /// The territory that the units come from.
    pub fn from(self) -> TerritoryId {
        self.from
    }

    /// The territory attacked.
    pub fn target(self) -> TerritoryId {
        self.target
    }
}

impl Transfer<'_> {
    /// The territory that the units come from.
    pub fn from(self) -> TerritoryId {
        self.from
    }

    /// The territory that the units go to.
    pub fn to(self) -> TerritoryId {
        self.to
    }

    /// The most units that can go.
    pub fn most(self) -> u32 {
        self.most
    }
}

impl<'s> View<'s> {
    /// What `me` sees of a game.
    pub fn new(state: &'s State, me: Player) -> Self {
        let stop = None;
        Self { state, me, stop }
    }

    /// The same view, of a game that may be asked to stop.
    #[must_use]
    pub fn stopped_by(self, stop: &'s Stop) -> Self {
        let stop = Some(stop);
        Self { stop, ..self }
    }

    /// Whether the game was asked to stop, so that any answer will do.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Stop::is_asked)
    }

    pub(super) fn stop(&self) -> Option<&'s Stop> {
        self.stop
    }

    pub(super) fn state(&self) -> &'s State {
        self.state
    }

    /// The player whose view it is.
    pub fn me(&self) -> Player {
        self.me
    }

    /// The map to play on.
    pub fn map(&self) -> &'s Map {
        self.state.map()
    }

    /// The phase of the game.
    pub fn phase(&self) -> Option<Phase> {
        self.state.phase()
    }

    /// Owners and units; the index is the territory's id.
    pub fn holdings(&self) -> &'s [Holding] {
        self.state.holdings()
    }

    /// Owner and units of a territory.
    ///
    /// # Panics
    /// If the map has no such territory.
    pub fn holding(&self, territory: TerritoryId) -> Holding {
        self.state.holding(territory)
    }

    /// Whether the player owns a territory.
    ///
    /// # Panics
    /// If the map has no such territory.
    pub fn is_mine(&self, territory: TerritoryId) -> bool {
        self.state.owns(self.me, territory)
    }

    /// Whether a link leads from a territory to one that the player does not own.
    ///
    /// # Panics
    /// If the map has no such territory.
    pub fn is_border(&self, territory: TerritoryId) -> bool {
        let links = self.map().neighbours(territory);
        links.iter().any(|link| !self.is_mine(link.to))
    }

    /// All players, including the neutral force and the defeated.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        self.state.players()
    }

    /// The number of other players still in the game, including absent ones.
    pub fn rivals_left(&self) -> usize {
        let plays = |p: &Player| matches!(self.status(*p), Status::Active | Status::Absent);
        let others = self.players().filter(|&p| p != self.me);
        others.filter(plays).count()
    }

    /// The status of a player.
    pub fn status(&self, player: Player) -> Status {
        self.state.seat(player).status
    }

    /// The number of territories of a player.
    pub fn territories_of(&self, player: Player) -> u32 {
        self.state.seat(player).territories
    }

    /// The number of cards in a player's hand.
    pub fn cards_of(&self, player: Player) -> u32 {
        self.state.seat(player).cards.len()
    }

    /// The player's own hand.
    pub fn hand(&self) -> Cards {
        self.state.seat(self.me).cards
    }

    /// Units that the player has yet to place.
    pub fn unplaced(&self) -> u32 {
        self.state.seat(self.me).unplaced
    }

    /// Units for a set now.
    pub fn worth(&self, set: Set) -> u32 {
        set.worth(self.state.variants().sets, self.state.sets_traded())
    }

    /// Whether the player has conquered a territory this turn and will get a card.
    pub fn conquered(&self) -> bool {
        self.state.conquered()
    }

    /// The conquest just made that more units may move into, if any.
    pub fn conquest(&self) -> Option<(TerritoryId, TerritoryId)> {
        match self.state.step() {
            Step::Occupy { from, to } => Some((from, to)),
            _ => None,
        }
    }

    /// The sets in the player's hand.
    pub fn sets(&self) -> impl Iterator<Item = Set> + use<> {
        let hand = self.hand();
        Set::all().filter(move |&set| hand.holds(set))
    }

    /// The set in the hand that brings the most units; of equals, one with the fewest wild cards.
    pub(super) fn best_set(&self) -> Option<Set> {
        self.sets()
            .min_by_key(|&set| (Reverse(self.worth(set)), set))
    }

    /// The free territories, ascending.
    pub fn free(&self) -> impl Iterator<Item = Free<'_>> {
        let holdings = self.map().ids().zip(self.holdings());
        let free = holdings.filter(|(_, holding)| holding.owner.is_none());
        free.map(|(t, _)| Free(t, PhantomData))
    }

    /// The player's own territories, ascending.
    pub fn own(&self) -> impl Iterator<Item = Own<'_>> {
        let own = self.state.territories(self.me);
        own.map(|t| Own(t, PhantomData))
    }

    /// All possible attacks, ascending by origin; each with as many units as the origin can spare, up
    /// to three.
    pub fn attacks(&self) -> impl Iterator<Item = Attack<'_>> {
        let own = self.state.territories(self.me);
        own.flat_map(move |from| {
            let links = self.map().neighbours(from).iter();
            links.filter_map(move |link| self.over(from, link.to))
        })
    }

    /// The attack from one territory on another, if it is possible.
    pub(super) fn attack(&self, from: TerritoryId, target: TerritoryId) -> Option<Attack<'_>> {
        let mut links = self.map().neighbours(from).iter();
        let link = links.find(|link| link.to == target)?;
        self.over(from, link.to).filter(|_| self.is_mine(from))
    }

    /// The attack over a link that leads from an own territory, if it is possible.
    fn over(&self, from: TerritoryId, target: TerritoryId) -> Option<Attack<'_>> {
        let most = self.state.most_attackers(from);
        let possible = most > 0 && !self.is_mine(target);
        possible.then_some(Attack {
            from,
            target,
            most,
            view: PhantomData,
        })
    }

    /// All possible fortifying transfers, ascending; those from a territory are found when they are
    /// asked for.
    pub fn transfers(&self) -> impl Iterator<Item = Transfer<'_>> {
        let transfer = |choice| match choice {
            Action::Transfer { from, to, units } => Some(Transfer {
                from,
                to,
                most: units,
                view: PhantomData,
            }),
            _ => None,
        };
        self.state.transfers(self.me).filter_map(transfer)
    }

    /// The fortifying transfer from one territory to another, if it is possible.
    pub fn transfer(&self, from: TerritoryId, to: TerritoryId) -> Option<Transfer<'_>> {
        let action = Action::Transfer { from, to, units: 1 };
        let follow_up = self.conquest() == Some((from, to));
        let possible = !follow_up && self.state.check(self.me, action).is_ok();
        possible.then(|| Transfer {
            from,
            to,
            most: self.holding(from).units - 1,
            view: PhantomData,
        })
    }
}
