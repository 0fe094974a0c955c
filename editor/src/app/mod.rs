//! The application: which screen is shown, and the wires between them.

mod asking;
mod balancing;
mod checking;
mod choosing;
mod claim;
mod comparing;
mod drawing;
mod effects;
mod exporting;
mod generating;
mod keeping;
mod map_file;
mod mask_file;
mod naming;
mod opening;
mod picture;
mod playing;
mod reloading;
mod saving;
mod tracing;
mod view;
mod why_not;
mod window;

use std::path::{Path, PathBuf};
use std::time::Instant;

use iced::{Task, Theme, window as windows};
use marchland_game::gui::stage::Pace;
use marchland_maps::mask::RepairOptions;
use marchland_ui::scale::Scale;
use marchland_ui::theme::Mode;
use marchland_ui::toasts::Toasts;

pub use self::keeping::Recovered;
pub use self::map_file::Message as MapFileMessage;
pub use self::mask_file::Message as MaskMessage;
pub use self::opening::Located;
pub use self::saving::SaveResult;

use self::claim::Claim;
use self::mask_file::MaskFile;
use self::opening::is_mask;
use self::saving::Saving;
use self::tracing::Traced;
use crate::choosing::{self as lists, Chooser};
use crate::commands::Command;
use crate::comparing::Differences;
use crate::dialogs::{self, Dialog, Purpose, Target, Then};
use crate::document::Document;
use crate::files::{self, Home, Kind, Loaded, Part};
use crate::findings::live::{self, Live};
use crate::generating::{self as wishes, Generating};
use crate::jobs::{self, Job, News, Parcel};
use crate::notices::Notices;
use crate::old_picture::Known;
use crate::playtest::{self, PlayTest};
use crate::proposals::Across;
use crate::recovery::{self, Keeper};
use crate::remembered::Remembered;
use crate::screens::from_mask::{self, FromMask};
use crate::screens::start::{self, Sample, Shelf};
use crate::texts;
use crate::trace::Place;
use crate::workspace::{self, Workspace};

/// State of the editor window: the current screen, dialogs, saving and recovery.
#[derive(Debug)]
pub struct App {
    mode: Mode,
    pixel_ratio: f32,
    window: Option<windows::Id>,
    screen: Screen,
    /// The open map while a mask is on screen; it returns if the mask is cancelled.
    aside: Option<Box<Open>>,
    dialog: Option<Dialog>,
    chooser: Option<Chooser>,
    /// The last settings of the generate dialog.
    generating: Generating,
    toasts: Toasts,
    job: Option<Job>,
    jobs: u64,
    /// Counts the maps opened.
    shown: u64,
    /// Counts the saves.
    saves: u64,
    samples: Option<&'static [Sample]>,
    shelf: Shelf,
    /// The state folder; `None` remembers nothing.
    state: Option<PathBuf>,
    /// A tick of the play-test is scheduled.
    ticking: bool,
    /// Window settings.
    remembered: Remembered,
    /// Counts the changes of `remembered`.
    changed: u64,
    /// Size of the window in the system's logical pixels, once known.
    window_size: Option<iced::Size>,
    /// Started at launch; exits after the first frame that shows a map.
    stopwatch: Option<Instant>,
}

#[derive(Debug)]
enum Screen {
    Start,
    FromMask(Box<FromMask>),
    Workspace(Box<Open>),
}

/// An open map and its files.
#[derive(Debug)]
struct Open {
    workspace: Workspace,
    home: Home,
    title: String,
    notices: Notices,
    /// The number of the latest change of the map file.
    map_touched: u64,
    mask_file: MaskFile,
    /// Held while the map is open here.
    claim: Option<Claim>,
    saving: Option<Saving>,
    /// A save that begins once what is being drawn is done.
    save_drawn: Option<(Target, Option<Then>)>,
    keeper: Keeper,
    /// A play-test, shown instead of the workspace.
    playtest: Option<Box<PlayTest>>,
    /// A person's unfinished game that was left.
    left: Option<Box<PlayTest>>,
    /// The set-up of the last play-test.
    setup: Option<playtest::Setup>,
    /// The pace of the last play-test, and whether it was watched.
    pace: Option<(bool, Pace)>,
    live: Live,
    /// Redraw the map image at the next save.
    draw_picture: bool,
    /// The image that the message about stretching is about.
    stretched: Option<String>,
    /// The author's image instead of which another was planned.
    drawn_beside: Option<String>,
    /// The author maintains the map image.
    keeps_picture: bool,
    /// The name of the map image that is shown, or being read.
    image: Option<String>,
    traced: Traced,
}

