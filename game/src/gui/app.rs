//! The application: which screen is shown, and the wires between them.

mod picture;
mod window;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use iced::widget::operation;
use iced::{Size, Task, Theme, window as windows};
use marchland_ui::theme::Mode;
use marchland_ui::toasts::Toasts;

pub use self::picture::{Shown, picture, picture_of_record};
pub use self::window::run;

use super::game::fresh_seed;
use super::ground::Ground;
use super::keys::Command;
use super::link::{Link, News};
use super::reel::Reel;
use super::seat::{Opening, Place, sit_down};
use super::setup::{Begin, Join, Keeps, Kept, Setup};
use super::table::{self, Table, Wish};
use super::texts;
use crate::client::Model;
use crate::conquest::rules::Variants;

/// What the window starts with.
pub struct Launch {
    /// What is set up.
    pub setup: Setup,
    /// How a game begins.
    pub begin: Begin,
    /// Whether it begins at once.
    pub at_once: bool,
    /// A place that is taken instead: in a game that is gone on with, or at a server.
    pub resume: Option<(Opening, bool)>,
    /// How one sits down at a server.
    pub join: Join,
    /// The games that were left.
    pub keeps: Keeps,
    /// A record that is played back, instead, and the map it is of, if it is not the one it
    /// names.
    pub replay: Option<(PathBuf, Option<PathBuf>)>,
    /// Light or dark.
    pub mode: Mode,
    /// The size of the window in logical pixels.
    pub size: Size,
}

/// All that the window holds.
pub(super) struct App {
    pub(super) mode: Mode,
    pub(super) screen: Screen,
    pub(super) setup: Setup,
    /// The seed as it is typed.
    pub(super) seed: String,
    /// A map by its folder, as it is typed.
    pub(super) path: String,
    pub(super) shelf: Shelf,
    pub(super) toasts: Toasts,
    begin: Begin,
    resume: Option<(Opening, bool)>,
    join: Join,
    keeps: Keeps,
    /// A server's address and one's name there, as they are typed.
    pub(super) server: (String, String),
    pixel_ratio: f32,
    scale: f32,
    /// Games begun so far: what comes of an earlier one is dropped.
    games: u64,
    ticking: bool,
}

/// What is shown.
pub(super) enum Screen {
    /// A game is set up, on a map that is read or being read.
    Start(Option<Arc<Preview>>),
    /// A game is about to begin.
    Loading,
    /// A game.
    Table(Box<Table>),
}

/// What was played before.
#[derive(Debug, Clone, Default)]
pub(super) struct Shelf {
    /// The records in the folder of records by their names, the newest first.
    pub(super) records: Vec<String>,
    /// Games that were left.
    pub(super) kept: Vec<Kept>,
}

/// A map that is chosen.
pub(super) struct Preview {
    pub(super) ground: Arc<Ground>,
    pub(super) scene: marchland_board::Scene,
}

/// Everything that can happen.
#[derive(Debug, Clone)]
pub(super) enum Message {
    /// Where a game is set up.
    Start(StartMessage),
    /// At the table.
    Table(table::Message),
    /// A key was pressed that no widget wanted.
    Command(Command),
    /// A map was read, for the so-manieth game.
    Ground(u64, Parcel<Result<Ground, String>>, Shelf),
    /// A record was read, for the so-manieth game.
    Record(u64, Parcel<Result<(PathBuf, Ground, Reel), String>>),
    /// The table tells something.
    Heard(u64, Vec<News>),
    /// The table is silent for good.
    Silent(u64),
    /// Time has passed.
    Tick,
    ToastGone(u64),
    Window(windows::Id, windows::Event),
    WindowSize(Size),
    PixelRatio(f32),
}

/// Where a game is set up.
#[derive(Debug, Clone)]
pub(super) enum StartMessage {
    Map(PathBuf),
    Path(String),
    Bots(usize),
    Bot(usize, &'static str),
    Rules(Variants),
    Seed(String),
    Shuffle,
    Play,
    /// A record by its name.
    Replay(String),
    /// A server's address, as it is typed.
    Server(String),
    /// One's name there.
    Name(String),
    /// To sit down there, on the map that is chosen.
    Join,
    /// To go on with a game that was left, by its name.
    Continue(String),
    /// The pointer on the picture of the map, which only shows it.
    Pointer,
}

/// What cannot be cloned, in a message.
pub(super) struct Parcel<T>(Arc<Mutex<Option<T>>>);

impl<T> Parcel<T> {
    fn new(content: T) -> Self {
        Self(Arc::new(Mutex::new(Some(content))))
    }

