//! The issues panel: found, navigated, fixed, waived.

use std::fs;
use std::path::{Path, PathBuf};

use iced::keyboard::{Modifiers, key};
use iced_test::selector::{self, Target};
use marchland_editor::app::Message;
use marchland_editor::findings::{self, Message as Issue};
use marchland_editor::workspace;
use marchland_maps::TerritoryId;
use marchland_ui::zoom::Zoom;
use marchland_validator::{Safety, Severity};

use crate::driver::{Driver, bundled, six_squares};

/// A copy of the bundled world with faults of many kinds.
pub(crate) fn flawed_world(place: &Path) -> PathBuf {
    /// Replacements in the file.
    const FAULTS: [(&str, &str); 6] = [
        // Ural and Siberia touch, but are not linked.
        (
            "<pivot x=\"1596\" y=\"175\"/>\n    <neighbour territory=\"27\"/>",
            "<pivot x=\"1596\" y=\"175\"/>",
        ),
        // Madagascar is its own neighbour and has one that does not exist.
        (
            "<pivot x=\"1437\" y=\"904\"/>",
            "<pivot x=\"1437\" y=\"904\"/>\n    <neighbour territory=\"25\"/>\n    <neighbour territory=\"99\"/>",
        ),
        // Names with surrounding blanks.
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

impl Driver {
    /// The id of the first open issue of a rule.
    pub(crate) fn id(&self, code: &str) -> String {
        let findings = self.workspace().findings().all();
        let found = findings.iter().find(|f| f.rule.code == code);
        found.unwrap_or_else(|| panic!("a {code}")).id.clone()
    }

    /// The listed message of the first open issue of a rule.
    pub(crate) fn issue(&self, code: &str) -> String {
        let finding = self.workspace().findings().get(&self.id(code));
        sentence_case(&finding.expect("it is there").message)
    }

    pub(crate) fn has(&self, code: &str) -> bool {
        let findings = self.workspace().findings().all();
        let mut open = findings.iter().filter(|f| f.waived.is_none());
        open.any(|f| f.rule.code == code)
    }

    /// Sends a message as a click in the panel would.
    pub(crate) fn tell(&mut self, issue: Issue) {
        self.send(Message::Workspace(workspace::Message::Issue(issue)));
    }
}

pub(crate) fn world(place: &Path) -> (Driver, PathBuf) {
    let home = flawed_world(place);
    (Driver::new(Some(&home)), home)
}

#[test]
fn a_name_at_the_beginning_is_shown_as_it_is_written() {
    let place = tempfile::tempdir().unwrap();
    let file = flawed_world(place.path()).join("map.xml");
    let text = fs::read_to_string(&file).unwrap();
    let text = text.replace("\"Madagascar\"", "\"madagascar\"");
    fs::write(&file, text).unwrap();
    let mut driver = Driver::new(Some(file.parent().unwrap()));
    driver.tell(Issue::Open(driver.id("ADJ001")));
    let message = "has 99 as a neighbour, but no territory has that id";
    assert!(driver.shows(&format!("madagascar {message}")));
    assert!(!driver.shows(&format!("Madagascar {message}")));
}

#[test]
fn issues_are_counted_walked_through_and_shown_on_the_map() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let counts = driver.workspace().findings().counts();
    assert!(counts.errors >= 3 && counts.warnings >= 2, "{counts:?}");
    // The closed panel takes no room; the status bar shows the counts.
    assert!(!driver.shows("Preview safe fixes (3)"));
    assert!(driver.shows(&counts.warnings.to_string()));
    // Errors and warnings have marks; notes do not.
    let marks = driver.workspace().scene().marks().len();
    assert!(
        marks >= 4 && marks <= counts.errors + counts.warnings,
        "{marks}"
    );

    let mut seen = Vec::new();
    for _ in 0..driver.workspace().findings().len() {
        let before = driver.workspace().findings().chosen().map(|f| f.id.clone());
        driver.named(key::Named::F8);
        let findings = driver.workspace().findings();
        let chosen = findings.chosen().expect("one is chosen");
        assert_ne!(Some(&chosen.id), before.as_ref());
        seen.push(chosen.id.clone());
    }
    // The worst first, each kind in file order.
    let mut all: Vec<_> = driver.workspace().findings().all().iter().collect();
    all.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    assert!(all.windows(2).any(|two| two[0].severity != two[1].severity));
    assert!(seen.iter().eq(all.iter().map(|f| &f.id)), "each once");
    driver.send(Message::Command(
        marchland_editor::commands::Command::PreviousIssue,
    ));
    let back = driver.workspace().findings().chosen().unwrap().id.clone();
    assert_eq!(back, seen[seen.len() - 2]);

    // The next step leads to an error, whatever the filter hides.
    driver.tell(Issue::Severity(Severity::Error));
    driver.tell(Issue::FirstError);
    let chosen = driver.workspace().findings().chosen().unwrap();
    assert_eq!(chosen.severity, Severity::Error);
    assert!(driver.workspace().findings().chosen_row().is_some());

    // A click shows and selects its subject and marks it.
    driver.send(Message::Command(marchland_editor::commands::Command::Zoom(
        Zoom::Whole,
    )));
    let framing = driver.workspace().view.framing;
    let message = driver.issue("PIV003");
    driver.tell(Issue::Text("PIV003".into()));
    driver.click(&message);
    assert_ne!(driver.workspace().view.framing, framing);
    let key = driver.workspace().document.selection().territory().unwrap();
    let territory = driver.workspace().document.draft().territory(key).unwrap();
    assert_eq!(territory.name.text.as_deref(), Some("Iceland  "));
    let strong = driver
        .workspace()
        .scene()
        .marks()
        .iter()
        .filter(|m| m.strong);
    assert_eq!(strong.count(), 1);

    // Hovering a row highlights its territories.
    driver.tell(Issue::Text(String::new()));
    let message = driver.issue("ADJ002");
    driver.tell(Issue::Text("ADJ002".into()));
    assert!(driver.workspace().pointed_at().is_empty());
    driver.hover(&message);
    assert_eq!(driver.workspace().pointed_at().len(), 1);
}

#[test]
fn an_issue_about_two_territories_shows_both() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let id = driver.id("ADJ017");
    driver.tell(Issue::Go(id.clone()));
    let workspace = driver.workspace();
    let both = findings::culprits(workspace.findings().get(&id).expect("it is there")).0;
    assert_eq!(both.len(), 2);
    let (width, height) = workspace.scene().size();
    let view = workspace.view.board_size;
    let camera = workspace.view.framing.camera(width, height, view);
    for key in both {
        let plot = workspace
            .document
            .draft()
            .place_of(key)
            .expect("it is there");
        let land = workspace.scene().bounds_of(plot).expect("land");
        let from = camera.to_screen(land.left, land.top);
        let to = camera.to_screen(land.left + land.width, land.top + land.height);
        let is_seen = from.x >= 0.0 && from.y >= 0.0 && to.x <= view.width && to.y <= view.height;
        assert!(is_seen, "{from:?} {to:?}");
    }
}

