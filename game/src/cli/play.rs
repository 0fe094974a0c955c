//! `marchland-game play`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use marchland_game::client::net::Destination;
#[cfg(feature = "gui")]
use marchland_game::client::net::Presence;
#[cfg(feature = "gui")]
use marchland_game::client::{Knowledge, Model};
#[cfg(feature = "gui")]
use marchland_game::gui;
use marchland_game::protocol::Name;

use super::games::Chosen;
#[cfg(feature = "gui")]
use super::games::{OnBoard, WindowBoard};
use super::local::Local;
use super::playable::{OnMap, Playable};
use super::saved::{self, Resumable};
use super::seat::{ADVICE, Colour, RECORD_KEPT, Seat, farewell, recorder};
use super::{bots, count, ended, games, tables, variants, wire};
#[cfg(feature = "gui")]
use super::{maps, window};

/// Play a game yourself, in a window or at this terminal
///
/// Starts its own server with computer players, or joins another server with --host.
/// Opens a window if there is a display, unless --terminal is given or standard input is
/// a pipe or a file. At the terminal, type `help` during the game. Games are recorded in the folder
/// replays. An unfinished game against the computer is kept; continue it with --resume.
///
/// Exit codes: 0 the game ended, or you left it; 1 the server refused; 2 wrong usage, or a
/// file or network error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game play                              choose in the window; at a terminal, the world
  marchland-game play europe --players 4
  marchland-game play --terminal                   against two computer players, on the world
  marchland-game play maps/mine --bots standard,random --seed 7
  marchland-game play --game dots --size 5         Dots and Boxes
  marchland-game play --resume                     continue the game you left
  marchland-game play world --host 192.168.1.20 --name ada
  marchland-game play --host 192.168.1.20 --list
  marchland-game play europe --host 192.168.1.20 --create friends --players 4 --name ada
  marchland-game play --host 192.168.1.20 --create pit --game dots --size 5 --name ada")]
pub(super) struct Args {
    /// Map: a folder, or the name of a bundled map [default: world]
    map: Option<PathBuf>,
    #[command(flatten)]
    game: games::Args,
    /// Number of players, including you [default: as many as --bots needs, otherwise 3, or
    /// 2 for dots]
    #[arg(
        long,
        visible_alias = "num-players",
        value_parser = clap::value_parser!(u8).range(2..=6)
    )]
    players: Option<u8>,
    #[arg(
        long,
        value_delimiter = ',',
        conflicts_with = "host",
        value_name = "BOT[=SETTINGS]",
        help = bots::help(
            "Computer players, separated by commas",
            "Add =FILE to read the settings of a standard or planner from an XML file, and =1s or \
             =400 to limit an expert's time or playouts for each turn. The last one is repeated \
             to fill --players [default: hard]"
        )
    )]
    bots: Vec<String>,
    /// Random seed: the same seed and the same moves give the same game
    #[arg(long)]
    seed: Option<u64>,
    /// Let players choose their territories in turn instead of dealing them at random
    #[arg(long, conflicts_with = "host")]
    choose_areas: bool,
    #[command(flatten)]
    variants: variants::Args,
    /// Your name: 1 to 16 letters, digits, _ and -
    #[arg(long, visible_alias = "username", default_value = "You")]
    name: Name,
    /// Play on this server instead of starting one: HOST or HOST:PORT
    #[arg(long, conflicts_with_all = ["no_neutral", "sets"])]
    host: Option<String>,
    #[command(flatten)]
    wire: wire::Args,
    #[command(flatten)]
    tables: tables::Args,
    /// Keep nothing of the game: neither a record nor a game to resume
    #[arg(long)]
    no_record: bool,
    /// Continue a kept game against the computer: the one with this name or number, or the
    /// only one; several are listed
    #[arg(
        long,
        value_name = "GAME",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = [
            "map", "game", "size", "players", "bots", "seed", "choose_areas", "no_neutral",
            "sets", "name", "host", "no_record",
        ]
    )]
    resume: Option<String>,
    /// When to use colours; `NO_COLOR` is respected
    #[arg(
        long = "color",
        visible_alias = "colour",
        value_name = "WHEN",
        default_value = "auto"
    )]
    colour: Colour,
    /// Play at the terminal, even if there is a display
    #[arg(long)]
    terminal: bool,
    #[cfg(feature = "gui")]
    #[command(flatten)]
    window: window::Args,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.host.is_none() && (args.tables.is_given() || args.wire.is_given()) {
        bail!("--list, --table, --create, --port and --tls need a server; give it with --host");
    }
    if args.host.is_some() && args.players.is_some() && args.tables.create.is_none() {
        bail!("the server decides how many play; --players needs --create");
    }
    #[cfg(feature = "gui")]
    if let Some(code) = args.in_window()? {
        return Ok(code);
    }
    if let Some(which) = &args.resume {
        let left = saved::find(which)?;
        if let Some(map) = left.about.map() {
            return start(args, &args.on_map(&map)?, Some(left));
        }
        return start(args, &left.about.board()?, Some(left));
    }
    match args.game.chosen(args.is_of_conquest())? {
        Chosen::Conquest => {
            let map = args.map.as_deref().unwrap_or(Path::new("world"));
            start(args, &args.on_map(map)?, None)
        }
        Chosen::Board(board) => {
            if args.host.is_some() && !args.tables.list {
                args.tables.must_choose(&board.game)?;
            }
            start(args, &board, None)
        }
    }
}

