//! Faults inserted into a copy of the world: each is found with its code, line and
//! pixel, and its fix repairs it.

use std::path::Path;

use marchland_maps::Draft;
use marchland_maps::mask::Regions;
use marchland_validator::load::Loaded;
use marchland_validator::{Finding, Severity, check};

use crate::support::{copy, rewritten, root};

/// The expected position of a finding in the mask.
enum Pixel {
    /// On one of these territories of the original map.
    On(&'static [&'static str]),
    At(u32, u32),
    /// The fault has no position in the mask.
    Nowhere,
}

use Pixel::{At, Nowhere, On};

struct Fault {
    code: &'static str,
    /// Replacements in `map.xml`, for all occurrences.
    changes: &'static [(&'static str, &'static str)],
    /// A part of the line of the finding.
    line: &'static str,
    pixel: Pixel,
}

const MADAGASCAR: &str = r#"<pivot x="1437" y="904"/>"#;
const JAPAN: &str = r##"<territory id="34" name="Japan" colour="#8787D2" continent="4">"##;
const URAL_SIBERIA: &str = "<pivot x=\"1596\" y=\"175\"/>\n    <neighbour territory=\"27\"/>";
const ICELAND: &str = r#"<pivot x="1002" y="274"/>"#;
const TO_INDONESIA: &str = r#"<neighbour territory="38" by="sea"/>"#;