#[test]
fn a_fix_is_previewed_and_applied_in_one_step() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.key("i", Modifiers::empty());
    driver.tell(Issue::Text("ADJ008".into()));
    let before = driver.workspace().document.draft().clone();
    let title = "Link Ural and Siberia by land";
    driver.hover(title);
    assert!(driver.shows("Changes"));
    assert!(driver.shows("Link between “Ural” (26) and “Siberia” (27) is new: by land"));
    let lines = driver.workspace().scene().lines();
    let drawn = lines.filter(|line| line.kind == marchland_board::LineKind::Drawn);
    assert_eq!(drawn.count(), 1);
    assert!(driver.workspace().document.draft().same_content(&before));

    driver.click(title);
    assert!(driver.shows("Done: Link Ural and Siberia by land. Press Ctrl+Z to undo."));
    assert!(!driver.has("ADJ008"));
    assert!(!driver.shows("Changes"), "it is done");
    driver.key("z", Modifiers::CTRL);
    assert!(driver.has("ADJ008"));
    assert!(driver.workspace().document.draft().same_content(&before));
    assert!(
        driver.workspace().document.is_saved(),
        "one step, and it is back"
    );
}

#[test]
fn undoing_a_fix_restores_the_draft() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let before = driver.workspace().document.draft().clone();
    let findings = driver.workspace().findings().all().iter();
    let fixes: Vec<_> = findings
        .flat_map(|f| (0..f.fixes.len()).map(|at| (f.id.clone(), at)))
        .collect();
    assert!(fixes.len() > 8, "{fixes:?}");
    for (id, at) in fixes {
        let fix = driver.workspace().findings().get(&id).unwrap().fixes[at].clone();
        driver.tell(Issue::Fix(id.clone(), at));
        let changed = !driver.workspace().document.draft().same_content(&before);
        assert_eq!(changed, fix.disabled.is_none(), "{id}: {}", fix.title);
        if changed {
            driver.key("z", Modifiers::CTRL);
        }
        assert!(
            driver.workspace().document.draft().same_content(&before),
            "{id}"
        );
        assert!(driver.workspace().document.is_saved());
    }
}

