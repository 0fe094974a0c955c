//! `marchland-game play`

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use marchland_game::bots::{Bot, StrategyKind};
use marchland_game::client::net::{Client, Ending, Person, Recorder, Screen};
use marchland_game::protocol::Name;
use marchland_game::rules::{AreaVariant, SeededDice, Variants};
use marchland_game::server::net::{self, Connection, DEFAULT_PORT, NetOptions};
use marchland_game::server::{House, HouseOptions, SessionLimits, TableOptions, TimeLimits};
use marchland_game::terminal::{COLOUR_NAMES, Completer, LineEditor, Style, Terminal};
use marchland_maps::Map;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::bots::Named;
use super::keyboard::Keyboard;
use super::stop::Stop;
use super::{client, count, maps, say};

/// Whom to play against if nobody is named, and who plays on `auto`.
const BEST: StrategyKind = StrategyKind::Planner;

/// Bytes of a typed line at most; the rest of a longer one is taken as the
/// next.
const LONGEST_LINE: u64 = 4096;

/// Play a game yourself, at this terminal
///
/// Starts a server of its own and computer players, or joins a server with
/// --host. Type `help` in the game. Works with lines from a pipe as well. The
/// game is recorded in the folder replays.
///
/// Exit codes: 0 the game ended, or you left it; 1 the server said no; 2 wrong
/// usage, or files and networks that failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game play                              two computer players, on the world
  marchland-game play europe --players 4
  marchland-game play maps/mine --bots standard,random --seed 7
  marchland-game play world --host 192.168.1.20 --name ada")]
