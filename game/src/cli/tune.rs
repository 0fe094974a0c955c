//! `marchland-game tune`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use marchland_game::bots::planner::Weights;
use marchland_game::tune::{Report, Tuning};

use super::{maps, say};

/// Find weights for the strategy planner by letting it play
///
/// In each generation children are drawn around the mean of the best of the
/// generation before. All play the same games: a quarter against one standard,
/// half against three, a quarter against three planners with the weights that
/// tuning began with. At the end a play-off between those and the means of later
/// generations decides. The same options give the same weights on any number of
/// threads.
///
/// Exit codes: 0 the weights were found; 2 wrong usage, or a file cannot be read or
/// written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Map to play on: a folder, or the name of a bundled map
    #[arg(long, default_value = "world")]
    map: PathBuf,
    /// XML file with the weights to begin with; the first guesses if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Generations
    #[arg(long, default_value_t = 8)]
    generations: u32,
    /// Children in each generation
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    children: u32,
    /// Games of each child
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Games of each player of the play-off
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    play_off: u32,
    /// Where chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the weights to a file, after each generation
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
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
        play_off: args.play_off,
        seed: args.seed,
    };
    let start = Instant::now();
    let mut written = Ok(());
    let threads = args.threads.map_or(cores, usize::from);
    let weights = tuning.run(first, threads, |report| {
        let seconds = start.elapsed().as_secs_f64();
        match report {
            Report::Generation {
                number,
                points,
                mean,
            } => {
                say(&format!(
                    "generation {number} of {}: points {points:?}, {seconds:.0} s",
                    args.generations
                ));
                if let (Some(file), Ok(())) = (&args.out, &written) {
                    written = write(file, *mean);
                }
            }
            Report::PlayOff { points } => say(&format!(
                "play-off: points {points:?}, the first weights first, {seconds:.0} s"
            )),
        }
    })?;
    written?;
    if let Some(file) = &args.out {
        write(file, weights)?;
    }
    say(weights.to_xml().trim_end());
    Ok(ExitCode::SUCCESS)
}

/// Writes the weights whole or not at all: they took hours.
fn write(file: &Path, weights: Weights) -> anyhow::Result<()> {
    let text = weights.to_xml();
    marchland_simulator::save(file, |out| out.write_all(text.as_bytes()))
        .with_context(|| format!("{} cannot be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written into the file itself, a link to it would show the new weights.
    #[test]
    fn the_old_weights_stay_until_the_new_ones_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights.xml");
        std::fs::write(&file, "the old ones").unwrap();
        let link = folder.path().join("link.xml");
        std::fs::hard_link(&file, &link).unwrap();
        write(&file, Weights::FIRST).unwrap();
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "the old ones");
        let (read, warnings) = Weights::read(&file).unwrap();
        assert_eq!((read, warnings), (Weights::FIRST, Vec::new()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
