//! `marchland-game server`

use std::fs::File;
use std::io::{BufRead, Read};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use marchland_game::rules::{AreaVariant, SeededDice, Variants};
use marchland_game::server::net::{self, Connection, DEFAULT_PORT, NetOptions};
use marchland_game::server::{
    FileJournal, House, HouseOptions, Journal, Journals, Log, SessionLimits, SyncMode, Syncer,
    Table, TableOptions, TimeLimits, complain, sync_folder,
};
use marchland_game::{protocol, replay};
use marchland_maps::Map;

use super::stop::Stop;
use super::{maps, say};

/// Run a server: games over the network, for people and bots
///
/// Serves one game after the other until it is stopped by Ctrl-C or a signal;
/// the clients are told. Who comes and goes, and what is played, is told on
/// standard error, with the time in UTC.
///
/// Exit codes: 0 it was stopped; 2 wrong usage, or the
/// port or a map cannot be had.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game server -r --num-players 2
  marchland-game server --map maps/mine --bind 0.0.0.0 --journal games
Then join: marchland-game play MAP --host HOST, marchland-game client --username NAME,
or telnet HOST 50123")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Args {
    /// TCP port
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Address to listen on; 0.0.0.0 for all of this machine's
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Players of a game
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    num_players: u8,
    /// Deal the areas at random instead of letting players choose
    #[arg(short = 'r', long)]
    random_areas: bool,
    /// No neutral third force in games of two
    #[arg(long)]
    no_neutral: bool,
    /// Change running games from standard input (SET OWNER, SET UNITS,
    /// DESTROY PLAYER, XCHG OWNER)
    #[arg(long)]
    debug: bool,
    /// Map to play on: a folder, or the name of a bundled map; give it again
    /// for more, which tables can be opened on
    #[arg(long = "map", value_name = "MAP", default_value = "world")]
    maps: Vec<PathBuf>,
    /// Make the dice fall the same way each time; without it they come from
    /// the system and cannot be foreseen
    #[arg(long)]
    seed: Option<u64>,
    /// Seconds from logging in to READY
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    registration_timeout: u64,
    /// Seconds for each action of the player on turn
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    turn_timeout: u64,
    /// Seconds to answer an attack
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    defence_timeout: u64,
    /// Seconds to come back after a lost connection when one is to act
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    grace: u64,
    /// Seconds that a game waits which all players have left
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    abandon_after: u64,
    /// Lines a second that a client may send in the long run
    #[arg(long, value_name = "LINES", default_value_t = 200.0)]
    rate: f64,
    /// Connections at once from one address
    #[arg(long, value_name = "CLIENTS", default_value_t = 1_000)]
    most_connections_each: usize,
    /// Spectators at a table
    #[arg(long, value_name = "CLIENTS", default_value_t = 100)]
    most_spectators: usize,
    /// Tables at once besides the default one
    #[arg(long, value_name = "TABLES", default_value_t = 1_000)]
    most_tables: usize,
    /// Of these, opened from one address
    #[arg(long, value_name = "TABLES", default_value_t = 20)]
    most_tables_each: usize,
    /// Keep running games in this folder, so that they survive a crash and a
    /// restart
    #[arg(long, value_name = "FOLDER")]
    journal: Option<PathBuf>,
    /// When the journal is put on the disk, to survive a loss of power as well
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "second",
        requires = "journal"
    )]
    sync: Sync,
    /// Do not tell who comes and goes
    #[arg(short, long)]
    quiet: bool,
}

/// When journals are put on the disk.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Sync {
    /// When the system likes
    Never,
    /// Once a second: a loss of power costs a second of play
    Second,
    /// At once, and nobody is told before: it costs nothing
    Always,
}