pub(super) struct Args {
    /// Map: a folder, or the name of a bundled map
    #[arg(default_value = "world")]
    map: PathBuf,
    /// Players, you included; 3 if neither this nor --bots says otherwise
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6), conflicts_with = "host")]
    players: Option<u8>,
    /// Computer players, separated by commas: easy, normal, hard; or random,
    /// novice, standard, planner; with =FILE, the XML file with settings of a
    /// standard or planner. The last is repeated for --players [default: hard]
    #[arg(
        long,
        value_delimiter = ',',
        conflicts_with = "host",
        value_name = "BOT[=FILE]"
    )]
    bots: Vec<Named>,
    /// Where chance comes from: the same seed and the same moves give the same
    /// game
    #[arg(long)]
    seed: Option<u64>,
    /// Let the players choose their territories in turn instead of dealing
    /// them at random
    #[arg(long, conflicts_with = "host")]
    choose_areas: bool,
    /// No neutral third force in games of two
    #[arg(long, conflicts_with = "host")]
    no_neutral: bool,
    /// Your name: 1 to 16 letters, digits, _ and -
    #[arg(long, visible_alias = "username", default_value = "You")]
    name: Name,
    /// Play at this server instead of one of your own
    #[arg(long)]
    host: Option<String>,
    /// TCP port of that server
    #[arg(long, default_value_t = DEFAULT_PORT, requires = "host")]
    port: u16,
    /// Table to sit down at there, instead of the default one
    #[arg(long, requires = "host")]
    table: Option<Name>,
    /// Keep no record of the game
    #[arg(long)]
    no_record: bool,
    /// When to use colours; `NO_COLOR` is respected
    #[arg(long = "color", value_name = "WHEN", default_value = "auto")]
    colour: Colour,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Colour {
    /// On a terminal
    Auto,
    Always,
    Never,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let map = maps::load(&args.map)?;
    let bots = bots(args)?;
    let players = bots.len() + 1;
    if args.host.is_none() && map.len() < players {
        bail!(
            "{players} players cannot play on {}, which has {} territories",
            map.id(),
            map.len()
        );
    }
    let seed = args.seed.unwrap_or_else(rand::random);
    let recorder = if args.no_record {
        None
    } else {
        let recorder = Recorder::new(Path::new("replays"), &map);
        let hint = "the folder replays cannot be made here; --no-record plays without";
        Some(recorder.context(hint)?)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // A computer player that thinks keeps a thread; the others must not wait.
        .worker_threads(4)
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    let done = runtime.block_on(async {
        match &args.host {
            Some(host) => play(args, &map, host, args.port, seed, recorder).await,
            None => play_here(args, bots, &map, seed, recorder).await,
        }
    });
    // Standard input may still be waited for by its thread.
    runtime.shutdown_background();
    done
}

/// A table of one's own in this process.
async fn play_here(
    args: &Args,
    bots: Vec<Named>,
    map: &Arc<Map>,
    seed: u64,
    recorder: Option<Recorder>,
) -> anyhow::Result<ExitCode> {
    let players = bots.len() as u8 + 1;
    let house = House::new(options(args, map, players), SeededDice::new(seed));
    let house: Arc<House<Connection>> = Arc::new(house.context("there is no map")?);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await;
    let listener = listener.context("cannot listen on 127.0.0.1")?;
    let port = listener.local_addr()?.port();
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async {
        let _ = stopped.await;
    };
    let limits = NetOptions {
        session: SessionLimits {
            // Nobody floods oneself.
            rate: 1e6,
            burst: 1e6,
            ..SessionLimits::default()
        },
        ..NetOptions::default()
    };
    let server = tokio::spawn(net::run(listener, Arc::clone(&house), limits, shutdown));
    let names = COLOUR_NAMES
        .into_iter()
        .filter(|name| !name.eq_ignore_ascii_case(args.name.as_str()));
    let bots: Vec<(Named, Name)> = bots
        .into_iter()
        .zip(names.filter_map(|name| name.parse().ok()))
        .collect();
    let players = bots.iter();
    let players = players.map(|(named, name)| Ok((named.load()?, name.clone())));
    let players = players.collect::<anyhow::Result<_>>()?;
    greet(map, &bots);
    let seats = seat(players, house, Arc::clone(map), port, seed);
    let seats = tokio::spawn(seats);
    let done = play(args, map, "127.0.0.1", port, seed, recorder).await;
    seats.abort();
    let _ = stop.send(());
    let _ = server.await;
    done
}

/// The computer players that were asked for.
fn bots(args: &Args) -> anyhow::Result<Vec<Named>> {
    let best = || Named {
        kind: BEST,
        file: None,
    };
    let last = args.bots.last().cloned().unwrap_or_else(best);
    let wanted = match (args.players, args.bots.len()) {
        (Some(players), named) if named >= players.into() => bail!(
            "--players {players} has room for {} beside you, and --bots names {named}",
            count(players - 1, "computer player")
        ),
        (Some(players), _) => usize::from(players) - 1,
        (None, 0) => 2,
        (None, named @ 1..=5) => named,
        (None, named) => bail!("a game has 6 players at most: you and 5 others, not {named}"),
    };
    let mut bots = args.bots.clone();
    bots.resize(wanted, last);
    Ok(bots)
}

fn options(args: &Args, map: &Arc<Map>, players: u8) -> HouseOptions {
    HouseOptions {
        maps: vec![Arc::clone(map)],
        table: TableOptions {
            players,
            variants: Variants {
                areas: if args.choose_areas {
                    AreaVariant::Chosen
                } else {
                    AreaVariant::Dealt
                },
                neutral: !args.no_neutral,
                ..Variants::default()
            },
            limits: TimeLimits::patient(),
        },
        most_tables: 0,
        most_tables_each: 0,
        journals: None,
    }
}

fn greet(map: &Map, bots: &[(Named, Name)]) {
    let others: Vec<String> = bots
        .iter()
        .map(|(named, name)| format!("{name} ({})", level(named)))
        .collect();
    let others = match others.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => others.join(""),
    };
    let name = map.name().text.as_deref().unwrap_or(map.id());
    say(&format!("{name}: you against {others}."));
    say("Type help for the commands.");
}

/// How strong a strategy is, in the word for it; else its name.
fn level(named: &Named) -> String {
    let mut levels = StrategyKind::LEVELS.into_iter();
    match levels.find(|(_, strategy)| *strategy == named.kind) {
        Some((level, _)) if named.file.is_none() => level.to_owned(),
        _ => named.to_string(),
    }
}

