//! What a report of `marchland-game balance` says about a map with a planted fault.

use std::path::Path;

use serde_json::Value;

use crate::program::{bundled, complaint, run, text};

fn balance(folder: &Path, args: &[&str]) -> std::process::Output {
    run(folder, &[&["balance"], args].concat(), "")
}

/// The world with a bonus of 24 for South America, where 2 would fit.
fn plant(folder: &Path) {
    let mine = folder.join("fault");
    std::fs::create_dir(&mine).unwrap();
    for file in ["map.xml", "mask.png"] {
        std::fs::copy(bundled("world").join(file), mine.join(file)).unwrap();
    }
    let xml = std::fs::read_to_string(mine.join("map.xml")).unwrap();
    let name = "name=\"South America\" bonus=\"2\"";
    assert!(xml.contains(name));
    let xml = xml.replace(name, "name=\"South America\" bonus=\"24\"");
    std::fs::write(mine.join("map.xml"), xml).unwrap();
}

const FAULT: &str = "South America's bonus of 24 is far too big: about 2 would fit";
const GAMES: [&str; 6] = ["fault", "--players", "3,4", "--games", "600", "--no-world"];

/// The first sentence names the fault, and the page opens what shows it.
#[test]
fn the_report_of_a_planted_fault_begins_with_it() {
    let folder = tempfile::tempdir().unwrap();
    plant(folder.path());
    let with = |more: &[&str]| {
        let output = balance(folder.path(), &[&GAMES[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        text(&output)
    };
    let report: Value = serde_json::from_str(&with(&["--format", "json", "--suggest"])).unwrap();
    let words = report["words"].as_array().unwrap();
    let words: Vec<&str> = words.iter().map(|word| word.as_str().unwrap()).collect();
    assert!(words[0].starts_with(FAULT), "{words:?}");
    assert!(
        words[1].starts_with("Probably follows from it: "),
        "{words:?}"
    );
    // The proposal repairs it, and changes hardly anything else.
    let proposals = report["proposals"].as_array().unwrap();
    for proposal in proposals {
        let number = |key: &str| proposal[key].as_u64().unwrap();
        let [bonus, proposed] = ["bonus", "proposed"].map(number);
        if proposal["name"] == "South America" {
            assert!((1..=3).contains(&proposed), "{proposal}");
        } else {
            assert!(bonus.abs_diff(proposed) <= 1, "{proposal}");
        }
    }
    let command = report["command"].as_str().unwrap();
    assert!(command.ends_with(" --suggest"), "{command}");

    let page = with(&["--format", "html"]);
    assert!(page.contains(&format!("<li><b>{FAULT}")), "{page}");
    assert!(page.contains("id=\"map3-1\" checked>"));
    assert!(page.contains("<details open>\n<summary>3 players: continents that are held, among "));
    assert!(page.contains(">South America: bonus 24</text>"));
}

#[test]
fn the_report_for_people_fits_eighty_columns() {
    let folder = tempfile::tempdir().unwrap();
    plant(folder.path());
    let few = ["fault", "--players", "2,6", "--games", "60", "--suggest"];
    let limit = ["--against", "fault", "--max-unfinished", "1"];
    let output = balance(folder.path(), &[&few[..], &limit].concat());
    let report = text(&output);
    let (report, command) = report.split_once("\nThe same games again:\n").unwrap();
    assert!(command.trim_end().ends_with(" --against fault --suggest"));
    for line in report.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    // The end of the interval that is compared with the limit.
    assert!(report.contains("95 % interval: 0.0 to"), "{report}");
}

/// A fault that few games do not show is not taken for balance.
#[test]
fn where_nothing_stands_out_the_report_says_what_would_have() {
    let folder = tempfile::tempdir().unwrap();
    plant(folder.path());
    let points = |games: &str| -> Option<u32> {
        let args = [
            "fault",
            "--players",
            "3",
            "--games",
            games,
            "--format",
            "json",
        ];
        let report: Value = serde_json::from_str(&text(&balance(folder.path(), &args))).unwrap();
        let words = report["words"].as_array().unwrap();
        let words: Vec<&str> = words.iter().map(|word| word.as_str().unwrap()).collect();
        let told = words[1].strip_prefix("From so many games, smaller effects")?;
        assert!(words[0].starts_with("Nothing stands out: "), "{words:?}");
        let (before, _) = told.split_once(" points for each territory of a continent")?;
        before.rsplit_once(' ')?.1.parse().ok()
    };
    let few = points("60").unwrap();
    assert!((5..40).contains(&few), "{few}");
    assert_eq!(points("1200"), None);
}

/// Backticks mean code in the formats that know it.
#[test]
fn the_names_of_limits_are_code() {
    let folder = tempfile::tempdir().unwrap();
    let few = "europe --players 2 --games 40 --no-world --max-held 100 --format";
    for (format, said) in [
        ("markdown", "\n* `max-held` of 100"),
        ("html", "<li><code>max-held</code> of 100"),
        ("human", "* `max-held` of 100"),
    ] {
        let args: Vec<&str> = few.split(' ').chain([format]).collect();
        let report = text(&balance(folder.path(), &args));
        assert!(report.contains(said), "{report}");
    }
}

#[test]
fn wrong_times_and_shares_are_told_what_is_right() {
    let folder = tempfile::tempdir().unwrap();
    for (option, value, said) in [
        ("--for", "0s", "give more than no time: 30s, 5m, 2h"),
        (
            "--for",
            "5",
            "give a whole number with its unit: 30s, 5m, 2h",
        ),
        (
            "--players",
            "2-4",
            "give numbers from 2 to 6, separated by commas",
        ),
        (
            "--players",
            "",
            "give numbers from 2 to 6, separated by commas",
        ),
        ("--bots", "normal,hard", "the same bot plays on every seat"),
        (
            "--max-held",
            "200",
            "give a percentage from 0 to 100, such as 5%",
        ),
        (
            "--max-seat",
            "-5%",
            "give a percentage from 0 to 100, such as 5%",
        ),
        (
            "--for",
            "-5s",
            "give a whole number with its unit: 30s, 5m, 2h",
        ),
        (
            "--until",
            "-5%",
            "give a percentage from 0 to 100, such as 5%",
        ),
        (
            "--seed",
            "-1",
            "give a whole number from 0 to 18446744073709551615",
        ),
        ("--shard", "5/4", "the numbers of 4 parts are from 1 to 4"),
        ("--shard", "0/4", "the numbers of 4 parts are from 1 to 4"),
        ("--shard", "1/1000000000", "a run has at most 100000 parts"),
        (
            "--shard",
            "1/0",
            "give the number of the part and of how many, from 1: 3/16",
        ),
    ] {
        let output = balance(folder.path(), &["world", option, value]);
        assert_eq!(output.status.code(), Some(2));
        let complaint = complaint(&output);
        assert!(complaint.contains(said), "{complaint}");
    }
}
