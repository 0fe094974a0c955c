//! `marchland-game play`

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use marchland_files::plain;
use marchland_game::client::net::{Client, ClientError, Recorder, TableChoice};
use marchland_game::conquest::Conquest;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{AreaVariant, SeededDice, Variants};
use marchland_game::protocol::Name;
use marchland_game::server::net::{self, Connection, NetOptions};
use marchland_game::server::{Lobby, LobbyOptions, SessionLimits, TimeLimits};
use marchland_game::terminal::{COLOUR_NAMES, Completer, LineEditor, Style, Terminal};
use marchland_maps::Map;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::bots::Named;
use super::keyboard::Keyboard;
use super::person::{Ending, Person, Screen, There, Typed};
use super::saved::{self, About, Opponent, OwnSeat, Saved};
use super::stop::Stop;
use super::wire::{self, Wire};
use super::{client, count, maps, say, tables};

/// Whom to play against if nobody is named, and who plays on `auto`.
const BEST: StrategyKind = StrategyKind::Planner;

/// Bytes of a typed line at most; the rest of a longer one is taken as the
/// next.
const LONGEST_LINE: u64 = 4096;

/// Play a game yourself, at this terminal
///
/// Starts a server of its own and computer players, or joins a server with
/// --host. Type `help` in the game. Works with lines from a pipe as well. The
/// game is recorded in the folder replays, and one against the computer is kept
/// until it is over: --resume goes on with it.
///
/// Exit codes: 0 the game ended, or you left it; 1 the server said no; 2 wrong
/// usage, or files and networks that failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game play                              two computer players, on the world
  marchland-game play europe --players 4
  marchland-game play maps/mine --bots standard,random --seed 7
  marchland-game play --resume                     the game that was left
  marchland-game play world --host 192.168.1.20 --name ada
  marchland-game play --host 192.168.1.20 --list
  marchland-game play europe --host 192.168.1.20 --create friends --players 4")]
pub(super) struct Args {
    /// Map: a folder, or the name of a bundled map
    #[arg(default_value = "world")]
    map: PathBuf,
    /// Players, you included; 3 if neither this nor --bots says otherwise
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
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
    #[command(flatten)]
    wire: wire::Args,
    #[command(flatten)]
    tables: tables::Args,
    /// Keep nothing of the game: no record, and nothing to go on with later
    #[arg(long)]
    no_record: bool,
    /// Go on with a game against the computer that was left: the only one that is
    /// kept, or the one of this name or number; if there are several, they are
    /// listed
    #[arg(
        long,
        value_name = "GAME",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = [
            "map", "players", "bots", "seed", "choose_areas", "no_neutral", "name", "host",
            "no_record",
        ]
    )]
    resume: Option<String>,
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
    if args.host.is_none() && (args.tables.is_given() || args.wire.is_given()) {
        bail!(
            "--list, --table, --create, --port and --tls are about a server: name it with --host"
        );
    }
    if args.host.is_some() && args.players.is_some() && args.tables.create.is_none() {
        bail!("how many play at a server is up to it; --players goes with --create");
    }
    let left = args.resume.as_deref().map(saved::find).transpose()?;
    let path = left.as_ref().map_or(&args.map, |left| &left.about.map);
    let map = maps::load(path)?;
    let seed = args.seed.unwrap_or_else(rand::random);
    let local = match (&args.host, left) {
        (Some(_), _) => None,
        (None, Some(left)) => Some(Local {
            about: left.about,
            saved: Some(left.saved),
            goes_on: true,
        }),
        (None, None) => Some(Local::begin(args, &map, seed)?),
    };
    let recorder = if args.no_record || args.tables.list {
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
        match (local, &args.host) {
            (Some(local), _) => play_here(args, local, &map, recorder).await,
            (None, host) => {
                let wire = args.wire.to(host.as_deref().unwrap_or_default())?;
                if args.tables.list {
                    return client::ended(tables::list(&wire).await, &ADVICE);
                }
                let there = There {
                    wire,
                    name: args.name.clone(),
                    table: args.tables.choice(args.players.unwrap_or(3)),
                    seat: None,
                    map,
                    recorder,
                };
                let kept = if args.no_record { "" } else { RECORD_KEPT };
                let ending = play(args.colour, there, seed, kept).await;
                if let Ok(ending) = &ending {
                    farewell(ending);
                }
                client::ended(ending, &ADVICE)
            }
        }
    });
    // Standard input may still be waited for by its thread.
    runtime.shutdown_background();
    done
}

