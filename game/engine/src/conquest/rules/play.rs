//! Turns a player's action into the events it causes.

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::deal::shuffle;
use super::state::MOST_UNITS;
use super::{
    Action, Battle, Cards, Dice, Event, Holding, Illegal, Phase, Player, Roll, Set, State, Status,
    Step,
};

/// The maximum number of units that the debug console may put on a territory.
const MOST_SET: u32 = 1_000_000;

/// Why the debug console may not change territories; nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// Territories have no owners yet.
    #[error("wait until all territories are claimed")]
    TooEarly,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// An attack waits for its defence.
    #[error("wait until the attack is answered")]
    Battle,
    /// The map has no such territory.
    #[error("the map has no territory {territory}, only 0 to {last}")]
    UnknownTerritory {
        /// The territory named.
        territory: TerritoryId,
        /// The last territory of the map.
        last: TerritoryId,
    },
    /// The game has no such player, or the player is defeated.
    #[error("player {0} is not in the game")]
    NoPlayer(Player),
    /// No units, or too many.
    #[error("a territory has 1 to {MOST_SET} units")]
    Units,
    /// Too many units in the whole game.
    #[error("a game has at most {MOST_UNITS} units")]
    TooMany,
    /// A player would have no territory left.
    #[error("player {0} would be left without a territory")]
    Homeless(Player),
}

impl State {
    /// Plays an action and appends the events up to the next decision of a player, including
    /// the defence of a neutral or absent defender, the dice, and the start of the next turn.
    ///
    /// # Errors
    /// Why the action is illegal; the state and `events` are unchanged.
    pub fn play(
        &mut self,
        player: Player,
        action: Action,
        dice: &mut impl Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        self.check(player, action)?;
        match action {
            Action::Trade(set) => {
                let worth = set.worth(self.variants.sets, self.sets_traded);
                let units = worth.min(self.room());
                self.emit(Event::SetTraded { player, set }, events);
                self.emit(Event::UnitsGained { player, units }, events);
            }
            Action::Defend { units, .. } => self.defend(units, dice, events),
            Action::EndTurn => self.end_turn(dice, events),
            Action::Reinforce { .. } | Action::Attack { .. } | Action::Transfer { .. } => {
                if let Some(event) = Event::of(player, action) {
                    self.emit(event, events);
                }
                self.defend_for_passive(dice, events);
            }
        }
        Ok(())
    }

    /// Makes a player absent: an attack by or on it is settled, its turn ends, and from then
    /// on its territories are passive. If nobody is left the game is paused. Nothing happens
    /// if the player is not active.
    pub fn leave(&mut self, player: Player, dice: &mut impl Dice, events: &mut Vec<Event>) {
        if self.winner.is_some() || self.seat(player).status != Status::Active {
            return;
        }
        self.emit(Event::Left(player), events);
        if let Step::Defence(battle) = self.step {
            let attacked = self.holding(battle.target).owner == Some(player);
            if attacked || self.turn == Some(player) {
                self.defend_with_most(battle, dice, events);
            }
        }
        if self.turn == Some(player) && self.winner.is_none() && self.anybody_active() {
            self.end_turn(dice, events);
        }
    }

    /// Makes an absent player active again, and continues a paused game.
    pub fn come_back(&mut self, player: Player, dice: &mut impl Dice, events: &mut Vec<Event>) {
        if self.winner.is_some() || self.seat(player).status != Status::Absent {
            return;
        }
        self.emit(Event::Returned(player), events);
        let stands_still = |turn| self.seat(turn).status != Status::Active;
        if self.turn.is_some_and(stands_still) {
            self.end_turn(dice, events);
        }
    }

    /// Answers the pending attack with the most units, for a silent defender. Nothing happens
    /// if there is none.
    pub fn defend_silent(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        if let Step::Defence(battle) = self.step {
            self.defend_with_most(battle, dice, events);
        }
    }

