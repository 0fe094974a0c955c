//! The primary action, and why others cannot be done.

use marchland_maps::TerritoryId;

use super::{Mode, Prompt, Session};
use crate::conquest::bots::View;
use crate::conquest::rules::{Action, Illegal, Player, Set, State, Status, Step};
use crate::gui::texts;
use crate::terminal::reason;

/// What the primary button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrimaryAction {
    /// The game has not begun.
    Begin,
    /// It has not begun, and the player is not ready.
    Ready,
    /// Another player acts, or an order is under way.
    Wait(Option<Player>),
    /// Claim this territory.
    Claim(Option<TerritoryId>),
    /// Place units here.
    Place {
        /// How many.
        units: u32,
        /// How many there are to place in all.
        left: u32,
        /// Where.
        on: Option<TerritoryId>,
    },
    /// Send so many pencilled units.
    Send(u32),
    /// Send them, and end the turn.
    Settle(u32),
    /// Trade this set for so many units.
    Trade(Set, u32),
    /// Attack as the prompt asks.
    Fight(Mode),
    /// Let so many units follow.
    Move(u32),
    /// Move so many units, which ends the turn.
    Transfer(u32),
    /// Defend with so many.
    Defend(u8),
    /// End the turn.
    EndTurn,
    /// Stop the running attack.
    Stop,
    /// End autoplay.
    TakeOver,
    /// The game is over.
    Over,
}

/// What the other buttons of a turn do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each names what is done")]
pub enum TurnAction {
    Attack,
    Reinforce,
    Transfer,
    Trade,
    EndTurn,
}

