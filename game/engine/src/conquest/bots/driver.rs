//! Asks a strategy questions in order, and plays whole games between strategies.

use std::ops::ControlFlow;
use std::sync::Arc;

use marchland_maps::Map;

use super::{Stop, Strategy, View};
use crate::conquest::rules::{
    Action, Event, Phase, Player, SeededDice, StartError, State, Step, TurnOrder, Variants,
};

/// The next action of the player of `view`, who is to act.
///
/// Always legal on the state of `view`, whatever the strategy answers. Nothing if the player is not
/// to act.
pub fn decide(strategy: &mut dyn Strategy, view: &View<'_>) -> Option<Action> {
    let state = view.state();
    if state.to_act() != Some(view.me()) {
        return None;
    }
    let action = match state.step() {
        Step::Idle => return None,
        Step::Claim => {
            let free = strategy.claim(view).or_else(|| view.free().next())?;
            Action::Reinforce {
                territory: free.territory(),
                units: 1,
            }
        }
        Step::Settle { placed: false } if view.unplaced() > 0 => place(strategy, view)?,
        Step::Claimed | Step::Settle { .. } | Step::Fortified => Action::EndTurn,
        Step::Defence(battle) => {
            let most = view.state().most_defenders(battle.target);
            Action::Defend {
                territory: battle.target,
                units: strategy.defend(view, battle).clamp(1, most),
            }
        }
        Step::Occupy { from, to } => {
            let most = view.holding(from).units - 1;
            let units = if most > 0 {
                strategy.occupy(view, most).min(most)
            } else {
                0
            };
            if units > 0 {
                Action::Transfer { from, to, units }
            } else {
                in_turn(strategy, view)?
            }
        }
        Step::Place | Step::Attack | Step::Spoils => in_turn(strategy, view)?,
    };
    Some(action)
}

/// Trades, then places, then attacks, then fortifies, then ends the turn.
fn in_turn(strategy: &mut dyn Strategy, view: &View<'_>) -> Option<Action> {
    let state = view.state();
    let forced = state.must_trade();
    if forced || state.step() == Step::Place {
        let first = view.sets().next();
        let chosen = first.and_then(|_| strategy.trade(view));
        let chosen = chosen.filter(|&set| view.hand().holds(set));
        if let Some(set) = chosen.or(first.filter(|_| forced)) {
            return Some(Action::Trade(set));
        }
    }
    if view.unplaced() > 0 {
        return place(strategy, view);
    }
    if let Some((attack, units)) = strategy.attack(view) {
        return Some(Action::Attack {
            from: attack.from,
            target: attack.target,
            units: units.clamp(1, attack.most),
        });
    }
    if let Some((transfer, units)) = strategy.fortify(view) {
        return Some(Action::Transfer {
            from: transfer.from,
            to: transfer.to,
            units: units.clamp(1, transfer.most),
        });
    }
    Some(Action::EndTurn)
}

fn place(strategy: &mut dyn Strategy, view: &View<'_>) -> Option<Action> {
    let chosen = strategy.place(view);
    let (own, units) = chosen.or_else(|| view.own().next().map(|own| (own, 1)))?;
    Some(Action::Reinforce {
        territory: own.territory(),
        units: units.clamp(1, view.unplaced()),
    })
}

/// A game of strategies against each other, in one process.
#[derive(Debug, Clone)]
pub struct Match {
    /// The map to play on.
    pub map: Arc<Map>,
    /// The variants of the rules.
    pub variants: Variants,
    /// Turns after which a game is broken off without a winner.
    pub most_turns: u32,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; nobody if the game was broken off.
    pub winner: Option<Player>,
    /// The order of play.
    pub order: TurnOrder,
    /// The winner's place in it, from 0.
    pub place: Option<usize>,
    /// Turns of the game proper, including the one in which it ended or was stopped.
    pub turns: u32,
    /// The number of actions of all players.
    pub actions: u32,
}

impl Match {
    /// Plays a game; the index in `strategies` is the seat. The same dice and
    /// strategies give the same game.
    ///
    /// # Errors
    /// If the map does not fit so many players.
    pub fn play(
        &self,
        strategies: &mut [Box<dyn Strategy>],
        dice: &mut SeededDice,
    ) -> Result<Outcome, StartError> {
        self.play_until(strategies, dice, &Stop::default())
    }

    /// Plays like [`play`](Self::play), but breaks the game off when `stop` is asked.
    ///
    /// # Errors
    /// If the map does not fit so many players.
    pub fn play_until(
        &self,
        strategies: &mut [Box<dyn Strategy>],
        dice: &mut SeededDice,
        stop: &Stop,
    ) -> Result<Outcome, StartError> {
        let (state, events) = self.begin(strategies.len(), dice)?;
        let mut watch = |_: &State, _: &[Event]| ControlFlow::Continue(());
        Ok(self.play_on(state, events, strategies, dice, stop, &mut watch))
    }

