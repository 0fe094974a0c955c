//! `marchland-game tune`

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use marchland_game::bots::planner::Weights;
use marchland_game::tune::Tuning;

use super::{maps, say};

/// Find weights for the strategy planner by letting it play
///
/// In each generation children are drawn around the mean of the best of the
/// generation before. All play the same games: a quarter against one standard,
/// half against three, a quarter against three planners with the weights that
/// tuning began with. At the end the weights found and those first play games
/// that neither has seen. The same options give the same weights on any number
/// of threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Map to play on: a folder, or the name of a bundled map
    #[arg(long, default_value = "world")]
    map: String,
    /// XML file with the weights to begin with; the first guesses if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Generations
    #[arg(long, default_value_t = 12)]
    generations: u32,
    /// Children in each generation
    #[arg(long, default_value_t = 8)]
    children: u32,
    /// Games of each child
    #[arg(long, default_value_t = 64)]
    games: u32,
    /// Games to compare the weights found with the first ones
    #[arg(long, default_value_t = 400)]
    check: u32,
    /// Where chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Write the weights to a file, after each generation
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.children == 0 || args.games == 0 {
        bail!("tuning needs at least one child and one game");
    }
    let first = match &args.config {
        Some(file) => {
            let (weights, warnings) = Weights::read(file)?;
            for warning in warnings {
                eprintln!("{}, {warning}", file.display());
            }
            weights
        }
        None => Weights::FIRST,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let tuning = Tuning {
        map: maps::load(&args.map)?,
        generations: args.generations,
        children: args.children,
        games: args.games,
        seed: args.seed,
    };
    let start = Instant::now();
    let mut written = Ok(());
    let threads = args.threads.unwrap_or(cores).max(1);
    let weights = tuning.run(first, threads, |generation| {
        say(&format!(
            "generation {} of {}: points {:?}, {:.0} s",
            generation.number,
            args.generations,
            generation.scores,
            start.elapsed().as_secs_f64()
        ));
        if let (Some(file), Ok(())) = (&args.out, &written) {
            written = fs::write(file, generation.weights.to_xml())
                .with_context(|| format!("{} cannot be written", file.display()));
        }
    })?;
    written?;
    if args.check > 0 {
        let check = Tuning {
            games: args.check,
            ..tuning
        };
        // Another seed than any generation's.
        let points = check.scores(first, &[first, weights], !args.seed, threads)?;
        say(&format!(
            "in {} new games: {} points with the first weights, {} with those found",
            args.check, points[0], points[1]
        ));
    }
    say(weights.to_xml().trim_end());
    Ok(ExitCode::SUCCESS)
}
