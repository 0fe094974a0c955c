//! Records of Dots and Boxes: jumps, truncated records, and arbitrary lines.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use marchland_game::client::{Follower, Knowledge, Playback};
use marchland_game::dots::{Dots, DotsTextView};
use marchland_game::play::{Dice, Outbox, Player, RuleSet, SeededDice};
use marchland_game::protocol::Name;
use marchland_game::replay::{self, Record, RecordWriter};
use proptest::prelude::*;

fn follower(size: &str) -> Follower {
    Follower::new(Arc::new(Dots), &DotsTextView, Some(size), 2).unwrap()
}

/// The bytes of a record of these lines.
fn written(size: &str, lines: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::begin(&follower(size).header(2), &mut bytes);
    for (at, line) in (0..).zip(lines) {
        writer.write(Duration::from_millis(at), line, &mut bytes);
    }
    bytes
}

fn parsed(bytes: &[u8]) -> Record {
    replay::parse(Path::new("a.rep"), bytes).unwrap()
}

/// All lines of a whole game between computer players.
fn game(size: &str, seed: u64) -> Vec<String> {
    let mut dice = SeededDice::new(seed);
    let mut game = Dots.open(Some(size), 2).unwrap();
    let mut bot = Dots.bot("chains", seed).unwrap();
    let mut told = Outbox::default();
    let mut lines = ["REGISTERED-PLAYER 0 Ann", "REGISTERED-PLAYER 1 Ben"]
        .map(str::to_owned)
        .to_vec();
    game.begin(&mut dice, &mut told).unwrap();
    while let Some(player) = game.to_act() {
        let line = bot.act(game.as_ref(), player).unwrap();
        game.act(player, &line, &mut dice, &mut told).unwrap();
    }
    lines.extend(told.lines().map(|line| line.text.to_owned()));
    lines
}

/// Everything visible of a game.
fn seen(follower: &Follower) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |player: Player| follower.name(player).cloned().unwrap_or_else(Name::nobody);
    follower
        .game()
        .state(None, &name, &mut |line| lines.push(line.to_owned()));
    lines
}

#[test]
fn jumps_restore_the_state_of_any_step() {
    let lines = game("5x4", 7);
    let record = parsed(&written("5x4", &lines));
    // The size of the board comes from the record.
    let mut playback = Playback::new(&follower("2"), record).unwrap();
    let mut states = vec![seen(playback.model())];
    while playback.peek().is_some() {
        playback.step().unwrap();
        states.push(seen(playback.model()));
    }
    assert!(lines.len() > 64, "there are several marks");
    assert!(!playback.is_unfinished());
    let mut dice = SeededDice::new(3);
    for _ in 0..100 {
        let at = dice.below(states.len() as u32) as usize;
        playback.seek(at).unwrap();
        assert_eq!(
            (playback.position(), seen(playback.model())),
            (at, states[at].clone())
        );
        assert!(!playback.is_unfinished());
    }
}

#[test]
fn a_truncated_record_plays_to_its_end() {
    let lines = game("3", 1);
    let bytes = written("3", &lines);
    let whole = parsed(&bytes);
    let start = written("3", &[]).len();
    for cut in (start..bytes.len()).step_by(7) {
        let record = parsed(&bytes[..cut]);
        assert!(whole.entries.starts_with(&record.entries));
        let length = record.entries.len();
        let mut playback = Playback::new(&follower("3"), record).unwrap();
        playback.seek(usize::MAX).unwrap();
        assert_eq!(playback.position(), length);
        assert!(
            playback.is_unfinished() || length == lines.len(),
            "cut at {cut}"
        );
        playback.seek(0).unwrap();
        assert_eq!(seen(playback.model()), seen(&follower("3")));
    }
}

