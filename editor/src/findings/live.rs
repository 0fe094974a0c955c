//! Runs the checks in the background: at once when a map is opened, then shortly after the last
//! edit.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use iced::Task;
use marchland_maps::folder::Folder;

use super::look::{CheckCache, Outcome, PreparedFixes, Snapshot};
use crate::document::Document;
use crate::files::Home;
use crate::jobs::{self, Parcel, fresh_number};

/// Time from the last edit to the check.
pub const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, Clone)]
pub enum Message {
    /// The user paused.
    Due(u64),
    /// A check ended.
    Looked(u64, Parcel<Option<Outcome>>),
    /// Chosen fixes were prepared.
    Prepared(u64, Parcel<Option<PreparedFixes>>),
}

/// The effect of a message.
#[derive(Debug)]
pub enum CheckResult {
    /// A check is running.
    Working(Task<Message>),
    /// The check's result.
    Found(Outcome),
    /// Prepared fixes; `None` if the map has changed since.
    Prepared(Option<PreparedFixes>),
    /// A result for a past state.
    Stale,
    /// Checking panicked, which is a bug.
    Broken,
    /// Preparing fixes did.
    NotPrepared,
}

/// Keeps the findings of one map up to date.
#[derive(Debug, Default)]
pub struct Live {
    cache: Arc<Mutex<CheckCache>>,
    /// The state that was checked last, or is about to be.
    watched: Option<(u64, Option<PathBuf>)>,
    /// Number of the latest check.
    latest: u64,
    /// Cancels the latest check.
    cancelled: Arc<AtomicBool>,
    /// A check is due or running.
    looking: bool,
    /// Number of the fixes being prepared.
    preparing: Option<u64>,
}

impl Live {
    /// Called after every message: after a change, cancels the running check and schedules a new
    /// one. The first check starts at once.
    pub fn follow(&mut self, document: &Document, home: &Home) -> Task<Message> {
        let now = Self::state(document, home);
        if self.watched.as_ref() == Some(&now) {
            return Task::none();
        }
        let first = self.watched.is_none();
        self.watched = Some(now);
        let number = self.begin();
        if first {
            return self.look(Snapshot::of(document, home), number);
        }
        jobs::after(PAUSE, Message::Due(number))
    }

    /// Forces a check at the next [`Live::follow`]: something beside the map has changed.
    pub fn forget(&mut self) {
        self.watched = None;
    }

    /// Cancels the running check, until the next [`Live::follow`].
    pub fn pause(&mut self) {
        self.begin();
        self.watched = None;
    }

    /// Handles a message; results of cancelled checks are dropped.
    pub fn update(&mut self, message: Message, document: &Document, home: &Home) -> CheckResult {
        match message {
            Message::Due(number) if number == self.latest => {
                CheckResult::Working(self.look(Snapshot::of(document, home), number))
            }
            Message::Looked(number, parcel) if number == self.latest => {
                self.looking = false;
                match parcel.open() {
                    Some(outcome) => outcome.map_or(CheckResult::Stale, CheckResult::Found),
                    None => CheckResult::Broken,
                }
            }
            Message::Prepared(number, parcel) if Some(number) == self.preparing => {
                self.preparing = None;
                let Some(prepared) = parcel.open() else {
                    return CheckResult::NotPrepared;
                };
                // Edits for another state might fail or, worse, apply by chance.
                CheckResult::Prepared(prepared.filter(|m| m.revision == document.revision()))
            }
            _ => CheckResult::Stale,
        }
    }

    /// Checks on this thread, for screenshots and tests. `None` if nothing has changed.
    pub fn look_now(&mut self, document: &Document, home: &Home) -> Option<Outcome> {
        let now = Self::state(document, home);
        if self.watched.as_ref() == Some(&now) && !self.looking {
            return None;
        }
        self.watched = Some(now);
        self.begin();
        self.looking = false;
        lock(&self.cache).look(&Snapshot::of(document, home), &|| true)
    }

    /// Prepares chosen fixes on a thread.
    pub fn prepare_fixes(
        &mut self,
        document: &Document,
        home: &Home,
        chosen: HashSet<(String, String)>,
    ) -> Task<Message> {
        let number = fresh_number();
        self.preparing = Some(number);
        let snapshot = Snapshot::of(document, home);
        let cache = Arc::clone(&self.cache);
        jobs::now(move || lock(&cache).prepare_fixes(&snapshot, &chosen))
            .map(move |prepared| Message::Prepared(number, prepared))
    }

    /// Drops the fixes being prepared: their list was closed.
    pub fn drop_fixes(&mut self) {
        self.preparing = None;
    }

    fn state(document: &Document, home: &Home) -> (u64, Option<PathBuf>) {
        let folder = home.folder.as_ref().map(Folder::path);
        (document.revision(), folder.map(Path::to_owned))
    }

    fn begin(&mut self) -> u64 {
        self.cancelled.store(true, Ordering::Relaxed);
        self.cancelled = Arc::default();
        self.looking = true;
        self.latest = fresh_number();
        self.latest
    }

    fn look(&self, snapshot: Snapshot, number: u64) -> Task<Message> {
        let cache = Arc::clone(&self.cache);
        let cancelled = Arc::clone(&self.cancelled);
        jobs::now(move || {
            let go_on = || !cancelled.load(Ordering::Relaxed);
            lock(&cache).look(&snapshot, &go_on)
        })
        .map(move |outcome| Message::Looked(number, outcome))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// The cache stays valid after a panic: it is only ever replaced whole.
fn lock(cache: &Mutex<CheckCache>) -> MutexGuard<'_, CheckCache> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