#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// A map or a mask to open.
    pub path: Option<PathBuf>,
    /// The colour mode; `None` uses the last one.
    pub mode: Option<Mode>,
    /// The state folder, see [`crate::state_folder::find`]; `None` remembers nothing.
    pub state: Option<PathBuf>,
    /// When the program started, to print the time to the first frame with a map and exit.
    pub stopwatch: Option<Instant>,
}

#[derive(Debug, Clone)]
pub enum Message {
    Workspace(workspace::Message),
    Start(start::Message),
    FromMask(from_mask::Message),
    /// From the play-test.
    PlayTest(playtest::Message),
    /// Time passed in the play-test.
    Tick,
    Dialog(dialogs::Message),
    /// From a menu, the palette or a context menu.
    List(lists::Message),
    /// The clipboard's text.
    Copied(Option<String>),
    /// The file or folder, and what its format does not hold.
    Exported(News<Result<(PathBuf, Vec<String>), String>>),
    /// A key that no widget captured.
    Command(Command),
    Map(News<Result<Loaded, String>>),
    /// The open map was read again.
    Reloaded(News<Result<Loaded, String>>),
    Mask(News<Result<FromMask, from_mask::Failure>>),
    Cleaned(News<Result<FromMask, String>>),
    Ordered(News<Option<(Document, Home)>>),
    Made(News<Result<files::Made, String>>),
    /// A preview of a generated map.
    Preview(News<wishes::Seen>),
    Across(News<Across>),
    Picture(
        u64,
        Parcel<Result<Option<marchland_board::Picture>, String>>,
    ),
    /// A tracing picture was loaded for the map with this number.
    Traced(
        u64,
        PathBuf,
        Option<Place>,
        Parcel<Result<marchland_board::Picture, String>>,
    ),
    /// Remember the tracing picture of the map with this number, if this is still its change
    /// count.
    RememberTrace(u64, u64),
    Located(News<Result<Located, String>>),
    MapFile(map_file::Message),
    MaskFile(mask_file::Message),
    Saved(u64, Parcel<SaveResult>),
    Copy(recovery::Message),
    Recovered(News<Recovered>),
    /// How a recovery copy differs from its file.
    Compared(PathBuf, Parcel<Result<Option<Differences>, String>>),
    /// How the open map differs from the version at this path.
    Differs(News<Result<(PathBuf, Differences), String>>),
    /// The state of the map image of the map with this number.
    PictureKnown(u64, Parcel<Option<Known>>),
    /// A recovery copy was discarded, or the reason why not.
    Discarded(Result<PathBuf, String>),
    /// Recovery copies and recent maps were loaded.
    Shelf(Parcel<Shelf>),
    Samples(Parcel<&'static [Sample]>),
    Live(live::Message),
    ToastGone(u64),
    Window(windows::Id, windows::Event),
    /// Save the window settings if this is still their change count.
    Remember(u64),
    /// Size of the window in the system's logical pixels.
    WindowSize(iced::Size),
    PixelRatio(f32),
    Frame,
}

impl App {
    /// Creates the application, and starts to open the given path.
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
            None => app.find_samples(),
        };
        let around = app.look_around();
        (app, Task::batch([task, around]))
    }

    /// Creates the application with everything loaded, for screenshots.
    ///
    /// # Errors
    /// Why the path cannot be opened, as a sentence.
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
                if let Some(kind) = Kind::of(path).filter(|_| path.is_file()) {
                    let made = files::make(path, kind, &mut on)?;
                    let shown = app.on_made(Ok(made));
                    app.finish(shown);
                } else {
                    let loaded = opening::read_map(path, &mut on)?;
                    let picture = files::picture(&loaded.home, loaded.document.draft());
                    let _ = app.show(loaded, None);
                    app.on_picture(picture);
                    let known = app.look_up_picture();
                    app.finish(known);
                    let traced = app.recall_trace();
                    app.finish(traced);
                }
            }
        }
        app.check_now();
        Ok(app)
    }

    /// Runs a task to its end and takes its messages, for screenshots and tests.
    pub fn finish(&mut self, task: Task<Message>) {
        for message in jobs::finish(task) {
            let _ = self.update(message);
        }
    }

    pub fn workspace(&self) -> Option<&Workspace> {
        match &self.screen {
            Screen::Workspace(open) => Some(&open.workspace),
            _ => None,
        }
    }

    /// The open map, even while it is set aside.
    fn open_map(&mut self) -> Option<&mut Open> {
        match &mut self.screen {
            Screen::Workspace(open) => Some(open),
            _ => self.aside.as_deref_mut(),
        }
    }

    pub fn toasts(&self) -> impl Iterator<Item = &str> {
        self.toasts.texts()
    }

    pub fn title(&self) -> String {
        match &self.screen {
            Screen::Workspace(open) => {
                let name = open.workspace.document.draft().name.text.clone();
                if open.playtest.is_some() {
                    let title = texts::play_title(name.as_deref());
                    return format!("{title} – {}", texts::PRODUCT);
                }
                let name = name.unwrap_or_else(|| texts::UNNAMED_MAP.to_owned());
                let mark = if open.workspace.document.is_saved() {
                    ""
                } else {
                    "● "
                };
                format!("{mark}{name} – {}", texts::PRODUCT)
            }
            _ => texts::PRODUCT.to_owned(),
        }
    }

    pub fn theme(&self) -> Theme {
        if self.remembered.contrast {
            return self.mode.sharp_theme();
        }
        self.mode.theme()
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn mask(&self) -> Option<&FromMask> {
        match &self.screen {
            Screen::FromMask(screen) => Some(screen),
            _ => None,
        }
    }

    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    fn say(&mut self, text: impl Into<String>, failure: bool) -> Task<Message> {
        let pushed = self.toasts.push(text, failure);
        Self::until(pushed)
    }

    /// Shows an error toast, replacing the last one about the same subject.
    fn fail(&mut self, about: &'static str, text: impl Into<String>) -> Task<Message> {
        let pushed = self.toasts.push_about(Some(about), text, true);
        Self::until(pushed)
    }

    /// Schedules the removal of a toast.
    fn until((id, stays): (u64, Option<std::time::Duration>)) -> Task<Message> {
        match stays {
            Some(stays) => jobs::after(stays, Message::ToastGone(id)),
            None => Task::none(),
        }
    }

    /// Applies a message and returns follow-up work.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        let task = self.react(message);
        let (saved, picture) = (self.save_drawn(), self.follow_picture());
        let look = self.watch();
        let (copy, trace) = (self.keep(), self.keep_trace());
        let games = self.balance();
        if let Screen::Workspace(open) = &mut self.screen {
            open.workspace.view.sizes = self.remembered.sizes;
            open.workspace.paint(self.mode);
        }
        let mode = self.mode;
        self.at_play(|play| play.paint(mode));
        let after = [task, saved, picture, look, copy, trace, games];
        Task::batch(after.into_iter().chain([self.next_tick()]))
    }

    fn react(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Workspace(message) => {
                // Results of background work also reach a map set aside.
                let effects = self.open_map().map(|open| open.workspace.update(message));
                self.carry_out(effects.unwrap_or_default())
            }
            Message::Start(message) => self.on_start(message),
            Message::FromMask(message) => self.on_from_mask(message),
            Message::PlayTest(message) => self.on_play_test(message),
            Message::Tick => {
                self.ticking = false;
                self.on_play_test(playtest::Message::Tick)
            }
            Message::Dialog(message) => self.on_dialog(message),
            Message::List(message) => self.on_list(message),
            Message::Copied(text) => self.on_copied(text.as_deref()),
            Message::Exported(news) => self.with_result(news, Self::on_exported),
            Message::Command(command) => self.on_command(command),
            Message::Map(news) => self.with_result(news, Self::on_map),
            Message::Reloaded(news) => self.with_result(news, Self::on_reloaded),
            Message::Mask(news) => self.with_result(news, Self::on_mask),
            Message::Cleaned(news) => self.with_result(news, Self::on_cleaned),
            Message::Picture(of, parcel) => {
                if of == self.shown {
                    let broke_down = || Err(texts::READING_BROKE_DOWN.to_owned());
                    self.on_picture(parcel.open().unwrap_or_else(broke_down));
                }
                Task::none()
            }
            Message::Ordered(news) => self.with_result(news, Self::on_ordered),
            Message::Made(news) => self.with_result(news, Self::on_made),
            Message::Preview(news) => {
                self.generating.on_news(news);
                Task::none()
            }
            Message::Across(news) => self.with_result(news, Self::on_across),
            Message::Traced(of, file, place, picture) => self.on_traced(of, file, place, &picture),
            Message::RememberTrace(of, number) => self.on_trace_rest(of, number),
            Message::Located(news) => self.with_result(news, Self::on_located),
            Message::MapFile(message) => self.on_map_file(message),
            Message::MaskFile(message) => self.on_mask_file(message),
            Message::Saved(number, kept) => self.saved(number, &kept),
            Message::Copy(message) => self.on_copy(message),
            Message::Recovered(news) => self.with_result(news, Self::on_recovered),
            Message::Compared(folder, compared) => self.on_compared(&folder, &compared),
            Message::Differs(news) => self.with_result(news, Self::on_differs),
            Message::PictureKnown(of, known) => self.on_picture_known(of, &known),
            Message::Discarded(gone) => self.on_discarded(gone),
            Message::Shelf(parcel) => {
                self.shelf = parcel.open().unwrap_or_default();
                self.offer();
                Task::none()
            }
            Message::Samples(parcel) => {
                let samples = parcel.open().or(self.samples);
                self.samples = Some(samples.unwrap_or_default());
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

    fn on_start(&mut self, message: start::Message) -> Task<Message> {
        match message {
            start::Message::Do(command) => self.on_command(command),
            start::Message::Sample(map) => self.open_bundled(map),
            start::Message::Recent(path) => self.open(Path::new(&path)),
            start::Message::Locate(path) => self.ask_for(path),
            start::Message::Forget(path) => self.forget(&path),
            start::Message::Recover(orphan) => self.recover(&orphan),
            start::Message::Compare(orphan) => self.compare_copy(orphan),
            start::Message::Discard(orphan) => {
                self.dialog = Some(Dialog::Discard(orphan));
                Task::none()
            }
            start::Message::Cancel => self.call_off(),
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
            // Edits made now would be lost when the work completes.
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
        // Saving again and a larger interface tell more.
        let tells = matches!(command, Command::Save | Command::Larger(_));
        if command.is_for_the_window()
            && !tells
            && let Some(why) = self.why_not(command)
        {
            return self.say(why, false);
        }
        match command {
            Command::New => self.first(Then::AskNew),
            Command::NewFromMask => self.first(Then::AskMask),
            Command::Generate => self.first(Then::AskGenerate),
            Command::Open => self.first(Then::AskOpen),
            Command::Quit => self.first(Then::Close),
            Command::Save => self.save(None),
            Command::SaveAs => self.ask_save(None),
            Command::Reload => self.ask_reload_mask(),
            Command::ToggleTheme => {
                self.mode = self.mode.flipped();
                self.remembered.mode = Some(self.mode);
                self.remember_soon()
            }
            Command::ToggleContrast => {
                self.remembered.contrast = !self.remembered.contrast;
                self.remember_soon()
            }
            Command::Larger(larger) => match self.remembered.scale.beside(larger) {
                Some(scale) => self.show_at(scale),
                None => Task::none(),
            },
            Command::PasteNames => iced::clipboard::read().map(Message::Copied),
            Command::UsualSize => self.show_at(Scale::default()),
            Command::PlayTest => self.play_or_stop(),
            Command::PlayAgain => self.play_again(),
            Command::Home => self.home(),
            Command::Export => self.ask_export(),
            Command::ExportDomination => self.ask_domination(),
            Command::ChoosePicture => self.ask(Purpose::Locate(Part::Picture)),
            Command::DrawPicture => self.draw_picture(),
            Command::RemovePicture => self.remove_picture(),
            Command::Compare => self.ask_compare(),
            Command::Palette | Command::Menu(_) => self.open_list(command),
            Command::Keys => {
                self.dialog = Some(Dialog::Keys);
                Task::none()
            }
            other => match &mut self.screen {
                // The play-test handles its own keys.
                Screen::Workspace(open) if open.playtest.is_some() => Task::none(),
                Screen::Workspace(open) => {
                    let effects = open.workspace.update(workspace::Message::Do(other));
                    self.carry_out(effects)
                }
                Screen::FromMask(_) => self.on_from_mask(from_mask::Message::Do(other)),
                Screen::Start => Task::none(),
            },
        }
    }
}
