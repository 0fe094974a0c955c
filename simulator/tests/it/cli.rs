//! The command line.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use marchland_simulator::Table;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marchland-simulator"))
        .args(arguments)
        .output()
        .unwrap()
}

/// Standard output of a run that must succeed.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that must exit with code 2.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn three_arguments_make_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.prob");
    let output = run(&["20", "10000", text(&file)]);
    assert!(output.status.success());
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(
        note.contains("20×20 battles") && note.contains("standard errors up to 0.005"),
        "{note}"
    );
    let table = Table::read(&file).unwrap();
    assert_eq!(table.units(), 20);
    assert!((table.get(3, 2).unwrap().win - 0.656).abs() < 0.02);
    // The file has the permissions of any new file, not those of a temporary one.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::write(folder.path().join("other"), "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&file), mode(&folder.path().join("other")));
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let table = |seed: &str, threads: &str| {
        answer(&[
            "8",
            "500",
            "-",
            "--seed",
            seed,
            "--threads",
            threads,
            "--method",
            "dice",
        ])
    };
    assert_eq!(table("5", "1"), table("5", "2"));
    assert_ne!(table("5", "1"), table("6", "1"));
}

#[test]
fn the_extension_determines_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let starts = [
        ("a.prob", "0.416667|1.000000 "),
        ("a.csv", "attackers,"),
        ("a.json", "{\"format\""),
    ];
    for (name, start) in starts {
        let file = folder.path().join(name);
        answer(&["--exact", "6", text(&file)]);
        assert!(
            fs::read(&file).unwrap().starts_with(start.as_bytes()),
            "{name}"
        );

        let back = answer(&["convert", text(&file), "-", "--format", "csv"]);
        assert_eq!(back.lines().count(), 37);
    }
}

#[test]
fn answers_in_text() {
    insta::assert_snapshot!("odds", answer(&["odds", "5", "4"]));
    insta::assert_snapshot!(
        "odds_stop_at",
        answer(&[
            "odds",
            "6",
            "3",
            "--stop-at",
            "2",
            "--rules",
            "defender-chooses"
        ])
    );
    insta::assert_snapshot!("odds_one_round", answer(&["odds", "6", "3", "--one-round"]));
    insta::assert_snapshot!("path", answer(&["path", "9", "2", "3", "1"]));
    insta::assert_snapshot!("need", answer(&["need", "8", "--chance", "0.8"]));
    insta::assert_snapshot!(
        "need_path",
        answer(&["need", "3", "2", "--chance", "90%", "--garrison", "2"])
    );
    insta::assert_snapshot!("presets", answer(&["presets"]));
}

