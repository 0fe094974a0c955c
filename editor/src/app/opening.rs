//! Opening: maps and masks are read in the background and then shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;
use marchland_board::Picture;
use marchland_maps::bundled::Bundled;
use marchland_maps::files::Settled;
use marchland_maps::mask::RepairOptions;
use marchland_maps::{Draft, Edit, MapField};
use marchland_ui::focus;

use super::mask_file::MaskFile;
use super::{App, Message, Open, Screen};
use crate::bench::Bench;
use crate::commands::Command;
use crate::dialogs::Dialog;
use crate::document::Document;
use crate::files::{self, Home, Kind, Loaded, Made, Part, Stored};
use crate::findings::live::Live;
use crate::history::State;
use crate::jobs::{Job, News, Parcel};
use crate::land::Land;
use crate::notices::{About, Notice, Notices};
use crate::proposals::{self, Proposal};
use crate::recovery::Copy;
use crate::screens::from_mask::{self, FromMask};
use crate::screens::start;
use crate::texts;

/// A file that was missing, and what is in it.
#[derive(Debug)]
pub struct Located {
    part: Part,
    /// What the map calls it.
    name: String,
    /// The files that are not in the map's folder, this one perhaps among them.
    beside: Vec<(String, Stored)>,
    found: Found,
}

#[derive(Debug)]
enum Found {
    Mask(Box<Land>),
    Picture(Picture),
}

impl App {
    pub(super) fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// Starts reading a map, or a mask to make one from.
    pub(super) fn open(&mut self, path: &Path) -> Task<Message> {
        let id = self.next_job();
        // The folder that the program was started in says nothing to a reader.
        let path = super::asking::absolute(path);
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        if is_mask(&path) {
            let (job, task) = Job::start(texts::reading(&name), id, move |watch| {
                from_mask::read(&path, watch).map(FromMask::new)
            });
            self.job = Some(job);
            return task.map(Message::Mask);
        }
        if let Some(kind) = Kind::of(&path).filter(|_| path.is_file()) {
            let (job, task) = Job::start(texts::making(&name), id, move |watch| {
                files::make(&path, kind, watch)
            });
            self.job = Some(job);
            return task.map(Message::Made);
        }
        let (job, task) = Job::start(texts::reading(&name), id, move |watch| {
            let loaded = files::open(&path, watch).map_err(|error| error.to_string())?;
            if loaded.home.is_broken() && is_blank(&loaded) {
                return Err(texts::no_map(&path, &loaded.home.flaws));
            }
            Ok(loaded)
        });
        self.job = Some(job);
        task.map(Message::Map)
    }

    pub(super) fn open_bundled(&mut self, map: &'static Bundled) -> Task<Message> {
        let id = self.next_job();
        let what = texts::reading(map.name);
        let (job, task) = Job::start(what, id, |watch| Ok(files::open_bundled(map, watch)));
        self.job = Some(job);
        task.map(Message::Map)
    }

    pub(super) fn clean(&mut self, path: &Path, options: RepairOptions) -> Task<Message> {
        let id = self.next_job();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let owned = path.to_owned();
        let (job, task) = Job::start(texts::cleaning(&name), id, move |watch| {
            from_mask::clean(&owned, &options, watch).map(FromMask::cleaned)
        });
        self.job = Some(job);
        task.map(Message::Cleaned)
    }

    /// Puts a map that was read on the workbench; `copy` if it was recovered.
    pub(super) fn show(&mut self, loaded: Loaded, copy: Option<Copy>) -> Task<Message> {
        let Loaded {
            home,
            document,
            mask_error,
            settled,
        } = loaded;
        let flawed = if home.is_broken() {
            Some(texts::broken(&home.flaws))
        } else if mask_error.is_none() {
            texts::flawed(&home.flaws)
        } else {
            None
        };
        let state = document.state();
        let shown = self.put(document, home, copy.map(|copy| (copy, state)));
        if let (Screen::Bench(open), Some(text)) = (&mut self.screen, flawed) {
            open.notices.tell(Notice::new(About::File, text));
        }
        if let Some(error) = mask_error {
            self.miss(Part::Mask, &error);
        }
        let told = match settled {
            Settled::Nothing => Task::none(),
            settled => self.say(settled.to_string(), true),
        };
        Task::batch([shown, self.tell_merged(), self.look_up_picture(), told])
    }

