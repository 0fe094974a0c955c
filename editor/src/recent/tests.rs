use super::*;

#[test]
fn the_list_keeps_the_last_eight_newest_first() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path().join("not/there/yet");
    assert_eq!(read(&state).unwrap(), []);
    for n in 0..12 {
        let file = format!("/maps/{}/map.xml", n % 10);
        remember(&state, Path::new(&file), Some("A map")).unwrap();
    }
    let paths = |state: &Path| -> Vec<String> {
        let list = read(state).unwrap();
        list.into_iter().map(|recent| recent.path).collect()
    };
    assert_eq!(paths(&state).len(), MOST);
    assert_eq!(
        paths(&state)[..3],
        ["/maps/1/map.xml", "/maps/0/map.xml", "/maps/9/map.xml"]
    );
    forget(&state, "/maps/0/map.xml").unwrap();
    assert_eq!(paths(&state)[..2], ["/maps/1/map.xml", "/maps/9/map.xml"]);
}

#[test]
fn a_damaged_list_is_reported_and_set_aside() {
    let place = tempfile::tempdir().unwrap();
    let state = place.path();
    for damaged in ["", "[{\"path\": 3}]", "{\"a\": [", &"[".repeat(100_000)] {
        std::fs::write(state.join(FILE), damaged).unwrap();
        let error = read(state).unwrap_err();
        assert!(matches!(error, RecentError::Damaged { .. }), "{error}");
        remember(state, Path::new("/maps/map.xml"), None).unwrap();
        assert_eq!(read(state).unwrap().len(), 1);
        let aside = std::fs::read_to_string(state.join(DAMAGED)).unwrap();
        assert_eq!(aside, damaged);
    }
}
