//! Land with twins.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::drawing::Symmetry;
use marchland_maps::mask::Regions;

use crate::driver::Driver;
use crate::pictures::Album;

/// A sheet of 1200 by 800 pixels, on which what is drawn has twins.
fn sheet(symmetry: Symmetry) -> Driver {
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    while driver.workspace().view.symmetry != Some(symmetry) {
        driver.key("s", Modifiers::empty());
    }
    driver
}

pub(crate) fn lands(driver: &Driver) -> usize {
    driver.workspace().document.draft().territories.len()
}

fn is_symmetric(regions: &Regions, symmetry: Symmetry) -> bool {
    let (width, height) = (regions.width(), regions.height());
    let mut pairs = std::collections::BTreeMap::new();
    (0..height).all(|y| {
        let down = height - 1 - y;
        let opposite = if symmetry == Symmetry::Across {
            y
        } else {
            down
        };
        let mut twins: Vec<_> = regions.row(opposite).collect();
        if symmetry != Symmetry::Down {
            twins.reverse();
            for run in &mut twins {
                (run.start, run.end) = (width - run.end, width - run.start);
            }
        }
        let own: Vec<_> = regions.row(y).collect();
        let mut both = own.iter().zip(&twins);
        own.len() == twins.len()
            && both.all(|(own, twin)| {
                (own.start, own.end) == (twin.start, twin.end)
                    && *pairs.entry(own.region).or_insert(twin.region) == twin.region
            })
    })
}

#[test]
fn strokes_are_mirrored_in_each_symmetry() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut driver = sheet(symmetry);
        driver.drag(&[(150.0, 120.0), (350.0, 180.0), (300.0, 260.0)]);
        assert_eq!(lands(&driver), 2);
        // It grows, and its twin with it.
        driver.drag(&[(300.0, 240.0), (420.0, 250.0)]);
        assert_eq!(lands(&driver), 2);
        // An area, and a cut through both.
        driver.key("a", Modifiers::empty());
        driver.drag(&[
            (100.0, 300.0),
            (250.0, 290.0),
            (240.0, 360.0),
            (110.0, 370.0),
            (100.0, 300.0),
        ]);
        assert_eq!(lands(&driver), 4);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        driver.key("k", Modifiers::empty());
        driver.drag(&[(170.0, 270.0), (180.0, 390.0)]);
        assert_eq!(lands(&driver), 6);
        assert_eq!(driver.workspace().sketch().axes, symmetry.axes((1200, 800)));
        album.take(
            &mut driver,
            &format!("twins-{symmetry:?}").to_lowercase(),
            Size::new(1280.0, 800.0),
        );
        // Each with its twin is one step.
        for left in [4, 2, 2, 0] {
            driver.key("z", Modifiers::CTRL);
            assert_eq!(lands(&driver), left);
        }
        assert_eq!(driver.regions().len(), 1);
    }
}

#[test]
fn land_on_the_axis_is_pushed_on_both_sides() {
    let mut driver = sheet(Symmetry::Across);
    driver.drag_with(
        &[(500.0, 300.0), (560.0, 320.0), (600.0, 340.0)],
        Modifiers::empty(),
        false,
    );
    assert_eq!(
        driver.workspace().scene().washes().len(),
        2,
        "its twin is seen"
    );
    driver.named(key::Named::Escape);
    assert_eq!(lands(&driver), 0);
    assert!(driver.workspace().scene().washes().is_empty());
    driver.drag(&[(500.0, 300.0), (600.0, 340.0)]);
    assert_eq!(lands(&driver), 1);
    driver.drag(&[(500.0, 300.0), (480.0, 400.0)]);
    assert_eq!(lands(&driver), 1);
    let before = driver.regions().clone();
    driver.key("u", Modifiers::empty());
    driver.drag(&[(470.0, 400.0), (440.0, 400.0)]);
    assert!(*driver.regions() != before);
    assert!(is_symmetric(&before, Symmetry::Across));
    // Where nothing hinders, the other side is as the first, but for the pixels of the edge.
    let area = |left: bool| -> u32 {
        let own = driver.regions().iter().filter(|(_, region)| {
            region.colour != before.get(before.region_at(0, 0).expect("sea")).colour
        });
        let runs = own.flat_map(|(id, _)| driver.regions().runs_of(id));
        let side = runs.map(|run| {
            if left {
                run.end.min(600).saturating_sub(run.start)
            } else {
                run.end.saturating_sub(run.start.max(600))
            }
        });
        side.sum()
    };
    assert!(area(true).abs_diff(area(false)) < area(true) / 50);
    for _ in 0..3 {
        driver.key("z", Modifiers::CTRL);
    }
    assert_eq!(lands(&driver), 0);
}