#[test]
fn safe_fixes_are_ticked_and_applied_in_one_step() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.key("i", Modifiers::empty());
    let safe: Vec<_> = driver.workspace().findings().safe().collect();
    let count = safe.len();
    assert!(safe.iter().all(|(.., fix)| fix.safety == Safety::Safe));
    assert!(count >= 3, "{count}");
    driver.click(&format!("Preview safe fixes ({count})"));
    assert!(driver.shows(&format!("{count} safe fixes")));
    assert!(driver.shows(&format!("Apply {count} fixes")));
    driver.click("Untick all");
    assert!(driver.shows("Apply 0 fixes"));
    let japan = driver.workspace().findings().all().iter();
    let japan = japan.clone().find(|f| f.rule.code == "TER004").unwrap();
    let title = japan.fixes[0].title.clone();
    driver.click(&title);
    assert!(driver.shows("Apply 1 fix"));
    let before = driver.workspace().document.draft().clone();
    driver.click("Tick all");
    driver.run(Message::Workspace(workspace::Message::Issue(
        Issue::FixTicked,
    )));
    assert!(driver.shows(&format!("{count} fixes applied. Press Ctrl+Z to undo.")));
    assert_eq!(driver.workspace().findings().safe().count(), 0);
    assert!(
        driver.workspace().findings().batch().is_none(),
        "the list is done"
    );
    driver.key("z", Modifiers::CTRL);
    assert!(driver.workspace().document.draft().same_content(&before));
    assert!(driver.workspace().document.is_saved(), "one step");
}

#[test]
fn fixes_are_not_applied_once_their_list_is_closed() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let before = driver.workspace().document.draft().clone();
    driver.key("i", Modifiers::empty());
    driver.tell(Issue::Batch(true));
    let ticked = workspace::Message::Issue(Issue::FixTicked);
    let preparing = driver.app.update(Message::Workspace(ticked));
    assert!(driver.shows("Preparing the fixes…"));
    driver.named(key::Named::Escape);
    driver.tell(Issue::Batch(true));
    driver.app.finish(preparing);
    assert!(driver.draft().same_content(&before));
    assert!(driver.workspace().findings().batch().is_some());
}