#[test]
fn an_unreachable_chance_exits_with_one() {
    let output = run(&["need", "1", "1", "--chance", "0.5", "--garrison", "10000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .starts_with("not even 10000 attackers")
    );
}

#[test]
fn custom_dice_change_the_answer() {
    let custom = answer(&[
        "odds", "1", "1", "--sides", "10", "--ties", "attacker", "--format", "json",
    ]);
    assert!(custom.contains("\"win\": 0.55"), "{custom}");
    assert!(answer(&["odds", "3", "3", "--defender-dice", "3"]).contains("three-each rules"));
}

/// Help and complaints show the usage as it is, not how the arguments are parsed.
#[test]
fn help_shows_each_argument() {
    let whole = "Usage: marchland-simulator [OPTIONS] <MAX-UNITS> <NUM-ITERATIONS> <OUTPUT-FILE>\n";
    for option in ["-h", "--help", "help"] {
        let help = answer(&[option]);
        assert!(help.contains(whole), "{help}");
        let (_, arguments) = help.split_once("\nArguments:\n").unwrap();
        let (arguments, _) = arguments.split_once("\nOptions:\n").unwrap();
        let names = arguments.lines().filter_map(|line| {
            let name = line.split_whitespace().next()?;
            name.starts_with(['<', '[']).then_some(name)
        });
        let names: Vec<&str> = names.collect();
        assert_eq!(names, ["<MAX-UNITS>", "[NUM-ITERATIONS]", "<OUTPUT-FILE>"]);
    }
    let refused = refusal(&["5"]);
    let missing = "not provided:\n  <NUM-ITERATIONS>\n  <OUTPUT-FILE>\n";
    assert!(
        refused.contains(missing) && refused.contains(whole),
        "{refused}"
    );
    // Options may stand between the arguments.
    let table = answer(&["2", "--exact", "--quiet", "-"]);
    assert_eq!(answer(&["--exact", "2", "-"]), table);
}

#[test]
fn bad_arguments_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let file = text(&file);
    for (arguments, part) in [
        (
            &["0", "100", file][..],
            "'<MAX-UNITS>': give a whole number from 1 to 10000\n",
        ),
        (&["-3", "100", file], "whole number from 1 to 10000\n"),
        (
            &["99999999999999999999", "100", file],
            "99999999999999999999",
        ),
        (&["20000", "100", file], "whole number from 1 to 10000\n"),
        (&["ten", "100", file], "or a command: odds, path"),
        (&["5", "0", file], "'0' for NUM-ITERATIONS"),
        (&["5", "-100", file], "'-100' for NUM-ITERATIONS"),
        (&["5", "1e4", file], "'1e4' for NUM-ITERATIONS"),
        (
            &["5", "99999999999999999999", file],
            "whole number from 1 to 1000000000000",
        ),
        (&["5", "100"], "error: OUTPUT-FILE is missing: "),
        (&["5"], "<MAX-UNITS> <NUM-ITERATIONS> <OUTPUT-FILE>"),
        (
            &["--exact", "5"],
            "OUTPUT-FILE is missing: marchland-simulator --exact <MAX-UNITS> <OUTPUT-FILE>",
        ),
        (
            &["--exact", "5", "a.txt", "b.txt"],
            "takes no NUM-ITERATIONS: leave out 'a.txt'",
        ),
        (
            &["--exact", "5", "10", file],
            "takes no NUM-ITERATIONS: leave out '10'",
        ),
        (&["--exact", "5", ""], "the file name is empty"),
        (&[], "required"),
        (
            &["odds", "0", "3"],
            "'<ATTACKERS>': give a whole number from 1 to 10000",
        ),
        (&["odds", "x", "3"], "'<ATTACKERS>': give a whole number"),
        (
            &["odds", "3", "3", "--sides", "1"],
            "whole number from 2 to 100",
        ),
        (
            &["odds", "3", "3", "--rules", "chess"],
            "possible values: classic",
        ),
        (
            &[
                "odds",
                "3",
                "3",
                "--attacker-dice",
                "10",
                "--defender-dice",
                "10",
                "--sides",
                "100",
                "--defence",
                "seen",
            ],
            "distinct throws",
        ),
        (
            &["odds", "4000", "3", "--rules", "defender-chooses"],
            "each side has at most 3000 units",
        ),
        (&["need", "3", "--chance", "1"], "no attack is certain"),
        // Rounds to 0 when divided by 100.
        (
            &["need", "3", "--chance", "1e-323%"],
            "no attack is certain",
        ),
        (&["need", "3", "--chance", "much"], "such as 0.8 or 80%"),
        (
            &["need", "3", "--chance", "80"],
            "write 80% for a percentage",
        ),
        (
            &["--exact", "5", file, "--seed", "3"],
            "cannot be used with",
        ),
    ] {
        let message = refusal(arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{arguments:?}"
        );
    }
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let message = refusal(&[
        "5",
        "100",
        text(&folder.path().join("no/such/folder/table")),
    ]);
    assert!(
        message.contains("cannot write") && message.contains("no/such/folder"),
        "{message}"
    );
    assert!(refusal(&["5", "100", text(folder.path())]).contains("is a folder"));
    // A full disk.
    if Path::new("/dev/full").exists() {
        let message = refusal(&["--exact", "50", "/dev/full"]);
        assert!(
            message.contains("cannot write /dev/full: No space left"),
            "{message}"
        );
    }
    let old = folder.path().join("old.prob");
    fs::write(&old, PRECIOUS).unwrap();
    refusal(&["5", "0", text(&old), "--force"]);
    refusal(&[
        "--exact",
        "5",
        text(&old),
        "--force",
        "--plot",
        "picture.jpg",
    ]);
    assert_eq!(fs::read_to_string(&old).unwrap(), PRECIOUS);
}

