//! Games that were left and go on: the list of them, and what becomes of damaged ones.

use std::path::{Path, PathBuf};

use marchland_game::replay;

use crate::program::{bundled, complaint, play_back, run, signal, text};
use crate::typist::{Typist, map};

/// The table of players, which identifies a position.
fn standing(text: &str) -> String {
    let lines = text
        .lines()
        .skip_while(|line| !line.contains("whole continents"));
    lines
        .take_while(|line| !line.is_empty())
        .take(3)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whether the tests were started with `nohup`; then the programs that they start ignore this signal,
/// too.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The lowest bit is signal 1.
    ignored.is_some_and(|signals| signals.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']))
}

/// However the program ends, a game against the computer can be resumed.
#[test]
fn a_game_that_was_left_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let args = ["play", &map, "--bots=standard", "--seed=2"];
    let kept = || {
        std::fs::read_dir(folder.path().join("kept"))
            .unwrap()
            .count()
    };
    let mut standings = Vec::new();
    let hangup = if is_hangup_ignored() { "TERM" } else { "HUP" };
    for name in ["INT", "TERM", hangup, "KILL"] {
        let mut reader = if standings.is_empty() {
            Typist::start(folder.path(), &args)
        } else {
            Typist::start(folder.path(), &["play", "--resume"])
        };
        reader.prompt().unwrap();
        let now = standing(&reader.say("who").unwrap());
        if let Some(before) = standings.last() {
            assert_eq!(*before, now, "after {name}: {}", reader.all);
        }
        let busy = run(folder.path(), &["play", "--resume"], "");
        assert_eq!(busy.status.code(), Some(2));
        assert!(complaint(&busy).contains("is being played by another program"));
        let listed = text(&run(folder.path(), &["play", "--resume=9"], ""));
        assert!(
            listed.contains(", but it is open in another window or terminal"),
            "{listed}"
        );
        reader.say("auto").unwrap();
        standings.push(standing(&reader.say("who").unwrap()));
        signal(&reader.child, name);
        let clean = name != "KILL";
        assert_eq!(reader.prompt(), None);
        assert_eq!(reader.child.wait().unwrap().success(), clean, "{name}");
        assert_eq!(kept(), 1);
        let mut kept = std::fs::read_dir(folder.path().join("kept")).unwrap();
        let name = kept.next().unwrap().unwrap().file_name();
        let name = name.to_str().unwrap();
        let hint = format!("To continue it: marchland-game play --resume {name}\n");
        assert_eq!(reader.all.contains(&hint), clean, "{}", reader.all);
    }
    assert_ne!(standings[0], standings[3]);
    let end = run(folder.path(), &["play", "--resume"], "auto game\n");
    assert!(end.status.success(), "{}", complaint(&end));
    assert!(text(&end).contains(" won ─"), "{}", text(&end));
    assert_eq!(kept(), 0, "a game that is over is not kept");
    let none = run(folder.path(), &["play", "--resume"], "");
    assert_eq!(none.status.code(), Some(2));
    assert!(complaint(&none).contains("there is no saved game"));
    the_last_record_holds_all(folder.path(), &map);
}

/// The record of a resumed game begins with what was played before it was left.
fn the_last_record_holds_all(folder: &Path, map: &str) {
    let files = std::fs::read_dir(folder.join("replays")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let (over, left): (Vec<PathBuf>, Vec<PathBuf>) = files.partition(|file| {
        let record = std::fs::read_to_string(file).unwrap();
        record.contains(" GAME-OVER ")
    });
    let lines = |file: &Path| -> Vec<String> {
        let entries = replay::read(file).unwrap().entries.into_iter();
        entries.map(|entry| entry.line).collect()
    };
    let all = lines(&over[0]);
    let played = |line: &&String| line.starts_with("REINFORCE ") || line.starts_with("DICE-ROLL ");
    for file in &left {
        let before = lines(file);
        let before: Vec<_> = before.iter().filter(played).collect();
        let all: Vec<_> = all.iter().filter(played).collect();
        let is_part = !before.is_empty() && all.starts_with(&before);
        assert!(is_part, "{}", file.display());
    }
    assert_eq!((over.len(), left.len()), (1, 4));
    let told = text(&play_back(folder, &over[0], map));
    assert!(told.contains("Order of play: "), "{told}");
    assert!(!told.contains("before the game did"), "{told}");
}

#[test]
fn a_game_that_cannot_begin_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("replays"), "not a folder").unwrap();
    let map = map("czechia");
    let failed = run(folder.path(), &["play", &map, "--bots=easy"], "");
    assert_eq!(failed.status.code(), Some(2));
    let why = complaint(&failed);
    assert!(
        why.contains("the folder replays cannot be created"),
        "{why}"
    );
    let kept = std::fs::read_dir(folder.path().join("kept")).unwrap();
    assert_eq!(kept.count(), 0);
}

