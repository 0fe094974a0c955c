//! Background jobs with progress and cancellation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use iced::Task;
use iced::futures::SinkExt;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;

/// Takes the progress from 0 to 1; returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

#[derive(Debug)]
pub struct Job {
    /// What is being done, for the user.
    pub what: String,
    /// Progress from 0 to 1.
    pub progress: f32,
    cancelled: Arc<AtomicBool>,
    id: u64,
}

/// A message of a job.
#[derive(Debug)]
pub enum News<T> {
    /// Its progress.
    Progress(u64, f32),
    /// Its result.
    Done(u64, Parcel<T>),
}

/// A number unique across maps, so that a late result is never taken for another one.
pub(crate) fn fresh_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// A result inside a message: messages must be `Clone` though results are not. Can be opened
/// once.
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
    pub fn new(content: T) -> Self {
        Self(Arc::new(Mutex::new(Some(content))))
    }

    /// An empty parcel: the result could not be made.
    pub fn empty() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }

    /// Takes the content, the first time.
    pub fn open(&self) -> Option<T> {
        self.0.lock().ok()?.take()
    }
}

impl Job {
    /// Runs `work` on a thread; it should stop when the progress callback breaks.
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
                    // The receiver is gone only when the program ends.
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

    /// Whether a message belongs to this job.
    pub fn is(&self, id: u64) -> bool {
        self.id == id
    }

    /// Cancels the job.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
    }
}
