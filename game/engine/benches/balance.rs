//! What counting costs, and what a *planner* costs: games of four on the world.
//!
//! `cargo bench -p marchland-engine --bench balance`. Yardstick: games of four *standard*, dealt
//! territories, not counted.

use std::ops::ControlFlow;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use marchland_engine::conquest::Tournament;
use marchland_engine::conquest::balance::{Run, Trial};
use marchland_engine::conquest::bots::{Match, Stop, StrategyKind};
use marchland_engine::conquest::rules::{AreaVariant, Dice, SeededDice, Variants};
use marchland_maps::{Map, bundled, xml};

const GAMES: u32 = 800;

fn main() {
    divan::main();
}

fn world() -> Arc<Map> {
    let world = bundled::find("world").expect("the world is bundled");
    Arc::new(Map::try_from(&xml::read(world.xml).draft).expect("it can be played"))
}

/// Games between these, not counted.
fn games(bencher: Bencher<'_, '_>, bots: [StrategyKind; 4], games: u32) {
    let tournament = Tournament {
        map: world(),
        bots: bots.map(Into::into).to_vec(),
        variants: Variants {
            areas: AreaVariant::Dealt,
            ..Variants::default()
        },
        games,
        seed: 1,
        most_turns: 2_000,
    };
    bencher
        .counter(ItemsCount::new(games))
        .bench_local(|| black_box(&tournament).run(1, &Stop::default(), || ()));
}

/// As for a report, every four games under other numbers, since games take longer if not everybody
/// places units where numbers are low.
#[divan::bench(sample_count = 12, sample_size = 1)]
fn yardstick_games(bencher: Bencher<'_, '_>) {
    let world = world();
    let variants = Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    };
    let renumbered = (0..u64::from(GAMES / 4)).map(|deal| {
        let mut numbers = SeededDice::stream(1, deal);
        let map = world.renumbered(&mut |below| numbers.below(below)).map;
        Match {
            map: Arc::new(map),
            variants,
            most_turns: 2_000,
        }
    });
    let renumbered: Vec<Match> = renumbered.collect();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for (rules, game) in renumbered.iter().zip((0..).step_by(4)) {
            for game in game..game + 4 {
                let mut dice = SeededDice::stream(2, game);
                let mut seats = [(); 4].map(|()| StrategyKind::Standard.player(dice.seed()));
                let _ = black_box(rules.play(&mut seats, &mut dice));
            }
        }
    });
}

#[divan::bench(sample_count = 12, sample_size = 1)]
fn games_of_a_planner(bencher: Bencher<'_, '_>) {
    let [planner, standard] = [StrategyKind::Planner, StrategyKind::Standard];
    games(bencher, [planner, standard, standard, standard], GAMES / 8);
}

#[divan::bench(sample_count = 6, sample_size = 1)]
fn games_of_four_planners(bencher: Bencher<'_, '_>) {
    games(bencher, [StrategyKind::Planner; 4], GAMES / 20);
}

#[divan::bench(sample_count = 12, sample_size = 1)]
fn games_counted(bencher: Bencher<'_, '_>) {
    let trial = Trial {
        map: world(),
        players: 4,
        bot: StrategyKind::Standard.into(),
        seed: 1,
        most_turns: 2_000,
        neutral: true,
    };
    let mut tell = |_: &Run| ControlFlow::Continue(());
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let deals = 0..u64::from(GAMES / 4);
        black_box(&trial).run(deals, 1, &Stop::default(), &mut tell)
    });
}
