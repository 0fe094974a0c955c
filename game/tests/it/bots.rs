//! Computer players named on the command line, and their settings.

use std::path::Path;

use crate::program::{bundled, complaint, program, run, text};

const DARING: &str = r#"<strategy>
  <param key="gate_one" value="0.25"/>
  <param key="territory" value="9"/>
  <param key="courage" value="1"/>
</strategy>"#;

fn tournament(folder: &Path, bots: &str) -> String {
    let map = bundled("czechia");
    let args = [
        "tournament",
        "--map",
        map.to_str().unwrap(),
        "--games=30",
        "--threads=1",
        "--bots",
        bots,
    ];
    let output = run(folder, &args, "");
    assert!(output.status.success(), "{}", complaint(&output));
    let text = text(&output);
    // The time taken differs from run to run.
    let complaint = complaint(&output);
    let warnings = complaint.lines().filter(|line| line.starts_with("warning"));
    let warnings = warnings.collect::<Vec<_>>().join("\n");
    text.split("\n\n").next().unwrap().to_owned() + "\n" + &warnings
}

/// The number of wins of each bot.
fn wins(said: &str) -> Vec<&str> {
    let rows = said.lines().filter(|line| line.contains(" %  ("));
    rows.map(|row| row.split_whitespace().nth(2).unwrap())
        .collect()
}

/// Writes to `/dev/full`, where Linux reports a full disk.
#[test]
fn unwritable_output_is_reported() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["tournament", "--games=3", "--bots=random,random"][..],
        &["--help"],
    ] {
        let full = std::fs::File::options().write(true).open(full).unwrap();
        let output = program(folder.path(), args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = complaint(&output);
        assert!(said.contains("standard output is incomplete"), "{said}");
    }
}

#[test]
fn settings_are_read_in_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("daring.xml", DARING);
    let smallest =
        |chance: &str| format!("<s><param key=\"min_probability_attack\" value=\"{chance}\"/></s>");
    write("never.xml", &smallest("1.1"));
    write("usual.xml", &smallest("0.6"));
    // A player who never attacks never wins.
    let said = tournament(folder.path(), "standard,standard=never.xml");
    assert!(said.contains("\n1   standard=never.xml "), "{said}");
    let warning = "never.xml, line 1: the parameter min_probability_attack is above 1";
    assert!(said.contains(warning), "{said}");
    assert_eq!(wins(&said)[1], "0", "{said}");
    // Spelling out the defaults changes nothing but the name.
    let plain = tournament(folder.path(), "normal,random");
    let usual = tournament(folder.path(), "normal=usual.xml,random");
    assert_eq!(wins(&plain).len(), 2, "{plain}");
    assert_eq!(wins(&plain), wins(&usual), "{usual}");
    let daring = tournament(folder.path(), "planner=daring.xml,standard");
    let warning = "daring.xml, line 4: the parameter courage is not known here";
    assert!(daring.contains(warning), "{daring}");
    let bold = tournament(folder.path(), "planner,standard");
    assert_ne!(daring.lines().last(), bold.lines().last());
}

#[test]
fn tournaments_are_played_with_either_kind_of_sets() {
    let folder = tempfile::tempdir().unwrap();
    let played = |options: &[&str]| {
        let args = ["tournament", "--map=europe", "--games=40", "--format=json"];
        let bots = ["--bots=normal,normal,normal"];
        let output = run(folder.path(), &[&args[..], &bots, options].concat(), "");
        assert!(output.status.success(), "{}", complaint(&output));
        text(&output)
    };
    let usual = played(&[]);
    assert_eq!(usual, played(&["--sets=growing"]));
    assert_ne!(usual, played(&["--sets=constant"]));
}

