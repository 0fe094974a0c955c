//! Strokes, filling, and separators before them.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::drawing::Brush;
use marchland_editor::workspace::Message as OnWorkspace;
use marchland_maps::mask::joined;

use crate::driver::Driver;
use crate::pictures::Album;

const SIZE: Size = Size::new(1280.0, 800.0);

#[test]
fn the_stabiliser_smooths_strokes() {
    let drawn = |string: u16| {
        let mut driver = Driver::new(None);
        driver.key("n", Modifiers::CTRL);
        driver.click("Start drawing");
        let brush = Brush {
            string,
            ..driver.workspace().view.brush
        };
        driver.send(Message::Workspace(OnWorkspace::Brush(brush)));
        let tremble = |at: u32| {
            (
                200.0 + f64::from(at) * 10.0,
                400.0 + f64::from(at % 2) * 24.0,
            )
        };
        let path: Vec<(f64, f64)> = (0..60).map(tremble).collect();
        driver.drag(&path);
        let colour = driver.draft().territories[0].colour.unwrap();
        let own = driver
            .regions()
            .iter()
            .find(|(_, of)| of.colour.rgb() == colour);
        let bounds = own.unwrap().1.bounds;
        (bounds.height(), bounds.right)
    };
    let (free, end) = drawn(0);
    let (steady, short) = drawn(40);
    assert!(free >= 56, "{free}");
    assert!(steady < free - 10, "{steady} of {free}");
    // It ends where the string does.
    assert!(short + 30 < end && short + 90 > end, "{short} {end}");
}

#[test]
fn separators_are_removed_before_painting() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("lines.png");
    let mut image = image::RgbImage::from_pixel(500, 300, image::Rgb([255; 3]));
    for (at, colour) in crate::driver::SQUARES.iter().enumerate() {
        let (left, top) = (40 + at as u32 % 3 * 103, 50 + at as u32 / 3 * 103);
        for (x, y) in (0..106 * 106).map(|n| (n % 106, n / 106)) {
            let is_line = x < 3 || y < 3 || x > 102 || y > 102;
            let colour = if is_line { [0; 3] } else { *colour };
            image.put_pixel(left + x, top + y, image::Rgb(colour));
        }
    }
    image.save(&mask).unwrap();
    let mut driver = Driver::new(Some(&mask));
    driver.press_and_run("Create map");
    driver.click("Link all 7");
    let before = (driver.draft().clone(), driver.regions().clone());
    assert_eq!(before.0.mask.as_ref().unwrap().separator.len(), 1);
    driver.key("b", Modifiers::empty());
    driver.drag(&[(430.0, 100.0), (460.0, 200.0)]);
    assert!(driver.shows("This mask has separators"));
    assert!(driver.shows("All links are kept."));
    let mut album = Album::new();
    album.take(&mut driver, "lines", SIZE);
    driver.named(key::Named::Escape);
    assert_eq!(driver.draft(), &before.0);
    driver.send(Message::Command(
        marchland_editor::commands::Command::Dissolve,
    ));
    driver.click("Remove");
    album.take(&mut driver, "lines-gone", SIZE);
    assert!(driver.draft().mask.as_ref().unwrap().separator.is_empty());
    assert_eq!(driver.draft().links().count(), 7);
    assert_eq!(driver.regions().len(), 7);
    driver.drag(&[(430.0, 100.0), (460.0, 200.0)]);
    assert_eq!(driver.draft().territories.len(), 7);
    driver.key("z", Modifiers::CTRL);
    driver.key("z", Modifiers::CTRL);
    assert_eq!(driver.draft(), &before.0);
    assert!(*driver.regions() == before.1);
}

#[test]
fn a_rough_stroke_matches_its_preview() {
    let mut album = Album::new();
    let drawn = |rough: u16, album: &mut Album| {
        let mut driver = Driver::new(None);
        driver.key("n", Modifiers::CTRL);
        driver.click("Start drawing");
        let brush = Brush {
            size: 128,
            rough,
            ..driver.workspace().view.brush
        };
        driver.send(Message::Workspace(OnWorkspace::Brush(brush)));
        let way = [(250.0, 300.0), (500.0, 350.0), (800.0, 500.0)];
        driver.drag_with(&way, Modifiers::empty(), false);
        let washes = driver.workspace().scene().washes().to_vec();
        album.take(&mut driver, &format!("rough-{rough}"), SIZE);
        driver.named(key::Named::Escape);
        // Another stroke has another edge; here it is the second.
        driver.drag(&way);
        assert_eq!(driver.draft().territories.len(), 1);
        let seen: Vec<_> = washes.iter().flat_map(|wash| &wash.pixels).collect();
        let seen: usize = joined(seen.into_iter().flat_map(|chunk| chunk.iter().cloned()))
            .iter()
            .map(|of| of.columns.len())
            .sum();
        album.take(&mut driver, &format!("rough-{rough}-drawn"), SIZE);
        let land = driver
            .regions()
            .iter()
            .map(|(_, of)| of.area as usize)
            .min();
        (seen, land.expect("land"), driver.regions().len())
    };
    let (smooth, land, _) = drawn(0, &mut album);
    assert_eq!(smooth, land);
    let (seen, land, count) = drawn(100, &mut album);
    assert!(seen < smooth * 95 / 100 && seen > smooth / 2, "{seen}");
    assert!(land < smooth && land.abs_diff(seen) < smooth / 20, "{land}");
    assert_eq!(count, 2, "land and sea in one piece each");
}

#[test]
fn a_bay_is_filled_to_its_mouth() {
    let mut album = Album::new();
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    driver.click("Start drawing");
    driver.key("a", Modifiers::empty());
    driver.drag(&[
        (300.0, 200.0),
        (800.0, 200.0),
        (800.0, 600.0),
        (300.0, 600.0),
        (300.0, 200.0),
    ]);
    let whole = area_of_land(&driver);
    driver.key("b", Modifiers::empty());
    for _ in 0..2 {
        driver.key("[", Modifiers::empty());
    }
    // A bay with a mouth of sixteen pixels.
    driver.drag_with(&[(550.0, 180.0), (550.0, 300.0)], Modifiers::ALT, true);
    for _ in 0..7 {
        driver.key("]", Modifiers::empty());
    }
    driver.drag_with(&[(550.0, 400.0), (570.0, 400.0)], Modifiers::ALT, true);
    let with_bay = area_of_land(&driver);
    driver.key("f", Modifiers::empty());
    driver.click_map((560.0, 400.0));
    assert_eq!(area_of_land(&driver), with_bay, "the open sea");
    let brush = driver.workspace().view.brush;
    let brush = Brush { gap: 20, ..brush };
    driver.send(Message::Workspace(OnWorkspace::Brush(brush)));
    album.take(&mut driver, "fill-bay", SIZE);
    driver.click_map((560.0, 400.0));
    album.take(&mut driver, "fill-bay-done", SIZE);
    let filled = area_of_land(&driver);
    // But for the mouth, which is 100 pixels long.
    assert!(filled > with_bay && filled <= whole, "{filled} of {whole}");
    assert!(whole - filled < 16 * 140, "{filled} of {whole}");
}

fn area_of_land(driver: &Driver) -> u32 {
    let own = driver.draft().territories[0].colour.expect("one");
    let land = driver
        .regions()
        .iter()
        .filter(|(_, of)| of.colour.rgb() == own);
    land.map(|(_, of)| of.area).sum()
}
