//! `marchland-game play` as a program: whole games with lines from a pipe, and
//! every way to leave.

use std::process::Stdio;

use marchland_game::replay;

use crate::program::{bundled, complaint, play_back, program, record, run, signal, text};
use crate::typist::{Typist, map};

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
fn play(reader: &mut Typist) -> usize {
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
    let mut reader = Typist::start(folder.path(), &args);
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
    let mut reader = Typist::start(folder.path(), &args);
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
        let mut reader = Typist::start(folder.path(), &args);
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

#[test]
fn a_game_that_cannot_be_played_is_refused_up_front() {
    let folder = tempfile::tempdir().unwrap();
    let map = map("czechia");
    for (args, says) in [
        (&["atlantis"][..], "there is no map atlantis"),
        (&[&map, "--bots=genius"], "there is no strategy `genius`"),
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
