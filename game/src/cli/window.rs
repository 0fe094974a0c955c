//! `marchland-game play` in a window.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use iced::Size;
use marchland_game::client::net::{Destination, Presence, Server, TableChoice};
use marchland_game::client::{Follower, Model};
use marchland_game::conquest::rules::Variants;
use marchland_game::gui::played::Played;
use marchland_game::gui::{
    self, Begin, First, Launch, Place, Remembered, SavedGames, ServerOptions, Setup, Shown, dots,
};
use marchland_game::play::SeededDice;
use marchland_game::protocol::Name;
use marchland_game::server::{Lobby, LobbyOptions, TimeLimits};
use marchland_maps::bundled;
use marchland_maps::files::{Output, PICTURE};
use marchland_ui::theme::Mode;

use super::games::OnBoard;
use super::local::Local;
use super::playable::OnMap;
use super::saved::{self, Resumable};
use super::seat::recorder;
use super::{complain, games, maps, remembered};

/// The name of a person who gives none.
pub(super) const YOU: &str = "You";

/// The appearance of the window.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Looks {
    /// Open a window even if there seems to be no display, or standard input is a pipe or a file
    #[arg(long, conflicts_with = "terminal")]
    gui: bool,
    /// Window size in logical pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    window_size: Size,
    /// Light or dark [default: as last time, initially light]
    #[arg(long, value_enum)]
    theme: Option<ThemeName>,
}

/// A picture of a record.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct ReplayShot {
    /// Draw the window into this PNG file instead of opening it
    #[arg(long, value_name = "OUT.png", conflicts_with = "terminal")]
    screenshot: Option<PathBuf>,
    /// The turn that --screenshot shows; one more than the last shows the end. For dots, the
    /// number of lines drawn
    #[arg(
        long,
        value_name = "TURN",
        default_value_t = 1,
        requires = "screenshot"
    )]
    turn: u32,
    /// Replace an existing picture
    #[arg(long, requires = "screenshot")]
    force: bool,
}

impl Looks {
    /// Whether a window is requested, or there is a display.
    pub(super) fn is_wanted(&self) -> bool {
        self.gui || marchland_ui::display::is_there()
    }

    /// The defaults.
    pub(super) fn usual() -> Self {
        Self {
            gui: true,
            window_size: Size::new(1280.0, 800.0),
            theme: None,
        }
    }

    /// A window that starts at the set-up of a game: this one, or the last one.
    fn launch(&self, setup: Option<Setup>, you: Name, records: bool) -> Launch {
        let seed = setup
            .as_ref()
            .map_or_else(gui::game::fresh_seed, |setup| setup.seed);
        let last = records.then(|| remembered::read(seed)).flatten();
        let mut settings = last.unwrap_or_else(|| Remembered::new(seed));
        if let Some(setup) = setup {
            (settings.conquest, settings.plays_dots) = (setup, false);
        }
        match self.theme {
            Some(ThemeName::Light) => settings.mode = Mode::Light,
            Some(ThemeName::Dark) => settings.mode = Mode::Dark,
            None => {}
        }
        let name = &mut settings.server.1;
        // *You* means nothing to others.
        if you.as_str() != YOU {
            *name = you.to_string();
        } else if name.is_empty() {
            *name = user().map(|name| name.to_string()).unwrap_or_default();
        }
        Launch {
            settings,
            first: First::Start,
            server_options: server_options(records),
            saved_games: saved_games(records),
            remember: if records {
                remembered::keep()
            } else {
                Arc::new(|_| {})
            },
            begin: begin(you.clone(), records),
            begin_dots: begin_dots(you, records),
            size: self.window_size,
        }
    }
}

impl ReplayShot {
    /// The requested picture, its turn, and whether to replace an existing file.
    pub(super) fn asked(&self) -> Option<(&Path, u32, bool)> {
        Some((self.screenshot.as_deref()?, self.turn, self.force))
    }
}

