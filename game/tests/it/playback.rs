//! Records played back: forwards, backwards, and over lost connections.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use marchland_game::client::{Model, Playback};
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{Dice, Player, SeededDice, Variants};
use marchland_game::conquest::tell_state;
use marchland_game::protocol::{Digest, Token};
use marchland_game::replay::{self, Header, Record, RecordWriter};
use marchland_maps::Map;

use crate::crowd::{Hand, crowd, dealt, lobby, run};
use crate::sketch::{self, land, player};

/// A record of these lines.
fn record(map: &Map, lines: &[String]) -> Record {
    let header = Header {
        game: "conquest".to_owned(),
        setup: map.id().to_owned(),
        digest: Digest::read(&marchland_maps::canonical::digest(map)).unwrap(),
        players: 2,
    };
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::begin(&header, &mut bytes);
    for (at, line) in (0..).zip(lines) {
        let at = Duration::from_millis(at);
        writer.write(at, line, &mut bytes);
    }
    replay::parse(Path::new("a.rep"), &bytes).unwrap()
}

/// A whole game, as a spectator hears it.
fn game() -> (Arc<Map>, Vec<String>) {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), 5);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    let mut watcher = Hand::new();
    watcher.say(&lobby, "HELLO 0.3 w\nSPECTATE");
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    run(&lobby, &mut bots, Duration::ZERO, |_| {});
    (map, watcher.mail.take_all())
}

#[test]
fn jumps_restore_the_state_of_any_step() {
    let (map, lines) = game();
    let mut playback =
        Playback::new(&Model::new(map, None), record(&sketch::grid(4, 3), &lines)).unwrap();
    let mut states = vec![playback.model().state().cloned()];
    while playback.peek().is_some() {
        playback.step().unwrap();
        states.push(playback.model().state().cloned());
    }
    assert!(lines.len() > 200, "the game is too short for several marks");
    assert_eq!(states.len(), lines.len() + 1);
    assert!(!playback.is_unfinished());
    let mut dice = SeededDice::new(3);
    for _ in 0..60 {
        let at = dice.below(states.len() as u32) as usize;
        playback.seek(at).unwrap();
        assert_eq!(playback.position(), at);
        assert!(playback.model().state() == states[at].as_ref(), "line {at}");
    }
    playback.seek(usize::MAX).unwrap();
    assert_eq!(playback.position(), lines.len());
}

/// Between the return and the whole state requested then, events arrive that do not fit
/// what was heard before.
#[test]
fn the_record_of_a_resumed_game_plays_back() {
    let map = sketch::ring(6);
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let told = |holdings: &str| {
        let state = sketch::position(&map, 2, variants, holdings, &[]);
        let name = |player: Player| format!("p{player}").parse().unwrap();
        let mut lines = Vec::new();
        let me = Some(player(0));
        tell_state(&state.snapshot(me), me, name, |reply| {
            lines.push(reply.to_string());
        });
        lines
    };
    let owned = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
    let missed = owned(&[
        "LOGIN-ACK OK 0",
        "MAP a-sketch 6 455621190e6c702482de081b3c58dfc7",
        "REGISTERED-PLAYER 1 p1",
        "REGISTERED-PLAYER 0 p0",
        "REINFORCE 1 5 2",
        "START-ROUND 0",
        "DICE-ROLL 6 0 0 1 0",
    ]);
    let lines = [
        // The game began while the player was away.
        owned(&["LOGIN-ACK OK 0", "REGISTERED-PLAYER 1 p1"]),
        missed.clone(),
        told("0:1 0:5 1:2 1:1 1:1 1:1"),
        owned(&["REINFORCEMENTS 0 3"]),
        missed,
        told("0:4 0:9 1:1 1:1 1:1 1:1"),
        owned(&["REINFORCEMENTS 0 3", "REINFORCE 0 0 3"]),
    ]
    .concat();
    let mut playback =
        Playback::new(&Model::new(Arc::clone(&map), None), record(&map, &lines)).unwrap();
    while playback.peek().is_some() {
        playback.step().unwrap();
    }
    let state = playback.model().state().unwrap();
    assert_eq!(state.holding(land(0)).units, 7);
    assert!(playback.is_unfinished());
    // Without another seat nothing is skipped.
    let wrong = [told("0:1 0:5 1:2 1:1 1:1 1:1"), owned(&["REINFORCE 1 5 2"])].concat();
    let mut playback =
        Playback::new(&Model::new(Arc::clone(&map), None), record(&map, &wrong)).unwrap();
    let misfit = playback.seek(usize::MAX).unwrap_err();
    assert_eq!(
        (misfit.number, &*misfit.line),
        (wrong.len() + 1, "REINFORCE 1 5 2")
    );
}
