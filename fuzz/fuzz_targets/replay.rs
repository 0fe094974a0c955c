//! Arbitrary bytes as a record, which is read or refused. As lines of a record, they are
//! written, read again in full and truncated, followed by a client, and continued by a
//! server that takes them for its journal.

#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use marchland_game::client::{Knowledge, Model};
use marchland_game::conquest::rules::{Player, SeededDice, Variants};
use marchland_game::conquest::{ConquestGame, Reply};
use marchland_game::protocol::{Digest, MAX_LINE, Token};
use marchland_game::replay::{self, Header, RecordWriter};
use marchland_game::server::{Journal, Peer, Table, Ticket, TimeLimits};
use marchland_maps::canonical;

mod script;
mod sketch;

const MAX_LINES: usize = 2_000;

struct Nowhere;

impl Journal for Nowhere {
    fn note(&mut self, _: Duration, line: &str) {
        assert!(line.len() <= MAX_LINE, "{line}");
    }

    fn commit(&mut self) -> Option<Ticket> {
        None
    }
}

#[derive(Clone)]
struct Nobody;

impl Peer for Nobody {
    fn send(&self, _: &str) {}

    fn close(&self) {}

    fn same(&self, _: &Self) -> bool {
        true
    }
}

fuzz_target!(|bytes: &[u8]| {
    let _ = replay::parse("any.rep".as_ref(), bytes);

    let map = sketch::map();
    let Some((&first, script)) = bytes.split_first() else {
        return;
    };
    let header = Header {
        game: "conquest".to_owned(),
        setup: map.id().to_owned(),
        digest: Digest::read(&canonical::digest(&map)).expect("a digest"),
        players: first % 8,
    };
    let mut written = Vec::new();
    let mut writer = RecordWriter::begin(&header, &mut written);
    let lines = script::lines(script, MAX_LINES);
    for (at, line) in (0..).zip(&lines) {
        let at = Duration::from_millis(at);
        writer.write(at, line, &mut written);
    }
    let record = replay::parse("whole.rep".as_ref(), &written).expect("it is whole");
    assert!(record.entries.iter().map(|entry| &*entry.line).eq(lines));
    let cut = written.len() * usize::from(first) / 256;
    if let Ok(part) = replay::parse("cut.rep".as_ref(), &written[..cut]) {
        assert!(record.entries.starts_with(&part.entries));
    }

    let mut model = Model::new(Arc::clone(&map), Player::new(first % 8));
    for entry in &record.entries {
        if let Ok(reply) = Reply::parse(&entry.line) {
            // An invalid line is refused without ending the record.
            let _ = model.follow(&reply);
            model.can_act();
        }
    }
    let players = record.header.players;
    let table = Table::<Nobody>::from_journal(
        Box::new(ConquestGame::new(map, players, Variants::default())),
        &record,
        TimeLimits::default(),
        SeededDice::new(1),
        Box::new(Nowhere),
        Duration::ZERO,
    );
    if let Ok(mut table) = table {
        // All players are absent, so the clock plays for them.
        for minutes in 1..30 {
            table.tick(Duration::from_secs(600 * minutes));
        }
    }
});
