use super::*;

#[test]
fn window_settings_are_clamped() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("not/there/yet");
    assert_eq!(Remembered::read(&state), Remembered::default());
    let mut looks = Remembered {
        mode: Some(Mode::Dark),
        ..Remembered::default()
    };
    looks.sizes.set(Edge::Side, 420.0);
    looks.sizes.set(Edge::Inspector, 300.0);
    looks.write(&state).unwrap();
    assert_eq!(Remembered::read(&state), looks);
    looks.sizes.set(Edge::Inspector, f32::NAN);
    looks.write(&state).unwrap();
    assert_eq!(Remembered::read(&state).sizes.inspector, None);
    let damaged = [
        "",
        "[",
        "{\"side\": \"wide\"}",
        "{\"side\": null}",
        "{\"theme\": 3}",
    ];
    for damaged in damaged {
        std::fs::write(state.join(FILE), damaged).unwrap();
        assert_eq!(Remembered::read(&state), Remembered::default(), "{damaged}");
    }
    std::fs::write(state.join(FILE), "{\"side\": 1e9, \"list\": -5}").unwrap();
    let bounded = Remembered::read(&state).sizes;
    assert!(bounded.side < 600.0 && bounded.list > 50.0, "{bounded:?}");
}