/// Every command that takes a strategy reads what `tune` writes.
#[test]
fn tuned_settings_are_read_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let tune = [
        "tune",
        "--map",
        map,
        "--generations=1",
        "--children=2",
        "--games=4",
        "--play-off=4",
        "--out=tuned.xml",
    ];
    let output = run(folder.path(), &tune, "");
    assert!(output.status.success(), "{}", complaint(&output));
    let tuned = std::fs::read_to_string(folder.path().join("tuned.xml")).unwrap();
    assert!(
        text(&output).contains(tuned.trim_end()),
        "{}",
        text(&output)
    );
    let said = tournament(folder.path(), "hard=tuned.xml,easy");
    assert!(said.contains("planner=tuned.xml"), "{said}");
    assert!(!said.contains("not known"), "{said}");
    let play = [
        "play",
        map,
        "--bots=hard=tuned.xml",
        "--seed=1",
        "--no-record",
    ];
    let output = run(folder.path(), &play, "quit\n");
    assert!(output.status.success(), "{}", complaint(&output));
    let greeting = text(&output);
    assert!(greeting.contains("Ada (planner=tuned.xml)"), "{greeting}");
}

/// The same seed finds the same weights by the same games on any number of threads.
#[test]
fn tuning_is_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let said = |options: [&str; 2]| {
        let tune = ["tune", "--map", map.to_str().unwrap()];
        let short = [
            "--generations=2",
            "--children=2",
            "--games=8",
            "--play-off=8",
        ];
        let output = run(folder.path(), &[&tune[..], &short, &options].concat(), "");
        assert!(output.status.success(), "{}", complaint(&output));
        // All but the seconds taken, at the end of a report.
        let text = text(&output);
        let lines = text.lines().map(|line| match line.rsplit_once("], ") {
            Some((report, _)) => report.to_owned(),
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>()
    };
    let once = said(["--seed=1", "--threads=1"]);
    assert_eq!(
        once.iter().filter(|line| line.contains("points [")).count(),
        3
    );
    assert_eq!(once, said(["--seed=1", "--threads=3"]));
    assert_ne!(once, said(["--seed=2", "--threads=3"]));
}

/// Wins by bot, by seat, and by both, with their intervals.
#[test]
fn tournaments_report_wins_by_bot_and_seat() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let args = |threads| {
        let bots = "--bots=standard,standard,random";
        [
            "tournament",
            "--map",
            map,
            "--games=31",
            bots,
            "--seed=4",
            threads,
        ]
    };
    let played = |threads| {
        let output = run(folder.path(), &args(threads), "");
        (text(&output), complaint(&output))
    };
    let (said, time) = played("--threads=2");
    let parts: Vec<&str> = said.split("\n\n").collect();
    let [bots, places, matrix, turns] = parts[..] else {
        panic!("{said}");
    };
    let rows = |part: &str| -> Vec<Vec<String>> {
        let rows = part
            .lines()
            .map(|row| row.split_whitespace().map(str::to_owned));
        rows.map(Iterator::collect).collect()
    };
    // Each share has its interval: `12 38.7 % (23.7 to 56.2)`.
    let scores = |part: &str| -> Vec<u32> {
        let rows = rows(part)
            .into_iter()
            .filter(|row| row.contains(&"%".to_owned()));
        rows.map(|row| {
            let at = row.iter().position(|word| word == "%").unwrap();
            let number = |word: &str| word.trim_matches(['(', ')']).parse::<f64>().unwrap();
            let wins: u32 = row[at - 2].parse().unwrap();
            let (share, low, high) = (
                number(&row[at - 1]),
                number(&row[at + 1]),
                number(&row[at + 3]),
            );
            assert!((share - f64::from(wins) / 0.31).abs() < 0.06, "{row:?}");
            assert!(low <= share && share <= high && low < high, "{row:?}");
            wins
        })
        .collect()
    };
    let (of_bots, of_places) = (scores(bots), scores(places));
    assert_eq!((of_bots.len(), of_places.len()), (3, 3), "{said}");
    let drawn: u32 = rows(bots).last().unwrap()[1].parse().unwrap();
    assert_eq!(of_bots.iter().sum::<u32>() + drawn, 31);
    assert_eq!(of_places.iter().sum::<u32>() + drawn, 31);
    // `5/11`: the wins of a bot in a seat, and its games there.
    let cells: Vec<Vec<(u32, u32)>> = rows(matrix)[1..]
        .iter()
        .map(|row| {
            let cells = row[2..].iter().map(|cell| cell.split_once('/').unwrap());
            let numbers =
                cells.map(|(wins, games)| (wins.parse().unwrap(), games.parse().unwrap()));
            numbers.collect()
        })
        .collect();
    for at in 0..3 {
        let row = cells[at].iter();
        assert_eq!(row.clone().map(|cell| cell.0).sum::<u32>(), of_bots[at]);
        assert_eq!(row.map(|cell| cell.1).sum::<u32>(), 31);
        let column = cells.iter().map(|row| row[at]);
        assert_eq!(
            column.clone().map(|cell| cell.0).sum::<u32>(),
            of_places[at]
        );
        assert_eq!(column.map(|cell| cell.1).sum::<u32>(), 31);
    }
    assert!(turns.starts_with("turns a game: "), "{turns}");
    assert!(
        time.starts_with("31 games in ") && time.contains(" on 2 threads: "),
        "{time}"
    );
    // The number of threads changes nothing but the time.
    let (alone, time) = played("--threads=1");
    assert_eq!(alone, said);
    assert!(time.contains(" on 1 thread: "), "{time}");
}

