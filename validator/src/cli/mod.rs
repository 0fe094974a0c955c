//! What the command line does. Exit codes: 0 clean, 1 findings at or above the
//! threshold, 2 usage or input and output, as a mask that cannot be read; the same in every
//! format.

mod args;
mod baseline;
mod check;
mod explain;
mod output;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;

use marchland_maps::files::plain;

use args::{Args, Colour, Command};

/// Findings at or above the threshold.
pub(crate) const FOUND: u8 = 1;
/// Wrong usage, or something cannot be read or written.
pub(crate) const TROUBLE: u8 = 2;

/// Runs the command line that the program was started with.
pub fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { TROUBLE } else { 0 };
            // Nobody is left to be told if this cannot be printed.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let output = carry_out(&args);
    let choice = match args.colour {
        Colour::Auto => AutoStream::choice(&io::stdout()),
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    };
    let mut stdout = AutoStream::new(io::stdout().lock(), choice);
    let written = stdout
        .write_all(output.text.as_bytes())
        .and_then(|()| stdout.flush());
    for note in &output.notes {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{note}");
    }
    match written {
        // Whoever reads has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(output.code),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write: {error}");
            ExitCode::from(TROUBLE)
        }
        Ok(()) => ExitCode::from(output.code),
    }
}

/// What a command line would print and which code it would end with, without
/// doing either: `["marchland-validator", "check", "maps"]`. With `--fix` and
/// the like it writes files all the same.
pub fn output<A>(args: impl IntoIterator<Item = A>) -> Output
where
    A: Into<OsString> + Clone,
{
    match Args::try_parse_from(args) {
        Ok(args) => carry_out(&args),
        Err(error) => {
            let said = error.to_string();
            let failed = error.use_stderr();
            Output {
                text: if failed { String::new() } else { said.clone() },
                notes: if failed { vec![said] } else { Vec::new() },
                code: if failed { TROUBLE } else { 0 },
            }
        }
    }
}

fn carry_out(args: &Args) -> Output {
    match &args.command {
        Command::Check(options) => check::run(options),
        Command::Explain { code, format } => explain::explain(code, *format),
        Command::Rules { format } => explain::rules(*format),
    }
}

/// What a command has to say.
#[derive(Debug, Default)]
pub struct Output {
    /// For standard output; may hold ANSI styles.
    pub text: String,
    /// For standard error, one line each.
    pub notes: Vec<String>,
    /// The exit code.
    pub code: u8,
}

/// A path as outputs show it: `/` between folders, no `./` at the beginning, on
/// one line.
pub(crate) fn shown(path: &Path) -> String {
    let parts: PathBuf = path
        .components()
        .filter(|part| *part != std::path::Component::CurDir)
        .collect();
    plain(&parts.to_string_lossy().replace('\\', "/")).into_owned()
}
