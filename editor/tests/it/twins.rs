//! Land with twins.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_board::{Cover, Tint};
use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::drawing::{Brush, Symmetry};
use marchland_maps::mask::{Regions, Rgba, Stretch};
use marchland_maps::redraw::Over;

use crate::desk::Desk;
use crate::pictures::Album;

/// A sheet of 1200 by 800 pixels, on which what is drawn has twins.
fn sheet(symmetry: Symmetry) -> Desk {
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    while desk.bench().view.symmetry != Some(symmetry) {
        desk.key("s", Modifiers::empty());
    }
    desk
}

fn regions(desk: &Desk) -> &Regions {
    desk.bench().document.land().expect("a mask").regions()
}

fn lands(desk: &Desk) -> usize {
    desk.bench().document.draft().territories.len()
}

fn is_symmetric(regions: &Regions, symmetry: Symmetry) -> bool {
    let (width, height) = (regions.width(), regions.height());
    let region = |x: u32, y: u32| regions.region_at(x, y).expect("a pixel");
    let twin = |x: u32, y: u32| match symmetry {
        Symmetry::Across => region(width - 1 - x, y),
        Symmetry::Down => region(x, height - 1 - y),
        Symmetry::HalfTurn => region(width - 1 - x, height - 1 - y),
    };
    let mut pairs = std::collections::BTreeMap::new();
    let mut places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    places.all(|(x, y)| *pairs.entry(region(x, y)).or_insert(twin(x, y)) == twin(x, y))
}

#[test]
fn what_is_drawn_has_a_twin_for_each_symmetry() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut desk = sheet(symmetry);
        desk.drag(&[(150.0, 120.0), (350.0, 180.0), (300.0, 260.0)]);
        assert_eq!(lands(&desk), 2);
        // It grows, and its twin with it.
        desk.drag(&[(300.0, 240.0), (420.0, 250.0)]);
        assert_eq!(lands(&desk), 2);
        // An area, and a cut through both.
        desk.key("a", Modifiers::empty());
        desk.drag(&[
            (100.0, 300.0),
            (250.0, 290.0),
            (240.0, 360.0),
            (110.0, 370.0),
            (100.0, 300.0),
        ]);
        assert_eq!(lands(&desk), 4);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        desk.key("k", Modifiers::empty());
        desk.drag(&[(170.0, 270.0), (180.0, 390.0)]);
        assert_eq!(lands(&desk), 6);
        assert_eq!(desk.bench().sketch().axes, symmetry.axes((1200, 800)));
        album.take(
            &mut desk,
            &format!("twins-{symmetry:?}").to_lowercase(),
            Size::new(1280.0, 800.0),
        );
        // Each with its twin is one step.
        for left in [4, 2, 2, 0] {
            desk.key("z", Modifiers::CTRL);
            assert_eq!(lands(&desk), left);
        }
        assert_eq!(regions(&desk).len(), 1);
    }
}

#[test]
fn land_on_the_axis_is_its_own_twin_and_pushes_go_along() {
    let mut desk = sheet(Symmetry::Across);
    desk.drag_with(
        &[(500.0, 300.0), (560.0, 320.0), (600.0, 340.0)],
        Modifiers::empty(),
        false,
    );
    assert_eq!(desk.bench().scene().washes().len(), 2, "its twin is seen");
    desk.named(key::Named::Escape);
    assert_eq!(lands(&desk), 0);
    assert!(desk.bench().scene().washes().is_empty());
    desk.drag(&[(500.0, 300.0), (600.0, 340.0)]);
    assert_eq!(lands(&desk), 1);
    desk.drag(&[(500.0, 300.0), (480.0, 400.0)]);
    assert_eq!(lands(&desk), 1);
    let before = regions(&desk).clone();
    desk.key("u", Modifiers::empty());
    desk.drag(&[(470.0, 400.0), (440.0, 400.0)]);
    assert!(*regions(&desk) != before);
    assert!(is_symmetric(&before, Symmetry::Across));
    // Where nothing hinders, the other side is as the first, but for the pixels of the edge.
    let area = |left: bool| -> u32 {
        let own = regions(&desk).iter().filter(|(_, region)| {
            region.colour != before.get(before.region_at(0, 0).expect("sea")).colour
        });
        let runs = own.flat_map(|(id, _)| regions(&desk).runs_of(id));
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
        desk.key("z", Modifiers::CTRL);
    }
    assert_eq!(lands(&desk), 0);
}