const FAULTS: &[Fault] = &[
    Fault {
        code: "ADJ001",
        changes: &[(
            MADAGASCAR,
            "<pivot x=\"1437\" y=\"904\"/>\n    <neighbour territory=\"99\"/>",
        )],
        line: r#"territory="99""#,
        pixel: On(&["Madagascar"]),
    },
    Fault {
        code: "ADJ002",
        changes: &[(
            MADAGASCAR,
            "<pivot x=\"1437\" y=\"904\"/>\n    <neighbour territory=\"25\"/>",
        )],
        line: r#"<neighbour territory="25"/>"#,
        pixel: On(&["Madagascar"]),
    },
    Fault {
        code: "ADJ003",
        changes: &[(
            URAL_SIBERIA,
            "<pivot x=\"1596\" y=\"175\"/>\n    <neighbour territory=\"27\"/>\n    <neighbour territory=\"27\"/>",
        )],
        line: r#"<neighbour territory="27"/>"#,
        pixel: On(&["Ural"]),
    },
    Fault {
        code: "ADJ004",
        changes: &[(
            "<pivot x=\"2054\" y=\"527\"/>",
            "<pivot x=\"2054\" y=\"527\"/>\n    <neighbour territory=\"29\"/>",
        )],
        line: r#"<neighbour territory="29"/>"#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "ADJ006",
        changes: &[(TO_INDONESIA, "")],
        line: r#"name="Indonesia""#,
        pixel: On(&["Indonesia"]),
    },
    Fault {
        code: "ADJ007",
        changes: &[(
            TO_INDONESIA,
            r#"<neighbour territory="38" by="sea" way="one"/>"#,
        )],
        line: r#"name="Indonesia""#,
        pixel: On(&["Indonesia"]),
    },
    Fault {
        code: "ADJ008",
        changes: &[(URAL_SIBERIA, r#"<pivot x="1596" y="175"/>"#)],
        line: r#"name="Ural""#,
        pixel: On(&["Ural", "Siberia"]),
    },
    Fault {
        code: "ADJ009",
        changes: &[(
            "<neighbour territory=\"12\"/>\n    <neighbour territory=\"20\" by=\"sea\"/>",
            "<neighbour territory=\"12\"/>\n    <neighbour territory=\"20\"/>",
        )],
        line: r#"<neighbour territory="20"/>"#,
        pixel: On(&["Brazil"]),
    },
    Fault {
        code: "ADJ011",
        changes: &[(r#" wrap="horizontal""#, "")],
        line: r#"<neighbour territory="29" by="sea"/>"#,
        pixel: On(&["Alaska"]),
    },
    Fault {
        code: "ADJ018",
        changes: &[(
            MADAGASCAR,
            "<pivot x=\"1437\" y=\"904\"/>\n    <closed territory=\"77\"/>",
        )],
        line: r#"<closed territory="77"/>"#,
        pixel: On(&["Madagascar"]),
    },
    Fault {
        code: "ADJ019",
        changes: &[(
            URAL_SIBERIA,
            "<pivot x=\"1596\" y=\"175\"/>\n    <neighbour territory=\"27\"/>\n    <closed territory=\"27\"/>",
        )],
        line: r#"<closed territory="27"/>"#,
        pixel: On(&["Ural"]),
    },
    Fault {
        code: "ADJ020",
        changes: &[(
            MADAGASCAR,
            "<pivot x=\"1437\" y=\"904\"/>\n    <closed territory=\"34\"/>",
        )],
        line: r#"<closed territory="34"/>"#,
        pixel: On(&["Madagascar"]),
    },
    Fault {
        code: "CON001",
        changes: &[(
            JAPAN,
            r##"<territory id="34" name="Japan" colour="#8787D2" continent="9">"##,
        )],
        line: r#"continent="9""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "CON002",
        changes: &[(
            JAPAN,
            r##"<territory id="34" name="Japan" colour="#8787D2">"##,
        )],
        line: r#"name="Japan""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "CON003",
        changes: &[(
            "  <territory id=\"0\"",
            "  <continent id=\"6\" name=\"Lemuria\" bonus=\"1\"/>\n  <territory id=\"0\"",
        )],
        line: "Lemuria",
        pixel: Nowhere,
    },
    Fault {
        code: "CON005",
        changes: &[(r#"name="Asia" bonus="7""#, r#"name="Asia""#)],
        line: r#"name="Asia""#,
        pixel: Nowhere,
    },
    Fault {
        code: "CON008",
        changes: &[(
            r#"name="Australia" bonus="2""#,
            r#"name="Australia" bonus="20""#,
        )],
        line: r#"bonus="20""#,
        pixel: Nowhere,
    },
    Fault {
        code: "CON011",
        changes: &[
            (r#"<continent id="5""#, r#"<continent id="8""#),
            (r#"continent="5">"#, r#"continent="8">"#),
        ],
        line: r#"<continent id="8""#,
        pixel: Nowhere,
    },
    Fault {
        code: "IMG004",
        changes: &[("#8787D2", "#8787D3")],
        line: "#8787D3",
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "IMG005",
        changes: &[("#8787D2", "#FF2DB4")],
        line: r#"name="Siam""#,
        pixel: On(&["Siam"]),
    },
    Fault {
        code: "IMG014",
        changes: &[(
            r##"<background colour="#FFFFFF"/>"##,
            "<background colour=\"#FFFFFF\"/>\n    <background colour=\"#8787D2\"/>",
        )],
        line: r#"name="Japan""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "MAP002",
        changes: &[(r#"id="world""#, r#"id="The World""#)],
        line: "The World",
        pixel: Nowhere,
    },
    Fault {
        code: "NET001",
        changes: &[
            (r#"id="34" name"#, r#"id="50" name"#),
            (r#"territory="34""#, r#"territory="50""#),
        ],
        line: r#"id="50""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "NET003",
        changes: &[(r#"id="34" name"#, "name")],
        line: r#"name="Japan""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "PIV001",
        changes: &[(MADAGASCAR, "")],
        line: r#"name="Madagascar""#,
        pixel: On(&["Madagascar"]),
    },
    Fault {
        code: "PIV002",
        changes: &[(ICELAND, r#"<pivot x="10020" y="274"/>"#)],
        line: r#"x="10020""#,
        pixel: At(10020, 274),
    },
    Fault {
        code: "PIV003",
        changes: &[(ICELAND, r#"<pivot x="798" y="863"/>"#)],
        line: r#"<pivot x="798" y="863"/>"#,
        pixel: At(798, 863),
    },
    Fault {
        code: "PIV007",
        changes: &[(r#"<pivot x="2077" y="472"/>"#, "")],
        line: r#"name="Japan""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "PIV008",
        changes: &[(
            ICELAND,
            "<pivot x=\"1002\" y=\"274\"/>\n    <badge x=\"798\" y=\"863\"/>",
        )],
        line: r#"name="Iceland""#,
        pixel: On(&["Brazil"]),
    },
    Fault {
        code: "PIV009",
        changes: &[(
            ICELAND,
            "<pivot x=\"1002\" y=\"274\"/>\n    <pivot x=\"1003\" y=\"274\"/>",
        )],
        line: r#"<pivot x="1003" y="274"/>"#,
        pixel: On(&["Iceland"]),
    },
    Fault {
        code: "RUL006",
        changes: &[(
            "  <continent id=\"0\"",
            "  <setup>\n    <units players=\"3\" each=\"5\"/>\n  </setup>\n  <continent id=\"0\"",
        )],
        line: "<map",
        pixel: Nowhere,
    },
    Fault {
        code: "TER004",
        changes: &[(r#"name="Siam""#, r#"name="Siam  ""#)],
        line: r#"name="Siam  ""#,
        pixel: On(&["Siam"]),
    },
    Fault {
        code: "TER008",
        changes: &[(r##" colour="#8787D2""##, "")],
        line: r#"name="Japan""#,
        pixel: On(&["Japan"]),
    },
    Fault {
        code: "XML002",
        changes: &[(
            URAL_SIBERIA,
            "<pivot x=\"1596\" y=\"175\"/>\n    <neighbor territory=\"27\"/>",
        )],
        line: "<neighbor ",
        pixel: Nowhere,
    },
    Fault {
        code: "XML010",
        changes: &[(r#"name="Asia" bonus="7""#, r#"name="Asia" bonus="many""#)],
        line: "many",
        pixel: Nowhere,
    },
    Fault {
        code: "XML008",
        changes: &[(
            r#"<image file="image.png"/>"#,
            r#"<image file="Image.PNG"/>"#,
        )],
        line: "<image",
        pixel: Nowhere,
    },
];

#[test]
fn seeded_faults_are_located_and_repaired() {
    let world = root("maps/world");
    let sound = Loaded::open(&world).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for fault in FAULTS {
        kinds.insert(fault.code);
        if let Err(what) = trial(fault, &world, &sound) {
            wrong.push(format!("{}: {what}", fault.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(kinds.len() >= 20, "only {} kinds of faults", kinds.len());
}

/// Inserts the fault into a copy of the world, finds and repairs it.
fn trial(fault: &Fault, world: &Path, sound: &Loaded) -> Result<(), String> {
    let folder = copy(world);
    let file = folder.path().join("map.xml");
    let mut text = std::fs::read_to_string(&file).unwrap();
    for (old, new) in fault.changes {
        if !text.contains(old) {
            return Err(format!("the world has no {old}"));
        }
        text = text.replace(old, new);
    }
    std::fs::write(&file, &text).unwrap();

    let loaded = Loaded::open(folder.path()).unwrap();
    let report = check(&loaded.input());
    let at_its_line = |finding: &&Finding| {
        let span = finding.span.as_ref();
        let line = span.and_then(|span| text.lines().nth(span.line as usize - 1));
        finding.rule.code == fault.code && line.is_some_and(|line| line.contains(fault.line))
    };
    let finding = report.findings.iter().find(at_its_line);
    let finding = finding.ok_or_else(|| {
        let own = report.findings.iter().filter(|f| f.rule.code == fault.code);
        format!(
            "not at its line: {:?}",
            own.map(|f| (&f.id, &f.span)).collect::<Vec<_>>()
        )
    })?;
    let regions = &sound.mask.as_ref().unwrap().as_ref().unwrap().regions;
    if !points_at(finding, &fault.pixel, regions, &sound.draft) {
        return Err(format!("points at {:?}", finding.spot));
    }

    let fix = finding.fixes.first().ok_or("has no fix")?;
    let mut draft = loaded.draft.clone();
    draft.apply(fix.edit()).map_err(|error| error.to_string())?;
    let text = rewritten(&loaded.text.source().render(&draft), fix);
    std::fs::write(&file, text).unwrap();
    let repaired = check(&Loaded::open(folder.path()).unwrap().input());
    let left: Vec<&str> = repaired
        .open()
        .filter(|finding| finding.severity > Severity::Info)
        .map(|finding| &*finding.id)
        .collect();
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("“{}” leaves {left:?}", fix.title))
    }
}

fn points_at(finding: &Finding, pixel: &Pixel, regions: &Regions, sound: &Draft) -> bool {
    let Some(spot) = finding.spot else {
        return matches!(pixel, Nowhere);
    };
    match pixel {
        Nowhere => true,
        At(x, y) => (spot.point.x, spot.point.y) == (*x, *y),
        On(names) => {
            let region = regions.region_at(spot.point.x, spot.point.y);
            let colour = region.map(|region| regions.get(region).colour.rgb());
            let territory = colour.and_then(|colour| sound.territory_by_colour(colour));
            territory.is_some_and(|t| {
                t.name
                    .text
                    .as_deref()
                    .is_some_and(|name| names.contains(&name))
            })
        }
    }
}

#[test]
fn bundled_maps_are_clean() {
    for name in ["world", "czechia", "europe", "usa"] {
        let loaded = Loaded::open(&root("maps").join(name)).unwrap();
        assert!(matches!(loaded.mask, Some(Ok(_))), "{name} has a mask");
        let report = check(&loaded.input());
        let counts = report.counts();
        assert_eq!(
            (counts.errors, counts.warnings, counts.waived),
            (0, 0, 0),
            "{name}: {:#?}",
            report.findings
        );
    }
}
