//! Recovery: shortly after an edit, a copy of unsaved work is written to the state folder and
//! kept until the map is saved or discarded.

mod copy;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use iced::Task;

pub(crate) use copy::about;
pub use copy::{About, Copy, Orphan, RecoverError, Snapshot, discard, orphans, recover};

use crate::document::Document;
use crate::files::Home;
use crate::history::State;
use crate::jobs::{self, Parcel};
use crate::trace::Placed;

/// Time from the first uncopied edit to the copy; the most work that can be lost, apart from the
/// time to write.
pub const PAUSE: Duration = Duration::from_secs(2);

pub fn folder(state: &Path) -> PathBuf {
    state.join("recovery")
}

#[derive(Debug, Clone)]
pub enum Message {
    /// Time to write a copy.
    Due,
    /// The copy was written, or failed.
    Written(State, Parcel<io::Result<()>>),
}

/// Maintains the recovery copy of one map.
#[derive(Debug, Default)]
pub struct Keeper {
    /// The folder of copies; `None` keeps none.
    root: Option<PathBuf>,
    slot: Arc<Mutex<Slot>>,
    /// Counts requests, so that threads can be overtaken safely.
    asked: u64,
    /// The state that was copied, or is being copied.
    kept: Option<State>,
    waiting: bool,
    writing: bool,
    failed: bool,
    /// The tracing picture for the next copy.
    pub trace: Option<Placed>,
}

/// The copy, shared with writing threads.
#[derive(Debug, Default)]
struct Slot {
    copy: Option<Copy>,
    /// The last request carried out.
    done: u64,
}

impl Keeper {
    /// Keeps copies in `root`, or none; `copy` is the copy that the map was recovered from, in
    /// this state.
    pub fn new(root: Option<PathBuf>, copy: Option<(Copy, State)>) -> Self {
        let (copy, kept) = copy.unzip();
        Self {
            root,
            slot: Arc::new(Mutex::new(Slot { copy, done: 0 })),
            kept,
            ..Self::default()
        }
    }

    /// Called after every message: schedules a copy for new unsaved changes, and removes the copy
    /// once all is saved.
    pub fn follow(&mut self, document: &Document) -> Task<Message> {
        if document.is_saved() {
            return match self.kept.take() {
                Some(_) => self.remove().discard(),
                None => Task::none(),
            };
        }
        let is_kept = self.kept == Some(document.state());
        if self.root.is_none() || is_kept || self.waiting || self.writing {
            return Task::none();
        }
        self.waiting = true;
        jobs::after(PAUSE, Message::Due)
    }

    /// Handles a message.
    ///
    /// # Errors
    /// Why no copy can be written; reported once.
    pub fn update(
        &mut self,
        message: Message,
        document: &Document,
        home: &Home,
    ) -> Result<Task<Message>, io::Error> {
        match message {
            Message::Due => {
                self.waiting = false;
                Ok(self.write(document, home))
            }
            Message::Written(state, parcel) => {
                self.writing = false;
                // A failed copy is retried after the next edit; `follow` removes the copy of what
                // was saved meanwhile.
                self.kept = Some(state);
                match parcel.open() {
                    Some(Err(error)) if !self.failed => {
                        self.failed = true;
                        Err(error)
                    }
                    Some(Ok(())) => {
                        self.failed = false;
                        Ok(Task::none())
                    }
                    _ => Ok(Task::none()),
                }
            }
        }
    }

    fn write(&mut self, document: &Document, home: &Home) -> Task<Message> {
        if document.is_saved() || self.root.is_none() {
            return Task::none();
        }
        self.writing = true;
        let state = document.state();
        let work = self.writer(document, home);
        jobs::once(work).map(move |written| Message::Written(state, written))
    }

    /// Work for another thread that writes a copy of the current state, if there is anything to
    /// copy. Its errors are I/O errors.
    pub fn now(
        &mut self,
        document: &Document,
        home: &Home,
    ) -> impl FnOnce() -> io::Result<()> + Send + 'static {
        let is_due = !document.is_saved() && self.root.is_some();
        let write = is_due.then(|| {
            self.kept = Some(document.state());
            self.writer(document, home)
        });
        move || write.map_or(Ok(()), |write| write())
    }

    fn writer(
        &mut self,
        document: &Document,
        home: &Home,
    ) -> impl FnOnce() -> io::Result<()> + Send + 'static {
        let mask = document.land().filter(|_| document.is_drawn());
        let mask = mask.map(|land| Arc::clone(land.regions()));
        let snapshot = Snapshot::of(document.draft(), home, mask, self.trace.as_ref());
        let (slot, root) = (Arc::clone(&self.slot), self.root.clone());
        self.asked += 1;
        let number = self.asked;
        move || {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(root) = root.filter(|_| slot.done < number) else {
                return Ok(());
            };
            slot.done = number;
            let mut copy = match slot.copy.take() {
                Some(copy) => copy,
                None => Copy::begin(&root)?,
            };
            let written = copy.write(&snapshot);
            slot.copy = Some(copy);
            written
        }
    }

    /// Removes the copy: the map was saved or discarded.
    pub fn remove(&mut self) -> Task<()> {
        self.kept = None;
        self.asked += 1;
        let (slot, number) = (Arc::clone(&self.slot), self.asked);
        jobs::once(move || {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if slot.done < number {
                slot.done = number;
                // If removal fails, it is offered again, which is harmless.
                let _ = slot.copy.take().map(Copy::remove);
            }
        })
        .discard()
    }

    /// Leaves the copy in place, to be offered again.
    pub fn leave(&mut self) {
        self.kept = None;
        self.root = None;
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.done = u64::MAX;
        slot.copy = None;
    }
}
