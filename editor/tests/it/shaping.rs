//! Land that is moved, borders that are bent.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::app::Message;
use marchland_editor::bench::{Intent, Message as OnBench};
use marchland_editor::drawing::Brush;
use marchland_maps::mask::{Regions, joined};
use marchland_maps::redraw::Over;
use marchland_maps::{By, Draft, Rgb, TerritoryId};

use crate::desk::Desk;
use crate::pictures::Album;

const SIZE: Size = Size::new(1280.0, 800.0);

fn draft(desk: &Desk) -> &Draft {
    desk.bench().document.draft()
}

fn regions(desk: &Desk) -> &Regions {
    desk.bench().document.land().expect("a mask").regions()
}

fn colour_at(desk: &Desk, x: u32, y: u32) -> Rgb {
    let regions = regions(desk);
    regions
        .get(regions.region_at(x, y).expect("a pixel"))
        .colour
        .rgb()
}

fn around(desk: &mut Desk, corners: &[(f64, f64)]) {
    desk.key("a", Modifiers::empty());
    for &corner in corners {
        desk.click_map(corner);
    }
    desk.named(key::Named::Enter);
}

/// Two lands side by side, 100 to 300 and 300 to 500, and one apart from them.
fn three_lands() -> Desk {
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    for (left, top, right, bottom) in [
        (100.0, 150.0, 300.0, 450.0),
        (300.0, 150.0, 500.0, 450.0),
        (800.0, 300.0, 950.0, 380.0),
    ] {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        around(&mut desk, &corners);
    }
    assert_eq!(draft(&desk).territories.len(), 3);
    assert_eq!(draft(&desk).links().count(), 1);
    desk
}

fn over(desk: &mut Desk, over: Over) {
    let brush = Brush {
        over,
        ..desk.bench().view.brush
    };
    desk.send(Message::Bench(OnBench::Brush(brush)));
}

#[test]
fn land_is_dragged_copied_and_dropped() {
    let mut desk = three_lands();
    let before = (draft(&desk).clone(), regions(&desk).clone());
    let colours: Vec<Rgb> = before
        .0
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    desk.key("t", Modifiers::empty());
    // On its way it is seen, and Esc drops it.
    desk.drag_with(&[(400.0, 200.0), (500.0, 300.0)], Modifiers::empty(), false);
    assert!(desk.bench().scene().washes().len() == 2);
    desk.named(key::Named::Escape);
    assert!(desk.bench().scene().washes().is_empty());
    assert_eq!(draft(&desk), &before.0);
    desk.drag(&[(400.0, 200.0), (460.0, 240.0), (560.0, 500.0)]);
    assert_eq!(colour_at(&desk, 400, 160), Rgb::WHITE);
    assert_eq!(colour_at(&desk, 560, 500), colours[1]);
    let (was, is) = (&before.0.territories[1], &draft(&desk).territories[1]);
    assert_eq!(
        (is.pivots[0].x, is.pivots[0].y),
        (was.pivots[0].x + 160, was.pivots[0].y + 300)
    );
    assert_eq!(draft(&desk).links().count(), 0);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
    // A copy is a land of its own, and is selected.
    desk.drag_with(&[(850.0, 340.0), (860.0, 600.0)], Modifiers::ALT, true);
    assert_eq!(draft(&desk).territories.len(), 4);
    assert_eq!(colour_at(&desk, 850, 340), colours[2]);
    let copy = &draft(&desk).territories[3];
    assert_eq!(copy.colour, Some(colour_at(&desk, 860, 600)));
    assert_eq!(
        desk.bench().document.selection().territory(),
        Some(copy.key)
    );
    // Other land is covered, or it wins.
    desk.key("z", Modifiers::CTRL);
    for (rule, wins) in [(Over::All, 2), (Over::Sea, 1)] {
        over(&mut desk, rule);
        desk.named(key::Named::Escape);
        desk.drag(&[(850.0, 340.0), (450.0, 340.0)]);
        assert_eq!(colour_at(&desk, 450, 340), colours[wins], "{rule:?}");
        desk.key("z", Modifiers::CTRL);
    }
    assert_eq!(draft(&desk), &before.0);
}

