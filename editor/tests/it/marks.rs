//! Issue marks: hovered and clicked, without blocking the land beneath.

use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::tools::ToolKind;
use marchland_editor::workspace;
use marchland_maps::TerritoryId;

use crate::driver::Driver;
use crate::issues::world;

impl Driver {
    /// The middle of an issue's mark, in pixels of the mask.
    fn sign_of(&self, code: &str) -> (f64, f64) {
        let workspace = self.workspace();
        let all = workspace.findings().all();
        let marks = workspace.scene().marks().iter();
        let mark = marks.clone().find(|mark| all[mark.of].rule.code == code);
        let mark = mark.unwrap_or_else(|| panic!("a mark of {code}"));
        (mark.at.0, mark.at.1 - 15.0 / workspace.zoom())
    }

    fn chosen(&self) -> Option<&str> {
        let chosen = self.workspace().findings().chosen();
        chosen.map(|finding| finding.rule.code)
    }
}

#[test]
fn a_click_on_a_mark_opens_its_issue_and_the_map_stays() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    assert!(!driver.workspace().view.issues_open);
    // The filter cannot hide the row for good.
    driver.tell(marchland_editor::findings::Message::Text("nothing".into()));
    let sign = driver.sign_of("PIV003");
    let before = driver.workspace().zoom();
    driver.click_map(sign);
    assert!(driver.workspace().view.issues_open);
    assert_eq!(driver.chosen(), Some("PIV003"));
    assert!(driver.workspace().findings().chosen_row().is_some());
    assert!((driver.workspace().zoom() - before).abs() < 1e-9);
    assert!(
        driver
            .workspace()
            .document
            .selection()
            .territory()
            .is_some()
    );
    assert!(driver.shows(&driver.issue("PIV003")));
    // The mark is still under the pointer, so a second click is for the next one there.
    let again = driver.sign_of("PIV003");
    assert!((again.0 - sign.0).abs() < 1e-6 && (again.1 - sign.1).abs() < 1e-6);
}

#[test]
fn overlapping_marks_take_turns() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    // Madagascar is its own neighbour and has one that does not exist.
    let draft = driver.workspace().document.draft();
    let key = draft.territory_by_id(TerritoryId(25)).unwrap().key;
    let found = driver.workspace().findings().about_territory(key);
    let open: Vec<_> = found.map(|f| f.id.clone()).collect();
    assert!(open.len() > 1, "{open:?}");
    let first = driver
        .workspace()
        .findings()
        .get(&open[0])
        .unwrap()
        .rule
        .code;
    let sign = driver.sign_of(first);
    let scale = driver.workspace().zoom();
    let here = driver
        .workspace()
        .scene()
        .marks_at(sign.0, sign.1, scale)
        .len();
    assert!(here > 1, "{here}");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..here {
        driver.click_map(sign);
        let chosen = driver.workspace().findings().chosen().unwrap();
        assert!(seen.insert(chosen.id.clone()), "each in its turn");
    }
    driver.click_map(sign);
    let chosen = driver.workspace().findings().chosen().unwrap().id.clone();
    assert!(seen.contains(&chosen), "then the first again");
}

#[test]
fn the_pointer_on_a_mark_says_what_it_is_about() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let sign = driver.sign_of("PIV003");
    // The tip is made from this; tests cannot find text in a tip.
    driver.point_at(sign);
    assert_eq!(
        driver.workspace().marked().next().unwrap().rule.code,
        "PIV003"
    );
    assert!(
        !driver.workspace().pointed_at().is_empty(),
        "and picks the land out"
    );
    // Nothing beside it.
    let beside = (sign.0 + 30.0 / driver.workspace().zoom(), sign.1);
    driver.point_at(beside);
    assert!(driver.workspace().marked().next().is_none());
    assert!(driver.workspace().findings().hovered().is_none());
    // Other tools work on the land.
    driver.send(Message::Command(Command::Tool(ToolKind::Continent)));
    driver.point_at(sign);
    assert!(driver.workspace().marked().next().is_none());
}

#[test]
fn marks_do_not_block_the_land() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    // The mark of a territory is on it.
    let issue = driver.id("ADJ002");
    let sign = driver.sign_of("ADJ002");
    let under = driver.workspace().scene().plot_at(sign.0, sign.1);
    let land =
        |driver: &Driver, plot: usize| driver.workspace().document.draft().territories[plot].key;
    // Beside the sign, the land.
    let beside = (sign.0, sign.1 + 14.0 / driver.workspace().zoom());
    let plot = driver.workspace().scene().plot_at(beside.0, beside.1);
    let key = land(&driver, plot.expect("land at the mark's foot"));
    driver.click_map(beside);
    assert_eq!(
        driver.workspace().document.selection().territory(),
        Some(key)
    );
    assert_eq!(driver.chosen(), None);
    // With Shift, the land beneath the mark.
    let japan = driver.workspace().document.draft();
    let japan = japan.territory_by_id(TerritoryId(34)).unwrap().key;
    driver.send(Message::Workspace(workspace::Message::Select(japan)));
    driver.click_map_with(sign, Modifiers::SHIFT);
    assert_eq!(driver.chosen(), None);
    if let Some(plot) = under {
        let key = land(&driver, plot);
        assert!(driver.workspace().document.selection().contains(key));
    }
    // A rectangle can start on it.
    driver.send(Message::Workspace(workspace::Message::Select(japan)));
    driver.drag(&[
        sign,
        (sign.0 - 200.0, sign.1 - 200.0),
        (sign.0 - 400.0, sign.1 - 400.0),
    ]);
    assert_eq!(driver.chosen(), None);
    assert!(driver.workspace().document.selection().territories().len() > 1);
    assert!(driver.workspace().findings().get(&issue).is_some());
}
