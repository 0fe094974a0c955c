//! Watches the mask file for changes by other programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use iced::Task;
use marchland_maps::mask::{MaskError, Regions};
use marchland_maps::{Edit, MapField};

use super::{App, Message as AppMessage, Open, Screen};
use crate::dialogs::{AfterMask, Dialog};
use crate::files::{self, Part, Stamp, Stored};
use crate::jobs::{self, News, Parcel, fresh_number};
use crate::land::Land;
use crate::notices::{Notice, Subject};
use crate::texts;

#[derive(Debug, Clone)]
pub enum Message {
    /// The file may have changed.
    Touched,
    /// The file has been quiet since the change with this number.
    Rested(u64),
    Looked(u64, Parcel<State>),
    /// The mask was encoded for saving under its own name.
    Kept(News<Vec<u8>>, AfterMask),
}

/// The mask file compared with the mask in memory.
#[derive(Debug)]
pub enum State {
    /// It holds the same mask.
    Same(Stamp),
    /// The file is missing.
    Gone,
    /// It holds another mask.
    Repainted(Stamp, Box<Land>),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

#[derive(Debug, Default)]
pub(super) struct MaskFile {
    /// The number of the latest change.
    touched: u64,
    /// A mask painted by another program that the user has not accepted or declined yet.
    repainted: Option<(Stamp, Box<Land>)>,
}

/// Reads the file, whose last known state is `seen`. Reads twice if necessary: some programs
/// delete a file before they write it.
fn look(path: &Path, seen: Option<Stamp>, held: Option<&Regions>) -> State {
    const TIMES: usize = 4;
    const AGAIN: Duration = Duration::from_millis(250);
    let mut found = State::Gone;
    for _ in 0..TIMES {
        let stamp = Stamp::of(path);
        let Some(stamp) = stamp else {
            found = State::Gone;
            std::thread::sleep(AGAIN);
            continue;
        };
        if Some(stamp) == seen {
            return State::Same(stamp);
        }
        let mut on = |_: f32| std::ops::ControlFlow::Continue(());
        match files::read_mask(path, &mut on) {
            Ok(regions) if held.is_some_and(|held| is_same(held, &regions)) => {
                return State::Same(stamp);
            }
            Ok(regions) => {
                let land = Land::new(Arc::new(regions));
                return State::Repainted(stamp, Box::new(land));
            }
            Err(MaskError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => found = State::Unreadable(error.to_string()),
        }
        std::thread::sleep(AGAIN);
    }
    found
}

/// Whether both are the same mask, even if the file has 16 bits per channel.
fn is_same(held: &Regions, regions: &Regions) -> bool {
    held == regions && held.merged() == regions.merged()
}

impl Open {
    /// The mask file to watch: not one that saving will write for the first time, but the one that
    /// was drawn on.
    pub(super) fn watched_mask(&self) -> Option<PathBuf> {
        let document = &self.workspace.document;
        let path = self.home.mask_path(document.draft());
        let path = path.filter(|_| document.land().is_none() || document.is_filed());
        path.or_else(|| self.drawn_on())
    }

    /// The file that was drawn on if it is no PNG, so that saving writes another.
    fn drawn_on(&self) -> Option<PathBuf> {
        let document = &self.workspace.document;
        let file = document.filed_as.as_deref();
        let file = file.filter(|file| !document.is_filed() && !files::is_png(file));
        file.and_then(|file| self.home.path_of(file))
    }

    /// Whether another program has changed that file since it was looked at.
    pub(super) fn is_painted_over(&self) -> bool {
        let now = self.drawn_on().and_then(|path| Stamp::of(&path));
        let seen = self.home.mask_seen;
        now.zip(seen).is_some_and(|(now, seen)| now != seen)
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl App {
    pub(super) fn on_mask_file(&mut self, message: Message) -> Task<AppMessage> {
        /// How long a file must be quiet before it is read.
        const REST: Duration = Duration::from_millis(200);
        let Screen::Workspace(open) = &mut self.screen else {
            // Checked when the map is open again.
            return Task::none();
        };
        let is_saving = open.saving.is_some();
        match message {
            Message::Touched => {
                open.mask_file.touched = fresh_number();
                let touched = open.mask_file.touched;
                jobs::after(REST, AppMessage::MaskFile(Message::Rested(touched)))
            }
            // Ignore our own save.
            Message::Rested(number) if number == open.mask_file.touched && is_saving => {
                self.on_mask_file(Message::Touched)
            }
            Message::Rested(number) if number == open.mask_file.touched => {
                let document = &open.workspace.document;
                let Some(path) = open.watched_mask() else {
                    return Task::none();
                };
                // The file cannot have what was drawn here since.
                let held = document.land().map(Land::regions);
                let held = held.map(|held| Arc::clone(document.filed.as_ref().unwrap_or(held)));
                let seen = open.home.mask_seen.filter(|_| held.is_some());
                jobs::once(move || look(&path, seen, held.as_deref()))
                    .map(move |state| AppMessage::MaskFile(Message::Looked(number, state)))
            }
            Message::Looked(number, parcel) if number == open.mask_file.touched => {
                match parcel.open() {
                    Some(state) => self.mask_is(state),
                    None => Task::none(),
                }
            }
            Message::Kept(news, after) => self.with_result(news, |app, png| {
                let kept = app.keep_as(png);
                Task::batch([kept, app.after_mask(after)])
            }),
            Message::Rested(_) | Message::Looked(..) => Task::none(),
        }
    }

    fn mask_is(&mut self, state: State) -> Task<AppMessage> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let Some(path) = open.watched_mask() else {
            // A drawing has given the mask another file meanwhile.
            return Task::none();
        };
        if matches!(state, State::Gone | State::Unreadable(_)) && open.drawn_on().is_some() {
            // It is not needed any more.
            return Task::none();
        }
        open.mask_file.repainted = None;
        let name = name_of(&path);
        let is_held = open.workspace.document.land().is_some();
        open.workspace.document.is_lost = false;
        match state {
            State::Same(stamp) => {
                open.home.mask_seen = Some(stamp);
                open.notices.settle(Part::Mask);
            }
            State::Repainted(stamp, land) if !is_held => {
                open.workspace.document.set_land(*land);
                open.home.mask_seen = Some(stamp);
                open.notices.settle(Part::Mask);
                let toast = self.say(texts::located(&name), false);
                return Task::batch([toast, self.tell_merged()]);
            }
            State::Repainted(stamp, land) => {
                open.mask_file.repainted = Some((stamp, land));
                let text = texts::mask_repainted(&name);
                open.notices.tell(Notice::new(Subject::Repainted, text));
            }
            State::Gone if is_held => {
                let folder = open.home.folder.as_ref();
                let text = if folder.is_some_and(|folder| !folder.path().is_dir()) {
                    open.workspace.document.is_lost = true;
                    texts::FOLDER_GONE.to_owned()
                } else {
                    open.workspace.document.is_lost = files::is_png(&name);
                    texts::mask_gone(&name, files::is_png(&name))
                };
                open.notices.tell(Notice::new(Subject::Gone, text));
            }
            State::Unreadable(error) if is_held => {
                let text = texts::mask_unreadable(&name, &error);
                open.notices
                    .tell(Notice::new(Subject::Missing(Part::Mask), text));
            }
            State::Gone | State::Unreadable(_) => {}
        }
        Task::none()
    }

    /// Loads the mask that another program painted, or asks first if drawing would be lost.
    pub(super) fn ask_reload_mask(&mut self) -> Task<AppMessage> {
        if let Screen::Workspace(open) = &self.screen
            && open.mask_file.repainted.is_some()
            && (open.workspace.document.is_drawn() || open.workspace.is_drawing())
        {
            self.dialog = Some(Dialog::Repainted(AfterMask::Nothing));
            return Task::none();
        }
        self.reload_mask()
    }

    /// Loads the mask that another program painted; everything else stays with its colours.
    pub(super) fn reload_mask(&mut self) -> Task<AppMessage> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let Some((stamp, land)) = open.mask_file.repainted.take() else {
            return self.say(texts::MASK_UP_TO_DATE, false);
        };
        open.workspace.settle();
        let is_beside = open.drawn_on().is_some();
        let document = &mut open.workspace.document;
        let lost = document.draft().territories.iter();
        let lost = lost.filter_map(|t| t.colour);
        let lost = lost.filter(|colour| land.regions_of(*colour).is_empty());
        let lost = lost.count();
        document.set_land(*land);
        if is_beside {
            // The file of that name is still to be written.
            (document.filed, document.filed_as) = (None, None);
        }
        open.home.mask_seen = Some(stamp);
        open.notices.settle(Part::Mask);
        let toast = self.say(texts::mask_reloaded(lost), false);
        Task::batch([toast, self.tell_merged()])
    }

    /// Starts to encode the current mask, to keep it beside the other program's.
    pub(super) fn keep_mask(&mut self, after: AfterMask) -> Task<AppMessage> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        if let Some(path) = open.drawn_on() {
            // The drawing has a file of its own anyway.
            let painted = open.mask_file.repainted.take().map(|(stamp, _)| stamp);
            open.home.mask_seen = painted.or_else(|| Stamp::of(&path));
            open.notices.settle(Part::Mask);
            let own = Part::Mask.file(open.workspace.document.draft());
            let text = texts::mask_kept(own.unwrap_or_default(), &name_of(&path));
            return Task::batch([self.say(text, false), self.after_mask(after)]);
        }
        let Some(land) = open.workspace.document.land() else {
            return Task::none();
        };
        let regions = Arc::clone(land.regions());
        let kept = move |news| AppMessage::MaskFile(Message::Kept(news, after.clone()));
        self.begin(texts::KEEPING_MASK, kept, move |_| {
            let mut png = Vec::new();
            // Writing to memory cannot fail.
            let _ = regions.write_png(&mut png);
            png
        })
    }

    /// Continues once it is decided which mask to keep.
    pub(super) fn after_mask(&mut self, after: AfterMask) -> Task<AppMessage> {
        match after {
            AfterMask::Nothing => Task::none(),
            AfterMask::Save(target, then) => self.save_to(target, then),
        }
    }

    /// Gives the map's mask a new file name, written at the next save. The other program's file
    /// stays unchanged.
    fn keep_as(&mut self, png: Vec<u8>) -> Task<AppMessage> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let draft = open.workspace.document.draft();
        let mut mask = draft.mask.clone().unwrap_or_default();
        let painted = std::mem::take(&mut mask.file);
        let stem = Path::new(&painted).file_stem().unwrap_or_default();
        let kept = format!("{}-kept", stem.to_string_lossy());
        mask.file = open.home.free_png(&kept, draft, None);
        let name = mask.file.clone();
        let edit = Edit::Map(MapField::Mask(Some(mask)));
        if let Err(error) = open.workspace.document.make(texts::KEEP_MASK, edit, None) {
            return self.say(texts::edit_failed(&error), true);
        }
        open.home
            .beside
            .push((name.clone(), Stored::Memory(png.into())));
        open.mask_file.repainted = None;
        open.notices.settle(Part::Mask);
        self.say(texts::mask_kept(&name, &painted), false)
    }
}
