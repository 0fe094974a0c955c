//! The application: the current screen, and the messages between screens.

mod dots;
mod frames;
mod launch;
mod leaving;
mod lobby;
mod message;
mod opening;
mod past;
mod picture;
mod rematch;
mod start;
mod window;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use iced::widget::operation;
use iced::{Size, Task, Theme};
use marchland_ui::theme::Mode;
use marchland_ui::toasts::Toasts;
use tokio::sync::mpsc;

pub use self::frames::time;
pub use self::launch::{First, Launch};
pub(super) use self::leaving::Leaving;
pub(super) use self::lobby::Closing;
pub(super) use self::message::{LobbyMessage, Message, StartMessage};
pub(super) use self::past::{PastGames, PastRecord};
pub use self::picture::{Shown, picture, picture_of_record};
use self::rematch::Rematch;
pub use self::window::run;

use super::dots::{DotsReplay, DotsTable};
use super::ground::Ground;
use super::host::{Host, Reach};
use super::keys::Command;
use super::link::Link;
use super::place::{Opening, Place, Reopening};
use super::replay::Replay;
use super::retry::{NAME, Retry};
use super::seat::sit_down;
use super::server_lobby::ServerLobby;
use super::setup::{Begin, Remember, Remembered, SavedGames, ServerOptions};
use super::table::{self, Table, Wish};
use super::texts;
use crate::client::net::Server;
use crate::client::{Follower, Model, TimeLeft};
use crate::conquest::bots::StrategyKind;
use crate::protocol::Name;

/// The state of the window.
pub(super) struct App {
    /// What is set up, and how the window looks; stored for the next start.
    pub(super) settings: Remembered,
    pub(super) screen: Screen,
    /// The seed as typed.
    pub(super) seed: String,
    /// The map folder as typed.
    pub(super) path: String,
    pub(super) past_games: PastGames,
    pub(super) toasts: Toasts,
    begin: Begin,
    begin_dots: super::dots::Begin,
    /// A saved game or a table of a server to open next, and whether it can be played again.
    resume: Option<(Opening, bool)>,
    /// The table of the command line.
    reopen: Option<Reopening>,
    /// The same of Dots and Boxes.
    reopen_dots: Option<Reopening<Follower>>,
    /// The selected map, while the map of a saved game is being read.
    former: Option<PathBuf>,
    server_options: ServerOptions,
    saved_games: SavedGames,
    remember: Remember,
    /// The lobby that is open, or from which the table was entered.
    pub(super) lobby: Option<ServerLobby>,
    /// The level of the next computer player in a lobby.
    pub(super) level: StrategyKind,
    /// Who can connect to a server hosted by this program.
    pub(super) reach: Reach,
    /// The server hosted by this program.
    host: Option<Host>,
    /// The computer players to be seated at its table, by their names on the command line.
    opponents: Vec<String>,
    /// The rules to be chosen there again.
    rules_again: [Option<u32>; 2],
    /// The game that is to follow the last one at a server.
    rematch: Option<Rematch>,
    pub(super) dialog: Option<Dialog>,
    /// A server whose lobby opens once the map is read, and the player's name is known.
    pub(super) enters: Option<Server>,
    /// The server of the table of the command line.
    direct: Option<Server>,
    /// The window, while another one has the keyboard.
    unfocused: Option<iced::window::Id>,
    /// The size of the window, in logical pixels of the system.
    size: Size,
    pixel_ratio: f32,
    /// The number of the current game; messages about earlier ones are dropped.
    games: u64,
    /// The same for lobbies.
    lobbies: u64,
    ticking: bool,
}

/// The screen that is shown.
pub(super) enum Screen {
    /// The start screen.
    Start(SelectedMap),
    /// A game is loading.
    Loading,
    /// The lobby of a server, and the table joined there.
    Lobby(Option<Box<Table>>),
    /// A game.
    Table(Box<Table>),
    /// A game of Dots and Boxes.
    Dots(Box<DotsTable>),
}

/// What is open over the screen.
pub(super) enum Dialog {
    /// The question whether the hosted server, where games are played, is to be closed.
    Close(Closing),
    /// The question whether a saved game is to be removed: its name and title.
    Remove(String, String),
    /// The list of records.
    Records,
    /// The question whether to leave a running game.
    Leave(Leaving),
}

/// A record that was read, with its game.
pub(super) enum OpenedRecord {
    /// Of conquest, with the map and its name.
    Conquest(PathBuf, Box<(Ground, Replay)>),
    /// Of Dots and Boxes.
    Dots(Box<DotsReplay>),
}