#[test]
fn an_issue_is_waived_and_unwaived() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = world(place.path());
    let settings = home.join("marchland.toml");
    fs::write(&settings, "# ours\n[limits]\nname-chars = 30\n").unwrap();
    driver.key("i", Modifiers::empty());
    driver.tell(Issue::Text("ADJ008".into()));
    driver.click(&driver.issue("ADJ008"));
    let before = driver.workspace().findings().counts();
    driver.click("Waive…");
    driver.click("Waive");
    assert!(driver.has("ADJ008"), "not without a reason");
    driver.fill("reason", "mountains", true);
    assert!(!driver.has("ADJ008"));
    let text = fs::read_to_string(&settings).unwrap();
    assert!(text.starts_with("# ours\n[limits]\nname-chars = 30\n"));
    assert!(text.contains("reason = \"mountains\""));
    let after = driver.workspace().findings().counts();
    assert_eq!((after.waived, after.warnings), (1, before.warnings - 1));
    assert!(driver.shows("1 waived"), "in the status bar");
    let marked = |driver: &Driver| {
        driver
            .workspace()
            .scene()
            .marks()
            .iter()
            .any(|mark| mark.strong)
    };
    assert!(marked(&driver));
    driver.key("i", Modifiers::empty());
    assert!(!driver.workspace().view.issues_open && !marked(&driver));
    driver.key("i", Modifiers::empty());
    assert!(
        driver.workspace().document.is_saved(),
        "the map is as it was"
    );

    // It can be listed and removed.
    let message = driver.issue("ADJ008");
    assert!(driver.workspace().findings().is_empty());
    driver.tell(Issue::Waived);
    assert_eq!(driver.workspace().findings().len(), 1);
    driver.click(&message);
    assert!(driver.shows("Waived: mountains"));
    driver.click("Remove waiver");
    assert!(driver.has("ADJ008"));
    let text = fs::read_to_string(&settings).unwrap();
    assert_eq!(text, "# ours\n[limits]\nname-chars = 30\n");

    // An unused waiver is an issue and can be removed the same way.
    let idle = "[[waiver]]\nrule = \"TER009\"\nreason = \"once\"\n";
    fs::write(&settings, idle).unwrap();
    let mut driver = Driver::new(Some(&home));
    driver.tell(Issue::Go(driver.id("CFG001")));
    driver.tell(Issue::Unwaive(driver.id("CFG001")));
    assert!(!driver.has("CFG001"));
    assert_eq!(fs::read_to_string(&settings).unwrap().trim(), "");
}

#[test]
fn an_issue_with_one_fix_can_be_read_without_scrolling() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.key("i", Modifiers::empty());
    let all = driver.workspace().findings().all().iter();
    let short = all.filter(|finding| finding.fixes.len() <= 1);
    for id in short.map(|finding| finding.id.clone()).collect::<Vec<_>>() {
        driver.tell(Issue::Go(id.clone()));
        driver.with(|screen| {
            let detail = screen.find(selector::id("issue")).expect("the issue");
            let Target::Scrollable {
                bounds,
                content_bounds,
                ..
            } = detail
            else {
                panic!("{detail:?}")
            };
            assert!(content_bounds.height <= bounds.height, "{id}: {detail:?}");
        });
    }
}

#[test]
fn lines_are_told_only_of_a_file() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = Driver::saved(place.path());
    driver.named(key::Named::F8);
    assert!(driver.shows("map.xml, line 2"));
    let mut driver = Driver::new(Some(&home.with_file_name("squares.png")));
    driver.press_and_run("Create map");
    driver.named(key::Named::F8);
    assert!(driver.shows("The map has no continent"));
    assert!(!driver.shows("map.xml, line 2"));
}

#[test]
fn unavailable_waivers_are_explained() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.named(key::Named::F8);
    assert!(driver.shows("Save the map first: waivers are stored in marchland.toml beside it."));
    driver.click("Waive…");
    assert!(driver.workspace().findings().reason.is_none());
    assert!(driver.shows("Why?"), "waiving is never the only button");
}

#[test]
fn settings_errors_are_shown() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = world(place.path());
    let settings = home.join("marchland.toml");
    fs::write(&settings, "[rules]\nADJ008 = 3\n").unwrap();
    let mut driver = Driver::new(Some(&home));
    let trouble = driver
        .workspace()
        .findings()
        .outcome()
        .unwrap()
        .trouble
        .clone();
    assert!(trouble.unwrap().contains("line 2"));
    assert!(driver.has("ADJ008"), "default settings apply");
    driver.tell(Issue::Go(driver.id("ADJ008")));
    driver.tell(Issue::Reason("meant".into()));
    driver.tell(Issue::WaiveDone);
    assert!(
        driver
            .app
            .toasts()
            .any(|text| text.starts_with("Not waived"))
    );
    assert_eq!(
        fs::read_to_string(&settings).unwrap(),
        "[rules]\nADJ008 = 3\n"
    );
}

