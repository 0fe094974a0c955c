//! The real server and the real clients over a network that misbehaves.
//!
//! However a connection is cut, the player comes back and the game ends as it would have.
//! Time is simulated by the runtime, so hours pass in a moment and the same plan gives the
//! same game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use marchland_game::client::Model;
use marchland_game::client::net::{Client, ClientError, Destination};
use marchland_game::conquest::bots::{Attack, Free, Own, Strategy, Transfer, View};
use marchland_game::conquest::rules::{
    AreaVariant, Dice, Player, SeededDice, Set, State, Status, Variants,
};
use marchland_game::protocol::Name;
use marchland_game::server::net::{Connection, NetOptions};
use marchland_game::server::{Lobby, TimeLimits};
use marchland_maps::Map;

use crate::crowd::StateOf as _;
use crate::crowd::options;
use crate::simulated::{Simulated, simulate};
use crate::sketch;
use crate::wire::{Cut, End, Fate, Net, Plan, Way};

/// Attacks whatever it can and keeps no state: asked again, it gives the same answer.
struct Rash;

impl Strategy for Rash {
    fn name(&self) -> &'static str {
        "rash"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        view.free().next()
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        let border = view.own().filter(|own| view.is_border(own.territory()));
        let most = border.max_by_key(|own| view.holding(own.territory()).units);
        most.map(|own| (own, view.unplaced().div_ceil(2)))
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        view.sets().next()
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        let units = |attack: &Attack<'_>| view.holding(attack.from()).units;
        let best = view.attacks().max_by_key(units)?;
        (units(&best) > 3).then_some((best, 3))
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        let _ = view;
        most
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        let inner = |t: &Transfer<'_>| !view.is_border(t.from()) && view.is_border(t.to());
        let transfer = view.transfers().find(inner)?;
        Some((transfer, transfer.most()))
    }
}

/// A game to be played.
struct Setting {
    map: Arc<Map>,
    players: u8,
    areas: AreaVariant,
    seed: u64,
    limits: TimeLimits,
}

impl Setting {
    /// Two players and a handful of territories: a game of few lines.
    fn short() -> Self {
        Self {
            map: sketch::ring(6),
            players: 2,
            areas: AreaVariant::Chosen,
            seed: 15,
            limits: TimeLimits::default(),
        }
    }

    fn longer(seed: u64) -> Self {
        Self {
            map: sketch::grid(4, 3),
            players: 3,
            areas: AreaVariant::Dealt,
            seed,
            limits: TimeLimits::default(),
        }
    }

    /// Players are never given up, but attacks are answered in time.
    fn patient(seed: u64) -> Self {
        let day = Duration::from_secs(24 * 3600);
        let limits = TimeLimits {
            action: day,
            clock: None,
            grace: day,
            ..TimeLimits::default()
        };
        Self {
            limits,
            ..Self::longer(seed)
        }
    }
}

/// How a game went.
#[derive(Debug, PartialEq)]
struct Played {
    winners: Vec<Option<Player>>,
    end: State,
    /// For each client: lines to the server, and from it.
    lines: Vec<(usize, usize)>,
    cuts: usize,
    trace: Vec<String>,
    /// In game time.
    took: Duration,
}

type Joined = Result<Option<Player>, ClientError>;

