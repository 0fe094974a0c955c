use proptest::prelude::*;

use super::*;

type Line = Result<String, LineError>;

fn read(pieces: &[&[u8]]) -> Vec<Line> {
    let mut reader = LineReader::default();
    let mut lines = Vec::new();
    for mut piece in pieces.iter().copied() {
        while let Some(line) = reader.next(&mut piece) {
            lines.push(line.map(str::to_owned));
        }
    }
    lines
}

#[test]
fn ends_of_lines() {
    let ok = |line: &str| Ok(line.to_owned());
    assert_eq!(
        read(&[b"READY 1\r\nREADY 2\n\nREADY 3"]),
        [ok("READY 1"), ok("READY 2"), ok("")]
    );
    assert_eq!(read(&[b"REA", b"DY 1", b"\r", b"\n"]), [ok("READY 1")]);
}

#[test]
fn a_long_line_is_skipped_and_the_next_is_read() {
    let longest = "x".repeat(MAX_LINE);
    let input = format!(
        "{longest}\n{longest}\r\n{longest}y\n{}\nREADY 1\n",
        "z".repeat(4_000)
    );
    let expected = [
        Ok(longest.clone()),
        Ok(longest),
        Err(LineError::TooLong),
        Err(LineError::TooLong),
        Ok("READY 1".to_owned()),
    ];
    assert_eq!(read(&[input.as_bytes()]), expected);
    let bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
    assert_eq!(read(&bytes), expected);
}

#[test]
fn foreign_bytes() {
    assert_eq!(
        read(&[b"CHAT\t1\nok\n\xffx\n"]),
        [
            Err(LineError::NotPrintable(9)),
            Ok("ok".to_owned()),
            Err(LineError::NotPrintable(255))
        ]
    );
}

proptest! {
    #[test]
    fn the_pieces_do_not_matter(
        bytes in prop::collection::vec(
            prop_oneof![3 => Just(b'\n'), 2 => Just(b'\r'), 200 => any::<u8>()],
            0..1500,
        ),
        cuts in prop::collection::vec(1..200usize, 1..20),
    ) {
        let whole = read(&[&bytes]);
        let mut pieces = Vec::new();
        let mut rest = &bytes[..];
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        prop_assert_eq!(read(&pieces), whole);
    }
}
