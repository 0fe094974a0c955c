use std::sync::Arc;
use std::time::{Duration, Instant};

use marchland_maps::{Map, bundled, xml};

use super::*;
use crate::conquest::bots::{Match, Stop, decide};
use crate::conquest::rules::{Action, AreaVariant, State, Variants};

fn world() -> Match {
    let draft = xml::read(bundled::find("world").unwrap().xml).draft;
    Match {
        map: Arc::new(Map::try_from(&draft).unwrap()),
        variants: Variants {
            areas: AreaVariant::Dealt,
            neutral: false,
            ..Variants::default()
        },
        most_turns: 200,
    }
}

fn begun(players: usize) -> State {
    world().begin(players, &mut SeededDice::new(3)).unwrap().0
}

/// The end of a thought, whoever waits for it.
fn placed(expert: &mut Expert, state: &State, stop: &Stop) -> Duration {
    let start = Instant::now();
    let view = View::new(state, state.to_act().unwrap()).stopped_by(stop);
    assert!(expert.place(&view).is_some());
    start.elapsed()
}

#[test]
fn it_stops_when_it_is_asked_to_and_when_its_time_is_over() {
    let state = begun(4);
    let long = Thought::Time(Duration::from_secs(500));
    let stop = Stop::default();
    let asker = stop.clone();
    let asks = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        asker.ask();
    });
    let took = placed(&mut Expert::thinking(1, long), &state, &stop);
    assert!(took < Duration::from_secs(50), "{took:?}");
    asks.join().unwrap();
    let short = Thought::Time(Duration::from_millis(20));
    let took = placed(&mut Expert::thinking(1, short), &state, &Stop::default());
    assert!(took < Duration::from_secs(50), "{took:?}");
}

#[test]
fn thoughts_are_shorter_on_larger_maps() {
    let (two, six) = (begun(2), begun(6));
    let usual = |state: &State| {
        let view = View::new(state, state.to_act().unwrap());
        Left::of(Thought::Usual, &view).playouts
    };
    assert_eq!((usual(&two), usual(&six)), (USUAL, USUAL / 3));
}

/// Of two plans it takes the one that leads to more, though the other comes first.
#[test]
fn it_chooses_what_is_worth_more_when_it_is_played_on() {
    let mut state = begun(2);
    let mut dice = SeededDice::new(3);
    let mut crew = [
        Expert::thinking(1, Thought::Playouts(1)),
        Expert::thinking(2, Thought::Playouts(1)),
    ];
    while state.phase() != Some(Phase::Playing) {
        let actor = state.to_act().unwrap();
        let view = View::new(&state, actor);
        let action = decide(&mut crew[actor.index()], &view).unwrap_or(Action::EndTurn);
        state
            .play(actor, action, &mut dice, &mut Vec::new())
            .unwrap();
    }
    let view = View::new(&state, state.to_act().unwrap());
    let mut expert = Expert::new(5);
    let own = expert.planner.plays(&view).swap_remove(0);
    let idle = expert.planner.idle(&view);
    let most = Left::of(Thought::Playouts(100), &view);
    assert_eq!(expert.choose(&view, &[idle.clone(), own.clone()], most), 1);
    assert_eq!(expert.choose(&view, &[own, idle], most), 0);
    // The same dice, the same end.
    let plays = expert.planner.plays(&view);
    let mut twice = |seeds| {
        let mut once = || {
            expert
                .crew
                .play_out(&mut expert.planner, &view, &plays[0], seeds)
        };
        (once(), once())
    };
    let ends: Vec<f32> = (0..20)
        .map(|number| twice([9, number]))
        .map(|(a, b)| {
            assert!((a - b).abs() < 1e-9);
            a
        })
        .collect();
    assert!(
        ends.iter().any(|end| (end - ends[0]).abs() > 1e-3),
        "{ends:?}"
    );
}
