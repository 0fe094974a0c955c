//! Moving land and bending borders.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::drawing::Brush;
use marchland_editor::workspace::{Intent, Message as OnWorkspace};
use marchland_maps::redraw::Over;
use marchland_maps::{By, Rgb, TerritoryId};

use crate::driver::{Driver, bundled};
use crate::pictures::Album;

const SIZE: Size = Size::new(1280.0, 800.0);

fn around(driver: &mut Driver, corners: &[(f64, f64)]) {
    driver.key("a", Modifiers::empty());
    for &corner in corners {
        driver.click_map(corner);
    }
    driver.named(key::Named::Enter);
}

/// Two adjacent lands, 100 to 300 and 300 to 500, and one apart.
fn three_lands() -> Driver {
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    for (left, top, right, bottom) in [
        (100.0, 150.0, 300.0, 450.0),
        (300.0, 150.0, 500.0, 450.0),
        (800.0, 300.0, 950.0, 380.0),
    ] {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        around(&mut driver, &corners);
    }
    assert_eq!(driver.draft().territories.len(), 3);
    assert_eq!(driver.draft().links().count(), 1);
    driver
}

fn over(driver: &mut Driver, over: Over) {
    let brush = Brush {
        over,
        ..driver.workspace().view.brush
    };
    driver.send(Message::Workspace(OnWorkspace::Brush(brush)));
}

#[test]
fn land_is_dragged_copied_and_dropped() {
    let mut driver = three_lands();
    let before = (driver.draft().clone(), driver.regions().clone());
    let colours: Vec<Rgb> = before
        .0
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    driver.key("t", Modifiers::empty());
    // It is previewed, and Esc cancels.
    driver.drag_with(&[(400.0, 200.0), (500.0, 300.0)], Modifiers::empty(), false);
    assert!(driver.workspace().scene().washes().len() == 2);
    driver.named(key::Named::Escape);
    assert!(driver.workspace().scene().washes().is_empty());
    assert_eq!(driver.draft(), &before.0);
    driver.drag(&[(400.0, 200.0), (460.0, 240.0), (560.0, 500.0)]);
    assert_eq!(driver.colour_at(400, 160), Rgb::WHITE);
    assert_eq!(driver.colour_at(560, 500), colours[1]);
    let (was, is) = (&before.0.territories[1], &driver.draft().territories[1]);
    assert_eq!(
        (is.pivots[0].x, is.pivots[0].y),
        (was.pivots[0].x + 160, was.pivots[0].y + 300)
    );
    assert_eq!(driver.draft().links().count(), 0);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
    // A copy is a new territory and is selected.
    driver.drag_with(&[(850.0, 340.0), (860.0, 600.0)], Modifiers::ALT, true);
    assert_eq!(driver.draft().territories.len(), 4);
    assert_eq!(driver.colour_at(850, 340), colours[2]);
    let copy = &driver.draft().territories[3];
    assert_eq!(copy.colour, Some(driver.colour_at(860, 600)));
    assert_eq!(
        driver.workspace().document.selection().territory(),
        Some(copy.key)
    );
    // Covers other land, or is covered by it.
    driver.key("z", Modifiers::CTRL);
    for (rule, wins) in [(Over::All, 2), (Over::Sea, 1)] {
        over(&mut driver, rule);
        driver.named(key::Named::Escape);
        driver.drag(&[(850.0, 340.0), (450.0, 340.0)]);
        assert_eq!(driver.colour_at(450, 340), colours[wins], "{rule:?}");
        driver.key("z", Modifiers::CTRL);
    }
    assert_eq!(driver.draft(), &before.0);
}

/// The highest id goes to the gap that a merged territory leaves.
#[test]
fn merged_lands_leave_no_gap_among_the_ids() {
    let mut driver = three_lands();
    let ids = |driver: &Driver| -> Vec<u16> {
        let ids = driver.draft().territories.iter().map(|t| t.id.unwrap().0);
        ids.collect()
    };
    let before = driver.draft().clone();
    assert_eq!(ids(&driver), [0, 1, 2]);
    driver.key("v", Modifiers::empty());
    driver.click_map((200.0, 300.0));
    driver.click_map_with((400.0, 300.0), Modifiers::SHIFT);
    driver.key("m", Modifiers::empty());
    let mut left = ids(&driver);
    left.sort_unstable();
    assert_eq!(left, [0, 1]);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before);
    // Removed, it leaves none either.
    driver.named(key::Named::Escape);
    driver.click_map((200.0, 300.0));
    driver.named(key::Named::Delete);
    let mut left = ids(&driver);
    left.sort_unstable();
    assert_eq!(left, [0, 1]);
}

