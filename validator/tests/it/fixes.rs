//! `--fix`, `--unsafe-fixes` and `--diff`.

use std::cell::Cell;
use std::fs;

use marchland_maps::xml;
use marchland_validator::{Finding, Fix, Input, Safety, Settings, fix};

use crate::support::{case, code, copy, root, run, stderr, stdout};

#[test]
fn a_safe_fix_preserves_the_rest_of_the_file() {
    let folder = case("PIV001/bad");
    let file = folder.path().join("map.xml");
    let before = fs::read_to_string(&file).unwrap();
    let output = run(folder.path(), &["check", ".", "--fix", "--diff"]);
    assert_eq!(code(&output), 1, "there is something to change");
    assert!(
        stdout(&output).contains("+    <pivot x=\"48\" y=\"48\"/>")
            || stdout(&output).contains("+    <pivot "),
        "{}",
        stdout(&output)
    );
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        before,
        "--diff writes nothing"
    );

    let output = run(folder.path(), &["check", ".", "--fix"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let after = fs::read_to_string(&file).unwrap();
    let added: Vec<_> = after
        .lines()
        .filter(|line| !before.lines().any(|old| old == *line))
        .collect();
    assert_eq!(added.len(), 1, "{added:?}");
    assert!(stderr(&output).contains("Set a pivot in the middle of Elbonia"));
    assert_eq!(
        code(&run(folder.path(), &["check", ".", "--fix", "--diff"])),
        0,
        "nothing is left to change"
    );
}

#[test]
fn only_shown_findings_are_repaired() {
    // The world has infos, which are hidden by default and partly fixable.
    let place = copy(&root("maps/world"));
    let file = place.path().join("map.xml");
    let before = fs::read_to_string(&file).unwrap();
    let output = run(place.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    assert_eq!(code(&output), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);

    // Nor are findings in a baseline.
    let folder = case("PIV001/bad");
    let file = folder.path().join("map.xml");
    let before = fs::read_to_string(&file).unwrap();
    let known = ["check", ".", "--write-baseline", "known.json"];
    assert_eq!(code(&run(folder.path(), &known)), 0);
    let fix = ["check", ".", "--baseline", "known.json", "--fix"];
    assert_eq!(code(&run(folder.path(), &fix)), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_diff_still_reports_the_findings() {
    let folder = case("PIV001/bad");
    let output = run(folder.path(), &["check", ".", "--diff"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("PIV001"), "{}", stdout(&output));
}

#[cfg(unix)]
#[test]
fn pipes_do_not_block() {
    let folder = case("PIV001/bad");
    let pipe = |name: &str| {
        let path = folder.path().join(name);
        let _ = fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
    };
    // A mask that is a pipe counts as missing.
    pipe("mask.png");
    let output = run(folder.path(), &["check", "."]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("XML003"), "{}", stdout(&output));
    pipe("map.xml");
    let output = run(folder.path(), &["check", "."]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("pipe") || stderr(&output).contains("pipe"));
}

#[test]
fn misspelt_words_are_renamed_first() {
    let folder = case("ADJ008/good");
    let file = folder.path().join("map.xml");
    let sound = fs::read_to_string(&file).unwrap();
    // Some links, a key colour, and both tags of a territory.
    let misspelt = sound
        .replacen("<neighbour ", "<neighbor ", 4)
        .replacen(" colour=\"#4040B0\"", " color=\"#4040B0\"", 1)
        .replacen("<territory ", "<teritory ", 1)
        .replacen("</territory>", "</teritory>", 1)
        .replace('\n', "\r\n");
    for options in [&["--fix"][..], &["--fix", "--unsafe-fixes"]] {
        fs::write(&file, &misspelt).unwrap();
        let output = run(folder.path(), &["check", "."]);
        assert_eq!(code(&output), 1);
        assert!(
            stdout(&output).contains("Write `neighbour` instead of `neighbor` (--fix)"),
            "{}",
            stdout(&output)
        );
        assert!(!stdout(&output).contains("TER008"), "output by XML002");

        let mut arguments = vec!["check", ".", "--diff"];
        arguments.extend(options);
        assert_eq!(code(&run(folder.path(), &arguments)), 1);
        assert_eq!(fs::read_to_string(&file).unwrap(), misspelt);

        let mut arguments = vec!["check", ".", "--deny", "warnings"];
        arguments.extend(options);
        let output = run(folder.path(), &arguments);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let repaired = fs::read_to_string(&file).unwrap();
        assert_eq!(repaired, sound.replace('\n', "\r\n"));
    }
}

#[test]
fn a_renamed_mask_is_checked() {
    let folder = case("ADJ008/bad");
    let file = folder.path().join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("<mask file", "<maske file")).unwrap();
    let output = run(folder.path(), &["check", ".", "--fix"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("ADJ008"), "{}", stdout(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn one_mistake_is_one_finding() {
    let folder = case("ADJ008/good");
    let file = folder.path().join("map.xml");
    let sound = fs::read_to_string(&file).unwrap();
    for (old, new, code) in [
        ("bonus=\"2\"", "bonus=\"many\"", "XML010"),
        ("<territory id=\"2\"", "<territory id=\"two\"", "XML010"),
        (" colour=\"#4040B0\"", " colour=\"blue\"", "XML010"),
        (" colour=\"#4040B0\"", " color=\"#4040B0\"", "XML002"),
        ("<mask file", "<maske file", "XML002"),
        ("file=\"mask.png\"", "file=\"../mask.png\"", "XML004"),
        ("<pivot x=\"80\"", "<pivot x=\"far\"", "XML010"),
        ("<pivot x=\"80\"", "<pivot z=\"80\"", "XML010"),
        ("Cimmeria", &"Cimmeria".repeat(20), "XML011"),
        ("<name>", &format!("<name>{}", "Long".repeat(20)), "XML011"),
    ] {
        let text = sound.replacen(old, new, 1);
        assert_ne!(text, sound, "{old}");
        fs::write(&file, text).unwrap();
        let output = run(folder.path(), &["check", ".", "--format", "short"]);
        let text = stdout(&output);
        let errors: Vec<_> = text.lines().filter(|l| l.contains(": error[")).collect();
        let own = errors.iter().filter(|line| line.contains(code)).count();
        // Others may only refer to a missing id.
        let others = errors.iter().filter(|line| {
            !line.contains(code) && !line.contains("ADJ0") && !line.contains("NET001")
        });
        assert_eq!((own, others.count()), (1, 0), "{new}: {text}");
    }
    // A waiver of the cause does not hide its consequences.
    fs::write(&file, sound.replacen("bonus=\"2\"", "bonus=\"many\"", 1)).unwrap();
    let settings = folder.path().join("marchland.toml");
    fs::write(
        &settings,
        "[[waiver]]\nrule = \"XML010\"\nreason = \"no\"\n",
    )
    .unwrap();
    let output = run(folder.path(), &["check", ".", "--format", "short"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("[CON005]"), "{}", stdout(&output));
    // The cause takes over the fix.
    fs::remove_file(&settings).unwrap();
    let output = run(folder.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(!fs::read_to_string(&file).unwrap().contains("many"));
}

#[test]
fn guesses_need_unsafe_fixes() {
    let folder = case("ADJ001/bad");
    assert_eq!(code(&run(folder.path(), &["check", ".", "--fix"])), 1);
    let output = run(folder.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(
        !fs::read_to_string(folder.path().join("map.xml"))
            .unwrap()
            .contains("17")
    );
}

#[test]
fn equal_fixes_are_counted() {
    let folder = copy(&root("maps/world"));
    let file = folder.path().join("map.xml");
    let whole = fs::read_to_string(&file).unwrap();
    assert!(whole.matches("<neighbour ").count() > 3);
    fs::write(&file, whole.replacen("<neighbour ", "<neighbor ", 3)).unwrap();
    let output = run(folder.path(), &["check", ".", "--fix"]);
    let told = stderr(&output);
    let lines = told.lines().filter(|line| line.contains("neighbour"));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 1, "{told}");
    assert!(lines[0].ends_with(" (3 times)"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}

#[test]
fn nothing_more_is_guessed_from_a_guessed_mask() {
    let place = copy(&root("maps/world"));
    let map = place.path().join("map.xml");
    let before = fs::read_to_string(&map).unwrap();
    fs::rename(
        place.path().join("mask.png"),
        place.path().join("new mask.png"),
    )
    .unwrap();
    let output = run(place.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    let notes = stderr(&output);
    // Not image.png, which is nearer to the old name.
    assert!(notes.contains("Use new mask.png as the mask"), "{notes}");
    let says = "note: map.xml: the file of the mask is a guess: look at the map before";
    assert!(notes.contains(says), "{notes}");
    let after = fs::read_to_string(&map).unwrap();
    assert_eq!(after, before.replace("\"mask.png\"", "\"new mask.png\""));
    assert_eq!(code(&run(place.path(), &["check", "."])), 0);
}

/// Elbonia has a new colour, Drusselstein is painted over, and there is new land in Freedonia.
#[test]
fn changes_of_the_mask_are_told_apart() {
    let folder = case("IMG004/good");
    let (mask, map) = (
        folder.path().join("mask.png"),
        folder.path().join("map.xml"),
    );
    let mut pixels = image::open(&mask).unwrap().to_rgb8();
    let [elbonia, drusselstein] = [(48, 48), (16, 48)].map(|(x, y)| *pixels.get_pixel(x, y));
    for (x, y, pixel) in pixels.enumerate_pixels_mut() {
        if *pixel == elbonia {
            *pixel = image::Rgb([0xab, 0xcd, 0xef]);
        } else if *pixel == drusselstein {
            *pixel = image::Rgb([0xb0, 0x40, 0x40]);
        } else if (66..78).contains(&x) && (36..46).contains(&y) {
            *pixel = image::Rgb([0x12, 0x34, 0x56]);
        }
    }
    pixels.save(&mask).unwrap();
    let output = run(folder.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    let text = fs::read_to_string(&map).unwrap();
    assert!(
        text.contains(r##"name="Elbonia" colour="#ABCDEF""##),
        "{text}"
    );
    assert!(
        text.contains(r##"name="Drusselstein" colour="#B0B040""##),
        "{text}"
    );
    assert!(text.contains("colour=\"#123456\""), "{text}");
    assert!(!text.contains("<background"), "{text}");
    assert_eq!(code(&output), 1);
    let says = "Drusselstein seems to be painted over: paint it again, or delete the territory";
    assert!(stdout(&output).contains(says), "{}", stdout(&output));
}

#[test]
fn no_continent_is_added_for_no_territories() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("map.xml");
    fs::write(&file, "<map format=\"1\"><name>Empty</name></map>\n").unwrap();
    let output = run(
        folder.path(),
        &[
            "check",
            ".",
            "--select",
            "CON010",
            "--fix",
            "--unsafe-fixes",
        ],
    );
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("CON010"), "{}", stdout(&output));
    assert!(!fs::read_to_string(&file).unwrap().contains("<continent"));
}

/// One round each would check a map of 500 continents 500 times.
#[test]
fn what_is_independent_is_repaired_in_one_round() {
    const NUMBER: usize = 60;
    let settings = Settings::default();
    let territory = |id: &str, at: usize, rest: &str| {
        format!(
            "<territory {id} name=\"T{at}\" colour=\"#0000{at:02X}\" continent=\"0\">{rest}</territory>"
        )
    };
    let chain = |at: usize| match at {
        0 => String::new(),
        at => format!("<neighbour territory=\"{}\"/>", at - 1),
    };
    let continent = |id: usize| format!("<continent id=\"{id}\" name=\"C{id}\" bonus=\"2\"/>");
    let continents: Vec<String> = (0..NUMBER).map(continent).collect();
    let territories = |with_id: bool| {
        let all = (0..NUMBER).map(|at| {
            let id = format!("id=\"{at}\"");
            territory(if with_id { &id } else { "" }, at, &chain(at))
        });
        all.collect::<Vec<_>>().concat()
    };
    for (what, inside) in [
        ("Delete C", continents.concat() + &territories(true)),
        ("Give T", continent(0) + &territories(false)),
    ] {
        let text = format!("<map format=\"1\"><name>M</name>{inside}</map>");
        let draft = xml::read(text.as_bytes()).draft;
        let asked = Cell::new(0);
        let choose = |_: &Finding, _: &Fix| {
            asked.set(asked.get() + 1);
            true
        };
        let input = Input::new(&draft, &settings);
        let outcome = fix::repair_chosen(&input, Safety::Unsafe, &choose);
        let titles = outcome.applied.iter().map(|(_, title)| title);
        let done = titles.filter(|title| title.starts_with(what)).count();
        assert!(done >= NUMBER - 1, "{:?}", outcome.applied);
        // Once for each fix of each round.
        assert!(asked.get() < 10 * NUMBER, "{what}: {}", asked.get());
        let ids = outcome.draft.territories.iter().map(|t| t.id.unwrap().0);
        assert!(ids.eq(0..NUMBER as u16), "{what}");
        assert_eq!(outcome.draft.continents.len(), 1, "{what}");
    }
}
