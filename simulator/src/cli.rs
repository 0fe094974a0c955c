//! The command line: its arguments and commands.

mod answer;
mod busy;
mod make;
mod numbers;
mod rules;

use std::{ffi::OsString, io, path::PathBuf, process::ExitCode};

use clap::{ArgAction, Args, CommandFactory as _, Parser, Subcommand, ValueEnum, error::ErrorKind};

use marchland_simulator::Sampling;

use numbers::{chance, units, whole};
use rules::RulesArguments;

/// The user pressed Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Compute battle odds, as tables or for single battles and campaigns.
///
/// Without a command, fights every battle of 1 to MAX-UNITS attackers against 1 to
/// MAX-UNITS defenders to the end. Writes the attacker's chance to win, p, and the mean
/// number of attackers left after a win, e, as a square matrix: row a, column d, cells
/// "p|e".
///
/// Attackers are always the units that may attack. The unit that has to stay behind in
/// the attacking territory is not counted.
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
        marchland-simulator 30 10000 odds.prob         table for up to 30 units, 10,000 battles a cell\n  \
        marchland-simulator --exact 30 exact.prob      the same table, computed exactly\n  \
        marchland-simulator odds 10 8                  10 attack 8: chances, losses, survivors\n  \
        marchland-simulator path 12 3 2 4              12 attack three territories in turn\n  \
        marchland-simulator need 8 --chance 0.8        attackers needed to beat 8 with 80 %\n\n\
        Exit codes: 0 done, 1 no number of attackers is enough (`need`), 2 bad arguments or files, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    table: TableArguments,
}

#[derive(Subcommand)]
enum Command {
    /// Odds of one battle: chance to win, losses, all possible outcomes
    Odds(OddsArguments),
    /// Odds of a campaign through several territories, leaving units in each
    Path(PathArguments),
    /// Number of attackers needed for a given chance
    Need(NeedArguments),
    /// Convert a table file to another format
    Convert(ConvertArguments),
    /// Draw a heat map of a table file
    Plot(PlotArguments),
    /// List the named dice rules
    Presets,
}

/// The id of the arguments after MAX-UNITS.
const WORDS: &str = "iterations and output";

#[derive(Args)]
struct TableArguments {
    /// Largest number of units on either side, from 1 to 10000
    #[arg(required = true, value_name = "MAX-UNITS", value_parser = numbers::units_or_command, allow_negative_numbers = true)]
    max_units: Option<usize>,
    /// Number of battles in each cell (omitted with --exact), then the file to write, or
    /// "-" for standard output
    // One argument, because either word can stand alone; `shown` presents it as two.
    #[arg(id = WORDS, required = true, num_args = 1..=2, value_names = ["NUM-ITERATIONS", "OUTPUT-FILE"], allow_negative_numbers = true)]
    iterations_and_output: Vec<OsString>,
    /// Compute exact odds from the Markov chain instead of sampling them
    #[arg(long, conflicts_with_all = ["method", "seed", "threads", "standard_errors"])]
    exact: bool,
    /// How battles are sampled
    #[arg(long, value_enum, default_value = "split")]
    method: Sampling,
    /// Random seed; the same seed gives the same bytes
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    #[command(flatten)]
    format: FormatArguments,
    /// Also draw a heat map of the table (.png or .svg)
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
    /// File format [default: by extension: .csv, .json, otherwise the plain matrix]; the
    /// extensions .csv, .json and .prob belong to one format each
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Decimal places in the plain matrix [default: 6]
    #[arg(long, value_parser = whole::<u8>(1, 17), allow_negative_numbers = true)]
    decimals: Option<u8>,
    /// Add standard errors to the cells of the plain matrix, as
    /// "p|e|error of p|error of e"; the other formats always include them
    #[arg(long)]
    standard_errors: bool,
}

#[derive(Args)]
struct ForceArguments {
    /// Overwrite existing output: a table by a table, a picture by a picture, and nothing
    /// else
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Plain text, cells "p|e"
    Matrix,
    /// Comma-separated values, one line for each cell
    Csv,
    /// JSON, including rules and method
    Json,
}

#[derive(Args)]
struct OddsArguments {
    /// Units that can attack
    #[arg(value_parser = units, allow_negative_numbers = true)]
    attackers: usize,
    /// Units defending
    #[arg(value_parser = units, allow_negative_numbers = true)]
    defenders: usize,
    /// Stop attacking when only this many attackers are left, or fewer: a round can cost
    /// several
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true, value_parser = units, conflicts_with = "one_round")]
    stop_at: Option<usize>,
    /// Stop after one round of dice
    #[arg(long)]
    one_round: bool,
    #[command(flatten)]
    answer: AnswerArguments,
}