impl Session {
    /// The primary action.
    pub fn primary_action(&self) -> PrimaryAction {
        let planned = self.planned();
        if self.ending().is_some() {
            return PrimaryAction::Over;
        }
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            let room = &self.room;
            let waits_for_me = room.extended && room.me().is_some() && !room.is_ready();
            return if waits_for_me && planned.state().is_none() && self.away.is_none() {
                PrimaryAction::Ready
            } else {
                PrimaryAction::Begin
            };
        };
        if state.winner().is_some() {
            return PrimaryAction::Over;
        }
        if self.running_attack.is_some() {
            return PrimaryAction::Stop;
        }
        // Nothing is left to play for who is out.
        let plays = !self.resigned && state.seat(me).status != Status::Defeated;
        if self.autoplay && plays {
            return PrimaryAction::TakeOver;
        }
        if !self.can_act() {
            let actor = state.to_act().filter(|&actor| actor != me);
            return PrimaryAction::Wait(actor);
        }
        match &self.prompt {
            Some(Prompt::Fight { from, stop, .. }) => {
                let stop = stop.parse().ok().filter(|&stop| stop > 1);
                // As last time, if there are enough units.
                let most = state.most_attackers(*from).max(1);
                let mode = match (stop, self.last_mode) {
                    (Some(stop), _) => Mode::Until(stop),
                    (None, Some(Mode::Once(units))) => Mode::Once(units.min(most)),
                    _ => Mode::Until(1),
                };
                return PrimaryAction::Fight(mode);
            }
            // Moving no units must not end the turn.
            Some(Prompt::Move { units, follows, .. }) if *follows || *units == 0 => {
                return PrimaryAction::Move(*units);
            }
            Some(Prompt::Move { units, .. }) => return PrimaryAction::Transfer(*units),
            Some(Prompt::Defend { most, .. }) => return PrimaryAction::Defend(*most),
            None => {}
        }
        // A set can be traded only before the first attack. As long as no unit of the turn is
        // placed, it comes first, or the moment would pass unnoticed.
        let left = state.seat(me).unplaced;
        let may_trade = state.step() == Step::Place && left > 0 && self.pencil.is_empty();
        if (may_trade || state.must_trade())
            && let Some(&(set, worth)) = self.sets().first()
        {
            return PrimaryAction::Trade(set, worth);
        }
        let pencil = self.pencil();
        let own = self.selected.filter(|&at| state.owns(me, at));
        match state.step() {
            Step::Claim => {
                let free = |at: &TerritoryId| state.holding(*at).owner.is_none();
                PrimaryAction::Claim(self.selected.filter(free))
            }
            Step::Settle { .. } if pencil > 0 => PrimaryAction::Settle(pencil),
            // One unit is enough for a turn, though more may be placed.
            Step::Settle { .. } => PrimaryAction::Place {
                units: 1,
                left,
                on: own,
            },
            Step::Place | Step::Spoils if left > 0 => PrimaryAction::Place {
                units: left,
                left,
                on: own,
            },
            _ if pencil > 0 => PrimaryAction::Send(pencil),
            Step::Idle => PrimaryAction::Wait(None),
            _ => PrimaryAction::EndTurn,
        }
    }

    /// Why something cannot be done now; `None` if it can.
    pub fn why_not(&self, deed: TurnAction) -> Option<String> {
        if let Some(why) = self.must_wait() {
            return Some(why);
        }
        let planned = self.planned();
        let (state, me) = (planned.state()?, planned.me()?);
        let view = View::new(state, me);
        let say = |why: Illegal| texts::sentence(&reason(why, &self.map));
        // Whether the moment allows attacks and moves at all.
        let free = || state.check(me, Action::EndTurn).err().map(say);
        match deed {
            TurnAction::EndTurn => free(),
            TurnAction::Reinforce => {
                let left = state.seat(me).unplaced;
                let may = matches!(
                    state.step(),
                    Step::Claim | Step::Settle { .. } | Step::Place | Step::Spoils
                );
                if left == 0 || !may {
                    return Some(texts::NOTHING_TO_PLACE.to_owned());
                }
                // Without a selection, the next possible territory is selected.
                let (territory, units) = (self.selected?, 1);
                let place = Action::Reinforce { territory, units };
                state.check(me, place).err().map(say)
            }
            TurnAction::Attack => free().or_else(|| settling(state)).or_else(|| {
                let none = view.attacks().next().is_none();
                none.then(|| texts::NOTHING_TO_ATTACK.to_owned())
            }),
            TurnAction::Transfer => free().or_else(|| settling(state)).or_else(|| {
                let none = view.transfers().next().is_none();
                none.then(|| texts::NOTHING_TO_MOVE.to_owned())
            }),
            TurnAction::Trade => match self.sets().first() {
                None => Some(texts::NO_SET.to_owned()),
                Some(&(set, _)) => state.check(me, Action::Trade(set)).err().map(say),
            },
        }
    }

    /// Why nothing but an answer can be done now; `None` if the person is free to act.
    pub(super) fn must_wait(&self) -> Option<String> {
        if !self.is_asked() {
            Some(self.whose_turn())
        } else if self.is_asked_who_follows() {
            Some(texts::SAY_HOW_MANY.to_owned())
        } else {
            None
        }
    }

    /// Who acts, as a reason why something cannot be done.
    pub(super) fn whose_turn(&self) -> String {
        let model = self.model();
        let Some(state) = model.state() else {
            return texts::NOT_BEGUN.to_owned();
        };
        if state.winner().is_some() || self.ending.is_some() {
            return texts::OVER.to_owned();
        }
        if let Some(tries) = self.away {
            return texts::away(tries);
        }
        if self.resigned {
            return texts::RESIGNED.to_owned();
        }
        if model.me().is_some_and(|me| model.is_absent(me)) {
            return texts::YOU_ARE_AWAY.to_owned();
        }
        match state.to_act().filter(|actor| Some(*actor) != model.me()) {
            Some(player) => texts::turn_of(&super::super::log::called(model, player)),
            None if self.autoplay => texts::COMPUTER_PLAYS.to_owned(),
            None => texts::UNDER_WAY.to_owned(),
        }
    }
}

/// The phases before the game proper have no battles and no moves.
fn settling(state: &State) -> Option<String> {
    let playing = state.phase() == Some(crate::conquest::rules::Phase::Playing);
    (!playing).then(|| texts::FIRST_UNITS.to_owned())
}
