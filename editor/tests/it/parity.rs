//! The editor's list equals the command line's after any edit.

use std::fs;
use std::path::Path;

use marchland_editor::files::{self, Home};
use marchland_editor::findings::look::{CheckCache, Snapshot};
use marchland_editor::workspace::Workspace;
use marchland_maps::{
    By, ContinentField, ContinentId, Draft, Edit, Point, Rgb, TerritoryField, TerritoryId, Way,
    author,
};
use marchland_ui::theme::Mode;
use marchland_validator::load::Loaded;
use marchland_validator::render::{self, Checked, Results};
use marchland_validator::{Counts, Finding, Fix, Severity, check, cli};
use proptest::prelude::*;

use crate::issues::flawed_world;

/// An edit by the user.
#[derive(Debug, Clone)]
enum DrawOp {
    Name(usize, &'static str),
    Colour(usize, u8),
    Continent(usize, Option<u16>),
    Pivot(usize, Point),
    Link(u16, u16, bool, bool),
    Part(u16, u16),
    Shut(u16, u16),
    Remove(usize),
    Id(usize, u16),
    Bonus(usize, Option<u16>),
    Mask(bool),
    /// Apply a fix from the list.
    Fix(usize),
    Undo,
    Redo,
}

fn op() -> impl Strategy<Value = DrawOp> {
    let names = prop::sample::select(vec![
        "",
        "Ural",
        " Perm ",
        "A & B",
        "“Ö” <x>",
        "two  blanks",
        "tab\there",
    ]);
    let place = 0_usize..42;
    let id = || 0_u16..45;
    prop_oneof![
        (place.clone(), names).prop_map(|(at, name)| DrawOp::Name(at, name)),
        (place.clone(), 0_u8..4).prop_map(|(at, colour)| DrawOp::Colour(at, colour)),
        (place.clone(), prop::option::of(0_u16..8)).prop_map(|(at, id)| DrawOp::Continent(at, id)),
        (place.clone(), 0_u32..2600, 0_u32..1300)
            .prop_map(|(at, x, y)| DrawOp::Pivot(at, Point::new(x, y))),
        (id(), id(), any::<bool>(), any::<bool>())
            .prop_map(|(a, b, sea, one)| DrawOp::Link(a, b, sea, one)),
        (id(), id()).prop_map(|(a, b)| DrawOp::Part(a, b)),
        (id(), id()).prop_map(|(a, b)| DrawOp::Shut(a, b)),
        place.clone().prop_map(DrawOp::Remove),
        (place.clone(), id()).prop_map(|(at, id)| DrawOp::Id(at, id)),
        (0_usize..7, prop::option::of(0_u16..40)).prop_map(|(at, bonus)| DrawOp::Bonus(at, bonus)),
        any::<bool>().prop_map(DrawOp::Mask),
        (0_usize..60).prop_map(DrawOp::Fix),
        Just(DrawOp::Undo),
        Just(DrawOp::Redo),
    ]
}

fn perform(workspace: &mut Workspace, op: &DrawOp) {
    let draft = workspace.document.draft();
    let key = |at: usize| {
        draft
            .territories
            .get(at % draft.territories.len().max(1))
            .map(|t| t.key)
    };
    let territory = |at, field| key(at).map(|key| Edit::Territory(key, field));
    let id = TerritoryId;
    let edit = match *op {
        DrawOp::Name(at, name) => {
            let name = (!name.is_empty()).then(|| name.to_owned());
            territory(at, TerritoryField::Name(name))
        }
        DrawOp::Colour(at, colour) => {
            let colour = (colour > 0).then(|| Rgb::new(colour, 0x87, 0xD2));
            territory(at, TerritoryField::Colour(colour))
        }
        DrawOp::Continent(at, to) => territory(at, TerritoryField::Continent(to.map(ContinentId))),
        DrawOp::Pivot(at, to) => key(at)
            .filter(|key| draft.territory(*key).is_some_and(|t| !t.pivots.is_empty()))
            .map(|key| author::move_pivot(draft, key, 0, to)),
        DrawOp::Link(a, b, sea, one) => {
            let by = if sea { By::Sea } else { By::Land };
            let way = if one { Way::One } else { Way::Both };
            Some(author::link(draft, id(a), id(b), by, way))
        }
        DrawOp::Part(a, b) => Some(author::unlink(draft, id(a), id(b))),
        DrawOp::Shut(a, b) => Some(author::close_border(draft, id(a), id(b))),
        DrawOp::Remove(at) => key(at).map(|key| author::remove_territory(draft, key)),
        DrawOp::Id(at, to) => territory(at, TerritoryField::Id(Some(id(to)))),
        DrawOp::Bonus(at, bonus) => draft
            .continents
            .get(at)
            .map(|c| Edit::Continent(c.key, ContinentField::Bonus(bonus))),
        DrawOp::Mask(there) => {
            let mut mask = draft.mask.clone().unwrap_or_default();
            mask.file = String::from(if there { "mask.png" } else { "Mask.PNG" });
            Some(Edit::Map(marchland_maps::MapField::Mask(Some(mask))))
        }
        DrawOp::Fix(at) => {
            let findings = workspace.findings().all().iter();
            let fixes: Vec<_> = findings.flat_map(|f| &f.fixes).collect();
            let fix = fixes.get(at % fixes.len().max(1));
            fix.filter(|fix| fix.disabled.is_none())
                .map(|fix| fix.edit())
        }
        DrawOp::Undo => {
            workspace.document.undo();
            None
        }
        DrawOp::Redo => {
            workspace.document.redo();
            None
        }
    };
    if let Some(edit) = edit {
        // A fix found before other edits may no longer fit.
        let _ = workspace.document.make("op", edit, None);
    }
}

fn json(name: Option<&str>, findings: &[Finding], counts: Counts) -> String {
    let results = Results {
        maps: vec![Checked {
            path: "map.xml".to_owned(),
            place: "map.xml".to_owned(),
            name: name.map(str::to_owned),
            text: String::new(),
            settings_text: None,
            findings: findings.to_vec(),
            counts,
        }],
        failures: Vec::new(),
        threshold: Severity::Error,
    };
    render::json(&results)
}

/// The report about a map, and the map.
struct Told {
    json: serde_json::Value,
    draft: Draft,
    findings: Vec<Finding>,
}

impl Told {
    fn new(draft: &Draft, findings: &[Finding], counts: Counts) -> Self {
        let text = json(draft.name.text.as_deref(), findings, counts);
        Self {
            json: serde_json::from_str(&text).expect("JSON"),
            draft: draft.clone(),
            findings: findings.to_vec(),
        }
    }

