//! `marchland-game play` as a program: whole games with lines from a pipe, and
//! every way to leave.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use marchland_game::replay;

use crate::program::{bundled, complaint, play_back, program, record, run, signal, text};

fn map(name: &str) -> String {
    bundled(name).to_str().unwrap().to_owned()
}

/// A game played by reading the output.
struct Reader {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    all: String,
}

impl Reader {
    fn start(folder: &std::path::Path, args: &[&str]) -> Self {
        let mut child = program(folder, args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
            all: String::new(),
        }
    }

    /// Reads up to the next prompt, which ends in `> `, and returns what came, the prompt
    /// last; nothing if the program has ended.
    fn prompt(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            if self.stdout.read(&mut byte).unwrap() == 0 {
                self.all.push_str(std::str::from_utf8(&bytes).unwrap());
                return None;
            }
            bytes.push(byte[0]);
            let line = bytes.rsplit(|&b| b == b'\n').next().unwrap();
            // A row of the list of attacks holds ` > `, indented.
            if line.ends_with(b"> ") && !line.starts_with(b"  ") {
                let text = String::from_utf8(bytes).unwrap();
                self.all.push_str(&text);
                return Some(text);
            }
        }
    }

    /// Types a line and returns what comes up to the next prompt.
    fn say(&mut self, line: &str) -> Option<String> {
        writeln!(self.stdin, "{line}").unwrap();
        self.prompt()
    }
}

/// The first row of a table, in its columns.
fn first_row(text: &str, heading: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| !line.contains(heading));
    lines.next()?;
    lines
        .next()
        .filter(|row| row.starts_with("  "))
        .map(str::to_owned)
}

/// A name that stands in a column, without the ellipsis of a long one.
fn column(row: &str, from: usize, width: usize) -> String {
    let name: String = row.chars().skip(from).take(width).collect();
    name.trim().trim_end_matches('…').to_owned()
}

/// The percent in a row.
fn chance(row: &str) -> u32 {
    let before = row.split(" %").next().unwrap();
    let number = before.rsplit([' ', '>', '<']).next().unwrap();
    number.parse().unwrap()
}

/// Plays by the program's lists: the best attack while its odds are good.
fn play(reader: &mut Reader) -> usize {
    let mut commands = 0;
    let mut shown = reader.prompt();
    while let Some(text) = shown {
        assert!(commands < 5_000, "{}", reader.all);
        commands += 1;
        let prompt = text.lines().last().unwrap().to_owned();
        shown = if prompt.starts_with("place") {
            let best = reader.say("attack").unwrap();
            let from = if let Some(row) = first_row(&best, "left after it") {
                column(&row, 2, 21)
            } else {
                let front = reader.say("place").unwrap();
                column(&first_row(&front, "strongest neighbours").unwrap(), 2, 22)
            };
            reader.say(&format!("place {from} all"))
        } else if prompt.starts_with("trade") {
            reader.say("1")
        } else if prompt.contains(" to ") {
            reader.say("all")
        } else if prompt.starts_with("end") {
            reader.say("end")
        } else if prompt.starts_with("attack") {
            let best = reader.say("attack").unwrap();
            match first_row(&best, "left after it") {
                Some(row) if chance(&row) >= 60 => {
                    let (from, target) = (column(&row, 2, 21), column(&row, 31, 21));
                    reader.say(&format!("a {from} to {target} all"))
                }
                _ => reader.say("end"),
            }
        } else {
            panic!("{prompt:?} was not expected after {text}");
        };
    }
    commands
}

#[test]
fn a_whole_game_is_played_by_typing() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("usa");
    let args = ["play", &map, "--bots=random,random", "--seed=3"];
    let mut reader = Reader::start(folder.path(), &args);
    let commands = play(&mut reader);
    assert!(reader.child.wait().unwrap().success());
    assert!(commands > 20, "{}", reader.all);
    assert!(reader.all.contains("You have won"), "{}", reader.all);
    assert!(!reader.all.contains("The server refuses"), "{}", reader.all);
    assert!(!reader.all.contains("There is no "), "{}", reader.all);
    for line in reader.all.lines() {
        let names_files = line.starts_with("  marchland-game replay ");
        assert!(names_files || line.chars().count() <= 80, "{line}");
    }
    // Its record is complete and follows the rules.
    let file = record(folder.path());
    let back = play_back(folder.path(), &file, &map);
    assert!(back.status.success(), "{}", complaint(&back));
    assert!(text(&back).contains("is defeated by you"));
}

