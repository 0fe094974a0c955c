//! Maps drawn from nothing.

use std::path::Path;

use iced::Size;
use iced::keyboard::{Modifiers, key};
use iced_test::selector;
use marchland_board::{self as board, Pointer};
use marchland_editor::app::Message;
use marchland_editor::bench::{Bench, Message as OnBench, Tab};
use marchland_editor::commands::Command;
use marchland_editor::jobs::Parcel;
use marchland_editor::tools::ToolKind;
use marchland_editor::{files, recovery};
use marchland_maps::mask::{self, Regions};
use marchland_maps::{By, Draft, Rgb, TerritoryId, folder, xml};
use marchland_ui::theme::Mode;

use crate::desk::{Desk, WINDOW, six_squares, square};
use crate::pictures::Album;

/// An empty sheet of 1200 by 800 pixels.
fn sheet(state: Option<&Path>) -> Desk {
    let mut desk = Desk::remembering(None, state);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    assert_eq!(desk.bench().scene().size(), (1200, 800));
    desk
}

fn draft(desk: &Desk) -> &Draft {
    desk.bench().document.draft()
}

fn regions(desk: &Desk) -> &Regions {
    desk.bench().document.land().expect("a mask").regions()
}

fn colour_at(desk: &Desk, x: u32, y: u32) -> Rgb {
    let regions = regions(desk);
    let region = regions.region_at(x, y).expect("a pixel");
    regions.get(region).colour.rgb()
}

#[test]
fn land_is_painted_and_all_of_it_is_undone() {
    let mut desk = sheet(None);
    let (empty, blank) = (draft(&desk).clone(), regions(&desk).clone());
    assert!(desk.bench().document.is_saved(), "nothing to lose yet");
    desk.drag(&[(200.0, 200.0), (400.0, 200.0), (400.0, 300.0)]);
    assert_eq!(draft(&desk).territories.len(), 1);
    let first = draft(&desk).territories[0].clone();
    assert_eq!((first.id, first.name.text), (Some(TerritoryId(0)), None));
    assert_eq!(first.colour, Some(colour_at(&desk, 300, 200)));
    assert_eq!(colour_at(&desk, 300, 250), Rgb::WHITE);
    assert_eq!(first.pivots.len(), 1);
    assert!(desk.app.title().starts_with("● "));

    // A second one beside it, painted over the border of the first: that stays.
    desk.drag(&[(300.0, 205.0), (300.0, 280.0)]);
    assert_eq!(
        draft(&desk).territories.len(),
        1,
        "pressed on the first: it grows"
    );
    assert_eq!(colour_at(&desk, 300, 250), first.colour.unwrap());
    desk.key("z", Modifiers::CTRL);
    assert_eq!(colour_at(&desk, 300, 250), Rgb::WHITE);
    desk.drag(&[(300.0, 250.0), (300.0, 210.0)]);
    let two = draft(&desk);
    assert_eq!(two.territories.len(), 2);
    assert_eq!(two.can_go(TerritoryId(0), TerritoryId(1)), Some(By::Land));
    assert_eq!(colour_at(&desk, 300, 210), first.colour.unwrap());

    // Sea with Alt: the two do not touch any more, and the link goes.
    desk.key("]", Modifiers::empty());
    desk.drag_with(&[(250.0, 228.0), (350.0, 228.0)], Modifiers::ALT, true);
    assert_eq!(colour_at(&desk, 300, 228), Rgb::WHITE);
    assert_eq!(draft(&desk).can_go(TerritoryId(0), TerritoryId(1)), None);

    for _ in 0..3 {
        desk.key("z", Modifiers::CTRL);
    }
    assert!(draft(&desk).same_content(&empty));
    assert_eq!(draft(&desk), &empty, "with nothing left behind");
    assert_eq!(*regions(&desk), blank);
    assert!(desk.bench().document.is_saved());
    for _ in 0..3 {
        desk.key("Z", Modifiers::CTRL | Modifiers::SHIFT);
    }
    assert_eq!(draft(&desk).territories.len(), 2);
    assert_eq!(draft(&desk).links().count(), 0);
    assert_eq!(
        colour_at(&desk, 300, 258),
        draft(&desk).territories[1].colour.unwrap()
    );
}