const PRECIOUS: &str = "0.416667|1.000000\n";

/// A command refuses to overwrite its own input, under any name, and files of other
/// kinds.
#[test]
fn inputs_and_other_kinds_of_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (table, notes) = (path("table.prob"), path("notes.txt"));
    answer(&["--exact", "3", text(&table)]);
    fs::write(&notes, "my notes").unwrap();
    fs::create_dir(path("sub")).unwrap();
    let mut names = vec![table.clone(), path("sub/../table.prob")];
    for ending in ["prob", "svg"] {
        let hard = path("hard").with_extension(ending);
        fs::hard_link(&table, &hard).unwrap();
        names.push(hard);
        #[cfg(unix)]
        {
            let soft = path("soft").with_extension(ending);
            std::os::unix::fs::symlink(&table, &soft).unwrap();
            names.push(soft);
        }
    }
    let before = fs::read(&table).unwrap();
    for name in &names {
        for force in [&[][..], &["--force"]] {
            let with_force = |arguments: &[&str]| refusal(&[arguments, force].concat());
            let message = with_force(&["convert", text(&table), text(name), "--decimals", "2"]);
            let is_table = name.extension() == table.extension();
            if is_table && !force.is_empty() {
                assert!(message.contains("is an input file"), "{message}");
            }
            with_force(&["plot", text(&table), text(name)]);
            with_force(&[
                "--exact",
                "3",
                text(&path("other.prob")),
                "--plot",
                text(name),
            ]);
            assert_eq!(fs::read(&table).unwrap(), before);
        }
    }
    for arguments in [
        &["--exact", "3"][..],
        &["2", "100"],
        &["convert", text(&table)],
    ] {
        let message = refusal(&[arguments, &[text(&notes), "--force"]].concat());
        assert!(message.contains("is not a table of odds"), "{message}");
    }
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");

    // With --force, a table in any format replaces a table in any format.
    let other = path("other.table");
    answer(&["convert", text(&table), text(&other)]);
    for format in ["json", "matrix", "csv"] {
        let arguments = ["convert", text(&table), text(&other), "--format", format];
        assert!(refusal(&arguments).contains("--force"));
        answer(&[&arguments[..], &["--force"]].concat());
    }
}

#[cfg(unix)]
#[test]
fn a_picture_does_not_replace_the_table_just_written() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (
        folder.path().join("odds.prob"),
        folder.path().join("odds.svg"),
    );
    fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let arguments = [
        "--exact",
        "3",
        text(&file),
        "--plot",
        text(&link),
        "--force",
    ];
    let message = refusal(&arguments);
    assert!(message.contains("would be overwritten"), "{message}");
    assert_eq!(Table::read(&file).unwrap().units(), 3);
}

#[cfg(unix)]
#[test]
fn file_names_need_not_be_utf8() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(OsStr::from_bytes(b"odds\xff.prob"));
    let made = Command::new(env!("CARGO_BIN_EXE_marchland-simulator"))
        .args(["--exact", "3"])
        .arg(&file)
        .output()
        .unwrap();
    // Some file systems refuse such names.
    if made.status.success() {
        assert_eq!(Table::read(&file).unwrap().units(), 3);
    } else {
        let message = String::from_utf8_lossy(&made.stderr).into_owned();
        assert!(message.starts_with("error: cannot write "), "{message}");
    }
}

