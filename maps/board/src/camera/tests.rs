use super::*;

const VIEW: Size = Size::new(800.0, 600.0);

#[test]
fn room_is_left_above_only_where_there_is_none() {
    let screen = |width: u32, height: u32| {
        let camera = Framing::Below(70.0).camera(width, height, VIEW);
        let top = camera.to_screen(0.0, 0.0).y;
        (top, camera.to_screen(0.0, f64::from(height)).y, camera)
    };
    // A wide map has room enough.
    let (top, _, camera) = screen(2000, 500);
    assert!(top > 70.0);
    assert_eq!(camera, Framing::Whole.camera(2000, 500, VIEW));
    // One that goes to the edges is moved, and made smaller.
    let (top, bottom, camera) = screen(1000, 1000);
    assert!((top - 70.0).abs() < 0.01 && bottom < VIEW.height - 27.0);
    assert!(camera.scale < Framing::Whole.camera(1000, 1000, VIEW).scale);
    // Where there is hardly any room, the map has most of it.
    let low = Size::new(800.0, 200.0);
    let camera = Framing::Below(80.0).camera(1000, 1000, low);
    assert!((camera.to_screen(0.0, 0.0).y - 28.0).abs() < 0.01);
    assert!((camera.scale - 0.144).abs() < 1e-9);
}

#[test]
fn zooming_keeps_the_point_under_the_cursor() {
    let camera = Framing::Whole.camera(2000, 1000, VIEW);
    let at = Point::new(123.0, 456.0);
    let before = camera.to_map(at);
    let mut near = camera;
    for _ in 0..100 {
        near = near.zoomed(1.25, at);
    }
    assert!((near.scale - Camera::MAX_SCALE).abs() < 1e-9, "stops there");
    let after = near.to_map(at);
    assert!((before.0 - after.0).abs() < 1e-6 && (before.1 - after.1).abs() < 1e-6);
}

#[test]
fn the_whole_map_fits() {
    for (width, height) in [(2000, 1000), (10, 3000), (1, 1), (30_000, 30_000)] {
        let camera = Framing::Whole.camera(width, height, VIEW);
        let start = camera.to_screen(0.0, 0.0);
        let end = camera.to_screen(f64::from(width), f64::from(height));
        assert!(start.x >= 0.0 && start.y >= 0.0, "{start:?}");
        assert!(end.x <= VIEW.width && end.y <= VIEW.height, "{end:?}");
    }
}

#[test]
fn going_to_a_part_shows_no_more_than_the_whole() {
    let rect = |left: f64, side: f64| Rect {
        left,
        top: left,
        width: side,
        height: side,
    };
    let whole = Framing::Whole.camera(1000, 1000, VIEW);
    for part in [rect(0.0, 1000.0), rect(100.0, 700.0), rect(300.0, 501.0)] {
        assert_eq!(Framing::Around(part).camera(1000, 1000, VIEW), whole);
    }
    let near = Framing::Around(rect(300.0, 100.0)).camera(1000, 1000, VIEW);
    assert!(near.scale > whole.scale * 4.0, "{near:?}");
}

#[test]
fn panning_never_loses_the_map() {
    let camera = Framing::Whole.camera(400, 300, VIEW);
    for (x, y) in [(1e6, 0.0), (-1e6, 1e6), (0.0, -1e6)] {
        let far = camera.panned(Vector::new(x, y)).kept(400.0, 300.0, VIEW);
        let start = far.to_screen(0.0, 0.0);
        let end = far.to_screen(400.0, 300.0);
        assert!(
            start.x <= VIEW.width - 63.0 && end.x >= 63.0,
            "{start:?} {end:?}"
        );
        assert!(start.y <= VIEW.height - 63.0 && end.y >= 63.0);
    }
}
