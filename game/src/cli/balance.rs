//! `marchland-game balance`

mod changes;
mod csv;
mod extras;
mod human;
mod limits;
mod outlines;
mod page;
mod part;
mod players;
mod report;
mod settings;
mod show;
mod shown;
mod tables;
mod unseen;
mod words;

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use marchland_game::conquest::balance::{Run, Tally, Trial, Watched};
use marchland_game::conquest::bots::{Bot, Stop};
use marchland_maps::{Map, bundled, canonical};
use sha2::{Digest, Sha256};

use super::bots::Named;
use super::{complain, count, maps, note, stop, threads};
use extras::{Extras, Found};
use outlines::Outlines;
use part::{Part, Request, Shard, Tallies};
use report::{Judged, Report};
use settings::{MOST_GAMES, Settings, percent};
use show::Format;
use shown::{PART, REPORT, Shown, Sinks};

/// Default number of games for each number of players.
const GAMES: u64 = 10_000;
/// Default number of turns after which a game is stopped.
const MOST_TURNS: u32 = 2_000;

/// Let bots play a map thousands of times and report how it plays
///
/// First names what stands out: places in the order of play that win too often, continents
/// that are too easy to hold or hardly ever held, and good territories to start in. Tables
/// follow, each figure with its 95 % confidence interval. The same games on the bundled world
/// show which effects come from the rules rather than the map. The same options give the same
/// report on any number of threads. Ctrl-C stops and reports the games played so far.
///
/// Limits and defaults can be set in marchland.toml beside the map, under [balance].
///
/// Exit codes: 0 the games were played; 1 a limit is exceeded or cannot be judged; 2 wrong usage,
/// or a file cannot be read or written; 130 stopped by Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(
    allow_negative_numbers = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  marchland-game balance maps/mine
  marchland-game balance maps/mine --players 4 --bots planner --for 10m -o mine.md
  marchland-game balance maps/mine --until 1% --max-seat 5%
  marchland-game balance maps/mine --against maps/mine-before
  marchland-game balance maps/mine --players 4 --suggest
  marchland-game balance maps/mine --games 1000000 --shard 3/16 -o part3.json
  marchland-game balance merge part*.json"
)]
pub(super) struct Args {
    #[command(subcommand)]
    merge: Option<Command>,
    /// Map to play on: a folder, or the name of a bundled map
    #[arg(required = true)]
    map: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Play until wins by place and continents held in the third round are known to within
    /// this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = narrow, allow_hyphen_values = true, conflicts_with = "games")]
    until: Option<f64>,
    /// Play for this long: 30s, 5m, 2h; --against and --suggest take more
    #[arg(long = "for", value_name = "TIME", value_parser = time, allow_hyphen_values = true, conflicts_with_all = ["games", "until"])]
    time: Option<Duration>,
    /// Number of threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play games of two without a neutral third force
    #[arg(long)]
    no_neutral: bool,
    /// Do not play the bundled world as well; takes half the time, but cannot tell effects of
    /// the map from those of the rules
    #[arg(long, conflicts_with = "max_seat")]
    no_world: bool,
    /// Number of turns after which a game is stopped
    #[arg(long, default_value_t = MOST_TURNS, value_parser = clap::value_parser!(u32).range(1..))]
    most_turns: u32,
    /// Play only this part of the games, for `balance merge`: 3/16 is the third of 16 parts
    #[arg(long, value_name = "NUMBER/OF", requires = "output", conflicts_with_all = ["until", "time", "format"])]
    shard: Option<Shard>,
    #[command(flatten)]
    extras: Extras,
    #[command(flatten)]
    shown: Shown,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Merge the parts of a run that several machines played
    ///
    /// The report is bit for bit the same as that of a single machine. If parts are missing,
    /// repeated or from another run, the command names them and reports nothing. Limits that are
    /// given here replace those that the parts were played with.
    #[command(mut_args(|arg| if is_of_games(&arg) { arg.hide(true) } else { arg }))]
    Merge {
        /// Files written by `balance MAP --shard`
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        #[command(flatten)]
        limits: Box<Settings>,
        #[command(flatten)]
        shown: Shown,
    },
}

/// Whether an option of [`Settings`] says what is played, so that `merge` cannot change it.
fn is_of_games(option: &clap::Arg) -> bool {
    ["players", "bots", "games", "seed"].contains(&option.get_id().as_str())
}

/// Parses `±2%` as a share; refuses those that take too many games.
fn narrow(text: &str) -> Result<f64, String> {
    let share = percent(text)? / 100.0;
    if share < 0.0005 {
        return Err("that takes too many games; give 0.05% or more".to_owned());
    }
    Ok(share)
}

