//! Land with twins.

use iced::Size;
use iced::keyboard::{Modifiers, key};
use marchland_editor::drawing::Symmetry;
use marchland_maps::mask::Regions;

use crate::desk::Desk;
use crate::pictures::Album;

/// A sheet of 1200 by 800 pixels, on which what is drawn has twins.
fn sheet(symmetry: Symmetry) -> Desk {
    let mut desk = Desk::new(None);
    desk.key("n", Modifiers::CTRL);
    desk.click("Begin drawing");
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

/// Whether every region has one that lies as its twin.
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
