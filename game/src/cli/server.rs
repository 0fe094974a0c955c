//! `marchland-game server`

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use marchland_game::play::SeededDice;
use marchland_game::server::net::{
    self, Connection, DEFAULT_PORT, DEFAULT_TLS_PORT, Listeners, NetOptions,
};
use marchland_game::server::{
    ClockOptions, JournalFolder, Lobby, LobbyOptions, Log, Recovery, Reporter, SessionLimits,
    SyncMode, Syncer, TimeLimits,
};
use marchland_game::tls;
use marchland_maps::Map;
use marchland_maps::files::{plain, plain_path};

use super::stop::Stop;
use super::{games, maps, output, say, variants};

/// Run a server for people and bots to play on over a network
///
/// Serves games until it is stopped by Ctrl-C or a signal, and tells its clients when that
/// happens. Logs connections and games to standard error, with times in UTC.
///
/// Exit codes: 0 stopped; 2 wrong usage, or the port or a map is not available.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game server -r --num-players 2
  marchland-game server --map maps/mine --bind 0.0.0.0 --journal games
Then join with one of:
  marchland-game play MAP --host HOST
  marchland-game client --host HOST --username NAME
  telnet HOST 50123")]
pub(super) struct Args {
    /// TCP port
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Address to listen on; 0.0.0.0 for all addresses of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// TLS certificate chain in PEM format, the server's own certificate first
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// TCP port for TLS
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = DEFAULT_TLS_PORT,
        requires = "tls_cert"
    )]
    tls_port: u16,
    /// Address to listen on without encryption while TLS is on [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", requires = "tls_cert")]
    plain_bind: Option<IpAddr>,
    /// Number of players in a game
    #[arg(
        long,
        visible_alias = "players",
        value_name = "PLAYERS",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(2..=6)
    )]
    num_players: u8,
    /// Deal territories at random instead of letting players choose
    #[arg(short = 'r', long)]
    random_areas: bool,
    #[command(flatten)]
    variants: variants::Args,
    /// Accept commands that change running games on standard input (SET OWNER, SET UNITS,
    /// DESTROY PLAYER, XCHG OWNER)
    #[arg(long)]
    debug: bool,
    /// Map to play on: a folder, or the name of a bundled map; repeat to offer more maps for
    /// tables
    #[arg(long = "map", value_name = "MAP", default_value = "world")]
    maps: Vec<PathBuf>,
    /// Random seed for reproducible dice; without it they are unpredictable
    #[arg(long)]
    seed: Option<u64>,
    /// Time from LOGIN to READY
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = some_seconds())]
    registration_timeout: u64,
    /// Time after which a player who has not sent READY can lose the seat to another
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = seconds())]
    ready_time: u64,
    /// Time for each action of the player whose turn it is [default: no limit with a clock,
    /// otherwise 300]
    #[arg(long, value_name = "SECONDS", value_parser = some_seconds())]
    turn_timeout: Option<u64>,
    /// Time for a whole turn; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = seconds())]
    turn_time: u64,
    /// Reserve: what a player may use beyond --turn-time in the whole game; each turn that
    /// ends in time restores a tenth of it
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = seconds())]
    bank: u64,
    /// Time to answer an attack
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = seconds())]
    defence_timeout: u64,
    /// Time to reconnect for a player whose connection is lost, before the turns are skipped
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = seconds())]
    grace: u64,
    /// Time that a game waits after all players have left
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = seconds())]
    abandon_after: u64,
    /// Sustained number of lines a second that a client may send
    #[arg(long, value_name = "LINES", default_value_t = 200.0)]
    rate: f64,
    /// Maximum number of simultaneous connections from one address
    #[arg(long, value_name = "CLIENTS", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    most_connections_each: u32,
    /// Maximum number of spectators at a table
    #[arg(long, value_name = "CLIENTS", default_value_t = 100)]
    most_spectators: usize,
    /// Maximum number of tables besides the default one
    #[arg(long, value_name = "TABLES", default_value_t = 1_000)]
    most_tables: usize,
    /// Maximum number of those tables opened from one address
    #[arg(long, value_name = "TABLES", default_value_t = 20)]
    most_tables_each: usize,
    /// Keep running games in this folder, so that they survive a crash or a restart
    #[arg(long, value_name = "FOLDER")]
    journal: Option<PathBuf>,
    /// When to flush the journal to disk, so that it also survives a power failure
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "second",
        requires = "journal"
    )]
    sync: SyncMode,
    /// Log nothing but what became of the journals
    #[arg(short, long)]
    quiet: bool,
}

const YEAR: u64 = 366 * 24 * 60 * 60;

/// A time limit: up to a year.
fn seconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(..=YEAR)
}

/// The same where nobody could be in time for 0 seconds.
fn some_seconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=YEAR)
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
    let mut options = lobby_options(args, maps);
    let (mut syncer, mut folder) = (None, None);
    if let Some(path) = &args.journal {
        let started = Syncer::start(args.sync);
        let started = syncer.insert(started.context("the thread for journals does not start")?);
        let opened = folder.insert(JournalFolder::open(path, Arc::clone(started))?);
        options.journals = Some(opened.journals());
    }
    let log = Log::start(std::io::stderr()).context("the thread for the log does not start")?;
    let log = Arc::new(log);
    let mut lobby = Lobby::new(options, dice).context("this set-up cannot be played")?;
    if !args.quiet {
        lobby = lobby.reporting(log.reporter());
    }
    let lobby = Arc::new(lobby);
    if let Some(folder) = &folder {
        resume_games(&lobby, folder, &log.reporter())?;
    }
    #[cfg(unix)]
    raise_limit_of_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    let served = runtime.block_on(serve(args, lobby));
    log.close();
    if let Some(syncer) = syncer {
        syncer.close();
    }
    drop(folder);
    served.map(|()| ExitCode::SUCCESS)
}

