//! Laws that hold in every game, checked on random ones.

use std::sync::Arc;

use marchland_game::conquest::rules::{
    Action, Cards, Dice, Event, Phase, Player, SeededDice, State, Status, Variants,
};
use marchland_game::conquest::{Reply, StateCollector, tell, tell_state};
use marchland_game::protocol::{MAX_LINE, Name};
use marchland_maps::{Map, TerritoryId};
use proptest::prelude::*;

use crate::sketch::{self, variants};

fn maps() -> [Arc<Map>; 4] {
    [
        sketch::map("0-1", "0:1 1:1"),
        sketch::ring(7),
        sketch::grid(4, 3),
        sketch::map("0-1 1>2 2-3 3-0 2>4 4-0 4-3", "0:1 1,2:2 3,4:5"),
    ]
}

/// Units on the map and in hand.
fn units(state: &State) -> u64 {
    let placed = state.holdings().iter().map(|h| u64::from(h.units));
    let unplaced = state.players().map(|p| u64::from(state.seat(p).unplaced));
    placed.sum::<u64>() + unplaced.sum::<u64>()
}

/// The number of units an event adds or removes.
fn gain(event: &Event, before: &State) -> i64 {
    match event {
        Event::UnitsGained { units, .. } => i64::from(*units),
        Event::Rolled(roll) => {
            let (attacker, defender) = roll.losses();
            -i64::from(attacker + defender)
        }
        Event::AreaSet {
            territory, units, ..
        } => i64::from(*units) - i64::from(before.holding(*territory).units),
        _ => 0,
    }
}

fn check_invariants(state: &State) {
    let mut cards = state.deck().len() + state.discard().len();
    for player in state.players() {
        let seat = state.seat(player);
        cards += seat.cards.len();
        let owned = state.territories(player).count();
        assert_eq!(owned, seat.territories as usize);
        if seat.status == Status::Defeated {
            assert_eq!(owned, 0);
        }
    }
    assert_eq!(cards as usize, state.map().len() + 2);
    for holding in state.holdings() {
        assert_eq!(holding.owner.is_some(), holding.units > 0);
        if state.phase() > Some(Phase::Claiming) {
            assert!(holding.owner.is_some());
        }
    }
    if let Some(actor) = state.to_act() {
        let turn = state.turn().unwrap();
        assert!(actor == turn || state.battle().is_some());
        let active = |p| state.seat(p).status == Status::Active;
        assert!(active(turn) || !state.players().any(active));
    }
    if let Some(winner) = state.winner() {
        assert_eq!(state.to_act(), None);
        assert!(state.seat(winner).territories > 0);
        assert_eq!(state.legal().count(), 0);
    }
}

/// Every conceivable action, legal or not.
fn thinkable(state: &State) -> Vec<Action> {
    let mut all = vec![Action::EndTurn];
    let numbers = [0, 1, 2, 3, 4, 7, 1000];
    let mut ids: Vec<_> = state.map().ids().collect();
    ids.push(TerritoryId(ids.len() as u16));
    for &from in &ids {
        for units in numbers {
            let territory = from;
            all.push(Action::Reinforce { territory, units });
            let small = units as u8;
            all.push(Action::Defend {
                territory,
                units: small,
            });
            for &to in &ids {
                all.push(Action::Transfer { from, to, units });
                all.push(Action::Attack {
                    from,
                    target: to,
                    units: small,
                });
            }
        }
    }
    all.extend(marchland_game::conquest::rules::Set::all().map(Action::Trade));
    all
}

/// Everything seen in one game.
struct Watched {
    start: State,
    end: State,
    events: Vec<Event>,
}

/// Plays at random, with players who come and go and a debugger who interferes, and checks
/// every law on the way.
fn watch(map: Arc<Map>, players: u8, variants: Variants, seed: u64, actions: usize) -> Watched {
    let mut dice = SeededDice::new(seed);
    let mut state = State::new(map, players, variants);
    let start = state.clone();
    let mut all = Vec::new();
    let mut events = Vec::new();
    let mut views: Vec<_> = viewers(&state)
        .map(|viewer| (viewer, state.seen_by(viewer)))
        .collect();
    let mut before = state.clone();
    if state.start(&mut dice, &mut events).is_err() {
        assert_eq!(state, before);
        assert!(usize::from(players) > state.map().len());
        let end = state;
        return Watched { start, end, events };
    }
    for round in 0..actions {
        let mut replayed = before.clone();
        for &event in &events {
            let expected = units(&replayed) as i64 + gain(&event, &replayed);
            replayed.apply(event).unwrap();
            assert_eq!(units(&replayed) as i64, expected, "{event:?}");
            for (viewer, view) in &mut views {
                follow_by_wire(view, event.seen_by(*viewer));
                assert_eq!(*view, replayed.seen_by(*viewer), "{event:?}");
            }
        }
        assert_eq!(replayed, state);
        check_invariants(&state);
        if round % 13 == 0 {
            for (viewer, view) in &views {
                assert_eq!(restored_by_wire(&state, *viewer), *view);
            }
        }
        all.append(&mut events);
        before = state.clone();
        if state.winner().is_some() {
            break;
        }
        let choices = state.choices();
        assert!(choices.is_sorted_by(|a, b| a < b), "{choices:?}");
        if round % 41 == 3 {
            check_legal_is_playable(&state);
        }
        let anybody = Player::first(state.players().len())
            .nth(dice.below(state.players().len() as u32) as usize)
            .unwrap();
        match dice.below(60) {
            0 => state.leave(anybody, &mut dice, &mut events),
            1 => state.come_back(anybody, &mut dice, &mut events),
            2 => state.defend_silent(&mut dice, &mut events),
            3 => {
                let at = TerritoryId(dice.below(state.map().len() as u32) as u16);
                let change = (at, anybody, 1 + dice.below(5));
                if state.set_areas(&[change], &mut events).is_err() {
                    assert_eq!(state, before);
                }
            }
            _ => {
                let Some(actor) = state.to_act() else {
                    for player in state.players() {
                        state.come_back(player, &mut dice, &mut events);
                    }
                    continue;
                };
                if state.seat(actor).status != Status::Active {
                    // The game stops until somebody returns.
                    state.come_back(anybody, &mut dice, &mut events);
                    continue;
                }
                assert!(!choices.is_empty(), "{actor} can do nothing: {state:?}");
                let mut choices = choices;
                if dice.below(4) > 0 && choices.iter().any(|c| matches!(c, Action::Attack { .. })) {
                    choices.retain(|c| matches!(c, Action::Attack { .. }));
                }
                let choice = choices[dice.below(choices.len() as u32) as usize];
                let most = choice.units();
                let units = [1, most, 1 + dice.below(most)][dice.below(3) as usize];
                state
                    .play(actor, choice.with(units), &mut dice, &mut events)
                    .unwrap();
            }
        }
    }
    all.append(&mut events);
    Watched {
        start,
        end: state,
        events: all,
    }
}

