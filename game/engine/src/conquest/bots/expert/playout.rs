//! Playing a plan out.

use super::super::planner::{Effort, Planner, Play};
use super::super::{View, decide};
use crate::conquest::rules::{Action, Phase, Player, SeededDice, State, Status};

/// Actions after which a playout ends; few turns have more than 100.
const MOST_ACTIONS: u32 = 4_000;

/// The planners that play, by seat.
#[derive(Debug, Default)]
pub(super) struct Crew(Vec<Planner>);

impl Crew {
    /// The position from which a plan is played out. While initial units are placed, it is the
    /// position when all are: no dice are thrown until then.
    pub(super) fn start(&mut self, planner: &Planner, view: &View<'_>, play: &Play) -> State {
        let mut state = view.state().clone();
        self.seat(planner, view, Some(play), None);
        let mut events = Vec::new();
        // No dice are thrown.
        let mut dice = SeededDice::new(0);
        while state.phase() == Some(Phase::Reinforcing) && !view.is_stopped() {
            let Some((actor, action)) = self.next(&state, view) else {
                break;
            };
            if state.play(actor, action, &mut dice, &mut events).is_err() {
                break;
            }
        }
        state
    }

    /// An estimate of the chance to win after one playout of a plan; `planner` has played the turn
    /// so far. The same seeds give the same dice.
    pub(super) fn play_out(
        &mut self,
        planner: &mut Planner,
        view: &View<'_>,
        start: &State,
        play: &Play,
        seeds: [u64; 2],
    ) -> f32 {
        let me = view.me();
        let end = self.play_on(planner, view, start, play, seeds);
        match end.winner() {
            Some(winner) => f32::from(u8::from(winner == me)),
            None => planner.chance(&View::new(&end, end.turn().unwrap_or(me)), me),
        }
    }

    /// The position at the end of a playout: at the end of the turn before the next own turn. If the
    /// game has not begun, it ends before the second own turn, or before the third of the player
    /// who moves first.
    pub(super) fn play_on(
        &mut self,
        planner: &Planner,
        view: &View<'_>,
        start: &State,
        play: &Play,
        [seed, number]: [u64; 2],
    ) -> State {
        let me = view.me();
        let mut luck = Luck {
            seed,
            number,
            turn: 0,
            battle: None,
            begun: vec![0; view.map().len()],
        };
        let mut dice = luck.dice(None);
        let mut state = start.guessed(me, &mut dice);
        let begun = view.phase() == Some(Phase::Playing);
        // Haste does not mislead about turns, but much of it does about initial units.
        let haste = if begun { Effort::USUAL } else { Effort::BRISK };
        self.seat(planner, view, begun.then_some(play), Some(haste));
        let is_first = state.order().iter().find(|&player| plays(&state, player)) == Some(me);
        let mut own_turns = if begun { 1 } else { 1 + u32::from(is_first) };
        let mut events = Vec::new();
        for _ in 0..MOST_ACTIONS {
            let Some((actor, action)) = self.next(&state, view) else {
                break;
            };
            if action == Action::EndTurn && state.phase() == Some(Phase::Playing) {
                luck.turn += 1;
                own_turns -= u32::from(actor == me).min(own_turns);
                let next = state.order().after(actor).find(|&next| plays(&state, next));
                let is_over = (own_turns == 0 && next == Some(me)) || !plays(&state, me);
                if is_over || view.is_stopped() {
                    break;
                }
            }
            if let Some(fresh) = luck.before(action) {
                dice = fresh;
            }
            events.clear();
            if state.play(actor, action, &mut dice, &mut events).is_err() {
                break;
            }
        }
        state
    }

    /// Seats *planners*, one of which continues with a plan.
    fn seat(
        &mut self,
        planner: &Planner,
        view: &View<'_>,
        play: Option<&Play>,
        haste: Option<Effort>,
    ) {
        self.0.resize_with(view.players().count(), Planner::new);
        for other in &mut self.0 {
            other.begin(planner, haste);
        }
        if let Some(play) = play {
            self.0[view.me().index()].adopt(planner, play);
        }
    }

    fn next(&mut self, state: &State, view: &View<'_>) -> Option<(Player, Action)> {
        let actor = state.to_act()?;
        let mut sight = View::new(state, actor);
        if let Some(stop) = view.stop() {
            sight = sight.stopped_by(stop);
        }
        let action = decide(&mut self.0[actor.index()], &sight);
        Some((actor, action.unwrap_or(Action::EndTurn)))
    }
}

fn plays(state: &State, player: Player) -> bool {
    state.seat(player).status == Status::Active
}

/// Dice whose throws do not depend on those before the battle.
struct Luck {
    seed: u64,
    number: u64,
    /// Turns ended.
    turn: u32,
    /// The battle that is being fought.
    battle: Option<(u16, u16)>,
    /// Battles begun this turn, by the territory attacked.
    begun: Vec<u16>,
}

impl Luck {
    /// New dice, if a battle or a turn begins with the action.
    fn before(&mut self, action: Action) -> Option<SeededDice> {
        match action {
            Action::Attack { from, target, .. } => {
                let battle = Some((from.0, target.0));
                if self.battle == battle {
                    return None;
                }
                self.battle = battle;
                self.begun[target.index()] += 1;
                Some(self.dice(Some(target.0)))
            }
            Action::EndTurn => {
                self.battle = None;
                self.begun.fill(0);
                Some(self.dice(None))
            }
            _ => None,
        }
    }

    fn dice(&self, target: Option<u16>) -> SeededDice {
        let begun = target.map_or(0, |target| u64::from(self.begun[usize::from(target)]));
        let target = target.map_or(0, |target| u64::from(target) + 1);
        let battle = u64::from(self.turn) << 40 | begun << 20 | target;
        // Mixed, so that no two battles of any playouts share a stream.
        let seed = self.seed ^ self.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        SeededDice::stream(seed, battle)
    }
}