/// A game at a table of one's own.
struct Local {
    about: About,
    /// Where it is kept, if it is.
    saved: Option<Saved>,
    /// Whether it was left before.
    goes_on: bool,
}

impl Local {
    /// A fresh game.
    fn begin(args: &Args, map: &Map, seed: u64) -> anyhow::Result<Self> {
        let bots = bots(args)?;
        let players = bots.len() + 1;
        if map.len() < players {
            bail!(
                "{players} players cannot play on {}, which has {} territories",
                plain(map.id()),
                map.len()
            );
        }
        let names = COLOUR_NAMES
            .into_iter()
            .filter(|name| !name.eq_ignore_ascii_case(args.name.as_str()));
        let bots = bots.iter().zip(names).map(|(bot, name)| Opponent {
            name: name.to_owned(),
            bot: bot.absolute().to_string(),
        });
        let about = About {
            map: maps::anywhere(&args.map)?,
            you: args.name.to_string(),
            seed,
            bots: bots.collect(),
        };
        let saved = if args.no_record {
            None
        } else {
            saved::mention();
            Saved::begin(&about)?
        };
        Ok(Self {
            about,
            saved,
            goes_on: false,
        })
    }

    /// The table, as the game was left, and what players come back with.
    fn lobby(
        &self,
        args: &Args,
        map: &Arc<Map>,
    ) -> anyhow::Result<(Lobby<Connection>, Vec<OwnSeat>)> {
        let players = self.about.bots.len() as u8 + 1;
        let mut options = options(args, map, players);
        options.journals = self.saved.as_ref().map(Saved::journals);
        let lobby = Lobby::new(options, self.chance()).context("there is no map")?;
        let seats = match &self.saved {
            Some(saved) if self.goes_on => saved.resume(&lobby)?,
            _ => Vec::new(),
        };
        Ok((lobby, seats))
    }

    /// Chance from the seed; for a game that is gone on with from where it was
    /// left, too, so that nothing is rolled once more.
    fn chance(&self) -> SeededDice {
        match &self.saved {
            Some(saved) if self.goes_on => SeededDice::stream(self.about.seed, saved.length()),
            _ => SeededDice::new(self.about.seed),
        }
    }
}