#[test]
fn strokes_on_their_way_are_seen_and_can_be_dropped() {
    let mut desk = sheet(None);
    desk.drag_with(&[(200.0, 200.0), (300.0, 200.0)], Modifiers::empty(), false);
    assert!(desk.bench().sketch().brush.is_some());
    assert_eq!(desk.bench().scene().washes().len(), 1);
    desk.named(key::Named::Escape);
    assert_eq!(desk.bench().scene().washes().len(), 0);
    assert!(draft(&desk).territories.is_empty());
    assert!(desk.bench().document.is_saved());
}

/// Where the islands of the tutorial have their corners.
const LANDS: [(f64, f64); 3] = [(50.0, 80.0), (450.0, 100.0), (860.0, 70.0)];

/// The second and the third step of the tutorial.
fn draw_lands(desk: &mut Desk, album: &mut Album, size: Size) {
    // 2. Three lands.
    let coast = [
        (20.0, 40.0),
        (90.0, 0.0),
        (200.0, 20.0),
        (290.0, 90.0),
        (270.0, 260.0),
        (300.0, 420.0),
        (220.0, 590.0),
        (110.0, 620.0),
        (30.0, 540.0),
        (50.0, 380.0),
        (0.0, 220.0),
    ];
    for (at, (left, top)) in LANDS.into_iter().enumerate() {
        desk.key("a", Modifiers::empty());
        for (x, y) in coast {
            desk.click_map((left + x, top + y));
        }
        if at == 1 {
            desk.point_at((left + 10.0, top + 120.0));
            album.take(desk, "first-area", size);
        }
        desk.named(key::Named::Enter);
    }
    desk.key("b", Modifiers::empty());
    desk.drag(&[(200.0, 300.0), (380.0, 360.0)]);
    assert_eq!(draft(desk).territories.len(), 3);
    // 3. Four territories each: cut, or divided.
    for (left, top) in &LANDS[..2] {
        desk.key("k", Modifiers::empty());
        for cut in [150.0, 300.0, 450.0] {
            desk.drag(&[(left - 40.0, top + cut), (left + 370.0, top + cut + 20.0)]);
        }
    }
    desk.key("v", Modifiers::empty());
    desk.click_map((1000.0, 300.0));
    desk.key("d", Modifiers::empty());
    desk.named(key::Named::ArrowUp);
    assert!(desk.shows("4 parts"));
    album.take(desk, "first-divide", size);
    let seen = desk.bench().scene().washes().to_vec();
    desk.named(key::Named::Space);
    assert_ne!(desk.bench().scene().washes(), seen);
    desk.named(key::Named::Enter);
    assert_eq!(draft(desk).territories.len(), 12);
    assert!(desk.bench().document.proposals().is_empty());
    desk.named(key::Named::Escape);
    assert!(desk.shows("Named 0/12") && desk.shows("Grouped 0/12"));
    album.take(desk, "first-checklist", size);
}