/// Whether the window has a board for a game. If not, says that the terminal has to do.
///
/// # Errors
/// If it has none, and the window `draws` a picture or measures itself, which the terminal
/// cannot do.
pub(super) fn shows(game: &games::BoardGame, draws: bool) -> anyhow::Result<bool> {
    let title = game.text_view.title();
    match game.window {
        Some(_) => return Ok(true),
        None if draws => bail!("the window has no board for {title}"),
        None => complain(&format!(
            "the window has no board for {title}; it is shown at the terminal"
        )),
    }
    Ok(false)
}

/// The same for the game of a record.
///
/// # Errors
/// Also if the file is not a record: a script would wait for a window that says so.
pub(super) fn shows_record(file: &Path, draws: bool) -> anyhow::Result<bool> {
    let header = marchland_game::replay::header_of(file)?;
    games::find(&header.game).map_or(Ok(true), |game| shows(&game, draws))
}

/// Plays back a record in the window, or draws it into a picture.
pub(super) fn replay(
    looks: &Looks,
    shot: Option<(&Path, u32, bool)>,
    file: &Path,
    map: Option<PathBuf>,
) -> anyhow::Result<ExitCode> {
    let launch = looks.launch(None, "You".parse()?, shot.is_none());
    match shot {
        Some((out, turn, force)) => {
            Output::at(out, &PICTURE, force)?.spare([file])?;
            done(gui::picture_of_record(launch, (file, map), turn, out))
        }
        None => done(gui::run(Launch {
            first: First::Record(file.to_owned(), map),
            ..launch
        })),
    }
}

/// Plays at a server in the window, on a map.
pub(super) fn at_server(
    map: PathBuf,
    (server, typed): (Server, Option<String>),
    you: &Name,
    table: TableChoice,
    records: bool,
) -> anyhow::Result<ExitCode> {
    let game = Model::new(maps::load(&map)?, None);
    let there = Destination {
        table,
        presence: Presence::Sits,
        seats: Some(saved::server_seats(true)),
        recorder: recorder(records)?,
        ..Destination::new(server.clone(), you.clone(), game)
    };
    let mut setup = Setup::new(gui::game::fresh_seed());
    setup.map = map;
    let mut launch = Looks::usual().launch(Some(setup), you.clone(), records);
    launch.settings.server.0 = typed.unwrap_or_default();
    launch.first = First::Table(reopening(there), server);
    done(gui::run(launch))
}

/// Joins a table, again and again if it is not reached.
fn reopening<K: Played>(there: Destination<K>) -> gui::Reopening<K> {
    let name = there.name.clone();
    let under = move |name| {
        Ok(Place::remote(Destination {
            name,
            ..there.once_more()
        }))
    };
    (name, Arc::new(under))
}

fn done(done: Result<(), String>) -> anyhow::Result<ExitCode> {
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(why) => bail!("{why}"),
    }
}

/// A result for the window, which shows errors with their causes.
fn shown<T>(result: anyhow::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{error:#}"))
}

/// Options of the window in which a game is played.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    looks: Looks,
    /// Draw the window into this PNG file instead of opening it, for documentation and
    /// tests; needs no display and keeps nothing of the game
    #[arg(long, value_name = "OUT.png", conflicts_with_all = ["terminal", "resume", "host"])]
    screenshot: Option<PathBuf>,
    /// What --screenshot shows; the computer plays the game for you up to that point
    #[arg(long, value_enum, default_value = "start", requires = "screenshot")]
    show: Shown,
    /// The number of your turn that --screenshot shows
    #[arg(
        long,
        value_name = "TURN",
        default_value_t = 1,
        requires = "screenshot"
    )]
    turn: u32,
    /// Replace an existing picture
    #[arg(long, requires = "screenshot")]
    force: bool,
    /// Print how long N frames take to draw in software while watching a game of four
    /// computer players, then end; needs no display
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..),
        conflicts_with_all = ["terminal", "resume", "host", "screenshot"]
    )]
    time_frames: Option<u16>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

