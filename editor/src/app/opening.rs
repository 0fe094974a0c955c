//! Opening: maps and masks are read in the background and then shown.

use std::path::Path;

use iced::Task;
use marchland_maps::xml::Severity;

use super::{App, Message, Open, Screen};
use crate::bench::Bench;
use crate::document::Document;
use crate::files::{self, Home, Loaded};
use crate::findings::live::Live;
use crate::jobs::{Job, News};
use crate::screens::from_mask::{self, FromMask, Read};
use crate::screens::start;
use crate::texts;

impl App {
    fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// Starts reading a map, or a mask to make one from.
    pub(super) fn open(&mut self, path: &Path, sample: bool) -> Task<Message> {
        let id = self.next_job();
        let path = path.to_owned();
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        if is_mask(&path) {
            let (job, task) = Job::start(texts::reading(&name), id, move |watch| {
                from_mask::read(&path, watch)
            });
            self.job = Some(job);
            return task.map(Message::Mask);
        }
        let (job, task) = Job::start(texts::reading(&name), id, move |watch| {
            let mut loaded = files::open(&path, watch).map_err(|error| error.to_string())?;
            loaded.home.sample = sample;
            Ok(loaded)
        });
        self.job = Some(job);
        task.map(Message::Map)
    }

    /// Starts cleaning a mask up.
    pub(super) fn clean(&mut self, path: &Path) -> Task<Message> {
        let id = self.next_job();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let owned = path.to_owned();
        let (job, task) = Job::start(texts::cleaning(&name), id, move |watch| {
            from_mask::clean(&owned, watch)
        });
        self.job = Some(job);
        task.map(Message::Cleaned)
    }

    /// Puts a map that was read on the workbench.
    pub(super) fn show(&mut self, loaded: Loaded) {
        let Loaded {
            home,
            draft,
            land,
            mask_error,
        } = loaded;
        let notice = match (home.worst(), mask_error) {
            (Some(Severity::Broken), _) => Some(texts::broken(&home.flaws)),
            (_, Some(error)) => Some(texts::no_mask(&error)),
            (Some(Severity::Flaw), None) => Some(texts::flawed(&home.flaws)),
            _ => None,
        };
        let document = Document::new(draft, land, true);
        self.put(document, home, notice);
    }

    fn put(&mut self, document: Document, home: Home, notice: Option<String>) {
        let bench = Bench::new(document, None, self.mode);
        let title = home.title();
        self.screen = Screen::Bench(Box::new(Open {
            bench,
            home,
            title,
            notice,
            playtest: None,
            setup: None,
            live: Live::default(),
        }));
        self.dialog = None;
    }

    pub(super) fn call_off(&mut self) -> Task<Message> {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
        if self.samples.is_none() {
            find_samples()
        } else {
            Task::none()
        }
    }

    pub(super) fn on_map(&mut self, news: News<Result<Loaded, String>>) -> Task<Message> {
        let Some(result) = self.result_of(news) else {
            return Task::none();
        };
        match result {
            Ok(loaded) => {
                let folder = loaded.home.folder.clone();
                let draft = loaded.draft.clone();
                self.show(loaded);
                let of = self.jobs;
                // The picture may be large; the map is shown before it is read.
                Task::perform(
                    async move {
                        tokio::task::spawn_blocking(move || {
                            folder.and_then(|folder| files::picture(&folder, &draft))
                        })
                        .await
                        .ok()
                        .flatten()
                    },
                    move |picture| Message::Picture(of, crate::jobs::Parcel::new(picture)),
                )
            }
            Err(error) => self.failed(&error),
        }
    }

    pub(super) fn on_mask(
        &mut self,
        news: News<Result<Read, from_mask::Failure>>,
    ) -> Task<Message> {
        match self.result_of(news) {
            Some(Ok(read)) => {
                self.screen = Screen::FromMask(Box::new(FromMask::new(read)));
                Task::none()
            }
            // Too restless to be a mask as it is: cleaned up it may be one.
            Some(Err(failure)) if failure.calls_for_repair() => {
                let path = failure.path().to_owned();
                self.clean(&path)
            }
            Some(Err(failure)) => self.failed(&failure.to_string()),
            None => Task::none(),
        }
    }

    /// The result that news bring of the job under way, if they bring one.
    pub(super) fn result_of<T>(&mut self, news: News<T>) -> Option<T> {
        match news {
            News::Progress(id, progress) => {
                if let Some(job) = self.job.as_mut().filter(|job| job.is(id)) {
                    job.progress = progress;
                }
                None
            }
            News::Done(id, parcel) => {
                self.job.take_if(|job| job.is(id))?;
                parcel.open()
            }
        }
    }

    pub(super) fn failed(&mut self, error: &str) -> Task<Message> {
        let samples = if self.samples.is_none() {
            find_samples()
        } else {
            Task::none()
        };
        Task::batch([samples, self.say(texts::sentence(error), true)])
    }

    pub(super) fn on_from_mask(&mut self, message: from_mask::Message) -> Task<Message> {
        let Screen::FromMask(screen) = &mut self.screen else {
            return Task::none();
        };
        match message {
            from_mask::Message::Cancel => {
                self.screen = Screen::Start;
                if self.samples.is_none() {
                    find_samples()
                } else {
                    Task::none()
                }
            }
            from_mask::Message::Create => {
                let (document, home) = screen.create();
                self.put(document, home, None);
                Task::none()
            }
            from_mask::Message::Clean => {
                let path = screen.path().to_owned();
                self.clean(&path)
            }
            other => {
                screen.update(other);
                Task::none()
            }
        }
    }
}

pub(super) fn find_samples() -> Task<Message> {
    Task::perform(
        async {
            let found = tokio::task::spawn_blocking(start::samples).await;
            found.unwrap_or_default()
        },
        |samples| Message::Samples(crate::jobs::Parcel::new(samples)),
    )
}

/// Whether a path names a mask rather than a map: a file that ends like a
/// picture.
pub(super) fn is_mask(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_lowercase).unwrap_or_default();
    path.is_file() && files::MASK_ENDINGS.contains(&&*ending)
}
