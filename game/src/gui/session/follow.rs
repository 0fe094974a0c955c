//! What goes on by itself when the game as it is shown has moved on: prompts open and close, a
//! battle is fought on, autoplay decides, and a turn that has nothing left to do ends.

use std::sync::Arc;

use marchland_maps::TerritoryId;

use super::pointer::can_attack;
use super::{Prompt, RunningAttack, Session, Tab};
use crate::conquest::rules::{Action, Player, State, Step};
use crate::gui::link::Order;
use crate::gui::texts;

impl Session {
    /// Updates pencilled units and prompt from the game, and does what goes on by itself.
    pub(super) fn follow(&mut self) {
        if self.watches || !self.stage.is_current() {
            return;
        }
        let model = Arc::clone(self.stage.model());
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return;
        };
        if state.turn() != Some(me) || self.ending.is_some() {
            if !self.pencil.is_empty() {
                self.pencil.clear();
                self.stage.log.note(texts::PENCIL_LOST.to_owned());
            }
            (self.running_attack, self.moving, self.drag) = (None, false, None);
            let defends = state.to_act() == Some(me);
            if !defends || !matches!(self.prompt, Some(Prompt::Defend { .. })) {
                self.prompt = None;
            }
        }
        while self.pencil() > state.seat(me).unplaced {
            self.pencil.pop();
        }
        if !self.can_act() {
            return;
        }
        if self.autoplay {
            // What the computer leaves of the pencilled units is kept.
            self.prompt = None;
            self.order(Order::Decide(self.strategy));
            return;
        }
        self.go_on(state, me);
    }

    /// Opens the prompt or sends the order that the moment asks for.
    fn go_on(&mut self, state: &State, me: Player) {
        // Cards that must be traded are shown once, whatever tab is open.
        if state.must_trade() && !std::mem::replace(&mut self.must_trade, true) {
            self.tab = Tab::General;
        }
        self.must_trade = state.must_trade();
        if self.attack_on(state, me) {
            return;
        }
        match state.step() {
            Step::Claimed | Step::Fortified => self.order(Order::Act(vec![Action::EndTurn])),
            Step::Settle { .. } if state.seat(me).unplaced == 0 => {
                self.order(Order::Act(vec![Action::EndTurn]));
            }
            Step::Defence(battle) => {
                let most = state.most_defenders(battle.target);
                self.prompt = Some(Prompt::Defend {
                    from: battle.from,
                    target: battle.target,
                    attackers: battle.attackers,
                    most,
                });
                if most == 1 {
                    // There is nothing to choose.
                    self.defend(1);
                }
            }
            Step::Occupy { from, to } if self.declined != Some((from, to)) => {
                self.selected = Some(to);
                self.ask_who_follows(state, me, from, to);
            }
            _ => {
                if !matches!(state.step(), Step::Occupy { .. }) {
                    self.declined = None;
                }
                if let Some(Prompt::Fight { from, target, .. }) = self.prompt {
                    let planned = self.planned();
                    let state = planned.state();
                    let can = state.map(|state| can_attack(state, me, from, target));
                    if can.is_none_or(|can| can.is_err()) {
                        self.prompt = None;
                    }
                }
                if self.must_answer() {
                    self.prompt = None;
                }
            }
        }
    }

    /// Fights the next round of the running attack; returns whether there is one.
    fn attack_on(&mut self, state: &State, me: Player) -> bool {
        let Some(RunningAttack { from, target, stop }) = self.running_attack else {
            return false;
        };
        let units = state.holding(from).units;
        let attack = Action::Attack {
            from,
            target,
            units: state.most_attackers(from),
        };
        let goes_on = units > stop.max(1) && state.check(me, attack).is_ok();
        if goes_on {
            self.order(Order::Act(vec![attack]));
        } else {
            (self.running_attack, self.prompt) = (None, None);
        }
        goes_on
    }

    /// Asks how many units follow a conquest, unless none can or a set must be traded first.
    fn ask_who_follows(&mut self, state: &State, me: Player, from: TerritoryId, to: TerritoryId) {
        let most = state.holding(from).units.saturating_sub(1);
        if most == 0 || state.must_trade() || self.is_asked_who_follows() {
            return;
        }
        let mut neighbours = self.map.neighbours(from).iter().map(|link| link.to);
        let stay = neighbours.any(|t| !state.owns(me, t)) && !self.all_follow;
        self.prompt = Some(Prompt::Move {
            from,
            to,
            units: if stay { 0 } else { most },
            follows: true,
        });
    }
}
