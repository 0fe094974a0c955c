//! What a plan comes to when it is played on.

use super::super::planner::{Planner, Play};
use super::super::{View, decide};
use crate::conquest::rules::{Action, Phase, Player, SeededDice, State, Status};

/// Actions after which a playout is valued as it stands; few turns have more than 100.
const MOST_ACTIONS: u32 = 4_000;

/// Who plays out, by seat.
#[derive(Debug, Default)]
pub(super) struct Crew(Vec<Planner>);

impl Crew {
    /// The chance to win, about, to which a plan leads in one playout; `planner` is who plays
    /// the turn so far. The same dice for the same seeds.
    pub(super) fn play_out(
        &mut self,
        planner: &mut Planner,
        view: &View<'_>,
        play: &Play,
        [seed, number]: [u64; 2],
    ) -> f32 {
        let me = view.me();
        let mut luck = Luck {
            seed,
            number,
            turn: 0,
            battle: None,
            begun: vec![0; view.map().len()],
        };
        let mut dice = luck.dice(None);
        let mut state = view.state().guessed(me, &mut dice);
        self.0.resize_with(state.players().len(), Planner::new);
        for other in &mut self.0 {
            other.begin(planner);
        }
        self.0[me.index()].adopt(planner, play);
        let last = turns(&state, me);
        let mut events = Vec::new();
        for _ in 0..MOST_ACTIONS {
            let Some(actor) = state.to_act() else { break };
            let mut sight = View::new(&state, actor);
            if let Some(stop) = view.stop() {
                sight = sight.stopped_by(stop);
            }
            let action = decide(&mut self.0[actor.index()], &sight).unwrap_or(Action::EndTurn);
            if action == Action::EndTurn && state.phase() == Some(Phase::Playing) {
                luck.turn += 1;
                if luck.turn == last || view.is_stopped() {
                    return planner.chance(&sight, me);
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
        match state.winner() {
            Some(winner) => f32::from(u8::from(winner == me)),
            None => planner.chance(&View::new(&state, me), me),
        }
    }
}

/// So many turns are played out: until one's own next, but at least one of everybody and one's
/// own second where the game has not begun.
fn turns(state: &State, me: Player) -> u32 {
    let plays = |player: &Player| state.seat(*player).status == Status::Active;
    let order: Vec<Player> = state.order().iter().filter(plays).collect();
    let count = order.len().max(1) as u32;
    if state.phase() == Some(Phase::Playing) {
        return count;
    }
    let place = order.iter().position(|&player| player == me);
    match place.unwrap_or(0) as u32 {
        0 => 2 * count,
        place => count + place,
    }
}

/// Dice that do not depend on what was thrown before the battle.
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
