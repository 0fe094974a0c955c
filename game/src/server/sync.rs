//! Syncs journals to the disk in the background.
//!
//! What a journal has written survives the program, however it is killed, but not a power
//! failure. A [`Syncer`] syncs all journals written since the last time in a thread of its
//! own: no table waits for a disk.
//!
//! A disk may be full or fail. A journal keeps in memory whatever is not known to be on the
//! disk, and the thread retries from the last known good offset: after an error the system
//! may have forgotten everything written since (A. Rebello and others, "Can Applications
//! Recover from fsync Failures?", USENIX ATC 2020). So a file never has a hole: it always
//! holds a prefix of the events.
//!
//! ```text
//! what happened   |===================|-------------------|~~~~~~~~~~~~~~~~~|
//!                    on the disk         the system has it    in memory only
//!                                     ^ at                ^ at + written    ^ at + bytes
//! a sync succeeds:  `at` moves up to where `written` was when it began
//! a sync fails:     `written` falls back to 0, and all from `at` on is written again
//! ```
//!
//! A [`Ticket`] is an offset on this line; its callback runs when `at` has passed it. With
//! [`SyncMode::Always`] lines wait for their ticket before anybody receives them.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::log::{finish_warnings, warn};
use super::store::Store;
use super::ticket::{Reached, Ticket};

/// When journals are synced to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "net", derive(clap::ValueEnum))]
pub enum SyncMode {
    /// When the operating system decides
    Never,
    /// Once a second: a power failure costs at most a second of play
    #[cfg_attr(feature = "net", value(name = "second"))]
    EverySecond,
    /// Before anybody is told: a power failure costs nothing
    Always,
}

/// The interval between syncs of [`SyncMode::EverySecond`].
const GATHERED: Duration = Duration::from_secs(1);

/// How long to wait before retrying a failed disk.
const RETRY: Duration = Duration::from_millis(250);

/// The maximum number of bytes waiting for a failing disk: more than a long game. Beyond that
/// the journal is given up and its file deleted.
const MOST_BEHIND: usize = 8 << 20;

/// The maximum size of a journal in bytes, so that clients who do nothing but end their turns
/// cannot fill the disk. A game between two bots takes some 40 KiB.
const MOST_BYTES: u64 = 16 << 20;

/// Syncs journals in a thread; the last time when it is closed or dropped.
#[derive(Debug)]
pub struct Syncer {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Shared {
    mode: SyncMode,
    state: Mutex<State>,
    work: Condvar,
}

#[derive(Debug, Default)]
struct State {
    dirty: Vec<Arc<SyncedFile>>,
    closed: bool,
}

impl Syncer {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(mode: SyncMode) -> io::Result<Arc<Self>> {
        let shared = Arc::new(Shared {
            mode,
            state: Mutex::default(),
            work: Condvar::new(),
        });
        let work = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("journals".to_owned());
        let thread = thread.spawn(move || while work.round() {})?;
        Ok(Arc::new(Self {
            shared,
            thread: Mutex::new(Some(thread)),
        }))
    }

    /// Whether clients only hear of what is on the disk.
    pub(super) fn is_waited_for(&self) -> bool {
        self.shared.mode == SyncMode::Always
    }

    /// Writes to a file. Returns a ticket if clients have to wait for the disk.
    pub(super) fn write(&self, file: &Arc<SyncedFile>, bytes: &[u8]) -> Option<Ticket> {
        let mode = self.shared.mode;
        let (end, taken) = file.append(bytes, mode);
        if !taken || mode != SyncMode::Never {
            let mut state = self.shared.state.lock();
            if !state.dirty.iter().any(|other| Arc::ptr_eq(other, file)) {
                state.dirty.push(Arc::clone(file));
            }
            drop(state);
            self.shared.work.notify_one();
        }
        self.is_waited_for().then(|| file.reached.ticket(end))
    }

