//! Long work in a thread of its own, with progress, that can be called off.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;

/// Told how far reading is, from 0 to 1; says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

/// Work under way.
#[derive(Debug)]
pub struct Job {
    /// What is being done, for the user.
    pub what: String,
    /// How far it is, from 0 to 1.
    pub progress: f32,
    cancelled: Arc<AtomicBool>,
    id: u64,
}

/// News of a job.
#[derive(Debug)]
pub enum News<T> {
    /// How far it is.
    Progress(u64, f32),
    /// It is done.
    Done(u64, Parcel<T>),
}

/// A result on its way to the user interface, whose messages must be clonable
/// though results are not. Opened once.
#[derive(Debug)]
pub struct Parcel<T>(Arc<Mutex<Option<T>>>);

impl<T> Clone for News<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Progress(id, progress) => Self::Progress(*id, *progress),
            Self::Done(id, parcel) => Self::Done(*id, parcel.clone()),
        }
    }
}

impl<T> Clone for Parcel<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Parcel<T> {
    /// Wraps a result.
    pub fn new(content: T) -> Self {
        Self(Arc::new(Mutex::new(Some(content))))
    }

    /// Nothing: what should have been sent could not be made.
    pub fn empty() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }

    /// What is in it, the first time.
    pub fn open(&self) -> Option<T> {
        self.0.lock().ok()?.take()
    }
}

impl Job {
    /// Starts `work`, which is given a way to say how far it is; when that
    /// answers to break, it should end.
    pub fn start<T: Send + 'static>(
        what: impl Into<String>,
        id: u64,
        work: impl FnOnce(&mut dyn FnMut(f32) -> ControlFlow<()>) -> T + Send + 'static,
    ) -> (Self, Task<News<T>>) {
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let task = iced_runtime::task::blocking(move |mut sender: Sender<News<T>>| {
            let mut last = 0.0;
            let mut watch = |now: f32| {
                if now - last >= 0.01 {
                    last = now;
                    // Nobody listens any more once the program ends.
                    let _ = sender.try_send(News::Progress(id, now));
                }
                if flag.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let result = work(&mut watch);
            let _ = block_on(sender.send(News::Done(id, Parcel::new(result))));
        });
        let job = Self {
            what: what.into(),
            progress: 0.0,
            cancelled,
            id,
        };
        (job, task)
    }

    /// Whether news are of this job and not of one before it.
    pub fn is(&self, id: u64) -> bool {
        self.id == id
    }

    /// Calls the work off.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
    }
}