/// The highest id goes to the gap that a merged territory leaves.
#[test]
fn merged_lands_leave_no_gap_among_the_ids() {
    let mut desk = three_lands();
    let ids = |desk: &Desk| -> Vec<u16> {
        let ids = draft(desk).territories.iter().map(|t| t.id.unwrap().0);
        ids.collect()
    };
    let before = draft(&desk).clone();
    assert_eq!(ids(&desk), [0, 1, 2]);
    desk.key("v", Modifiers::empty());
    desk.click_map((200.0, 300.0));
    desk.click_map_with((400.0, 300.0), Modifiers::SHIFT);
    desk.key("m", Modifiers::empty());
    let mut left = ids(&desk);
    left.sort_unstable();
    assert_eq!(left, [0, 1]);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before);
    // Removed, it leaves none either.
    desk.named(key::Named::Escape);
    desk.click_map((200.0, 300.0));
    desk.named(key::Named::Delete);
    let mut left = ids(&desk);
    left.sort_unstable();
    assert_eq!(left, [0, 1]);
}

#[test]
fn land_in_hand_is_turned_scaled_and_put_down() {
    let mut desk = three_lands();
    let mut album = Album::new();
    let before = (draft(&desk).clone(), regions(&desk).clone());
    desk.key("t", Modifiers::empty());
    desk.click_map((400.0, 300.0));
    desk.click_map_with((200.0, 300.0), Modifiers::SHIFT);
    assert_eq!(desk.bench().document.selection().territories().len(), 2);
    desk.key(".", Modifiers::empty());
    desk.key("]", Modifiers::empty());
    for _ in 0..10 {
        desk.named(key::Named::ArrowDown);
    }
    assert!(desk.shows("110 %") && desk.shows("Place"));
    album.take(&mut desk, "move-turned", SIZE);
    assert_eq!(draft(&desk), &before.0, "it is in hand");
    // It can be dragged on, from anywhere.
    desk.drag(&[(900.0, 700.0), (1000.0, 720.0)]);
    desk.named(key::Named::Enter);
    let after = draft(&desk);
    assert_eq!(after.territories.len(), 3);
    assert_eq!(after.can_go(TerritoryId(0), TerritoryId(1)), Some(By::Land));
    // 400 by 300 around 300,300, turned and a tenth larger, 100 to the right and 30 down.
    let (a, b) = (
        after.territories[0].colour.unwrap(),
        after.territories[1].colour.unwrap(),
    );
    assert_eq!(
        (colour_at(&desk, 400, 113), colour_at(&desk, 400, 547)),
        (a, b)
    );
    assert_eq!(colour_at(&desk, 400, 107), Rgb::WHITE);
    assert_eq!(
        (colour_at(&desk, 237, 320), colour_at(&desk, 562, 320)),
        (a, a)
    );
    assert_eq!(
        (colour_at(&desk, 233, 320), colour_at(&desk, 567, 320)),
        (Rgb::WHITE, Rgb::WHITE)
    );
    album.take(&mut desk, "move-put-down", SIZE);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
    // Mirrored twice is as it was; undo drops what is in hand first.
    for _ in 0..2 {
        desk.key("h", Modifiers::empty());
    }
    desk.key("z", Modifiers::CTRL);
    assert!(!desk.shows("Place"));
    assert_eq!(draft(&desk), &before.0);
    desk.key("h", Modifiers::empty());
    desk.key("H", Modifiers::SHIFT);
    desk.click("Place");
    let turned: Vec<Rgb> = [(200, 300), (400, 300)]
        .map(|(x, y)| colour_at(&desk, x, y))
        .to_vec();
    assert_eq!(turned, [b, a]);
}

