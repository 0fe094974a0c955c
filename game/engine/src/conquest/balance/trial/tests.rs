use super::*;
use crate::conquest::balance::{Looks, MARKS, section};
use crate::conquest::bots::StrategyKind;
use marchland_maps::{bundled, xml};

pub(in crate::conquest::balance) fn world() -> Arc<Map> {
    let world = bundled::find("world").unwrap();
    Arc::new(Map::try_from(&xml::read(world.xml).draft).unwrap())
}

pub(in crate::conquest::balance) fn trial(players: u8) -> Trial {
    Trial {
        map: world(),
        players,
        bot: StrategyKind::Standard.into(),
        seed: 1,
        most_turns: 2_000,
        neutral: true,
        head_start: 0,
    }
}

/// Adds units to a territory of the first in the order of play.
pub(super) fn head_start(units: u32, state: &mut State) {
    let first = state.order().iter().next().unwrap();
    let at = state.territories(first).next().unwrap();
    let more = (at, first, state.holding(at).units + units);
    state.set_areas(&[more], &mut Vec::new()).unwrap();
}

pub(in crate::conquest::balance) fn played(
    trial: &Trial,
    deals: Range<u64>,
    threads: usize,
) -> Tally {
    let mut tell = |_: &Run| ControlFlow::Continue(());
    trial
        .run(deals, threads, &Stop::default(), &mut tell)
        .unwrap()
        .0
}

#[test]
fn threads_and_parts_change_nothing() {
    let trial = trial(4);
    let whole = played(&trial, 0..70, 1);
    assert_eq!(whole, played(&trial, 0..70, 3));
    let parts = [0..11, 11..12, 12..12, 12..70].map(|deals| played(&trial, deals, 2));
    let merged = |parts: &mut dyn Iterator<Item = &Tally>| {
        let mut sum = Tally::new(&trial.layout());
        parts.for_each(|part| sum.merge(part));
        sum
    };
    assert_eq!(whole, merged(&mut parts.iter()));
    assert_eq!(whole, merged(&mut parts.iter().rev()));
}

#[test]
fn counts_add_up() {
    for players in [2, 3, 4, 6] {
        let trial = trial(players);
        let (layout, tally) = (trial.layout(), played(&trial, 0..20, 2));
        let sum = |numbers: &mut dyn Iterator<Item = usize>| -> u64 {
            numbers.map(|number| tally.sum(number)).sum()
        };
        let games = tally.games(&layout);
        assert_eq!(games, 20 * u64::from(players));
        let won = sum(&mut (0..layout.players).map(|place| layout.won(place)));
        assert_eq!(won + tally.sum(Layout::UNFINISHED), games);
        assert_eq!(tally.rounds.iter().sum::<u64>(), games);
        assert!(tally.first_out.iter().sum::<u64>() >= won);
        // In every game with a winner somebody was defeated first.
        let territories = 0..layout.territories;
        let battles = sum(&mut territories.clone().map(|at| layout.battles(at)));
        let conquests = sum(&mut territories.clone().map(|at| layout.conquests(at)));
        let links = 0..trial.map.ids().map(|t| trial.map.neighbours(t).len()).sum();
        assert_eq!(battles, sum(&mut links.clone().map(|at| layout.fought(at))));
        assert_eq!(conquests, sum(&mut links.map(|at| layout.crossed(at))));
        assert!(battles > conquests && conquests > 20 * games);
        // With a neutral force, a third of the territories has no player.
        let begun = sum(&mut territories.map(|at| layout.begun(at)));
        let dealt = if players == 2 { 28 } else { 42 };
        assert_eq!(begun, games * dealt);
        for mark in 0..MARKS.len() {
            let strata = (0..layout.players * layout.players).map(|at| layout.stratum(mark, 0, at));
            let going = tally.sum(Layout::GOING + mark);
            let by_stratum = |scores: &mut dyn Iterator<Item = u64>| scores.sum::<u64>();
            let there = by_stratum(&mut strata.clone().map(|s| tally.everybody(s).games));
            assert!(there <= going * u64::from(players));
            for at in 0..layout.continents {
                let holders = strata.clone().map(|s| tally.holders(&layout, at, s).games);
                // Without those defeated before the round ended.
                assert!(by_stratum(&mut { holders }) <= tally.sum(layout.held(at, mark)));
            }
        }
    }
}

