//! `marchland-game tournament`

use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use marchland_game::rules::{AreaVariant, Variants};
use marchland_game::tournament::{Tally, Tournament, wilson};

use super::bots::Named;
use super::{maps, say};

/// Let bots play many games against each other, fast, and count the wins
///
/// The seats are rotated: in each game every bot sits one place further, and
/// the order of play is drawn anew. The same seed gives the same games on any
/// number of threads. Exit codes: 0 the games were played; 2 wrong usage, or a
/// file cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Map to play on: a folder, or the name of a bundled map
    #[arg(long, default_value = "world")]
    map: String,
    /// The bots, 2 to 6, by their strategies: random, novice, standard, planner;
    /// or by level: easy, normal, hard. With =FILE, the XML file with settings
    /// of a standard or planner: planner=tuned.xml
    #[arg(
        long,
        value_delimiter = ',',
        required = true,
        value_name = "BOT[=FILE]"
    )]
    bots: Vec<Named>,
    /// Games to play
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Where chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Let players choose their areas instead of dealing them
    #[arg(long)]
    choose_areas: bool,
    /// No neutral third force in games of two
    #[arg(long)]
    no_neutral: bool,
    /// Turns after which a game counts as drawn
    #[arg(long, default_value_t = 2_000)]
    most_turns: u32,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !(2..=6).contains(&args.bots.len()) {
        bail!(
            "a game has 2 to 6 players; {} bots are given",
            args.bots.len()
        );
    }
    let areas = if args.choose_areas {
        AreaVariant::Chosen
    } else {
        AreaVariant::Dealt
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let tournament = Tournament {
        map: maps::load(&args.map)?,
        bots: args
            .bots
            .iter()
            .map(Named::load)
            .collect::<Result<_, _>>()?,
        variants: Variants {
            areas,
            neutral: !args.no_neutral,
            ..Variants::default()
        },
        games: args.games,
        seed: args.seed,
        most_turns: args.most_turns,
    };
    let start = Instant::now();
    let threads = args.threads.unwrap_or(cores).max(1);
    let tally = tournament.run(threads)?;
    let seconds = start.elapsed().as_secs_f64();
    print(args, &tournament, &tally);
    say(&format!(
        "\n{} games in {seconds:.2} s on {threads} threads: {:.0} games a second, \
         {:.2} ms a turn",
        tally.games,
        f64::from(tally.games) / seconds,
        1_000.0 * seconds * threads as f64 / tally.turns.max(1) as f64
    ));
    Ok(ExitCode::SUCCESS)
}

fn print(args: &Args, tournament: &Tournament, tally: &Tally) {
    say(&format!(
        "map {}, seed {}",
        tournament.map.id(),
        tournament.seed
    ));
    let names: Vec<String> = args.bots.iter().map(Named::to_string).collect();
    let wide = names.iter().map(String::len).max().unwrap_or_default();
    let wide = wide.max(10) + 2;
    say(&format!(
        "{:<4}{:<wide$}{:>8}  share of wins (95 %)",
        "bot", "strategy", "wins"
    ));
    for (at, (name, &wins)) in names.iter().zip(&tally.wins).enumerate() {
        let (low, high) = wilson(wins, tally.games);
        say(&format!(
            "{at:<4}{name:<wide$}{wins:>8}  {:5.1} %  ({:.1} to {:.1})",
            100.0 * f64::from(wins) / f64::from(tally.games.max(1)),
            100.0 * low,
            100.0 * high
        ));
    }
    say(&format!("    {:<wide$}{:>8}", "drawn", tally.drawn));
    let seats: Vec<String> = tally.by_place.iter().map(u32::to_string).collect();
    say(&format!(
        "wins by place in the order of play: {}",
        seats.join(", ")
    ));
    let turns = tally.turns as f64 / f64::from(tally.games.max(1));
    say(&format!("turns a game: {turns:.1}"));
}