    /// Puts a map on the workbench instead of the one that is there, if one is:
    /// that one was saved or is given up.
    pub(super) fn put(
        &mut self,
        document: Document,
        home: Home,
        copy: Option<(Copy, State)>,
    ) -> Task<Message> {
        let gone = self.give_up();
        self.shown += 1;
        let bench = Bench::new(document, None, self.mode);
        let title = home.title();
        let picture = self.read_picture(&home, bench.document.draft());
        self.screen = Screen::Bench(Box::new(Open {
            bench,
            home,
            title,
            notices: Notices::default(),
            mask_file: MaskFile::default(),
            claim: None,
            saving: None,
            keeper: self.keeper(copy),
            playtest: None,
            setup: None,
            live: Live::default(),
            draw_picture: false,
            keeps_picture: false,
            traced: (PathBuf::new(), None),
        }));
        self.claim();
        self.dialog = None;
        // They were about what was there before.
        self.toasts.clear();
        let trace = self.recall_trace();
        Task::batch([gone, picture, trace, self.remember()])
    }

    /// Starts reading the picture for players, which may be large; the map is
    /// shown before it is there.
    fn read_picture(&self, home: &Home, draft: &Draft) -> Task<Message> {
        if draft.image.is_none() {
            return Task::none();
        }
        let (home, draft, of) = (home.clone(), draft.clone(), self.shown);
        Task::perform(
            async move {
                let work = move || files::picture(&home, &draft);
                let picture = tokio::task::spawn_blocking(work).await;
                picture.unwrap_or_else(|error| Err(error.to_string()))
            },
            move |picture| Message::Picture(of, Parcel::new(picture)),
        )
    }

    /// Shows the picture that saving has drawn.
    pub(super) fn read_picture_again(&self) -> Task<Message> {
        let Screen::Bench(open) = &self.screen else {
            return Task::none();
        };
        self.read_picture(&open.home, open.bench.document.draft())
    }

    pub(super) fn on_picture(&mut self, picture: Result<Option<Picture>, String>) {
        match (picture, self.open_map()) {
            (Ok(Some(picture)), Some(open)) => open.bench.set_picture(picture),
            (Err(error), _) => self.miss(Part::Picture, &error),
            _ => {}
        }
    }

    /// Starts taking a file for one of the map's that is missing.
    pub(super) fn locate(&mut self, part: Part, chosen: PathBuf) -> Task<Message> {
        let Screen::Bench(open) = &self.screen else {
            return Task::none();
        };
        let (mut home, draft) = (open.home.clone(), open.bench.document.draft().clone());
        let name = chosen.file_name().unwrap_or_default().to_string_lossy();
        let what = texts::reading(&name);
        let id = self.next_job();
        let (job, task) = Job::start(what, id, move |watch| {
            // Looked at first: what is not a picture is not to be copied.
            let found = match part {
                Part::Mask => {
                    let regions = files::read_mask(&chosen, watch)
                        .map_err(|error| format!("{}: {error}", chosen.display()))?;
                    Found::Mask(Box::new(Land::new(Arc::new(regions))))
                }
                Part::Picture => {
                    let picture = files::picture_at(&chosen)?;
                    Found::Picture(picture)
                }
            };
            let name = files::adopt(&mut home, &draft, part, &chosen)
                .map_err(|error| error.to_string())?;
            Ok(Located {
                beside: home.beside,
                part,
                name,
                found,
            })
        });
        self.job = Some(job);
        task.map(Message::Located)
    }