#[test]
fn several_games_are_listed_and_damaged_ones_named() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    for bots in ["--bots=easy", "--bots=normal,hard"] {
        let left = run(folder.path(), &["play", &map, bots, "--seed=2"], "auto\n");
        assert!(left.status.success(), "{}", complaint(&left));
    }
    let listed = run(folder.path(), &["play", "--resume"], "");
    assert_eq!(listed.status.code(), Some(2));
    assert!(
        complaint(&listed)
            .contains("there are several saved games; choose one with --resume NUMBER")
    );
    let rows: Vec<String> = text(&listed).lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].starts_with("  1  "), "{rows:?}");
    assert!(
        rows[0].ends_with("against Ada (normal), Ben (hard)"),
        "{rows:?}"
    );
    assert!(
        rows[1].ends_with(" left just now, against Ada (easy)"),
        "{rows:?}"
    );
    assert!(
        rows[1].contains("  Czechia, before the first turn, left "),
        "{rows:?}"
    );
    let name = rows[1].split_whitespace().nth(1).unwrap();
    let goes_on = run(folder.path(), &["play", "--resume", name], "who\n");
    assert!(goes_on.status.success(), "{}", complaint(&goes_on));
    // A byte is changed near the end of one.
    let journal = folder
        .path()
        .join("kept")
        .join(name)
        .join("default.0.journal");
    let mut bytes = std::fs::read(&journal).unwrap();
    let at = bytes.len() - 60;
    bytes[at] ^= 1;
    std::fs::write(&journal, bytes).unwrap();
    let listed = run(folder.path(), &["play", "--resume"], "");
    // It was left last.
    let row = format!("  1  {name}  damaged: ");
    assert!(text(&listed).contains(&row), "{}", text(&listed));
    // Its whole part is resumed, and the rest kept beside it.
    let repaired = run(folder.path(), &["play", "--resume=1"], "");
    assert!(repaired.status.success(), "{}", complaint(&repaired));
    let told = text(&repaired);
    assert!(
        told.contains("The end of the saved game is damaged"),
        "{told}"
    );
    assert!(told.contains("To continue it"), "{told}");
    assert!(journal.with_extension("journal.damaged").exists());
    // A file that does not name its players cannot be resumed.
    let about = folder.path().join("kept").join(name).join("game.toml");
    std::fs::write(&about, "map = 7").unwrap();
    let damaged = run(folder.path(), &["play", "--resume=1"], "");
    assert_eq!(damaged.status.code(), Some(2));
    let complaint = complaint(&damaged);
    assert!(
        complaint.contains(&format!("the game {name} is damaged")),
        "{complaint}"
    );
    assert!(journal.exists());
}

#[test]
fn a_game_that_is_lost_leaves_its_damaged_file() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let args = ["play", &map, "--bots=easy", "--seed=2"];
    assert!(run(folder.path(), &args, "auto\n").status.success());
    let kept = std::fs::read_dir(folder.path().join("kept")).unwrap();
    let game = kept.map(|entry| entry.unwrap().path()).next().unwrap();
    let journal = game.join("default.0.journal");
    let mut bytes = std::fs::read(&journal).unwrap();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    bytes[header + 3] ^= 1;
    std::fs::write(&journal, &bytes).unwrap();
    let lost = run(folder.path(), &["play", "--resume=1"], "");
    assert_eq!(lost.status.code(), Some(2));
    let copy = journal.with_extension("journal.damaged");
    let why = complaint(&lost);
    assert!(
        why.contains(&format!("the damaged file is kept: {}", copy.display())),
        "{why}"
    );
    assert_eq!(std::fs::read(copy).unwrap(), bytes);
}

#[test]
fn a_game_whose_map_is_gone_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("mine");
    std::fs::create_dir(&own).unwrap();
    for file in std::fs::read_dir(bundled("czechia")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), own.join(file.file_name())).unwrap();
    }
    // The first units and about five own turns, three times as many in all.
    let (own, typed) = (own.to_str().unwrap(), "auto\n".repeat(12));
    for _ in 0..2 {
        let args = ["play", own, "--bots=easy,easy", "--seed=2"];
        let left = run(folder.path(), &args, &typed);
        assert!(left.status.success(), "{}", complaint(&left));
    }
    std::fs::rename(own, folder.path().join("away")).unwrap();
    let gone = format!("its map {own} is missing");
    let listed = text(&run(folder.path(), &["play", "--resume"], ""));
    assert_eq!(listed.matches(&gone).count(), 2, "{listed}");
    let turn = listed.split(", turn ").nth(1).unwrap();
    let turn = turn.split(',').next().unwrap().parse::<u32>().unwrap();
    assert!(turn > 9, "the turns of all are counted: {listed}");
    let refused = run(folder.path(), &["play", "--resume=1"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        complaint(&refused).contains(&gone),
        "{}",
        complaint(&refused)
    );
    // Once the map is back, nothing is lost.
    std::fs::rename(folder.path().join("away"), own).unwrap();
    let goes_on = run(folder.path(), &["play", "--resume=1"], "who\n");
    assert!(goes_on.status.success(), "{}", complaint(&goes_on));
}
