//! Checks whether an action is legal.

use marchland_maps::TerritoryId;

use super::state::FULL_HAND;
use super::{Action, Battle, Holding, Illegal, Phase, Player, Set, State, Step};

/// The maximum number of units that attack or defend at once.
pub(super) const MOST_ATTACKERS: u32 = 3;
pub(super) const MOST_DEFENDERS: u32 = 2;

impl State {
    /// Checks whether `player` may play `action` now.
    ///
    /// Cost: constant, except for a fortifying transfer, which searches for a path.
    ///
    /// # Errors
    /// Why the action is illegal.
    pub fn check(&self, player: Player, action: Action) -> Result<(), Illegal> {
        if let Some(winner) = self.winner {
            return Err(Illegal::Over(winner));
        }
        let actor = self.to_act().ok_or(Illegal::NotStarted)?;
        if actor != player {
            return Err(Illegal::NotYourTurn(actor));
        }
        if let Step::Defence(battle) = self.step {
            return self.check_defence(battle, action);
        }
        match action {
            Action::Reinforce { territory, units } => self.check_place(player, territory, units),
            Action::Trade(set) => self.check_trade(player, set),
            Action::Attack {
                from,
                target,
                units,
            } => self.check_attack(player, from, target, units.into()),
            Action::Defend { .. } => Err(Illegal::WrongMoment("nobody attacks you")),
            Action::Transfer { from, to, units } => self.check_transfer(player, from, to, units),
            Action::EndTurn => self.check_end(player),
        }
    }

    /// Looks up a territory.
    pub(super) fn known(&self, territory: TerritoryId) -> Result<Holding, Illegal> {
        let holding = self.holdings.get(territory.index()).copied();
        holding.ok_or(Illegal::UnknownTerritory(territory))
    }

    fn own(&self, player: Player, territory: TerritoryId) -> Result<Holding, Illegal> {
        let holding = self.known(territory)?;
        if holding.owner == Some(player) {
            Ok(holding)
        } else {
            Err(Illegal::NotYours(territory))
        }
    }

    fn check_defence(&self, battle: Battle, action: Action) -> Result<(), Illegal> {
        let Action::Defend { territory, units } = action else {
            return Err(Illegal::WrongMoment("answer the attack first"));
        };
        if territory != battle.target {
            return Err(Illegal::NotAttacked(battle.target));
        }
        some(u32::from(units), self.most_defenders(territory).into())
    }

    /// The maximum number of units that may defend a territory: 0 to 2.
    pub fn most_defenders(&self, territory: TerritoryId) -> u8 {
        self.holding(territory).units.min(MOST_DEFENDERS) as u8
    }

    /// The maximum number of units that may attack from a territory, if its owner may attack:
    /// 0 to 3.
    pub fn most_attackers(&self, from: TerritoryId) -> u8 {
        most_leaving(self.holding(from)).min(MOST_ATTACKERS) as u8
    }

    fn check_place(&self, player: Player, at: TerritoryId, units: u32) -> Result<(), Illegal> {
        let unplaced = self.seat(player).unplaced;
        match self.step {
            Step::Claim => {
                if self.known(at)?.owner.is_some() {
                    Err(Illegal::Taken(at))
                } else if units != 1 {
                    Err(Illegal::ClaimWithOne)
                } else if unplaced == 0 {
                    Err(Illegal::TooFewToPlace(0))
                } else {
                    Ok(())
                }
            }
            Step::Settle { .. } | Step::Place | Step::Spoils => {
                self.own(player, at)?;
                if units == 0 {
                    Err(Illegal::NoUnits)
                } else if units > unplaced {
                    Err(Illegal::TooFewToPlace(unplaced))
                } else {
                    Ok(())
                }
            }
            Step::Claimed => Err(Illegal::WrongMoment(
                "only one territory is claimed per turn",
            )),
            _ => Err(Illegal::WrongMoment("units are placed before attacks")),
        }
    }

    /// Whether sets may be traded in this step of the turn.
    pub(super) fn may_trade(&self) -> bool {
        match self.step {
            Step::Place => true,
            Step::Occupy { .. } | Step::Spoils => self.must_trade(),
            _ => false,
        }
    }

