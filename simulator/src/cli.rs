//! Arguments, and which command they mean.

mod answer;
mod make;
mod numbers;
mod rules;

use std::{ffi::OsString, io, path::PathBuf, process::ExitCode};

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum, error::ErrorKind};

use numbers::{chance, units, whole};
use rules::RulesArguments;

/// The user pressed Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Battle odds: tables of every battle up to a size, and answers about single ones.
///
/// Fights every pair of 1 to MAX-UNITS attackers and defenders to the end and
/// writes the attacker's chance to win, p, and the mean number of attackers left
/// after a win, e, as a square matrix: row a, column d, cells "p|e".
///
/// Everywhere, attackers are the units that may attack: the one that has to
/// stay behind in the attacking territory is not counted.
#[derive(Parser)]
#[command(
    name = "marchland-simulator",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "marchland-simulator [OPTIONS] <MAX-UNITS> <NUM-ITERATIONS> <OUTPUT-FILE>\n       \
        marchland-simulator [OPTIONS] --exact <MAX-UNITS> <OUTPUT-FILE>\n       \
        marchland-simulator <COMMAND>",
    after_help = "Examples:\n  \
        marchland-simulator 30 10000 odds.prob         the table of 30 units, 10,000 battles a cell\n  \
        marchland-simulator --exact 30 odds.prob       the same from the Markov chain, no sampling\n  \
        marchland-simulator odds 10 8                  ten attack eight: chances, losses, what is left\n  \
        marchland-simulator path 12 3 2 4              twelve go through three territories\n  \
        marchland-simulator need 8 --chance 0.8        how many attackers take eight with 80 %\n\n\
        Exit codes: 0 done, 1 the answer is no, 2 bad arguments or files, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    table: TableArguments,
}

#[derive(Subcommand)]
enum Command {
    /// The odds of one battle: chance to win, losses, every way it can end
    Odds(OddsArguments),
    /// The odds of a campaign through several territories, leaving units in each
    Path(PathArguments),
    /// How many attackers it takes for a wanted chance
    Need(NeedArguments),
    /// Write a table file in another format
    Convert(ConvertArguments),
    /// Draw the heat map of a table file
    #[cfg(feature = "plot")]
    Plot(PlotArguments),
    /// List the named dice rules
    Presets,
}

#[derive(Args)]
struct TableArguments {
    /// Most units on a side, from 1 to 10000
    #[arg(required = true, value_name = "MAX-UNITS", value_parser = numbers::units_or_command, allow_negative_numbers = true)]
    max_units: Option<usize>,
    /// Battles fought for each pair (left out with --exact), then the file to
    /// write; "-" is standard output
    #[arg(required = true, num_args = 1..=2, value_names = ["NUM-ITERATIONS", "OUTPUT-FILE"], allow_negative_numbers = true)]
    iterations_and_output: Vec<OsString>,
    /// Compute the odds from the Markov chain instead of sampling them
    #[arg(long, conflicts_with_all = ["method", "seed", "threads", "standard_errors"])]
    exact: bool,
    /// How battles are sampled
    #[arg(long, value_enum, default_value = "split")]
    method: MethodName,
    /// Seed of the random numbers; the same seed gives the same bytes
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Threads to work on; as many as there are processors if left out
    #[arg(long, value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    #[command(flatten)]
    format: FormatArguments,
    /// Draw the heat map of the table too; .png or .svg
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    rules: RulesArguments,
}

#[derive(Args)]
struct FormatArguments {
    /// File format; if left out, by the ending: .csv, .json, anything else is the
    /// plain matrix
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Digits after the point in the plain matrix
    #[arg(long, default_value_t = 6, value_parser = whole::<u8>(1, 17), allow_negative_numbers = true)]
    decimals: u8,
    /// Write the standard errors into the cells of the plain matrix, as
    /// "p|e|error of p|error of e"; the other formats always have them
    #[arg(long)]
    standard_errors: bool,
}

#[derive(Args)]
struct ForceArguments {
    /// Replace tables by tables and pictures by pictures; nothing else is ever
    /// overwritten
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Plain text, cells "p|e"
    Matrix,
    /// Comma-separated values, a line for each battle
    Csv,
    /// JSON with rules and method
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Roll, sort and compare every die: the reference, slow
    Dice,
    /// All battles of a cell at once by binomial draws: the law of independent
    /// battles at a cost that hardly depends on their number
    Split,
}