/// Where no twins are drawn yet.
pub(crate) fn plain() -> Driver {
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    driver
}

#[test]
fn mirrored_operations_affect_only_their_targets() {
    let mut driver = plain();
    driver.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    // Not its twin, whose middle would be in the sea.
    driver.drag(&[(1000.0, 200.0), (1080.0, 200.0)]);
    driver.key("s", Modifiers::empty());
    driver.key("v", Modifiers::empty());
    driver.click_map((250.0, 200.0));
    driver.key("k", Modifiers::empty());
    let line = [(179.0, 150.0), (179.0, 250.0)];
    driver.drag(&line);
    assert_eq!(lands(&driver), 3, "only what is selected");
    driver.key("z", Modifiers::CTRL);
    driver.named(key::Named::Escape);
    assert!(driver.workspace().document.selection().is_empty());
    driver.drag(&line);
    assert_eq!(lands(&driver), 4, "both");
}

#[test]
fn a_lake_on_the_axis_is_filled_once() {
    let mut driver = plain();
    driver.key("a", Modifiers::empty());
    driver.drag(&[
        (500.0, 300.0),
        (700.0, 300.0),
        (700.0, 500.0),
        (500.0, 500.0),
        (500.0, 300.0),
    ]);
    driver.key("b", Modifiers::empty());
    driver.drag_with(&[(590.0, 400.0), (610.0, 400.0)], Modifiers::ALT, true);
    driver.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    driver.key("v", Modifiers::empty());
    driver.click_map((250.0, 200.0));
    driver.key("s", Modifiers::empty());
    driver.key("f", Modifiers::empty());
    driver.click_map((590.0, 400.0));
    let draft = driver.workspace().document.draft();
    let own = draft.territories[1].colour.expect("one");
    for x in [585, 600, 615] {
        let regions = driver.regions();
        let colour = regions
            .get(regions.region_at(x, 400).expect("a pixel"))
            .colour;
        assert_eq!(colour.rgb(), own, "{x}");
    }
}

#[test]
fn land_up_to_the_axis_joins_its_mirror_image() {
    for (symmetry, from, to) in [
        (Symmetry::Across, (500.0, 300.0), (584.0, 300.0)),
        (Symmetry::Down, (300.0, 300.0), (300.0, 384.0)),
        (Symmetry::HalfTurn, (600.0, 300.0), (600.0, 384.0)),
    ] {
        let mut driver = sheet(symmetry);
        driver.drag(&[from, to]);
        assert_eq!(lands(&driver), 1, "{symmetry:?}");
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
    }
}

/// A land at the left, dragged from one of these to the other, and its twin.
fn two_lands(symmetry: Symmetry) -> Driver {
    let mut driver = sheet(symmetry);
    for _ in 0..6 {
        driver.key("]", Modifiers::empty());
    }
    driver.drag(&[(200.0, 200.0), (380.0, 260.0)]);
    assert_eq!(lands(&driver), 2);
    driver
}

#[test]
fn commands_are_mirrored() {
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut driver = two_lands(symmetry);
        driver.key("v", Modifiers::empty());
        driver.click_map((280.0, 230.0));
        driver.key("d", Modifiers::empty());
        let washes = driver.workspace().scene().washes().len();
        assert!(washes >= 4, "both are seen: {washes}");
        driver.named(key::Named::Enter);
        assert_eq!(lands(&driver), 6);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        // All parts are selected; two of one side are merged.
        driver.named(key::Named::Escape);
        let draft = driver.workspace().document.draft();
        let left = draft.territories.iter().map(|t| t.pivots[0]);
        let left = left.filter(|at| at.x < 600 && at.y < 400);
        let spots: Vec<_> = left.map(|at| (f64::from(at.x), f64::from(at.y))).collect();
        driver.click_map(spots[0]);
        driver.click_map_with(spots[1], Modifiers::SHIFT);
        driver.key("m", Modifiers::empty());
        assert_eq!(lands(&driver), 4);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        // One land with its twin, which is all of it.
        driver.key("z", Modifiers::CTRL);
        assert_eq!(lands(&driver), 6);
        driver.key("z", Modifiers::CTRL);
        assert_eq!(lands(&driver), 2);
    }
}

