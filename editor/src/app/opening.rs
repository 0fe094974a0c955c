//! Opens maps and masks in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;
use marchland_board::Picture;
use marchland_maps::bundled::Bundled;
use marchland_maps::files::Settled;
use marchland_maps::mask::RepairOptions;
use marchland_maps::picture::{fitting, is_same_shape};
use marchland_maps::{Draft, Edit, MapField, originals};
use marchland_ui::focus;

use super::mask_file::MaskFile;
use super::tracing::Traced;
use super::{App, Message, Open, Screen};
use crate::commands::Command;
use crate::dialogs::Dialog;
use crate::document::Document;
use crate::files::{self, Home, Kind, Loaded, Made, Part, Stored};
use crate::findings::live::Live;
use crate::history::State;
use crate::jobs::{self, Job, News, Panicked, Watch};
use crate::land::Land;
use crate::notices::{Notice, Notices, Subject};
use crate::proposals::{self, Across};
use crate::recovery::Copy;
use crate::screens::from_mask::{self, FromMask};
use crate::screens::start;
use crate::texts;
use crate::workspace::Workspace;

/// The located file of a missing part.
#[derive(Debug)]
pub struct Located {
    part: Part,
    /// Its name in the map file.
    name: String,
    /// Files outside the map's folder, perhaps including this one.
    beside: Vec<(String, Stored)>,
    found: Found,
}

