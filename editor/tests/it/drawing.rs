//! Maps drawn from an empty sheet.

use std::path::Path;

use iced::Size;
use iced::keyboard::{Modifiers, key};
use iced_test::selector;
use marchland_board::{self as board, Pointer};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::jobs::Parcel;
use marchland_editor::tools::ToolKind;
use marchland_editor::workspace::{Effect, Message as OnWorkspace, Tab, Workspace};
use marchland_editor::{files, recovery};
use marchland_maps::mask;
use marchland_maps::{By, Rgb, TerritoryId, folder, xml};
use marchland_ui::theme::Mode;

use crate::driver::{Driver, WINDOW, keep_now, six_squares, square};
use crate::pictures::Album;

/// An empty sheet of 1200 by 800 pixels.
fn sheet(state: Option<&Path>) -> Driver {
    let mut driver = Driver::remembering(None, state);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    assert_eq!(driver.workspace().scene().size(), (1200, 800));
    driver
}

#[test]
fn land_is_painted_and_all_of_it_is_undone() {
    let mut driver = sheet(None);
    let (empty, blank) = (driver.draft().clone(), driver.regions().clone());
    assert!(
        driver.workspace().document.is_saved(),
        "nothing to lose yet"
    );
    driver.drag(&[(200.0, 200.0), (400.0, 200.0), (400.0, 300.0)]);
    assert_eq!(driver.draft().territories.len(), 1);
    let first = driver.draft().territories[0].clone();
    assert_eq!((first.id, first.name.text), (Some(TerritoryId(0)), None));
    assert_eq!(first.colour, Some(driver.colour_at(300, 200)));
    assert_eq!(driver.colour_at(300, 250), Rgb::WHITE);
    assert_eq!(first.pivots.len(), 1);
    assert!(driver.app.title().starts_with("● "));

    // A second territory beside it, painted over the border of the first, which keeps its land.
    driver.drag(&[(300.0, 205.0), (300.0, 280.0)]);
    assert_eq!(
        driver.draft().territories.len(),
        1,
        "pressed on the first: it grows"
    );
    assert_eq!(driver.colour_at(300, 250), first.colour.unwrap());
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.colour_at(300, 250), Rgb::WHITE);
    driver.drag(&[(300.0, 250.0), (300.0, 210.0)]);
    let two = driver.draft();
    assert_eq!(two.territories.len(), 2);
    assert_eq!(two.can_go(TerritoryId(0), TerritoryId(1)), Some(By::Land));
    assert_eq!(driver.colour_at(300, 210), first.colour.unwrap());

    // Sea with Alt: the two no longer touch, and the link is removed.
    driver.key("]", Modifiers::empty());
    driver.drag_with(&[(250.0, 228.0), (350.0, 228.0)], Modifiers::ALT, true);
    assert_eq!(driver.colour_at(300, 228), Rgb::WHITE);
    assert_eq!(driver.draft().can_go(TerritoryId(0), TerritoryId(1)), None);

    for _ in 0..3 {
        driver.key("z", Modifiers::CTRL);
    }
    assert!(driver.draft().same_content(&empty));
    assert_eq!(driver.draft(), &empty, "with nothing left behind");
    assert_eq!(*driver.regions(), blank);
    assert!(driver.workspace().document.is_saved());
    for _ in 0..3 {
        driver.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    }
    assert_eq!(driver.draft().territories.len(), 2);
    assert_eq!(driver.draft().links().count(), 0);
    assert_eq!(
        driver.colour_at(300, 258),
        driver.draft().territories[1].colour.unwrap()
    );
}

#[test]
fn pending_strokes_are_shown_and_can_be_cancelled() {
    let mut driver = sheet(None);
    driver.drag_with(&[(200.0, 200.0), (300.0, 200.0)], Modifiers::empty(), false);
    assert!(driver.workspace().sketch().brush.is_some());
    assert_eq!(driver.workspace().scene().washes().len(), 1);
    driver.named(key::Named::Escape);
    assert_eq!(driver.workspace().scene().washes().len(), 0);
    assert!(driver.draft().territories.is_empty());
    assert!(driver.workspace().document.is_saved());
}

