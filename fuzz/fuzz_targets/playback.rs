//! Arbitrary lines as a record of Dots and Boxes: playback follows or refuses them, and
//! seeking gives the same state as playing from the start.

#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use marchland_game::client::{Follower, Knowledge, Playback};
use marchland_game::dots::{Dots, DotsTextView};
use marchland_game::play::Player;
use marchland_game::protocol::Name;
use marchland_game::replay::{self, RecordWriter};

mod script;

const MAX_LINES: usize = 1_000;

fn state(known: &Follower) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |player: Player| known.name(player).cloned().unwrap_or_else(Name::nobody);
    known
        .game()
        .state(None, &name, &mut |line| lines.push(line.to_owned()));
    lines
}

fuzz_target!(|bytes: &[u8]| {
    let [size, jump, script @ ..] = bytes else {
        return;
    };
    let size = format!("{}x{}", 2 + size % 4, 2 + size / 4 % 4);
    let known = Follower::new(Arc::new(Dots), &DotsTextView, Some(&size), 2).expect("a board");
    let mut written = Vec::new();
    let mut writer = RecordWriter::begin(&known.header(2), &mut written);
    for (at, line) in (0..).zip(script::lines(script, MAX_LINES)) {
        writer.write(Duration::from_millis(at), line, &mut written);
    }
    let record = replay::parse("any.rep".as_ref(), &written).expect("it is whole");
    let mut playback = Playback::new(&known, record).expect("a board");
    let mut states = vec![state(playback.model())];
    while let Some((_, line)) = playback.peek() {
        if let Some(line) = line {
            let _ = playback.model().narrate(&line);
        }
        if playback.step().is_err() {
            break;
        }
        states.push(state(playback.model()));
    }
    for at in [usize::from(*jump), 0, 64, 63, states.len() - 1] {
        let at = at.min(states.len() - 1);
        playback.seek(at).expect("it was followed before");
        assert_eq!(state(playback.model()), states[at]);
    }
});
