//! Journals on the disk itself, beside the games.
//!
//! What a journal hands to the operating system outlives the program, however
//! it is killed; it does not outlive a loss of power. A [`Syncer`] asks the
//! system to put it on the disk, in a thread of its own, for all journals
//! that were written since the last time: no table waits for a disk.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::house::lock;
use super::log::complain;

/// When journals are put on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncMode {
    /// Once a second, those that were written meanwhile: a loss of power costs
    /// a second of play, and so nobody waits.
    EverySecond,
    /// As soon as they are written: nobody is told what is not on the disk.
    Always,
}

/// How long journals are gathered before they are put on the disk together.
const GATHERED: Duration = Duration::from_secs(1);

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
    done: Arc<Done>,
}

#[derive(Debug)]
struct State {
    dirty: Vec<Arc<SyncedFile>>,
    /// The round in which they will be put on the disk.
    round: u64,
    closed: bool,
}

impl Syncer {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has none left.
    pub fn start(mode: SyncMode) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            mode,
            state: Mutex::new(State {
                dirty: Vec::new(),
                round: 1,
                closed: false,
            }),
            work: Condvar::new(),
            done: Arc::default(),
        });
        let work = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("journals".to_owned());
        let thread = thread.spawn(move || while work.round() {})?;
        Ok(Self {
            shared,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Notes that a file was written to. When it will be on the disk, if that
    /// is to be waited for.
    pub(super) fn written(&self, file: &Arc<SyncedFile>) -> Option<Promise> {
        let mut state = lock(&self.shared.state);
        if !state.dirty.iter().any(|other| Arc::ptr_eq(other, file)) {
            state.dirty.push(Arc::clone(file));
        }
        let round = state.round;
        drop(state);
        self.shared.work.notify_one();
        (self.shared.mode == SyncMode::Always).then(|| Promise {
            round,
            done: Arc::clone(&self.shared.done),
        })
    }
}

impl Syncer {
    /// Puts all that was written on the disk, and ends the thread.
    pub fn close(&self) {
        lock(&self.shared.state).closed = true;
        self.shared.work.notify_one();
        if let Some(thread) = lock(&self.thread).take() {
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
        let waited = self.work.wait_while(lock(&self.state), idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if self.mode == SyncMode::EverySecond {
            let open = |state: &mut State| !state.closed;
            let waited = self.work.wait_timeout_while(state, GATHERED, open);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let files = std::mem::take(&mut state.dirty);
        let (round, closed) = (state.round, state.closed);
        state.round += 1;
        drop(state);
        for file in &files {
            if let Err(error) = file.sync() {
                let path = file.path.display();
                complain(&format!("{path} may not outlive a loss of power: {error}"));
            }
        }
        self.done.finish(round);
        !closed
    }
}

/// A file that a [`Syncer`] puts on the disk.
#[derive(Debug)]
pub(super) struct SyncedFile {
    pub(super) file: File,
    path: PathBuf,
    /// Whether the folder is still to be told that the file exists.
    fresh: Mutex<bool>,
}

impl SyncedFile {
    pub(super) fn new(file: File, path: &Path) -> Self {
        Self {
            file,
            path: path.to_owned(),
            fresh: Mutex::new(true),
        }
    }

    /// Waits until all that was written is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()?;
        if std::mem::take(&mut *lock(&self.fresh)) {
            sync_folder(&self.path)?;
        }
        Ok(())
    }
}

/// Waits until the folder of a file knows of it on the disk, where folders can
/// be asked for that.
///
/// # Errors
/// If the folder cannot be opened or the disk fails.
pub fn sync_folder(file: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = file.parent()
    {
        // A name alone is in the folder one is in.
        let here = Path::new(".");
        let folder = Some(folder).filter(|path| !path.as_os_str().is_empty());
        File::open(folder.unwrap_or(here))?.sync_all()?;
    }
    Ok(())
}

/// That something will be on the disk.
#[derive(Clone)]
pub struct Promise {
    round: u64,
    done: Arc<Done>,
}

impl Promise {
    /// Whether it is.
    pub fn is_kept(&self) -> bool {
        self.done.round.load(Ordering::Acquire) >= self.round
    }

    /// Calls back once it is: at once, or from the thread that keeps it.
    pub fn then(&self, call: impl FnOnce() + Send + 'static) {
        let mut waiting = lock(&self.done.waiting);
        // Looked at under the lock: nobody is forgotten meanwhile.
        if !self.is_kept() {
            waiting.push_back((self.round, Box::new(call)));
            return;
        }
        drop(waiting);
        call();
    }
}

impl PartialEq for Promise {
    fn eq(&self, other: &Self) -> bool {
        self.round == other.round && Arc::ptr_eq(&self.done, &other.done)
    }
}

impl fmt::Debug for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Promise").field(&self.round).finish()
    }
}

type Call = Box<dyn FnOnce() + Send>;

/// The rounds that are over, and who waits for others.
#[derive(Default)]
struct Done {
    round: AtomicU64,
    /// By round, in order.
    waiting: Mutex<VecDeque<(u64, Call)>>,
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Done").field(&self.round).finish()
    }
}

impl Done {
    fn finish(&self, round: u64) {
        let mut waiting = lock(&self.waiting);
        self.round.store(round, Ordering::Release);
        let (over, later) = std::mem::take(&mut *waiting)
            .into_iter()
            .partition(|(at, _)| *at <= round);
        *waiting = later;
        drop(waiting);
        for (_, call) in over {
            call();
        }
    }
}

/// A promise, and what keeps it, for tests.
#[cfg(test)]
pub(super) fn promise(round: u64, before: Option<&Promise>) -> (Promise, impl Fn() + use<>) {
    let done = before.map_or_else(Arc::default, |before| Arc::clone(&before.done));
    let promise = Promise {
        round,
        done: Arc::clone(&done),
    };
    (promise, move || done.finish(round))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::mpsc;

    use super::*;

    fn file() -> (tempfile::TempDir, Arc<SyncedFile>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let file = File::create(&path).unwrap();
        (folder, Arc::new(SyncedFile::new(file, &path)))
    }

    #[test]
    fn a_promise_is_kept() {
        let (_folder, file) = file();
        let syncer = Syncer::start(SyncMode::Always).unwrap();
        for _ in 0..20 {
            (&file.file).write_all(b"something\n").unwrap();
            let promise = syncer.written(&file).unwrap();
            let (send, kept) = mpsc::channel();
            promise.then(move || send.send(()).unwrap());
            kept.recv().unwrap();
            assert!(promise.is_kept());
        }
        assert!(!*lock(&file.fresh), "the folder was told");
    }

    #[test]
    fn what_is_gathered_is_put_on_the_disk_at_the_end() {
        let (_folder, file) = file();
        let syncer = Syncer::start(SyncMode::EverySecond).unwrap();
        assert_eq!(syncer.written(&file), None, "nobody waits");
        drop(syncer);
        assert!(!*lock(&file.fresh), "it was, and its folder told");
    }

    #[test]
    fn each_is_called_when_its_round_is_over() {
        let (first, keep_first) = promise(1, None);
        let (second, keep_second) = promise(2, Some(&first));
        let (send, calls) = mpsc::channel();
        for (name, promise) in [("second", &second), ("first", &first)] {
            let send = send.clone();
            promise.then(move || send.send(name).unwrap());
        }
        assert!(calls.try_recv().is_err());
        keep_first();
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["first"]);
        assert!(first.is_kept() && !second.is_kept());
        keep_second();
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["second"]);
        second.then(move || send.send("late").unwrap());
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["late"]);
    }
}
