//! The side of the workspace: the issues of what is selected, and how the room
//! is shared.

use iced::keyboard::Modifiers;
use marchland_editor::app::Message;
use marchland_editor::findings::culprits;
use marchland_editor::workspace::{self, Edge, Sizes};

use crate::driver::WINDOW;
use crate::issues::world;

#[test]
fn the_inspector_lists_the_issues_of_what_is_selected() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let id = driver.id("TER004");
    let finding = driver.workspace().findings().get(&id).unwrap().clone();
    let message = driver.issue("TER004");
    assert!(!driver.shows(&message), "the list is closed");
    let (about, _) = culprits(&finding);
    driver.send(Message::Workspace(workspace::Message::Select(about[0])));
    assert!(driver.shows(&message));
    assert!(!driver.workspace().view.issues_open);
    // Why leads to the rule's page.
    driver.click("Why?");
    assert!(driver.workspace().view.issues_open && driver.shows("How to repair"));
    driver.key("i", Modifiers::empty());
    // The repair is there, too, and the cursor's field stays where it is.
    driver.click(&finding.fixes[0].title);
    assert!(driver.workspace().findings().get(&id).is_none());
    assert!(!driver.shows(&message));
}

#[test]
fn the_inspector_lists_what_is_wrong_with_continents_links_and_the_map() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    let key = driver.workspace().document.draft().continents[0].key;
    driver.send(Message::Workspace(workspace::Message::SelectContinent(key)));
    driver.fill("name", " ", false);
    let found: Vec<_> = driver.workspace().findings().about_continent(key).collect();
    assert!(!found.is_empty());
    let texts: Vec<_> = driver.workspace().of_selection();
    assert_eq!(texts.len(), found.len());
    let message = crate::issues::sentence_case(&found[0].message);
    assert!(driver.shows(&message));
    // The worst comes first, whatever is selected.
    let all = driver.workspace().document.draft().territories.iter();
    let ids: Vec<_> = all.map(|territory| territory.key).collect();
    for key in ids {
        driver.send(Message::Workspace(workspace::Message::Select(key)));
        let found = driver.workspace().of_selection();
        assert!(found.is_sorted_by_key(|f| std::cmp::Reverse(f.severity)));
        assert!(found.iter().all(|f| culprits(f).0.contains(&key)));
    }
}

#[test]
fn edges_are_dragged_and_stay_for_the_next_map() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, home) = world(place.path());
    let usual = Sizes::default();
    let edge = WINDOW.width - usual.side - 3.0;
    driver.drag_on_screen(&[(edge, 400.0), (edge - 40.0, 405.0), (edge - 90.0, 380.0)]);
    let sizes = driver.workspace().view.sizes;
    assert!((sizes.side - usual.side - 90.0).abs() < 0.5, "{sizes:?}");
    driver.key("i", Modifiers::empty());
    // The status bar is below the list, its bar above.
    let mut top = 0.0;
    driver.with(|screen| {
        let bounds = screen.find(iced_test::selector::id("board"));
        let bounds = bounds.expect("the board").bounds();
        top = bounds.y + bounds.height;
    });
    driver.drag_on_screen(&[(400.0, top + 3.0), (400.0, top - 57.0)]);
    let sizes = driver.workspace().view.sizes;
    assert!((sizes.list - usual.list - 60.0).abs() < 0.5, "{sizes:?}");
    // Never so far that nothing is left of what is beside.
    driver.send(Message::Workspace(workspace::Message::Resize(
        Edge::Side,
        9000.0,
    )));
    let widest = driver.workspace().view.sizes.side;
    assert!(widest < 600.0);
    // Another map, the same driver.
    driver.key("o", Modifiers::CTRL);
    driver.fill("path", &home.display().to_string(), false);
    driver.run(Message::Dialog(marchland_editor::dialogs::Message::Confirm));
    assert!((driver.workspace().view.sizes.side - widest).abs() < 0.5);
}

#[test]
fn a_double_click_puts_an_edge_back() {
    let place = tempfile::tempdir().unwrap();
    let (mut driver, _) = world(place.path());
    driver.send(Message::Workspace(workspace::Message::Resize(
        Edge::Side,
        400.0,
    )));
    let edge = WINDOW.width - 400.0 - 3.0;
    driver.with(|screen| {
        let at = iced::Point::new(edge, 300.0);
        screen.point_at(at);
        screen.simulate(iced_test::simulator::click());
        screen.simulate(iced_test::simulator::click());
    });
    assert_eq!(driver.workspace().view.sizes, Sizes::default());
}

#[test]
fn sizes_stay_within_bounds() {
    let mut sizes = Sizes::default();
    sizes.set(Edge::Inspector, 333.0);
    sizes.set(Edge::List, -4.0);
    assert_eq!(sizes.inspector, Some(333.0));
    assert!(sizes.list > 50.0);
    for edge in [Edge::Side, Edge::Inspector, Edge::List] {
        sizes.set(edge, f32::NAN);
    }
    assert_eq!(sizes, Sizes::default());
}
