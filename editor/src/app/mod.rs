//! The application: which screen is shown, and the wires between them.

mod asking;
mod balancing;
mod checking;
mod choosing;
mod claim;
mod drawing;
mod effects;
mod exporting;
mod generating;
mod keeping;
mod mask_file;
mod naming;
mod opening;
mod picture;
mod playing;
mod saving;
mod tracing;
mod view;
mod window;

use std::path::{Path, PathBuf};
use std::time::Instant;

use iced::{Task, Theme, window as windows};
use marchland_maps::mask::RepairOptions;
use marchland_ui::theme::Mode;
use marchland_ui::toasts::Toasts;

pub use self::keeping::Recovered;
pub use self::mask_file::Message as MaskMessage;
pub use self::opening::Located;
pub use self::saving::Kept;
pub use self::window::SMALLEST;

use self::claim::Claim;
use self::mask_file::MaskFile;
use self::opening::{find_samples, is_mask};
use self::saving::Saving;
use crate::bench::{self, Bench};
use crate::choosing::{self as lists, Chooser};
use crate::commands::Command;
use crate::dialogs::{self, Dialog, Purpose, Then};
use crate::document::Document;
use crate::files::{self, Home, Loaded};
use crate::findings::live::{self, Live};
use crate::generating::{self as wishes, Generating};
use crate::jobs::{Job, News, Parcel};
use crate::notices::Notices;
use crate::old_picture::Known;
use crate::playtest::{self, PlayTest};
use crate::proposals::Proposal;
use crate::recovery::{self, Keeper};
use crate::remembered::Remembered;
use crate::screens::from_mask::{self, FromMask};
use crate::screens::start::{self, Sample, Shelf};
use crate::texts;
use crate::trace::Place;

/// All that the editor's window holds: the screen that is shown, dialogs, saving, recovery.
#[derive(Debug)]
pub struct App {
    mode: Mode,
    pixel_ratio: f32,
    window: Option<windows::Id>,
    screen: Screen,
    /// The map that was open when a mask was read to make another one: it comes
    /// back if that is called off.
    aside: Option<Box<Open>>,
    dialog: Option<Dialog>,
    /// Something is being chosen from a list.
    chooser: Option<Chooser>,
    /// The map out of nothing that was wished for last.
    generating: Generating,
    toasts: Toasts,
    job: Option<Job>,
    jobs: u64,
    /// Maps put on the workbench so far.
    shown: u64,
    /// Times that saving began.
    saves: u64,
    samples: Option<Vec<Sample>>,
    shelf: Shelf,
    /// Where things are remembered from one run to the next; `None` if nothing
    /// is.
    state: Option<PathBuf>,
    /// A tick of the game that is watched is on its way.
    ticking: bool,
    /// What the window looks like, whatever map is open.
    remembered: Remembered,
    /// How often that was changed.
    changed: u64,
    /// How large the window is, in logical pixels of the system, as far as that is known.
    window_size: Option<iced::Size>,
    /// Measures the time to the first picture of a map, then ends.
    stopwatch: Option<Instant>,
}

#[derive(Debug)]
enum Screen {
    Start,
    FromMask(Box<FromMask>),
    Bench(Box<Open>),
}

/// A map on the workbench and where it lives.
#[derive(Debug)]
struct Open {
    bench: Bench,
    home: Home,
    title: String,
    notices: Notices,
    mask_file: MaskFile,
    /// Says to other windows that the map is open here.
    claim: Option<Claim>,
    saving: Option<Saving>,
    keeper: Keeper,
    /// A game that is played instead of the workbench, which stays as it is.
    playtest: Option<Box<PlayTest>>,
    /// What was played last.
    setup: Option<playtest::Setup>,
    live: Live,
    /// The picture for players is to be drawn anew when the map is saved.
    draw_picture: bool,
    /// Its author looks after it.
    keeps_picture: bool,
    /// The map's file and the picture that is remembered for it.
    traced: (PathBuf, Option<(PathBuf, Place)>),
}

