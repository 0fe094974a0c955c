//! `marchland-game client`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use marchland_files::{plain, plain_path};
use marchland_game::client::net::{Client, Destination, Recorder, Server};
use marchland_game::client::{Knowledge, Over, Playback};
use marchland_game::conquest;
use marchland_game::conquest::rules::Variants;
use marchland_game::protocol::Name;
use marchland_game::replay::{self, Record};

use super::ended::{Advice, ended};
use super::games::{Chosen, OnBoard};
use super::playable::{OnMap, Playable};
#[cfg(feature = "gui")]
use super::window;
use super::{bots, games, note, saved, say, tables, wire};

/// Join a server as a computer player, or play back a recorded game
///
/// A client that is killed during a game and started again with the same name resumes its
/// seat.
///
/// Exit codes: 0 the game or the record was played to its end; 1 the server refused (name
/// taken, no free seat, another map), or a line of the record breaks the rules; 2 the server
/// cannot be reached, a file cannot be read, or the record is damaged or for another map.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game client --username ada --strategy hard --record
  marchland-game client --host 192.168.1.20 --list
  marchland-game client --username ada --create friends --players 4
  marchland-game client --username ada --create pit --game dots --size 5
  marchland-game client --replay replays/2026-03-01_18-30-00.rep --speed 4")]
pub(super) struct Args {
    /// Host name or address of the server, with its port if you like: HOST:PORT
    #[arg(long, default_value = "localhost")]
    host: String,
    #[command(flatten)]
    wire: wire::Args,
    /// Name to log in with: 1 to 16 letters, digits, _ and -
    ///
    /// With --gui the default is the last name there, or that of the user of this computer.
    #[arg(
        long,
        visible_alias = "name",
        required_unless_present_any = NAMELESS
    )]
    username: Option<Name>,
    #[command(flatten)]
    tables: tables::Args,
    /// Number of players at the table that --create opens [default: 3, or 2 for dots]
    #[arg(
        long,
        visible_alias = "num-players",
        value_parser = clap::value_parser!(u8).range(2..=6),
        requires = "create"
    )]
    players: Option<u8>,
    /// The server's map: a folder, or the name of a bundled map
    /// [default: world, or for --replay the bundled map that the record names]
    #[arg(long)]
    map: Option<PathBuf>,
    #[command(flatten)]
    game: games::Args,
    #[arg(
        long,
        value_name = "STRATEGY[=SETTINGS]",
        help = bots::help(
            "How it plays",
            "=FILE is the same as --config; =1s or =400 limits an expert's time or playouts for \
             each turn [default: standard, or the strongest for another game]"
        )
    )]
    strategy: Option<String>,
    /// XML file with settings for the strategy standard or planner
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Random seed [default: from the system]
    #[arg(long)]
    seed: Option<u64>,
    /// Record the game in replays/<date>_<time>.rep
    #[arg(long)]
    record: bool,
    /// Play back a recorded game, without a server
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// Open a window to play on the server yourself, or to watch the record
    #[cfg(feature = "gui")]
    #[arg(long, conflicts_with_all = ["strategy", "config", "seed", "list", "game"])]
    gui: bool,
    /// Playback speed: 2 is twice as fast as the game was, 0 is without pauses; no pause
    /// is longer than a minute
    #[arg(long, default_value_t = 1.0, value_parser = speed, requires = "replay")]
    speed: f64,
}

/// Options that need no name.
const NAMELESS: &[&str] = if cfg!(feature = "gui") {
    &["replay", "list", "gui"]
} else {
    &["replay", "list"]
};

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "gui")]
    if args.gui {
        return in_window(args);
    }
    if let Some(file) = &args.replay {
        return play_back(file, args.map.as_deref(), args.speed);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    let server = args.wire.to(&args.host)?;
    if args.tables.list {
        return ended(runtime.block_on(tables::list(&server)), &ADVICE);
    }
    match args
        .game
        .chosen(args.map.is_some() || args.config.is_some())?
    {
        Chosen::Conquest => {
            let map = args.map.as_deref().unwrap_or(Path::new("world"));
            let game = OnMap::load(map, Variants::default())?;
            let strategy = match (args.strategy.as_deref(), &args.config) {
                (strategy, None) => strategy.unwrap_or("standard").to_owned(),
                (Some(strategy), Some(_)) if strategy.contains('=') => {
                    bail!("the settings are given twice, with --strategy and with --config")
                }
                (strategy, Some(file)) => {
                    format!("{}={}", strategy.unwrap_or("standard"), file.display())
                }
            };
            play(args, &runtime, server, &game, &strategy)
        }
        Chosen::Board(board) => {
            args.tables.must_choose(&board.game)?;
            let strategy = args.strategy.clone();
            let strategy = strategy.unwrap_or_else(|| board.best().to_owned());
            play(args, &runtime, server, &board, &strategy)
        }
    }
}

#[cfg(feature = "gui")]
fn in_window(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.replay {
        if !window::shows_record(file, false)? {
            return play_back(file, args.map.as_deref(), args.speed);
        }
        return window::replay(&window::Looks::usual(), None, file, args.map.clone());
    }
    let map = args.map.clone().unwrap_or_else(|| "world".into());
    let server = (args.wire.to(&args.host)?, args.wire.typed(&args.host));
    let you = match &args.username {
        Some(you) => you.clone(),
        None => window::name_there(&window::YOU.parse()?)?,
    };
    let table = args.tables.choice(args.players.unwrap_or(3));
    window::at_server(map, server, &you, table, args.record)
}

