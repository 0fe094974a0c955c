//! The issues panel: found, walked through, repaired, let be.

use std::fs;
use std::path::{Path, PathBuf};

use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::findings::{self, Message as Issue};
use marchland_maps::TerritoryId;
use marchland_ui::zoom::Zoom;
use marchland_validator::{Safety, Severity};

use crate::desk::{Desk, bundled, six_squares};

/// A copy of the bundled world with faults of many kinds.
pub(crate) fn flawed_world(place: &Path) -> PathBuf {
    /// What is replaced by what.
    const FAULTS: [(&str, &str); 6] = [
        // Ural and Siberia touch, but are not linked.
        (
            "<pivot x=\"1596\" y=\"175\"/>\n    <neighbour territory=\"27\"/>",
            "<pivot x=\"1596\" y=\"175\"/>",
        ),
        // Madagascar is its own neighbour, and has one that is not there.
        (
            "<pivot x=\"1437\" y=\"904\"/>",
            "<pivot x=\"1437\" y=\"904\"/>\n    <neighbour territory=\"25\"/>\n    <neighbour territory=\"99\"/>",
        ),
        // Names with blanks around them.
        ("name=\"Japan\"", "name=\" Japan \""),
        ("name=\"Iceland\"", "name=\"Iceland  \""),
        // A pivot far out at sea.
        (
            "<pivot x=\"1002\" y=\"274\"/>",
            "<pivot x=\"1100\" y=\"20\"/>",
        ),
        // A link by sea that is only one way.
        (
            r#"<neighbour territory="38" by="sea"/>"#,
            r#"<neighbour territory="38" by="sea" way="one"/>"#,
        ),
    ];
    let world = bundled("world");
    let home = place.join("flawed");
    fs::create_dir(&home).expect("a folder");
    for entry in fs::read_dir(world).expect("the world") {
        let entry = entry.expect("a file");
        let from = entry.path();
        if from.is_file() {
            fs::copy(&from, home.join(entry.file_name())).expect("a copy");
        }
    }
    let file = home.join("map.xml");
    let mut text = fs::read_to_string(&file).expect("the map");
    for (old, new) in FAULTS {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    fs::write(&file, text).expect("to write");
    home
}

/// A map of six hundred territories, most of which lack something.
pub(crate) fn many_issues(place: &Path) -> PathBuf {
    let home = place.join("many");
    fs::create_dir(&home).expect("a folder");
    let mut image = image::RgbImage::from_pixel(604, 404, image::Rgb([255; 3]));
    let mut text = String::from(
        "<map format=\"1\">\n  <name>Many</name>\n  <mask file=\"mask.png\"><background colour=\"#FFFFFF\"/></mask>\n",
    );
    for at in 0..600_u32 {
        let (x, y) = (at % 30 * 20 + 2, at / 30 * 20 + 2);
        let (red, green) = ((at % 30 * 8) as u8, (at / 30 * 12) as u8);
        for pixel in 0..400 {
            let colour = image::Rgb([red, green, 99]);
            image.put_pixel(x + pixel % 20, y + pixel / 20, colour);
        }
        let colour = format!("#{red:02X}{green:02X}63");
        text += &[
            "  <territory id=\"",
            &at.to_string(),
            "\" colour=\"",
            &colour,
            "\"/>\n",
        ]
        .concat();
    }
    text += "</map>\n";
    image.save(home.join("mask.png")).expect("a mask");
    fs::write(home.join("map.xml"), text).expect("to write");
    home
}

pub(crate) fn sentence_case(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

impl Desk {
    /// The id of the first open issue of a rule.
    pub(crate) fn id(&self, code: &str) -> String {
        let findings = self.bench().findings().all();
        let found = findings.iter().find(|f| f.rule.code == code);
        found.unwrap_or_else(|| panic!("a {code}")).id.clone()
    }

    /// The message of the first open issue of a rule, as it is listed.
    pub(crate) fn issue(&self, code: &str) -> String {
        let finding = self.bench().findings().get(&self.id(code));
        sentence_case(&finding.expect("it is there").message)
    }

    pub(crate) fn has(&self, code: &str) -> bool {
        let findings = self.bench().findings().all();
        let mut open = findings.iter().filter(|f| f.waived.is_none());
        open.any(|f| f.rule.code == code)
    }

    /// Does in the panel what a click would.
    pub(crate) fn tell(&mut self, issue: Issue) {
        self.send(Message::Bench(bench::Message::Issue(issue)));
    }
}

pub(crate) fn world(place: &Path) -> (Desk, PathBuf) {
    let home = flawed_world(place);
    (Desk::new(Some(&home)), home)
}

#[test]
fn issues_are_counted_walked_through_and_shown_on_the_map() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    let counts = desk.bench().findings().counts();
    assert!(counts.errors >= 3 && counts.warnings >= 2, "{counts:?}");
    // Closed, the panel takes no room; the status bar counts.
    assert!(!desk.shows("Preview safe fixes (3)"));
    assert!(desk.shows(&counts.warnings.to_string()));
    // Errors and warnings are marked; what is only worth knowing is not.
    let marks = desk.bench().scene().marks().len();
    assert!(
        marks >= 4 && marks <= counts.errors + counts.warnings,
        "{marks}"
    );

    let mut seen = Vec::new();
    for _ in 0..desk.bench().findings().len() {
        let before = desk.bench().findings().chosen().map(|f| f.id.clone());
        desk.named(key::Named::F8);
        let findings = desk.bench().findings();
        let chosen = findings.chosen().expect("one is chosen");
        assert_ne!(Some(&chosen.id), before.as_ref());
        seen.push(chosen.id.clone());
    }
    // The worst first, each kind in the order of the file.
    let mut all: Vec<_> = desk.bench().findings().all().iter().collect();
    all.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    assert!(all.windows(2).any(|two| two[0].severity != two[1].severity));
    assert!(seen.iter().eq(all.iter().map(|f| &f.id)), "each once");
    desk.send(Message::Command(
        marchland_editor::commands::Command::PreviousProblem,
    ));
    let back = desk.bench().findings().chosen().unwrap().id.clone();
    assert_eq!(back, seen[seen.len() - 2]);

    // The way to what has to be mended leads to an error, whatever is hidden.
    desk.tell(Issue::Severity(Severity::Error));
    desk.tell(Issue::FirstError);
    let chosen = desk.bench().findings().chosen().unwrap();
    assert_eq!(chosen.severity, Severity::Error);
    assert!(desk.bench().findings().chosen_row().is_some());

    // A click brings it into sight, selects what it is about, and marks it.
    desk.send(Message::Command(marchland_editor::commands::Command::Zoom(
        Zoom::Whole,
    )));
    let framing = desk.bench().view.framing;
    let message = desk.issue("PIV003");
    desk.tell(Issue::Text("PIV003".into()));
    desk.click(&message);
    assert_ne!(desk.bench().view.framing, framing);
    let key = desk.bench().document.selection().territory().unwrap();
    let territory = desk.bench().document.draft().territory(key).unwrap();
    assert_eq!(territory.name.text.as_deref(), Some("Iceland  "));
    let strong = desk.bench().scene().marks().iter().filter(|m| m.strong);
    assert_eq!(strong.count(), 1);

    // The pointer on a row picks its territories out.
    desk.tell(Issue::Text(String::new()));
    let message = desk.issue("ADJ002");
    desk.tell(Issue::Text("ADJ002".into()));
    assert!(desk.bench().pointed_at().is_empty());
    desk.hover(&message);
    assert_eq!(desk.bench().pointed_at().len(), 1);
}

#[test]
fn an_issue_about_two_territories_shows_both() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    let id = desk.id("ADJ017");
    desk.tell(Issue::Go(id.clone()));
    let bench = desk.bench();
    let both = findings::culprits(bench.findings().get(&id).expect("it is there")).0;
    assert_eq!(both.len(), 2);
    let (width, height) = bench.scene().size();
    let view = bench.view.board_size;
    let camera = bench.view.framing.camera(width, height, view);
    for key in both {
        let plot = bench.document.draft().place_of(key).expect("it is there");
        let land = bench.scene().bounds_of(plot).expect("land");
        let from = camera.to_screen(land.left, land.top);
        let to = camera.to_screen(land.left + land.width, land.top + land.height);
        let is_seen = from.x >= 0.0 && from.y >= 0.0 && to.x <= view.width && to.y <= view.height;
        assert!(is_seen, "{from:?} {to:?}");
    }
}