/// Where no twins are drawn yet.
fn plain() -> Desk {
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    desk
}

#[test]
fn twins_do_no_more_than_is_meant() {
    let mut desk = plain();
    desk.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    // Not its twin, whose middle would be in the sea.
    desk.drag(&[(1000.0, 200.0), (1080.0, 200.0)]);
    desk.key("s", Modifiers::empty());
    desk.key("v", Modifiers::empty());
    desk.click_map((250.0, 200.0));
    desk.key("k", Modifiers::empty());
    let line = [(179.0, 150.0), (179.0, 250.0)];
    desk.drag(&line);
    assert_eq!(lands(&desk), 3, "only what is selected");
    desk.key("z", Modifiers::CTRL);
    desk.named(key::Named::Escape);
    assert!(desk.bench().document.selection().is_empty());
    desk.drag(&line);
    assert_eq!(lands(&desk), 4, "both");
}

#[test]
fn a_lake_on_the_axis_is_filled_once() {
    let mut desk = plain();
    desk.key("a", Modifiers::empty());
    desk.drag(&[
        (500.0, 300.0),
        (700.0, 300.0),
        (700.0, 500.0),
        (500.0, 500.0),
        (500.0, 300.0),
    ]);
    desk.key("b", Modifiers::empty());
    desk.drag_with(&[(590.0, 400.0), (610.0, 400.0)], Modifiers::ALT, true);
    desk.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    desk.key("v", Modifiers::empty());
    desk.click_map((250.0, 200.0));
    desk.key("s", Modifiers::empty());
    desk.key("f", Modifiers::empty());
    desk.click_map((590.0, 400.0));
    let draft = desk.bench().document.draft();
    let own = draft.territories[1].colour.expect("one");
    for x in [585, 600, 615] {
        let regions = regions(&desk);
        let colour = regions
            .get(regions.region_at(x, 400).expect("a pixel"))
            .colour;
        assert_eq!(colour.rgb(), own, "{x}");
    }
}

#[test]
fn land_that_ends_at_the_axis_is_one_with_its_twin() {
    for (symmetry, from, to) in [
        (Symmetry::Across, (500.0, 300.0), (584.0, 300.0)),
        (Symmetry::Down, (300.0, 300.0), (300.0, 384.0)),
        (Symmetry::HalfTurn, (600.0, 300.0), (600.0, 384.0)),
    ] {
        let mut desk = sheet(symmetry);
        desk.drag(&[from, to]);
        assert_eq!(lands(&desk), 1, "{symmetry:?}");
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
    }
}

/// A land at the left, dragged from one of these to the other, and its twin.
fn two_lands(symmetry: Symmetry) -> Desk {
    let mut desk = sheet(symmetry);
    for _ in 0..6 {
        desk.key("]", Modifiers::empty());
    }
    desk.drag(&[(200.0, 200.0), (380.0, 260.0)]);
    assert_eq!(lands(&desk), 2);
    desk
}

