use std::sync::Arc;

use super::*;
use crate::client::Model;

#[test]
fn a_long_wait_for_the_game_is_kept_in_part() {
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");
    let (_, _, map) = marchland_maps::folder::load(Path::new(world)).unwrap();
    let known = Model::new(Arc::new(map), None);
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::new(folder.path()).unwrap();
    let mut hear = |line: &str| recorder.received(line, &known).unwrap();
    hear("LOGIN-ACK OK 0");
    for number in 0..5_000 {
        hear(&format!("CHAT PUBLIC 1 {number}"));
    }
    hear("REGISTERED-PLAYER 1 Ben");
    hear("ORDER 1 0");
    assert!(recorder.early.is_empty());
    let record = crate::replay::read(recorder.path()).unwrap();
    let lines: Vec<&str> = record.entries.iter().map(|entry| &*entry.line).collect();
    assert_eq!(lines.len(), MOST_EARLY + 1);
    assert_eq!(lines[..2], ["LOGIN-ACK OK 0", "CHAT PUBLIC 1 0"]);
    assert_eq!(
        lines[MOST_EARLY - 1..],
        ["REGISTERED-PLAYER 1 Ben", "ORDER 1 0"]
    );
}

#[test]
fn a_server_that_sends_without_end_does_not_fill_the_disk() {
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");
    let (_, _, map) = marchland_maps::folder::load(Path::new(world)).unwrap();
    let known = Model::new(Arc::new(map), None);
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::new(folder.path()).unwrap();
    recorder.received("ORDER 1 0", &known).unwrap();
    recorder.room = 100;
    for _ in 0..50 {
        recorder.received("CHAT PUBLIC 1 again", &known).unwrap();
    }
    let record = crate::replay::read(recorder.path()).unwrap();
    assert!((2..5).contains(&record.entries.len()), "{record:?}");
}

#[test]
fn names_of_files() {
    let time = Timestamp::from_second(951_827_696).unwrap();
    assert_eq!(file_name(time), "2000-02-29_12-34-56.rep");
}