    /// Begins a game of `players`; returns its state and events.
    ///
    /// # Errors
    /// If the map does not fit so many players.
    pub fn begin(
        &self,
        players: usize,
        dice: &mut SeededDice,
    ) -> Result<(State, Vec<Event>), StartError> {
        let mut state = State::new(Arc::clone(&self.map), players as u8, self.variants);
        let mut events = Vec::with_capacity(128);
        state.start(dice, &mut events)?;
        Ok((state, events))
    }

    /// Continues a game that has begun with these events, until its end or until `stop` is asked.
    /// Calls `watch` with the state and the events at the start and after each action; `watch` may
    /// break the game off.
    pub fn play_on(
        &self,
        state: State,
        events: Vec<Event>,
        strategies: &mut [Box<dyn Strategy>],
        dice: &mut SeededDice,
        stop: &Stop,
        watch: &mut dyn FnMut(&State, &[Event]) -> ControlFlow<()>,
    ) -> Outcome {
        let mut act = |state: &State, actor: Player| {
            if stop.is_asked() {
                return None;
            }
            let view = View::new(state, actor).stopped_by(stop);
            let action = decide(strategies[actor.index()].as_mut(), &view);
            Some(action.unwrap_or(Action::EndTurn))
        };
        self.play_by(state, events, dice, &mut act, watch)
    }

    /// Continues a game that has begun with these events. `act` returns a legal action for the
    /// player who is to act, or breaks the game off; `watch` as in [`play_on`](Self::play_on).
    pub fn play_by(
        &self,
        mut state: State,
        mut events: Vec<Event>,
        dice: &mut SeededDice,
        act: &mut dyn FnMut(&State, Player) -> Option<Action>,
        watch: &mut dyn FnMut(&State, &[Event]) -> ControlFlow<()>,
    ) -> Outcome {
        let mut outcome = Outcome {
            winner: None,
            order: state.order(),
            place: None,
            turns: 0,
            actions: 0,
        };
        // If all units are dealt, the first turn begins with the game.
        let begun = |state: &State, events: &[Event]| {
            let starts = |event: &&Event| matches!(event, Event::TurnStarted(_));
            let playing = state.phase() == Some(Phase::Playing);
            events.iter().filter(starts).count() as u32 * u32::from(playing)
        };
        outcome.turns = begun(&state, &events);
        let mut heard = watch(&state, &events);
        while let (Some(actor), ControlFlow::Continue(())) = (state.to_act(), heard) {
            if outcome.turns > self.most_turns {
                break;
            }
            let Some(action) = act(&state, actor) else {
                break;
            };
            events.clear();
            if state.play(actor, action, dice, &mut events).is_err() {
                debug_assert!(false, "{action:?} on {state:?}");
                break;
            }
            heard = watch(&state, &events);
            outcome.actions += 1;
            outcome.turns += begun(&state, &events);
        }
        // One more was begun, and not played.
        outcome.turns = outcome.turns.min(self.most_turns);
        outcome.winner = state.winner();
        outcome.place = state.order().iter().position(|p| Some(p) == outcome.winner);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use marchland_maps::{bundled, xml};

    use super::*;
    use crate::conquest::bots::{Bot, StrategyKind};
    use crate::conquest::rules::AreaVariant;

    /// One fewer was played; as many as asked for if all units were dealt, but one fewer was counted.
    #[test]
    fn as_many_turns_are_played_as_there_may_be() {
        let world = bundled::find("world").unwrap();
        let mut draft = xml::read(world.xml).draft;
        let ordinary = Map::try_from(&draft).unwrap();
        draft.setup.units.insert(3, 14);
        let dealt = Map::try_from(&draft).unwrap();
        for (map, most_turns) in [(&ordinary, 1), (&ordinary, 5), (&dealt, 1), (&dealt, 5)] {
            let game = Match {
                map: Arc::new(map.clone()),
                variants: Variants {
                    areas: AreaVariant::Dealt,
                    ..Variants::default()
                },
                most_turns,
            };
            let mut dice = SeededDice::new(1);
            let (state, events) = game.begin(3, &mut dice).unwrap();
            let bot = Bot::from(StrategyKind::Standard);
            let mut players = [1, 2, 3].map(|seed| bot.player(seed));
            let mut ended = 0;
            let mut act = |state: &State, actor: Player| {
                let view = View::new(state, actor);
                let action = decide(players[actor.index()].as_mut(), &view);
                let playing = state.phase() == Some(Phase::Playing);
                ended += u32::from(playing && action == Some(Action::EndTurn));
                action
            };
            let mut watch = |_: &State, _: &[Event]| ControlFlow::Continue(());
            let outcome = game.play_by(state, events, &mut dice, &mut act, &mut watch);
            assert_eq!(outcome.winner, None);
            assert_eq!((ended, outcome.turns), (most_turns, most_turns));
        }
    }
}