/// The fourth to the sixth.
fn say_what_they_are(desk: &mut Desk, album: &mut Album, size: Size) {
    // 4. Names, one after the other.
    desk.named(key::Named::F2);
    let names = [
        "Ash", "Beech", "Cedar", "Elm", "Fir", "Hazel", "Holly", "Larch", "Maple", "Oak", "Pine",
        "Yew",
    ];
    for name in names {
        desk.fill("name", name, true);
    }
    desk.named(key::Named::Escape);
    desk.key("!", Modifiers::SHIFT);
    // 5. Continents are painted over the land.
    desk.key("c", Modifiers::empty());
    for (at, name) in ["West", "Middle", "East"].into_iter().enumerate() {
        let pivots = |desk: &Desk| -> Vec<(f64, f64)> {
            let (left, _) = LANDS[at];
            let pivots = draft(desk).territories.iter().map(|t| t.pivots[0]);
            let pivots = pivots.map(|p| (f64::from(p.x) + 9.5, f64::from(p.y) + 9.5));
            let mut own: Vec<_> = pivots
                .filter(|(x, _)| (left - 20.0..left + 350.0).contains(x))
                .collect();
            own.sort_by(|a, b| a.1.total_cmp(&b.1));
            own
        };
        let own = pivots(desk);
        assert_eq!(own.len(), 4, "{name}");
        desk.click_map(own[0]);
        desk.fill("name", name, true);
        desk.fill("bonus", "2", false);
        for spot in &own[1..] {
            desk.click_map(*spot);
        }
        if at == 1 {
            album.take(desk, "first-continents", size);
        }
        desk.named(key::Named::Escape);
    }
    let sizes = draft(desk).continents.iter().map(|continent| {
        let all = draft(desk).territories.iter();
        all.filter(|t| t.continent == continent.id).count()
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [4, 4, 4]);
    // 6. Ways by sea.
    desk.key("l", Modifiers::empty());
    for (from, to) in [
        ((200.0, 180.0), (600.0, 180.0)),
        ((600.0, 620.0), (1000.0, 600.0)),
    ] {
        desk.drag(&[from, (from.0 + 90.0, from.1), to]);
    }
}

/// The tutorial, docs/first-map.md, to the letter, with its pictures.
#[test]
fn a_map_of_three_continents_is_drawn_from_nothing() {
    let mut album = Album::new();
    let size = Size::new(1280.0, 800.0);
    let place = tempfile::tempdir().unwrap();
    // 1. An empty sheet.
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    album.take(&mut desk, "first-sheet", size);
    desk.click("Start drawing");
    album.take(&mut desk, "first-empty", size);
    assert_eq!(desk.bench().findings().counts().errors, 3);
    assert!(desk.shows("Draw land"), "and not a wall of red");
    draw_lands(&mut desk, &mut album, size);
    say_what_they_are(&mut desk, &mut album, size);
    // 7. Ready.
    desk.named(key::Named::Escape);
    desk.named(key::Named::Escape);
    desk.fill("name", "Three woods", false);
    let counts = desk.bench().findings().counts();
    assert_eq!(counts.errors, 0, "{:?}", desk.bench().document.problems());
    assert!(desk.shows("Ready to play"));
    album.take(&mut desk, "first-ready", size);
    // 8. Saved, it is a map with its mask.
    let home = place.path().join("woods");
    desk.save_as(&home);
    assert!(desk.bench().document.is_saved());
    let (_, saved, map) = folder::load(&home).unwrap();
    assert!(saved.same_content(draft(&desk)));
    assert_eq!(map.len(), 12);
    let mask = mask::read(&std::fs::read(home.join("mask.png")).unwrap()).unwrap();
    assert!(mask == *regions(&desk));
    let findings = desk.bench().findings().outcome().expect("a look");
    let worse = findings.report.findings.iter();
    let worse: Vec<_> = worse
        .filter(|finding| finding.severity != marchland_maps::Severity::Info)
        // Who has drawn it says so where he likes.
        .filter(|finding| finding.rule.code != "MAP006")
        .map(|finding| (finding.rule.code, finding.message.clone()))
        .collect();
    assert_eq!(worse, []);
}

#[test]
fn an_authors_mask_is_kept_once_and_ours_is_not() {
    let place = tempfile::tempdir().unwrap();
    let (_, home) = Desk::saved(place.path());
    let author = std::fs::read(home.join("squares.png")).unwrap();
    let original = home.join("squares.original.png");
    let mut desk = Desk::new(Some(&home));
    desk.key("b", Modifiers::empty());
    desk.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(draft(&desk).territories.len(), 7);
    desk.key("s", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved(), "{:?}", desk.app.dialog());
    assert_eq!(std::fs::read(&original).unwrap(), author);
    let drawn = std::fs::read(home.join("squares.png")).unwrap();
    assert!(mask::read(&drawn).unwrap() == *regions(&desk));
    // Nothing drawn: the mask is not written; undone: it is as the author has it.
    desk.named(key::Named::Escape);
    desk.key("v", Modifiers::empty());
    desk.click_map(square(0));
    desk.fill("name", "Ash", false);
    std::fs::remove_file(&original).unwrap();
    desk.key("s", Modifiers::CTRL);
    assert_eq!(std::fs::read(home.join("squares.png")).unwrap(), drawn);
    desk.key("z", Modifiers::CTRL);
    desk.key("z", Modifiers::CTRL);
    assert_eq!(draft(&desk).territories.len(), 6);
    desk.key("s", Modifiers::CTRL);
    let back = mask::read(&std::fs::read(home.join("squares.png")).unwrap()).unwrap();
    assert!(back == mask::read(&author).unwrap());
    assert!(!original.exists(), "what was drawn here is nobody's own");
}

#[test]
fn what_was_drawn_is_recovered() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let (before, names) = {
        let mut desk = sheet(Some(&state));
        desk.drag(&[(200.0, 200.0), (400.0, 200.0)]);
        desk.app.keep_now().unwrap();
        desk.drag(&[(200.0, 400.0), (400.0, 400.0)]);
        desk.app.keep_now().unwrap();
        (regions(&desk).clone(), draft(&desk).territories.clone())
        // The program ends here, as if it had been killed.
    };
    let orphans = recovery::orphans(&recovery::folder(&state));
    assert_eq!(orphans.len(), 1);
    let masks = std::fs::read_dir(&orphans[0].folder).unwrap().flatten();
    let masks = masks.filter(|file| file.path().extension().is_some_and(|e| e == "png"));
    assert_eq!(masks.count(), 1, "the older one is gone");
    let mut desk = Desk::remembering(None, Some(&state));
    desk.press_and_run("Recover");
    assert!(*regions(&desk) == before);
    assert_eq!(draft(&desk).territories.len(), names.len());
    assert!(!desk.bench().document.is_saved());
    let home = place.path().join("map");
    desk.save_as(&home);
    let saved = std::fs::read(home.join("mask.png")).unwrap();
    assert!(mask::read(&saved).unwrap() == before);
}