/// Lets the computer players sit down, one after the other, so that the same
/// seed gives the same seats; the person sits first.
async fn seat(
    bots: Vec<(Bot, Name)>,
    house: Arc<House<Connection>>,
    map: Arc<Map>,
    port: u16,
    seed: u64,
) {
    let mut chance = SeededDice::new(seed);
    // They end with this task.
    let mut playing: VecDeque<Aborted> = VecDeque::new();
    for (seated, (bot, name)) in (1..).zip(bots) {
        while house
            .list()
            .first()
            .is_none_or(|table| table.seated < seated)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let client = Client {
            host: "127.0.0.1".to_owned(),
            port,
            name,
            table: None,
            map: Arc::clone(&map),
            strategy: bot.player(chance.seed()),
            recorder: None,
            log: Box::new(|_| {}),
        };
        playing.push_back(Aborted(tokio::spawn(async move {
            // That its game ended early is the person's doing.
            let _ = client.play().await;
        })));
    }
    std::future::pending::<()>().await;
}

/// A task that ends with its handle.
struct Aborted(JoinHandle<()>);

impl Drop for Aborted {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Plays at a server.
async fn play(
    args: &Args,
    map: &Arc<Map>,
    host: &str,
    port: u16,
    seed: u64,
    recorder: Option<Recorder>,
) -> anyhow::Result<ExitCode> {
    let colour = match args.colour {
        Colour::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        Colour::Always => true,
        Colour::Never => false,
    };
    let size = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let size = size.filter(|&width| width > 0);
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|width| width.parse().ok());
    let style = Style {
        colour,
        width: size.or(columns).unwrap_or(80).clamp(40, 200),
    };
    let stop = Stop::listen();
    let editor = LineEditor::new(Completer::new(map));
    let terminal = Terminal::new(map, style, BEST.player(seed));
    let person = |typed, eager, screen: Box<dyn Screen>| Person {
        host: host.to_owned(),
        port,
        name: args.name.clone(),
        table: args.table.clone(),
        map: Arc::clone(map),
        recorder,
        terminal: if args.no_record {
            terminal.unrecorded()
        } else {
            terminal
        },
        typed,
        eager,
        screen,
    };
    let ending = if let Some((keyboard, typed)) = Keyboard::listen(editor, style.width) {
        let person = person(typed, true, Box::new(keyboard.screen()));
        let interrupted = async {
            tokio::select! {
                () = stop.asked() => {}
                () = keyboard.interrupted() => {}
            }
        };
        // The terminal is as it was when the keyboard is gone.
        person.play(interrupted).await
    } else {
        let eager = io::stdin().is_terminal();
        let screen = Box::new(Output { echo: !eager });
        person(read_lines(), eager, screen).play(stop.asked()).await
    };
    match ending {
        Ok(ending) => {
            farewell(&ending);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => client::report(error),
    }
}

fn farewell(ending: &Ending) {
    if let Some(file) = &ending.record {
        let file = file.display();
        let what = if ending.winner.is_some() {
            "The game"
        } else {
            "The game so far"
        };
        say(&format!("{what} is kept in {file}; to see it again:"));
        say(&format!("  marchland-game client --replay {file}"));
    } else if ending.winner.is_none() {
        say("You have left.");
    }
}

/// Lines of standard input, read by a thread of their own: a wait for input
/// cannot be broken off.
fn read_lines() -> mpsc::Receiver<String> {
    let (send, typed) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) {
                return;
            }
            let line = String::from_utf8_lossy(&line);
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            if send.blocking_send(line).is_err() {
                return;
            }
        }
    });
    typed
}

/// Standard output. Lines that do not come from a keyboard are shown behind
/// the prompt, so that what is printed reads like a game.
struct Output {
    echo: bool,
}

impl Output {
    fn write(text: &str) {
        let mut out = io::stdout().lock();
        let _ = out.write_all(text.as_bytes());
        let _ = out.flush();
    }
}

impl Screen for Output {
    fn text(&mut self, text: &str) {
        Self::write(text);
    }

    fn prompt(&mut self, prompt: &str) {
        Self::write(prompt);
    }

    fn typed(&mut self, line: &str) {
        if self.echo {
            Self::write(line);
            Self::write("\n");
        }
    }

    fn leave_prompt(&mut self) {
        Self::write("\n");
    }
}
