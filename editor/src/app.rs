//! The application: which screen is shown, and the wires between them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use iced::keyboard::{Key, Modifiers};
use iced::widget::{operation, space, stack};
use iced::{Element, Event, Subscription, Task, Theme, window};
use marchland_maps::xml::Severity;

use crate::bench::{self, Bench, Effect};
use crate::commands::Command;
use crate::dialogs::{self, Dialog, PathDialog, Purpose, Then};
use crate::document::Document;
use crate::files::{self, Home, KeepError, Loaded};
use crate::hotkeys::hotkeys;
use crate::jobs::{Job, News};
use crate::panels::{self, Frame};
use crate::screens::from_mask::{self, FromMask, Read};
use crate::screens::start::{self, Sample};
use crate::theme::Mode;
use crate::toasts::Toasts;
use crate::{texts, theme};

/// The application.
#[derive(Debug)]
pub struct App {
    mode: Mode,
    pixel_ratio: f32,
    window: Option<window::Id>,
    screen: Screen,
    dialog: Option<Dialog>,
    toasts: Toasts,
    job: Option<Job>,
    jobs: u64,
    samples: Option<Vec<Sample>>,
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
    notice: Option<String>,
}

/// What the application starts with.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// A map or a mask to open at once.
    pub path: Option<PathBuf>,
    /// Light or dark; the system's choice where it is not said.
    pub mode: Option<Mode>,
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
    /// In a dialog.
    Dialog(dialogs::Message),
    /// A key was pressed that no widget wanted.
    Command(Command),
    /// A map was read, or is being read.
    Map(News<Result<Loaded, String>>),
    /// A mask was read, or is being read.
    Mask(News<Result<Read, from_mask::Failure>>),
    /// A mask was cleaned up, or is being cleaned up.
    Cleaned(News<Result<from_mask::Cleaned, String>>),
    /// The picture for players was read.
    Picture(u64, crate::jobs::Parcel<Option<marchland_board::Picture>>),
    /// The bundled maps were found.
    Samples(crate::jobs::Parcel<Vec<Sample>>),
    /// A message has been shown long enough, or was dismissed.
    ToastGone(u64),
    /// Something about the window.
    Window(window::Id, window::Event),
    /// Physical pixels for one logical pixel.
    PixelRatio(f32),
    /// A frame was drawn.
    Frame,
}

