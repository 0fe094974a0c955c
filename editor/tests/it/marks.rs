//! Issues on the map: their marks are pointed at and clicked, and do not stand
//! in the way of the land beneath.

use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;
use marchland_editor::tools::ToolKind;
use marchland_maps::TerritoryId;

use crate::desk::Desk;
use crate::issues::world;

impl Desk {
    /// The middle of the sign of the mark of an issue, in pixels of the mask.
    fn sign_of(&self, code: &str) -> (f64, f64) {
        let bench = self.bench();
        let all = bench.findings().all();
        let marks = bench.scene().marks().iter();
        let mark = marks.clone().find(|mark| all[mark.of].rule.code == code);
        let mark = mark.unwrap_or_else(|| panic!("a mark of {code}"));
        (mark.at.0, mark.at.1 - 15.0 / bench.zoom())
    }

    fn chosen(&self) -> Option<&str> {
        let chosen = self.bench().findings().chosen();
        chosen.map(|finding| finding.rule.code)
    }
}

#[test]
fn a_click_on_a_mark_opens_its_issue_and_the_map_stays() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    assert!(!desk.bench().view.issues_open);
    // No filter hides the row for good.
    desk.tell(marchland_editor::findings::Message::Text("nothing".into()));
    let sign = desk.sign_of("PIV003");
    let before = desk.bench().zoom();
    desk.click_map(sign);
    assert!(desk.bench().view.issues_open);
    assert_eq!(desk.chosen(), Some("PIV003"));
    assert!(desk.bench().findings().chosen_row().is_some());
    assert!((desk.bench().zoom() - before).abs() < 1e-9);
    assert!(desk.bench().document.selection().territory().is_some());
    assert!(desk.shows(&desk.issue("PIV003")));
    // The mark is still where the pointer is, so that a second click is for
    // what else lies there.
    let again = desk.sign_of("PIV003");
    assert!((again.0 - sign.0).abs() < 1e-6 && (again.1 - sign.1).abs() < 1e-6);
}

#[test]
fn marks_on_one_another_take_turns() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    // Madagascar is its own neighbour and has one that is not there.
    let draft = desk.bench().document.draft();
    let key = draft.territory_by_id(TerritoryId(25)).unwrap().key;
    let found = desk.bench().findings().about_territory(key);
    let open: Vec<_> = found.map(|f| f.id.clone()).collect();
    assert!(open.len() > 1, "{open:?}");
    let first = desk.bench().findings().get(&open[0]).unwrap().rule.code;
    let sign = desk.sign_of(first);
    let scale = desk.bench().zoom();
    let here = desk.bench().scene().marks_at(sign.0, sign.1, scale).len();
    assert!(here > 1, "{here}");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..here {
        desk.click_map(sign);
        let chosen = desk.bench().findings().chosen().unwrap();
        assert!(seen.insert(chosen.id.clone()), "each in its turn");
    }
    desk.click_map(sign);
    let chosen = desk.bench().findings().chosen().unwrap().id.clone();
    assert!(seen.contains(&chosen), "then the first again");
}

#[test]
fn the_pointer_on_a_mark_says_what_it_is_about() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    let sign = desk.sign_of("PIV003");
    // The tip takes what it says from here; no test finds words in a tip.
    desk.point_at(sign);
    assert_eq!(desk.bench().marked().next().unwrap().rule.code, "PIV003");
    assert!(
        !desk.bench().pointed_at().is_empty(),
        "and picks the land out"
    );
    // Beside it there is nothing to say.
    let beside = (sign.0 + 30.0 / desk.bench().zoom(), sign.1);
    desk.point_at(beside);
    assert!(desk.bench().marked().next().is_none());
    assert!(desk.bench().findings().hovered().is_none());
    // Other tools work on the land.
    desk.send(Message::Command(Command::Tool(ToolKind::Continent)));
    desk.point_at(sign);
    assert!(desk.bench().marked().next().is_none());
}

#[test]
fn marks_do_not_stand_in_the_way_of_the_land() {
    let place = tempfile::tempdir().unwrap();
    let (mut desk, _) = world(place.path());
    // The mark of a territory stands on it.
    let issue = desk.id("ADJ002");
    let sign = desk.sign_of("ADJ002");
    let under = desk.bench().scene().plot_at(sign.0, sign.1);
    let land = |desk: &Desk, plot: usize| desk.bench().document.draft().territories[plot].key;
    // Beside the sign, the land.
    let beside = (sign.0, sign.1 + 14.0 / desk.bench().zoom());
    let plot = desk.bench().scene().plot_at(beside.0, beside.1);
    let key = land(&desk, plot.expect("land at the mark's foot"));
    desk.click_map(beside);
    assert_eq!(desk.bench().document.selection().territory(), Some(key));
    assert_eq!(desk.chosen(), None);
    // With Shift, the land beneath the sign, too.
    let japan = desk.bench().document.draft();
    let japan = japan.territory_by_id(TerritoryId(34)).unwrap().key;
    desk.send(Message::Bench(bench::Message::Select(japan)));
    desk.click_map_with(sign, Modifiers::SHIFT);
    assert_eq!(desk.chosen(), None);
    if let Some(plot) = under {
        let key = land(&desk, plot);
        assert!(desk.bench().document.selection().contains(key));
    }
    // A rectangle may begin on it.
    desk.send(Message::Bench(bench::Message::Select(japan)));
    desk.drag(&[
        sign,
        (sign.0 - 200.0, sign.1 - 200.0),
        (sign.0 - 400.0, sign.1 - 400.0),
    ]);
    assert_eq!(desk.chosen(), None);
    assert!(desk.bench().document.selection().territories().len() > 1);
    assert!(desk.bench().findings().get(&issue).is_some());
}
