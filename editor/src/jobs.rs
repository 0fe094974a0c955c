//! Background jobs with progress and cancellation.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use iced::Task;
use iced::futures::channel::mpsc::Sender;
use iced::futures::executor::block_on;
use iced::futures::future::ready;
use iced::futures::{SinkExt, StreamExt};
pub use marchland_ui::parcel::Parcel;

/// Takes the progress from 0 to 1; returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

/// Work on a thread, which is cancelled when this is dropped.
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
    Progress(u64, f32),
    /// Its result; empty if it panicked.
    Done(u64, Parcel<T>),
}

/// A job panicked, which is a bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

impl<T> News<T> {
    /// Takes the news of a job, which ends with its result; the result, if they have it. News of
    /// other jobs are dropped.
    pub fn take(self, job: &mut Option<Job>) -> Option<Result<T, Panicked>> {
        match self {
            Self::Progress(id, progress) => {
                if let Some(job) = job.as_mut().filter(|job| job.id == id) {
                    job.progress = progress;
                }
                None
            }
            Self::Done(id, parcel) => {
                job.take_if(|job| job.id == id)?;
                Some(parcel.open().ok_or(Panicked))
            }
        }
    }
}

/// A number unique across maps, so that a late result is never taken for another one.
pub(crate) fn fresh_number() -> u64 {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

impl<T> Clone for News<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Progress(id, progress) => Self::Progress(*id, *progress),
            Self::Done(id, parcel) => Self::Done(*id, parcel.clone()),
        }
    }
}

/// Runs `work` on a new thread, at once. The parcel is empty if it panicked.
pub fn now<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<Parcel<T>> {
    iced_runtime::task::blocking(move |mut sender: Sender<Parcel<T>>| {
        let done = catch_unwind(AssertUnwindSafe(work));
        let parcel = done.map_or_else(|_| Parcel::empty(), Parcel::new);
        // The receiver is gone only when the program ends.
        let _ = block_on(sender.send(parcel));
    })
}

/// Runs `work` on a thread once the task runs. The parcel is empty if it panicked.
pub fn once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<Parcel<T>> {
    Task::future(async move {
        let done = tokio::task::spawn_blocking(work).await;
        done.map_or_else(|_| Parcel::empty(), Parcel::new)
    })
}

/// Runs a task to its end and returns its messages, for screenshots and tests.
///
/// # Panics
/// If the system gives no threads.
pub fn finish<T: 'static>(task: Task<T>) -> Vec<T> {
    let Some(actions) = iced_runtime::task::into_stream(task) else {
        return Vec::new();
    };
    let outputs = actions.filter_map(|action| {
        ready(match action {
            iced_runtime::Action::Output(message) => Some(message),
            _ => None,
        })
    });
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(outputs.collect())
}

/// Sends a message after a pause.
pub fn after<M: Send + 'static>(pause: Duration, message: M) -> Task<M> {
    // The timer is created inside the future: here there may be no runtime yet.
    Task::future(async move {
        tokio::time::sleep(pause).await;
        message
    })
}

impl Job {
    /// Runs `work` on a thread; it should stop when the progress callback breaks.
    pub fn start<T: Send + 'static>(
        what: impl Into<String>,
        id: u64,
        work: impl FnOnce(Watch<'_>) -> T + Send + 'static,
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
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut watch)));
            let parcel = done.map_or_else(|_| Parcel::empty(), Parcel::new);
            let _ = block_on(sender.send(News::Done(id, parcel)));
        });
        let job = Self {
            what: what.into(),
            progress: 0.0,
            cancelled,
            id,
        };
        (job, task)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in the only parcel of a task.
    fn parcel<T: 'static>(task: Task<Parcel<T>>) -> Option<T> {
        let parcels = finish(task);
        assert_eq!(parcels.len(), 1);
        parcels[0].open()
    }

    #[test]
    fn work_that_panics_gives_an_empty_parcel() {
        let fail = || -> u8 { panic!("as expected") };
        assert_eq!(parcel(now(|| 7)), Some(7));
        assert_eq!(parcel(now(fail)), None);
        assert_eq!(parcel(once(|| 7)), Some(7));
        assert_eq!(parcel(once(fail)), None);
    }

    #[test]
    fn a_job_that_panics_ends() {
        let fail = |_: Watch<'_>| -> u8 { panic!("as expected") };
        let (job, task) = Job::start("", 7, fail);
        let news = finish(task).pop().expect("its end");
        let mut job = Some(job);
        assert_eq!(news.take(&mut job), Some(Err(Panicked)));
        assert!(job.is_none());
    }
}
