//! Unsaved work survives whatever ends the program: a copy of it is kept in the
//! state folder, a moment after an edit, until the map is saved or given up.

mod compare;
mod copy;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use iced::Task;

pub use compare::compared;
pub use copy::{About, Copy, Orphan, RecoverError, Snapshot, discard, orphans, recover};

use crate::document::Document;
use crate::files::Home;
use crate::history::State;
use crate::jobs::Parcel;

/// From the first edit that no copy has to the copy: as much work as can be
/// lost, but for the time that writing takes.
pub const PAUSE: Duration = Duration::from_secs(2);

/// The folder of the copies in the state folder.
pub fn folder(state: &Path) -> PathBuf {
    state.join("recovery")
}

/// What happens while a copy is kept.
#[derive(Debug, Clone)]
pub enum Message {
    /// It is time for a copy.
    Due,
    /// It was written, or not.
    Written(State, Parcel<io::Result<()>>),
}

/// Keeps the copy of one map.
#[derive(Debug, Default)]
pub struct Keeper {
    /// Where copies are kept; `None` keeps none.
    root: Option<PathBuf>,
    slot: Arc<Mutex<Slot>>,
    /// What was asked for so far, counted, so that threads that overtake each
    /// other do no harm.
    asked: u64,
    /// The state that is in the copy, or is on its way there.
    kept: Option<State>,
    waiting: bool,
    writing: bool,
    failed: bool,
}

/// The copy, shared with the threads that write it.
#[derive(Debug, Default)]
struct Slot {
    copy: Option<Copy>,
    /// What was done last.
    done: u64,
}

impl Keeper {
    /// Keeps a copy in this folder of copies, `None` keeps none; `copy` is
    /// there already if the map was recovered from it, in this state.
    pub fn new(root: Option<PathBuf>, copy: Option<(Copy, State)>) -> Self {
        let (copy, kept) = copy.unzip();
        Self {
            root,
            slot: Arc::new(Mutex::new(Slot { copy, done: 0 })),
            kept,
            ..Self::default()
        }
    }

    /// Called after everything that happens: plans a copy if something is not
    /// saved that is in none, and takes it away once all is saved.
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
        // The timer is made inside of the future: out here there may be no
        // runtime to make it for.
        Task::perform(async { tokio::time::sleep(PAUSE).await }, |()| Message::Due)
    }

    /// Takes a message.
    ///
    /// # Errors
    /// Why no copy can be written, the first time that this is so.
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
                // What could not be written is tried again after the next edit;
                // what was saved meanwhile is taken away by `follow`.
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
        Task::perform(
            async move { tokio::task::spawn_blocking(work).await.ok() },
            move |written| {
                let parcel = written.map_or_else(Parcel::empty, Parcel::new);
                Message::Written(state, parcel)
            },
        )
    }

    /// Writes the copy on this thread, now, whatever is under way: for tests,
    /// and where nothing follows that could wait.
    ///
    /// # Errors
    /// What the system says.
    pub fn write_now(&mut self, document: &Document, home: &Home) -> io::Result<()> {
        if document.is_saved() || self.root.is_none() {
            return Ok(());
        }
        self.kept = Some(document.state());
        self.writer(document, home)()
    }

    fn writer(
        &mut self,
        document: &Document,
        home: &Home,
    ) -> impl FnOnce() -> io::Result<()> + Send + 'static {
        let mask = document.land().filter(|_| document.is_drawn());
        let mask = mask.map(|land| Arc::clone(land.regions()));
        let snapshot = Snapshot::of(document.draft(), home, mask);
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

    /// Takes the copy away: its map was saved, or given up.
    pub fn remove(&mut self) -> Task<()> {
        let work = self.remover();
        Task::future(async move {
            let _ = tokio::task::spawn_blocking(work).await;
        })
    }

    /// Takes it away on this thread: for tests.
    pub fn remove_now(&mut self) {
        self.remover()();
    }

    fn remover(&mut self) -> impl FnOnce() + Send + 'static {
        self.kept = None;
        self.asked += 1;
        let (slot, number) = (Arc::clone(&self.slot), self.asked);
        move || {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if slot.done < number {
                slot.done = number;
                // If it stays it is offered again, which does no harm.
                let _ = slot.copy.take().map(Copy::remove);
            }
        }
    }

    /// Leaves the copy behind as it is, to be offered again.
    pub fn leave(&mut self) {
        self.kept = None;
        self.root = None;
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.done = u64::MAX;
        slot.copy = None;
    }
}