#[cfg(feature = "gui")]
impl Args {
    /// Plays in a window, if one is possible and the options allow it.
    fn in_window(&self) -> anyhow::Result<Option<ExitCode>> {
        let asked = self.window.is_asked_for();
        if self.terminal || !(asked || self.window.is_possible()) {
            return Ok(None);
        }
        let board = match self.game.chosen(self.is_of_conquest())? {
            Chosen::Conquest => None,
            Chosen::Board(board) => Some(board),
        };
        if self.tables.list && !asked {
            return Ok(None);
        }
        self.in_window_with(board)
    }

    /// Plays conquest, or a board game, in a window, if it has a board for the game.
    fn in_window_with(&self, board: Option<OnBoard>) -> anyhow::Result<Option<ExitCode>> {
        let left = self.resume.as_deref().map(saved::find).transpose()?;
        let saved = left.as_ref().and_then(|left| left.about.game.as_deref());
        let saved = saved.and_then(games::find);
        let game = board.as_ref().map(|board| &board.game).or(saved.as_ref());
        if let Some(game) = game
            && !window::shows(game, self.window.draws())?
        {
            return Ok(None);
        }
        let seed = self.seed.unwrap_or_else(gui::game::fresh_seed);
        let mut setup = gui::Setup::new(seed);
        setup.variants = self.variants.rules(self.choose_areas);
        let map = left.as_ref().and_then(|left| left.about.map());
        if let Some(map) = map.or_else(|| self.map.clone()) {
            setup.map = map;
        }
        let far = self.host.as_deref().filter(|_| !self.tables.list);
        let place = match (far, &board) {
            (None, _) => None,
            (Some(host), Some(board)) => {
                self.tables.must_choose(&board.game)?;
                let players = self.players.unwrap_or(board.usual_players());
                let there = self.there(host, players, board.known(players)?)?;
                board.game.window.map(|shown| match shown {
                    WindowBoard::Dots => window::ServerTable::Dots(there),
                })
            }
            (Some(host), None) => {
                let game = Model::new(maps::load(&setup.map)?, None);
                let there = self.there(host, self.players.unwrap_or(3), game)?;
                Some(window::ServerTable::Conquest(there))
            }
        };
        let own = board.filter(|_| self.host.is_none());
        let dots = match own.as_ref().and_then(|own| Some((own, own.game.window?))) {
            Some((own, WindowBoard::Dots)) => Some(self.dots(own, seed)?),
            None => None,
        };
        let is_said = dots.is_some()
            || self.map.is_some()
            || self.players.is_some()
            || !self.bots.is_empty()
            || self.seed.is_some()
            || self.choose_areas
            || self.variants.is_given();
        if is_said && dots.is_none() && place.is_none() {
            let map = self.on_map(&setup.map)?;
            gui::ground::Ground::read(&setup.map).map_err(anyhow::Error::msg)?;
            setup.bots = bots_for(self, &map)?;
            // The window would remember what cannot play.
            for bot in &setup.bots {
                map.computer(bot, seed)?;
            }
        }
        let host = self.host.as_deref();
        let lobby = host.filter(|_| self.tables.list);
        let lobby = lobby.map(|host| self.wire.to(host)).transpose()?;
        let game = window::Game {
            there: place,
            lobby,
            typed: host.and_then(|host| self.wire.typed(host)),
            setup,
            dots,
            is_said,
            left,
            you: self.name.clone(),
            records: !self.no_record,
        };
        self.window.open(game).map(Some)
    }

    /// A table of a server, for the window.
    fn there<K: Knowledge>(
        &self,
        host: &str,
        players: u8,
        game: K,
    ) -> anyhow::Result<Destination<K>> {
        let server = self.wire.to(host)?;
        let name = window::name_there(&self.name)?;
        Ok(Destination {
            table: self.tables.choice(players),
            presence: Presence::Sits,
            seats: Some(saved::server_seats(!self.no_record)),
            recorder: recorder(!self.no_record)?,
            ..Destination::new(server, name, game)
        })
    }

