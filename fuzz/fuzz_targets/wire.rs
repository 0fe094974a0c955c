//! Arbitrary bytes as protocol lines: reading them in pieces gives the same lines, and every
//! command that is read survives writing and reading.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marchland_game::conquest::{Reply, Request};
use marchland_game::protocol::{ClientMessage, LineError, LineReader, MAX_LINE};

/// The lines read from consecutive `pieces`.
fn lines<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Result<String, LineError>> {
    let mut reader = LineReader::default();
    let mut lines = Vec::new();
    for mut piece in pieces {
        while let Some(line) = reader.next(&mut piece) {
            lines.push(line.map(str::to_owned));
        }
        assert!(reader.held() <= MAX_LINE + 1);
    }
    lines
}

fuzz_target!(|bytes: &[u8]| {
    let whole = lines(std::iter::once(bytes));
    // The first byte is the size of the pieces.
    let piece = bytes.first().map_or(1, |&byte| usize::from(byte) + 1);
    assert_eq!(whole, lines(bytes.chunks(piece)));
    for line in whole.into_iter().flatten() {
        assert!(line.len() <= MAX_LINE);
        if let Ok(ask) = ClientMessage::parse(&line) {
            assert_eq!(ClientMessage::parse(&ask.to_string()), Ok(ask));
        }
        if let Ok(request) = Request::parse(&line) {
            assert_eq!(Request::parse(&request.to_string()), Ok(request));
        }
        if let Ok(reply) = Reply::parse(&line) {
            let written = reply.to_string();
            assert!(written.len() <= MAX_LINE, "{written}");
            assert_eq!(Reply::parse(&written), Ok(reply));
        }
    }
});
