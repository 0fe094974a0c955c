//! What the preview of a mirrored stroke shows is what is drawn.

use iced::keyboard::{Modifiers, key};
use marchland_board::{Cover, Tint};
use marchland_editor::app::Message;
use marchland_editor::drawing::{Brush, Symmetry};
use marchland_editor::workspace;
use marchland_maps::mask::{Rgba, Stretch};
use marchland_maps::redraw::Over;

use crate::driver::Driver;
use crate::twins::{lands, plain};

/// What lies at a pixel, if it is neither new land nor a territory by its place.
const SEA: u8 = 254;
const NEW: u8 = 255;

/// What lies at each pixel; of the first `known` territories it is said which. As bytes, which
/// are quickly filled in and compared.
fn lies(driver: &Driver, known: usize) -> Vec<u8> {
    let draft = driver.workspace().document.draft();
    let of = |colour: Rgba| {
        let mut all = draft.territories.iter();
        match all.position(|of| of.colour.map(Rgba::from) == Some(colour)) {
            Some(at) if at < known => at as u8,
            Some(_) => NEW,
            None => SEA,
        }
    };
    let land = driver.regions();
    let by_region: Vec<u8> = land.iter().map(|(_, region)| of(region.colour)).collect();
    let mut pixels = Vec::new();
    for run in (0..land.height()).flat_map(|y| land.row(y)) {
        let length = (run.end - run.start) as usize;
        pixels.extend_from_slice(&vec![by_region[run.region.index()]; length]);
    }
    pixels
}

/// What is seen to lie where, with all that is on its way.
fn seen(driver: &Driver) -> Vec<u8> {
    let mut pixels = lies(driver, lands(driver));
    let width = driver.regions().width() as usize;
    for wash in driver.workspace().scene().washes() {
        let now = match wash.tint {
            Tint::Plot(plot) => plot as u8,
            Tint::Sea => SEA,
            Tint::Land(_) | Tint::Hatched => NEW,
        };
        let covers = |was: u8| match (&wash.over, was) {
            (Cover::All, _) | (_, SEA) => true,
            (Cover::Sea(_), NEW) => false,
            (Cover::Sea(plots), plot) => plots.contains(&plot.into()),
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
fn a_mirrored_stroke_matches_its_preview() {
    let mut driver = plain();
    for _ in 0..4 {
        driver.key("]", Modifiers::empty());
    }
    // Two and their twins, the second none too like the other, and one across the axis.
    for (from, to) in [
        ((150.0, 200.0), (400.0, 200.0)),
        ((800.0, 200.0), (1050.0, 200.0)),
        ((150.0, 480.0), (400.0, 500.0)),
        ((820.0, 450.0), (1050.0, 520.0)),
        ((560.0, 480.0), (660.0, 640.0)),
    ] {
        driver.drag(&[from, to]);
    }
    assert_eq!(lands(&driver), 5);
    driver.key("v", Modifiers::empty());
    for (first, other) in [
        ((275.0, 200.0), (275.0, 490.0)),
        ((925.0, 200.0), (600.0, 560.0)),
    ] {
        driver.click_map(first);
        driver.click_map_with(other, Modifiers::SHIFT);
        driver.key("g", Modifiers::empty());
        driver.named(key::Named::Escape);
    }
    let continents = driver.workspace().document.draft().continents.len();
    assert_eq!(continents, 2);
    driver.click_map((275.0, 200.0));
    driver.key("b", Modifiers::empty());
    let width = driver.regions().width() as usize;
    for symmetry in [Symmetry::Across, Symmetry::Down, Symmetry::HalfTurn] {
        driver.key("s", Modifiers::empty());
        assert_eq!(driver.workspace().view.symmetry, Some(symmetry));
        for over in [Over::All, Over::Sea, Over::Continent] {
            let brush = driver.workspace().view.brush;
            let message = workspace::Message::Brush(Brush { over, ..brush });
            driver.send(Message::Workspace(message));
            for way in [
                // Down over its own continent, the twin over another.
                vec![(300.0, 250.0), (300.0, 480.0)],
                // Across the axis, straight and over land of the other continent.
                vec![(400.0, 200.0), (720.0, 230.0)],
                vec![(350.0, 220.0), (500.0, 430.0), (700.0, 560.0)],
            ] {
                driver.drag_with(&way, Modifiers::empty(), false);
                let seen = seen(&driver);
                driver.named(key::Named::Escape);
                let before = (lies(&driver, 5), driver.regions().clone());
                driver.drag(&way);
                let made = lies(&driver, 5);
                assert!(made != before.0, "{symmetry:?} {over:?} {way:?}");
                let mut other = Vec::new();
                for (y, (made, seen)) in made.chunks(width).zip(seen.chunks(width)).enumerate() {
                    if made != seen {
                        let differs = (0..width).filter(|&x| made[x] != seen[x]);
                        other.extend(differs.map(|x| (x, y, seen[x], made[x])));
                    }
                }
                // A speck of sea on each side may have been shut in, which joins what is there.
                assert!(other.len() < 18, "{symmetry:?} {over:?} {way:?} {other:?}");
                driver.key("z", Modifiers::CTRL);
                assert!(*driver.regions() == before.1);
            }
        }
    }
}