impl Sync {
    fn syncer(self) -> anyhow::Result<Option<Arc<Syncer>>> {
        let mode = match self {
            Self::Never => return Ok(None),
            Self::Second => SyncMode::EverySecond,
            Self::Always => SyncMode::Always,
        };
        let syncer = Syncer::start(mode).context("the thread for journals does not start")?;
        Ok(Some(Arc::new(syncer)))
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !(args.rate.is_finite() && args.rate > 0.0) {
        bail!("--rate must be more than 0");
    }
    let maps = args.maps.iter().map(|map| maps::load(map));
    let maps: Vec<Arc<Map>> = maps.collect::<anyhow::Result<_>>()?;
    if let Some(small) = maps.iter().find(|map| map.len() < args.num_players.into()) {
        bail!(
            "{} players cannot play on {}, which has {} territories",
            args.num_players,
            small.id(),
            small.len()
        );
    }
    let dice = match args.seed {
        Some(seed) => SeededDice::new(seed),
        None => SeededDice::from_secret(rand::random()),
    };
    let mut options = house_options(args, maps);
    let mut syncer = None;
    if let Some(folder) = &args.journal {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        syncer = args.sync.syncer()?;
        options.journals = Some(journals(folder.clone(), syncer.clone()));
    }
    let mut house = House::new(options, dice).context("there is no map")?;
    let mut log = None;
    if !args.quiet {
        let started = Log::start(std::io::stderr()).context("the thread for the log")?;
        let started = log.insert(Arc::new(started));
        house = house.reporting(started.reporter());
    }
    let house = Arc::new(house);
    if let Some(folder) = &args.journal {
        resume_games(&house, folder, syncer.as_ref())?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    runtime.block_on(serve(args, house))?;
    if let Some(log) = log {
        log.close();
    }
    if let Some(syncer) = syncer {
        syncer.close();
    }
    Ok(ExitCode::SUCCESS)
}

fn house_options(args: &Args, maps: Vec<Arc<Map>>) -> HouseOptions {
    let areas = if args.random_areas {
        AreaVariant::Dealt
    } else {
        AreaVariant::Chosen
    };
    HouseOptions {
        maps,
        table: TableOptions {
            players: args.num_players,
            variants: Variants {
                areas,
                neutral: !args.no_neutral,
                ..Variants::default()
            },
            limits: TimeLimits {
                registration: Duration::from_secs(args.registration_timeout),
                turn: Duration::from_secs(args.turn_timeout),
                defence: Duration::from_secs(args.defence_timeout),
                grace: Duration::from_secs(args.grace),
                deserted: Duration::from_secs(args.abandon_after),
                ..TimeLimits::default()
            },
        },
        most_tables: args.most_tables,
        most_tables_each: args.most_tables_each,
        journals: None,
    }
}

/// Journals that may lie in the folder under one table's name when another is
/// made: more cannot have been left behind by honest means.
const MOST_OF_A_NAME: u32 = 10_000;

/// Makes the journals of new tables: files of their own in a folder.
fn journals(folder: PathBuf, syncer: Option<Arc<Syncer>>) -> Journals {
    // Each has another number; those of before may be in the way.
    let next = AtomicU32::new(0);
    Arc::new(move |name, map, players| {
        let header = header(map, players);
        let found = (0..MOST_OF_A_NAME).find_map(|_| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{name}.{number}.journal"));
            match FileJournal::create(&path, &header) {
                Ok(journal) => {
                    let journal = journal.synced(syncer.clone());
                    Some(Some(Box::new(journal) as Box<dyn Journal>))
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => None,
                Err(error) => {
                    let path = path.display();
                    complain(&format!("no journal for table {name}: {path}: {error}"));
                    Some(None)
                }
            }
        });
        found.unwrap_or_else(|| {
            complain(&format!(
                "no journal for table {name}: too many lie in the folder"
            ));
            None
        })
    })
}

fn header(map: &Map, players: u8) -> replay::Header {
    use protocol::Token;
    let digest = marchland_maps::canonical::digest(map);
    replay::Header {
        map: map.id().to_owned(),
        digest: protocol::Digest::read(&digest).unwrap_or(protocol::Digest(0)),
        players,
    }
}

/// Plays on the games whose journals lie in the folder.
///
/// A journal that is gone on with is written anew beside the old one, which is
/// removed only then; those of games that are over are kept for a minute, so
/// that a player who lost the connection can learn how it ended, and those that
/// cannot be read are left and reported.
fn resume_games(
    house: &House<Connection>,
    folder: &Path,
    syncer: Option<&Arc<Syncer>>,
) -> anyhow::Result<()> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "journal"))
        .collect();
    files.sort();
    for path in files {
        match resume_game(house, &path, syncer) {
            Ok(Some(name)) => say(&format!("table {name} goes on from {}", path.display())),
            Ok(None) => {}
            Err(error) => eprintln!("{} is left as it is: {error:#}", path.display()),
        }
    }
    Ok(())
}

