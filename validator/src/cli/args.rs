//! The options, as `--help` shows them.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use marchland_maps::Severity;

/// Checks maps: is this a good map?
///
/// Exit codes, the same in every format: 0 clean, 1 findings at or above the
/// threshold (errors, unless --deny says more), 2 wrong usage or something that
/// cannot be read or written, as the mask of a map.
#[derive(Debug, Parser)]
#[command(
    name = "marchland-validator",
    version,
    after_help = "Settings and waivers live in `marchland.toml` beside the map; one further up counts for all \
                  maps below."
)]
pub(crate) struct Args {
    /// When to colour what is printed for people; `NO_COLOR` is respected
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
    /// On a terminal
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
    /// Print the manual page of a rule, or list a family
    Explain {
        /// Its code, as in ADJ008, or its name; or a family, as in ADJ
        #[arg(value_name = "CODE")]
        code: String,
        /// How to print it
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
    /// List all rules
    Rules {
        /// How to print them
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
}

/// How to print what is known of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct Check {
    /// Map files, folders to search for `map.xml`, or `-` for a map from standard input, of
    /// which the mask and the settings are not looked for
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// How to print the findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,

    /// The mildest findings to show: error, warning or info
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "warning",
        value_parser = severity
    )]
    pub(crate) level: Severity,

    /// Write the report into this file instead of printing it; with FORMAT=PATH in that format
    /// and besides printing it; may be given several times
    #[arg(short, long, value_name = "[FORMAT=]PATH")]
    pub(crate) output_file: Vec<String>,

    /// Print how many findings each rule has instead of the findings; as human, short or json
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Look at these rules alone: codes, families or beginnings of codes, or ALL
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not look at these rules; of two that speak of a rule the longer counts, of equals
    /// this one
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// Let findings fail the check: a rule's code, a family or the beginning of codes (as
    /// errors), `warnings` or `infos` for all of that severity and worse; may be given several
    /// times
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<String>,

    /// Apply the fixes that are safe and write the maps
    #[arg(long)]
    pub(crate) fix: bool,

    /// With --fix or --diff: also apply fixes that guess
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,

    /// Show what --fix would change, and write nothing; exit 1 if there is anything
    #[arg(long)]
    pub(crate) diff: bool,

    /// Waive what this file lists
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write what is found now to this file, to be waived by --baseline; exits as if all of it
    /// were waived
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Compare with an older version of the map: a map file or folder, or a folder of maps laid
    /// out alike
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// Exit 0 whatever is found; 2 stays 2
    #[arg(long)]
    pub(crate) exit_zero: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the lines of the file
    Human,
    /// One line each
    Short,
    /// Everything that is known, for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Commands for GitHub's workflows
    Github,
    /// A code quality report, for GitLab's merge requests
    Gitlab,
    /// A test report
    Junit,
    /// Tables for a job's summary
    Markdown,
}

/// A severity by its word, in one or many.
fn severity(word: &str) -> Result<Severity, &'static str> {
    Severity::of_word(word).ok_or("expected error, warning or info")
}