#[test]
fn borders_are_pushed_and_bent() {
    let mut desk = three_lands();
    let mut album = Album::new();
    let before = (draft(&desk).clone(), regions(&desk).clone());
    let colours: Vec<Rgb> = before
        .0
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    desk.key("u", Modifiers::empty());
    for _ in 0..4 {
        desk.key("]", Modifiers::empty());
    }
    desk.drag_with(&[(300.0, 300.0), (350.0, 290.0)], Modifiers::empty(), false);
    assert!(!desk.bench().scene().washes().is_empty());
    desk.named(key::Named::Escape);
    assert_eq!(draft(&desk), &before.0);
    desk.drag(&[(300.0, 300.0), (350.0, 290.0)]);
    assert_eq!(colour_at(&desk, 340, 290), colours[0]);
    assert_eq!(colour_at(&desk, 340, 420), colours[1]);
    assert_eq!(regions(&desk).len(), before.1.len());
    // A click picks the border, from the sea in the north to that in the south.
    desk.click_map((300.0, 430.0));
    let line = desk.bench().sketch().line;
    assert_eq!(
        (line.first(), line.last()),
        (Some(&(300.0, 150.0)), Some(&(300.0, 450.0)))
    );
    album.take(&mut desk, "border-picked", SIZE);
    let bent = regions(&desk).clone();
    desk.click("Roughen");
    let washes = desk.bench().scene().washes().to_vec();
    assert!(!washes.is_empty(), "it is seen");
    assert!(*regions(&desk) == bent, "and not done");
    album.take(&mut desk, "border-tried", SIZE);
    // Other bends, smaller ones, and none at all.
    desk.click("Roughen");
    let others = desk.bench().scene().washes().to_vec();
    assert!(!others.is_empty() && others != washes);
    desk.key("[", Modifiers::empty());
    assert!(desk.bench().scene().washes() != others);
    desk.named(key::Named::Escape);
    assert!(desk.bench().scene().washes().is_empty());
    assert!(!desk.bench().sketch().line.is_empty(), "it stays picked");
    desk.key("]", Modifiers::empty());
    desk.click("Roughen");
    desk.click("Apply");
    assert!(*regions(&desk) != bent);
    assert!(desk.bench().sketch().line.len() > 10, "it stays picked");
    album.take(&mut desk, "border-rough", SIZE);
    for bend in ["Straighten", "Smooth"] {
        desk.click(bend);
        desk.named(key::Named::Enter);
    }
    album.take(&mut desk, "border-smooth", SIZE);
    assert_eq!(regions(&desk).len(), before.1.len());
    for _ in 0..4 {
        desk.key("z", Modifiers::CTRL);
    }
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
    // Nothing is picked: the commands say so.
    desk.named(key::Named::Escape);
    assert!(desk.bench().sketch().line.is_empty());
}

#[test]
fn another_part_keeps_what_the_whole_had() {
    let mut desk = three_lands();
    desk.key("v", Modifiers::empty());
    desk.click_map((200.0, 300.0));
    desk.fill("name", "Ash", true);
    desk.named(key::Named::Escape);
    desk.key("k", Modifiers::empty());
    // The south is larger by far: it stays Ash.
    desk.drag(&[(80.0, 200.0), (320.0, 200.0)]);
    let before = (draft(&desk).clone(), regions(&desk).clone());
    let ash = before.0.territories[0].colour.unwrap();
    assert_eq!(
        (
            colour_at(&desk, 200, 300),
            colour_at(&desk, 200, 170) != ash
        ),
        (ash, true)
    );
    desk.key("x", Modifiers::empty());
    assert_eq!(
        (
            colour_at(&desk, 200, 170),
            colour_at(&desk, 200, 300) != ash
        ),
        (ash, true)
    );
    assert_eq!(
        draft(&desk).territories[0].name.text.as_deref(),
        Some("Ash")
    );
    desk.key("x", Modifiers::empty());
    assert_eq!(draft(&desk), &before.0, "twice is not at all");
    // Where an exchange is undone, the parts are still known.
    desk.key("z", Modifiers::CTRL);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before.0);
    desk.key("x", Modifiers::empty());
    assert_eq!(colour_at(&desk, 200, 170), ash);
    desk.key("z", Modifiers::CTRL);
    assert!(*regions(&desk) == before.1);
    // Without a cut it wants two that are selected.
    desk.key("z", Modifiers::CTRL);
    let before = draft(&desk).clone();
    assert_eq!(before.territories.len(), 3);
    desk.key("v", Modifiers::empty());
    desk.click_map((400.0, 300.0));
    desk.key("x", Modifiers::empty());
    assert_eq!(draft(&desk), &before);
    desk.click_map_with((850.0, 340.0), Modifiers::SHIFT);
    let far = colour_at(&desk, 850, 340);
    desk.key("x", Modifiers::empty());
    assert_eq!(colour_at(&desk, 400, 300), far);
}

