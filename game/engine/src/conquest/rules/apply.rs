//! Applies events. Every change of a state goes through here.

use marchland_maps::TerritoryId;

use super::check::full;
use super::state::FULL_HAND;
use super::{Battle, Cards, Event, Phase, Player, Roll, State, Status, Step};

impl State {
    /// Changes the state by an event that is known to fit: verified, or produced by these
    /// rules.
    pub(super) fn change(&mut self, event: Event) {
        match event {
            Event::OrderDrawn(order) => self.order = order,
            Event::PhaseStarted(phase) => {
                self.phase = Some(phase);
                self.step = Step::Idle;
            }
            Event::TurnStarted(player) => self.start_turn(player),
            Event::UnitsGained { player, units } => {
                let unplaced = &mut self.seats[player.index()].unplaced;
                *unplaced = unplaced.saturating_add(units);
            }
            Event::Reinforced {
                player,
                territory,
                units,
            } => self.place(player, territory, units),
            Event::SetTraded { player, set } => {
                self.seats[player.index()].cards.take(set.into());
                self.discard.add(set.into());
                self.sets_traded = self.sets_traded.saturating_add(1);
                self.spoils = false;
                if matches!(self.step, Step::Occupy { .. }) {
                    self.step = Step::Spoils;
                }
            }
            Event::Attacked {
                from,
                target,
                units,
                ..
            } => {
                self.step = Step::Defence(Battle {
                    from,
                    target,
                    attackers: units,
                    defenders: None,
                });
            }
            Event::Defended { units, .. } => {
                if let Step::Defence(battle) = &mut self.step {
                    battle.defenders = Some(units);
                }
            }
            Event::Rolled(roll) => self.fight(roll),
            Event::Transferred {
                from, to, units, ..
            } => self.transfer(from, to, units),
            Event::CardsAcquired { player, cards } => self.acquire(player, cards),
            Event::Defeated { player, .. } => {
                self.seats[player.index()].status = Status::Defeated;
                self.find_winner();
            }
            Event::Left(player) => self.set_status(player, Status::Active, Status::Absent),
            Event::Returned(player) => self.set_status(player, Status::Absent, Status::Active),
            Event::AreaSet {
                territory,
                owner,
                units,
            } => {
                self.set_owner(territory, owner);
                self.holdings[territory.index()].units = units;
                self.end_occupation();
            }
        }
    }

    /// Ends the occupation if the conqueror no longer owns both territories.
    fn end_occupation(&mut self) {
        if let Step::Occupy { from, to } = self.step {
            let whole = |turn| self.owns(turn, from) && self.owns(turn, to);
            if !self.turn.is_some_and(whole) {
                self.step = self.after_occupation();
            }
        }
    }

    fn after_occupation(&self) -> Step {
        if self.spoils {
            Step::Spoils
        } else {
            Step::Attack
        }
    }

    fn set_status(&mut self, player: Player, from: Status, to: Status) {
        let status = &mut self.seats[player.index()].status;
        if *status == from {
            *status = to;
        }
    }

    fn start_turn(&mut self, player: Player) {
        self.turn = Some(player);
        self.conquered = false;
        self.spoils = false;
        self.step = match self.phase {
            None => Step::Idle,
            Some(Phase::Claiming) => Step::Claim,
            Some(Phase::Reinforcing) => Step::Settle { placed: false },
            Some(Phase::Playing) => Step::Place,
        };
    }

    fn place(&mut self, player: Player, territory: TerritoryId, units: u32) {
        let seat = &mut self.seats[player.index()];
        seat.unplaced = seat.unplaced.saturating_sub(units);
        let spent = seat.unplaced == 0 && !full(seat.cards.len());
        if self.holdings[territory.index()].owner.is_none() {
            self.set_owner(territory, player);
        }
        self.holdings[territory.index()].units += units;
        if self.turn == Some(player) {
            self.step = match self.step {
                Step::Claim => Step::Claimed,
                Step::Settle { .. } => Step::Settle { placed: true },
                Step::Spoils if spent => Step::Attack,
                step => step,
            };
        }
    }

    fn set_owner(&mut self, territory: TerritoryId, owner: Player) {
        let before = self.holdings[territory.index()].owner.replace(owner);
        if let Some(before) = before {
            self.seats[before.index()].territories -= 1;
        }
        self.seats[owner.index()].territories += 1;
    }

    fn fight(&mut self, roll: Roll) {
        let Step::Defence(battle) = self.step else {
            return;
        };
        let (attackers_lost, defenders_lost) = roll.losses();
        self.holdings[battle.from.index()].units -= attackers_lost;
        self.holdings[battle.target.index()].units -= defenders_lost;
        self.step = Step::Attack;
        if self.holdings[battle.target.index()].units == 0 {
            // The attackers move in; none was lost, otherwise a defender would be left.
            let moving = u32::from(battle.attackers) - attackers_lost;
            self.holdings[battle.from.index()].units -= moving;
            self.holdings[battle.target.index()].units = moving;
            if let Some(owner) = self.turn {
                self.set_owner(battle.target, owner);
            }
            self.conquered = true;
            self.step = Step::Occupy {
                from: battle.from,
                to: battle.target,
            };
        }
    }

    fn transfer(&mut self, from: TerritoryId, to: TerritoryId, units: u32) {
        self.holdings[from.index()].units -= units;
        self.holdings[to.index()].units += units;
        self.step = if self.step == (Step::Occupy { from, to }) {
            self.after_occupation()
        } else {
            Step::Fortified
        };
    }

    /// The source of acquired cards: the hand of a player just defeated, otherwise the deck.
    pub(super) fn fallen_with_cards(&self) -> Option<Player> {
        self.players().find(|&player| {
            let seat = self.seat(player);
            seat.status == Status::Defeated && !seat.cards.is_empty()
        })
    }

    /// The pile of the next card: the deck, or the reshuffled discard pile if the deck is
    /// empty.
    pub(super) fn next_pile(&self) -> Cards {
        if !self.deck.is_empty() {
            self.deck
        } else if self.view {
            self.discard.turned_down()
        } else {
            self.discard
        }
    }

    fn acquire(&mut self, player: Player, cards: Cards) {
        if let Some(fallen) = self.fallen_with_cards() {
            self.seats[fallen.index()].cards.take(cards);
            self.seats[player.index()].cards.add(cards);
            self.spoils = self.winner.is_none() && self.seat(player).cards.len() > FULL_HAND;
        } else {
            if self.deck.is_empty() {
                self.deck = self.next_pile();
                self.discard = Cards::NONE;
            }
            self.deck.take(cards);
            self.seats[player.index()].cards.add(cards);
        }
    }

    pub(super) fn find_winner(&mut self) {
        let mut alive = self
            .players()
            .filter(|&p| matches!(self.seat(p).status, Status::Active | Status::Absent));
        if let (Some(last), None) = (alive.next(), alive.next()) {
            self.winner = Some(last);
        }
    }
}