#[test]
fn moves_and_bends_are_mirrored() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut driver = two_lands(symmetry);
        let before = driver.regions().clone();
        driver.key("t", Modifiers::empty());
        let way = [(280.0, 230.0), (330.0, 240.0)];
        driver.drag_with(&way, Modifiers::empty(), false);
        assert_eq!(
            driver.workspace().scene().washes().len(),
            4,
            "twins are seen"
        );
        album.take(
            &mut driver,
            &format!("twins-moved-{symmetry:?}").to_lowercase(),
            Size::new(1280.0, 800.0),
        );
        driver.named(key::Named::Escape);
        driver.drag(&way);
        assert_eq!(lands(&driver), 2);
        assert!(*driver.regions() != before);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        // Across the axis: the two exchange their places.
        driver.drag(&[(330.0, 240.0), (870.0, 560.0)]);
        assert_eq!(lands(&driver), 2);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        driver.key("z", Modifiers::CTRL);
        driver.key("u", Modifiers::empty());
        // Such that no bend comes near the axis.
        for _ in 0..6 {
            driver.key("[", Modifiers::empty());
        }
        let moved = driver.regions().clone();
        let shore = moved
            .row(240)
            .find(|run| run.start > 0)
            .expect("land")
            .start;
        driver.click_map((f64::from(shore), 240.0));
        driver.click("Roughen");
        driver.named(key::Named::Enter);
        assert!(*driver.regions() != moved);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
        driver.drag(&[(f64::from(shore), 240.0), (f64::from(shore) - 30.0, 250.0)]);
        assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
    }
}

#[test]
fn a_move_without_room_for_its_twin_is_not_mirrored() {
    let mut driver = sheet(Symmetry::Across);
    driver.drag(&[(200.0, 230.0), (300.0, 230.0)]);
    driver.key("s", Modifiers::empty());
    driver.key("s", Modifiers::empty());
    driver.key("s", Modifiers::empty());
    assert_eq!(driver.workspace().view.symmetry, None);
    driver.key("a", Modifiers::empty());
    driver.drag(&[
        (800.0, 500.0),
        (1100.0, 500.0),
        (1100.0, 700.0),
        (800.0, 700.0),
        (800.0, 500.0),
    ]);
    driver.key("s", Modifiers::empty());
    let drawn = driver.regions().clone();
    driver.key("t", Modifiers::empty());
    driver.click("Over sea only");
    driver.drag(&[(250.0, 230.0), (250.0, 600.0)]);
    assert_eq!(lands(&driver), 3);
    assert!(*driver.regions() != drawn);
    assert!(driver.shows(
        "Not mirrored: there is no room: of a territory that is moved no land would be left."
    ));
}

#[test]
fn overlapping_mirrored_moves_keep_their_sides() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down] {
        let mut driver = two_lands(symmetry);
        let areas = |driver: &Driver| -> Vec<u32> {
            let lands = driver.workspace().document.draft().territories.iter();
            let area = |colour| {
                let own = driver.regions().iter();
                let own = own.filter(|(_, of)| Some(of.colour.rgb()) == colour);
                own.map(|(_, of)| of.area).sum()
            };
            lands.map(|land| area(land.colour)).collect()
        };
        let before = areas(&driver);
        driver.key("t", Modifiers::empty());
        // Nearly to the middle, and right onto it.
        for to in [(560.0, 380.0), (600.0, 400.0)] {
            let way = [(290.0, 230.0), to];
            driver.drag_with(&way, Modifiers::empty(), false);
            let name = format!("twins-over-{}-{symmetry:?}", to.0).to_lowercase();
            album.take(&mut driver, &name, Size::new(1280.0, 800.0));
            driver.named(key::Named::Escape);
            driver.drag(&way);
            assert!(is_symmetric(driver.regions(), symmetry), "{symmetry:?}");
            let after = areas(&driver);
            assert_eq!(after.len(), 2);
            assert_eq!(after[0], after[1]);
            assert!(after[0] * 3 > before[0], "{before:?} {after:?}");
            driver.key("z", Modifiers::CTRL);
            assert_eq!(areas(&driver), before);
        }
    }
}

