//! `marchland-game client`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use marchland_game::bots::Strategy;
use marchland_game::client::net::{Client, ClientError, Recorder};
use marchland_game::client::{Model, narrate};
use marchland_game::protocol::command::LoginError;
use marchland_game::protocol::{Name, Reply};
use marchland_game::replay;
use marchland_game::server::net::{DEFAULT_PORT, DEFAULT_TLS_PORT};
use marchland_game::tls::Trust;

use super::bots::Named;
use super::{maps, say};

/// Join a server as a computer player, or play back a recorded game
///
/// Exit codes: 0 the game was played to its end; 1 the server said no (the
/// name is taken, it is full, it plays on another map) or the record does not
/// follow the rules; 2 the server is away, or a file cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game client --username ada --strategy hard --record
  marchland-game client --replay replays/2026-03-01_18-30-00.rep --speed 4")]
pub(super) struct Args {
    /// The server
    #[arg(long, default_value = "localhost")]
    host: String,
    /// Its TCP port [default: 50123; with --tls 50124]
    #[arg(long)]
    port: Option<u16>,
    /// Connect by TLS
    #[arg(long)]
    tls: bool,
    /// Trust the certificates in this file, in PEM format, instead of those that
    /// the system trusts
    #[arg(long, value_name = "FILE", requires = "tls")]
    tls_ca: Option<PathBuf>,
    /// Name to log in with: 1 to 16 letters, digits, _ and -
    #[arg(long, required_unless_present = "replay")]
    username: Option<Name>,
    /// Table to sit down at, instead of the default one
    #[arg(long)]
    table: Option<Name>,
    /// Map that the server plays on: a folder, or the name of a bundled map
    /// [default: world; for --replay the bundled map that the record names]
    #[arg(long)]
    map: Option<PathBuf>,
    /// How to play: random, novice, standard, planner; or a level: easy,
    /// normal, hard. With =FILE, the settings as of --config
    #[arg(long, default_value = "standard", value_name = "STRATEGY[=FILE]")]
    strategy: Named,
    /// XML file with settings of the strategy standard or planner
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where chance comes from; from the system if not given
    #[arg(long)]
    seed: Option<u64>,
    /// Record the game in replays/<date>_<time>.rep
    #[arg(long)]
    record: bool,
    /// Play back a recorded game, without a server
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// How fast to play back: 2 is twice as fast as it was, 0 at once; nobody
    /// waits longer than a minute for the next line
    #[arg(long, default_value_t = 1.0, value_parser = speed, requires = "replay")]
    speed: f64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.replay {
        return play_back(args, file);
    }
    let name = args.username.clone().context("--username is needed")?;
    let map = maps::load(args.map.as_deref().unwrap_or(Path::new("world")))?;
    let recorder = if args.record {
        let recorder = Recorder::new(Path::new("replays"), &map);
        Some(recorder.context("the folder replays cannot be made here")?)
    } else {
        None
    };
    let trust = args.tls.then(|| Trust::new(args.tls_ca.as_deref()));
    let trust = trust.transpose()?;
    let usual = if args.tls {
        DEFAULT_TLS_PORT
    } else {
        DEFAULT_PORT
    };
    let (host, port) = (args.host.clone(), args.port.unwrap_or(usual));
    let client = Client {
        host: host.clone(),
        port,
        name,
        table: args.table.clone(),
        map,
        strategy: strategy(args)?,
        recorder,
        log: Box::new(say),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime does not start")?;
    let played = match trust {
        Some(trust) => runtime.block_on(client.play_over(move || {
            let (trust, host) = (trust.clone(), host.clone());
            async move { trust.dial(&host, port).await }
        })),
        None => runtime.block_on(client.play()),
    };
    match played {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => report(error),
    }
}

/// Why no game was played, and what may help: what the server said is told here
/// and is exit code 1, the rest is an error.
pub(super) fn report(error: ClientError) -> anyhow::Result<ExitCode> {
    let hint = match &error {
        ClientError::Login(LoginError::BadName | LoginError::NameInUse) => {
            "; --username takes another"
        }
        ClientError::Login(LoginError::TooManyPlayers) => {
            "; try later, or another table with --table"
        }
        ClientError::OtherMap { .. } => "; --map takes the one that is played there",
        ClientError::Refused(_) => "",
        _ => return Err(error.into()),
    };
    eprintln!("marchland-game: {error}{hint}");
    Ok(ExitCode::from(1))
}

fn strategy(args: &Args) -> anyhow::Result<Box<dyn Strategy>> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut named = args.strategy.clone();
    if let Some(file) = &args.config
        && named.file.replace(file.clone()).is_some()
    {
        bail!("the settings are given twice: with --strategy and with --config");
    }
    Ok(named.load()?.player(seed))
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text
        .parse::<f64>()
        .ok()
        .filter(|speed| *speed == 0.0 || (1e-3..=1e9).contains(speed));
    let why = "a speed is 0, or a number from 0.001: 2 is twice as fast";
    speed.ok_or_else(|| why.to_owned())
}

/// The longest wait between two lines that are played back.
const MOST_WAIT: Duration = Duration::from_secs(60);

/// How long to wait between two lines, whatever the record says.
fn wait(passed: Duration, speed: f64) -> Duration {
    if speed > 0.0 {
        let wait = Duration::try_from_secs_f64(passed.as_secs_f64() / speed);
        wait.map_or(MOST_WAIT, |wait| wait.min(MOST_WAIT))
    } else {
        Duration::ZERO
    }
}

/// Tells a recorded game, checking each line against the rules.
fn play_back(args: &Args, file: &Path) -> anyhow::Result<ExitCode> {
    let record = replay::read(file)?;
    let named = Path::new(&record.header.map);
    let map = maps::load(args.map.as_deref().unwrap_or(named))
        .with_context(|| format!("{} is of the map {}", file.display(), record.header.map))?;
    let digest = marchland_maps::canonical::digest(&map);
    if format!("{:032x}", record.header.digest.0) != digest {
        bail!(
            "{} is of the map {}, not of this version of {}; name it with --map",
            file.display(),
            record.header.map,
            map.id()
        );
    }
    let mut model = Model::new(Arc::clone(&map), None);
    let mut last = Duration::ZERO;
    for (number, entry) in (2..).zip(&record.entries) {
        std::thread::sleep(wait(entry.at.saturating_sub(last), args.speed));
        last = entry.at;
        let Ok(reply) = Reply::parse(&entry.line) else {
            continue;
        };
        if let Some(sentence) = narrate(&reply, &model) {
            say(&sentence);
        }
        if let Reply::LoginAck(ack) = &reply
            && let Ok(player) = ack.0
        {
            model = Model::new(Arc::clone(&map), Some(player));
            if let Some(name) = &args.username {
                model.introduce(player, name.clone());
            }
        }
        if let Err(why) = model.follow(&reply) {
            eprintln!(
                "{}, line {number}: {:?} does not fit the game: {why}",
                file.display(),
                entry.line
            );
            return Ok(ExitCode::from(1));
        }
    }
    if record.cut_off {
        say("the record was cut off here");
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_ever() {
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