#[test]
fn an_authors_mask_is_kept_once_and_ours_is_not() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = Driver::saved(place.path());
    let author = std::fs::read(home.join("squares.png")).unwrap();
    let original = home.join("squares.original.png");
    let mut driver = Driver::new(Some(&home));
    driver.key("b", Modifiers::empty());
    driver.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(driver.draft().territories.len(), 7);
    driver.key("s", Modifiers::CTRL);
    assert!(
        driver.workspace().document.is_saved(),
        "{:?}",
        driver.app.dialog()
    );
    assert_eq!(std::fs::read(&original).unwrap(), author);
    let drawn = std::fs::read(home.join("squares.png")).unwrap();
    assert!(mask::read(&drawn).unwrap() == *driver.regions());
    // Nothing was drawn, so the mask is not written; after undo it is unchanged.
    driver.named(key::Named::Escape);
    driver.key("v", Modifiers::empty());
    driver.click_map(square(0));
    driver.fill("name", "Ash", false);
    std::fs::remove_file(&original).unwrap();
    driver.key("s", Modifiers::CTRL);
    assert_eq!(std::fs::read(home.join("squares.png")).unwrap(), drawn);
    driver.key("z", Modifiers::CTRL);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft().territories.len(), 6);
    driver.key("s", Modifiers::CTRL);
    let back = mask::read(&std::fs::read(home.join("squares.png")).unwrap()).unwrap();
    assert!(back == mask::read(&author).unwrap());
    assert!(!original.exists(), "what was drawn here is nobody's own");
}

#[test]
fn drawings_are_recovered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let (before, names) = {
        let mut driver = sheet(Some(&state));
        driver.drag(&[(200.0, 200.0), (400.0, 200.0)]);
        keep_now(&mut driver.app);
        driver.drag(&[(200.0, 400.0), (400.0, 400.0)]);
        keep_now(&mut driver.app);
        (driver.regions().clone(), driver.draft().territories.clone())
        // The program ends here as if killed.
    };
    let orphans = recovery::orphans(&recovery::folder(&state));
    assert_eq!(orphans.len(), 1);
    let masks = std::fs::read_dir(&orphans[0].folder).unwrap().flatten();
    let masks = masks.filter(|file| file.path().extension().is_some_and(|e| e == "png"));
    assert_eq!(masks.count(), 1, "the older one is gone");
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    assert!(*driver.regions() == before);
    assert_eq!(driver.draft().territories.len(), names.len());
    assert!(!driver.workspace().document.is_saved());
    let home = place.path().join("map");
    driver.save_as(&home);
    let saved = std::fs::read(home.join("mask.png")).unwrap();
    assert!(mask::read(&saved).unwrap() == before);
}

#[test]
fn drawings_on_a_saved_map_are_recovered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let (_, home) = Driver::saved(place.path());
    let author = std::fs::read(home.join("squares.png")).unwrap();
    let before = {
        let mut driver = Driver::remembering(Some(&home), Some(&state));
        driver.key("k", Modifiers::empty());
        let (left, right) = ((30.0, 100.0), (350.0, 100.0));
        driver.drag(&[left, right]);
        assert_eq!(driver.draft().territories.len(), 9);
        keep_now(&mut driver.app);
        driver.regions().clone()
    };
    assert_eq!(std::fs::read(home.join("squares.png")).unwrap(), author);
    let mut driver = Driver::remembering(None, Some(&state));
    driver.press_and_run("Recover");
    assert!(*driver.regions() == before);
    driver.key("s", Modifiers::CTRL);
    assert!(
        driver.workspace().document.is_saved(),
        "{:?}",
        driver.app.dialog()
    );
    assert_eq!(
        std::fs::read(home.join("squares.original.png")).unwrap(),
        author
    );
    let (_, reading) = folder::Folder::open(&home).unwrap();
    assert!(reading.draft.same_content(driver.draft()));
    assert!(
        xml::read(&std::fs::read(home.join("map.xml")).unwrap())
            .flaws
            .is_empty()
    );
}