impl App {
    /// Starts with a screen, and with work if a path was given.
    pub fn launch(launch: &Launch) -> (Self, Task<Message>) {
        let mut app = Self {
            mode: launch.mode.unwrap_or_default(),
            pixel_ratio: 1.0,
            window: None,
            screen: Screen::Start,
            dialog: None,
            toasts: Toasts::default(),
            job: None,
            jobs: 0,
            samples: None,
            stopwatch: launch.stopwatch,
        };
        let task = match &launch.path {
            Some(path) => app.open(path, false),
            None => find_samples(),
        };
        (app, task)
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
            None => app.samples = Some(start::samples()),
            Some(path) if is_mask(path) => {
                let screen = match from_mask::read(path, &mut on) {
                    Ok(read) => FromMask::new(read),
                    Err(failure) if failure.calls_for_repair() => {
                        FromMask::cleaned(from_mask::clean(path, &mut on)?)
                    }
                    Err(failure) => return Err(failure.to_string()),
                };
                app.screen = Screen::FromMask(Box::new(screen));
            }
            Some(path) => {
                let loaded = files::open(path, &mut on).map_err(|error| error.to_string())?;
                let picture = loaded
                    .home
                    .folder
                    .as_ref()
                    .and_then(|folder| files::picture(folder, &loaded.draft));
                app.show(loaded);
                if let (Screen::Bench(open), Some(picture)) = (&mut app.screen, picture) {
                    open.bench.set_picture(picture);
                }
            }
        }
        Ok(app)
    }

    /// The map on the workbench.
    pub fn bench(&self) -> Option<&Bench> {
        match &self.screen {
            Screen::Bench(open) => Some(&open.bench),
            _ => None,
        }
    }

    /// The texts of the messages that are shown.
    pub fn toasts(&self) -> impl Iterator<Item = &str> {
        self.toasts.texts()
    }

    /// The window's title: the map, a mark if it is not saved, the program.
    pub fn title(&self) -> String {
        match &self.screen {
            Screen::Bench(open) => {
                let name = open.bench.document.draft().name.text.clone();
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

    /// The theme.
    pub fn theme(&self) -> Theme {
        self.mode.theme()
    }

    /// Light or dark.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// Starts reading a map, or a mask to make one from.
    fn open(&mut self, path: &Path, sample: bool) -> Task<Message> {
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
    fn clean(&mut self, path: &Path) -> Task<Message> {
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
    fn show(&mut self, loaded: Loaded) {
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
        }));
        self.dialog = None;
    }

    fn say(&mut self, text: impl Into<String>, failure: bool) -> Task<Message> {
        let (id, stays) = self.toasts.push(text, failure);
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
        if let Screen::Bench(open) = &mut self.screen {
            open.bench.paint(self.mode);
        }
        task
    }

    fn react(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Bench(message) => {
                let Screen::Bench(open) = &mut self.screen else {
                    return Task::none();
                };
                let effects = open.bench.update(message);
                self.carry_out(effects)
            }
            Message::Start(message) => match message {
                start::Message::New => self.ask(Purpose::Mask),
                start::Message::Open => self.ask(Purpose::Open),
                start::Message::Sample(path) => self.open(&path, true),
                start::Message::Cancel => self.call_off(),
            },
            Message::FromMask(message) => self.on_from_mask(message),
            Message::Dialog(message) => self.on_dialog(message),
            Message::Command(command) => self.on_command(command),
            Message::Map(news) => self.on_map(news),
            Message::Mask(news) => self.on_mask(news),
            Message::Cleaned(news) => match self.result_of(news) {
                Some(Ok(cleaned)) => {
                    self.screen = Screen::FromMask(Box::new(FromMask::cleaned(cleaned)));
                    Task::none()
                }
                Some(Err(error)) => self.failed(&error),
                None => Task::none(),
            },
            Message::Picture(of, parcel) => {
                if let (Screen::Bench(open), Some(Some(picture))) =
                    (&mut self.screen, parcel.open())
                    && of == self.jobs
                {
                    open.bench.set_picture(picture);
                }
                Task::none()
            }
            Message::Samples(parcel) => {
                self.samples = parcel.open().or(self.samples.take());
                Task::none()
            }
            Message::ToastGone(id) => {
                self.toasts.dismiss(id);
                Task::none()
            }
            Message::Window(id, event) => self.on_window(id, &event),
            Message::PixelRatio(ratio) => {
                self.pixel_ratio = ratio;
                Task::none()
            }
            Message::Frame => self.on_frame(),
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Task<Message> {
        let tasks = effects.into_iter().map(|effect| match effect {
            Effect::Focus(id) => operation::focus(id),
            Effect::ShowInOutline(y) => {
                let offset = operation::AbsoluteOffset {
                    x: None,
                    y: Some(y),
                };
                operation::scroll_to(panels::OUTLINE, offset)
            }
            Effect::FocusName => Task::batch([
                operation::focus(panels::NAME),
                operation::select_all(panels::NAME),
            ]),
            Effect::Say(text) => self.say(text, false),
            Effect::Fail(text) => self.say(text, true),
            Effect::App(command) => self.on_command(command),
        });
        Task::batch(tasks.collect::<Vec<_>>())
    }

    fn on_command(&mut self, command: Command) -> Task<Message> {
        if self.dialog.is_some() {
            return match command {
                Command::Cancel => {
                    self.dialog = None;
                    Task::none()
                }
                _ => Task::none(),
            };
        }
        match command {
            Command::New => self.first(Then::AskMask),
            Command::Open => self.first(Then::AskOpen),
            Command::Save => self.save(None),
            Command::SaveAs => self.ask_save(None),
            Command::ToggleTheme => {
                self.mode = self.mode.flipped();
                Task::none()
            }
            Command::Cancel if self.job.is_some() => self.call_off(),
            other => match &mut self.screen {
                Screen::Bench(open) => {
                    let effects = open.bench.update(bench::Message::Do(other));
                    self.carry_out(effects)
                }
                Screen::FromMask(_) if other == Command::Cancel => {
                    self.on_from_mask(from_mask::Message::Cancel)
                }
                _ => Task::none(),
            },
        }
    }

    /// Does `then` at once if there is nothing to save, else asks.
    fn first(&mut self, then: Then) -> Task<Message> {
        let unsaved = self.bench().is_some_and(|bench| !bench.document.is_saved());
        if unsaved {
            self.dialog = Some(Dialog::Unsaved(then));
            return Task::none();
        }
        self.go_on(&then)
    }

    fn go_on(&mut self, then: &Then) -> Task<Message> {
        self.dialog = None;
        match then {
            Then::Close => match self.window {
                Some(id) => window::close(id),
                None => iced::exit(),
            },
            Then::AskOpen => self.ask(Purpose::Open),
            Then::AskMask => self.ask(Purpose::Mask),
        }
    }

    fn ask(&mut self, purpose: Purpose) -> Task<Message> {
        self.dialog = Some(Dialog::Path(PathDialog::new(purpose, "")));
        operation::focus(dialogs::PATH)
    }

    fn ask_save(&mut self, then: Option<Then>) -> Task<Message> {
        let Screen::Bench(open) = &self.screen else {
            return Task::none();
        };
        let proposed = match (&open.home.folder, &open.home.mask) {
            (Some(_), _) if open.home.sample => std::env::home_dir().unwrap_or_default(),
            (Some(folder), _) => folder.path().with_file_name(""),
            (None, Some(mask)) => mask.parent().map(Path::to_owned).unwrap_or_default(),
            _ => PathBuf::new(),
        };
        let name = open.bench.document.draft().name.text.as_deref();
        let proposed = proposed.join(folder_name(name.unwrap_or(texts::NEW_FOLDER)));
        let path = proposed.display().to_string();
        self.dialog = Some(Dialog::Path(PathDialog {
            then,
            ..PathDialog::new(Purpose::SaveAs, path)
        }));
        Task::batch([
            operation::focus(dialogs::PATH),
            operation::move_cursor_to_end(dialogs::PATH),
        ])
    }

    /// Saves the map where it is, or asks where; `then` follows.
    fn save(&mut self, then: Option<Then>) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        if !open.home.is_savable() {
            return self.ask_save(then);
        }
        let kept = open.home.save(open.bench.document.draft(), false);
        self.saved(kept, then)
    }

    fn saved(&mut self, kept: Result<(), KeepError>, then: Option<Then>) -> Task<Message> {
        let Screen::Bench(open) = &mut self.screen else {
            return Task::none();
        };
        match kept {
            Ok(()) => {
                open.bench.document.mark_saved();
                open.title = open.home.title();
                let said = texts::saved_to(&open.title);
                self.dialog = None;
                match then {
                    Some(then) => self.go_on(&then),
                    None => self.say(said, false),
                }
            }
            Err(KeepError::Save(marchland_maps::folder::SaveError::ChangedOutside(_))) => {
                self.dialog = Some(Dialog::ChangedOutside);
                Task::none()
            }
            Err(error) => {
                if let Some(Dialog::Path(dialog)) = &mut self.dialog {
                    dialog.error = Some(texts::sentence(&error.to_string()));
                    return Task::none();
                }
                self.dialog = None;
                self.say(texts::not_saved(&error.to_string()), true)
            }
        }
    }

    fn on_dialog(&mut self, message: dialogs::Message) -> Task<Message> {
        let Some(dialog) = &mut self.dialog else {
            return Task::none();
        };
        match (message, dialog) {
            (dialogs::Message::Cancel, _) => self.dialog = None,
            (dialogs::Message::Path(path), Dialog::Path(dialog)) => {
                dialog.path = path;
                dialog.error = None;
            }
            (dialogs::Message::Browse, Dialog::Path(dialog)) => return browse(dialog.purpose),
            (dialogs::Message::Browsed { path, at_once }, Dialog::Path(dialog)) => {
                dialog.no_browser |= at_once && path.is_none();
                if let Some(path) = path {
                    dialog.path = path.display().to_string();
                    dialog.error = None;
                }
            }
            (dialogs::Message::Confirm, Dialog::Path(dialog)) => {
                let path = PathBuf::from(dialog.path.trim());
                if path.as_os_str().is_empty() {
                    return Task::none();
                }
                if dialog.purpose == Purpose::SaveAs {
                    let then = dialog.then.clone();
                    let Screen::Bench(open) = &mut self.screen else {
                        return Task::none();
                    };
                    let kept = open.home.save_as(open.bench.document.draft(), &path);
                    if kept.is_ok() {
                        open.notice = None;
                    }
                    return self.saved(kept, then);
                }
                if !path.exists() {
                    dialog.error = Some(texts::not_there(&dialog.path));
                    return Task::none();
                }
                self.dialog = None;
                return self.open(&path, false);
            }
            (dialogs::Message::Save, Dialog::Unsaved(then)) => {
                let then = then.clone();
                self.dialog = None;
                return self.save(Some(then));
            }
            (dialogs::Message::Discard, Dialog::Unsaved(then)) => {
                let then = then.clone();
                return self.go_on(&then);
            }
            (dialogs::Message::Save, Dialog::ChangedOutside) => {
                self.dialog = None;
                return self.ask_save(None);
            }
            (dialogs::Message::Overwrite, Dialog::ChangedOutside) => {
                if let Screen::Bench(open) = &mut self.screen {
                    let kept = open.home.save(open.bench.document.draft(), true);
                    return self.saved(kept, None);
                }
            }
            _ => {}
        }
        Task::none()
    }

    fn call_off(&mut self) -> Task<Message> {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
        if self.samples.is_none() {
            find_samples()
        } else {
            Task::none()
        }
    }

    fn on_map(&mut self, news: News<Result<Loaded, String>>) -> Task<Message> {
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

    fn on_mask(&mut self, news: News<Result<Read, from_mask::Failure>>) -> Task<Message> {
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
    fn result_of<T>(&mut self, news: News<T>) -> Option<T> {
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

    fn failed(&mut self, error: &str) -> Task<Message> {
        let samples = if self.samples.is_none() {
            find_samples()
        } else {
            Task::none()
        };
        Task::batch([samples, self.say(texts::sentence(error), true)])
    }

    fn on_from_mask(&mut self, message: from_mask::Message) -> Task<Message> {
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

    fn on_window(&mut self, id: window::Id, event: &window::Event) -> Task<Message> {
        match event {
            window::Event::Opened { .. } => {
                self.window = Some(id);
                window::scale_factor(id).map(Message::PixelRatio)
            }
            window::Event::Rescaled(ratio) => {
                self.pixel_ratio = *ratio;
                Task::none()
            }
            window::Event::CloseRequested => {
                self.window = Some(id);
                self.first(Then::Close)
            }
            window::Event::FileDropped(path) if self.dialog.is_none() => {
                let path = path.clone();
                if self.bench().is_some_and(|bench| !bench.document.is_saved()) {
                    return self.first(Then::AskOpen);
                }
                self.open(&path, false)
            }
            _ => Task::none(),
        }
    }

    /// Ends the program after the first picture of a map, if it is to be timed.
    fn on_frame(&mut self) -> Task<Message> {
        if let (Some(started), Screen::Bench(_)) = (self.stopwatch, &self.screen) {
            println!("first picture after {} ms", started.elapsed().as_millis());
            return iced::exit();
        }
        Task::none()
    }

    /// What there is to see.
    pub fn view(&self) -> Element<'_, Message> {
        let screen: Element<'_, Message> = match &self.screen {
            Screen::Start => {
                start::view(self.samples.as_deref(), self.job.as_ref()).map(Message::Start)
            }
            Screen::FromMask(screen) => {
                from_mask::view(screen, self.mode, self.pixel_ratio).map(Message::FromMask)
            }
            Screen::Bench(open) => {
                let frame = Frame {
                    mode: self.mode,
                    pixel_ratio: self.pixel_ratio,
                    title: &open.title,
                    savable: open.home.is_savable(),
                    notice: open.notice.as_deref(),
                };
                panels::view(&open.bench, frame).map(Message::Bench)
            }
        };
        let busy: Element<'_, Message> = match (&self.job, &self.screen) {
            (Some(job), Screen::Bench(_) | Screen::FromMask(_)) => {
                let card = iced::widget::container(start::under_way(job)).width(420);
                let veil = iced::widget::container(card)
                    .center(iced::Fill)
                    .style(theme::veil);
                Element::from(iced::widget::opaque(veil)).map(Message::Start)
            }
            _ => space().into(),
        };
        // The tree keeps its shape whatever is shown, or inputs would lose the
        // cursor when a message appears.
        let dialog = match &self.dialog {
            Some(dialog) => dialogs::view(dialog).map(Message::Dialog),
            None => space().into(),
        };
        let toasts = self.toasts.view(Message::ToastGone);
        hotkeys(stack![screen, toasts, busy, dialog], shortcut)
    }

    /// What is listened to besides the widgets.
    pub fn subscription(&self) -> Subscription<Message> {
        let window = iced::event::listen_with(|event, _, id| match event {
            Event::Window(
                event @ (window::Event::Opened { .. }
                | window::Event::Rescaled(_)
                | window::Event::CloseRequested
                | window::Event::FileDropped(_)),
            ) => Some(Message::Window(id, event)),
            _ => None,
        });
        if self.stopwatch.is_some() {
            return Subscription::batch([window, window::frames().map(|_| Message::Frame)]);
        }
        window
    }
}

fn shortcut(key: &Key, modifiers: Modifiers) -> Option<Message> {
    Command::from_key(key, modifiers).map(Message::Command)
}

fn find_samples() -> Task<Message> {
    Task::perform(
        async {
            let found = tokio::task::spawn_blocking(start::samples).await;
            found.unwrap_or_default()
        },
        |samples| Message::Samples(crate::jobs::Parcel::new(samples)),
    )
}

/// Asks the system's own file dialog, which may not be there.
fn browse(purpose: Purpose) -> Task<Message> {
    /// Faster than anybody could have answered.
    const AT_ONCE: Duration = Duration::from_millis(300);
    Task::perform(
        async move {
            let asked = Instant::now();
            let dialog = rfd::AsyncFileDialog::new();
            let chosen = match purpose {
                Purpose::Open => {
                    dialog
                        .add_filter(texts::MAP_FILES, &["xml"])
                        .pick_file()
                        .await
                }
                Purpose::Mask => {
                    dialog
                        .add_filter(texts::MASK_FILES, &files::MASK_ENDINGS)
                        .pick_file()
                        .await
                }
                Purpose::SaveAs => dialog.pick_folder().await,
            };
            (
                chosen.map(|file| file.path().to_owned()),
                asked.elapsed() < AT_ONCE,
            )
        },
        |(path, at_once)| Message::Dialog(dialogs::Message::Browsed { path, at_once }),
    )
}

/// Whether a path names a mask rather than a map: a file that ends like a
/// picture.
fn is_mask(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_lowercase).unwrap_or_default();
    path.is_file() && files::MASK_ENDINGS.contains(&&*ending)
}

/// A map's name as a folder's name.
fn folder_name(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}