/// What the application starts with.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// A map or a mask to open at once.
    pub path: Option<PathBuf>,
    /// Light or dark; as it was last where it is not said.
    pub mode: Option<Mode>,
    /// Where copies of unsaved work and the maps opened last are remembered,
    /// see [`crate::state_folder::find`]; `None` remembers nothing.
    pub state: Option<PathBuf>,
    /// When the program started, to print how long the first picture of a map
    /// took and end.
    pub stopwatch: Option<Instant>,
}

/// Everything that can happen.
#[derive(Debug, Clone)]
pub enum Message {
    /// On the workbench.
    Bench(bench::Message),
    /// On the start screen.
    Start(start::Message),
    /// While a map is made from a mask.
    FromMask(from_mask::Message),
    /// While a game is watched.
    PlayTest(playtest::Message),
    /// Time has passed for the game that is watched.
    Tick,
    /// In a dialog.
    Dialog(dialogs::Message),
    /// In a list that one thing is chosen of.
    List(lists::Message),
    /// What was copied elsewhere: a list of names.
    Copied(Option<String>),
    /// A picture of the map was written, or is being written.
    Exported(News<Result<PathBuf, String>>),
    /// A key was pressed that no widget wanted.
    Command(Command),
    /// A map was read, or is being read.
    Map(News<Result<Loaded, String>>),
    /// A mask was read, or is being read.
    Mask(News<Result<FromMask, from_mask::Failure>>),
    /// A mask was cleaned up, or is being cleaned up.
    Cleaned(News<Result<FromMask, String>>),
    /// A map was made of a mask, or is being made.
    Ordered(News<Option<(Document, Home)>>),
    /// A map was made of another file, or is being made.
    Made(News<Result<files::Made, String>>),
    /// A map out of nothing was looked at, or is being looked at.
    Preview(News<wishes::Seen>),
    /// Links by sea were looked for, or are being looked for.
    Across(News<Vec<Proposal>>),
    /// The picture for players was read.
    Picture(
        u64,
        Parcel<Result<Option<marchland_board::Picture>, String>>,
    ),
    /// A picture to draw after was read, for the map that was put on the workbench so many
    /// maps ago, to lie there.
    Traced(
        u64,
        PathBuf,
        Option<Place>,
        Parcel<Result<marchland_board::Picture, String>>,
    ),
    /// The file of a map that was missing was read, or is being read.
    Located(News<Result<Located, String>>),
    /// About the mask's file.
    MaskFile(mask_file::Message),
    /// The map was saved, or not.
    Saved(u64, Parcel<Kept>),
    /// About the copy of unsaved work.
    Copy(recovery::Message),
    /// Unsaved work was recovered, or is being recovered.
    Recovered(News<Recovered>),
    /// In what a copy that was left behind differs from the file.
    Compared(PathBuf, String),
    /// What is known of the picture for players of the map with that number.
    PictureKnown(u64, Parcel<Known>),
    /// It was thrown away; why not.
    Discarded(Option<String>),
    /// What was left behind and what was opened last was found.
    Shelf(Parcel<Shelf>),
    /// The bundled maps were read.
    Samples(Parcel<Vec<Sample>>),
    /// The map on the workbench is looked at.
    Live(live::Message),
    /// A message has been shown long enough, or was dismissed.
    ToastGone(u64),
    /// Something about the window.
    Window(windows::Id, windows::Event),
    /// What the window looks like has stayed as it is for a while, since so many
    /// changes.
    Remember(u64),
    /// How large the window is, in the system's logical pixels.
    WindowSize(iced::Size),
    /// Physical pixels for one logical pixel.
    PixelRatio(f32),
    /// A frame was drawn.
    Frame,
}