#[test]
fn invalid_numbers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (args, says) in [
        (
            &["tournament", "--bots=easy"][..],
            "2 to 6 players, and --bots names 1 bot\n",
        ),
        (
            &["tournament", "--bots=easy,easy,easy,easy,easy,easy,easy"],
            "names 7 bots\n",
        ),
        (
            &["tournament", "--bots=normal,"],
            "--bots has an empty name: is there a comma too many?\n",
        ),
        (
            &["tournament", "--bots=easy,easy", "--games=0"],
            "'0' for '--games",
        ),
        (
            &["tournament", "--bots=easy,easy", "--most-turns=0"],
            "'0' for '--most-turns",
        ),
        (
            &["tournament", "--bots=easy,easy", "--threads=0"],
            "'0' for '--threads",
        ),
        (
            &["tournament", "--bots=easy,easy", "--threads=99999"],
            "'99999' for '--threads",
        ),
        (&["tune", "--children=0"], "'0' for '--children"),
        (&["tune", "--games=0"], "'0' for '--games"),
        (&["tune", "--play-off=0"], "'0' for '--play-off"),
        (&["tune", "--threads=0"], "'0' for '--threads"),
    ] {
        let output = run(folder.path(), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(complaint(&output).contains(says), "{}", complaint(&output));
    }
}

#[test]
fn help_names_the_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["", "play", "server", "client", "tournament", "tune"] {
        let args: Vec<&str> = command.split_terminator(' ').chain(["--help"]).collect();
        let help = text(&run(folder.path(), &args, ""));
        for code in ["Exit codes: 0 ", "2 "] {
            assert!(help.contains(code), "{command}: {help}");
        }
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{command}: {line}");
        }
    }
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.xml"), "<strategy><param/></strategy>").unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let twice = [
        "client",
        "--username=a",
        "--map",
        map,
        "--strategy=hard=x.xml",
        "--config=x.xml",
    ];
    for (args, says) in [
        (
            &["tournament", "--map", map, "--bots=random=x.xml,easy"][..],
            "x.xml: the strategy random has no settings; standard, planner and expert have",
        ),
        (
            &["tournament", "--map", map, "--bots=expert=x.xml,easy"],
            "1 to 10000; x.xml is neither",
        ),
        (
            &["tournament", "--map", map, "--bots=hard=x.xml,easy"],
            "x.xml, line 1: param needs a key and a value",
        ),
        (
            &["play", map, "--bots=normal=none.xml", "--no-record"],
            "none.xml cannot be read",
        ),
        (&twice, "the settings are given twice"),
        (
            &["tournament", "--map", map, "--bots=genius=x.xml,easy"],
            "there is no strategy `genius`",
        ),
    ] {
        let output = run(folder.path(), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(complaint(&output).contains(says), "{}", complaint(&output));
    }
}