    /// What is in it, once.
    fn open(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T> Clone for Parcel<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> std::fmt::Debug for Parcel<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parcel")
    }
}

impl App {
    /// Starts with what was asked for.
    pub(super) fn launch(launch: Launch) -> (Self, Task<Message>) {
        let mut app = Self {
            mode: launch.mode,
            screen: Screen::Loading,
            seed: launch.setup.seed.to_string(),
            path: String::new(),
            setup: launch.setup,
            shelf: Shelf::default(),
            toasts: Toasts::default(),
            begin: launch.begin,
            pixel_ratio: 1.0,
            scale: 1.0,
            games: 0,
            ticking: false,
            resume: launch.resume,
            join: launch.join,
            keeps: launch.keeps,
            server: Default::default(),
        };
        if !launch.at_once && app.resume.is_none() {
            app.screen = Screen::Start(None);
        }
        let task = match launch.replay {
            Some((file, map)) => app.read_record(file, map),
            None => app.read_map(),
        };
        (app, task)
    }

    /// The title of the window.
    pub(super) fn title(&self) -> String {
        match &self.screen {
            Screen::Table(table) => table.title(),
            _ => texts::PRODUCT.to_owned(),
        }
    }

    /// Light or dark.
    pub(super) fn theme(&self) -> Theme {
        self.mode.theme()
    }

    /// Physical pixels for one of our logical pixels.
    pub(super) fn physical(&self) -> f32 {
        self.pixel_ratio * self.scale
    }

    /// Changes the state and says what work follows.
    pub(super) fn update(&mut self, message: Message) -> Task<Message> {
        let task = self.react(message);
        let mode = self.mode;
        if let Screen::Table(table) = &mut self.screen {
            table.settle(mode);
        }
        Task::batch([task, self.next_tick()])
    }

    fn react(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Start(message) => return self.on_start(message),
            Message::Table(message) => {
                if let Screen::Table(table) = &mut self.screen
                    && let Some(wish) = table.update(message)
                {
                    return self.on_wish(wish);
                }
            }
            Message::Command(command) => return self.on_command(command),
            Message::Ground(of, parcel, before) => {
                self.shelf = before;
                if let Some(ground) = parcel.open().filter(|_| of == self.games) {
                    return self.on_ground(ground);
                }
            }
            Message::Record(of, parcel) => {
                if let Some(read) = parcel.open().filter(|_| of == self.games) {
                    return self.on_record(read);
                }
            }
            Message::Heard(of, news) => {
                if let Screen::Table(table) = &mut self.screen
                    && of == self.games
                {
                    table.hear(news);
                }
            }
            Message::Silent(of) => {
                if let Screen::Table(table) = &mut self.screen
                    && of == self.games
                {
                    table.session.silent();
                }
            }
            Message::Tick => {
                self.ticking = false;
                if let Screen::Table(table) = &mut self.screen {
                    table.session.tick(Instant::now());
                }
            }
            Message::ToastGone(id) => self.toasts.dismiss(id),
            Message::Window(id, event) => return self.on_window(id, &event),
            Message::WindowSize(size) => self.scale = window::scale(size),
            Message::PixelRatio(ratio) => self.pixel_ratio = ratio,
        }
        Task::none()
    }

    /// Does what a table cannot do itself.
    fn on_wish(&mut self, wish: Wish) -> Task<Message> {
        match wish {
            Wish::Theme => self.mode = self.mode.flipped(),
            Wish::Focus(field) => return operation::focus(field),
            Wish::Replay(file) => {
                let map = self.setup.map.clone();
                return self.read_record(file, Some(map));
            }
            Wish::Again(same) => {
                if !same {
                    self.reseed();
                }
                self.screen = Screen::Loading;
                return self.read_map();
            }
            Wish::Leave => {
                self.screen = Screen::Start(None);
                self.reseed();
                return self.read_map();
            }
        }
        Task::none()
    }

    fn reseed(&mut self) {
        self.setup.seed = fresh_seed();
        self.seed = self.setup.seed.to_string();
    }