/// Parses `30s`, `5m` or `2h`.
fn time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1), ("m", 60), ("h", 3_600)];
    let mut units = units.into_iter();
    let number = units.find_map(|(unit, seconds)| {
        let number: u32 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(Duration::from_secs(u64::from(number) * seconds))
    });
    match number {
        Some(time) if time.is_zero() => Err("give more than no time: 30s, 5m, 2h".to_owned()),
        Some(time) => Ok(time),
        None => Err("give a whole number with its unit: 30s, 5m, 2h".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(Command::Merge {
        parts,
        limits,
        shown,
    }) = &args.merge
    {
        let sinks = shown.sinks(&REPORT)?;
        sinks.spare(parts)?;
        if limits.clone().limits() != **limits {
            bail!(
                "which games were played is in the parts: leave out --players, --bots, --games \
                 and --seed; limits such as --max-held may be given"
            );
        }
        let (part, map) = Part::merged(parts, limits)?;
        part.request.check_limits(&map)?;
        let judged = Judged::of(&map, &part, &[]);
        let mut report = Report::of(&map, &part, judged, Found::default(), None);
        // The parts contain the map's text; its mask may also exist here.
        report.outlines = outlines(&sinks, &part);
        return sinks.show(&report);
    }
    let Some(path) = &args.map else {
        bail!("name a map");
    };
    let map = maps::load(path)?;
    let mut settings = args.settings.clone();
    if path.exists() {
        settings = settings.over(Settings::around(path)?);
    }
    let kind = if args.shard.is_some() { &PART } else { &REPORT };
    let sinks = args.shown.sinks(kind)?;
    if args.shard.is_some() && !sinks.suit_part() {
        bail!("a part of a run is one JSON file for `balance merge`; name it .json");
    }
    let (request, bot) = args.request(path, &map, settings)?;
    sinks.spare(&[path, &path.join("map.xml")])?;
    let old = args.extras.old(&request.players)?;
    let runner = Runner {
        request: &request,
        bot,
        shard: args.shard.unwrap_or(Shard { number: 1, of: 1 }),
        until: args.until,
        time: args.time,
        threads: threads(args.threads),
        stop: stop::asked()?,
    };
    let (part, watched) = runner.run(&map)?;
    if args.shard.is_some() {
        if runner.stop.is_asked() {
            complain("stopped; a part is whole or not at all, so nothing was written");
            return Ok(ExitCode::from(130));
        }
        let text = serde_json::to_string(&part.sealed()?)?;
        sinks.write_part(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if part.sections.is_empty() {
        complain("stopped before there was anything to report");
        return Ok(ExitCode::from(130));
    }
    let watched = if args.until.is_some() { &*watched } else { &[] };
    let judged = Judged::of(&map, &part, watched);
    let found = args
        .extras
        .run(&runner, &map, old, &part, &judged.findings)?;
    let stopped = runner.stop.is_asked();
    let missing = stopped.then(|| words::missing(&request, &part, &args.extras.left_out(&found)));
    let mut report = Report::of(&map, &part, judged, found, missing);
    report.outlines = outlines(&sinks, &part);
    let code = sinks.show(&report)?;
    if stopped {
        complain("stopped: the report is of what was played until then");
        return Ok(ExitCode::from(130));
    }
    Ok(code)
}

/// The outlines of territories, for a format that shows them.
fn outlines(sinks: &Sinks, part: &Part) -> Option<Outlines> {
    let Request { map, text, .. } = &part.request;
    if !sinks.have(Format::Html) {
        return None;
    }
    let outlines = Outlines::read(Path::new(map), text);
    if outlines.is_none() {
        note(&format!(
            "the mask of {map} cannot be read, so the page shows territories as discs instead of \
             their outlines"
        ));
    }
    outlines
}

/// A line about what is being done, if there is a terminal.
fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}");
    ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

impl Args {
    fn request(
        &self,
        path: &Path,
        map: &Map,
        settings: Settings,
    ) -> anyhow::Result<(Request, Bot)> {
        let named: Named = settings.bots.as_deref().unwrap_or("standard").parse()?;
        let bot = named.load(map)?;
        if !bot.is_repeatable() {
            bail!(
                "the same seed gives the same report, and {named} plays by the clock: \
                 name a number of playouts, as in expert=100"
            );
        }
        let players = players::chosen(settings.players.clone(), map)?;
        if settings.players.is_none()
            && let Some(left_out) = players::left_out(map)
        {
            note(&left_out);
        }
        let free = self.until.is_some() || self.time.is_some();
        let games = settings.games.map_or(GAMES, NonZeroU64::get);
        let request = Request {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            map: path.display().to_string(),
            digest: canonical::digest(map),
            text: maps::text(path)?,
            bots: named.to_string(),
            bot: bot_digest(&bot),
            players,
            games: (!free).then_some(games),
            seed: settings.seed.unwrap_or(1),
            most_turns: self.most_turns,
            neutral: !self.no_neutral,
            world: !self.no_world && canonical::digest(map) != canonical::digest(&bundled::world()),
            limits: settings.limits(),
        };
        request.check_limits(map)?;
        Ok((request, bot))
    }
}

/// A digest of all settings of a bot, to tell differently configured bots apart.
fn bot_digest(bot: &Bot) -> String {
    let digest = Sha256::digest(format!("{bot:?}"));
    let first = digest
        .iter()
        .take(8)
        .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    format!("{first:016x}")
}

struct Runner<'a> {
    request: &'a Request,
    bot: Bot,
    shard: Shard,
    until: Option<f64>,
    time: Option<Duration>,
    threads: usize,
    stop: Stop,
}

impl Runner<'_> {
    fn trial(&self, map: &Arc<Map>, players: u8) -> Trial {
        Trial {
            map: Arc::clone(map),
            players,
            bot: self.bot.clone(),
            seed: self.request.seed,
            most_turns: self.request.most_turns,
            neutral: self.request.neutral,
        }
    }

    fn run(&self, map: &Arc<Map>) -> anyhow::Result<(Part, Vec<Watched>)> {
        let mut sections = Vec::new();
        let mut seen = Vec::new();
        let mut played = Vec::new();
        for &players in &self.request.players {
            let trial = self.trial(map, players);
            let world = self.request.world.then(bundled::world);
            let world = world.map(|world| self.trial(&world, players));
            let (counted, watched, there) = match self.time {
                Some(time) => {
                    let share = time / self.request.players.len() as u32;
                    self.play_for(share, &trial, world.as_ref())?
                }
                None => self.play_number(&trial, world.as_ref())?,
            };
            if counted.deals < 2 && self.stop.is_asked() {
                break;
            }
            played.push(players);
            sections.push(Tallies {
                // Games cut off there would be others than those here.
                world: there.filter(|there| there.deals == counted.deals),
                map: counted,
            });
            seen.push(watched);
        }
        let part = Part {
            format: 1,
            shard: self.shard,
            request: Request {
                players: played,
                ..self.request.clone()
            },
            sections,
            digest: String::new(),
        };
        Ok((part, seen))
    }

    /// Plays as many deals as asked for, then the same ones on the world, however many the map took.
    fn play_number(
        &self,
        trial: &Trial,
        world: Option<&Trial>,
    ) -> anyhow::Result<(Tally, Watched, Option<Tally>)> {
        let most = self.request.games.unwrap_or(MOST_GAMES);
        let deals = self.shard.deals(most.div_ceil(trial.players.into()));
        let (counted, watched) = self.play(trial, deals.clone(), "")?;
        let end = deals.start + counted.deals;
        let there = world.map(|world| {
            let fixed = Self {
                until: None,
                bot: self.bot.clone(),
                stop: self.stop.clone(),
                ..*self
            };
            fixed.play(world, deals.start..end, " on the bundled world")
        });
        let there = there.transpose()?.map(|(tally, _)| tally);
        Ok((counted, watched, there))
    }

    /// Plays deals until the time is up, the same ones on the world in between.
    fn play_for(
        &self,
        time: Duration,
        trial: &Trial,
        world: Option<&Trial>,
    ) -> anyhow::Result<(Tally, Watched, Option<Tally>)> {
        let start = Instant::now();
        let mut run = trial.begin(0);
        let mut there = world.map(|world| (world, world.begin(0)));
        let progress = progress();
        let mut on = |_: &Run| ControlFlow::Continue(());
        while start.elapsed() < time && !self.stop.is_asked() {
            let end = run.tally.deals + run.tally.deals.clamp(4, 64);
            trial.go_on(&mut run, end, self.threads, &self.stop, &mut on)?;
            if let Some((world, there)) = &mut there {
                world.go_on(there, end, self.threads, &self.stop, &mut on)?;
            }
            let players = u64::from(trial.players);
            progress.set_message(format!(
                "{players} players: {}, {} of {} s",
                count(run.tally.deals * players, "game"),
                start.elapsed().as_secs(),
                time.as_secs()
            ));
        }
        progress.finish_and_clear();
        Ok((run.tally, run.watched, there.map(|(_, run)| run.tally)))
    }

    fn play(
        &self,
        trial: &Trial,
        deals: std::ops::Range<u64>,
        what: &str,
    ) -> anyhow::Result<(Tally, Watched)> {
        let start = Instant::now();
        let players = u64::from(trial.players);
        let wanted = (deals.end - deals.start) * players;
        let progress = progress();
        let mut tell = |run: &Run| {
            let played = run.tally.deals * players;
            let seconds = start.elapsed().as_secs_f64();
            let of = match self.until {
                Some(until) => format!(
                    ", ±{:.1} of {:.1} points",
                    100.0 * run.watched.half(),
                    100.0 * until
                ),
                None => format!(" of {wanted}"),
            };
            progress.set_message(format!(
                "{players} players{what}: {}{of}, {:.0} a second",
                count(played, "game"),
                played as f64 / seconds
            ));
            let narrow = self.until.is_some_and(|until| run.watched.half() <= until);
            if narrow {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let played = trial.run(deals, self.threads, &self.stop, &mut tell)?;
        progress.finish_and_clear();
        Ok(played)
    }
}