    pub(super) fn on_located(&mut self, news: News<Result<Located, String>>) -> Task<Message> {
        let located = match self.result_of(news) {
            Some(Ok(located)) => located,
            Some(Err(error)) => return self.failed(&error),
            None => return Task::none(),
        };
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        open.home.beside = located.beside;
        open.notices.settle(located.part);
        let document = &mut open.bench.document;
        if located.part.file(document.draft()) != Some(&*located.name) {
            let (step, field) = match located.part {
                Part::Mask => {
                    let mut mask = document.draft().mask.clone().unwrap_or_default();
                    mask.file.clone_from(&located.name);
                    (texts::SET_MASK, MapField::Mask(Some(mask)))
                }
                Part::Picture => (
                    texts::SET_PICTURE,
                    MapField::Image(Some(located.name.clone())),
                ),
            };
            if let Err(error) = document.make(step, Edit::Map(field), None) {
                return self.say(texts::edit_failed(&error), true);
            }
        }
        match located.found {
            Found::Mask(land) => {
                document.set_land(*land);
                open.home.mask_seen = None;
            }
            Found::Picture(picture) => open.bench.set_picture(picture),
        }
        // What else may be missing.
        let picture = self.bench().filter(|bench| !bench.has_picture());
        let picture = picture.map(|bench| bench.document.draft().clone());
        let more = match (&self.screen, picture) {
            (Screen::Bench(open), Some(draft)) => self.read_picture(&open.home, &draft),
            _ => Task::none(),
        };
        let said = self.say(texts::located(&located.name), false);
        Task::batch([more, said, self.tell_merged()])
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
        match self.result_of(news) {
            Some(Ok(loaded)) => {
                let shown = self.show(loaded, None);
                self.offer();
                shown
            }
            Some(Err(error)) => self.failed(&error),
            None => Task::none(),
        }
    }

    /// Says that colours of the mask that is open have become one, if so.
    pub(super) fn tell_merged(&mut self) -> Task<Message> {
        const ABOUT: &str = "merged colours";
        let merged = self.bench().and_then(|bench| {
            let merged = bench.document.land()?.regions().merged();
            Some((merged.len(), merged.first()?.rgb()))
        });
        if let Some((n, first)) = merged {
            return self.fail(ABOUT, texts::colours_merged(n, first));
        }
        self.toasts.settle(ABOUT);
        Task::none()
    }

    pub(super) fn on_ordered(&mut self, news: News<Option<(Document, Home)>>) -> Task<Message> {
        match self.result_of(news).flatten() {
            Some((document, home)) => self.put(document, home, None),
            None => Task::none(),
        }
    }

    pub(super) fn on_made(&mut self, news: News<Result<Made, String>>) -> Task<Message> {
        match self.result_of(news) {
            Some(Ok(Made { loaded, notes })) => {
                let shown = self.show(loaded, None);
                if let Screen::Bench(open) = &mut self.screen
                    && !notes.is_empty()
                {
                    let text = texts::notes(&notes);
                    open.notices.tell(Notice::new(About::File, text));
                }
                shown
            }
            Some(Err(error)) => self.failed(&error),
            None => Task::none(),
        }
    }

    /// Starts looking for links by sea.
    pub(super) fn look_across(&mut self) -> Task<Message> {
        let Some(bench) = self.bench() else {
            return Task::none();
        };
        let document = &bench.document;
        let Some(waters) = document.land().map(|land| land.waters(document.draft())) else {
            return Task::none();
        };
        let id = self.next_job();
        let (job, task) = Job::start(texts::LOOKING_ACROSS, id, move |watch| {
            proposals::by_sea(&waters, Bench::MOST_ACROSS, watch)
        });
        self.job = Some(job);
        task.map(Message::Across)
    }

    pub(super) fn on_across(&mut self, news: News<Vec<Proposal>>) -> Task<Message> {
        let found = self.result_of(news);
        match (found, &mut self.screen) {
            (Some(found), Screen::Bench(open)) => {
                let effects = open.bench.found_across(found);
                self.carry_out(effects)
            }
            _ => Task::none(),
        }
    }

    pub(super) fn on_mask(
        &mut self,
        news: News<Result<FromMask, from_mask::Failure>>,
    ) -> Task<Message> {
        match self.result_of(news) {
            Some(Ok(screen)) => self.show_mask(screen),
            // Too restless to be a mask as it is: cleaned up it may be one.
            Some(Err(failure)) if failure.calls_for_repair() => {
                let path = failure.path().to_owned();
                self.clean(&path, RepairOptions::default())
            }
            Some(Err(failure)) => self.failed(&failure.to_string()),
            None => Task::none(),
        }
    }

    /// Shows a mask; the map that is open stays until another one is made of it.
    pub(super) fn show_mask(&mut self, mask: FromMask) -> Task<Message> {
        self.toasts.clear();
        let mask = Screen::FromMask(Box::new(mask));
        if let Screen::Bench(open) = std::mem::replace(&mut self.screen, mask) {
            self.aside = Some(open);
        }
        Task::none()
    }