/// A table of one's own in this process.
async fn play_here(
    args: &Args,
    local: Local,
    map: &Arc<Map>,
    recorder: Option<Recorder>,
) -> anyhow::Result<ExitCode> {
    let (lobby, known) = local.lobby(args, map)?;
    let lobby = Arc::new(lobby);
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
    let server = tokio::spawn(net::run(listener, Arc::clone(&lobby), limits, shutdown));
    let seat_of = |name: &Name| {
        let seat = known.iter().find(|(known, ..)| known == name);
        seat.map(|&(_, player, secret)| (player, secret))
    };
    let bots = local.about.players()?;
    greet(map, &bots);
    let mut chance = local.chance();
    let players = bots.iter().map(|(named, name)| {
        Ok(Client {
            host: "127.0.0.1".to_owned(),
            port,
            name: name.clone(),
            table: TableChoice::Default,
            seat: seat_of(name),
            map: Arc::clone(map),
            strategy: named.load()?.player(chance.seed()),
            recorder: None,
            log: Box::new(|_| {}),
        })
    });
    let players = players.collect::<anyhow::Result<_>>()?;
    let seats = tokio::spawn(seat(players, lobby));
    let you: Name = local.about.you.parse()?;
    let there = There {
        wire: Wire::here(port),
        table: TableChoice::Default,
        seat: seat_of(&you),
        name: you,
        map: Arc::clone(map),
        recorder,
    };
    let kept = match (&local.saved, args.no_record) {
        (Some(_), _) => "`marchland-game play --resume` goes on with it.",
        (None, false) => RECORD_KEPT,
        (None, true) => "",
    };
    let ending = play(args.colour, there, local.about.seed, kept).await;
    seats.abort();
    let _ = stop.send(());
    let _ = server.await;
    if let Ok(ending) = &ending {
        farewell(ending);
        if local.saved.is_some_and(|saved| saved.close(ending.over)) {
            say("Go on with it: marchland-game play --resume");
        }
    }
    client::ended(ending, &ADVICE)
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

fn options(args: &Args, map: &Arc<Map>, players: u8) -> LobbyOptions {
    let conquest = Conquest {
        maps: vec![Arc::clone(map)],
        variants: Variants {
            areas: if args.choose_areas {
                AreaVariant::Chosen
            } else {
                AreaVariant::Dealt
            },
            neutral: !args.no_neutral,
            ..Variants::default()
        },
    };
    LobbyOptions {
        games: vec![Arc::new(conquest)],
        setup: None,
        players,
        limits: TimeLimits::patient(),
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
    let name = plain(map.name().text.as_deref().unwrap_or(map.id()));
    say(&format!("{name}: you against {others}."));
    say("Type help for the commands.");
}

/// How strong a strategy is, in the word for it; else its name.
fn level(named: &Named) -> String {
    let mut levels = StrategyKind::LEVELS.into_iter();
    match levels.find(|(_, strategy)| *strategy == named.kind) {
        Some((level, _)) if named.file.is_none() => level.to_owned(),
        _ => {
            let file = named.file.as_ref().and_then(|file| file.file_name());
            let (kind, file) = (named.kind, file.map(PathBuf::from));
            Named { kind, file }.to_string()
        }
    }
}

/// Lets the computer players sit down, one after the other, so that the same
/// seed gives the same seats; the person sits first.
async fn seat(bots: Vec<Client>, lobby: Arc<Lobby<Connection>>) {
    // They end with this task.
    let mut playing: VecDeque<Aborted> = VecDeque::new();
    for (seated, client) in (1..).zip(bots) {
        while lobby
            .list()
            .first()
            .is_none_or(|table| table.seated < seated)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
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
///
/// Who plays on `auto` takes chance from `seed`; `kept` is said of a game that is
/// left.
async fn play(colour: Colour, there: There, seed: u64, kept: &str) -> Result<Ending, ClientError> {
    let colour = match colour {
        Colour::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        Colour::Always => true,
        Colour::Never => false,
    };
    let size = terminal_size::terminal_size();
    let height = size.map(|(_, height)| usize::from(height.0));
    let size = size.map(|(width, _)| usize::from(width.0));
    let size = size.filter(|&width| width > 0);
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|width| width.parse().ok());
    let style = Style {
        colour,
        width: size.or(columns).unwrap_or(80).clamp(40, 200),
        height: height.filter(|&height| height > 0).unwrap_or(usize::MAX),
    };
    let stop = Stop::listen();
    let editor = LineEditor::new(Completer::new(&there.map));
    let terminal = Terminal::new(&there.map, style, BEST.player(seed)).keeping(kept);
    let person = |typed, eager, screen: Box<dyn Screen>| Person {
        terminal,
        typed,
        eager,
        screen,
        shown: None,
    };
    if let Some((keyboard, typed)) = Keyboard::listen(editor, style.width) {
        let person = person(typed, true, Box::new(keyboard.screen()));
        let interrupted = async {
            tokio::select! {
                () = stop.asked() => {}
                () = keyboard.interrupted() => {}
            }
        };
        // The terminal is as it was when the keyboard is gone.
        person.play(there, interrupted).await
    } else {
        let eager = io::stdin().is_terminal();
        let screen = Box::new(Output { echo: !eager });
        let person = person(read_lines(), eager, screen);
        person.play(there, stop.asked()).await
    }
}

/// What is said of a game that is left and recorded.
const RECORD_KEPT: &str = "Its record is kept.";

/// What may help when a server says no.
const ADVICE: client::Advice = client::Advice {
    name: "--name takes another",
    map: "name the map that is played there: marchland-game play MAP",
};

fn farewell(ending: &Ending) {
    if let Some(file) = &ending.record {
        let file = file.display();
        let what = if ending.over {
            "The game"
        } else {
            "The game so far"
        };
        say(&format!("{what} is kept in {file}; to see it again:"));
        say(&format!("  marchland-game client --replay {file}"));
    } else if !ending.over {
        say("You have left.");
    }
}

/// Lines of standard input, read by a thread of their own: a wait for input
/// cannot be broken off.
fn read_lines() -> mpsc::Receiver<Typed> {
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
            if send.blocking_send(Typed::Line(line)).is_err() {
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