fn size(text: &str) -> Result<Size, String> {
    let parts = text.split_once(['x', 'X', '×']);
    let side = |text: &str| {
        text.trim()
            .parse::<u16>()
            .ok()
            .filter(|n| (200..=8192).contains(n))
    };
    let parsed = parts.and_then(|(width, height)| {
        Some(Size::new(f32::from(side(width)?), f32::from(side(height)?)))
    });
    parsed.ok_or_else(|| "write it as 1280x800, each side from 200 to 8192".to_owned())
}

/// The game that a window starts with.
pub(super) struct Game {
    pub(super) setup: Setup,
    /// A game of dots instead.
    pub(super) dots: Option<dots::Setup>,
    /// Whether the command line says what to play.
    pub(super) is_said: bool,
    /// A saved game.
    pub(super) left: Option<Resumable>,
    /// A table of a server.
    pub(super) there: Option<ServerTable>,
    /// A server whose lobby to enter. The start screen opens first if a name is missing.
    pub(super) lobby: Option<Server>,
    /// How the server is typed on the start screen.
    pub(super) typed: Option<String>,
    pub(super) you: Name,
    pub(super) records: bool,
}

impl Args {
    /// Whether a window is requested.
    pub(super) fn is_asked_for(&self) -> bool {
        self.looks.gui || self.draws()
    }

    /// Whether the window is only drawn: for a picture or a measurement.
    pub(super) fn draws(&self) -> bool {
        self.screenshot.is_some() || self.time_frames.is_some()
    }

    /// Whether a window is requested, or possible: there is a display, and standard input does
    /// not script a game at the terminal.
    pub(super) fn is_possible(&self) -> bool {
        self.looks.gui || (self.looks.is_wanted() && !is_scripted())
    }

    /// Opens the window.
    pub(super) fn open(&self, game: Game) -> anyhow::Result<ExitCode> {
        let records = game.records && !self.draws();
        // A saved game and one at a server have opponents and rules of their own; those of the last
        // set-up are kept for the next game.
        let is_far = game.there.is_some() || game.lobby.is_some();
        let only_map = (game.left.is_some() || is_far).then(|| game.setup.map.clone());
        let setup = game.is_said.then_some(game.setup);
        let mut launch = self.looks.launch(setup, game.you.clone(), records);
        if let Some(map) = only_map {
            launch.settings.conquest.map = map;
        }
        if let Some(setup) = game.dots {
            (launch.settings.dots, launch.settings.plays_dots) = (setup, true);
        }
        if let Some(count) = self.time_frames {
            let timed = gui::time(launch, count.into()).map_err(anyhow::Error::msg)?;
            for frames in timed {
                super::say(&frames.to_string());
            }
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(out) = &self.screenshot {
            let output = Output::at(out, &PICTURE, self.force)?;
            output.spare([&launch.settings.conquest.map])?;
            return done(gui::picture(launch, self.show, self.turn, out));
        }
        if is_far {
            launch.settings.server.0 = game.typed.unwrap_or_default();
        }
        launch.first = match (game.there, game.left, game.lobby) {
            (Some(ServerTable::Conquest(there)), ..) => {
                let server = there.server.clone();
                First::Table(reopening(there), server)
            }
            (Some(ServerTable::Dots(there)), ..) => {
                let server = there.server.clone();
                First::DotsTable(reopening(there), server)
            }
            (None, Some(left), _) if left.about.game.is_some() => {
                let game = move || go_on_with_dots(left, records).map(Place::local);
                First::Dots(Box::new(move || shown(game())))
            }
            (None, Some(left), _) => {
                let game = move || go_on(left, records).map(Place::local);
                First::Saved(Box::new(move || shown(game())))
            }
            (None, None, Some(server)) => First::Lobby(server),
            (None, None, None) if game.is_said => First::Game,
            (None, None, None) => First::Start,
        };
        done(gui::run(launch))
    }
}

/// Whether standard input is a pipe or a file. A desktop starts programs without either: their
/// standard input is `/dev/null`.
#[cfg(unix)]
fn is_scripted() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let input = std::io::stdin().as_fd().try_clone_to_owned();
    let about = input.and_then(|input| std::fs::File::from(input).metadata());
    about.is_ok_and(|about| !about.file_type().is_char_device())
}