#[derive(Args)]
struct PathArguments {
    /// Units that can attack
    #[arg(value_parser = units, allow_negative_numbers = true)]
    attackers: usize,
    /// Units defending each territory, in order
    #[arg(required = true, value_parser = units, allow_negative_numbers = true)]
    defenders: Vec<usize>,
    #[command(flatten)]
    garrison: GarrisonArguments,
    #[command(flatten)]
    answer: AnswerArguments,
}

#[derive(Args)]
struct NeedArguments {
    /// Units defending; several numbers for a campaign through several territories
    #[arg(required = true, value_parser = units, allow_negative_numbers = true)]
    defenders: Vec<usize>,
    /// Required chance, between 0 and 1 or as a percentage such as 80%
    #[arg(long, value_parser = chance, allow_negative_numbers = true)]
    chance: f64,
    #[command(flatten)]
    garrison: GarrisonArguments,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: AnswerFormat,
    #[command(flatten)]
    rules: RulesArguments,
}

#[derive(Args)]
struct GarrisonArguments {
    /// Units left behind in every captured territory but the last
    #[arg(long, value_name = "UNITS", default_value_t = 1, value_parser = whole::<u16>(1, u16::MAX), allow_negative_numbers = true)]
    garrison: u16,
}

#[derive(Args)]
struct AnswerArguments {
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: AnswerFormat,
    /// Also draw the distribution (.png or .svg)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    #[command(flatten)]
    rules: RulesArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// Plain text
    Text,
    /// JSON with every number
    Json,
    /// Comma-separated values: for `odds` a line for each outcome, for `path` a line for
    /// each territory (the outcomes are in JSON), for `need` a line with the answer
    Csv,
}

#[derive(Args)]
struct ConvertArguments {
    /// A table file in any format, or "-" for standard input
    input: PathBuf,
    /// The file to write, or "-" for standard output
    output: PathBuf,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    force: ForceArguments,
}

#[derive(Args)]
struct PlotArguments {
    /// A table file in any format, or "-" for standard input
    input: PathBuf,
    /// The picture to write (.png or .svg)
    output: PathBuf,
    #[command(flatten)]
    force: ForceArguments,
}

/// The arguments of this process. Exits if they are invalid.
pub(crate) fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        // clap does not know that --exact takes no number of battles.
        let is_exact = std::env::args_os().any(|argument| argument == "--exact");
        let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
        if is_missing && is_exact && error.to_string().contains("<NUM-ITERATIONS>") {
            let missing = if error.to_string().contains("<MAX-UNITS>\n") {
                "MAX-UNITS and OUTPUT-FILE are"
            } else {
                "OUTPUT-FILE is"
            };
            let message =
                format!("{missing} missing: marchland-simulator --exact <MAX-UNITS> <OUTPUT-FILE>");
            Arguments::command().error(error.kind(), message).exit()
        }
        if is_missing || error.kind() == ErrorKind::DisplayHelp {
            let shown = shown(is_missing).try_get_matches();
            shown.err().unwrap_or(error).exit()
        }
        error.exit()
    })
}

/// The command with each of its arguments on its own, for help and for complaints about missing
/// ones. Help shows that NUM-ITERATIONS is not always required.
fn shown(needs_iterations: bool) -> clap::Command {
    let output = clap::Arg::new("output")
        .required(true)
        .value_name("OUTPUT-FILE")
        .help_heading(None::<&str>)
        .allow_negative_numbers(true)
        .help("File to write, or \"-\" for standard output");
    Arguments::command()
        .allow_missing_positional(true)
        .mut_arg(WORDS, |iterations| {
            iterations
                .action(ArgAction::Set)
                .num_args(1)
                .required(needs_iterations)
                .value_name("NUM-ITERATIONS")
                .help("Number of battles in each cell; omitted with --exact")
        })
        .arg(output)
}

/// Runs a command; `need` exits with 1 if no number of attackers suffices.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let result = match arguments.command {
        None => make::table(&arguments.table),
        Some(Command::Odds(arguments)) => answer::odds(&arguments),
        Some(Command::Path(arguments)) => answer::path(&arguments),
        Some(Command::Need(arguments)) => match answer::need(&arguments) {
            Ok(false) => return Ok(ExitCode::from(1)),
            result => result.map(|_| ()),
        },
        Some(Command::Convert(arguments)) => make::convert(&arguments),
        Some(Command::Plot(arguments)) => make::plot(&arguments),
        Some(Command::Presets) => rules::list(),
    };
    match result {
        // The reader may close the pipe early, as `head` does.
        Err(error) if !is_broken_pipe(&error) => Err(error),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    causes.any(|error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe)
}