#[test]
fn what_commands_do_has_a_twin() {
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut desk = two_lands(symmetry);
        desk.key("v", Modifiers::empty());
        desk.click_map((280.0, 230.0));
        desk.key("d", Modifiers::empty());
        let washes = desk.bench().scene().washes().len();
        assert!(washes >= 4, "both are seen: {washes}");
        desk.named(key::Named::Enter);
        assert_eq!(lands(&desk), 6);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        // All parts are selected; two of one side are merged.
        desk.named(key::Named::Escape);
        let draft = desk.bench().document.draft();
        let left = draft.territories.iter().map(|t| t.pivots[0]);
        let left = left.filter(|at| at.x < 600 && at.y < 400);
        let spots: Vec<_> = left.map(|at| (f64::from(at.x), f64::from(at.y))).collect();
        desk.click_map(spots[0]);
        desk.click_map_with(spots[1], Modifiers::SHIFT);
        desk.key("m", Modifiers::empty());
        assert_eq!(lands(&desk), 4);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        // One land with its twin, which is all of it.
        desk.key("z", Modifiers::CTRL);
        assert_eq!(lands(&desk), 6);
        desk.key("z", Modifiers::CTRL);
        assert_eq!(lands(&desk), 2);
    }
}

#[test]
fn land_that_is_moved_and_borders_that_are_bent_have_twins() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        let mut desk = two_lands(symmetry);
        let before = regions(&desk).clone();
        desk.key("t", Modifiers::empty());
        let way = [(280.0, 230.0), (330.0, 240.0)];
        desk.drag_with(&way, Modifiers::empty(), false);
        assert_eq!(desk.bench().scene().washes().len(), 4, "twins are seen");
        album.take(
            &mut desk,
            &format!("twins-moved-{symmetry:?}").to_lowercase(),
            Size::new(1280.0, 800.0),
        );
        desk.named(key::Named::Escape);
        desk.drag(&way);
        assert_eq!(lands(&desk), 2);
        assert!(*regions(&desk) != before);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        // Across the axis: the two exchange their places.
        desk.drag(&[(330.0, 240.0), (870.0, 560.0)]);
        assert_eq!(lands(&desk), 2);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        desk.key("z", Modifiers::CTRL);
        desk.key("u", Modifiers::empty());
        // Such that no bend comes near the axis.
        for _ in 0..6 {
            desk.key("[", Modifiers::empty());
        }
        let moved = regions(&desk).clone();
        let shore = moved
            .row(240)
            .find(|run| run.start > 0)
            .expect("land")
            .start;
        desk.click_map((f64::from(shore), 240.0));
        desk.click("Roughen");
        desk.named(key::Named::Enter);
        assert!(*regions(&desk) != moved);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
        desk.drag(&[(f64::from(shore), 240.0), (f64::from(shore) - 30.0, 250.0)]);
        assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
    }
}

#[test]
fn what_has_no_room_for_its_twin_is_moved_alone() {
    let mut desk = sheet(Symmetry::Across);
    desk.drag(&[(200.0, 230.0), (300.0, 230.0)]);
    desk.key("s", Modifiers::empty());
    desk.key("s", Modifiers::empty());
    desk.key("s", Modifiers::empty());
    assert_eq!(desk.bench().view.symmetry, None);
    desk.key("a", Modifiers::empty());
    desk.drag(&[
        (800.0, 500.0),
        (1100.0, 500.0),
        (1100.0, 700.0),
        (800.0, 700.0),
        (800.0, 500.0),
    ]);
    desk.key("s", Modifiers::empty());
    let drawn = regions(&desk).clone();
    desk.key("t", Modifiers::empty());
    desk.click("Over sea only");
    desk.drag(&[(250.0, 230.0), (250.0, 600.0)]);
    assert_eq!(lands(&desk), 3);
    assert!(*regions(&desk) != drawn);
    assert!(desk.shows(
        "Not mirrored: there is no room: of a territory that is moved no land would be left."
    ));
}