#[test]
fn held_land_is_rotated_scaled_and_placed() {
    let mut driver = three_lands();
    let mut album = Album::new();
    let before = (driver.draft().clone(), driver.regions().clone());
    driver.key("t", Modifiers::empty());
    driver.click_map((400.0, 300.0));
    driver.click_map_with((200.0, 300.0), Modifiers::SHIFT);
    assert_eq!(
        driver.workspace().document.selection().territories().len(),
        2
    );
    driver.key(".", Modifiers::empty());
    driver.key("]", Modifiers::empty());
    for _ in 0..10 {
        driver.named(key::Named::ArrowDown);
    }
    assert!(driver.shows("110 %") && driver.shows("Place"));
    album.take(&mut driver, "move-turned", SIZE);
    assert_eq!(driver.draft(), &before.0, "it is in hand");
    // It can be dragged on, from anywhere.
    driver.drag(&[(900.0, 700.0), (1000.0, 720.0)]);
    driver.named(key::Named::Enter);
    let after = driver.draft();
    assert_eq!(after.territories.len(), 3);
    assert_eq!(after.can_go(TerritoryId(0), TerritoryId(1)), Some(By::Land));
    // 400 by 300 around 300,300, turned and a tenth larger, 100 to the right and 30 down.
    let (a, b) = (
        after.territories[0].colour.unwrap(),
        after.territories[1].colour.unwrap(),
    );
    assert_eq!(
        (driver.colour_at(400, 113), driver.colour_at(400, 547)),
        (a, b)
    );
    assert_eq!(driver.colour_at(400, 107), Rgb::WHITE);
    assert_eq!(
        (driver.colour_at(237, 320), driver.colour_at(562, 320)),
        (a, a)
    );
    assert_eq!(
        (driver.colour_at(233, 320), driver.colour_at(567, 320)),
        (Rgb::WHITE, Rgb::WHITE)
    );
    album.take(&mut driver, "move-put-down", SIZE);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
    // Mirrored twice is as it was; undo drops what is in hand first.
    for _ in 0..2 {
        driver.key("h", Modifiers::empty());
    }
    driver.key("z", Modifiers::CTRL);
    assert!(!driver.shows("Place"));
    assert_eq!(driver.draft(), &before.0);
    driver.key("h", Modifiers::empty());
    driver.key("H", Modifiers::SHIFT);
    driver.click("Place");
    let turned: Vec<Rgb> = [(200, 300), (400, 300)]
        .map(|(x, y)| driver.colour_at(x, y))
        .to_vec();
    assert_eq!(turned, [b, a]);
}

#[test]
fn borders_are_pushed_and_bent() {
    let mut driver = three_lands();
    let mut album = Album::new();
    let before = (driver.draft().clone(), driver.regions().clone());
    let colours: Vec<Rgb> = before
        .0
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    driver.key("u", Modifiers::empty());
    for _ in 0..4 {
        driver.key("]", Modifiers::empty());
    }
    driver.drag_with(&[(300.0, 300.0), (350.0, 290.0)], Modifiers::empty(), false);
    assert!(!driver.workspace().scene().washes().is_empty());
    driver.named(key::Named::Escape);
    assert_eq!(driver.draft(), &before.0);
    driver.drag(&[(300.0, 300.0), (350.0, 290.0)]);
    assert_eq!(driver.colour_at(340, 290), colours[0]);
    assert_eq!(driver.colour_at(340, 420), colours[1]);
    assert_eq!(driver.regions().len(), before.1.len());
    // A click picks the border, from the sea in the north to that in the south.
    driver.click_map((300.0, 430.0));
    let line = driver.workspace().sketch().line;
    assert_eq!(
        (line.first(), line.last()),
        (Some(&(300.0, 150.0)), Some(&(300.0, 450.0)))
    );
    album.take(&mut driver, "border-picked", SIZE);
    let bent = driver.regions().clone();
    driver.click("Roughen");
    let washes = driver.workspace().scene().washes().to_vec();
    assert!(!washes.is_empty(), "it is seen");
    assert!(*driver.regions() == bent, "and not done");
    album.take(&mut driver, "border-tried", SIZE);
    // Other bends, smaller ones, and none at all.
    driver.click("Roughen");
    let others = driver.workspace().scene().washes().to_vec();
    assert!(!others.is_empty() && others != washes);
    driver.key("[", Modifiers::empty());
    assert!(driver.workspace().scene().washes() != others);
    driver.named(key::Named::Escape);
    assert!(driver.workspace().scene().washes().is_empty());
    assert!(
        !driver.workspace().sketch().line.is_empty(),
        "it stays picked"
    );
    driver.key("]", Modifiers::empty());
    driver.click("Roughen");
    driver.click("Apply");
    assert!(*driver.regions() != bent);
    assert!(
        driver.workspace().sketch().line.len() > 10,
        "it stays picked"
    );
    album.take(&mut driver, "border-rough", SIZE);
    for bend in ["Straighten", "Smooth"] {
        driver.click(bend);
        driver.named(key::Named::Enter);
    }
    album.take(&mut driver, "border-smooth", SIZE);
    assert_eq!(driver.regions().len(), before.1.len());
    for _ in 0..4 {
        driver.key("z", Modifiers::CTRL);
    }
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
    // Nothing is picked: the commands say so.
    driver.named(key::Named::Escape);
    assert!(driver.workspace().sketch().line.is_empty());
}