impl App {
    /// Starts with a screen, and with work if a path was given.
    pub fn launch(launch: &Launch) -> (Self, Task<Message>) {
        let remembered = launch.state.as_deref().map(Remembered::read);
        let remembered = remembered.unwrap_or_default();
        let mut app = Self {
            mode: launch.mode.or(remembered.mode).unwrap_or_default(),
            pixel_ratio: 1.0,
            window: None,
            screen: Screen::Start,
            aside: None,
            dialog: None,
            chooser: None,
            generating: Generating::default(),
            toasts: Toasts::default(),
            job: None,
            jobs: 0,
            shown: 0,
            saves: 0,
            samples: None,
            shelf: Shelf::default(),
            state: launch.state.clone(),
            ticking: false,
            remembered,
            changed: 0,
            window_size: None,
            stopwatch: launch.stopwatch,
        };
        let task = match &launch.path {
            Some(path) => app.open(path),
            None => find_samples(),
        };
        let around = app.look_around();
        (app, Task::batch([task, around]))
    }

    /// Starts with everything read already: for pictures without a window.
    ///
    /// # Errors
    /// What is wrong with the path, in a sentence.
    pub fn at_once(launch: &Launch) -> Result<Self, String> {
        let (mut app, _) = Self::launch(&Launch {
            path: None,
            ..launch.clone()
        });
        let mut on = |_: f32| std::ops::ControlFlow::Continue(());
        match &launch.path {
            None => {
                app.samples = Some(start::samples());
                app.shelf = app.state.as_deref().map(start::shelf).unwrap_or_default();
            }
            Some(path) if is_mask(path) => {
                let screen = match from_mask::read(path, &mut on) {
                    Ok(read) => FromMask::new(read),
                    Err(failure) if failure.calls_for_repair() => FromMask::cleaned(
                        from_mask::clean(path, &RepairOptions::default(), &mut on)?,
                    ),
                    Err(failure) => return Err(failure.to_string()),
                };
                app.screen = Screen::FromMask(Box::new(screen));
            }
            Some(path) => {
                let loaded = files::open(path, &mut on).map_err(|error| error.to_string())?;
                let picture = files::picture(&loaded.home, loaded.document.draft());
                let _ = app.show(loaded, None);
                app.on_picture(picture);
                app.look_up_picture_now();
                app.recall_trace_now();
            }
        }
        app.check_now();
        Ok(app)
    }

    /// The map on the workbench.
    pub fn bench(&self) -> Option<&Bench> {
        match &self.screen {
            Screen::Bench(open) => Some(&open.bench),
            _ => None,
        }
    }

    /// The map that is open, though it may be put aside.
    fn open_map(&mut self) -> Option<&mut Open> {
        match &mut self.screen {
            Screen::Bench(open) => Some(open),
            _ => self.aside.as_deref_mut(),
        }
    }

    /// The texts of the messages that are shown.
    pub fn toasts(&self) -> impl Iterator<Item = &str> {
        self.toasts.texts()
    }

    /// The window's title: the map, a mark if it is not saved, the program; or
    /// that a game is watched.
    pub fn title(&self) -> String {
        match &self.screen {
            Screen::Bench(open) => {
                let name = open.bench.document.draft().name.text.clone();
                if open.playtest.is_some() {
                    let title = texts::play_title(name.as_deref());
                    return format!("{title} – {}", texts::PRODUCT);
                }
                let name = name.unwrap_or_else(|| texts::UNNAMED_MAP.to_owned());
                let mark = if open.bench.document.is_saved() {
                    ""
                } else {
                    "● "
                };
                format!("{mark}{name} – {}", texts::PRODUCT)
            }
            _ => texts::PRODUCT.to_owned(),
        }
    }

    /// Light or dark, as the user has chosen or the system says.
    pub fn theme(&self) -> Theme {
        if self.remembered.contrast {
            return self.mode.sharp_theme();
        }
        self.mode.theme()
    }

    /// Light or dark.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether something is being read, made, saved or looked at in the
    /// background that will be shown as soon as it is there.
    pub fn is_working(&self) -> bool {
        let looking = match &self.screen {
            Screen::FromMask(screen) => screen.is_looking(),
            _ => false,
        };
        let drawing = self.bench().is_some_and(Bench::is_thinking);
        let generating = self.generating.progress().is_some();
        self.job.is_some() || self.is_saving() || looking || drawing || generating
    }