#[test]
fn rules_are_explained() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.key("i", Modifiers::empty());
    driver.tell(Issue::Text("ADJ008".into()));
    driver.click(&driver.issue("ADJ008"));
    driver.click("Why?");
    assert!(driver.shows("Two territories touch in the mask, but are not neighbours."));
    assert!(driver.shows("How to repair"));
    driver.named(key::Named::Escape);
    assert!(!driver.shows("How to repair"));
    assert!(!driver.workspace().document.selection().is_empty());
}

#[test]
fn what_a_fresh_map_lacks_is_counted_as_to_do_everywhere() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("squares.png");
    six_squares(&mask);
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.key("i", Modifiers::empty());
    let findings = driver.workspace().findings();
    let (counts, to_do) = (findings.counts(), findings.to_do());
    assert_eq!((counts.errors, counts.warnings), (0, 0));
    assert!(driver.has("ADJ008"), "open proposals are among it");
    assert!(driver.shows(&format!("{to_do} to do")));
    assert_eq!(driver.workspace().scene().marks().len(), 0);
    driver.tell(Issue::ToDo);
    let listed = driver.workspace().findings().len();
    assert_eq!(listed, counts.infos, "the rest is hidden");
    driver.tell(Issue::ToDo);
    assert_eq!(driver.workspace().findings().len(), listed + to_do);
    driver.named(key::Named::F5);
    let said = format!("The map cannot be played yet: {to_do} to do.");
    assert!(driver.app.toasts().any(|toast| toast == said));
}

#[test]
fn the_list_is_filtered() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.key("i", Modifiers::empty());
    let ids = |driver: &Driver| driver.workspace().findings().len();
    let all = ids(&driver);
    driver.fill("issue-filter", "adj link", false);
    let some = ids(&driver);
    assert!(some > 0 && some < all);
    driver.fill("issue-filter", "nothing like it", false);
    assert!(driver.shows("No issue matches the filter"));
    driver.click("Clear filter");
    assert_eq!(ids(&driver), all);
    for severity in Severity::ALL {
        driver.tell(Issue::Severity(severity));
    }
    assert_eq!(ids(&driver), 0);
    driver.click("Clear filter");
    // Only the surroundings of Japan.
    let japan = driver.workspace().document.draft();
    let japan = japan.territory_by_id(TerritoryId(34)).unwrap().key;
    driver.send(Message::Workspace(workspace::Message::Reveal(japan)));
    driver.click("In view");
    let near = ids(&driver);
    assert!(near > 0 && near < all, "{near} of {all}");
    driver.send(Message::Command(marchland_editor::commands::Command::Zoom(
        Zoom::Whole,
    )));
    assert!(ids(&driver) > near, "more is in view now");
}

#[test]
fn hundreds_of_issues_build_a_handful_of_rows() {
    let place = tempfile::tempdir().unwrap();
    let many = many_issues(place.path());
    let mut driver = Driver::new(Some(&many));
    driver.key("i", Modifiers::empty());
    let count = driver.workspace().findings().len();
    assert!(count > 600, "{count}");
    let message = |driver: &Driver, at| {
        let finding = driver.workspace().findings().row(at).unwrap();
        sentence_case(&finding.message)
    };
    let (first, middle) = (message(&driver, 0), message(&driver, count / 2));
    assert!(
        driver.shows(&first) && !driver.shows(&middle),
        "{first} {middle}"
    );
    // Going back from the first reaches the last and scrolls to it.
    driver.send(Message::Command(
        marchland_editor::commands::Command::PreviousIssue,
    ));
    assert_eq!(driver.workspace().findings().chosen_row(), Some(count - 1));
    let end = marchland_editor::workspace::Rows::ISSUES.top(count);
    let scrolled = driver.workspace().findings().scrolled;
    assert!(scrolled + driver.workspace().view.sizes.list >= end - 1.0);
}