#[test]
fn what_was_drawn_on_a_saved_map_is_recovered_over_it() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("state");
    let (_, home) = Desk::saved(place.path());
    let author = std::fs::read(home.join("squares.png")).unwrap();
    let before = {
        let mut desk = Desk::remembering(Some(&home), Some(&state));
        desk.key("k", Modifiers::empty());
        let (left, right) = ((30.0, 100.0), (350.0, 100.0));
        desk.drag(&[left, right]);
        assert_eq!(draft(&desk).territories.len(), 9);
        desk.app.keep_now().unwrap();
        regions(&desk).clone()
    };
    assert_eq!(std::fs::read(home.join("squares.png")).unwrap(), author);
    let mut desk = Desk::remembering(None, Some(&state));
    desk.press_and_run("Recover");
    assert!(*regions(&desk) == before);
    desk.key("s", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved(), "{:?}", desk.app.dialog());
    assert_eq!(
        std::fs::read(home.join("squares.original.png")).unwrap(),
        author
    );
    let (_, reading) = folder::Folder::open(&home).unwrap();
    assert!(reading.draft.same_content(draft(&desk)));
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
    let mut desk = Desk::new(Some(&gif));
    desk.press_and_run("Create map");
    let home = place.path().join("map");
    desk.save_as(&home);
    let author = std::fs::read(home.join("squares.gif")).unwrap();
    desk.key("b", Modifiers::empty());
    desk.drag(&[(440.0, 20.0), (470.0, 20.0)]);
    assert_eq!(draft(&desk).mask.as_ref().unwrap().file, "squares.png");
    desk.key("s", Modifiers::CTRL);
    assert!(desk.bench().document.is_saved(), "{:?}", desk.app.dialog());
    let drawn = mask::read(&std::fs::read(home.join("squares.png")).unwrap()).unwrap();
    assert!(drawn == *regions(&desk));
    desk.key("z", Modifiers::CTRL);
    desk.key("s", Modifiers::CTRL);
    assert_eq!(draft(&desk).mask.as_ref().unwrap().file, "squares.gif");
    assert_eq!(std::fs::read(home.join("squares.gif")).unwrap(), author);
}