#[test]
fn a_repair_is_named_previewed_and_one_step() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.key("i", Modifiers::empty());
    desk.tell(Issue::Text("ADJ008".into()));
    let before = desk.bench().document.draft().clone();
    let title = "Link Ural and Siberia by land";
    desk.hover(title);
    assert!(desk.shows("Changes"));
    assert!(desk.shows("Ural: neighbour Siberia by land is added"));
    let lines = desk.bench().scene().lines();
    let drawn = lines.filter(|line| line.kind == marchland_board::LineKind::Drawn);
    assert_eq!(drawn.count(), 1);
    assert!(desk.bench().document.draft().same_content(&before));

    desk.click(title);
    assert!(desk.shows("Done: Link Ural and Siberia by land. Press Ctrl+Z to undo."));
    assert!(!desk.has("ADJ008"));
    assert!(!desk.shows("Changes"), "it is done");
    desk.key("z", Modifiers::CTRL);
    assert!(desk.has("ADJ008"));
    assert!(desk.bench().document.draft().same_content(&before));
    assert!(desk.bench().document.is_saved(), "one step, and it is back");
}

#[test]
fn every_repair_and_its_undo_leave_no_trace() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    let before = desk.bench().document.draft().clone();
    let findings = desk.bench().findings().all().iter();
    let fixes: Vec<_> = findings
        .flat_map(|f| (0..f.fixes.len()).map(|at| (f.id.clone(), at)))
        .collect();
    assert!(fixes.len() > 8, "{fixes:?}");
    for (id, at) in fixes {
        let fix = desk.bench().findings().get(&id).unwrap().fixes[at].clone();
        desk.tell(Issue::Mend(id.clone(), at));
        let changed = !desk.bench().document.draft().same_content(&before);
        assert_eq!(changed, fix.disabled.is_none(), "{id}: {}", fix.title);
        if changed {
            desk.key("z", Modifiers::CTRL);
        }
        assert!(desk.bench().document.draft().same_content(&before), "{id}");
        assert!(desk.bench().document.is_saved());
    }
}

