use std::time::Duration;

use super::super::Header;
use super::*;
use crate::protocol::Digest;

fn is_mark(line: &str) -> bool {
    line.starts_with("PING")
}

/// A record of three actions, and where each of its lines ends.
fn sample() -> (Vec<u8>, Vec<(usize, bool)>) {
    let header = Header {
        game: "conquest".to_owned(),
        setup: "ring".to_owned(),
        digest: Digest(7),
        players: 3,
    };
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::begin(&header, &mut bytes);
    let mut ends = vec![(bytes.len(), true)];
    for line in [
        "ORDER 2 0 1",
        "START-PHASE 0",
        "PING 1",
        "A",
        "PING 2",
        "B",
        "C",
        "PING 3",
    ] {
        writer.write(Duration::from_millis(5), line, &mut bytes);
        ends.push((bytes.len(), is_mark(line)));
    }
    (bytes, ends)
}

/// The good part of what is written after a byte was lost or changed there.
fn good(ends: &[(usize, bool)], at: usize) -> usize {
    let before = ends.iter().take_while(|(end, _)| *end <= at);
    before
        .filter(|(_, mark)| *mark)
        .last()
        .map_or(0, |(end, _)| *end)
}

#[test]
fn a_cut_at_every_byte_gives_back_the_whole_actions_before_it() {
    let (bytes, ends) = sample();
    for length in 0..=bytes.len() {
        let recovered = recover(Path::new("a"), &bytes[..length], is_mark);
        if length < ends[0].0 {
            assert!(recovered.is_err(), "{length}");
            continue;
        }
        let recovered = recovered.unwrap();
        assert_eq!(recovered.good as usize, good(&ends, length));
        assert_eq!(recovered.damaged, None);
        // What is written from there on makes a whole record again.
        let mut again = bytes[..recovered.good as usize].to_vec();
        let mut writer = recovered.writer;
        writer.write(Duration::from_secs(1), "PING 9", &mut again);
        let record = super::super::parse(Path::new("a"), &again).unwrap();
        assert_eq!(record.entries.len(), recovered.record.entries.len() + 1);
    }
}

#[test]
fn a_flip_at_every_byte_gives_back_the_whole_actions_before_it() {
    let (bytes, ends) = sample();
    let untouched = recover(Path::new("a"), &bytes, is_mark).unwrap().record;
    for at in ends[0].0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        let recovered = recover(Path::new("a"), &bytes, is_mark).unwrap();
        let last = at + 1 == bytes.len();
        assert_eq!(recovered.damaged.is_some(), !last, "{at}");
        assert_eq!(recovered.good as usize, good(&ends, at), "{at}");
        assert!(untouched.entries.starts_with(&recovered.record.entries));
    }
}
