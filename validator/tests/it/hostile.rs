//! Maps designed to slow down the validator or to forge its output.

use std::fs;

use marchland_maps::files::is_steering;
use marchland_maps::mask::{PixelFormat, Regions};
use marchland_maps::{By, Draft, MaskFile, Neighbour, Point, Rgb, Territory, TerritoryId, Way};
use marchland_validator::{Finding, Input, Mask, Report, Safety, Settings, Survey, check, fix};

use crate::support::{code, copy, root, run, stderr, stdout};

fn draft(count: u16, mut with: impl FnMut(u16, &mut Territory)) -> Draft {
    let mut draft = Draft::new();
    for at in 0..count {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(at));
        territory.name.text = Some(format!("Land {at}"));
        with(at, &mut territory);
        draft.territories.push(territory);
    }
    draft
}

fn of<'a>(report: &'a Report, code: &str) -> Vec<&'a Finding> {
    let all = report.findings.iter();
    all.filter(|finding| finding.rule.code == code).collect()
}

#[test]
fn rules_that_compare_pairs_limit_their_findings() {
    const LINKS: u16 = 60;
    // Every line crosses every other, and runs through every badge.
    let draft = draft(2 * LINKS, |at, territory| {
        let row = u32::from(at / 2) * 10;
        territory.badge = Some(Point::new(500, 295));
        if at % 2 == 0 {
            territory.pivots.push(Point::new(0, row));
            territory.neighbours.push(Neighbour {
                to: TerritoryId(at + 1),
                by: By::Sea,
                way: Way::Both,
            });
        } else {
            let opposite = u32::from(LINKS - 1) * 10 - row;
            territory.pivots.push(Point::new(1_000, opposite));
        }
    });
    let settings = Settings::default();
    let report = check(&Input::new(&draft, &settings));
    for code in ["ADJ015", "PIV005", "PIV006"] {
        let found = of(&report, code);
        assert_eq!(found.len(), 1_000, "{code}");
        let help = found.iter().filter_map(|finding| finding.help.as_deref());
        assert_eq!(
            help.collect::<Vec<_>>(),
            ["there are more of this kind; only the first 1000 are listed"],
            "{code}"
        );
    }
}

#[test]
fn borders_of_stripes_with_a_wide_gap_are_found() {
    const SIDE: u32 = 512;
    let colour = |at: u32| Rgb::new(1, (at >> 8) as u8, at as u8);
    let mut draft = draft(SIDE as u16, |at, territory| {
        territory.colour = Some(colour(at.into()));
    });
    draft.mask = Some(MaskFile {
        gap: Some(255),
        ..MaskFile::default()
    });
    let row: Vec<u8> = (0..SIDE).flat_map(|x| colour(x).0).collect();
    let regions =
        Regions::from_pixels(SIDE, SIDE, &PixelFormat::RGB, &row.repeat(SIDE as usize)).unwrap();
    let survey = Survey::new(regions, &draft);
    let settings = Settings::default();
    let report = check(&Input {
        mask: Mask::Read(&survey),
        ..Input::new(&draft, &settings)
    });
    let found = of(&report, "ADJ008");
    assert_eq!(found.len(), SIDE as usize - 1);
    for finding in found {
        let spot = finding.spot.unwrap();
        let bounds = spot.bounds.unwrap();
        assert_eq!((bounds.top, bounds.bottom), (0, SIDE));
        assert_eq!(
            (bounds.left, bounds.right),
            (spot.point.x, spot.point.x + 1)
        );
    }
}

#[test]
fn many_missing_ids_are_assigned() {
    // A third have their own id, a third the same id, a third none.
    let draft = draft(900, |at, territory| match at % 3 {
        0 => {}
        1 => territory.id = Some(TerritoryId(0)),
        _ => territory.id = None,
    });
    let settings = Settings::default();
    let outcome = fix::repair(&Input::new(&draft, &settings), Safety::Unsafe);
    assert!(!outcome.unfinished);
    let mut ids: Vec<_> = outcome.draft.territories.iter().map(|t| t.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 900);
    for code in ["NET001", "NET002", "NET003"] {
        assert!(of(&outcome.report, code).is_empty(), "{code}");
    }
}

/// Each territory had a fix of its own that went through the whole draft.
#[test]
fn moved_ids_are_restored_at_once() {
    const COUNT: u16 = 2_000;
    let old = draft(COUNT, |at, territory| {
        territory
            .neighbours
            .extend((at + 1 < COUNT).then_some(Neighbour::land(TerritoryId(at + 1))));
    });
    let mut draft = old.clone();
    let reversed = |id: TerritoryId| TerritoryId(COUNT - 1 - id.0);
    for territory in &mut draft.territories {
        territory.id = territory.id.map(reversed);
        for neighbour in &mut territory.neighbours {
            neighbour.to = reversed(neighbour.to);
        }
    }
    let settings = Settings::default();
    let input = Input {
        previous: Some(&old),
        ..Input::new(&draft, &settings)
    };
    let report = check(&input);
    let found = of(&report, "NET004");
    assert_eq!(found.len(), usize::from(COUNT));
    let fixes: Vec<_> = found.iter().flat_map(|finding| &finding.fixes).collect();
    assert_eq!(fixes.len(), 1);
    draft.apply(fixes[0].edit()).unwrap();
    assert!(draft.same_content(&old));
}