#[test]
fn land_that_is_moved_over_its_twin_keeps_its_side() {
    let mut album = Album::new();
    for symmetry in [Symmetry::Across, Symmetry::Down] {
        let mut desk = two_lands(symmetry);
        let areas = |desk: &Desk| -> Vec<u32> {
            let lands = desk.bench().document.draft().territories.iter();
            let area = |colour| {
                let own = regions(desk).iter();
                let own = own.filter(|(_, of)| Some(of.colour.rgb()) == colour);
                own.map(|(_, of)| of.area).sum()
            };
            lands.map(|land| area(land.colour)).collect()
        };
        let before = areas(&desk);
        desk.key("t", Modifiers::empty());
        // Nearly to the middle, and right onto it.
        for to in [(560.0, 380.0), (600.0, 400.0)] {
            let way = [(290.0, 230.0), to];
            desk.drag_with(&way, Modifiers::empty(), false);
            let name = format!("twins-over-{}-{symmetry:?}", to.0).to_lowercase();
            album.take(&mut desk, &name, Size::new(1280.0, 800.0));
            desk.named(key::Named::Escape);
            desk.drag(&way);
            assert!(is_symmetric(regions(&desk), symmetry), "{symmetry:?}");
            let after = areas(&desk);
            assert_eq!(after.len(), 2);
            assert_eq!(after[0], after[1]);
            assert!(after[0] * 3 > before[0], "{before:?} {after:?}");
            desk.key("z", Modifiers::CTRL);
            assert_eq!(areas(&desk), before);
        }
    }
}

#[test]
fn parts_are_exchanged_and_merged_on_both_sides() {
    let id_at = |desk: &Desk, x: u32, y: u32| {
        let colour = regions(desk)
            .get(regions(desk).region_at(x, y).expect("a pixel"))
            .colour;
        let mut all = desk.bench().document.draft().territories.iter();
        all.find(|t| t.colour.is_some_and(|own| colour.rgb() == own))
            .and_then(|t| t.id)
    };
    let mut desk = two_lands(Symmetry::Across);
    desk.key("k", Modifiers::empty());
    desk.drag(&[(270.0, 100.0), (270.0, 400.0)]);
    assert_eq!(lands(&desk), 4);
    assert!(desk.bench().document.selection().is_empty());
    let places = [(220, 210), (360, 250), (979, 210), (839, 250)];
    let ids = |desk: &Desk| places.map(|(x, y)| id_at(desk, x, y).expect("land"));
    let before = ids(&desk);
    desk.key("x", Modifiers::empty());
    let [a, b, c, d] = before;
    assert_eq!(ids(&desk), [b, a, d, c], "both");
    desk.key("x", Modifiers::empty());
    assert_eq!(ids(&desk), before);
    for _ in 0..3 {
        desk.key("z", Modifiers::CTRL);
    }
    // The parts of the one that was divided are selected, and can be merged again at once.
    desk.key("v", Modifiers::empty());
    desk.click_map((280.0, 230.0));
    desk.key("d", Modifiers::empty());
    desk.named(key::Named::Enter);
    let parts = desk.bench().document.selection().territories().len();
    assert_eq!(lands(&desk), 2 * parts);
    desk.key("m", Modifiers::empty());
    assert_eq!(lands(&desk), 2);
    // So is the copy, and not its twin.
    desk.named(key::Named::Escape);
    desk.key("t", Modifiers::empty());
    desk.drag_with(&[(280.0, 230.0), (280.0, 560.0)], Modifiers::ALT, true);
    assert_eq!(lands(&desk), 4);
    let copy = desk.bench().document.selection().territories().to_vec();
    let draft = desk.bench().document.draft();
    let [copy] = copy[..] else { panic!("{copy:?}") };
    assert!(draft.territory(copy).expect("it").pivots[0].x < 600);
}

