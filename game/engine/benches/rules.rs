//! How long the rules take, and whole games of bots.
//!
//! `cargo bench -p marchland-engine --bench rules`. The yardstick is copying the state. The
//! figures in docs/performance.md are the fastest samples of one run.

use std::path::Path;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use marchland_engine::conquest::Tournament;
use marchland_engine::conquest::bots::{Stop, StrategyKind, View, decide};
use marchland_engine::conquest::rules::{
    Action, AreaVariant, Event, Phase, Player, SeededDice, State, Step, Variants,
};
use marchland_maps::Map;

fn main() {
    divan::main();
}

fn world() -> Arc<Map> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/world");
    let (_, _, map) = marchland_maps::folder::load(&folder).expect("the bundled world");
    Arc::new(map)
}

fn dealt() -> Variants {
    Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    }
}

/// A game of four *standard* players, a while after its beginning, at the
/// first moment that is wanted; and the next action.
fn midgame(wanted: impl Fn(&State, Action) -> bool) -> (State, Player, Action) {
    let mut dice = SeededDice::new(5);
    let mut state = State::new(world(), 4, dealt());
    let mut events = Vec::new();
    state.start(&mut dice, &mut events).expect("four can play");
    let mut bots: Vec<_> = (0..4).map(|b| StrategyKind::Standard.player(b)).collect();
    for number in 0.. {
        let actor = state.to_act().expect("it is not over");
        let view = View::new(&state, actor);
        let action = decide(bots[actor.index()].as_mut(), &view).expect("it is to act");
        if number > 200 && state.phase() == Some(Phase::Playing) && wanted(&state, action) {
            return (state, actor, action);
        }
        events.clear();
        state
            .play(actor, action, &mut dice, &mut events)
            .expect("it is legal");
    }
    unreachable!("numbers do not end")
}

#[divan::bench]
fn yardstick_copy_of_the_state(bencher: Bencher<'_, '_>) {
    let (state, ..) = midgame(|state, _| state.step() == Step::Attack);
    bencher.bench_local(|| black_box(&state).clone());
}

#[divan::bench]
fn legal(bencher: Bencher<'_, '_>) {
    let (state, ..) = midgame(|state, _| state.step() == Step::Attack);
    bencher.bench_local(|| black_box(&state).legal().count());
}

#[divan::bench]
fn choices(bencher: Bencher<'_, '_>) {
    let (state, ..) = midgame(|state, _| state.step() == Step::Attack);
    bencher.bench_local(|| black_box(&state).choices());
}

/// Measures what `play` does with a copy of a game.
fn playing(
    bencher: Bencher<'_, '_>,
    state: &State,
    play: impl Fn(&mut State, &mut SeededDice, &mut Vec<Event>),
) {
    let mut dice = SeededDice::new(1);
    let mut events: Vec<Event> = Vec::with_capacity(16);
    bencher
        .with_inputs(|| state.clone())
        .bench_local_refs(|state| {
            events.clear();
            play(state, &mut dice, &mut events);
        });
}

#[divan::bench]
fn play_an_attack(bencher: Bencher<'_, '_>) {
    let (state, actor, attack) =
        midgame(|_, action| matches!(action, Action::Attack { units: 3, .. }));
    playing(bencher, &state, |state, dice, events| {
        let attacked = state.play(actor, attack, dice, events);
        attacked.expect("it is legal");
        if let Some(battle) = state.battle() {
            let defender = state.to_act().expect("somebody defends");
            let units = state.holding(battle.target).units.min(2) as u8;
            let defend = Action::Defend {
                territory: battle.target,
                units,
            };
            let thrown = state.play(defender, defend, dice, events);
            thrown.expect("it is legal");
        }
    });
}

#[divan::bench]
fn play_the_end_of_a_turn(bencher: Bencher<'_, '_>) {
    let (state, actor, end) = midgame(|_, action| action == Action::EndTurn);
    playing(bencher, &state, |state, dice, events| {
        let ended = state.play(actor, end, dice, events);
        ended.expect("it is legal");
    });
}

/// Whole games of four on the world, on one thread.
#[divan::bench(sample_count = 12, sample_size = 1)]
fn games_of_four_standard(bencher: Bencher<'_, '_>) {
    let games = 200u32;
    let tournament = Tournament {
        map: world(),
        bots: vec![StrategyKind::Standard.into(); 4],
        variants: Variants::default(),
        games,
        seed: 1,
        most_turns: 1_000,
    };
    bencher
        .counter(ItemsCount::new(games))
        .bench_local(|| black_box(&tournament).run(1, &Stop::default(), || ()));
}