    fn compare(&self, other: &Self, after: &str) {
        assert_eq!(self.json, other.json, "after {after}");
        assert!(self.draft.same_content(&other.draft), "after {after}");
        for (one, same) in self.findings.iter().zip(&other.findings) {
            for (fix, twin) in one.fixes.iter().zip(&same.fixes) {
                let fixed = |of: &Self, fix: &Fix| {
                    let mut draft = of.draft.clone();
                    draft.apply(fix.edit()).map(|_| draft)
                };
                match (fixed(self, fix), fixed(other, twin)) {
                    (Ok(a), Ok(b)) => assert!(a.same_content(&b), "{} after {after}", fix.title),
                    (a, b) => assert_eq!(a.is_err(), b.is_err(), "{} after {after}", fix.title),
                }
            }
        }
    }
}

fn of_editor(workspace: &mut Workspace, home: &Home, kept: &mut CheckCache) -> Told {
    let snapshot = Snapshot::of(&workspace.document, home);
    let outcome = kept.look(&snapshot, &|| true).expect("nobody calls it off");
    workspace.found(outcome);
    workspace.paint(Mode::Light);
    let findings = workspace.findings();
    let counts = findings.outcome().expect("a look").report.counts();
    assert_eq!(findings.len() + counts.waived, findings.all().len());
    Told::new(workspace.document.draft(), findings.all(), counts)
}

/// The output of `marchland-validator check --format json` for the saved file, and the result of
/// its fixes.
fn of_command_line(home: &Path) -> Told {
    let loaded = Loaded::open(home).expect("it opens");
    let report = check(&loaded.input());
    let mut told = Told::new(&loaded.draft, &report.findings, report.counts());
    told.json = printed(home, &loaded);
    told
}

/// The output of the command line.
fn printed(home: &Path, loaded: &Loaded) -> serde_json::Value {
    let file = home.join("map.xml");
    let file = file.to_str().expect("a path in words");
    let output = cli::output([
        "marchland-validator",
        "check",
        "--format",
        "json",
        "--level",
        "info",
        file,
    ]);
    assert_eq!(output.notes, Vec::<String>::new());
    let mut json: serde_json::Value = serde_json::from_str(&output.text).expect("JSON");
    let map = &mut json["maps"][0];
    assert!(
        map["path"]
            .as_str()
            .is_some_and(|path| file.ends_with(path))
    );
    let findings = map["findings"].as_array().expect("a list");
    let fails = findings
        .iter()
        .any(|f| f["severity"] == "error" && f["waived"].is_null());
    let is_read = loaded.draft.mask.is_none() || matches!(loaded.mask, Some(Ok(_)));
    let code = if is_read { u8::from(fails) } else { 2 };
    assert_eq!(output.code, code, "{}", output.text);
    map["path"] = "map.xml".into();
    json
}

fn compare(operations: &[DrawOp], waived: bool) {
    let place = tempfile::tempdir().expect("a folder");
    let home = flawed_world(place.path());
    // An author's picture, since the program's own would be redrawn for every edit.
    let picture = image::RgbImage::new(240, 122);
    picture.save(home.join("image.png")).expect("to write");
    if waived {
        let text = "[rules]\nADJ012 = \"warning\"\nBAL = \"off\"\n\n[[waiver]]\nrule = \"ADJ008\"\nreason = \"walls\"\n\n[[waiver]]\nrule = \"TER009\"\nreason = \"nothing\"\n";
        fs::write(home.join("marchland.toml"), text).expect("to write");
    }
    let mut on = |_: f32| std::ops::ControlFlow::Continue(());
    let loaded = files::open(&home, &mut on).expect("it opens");
    let mut file = loaded.home;
    let mut workspace = Workspace::new(loaded.document, Mode::Light);
    let mut kept = CheckCache::default();
    let opened = of_editor(&mut workspace, &file, &mut kept);
    opened.compare(&of_command_line(&home), "opening");
    for op in operations {
        perform(&mut workspace, op);
        let shown = of_editor(&mut workspace, &file, &mut kept);
        file.save(workspace.document.draft(), true, None)
            .expect("it is saved");
        shown.compare(&of_command_line(&home), &format!("{op:?}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_list_is_that_of_the_command_line(
        operations in prop::collection::vec(op(), 1..6),
        waived in any::<bool>(),
    ) {
        compare(&operations, waived);
    }
}

#[test]
fn single_operations_keep_their_preview() {
    let operations = [
        DrawOp::Name(3, " Perm "),
        DrawOp::Name(4, "tab\there"),
        DrawOp::Remove(5),
        DrawOp::Id(6, 7),
        DrawOp::Shut(1, 2),
        DrawOp::Mask(false),
        DrawOp::Undo,
        DrawOp::Fix(0),
        DrawOp::Fix(3),
    ];
    compare(&operations, true);
}
