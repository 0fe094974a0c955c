use super::*;
use crate::scene::tests::strip;

fn mark(of: usize, at: (f64, f64), severity: Severity, strong: bool) -> Mark {
    Mark {
        at,
        around: None,
        severity,
        strong,
        of,
    }
}

fn scene(marks: Vec<Mark>) -> Scene {
    let mut scene = strip();
    scene.set_overlay(Vec::new(), marks);
    scene
}

#[test]
fn a_sign_is_hit_and_its_place_is_not() {
    let scene = scene(vec![mark(7, (20.0, 8.0), Severity::Warning, false)]);
    // The sign stands fifteen logical pixels over its place, at any zoom.
    for scale in [0.5, 2.0, 30.0] {
        assert_eq!(scene.marks_at(20.0, 8.0 - 15.0 / scale, scale), [7]);
        assert_eq!(
            scene.marks_at(20.0 + 8.0 / scale, 8.0 - 15.0 / scale, scale),
            [7]
        );
        assert!(
            scene
                .marks_at(20.0 + 10.0 / scale, 8.0 - 15.0 / scale, scale)
                .is_empty()
        );
        assert!(
            scene.marks_at(20.0, 8.0, scale).is_empty(),
            "the place itself"
        );
    }
}

#[test]
fn the_worst_is_on_top_of_what_it_hides() {
    let scene = scene(vec![
        mark(1, (20.0, 8.0), Severity::Info, false),
        mark(2, (20.1, 8.0), Severity::Error, false),
        mark(3, (90.0, 8.0), Severity::Error, false),
        mark(4, (20.0, 8.1), Severity::Warning, false),
    ]);
    assert_eq!(scene.marks_at(20.0, 8.0 - 7.5, 2.0), [2, 4, 1]);
    let drawn: Vec<_> = shown(&scene, 2.0).map(|mark| mark.of).collect();
    assert_eq!(drawn, [2, 3], "of three in one place the worst");
}

#[test]
fn a_mark_that_grows_under_the_pointer_keeps_it() {
    // At the lower edge of its sign.
    let edge = 8.0 - 7.0 / 2.0;
    for strong in [false, true] {
        let scene = scene(vec![mark(1, (20.0, 8.0), Severity::Error, strong)]);
        assert_eq!(scene.marks_at(20.0, edge, 2.0), [1], "{strong}");
    }
    // What is looked at lies over the rest, even if it is milder.
    let scene = scene(vec![
        mark(1, (20.0, 8.0), Severity::Error, false),
        mark(2, (20.0, 8.0), Severity::Info, true),
    ]);
    assert_eq!(scene.marks_at(20.0, 8.0 - 7.5, 2.0), [2, 1]);
}