    fn on_start(&mut self, message: StartMessage) -> Task<Message> {
        let territories = match &self.screen {
            Screen::Start(Some(preview)) => preview.ground.map().len(),
            _ => usize::MAX,
        };
        match message {
            StartMessage::Map(map) => {
                self.setup.map = map;
                self.screen = Screen::Start(None);
                return self.read_map();
            }
            StartMessage::Path(path) => self.path = path,
            StartMessage::Bots(count) => self.setup.seat(count, territories),
            StartMessage::Bot(at, name) => {
                if let Some(bot) = self.setup.bots.get_mut(at) {
                    name.clone_into(bot);
                }
            }
            StartMessage::Rules(variants) => self.setup.variants = variants,
            StartMessage::Seed(text) => self.seed = text,
            StartMessage::Pointer => {}
            StartMessage::Continue(name) => {
                let kept = self.shelf.kept.iter().find(|kept| kept.name == name);
                if let Some((_, map)) = kept.and_then(|kept| kept.about.as_ref().ok()) {
                    self.setup.map.clone_from(map);
                    let open = Arc::clone(&self.keeps.open);
                    let opening: Opening = Box::new(move || Ok(Place::Own(Box::new(open(&name)?))));
                    self.resume = Some((opening, true));
                    self.screen = Screen::Loading;
                    return self.read_map();
                }
            }
            StartMessage::Server(text) => self.server.0 = text,
            StartMessage::Name(text) => self.server.1 = text,
            StartMessage::Join => {
                if let Screen::Start(Some(preview)) = &self.screen {
                    let ground = Arc::clone(&preview.ground);
                    let (join, (address, name)) = (Arc::clone(&self.join), self.server.clone());
                    let map = Arc::clone(&ground);
                    let opening: Opening = Box::new(move || {
                        let there = join(&address, &name, &map)?;
                        Ok(Place::There(Box::new(there)))
                    });
                    self.resume = Some((opening, false));
                    return self.play(&ground);
                }
            }
            StartMessage::Replay(name) => {
                let file = Path::new(RECORDS).join(name).with_extension("rep");
                return self.read_record(file, None);
            }
            StartMessage::Shuffle => self.seed = fresh_seed().to_string(),
            StartMessage::Play => {
                if let (Ok(seed), Screen::Start(Some(preview))) = (self.seed.parse(), &self.screen)
                {
                    self.setup.seed = seed;
                    let ground = Arc::clone(&preview.ground);
                    return self.play(&ground);
                }
            }
        }
        Task::none()
    }

    /// Reads the map that is set up, on another thread.
    fn read_map(&mut self) -> Task<Message> {
        self.games += 1;
        let (game, map) = (self.games, self.setup.map.clone());
        let list = Arc::clone(&self.keeps.list);
        let read = async move {
            let read = tokio::task::spawn_blocking(move || {
                let before = Shelf {
                    records: records(),
                    kept: list(),
                };
                (Ground::read(&map), before)
            });
            let read = read.await;
            let broke = |_| (Err(texts::broke_down(texts::SILENT)), Shelf::default());
            read.unwrap_or_else(broke)
        };
        Task::perform(read, move |(ground, before)| {
            Message::Ground(game, Parcel::new(ground), before)
        })
    }

    /// Reads a record, on another thread.
    fn read_record(&mut self, file: PathBuf, map: Option<PathBuf>) -> Task<Message> {
        self.games += 1;
        let game = self.games;
        self.screen = Screen::Loading;
        let read = async move {
            let read = tokio::task::spawn_blocking(move || Reel::read(&file, map));
            read.await
                .unwrap_or_else(|_| Err(texts::broke_down(texts::SILENT)))
        };
        Task::perform(read, move |read| Message::Record(game, Parcel::new(read)))
    }

    fn on_record(&mut self, read: Result<(PathBuf, Ground, Reel), String>) -> Task<Message> {
        match read {
            Ok((map, ground, reel)) => {
                self.setup.map = map;
                let table = Table::of_record(Arc::new(ground), reel, self.mode);
                self.screen = Screen::Table(Box::new(table));
                Task::none()
            }
            Err(why) => {
                let pushed = self.toasts.push_about(Some("map"), why, true);
                self.screen = Screen::Start(None);
                Task::batch([Self::until(pushed), self.read_map()])
            }
        }
    }