/// The map that is selected on the start screen.
pub(super) enum SelectedMap {
    /// It is being read.
    Reading,
    /// It can be played.
    Read(Box<Preview>),
    /// Why it cannot, in a sentence.
    Refused(String),
}

impl SelectedMap {
    /// The map, if it can be played.
    pub(super) fn preview(&self) -> Option<&Preview> {
        match self {
            Self::Read(preview) => Some(preview),
            Self::Reading | Self::Refused(_) => None,
        }
    }
}

/// A map, and how the start screen shows it.
pub(super) struct Preview {
    pub(super) ground: Arc<Ground>,
    pub(super) scene: marchland_board::Scene,
}

impl App {
    /// Opens the table of the command line next, if there is one.
    fn reopen(&mut self) {
        if let Some((name, reopen)) = self.reopen.clone() {
            self.resume = Some((Box::new(move || reopen(name)), false));
        }
    }

    /// The title of the window.
    pub(super) fn title(&self) -> String {
        match &self.screen {
            Screen::Table(table) => table.title(),
            Screen::Dots(dots_table) => dots_table.title(),
            Screen::Lobby(_) => self.lobby_title(),
            _ => texts::PRODUCT.to_owned(),
        }
    }

    /// The light or dark theme.
    pub(super) fn theme(&self) -> Theme {
        if self.settings.contrast {
            self.settings.mode.sharp_theme()
        } else {
            self.settings.mode.theme()
        }
    }

    /// Physical pixels for one of our logical pixels.
    pub(super) fn physical(&self) -> f32 {
        self.pixel_ratio * self.scale_factor()
    }

    /// Updates the state; returns the work that follows.
    pub(super) fn update(&mut self, message: Message) -> Task<Message> {
        let looks = |s: &Remembered| (s.mode, s.contrast, s.scale, s.preferences);
        let before = looks(&self.settings);
        let (was_asked, was_named) = (self.is_asked(), !self.needs_name());
        let (screen, told) = (std::mem::discriminant(&self.screen), self.toasts.told());
        let task = self.react(message);
        if std::mem::discriminant(&self.screen) != screen {
            // A failure is of the screen where it was told.
            self.toasts.settle_failures(told);
        }
        let mode = self.settings.mode;
        let liked = self.settings.preferences;
        if let Some(table) = self.table() {
            self.settings.preferences = table.preferences(liked);
        }
        if looks(&self.settings) != before {
            self.keep_in_mind();
        }
        if let Some(table) = self.table() {
            table.settle(mode);
        } else if let Screen::Dots(dots_table) = &mut self.screen {
            dots_table.settle();
        }
        let call = match self.unfocused {
            Some(window) if self.is_asked() && !was_asked => {
                let call = iced::window::UserAttention::Informational;
                iced::window::request_user_attention(window, Some(call))
            }
            _ => Task::none(),
        };
        let focus = if was_named && self.needs_name() {
            operation::focus(NAME)
        } else {
            Task::none()
        };
        Task::batch([task, call, focus, self.next_tick()])
    }

    /// Whether the end of a game asks for another name.
    fn needs_name(&self) -> bool {
        let name = match &self.screen {
            Screen::Table(table) => table.other_name(),
            Screen::Dots(dots_table) => dots_table.other_name(),
            _ => None,
        };
        name.is_some()
    }

    /// Whether the person's turn, or an attack on them, waits for them.
    fn is_asked(&self) -> bool {
        match &self.screen {
            Screen::Table(table) | Screen::Lobby(Some(table)) => table.session.is_asked(),
            Screen::Dots(dots_table) => dots_table.is_asked(),
            _ => false,
        }
    }

