//! Checks events from elsewhere against the state.

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::{Action, Battle, Event, Illegal, Phase, Player, State, Status, Step};

/// Why an event does not fit the state: its sender plays by other rules, or an earlier event
/// was missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// It is an illegal action of a player.
    #[error("a player did what the rules forbid: {0}")]
    Illegal(#[from] Illegal),
    /// The game has no such player.
    #[error("the game has no player {0}")]
    NoPlayer(Player),
    /// The map has no such territory.
    #[error("the map has no territory {0}")]
    NoTerritory(TerritoryId),
    /// It is impossible now.
    #[error("out of turn: {0}")]
    OutOfTurn(&'static str),
    /// An impossible number.
    #[error("a number that cannot be: {0}")]
    Count(&'static str),
}

impl State {
    /// Applies an event from elsewhere.
    ///
    /// # Errors
    /// If it does not fit; the state is unchanged.
    pub fn apply(&mut self, event: Event) -> Result<(), Mismatch> {
        self.verify(&event)?;
        self.change(event);
        Ok(())
    }

    /// Checks whether an event fits the state.
    ///
    /// # Errors
    /// Why it does not fit.
    pub(super) fn verify(&self, event: &Event) -> Result<(), Mismatch> {
        match *event {
            Event::OrderDrawn(order) => {
                let known = order.iter().all(|player| self.has_player(player));
                require(self.phase.is_none(), "the order is drawn once")?;
                require(known && !order.is_empty(), "an order of other players")
            }
            Event::PhaseStarted(phase) => {
                require(!self.order.is_empty(), "the order is drawn first")?;
                require(self.phase < Some(phase), "phases follow each other")
            }
            Event::TurnStarted(player) => {
                self.seated(player)?;
                require(self.phase.is_some(), "no phase has begun")?;
                require(self.order.contains(player), "the player has no turns")?;
                let alive = self.seat(player).status != Status::Defeated;
                require(alive, "the player is defeated")?;
                require(self.battle().is_none(), "a battle is being fought")
            }
            Event::UnitsGained { player, units } => {
                self.seated(player)?;
                count(units <= self.room(), "units gained")
            }
            Event::Reinforced {
                player,
                territory,
                units,
            } => self.verify_place(player, territory, units),
            Event::SetTraded { player, set } => {
                self.acts(player)?;
                require(self.may_trade(), "sets are traded before attacks")?;
                let mut hand = self.seat(player).cards;
                count(hand.take(set.into()), "cards traded")
            }
            Event::Attacked {
                player,
                from,
                target,
                units,
            } => Ok(self.check(
                player,
                Action::Attack {
                    from,
                    target,
                    units,
                },
            )?),
            Event::Defended {
                player,
                territory,
                units,
            } => self.verify_defence(player, territory, units),
            Event::Rolled(roll) => match self.battle() {
                Some(Battle {
                    attackers,
                    defenders: Some(defenders),
                    ..
                }) => count(roll.thrown() == (attackers, defenders), "dice"),
                _ => Err(Mismatch::OutOfTurn("no attack waits for dice")),
            },
            Event::Transferred {
                player,
                from,
                to,
                units,
            } => Ok(self.check(player, Action::Transfer { from, to, units })?),
            Event::CardsAcquired { player, cards } => {
                self.seated(player)?;
                let mut source = match self.fallen_with_cards() {
                    Some(fallen) => self.seat(fallen).cards,
                    None => self.next_pile(),
                };
                count(source.take(cards), "cards acquired")
            }
            Event::Defeated { player, by } => {
                self.seated(player)?;
                self.seated(by)?;
                let seat = self.seat(player);
                let fallen = seat.territories == 0 && seat.status != Status::Defeated;
                require(fallen && player != by, "the player is not beaten")
            }
            Event::Left(player) | Event::Returned(player) => self.seated(player),
            Event::AreaSet {
                territory,
                owner,
                units,
            } => {
                self.seated(owner)?;
                let holding = self.holdings.get(territory.index());
                let holding = holding.ok_or(Mismatch::NoTerritory(territory))?;
                require(holding.owner.is_some(), "the territory is free")?;
                require(self.battle().is_none(), "a battle is being fought")?;
                let most = holding.units.saturating_add(self.room());
                count((1..=most).contains(&units), "units")
            }
        }
    }

    fn seated(&self, player: Player) -> Result<(), Mismatch> {
        if self.has_player(player) {
            Ok(())
        } else {
            Err(Mismatch::NoPlayer(player))
        }
    }

    fn acts(&self, player: Player) -> Result<(), Mismatch> {
        let actor = self.to_act();
        require(actor == Some(player), "it is another player's turn")
    }

    fn verify_place(&self, player: Player, at: TerritoryId, units: u32) -> Result<(), Mismatch> {
        self.seated(player)?;
        let action = Action::Reinforce {
            territory: at,
            units,
        };
        let on_turn = self.to_act() == Some(player);
        if self.phase != Some(Phase::Claiming) || (on_turn && self.step == Step::Claim) {
            return Ok(self.check(player, action)?);
        }
        // The server deals: before the first turn, or for absent players.
        let passive = self.seat(player).status != Status::Active;
        require(self.step == Step::Idle || passive, "the player claims")?;
        let owner = self.known(at)?.owner;
        let free = owner.is_none_or(|owner| owner == player);
        require(free, "the territory is taken")?;
        let most = self.seat(player).unplaced;
        count((1..=most).contains(&units), "units placed")
    }

    fn verify_defence(
        &self,
        player: Player,
        territory: TerritoryId,
        units: u8,
    ) -> Result<(), Mismatch> {
        let Some(battle) = self.battle().filter(|b| b.defenders.is_none()) else {
            return Err(Mismatch::OutOfTurn("no attack waits for a defence"));
        };
        require(battle.target == territory, "another territory is attacked")?;
        require(self.owns(player, territory), "another player defends")?;
        let most = self.most_defenders(territory);
        count((1..=most).contains(&units), "units that defend")
    }
}

fn require(holds: bool, why_not: &'static str) -> Result<(), Mismatch> {
    if holds {
        Ok(())
    } else {
        Err(Mismatch::OutOfTurn(why_not))
    }
}

fn count(holds: bool, what: &'static str) -> Result<(), Mismatch> {
    if holds {
        Ok(())
    } else {
        Err(Mismatch::Count(what))
    }
}