#[test]
fn a_cut_that_parts_nothing_shows_its_loose_end() {
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Start drawing");
    for _ in 0..6 {
        desk.key("]", Modifiers::empty());
    }
    desk.drag(&[(300.0, 400.0), (600.0, 400.0)]);
    desk.key("k", Modifiers::empty());
    desk.drag(&[(450.0, 200.0), (470.0, 400.0)]);
    assert_eq!(draft(&desk).territories.len(), 1);
    let (x, y, reach) = desk.bench().sketch().brush.expect("a ring");
    let is_near = (x - 470.0).abs() < 4.0 && (y - 400.0).abs() < 4.0;
    assert!(is_near && reach > 10.0, "{x} {y} {reach}");
    let line = desk.bench().sketch().line;
    assert!(line.len() > 1 && line[0].1 < 300.0, "{line:?}");
    let mut album = Album::new();
    album.take(&mut desk, "loose-end", Size::new(1280.0, 800.0));
    desk.drag(&[(450.0, 200.0), (450.0, 600.0)]);
    assert_eq!(draft(&desk).territories.len(), 2);
    assert_eq!(desk.bench().sketch().brush, None);
    // Another tool does not show it.
    desk.drag(&[(350.0, 200.0), (360.0, 400.0)]);
    assert!(desk.bench().sketch().brush.is_some());
    desk.key("f", Modifiers::empty());
    assert!(desk.bench().sketch().line.is_empty());
}

#[test]
fn a_loose_end_is_not_seen_once_something_else_was_done_meanwhile() {
    let (document, _) = files::empty(600, 400).expect("a sheet");
    let mut bench = Bench::new(document, None, Mode::default());
    let drag = |bench: &mut Bench, from: (f64, f64), to: (f64, f64)| {
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
            bench.update(OnBench::Board(event));
        }
        bench.paint(Mode::default());
    };
    let finish = |bench: &mut Bench| {
        while let Some((number, order)) = bench.order() {
            let done = Parcel::new(order.carry_out());
            bench.update(OnBench::Drawn(number, done));
            bench.paint(Mode::default());
        }
    };
    let ring = |bench: &Bench| {
        bench
            .sketch()
            .brush
            .filter(|_| !bench.sketch().line.is_empty())
    };
    bench.take_tool(ToolKind::Area);
    for (x, y) in [
        (100.0, 100.0),
        (400.0, 100.0),
        (400.0, 300.0),
        (100.0, 300.0),
        (100.0, 100.0),
    ] {
        drag(&mut bench, (x, y), (x, y));
    }
    finish(&mut bench);
    assert_eq!(bench.document.draft().territories.len(), 1);
    bench.take_tool(ToolKind::Cut);
    let cut = |bench: &mut Bench| drag(bench, (250.0, 50.0), (250.0, 200.0));
    cut(&mut bench);
    finish(&mut bench);
    assert!(ring(&bench).is_some());
    // Another tool is taken up before it is known that the cut parts nothing.
    cut(&mut bench);
    assert!(ring(&bench).is_none());
    bench.take_tool(ToolKind::Fill);
    finish(&mut bench);
    assert!(bench.sketch().line.is_empty());
    bench.take_tool(ToolKind::Cut);
    assert!(ring(&bench).is_none());
    // And the land goes.
    cut(&mut bench);
    bench.update(OnBench::Do(Command::Undo));
    finish(&mut bench);
    assert_eq!(bench.document.draft().territories.len(), 0);
    assert!(ring(&bench).is_none());
}