    fn react(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Start(message) => return self.on_start(message),
            Message::Lobby(message) => return self.on_lobby(message),
            Message::Tables(of, listing) => return self.on_tables(of, listing),
            Message::Hosted(of, parcel) => {
                if let Some(opened) = parcel.open().filter(|_| of == self.games) {
                    return self.on_host(opened);
                }
            }
            Message::TableMap(of, parcel, choice, presence) => {
                if let Some(read) = parcel.open().filter(|_| of == self.games) {
                    return self.on_table_map(read, choice, presence);
                }
            }
            Message::Table(message) => {
                if let Some(table) = self.table()
                    && let Some(wish) = table.update(message)
                {
                    return self.on_wish(wish);
                }
            }
            Message::Leave => return self.leave_after_all(),
            Message::Resign => self.resign(),
            Message::Shut => self.dialog = None,
            Message::Command(command) => return self.on_command(command),
            Message::Ground(of, parcel, before) => {
                self.past_games = before;
                if let Some(ground) = parcel.open().filter(|_| of == self.games) {
                    return self.on_ground(ground);
                }
            }
            Message::Record(of, parcel) => {
                if let Some(read) = parcel.open().filter(|_| of == self.games) {
                    return self.on_record(read);
                }
            }
            Message::Dots(message) => return self.on_dots(&message),
            Message::DotsHeard(of, news) => {
                if let Screen::Dots(dots_table) = &mut self.screen
                    && of == self.games
                {
                    dots_table.hear(news, Instant::now());
                    return Task::batch([self.seat_opponents(), self.leave_closed_table()]);
                }
            }
            Message::Heard(of, news) => {
                if of == self.games
                    && let Some(table) = self.table()
                {
                    table.hear(news);
                    self.host_own_table();
                    return Task::batch([self.leave_lobby(), self.seat_opponents()]);
                }
            }
            Message::Silent(of) => {
                if of == self.games
                    && let Some(table) = self.table()
                {
                    table.session.silent();
                } else if let Screen::Dots(dots_table) = &mut self.screen
                    && of == self.games
                {
                    dots_table.silent();
                }
            }
            Message::Tick => {
                self.ticking = false;
                if let Some(table) = self.table() {
                    table.session.tick(Instant::now());
                } else if let Screen::Dots(dots_table) = &mut self.screen {
                    dots_table.tick(Instant::now());
                }
            }
            Message::Removed(removed) => {
                if let Err(why) = removed {
                    let said = self.toast("continue", texts::past::not_removed(&why), true);
                    return Task::batch([said, self.read_map()]);
                }
                return self.read_map();
            }
            Message::ToastGone(id) => self.toasts.dismiss(id),
            Message::Window(id, event) => return self.on_window(id, &event),
            Message::WindowSize(size) => self.size = size,
            Message::PixelRatio(ratio) => self.pixel_ratio = ratio,
        }
        Task::none()
    }

    /// Carries out what a table cannot do itself.
    fn on_wish(&mut self, wish: Wish) -> Task<Message> {
        match wish {
            Wish::Looks(command) => self.change_looks(command),
            Wish::Focus(field) => operation::focus(field),
            Wish::Replay(file) => self.read_record(file, None),
            Wish::Again(same) => {
                if !same {
                    self.reseed();
                }
                self.screen = Screen::Loading;
                self.read_map()
            }
            Wish::Retry(name) => {
                self.call_oneself(&name);
                if let Some((known, _)) = &mut self.reopen {
                    *known = name;
                }
                self.reopen();
                self.screen = Screen::Loading;
                self.read_map()
            }
            Wish::Rematch => self.ask_for_rematch(),
            Wish::Leave => self.ask_to_leave(),
        }
    }

    /// Notes the name that the others at a server see.
    fn call_oneself(&mut self, name: &Name) {
        self.settings.server.1 = name.to_string();
        self.keep_in_mind();
    }

    /// Begins the game that is set up.
    fn play(&mut self, ground: &Arc<Ground>) -> Task<Message> {
        self.note_map();
        if self.resume.is_none() {
            self.keep_in_mind();
        }
        let (opening, repeats) = self.resume.take().unwrap_or_else(|| {
            let (begin, setup) = (Arc::clone(&self.begin), self.settings.conquest.clone());
            let ground = Arc::clone(ground);
            let own = move || begin(&setup, &ground).map(Place::local);
            (Box::new(own), true)
        });
        let (mut table, news) = self.seat(opening, ground, false);
        // The start screen has other opponents and rules than a saved game. The table of the command
        // line is opened again instead.
        table.repeats = repeats;
        let reopened = self.reopen.as_ref().filter(|_| !repeats);
        table.retry = reopened.map_or_else(Retry::default, |(name, _)| Retry::under(name));
        table.rematches = table.retry.is_possible();
        self.screen = Screen::Table(Box::new(table));
        news
    }

    /// Joins a table, to play or to watch.
    fn seat(
        &mut self,
        opening: Opening,
        ground: &Arc<Ground>,
        watches: bool,
    ) -> (Table, Task<Message>) {
        self.games += 1;
        let game = self.games;
        let (link, heard) = sit_down(opening);
        let mut table = table_of(ground, link, watches, self.settings.mode);
        table.prefer(self.settings.preferences);
        (table, news_task(game, heard, Message::Heard))
    }

    /// The table that is shown, if any.
    fn table(&mut self) -> Option<&mut Table> {
        match &mut self.screen {
            Screen::Table(table) | Screen::Lobby(Some(table)) => Some(table),
            _ => None,
        }
    }

    fn on_command(&mut self, command: Command) -> Task<Message> {
        if self.dialog.is_some() {
            match command {
                Command::Cancel => self.dialog = None,
                // The filled button; the other questions have none.
                Command::Confirm if matches!(self.dialog, Some(Dialog::Leave(_))) => {
                    return self.leave_after_all();
                }
                _ => {}
            }
            return Task::none();
        }
        if command == Command::Cancel && self.toasts.dismiss_failure() {
            return Task::none();
        }
        match &mut self.screen {
            Screen::Lobby(_) => self.command_lobby(command),
            Screen::Dots(_) => self.command_dots(command),
            Screen::Table(table) => {
                let wish = table.update(table::Message::Command(command));
                wish.map_or_else(Task::none, |wish| self.on_wish(wish))
            }
            Screen::Start(_) if command == Command::Confirm => self.on_start(match self.enters {
                Some(_) => StartMessage::Join,
                None => StartMessage::Play,
            }),
            _ => self.change_looks(command),
        }
    }

    /// Changes the theme, the contrast or the size; ignores other commands.
    fn change_looks(&mut self, command: Command) -> Task<Message> {
        match command {
            Command::Theme => self.flip(),
            Command::Contrast => self.settings.contrast = !self.settings.contrast,
            Command::Scale(scale) => self.settings.scale = scale,
            _ => {}
        }
        Task::none()
    }

    /// Switches between the light and the dark theme.
    fn flip(&mut self) {
        self.settings.mode = self.settings.mode.flipped();
        if let Screen::Start(SelectedMap::Read(preview)) = &mut self.screen {
            let image = self.settings.preferences.image;
            preview.scene = preview.ground.preview(self.settings.mode, image);
        }
    }

    /// Shows a message, instead of an earlier one on the same subject, and dismisses it once it
    /// has been shown long enough. Failures stay.
    fn toast(
        &mut self,
        about: &'static str,
        text: impl Into<String>,
        failure: bool,
    ) -> Task<Message> {
        let (id, stays) = self.toasts.push_about(Some(about), text, failure);
        match stays {
            Some(stays) => {
                Task::perform(async move { tokio::time::sleep(stays).await }, move |()| {
                    Message::ToastGone(id)
                })
            }
            None => Task::none(),
        }
    }

    /// Requests the next tick. One at a time, so that a slow screen gets fewer ticks instead of a
    /// queue of them.
    fn next_tick(&mut self) -> Task<Message> {
        let now = Instant::now();
        let wait = match &self.screen {
            Screen::Dots(dots_table) => {
                let second = dots_table.time(now).map(TimeLeft::changes_in);
                dots_table.wants(now).into_iter().chain(second).min()
            }
            Screen::Table(table) | Screen::Lobby(Some(table)) => {
                let session = &table.session;
                let second = session.time(now).map(TimeLeft::changes_in);
                session.wants(now).into_iter().chain(second).min()
            }
            _ => None,
        };
        let Some(wait) = wait.filter(|_| !self.ticking) else {
            return Task::none();
        };
        self.ticking = true;
        // The timer needs the runtime, which exists only inside the future.
        Task::perform(async move { tokio::time::sleep(wait).await }, |()| {
            Message::Tick
        })
    }

    /// The selected map.
    pub(super) fn map(&self) -> &Path {
        &self.settings.conquest.map
    }
}

/// Does work on another thread; an error if it panics.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(texts::broke_down(texts::SILENT)))
}

/// The news of a game until its channel closes, then [`Message::Silent`].
fn news_task<N: Send + 'static>(
    game: u64,
    heard: mpsc::Receiver<N>,
    message: fn(u64, N) -> Message,
) -> Task<Message> {
    let batches = iced::futures::stream::unfold(heard, |mut heard| async move {
        heard.recv().await.map(|news| (news, heard))
    });
    let news = Task::run(batches, move |news| message(game, news));
    news.chain(Task::done(Message::Silent(game)))
}

/// A table on a map.
fn table_of(ground: &Arc<Ground>, link: Link, watches: bool, mode: Mode) -> Table {
    let model = Model::new(Arc::clone(ground.map()), None);
    Table::new(Arc::clone(ground), link, model, watches, mode)
}

#[cfg(test)]
mod tests;
