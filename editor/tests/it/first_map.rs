//! The tutorial, docs/first-map.md.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_maps::{folder, mask};

use crate::driver::Driver;
use crate::pictures::Album;

/// Corners of the islands of the tutorial.
const LANDS: [(f64, f64); 3] = [(50.0, 80.0), (450.0, 100.0), (860.0, 70.0)];

/// Steps two and three of the tutorial.
fn draw_lands(driver: &mut Driver, album: &mut Album, size: Size) {
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
        driver.key("a", Modifiers::empty());
        for (x, y) in coast {
            driver.click_map((left + x, top + y));
        }
        if at == 1 {
            driver.point_at((left + 10.0, top + 120.0));
            album.take(driver, "first-area", size);
        }
        driver.named(key::Named::Enter);
    }
    driver.key("b", Modifiers::empty());
    driver.drag(&[(200.0, 300.0), (380.0, 360.0)]);
    assert_eq!(driver.draft().territories.len(), 3);
    // 3. Four territories each: cut, or divided.
    for (left, top) in &LANDS[..2] {
        driver.key("k", Modifiers::empty());
        for cut in [150.0, 300.0, 450.0] {
            driver.drag(&[(left - 40.0, top + cut), (left + 370.0, top + cut + 20.0)]);
        }
    }
    driver.key("v", Modifiers::empty());
    driver.click_map((1000.0, 300.0));
    driver.key("d", Modifiers::empty());
    driver.named(key::Named::ArrowUp);
    assert!(driver.shows("4 parts"));
    album.take(driver, "first-divide", size);
    let seen = driver.workspace().scene().washes().to_vec();
    driver.named(key::Named::Space);
    assert_ne!(driver.workspace().scene().washes(), seen);
    driver.named(key::Named::Enter);
    assert_eq!(driver.draft().territories.len(), 12);
    assert!(driver.workspace().document.proposals().is_empty());
    driver.named(key::Named::Escape);
    assert!(driver.shows("Named 0/12") && driver.shows("Grouped 0/12"));
    album.take(driver, "first-checklist", size);
}

/// Steps four to six of the tutorial.
fn say_what_they_are(driver: &mut Driver, album: &mut Album, size: Size) {
    // 4. Names, one after the other.
    driver.named(key::Named::F2);
    let names = [
        "Ash", "Beech", "Cedar", "Elm", "Fir", "Hazel", "Holly", "Larch", "Maple", "Oak", "Pine",
        "Yew",
    ];
    for name in names {
        driver.fill("name", name, true);
    }
    driver.named(key::Named::Escape);
    driver.key("!", Modifiers::SHIFT);
    // 5. Continents are painted over the land.
    driver.key("c", Modifiers::empty());
    for (at, name) in ["West", "Middle", "East"].into_iter().enumerate() {
        let pivots = |driver: &Driver| -> Vec<(f64, f64)> {
            let (left, _) = LANDS[at];
            let pivots = driver.draft().territories.iter().map(|t| t.pivots[0]);
            let pivots = pivots.map(|p| (f64::from(p.x) + 9.5, f64::from(p.y) + 9.5));
            let mut own: Vec<_> = pivots
                .filter(|(x, _)| (left - 20.0..left + 350.0).contains(x))
                .collect();
            own.sort_by(|a, b| a.1.total_cmp(&b.1));
            own
        };
        let own = pivots(driver);
        assert_eq!(own.len(), 4, "{name}");
        driver.click_map(own[0]);
        driver.fill("name", name, true);
        driver.fill("bonus", "2", false);
        for spot in &own[1..] {
            driver.click_map(*spot);
        }
        if at == 1 {
            album.take(driver, "first-continents", size);
        }
        driver.named(key::Named::Escape);
    }
    let sizes = driver.draft().continents.iter().map(|continent| {
        let all = driver.draft().territories.iter();
        all.filter(|t| t.continent == continent.id).count()
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [4, 4, 4]);
    // 6. Links by sea.
    driver.key("l", Modifiers::empty());
    for (from, to) in [
        ((200.0, 180.0), (600.0, 180.0)),
        ((600.0, 620.0), (1000.0, 600.0)),
    ] {
        driver.drag(&[from, (from.0 + 90.0, from.1), to]);
    }
}

/// Step by step, with its pictures.
#[test]
fn a_map_of_three_continents_is_drawn_from_nothing() {
    let mut album = Album::new();
    let size = Size::new(1280.0, 800.0);
    let place = tempfile::tempdir().unwrap();
    // 1. An empty sheet.
    let mut driver = Driver::new(None);
    driver.key("n", Modifiers::CTRL);
    album.take(&mut driver, "first-sheet", size);
    driver.click("Start drawing");
    album.take(&mut driver, "first-empty", size);
    let findings = driver.workspace().findings();
    assert_eq!(findings.counts().errors, 0);
    assert!(findings.to_do() >= 3);
    assert!(driver.shows("Draw land"), "and not a wall of red");
    draw_lands(&mut driver, &mut album, size);
    say_what_they_are(&mut driver, &mut album, size);
    // 7. Ready.
    driver.named(key::Named::Escape);
    driver.named(key::Named::Escape);
    driver.fill("name", "Three woods", false);
    let counts = driver.workspace().findings().counts();
    assert_eq!(
        counts.errors,
        0,
        "{:?}",
        driver.workspace().document.problems()
    );
    assert!(driver.shows("Ready to play"));
    album.take(&mut driver, "first-ready", size);
    // 8. Saved, it is a map with its mask.
    let home = place.path().join("woods");
    driver.save_as(&home);
    assert!(driver.workspace().document.is_saved());
    let (_, saved, map) = folder::load(&home).unwrap();
    assert!(saved.same_content(driver.draft()));
    assert_eq!(map.len(), 12);
    let mask = mask::read(&std::fs::read(home.join("mask.png")).unwrap()).unwrap();
    assert!(mask == *driver.regions());
    let findings = driver.workspace().findings().outcome().expect("a look");
    let worse = findings.report.findings.iter();
    let worse: Vec<_> = worse
        .filter(|finding| finding.severity != marchland_maps::Severity::Info)
        // The author is not set.
        .filter(|finding| finding.rule.code != "MAP006")
        .map(|finding| (finding.rule.code, finding.message.clone()))
        .collect();
    assert_eq!(worse, []);
}