#[test]
fn what_a_tool_says_of_itself_covers_nothing_of_the_sheet() {
    let mut desk = sheet(None);
    let mut album = Album::new();
    for key in ["b", "a", "k", "u", "f", "t"] {
        desk.key(key, Modifiers::empty());
        desk.with(|_| {});
        let mut boxes = Vec::new();
        desk.with(|screen| {
            for id in ["board", "tool"] {
                boxes.push(screen.find(selector::id(id)).expect("it is there").bounds());
            }
        });
        let [board, tool] = boxes[..] else {
            panic!("{boxes:?}")
        };
        let camera = desk.bench().view.framing.camera(1200, 800, board.size());
        let top = board.y + camera.to_screen(0.0, 0.0).y;
        assert!(tool.y + tool.height <= top, "{key}: {tool:?} {top}");
        album.take(&mut desk, &format!("tool-{key}"), WINDOW);
    }
    // Nor does it move when tools are exchanged, or is chosen anew.
    let framing = desk.bench().view.framing;
    desk.key("v", Modifiers::empty());
    assert_eq!(desk.bench().view.framing, framing);
    desk.key("+", Modifiers::empty());
    assert_ne!(desk.bench().view.framing, framing);
    desk.key("!", Modifiers::SHIFT);
    assert_eq!(desk.bench().view.framing, framing);
}

#[test]
fn a_map_that_falls_into_pieces_is_not_linked() {
    let mut desk = sheet(None);
    for left in [200.0, 700.0] {
        desk.drag(&[(left, 200.0), (left + 100.0, 200.0)]);
        desk.drag(&[(left, 228.0), (left + 100.0, 228.0)]);
    }
    desk.key("v", Modifiers::empty());
    assert_eq!(draft(&desk).territories.len(), 4);
    assert_eq!(draft(&desk).links().count(), 2);
    assert!(desk.shows("Named 0/4") && desk.shows("2 separate parts"));
    assert!(!desk.shows("Linked 2/2"));
    Album::new().take(&mut desk, "checklist-pieces", WINDOW);
    desk.press_and_run("2 separate parts");
    assert!(!desk.bench().across().is_empty(), "links by sea");
    assert_eq!(desk.bench().view.tab, Tab::Proposals);
    desk.key("l", Modifiers::empty());
    desk.drag(&[(250.0, 200.0), (400.0, 200.0), (750.0, 200.0)]);
    desk.key("v", Modifiers::empty());
    desk.send(Message::Bench(OnBench::Tab(Tab::Outline)));
    assert_eq!(draft(&desk).links().count(), 3);
    assert!(desk.shows("Linked 2/2"));
}

#[test]
fn those_that_are_selected_are_merged_by_a_button() {
    let mut desk = sheet(None);
    desk.drag(&[(200.0, 200.0), (300.0, 200.0)]);
    desk.drag(&[(200.0, 228.0), (300.0, 228.0)]);
    desk.key("v", Modifiers::empty());
    desk.click_map((250.0, 200.0));
    assert!(!desk.shows("Merge territories"));
    desk.click_map_with((250.0, 235.0), Modifiers::SHIFT);
    assert_eq!(desk.bench().document.selection().territories().len(), 2);
    Album::new().take(&mut desk, "merge-two", WINDOW);
    desk.click("Merge territories");
    assert_eq!(draft(&desk).territories.len(), 1);
}