#[test]
fn the_sheet_is_cropped_and_grows() {
    let mut desk = three_lands();
    let mut album = Album::new();
    let before = (draft(&desk).clone(), regions(&desk).clone());
    let colour = before.0.territories[0].colour.unwrap();
    let resize = Message::Command(marchland_editor::commands::Command::Resize);
    desk.send(resize.clone());
    desk.click("Crop to the land");
    assert_eq!(
        desk.bench().frame_asked(),
        Some([84.0, 134.0, 966.0, 466.0])
    );
    album.take(&mut desk, "resize-crop", SIZE);
    desk.named(key::Named::Enter);
    assert_eq!(desk.bench().scene().size(), (882, 332));
    assert_eq!(colour_at(&desk, 16, 16), colour);
    assert_eq!(colour_at(&desk, 15, 16), Rgb::WHITE);
    for (now, was) in draft(&desk).territories.iter().zip(&before.0.territories) {
        assert_eq!(now.pivots[0].x + 84, was.pivots[0].x);
        assert_eq!(now.neighbours, was.neighbours);
    }
    album.take(&mut desk, "resize-cropped", SIZE);
    // What is drawn then is a step of its own, back over the change of sheets.
    desk.key("b", Modifiers::empty());
    desk.drag(&[(600.0, 60.0), (640.0, 60.0)]);
    assert_eq!(draft(&desk).territories.len(), 4);
    desk.send(resize.clone());
    desk.fill("sheet-width", "1764", false);
    desk.fill("sheet-height", "9", false);
    assert!(desk.shows("A side may have 64 to 8192 pixels."));
    desk.fill("sheet-height", "664", false);
    desk.click("Scale the land with the sheet");
    desk.click("Resize");
    assert_eq!(desk.bench().scene().size(), (1764, 664));
    assert_eq!(
        (colour_at(&desk, 32, 32), colour_at(&desk, 31, 32)),
        (colour, Rgb::WHITE)
    );
    for _ in 0..3 {
        desk.key("z", Modifiers::CTRL);
    }
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
    assert_eq!(desk.bench().scene().size(), (1200, 800));
    for _ in 0..3 {
        desk.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    }
    assert_eq!(desk.bench().scene().size(), (1764, 664));
    assert_eq!(draft(&desk).territories.len(), 4);
}

#[test]
fn clutter_is_listed_before_it_goes() {
    let mut desk = three_lands();
    let mut album = Album::new();
    // A pond of twelve pixels, drawn with a small brush.
    desk.key("b", Modifiers::empty());
    for _ in 0..6 {
        desk.key("[", Modifiers::empty());
    }
    desk.drag_with(&[(200.0, 300.0), (206.0, 300.0)], Modifiers::ALT, true);
    assert_eq!(colour_at(&desk, 203, 300), Rgb::WHITE);
    let before = (draft(&desk).clone(), regions(&desk).clone());
    let tidy = Message::Command(marchland_editor::commands::Command::Tidy);
    desk.send(tidy.clone());
    assert!(desk.shows("No specks, and no gaps of this size."));
    desk.send(Message::Bench(OnBench::Gaps(16)));
    let Some(Intent::Tidy(tidying)) = desk.bench().intent() else {
        panic!("it is asked");
    };
    let listed = tidying.found.as_ref().unwrap().as_ref().unwrap();
    assert_eq!(listed.count, 1);
    assert!(listed.lines[0].starts_with("A gap of "), "{listed:?}");
    album.take(&mut desk, "tidy-listed", SIZE);
    desk.named(key::Named::Escape);
    assert_eq!(draft(&desk), &before.0);
    desk.send(tidy);
    desk.send(Message::Bench(OnBench::Gaps(16)));
    desk.named(key::Named::Enter);
    assert_eq!(
        Some(colour_at(&desk, 203, 300)),
        before.0.territories[0].colour
    );
    assert!(desk.bench().intent().is_none());
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
}

#[test]
fn a_steady_brush_hides_a_trembling_hand() {
    let drawn = |string: u16| {
        let mut desk = Desk::new(None);
        desk.key("n", Modifiers::CTRL);
        desk.click("Start drawing");
        let brush = Brush {
            string,
            ..desk.bench().view.brush
        };
        desk.send(Message::Bench(OnBench::Brush(brush)));
        let tremble = |at: u32| {
            (
                200.0 + f64::from(at) * 10.0,
                400.0 + f64::from(at % 2) * 24.0,
            )
        };
        let path: Vec<(f64, f64)> = (0..60).map(tremble).collect();
        desk.drag(&path);
        let colour = draft(&desk).territories[0].colour.unwrap();
        let own = regions(&desk)
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
fn drawn_lines_dissolve_before_land_is_painted() {
    let place = tempfile::tempdir().unwrap();
    let mask = place.path().join("lines.png");
    let mut image = image::RgbImage::from_pixel(500, 300, image::Rgb([255; 3]));
    for (at, colour) in crate::desk::SQUARES.iter().enumerate() {
        let (left, top) = (40 + at as u32 % 3 * 103, 50 + at as u32 / 3 * 103);
        for (x, y) in (0..106 * 106).map(|n| (n % 106, n / 106)) {
            let is_line = x < 3 || y < 3 || x > 102 || y > 102;
            let colour = if is_line { [0; 3] } else { *colour };
            image.put_pixel(left + x, top + y, image::Rgb(colour));
        }
    }
    image.save(&mask).unwrap();
    let mut desk = Desk::new(Some(&mask));
    desk.press_and_run("Create map");
    desk.click("Accept all 7");
    let before = (draft(&desk).clone(), regions(&desk).clone());
    assert_eq!(before.0.mask.as_ref().unwrap().separator.len(), 1);
    desk.key("b", Modifiers::empty());
    desk.drag(&[(430.0, 100.0), (460.0, 200.0)]);
    assert!(desk.shows("This mask has separators"));
    assert!(desk.shows("All links are kept."));
    let mut album = Album::new();
    album.take(&mut desk, "lines", SIZE);
    desk.named(key::Named::Escape);
    assert_eq!(draft(&desk), &before.0);
    desk.send(Message::Command(
        marchland_editor::commands::Command::Dissolve,
    ));
    desk.click("Remove");
    album.take(&mut desk, "lines-gone", SIZE);
    assert!(draft(&desk).mask.as_ref().unwrap().separator.is_empty());
    assert_eq!(draft(&desk).links().count(), 7);
    assert_eq!(regions(&desk).len(), 7);
    desk.drag(&[(430.0, 100.0), (460.0, 200.0)]);
    assert_eq!(draft(&desk).territories.len(), 7);
    desk.key("z", Modifiers::CTRL);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk), &before.0);
    assert!(*regions(&desk) == before.1);
}