    fn check_trade(&self, player: Player, set: Set) -> Result<(), Illegal> {
        if !self.may_trade() {
            Err(Illegal::WrongMoment("sets are traded before attacks"))
        } else if self.seat(player).cards.holds(set) {
            Ok(())
        } else {
            Err(Illegal::NotHeld)
        }
    }

    /// Checks whether the player on turn is free to fight, move and end the turn.
    pub(super) fn check_free(&self, player: Player) -> Result<(), Illegal> {
        if self.phase != Some(Phase::Playing) {
            return Err(Illegal::WrongMoment("the playing phase has not begun"));
        }
        let seat = self.seat(player);
        if self.must_trade() {
            Err(Illegal::MustTrade(seat.cards.len()))
        } else if matches!(self.step, Step::Place | Step::Spoils) && seat.unplaced > 0 {
            Err(Illegal::MustPlace(seat.unplaced))
        } else {
            Ok(())
        }
    }

    fn check_attack(
        &self,
        player: Player,
        from: TerritoryId,
        target: TerritoryId,
        units: u32,
    ) -> Result<(), Illegal> {
        self.check_free(player)?;
        if self.step == Step::Fortified {
            return Err(Illegal::WrongMoment(
                "only the end of the turn is possible after fortifying",
            ));
        }
        self.own(player, from)?;
        if self.known(target)?.owner == Some(player) {
            return Err(Illegal::OwnTerritory(target));
        }
        if self.map.link(from, target).is_none() {
            return Err(Illegal::NotNeighbours(from, target));
        }
        some(units, self.most_attackers(from).into())
    }

    fn check_transfer(
        &self,
        player: Player,
        from: TerritoryId,
        to: TerritoryId,
        units: u32,
    ) -> Result<(), Illegal> {
        let follow_up = self.step == Step::Occupy { from, to };
        if !follow_up {
            self.check_free(player)?;
        }
        if self.step == Step::Fortified {
            return Err(Illegal::WrongMoment("units are transferred once per turn"));
        }
        let holding = self.own(player, from)?;
        self.own(player, to)?;
        if from == to {
            return Err(Illegal::NoPath(from, to));
        }
        some(units, most_leaving(holding))?;
        if follow_up || self.connected(player, from, to) {
            Ok(())
        } else {
            Err(Illegal::NoPath(from, to))
        }
    }

    fn check_end(&self, player: Player) -> Result<(), Illegal> {
        match self.step {
            Step::Claim => Err(Illegal::WrongMoment("claim a territory first")),
            Step::Settle { placed: false } if self.seat(player).unplaced > 0 => {
                Err(Illegal::WrongMoment("place at least one unit first"))
            }
            Step::Claimed | Step::Settle { .. } | Step::Fortified => Ok(()),
            _ => self.check_free(player),
        }
    }

    /// Whether a path of `player`'s territories connects two of them.
    fn connected(&self, player: Player, from: TerritoryId, to: TerritoryId) -> bool {
        if self.map.link(from, to).is_some() {
            return true;
        }
        let mut found = false;
        self.walk(player, from, |t| {
            found |= t == to;
            !found
        });
        found
    }

    /// Visits the territories of `player` that are connected to `from` by own territories,
    /// `from` first, as long as `visit` returns true. Cost: linear in the map.
    pub fn walk(
        &self,
        player: Player,
        from: TerritoryId,
        mut visit: impl FnMut(TerritoryId) -> bool,
    ) {
        let mut seen = vec![false; self.holdings.len()];
        let mut open = vec![from];
        seen[from.index()] = true;
        while let Some(at) = open.pop() {
            if !visit(at) {
                return;
            }
            for link in self.map.neighbours(at) {
                if self.owns(player, link.to) && !seen[link.to.index()] {
                    seen[link.to.index()] = true;
                    open.push(link.to);
                }
            }
        }
    }
}

/// The number of units that can leave a territory: all but one.
pub(super) fn most_leaving(holding: Holding) -> u32 {
    holding.units.saturating_sub(1)
}

/// Checks that a number of units is from 1 to `most`.
fn some(units: u32, most: u32) -> Result<(), Illegal> {
    match units {
        0 => Err(Illegal::NoUnits),
        n if n > most => Err(Illegal::TooManyUnits(most)),
        _ => Ok(()),
    }
}

/// Whether a hand is so large that a set must be traded.
pub(super) fn full(cards: u32) -> bool {
    cards >= FULL_HAND
}