/// Earlier lines may arrive after the player's own move was sent; it must not be sent twice.
#[test]
fn no_move_is_repeated_before_its_echo() {
    let mut known = follower("3");
    let mut bot = Dots.bot("random", 1).unwrap();
    let mut hear = |known: &mut Follower, line: &str| {
        known.follow(&Follower::parse(line).unwrap()).unwrap();
        known.decide(&mut bot)
    };
    for line in ["LOGIN-ACK OK 1", "ORDER 0 1", "START-ROUND 0"] {
        assert_eq!(hear(&mut known, line), None, "{line}");
    }
    let action = hear(&mut known, "DRAW 0 1 0").unwrap();
    known.sent(&action);
    assert_eq!(hear(&mut known, "START-ROUND 1"), None);
    assert_eq!(hear(&mut known, &action), None, "it is the other's turn");
    assert!(hear(&mut known, "START-ROUND 1").is_some());
}

/// A server may send anything: a refused line leaves no trace, not even in what the lines
/// after it mean.
#[test]
fn a_refused_line_changes_nothing() {
    for line in [
        "DRAW 0 255 8",
        "DRAW 0 8 255",
        "STATE-BEGIN 3",
        "STATE-PLAYER 9 Ann 1 active",
        "STATE-PLAYER 7 Eve 1 active",
        "STATE-ROW 1 111111?",
    ] {
        let mut known = follower("3");
        for line in ["ORDER 0 1", "START-ROUND 0"] {
            known.follow(&Follower::parse(line).unwrap()).unwrap();
        }
        let before = seen(&known);
        let heard = Follower::parse(line).unwrap();
        let _ = known.narrate(&heard);
        assert!(known.follow(&heard).is_err(), "{line}");
        assert_eq!(seen(&known), before, "{line}");
        // Having asked for the whole state, it waits and ignores all other lines.
        assert!(known.ask());
        known
            .follow(&Follower::parse("DRAW 0 1 0").unwrap())
            .unwrap();
        assert_eq!(seen(&known), before, "{line}");
    }
}

/// Words that occur in lines, and a few that do not.
fn line() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "DRAW",
        "BOX",
        "ORDER",
        "START-ROUND",
        "BOARD",
        "STATE-BEGIN",
        "STATE-BOARD",
        "STATE-ORDER",
        "STATE-PLAYER",
        "STATE-ROW",
        "STATE-TURN",
        "STATE-END",
        "LOGIN-ACK",
        "OK",
        "LOGOUT",
        "REGISTERED-PLAYER",
        "GAME-OVER",
        "NO-WINNER",
        "SCORES",
        "ERROR",
        "CHAT",
        "PUBLIC",
        "active",
        "0",
        "1",
        "2",
        "3",
        "4",
        "6",
        "7",
        "255",
        "256",
        "-1",
        "Ann",
        "+.+.+.+",
        "+1+",
        "..1..",
        "",
    ];
    let word =
        prop_oneof![9 => prop::sample::select(WORDS).prop_map(str::to_owned), 1 => "[ -~]{0,12}"];
    prop::collection::vec(word, 1..6).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Whatever a server says or a file holds, nothing panics; what can be followed once
    /// can be jumped about in, and what is told of the state makes the same game.
    #[test]
    fn any_lines_are_followed_or_refused(
        begin in any::<bool>(),
        lines in prop::collection::vec(line(), 0..200),
        seeks in prop::collection::vec(0usize..250, 1..6),
    ) {
        let begun = ["ORDER 0 1", "START-ROUND 0"].iter().filter(|_| begin);
        let lines: Vec<String> = begun.map(ToString::to_string).chain(lines).collect();
        let mut known = follower("3");
        let mut fits = Vec::new();
        for line in lines.iter().filter(|line| line.len() <= 127) {
            if let Ok(heard) = Follower::parse(line) {
                let _ = known.narrate(&heard);
                if known.follow(&heard).is_ok() {
                    fits.push(line.clone());
                }
                let mut bot = Dots.bot("chains", 1).unwrap();
                let _ = known.decide(&mut bot);
                let _ = seen(&known);
            }
        }
        let mut playback = Playback::new(&follower("3"), parsed(&written("3", &fits))).unwrap();
        for at in seeks {
            if playback.seek(at).is_err() {
                continue;
            }
            let mut again = Playback::new(&follower("3"), playback.record().clone()).unwrap();
            while again.position() < playback.position() {
                again.step().unwrap();
            }
            prop_assert_eq!(seen(again.model()), seen(playback.model()));
        }
    }
}
