//! Plays a record back, and goes to places in it.

use std::time::{Duration, Instant};

use super::DotsTable;

/// Lines of a record that were due up to this long ago are made up for.
const BEHIND: Duration = Duration::from_millis(40);

impl DotsTable {
    /// Advances a record by all that is due.
    pub(super) fn wind(&mut self, now: Instant) {
        let Some(mut replay) = self.replay.take() else {
            return;
        };
        let late = now.checked_sub(BEHIND).unwrap_or(now);
        while !self.paused && self.due.is_none_or(|due| due <= now) {
            let told = replay.advance();
            if told.is_empty() {
                self.due = None;
                break;
            }
            for step in &told {
                self.show(step);
            }
            self.due = Some(self.due.map_or(now, |due| due.max(late)) + self.pace.look());
        }
        self.replay = Some(replay);
    }

    /// Goes to where so many lines of the record are drawn.
    pub fn seek(&mut self, to: usize) {
        let Some(replay) = &mut self.replay else {
            return;
        };
        let told = replay.jump(to);
        self.told.clear();
        self.last = None;
        self.known = replay.known();
        for step in &told {
            self.show(step);
        }
        self.due = Some(Instant::now() + self.pace.look());
    }

    /// Goes to a place of the record and pauses.
    pub(super) fn stand(&mut self, at: usize) {
        self.paused = true;
        self.seek(at);
    }
}
