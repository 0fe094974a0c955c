//! What the command line does. Exit codes: 0 clean, 1 findings at or above the
//! threshold, 2 usage or input and output; the same in every format.

mod args;
mod baseline;
mod check;
mod explain;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;

use args::{Args, Colour, Command};

/// Findings at or above the threshold.
pub(crate) const FOUND: u8 = 1;
/// Wrong usage, or something cannot be read or written.
pub(crate) const TROUBLE: u8 = 2;

/// Runs the command line.
pub(crate) fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { TROUBLE } else { 0 };
            // Nobody is left to be told if this cannot be printed.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let output = match &args.command {
        Command::Check(options) => check::run(options),
        Command::Explain { code, format } => explain::explain(code, *format),
        Command::Rules { format } => explain::rules(*format),
    };
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
        eprintln!("{note}");
    }
    match written {
        // Whoever reads has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(output.code),
        Err(error) => {
            eprintln!("error: cannot write: {error}");
            ExitCode::from(TROUBLE)
        }
        Ok(()) => ExitCode::from(output.code),
    }
}

/// What a command has to say.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// For standard output; may hold ANSI styles.
    pub(crate) text: String,
    /// For standard error, one line each.
    pub(crate) notes: Vec<String>,
    /// The exit code.
    pub(crate) code: u8,
}