/// Whether standard input is anything but a terminal.
#[cfg(not(unix))]
fn is_scripted() -> bool {
    use std::io::IsTerminal;
    !std::io::stdin().is_terminal()
}

/// The saved games, for the window.
fn saved_games(records: bool) -> SavedGames {
    SavedGames {
        list: Arc::new(saved::known),
        open: Arc::new(move |name| shown(saved::find(name).and_then(|left| go_on(left, records)))),
        open_dots: Arc::new(move |name| {
            shown(saved::find(name).and_then(|left| go_on_with_dots(left, records)))
        }),
        remove: Arc::new(|name| shown(saved::remove(name))),
    }
}

/// The name of the user of this computer, if it can be that of a player.
fn user() -> Option<Name> {
    let known = ["USER", "USERNAME"].into_iter().find_map(std::env::var_os);
    known?.to_str()?.parse().ok()
}

/// The name for a server of others: the one given, or the last one there, or the user's.
///
/// # Errors
/// If none of them is known.
pub(super) fn name_there(given: &Name) -> anyhow::Result<Name> {
    if given.as_str() != YOU {
        return Ok(given.clone());
    }
    let last = remembered::read(0).and_then(|last| last.server.1.parse().ok());
    let name = last
        .filter(|name: &Name| name.as_str() != YOU)
        .or_else(user);
    name.context("give the name that the others see: --name NAME")
}

/// What the window needs to play at servers.
fn server_options(records: bool) -> ServerOptions {
    ServerOptions {
        seats: saved::server_seats(records),
        record: Arc::new(move || shown(recorder(records))),
        host: Arc::new(|setup, ground| {
            let mut maps = vec![Arc::clone(ground.map())];
            for bundled in &bundled::ALL {
                let map = shown(maps::load(Path::new(bundled.name)))?;
                maps.extend(Some(map).filter(|map| map.id() != ground.map().id()));
            }
            let options = LobbyOptions {
                games: games::all(maps, setup.variants),
                setup: None,
                // A seat more than for the person and the opponents, if there is room.
                players: (setup.bots.len() + 2).min(Setup::most_bots(ground.map().len()) + 1) as u8,
                limits: TimeLimits::default(),
                most_tables: 100,
                most_tables_each: 20,
                journals: None,
            };
            let dice = SeededDice::from_secret(rand::random());
            Lobby::new(options, dice).ok_or_else(|| "This set-up cannot be played.".to_owned())
        }),
    }
}

/// A table of a server, by its game.
pub(super) enum ServerTable {
    Conquest(Destination<Model>),
    Dots(Destination<Follower>),
}

/// Starts games set up in the window.
fn begin(you: Name, records: bool) -> Begin {
    Arc::new(move |setup, ground| {
        let party = || {
            let game = OnMap {
                map: Arc::clone(ground.map()),
                variants: setup.variants,
            };
            let map = Some(&*setup.map);
            let local = Local::begin(game, map, &setup.bots, &you, setup.seed, records)?;
            local.party(recorder(records)?)
        };
        shown(party())
    })
}

/// Resumes a saved game.
fn go_on(left: Resumable, records: bool) -> anyhow::Result<gui::LocalGame> {
    let map = left.about.map().unwrap_or_default();
    let game = OnMap::load(&map, Variants::default())?;
    Local::resume(game, left).party(recorder(records)?)
}

/// Resumes a saved game of dots; one that has no board in the window is refused.
fn go_on_with_dots(left: Resumable, records: bool) -> anyhow::Result<gui::LocalGame<Follower>> {
    let board = left.about.board()?;
    shows(&board.game, true)?;
    Local::resume(board, left).party(recorder(records)?)
}

/// Starts games of dots set up in the window.
fn begin_dots(you: Name, records: bool) -> dots::Begin {
    Arc::new(move |setup: &dots::Setup| {
        let party = || {
            let game = OnBoard::named("dots", Some(setup.size.to_string()))?;
            let local = Local::begin(game, None, &setup.bots, &you, setup.seed, records)?;
            local.party(recorder(records)?)
        };
        shown(party())
    })
}