#[test]
fn a_mask_of_another_kind_stays_beside_the_new_one() {
    let place = tempfile::tempdir().unwrap();
    let png = place.path().join("squares.png");
    six_squares(&png);
    let gif = place.path().join("squares.gif");
    image::open(&png).unwrap().save(&gif).unwrap();
    let mut driver = Driver::new(Some(&gif));
    driver.press_and_run("Create map");
    let home = place.path().join("map");
    driver.save_as(&home);
    let author = std::fs::read(home.join("squares.gif")).unwrap();
    let is_broken = |driver: &Driver| {
        let mut all = driver.workspace().findings().all().iter();
        all.any(|finding| finding.rule.code == "XML003")
    };
    driver.key("b", Modifiers::empty());
    driver.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(driver.draft().mask.as_ref().unwrap().file, "squares.png");
    // No file has the new name before the map is saved, which is no fault.
    driver.mask_touched();
    assert!(!driver.shows("Locate…") && !is_broken(&driver));
    driver.key("z", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved() && !is_broken(&driver));
    driver.key("z", Modifiers::CTRL | Modifiers::SHIFT);
    driver.key("s", Modifiers::CTRL);
    assert!(
        driver.workspace().document.is_saved(),
        "{:?}",
        driver.app.dialog()
    );
    let drawn = mask::read(&std::fs::read(home.join("squares.png")).unwrap()).unwrap();
    assert!(drawn == *driver.regions());
    driver.key("z", Modifiers::CTRL);
    driver.key("s", Modifiers::CTRL);
    assert_eq!(driver.draft().mask.as_ref().unwrap().file, "squares.gif");
    driver.mask_touched();
    assert!(driver.workspace().document.is_saved() && !driver.shows("Keep mine"));
    assert_eq!(std::fs::read(home.join("squares.gif")).unwrap(), author);
    driver.key("z", Modifiers::CTRL | Modifiers::SHIFT);
    driver.key("s", Modifiers::CTRL);
    assert!(driver.workspace().document.is_saved() && !driver.shows("Keep mine"));
    driver.mask_touched();
    assert!(driver.workspace().document.is_saved() && !driver.shows("Keep mine"));
}

#[test]
fn a_new_mask_takes_no_other_file_s_name() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = Driver::saved(place.path());
    let (file, png) = (home.join("map.xml"), home.join("squares.png"));
    image::open(&png)
        .unwrap()
        .save(home.join("squares.gif"))
        .unwrap();
    let players = std::fs::read(&png).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let text = text.replace("squares.png", "squares.gif");
    let image = "<image file=\"squares.png\"/><mask ";
    std::fs::write(&file, text.replacen("<mask ", image, 1)).unwrap();
    let mut driver = Driver::new(Some(&home));
    assert_eq!(driver.draft().image.as_deref(), Some("squares.png"));
    driver.key("b", Modifiers::empty());
    driver.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(driver.draft().mask.as_ref().unwrap().file, "squares-2.png");
    driver.key("s", Modifiers::CTRL);
    assert_eq!(std::fs::read(&png).unwrap(), players);
    let drawn = std::fs::read(home.join("squares-2.png")).unwrap();
    assert!(mask::read(&drawn).unwrap() == *driver.regions());
    // Undone and drawn on anew, it is the same file.
    driver.key("z", Modifiers::CTRL);
    driver.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(driver.draft().mask.as_ref().unwrap().file, "squares-2.png");
}

#[test]
fn a_failed_cut_shows_its_loose_end() {
    let mut driver = crate::answers::land();
    driver.key("k", Modifiers::empty());
    driver.drag(&[(450.0, 200.0), (470.0, 400.0)]);
    assert_eq!(driver.draft().territories.len(), 1);
    let (x, y, reach) = driver.workspace().sketch().brush.expect("a ring");
    let is_near = (x - 470.0).abs() < 4.0 && (y - 400.0).abs() < 4.0;
    assert!(is_near && reach > 10.0, "{x} {y} {reach}");
    let line = driver.workspace().sketch().line;
    assert!(line.len() > 1 && line[0].1 < 300.0, "{line:?}");
    let mut album = Album::new();
    album.take(&mut driver, "loose-end", Size::new(1280.0, 800.0));
    driver.drag(&[(450.0, 200.0), (450.0, 600.0)]);
    assert_eq!(driver.draft().territories.len(), 2);
    assert_eq!(driver.workspace().sketch().brush, None);
    // Other tools do not show it.
    driver.drag(&[(350.0, 200.0), (360.0, 400.0)]);
    assert!(driver.workspace().sketch().brush.is_some());
    driver.key("f", Modifiers::empty());
    assert!(driver.workspace().sketch().line.is_empty());
}