#[test]
fn a_rough_brush_draws_a_coast_that_is_seen_before() {
    let mut album = Album::new();
    let drawn = |rough: u16, album: &mut Album| {
        let mut desk = Desk::new(None);
        desk.key("n", Modifiers::CTRL);
        desk.click("Start drawing");
        let brush = Brush {
            size: 128,
            rough,
            ..desk.bench().view.brush
        };
        desk.send(Message::Bench(OnBench::Brush(brush)));
        let way = [(250.0, 300.0), (500.0, 350.0), (800.0, 500.0)];
        desk.drag_with(&way, Modifiers::empty(), false);
        let washes = desk.bench().scene().washes().to_vec();
        album.take(&mut desk, &format!("rough-{rough}"), SIZE);
        desk.named(key::Named::Escape);
        // Another stroke has another edge; here it is the second.
        desk.drag(&way);
        assert_eq!(draft(&desk).territories.len(), 1);
        let seen: Vec<_> = washes.iter().flat_map(|wash| &wash.pixels).collect();
        let seen: usize = joined(seen.into_iter().flat_map(|chunk| chunk.iter().cloned()))
            .iter()
            .map(|of| of.columns.len())
            .sum();
        album.take(&mut desk, &format!("rough-{rough}-drawn"), SIZE);
        let land = regions(&desk).iter().map(|(_, of)| of.area as usize).min();
        (seen, land.expect("land"), regions(&desk).len())
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
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    desk.key("a", Modifiers::empty());
    desk.drag(&[
        (300.0, 200.0),
        (800.0, 200.0),
        (800.0, 600.0),
        (300.0, 600.0),
        (300.0, 200.0),
    ]);
    let whole = area_of_land(&desk);
    desk.key("b", Modifiers::empty());
    for _ in 0..2 {
        desk.key("[", Modifiers::empty());
    }
    // A bay with a mouth of sixteen pixels.
    desk.drag_with(&[(550.0, 180.0), (550.0, 300.0)], Modifiers::ALT, true);
    for _ in 0..7 {
        desk.key("]", Modifiers::empty());
    }
    desk.drag_with(&[(550.0, 400.0), (570.0, 400.0)], Modifiers::ALT, true);
    let with_bay = area_of_land(&desk);
    desk.key("f", Modifiers::empty());
    desk.click_map((560.0, 400.0));
    assert_eq!(area_of_land(&desk), with_bay, "the open sea");
    let brush = desk.bench().view.brush;
    let brush = Brush { gap: 20, ..brush };
    desk.send(Message::Bench(OnBench::Brush(brush)));
    album.take(&mut desk, "fill-bay", SIZE);
    desk.click_map((560.0, 400.0));
    album.take(&mut desk, "fill-bay-done", SIZE);
    let filled = area_of_land(&desk);
    // But for the mouth, which is 100 pixels long.
    assert!(filled > with_bay && filled <= whole, "{filled} of {whole}");
    assert!(whole - filled < 16 * 140, "{filled} of {whole}");
}

fn area_of_land(desk: &Desk) -> u32 {
    let own = draft(desk).territories[0].colour.expect("one");
    let land = regions(desk)
        .iter()
        .filter(|(_, of)| of.colour.rgb() == own);
    land.map(|(_, of)| of.area).sum()
}
