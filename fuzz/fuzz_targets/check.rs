//! Arbitrary bytes as a map file and, after a zero byte, its settings, with a fixed mask:
//! the map is checked, rendered in every format and repaired, and a finding is waived.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_validator::load::Loaded;
use marchland_validator::render::{self, Checked, Results};
use marchland_validator::{
    Input, Safety, Settings, Severity, Survey, Waiver, check, fix, with_waiver,
};

mod greys;

/// Only maps with at most this many territories are repaired, which takes many checks.
const MAX_REPAIRED: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let map = parts.next().unwrap_or_default();
    let settings_text = parts.next().map(String::from_utf8_lossy);
    let mut loaded = Loaded::from_bytes("map.xml", map);
    if let Some(text) = settings_text {
        let Ok(settings) = Settings::parse(&text) else {
            return;
        };
        loaded.settings = settings;
        loaded.settings_text = Some(text.into_owned());
    }
    if loaded.draft.mask.is_some() {
        let survey = Survey::new(greys::mask(), &loaded.draft);
        loaded.mask = Some(Ok(survey));
    }
    let input: Input<'_> = loaded.input();
    let report = check(&input);
    let results = Results {
        maps: vec![Checked {
            path: "map.xml".into(),
            place: "map.xml".into(),
            name: loaded.draft.name.text.clone(),
            text: loaded.text.as_str().to_owned(),
            settings_text: loaded.settings_text.clone(),
            findings: report.findings.clone(),
            counts: report.counts(),
        }],
        failures: Vec::new(),
        threshold: Severity::Warning,
    };
    for write in [
        render::human,
        render::short,
        render::json,
        render::sarif,
        render::github,
        render::gitlab,
        render::junit,
        render::markdown,
    ] {
        write(&results);
    }
    // The writer returns nothing if a character is invalid in XML.
    assert!(render::junit(&results).contains("</testsuites>"));
    if let Some(finding) = report.open().next() {
        let waiver = Waiver::of(finding, "so be it");
        let text = loaded.settings_text.as_deref().unwrap_or_default();
        if let Ok(text) = with_waiver(text, &waiver) {
            let settings = Settings::parse(&text).expect("the new settings are valid");
            assert!(settings.waivers.iter().any(|waiver| waiver.covers(finding)));
        }
    }
    if loaded.draft.territories.len() <= MAX_REPAIRED {
        for trust in [Safety::Safe, Safety::Unsafe] {
            fix::repair(&input, trust);
        }
    }
});
