//! Journals on the disk itself, beside the games.
//!
//! What a journal hands to the operating system outlives the program, however
//! it is killed; it does not outlive a loss of power. A [`Syncer`] asks the
//! system to put it on the disk, in a thread of its own, for all journals
//! that were written since the last time: no table waits for a disk.
//!
//! A disk may be full, or fail. A journal keeps in memory all that is not known
//! to be safe, and the thread tries again until it is, from where the disk is
//! known to be good: after an error the system may have forgotten whatever it was
//! handed since (A. Rebello and others, "Can Applications Recover from fsync Failures?",
//! USENIX ATC 2020). So a file never has a hole: what it holds is always the
//! beginning of what happened.
//!
//! ```text
//! what happened   |===================|-------------------|~~~~~~~~~~~~~~~~~|
//!                    on the disk         the system has it    in memory only
//!                                     ^ at                ^ at + written    ^ at + bytes
//! a sync succeeds:  `at` moves up to where `written` was when it began
//! a sync fails:     `written` falls back to 0, and all from `at` on is written again
//! ```
//!
//! A [`Ticket`] is a place on this line; whoever holds one is called when `at` has passed
//! it. In the mode [`SyncMode::Always`] lines wait for theirs before anybody hears them.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::log::warn;
use super::store::Store;
use super::ticket::{Reached, Ticket};

/// When journals are put on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncMode {
    /// When the system likes.
    Never,
    /// Once a second, those that were written meanwhile: a loss of power costs
    /// a second of play, and so nobody waits.
    EverySecond,
    /// As soon as they are written: nobody is told what is not on the disk.
    Always,
}

/// How long journals are gathered before they are put on the disk together.
const GATHERED: Duration = Duration::from_secs(1);

/// How long a disk is left alone that failed.
const RETRY: Duration = Duration::from_millis(250);

/// Bytes that may wait in memory for a disk that takes none: more than a long
/// game. Then the journal is given up, and its file taken away.
const MOST_BEHIND: usize = 8 << 20;

/// Puts journals on the disk. Closed or dropped, it does so for the last time.
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
    /// If the system has none left.
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

    /// Whether nobody is told what is not on the disk.
    pub(super) fn is_waited_for(&self) -> bool {
        self.shared.mode == SyncMode::Always
    }

    /// Writes to a file. When it may be told, if that is to be waited for.
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

    /// Puts all that was written on the disk, and ends the thread.
    pub fn close(&self) {
        self.shared.state.lock().closed = true;
        self.shared.work.notify_one();
        if let Some(thread) = self.thread.lock().take() {
            // It has no result, and what went wrong is said already.
            let _ = thread.join();
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    /// Waits for something to do and does it. Whether there will be more.
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

/// A file that a [`Syncer`] puts on the disk.
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
    /// Where in the file it begins.
    at: u64,
    bytes: Vec<u8>,
    /// So much of it the system has.
    written: usize,
    /// Why the disk does not take it, if it does not.
    failure: Option<String>,
    /// Nothing more is written.
    given_up: bool,
}

impl Tail {
    /// Hands the rest to the system.
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

    /// So much of it is safe.
    fn forget(&mut self, count: usize) {
        self.bytes.drain(..count);
        self.at += count as u64;
        self.written -= count;
        self.failure = None;
    }
}

impl SyncedFile {
    /// A file of which so many bytes are on the disk.
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

    /// Why the disk does not take it, if it does not.
    pub(super) fn failure(&self) -> Option<String> {
        self.tail.lock().failure.clone()
    }

    /// Writes at its end. Where the end is then, and whether the system has all
    /// of it.
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
        if tail.bytes.len() > MOST_BEHIND && mode != SyncMode::Always {
            tail.given_up = true;
            tail.bytes = Vec::new();
            drop(tail);
            self.remove();
        }
        (end, taken)
    }

    /// Puts on the disk what is not there yet. Whether all that was written when
    /// it began is.
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
            warn(&format!("{} is written again", self.store.name()));
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

    /// Takes the file away; nothing more is written.
    pub(super) fn remove(&self) {
        self.tail.lock().given_up = true;
        if let Err(error) = self.store.remove() {
            warn(&format!("{} cannot be removed: {error}", self.store.name()));
        }
    }
}

#[cfg(test)]
mod tests;
