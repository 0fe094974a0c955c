//! When the map is looked at: on load at once, then a moment after the last
//! edit, on a thread of its own, and never twice at a time for nothing.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;
use marchland_maps::folder::Folder;

use super::look::{Kept, Mended, Outcome, Snapshot};
use crate::document::Document;
use crate::files::Home;
use crate::jobs::Parcel;

/// From the last edit to the look at the map.
pub const PAUSE: Duration = Duration::from_millis(50);

/// What happens while the map is kept under watch.
#[derive(Debug, Clone)]
pub enum Message {
    /// The author has paused.
    Due(u64),
    /// It was looked at.
    Looked(u64, Parcel<Option<Outcome>>),
    /// Repairs that were chosen are worked out.
    Mended(u64, Parcel<Option<Mended>>),
}

/// What came of a message.
#[derive(Debug)]
pub enum News {
    /// A look that is due is under way.
    Working(Task<Message>),
    /// What was found.
    Found(Outcome),
    /// Repairs, ready to be made; `None` if the map has changed meanwhile.
    Mended(Option<Mended>),
    /// Nothing: it was about a state that is past.
    Stale,
}

/// Keeps one map under watch.
#[derive(Debug, Default)]
pub struct Live {
    kept: Arc<Mutex<Kept>>,
    /// The state that was looked at last, or is about to be.
    watched: Option<(u64, Option<PathBuf>)>,
    /// Number of the latest look.
    latest: u64,
    /// Set when the latest look is of no use any more.
    cancelled: Arc<AtomicBool>,
    looking: bool,
    /// Number of the repairs that are being worked out.
    mending: Option<u64>,
}

impl Live {
    /// Whether a look is due or under way.
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// Called after everything that happens: calls off what is under way and
    /// plans a look if the map has changed. The first is taken at once.
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
        // The timer is made inside of the future: out here there may be no
        // runtime to make it for.
        Task::perform(async { tokio::time::sleep(PAUSE).await }, move |()| {
            Message::Due(number)
        })
    }

    /// Makes the next [`Live::follow`] look at once: what stands beside the map
    /// has changed.
    pub fn forget(&mut self) {
        self.watched = None;
    }

    /// Takes a message; those of looks that were called off come to nothing.
    pub fn update(&mut self, message: Message, document: &Document, home: &Home) -> News {
        match message {
            Message::Due(number) if number == self.latest => {
                News::Working(self.look(Snapshot::of(document, home), number))
            }
            Message::Looked(number, parcel) if number == self.latest => {
                self.looking = false;
                parcel.open().flatten().map_or(News::Stale, News::Found)
            }
            Message::Mended(number, parcel) if Some(number) == self.mending => {
                self.mending = None;
                let mended = parcel.open().flatten();
                // Edits of another state would be refused or, worse, fit by
                // chance.
                News::Mended(mended.filter(|m| m.revision == document.revision()))
            }
            _ => News::Stale,
        }
    }

    /// Looks at once, on this thread: for pictures and tests, where nobody
    /// waits. `None` if the map is as it was looked at last.
    pub fn look_now(&mut self, document: &Document, home: &Home) -> Option<Outcome> {
        let now = Self::state(document, home);
        if self.watched.as_ref() == Some(&now) && !self.looking {
            return None;
        }
        self.watched = Some(now);
        self.begin();
        self.looking = false;
        lock(&self.kept).look(&Snapshot::of(document, home), &|| true)
    }

    /// Works chosen repairs out on a thread of their own.
    pub fn mend(
        &mut self,
        document: &Document,
        home: &Home,
        chosen: HashSet<(String, String)>,
    ) -> Task<Message> {
        let number = fresh_number();
        self.mending = Some(number);
        let snapshot = Snapshot::of(document, home);
        let kept = Arc::clone(&self.kept);
        on_thread(move || {
            let mended = lock(&kept).mend(&snapshot, &chosen);
            Message::Mended(number, Parcel::new(mended))
        })
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
        let kept = Arc::clone(&self.kept);
        let cancelled = Arc::clone(&self.cancelled);
        on_thread(move || {
            let go_on = || !cancelled.load(Ordering::Relaxed);
            let outcome = lock(&kept).look(&snapshot, &go_on);
            Message::Looked(number, Parcel::new(outcome))
        })
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// A number that no other look has, at no other map either: a late answer must
/// not be taken for one about the map that is open now.
fn fresh_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// What is kept stays whole even if a look ended in a panic: it is only ever
/// replaced.
fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn on_thread(work: impl FnOnce() -> Message + Send + 'static) -> Task<Message> {
    iced_runtime::task::blocking(move |mut sender: Sender<Message>| {
        // Nobody listens any more once the program ends.
        let _ = block_on(sender.send(work()));
    })
}

#[cfg(test)]
mod tests;