fn play<P: Playable>(
    args: &Args,
    runtime: &tokio::runtime::Runtime,
    server: Server,
    game: &P,
    strategy: &str,
) -> anyhow::Result<ExitCode> {
    let recorder = if args.record {
        let recorder = Recorder::new(Path::new("replays"));
        Some(recorder.context("the folder replays cannot be created here")?)
    } else {
        None
    };
    let seed = args.seed.unwrap_or_else(rand::random);
    let players = args.players.unwrap_or(game.usual_players());
    let name = args.username.clone().context("--username is needed")?;
    let client = Client {
        to: Destination {
            table: args.tables.choice(players),
            seats: Some(saved::server_seats(true)),
            recorder,
            ..Destination::new(server, name, game.known(players)?)
        },
        strategy: game.computer(strategy, seed)?,
        log: Box::new(say),
    };
    ended(runtime.block_on(client.play()), &ADVICE)
}

const ADVICE: Advice = Advice {
    name: "choose another with --username",
    map: "choose the map of the server with --map",
};

pub(super) fn speed(text: &str) -> Result<f64, String> {
    let speed = text
        .parse::<f64>()
        .ok()
        .filter(|speed| *speed == 0.0 || (1e-3..=1e9).contains(speed));
    let why = "a speed is 0 or at least 0.001; 2 is twice as fast";
    speed.ok_or_else(|| why.to_owned())
}

/// The longest pause between two lines.
const MOST_WAIT: Duration = Duration::from_secs(60);

/// The pause between two lines, whatever the record says.
fn wait(passed: Duration, speed: f64) -> Duration {
    if speed > 0.0 {
        let wait = Duration::try_from_secs_f64(passed.as_secs_f64() / speed);
        wait.map_or(MOST_WAIT, |wait| wait.min(MOST_WAIT))
    } else {
        Duration::ZERO
    }
}

/// Plays back a record as text, checking each line against the rules.
pub(super) fn play_back(file: &Path, map: Option<&Path>, speed: f64) -> anyhow::Result<ExitCode> {
    let record = replay::read(file)?;
    let header = &record.header;
    if let Some(game) = games::find(&header.game) {
        let size = Some(header.setup.clone());
        let known = OnBoard { game, size }.known(header.players);
        let known = known.with_context(|| format!("{} is of an unknown set-up", file.display()))?;
        return tell(speed, file, &known, record);
    }
    if header.game != conquest::ID {
        let (file, game) = (plain_path(file), plain(&header.game));
        bail!("{file} is of the game {game}, which this version does not know");
    }
    let named = Path::new(&header.setup);
    let game = OnMap::load(map.unwrap_or(named), Variants::default())
        .with_context(|| format!("{} is of the map {}", file.display(), header.setup))?;
    let known = game.known(header.players)?;
    tell(speed, file, &known, record)
}

fn tell<K: Knowledge>(
    speed: f64,
    file: &Path,
    known: &K,
    record: Record,
) -> anyhow::Result<ExitCode> {
    let mut playback = Playback::new(known, record).map_err(|other| {
        let file = file.display();
        anyhow!("{file} was played {other}; give its map with --map")
    })?;
    let (mut last, mut is_end_told) = (Duration::ZERO, false);
    while let Some((entry, line)) = playback.peek() {
        is_end_told |= entry.line.starts_with("GAME-OVER ");
        std::thread::sleep(wait(entry.at.saturating_sub(last), speed));
        last = entry.at;
        if let Some(sentence) = line.and_then(|line| playback.model().narrate(&line)) {
            say(&sentence);
        }
        if let Err(misfit) = playback.step() {
            note(&format!("{}, {misfit}", file.display()));
            return Ok(ExitCode::from(1));
        }
    }
    if playback.record().cut_off {
        say("the record is cut off here, within a line");
    } else if playback.is_unfinished() {
        say("the record ends here, before the game: the player left, or the record is cut off");
    } else if let Some(Over(Some(winner))) = playback.model().over()
        && !is_end_told
        && let Ok(end) = K::parse(&format!("GAME-OVER {winner}"))
        && let Some(sentence) = playback.model().narrate(&end)
    {
        // A journal keeps what happened, which implies the end.
        say(&sentence);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_capped() {
        let second = Duration::from_secs(1);
        assert_eq!(wait(second, 4.0), Duration::from_millis(250));
        assert_eq!(wait(second, 0.5), 2 * second);
        assert_eq!(wait(second, 0.0), Duration::ZERO);
        assert_eq!(wait(Duration::from_millis(u64::MAX), 1.0), MOST_WAIT);
        assert_eq!(wait(Duration::MAX, 1e-3), MOST_WAIT);
        assert_eq!(wait(Duration::MAX, f64::MIN_POSITIVE), MOST_WAIT);
        for bad in ["1e-30", "-1", "NaN", "inf", "0.0009", "x"] {
            assert!(speed(bad).is_err(), "{bad}");
        }
        for good in ["0", "0.001", "1", "1e9"] {
            assert!(speed(good).is_ok(), "{good}");
        }
    }
}