#[test]
fn an_operation_whose_computation_panicked_is_reported() {
    let (document, _) = files::empty(600, 400).expect("a sheet");
    let mut workspace = Workspace::new(document, Mode::default());
    workspace.update(OnWorkspace::Do(Command::NewColours));
    let (number, _) = workspace.order().expect("work");
    let effects = workspace.update(OnWorkspace::Drawn(number, Parcel::empty()));
    assert!(matches!(&effects[..], [Effect::Fail(_)]), "{effects:?}");
    assert!(!workspace.is_thinking());

    workspace.update(OnWorkspace::Do(Command::Dissolve));
    let (number, ..) = workspace.trial_order().expect("a preview");
    let effects = workspace.update(OnWorkspace::Tried(number, Parcel::empty()));
    assert!(matches!(&effects[..], [Effect::Fail(_)]), "{effects:?}");
    assert!(!workspace.is_thinking());
}

/// Drags the pointer across the board.
fn drag(workspace: &mut Workspace, from: (f64, f64), to: (f64, f64)) {
    let at = |(x, y)| Pointer {
        x,
        y,
        scale: 1.0,
        modifiers: board::Modifiers::default(),
    };
    for event in [
        board::Event::Pressed(at(from), 1),
        board::Event::Dragged(at(to)),
        board::Event::Released(at(to)),
    ] {
        workspace.update(OnWorkspace::Board(event));
    }
    workspace.paint(Mode::default());
}

/// Carries out what was drawn; returns what is said about it.
fn finish(workspace: &mut Workspace) -> Vec<String> {
    let mut said = Vec::new();
    while let Some((number, order)) = workspace.order() {
        let done = Parcel::new(order.carry_out());
        for effect in workspace.update(OnWorkspace::Drawn(number, done)) {
            if let Effect::Say(text) = effect {
                said.push(text);
            }
        }
        workspace.paint(Mode::default());
    }
    said
}

/// Outlines a territory from 100,100 to 400,300.
fn outline(workspace: &mut Workspace) {
    workspace.take_tool(ToolKind::Area);
    for corner in [
        (100.0, 100.0),
        (400.0, 100.0),
        (400.0, 300.0),
        (100.0, 300.0),
        (100.0, 100.0),
    ] {
        drag(workspace, corner, corner);
    }
    finish(workspace);
    assert_eq!(workspace.document.draft().territories.len(), 1);
}

#[test]
fn a_loose_end_disappears_after_another_edit() {
    let (document, _) = files::empty(600, 400).expect("a sheet");
    let mut workspace = Workspace::new(document, Mode::default());
    let ring = |workspace: &Workspace| {
        workspace
            .sketch()
            .brush
            .filter(|_| !workspace.sketch().line.is_empty())
    };
    outline(&mut workspace);
    workspace.take_tool(ToolKind::Cut);
    let cut = |workspace: &mut Workspace| drag(workspace, (250.0, 50.0), (250.0, 200.0));
    cut(&mut workspace);
    finish(&mut workspace);
    assert!(ring(&workspace).is_some());
    // Another tool is selected before the cut is known to fail.
    cut(&mut workspace);
    assert!(ring(&workspace).is_none());
    workspace.take_tool(ToolKind::Fill);
    finish(&mut workspace);
    assert!(workspace.sketch().line.is_empty());
    workspace.take_tool(ToolKind::Cut);
    assert!(ring(&workspace).is_none());
    // The land is removed.
    cut(&mut workspace);
    workspace.update(OnWorkspace::Do(Command::Undo));
    finish(&mut workspace);
    assert_eq!(workspace.document.draft().territories.len(), 0);
    assert!(ring(&workspace).is_none());
}

