use std::sync::Arc;
use std::time::Duration;

use marchland_maps::{Map, TerritoryId, bundled, xml};

use super::*;
use crate::conquest::bots::{Match, Stop, decide};
use crate::conquest::rules::{AreaVariant, Holding, Player, State, Status, Variants};

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

fn begun(players: usize, seed: u64) -> State {
    world()
        .begin(players, &mut SeededDice::new(seed))
        .unwrap()
        .0
}

/// The game proper, initial units placed by *planners*.
fn settled(players: usize, seed: u64) -> State {
    let mut state = begun(players, seed);
    let mut dice = SeededDice::new(3);
    let mut crew: Vec<Planner> = (0..players).map(|_| Planner::new()).collect();
    while state.phase() != Some(Phase::Playing) {
        let actor = state.to_act().unwrap();
        let view = View::new(&state, actor);
        let action = decide(&mut crew[actor.index()], &view).unwrap();
        state
            .play(actor, action, &mut dice, &mut Vec::new())
            .unwrap();
    }
    state
}

/// Playouts of the first decision of the player on turn, who has that much time.
fn playouts_in(time: Duration, stop: &Stop) -> u32 {
    let state = begun(4, 3);
    let view = View::new(&state, state.to_act().unwrap()).stopped_by(stop);
    let mut expert = Expert::thinking(1, Thought::Time(time));
    let most = Budget::of(expert.thought, &view);
    expert.think(&view, most)
}

#[test]
fn it_stops_on_request_and_when_its_time_is_over() {
    let hour = Duration::from_secs(3_600);
    assert_eq!(playouts_in(Duration::ZERO, &Stop::default()), 0);
    let stop = Stop::default();
    stop.ask();
    assert_eq!(playouts_in(hour, &stop), 0);
    // The playout that is under way is broken off, too.
    let state = settled(2, 3);
    let me = state.to_act().unwrap();
    let view = View::new(&state, me);
    let mut planner = Planner::new();
    let own = planner.plays(&view).swap_remove(0);
    let end = |view: &View<'_>| Crew::default().play_on(&planner, view, &state, &own, [1, 1]);
    assert_ne!(end(&view).turn(), Some(me));
    assert_eq!(end(&view.stopped_by(&stop)).turn(), Some(me));
}

/// A server gives up who is silent for a minute.
#[test]
fn no_decision_takes_longer_than_a_server_waits() {
    let (two, six) = (begun(2, 3), begun(6, 3));
    let most = |state: &State, setting: &str| {
        let view = View::new(state, state.to_act().unwrap());
        Budget::of(setting.parse().unwrap(), &view)
            .settling()
            .limited(&view)
    };
    assert_eq!(most(&two, "0.5s").time, Some(Duration::from_secs(4)));
    assert_eq!(most(&two, "10s").time, Some(LONGEST));
    assert_eq!(most(&two, "100").playouts, 200);
    assert_eq!(most(&two, "10000").playouts, MOST);
    assert_eq!(most(&six, "10000").playouts, MOST / 3);
}

#[test]
fn thoughts_are_shorter_on_larger_maps() {
    let (two, six) = (begun(2, 3), begun(6, 3));
    let usual = |state: &State| {
        let view = View::new(state, state.to_act().unwrap());
        Budget::of(Thought::Usual, &view).playouts
    };
    assert_eq!((usual(&two), usual(&six)), (USUAL, USUAL / 3));
}