/// Allows as many connections and journals as the system lets this user have. Usually a program
/// has to ask for more than 1,024.
#[cfg(unix)]
fn raise_limit_of_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    // If it is refused, there is room for fewer.
    let _ = setrlimit(Resource::Nofile, raised);
}

fn lobby_options(args: &Args, maps: Vec<Arc<Map>>) -> LobbyOptions {
    LobbyOptions {
        games: games::all(maps, args.variants.rules(!args.random_areas)),
        setup: None,
        players: args.num_players,
        limits: TimeLimits {
            registration: Duration::from_secs(args.registration_timeout),
            ready: Duration::from_secs(args.ready_time),
            action: match args.turn_timeout {
                Some(seconds) => Duration::from_secs(seconds),
                None if args.turn_time > 0 => Duration::MAX,
                None => Duration::from_secs(300),
            },
            clock: (args.turn_time > 0).then(|| ClockOptions {
                turn: Duration::from_secs(args.turn_time),
                bank: Duration::from_secs(args.bank),
            }),
            defence: Duration::from_secs(args.defence_timeout),
            grace: Duration::from_secs(args.grace),
            deserted: Duration::from_secs(args.abandon_after),
            ..TimeLimits::default()
        },
        most_tables: args.most_tables,
        most_tables_each: args.most_tables_each,
        journals: None,
    }
}

/// Resumes the games in the folder, and logs what happened to each journal.
fn resume_games(
    lobby: &Lobby<Connection>,
    folder: &JournalFolder,
    log: &Reporter,
) -> anyhow::Result<()> {
    for (file, found) in folder.resume(lobby)? {
        let path = plain_path(&file);
        match found {
            Recovery::Resumed(name) => log(Some(&name), format_args!("continues from {path}")),
            Recovery::Repaired(name, kept) => log(
                Some(&name),
                format_args!(
                    "{path} is damaged, and the game continues from its intact part; the damaged \
                     file is kept as {}",
                    plain_path(&kept)
                ),
            ),
            Recovery::Over => {}
            Recovery::Lost(kept) => log(
                None,
                format_args!(
                    "{path} is damaged near its beginning: its game cannot be continued; the \
                     damaged file is kept as {}",
                    plain_path(&kept)
                ),
            ),
            Recovery::Skipped(error) => {
                let why = format!("{:#}", anyhow::Error::from(error));
                let why = why.trim_start_matches(&format!("{}: ", file.display()));
                log(None, format_args!("{path} is skipped: {}", plain(why)));
            }
        }
    }
    Ok(())
}

async fn serve(args: &Args, lobby: Arc<Lobby<Connection>>) -> anyhow::Result<()> {
    let certificate = args.tls_cert.as_deref().zip(args.tls_key.as_deref());
    let config = certificate.map(|(certificate, key)| tls::server(certificate, key));
    let config = config.transpose()?;
    let beside_tls = config.as_ref().map(|_| IpAddr::from([127, 0, 0, 1]));
    let bind = args.plain_bind.or(beside_tls).unwrap_or(args.bind);
    let listener = listen(bind, args.port, "--port")?;
    let stop = Stop::listen();
    say(&format!("listening on {}", listener.local_addr()?));
    let start = tokio::time::Instant::now();
    if args.debug {
        // Reading standard input cannot be cancelled, so it has a thread that ends with the
        // program.
        let lobby = Arc::clone(&lobby);
        std::thread::spawn(move || console(&lobby, start));
    }
    let options = NetOptions {
        session: SessionLimits {
            rate: args.rate,
            burst: args.rate * 2.0,
            spectators: args.most_spectators,
            ..SessionLimits::default()
        },
        most_connections_each: args.most_connections_each as usize,
        start: Some(start),
        ..NetOptions::default()
    };
    if let Some(config) = config {
        let tls = listen(args.bind, args.tls_port, "--tls-port")?;
        say(&format!("listening with TLS on {}", tls.local_addr()?));
        let listeners = Listeners {
            plain: listener,
            tls,
            config,
        };
        net::run(listeners, lobby, options, stop.asked()).await?;
    } else {
        net::run(listener, lobby, options, stop.asked()).await?;
    }
    say("stopped");
    Ok(())
}

/// Listens on a port; `option` is the option that sets it.
fn listen(bind: IpAddr, port: u16, option: &str) -> anyhow::Result<tokio::net::TcpListener> {
    net::listen((bind, port).into()).with_context(|| {
        let hint = format!("if the port is in use, choose another with {option}");
        format!("cannot listen on {bind}, port {port}; {hint}")
    })
}

/// Executes typed lines, using the clock of the server.
fn console(lobby: &Lobby<Connection>, start: tokio::time::Instant) {
    let mut input = std::io::stdin().lock();
    while let Some(line) = output::next_line(&mut input, 64 << 10) {
        let table = lobby.default_table();
        let done = table.lock().console(&line, start.elapsed());
        match done {
            Ok(done) if done.is_empty() => {}
            Ok(done) => say(&done),
            Err(error) => say(&format!("refused: {error}")),
        }
    }
}
