//! What `marchland-game balance` accepts, refuses and says about how it is used.

use std::fmt::Write as _;
use std::path::Path;

use crate::balance::balance;
use crate::program::{bundled, complaint, text};

/// A map of a row of territories in two continents, without a mask.
fn row(folder: &Path, territories: usize) {
    let mut xml = String::from(
        "<map format=\"1\">\n<name>Row</name>\n<mask file=\"mask.png\"/>\n<continent id=\"0\" name=\"A\" bonus=\"1\"/>\n\
         <continent id=\"1\" name=\"B\" bonus=\"1\"/>\n",
    );
    for id in 0..territories {
        let continent = u8::from(id + 1 == territories);
        let _ = writeln!(
            xml,
            "<territory id=\"{id}\" name=\"T{id}\" colour=\"#00000{id}\" \
             continent=\"{continent}\"><pivot x=\"{}\" y=\"20\"/>",
            40 * (id + 1)
        );
        if id > 0 {
            let _ = writeln!(xml, "<neighbour territory=\"{}\"/>", id - 1);
        }
        xml += "</territory>\n";
    }
    let map = folder.join(format!("row{territories}"));
    std::fs::create_dir(&map).unwrap();
    std::fs::write(map.join("map.xml"), xml + "</map>\n").unwrap();
}

/// Numbers of players that a map is too small for are found before the first game: the usual ones
/// are left out, others refused.
#[test]
fn a_map_is_played_by_as_many_as_it_has_territories_for() {
    let folder = tempfile::tempdir().unwrap();
    row(folder.path(), 2);
    row(folder.path(), 3);
    let said = "3 or more players cannot play on this map of 2 territories.";
    let output = balance(folder.path(), &["row2", "--games", "20"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(complaint(&output), format!("{said}\n"));
    let report = text(&output);
    assert!(report.contains(&format!("* {said}\n")), "{report}");
    let command = report.lines().last().unwrap();
    assert!(command.contains(" --players 2 "), "{command}");
    // The command gives the same report.
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    let again = balance(folder.path(), &words);
    assert_eq!((text(&again), complaint(&again)), (report, String::new()));
    // Nothing is played first.
    let many = ["--games", "1000000000"];
    for (args, said) in [
        (
            &["row2", "--players", "2,3,4"][..],
            "3 and 4 players cannot play on a map of 2 territories",
        ),
        (
            &["row3", "--players", "3", "--against", "row2"],
            "3 players cannot play on row2, which has 2 territories",
        ),
    ] {
        let output = balance(folder.path(), &[args, &many].concat());
        assert_eq!(output.status.code(), Some(2));
        let complaint = complaint(&output);
        assert!(complaint.contains(said), "{complaint}");
    }
}

/// A copy of the bundled map of Europe.
fn europe(folder: &Path, name: &str) {
    let map = folder.join(name);
    std::fs::create_dir(&map).unwrap();
    for file in ["map.xml", "mask.png"] {
        std::fs::copy(bundled("europe").join(file), map.join(file)).unwrap();
    }
}

#[test]
fn one_run_writes_several_formats() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &str| {
        let args = format!("europe --players 2 --no-world {more}");
        balance(folder.path(), &args.split(' ').collect::<Vec<_>>())
    };
    let output = run("-o a.html -o a.md -o a.txt --games 4");
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    for (name, begins) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.md", "# Balance of "),
        ("a.txt", "Balance of "),
    ] {
        let report = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(report.starts_with(begins), "{name}: {report}");
    }
    // Mistakes are found before the games.
    for (more, said) in [
        ("-o b.md -o b.md", "b.md is named twice"),
        ("-o b.md -o a.txt", "a.txt already exists"),
        (
            "-o b.md -o c/b.html",
            "there is no folder c; create it first",
        ),
        ("-o b.json -o c.json --shard 1/2", "one JSON file"),
    ] {
        let output = run(&format!("{more} --games 1000000000"));
        assert_eq!(output.status.code(), Some(2));
        let complaint = complaint(&output);
        assert!(complaint.contains(said), "{complaint}");
        assert!(!folder.path().join("b.md").exists());
    }
}

/// The last step of the GitHub action: one run gives its page and the summary of the job, and
/// the step ends as the command does.
#[cfg(unix)]
#[test]
fn the_action_writes_page_and_summary() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let action = std::fs::read_to_string(root.join("action.yml")).unwrap();
    assert!(
        action.trim_end().ends_with("/ci/balance-map.sh\"'"),
        "{action}"
    );
    let folder = tempfile::tempdir().unwrap();
    europe(folder.path(), "my map");
    let summary = folder.path().join("summary.md");
    let step = |arguments: &str| {
        std::process::Command::new("bash")
            .arg(root.join("ci/balance-map.sh"))
            .current_dir(folder.path())
            .env("MARCHLAND_GAME", env!("CARGO_BIN_EXE_marchland-game"))
            .env("INPUT_BALANCE", arguments)
            .env("GITHUB_STEP_SUMMARY", &summary)
            .output()
            .unwrap()
    };
    let few = "'my map' --players 2\n--games 40 --no-world";
    let output = step(&format!("{few} -o page.html --max-held 0.1%"));
    assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
    let said = "error: `max-held` of 0.1 % is exceeded: ";
    assert!(complaint(&output).starts_with(said));
    let told = std::fs::read_to_string(&summary).unwrap();
    assert!(told.starts_with("# Balance of Europe: "), "{told}");
    assert_eq!(text(&output), told);
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    // What earlier steps wrote to the summary stays.
    assert_eq!(step(few).status.code(), Some(0));
    let both = std::fs::read_to_string(&summary).unwrap();
    assert!(both.starts_with(&told) && both.len() > told.len());
    for wrong in ["nowhere", "'my map", ""] {
        assert_eq!(step(wrong).status.code(), Some(2), "{wrong}");
    }
}
