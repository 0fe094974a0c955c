//! What the window opens with.

use std::path::PathBuf;

use iced::{Size, Task};
use marchland_ui::toasts::Toasts;

use super::{App, Message, PastGames, Screen, SelectedMap};
use crate::client::Follower;
use crate::client::net::Server;
use crate::conquest::bots::StrategyKind;
use crate::gui::dots;
use crate::gui::host::Reach;
use crate::gui::place::{Opening, Reopening};
use crate::gui::setup::{Begin, Remember, Remembered, SavedGames, ServerOptions};

/// The initial state of the window.
pub struct Launch {
    /// What was set up last, or by the command line.
    pub settings: Remembered,
    /// Begins a game.
    pub begin: Begin,
    /// Begins a game of Dots and Boxes.
    pub begin_dots: dots::Begin,
    /// What opens first.
    pub first: First,
    /// What playing on servers needs.
    pub server_options: ServerOptions,
    /// The saved games.
    pub saved_games: SavedGames,
    /// Stores the settings for the next start.
    pub remember: Remember,
    /// The size of the window in logical pixels of the system.
    pub size: Size,
}

/// What opens first.
pub enum First {
    /// The start screen.
    Start,
    /// The game that is set up.
    Game,
    /// A saved game.
    Saved(Opening),
    /// A table of a server, again and again if it is not reached.
    Table(Reopening, Server),
    /// A saved game of Dots and Boxes.
    Dots(Opening<Follower>),
    /// A table of Dots and Boxes of a server, again and again if it is not reached.
    DotsTable(Reopening<Follower>, Server),
    /// The lobby of a server.
    Lobby(Server),
    /// A record, and its map unless the record's own name finds it.
    Record(PathBuf, Option<PathBuf>),
}

impl App {
    /// The window as the program asked for it.
    pub(in crate::gui) fn launch(launch: Launch) -> (Self, Task<Message>) {
        let mut app = Self {
            screen: Screen::Loading,
            seed: launch.settings.conquest.seed.to_string(),
            settings: launch.settings,
            path: String::new(),
            past_games: PastGames::default(),
            level: StrategyKind::Planner,
            toasts: Toasts::default(),
            begin: launch.begin,
            begin_dots: launch.begin_dots,
            unfocused: None,
            size: launch.size,
            pixel_ratio: 1.0,
            games: 0,
            lobbies: 0,
            ticking: false,
            resume: None,
            reopen: None,
            reopen_dots: None,
            former: None,
            server_options: launch.server_options,
            saved_games: launch.saved_games,
            remember: launch.remember,
            lobby: None,
            reach: Reach::default(),
            host: None,
            opponents: Vec::new(),
            rules_again: [None; 2],
            rematch: None,
            dialog: None,
            enters: None,
            direct: None,
        };
        let task = match launch.first {
            First::Start => {
                app.screen = Screen::Start(SelectedMap::Reading);
                app.read_map()
            }
            First::Game if app.settings.plays_dots => app.play_dots(None),
            First::Game => app.read_map(),
            First::Saved(opening) => {
                app.resume = Some((opening, false));
                app.read_map()
            }
            First::Table(reopening, server) => {
                app.direct = Some(server);
                app.reopen = Some(reopening);
                app.reopen();
                app.read_map()
            }
            First::Dots(opening) => {
                app.settings.plays_dots = true;
                app.play_dots(Some(opening))
            }
            First::DotsTable(reopening, server) => {
                app.direct = Some(server);
                app.reopen_dots = Some(reopening);
                app.reopen_dots()
            }
            First::Lobby(server) => {
                app.enters = Some(server);
                app.read_map()
            }
            First::Record(file, map) => app.read_record(file, map),
        };
        (app, task)
    }
}