#[test]
fn slivers_of_a_cut_are_reported() {
    let (document, _) = files::empty(600, 400).expect("a sheet");
    let mut workspace = Workspace::new(document, Mode::default());
    outline(&mut workspace);
    workspace.take_tool(ToolKind::Cut);
    // Off a corner, and then through the middle.
    for corner in [(80.0, 150.0), (150.0, 80.0), (250.0, 80.0), (250.0, 320.0)] {
        drag(&mut workspace, corner, corner);
    }
    workspace.update(OnWorkspace::Do(Command::Confirm));
    assert_eq!(
        finish(&mut workspace),
        ["1 small piece joined the part beside it."]
    );
    assert_eq!(workspace.document.draft().territories.len(), 2);
}

#[test]
fn tool_hints_do_not_cover_the_sheet() {
    let mut driver = sheet(None);
    driver.drag(&[(300.0, 200.0), (400.0, 200.0)]);
    let mut album = Album::new();
    for (name, window) in [("", WINDOW), ("-small", Size::new(1024.0, 640.0))] {
        for key in ["b", "a", "k", "u", "f", "t"] {
            driver.key(key, Modifiers::empty());
            driver.within(window, |_| {});
            let mut boxes = Vec::new();
            driver.within(window, |screen| {
                for id in ["board", "tool"] {
                    boxes.push(screen.find(selector::id(id)).expect("it is there").bounds());
                }
            });
            let [board, tool] = boxes[..] else {
                panic!("{boxes:?}")
            };
            let framing = driver.workspace().view.framing;
            let camera = framing.camera(1200, 800, board.size());
            let top = board.y + camera.to_screen(0.0, 0.0).y;
            assert!(tool.y + tool.height <= top, "{key}{name}: {tool:?} {top}");
            album.take(&mut driver, &format!("tool-{key}{name}"), window);
        }
    }
    // It does not move when tools change.
    let framing = driver.workspace().view.framing;
    driver.key("v", Modifiers::empty());
    assert_eq!(driver.workspace().view.framing, framing);
    driver.key("+", Modifiers::empty());
    assert_ne!(driver.workspace().view.framing, framing);
    driver.key("!", Modifiers::SHIFT);
    assert_eq!(driver.workspace().view.framing, framing);
}

#[test]
fn disconnected_maps_are_not_linked() {
    let mut driver = sheet(None);
    for left in [200.0, 700.0] {
        driver.drag(&[(left, 200.0), (left + 100.0, 200.0)]);
        driver.drag(&[(left, 228.0), (left + 100.0, 228.0)]);
    }
    driver.key("v", Modifiers::empty());
    assert_eq!(driver.draft().territories.len(), 4);
    assert_eq!(driver.draft().links().count(), 2);
    assert!(driver.shows("Named 0/4") && driver.shows("In 2 parts"));
    assert!(!driver.shows("Linked"));
    Album::new().take(&mut driver, "checklist-pieces", WINDOW);
    driver.press_and_run("In 2 parts");
    assert!(!driver.workspace().across().is_empty(), "links by sea");
    assert_eq!(driver.workspace().view.tab, Tab::Proposals);
    driver.key("l", Modifiers::empty());
    driver.drag(&[(250.0, 200.0), (400.0, 200.0), (750.0, 200.0)]);
    driver.key("v", Modifiers::empty());
    driver.send(Message::Workspace(OnWorkspace::Tab(Tab::Outline)));
    assert_eq!(driver.draft().links().count(), 3);
    assert!(driver.shows("Linked"));
}

#[test]
fn a_button_merges_the_selection() {
    let mut driver = sheet(None);
    driver.drag(&[(200.0, 200.0), (300.0, 200.0)]);
    driver.drag(&[(200.0, 228.0), (300.0, 228.0)]);
    driver.key("v", Modifiers::empty());
    driver.click_map((250.0, 200.0));
    assert!(!driver.shows("Merge territories"));
    driver.click_map_with((250.0, 235.0), Modifiers::SHIFT);
    assert_eq!(
        driver.workspace().document.selection().territories().len(),
        2
    );
    Album::new().take(&mut driver, "merge-two", WINDOW);
    driver.click("Merge territories");
    assert_eq!(driver.draft().territories.len(), 1);
}
