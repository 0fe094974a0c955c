use super::*;
use crate::item::Badge;
use crate::scene::tests::strip;
use marchland_maps::Rgb;

#[test]
fn names_leave_pivots_and_one_another_alone() {
    let mut scene = strip();
    let camera = Camera {
        left: 0.0,
        top: 0.0,
        scale: 10.0,
    };
    let size = Size::new(400.0, 100.0);
    let emphasis = Emphasis {
        pivots: true,
        ..Emphasis::default()
    };
    scene.plots[0].label = "Elm".into();
    scene.plots[1].label = "Fir".into();
    let at = camera.over(scene.plots[0].pivots[0]);
    let names = |scene: &Scene| place_names(scene, camera, size, &emphasis, &[]);
    let place = |x: f32, y: f32| Placed {
        plot: 0,
        at: Point::new(at.x + x, at.y + y),
        leads_to: None,
    };
    assert_eq!(names(&scene)[0], place(0.0, 15.0));
    // A mark is there.
    let mark = [Rectangle::new(
        Point::new(at.x - 4.0, at.y + 10.0),
        Size::new(8.0, 8.0),
    )];
    let beside = place_names(&scene, camera, size, &emphasis, &mark);
    assert_eq!(beside[0], place(0.0, -15.0));
    // The other's pivot comes to lie where the name stood.
    scene.plots[1].pivots = vec![Pixel::new(5, 6)];
    scene.plots[1].label.clear();
    assert_eq!(names(&scene), [place(0.0, -15.0)]);
    // Both names are shown, and neither covers the other.
    scene.plots[1].pivots = vec![Pixel::new(6, 5)];
    scene.plots[1].label = "Fir".into();
    let both = names(&scene);
    assert_eq!(both.len(), 2);
    let apart = both[0].at.distance(both[1].at);
    assert!(apart > NAME, "{both:?}");
}

#[test]
fn a_name_stands_at_its_own_badge() {
    let mut scene = strip();
    let camera = Camera {
        left: 0.0,
        top: 0.0,
        scale: 10.0,
    };
    let size = Size::new(400.0, 200.0);
    let badge = |x: u32, y: u32| Badge {
        at: Pixel::new(x, y),
        text: "3".into(),
        colour: Rgb::WHITE,
        seat: None,
        own: false,
    };
    scene.plots[0].label = "Elm".into();
    scene.plots[0].badge = Some(badge(15, 6));
    let scene = scene.with_badges(2.0);
    let names = |scene: &Scene| place_names(scene, camera, size, &Emphasis::default(), &[]);
    let below = |scene: &Scene| names(scene)[0].at - camera.over(Pixel::new(15, 6));
    let alone = below(&scene);
    assert!(
        alone.y > 0.0 && alone.x.abs() < 0.1,
        "by the badge, not the pivot"
    );
    // Below it, the name would stand right above the badge of the other.
    let mut scene = scene;
    scene.plots[1].badge = Some(badge(15, 10));
    assert!(below(&scene).y < 0.0);
}

#[test]
fn a_name_without_room_stands_over_the_sea_with_a_line_to_its_pivot() {
    let mut scene = strip();
    let camera = Camera {
        left: 0.0,
        top: 0.0,
        scale: 3.0,
    };
    // Far too wide for a plot of thirty pixels; the sea begins beside it.
    scene.plots[1].label = "The far side of the moon".into();
    let size = Size::new(400.0, 100.0);
    let emphasis = Emphasis {
        pivots: true,
        ..Emphasis::default()
    };
    let names = place_names(&scene, camera, size, &emphasis, &[]);
    let pivot = camera.over(scene.plots[1].pivots[0]);
    let [name] = names[..] else {
        panic!("{names:?}");
    };
    assert_eq!(name.leads_to, Some(pivot));
    let half = width_of(&scene.plots[1].label) / 2.0;
    let (left, _) = camera.to_map(Point::new(name.at.x - half, name.at.y));
    let over_land = left < 20.0 && (name.at.y / 3.0 - 5.0).abs() < 7.0;
    assert!(!over_land, "{name:?}");
    // It keeps away from what it would seem to name, and its line crosses nothing.
    let corner = |by: f32| Point::new(name.at.x - 2.0, name.at.y + by);
    let between = pivot + (name.at - pivot) * 0.5;
    for (corner, side) in [(corner(NAME / 2.0 + 3.0), 8.0), (between, 3.0)] {
        let mark = [Rectangle::new(corner, Size::new(side, side))];
        let others = place_names(&scene, camera, size, &emphasis, &mark);
        assert!(others.iter().all(|other| other.at != name.at), "{others:?}");
    }
    // Another's pivot is not crossed either.
    let mut crossed = scene.clone();
    let (x, y) = camera.to_map(between);
    crossed.plots[0].pivots = vec![Pixel::new(x as u32, y as u32)];
    let others = place_names(&crossed, camera, size, &emphasis, &[]);
    assert!(others.iter().all(|other| other.at != name.at), "{others:?}");
    // Nor does a name that comes later cover the line.
    let end = end_of_line(&scene.plots[1].label, name.at, pivot);
    let mut beside = scene.clone();
    beside.plots[0].label = "Elm".into();
    let below = Point::new(between.x, between.y - 15.0);
    let (x, y) = camera.to_map(below);
    beside.plots[0].pivots = vec![Pixel::new(x as u32, y as u32)];
    let both = place_names(&beside, camera, size, &emphasis, &[]);
    let line = || on_line(end, pivot, 0.0);
    for other in both.iter().filter(|other| other.plot == 0) {
        let own = covered(other.at, width_of("Elm"));
        assert!(line().all(|on| !on.intersects(&own)), "{both:?}");
    }
    // Where land is all around, it is left out.
    scene.plots[1].label = "The far side of the moon, in all its length".into();
    let narrow = Size::new(300.0, 100.0);
    assert_eq!(place_names(&scene, camera, narrow, &emphasis, &[]), []);
}

#[test]
fn names_without_room_are_counted() {
    let mut scene = strip();
    let camera = Camera {
        left: 0.0,
        top: 0.0,
        scale: 1.0,
    };
    let size = Size::new(40.0, 10.0);
    let emphasis = Emphasis::default();
    let hidden = |scene: &Scene| {
        let placed = place_names(scene, camera, size, &emphasis, &[]);
        (placed.len(), hidden(scene, camera, size, &placed))
    };
    assert_eq!(hidden(&scene), (0, 0), "none has a name");
    scene.plots[0].label = "The far side of the moon".into();
    scene.plots[1].label = "The near side of the moon".into();
    assert_eq!(hidden(&scene), (0, 2));
    // What is not seen is not missed.
    scene.plots[1].pivots = vec![Pixel::new(400, 5)];
    assert_eq!(hidden(&scene), (0, 1));
}

#[test]
fn a_link_is_found_along_its_line() {
    let line = crate::Line {
        from: Pixel::new(5, 5),
        to: Pixel::new(25, 5),
        kind: crate::LineKind::Land,
        one_way: false,
        strong: false,
    };
    let scene = strip().with_links(vec![line], marchland_maps::Wrap::default());
    assert_eq!(scene.link_at(15.0, 6.0, 1.0), Some(&line));
    assert_eq!(scene.link_at(15.0, 8.0, 1.0), None);
    assert_eq!(scene.link_at(28.0, 5.5, 1.0), None, "beyond its end");
}