#[test]
fn repairs_with_many_conflicts_finish() {
    // Many gaps, and many fixes that change the list of the same territory.
    let draft = draft(600, |at, territory| {
        territory.id = Some(TerritoryId(2 * at));
        if at == 7 {
            let wrong = (0..500).map(|n| Neighbour::land(TerritoryId(3_001 + n)));
            territory.neighbours.extend(wrong);
            territory
                .neighbours
                .insert(250, Neighbour::land(TerritoryId(4)));
        }
    });
    let settings = Settings::default();
    let outcome = fix::repair(&Input::new(&draft, &settings), Safety::Unsafe);
    assert!(!outcome.unfinished);
    for code in ["NET001", "ADJ001"] {
        assert!(of(&outcome.report, code).is_empty(), "{code}");
    }
    // The valid link is still there.
    let repaired = &outcome.draft.territories;
    assert!(
        repaired[7]
            .neighbours
            .iter()
            .any(|n| Some(n.to) == repaired[2].id)
    );
}

#[test]
fn safe_fixes_precede_guesses() {
    // One territory has lost its id; links and closed borders still refer to it.
    let mut draft = draft(42, |at, territory| {
        if at > 0 {
            territory
                .neighbours
                .push(Neighbour::land(TerritoryId(at - 1)));
        }
        if at == 39 {
            territory.neighbours.push(Neighbour {
                by: By::Sea,
                ..Neighbour::land(TerritoryId(41))
            });
        }
        if at == 20 {
            territory.closed.push(TerritoryId(41));
        }
    });
    let whole = draft.clone();
    draft.territories[41].id = None;
    let settings = Settings::default();
    for trust in [Safety::Safe, Safety::Unsafe] {
        let outcome = fix::repair(&Input::new(&draft, &settings), trust);
        for (is, was) in outcome.draft.territories.iter().zip(&whole.territories) {
            assert_eq!(is.id, was.id);
            assert!(was.closed.iter().all(|id| is.closed.contains(id)));
            assert!(was.neighbours.iter().all(|n| is.neighbours.contains(n)));
        }
    }
}

#[test]
fn rules_report_what_they_skip() {
    // Thousands of parallel lines.
    const LINKS: u16 = 8_000;
    let draft = draft(2 * LINKS, |at, territory| {
        let x = if at % 2 == 0 { 0 } else { 15 };
        territory.pivots.push(Point::new(x, u32::from(at / 2) % 16));
        if at % 2 == 0 {
            territory.neighbours.push(Neighbour {
                by: By::Sea,
                ..Neighbour::land(TerritoryId(at + 1))
            });
        }
    });
    let settings = Settings::default();
    let report = check(&Input::new(&draft, &settings));
    for code in ["ADJ015", "PIV006"] {
        let found = of(&report, code);
        let is_reported = found
            .iter()
            .any(|finding| finding.message.starts_with("not all sea links"));
        assert!(is_reported || found.len() >= 1_000, "{code}");
    }
}

#[test]
fn squares_of_long_lines_are_counted_before_they_are_stored() {
    // Each line crosses the whole map, whose pivots call for small squares.
    const LINKS: u16 = 800;
    let side = u32::from(LINKS) * 100;
    let draft = draft(2 * LINKS, |at, territory| {
        let row = u32::from(at / 2) * 100;
        let (x, y) = match at % 2 {
            0 => (0, row),
            _ => (side, side - row),
        };
        territory.pivots.push(Point::new(x, y));
        if at % 2 == 0 {
            territory.neighbours.push(Neighbour {
                by: By::Sea,
                ..Neighbour::land(TerritoryId(at + 1))
            });
        }
    });
    let settings = Settings::default();
    let report = check(&Input::new(&draft, &settings));
    let found = of(&report, "ADJ015");
    assert_eq!(found.len(), 1);
    assert!(found[0].message.starts_with("not all sea links"));
}

#[test]
fn similar_names_are_found_among_thousands() {
    // Forty names that differ in one letter, and four thousand equal ones.
    let letter = |at: u16| char::from(b'a' + (at % 20) as u8);
    let draft = draft(4_040, |at, territory| {
        territory.name.text = Some(match at {
            0..40 => format!("Ural{}{}", letter(at), letter(at / 20)),
            _ => "Siberia".to_owned(),
        });
    });
    let settings = Settings::default();
    let report = check(&Input::new(&draft, &settings));
    let found = of(&report, "TER007");
    assert!(found.len() > 100, "{}", found.len());
    assert!(
        found
            .iter()
            .all(|finding| !finding.message.contains("Siberia"))
    );
}