/// An extension names one format everywhere, and `--format` does not contradict it.
#[test]
fn an_extension_and_a_format_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, format) in [("a.csv", "json"), ("a.json", "matrix"), ("A.PROB", "csv")] {
        let message = refusal(&["--exact", "3", text(&path(name)), "--format", format]);
        assert!(
            message.contains("another format than --format says"),
            "{message}"
        );
    }
    let message = refusal(&["--exact", "3", text(&path("a.png"))]);
    assert!(message.contains("is the name of a picture"), "{message}");
    let message = refusal(&["--exact", "3", text(&path("a.xlsx")), "--format", "csv"]);
    assert!(message.contains("of another format"), "{message}");
    let message = refusal(&["--exact", "3", text(&path("a.csv")), "--decimals", "3"]);
    assert!(message.contains("for the plain matrix"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    answer(&["--exact", "3", text(&path("a.csv")), "--format", "csv"]);
    answer(&["--exact", "3", text(&path("a.table")), "--format", "json"]);
    let json = fs::read_to_string(path("a.table")).unwrap();
    assert!(json.starts_with('{'), "{json}");
    // An exact table has no errors to add.
    let table = path("a.table");
    let convert = ["convert", text(&table), "-", "--standard-errors"];
    assert!(refusal(&convert).contains("has no standard errors"));
}

#[test]
fn a_table_may_come_from_standard_input() {
    let table = answer(&["--exact", "3", "-"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-simulator"))
        .args(["convert", "-", "-", "--format", "csv"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, table.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let csv = String::from_utf8(output.stdout).unwrap();
    assert_eq!(csv.lines().count(), 10, "{csv}");
}

#[test]
fn errors_of_unreliable_means_are_not_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.prob");
    let note = |iterations| {
        let output = run(&["3", iterations, text(&file), "--force"]);
        String::from_utf8(output.stderr).unwrap()
    };
    let few = note("50");
    // Tiny errors keep two digits, and the time has a space before its unit.
    let many = note("1000000000000");
    let (_, error) = many.split_once("standard errors up to ").unwrap();
    let error: f64 = error.split(' ').next().unwrap().parse().unwrap();
    assert!((error - 5e-7).abs() < 1e-8, "{many}");
    let time = many.split(';').next().unwrap();
    assert!(
        [" s", " ms", " µs", " ns"]
            .iter()
            .any(|unit| time.ends_with(unit)),
        "{many}"
    );
    assert!(
        few.contains("none for e because no cell has 100 wins"),
        "{few}"
    );
    assert!(note("5000").contains("in e (cells with at least 100 wins)"));
}

#[test]
fn a_damaged_table_is_reported_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (
        folder.path().join("bad.prob"),
        folder.path().join("out.csv"),
    );
    fs::write(&bad, "0.4|1 0.1|1\n0.7|1.5 0.3?1\n").unwrap();
    let message = refusal(&["convert", text(&bad), text(&out)]);
    assert!(
        message.contains("bad.prob") && message.contains("line 2, cell 2"),
        "{message}"
    );
    assert!(!out.exists());
    assert!(
        refusal(&["convert", text(&folder.path().join("none")), text(&out)])
            .contains("there is no such file")
    );
}

#[test]
fn pictures_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    answer(&[
        "--exact",
        "12",
        text(&path("table.odds")),
        "--plot",
        text(&path("map.svg")),
    ]);
    answer(&["plot", text(&path("table.odds")), text(&path("map.png"))]);
    for name in ["odds.png", "odds.svg"] {
        let plot = path(name);
        answer(&["odds", "10", "8", "--stop-at", "3", "--plot", text(&plot)]);
    }
    let stopped = fs::read_to_string(path("odds.svg")).unwrap();
    assert!(stopped.contains("10 attack 8, stopping at 3") && stopped.contains("Broken off"));
    answer(&["path", "12", "3", "2", "--plot", text(&path("path.svg"))]);
    for name in ["map.png", "odds.png"] {
        let png = fs::read(path(name)).unwrap();
        assert!(
            png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 20_000,
            "{name}"
        );
    }
    let svg = fs::read_to_string(path("map.svg")).unwrap();
    assert!(svg.contains("Defenders") && svg.contains(">50 %<") && svg.contains("<path"));
    assert!(
        fs::read_to_string(path("path.svg"))
            .unwrap()
            .contains("Gets through")
    );
    assert!(
        refusal(&["plot", text(&path("table.odds")), text(&path("map.gif"))])
            .contains(".png or .svg")
    );
}
