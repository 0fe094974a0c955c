use super::super::{RecordWriter, parse};
use super::*;

fn sample() -> Vec<u8> {
    let header = Header {
        game: "conquest".to_owned(),
        setup: "ring".to_owned(),
        digest: Digest(7),
        players: 3,
    };
    let mut out = Vec::new();
    let mut writer = RecordWriter::begin(&header, &mut out);
    for (at, line) in [
        (0, "ORDER 2 0 1"),
        (15, "START-PHASE 0"),
        (99, "START-ROUND 2"),
    ] {
        let at = Duration::from_millis(at);
        writer.write(at, line, &mut out);
    }
    out
}

fn parsed(bytes: &[u8]) -> Result<Record, ReadError> {
    parse(Path::new("a.rep"), bytes)
}

#[test]
fn a_record_is_read_as_written() {
    let record = parsed(&sample()).unwrap();
    assert_eq!(record.header.players, 3);
    assert_eq!(record.entries.len(), 3);
    assert_eq!(record.entries[1].line, "START-PHASE 0");
    assert_eq!(record.entries[1].at, Duration::from_millis(15));
    assert!(!record.cut_off);
}

#[test]
fn records_of_version_1_are_read() {
    let line = format!("MARCHLAND-RECORD 1 0.3 ring {:032x} 3", 7);
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(line.as_bytes());
    checksum.update(b"\n5 ORDER 2 0 1");
    let sum = checksum.finalize();
    let old = parsed(format!("{line}\n5 {sum:08x} ORDER 2 0 1\n").as_bytes()).unwrap();
    assert_eq!(old.header, parsed(&sample()).unwrap().header);
    assert_eq!(old.entries[0].line, "ORDER 2 0 1");
    let later = format!("MARCHLAND-RECORD 3 0.3 conquest ring {:032x} 3\n", 7);
    assert!(matches!(
        parsed(later.as_bytes()),
        Err(ReadError::Version(_, 3))
    ));
}

#[test]
fn a_record_is_good_up_to_its_last_whole_line() {
    let whole = sample();
    let ends: Vec<_> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
    for len in ends[0] + 1..whole.len() {
        let record = parsed(&whole[..len]).unwrap();
        let lines = ends.iter().filter(|&&end| end < len).count() - 1;
        assert_eq!(record.entries.len(), lines);
        assert_eq!(record.cut_off, whole[len - 1] != b'\n');
    }
}

/// Mailed or checked out as text, a record may get other ends of lines.
#[test]
fn a_record_with_cr_lf_is_read() {
    let text = String::from_utf8(sample()).unwrap();
    let windows = text.replace('\n', "\r\n");
    assert_eq!(
        parsed(windows.as_bytes()).unwrap(),
        parsed(text.as_bytes()).unwrap()
    );
}

#[test]
fn every_changed_byte_is_noticed() {
    let whole = sample();
    for at in 0..whole.len() - 1 {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        let damaged = match parsed(&bytes) {
            Err(_) => true,
            Ok(record) => Ok(record) != parsed(&whole).map_err(|_| ()),
        };
        assert!(damaged, "byte {at}");
    }
    let text = String::from_utf8(whole).unwrap();
    let without: Vec<_> = text.lines().filter(|l| !l.contains("PHASE")).collect();
    let without = without.join("\n") + "\n";
    assert!(matches!(
        parsed(without.as_bytes()),
        Err(ReadError::Damaged { line: 3, .. } | ReadError::Damaged { line: 2, .. })
    ));
}

#[test]
fn the_header_is_read_without_the_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rep");
    let mut bytes = sample();
    let last = bytes.len() - 3;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(parsed(&bytes).is_err(), "a line is damaged");
    assert_eq!(header_of(&path).unwrap().setup, "ring");
    std::fs::write(&path, [b'x'; 5_000]).unwrap();
    assert!(matches!(header_of(&path), Err(ReadError::NoRecord(_))));
    assert!(matches!(
        header_of(folder.path()),
        Err(ReadError::Folder(_))
    ));
}

/// Opening a pipe would wait for a writer, and a window or a server with it.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rep");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let why = load(&path).unwrap_err();
    assert_eq!(
        why.to_string(),
        format!("{} cannot be read", path.display())
    );
    assert!(header_of(&path).is_err() && super::super::glance(&path).is_err());
}