#[test]
fn the_parts_of_a_cut_can_be_swapped() {
    let mut driver = three_lands();
    driver.key("v", Modifiers::empty());
    driver.click_map((200.0, 300.0));
    driver.fill("name", "Ash", true);
    driver.named(key::Named::Escape);
    driver.key("k", Modifiers::empty());
    // The south is larger by far: it stays Ash.
    driver.drag(&[(80.0, 200.0), (320.0, 200.0)]);
    let before = (driver.draft().clone(), driver.regions().clone());
    let ash = before.0.territories[0].colour.unwrap();
    assert_eq!(
        (
            driver.colour_at(200, 300),
            driver.colour_at(200, 170) != ash
        ),
        (ash, true)
    );
    driver.key("x", Modifiers::empty());
    assert_eq!(
        (
            driver.colour_at(200, 170),
            driver.colour_at(200, 300) != ash
        ),
        (ash, true)
    );
    assert_eq!(
        driver.draft().territories[0].name.text.as_deref(),
        Some("Ash")
    );
    driver.key("x", Modifiers::empty());
    assert_eq!(driver.draft(), &before.0, "twice is not at all");
    // Where an exchange is undone, the parts are still known.
    driver.key("z", Modifiers::CTRL);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before.0);
    driver.key("x", Modifiers::empty());
    assert_eq!(driver.colour_at(200, 170), ash);
    driver.key("z", Modifiers::CTRL);
    assert!(*driver.regions() == before.1);
    // Without a cut it wants two that are selected.
    driver.key("z", Modifiers::CTRL);
    let before = driver.draft().clone();
    assert_eq!(before.territories.len(), 3);
    driver.key("v", Modifiers::empty());
    driver.click_map((400.0, 300.0));
    driver.key("x", Modifiers::empty());
    assert_eq!(driver.draft(), &before);
    driver.click_map_with((850.0, 340.0), Modifiers::SHIFT);
    let far = driver.colour_at(850, 340);
    driver.key("x", Modifiers::empty());
    assert_eq!(driver.colour_at(400, 300), far);
}

#[test]
fn corners_are_taken_back_one_by_one() {
    let mut driver = three_lands();
    let before = driver.draft().clone();
    driver.key("a", Modifiers::empty());
    for corner in [
        (600.0, 500.0),
        (700.0, 500.0),
        (700.0, 700.0),
        (1100.0, 780.0),
    ] {
        driver.click_map(corner);
    }
    driver.named(key::Named::Backspace);
    driver.key("z", Modifiers::CTRL);
    for corner in [(700.0, 600.0), (600.0, 600.0)] {
        driver.click_map(corner);
    }
    driver.named(key::Named::Enter);
    let drawn = driver.draft().territories[3].colour.unwrap();
    assert_eq!(driver.colour_at(650, 550), drawn);
    assert_eq!(driver.colour_at(650, 620), Rgb::WHITE);
    // No corner is left: this undoes the land.
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before);
    // A stroke under way is dropped, and nothing else undone.
    driver.key("b", Modifiers::empty());
    driver.drag_with(&[(600.0, 600.0), (700.0, 600.0)], Modifiers::empty(), false);
    assert!(driver.workspace().tool().is_drawing());
    driver.key("z", Modifiers::CTRL);
    assert!(!driver.workspace().tool().is_drawing());
    assert_eq!(driver.draft(), &before);
}