/// Plays a game over a network. `during` runs beside it.
fn play<F: Future<Output = ()> + Send + 'static>(
    setting: &Setting,
    plan: Plan,
    during: impl FnOnce(Net, Arc<Lobby<Connection<End>>>) -> F,
) -> Played {
    simulate(async {
        let net = Net::new(setting.players.into(), plan);
        let variants = Variants {
            areas: setting.areas,
            neutral: false,
            ..Variants::default()
        };
        let mut lobby = options(&setting.map, setting.players, variants);
        lobby.limits = setting.limits;
        let server = Simulated::start(net.clone(), lobby, setting.seed, NetOptions::default());
        let lobby = Arc::clone(&server.lobby);
        let table = lobby.default_table();
        let beside = tokio::spawn(during(net.clone(), Arc::clone(&lobby)));
        let began = tokio::time::Instant::now();
        let mut clients = Vec::new();
        for number in 0..usize::from(setting.players) {
            // One after the other, so that each has the same seat every time.
            let name: Name = format!("p{number}").parse().unwrap();
            let game = Model::new(Arc::clone(&setting.map), None);
            let client = Client {
                to: Destination::new(net.server(number), name.clone(), game),
                strategy: Box::new(Rash),
                log: Box::new(|_| {}),
            };
            clients.push(tokio::spawn(client.play()));
            let waits = || {
                let table = table.lock();
                let seated = table.summary(name.clone()).seated;
                table.state().is_none() && usize::from(seated) <= number
            };
            while waits() {
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
        }
        let mut winners = Vec::new();
        for client in clients {
            let limit = Duration::from_secs(24 * 3600);
            let played: Joined = tokio::time::timeout(limit, client)
                .await
                .expect("the game stands still")
                .unwrap();
            winners.push(played.unwrap_or_else(|why| panic!("{why}")));
        }
        let took = began.elapsed();
        beside.abort();
        server.stop().await.unwrap();
        let table = table.lock();
        Played {
            winners,
            end: table.state().unwrap().clone(),
            lines: (0..setting.players.into()).map(|c| net.lines(c)).collect(),
            cuts: net.cuts(),
            trace: net.trace(),
            took,
        }
    })
}

/// Nothing happens beside the game.
async fn nothing(_: Net, _: Arc<Lobby<Connection<End>>>) {}

fn undisturbed(setting: &Setting) -> Played {
    let played = play(setting, Box::new(|_, _, _| Fate::ARRIVES), nothing);
    let winner = played.winners[0];
    assert!(winner.is_some());
    assert!(played.winners.iter().all(|w| *w == winner));
    played
}

/// Causes the disturbance at every line of the short game, in both directions, each time in
/// a new game.
fn sweep(fate: Fate) {
    let setting = Setting::short();
    let whole = undisturbed(&setting);
    let mut games = 0;
    for (client, &(up, down)) in whole.lines.iter().enumerate() {
        for (way, lines) in [(Way::ToServer, up), (Way::ToClient, down)] {
            for line in 0..lines {
                let plan = move |whose, which, number| {
                    let here = (whose, which, number) == (client, way, line);
                    if here { fate } else { Fate::ARRIVES }
                };
                let played = play(&setting, Box::new(plan), nothing);
                let place = format!("client {client}, {way:?}, line {line} of {lines}");
                assert_eq!(played.end, whole.end, "{place}");
                assert_eq!(played.winners, whole.winners, "{place}");
                assert_eq!(played.cuts, usize::from(fate.cut.is_some()), "{place}");
                // At the latest the server answers an attack itself after 30 s.
                let least = fate.delay.max(fate.parted).min(Duration::from_secs(30));
                assert!(played.took >= least, "{place}");
                games += 1;
            }
        }
    }
    assert!(games > 100, "{games} games: too short a game to say much");
}

#[test]
fn a_reset_at_any_line_changes_nothing() {
    sweep(Fate {
        cut: Some(Cut::Reset),
        ..Fate::ARRIVES
    });
}

#[test]
fn a_connection_closed_within_any_line_changes_nothing() {
    sweep(Fate {
        cut: Some(Cut::Close),
        torn: true,
        ..Fate::ARRIVES
    });
}

#[test]
fn a_connection_that_falls_silent_at_any_line_changes_nothing() {
    sweep(Fate {
        cut: Some(Cut::Silence),
        ..Fate::ARRIVES
    });
}

/// A delayed line is lost after earlier lines were answered.
#[test]
fn a_reset_at_any_late_line_changes_nothing() {
    sweep(Fate {
        cut: Some(Cut::Reset),
        delay: Duration::from_millis(50),
        ..Fate::ARRIVES
    });
}

#[test]
fn a_delay_of_any_line_changes_nothing() {
    sweep(Fate {
        delay: Duration::from_secs(50),
        ..Fate::ARRIVES
    });
}

#[test]
fn a_partition_at_any_line_changes_nothing() {
    sweep(Fate {
        parted: Duration::from_secs(50),
        ..Fate::ARRIVES
    });
}

/// Longer than connections live: both sides have given up when the network heals.
#[test]
fn a_partition_that_outlives_the_connection_changes_nothing() {
    sweep(Fate {
        parted: Duration::from_secs(90),
        ..Fate::ARRIVES
    });
}

#[test]
fn the_same_storm_is_the_same_game() {
    let setting = Setting::longer(3);
    let once = play(&setting, storm(7, 30), in_pieces);
    let again = play(&setting, storm(7, 30), in_pieces);
    assert!(once.cuts > 0 && once.took > Duration::from_secs(1));
    assert_eq!(once, again);
}

async fn in_pieces(net: Net, _: Arc<Lobby<Connection<End>>>) {
    net.in_pieces(SeededDice::new(1));
}

/// Random delays, and cuts of all kinds, one in `mean` lines.
fn storm(seed: u64, mean: u32) -> Plan {
    let mut dice = SeededDice::new(seed);
    Box::new(move |_, _, _| {
        let cuts = [Cut::Reset, Cut::Close, Cut::Silence];
        let cut = (dice.below(mean) == 0).then(|| cuts[dice.below(3) as usize]);
        Fate {
            delay: Duration::from_millis(dice.below(400).into()),
            cut,
            torn: dice.below(2) == 0,
            ..Fate::ARRIVES
        }
    })
}

#[test]
fn storms_change_nothing() {
    for seed in 0..12 {
        // Accumulated cuts can outlast any patience.
        let setting = Setting::patient(seed);
        let whole = undisturbed(&setting);
        let mean = [40, 80, 160, 320][seed as usize % 4];
        let played = play(&setting, storm(seed, mean), in_pieces);
        assert_eq!(played.end, whole.end, "seed {seed}");
        assert_eq!(played.winners, whole.winners, "seed {seed}");
        assert!(played.cuts > 0, "seed {seed}");
    }
}

/// Every line takes a while, so that the game lasts.
fn slow() -> Plan {
    let delay = Duration::from_millis(300);
    Box::new(move |_, _, _| Fate {
        delay,
        ..Fate::ARRIVES
    })
}

#[test]
fn partitions_shorter_than_the_servers_patience_change_nothing() {
    for seed in 0..6 {
        let setting = Setting::longer(seed);
        let whole = undisturbed(&setting);
        let parting = |net: Net, _| async move {
            let mut dice = SeededDice::new(seed);
            loop {
                tokio::time::sleep(Duration::from_secs(dice.below(30).into())).await;
                // One alone, or all of them: the server is cut off.
                let all = dice.below(4) == 0;
                let one = dice.below(3) as usize;
                let time = Duration::from_secs(1 + u64::from(dice.below(25)));
                for client in (0..3).filter(|&client| all || client == one) {
                    net.part(client, time);
                }
            }
        };
        let played = play(&setting, slow(), parting);
        assert!(played.took > Duration::from_secs(120), "{:?}", played.took);
        assert_eq!(played.end, whole.end, "seed {seed}");
        assert_eq!(played.winners, whole.winners, "seed {seed}");
    }
}

#[test]
fn players_away_too_long_are_passive_until_they_return() {
    let setting = Setting::longer(1);
    let (absent, back) = (AtomicBool::new(false), AtomicBool::new(false));
    let seen = Arc::new((absent, back));
    let watched = Arc::clone(&seen);
    let parting = |net: Net, lobby: Arc<Lobby<Connection<End>>>| async move {
        let table = lobby.default_table();
        let status = || {
            let table = table.lock();
            let player = sketch::player(1);
            table.state().map(|game| game.seat(player).status)
        };
        while status().is_none() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        net.part(1, Duration::from_secs(170));
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            match status() {
                Some(Status::Absent) => watched.0.store(true, Ordering::Relaxed),
                Some(Status::Active) if watched.0.load(Ordering::Relaxed) => {
                    watched.1.store(true, Ordering::Relaxed);
                }
                _ => {}
            }
        }
    };
    let played = play(&setting, slow(), parting);
    assert!(seen.0.load(Ordering::Relaxed), "never absent");
    assert!(seen.1.load(Ordering::Relaxed), "never back");
    let winner = played.winners[0];
    assert!(winner.is_some() && played.winners.iter().all(|w| *w == winner));
}