#[test]
fn a_lake_of_land_without_a_twin_is_filled_alone() {
    let mut desk = plain();
    desk.key("a", Modifiers::empty());
    for (left, top, right, bottom) in [(100.0, 150.0, 560.0, 700.0), (980.0, 180.0, 1120.0, 320.0)]
    {
        desk.drag(&[
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
            (left, top),
        ]);
    }
    desk.key("b", Modifiers::empty());
    let lakes = [(150, 250), (1049, 250)];
    for (x, y) in lakes.map(|(x, y)| (f64::from(x), f64::from(y))) {
        desk.drag_with(&[(x, y), (x + 2.0, y)], Modifiers::ALT, true);
    }
    let sea = |desk: &Desk, (x, y)| {
        let colour = |x, y| {
            let id = regions(desk).region_at(x, y).expect("a pixel");
            regions(desk).get(id).colour
        };
        colour(x, y) == colour(0, 0)
    };
    assert_eq!(lakes.map(|lake| sea(&desk, lake)), [true, true]);
    desk.key("v", Modifiers::empty());
    desk.click_map((300.0, 400.0));
    desk.key("s", Modifiers::empty());
    desk.key("f", Modifiers::empty());
    desk.click_map((150.0, 250.0));
    assert_eq!(lakes.map(|lake| sea(&desk, lake)), [false, true]);
    assert!(desk.shows("Not mirrored: there is no separate land on the other side."));
}

#[test]
fn a_shore_across_the_axis_is_bent_once() {
    let bent = |with_twins: bool| {
        let mut desk = sheet(Symmetry::Across);
        desk.drag(&[(500.0, 400.0), (700.0, 400.0)]);
        assert_eq!(lands(&desk), 1);
        while !with_twins && desk.bench().view.symmetry.is_some() {
            desk.key("s", Modifiers::empty());
        }
        let drawn = regions(&desk).clone();
        desk.key("u", Modifiers::empty());
        let mut row = drawn.row(400);
        let shore = row.find(|run| run.start > 0).expect("land").start;
        desk.click_map((f64::from(shore), 400.0));
        desk.click("Smooth");
        desk.named(key::Named::Enter);
        assert!(*regions(&desk) != drawn);
        regions(&desk).clone()
    };
    assert!(bent(true) == bent(false));
}

#[test]
fn what_has_no_twin_says_so() {
    let mut desk = plain();
    desk.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    desk.key("s", Modifiers::empty());
    assert_eq!(desk.bench().view.symmetry, Some(Symmetry::Across));
    desk.key("t", Modifiers::empty());
    desk.drag(&[(250.0, 200.0), (300.0, 300.0)]);
    assert_eq!(lands(&desk), 1);
    assert!(desk.shows("Not mirrored: there is no separate land on the other side."));
}

#[test]
fn what_is_not_done_is_not_said_to_be_done() {
    let mut desk = plain();
    desk.drag(&[(150.0, 200.0), (350.0, 200.0)]);
    desk.key("s", Modifiers::empty());
    desk.key("v", Modifiers::empty());
    desk.click_map((250.0, 200.0));
    desk.key("k", Modifiers::empty());
    // Beside the land, which has no twin either.
    desk.drag(&[(150.0, 400.0), (350.0, 400.0)]);
    assert_eq!(lands(&desk), 1);
    assert!(desk.shows("The line does not cross the territory."));
    assert!(!desk.shows("Not mirrored: there is no separate land on the other side."));
}

/// What lies at each pixel: sea, a territory by its place, or new land.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lies {
    Sea,
    Plot(usize),
    New,
}

/// What lies where; of the first `known` territories it is said which.
fn lies(desk: &Desk, known: usize) -> Vec<Lies> {
    let draft = desk.bench().document.draft();
    let of = |colour: Rgba| {
        let mut all = draft.territories.iter();
        match all.position(|of| of.colour.map(Rgba::from) == Some(colour)) {
            Some(at) if at < known => Lies::Plot(at),
            Some(_) => Lies::New,
            None => Lies::Sea,
        }
    };
    let land = regions(desk);
    let by_region: Vec<Lies> = land.iter().map(|(_, region)| of(region.colour)).collect();
    let runs = (0..land.height()).flat_map(|y| land.row(y));
    let pixels = runs.flat_map(|run| (run.start..run.end).map(move |_| run.region));
    pixels.map(|region| by_region[region.index()]).collect()
}