#[test]
fn safe_repairs_are_listed_ticked_and_one_step() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.key("i", Modifiers::empty());
    let safe: Vec<_> = desk.bench().findings().safe().collect();
    let count = safe.len();
    assert!(safe.iter().all(|(.., fix)| fix.safety == Safety::Safe));
    assert!(count >= 3, "{count}");
    desk.click(&format!("Preview safe fixes ({count})"));
    assert!(desk.shows(&format!("{count} safe fixes")));
    assert!(desk.shows(&format!("Apply {count} fixes")));
    desk.click("Untick all");
    assert!(desk.shows("Apply 0 fixes"));
    let japan = desk.bench().findings().all().iter();
    let japan = japan.clone().find(|f| f.rule.code == "TER004").unwrap();
    let title = japan.fixes[0].title.clone();
    desk.click(&title);
    assert!(desk.shows("Apply 1 fix"));
    let before = desk.bench().document.draft().clone();
    desk.click("Tick all");
    desk.run(Message::Bench(bench::Message::Issue(Issue::MendTicked)));
    assert!(desk.shows(&format!("{count} fixes applied. Press Ctrl+Z to undo.")));
    assert_eq!(desk.bench().findings().safe().count(), 0);
    assert!(
        desk.bench().findings().batch().is_none(),
        "the list is done"
    );
    desk.key("z", Modifiers::CTRL);
    assert!(desk.bench().document.draft().same_content(&before));
    assert!(desk.bench().document.is_saved(), "one step");
}

#[test]
fn an_issue_is_let_be_with_a_reason_and_taken_up_again() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, home) = world(place.path());
    let settings = home.join("marchland.toml");
    fs::write(&settings, "# ours\n[limits]\nname-chars = 30\n").unwrap();
    desk.key("i", Modifiers::empty());
    desk.tell(Issue::Text("ADJ008".into()));
    desk.click(&desk.issue("ADJ008"));
    let before = desk.bench().findings().counts();
    desk.click("Waive…");
    desk.click("Waive");
    assert!(desk.has("ADJ008"), "not without a reason");
    desk.fill("reason", "mountains", true);
    assert!(!desk.has("ADJ008"));
    let text = fs::read_to_string(&settings).unwrap();
    assert!(text.starts_with("# ours\n[limits]\nname-chars = 30\n"));
    assert!(text.contains("reason = \"mountains\""));
    let after = desk.bench().findings().counts();
    assert_eq!((after.waived, after.warnings), (1, before.warnings - 1));
    assert!(desk.shows("1 waived"), "in the status bar");
    assert!(desk.bench().document.is_saved(), "the map is as it was");

    // It can be shown, and taken back.
    let message = desk.issue("ADJ008");
    assert!(desk.bench().findings().is_empty());
    desk.tell(Issue::Waived);
    assert_eq!(desk.bench().findings().len(), 1);
    desk.click(&message);
    assert!(desk.shows("Waived: mountains"));
    desk.click("Remove waiver");
    assert!(desk.has("ADJ008"));
    let text = fs::read_to_string(&settings).unwrap();
    assert_eq!(text, "# ours\n[limits]\nname-chars = 30\n");

    // A waiver that lets nothing be is an issue itself, and goes the same way.
    let idle = "[[waiver]]\nrule = \"TER009\"\nreason = \"once\"\n";
    fs::write(&settings, idle).unwrap();
    let mut desk = Desk::new(Some(&home));
    desk.tell(Issue::Go(desk.id("CFG001")));
    desk.tell(Issue::Unwaive(desk.id("CFG001")));
    assert!(!desk.has("CFG001"));
    assert_eq!(fs::read_to_string(&settings).unwrap().trim(), "");
}

