//! `marchland-game tournament`

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use marchland_files::plain;
use marchland_game::conquest::Tournament;
use marchland_game::conquest::bots::Stop;
use marchland_game::conquest::rules::SetVariant;
use marchland_game::play::{BotGameError, play_out};
use marchland_game::statistics::wilson;
use marchland_game::tournament::{Played, Score, Series, Tally};
use marchland_maps::canonical;
use serde_json::{Value, json};

use super::bots::Named;
use super::games::{Chosen, OnBoard};
use super::{bots, complain, count, games, maps, say, stop, threads, variants};

/// Let bots play many games against each other and count the wins
///
/// Seats rotate: every bot moves on by one seat after each game, and the order of play is
/// drawn anew. The same seed gives the same games on any number of threads, unless an
/// expert has a time limit. Each share of wins has a 95 % confidence interval (Wilson).
/// Ctrl-C stops and reports the games that are over.
///
/// Exit codes: 0 the games were played; 2 wrong usage, or a file cannot be read; 130 stopped by
/// Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game tournament --map maps/world --bots hard,normal,easy --games 100
  marchland-game tournament --game dots --size 5 --bots chains,greedy")]
pub(super) struct Args {
    #[command(flatten)]
    game: games::Args,
    /// Map to play on: a folder, or the name of a bundled map [default: world]
    #[arg(long)]
    map: Option<PathBuf>,
    #[arg(
        long,
        value_delimiter = ',',
        required = true,
        value_name = "BOT[=SETTINGS]",
        help = bots::help(
            "2 to 6 bots, separated by commas",
            "Settings follow after =: an XML file for a standard or planner (planner=tuned.xml), \
             and playouts or time for each turn for an expert (expert=400, expert=1s)"
        )
    )]
    bots: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Let players choose their territories instead of dealing them at random
    #[arg(long)]
    choose_areas: bool,
    #[command(flatten)]
    variants: variants::Args,
    /// Number of turns after which a game is a draw
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    most_turns: u32,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For terminals
    Human,
    /// One JSON document for programs; later versions only add members
    Json,
    /// CSV with a row for each share and its interval
    Csv,
}