#[test]
fn names_cannot_forge_lines_or_control_a_terminal() {
    let from = copy(&root("validator/tests/rules/ADJ008/bad"));
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    let name = "a\n::error::forged\u{9b}31m";
    #[cfg(not(unix))]
    let name = "a\u{9b}31m";
    fs::rename(from.keep(), folder.path().join(name)).unwrap();
    let file = folder.path().join(name).join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    let old = r#"name="Borduria""#;
    assert!(text.contains(old));
    let new = "name=\"x&#10;::error::forged&#13;\u{9b}31m&#x9b;1A\u{2028}&#x202e;\"";
    fs::write(&file, text.replace(old, new)).unwrap();
    fs::write(
        file.with_file_name("marchland.toml"),
        "[rules]\n\"A\\n::error::forged\\u001b[31m\" = \"off\"\n",
    )
    .unwrap();
    let assert_harmless = |output: &str| {
        for line in output.split('\n') {
            assert!(!line.contains(is_steering), "{line}");
            assert!(
                !line.trim_start().starts_with("::error::forged"),
                "{output}"
            );
        }
    };
    for format in [
        "human", "short", "json", "sarif", "github", "junit", "markdown",
    ] {
        let options = ["check", ".", "--deny", "infos", "--format", format];
        let output = run(folder.path(), &options);
        assert_eq!(code(&output), 1, "{format}: {}", stderr(&output));
        assert!(stdout(&output).contains("Elbonia"), "{format}");
        assert_harmless(&stdout(&output));
        assert_harmless(&stderr(&output));
        if matches!(format, "json" | "sarif") {
            serde_json::from_str::<serde_json::Value>(&stdout(&output)).unwrap();
        }
        // Errors show paths, too.
        let output = run(folder.path(), &["check", "b\n::error::forged\u{9b}"]);
        assert_eq!(code(&output), 2);
        assert_harmless(&stdout(&output));
        assert_harmless(&stderr(&output));
    }
    let output = run(folder.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    assert!(stderr(&output).contains("forged"), "{}", stderr(&output));
    assert_harmless(&stdout(&output));
    assert_harmless(&stderr(&output));
}

/// A profile that expands from kilobytes to many megabytes is ignored.
#[test]
fn profile_bombs_are_not_expanded() {
    let folder = copy(&root("validator/tests/rules/IMG009/bad"));
    let mask = folder.path().join("mask.png");
    let report = || {
        let output = run(
            folder.path(),
            &["check", ".", "--deny", "infos", "--format", "short"],
        );
        stdout(&output)
    };
    assert!(report().contains("[IMG009]"), "{}", report());
    let png = fs::read(&mask).unwrap();
    let at = png.windows(4).position(|four| four == b"iCCP").unwrap() - 4;
    let length = u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    for (runs, is_read) in [(1_000, true), (400_000, false)] {
        let profile = [b"bomb\0\0", &*zeros(runs)].concat();
        let mut swollen = png[..at].to_vec();
        swollen.extend(chunk(*b"iCCP", &profile));
        swollen.extend(&png[at + 12 + length..]);
        fs::write(&mask, swollen).unwrap();
        assert_eq!(
            report().contains("[IMG009]"),
            is_read,
            "{runs}: {}",
            report()
        );
        assert!(!report().contains("error"), "{}", report());
    }
}

/// A zlib stream of `1 + 258 * runs` zeros.
fn zeros(runs: usize) -> Vec<u8> {
    let mut bits = vec![true, true, false];
    let word = |bits: &mut Vec<bool>, word: u32, length: u32| {
        bits.extend((0..length).rev().map(|at| word >> at & 1 == 1));
    };
    // In the fixed code of RFC 1951: a zero, then copies of length 258 at distance 1.
    word(&mut bits, 0b0011_0000, 8);
    for _ in 0..runs {
        word(&mut bits, 0b1100_0101, 8);
        word(&mut bits, 0, 5);
    }
    word(&mut bits, 0, 7);
    let mut out = vec![0x78, 0x01];
    for eight in bits.chunks(8) {
        let byte = eight
            .iter()
            .rev()
            .fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        out.push(byte);
    }
    // Adler-32: of zeros, the first sum is 1 and the second their number.
    let length = (1 + 258 * runs) % 65_521;
    out.extend(((length as u32) << 16 | 1).to_be_bytes());
    out
}

fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [&name[..], data].concat();
    let mut crc = !0_u32;
    for &byte in &named {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &named, &(!crc).to_be_bytes()].concat()
}