    /// Ends the turn of a player whose time is up, as the rules allow: an attack is answered,
    /// a set traded if one must be, all units are placed on one territory at a border,
    /// nothing is attacked. Nothing happens if nobody has a turn.
    pub fn end_turn_for(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let Some(player) = self.turn.filter(|_| self.winner.is_none()) else {
            return;
        };
        self.defend_silent(dice, events);
        // Each iteration trades, places or ends, so the cards and units run out.
        while self.turn == Some(player) && self.to_act() == Some(player) {
            let ends = self.check(player, Action::EndTurn).is_ok();
            let action = if ends {
                Some(Action::EndTurn)
            } else {
                self.forced(player, dice)
            };
            let Some(action) = action else { return };
            if self.play(player, action, dice, events).is_err() || ends {
                return;
            }
        }
    }

    /// What must be done before a turn can end: a trade, or placing units.
    fn forced(&self, player: Player, dice: &mut impl Dice) -> Option<Action> {
        if self.must_trade() {
            let hand = self.seat(player).cards;
            return Set::all().find(|&set| hand.holds(set)).map(Action::Trade);
        }
        let at_border = |place: &Action| match *place {
            Action::Reinforce { territory, .. } => {
                let owner = self.holding(territory).owner;
                let mut links = self.map.neighbours(territory).iter();
                links.any(|link| self.holding(link.to).owner != owner)
            }
            _ => false,
        };
        let mut places = Vec::new();
        self.list_places(player, &mut places);
        // While territories are claimed, all neighbours may be free.
        if places.iter().any(at_border) {
            places.retain(at_border);
        }
        if places.is_empty() {
            return None;
        }
        let place = places[dice.below(places.len() as u32) as usize];
        Some(match self.phase {
            // The rest is placed in later turns.
            Some(Phase::Reinforcing) => place.with(1),
            _ => place,
        })
    }

    /// Gives territories new owners and units for the debug console: all of the changes or
    /// none.
    ///
    /// # Errors
    /// If the game could not continue with them.
    pub fn set_areas(
        &mut self,
        changes: &[(TerritoryId, Player, u32)],
        events: &mut Vec<Event>,
    ) -> Result<(), ChangeError> {
        if self.winner.is_some() {
            return Err(ChangeError::Over);
        }
        if self.phase.is_none_or(|phase| phase < Phase::Reinforcing) {
            return Err(ChangeError::TooEarly);
        }
        if self.battle().is_some() {
            return Err(ChangeError::Battle);
        }
        let mut after = self.clone();
        let mut list = Vec::with_capacity(changes.len());
        for &(territory, owner, units) in changes {
            self.known_for_change(territory)?;
            if !self.has_player(owner) || self.seat(owner).status == Status::Defeated {
                return Err(ChangeError::NoPlayer(owner));
            }
            if !(1..=MOST_SET).contains(&units) {
                return Err(ChangeError::Units);
            }
            if units.saturating_sub(after.holding(territory).units) > after.room() {
                return Err(ChangeError::TooMany);
            }
            let event = Event::AreaSet {
                territory,
                owner,
                units,
            };
            after.emit(event, &mut list);
        }
        let homeless = |player: &Player| {
            let seat = after.seat(*player);
            seat.territories == 0 && seat.status != Status::Defeated
        };
        if let Some(player) = self.players().find(homeless) {
            return Err(ChangeError::Homeless(player));
        }
        *self = after;
        events.append(&mut list);
        Ok(())
    }

    /// Looks up a territory for the debug console.
    pub(crate) fn known_for_change(&self, territory: TerritoryId) -> Result<Holding, ChangeError> {
        let last = TerritoryId(self.map.len().saturating_sub(1) as u16);
        let holding = self.holdings.get(territory.index()).copied();
        holding.ok_or(ChangeError::UnknownTerritory { territory, last })
    }

    pub(super) fn emit(&mut self, event: Event, events: &mut Vec<Event>) {
        debug_assert_eq!(self.verify(&event), Ok(()), "{event:?} on {self:?}");
        self.change(event);
        events.push(event);
    }

    fn anybody_active(&self) -> bool {
        self.players()
            .any(|p| self.seat(p).status == Status::Active)
    }

    fn defend_for_passive(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let Step::Defence(battle) = self.step else {
            return;
        };
        let passive = |owner| self.seat(owner).status != Status::Active;
        if self.holding(battle.target).owner.is_some_and(passive) {
            self.defend_with_most(battle, dice, events);
        }
    }

