//! The options, as `--help` shows them.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use marchland_maps::Severity;

/// Check maps for mistakes.
///
/// Exit codes, the same in every format: 0 no findings at or above the threshold (errors, unless
/// --deny lowers it), 1 at least one such finding, 2 wrong usage, or a file (such as a map's mask)
/// cannot be read or written.
#[derive(Debug, Parser)]
#[command(
    name = "marchland-validator",
    version,
    after_help = "Settings and waivers are read from `marchland.toml` beside the map and in the folders above \
                  it."
)]
pub(crate) struct Args {
    /// When to use colours in human-readable output; `NO_COLOR` is respected
    #[arg(
        long = "color",
        visible_alias = "colour",
        value_name = "WHEN",
        default_value = "auto",
        global = true
    )]
    pub(crate) colour: Colour,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// Only on a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check maps
    Check(Box<Check>),
    /// Print the manual page of a rule, or list the rules of a family
    Explain {
        /// A rule's code (ADJ008) or name, or a family (ADJ)
        #[arg(value_name = "CODE")]
        code: String,
        /// Output format
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
    /// List all rules
    Rules {
        /// Output format
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
}

/// Output formats of `explain` and `rules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Plain text
    Text,
    /// JSON
    Json,
}

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct Check {
    /// Map files, folders to search for `map.xml`, or `-` for standard input, which is checked
    /// without mask and settings
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,

    /// Output format [default: human; for --output-file PATH, the one that the extension of
    /// PATH names: .sarif, .json, .xml (junit) or .md]
    #[arg(long, alias = "output-format", value_name = "FORMAT")]
    pub(crate) format: Option<Format>,

    /// Lowest severity to show: error, warning or info
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "warning",
        value_parser = severity
    )]
    pub(crate) level: Severity,

    /// Write the report to this file instead of printing it; with FORMAT=PATH, write an
    /// additional report in that format; may be repeated. An extension that names another
    /// format is refused
    #[arg(short, long, value_name = "[FORMAT=]PATH")]
    pub(crate) output_file: Vec<String>,

    /// Report the number of findings of each rule instead of the findings. Only --format human,
    /// short and json can show it; other formats are refused. Additional reports
    /// (--output-file FORMAT=PATH) list the findings
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Run only these rules: codes, families, beginnings of codes, or ALL
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not run these rules; if --select matches a rule too, the longer code wins, and
    /// --ignore wins a tie
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// Fail on more than errors: `warnings` or `infos` lowers the threshold; a rule's code, a
    /// family or the beginning of codes makes those rules count as errors; may be repeated
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<String>,

    /// Apply safe fixes and write the maps
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix or --diff, also apply unsafe fixes, which are guesses
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,

    /// Show what --fix would change without writing it; exit with 1 if there is anything
    #[arg(long)]
    pub(crate) diff: bool,

    /// Waive the findings listed in this file
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the current findings to this file, for use with --baseline, and exit as if all of
    /// them were waived
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Compare with an older version: a map file or folder, or a folder of maps with the same
    /// layout as the PATH given; for a PATH that is a map, the one whose folder has the same name.
    /// If none of several maps has an older version there, that is an error
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// Exit with 0 even if there are findings; exit code 2 remains
    #[arg(long)]
    pub(crate) exit_zero: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With excerpts of the file, for terminals
    Human,
    /// One line for each finding, for editors and grep
    Short,
    /// JSON with everything known about each finding
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations for GitHub workflows
    Github,
    /// Code quality report for GitLab merge requests
    Gitlab,
    /// JUnit test report
    Junit,
    /// Tables for a job summary
    Markdown,
}

/// A severity by its word, in the singular or plural.
fn severity(word: &str) -> Result<Severity, &'static str> {
    Severity::of_word(word).ok_or("expected error, warning or info")
}