    fn on_ground(&mut self, ground: Result<Ground, String>) -> Task<Message> {
        let ground = match ground {
            Ok(ground) => Arc::new(ground),
            Err(why) => {
                let pushed = self.toasts.push_about(Some("map"), why, true);
                self.screen = Screen::Start(None);
                return Self::until(pushed);
            }
        };
        self.toasts.settle("map");
        let bots = self.setup.bots.len();
        self.setup.seat(bots, ground.map().len());
        if matches!(self.screen, Screen::Loading) {
            return self.play(&ground);
        }
        let scene = ground.preview(self.mode);
        self.screen = Screen::Start(Some(Arc::new(Preview { ground, scene })));
        Task::none()
    }

    /// Begins the game that is set up.
    fn play(&mut self, ground: &Arc<Ground>) -> Task<Message> {
        self.games += 1;
        let game = self.games;
        // What is gone on with was seeded long ago, and what is far away by others.
        let seed = self.resume.is_none().then_some(self.setup.seed);
        let (opening, repeats) = self.resume.take().unwrap_or_else(|| {
            let (begin, setup) = (Arc::clone(&self.begin), self.setup.clone());
            let ground = Arc::clone(ground);
            let own = move || Ok(Place::Own(Box::new(begin(&setup, &ground)?)));
            (Box::new(own), true)
        });
        let (link, heard) = sit_down(opening);
        let mut table = table_of(ground, link, self.mode);
        (table.seed, table.repeats) = (seed, repeats);
        self.screen = Screen::Table(Box::new(table));
        let batches = iced::futures::stream::unfold(heard, |mut heard| async move {
            heard.recv().await.map(|news| (news, heard))
        });
        let told = Task::run(batches, move |news| Message::Heard(game, news));
        told.chain(Task::done(Message::Silent(game)))
    }

    fn on_command(&mut self, command: Command) -> Task<Message> {
        if command == Command::Cancel && self.toasts.dismiss_failure() {
            return Task::none();
        }
        match &mut self.screen {
            Screen::Table(table) => {
                let wish = table.update(table::Message::Command(command));
                return wish.map_or_else(Task::none, |wish| self.on_wish(wish));
            }
            Screen::Start(_) if command == Command::Confirm => {
                return self.on_start(StartMessage::Play);
            }
            _ if command == Command::Theme => {
                self.mode = self.mode.flipped();
                if let Screen::Start(Some(preview)) = &self.screen {
                    let ground = Arc::clone(&preview.ground);
                    let scene = ground.preview(self.mode);
                    self.screen = Screen::Start(Some(Arc::new(Preview { ground, scene })));
                }
            }
            _ => {}
        }
        Task::none()
    }

    /// Takes a message away once it has been shown long enough.
    fn until((id, stays): (u64, Option<std::time::Duration>)) -> Task<Message> {
        match stays {
            Some(stays) => {
                Task::perform(async move { tokio::time::sleep(stays).await }, move |()| {
                    Message::ToastGone(id)
                })
            }
            None => Task::none(),
        }
    }

    /// Asks for the next tick of what is shown. One at a time: a screen that draws slowly
    /// gets fewer, not a queue of them.
    fn next_tick(&mut self) -> Task<Message> {
        let Screen::Table(table) = &self.screen else {
            return Task::none();
        };
        let wait = table.session.stage.wants(Instant::now());
        let Some(wait) = wait.filter(|_| !self.ticking) else {
            return Task::none();
        };
        self.ticking = true;
        // The timer is made inside of the future, where there is a runtime.
        Task::perform(async move { tokio::time::sleep(wait).await }, |()| {
            Message::Tick
        })
    }

    /// The map that is set up.
    pub(super) fn map(&self) -> &Path {
        &self.setup.map
    }
}

/// The folder of records, where the program was started.
const RECORDS: &str = "replays";

/// The names of the records there, the newest first: their names are times.
fn records() -> Vec<String> {
    /// More are not offered.
    const MOST: usize = 200;
    let entries = std::fs::read_dir(RECORDS).into_iter().flatten().flatten();
    let records = entries.map(|entry| entry.path());
    let records = records.filter(|path| path.extension().is_some_and(|end| end == "rep"));
    let names = records.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    names.truncate(MOST);
    names
}

/// A table at which somebody sits, on a map.
fn table_of(ground: &Arc<Ground>, link: Link, mode: Mode) -> Table {
    let model = Model::new(Arc::clone(ground.map()), None);
    Table::new(Arc::clone(ground), link, model, false, mode)
}
