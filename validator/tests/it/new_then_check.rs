//! Drafts that `marchland-maps new` makes from masks pass the check.

use std::path::Path;

use marchland_maps::mask::{PixelFormat, Recognition, Regions, read};
use marchland_maps::{Draft, MaskFile, Point, Rgb, Wrap, propose, xml};
use marchland_validator::{Input, Mask, Settings, Survey, check};

use crate::support::root;

/// Rules that would contradict the draft: about links, contacts, pivots and colours.
const AGREED: [&str; 14] = [
    "ADJ001", "ADJ003", "ADJ008", "ADJ009", "ADJ016", "PIV001", "PIV002", "PIV003", "PIV007",
    "PIV008", "PIV009", "IMG004", "IMG013", "IMG014",
];

/// Contradicting findings on the draft of a mask, and its number of links.
fn contradictions(regions: Regions, wrap: Wrap) -> (Vec<String>, usize) {
    let draft = propose::draft(&regions, &Recognition::of(&regions), "mask.png", wrap);
    let reading = xml::read(xml::write(&draft).as_bytes());
    assert_eq!(reading.flaws, [], "the written file has no flaws");
    let draft = reading.draft;
    let survey = Survey::new(regions, &draft);
    let settings = Settings::default();
    let report = check(&Input {
        mask: Mask::Read(&survey),
        ..Input::new(&draft, &settings)
    });
    let against = report.findings.iter();
    let against = against.filter(|finding| AGREED.contains(&finding.rule.code));
    let findings = against.map(|finding| format!("{} {}", finding.rule.code, finding.message));
    (findings.collect(), draft.links().count())
}

/// Every picture below a folder that can be read as a mask.
fn masks(folder: &Path, found: &mut Vec<(String, Regions)>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: {} is not here", folder.display());
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            masks(&path, found);
        } else if name.contains("mask") && path.extension() != Some("xml".as_ref()) {
            let regions = std::fs::read(&path)
                .ok()
                .and_then(|bytes| read(&bytes).ok());
            found.extend(regions.map(|regions| (path.display().to_string(), regions)));
        }
    }
}

#[test]
fn drafts_of_new_pass_the_check() {
    let mut found = Vec::new();
    for folder in [
        "validator/tests/rules",
        "maps/world",
        "maps/czechia",
        "../shared/geo",
    ] {
        masks(&root(folder), &mut found);
    }
    assert!(found.len() > 100, "{} masks", found.len());
    for (name, regions) in found {
        if Recognition::of(&regions).calls_for_repair() {
            continue;
        }
        let (findings, _) = contradictions(regions, Wrap::default());
        assert!(findings.is_empty(), "{name}: {findings:#?}");
    }
}

/// Squares of 20 pixels in three rows of four, with lines between in one colour.
fn squares(line: usize, colour: [u8; 4]) -> Regions {
    let side = 20 + line;
    let pixel = |x: usize, y: usize| {
        if x % side < line || y % side < line {
            return colour;
        }
        let at = (x / side + y / side * 4) as u8;
        [40 + at * 10, 250 - at * 13, at * 20, 255]
    };
    let (width, height) = (4 * side + line, 3 * side + line);
    let rows = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y)));
    let bytes: Vec<u8> = rows.collect();
    Regions::from_pixels(width as u32, height as u32, &PixelFormat::Rgba8, &bytes).unwrap()
}

#[test]
fn separators_of_any_colour_are_recognised() {
    for colour in [[0, 0, 0, 0], [0, 0, 0, 255], [255, 255, 255, 255]] {
        for line in [0, 1, 2, 3, 5] {
            for horizontal in [false, true] {
                let wrap = Wrap {
                    horizontal,
                    ..Wrap::default()
                };
                let (findings, links) = contradictions(squares(line, colour), wrap);
                assert!(findings.is_empty(), "{colour:?}, {line} px: {findings:#?}");
                // With joined edges, the lines at both edges form one of double width.
                let expected = if horizontal && line == 0 { 20 } else { 17 };
                assert_eq!(links, expected, "{colour:?}, {line} px, {horizontal}");
            }
        }
    }
}

#[test]
fn a_short_contact_across_joined_edges_has_a_place() {
    let pixel = |x: usize, y: usize| match (x, y) {
        (0..8, 0..12) => [200, 30, 30],
        (32..40, 7..20) => [30, 30, 200],
        _ => [255; 3],
    };
    let rows = (0..24).flat_map(|y| (0..40).flat_map(move |x| pixel(x, y)));
    let bytes: Vec<u8> = rows.collect();
    let regions = Regions::from_pixels(40, 24, &PixelFormat::RGB, &bytes).unwrap();
    let wrap = Wrap {
        horizontal: true,
        ..Wrap::default()
    };
    let draft = propose::draft(&regions, &Recognition::of(&regions), "mask.png", wrap);
    let survey = Survey::new(regions, &draft);
    let settings = Settings::default();
    let report = check(&Input {
        mask: Mask::Read(&survey),
        ..Input::new(&draft, &settings)
    });
    let mut corners = report.findings.iter().filter(|f| f.rule.code == "ADJ010");
    let corner = corners.next().expect("5 pixels are few");
    assert!(corner.spot.is_some(), "{}", corner.message);
}

/// Proposals and checks distinguish territories of the same colour by their pivots.
#[test]
fn shared_colours_are_split_consistently() {
    let pixels = [[1_u8; 6], [9; 6], [1; 6]].concat();
    let regions = Regions::from_pixels(6, 3, &PixelFormat::grey(8, None), &pixels).unwrap();
    let mut draft = Draft::new();
    draft.mask = Some(MaskFile {
        separator: vec![Rgb([9; 3])],
        gap: Some(1),
        ..MaskFile::default()
    });
    for y in [0, 2] {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(Rgb([1; 3]));
        territory.pivots.push(Point::new(1, y));
        draft.territories.push(territory);
    }
    let survey = propose::Survey::new(&regions, &draft);
    assert_eq!(survey.contact(0, 1), 6);
    let seen = Survey::new(regions, &draft);
    assert!(seen.holds_for(&draft));
    let mut other = draft.clone();
    other.territories[1].pivots.clear();
    assert!(!seen.holds_for(&other));
}