#[test]
fn why_waiving_is_not_possible_is_said() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut desk = Desk::new(Some(&mask));
    desk.press_and_run("Create map");
    desk.named(key::Named::F8);
    assert!(desk.shows("Save the map first: waivers are stored in marchland.toml beside it."));
    desk.click("Waive…");
    assert!(desk.bench().findings().reason().is_none());
    assert!(desk.shows("Why?"), "waiving is never the only button");
}

#[test]
fn what_is_wrong_with_the_settings_is_said() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = world(place.path());
    let settings = home.join("marchland.toml");
    fs::write(&settings, "[rules]\nADJ008 = 3\n").unwrap();
    let mut desk = Desk::new(Some(&home));
    let trouble = desk.bench().findings().outcome().unwrap().trouble.clone();
    assert!(trouble.unwrap().contains("line 2"));
    assert!(desk.has("ADJ008"), "the usual settings hold");
    desk.tell(Issue::Go(desk.id("ADJ008")));
    desk.tell(Issue::Reason("meant".into()));
    desk.tell(Issue::WaiveDone);
    assert!(
        desk.app
            .toasts()
            .any(|text| text.starts_with("Nothing was waived"))
    );
    assert_eq!(
        fs::read_to_string(&settings).unwrap(),
        "[rules]\nADJ008 = 3\n"
    );
}

#[test]
fn rules_are_explained() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.key("i", Modifiers::empty());
    desk.tell(Issue::Text("ADJ008".into()));
    desk.click(&desk.issue("ADJ008"));
    desk.click("Why?");
    assert!(desk.shows("Two territories touch in the mask, but are not neighbours."));
    assert!(desk.shows("How to repair"));
    desk.named(key::Named::Escape);
    assert!(!desk.shows("How to repair"));
    assert!(!desk.bench().document.selection().is_empty());
}

#[test]
fn the_list_is_filtered() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    desk.key("i", Modifiers::empty());
    let ids = |desk: &Desk| desk.bench().findings().len();
    let all = ids(&desk);
    desk.fill("issue-filter", "adj link", false);
    let some = ids(&desk);
    assert!(some > 0 && some < all);
    desk.fill("issue-filter", "nothing like it", false);
    assert!(desk.shows("No issue matches the filter"));
    desk.click("Clear filter");
    assert_eq!(ids(&desk), all);
    for severity in Severity::ALL {
        desk.tell(Issue::Severity(severity));
    }
    assert_eq!(ids(&desk), 0);
    desk.click("Clear filter");
    // Only what lies around Japan.
    let japan = desk.bench().document.draft();
    let japan = japan.territory_by_id(TerritoryId(34)).unwrap().key;
    desk.send(Message::Bench(bench::Message::Reveal(japan)));
    desk.click("In view");
    let near = ids(&desk);
    assert!(near > 0 && near < all, "{near} of {all}");
    desk.send(Message::Command(marchland_editor::commands::Command::Zoom(
        Zoom::Whole,
    )));
    assert!(ids(&desk) > near, "more is in view now");
}

#[test]
fn hundreds_of_issues_build_a_handful_of_rows() {
    let place = tempfile::tempdir().unwrap();
    let many = many_issues(place.path());
    let mut desk = Desk::new(Some(&many));
    desk.key("i", Modifiers::empty());
    let count = desk.bench().findings().len();
    assert!(count > 600, "{count}");
    let message = |desk: &Desk, at| {
        let finding = desk.bench().findings().row(at).unwrap();
        sentence_case(&finding.message)
    };
    let (first, middle) = (message(&desk, 0), message(&desk, count / 2));
    assert!(
        desk.shows(&first) && !desk.shows(&middle),
        "{first} {middle}"
    );
    // The last is reached from the first, backwards, and scrolled into sight.
    desk.send(Message::Command(
        marchland_editor::commands::Command::PreviousProblem,
    ));
    assert_eq!(desk.bench().findings().chosen_row(), Some(count - 1));
    let end = marchland_editor::bench::Rows::ISSUES.top(count);
    let scrolled = desk.bench().findings().scrolled();
    assert!(scrolled + desk.bench().view.sizes.list >= end - 1.0);
}