/// A holder of a continent who is defeated before the round ends is counted as its holder, but
/// not among the holders by rank, because only players still in the game have one.
#[test]
fn a_holder_defeated_in_the_same_round_has_no_rank() {
    let trial = trial(6);
    let (layout, tally) = (trial.layout(), played(&trial, 0..60, 2));
    assert!(tally.fits(&layout, 1));
    let (mut held, mut ranked) = (0, 0);
    for (mark, at) in (0..MARKS.len()).flat_map(|m| (0..layout.continents).map(move |c| (m, c))) {
        held += tally.sum(layout.held(at, mark));
        for stratum in (0..36).map(|rank| layout.stratum(mark, 0, rank)) {
            let (holders, all) = (
                tally.holders(&layout, at, stratum),
                tally.everybody(stratum),
            );
            assert!(holders.games <= all.games && holders.wins <= all.wins);
            ranked += holders.games;
        }
    }
    assert!(ranked < held, "{ranked} {held}");
    let report = section(&trial.map, &layout, &tally, None, Looks::Once);
    let marks = report.continents.iter().flat_map(|c| &c.marks);
    let mut marks = marks;
    assert!(marks.any(|mark| mark.lift_as_strong.is_some()));
}

/// As in a damaged file: wins would be fewer than none, and the rounds of a few parts overflow.
#[test]
fn what_is_counted_of_games_is_no_more_than_were_played() {
    let trial = trial(2);
    let (layout, tally) = (trial.layout(), played(&trial, 0..2, 1));
    assert!(tally.fits(&layout, 1) && tally.fits(&layout, 100_000));
    let fits = |list: &str, at: usize, number: serde_json::Value, parts: u64| {
        let mut told = serde_json::to_value(&tally).unwrap();
        if told[list].as_array().unwrap().len() <= at {
            told[list] = vec![number; at + 1].into();
        } else {
            told[list][at] = number;
        }
        let other: Tally = serde_json::from_value(told).unwrap();
        other.fits(&layout, parts)
    };
    assert!(!fits("sums", Layout::UNFINISHED, 5.into(), 1));
    assert!(!fits("rounds", 10_000, ((1_u64 << 44) - 1).into(), 1));
    assert!(!fits("first_out", 0, 5.into(), 1));
    let score = serde_json::json!({ "games": 5, "wins": 1 });
    assert!(!fits("everybody", 0, score, 1));
    // Squares may be large: all of one run are added up.
    let territories = layout.begun_in(0);
    assert!(fits("squares", territories, (1_u64 << 53).into(), 16));
    assert!(!fits("squares", territories, (1_u64 << 53).into(), 100_000));
}

#[test]
fn a_deal_is_played_from_every_place() {
    for (players, neutral) in [(2, true), (2, false), (3, true), (4, true)] {
        let trial = Trial {
            neutral,
            ..trial(players)
        };
        let start = |moved| {
            let variants = Variants {
                areas: AreaVariant::Dealt,
                neutral,
                ..Variants::default()
            };
            let mut state = State::new(world(), players, variants);
            let mut dice = SeededDice::stream(3, DEALS);
            state
                .start_moved(moved, &mut dice, &mut Vec::new())
                .unwrap();
            state
        };
        let hand = |state: &State, place| {
            let player = state.order().iter().nth(place).unwrap();
            state.territories(player).collect::<Vec<_>>()
        };
        let count = usize::from(trial.players);
        let first = start(0);
        for moved in 0..count {
            let state = start(moved);
            assert_eq!(state.order(), first.order());
            for place in 0..count {
                let (here, there) = (hand(&state, place), hand(&first, (place + moved) % count));
                // Four players cannot share 42 territories evenly.
                let same = here.iter().filter(|t| there.contains(t)).count();
                assert!(same >= 42 / if neutral && count == 2 { 3 } else { count });
                assert_eq!(here.len(), hand(&first, place).len());
            }
        }
        assert!(count == 4 || hand(&start(1), 0) == hand(&first, 1));
    }
}

#[test]
fn it_ends_where_it_is_broken_off() {
    let trial = trial(3);
    let mut told = 0;
    let mut tell = |run: &Run| {
        told = run.tally.deals;
        if told >= 128 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let (tally, watched) = trial.run(0..1_000, 2, &Stop::default(), &mut tell).unwrap();
    assert_eq!((tally.deals, told), (128, 128));
    assert_eq!(tally, played(&trial, 0..128, 1));
    assert!(watched.half() < 0.5);
    let stop = Stop::default();
    stop.ask();
    let (tally, _) = trial
        .run(0..10, 2, &stop, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(tally.deals, 0);
}