/// Of two plans it takes the one that leads to more, though the other comes first.
#[test]
fn it_chooses_the_plan_that_plays_out_better() {
    let state = settled(2, 1);
    let view = View::new(&state, state.to_act().unwrap());
    let mut expert = Expert::new(1);
    let own = expert.planner.plays(&view).swap_remove(0);
    let idle = expert.planner.idle(&view);
    let most = Budget::of(Thought::Playouts(100), &view);
    let mut best = |plays: [&Play; 2]| expert.choose(&view, &plays.map(Play::clone), most).0;
    assert_eq!(best([&idle, &own]), 1);
    assert_eq!(best([&own, &idle]), 0);
    // Rather a few plans than all of them too seldom to tell.
    let mut many = vec![own; 20];
    many[0] = idle;
    let (best, playouts) = expert.choose(&view, &many, Budget::counted(20));
    assert_eq!(best, 1);
    assert!((15..=20).contains(&playouts), "{playouts}");
    // The same dice, the same end.
    let plays = expert.planner.plays(&view);
    let mut twice = |seeds| {
        let mut once = || {
            let planner = &mut expert.planner;
            expert
                .crew
                .play_out(planner, &view, &state, &plays[0], seeds)
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

/// Initial units are played out from the position that *planners* really reach.
#[test]
fn it_foresees_where_planners_place_their_units() {
    for seed in 0..4 {
        let state = begun(2, seed);
        let view = View::new(&state, state.to_act().unwrap());
        let mut planner = Planner::new();
        let own = planner.plays(&view).swap_remove(0);
        let start = Crew::default().start(&planner, &view, &own);
        let real = settled(2, seed);
        assert_eq!(start.snapshot(None), real.snapshot(None), "seed {seed}");
    }
}

/// What is too little for two plans would be wasted.
#[test]
fn too_little_thought_is_not_begun() {
    let state = settled(2, 3);
    let view = View::new(&state, state.to_act().unwrap());
    let mut expert = Expert::new(1);
    let mut spent = |most| expert.think(&view, Budget::counted(most));
    assert_eq!(spent(11), 0);
    assert!(spent(12) > 0);
    let plans = |playouts, time, each| Budget { playouts, time }.plans(Duration::from_millis(each));
    let second = Some(Duration::from_secs(1));
    assert_eq!([11, 12, 18].map(|n| plans(n, None, 5)), [0, 1, 2]);
    assert_eq!(
        [1, 50, 100].map(|each| plans(u32::MAX, second, each)),
        [165, 2, 0]
    );
}

/// The first plan is what *planner* does by itself, so that others are compared to that.
#[test]
fn without_a_thought_it_plays_like_a_planner() {
    for seed in 0..6 {
        let [own, planner] = [true, false].map(|thinks| {
            let mut dice = SeededDice::new(seed);
            let mut players: Vec<Box<dyn Strategy>> = (0..2)
                .map(|_| -> Box<dyn Strategy> {
                    if thinks {
                        Box::new(Expert::thinking(1, Thought::Time(Duration::ZERO)))
                    } else {
                        Box::new(Planner::new())
                    }
                })
                .collect();
            world().play(&mut players, &mut dice).unwrap()
        });
        assert_eq!(own, planner, "seed {seed}");
    }
}

/// The first player on turn with 30 units in one territory, the second beside it with so many,
/// and the third everywhere else with so many.
fn alone([beside, others]: [u32; 2]) -> State {
    let map = world().map;
    let mut seen = settled(3, 3).snapshot(None);
    let order: Vec<Player> = seen.order.iter().collect();
    let held = |player: usize, units| Holding {
        owner: Some(order[player]),
        units,
    };
    seen.holdings.fill(held(2, others));
    seen.holdings[0] = held(0, 30);
    seen.holdings[map.neighbours(TerritoryId(0))[0].to.index()] = held(1, beside);
    for (player, territories) in order.iter().zip([1, 1, map.len() as u32 - 2]) {
        seen.seats[player.index()].territories = territories;
    }
    State::restore(&map, seen).unwrap()
}

/// What *planner* would do by itself is not to stay, even where it sees nothing to attack now.
#[test]
fn to_stay_is_another_plan() {
    let state = alone([60, 60]);
    let view = View::new(&state, state.to_act().unwrap());
    let mut planner = Planner::new();
    let decided: Vec<bool> = planner
        .plays(&view)
        .into_iter()
        .map(|play| {
            planner.follow(play);
            planner.stays()
        })
        .collect();
    assert_eq!(decided, [false, true]);
}

/// Who is defeated meanwhile has no turn that would be waited for.
#[test]
fn a_playout_ends_before_the_next_own_turn() {
    let state = alone([1, 2]);
    let [first, second, third] =
        <[Player; 3]>::try_from(state.order().iter().collect::<Vec<_>>()).unwrap();
    let view = View::new(&state, first);
    let mut planner = Planner::new();
    let mut ends = 0;
    for play in planner.plays(&view) {
        let end = Crew::default().play_on(&planner, &view, &state, &play, [1, 1]);
        ends += u32::from(end.seat(second).status == Status::Defeated);
        assert_eq!(end.turn(), Some(third), "{play:?}");
    }
    assert!(ends > 0);
}