#[test]
fn the_same_seed_and_lines_give_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let args = [
        "play",
        &map,
        "--bots=standard,standard",
        "--seed=9",
        "--no-record",
    ];
    let lines = "auto game\n";
    let first = run(folder.path(), &args, lines);
    assert!(first.status.success());
    assert!(text(&first).contains(" won ─"), "{}", text(&first));
    assert_eq!(text(&first), text(&run(folder.path(), &args, lines)));
    assert!(!folder.path().join("replays").exists());
}

#[test]
fn areas_are_chosen_and_two_play_with_a_neutral_force() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let args = [
        "play",
        &map,
        "--players=2",
        "--choose-areas",
        "--seed=1",
        "--bots=standard",
    ];
    let mut reader = Reader::start(folder.path(), &args);
    let first = reader.prompt().unwrap();
    assert!(first.ends_with("claim> "), "{first}");
    let free: Vec<String> = (0..14).map(|area| area.to_string()).collect();
    let mut claimed = 0;
    for area in free {
        let Some(text) = reader.say(&format!("place {area}")) else {
            panic!("{}", reader.all);
        };
        if !text.contains("taken") && !text.contains("'s.") {
            claimed += 1;
        }
        if text.ends_with("place 8> ") || text.contains("Place at least one") {
            break;
        }
    }
    assert!(claimed >= 4, "{}", reader.all);
    assert!(reader.all.contains("N Neutral"), "{}", reader.all);
    drop(reader.stdin);
    assert!(reader.child.wait().unwrap().success());
}

#[test]
fn every_way_to_leave_is_clean_and_keeps_the_record() {
    let map = map("czechia");
    let args = ["play", &map, "--bots=standard", "--seed=2"];
    for (how, lines) in [("the end of input", ""), ("quit", "quit\nn\nquit\ny\n")] {
        let folder = tempfile::tempdir().unwrap();
        let left = run(folder.path(), &args, lines);
        assert!(left.status.success(), "{how}: {}", complaint(&left));
        assert!(
            text(&left).contains("The game so far is recorded in replays/"),
            "{how}"
        );
        assert!(
            !replay::read(&record(folder.path()))
                .unwrap()
                .entries
                .is_empty()
        );
        if !lines.is_empty() {
            assert!(text(&left).contains("You stay."), "{}", text(&left));
        }
    }
    for name in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut reader = Reader::start(folder.path(), &args);
        reader.prompt().unwrap();
        signal(&reader.child, name);
        assert_eq!(reader.prompt(), None);
        assert!(reader.child.wait().unwrap().success(), "{name}");
        assert!(
            reader.all.contains("The game so far is recorded"),
            "{}",
            reader.all
        );
        assert!(!replay::read(&record(folder.path())).unwrap().cut_off);
    }
}