    /// Shows a mask that was cleaned up, in the place of the same mask if that is what
    /// is shown.
    pub(super) fn show_cleaned(&mut self, mut mask: FromMask) -> Task<Message> {
        let is_same = |before: &FromMask| before.path() == mask.path();
        if !matches!(&self.screen, Screen::FromMask(before) if is_same(before)) {
            return self.show_mask(mask);
        }
        let mut effect = None;
        if let Screen::FromMask(before) = std::mem::replace(&mut self.screen, Screen::Start) {
            effect = mask.follow(*before);
        }
        self.screen = Screen::FromMask(Box::new(mask));
        self.toasts.clear();
        effect.map_or_else(Task::none, carry_out)
    }

    /// Leaves the mask: back to the map that was open, or to the start.
    pub(super) fn leave_mask(&mut self) -> Task<Message> {
        if !matches!(self.screen, Screen::FromMask(_)) {
            return Task::none();
        }
        if let Some(open) = self.aside.take() {
            self.screen = Screen::Bench(open);
            return Task::none();
        }
        self.screen = Screen::Start;
        self.show_start()
    }

    pub(super) fn show_start(&self) -> Task<Message> {
        let samples = if self.samples.is_none() {
            find_samples()
        } else {
            Task::none()
        };
        Task::batch([samples, self.look_around()])
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
        Task::batch([samples, self.fail("open", texts::sentence(error))])
    }

    pub(super) fn on_from_mask(&mut self, message: from_mask::Message) -> Task<Message> {
        let Screen::FromMask(screen) = &mut self.screen else {
            return Task::none();
        };
        match message {
            from_mask::Message::Do(Command::Cancel) if screen.step_back() => Task::none(),
            from_mask::Message::Cancel | from_mask::Message::Do(Command::Cancel)
                if screen.is_worked_on() =>
            {
                self.dialog = Some(Dialog::LeaveMask);
                Task::none()
            }
            from_mask::Message::Cancel | from_mask::Message::Do(Command::Cancel) => {
                self.leave_mask()
            }
            from_mask::Message::Create | from_mask::Message::Do(Command::Confirm)
                if screen.is_ready() =>
            {
                let order = screen.order();
                let id = self.next_job();
                let (job, task) = Job::start(texts::MAKING, id, move |watch| order.make(watch));
                self.job = Some(job);
                task.map(Message::Ordered)
            }
            from_mask::Message::Clean => {
                let (path, options) = (screen.path().to_owned(), screen.repair_options());
                self.clean(&path, options)
            }
            from_mask::Message::Do(Command::Confirm) if screen.is_behind() => {
                self.on_from_mask(from_mask::Message::Clean)
            }
            other => screen.update(other).map_or_else(Task::none, carry_out),
        }
    }
}

/// Does what follows from a message to the mask's screen.
fn carry_out(effect: from_mask::Effect) -> Task<Message> {
    match effect {
        from_mask::Effect::ShowPicked => focus::bring_in(from_mask::PICKED),
        from_mask::Effect::Look(looking) => Task::perform(
            async move {
                let seen = tokio::task::spawn_blocking(move || looking.look()).await;
                seen.map_or_else(|_| Parcel::empty(), Parcel::new)
            },
            |seen| Message::FromMask(from_mask::Message::Looked(seen)),
        ),
    }
}

pub(super) fn find_samples() -> Task<Message> {
    Task::perform(
        async {
            let found = tokio::task::spawn_blocking(start::samples).await;
            found.unwrap_or_default()
        },
        |samples| Message::Samples(Parcel::new(samples)),
    )
}

/// Whether nothing of a map was found in the file.
fn is_blank(loaded: &Loaded) -> bool {
    let draft = loaded.document.draft();
    draft.territories.is_empty() && draft.continents.is_empty() && draft.name.text.is_none()
}

/// Whether a path names a mask rather than a map: a file that ends like a
/// picture.
pub(super) fn is_mask(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_lowercase).unwrap_or_default();
    path.is_file() && files::MASK_ENDINGS.contains(&&*ending)
}