/// Follows an event as it comes out of its lines.
fn follow_by_wire(view: &mut State, event: Event) {
    let mut lines = 0;
    tell(event, |told| {
        let line = Reply::from(told).to_string();
        assert!(line.len() <= MAX_LINE, "{line}");
        let told = Reply::parse(&line).unwrap().event().unwrap();
        view.apply(told).unwrap();
        lines += 1;
    });
    if let Event::Left(_) | Event::Returned(_) = event {
        // Told by the table.
        view.apply(event).unwrap();
        lines += 1;
    }
    assert!(lines > 0, "{event:?}");
}

/// The state as a client puts it together from the lines of `STATE`.
fn restored_by_wire(state: &State, viewer: Option<Player>) -> State {
    let mut collector = StateCollector::new(state.map().len(), viewer);
    let longest: Name = "sixteen-letters_".parse().unwrap();
    let name = |_| longest.clone();
    tell_state(&state.snapshot(viewer), viewer, name, |reply| {
        let line = reply.to_string();
        assert!(line.len() <= MAX_LINE, "{line}");
        let Ok(Reply::StateLine(told)) = Reply::parse(&line) else {
            panic!("{line}");
        };
        collector.take(&told);
    });
    State::restore(state.map(), collector.finish().0).unwrap()
}

fn viewers(state: &State) -> impl Iterator<Item = Option<Player>> + use<> {
    state.players().map(Some).chain([None])
}

/// An action may be played if and only if it is listed, and one that may not
/// changes nothing.
fn check_legal_is_playable(state: &State) {
    let legal: Vec<_> = state.legal().collect();
    assert!(legal.is_sorted_by(|a, b| a < b));
    let Some(actor) = state.to_act() else { return };
    for (at, action) in thinkable(state).into_iter().enumerate() {
        let listed = legal.binary_search(&action).is_ok();
        assert_eq!(state.check(actor, action).is_ok(), listed, "{action:?}");
        for other in state.players().filter(|&p| p != actor) {
            assert!(state.check(other, action).is_err());
        }
        if at % 29 == 0 && !listed {
            let mut after = state.clone();
            let mut events = Vec::new();
            let played = after.play(actor, action, &mut SeededDice::new(1), &mut events);
            assert!(played.is_err());
            assert_eq!(after, *state);
            assert!(events.is_empty());
        }
    }
    for action in legal {
        assert_eq!(state.check(actor, action), Ok(()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn hold_in_random_games(
        map in 0..4usize,
        players in 2..=6u8,
        variants in variants(),
        seed: u64,
    ) {
        let watched = watch(maps()[map].clone(), players, variants, seed, 500);
        let mut replayed = watched.start;
        for event in watched.events {
            replayed.apply(event).unwrap();
        }
        prop_assert_eq!(replayed, watched.end);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed| {
        let map = sketch::grid(4, 3);
        watch(map, 3, Variants::default(), seed, 400).events
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn random_games_reach_their_end() {
    let mut won = 0;
    for seed in 0..20 {
        let watched = watch(sketch::ring(7), 3, Variants::default(), seed, 2_000);
        won += usize::from(watched.end.winner().is_some());
    }
    assert!(won >= 10, "only {won} of 20 games ended");
}

#[test]
fn cards_of_others_are_hidden() {
    let watched = watch(sketch::grid(4, 3), 3, Variants::default(), 11, 3_000);
    for viewer in viewers(&watched.end) {
        let view = watched.end.seen_by(viewer);
        assert_eq!(view.deck(), view.deck().turned_down());
        for player in view.players().filter(|&p| Some(p) != viewer) {
            let hand: Cards = view.seat(player).cards;
            assert_eq!(hand.iter().count(), 0);
        }
        let drawn = watched.events.iter().map(|e| e.seen_by(viewer));
        for event in drawn {
            if let Event::CardsAcquired { player, cards } = event {
                assert!(Some(player) == viewer || cards.iter().count() == 0);
            }
        }
    }
}