#[derive(Args)]
struct OddsArguments {
    /// Units that may attack
    #[arg(value_parser = units, allow_negative_numbers = true)]
    attackers: usize,
    /// Units that defend
    #[arg(value_parser = units, allow_negative_numbers = true)]
    defenders: usize,
    /// Break off when only so many attackers are left
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true, value_parser = units, conflicts_with = "one_round")]
    stop_at: Option<usize>,
    /// Break off after one round of dice
    #[arg(long)]
    one_round: bool,
    #[command(flatten)]
    answer: AnswerArguments,
}

#[derive(Args)]
struct PathArguments {
    /// Units that may attack
    #[arg(value_parser = units, allow_negative_numbers = true)]
    attackers: usize,
    /// Units that defend each territory, in order
    #[arg(required = true, value_parser = units, allow_negative_numbers = true)]
    defenders: Vec<usize>,
    #[command(flatten)]
    garrison: GarrisonArguments,
    #[command(flatten)]
    answer: AnswerArguments,
}

#[derive(Args)]
struct NeedArguments {
    /// Units that defend; several for a campaign through several territories
    #[arg(required = true, value_parser = units, allow_negative_numbers = true)]
    defenders: Vec<usize>,
    /// The chance wanted, between 0 and 1, or in percent as 80%
    #[arg(long, value_parser = chance, allow_negative_numbers = true)]
    chance: f64,
    #[command(flatten)]
    garrison: GarrisonArguments,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    format: AnswerFormat,
    #[command(flatten)]
    rules: RulesArguments,
}

#[derive(Args)]
struct GarrisonArguments {
    /// Units left behind in every territory taken but the last
    #[arg(long, value_name = "UNITS", default_value_t = 1, value_parser = whole::<u16>(1, u16::MAX), allow_negative_numbers = true)]
    garrison: u16,
}

#[derive(Args)]
struct AnswerArguments {
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    format: AnswerFormat,
    /// Draw the distribution too; .png or .svg
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    force: ForceArguments,
    #[command(flatten)]
    rules: RulesArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// For reading
    Text,
    /// For programs, every number
    Json,
    /// The distribution, a line for each way it can end
    Csv,
}

#[derive(Args)]
struct ConvertArguments {
    /// A table in any format
    input: PathBuf,
    /// The file to write; "-" is standard output
    output: PathBuf,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    force: ForceArguments,
}

#[cfg(feature = "plot")]
#[derive(Args)]
struct PlotArguments {
    /// A table in any format
    input: PathBuf,
    /// The picture to write; .png or .svg
    output: PathBuf,
    #[command(flatten)]
    force: ForceArguments,
}

/// The arguments that the program was started with; ends it where they are none.
pub(crate) fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        // With --exact the battles are left out, which clap cannot know.
        let is_exact = std::env::args_os().any(|argument| argument == "--exact");
        let missing = error.kind() == ErrorKind::MissingRequiredArgument;
        if missing && is_exact && error.to_string().contains("<NUM-ITERATIONS>") {
            let mut told = EXACT_USAGE.to_owned();
            if error.to_string().contains("<MAX-UNITS>\n") {
                told = told.replacen("OUTPUT-FILE is", "MAX-UNITS and OUTPUT-FILE are", 1);
            }
            Arguments::command().error(error.kind(), told).exit()
        }
        error.exit()
    })
}

const EXACT_USAGE: &str =
    "OUTPUT-FILE is missing: marchland-simulator --exact <MAX-UNITS> <OUTPUT-FILE>";

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let result = match arguments.command {
        None => make::table(&arguments.table).map(|()| ExitCode::SUCCESS),
        Some(Command::Odds(arguments)) => answer::odds(&arguments).map(|()| ExitCode::SUCCESS),
        Some(Command::Path(arguments)) => answer::path(&arguments).map(|()| ExitCode::SUCCESS),
        Some(Command::Need(arguments)) => answer::need(&arguments),
        Some(Command::Convert(arguments)) => make::convert(&arguments).map(|()| ExitCode::SUCCESS),
        #[cfg(feature = "plot")]
        Some(Command::Plot(arguments)) => make::plot(&arguments).map(|()| ExitCode::SUCCESS),
        Some(Command::Presets) => rules::list().map(|()| ExitCode::SUCCESS),
    };
    // Whoever reads our output may stop reading it, as `head` does.
    match result {
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        other => other,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
