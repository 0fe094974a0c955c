//! What counting costs: games of four *standard* on the world, played and counted.
//!
//! `cargo bench -p marchland-game --bench balance`. Yardstick: as many games of dealt
//! territories without counting.

use std::ops::ControlFlow;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use marchland_game::conquest::Tournament;
use marchland_game::conquest::balance::{Progress, Trial};
use marchland_game::conquest::bots::{Stop, StrategyKind};
use marchland_game::conquest::rules::{AreaVariant, Variants};
use marchland_maps::{Map, bundled, xml};

const GAMES: u32 = 800;

fn main() {
    divan::main();
}

fn world() -> Arc<Map> {
    let world = bundled::find("world").expect("the world is bundled");
    Arc::new(Map::try_from(&xml::read(world.xml).draft).expect("it can be played"))
}

#[divan::bench(sample_count = 12, sample_size = 1)]
fn yardstick_games(bencher: Bencher<'_, '_>) {
    let tournament = Tournament {
        map: world(),
        bots: vec![StrategyKind::Standard.into(); 4],
        variants: Variants {
            areas: AreaVariant::Dealt,
            ..Variants::default()
        },
        games: GAMES,
        seed: 1,
        most_turns: 2_000,
    };
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| black_box(&tournament).run(1));
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
    let mut tell = |_: &Progress<'_>| ControlFlow::Continue(());
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let deals = 0..u64::from(GAMES / 4);
        black_box(&trial).run(deals, 1, &Stop::default(), &mut tell)
    });
}