    fn dots(&self, board: &OnBoard, seed: u64) -> anyhow::Result<gui::dots::Setup> {
        let mut setup = gui::dots::Setup::new(seed);
        if let Some(size) = &board.size {
            setup.size = size.parse()?;
        }
        let named = bots_for(self, board)?;
        let bots = named.iter().map(|name| board.game.bot_called(name));
        setup.bots = bots.collect::<anyhow::Result<_>>()?;
        Ok(setup)
    }
}

impl Args {
    fn on_map(&self, map: &Path) -> anyhow::Result<OnMap> {
        OnMap::load(map, self.variants.rules(self.choose_areas))
    }

    /// Whether an option was given that only conquest has.
    fn is_of_conquest(&self) -> bool {
        self.map.is_some() || self.choose_areas || self.variants.is_given()
    }
}

fn start<P: Playable>(args: &Args, game: &P, left: Option<Resumable>) -> anyhow::Result<ExitCode> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let seat = Seat {
        colour: args.colour,
    };
    let local = match (&args.host, left) {
        (Some(_), _) => None,
        (None, Some(left)) => Some(Local::resume(game.clone(), left)),
        (None, None) => Some(begin(args, game, seed)?),
    };
    let recorder = recorder(!args.no_record && !args.tables.list)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // A computer player that thinks occupies a thread; the others must not wait for it.
        .worker_threads(4)
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    let done = runtime.block_on(async {
        if let Some(local) = local {
            return local.play(seat, recorder).await;
        }
        let server = args.wire.to(args.host.as_deref().unwrap_or_default())?;
        if args.tables.list {
            return ended::ended(tables::list(&server).await, &ADVICE);
        }
        // The default name; of somebody else, it would mean the reader.
        if args.name.as_str() == "You" {
            bail!("give the name that the others see: --name NAME");
        }
        let players = args.players.unwrap_or(game.usual_players());
        let kept = if args.no_record { "" } else { RECORD_KEPT };
        let there = Destination {
            table: args.tables.choice(players),
            seats: Some(saved::server_seats(!args.no_record)),
            recorder,
            ..Destination::new(server, args.name.clone(), game.known(players)?)
        };
        let ending = seat.play(game, there, seed, kept).await?;
        if let Ok(ending) = &ending {
            farewell(ending, args.map.as_deref());
        }
        ended::ended(ending, &ADVICE)
    });
    // A thread may still be waiting for standard input.
    runtime.shutdown_background();
    done
}

/// Creates a new game against computer players.
fn begin<P: Playable>(args: &Args, game: &P, seed: u64) -> anyhow::Result<Local<P>> {
    let bots = bots_for(args, game)?;
    if !args.no_record {
        saved::mention();
    }
    let map = args.map.as_deref().unwrap_or(Path::new("world"));
    let map = Some(map).filter(|_| !args.game.is_given());
    let you = &args.name;
    Local::begin(game.clone(), map, &bots, you, seed, !args.no_record)
}

/// The computer players that the options select.
fn bots_for<P: Playable>(args: &Args, game: &P) -> anyhow::Result<Vec<String>> {
    let last = args.bots.last().cloned();
    let last = last.unwrap_or_else(|| game.best().to_owned());
    let wanted = match (args.players, args.bots.len()) {
        (Some(players), named) if named >= players.into() => bail!(
            "--players {players} leaves room for {} beside you, but --bots names {named}",
            count(players - 1, "computer player")
        ),
        (Some(players), _) => usize::from(players) - 1,
        (None, 0) => usize::from(game.usual_players()) - 1,
        (None, named @ 1..=5) => named,
        (None, named) => bail!("a game has at most 6 players: you and 5 others, not {named}"),
    };
    let mut bots = args.bots.clone();
    bots.resize(wanted, last);
    Ok(bots)
}

#[cfg(all(test, feature = "gui"))]
mod tests {
    use std::sync::Arc;

    use clap::Parser;
    use marchland_game::dots::{Dots, DotsTextView};

    use super::super::games::BoardGame;
    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// A third game is not shown on another game's board.
    #[test]
    fn games_without_a_window_board_are_played_at_the_terminal() {
        let args = |more: &[&str]| Line::parse_from([&["play"], more].concat()).args;
        let board = || OnBoard {
            game: BoardGame {
                rules: Arc::new(Dots),
                text_view: &DotsTextView,
                window: None,
            },
            size: None,
        };
        let opened = args(&["--gui"]).in_window_with(Some(board()));
        assert_eq!(opened.unwrap(), None);
        let far = args(&["--gui", "--host=localhost", "--table=a"]);
        assert_eq!(far.in_window_with(Some(board())).unwrap(), None);
        // The terminal cannot draw a picture.
        for draws in [["--screenshot", "a.png"], ["--time-frames", "3"]] {
            let refused = args(&draws).in_window_with(Some(board())).unwrap_err();
            let says = "the window has no board for Dots and Boxes";
            assert!(refused.to_string().contains(says), "{refused}");
        }
        assert!(window::shows(&games::find("dots").unwrap(), true).unwrap());
    }
}