fn resume_game(
    house: &House<Connection>,
    path: &Path,
    syncer: Option<&Arc<Syncer>>,
) -> anyhow::Result<Option<protocol::Name>> {
    let record = replay::read(path)?;
    let file = path.file_name().and_then(|name| name.to_str());
    let name = file.and_then(|file| file.split('.').next());
    let name: protocol::Name = name.unwrap_or_default().parse()?;
    let options = house.options();
    let maps = &options.maps;
    let map = maps.iter().find(|map| map.id() == record.header.map);
    let map = map.with_context(|| format!("the map {} is not here", record.header.map))?;
    let fresh = path.with_extension("journal.new");
    let _ = std::fs::remove_file(&fresh);
    let journal = FileJournal::create(&fresh, &record.header)?.moving_to(path);
    let table = Table::from_journal(
        Arc::clone(map),
        &record,
        options.table,
        house.dice(),
        Box::new(journal.synced(syncer.cloned())),
        Duration::ZERO,
    )?;
    if table.is_over() && age(path) < KEPT_AFTER_THE_END {
        std::fs::remove_file(&fresh)?;
        house.put(name, table);
        return Ok(None);
    }
    if table.game().is_none() || table.is_over() {
        std::fs::remove_file(&fresh)?;
        std::fs::remove_file(path)?;
        return Ok(None);
    }
    // The old one goes only when the new one is on the disk.
    File::options().append(true).open(&fresh)?.sync_all()?;
    std::fs::rename(&fresh, path)?;
    sync_folder(path)?;
    house.put(name.clone(), table);
    Ok(Some(name))
}

/// How long the journal of a game that is over is kept.
const KEPT_AFTER_THE_END: Duration = Duration::from_secs(60);

/// How long ago a file was written to; zero if the system does not tell.
fn age(path: &Path) -> Duration {
    let modified = std::fs::metadata(path).and_then(|data| data.modified());
    let age = modified.ok().and_then(|at| at.elapsed().ok());
    age.unwrap_or_default()
}

async fn serve(args: &Args, house: Arc<House<Connection>>) -> anyhow::Result<()> {
    let address = (args.bind, args.port);
    let listener = net::listen(address.into()).with_context(|| {
        let hint = "; --port takes another, if that one is in use";
        format!("cannot listen on {}, port {}{hint}", args.bind, args.port)
    })?;
    let address = listener.local_addr()?;
    let stop = Stop::listen();
    say(&format!("listening on {address}"));
    let start = tokio::time::Instant::now();
    if args.debug {
        // Reading standard input cannot be broken off, so that it has a
        // thread of its own that ends with the program.
        let house = Arc::clone(&house);
        std::thread::spawn(move || console(&house, start));
    }
    let options = NetOptions {
        session: SessionLimits {
            rate: args.rate,
            burst: args.rate * 2.0,
            spectators: args.most_spectators,
            ..SessionLimits::default()
        },
        most_connections_each: args.most_connections_each,
        start: Some(start),
        ..NetOptions::default()
    };
    net::run(listener, house, options, stop.asked()).await?;
    say("stopped");
    Ok(())
}

/// Bytes of a line of the debug console at most; the rest of a longer one is
/// taken as the next.
const LONGEST_LINE: u64 = 64 << 10;

/// Does what is typed, by the clock of the server.
fn console(house: &House<Connection>, start: tokio::time::Instant) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return;
        }
        // What is no text is refused like any other character that is not ASCII.
        let line = String::from_utf8_lossy(&line);
        let table = house.default_table();
        let done = net::console(&table, &line, start.elapsed());
        match done {
            Ok(()) => say("done"),
            Err(error) => say(&format!("refused: {error}")),
        }
    }
}
