//! What `marchland-game balance` accepts, refuses and says about how it is used.

use std::fmt::Write as _;
use std::path::Path;

use crate::balance::balance;
use crate::program::{complaint, text};

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