    fn defend_with_most(&mut self, battle: Battle, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let units = self.most_defenders(battle.target);
        self.defend(units, dice, events);
    }

    fn defend(&mut self, units: u8, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let (Step::Defence(battle), Some(attacker)) = (self.step, self.turn) else {
            return;
        };
        let Some(defender) = self.holding(battle.target).owner else {
            return;
        };
        let event = Event::Defended {
            player: defender,
            territory: battle.target,
            units,
        };
        self.emit(event, events);
        let roll = Roll::throw(dice, battle.attackers, units);
        self.emit(Event::Rolled(roll), events);
        if self.seat(defender).territories > 0 {
            return;
        }
        let defeat = Event::Defeated {
            player: defender,
            by: attacker,
        };
        self.emit(defeat, events);
        let cards = self.seat(defender).cards;
        if !cards.is_empty() {
            let event = Event::CardsAcquired {
                player: attacker,
                cards,
            };
            self.emit(event, events);
        }
    }

    fn end_turn(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        if self.conquered {
            self.draw_card(dice, events);
        }
        if self.step == Step::Claim
            && let Some(player) = self.turn
        {
            // The player on turn has left, but must not end up without territory.
            self.claim_any(player, dice, events);
        }
        self.next_turn(dice, events);
    }

    fn draw_card(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let pile = self.next_pile();
        if pile.is_empty() {
            return;
        }
        let card = pile.nth(dice.below(pile.len()));
        if let (Some(player), Some(card)) = (self.turn, card) {
            let cards: Cards = [card].into_iter().collect();
            self.emit(Event::CardsAcquired { player, cards }, events);
        }
    }

    /// Begins the turn of the next active player, and the next phase when this one is over.
    pub(super) fn next_turn(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) {
        if self.phase == Some(Phase::Claiming) {
            if self.claim_next(dice, events) {
                return;
            }
            self.start_phase(Phase::Reinforcing, events);
        }
        if self.phase == Some(Phase::Reinforcing) {
            let next = self.next_active(|seat| seat.unplaced > 0);
            if let Some(player) = next {
                self.emit(Event::TurnStarted(player), events);
                return;
            }
            self.start_phase(Phase::Playing, events);
        }
        if let Some(player) = self.next_active(|_| true) {
            self.emit(Event::TurnStarted(player), events);
            let units = self.income(player).min(self.room());
            self.emit(Event::UnitsGained { player, units }, events);
        }
    }

    fn start_phase(&mut self, phase: Phase, events: &mut Vec<Event>) {
        self.emit(Event::PhaseStarted(phase), events);
    }

    /// The next active player in order for whom `wanted` holds; possibly the first of the
    /// order at the start of a phase.
    fn next_active(&self, wanted: impl Fn(&super::Seat) -> bool) -> Option<Player> {
        self.in_turn().find(|&player| {
            let seat = self.seat(player);
            seat.status == Status::Active && wanted(seat)
        })
    }

    /// The turn order from here on; each phase begins with the first player.
    fn in_turn(&self) -> impl Iterator<Item = Player> + use<> {
        let fresh = self.step == Step::Idle;
        let last = self.order.iter().next_back();
        let after = if fresh { last } else { self.turn.or(last) };
        after.into_iter().flat_map({
            let order = self.order;
            move |player| order.after(player)
        })
    }

    /// Begins the turn of the next player who can claim a territory, claiming one at random
    /// for each absent player on the way. Returns whether any territory is free.
    fn claim_next(&mut self, dice: &mut impl Dice, events: &mut Vec<Event>) -> bool {
        for player in self.in_turn() {
            if self.holdings.iter().all(|holding| holding.owner.is_some()) {
                return false;
            }
            if self.seat(player).status == Status::Active {
                self.emit(Event::TurnStarted(player), events);
                return true;
            }
            self.claim_any(player, dice, events);
        }
        // Nobody is active: the game is paused.
        true
    }

    /// Claims a random free territory for an absent player.
    fn claim_any(&mut self, player: Player, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let mut free: Vec<TerritoryId> = self.map.ids().collect();
        free.retain(|t| self.holding(*t).owner.is_none());
        shuffle(&mut free, dice);
        if let Some(&territory) = free.first() {
            self.claim(player, territory, events);
        }
    }
}
