//! `marchland-game tune`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use marchland_game::conquest::bots::planner::Weights;
use marchland_game::conquest::tune::{Report, Tuning};
use marchland_maps::files::{Kind, Output, plain_path, root_element};

use super::{maps, note, say, threads};

/// Find weights for the strategy planner by letting it play
///
/// Each generation draws children around the mean of the best children of the previous one. All
/// children play the same games, without a neutral force, against one, two and three opponents:
/// standards, previous planners, and planners with the initial weights. A final play-off between
/// the initial weights and the means of later generations decides. The same options give the same
/// weights on any number of threads.
///
/// Exit codes: 0 the weights were found; 2 wrong usage, or a file cannot be read or
/// written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Map to play on: a folder, or the name of a bundled map
    #[arg(long, default_value = "world")]
    map: PathBuf,
    /// XML file with the initial weights [default: rough guesses]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Number of generations
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,
    /// Number of children in each generation
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    children: u32,
    /// Number of games for each child
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of games for each player in the play-off
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    play_off: u32,
    /// How far children differ from the mean at first, as a share of each initial weight
    #[arg(long, value_name = "SHARE", default_value_t = 0.35, value_parser = share)]
    width: f32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the weights to this file after each generation
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace that file if it holds weights
    #[arg(long, requires = "out")]
    force: bool,
}

fn share(text: &str) -> Result<f32, &'static str> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("must be a number from 0 to 1")
}

static WEIGHTS: Kind = Kind {
    name: "a file of weights",
    begins: |head| root_element(head) == Some("strategy"),
};

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let out = args.out.as_deref();
    let out = out.map(|out| Output::at(out, &WEIGHTS, args.force));
    let out = out.transpose()?;
    if let Some(out) = &out {
        out.spare(&args.config)?;
    }
    let folder = args.out.as_deref().and_then(Path::parent);
    if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        bail!("there is no folder {}; create it first", plain_path(folder));
    }
    let first = match &args.config {
        Some(file) => {
            let (weights, warnings) = Weights::read(file)?;
            for warning in warnings {
                note(&format!("warning: {}, {warning}", file.display()));
            }
            weights
        }
        None => Weights::FIRST,
    };
    let tuning = Tuning {
        map: maps::load(&args.map)?,
        generations: args.generations,
        children: args.children,
        games: args.games,
        play_off: args.play_off,
        width: args.width,
        seed: args.seed,
    };
    let start = Instant::now();
    let weights = tuning.run(first, threads(args.threads), |report| {
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
                if let Some(out) = &out
                    && let Err(why) = write(out, *mean)
                {
                    note(&format!(
                        "{why:#}; it is tried again after the next generation"
                    ));
                }
            }
            Report::PlayOff { points } => say(&format!(
                "play-off: points {points:?}, the first weights first, {seconds:.0} s"
            )),
        }
    })?;
    // Printed first: they took hours, and the disk may be full.
    say(weights.to_xml().trim_end());
    if let Some(out) = &out {
        write(out, weights)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the weights whole or not at all: they took hours.
fn write(output: &Output, weights: Weights) -> anyhow::Result<()> {
    let text = weights.to_xml();
    output
        .write(|out| out.write_all(text.as_bytes()))
        .with_context(|| format!("{} cannot be written", plain_path(output.path())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written into the file itself, a link to it would show the new weights.
    #[test]
    fn the_old_weights_stay_until_the_new_ones_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights.xml");
        let old = "<strategy></strategy>";
        std::fs::write(&file, old).unwrap();
        let link = folder.path().join("link.xml");
        std::fs::hard_link(&file, &link).unwrap();
        assert!(Output::at(&file, &WEIGHTS, false).is_err());
        let output = Output::at(&file, &WEIGHTS, true).unwrap();
        assert!(output.spare([&link]).is_err());
        write(&output, Weights::FIRST).unwrap();
        assert_eq!(std::fs::read_to_string(&link).unwrap(), old);
        let (read, warnings) = Weights::read(&file).unwrap();
        assert_eq!((read, warnings), (Weights::FIRST, Vec::new()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