#[test]
fn the_sheet_is_cropped_and_grows() {
    let mut driver = three_lands();
    let mut album = Album::new();
    let before = (driver.draft().clone(), driver.regions().clone());
    let colour = before.0.territories[0].colour.unwrap();
    let resize = Message::Command(marchland_editor::commands::Command::Resize);
    driver.send(resize.clone());
    driver.click("Crop to the land");
    assert_eq!(
        driver.workspace().frame_asked(),
        Some([84.0, 134.0, 966.0, 466.0])
    );
    album.take(&mut driver, "resize-crop", SIZE);
    driver.named(key::Named::Enter);
    assert_eq!(driver.workspace().scene().size(), (882, 332));
    assert_eq!(driver.colour_at(16, 16), colour);
    assert_eq!(driver.colour_at(15, 16), Rgb::WHITE);
    for (now, was) in driver.draft().territories.iter().zip(&before.0.territories) {
        assert_eq!(now.pivots[0].x + 84, was.pivots[0].x);
        assert_eq!(now.neighbours, was.neighbours);
    }
    album.take(&mut driver, "resize-cropped", SIZE);
    // What is drawn then is a step of its own, back over the change of sheets.
    driver.key("b", Modifiers::empty());
    driver.drag(&[(600.0, 60.0), (640.0, 60.0)]);
    assert_eq!(driver.draft().territories.len(), 4);
    driver.send(resize.clone());
    driver.fill("sheet-width", "1764", false);
    driver.fill("sheet-height", "9", false);
    assert!(driver.shows("Width and height must be 64 to 8192 px."));
    driver.fill("sheet-height", "664", false);
    driver.click("Scale the land with the sheet");
    driver.click("Resize");
    assert_eq!(driver.workspace().scene().size(), (1764, 664));
    assert_eq!(
        (driver.colour_at(32, 32), driver.colour_at(31, 32)),
        (colour, Rgb::WHITE)
    );
    for _ in 0..3 {
        driver.key("z", Modifiers::CTRL);
    }
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
    assert_eq!(driver.workspace().scene().size(), (1200, 800));
    for _ in 0..3 {
        driver.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    }
    assert_eq!(driver.workspace().scene().size(), (1764, 664));
    assert_eq!(driver.draft().territories.len(), 4);
}

#[test]
fn specks_are_listed_before_removal() {
    let mut driver = three_lands();
    let mut album = Album::new();
    // A pond of twelve pixels, drawn with a small brush.
    driver.key("b", Modifiers::empty());
    for _ in 0..6 {
        driver.key("[", Modifiers::empty());
    }
    driver.drag_with(&[(200.0, 300.0), (206.0, 300.0)], Modifiers::ALT, true);
    assert_eq!(driver.colour_at(203, 300), Rgb::WHITE);
    let before = (driver.draft().clone(), driver.regions().clone());
    let tidy = Message::Command(marchland_editor::commands::Command::Tidy);
    driver.send(tidy.clone());
    assert!(driver.shows("No specks, and no gaps of this size."));
    driver.send(Message::Workspace(OnWorkspace::Gaps(16)));
    let Some(Intent::Tidy(tidying)) = driver.workspace().intent() else {
        panic!("it is asked");
    };
    let listed = tidying.found.as_ref().unwrap().as_ref().unwrap();
    assert_eq!(listed.count, 1);
    assert!(listed.lines[0].starts_with("A gap of "), "{listed:?}");
    album.take(&mut driver, "tidy-listed", SIZE);
    driver.named(key::Named::Escape);
    assert_eq!(driver.draft(), &before.0);
    driver.send(tidy);
    driver.send(Message::Workspace(OnWorkspace::Gaps(16)));
    driver.named(key::Named::Enter);
    assert_eq!(
        Some(driver.colour_at(203, 300)),
        before.0.territories[0].colour
    );
    assert!(driver.workspace().intent().is_none());
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
}

#[test]
fn the_land_to_be_divided_is_not_below_the_card() {
    let mut album = Album::new();
    let mut driver = Driver::new(Some(&bundled("world")));
    album.take(&mut driver, "divide-before", SIZE);
    for name in ["Argentina", "South Africa", "Siberia"] {
        let mut all = driver.draft().territories.iter();
        let at = all.position(|t| t.name.text.as_deref() == Some(name));
        let key = driver.draft().territories[at.unwrap()].key;
        driver.send(Message::Workspace(OnWorkspace::Select(key)));
        driver.send(Message::Workspace(OnWorkspace::Do(Command::Divide)));
        album.take(&mut driver, &format!("divide-{name}"), SIZE);
        let workspace = driver.workspace();
        let (scene, view) = (workspace.scene(), &workspace.view);
        let (width, height) = scene.size();
        let camera = view.framing.camera(width, height, view.board_size);
        let land = scene.bounds_of(at.unwrap()).unwrap();
        let bottom = camera.to_screen(land.left, land.top + land.height).y;
        assert!(bottom < view.board_size.height - 140.0, "{name}: {bottom}");
        driver.named(key::Named::Escape);
    }
}