/// What is seen to lie where, with all that is on its way.
fn seen(desk: &Desk) -> Vec<Lies> {
    let mut pixels = lies(desk, lands(desk));
    let width = regions(desk).width() as usize;
    for wash in desk.bench().scene().washes() {
        let now = match wash.tint {
            Tint::Plot(plot) => Lies::Plot(plot),
            Tint::Sea => Lies::Sea,
            Tint::Land(_) | Tint::Hatched => Lies::New,
        };
        let covers = |was: Lies| match (&wash.over, was) {
            (Cover::All, _) | (_, Lies::Sea) => true,
            (Cover::Sea(plots), Lies::Plot(plot)) => plots.contains(&plot),
            (Cover::Sea(_), Lies::New) => false,
        };
        let stretches = wash.pixels.iter().flat_map(|chunk| chunk.iter());
        for Stretch { y, columns } in stretches {
            let row = &mut pixels[*y as usize * width..][..width];
            let columns = columns.start as usize..(columns.end as usize).min(width);
            for pixel in row[columns].iter_mut().filter(|pixel| covers(**pixel)) {
                *pixel = now;
            }
        }
    }
    pixels
}

#[test]
fn a_stroke_and_its_twin_become_what_was_seen_of_them() {
    let mut desk = plain();
    for _ in 0..4 {
        desk.key("]", Modifiers::empty());
    }
    // Two and their twins, the second none too like the other, and one across the axis.
    for (from, to) in [
        ((150.0, 200.0), (400.0, 200.0)),
        ((800.0, 200.0), (1050.0, 200.0)),
        ((150.0, 480.0), (400.0, 500.0)),
        ((820.0, 450.0), (1050.0, 520.0)),
        ((560.0, 480.0), (660.0, 640.0)),
    ] {
        desk.drag(&[from, to]);
    }
    assert_eq!(lands(&desk), 5);
    desk.key("v", Modifiers::empty());
    for (first, other) in [
        ((275.0, 200.0), (275.0, 490.0)),
        ((925.0, 200.0), (600.0, 560.0)),
    ] {
        desk.click_map(first);
        desk.click_map_with(other, Modifiers::SHIFT);
        desk.key("g", Modifiers::empty());
        desk.named(key::Named::Escape);
    }
    let continents = desk.bench().document.draft().continents.len();
    assert_eq!(continents, 2);
    desk.click_map((275.0, 200.0));
    desk.key("b", Modifiers::empty());
    let width = regions(&desk).width() as usize;
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        desk.key("s", Modifiers::empty());
        assert_eq!(desk.bench().view.symmetry, Some(symmetry));
        for over in [Over::All, Over::Sea, Over::Continent] {
            let brush = desk.bench().view.brush;
            let message = bench::Message::Brush(Brush { over, ..brush });
            desk.send(Message::Bench(message));
            for way in [
                // Down over its own continent, the twin over another.
                vec![(300.0, 250.0), (300.0, 480.0)],
                // Across the axis, straight and over land of the other continent.
                vec![(400.0, 200.0), (720.0, 230.0)],
                vec![(350.0, 220.0), (500.0, 430.0), (700.0, 560.0)],
            ] {
                desk.drag_with(&way, Modifiers::empty(), false);
                let seen = seen(&desk);
                desk.named(key::Named::Escape);
                let before = (lies(&desk, 5), regions(&desk).clone());
                desk.drag(&way);
                let made = lies(&desk, 5);
                assert!(made != before.0, "{symmetry:?} {over:?} {way:?}");
                let other = (0..made.len()).filter(|&at| made[at] != seen[at]);
                let other = other.map(|at| (at % width, at / width, seen[at], made[at]));
                let other: Vec<_> = other.collect();
                // A speck of sea on each side may have been shut in, which joins what is there.
                assert!(other.len() < 18, "{symmetry:?} {over:?} {way:?} {other:?}");
                desk.key("z", Modifiers::CTRL);
                assert!(*regions(&desk) == before.1);
            }
        }
    }
}
