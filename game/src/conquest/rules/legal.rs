//! Lists the legal actions.

use marchland_maps::TerritoryId;

use super::check::most_leaving;
use super::{Action, Player, Set, State, Step};

/// Actions that differ only in the number of units: any from 1 to `most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the other fields are what their names say")]
pub enum Choice {
    /// [`Action::Reinforce`].
    Reinforce { territory: TerritoryId, most: u32 },
    /// [`Action::Trade`].
    Trade(Set),
    /// [`Action::Attack`].
    Attack {
        from: TerritoryId,
        target: TerritoryId,
        most: u8,
    },
    /// [`Action::Defend`].
    Defend { territory: TerritoryId, most: u8 },
    /// [`Action::Transfer`].
    Transfer {
        from: TerritoryId,
        to: TerritoryId,
        most: u32,
    },
    /// [`Action::EndTurn`].
    EndTurn,
}

impl Choice {
    /// The maximum number of units; 1 for actions without units.
    pub fn most(self) -> u32 {
        match self {
            Self::Reinforce { most, .. } | Self::Transfer { most, .. } => most,
            Self::Attack { most, .. } | Self::Defend { most, .. } => most.into(),
            Self::Trade(_) | Self::EndTurn => 1,
        }
    }

    /// The action with this many units.
    pub fn with(self, units: u32) -> Action {
        match self {
            Self::Reinforce { territory, .. } => Action::Reinforce { territory, units },
            Self::Trade(set) => Action::Trade(set),
            Self::Attack { from, target, .. } => Action::Attack {
                from,
                target,
                units: units as u8,
            },
            Self::Defend { territory, .. } => Action::Defend {
                territory,
                units: units as u8,
            },
            Self::Transfer { from, to, .. } => Action::Transfer { from, to, units },
            Self::EndTurn => Action::EndTurn,
        }
    }

    /// Its actions, ascending by units.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        (1..=self.most()).map(move |units| self.with(units))
    }
}

impl State {
    /// All legal actions, ascending; none if nobody is to act.
    pub fn legal(&self) -> impl Iterator<Item = Action> + use<> {
        self.choices().into_iter().flat_map(Choice::actions)
    }

    /// All legal choices, ascending.
    ///
    /// Cost: linear in the links, and quadratic in the largest connected group of the
    /// player's territories if units may be transferred.
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let Some(player) = self.to_act() else {
            return choices;
        };
        if let Step::Defence(battle) = self.step {
            choices.push(Choice::Defend {
                territory: battle.target,
                most: self.most_defenders(battle.target),
            });
            return choices;
        }
        self.list_places(player, &mut choices);
        if self.may_trade() {
            let hand = self.seat(player).cards;
            choices.extend(Set::all().filter(|&s| hand.holds(s)).map(Choice::Trade));
        }
        let free = self.check_free(player).is_ok();
        if free && self.step != Step::Fortified {
            self.list_attacks(player, &mut choices);
        }
        self.list_transfers(player, free, &mut choices);
        if self.check(player, Action::EndTurn).is_ok() {
            choices.push(Choice::EndTurn);
        }
        choices
    }

    fn list_places(&self, player: Player, choices: &mut Vec<Choice>) {
        let unplaced = self.seat(player).unplaced;
        let (owner, most) = match self.step {
            Step::Claim => (None, unplaced.min(1)),
            Step::Settle { .. } | Step::Place | Step::Spoils => (Some(player), unplaced),
            _ => return,
        };
        if most == 0 {
            return;
        }
        for (territory, holding) in self.map.ids().zip(&self.holdings) {
            if holding.owner == owner {
                choices.push(Choice::Reinforce { territory, most });
            }
        }
    }

    fn list_attacks(&self, player: Player, choices: &mut Vec<Choice>) {
        for from in self.territories(player) {
            let most = self.most_attackers(from);
            if most == 0 {
                continue;
            }
            for link in self.map.neighbours(from) {
                if !self.owns(player, link.to) {
                    choices.push(Choice::Attack {
                        from,
                        target: link.to,
                        most,
                    });
                }
            }
        }
    }

    fn list_transfers(&self, player: Player, free: bool, choices: &mut Vec<Choice>) {
        let follow_up = match self.step {
            Step::Occupy { from, to } if !free => Some((from, to)),
            Step::Fortified => return,
            _ if !free => return,
            _ => None,
        };
        for from in self.territories(player) {
            let most = most_leaving(self.holding(from));
            if most == 0 {
                continue;
            }
            let mut reached = Vec::new();
            match follow_up {
                Some((origin, to)) if origin == from && self.owns(player, to) => reached.push(to),
                Some(_) => {}
                None => self.walk(player, from, |t| {
                    reached.push(t);
                    true
                }),
            }
            // A follow-up over a one-way link, which no path repeats, is always among the
            // reached.
            reached.retain(|&to| to != from);
            reached.sort_unstable();
            choices.extend(
                reached
                    .into_iter()
                    .map(|to| Choice::Transfer { from, to, most }),
            );
        }
    }
}