    /// The mask that a map is being made of.
    pub fn mask(&self) -> Option<&FromMask> {
        match &self.screen {
            Screen::FromMask(screen) => Some(screen),
            _ => None,
        }
    }

    /// What is being asked.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    fn say(&mut self, text: impl Into<String>, failure: bool) -> Task<Message> {
        let pushed = self.toasts.push(text, failure);
        Self::until(pushed)
    }

    /// Says what went wrong, instead of what was said before about the same.
    fn fail(&mut self, about: &'static str, text: impl Into<String>) -> Task<Message> {
        let pushed = self.toasts.push_about(Some(about), text, true);
        Self::until(pushed)
    }

    /// Takes a message away once it has been shown long enough.
    fn until((id, stays): (u64, Option<std::time::Duration>)) -> Task<Message> {
        match stays {
            // The timer is made inside of the future: out here there may be no
            // runtime to make it for.
            Some(stays) => {
                Task::perform(async move { tokio::time::sleep(stays).await }, move |()| {
                    Message::ToastGone(id)
                })
            }
            None => Task::none(),
        }
    }

    /// Changes the state and says what work follows.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        let task = self.react(message);
        let look = self.watch();
        let copy = self.keep();
        self.keep_trace();
        let games = self.balance();
        if let Screen::Bench(open) = &mut self.screen {
            open.bench.view.sizes = self.remembered.sizes;
            open.bench.paint(self.mode);
        }
        let mode = self.mode;
        self.at_play(|play| play.paint(mode));
        Task::batch([task, look, copy, games, self.next_tick()])
    }

    fn react(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Bench(message @ (bench::Message::Drawn(..) | bench::Message::Balance(_))) => {
                let effects = self.open_map().map(|open| open.bench.update(message));
                self.carry_out(effects.unwrap_or_default())
            }
            Message::Bench(message) => {
                let Screen::Bench(open) = &mut self.screen else {
                    return Task::none();
                };
                let effects = open.bench.update(message);
                self.carry_out(effects)
            }
            Message::Start(message) => match message {
                start::Message::New => self.first(Then::AskNew),
                start::Message::Mask => self.first(Then::AskMask),
                start::Message::Generate => self.first(Then::AskGenerate),
                start::Message::Open => self.ask(Purpose::Open),
                start::Message::Sample(map) => self.open_bundled(map),
                start::Message::Recent(path) => self.open(Path::new(&path)),
                start::Message::Locate(path) => self.ask_for(path),
                start::Message::Forget(path) => self.forget(&path),
                start::Message::Recover(orphan) => self.recover(&orphan),
                start::Message::Compare(orphan) => self.compare(orphan),
                start::Message::Discard(orphan) => {
                    self.dialog = Some(Dialog::Discard(orphan));
                    Task::none()
                }
                start::Message::Cancel => self.call_off(),
            },
            Message::FromMask(message) => self.on_from_mask(message),
            Message::PlayTest(message) => self.on_play_test(message),
            Message::Tick => {
                self.ticking = false;
                self.on_play_test(playtest::Message::Tick)
            }
            Message::Dialog(message) => self.on_dialog(message),
            Message::List(message) => self.on_list(message),
            Message::Copied(text) => self.on_copied(text.as_deref()),
            Message::Exported(news) => self.on_exported(news),
            Message::Command(command) => self.on_command(command),
            Message::Map(news) => self.on_map(news),
            Message::Mask(news) => self.on_mask(news),
            Message::Cleaned(news) => match self.result_of(news) {
                Some(Ok(cleaned)) => self.show_cleaned(cleaned),
                Some(Err(error)) => self.failed(&error),
                None => Task::none(),
            },
            Message::Picture(of, parcel) => {
                if let Some(picture) = parcel.open().filter(|_| of == self.shown) {
                    self.on_picture(picture);
                }
                Task::none()
            }
            Message::Ordered(news) => self.on_ordered(news),
            Message::Made(news) => self.on_made(news),
            Message::Preview(news) => {
                self.generating.on_news(news);
                Task::none()
            }
            Message::Across(news) => self.on_across(news),
            Message::Traced(of, file, place, picture) => self.on_traced(of, file, place, &picture),
            Message::Located(news) => self.on_located(news),
            Message::MaskFile(message) => self.on_mask_file(message),
            Message::Saved(number, kept) => self.saved(number, &kept),
            Message::Copy(message) => self.on_copy(message),
            Message::Recovered(news) => self.on_recovered(news),
            Message::Compared(folder, words) => self.on_compared(&folder, words),
            Message::PictureKnown(of, known) => self.on_picture_known(of, &known),
            Message::Discarded(None) => Task::none(),
            Message::Discarded(Some(error)) => self.say(texts::not_discarded(&error), true),
            Message::Shelf(parcel) => {
                self.shelf = parcel.open().unwrap_or_default();
                self.offer();
                Task::none()
            }
            Message::Samples(parcel) => {
                self.samples = parcel.open().or(self.samples.take());
                Task::none()
            }
            Message::Live(message) => self.on_live(message),
            Message::ToastGone(id) => {
                self.toasts.dismiss(id);
                Task::none()
            }
            Message::Window(id, event) => self.on_window(id, &event),
            Message::Remember(number) => {
                self.keep_looks(number);
                Task::none()
            }
            Message::WindowSize(size) => {
                self.window_size = Some(size);
                Task::none()
            }
            Message::PixelRatio(ratio) => {
                self.pixel_ratio = ratio;
                Task::none()
            }
            Message::Frame => self.on_frame(),
        }
    }

    fn on_command(&mut self, command: Command) -> Task<Message> {
        if let Some(dialog) = &self.dialog {
            let answer = match command {
                Command::Cancel => Some(dialogs::Message::Cancel),
                Command::Confirm => dialog.main(),
                _ => None,
            };
            return answer.map_or_else(Task::none, |answer| self.on_dialog(answer));
        }
        if self.job.is_some() {
            // What is changed now would be lost once the work is done.
            return match command {
                Command::Cancel => self.call_off(),
                _ => Task::none(),
            };
        }
        if let Some(task) = self.on_list_key(command) {
            return task;
        }
        if command == Command::Cancel && self.toasts.dismiss_failure() {
            return Task::none();
        }
        match command {
            Command::New => self.first(Then::AskNew),
            Command::NewFromMask => self.first(Then::AskMask),
            Command::Generate => self.first(Then::AskGenerate),
            Command::Open => self.first(Then::AskOpen),
            Command::Save => self.save(None),
            Command::SaveAs => self.ask_save(None),
            Command::Reload => self.reload_mask(),
            Command::ToggleTheme => {
                self.mode = self.mode.flipped();
                self.remembered.mode = Some(self.mode);
                self.remember_soon()
            }
            Command::ToggleContrast => {
                self.remembered.contrast = !self.remembered.contrast;
                self.remember_soon()
            }
            Command::Larger(larger) => match self.remembered.scale_beside(larger) {
                Some(scale) => self.show_at(scale),
                None => Task::none(),
            },
            Command::PasteNames => iced::clipboard::read().map(Message::Copied),
            Command::UsualSize => self.show_at(Remembered::USUAL),
            Command::PlayTest => self.play_or_stop(),
            Command::PlayAgain => self.play_again(),
            Command::Home => self.home(),
            Command::Export => self.ask_export(),
            Command::Palette | Command::Menu(_) => self.open_list(command),
            Command::Keys => {
                self.dialog = Some(Dialog::Keys);
                Task::none()
            }
            other => match &mut self.screen {
                // It has keys of its own.
                Screen::Bench(open) if open.playtest.is_some() => Task::none(),
                Screen::Bench(open) => {
                    let effects = open.bench.update(bench::Message::Do(other));
                    self.carry_out(effects)
                }
                Screen::FromMask(_) => self.on_from_mask(from_mask::Message::Do(other)),
                Screen::Start => Task::none(),
            },
        }
    }
}