/// A player who resigns loses at once to an only opponent, and otherwise watches the others.
#[test]
fn resigning_is_confirmed_once_and_ends_the_players_game() {
    let map = map("czechia");
    for (bots, says) in [
        ("novice", &["── Ada has won", "The game is recorded"][..]),
        ("novice,novice", &["You have resigned.", " has won ─"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let args = ["play", &map, "--bots", bots, "--seed=2"];
        let output = run(folder.path(), &args, "resign\nn\nresign\ny\n");
        let said = text(&output);
        assert!(output.status.success(), "{}", complaint(&output));
        assert_eq!(said.matches("Resign? y/n> ").count(), 2, "{said}");
        assert_eq!(said.matches("You keep playing.").count(), 1, "{said}");
        for says in says {
            assert!(said.contains(says), "{bots}, {says}: {said}");
        }
        assert!(!said.contains("You have left"), "{said}");
        assert!(!said.contains("To continue it"), "{said}");
        let back = play_back(folder.path(), &record(folder.path()), &map);
        assert!(back.status.success(), "{}", complaint(&back));
        assert!(text(&back).contains("You have resigned."));
    }
}

/// The value of sets can be chosen and is kept when the game is resumed.
#[test]
fn sets_have_the_chosen_value() {
    let map = map("czechia");
    let growing = "The next set of cards is worth 4 units.";
    let constant = "A set is worth 3 units (infantry), 5 (cavalry), 7 (artillery)";
    for (options, says) in [
        (&[][..], growing),
        (&["--sets=growing"], growing),
        (&["--sets", "constant"], constant),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let args = [&["play", &map, "--bots=standard", "--seed=2"], options].concat();
        let said = text(&run(folder.path(), &args, "who\n"));
        assert!(said.contains(says), "{options:?}: {said}");
        let said = text(&run(folder.path(), &["play", "--resume"], "who\n"));
        assert!(said.contains(says), "{options:?}, continued: {said}");
    }
}

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
    for name in ["INT", "TERM", "HUP", "KILL"] {
        let mut reader = if standings.is_empty() {
            Reader::start(folder.path(), &args)
        } else {
            Reader::start(folder.path(), &["play", "--resume"])
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
    assert!(rows[1].ends_with("UTC, against Ada (easy)"), "{rows:?}");
    assert!(
        rows[1].contains("  czechia, before the first turn, left "),
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
    let row = format!("  2  {name}  damaged: ");
    assert!(text(&listed).contains(&row), "{}", text(&listed));
    // Its whole part is resumed, and the rest kept beside it.
    let repaired = run(folder.path(), &["play", "--resume=2"], "");
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
    let damaged = run(folder.path(), &["play", "--resume=2"], "");
    assert_eq!(damaged.status.code(), Some(2));
    let complaint = complaint(&damaged);
    assert!(
        complaint.contains(&format!("the game {name} is damaged")),
        "{complaint}"
    );
    assert!(journal.exists());
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

#[test]
fn a_game_that_cannot_be_played_is_refused_up_front() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    for (args, says) in [
        (&["atlantis"][..], "there is no map atlantis"),
        (&[&map, "--bots=genius"], "there is no strategy genius"),
        (&[&map, "--players=7"], "7 is not in 2..=6"),
        (
            &[&map, "--players=2", "--bots=random,random"],
            "--players 2 leaves room for 1 computer player beside you, but --bots names 2",
        ),
        (&[&map, "--port=50123"], "--host"),
        (&[&map, "--sets=shrinking"], "growing, constant"),
        (
            &[&map, "--sets=constant", "--host=localhost"],
            "cannot be used with",
        ),
        (&[&map, "--name=Jan Novak"], "1 to 16 letters"),
    ] {
        let output = run(folder.path(), &[&["play"], args].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(complaint(&output).contains(says), "{}", complaint(&output));
    }
    assert!(
        !folder.path().join("replays").exists(),
        "nothing is left behind"
    );
}

/// A folder may have any name that the system allows, valid UTF-8 or not.
#[cfg(target_os = "linux")]
#[test]
fn folders_of_maps_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"m\xffp");
    let copy = folder.path().join(name);
    std::fs::create_dir(&copy).unwrap();
    for file in std::fs::read_dir(bundled("czechia")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    let plays = |args: &[&str], before: &[&str]| {
        let mut command = program(folder.path(), before);
        command.arg(name).args(args).stdin(Stdio::null());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", complaint(&output));
        text(&output)
    };
    assert!(plays(&["--no-record"], &["play"]).starts_with("Czechia: you against "));
    let games = ["--bots=easy,random", "--games=2"];
    assert!(plays(&games, &["tournament", "--map"]).starts_with("map czechia, "));
}

/// A desktop starts programs with `/dev/null` as standard input.
#[cfg(all(target_os = "linux", feature = "gui"))]
#[test]
fn a_window_opens_unless_lines_are_piped_in() {
    let folder = tempfile::tempdir().unwrap();
    let play = || {
        let mut command = program(folder.path(), &["play", "czechia", "--no-record"]);
        // The window cannot open there, and says so.
        command.env("DISPLAY", ":no-such-display");
        command
    };
    let output = play().stdin(Stdio::null()).output().unwrap();
    let why = complaint(&output);
    assert!(
        why.contains("DISPLAY=:no-such-display cannot be opened"),
        "{why}"
    );
    let script = folder.path().join("script");
    std::fs::write(&script, "who\n").unwrap();
    let file = std::fs::File::open(script).unwrap();
    let scripted = play().stdin(file).output().unwrap();
    let terminal = play().arg("--terminal").stdin(Stdio::null()).output();
    for output in [scripted, terminal.unwrap()] {
        let told = text(&output);
        assert!(told.starts_with("Czechia: you against "), "{told}");
    }
}

#[test]
fn colours_are_used_only_in_terminals() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let escape = |args: &[&str], variable: Option<&str>| {
        let mut command = program(folder.path(), &["play", &map, "--no-record", "--seed=1"]);
        command.args(args).stdin(Stdio::null());
        if let Some(variable) = variable {
            command.env(variable, "1");
        }
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(!escape(&[], None));
    assert!(escape(&["--color=always"], None));
    assert!(!escape(&["--color=never"], Some("CLICOLOR_FORCE")));
    assert!(escape(&[], Some("CLICOLOR_FORCE")));
    assert!(!escape(&[], Some("NO_COLOR")));
}

/// Names from a map file control neither a terminal nor a CI system.
#[test]
fn control_characters_in_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("strange names");
    std::fs::create_dir(&copy).unwrap();
    for file in std::fs::read_dir(bundled("czechia")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    let file = copy.join("map.xml");
    let xml = std::fs::read_to_string(&file).unwrap();
    let strange = xml
        .replace("\"Prague\"", "\"&#10;::error::Prague\u{9b}31m\"")
        .replace("\"Middle Bohemia\"", "\"Middle\u{202e} Bohemia\"");
    assert_ne!(strange, xml);
    std::fs::write(&file, strange).unwrap();
    let args = ["play", "strange names", "--bots=easy", "--seed=2"];
    let told = text(&run(
        folder.path(),
        &args,
        "map all\nlook 0\nauto\nauto\nlog\n",
    ));
    assert!(
        told.contains("::error::Prague") || told.contains("\\u{3a}"),
        "{told}"
    );
    let steering = |c: char| c != '\n' && marchland_files::is_steering(c);
    assert!(!told.contains(steering), "{told:?}");
    assert!(
        !told.lines().any(|line| line.trim_start().starts_with("::")),
        "{told}"
    );
    let map = copy.to_str().unwrap();
    let hint = format!(".rep --map '{map}'\n");
    assert!(told.contains(&hint), "{told}");
    let back = text(&play_back(folder.path(), &record(folder.path()), map));
    assert!(!back.contains(steering), "{back:?}");
}

#[test]
fn lines_wait_for_their_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    let args = ["play", &map, "--bots=standard", "--seed=2", "--no-record"];
    // All at once, although others have their turns in between.
    let left = run(folder.path(), &args, "auto\nauto\nauto\nwho\nlog 5\n");
    let text = text(&left);
    assert!(!text.contains("It is "), "{text}");
    assert_eq!(text.matches("> auto\n").count(), 3, "{text}");
}

#[test]
fn a_bundled_map_is_part_of_the_program() {
    let place = tempfile::tempdir().unwrap();
    // Away from the sources, like an installed program.
    let program = place.path().join("marchland-game");
    std::fs::copy(env!("CARGO_BIN_EXE_marchland-game"), &program).unwrap();
    let folder = place.path().join("empty");
    std::fs::create_dir(&folder).unwrap();
    let args = "tournament --map czechia --bots easy,easy --games 1 --seed 1";
    let output = std::process::Command::new(&program)
        .args(args.split(' '))
        .current_dir(&folder)
        .env_clear()
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
}