#[test]
fn swaps_and_merges_are_mirrored() {
    let id_at = |driver: &Driver, x: u32, y: u32| {
        let colour = driver
            .regions()
            .get(driver.regions().region_at(x, y).expect("a pixel"))
            .colour;
        let mut all = driver.workspace().document.draft().territories.iter();
        all.find(|t| t.colour.is_some_and(|own| colour.rgb() == own))
            .and_then(|t| t.id)
    };
    let mut driver = two_lands(Symmetry::Across);
    driver.key("k", Modifiers::empty());
    driver.drag(&[(270.0, 100.0), (270.0, 400.0)]);
    assert_eq!(lands(&driver), 4);
    assert!(driver.workspace().document.selection().is_empty());
    let places = [(220, 210), (360, 250), (979, 210), (839, 250)];
    let ids = |driver: &Driver| places.map(|(x, y)| id_at(driver, x, y).expect("land"));
    let before = ids(&driver);
    driver.key("x", Modifiers::empty());
    let [a, b, c, d] = before;
    assert_eq!(ids(&driver), [b, a, d, c], "both");
    driver.key("x", Modifiers::empty());
    assert_eq!(ids(&driver), before);
    for _ in 0..3 {
        driver.key("z", Modifiers::CTRL);
    }
    // The parts of the one that was divided are selected, and can be merged again at once.
    driver.key("v", Modifiers::empty());
    driver.click_map((280.0, 230.0));
    driver.key("d", Modifiers::empty());
    driver.named(key::Named::Enter);
    let parts = driver.workspace().document.selection().territories().len();
    assert_eq!(lands(&driver), 2 * parts);
    driver.key("m", Modifiers::empty());
    assert_eq!(lands(&driver), 2);
    // So is the copy, and not its twin.
    driver.named(key::Named::Escape);
    driver.key("t", Modifiers::empty());
    driver.drag_with(&[(280.0, 230.0), (280.0, 560.0)], Modifiers::ALT, true);
    assert_eq!(lands(&driver), 4);
    let copy = driver
        .workspace()
        .document
        .selection()
        .territories()
        .to_vec();
    let draft = driver.workspace().document.draft();
    let [copy] = copy[..] else { panic!("{copy:?}") };
    assert!(draft.territory(copy).expect("it").pivots[0].x < 600);
}

#[test]
fn a_lake_without_a_mirror_image_is_filled_alone() {
    let mut driver = plain();
    driver.key("a", Modifiers::empty());
    for (left, top, right, bottom) in [(100.0, 150.0, 560.0, 700.0), (980.0, 180.0, 1120.0, 320.0)]
    {
        driver.drag(&[
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
            (left, top),
        ]);
    }
    driver.key("b", Modifiers::empty());
    let lakes = [(150, 250), (1049, 250)];
    for (x, y) in lakes.map(|(x, y)| (f64::from(x), f64::from(y))) {
        driver.drag_with(&[(x, y), (x + 2.0, y)], Modifiers::ALT, true);
    }
    let sea = |driver: &Driver, (x, y)| {
        let colour = |x, y| {
            let id = driver.regions().region_at(x, y).expect("a pixel");
            driver.regions().get(id).colour
        };
        colour(x, y) == colour(0, 0)
    };
    assert_eq!(lakes.map(|lake| sea(&driver, lake)), [true, true]);
    driver.key("v", Modifiers::empty());
    driver.click_map((300.0, 400.0));
    driver.key("s", Modifiers::empty());
    driver.key("f", Modifiers::empty());
    driver.click_map((150.0, 250.0));
    assert_eq!(lakes.map(|lake| sea(&driver, lake)), [false, true]);
    assert!(driver.shows("Not mirrored: there is no separate land on the other side."));
}

#[test]
fn a_shore_across_the_axis_is_bent_once() {
    let bent = |with_twins: bool| {
        let mut driver = sheet(Symmetry::Across);
        driver.drag(&[(500.0, 400.0), (700.0, 400.0)]);
        assert_eq!(lands(&driver), 1);
        while !with_twins && driver.workspace().view.symmetry.is_some() {
            driver.key("s", Modifiers::empty());
        }
        let drawn = driver.regions().clone();
        driver.key("u", Modifiers::empty());
        let mut row = drawn.row(400);
        let shore = row.find(|run| run.start > 0).expect("land").start;
        driver.click_map((f64::from(shore), 400.0));
        driver.click("Smooth");
        driver.named(key::Named::Enter);
        assert!(*driver.regions() != drawn);
        driver.regions().clone()
    };
    assert!(bent(true) == bent(false));
}

#[test]
fn operations_without_a_twin_say_so() {
    let mut driver = plain();
    driver.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    driver.key("s", Modifiers::empty());
    assert_eq!(driver.workspace().view.symmetry, Some(Symmetry::Across));
    driver.key("t", Modifiers::empty());
    driver.drag(&[(250.0, 200.0), (300.0, 300.0)]);
    assert_eq!(lands(&driver), 1);
    assert!(driver.shows("Not mirrored: there is no separate land on the other side."));
}

#[test]
fn failed_operations_are_not_reported_as_done() {
    let mut driver = plain();
    driver.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    driver.key("s", Modifiers::empty());
    driver.key("v", Modifiers::empty());
    driver.click_map((250.0, 200.0));
    driver.key("k", Modifiers::empty());
    // Beside the land, which has no twin either.
    driver.drag(&[(150.0, 400.0), (350.0, 400.0)]);
    assert_eq!(lands(&driver), 1);
    assert!(driver.shows("The line does not cross the territory."));
    assert!(!driver.shows("Not mirrored: there is no separate land on the other side."));
}
