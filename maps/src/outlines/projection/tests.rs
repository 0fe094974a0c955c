use super::*;

fn close(a: [f64; 2], b: [f64; 2]) {
    let apart = (a[0] - b[0]).hypot(a[1] - b[1]);
    assert!(apart < 5e-7, "{a:?} is not {b:?}");
}

/// Numerical examples of Snyder's appendix.
#[test]
fn snyders_examples() {
    // Miller, page 287: centre 0° W, point 50° N 75° W.
    close(
        Plane::new(Projection::Miller, [0.0, 0.0]).project([-75.0, 50.0]),
        [-1.308_996_9, 0.953_637_1],
    );
    // Mercator, page 266: centre 180°, point 35° N 75° W.
    close(
        Plane::new(Projection::Mercator, [180.0, 0.0]).project([285.0, 35.0]),
        [1.832_595_7, 0.652_836_6],
    );
    // Lambert azimuthal equal-area, page 332: centre 40° N 100° W on a
    // sphere of radius 3, point 20° S 100° E.
    let [x, y] = Plane::new(Projection::EqualArea, [-100.0, 40.0]).project([100.0, -20.0]);
    close([x * 3.0, y * 3.0], [-4.233_930_3, 4.025_777_5]);
}

#[test]
fn the_far_side_is_finite() {
    let plane = Plane::new(Projection::EqualArea, [0.0, 0.0]);
    assert!(plane.project([180.0, 0.0]).iter().all(|x| x.is_finite()));
    let plane = Plane::new(Projection::Mercator, [0.0, 0.0]);
    assert!(plane.project([0.0, -90.0]).iter().all(|x| x.is_finite()));
}