/// What was played, and how it went.
struct Report {
    title: String,
    seed: u64,
    /// The members of the JSON document that say what was played.
    setup: Value,
    names: Vec<String>,
    tally: Tally,
    /// Whether it was stopped before all games were over.
    stopped: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.bots.iter().any(|bot| bot.trim().is_empty()) {
        bail!("--bots has an empty name: is there a comma too many?");
    }
    if !(2..=6).contains(&args.bots.len()) {
        let given = count(args.bots.len() as u64, "bot");
        bail!("a game has 2 to 6 players, and --bots names {given}");
    }
    let threads = threads(args.threads);
    let of_conquest = args.map.is_some() || args.choose_areas || args.variants.is_given();
    let start = Instant::now();
    let bar = bar(args.games);
    let stop = stop::asked()?;
    let mut report = match args.game.chosen(of_conquest)? {
        Chosen::Conquest => conquest(args, threads, &stop, &bar)?,
        Chosen::Board(board) => board_game(args, &board, threads, &stop, &bar)?,
    };
    bar.finish_and_clear();
    let is_stopped = report.tally.games < args.games;
    report.stopped = is_stopped;
    if is_stopped && report.tally.games == 0 {
        complain("stopped before a game was over");
        return Ok(ExitCode::from(130));
    }
    match args.format {
        Format::Human => {
            print(&report);
            time(&report.tally, start.elapsed().as_secs_f64(), threads);
        }
        Format::Json => say(&report.json()),
        Format::Csv => say(report.csv().trim_end()),
    }
    if is_stopped {
        complain(&format!(
            "stopped: the report is of the {} that were over, of {}",
            count(report.tally.games, "game"),
            args.games
        ));
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells the time on standard error, because it differs from run to run.
fn time(tally: &Tally, seconds: f64, threads: usize) {
    let each = match tally.turns {
        0 => String::new(),
        turns => format!(
            ", {:.2} ms a turn",
            1_000.0 * seconds * threads as f64 / turns as f64
        ),
    };
    let _ = writeln!(
        stderr(),
        "{} in {seconds:.2} s on {}: {:.0} games a second{each}",
        count(tally.games, "game"),
        count(threads as u64, "thread"),
        f64::from(tally.games) / seconds,
    );
}

/// Shows the games played on standard error, if that is a terminal.
fn bar(games: u32) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("[{bar:24}] {pos} of {len} games, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    ProgressBar::new(games.into()).with_style(style)
}

fn conquest(args: &Args, threads: usize, stop: &Stop, bar: &ProgressBar) -> anyhow::Result<Report> {
    let bots = args.bots.iter().map(|bot| bot.parse());
    let bots: Vec<Named> = bots.collect::<Result<_, _>>()?;
    let map = maps::load(args.map.as_deref().unwrap_or(Path::new("world")))?;
    let loaded = bots.iter().map(|bot| bot.load(&map));
    let tournament = Tournament {
        bots: loaded.collect::<Result<_, _>>()?,
        map,
        variants: args.variants.rules(args.choose_areas),
        games: args.games,
        seed: args.seed,
        most_turns: args.most_turns,
    };
    let map = &tournament.map;
    let setup = json!({
        "game": "conquest",
        "map": {"id": plain(map.id()), "digest": canonical::digest(map)},
        "chooseAreas": args.choose_areas,
        "neutral": tournament.variants.neutral,
        "sets": match tournament.variants.sets {
            SetVariant::Growing => "growing",
            SetVariant::Constant => "constant",
        },
        "mostTurns": args.most_turns,
    });
    Ok(Report {
        title: format!("map {}", plain(map.id())),
        seed: args.seed,
        setup,
        names: bots.iter().map(Named::to_string).collect(),
        tally: tournament.run(threads, stop, || bar.inc(1))?,
        stopped: false,
    })
}

fn board_game(
    args: &Args,
    board: &OnBoard,
    threads: usize,
    stop: &Stop,
    bar: &ProgressBar,
) -> anyhow::Result<Report> {
    let bots = args
        .bots
        .iter()
        .map(|name| name.trim().to_ascii_lowercase());
    let bots = bots.map(|name| board.game.bot_called(&name));
    let bots = bots.collect::<anyhow::Result<Vec<_>>>()?;
    let rules = board.game.rules.as_ref();
    let opened = rules.open(board.size.as_deref(), args.bots.len() as u8)?;
    let setup = opened.setup();
    let series = Series {
        players: args.bots.len(),
        games: args.games,
        seed: args.seed,
    };
    let tally = series.run(threads, |seats, dice| {
        if stop.is_asked() {
            return Ok(None);
        }
        let names: Vec<&str> = seats.iter().map(|&bot| bots[bot]).collect();
        let played = play_out(rules, Some(&setup), &names, dice)?;
        bar.inc(1);
        Ok::<_, BotGameError>(Some(Played::of(played.as_ref())))
    })?;
    Ok(Report {
        title: format!("{} {setup}", rules.id()),
        seed: args.seed,
        setup: json!({"game": rules.id(), "board": setup}),
        names: bots.iter().map(|&bot| bot.to_owned()).collect(),
        tally,
        stopped: false,
    })
}

fn print(report: &Report) {
    let Report { names, tally, .. } = report;
    say(&format!("{}, seed {}", report.title, report.seed));
    let wide = names.iter().map(|name| name.chars().count()).max();
    let wide = wide.unwrap_or_default().max(10) + 2;
    let row = |number: usize, name: &str, score: Score| {
        say(&format!(
            "{number:<4}{name:<wide$}{:>8}  {}",
            score.wins,
            percent(score)
        ));
    };
    say(&format!(
        "{:<4}{:<wide$}{:>8}  share of wins (95 %)",
        "bot", "strategy", "wins"
    ));
    let games = tally.games;
    for (at, (name, &wins)) in names.iter().zip(&tally.wins).enumerate() {
        row(at, name, Score { games, wins });
    }
    say(&format!("    {:<wide$}{:>8}", "drawn", tally.drawn));
    say(&format!(
        "\n{:<wide$}{:>8}  share of wins, by place in the order of play",
        "place",
        "wins",
        wide = wide + 4
    ));
    for (at, score) in tally.by_place().into_iter().enumerate() {
        row(at + 1, "", score);
    }
    let cells = |cells: Vec<String>| -> String {
        let right = |cell: String| format!("{cell:>11}");
        cells.into_iter().map(right).collect::<Vec<_>>().concat()
    };
    let heads = cells((1..=names.len()).map(|place| place.to_string()).collect());
    say(&format!("\n{:<4}{:<wide$}{heads}", "bot", "wins by place"));
    for (at, (name, scores)) in names.iter().zip(&tally.by_bot_and_place).enumerate() {
        let of = |score: &Score| format!("{}/{}", score.wins, score.games);
        let row = cells(scores.iter().map(of).collect());
        say(&format!("{at:<4}{name:<wide$}{row}"));
    }
    let games = f64::from(games.max(1));
    if tally.turns > 0 {
        say(&format!(
            "\nturns a game: {:.1}",
            tally.turns as f64 / games
        ));
    }
    if tally.points.iter().any(|points| *points > 0) {
        let points = tally
            .points
            .iter()
            .map(|&points| format!("{:.1}", points as f64 / games));
        let points: Vec<String> = points.collect();
        say(&format!("\npoints a game, by bot: {}", points.join(", ")));
    }
}

impl Report {
    /// What was played, and the results that [`print`] shows.
    fn json(&self) -> String {
        let Self { names, tally, .. } = self;
        let score = |score: &Score| {
            // Nothing is known of what was never played.
            let [share, low, high] = match score.games {
                0 => [Value::Null, Value::Null, Value::Null],
                _ => shares(*score).map(Value::from),
            };
            json!({"games": score.games, "wins": score.wins, "share": share, "low": low, "high": high})
        };
        let has_points = tally.points.iter().any(|points| *points > 0);
        let bots = names.iter().enumerate().map(|(at, name)| {
            let places = tally.by_bot_and_place[at].iter().map(score);
            let mut bot = json!({
                "strategy": plain(name),
                "won": score(&Score { games: tally.games, wins: tally.wins[at] }),
                "byPlace": places.collect::<Vec<_>>(),
            });
            if has_points {
                bot["points"] = tally.points[at].into();
            }
            bot
        });
        let document = json!({
            "version": 1,
            "tool": {"name": "marchland-game", "version": env!("CARGO_PKG_VERSION")},
            "title": self.title,
            "setup": self.setup,
            "seed": self.seed,
            "games": tally.games,
            "stopped": self.stopped,
            "drawn": tally.drawn,
            "turns": tally.turns,
            "bots": bots.collect::<Vec<_>>(),
            "places": tally.by_place().iter().map(score).collect::<Vec<_>>(),
        });
        format!("{document:#}")
    }

    /// A row for each bot, for the drawn games (as their wins), for each place, and for each bot
    /// at each place; columns that do not apply, and shares of what was never played, are empty.
    fn csv(&self) -> String {
        let Self { names, tally, .. } = self;
        let mut out =
            String::from("what,bot,strategy,place,games,wins,share,low,high,title,seed,stopped\n");
        let title = plain(&self.title).replace('"', "\"\"");
        let seed = self.seed;
        let mut row = |what: &str, bot: Option<usize>, place: Option<usize>, score: Score| {
            let [share, low, high] = match score.games {
                0 => [const { String::new() }; 3],
                _ => shares(score).map(|share| share.to_string()),
            };
            let number = |number: Option<usize>| number.map_or_else(String::new, |n| n.to_string());
            let strategy = bot.map_or("", |bot| names[bot].as_str());
            let strategy = plain(strategy).replace('"', "\"\"");
            let Score { games, wins } = score;
            let _ = writeln!(
                out,
                "{what},{},\"{strategy}\",{},{games},{wins},{share},{low},{high},\"{title}\",{seed},{}",
                number(bot),
                number(place),
                self.stopped
            );
        };
        let games = tally.games;
        for (bot, &wins) in tally.wins.iter().enumerate() {
            row("bot", Some(bot), None, Score { games, wins });
        }
        let wins = tally.drawn;
        row("drawn", None, None, Score { games, wins });
        for (place, score) in (1..).zip(tally.by_place()) {
            row("place", None, Some(place), score);
        }
        for (bot, places) in tally.by_bot_and_place.iter().enumerate() {
            for (place, score) in (1..).zip(places) {
                row("bot-at-place", Some(bot), Some(place), *score);
            }
        }
        out
    }
}

/// The share of wins, and the ends of its interval.
fn shares(score: Score) -> [f64; 3] {
    let (low, high) = wilson(score.wins.into(), score.games.into());
    let share = f64::from(score.wins) / f64::from(score.games.max(1));
    [share, low, high]
}

/// `54.0 %  (40.4 to 67.0)`.
fn percent(score: Score) -> String {
    let [share, low, high] = shares(score).map(|share| 100.0 * share);
    format!("{share:5.1} %  ({low:.1} to {high:.1})")
}