/// The subject of the message about the proportions of a new image.
const STRETCHED: &str = "stretched image";

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

    /// Starts a job, which is shown until it ends; `message` wraps its news.
    pub(super) fn begin<T: Send + 'static>(
        &mut self,
        what: impl Into<String>,
        message: impl Fn(News<T>) -> Message + Send + 'static,
        work: impl FnOnce(Watch<'_>) -> T + Send + 'static,
    ) -> Task<Message> {
        let id = self.next_job();
        let (job, task) = Job::start(what, id, work);
        self.job = Some(job);
        task.map(message)
    }

    /// Starts to read a map, or a mask for a new map.
    pub(super) fn open(&mut self, path: &Path) -> Task<Message> {
        // A relative path would mean nothing to a later reader.
        let path = super::asking::absolute(path);
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        if is_mask(&path) {
            return self.begin(texts::reading(&name), Message::Mask, move |watch| {
                from_mask::read(&path, watch).map(FromMask::new)
            });
        }
        if let Some(kind) = Kind::of(&path).filter(|_| path.is_file()) {
            return self.begin(texts::making(&name), Message::Made, move |watch| {
                files::make(&path, kind, watch)
            });
        }
        self.begin(texts::reading(&name), Message::Map, move |watch| {
            read_map(&path, watch)
        })
    }

    pub(super) fn open_bundled(&mut self, map: &'static Bundled) -> Task<Message> {
        self.begin(texts::reading(map.name), Message::Map, |watch| {
            Ok(files::open_bundled(map, watch))
        })
    }

    pub(super) fn clean(&mut self, path: &Path, options: RepairOptions) -> Task<Message> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let owned = path.to_owned();
        self.begin(texts::cleaning(&name), Message::Cleaned, move |watch| {
            from_mask::clean(&owned, &options, watch).map(FromMask::cleaned)
        })
    }

    /// Opens a loaded map in the workspace; `copy` if it was recovered.
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
        if let (Screen::Workspace(open), Some(text)) = (&mut self.screen, flawed) {
            open.notices.tell(Notice::new(Subject::File, text));
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

    /// Replaces the open map, which was saved or discarded.
    pub(super) fn put(
        &mut self,
        document: Document,
        home: Home,
        copy: Option<(Copy, State)>,
    ) -> Task<Message> {
        let gone = self.give_up();
        self.shown += 1;
        let trace = copy.as_ref().and_then(|(copy, _)| copy.trace().cloned());
        let mut workspace = Workspace::new(document, self.mode);
        workspace.is_recovered = copy.is_some();
        let mask = home.mask_path(workspace.document.draft());
        workspace.is_ours = mask.is_some_and(|mask| originals::is_our_mask(&mask));
        let title = home.title();
        let image = workspace.document.draft().image.clone();
        let picture = self.read_picture(&home, workspace.document.draft());
        self.screen = Screen::Workspace(Box::new(Open {
            workspace,
            home,
            title,
            notices: Notices::default(),
            map_touched: 0,
            mask_file: MaskFile::default(),
            claim: None,
            saving: None,
            save_drawn: None,
            keeper: self.keeper(copy),
            playtest: None,
            left: None,
            setup: None,
            pace: None,
            live: Live::default(),
            draw_picture: false,
            stretched: None,
            drawn_beside: None,
            keeps_picture: false,
            image,
            traced: Traced::default(),
        }));
        self.claim();
        self.dialog = None;
        // They were about the previous map.
        self.toasts.clear();
        let trace = match trace {
            Some((file, place)) => self.read_trace(file, Some(place)),
            None => self.recall_trace(),
        };
        Task::batch([gone, picture, trace, self.remember()])
    }

    /// Starts to load the map image; the map is shown meanwhile.
    fn read_picture(&self, home: &Home, draft: &Draft) -> Task<Message> {
        if draft.image.is_none() {
            return Task::none();
        }
        let (home, draft, of) = (home.clone(), draft.clone(), self.shown);
        jobs::once(move || files::picture(&home, &draft))
            .map(move |picture| Message::Picture(of, picture))
    }

    /// Shows the image that the draft names now: chosen, drawn or restored by undo.
    pub(super) fn follow_picture(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let image = &open.workspace.document.draft().image;
        if open.image == *image || open.is_drawing_picture() {
            return Task::none();
        }
        open.image.clone_from(image);
        if open
            .stretched
            .take_if(|of| image.as_ref() != Some(&*of))
            .is_some()
        {
            self.toasts.settle(STRETCHED);
        }
        if image.is_none() {
            open.notices.settle(Part::Picture);
            open.workspace.set_picture(None);
        }
        // What is known of it is looked up.
        open.notices.take(Subject::OldPicture);
        open.workspace.behind = None;
        open.keeps_picture = false;
        let (home, draft) = (open.home.clone(), open.workspace.document.draft().clone());
        Task::batch([self.read_picture(&home, &draft), self.look_up_picture()])
    }

    pub(super) fn on_picture(&mut self, picture: Result<Option<Picture>, String>) {
        match (picture, self.open_map()) {
            (Ok(Some(picture)), Some(open)) => {
                open.notices.settle(Part::Picture);
                open.workspace.set_picture(Some(picture));
            }
            (Err(error), _) => self.miss(Part::Picture, &error),
            _ => {}
        }
    }

    /// Starts to use a file as the missing mask or image, after a running save.
    pub(super) fn locate(&mut self, part: Part, chosen: PathBuf) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if let Some(saving) = &mut open.saving {
            saving.located = Some((part, chosen));
            return Task::none();
        }
        let (mut home, draft) = (open.home.clone(), open.workspace.document.draft().clone());
        let name = chosen.file_name().unwrap_or_default().to_string_lossy();
        let what = texts::reading(&name);
        self.begin(what, Message::Located, move |watch| {
            // Check that it is a picture before it is copied.
            let found = match part {
                Part::Mask => {
                    let regions = files::read_mask(&chosen, watch)
                        .map_err(|error| format!("{}: {error}", chosen.display()))?;
                    Found::Mask(Box::new(Land::new(Arc::new(regions))))
                }
                Part::Picture if home.is_mask(&draft, &chosen) => {
                    return Err(texts::image_is_mask(&chosen));
                }
                Part::Picture => Found::Picture(
                    files::picture_at(&chosen).map_err(|error| texts::image_not_taken(&error))?,
                ),
            };
            let name = files::adopt(&mut home, &draft, part, &chosen)
                .map_err(|error| error.to_string())?;
            Ok(Located {
                beside: home.beside,
                part,
                name,
                found,
            })
        })
    }

    pub(super) fn on_located(&mut self, located: Result<Located, String>) -> Task<Message> {
        let located = match located {
            Ok(located) => located,
            Err(error) => return self.failed(&error),
        };
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        open.home.beside = located.beside;
        open.notices.settle(located.part);
        let document = &mut open.workspace.document;
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
        let mask = document.land().map(|land| land.regions().size());
        let mut stretched = None;
        match located.found {
            Found::Mask(land) => {
                document.set_land(*land);
                open.home.mask_seen = None;
            }
            Found::Picture(picture) => {
                let size = picture.full_size();
                if let Some(mask) = mask.filter(|mask| !is_same_shape(size, *mask)) {
                    let fit = fitting(size, mask);
                    stretched = Some(texts::image_stretched(&located.name, size, mask, fit));
                    open.stretched = Some(located.name.clone());
                }
                open.workspace.set_picture(Some(picture));
            }
        }
        // Another file may be missing, too.
        let picture = self
            .workspace()
            .filter(|workspace| !workspace.has_picture());
        let picture = picture.map(|workspace| workspace.document.draft().clone());
        let more = match (&self.screen, picture) {
            (Screen::Workspace(open), Some(draft)) => self.read_picture(&open.home, &draft),
            _ => Task::none(),
        };
        let toast = match stretched {
            Some(text) => self.fail(STRETCHED, text),
            None => self.say(texts::located(&located.name), false),
        };
        Task::batch([more, toast, self.tell_merged()])
    }

    pub(super) fn call_off(&mut self) -> Task<Message> {
        self.job = None;
        self.find_samples()
    }

    pub(super) fn on_map(&mut self, map: Result<Loaded, String>) -> Task<Message> {
        match map {
            Ok(loaded) => {
                let shown = self.show(loaded, None);
                self.offer();
                shown
            }
            Err(error) => self.failed(&error),
        }
    }

    /// Warns if several colours of the mask file were merged.
    pub(super) fn tell_merged(&mut self) -> Task<Message> {
        const ABOUT: &str = "merged colours";
        let merged = self.workspace().and_then(|workspace| {
            let merged = workspace.document.land()?.regions().merged();
            Some((merged.len(), merged.first()?.rgb()))
        });
        if let Some((n, first)) = merged {
            return self.fail(ABOUT, texts::colours_merged(n, first));
        }
        self.toasts.settle(ABOUT);
        Task::none()
    }

    pub(super) fn on_ordered(&mut self, made: Option<(Document, Home)>) -> Task<Message> {
        match made {
            Some((document, home)) => self.put(document, home, None),
            None => Task::none(),
        }
    }

    pub(super) fn on_made(&mut self, made: Result<Made, String>) -> Task<Message> {
        match made {
            Ok(Made { loaded, notes }) => {
                let shown = self.show(loaded, None);
                if let Screen::Workspace(open) = &mut self.screen
                    && !notes.is_empty()
                {
                    let (text, details) = (texts::notes(notes.len()), texts::lines(&notes));
                    let notice = Notice::detailed(Subject::File, text, details);
                    open.notices.tell(notice);
                }
                shown
            }
            Err(error) => self.failed(&error),
        }
    }

    /// Starts the search for links by sea.
    pub(super) fn look_across(&mut self) -> Task<Message> {
        let Some(workspace) = self.workspace() else {
            return Task::none();
        };
        let document = &workspace.document;
        let Some(waters) = document.land().map(|land| land.waters(document.draft())) else {
            return Task::none();
        };
        self.begin(texts::LOOKING_ACROSS, Message::Across, move |watch| {
            proposals::by_sea(&waters, Workspace::MOST_ACROSS, watch)
        })
    }

    pub(super) fn on_across(&mut self, found: Across) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let effects = open.workspace.found_across(found);
        self.carry_out(effects)
    }

    pub(super) fn on_mask(&mut self, mask: Result<FromMask, from_mask::Failure>) -> Task<Message> {
        match mask {
            Ok(screen) => self.show_mask(screen),
            // Too many colours for a mask, but cleaning up may help.
            Err(failure) if failure.calls_for_repair() => {
                let path = failure.path().to_owned();
                self.clean(&path, RepairOptions::default())
            }
            Err(failure) => self.failed(&failure.to_string()),
        }
    }

    /// Shows a mask; the open map is kept until a new one is created.
    pub(super) fn show_mask(&mut self, mask: FromMask) -> Task<Message> {
        self.toasts.clear();
        let mask = Screen::FromMask(Box::new(mask));
        if let Screen::Workspace(open) = std::mem::replace(&mut self.screen, mask) {
            self.aside = Some(open);
        }
        Task::none()
    }

    /// Shows a cleaned mask, replacing the same mask if it is on screen.
    pub(super) fn on_cleaned(&mut self, cleaned: Result<FromMask, String>) -> Task<Message> {
        let mut mask = match cleaned {
            Ok(mask) => mask,
            Err(error) => return self.failed(&error),
        };
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
        self.on_mask_effect(effect)
    }

    /// Leaves the mask screen for the open map or the start screen.
    pub(super) fn leave_mask(&mut self) -> Task<Message> {
        if !matches!(self.screen, Screen::FromMask(_)) {
            return Task::none();
        }
        if let Some(open) = self.aside.take() {
            self.screen = Screen::Workspace(open);
            return Task::none();
        }
        self.screen = Screen::Start;
        self.show_start()
    }

    pub(super) fn show_start(&self) -> Task<Message> {
        Task::batch([self.find_samples(), self.look_around()])
    }

    /// Starts to load the bundled maps, unless they are known.
    pub(super) fn find_samples(&self) -> Task<Message> {
        match self.samples {
            Some(_) => Task::none(),
            None => jobs::once(start::samples).map(Message::Samples),
        }
    }

    /// Goes on with the result of the running job, once the news has it.
    pub(super) fn with_result<T>(
        &mut self,
        news: News<T>,
        go_on: impl FnOnce(&mut Self, T) -> Task<Message>,
    ) -> Task<Message> {
        match news.take(&mut self.job) {
            Some(Ok(result)) => go_on(self, result),
            Some(Err(Panicked)) => self.failed(texts::JOB_BROKE_DOWN),
            None => Task::none(),
        }
    }

    pub(super) fn failed(&mut self, error: &str) -> Task<Message> {
        let samples = self.find_samples();
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
                self.dialog = Some(Dialog::LeaveMask(None));
                Task::none()
            }
            from_mask::Message::Cancel | from_mask::Message::Do(Command::Cancel) => {
                self.leave_mask()
            }
            from_mask::Message::Create | from_mask::Message::Do(Command::Confirm)
                if screen.is_ready() =>
            {
                let order = screen.order();
                self.begin(texts::MAKING, Message::Ordered, move |watch| {
                    order.make(watch)
                })
            }
            from_mask::Message::Clean => {
                let (path, options) = (screen.path().to_owned(), screen.repair_options());
                self.clean(&path, options)
            }
            from_mask::Message::Do(Command::Confirm) if screen.is_behind() => {
                self.on_from_mask(from_mask::Message::Clean)
            }
            other => {
                let effect = screen.update(other);
                self.on_mask_effect(effect)
            }
        }
    }

    fn on_mask_effect(&mut self, effect: Option<from_mask::Effect>) -> Task<Message> {
        match effect {
            Some(from_mask::Effect::ShowPicked) => focus::bring_in(from_mask::PICKED),
            Some(from_mask::Effect::Look(looking)) => jobs::once(move || looking.look())
                .map(|seen| Message::FromMask(from_mask::Message::Looked(seen))),
            Some(from_mask::Effect::BrokeDown) => self.failed(texts::JOB_BROKE_DOWN),
            None => Task::none(),
        }
    }
}

/// Reads a map; a file that contains nothing of a map is an error.
pub(super) fn read_map(path: &Path, watch: Watch<'_>) -> Result<Loaded, String> {
    if files::is_conquer_club(path) {
        return Err(texts::conquer_club(path));
    }
    let loaded = files::open(path, watch).map_err(|error| error.to_string())?;
    if loaded.home.is_broken() && is_blank(&loaded) {
        return Err(texts::no_map(path, &loaded.home.flaws));
    }
    Ok(loaded)
}

/// Whether the file contains nothing of a map.
fn is_blank(loaded: &Loaded) -> bool {
    let draft = loaded.document.draft();
    draft.territories.is_empty() && draft.continents.is_empty() && draft.name.text.is_none()
}

/// Whether a path names a mask rather than a map, by its extension.
pub(super) fn is_mask(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_lowercase).unwrap_or_default();
    path.is_file() && files::MASK_ENDINGS.contains(&&*ending)
}
