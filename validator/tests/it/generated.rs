//! Maps of `marchland-maps generate` pass the check.

use std::io::{Cursor, Read};
use std::ops::ControlFlow;

use marchland_maps::folder::Folder;
use marchland_maps::generate::{Generated, Plan, generate};
use marchland_maps::picture;
use marchland_maps::{Map, xml};
use marchland_validator::load::Loaded;
use marchland_validator::{Input, Mask, Settings, Severity, Survey, check};

fn generated(plan: &Plan) -> Result<Generated, String> {
    let made = generate(plan, &mut |_, _| ControlFlow::Continue(()));
    made.map_err(|error| error.to_string())
}

/// The number of infos on the map of a plan; an error if there are worse findings.
fn count_infos(plan: &Plan) -> Result<usize, String> {
    let made = generated(plan)?;
    let reading = xml::read(xml::write(&made.draft).as_bytes());
    if let Some(flaw) = reading.flaws.first() {
        return Err(flaw.to_string());
    }
    let survey = Survey::new(made.regions, &reading.draft);
    let settings = Settings::default();
    let report = check(&Input {
        mask: Mask::Read(&survey),
        ..Input::new(&reading.draft, &settings)
    });
    let worse = report
        .findings
        .iter()
        .filter(|f| f.severity > Severity::Info);
    let worse: Vec<_> = worse
        .map(|f| format!("{} {}", f.rule.code, f.message))
        .collect();
    if worse.is_empty() {
        Ok(report.findings.len())
    } else {
        Err(worse.join("; "))
    }
}

/// Errors and warnings on the maps of some seeds. The sides of the sheets are the usual
/// ones divided by `part`.
fn complaints(territories: u16, seeds: std::ops::Range<u64>, part: u32) -> Vec<String> {
    let mut complaints = Vec::new();
    for seed in seeds {
        let mut plan = Plan::new(seed, territories);
        plan.size = (plan.size.0 / part, plan.size.1 / part);
        match count_infos(&plan) {
            Ok(infos) => eprintln!("{plan}: {infos} infos"),
            Err(what) => complaints.push(format!("{plan}: {what}")),
        }
    }
    complaints
}

#[test]
fn generated_maps_have_no_warnings() {
    for (territories, seeds) in [(12, 0..3), (20, 0..4), (42, 0..3), (100, 0..1)] {
        let complaints = complaints(territories, seeds, 2);
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}

/// Checks a hundred seeds of the usual plan.
fn hundred(territories: u16) {
    let complaints = complaints(territories, 0..100, 1);
    eprintln!(
        "{territories} territories: {} of 100 seeds pass",
        100 - complaints.len()
    );
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_seeds_of_20() {
    hundred(20);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_seeds_of_42() {
    hundred(42);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_seeds_of_100() {
    hundred(100);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn a_hundred_seeds_of_300() {
    hundred(300);
}

#[test]
fn written_generated_maps_are_clean_and_playable() {
    let mut plan = Plan::new(7, 20);
    plan.size = (960, 540);
    let made = generated(&plan).unwrap();
    let mut mask = Vec::new();
    made.regions.write_png(&mut mask).unwrap();
    let mut image = Vec::new();
    let drawn = picture::Plan::of_grid(&made.grid);
    let mut on = |_| ControlFlow::Continue(());
    picture::write(&made.draft, &drawn, &mut image, &mut on).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (mut mask, mut image) = (Cursor::new(mask), Cursor::new(image));
    let mut files: [(&str, &mut dyn Read); 2] =
        [("mask.png", &mut mask), ("image.png", &mut image)];
    let mut map = Folder::at(folder.path().join("map"));
    map.save_with(&xml::write(&made.draft), &mut files).unwrap();
    let loaded = Loaded::open(&folder.path().join("map")).unwrap();
    let report = check(&loaded.input());
    let counts = report.counts();
    assert_eq!(
        (counts.errors, counts.warnings),
        (0, 0),
        "{:#?}",
        report.findings
    );
    assert_eq!(Map::try_from(&loaded.draft).unwrap().len(), 20);
}
