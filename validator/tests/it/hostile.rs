//! Maps made to keep the validator busy, or to make its output say what it does
//! not mean.

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
fn what_compares_pairs_lists_no_more_than_can_be_read() {
    const LINKS: u16 = 60;
    // Every line crosses every other, and each runs through every badge.
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
fn borders_of_stripes_are_found_without_looking_at_all_that_is_near() {
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
fn all_ids_are_given_at_once() {
    // Every third has its own, every third the same, every third none.
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

#[test]
fn repairs_do_not_stop_half_way() {
    // Many gaps, and a territory with many mistakes of which each fix changes its list.
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
    // The link that was right is still there.
    let repaired = &outcome.draft.territories;
    assert!(
        repaired[7]
            .neighbours
            .iter()
            .any(|n| Some(n.to) == repaired[2].id)
    );
}

#[test]
fn what_is_given_back_is_not_guessed_away() {
    // One territory has lost its id; links and closed borders still speak of it.
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
fn what_a_rule_does_not_look_at_is_told() {
    // Thousands of lines side by side, none of which crosses another.
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
        let told = of(&report, code);
        let told = told
            .iter()
            .any(|finding| finding.message.starts_with("not all sea links"));
        let is_full = of(&report, code).len() >= 1_000;
        assert!(told || is_full, "{code}");
    }
}

#[test]
fn names_alike_are_found_however_many_there_are() {
    // Forty names with one letter between them and four thousand that are the same.
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
fn names_neither_forge_lines_nor_steer_a_terminal() {
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
    let tame = |output: &str| {
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
        tame(&stdout(&output));
        tame(&stderr(&output));
        if matches!(format, "json" | "sarif") {
            serde_json::from_str::<serde_json::Value>(&stdout(&output)).unwrap();
        }
        // What cannot be read at all has its path in the output.
        let output = run(folder.path(), &["check", "b\n::error::forged\u{9b}"]);
        assert_eq!(code(&output), 2);
        tame(&stdout(&output));
        tame(&stderr(&output));
    }
    let output = run(folder.path(), &["check", ".", "--fix", "--unsafe-fixes"]);
    assert!(stderr(&output).contains("forged"), "{}", stderr(&output));
    tame(&stdout(&output));
    tame(&stderr(&output));
}

/// A profile of many megabytes of zeros in a file of kilobytes is not unpacked.
#[test]
fn profiles_that_swell_are_left_packed() {
    let folder = copy(&root("validator/tests/rules/IMG009/bad"));
    let mask = folder.path().join("mask.png");
    let said = || {
        let output = run(
            folder.path(),
            &["check", ".", "--deny", "infos", "--format", "short"],
        );
        stdout(&output)
    };
    assert!(said().contains("[IMG009]"), "{}", said());
    let png = fs::read(&mask).unwrap();
    let at = png.windows(4).position(|four| four == b"iCCP").unwrap() - 4;
    let length = u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    for (runs, is_read) in [(1_000, true), (400_000, false)] {
        let profile = [b"bomb\0\0", &*zeros(runs)].concat();
        let mut swollen = png[..at].to_vec();
        swollen.extend(chunk(*b"iCCP", &profile));
        swollen.extend(&png[at + 12 + length..]);
        fs::write(&mask, swollen).unwrap();
        assert_eq!(said().contains("[IMG009]"), is_read, "{runs}: {}", said());
        assert!(!said().contains("error"), "{}", said());
    }
}

/// A zlib stream of one zero and that many runs of 258 more.
fn zeros(runs: usize) -> Vec<u8> {
    let mut bits = vec![true, true, false];
    let word = |bits: &mut Vec<bool>, word: u32, length: u32| {
        bits.extend((0..length).rev().map(|at| word >> at & 1 == 1));
    };
    // In the fixed code of RFC 1951: a zero, runs of length 258 from one byte back.
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
    // Adler-32: all bytes are 0, so the first sum is 1 and the second their number.
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
