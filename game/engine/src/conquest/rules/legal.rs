//! Lists the legal actions.

use super::check::most_leaving;
use super::{Action, Player, Set, State, Step};

impl Action {
    /// The number of units; 1 for actions without units.
    pub fn units(self) -> u32 {
        match self {
            Self::Reinforce { units, .. } | Self::Transfer { units, .. } => units,
            Self::Attack { units, .. } | Self::Defend { units, .. } => units.into(),
            Self::Trade(_) | Self::EndTurn => 1,
        }
    }

    /// The same with this many units.
    #[must_use]
    pub fn with(mut self, count: u32) -> Self {
        match &mut self {
            Self::Reinforce { units, .. } | Self::Transfer { units, .. } => *units = count,
            Self::Attack { units, .. } | Self::Defend { units, .. } => *units = count as u8,
            Self::Trade(_) | Self::EndTurn => {}
        }
        self
    }
}

impl State {
    /// All legal actions, ascending; none if nobody is to act.
    pub fn legal(&self) -> impl Iterator<Item = Action> + use<> {
        let choices = self.choices().into_iter();
        choices.flat_map(|most| (1..=most.units()).map(move |units| most.with(units)))
    }

    /// All legal actions, ascending; of those that differ only in the number of units, the one
    /// with the most.
    ///
    /// Cost: linear in the links, and quadratic in the largest connected group of the
    /// player's territories if units may be transferred.
    pub fn choices(&self) -> Vec<Action> {
        let mut choices = Vec::new();
        let Some(player) = self.to_act() else {
            return choices;
        };
        if let Step::Defence(battle) = self.step {
            choices.push(Action::Defend {
                territory: battle.target,
                units: self.most_defenders(battle.target),
            });
            return choices;
        }
        self.list_places(player, &mut choices);
        if self.may_trade() {
            let hand = self.seat(player).cards;
            choices.extend(Set::all().filter(|&s| hand.holds(s)).map(Action::Trade));
        }
        let free = self.check_free(player).is_ok();
        if free && self.step != Step::Fortified {
            self.list_attacks(player, &mut choices);
        }
        choices.extend(self.transfers(player));
        if self.check(player, Action::EndTurn).is_ok() {
            choices.push(Action::EndTurn);
        }
        choices
    }

    /// Adds the placements that are legal now, each of the most units.
    pub(super) fn list_places(&self, player: Player, choices: &mut Vec<Action>) {
        let unplaced = self.seat(player).unplaced;
        let (owner, units) = match self.step {
            Step::Claim => (None, unplaced.min(1)),
            Step::Settle { .. } | Step::Place | Step::Spoils => (Some(player), unplaced),
            _ => return,
        };
        if units == 0 {
            return;
        }
        for (territory, holding) in self.map.ids().zip(&self.holdings) {
            if holding.owner == owner {
                choices.push(Action::Reinforce { territory, units });
            }
        }
    }

    fn list_attacks(&self, player: Player, choices: &mut Vec<Action>) {
        for from in self.territories(player) {
            let units = self.most_attackers(from);
            if units == 0 {
                continue;
            }
            for link in self.map.neighbours(from) {
                if !self.owns(player, link.to) {
                    choices.push(Action::Attack {
                        from,
                        target: link.to,
                        units,
                    });
                }
            }
        }
    }

    /// The transfers that `player` may make now, ascending by origin and destination, each of the
    /// most units. The destinations of an origin are found when they are asked for.
    pub(crate) fn transfers(&self, player: Player) -> impl Iterator<Item = Action> + '_ {
        let free = self.check_free(player).is_ok();
        let follow_up = match self.step {
            Step::Occupy { from, to } if !free => Some((from, to)),
            _ => None,
        };
        let may = self.to_act() == Some(player)
            && !matches!(self.step, Step::Fortified | Step::Defence(_))
            && (free || follow_up.is_some());
        let own = self.territories(player).filter(move |_| may);
        own.flat_map(move |from| {
            let units = most_leaving(self.holding(from));
            let mut reached = Vec::new();
            match follow_up {
                _ if units == 0 => {}
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
            let reached = reached.into_iter();
            reached.map(move |to| Action::Transfer { from, to, units })
        })
    }
}
