//! The mask's file: other programs paint on it, move it and delete it while the map
//! is open here.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use iced::Task;
use marchland_maps::mask::{MaskError, Regions};
use marchland_maps::{Edit, MapField};

use super::{App, Message as AppMessage, Screen};
use crate::files::{self, Part, Stamp, Stored};
use crate::jobs::{Job, News, Parcel};
use crate::land::Land;
use crate::notices::{About, Notice};
use crate::texts;

/// What happens to the mask's file.
#[derive(Debug, Clone)]
pub enum Message {
    /// It may have changed.
    Touched,
    /// It has rested since then; told so many times.
    Rested(u64),
    /// It was looked at.
    Looked(u64, Parcel<State>),
    /// The mask that is held was written down, or is being written down.
    Kept(News<Vec<u8>>),
}

/// What a look at the file has shown.
#[derive(Debug)]
pub enum State {
    /// It holds the mask that is held here.
    Same(Stamp),
    /// It is not there.
    Gone,
    /// It holds another mask.
    Repainted(Stamp, Box<Land>),
    /// It holds none.
    Unreadable(String),
}

/// What is known of the file of the map on the workbench.
#[derive(Debug, Default)]
pub(super) struct MaskFile {
    /// How often it was touched.
    touched: u64,
    /// What another program has painted and nobody has decided on.
    repainted: Option<(Stamp, Box<Land>)>,
}

/// Looks at the file, of which the state `seen` is known; twice if need be, since
/// programs take a moment to write one, some delete it first.
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

/// Whether both are one mask, to its author too, who has drawn 16 bits a channel.
fn is_same(held: &Regions, regions: &Regions) -> bool {
    held == regions && held.merged() == regions.merged()
}

impl App {
    pub(super) fn on_mask_file(&mut self, message: Message) -> Task<AppMessage> {
        /// How long a file rests before it is looked at.
        const REST: Duration = Duration::from_millis(200);
        let Screen::Bench(open) = &mut self.screen else {
            // It is looked at once the map is back on the workbench.
            return Task::none();
        };
        let is_saving = open.saving.is_some();
        match message {
            Message::Touched => {
                open.mask_file.touched += 1;
                let touched = open.mask_file.touched;
                Task::perform(async { tokio::time::sleep(REST).await }, move |()| {
                    AppMessage::MaskFile(Message::Rested(touched))
                })
            }
            // What is being saved here is nobody else's.
            Message::Rested(number) if number == open.mask_file.touched && is_saving => {
                self.on_mask_file(Message::Touched)
            }
            Message::Rested(number) if number == open.mask_file.touched => {
                let document = &open.bench.document;
                let Some(path) = open.home.mask_path(document.draft()) else {
                    return Task::none();
                };
                // What was drawn here since is not expected there.
                let held = document.land().map(Land::regions);
                let held = held.map(|held| Arc::clone(document.filed().unwrap_or(held)));
                let seen = open.home.mask_seen.filter(|_| held.is_some());
                Task::perform(
                    async move {
                        let work = move || look(&path, seen, held.as_deref());
                        tokio::task::spawn_blocking(work).await.ok()
                    },
                    move |state| {
                        let state = state.map_or_else(Parcel::empty, Parcel::new);
                        AppMessage::MaskFile(Message::Looked(number, state))
                    },
                )
            }
            Message::Looked(number, parcel) if number == open.mask_file.touched => {
                match parcel.open() {
                    Some(state) => self.mask_is(state),
                    None => Task::none(),
                }
            }
            Message::Kept(news) => match self.result_of(news) {
                Some(png) => self.keep_as(png),
                None => Task::none(),
            },
            Message::Rested(_) | Message::Looked(..) => Task::none(),
        }
    }

    fn mask_is(&mut self, state: State) -> Task<AppMessage> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        open.mask_file.repainted = None;
        let name = Part::Mask.file(open.bench.document.draft());
        let name = name.unwrap_or_default().to_owned();
        let is_held = open.bench.document.land().is_some();
        match state {
            State::Same(stamp) => {
                open.home.mask_seen = Some(stamp);
                open.notices.settle(Part::Mask);
            }
            State::Repainted(stamp, land) if !is_held => {
                open.bench.document.set_land(*land);
                open.home.mask_seen = Some(stamp);
                open.notices.settle(Part::Mask);
                let said = self.say(texts::located(&name), false);
                return Task::batch([said, self.tell_merged()]);
            }
            State::Repainted(stamp, land) => {
                open.mask_file.repainted = Some((stamp, land));
                let text = texts::mask_repainted(&name);
                open.notices.tell(Notice::new(About::Repainted, text));
            }
            State::Gone if is_held => {
                // Saving brings it back.
                open.bench.document.mark_unsaved();
                let text = texts::mask_gone(&name);
                open.notices.tell(Notice::new(About::Gone, text));
            }
            State::Unreadable(error) if is_held => {
                let text = texts::mask_unreadable(&name, &error);
                open.notices
                    .tell(Notice::new(About::Missing(Part::Mask), text));
            }
            State::Gone | State::Unreadable(_) => {}
        }
        Task::none()
    }

    /// Takes what another program has painted. All else stays with its colours.
    pub(super) fn reload_mask(&mut self) -> Task<AppMessage> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        let Some((stamp, land)) = open.mask_file.repainted.take() else {
            return self.say(texts::MASK_UP_TO_DATE, false);
        };
        open.bench.settle();
        let document = &mut open.bench.document;
        let lost = document.draft().territories.iter();
        let lost = lost.filter_map(|t| t.colour);
        let lost = lost.filter(|colour| land.regions_of(*colour).is_empty());
        let lost = lost.count();
        document.set_land(*land);
        open.home.mask_seen = Some(stamp);
        open.notices.settle(Part::Mask);
        let said = self.say(texts::mask_reloaded(lost), false);
        Task::batch([said, self.tell_merged()])
    }

    /// Starts keeping the mask that is held, beside what another program painted.
    pub(super) fn keep_mask(&mut self) -> Task<AppMessage> {
        let Screen::Bench(open) = &self.screen else {
            return Task::none();
        };
        let Some(land) = open.bench.document.land() else {
            return Task::none();
        };
        let regions = Arc::clone(land.regions());
        let id = self.next_job();
        let (job, task) = Job::start(texts::KEEPING_MASK, id, move |_| {
            let mut png = Vec::new();
            // Memory takes all that is written.
            let _ = regions.write_png(&mut png);
            png
        });
        self.job = Some(job);
        task.map(|news| AppMessage::MaskFile(Message::Kept(news)))
    }

    /// Lets the map have its mask under a name of its own. The file is written when
    /// the map is saved; what the other program painted stays as it is.
    fn keep_as(&mut self, png: Vec<u8>) -> Task<AppMessage> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        let mut mask = open.bench.document.draft().mask.clone().unwrap_or_default();
        let painted = std::mem::take(&mut mask.file);
        mask.file = open.home.free_name(&painted);
        let name = mask.file.clone();
        let edit = Edit::Map(MapField::Mask(Some(mask)));
        if let Err(error) = open.bench.document.make(texts::KEEP_MASK, edit, None) {
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