    /// Syncs everything and ends the thread.
    pub fn close(&self) {
        self.shared.state.lock().closed = true;
        self.shared.work.notify_one();
        if let Some(thread) = self.thread.lock().take() {
            // The thread returns nothing and has reported its errors.
            let _ = thread.join();
            finish_warnings();
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    /// Waits for work and does it. Returns whether to continue.
    fn round(&self) -> bool {
        let idle = |state: &mut State| state.dirty.is_empty() && !state.closed;
        let mut state = self.state.lock();
        self.work.wait_while(&mut state, idle);
        let open = |state: &mut State| !state.closed;
        if self.mode == SyncMode::EverySecond {
            self.work.wait_while_for(&mut state, open, GATHERED);
        }
        let mut files = std::mem::take(&mut state.dirty);
        let closed = state.closed;
        drop(state);
        files.retain(|file| !file.settle(self.mode));
        if !files.is_empty() && !closed {
            let mut state = self.state.lock();
            files.retain(|file| !state.dirty.iter().any(|other| Arc::ptr_eq(other, file)));
            state.dirty.append(&mut files);
            self.work.wait_while_for(&mut state, open, RETRY);
        }
        !closed
    }
}

/// A file synced by a [`Syncer`].
pub(super) struct SyncedFile {
    store: Arc<dyn Store>,
    tail: Mutex<Tail>,
    reached: Arc<Reached>,
}

impl std::fmt::Debug for SyncedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SyncedFile")
            .field(&self.store.name())
            .finish()
    }
}

#[derive(Debug, Default)]
struct Tail {
    /// The offset in the file at which it begins.
    at: u64,
    bytes: Vec<u8>,
    /// The number of its bytes that have been written.
    written: usize,
    /// The current write failure, if any.
    failure: Option<String>,
    /// Whether writing was given up.
    given_up: bool,
}

impl Tail {
    /// Writes the rest.
    fn write(&mut self, store: &dyn Store) -> io::Result<()> {
        while self.written < self.bytes.len() {
            let at = self.at + self.written as u64;
            match store.write_at(at, &self.bytes[self.written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Drops bytes that are on the disk.
    fn forget(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.at += count as u64;
        self.written -= count;
        self.failure = None;
    }
}

impl SyncedFile {
    /// A file with `length` bytes on the disk.
    pub(super) fn new(store: Arc<dyn Store>, length: u64) -> Self {
        Self {
            store,
            tail: Mutex::new(Tail {
                at: length,
                ..Tail::default()
            }),
            reached: Arc::default(),
        }
    }

    /// The current write failure, if any.
    pub(super) fn failure(&self) -> Option<String> {
        self.tail.lock().failure.clone()
    }

    /// Whether the file was deleted, because it had become too large, too much was waiting or the
    /// game needs no journal.
    pub(super) fn is_given_up(&self) -> bool {
        self.tail.lock().given_up
    }

    /// Appends bytes. Returns the end offset, and whether everything is written.
    fn append(&self, bytes: &[u8], mode: SyncMode) -> (u64, bool) {
        let mut tail = self.tail.lock();
        if tail.given_up {
            return (tail.at, true);
        }
        tail.bytes.extend_from_slice(bytes);
        let end = tail.at + tail.bytes.len() as u64;
        let written = tail.write(&*self.store);
        let taken = written.is_ok();
        match written {
            Ok(()) if mode == SyncMode::Never => {
                let count = tail.written;
                tail.forget(count);
            }
            Ok(()) => {}
            Err(error) => self.note_failure(&mut tail, &error),
        }
        let behind = tail.bytes.len() > MOST_BEHIND && mode != SyncMode::Always;
        if behind || end > MOST_BYTES {
            let why = if behind {
                format!("more than {} MiB wait for the disk", MOST_BEHIND >> 20)
            } else {
                let why = format!("it has more than {} MiB", MOST_BYTES >> 20);
                tail.failure = Some(why.clone());
                why
            };
            tail.given_up = true;
            tail.bytes = Vec::new();
            drop(tail);
            let name = self.store.name();
            warn(&format!("{name} is given up and deleted: {why}"));
            self.delete();
        }
        (end, taken)
    }

    /// Writes and syncs what is pending. Returns whether everything written when it began is
    /// on the disk.
    fn settle(&self, mode: SyncMode) -> bool {
        let mut tail = self.tail.lock();
        if tail.given_up {
            return true;
        }
        if let Err(error) = tail.write(&*self.store) {
            self.note_failure(&mut tail, &error);
            return false;
        }
        let count = tail.written;
        drop(tail);
        let synced = match mode {
            SyncMode::Never => Ok(()),
            _ => self.store.sync(),
        };
        let mut tail = self.tail.lock();
        if tail.given_up {
            return true;
        }
        if let Err(error) = synced {
            tail.written = 0;
            self.note_failure(&mut tail, &error);
            return false;
        }
        if tail.failure.is_some() {
            warn(&format!("{} can be written again", self.store.name()));
        }
        tail.forget(count);
        let safe = tail.at;
        drop(tail);
        self.reached.set(safe);
        true
    }

    fn note_failure(&self, tail: &mut Tail, error: &io::Error) {
        let why = error.to_string();
        if tail.failure.as_ref() != Some(&why) {
            warn(&format!("{} cannot be written: {why}", self.store.name()));
        }
        tail.failure = Some(why);
    }

    /// Deletes the file and stops writing.
    pub(super) fn remove(&self) {
        if !std::mem::replace(&mut self.tail.lock().given_up, true) {
            self.delete();
        }
    }

    fn delete(&self) {
        if let Err(error) = self.store.remove() {
            warn(&format!("{} cannot be removed: {error}", self.store.name()));
        }
        // Lines about a game that cannot be resumed would wait for ever.
        self.reached.set(u64::MAX);
    }
}

#[cfg(test)]
mod tests;
