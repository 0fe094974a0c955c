//! The command line. Exit codes, the same in every format: 0 clean, 1 findings at or above
//! the threshold, 2 wrong usage or something that cannot be read or written.

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
/// Wrong usage, or something that cannot be read or written.
pub(crate) const TROUBLE: u8 = 2;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    let args = Args::try_parse();
    let colour = args.as_ref().map_or(Colour::Auto, |args| args.colour);
    let output = output_of(args);
    let choice = |stream| match colour {
        Colour::Auto => stream,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    };
    let mut stdout = io::stdout().lock();
    let colours = choice(AutoStream::choice(&stdout));
    let mut stdout = AutoStream::new(&mut stdout, colours);
    let written = stdout
        .write_all(output.text.as_bytes())
        .and_then(|()| stdout.flush());
    // Standard error may be closed.
    let mut stderr = io::stderr().lock();
    let colours = choice(AutoStream::choice(&stderr));
    let mut stderr = AutoStream::new(&mut stderr, colours);
    for note in &output.notes {
        let _ = writeln!(stderr, "{note}");
    }
    match written {
        // The reader may close the pipe early.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(stderr, "error: cannot write: {error}");
            ExitCode::from(TROUBLE)
        }
        _ => ExitCode::from(output.code),
    }
}

/// The output of a command line such as `["marchland-validator", "check", "maps"]`.
/// Options such as `--fix` write files all the same.
pub fn output<A>(args: impl IntoIterator<Item = A>) -> Output
where
    A: Into<OsString> + Clone,
{
    output_of(Args::try_parse_from(args))
}

fn output_of(args: Result<Args, clap::Error>) -> Output {
    match args {
        Ok(args) => carry_out(&args),
        Err(error) if error.use_stderr() => Output {
            notes: vec![error.render().ansi().to_string().trim_end().to_owned()],
            code: TROUBLE,
            ..Output::default()
        },
        Err(error) => Output {
            text: error.render().ansi().to_string(),
            ..Output::default()
        },
    }
}

fn carry_out(args: &Args) -> Output {
    match &args.command {
        Command::Check(options) => check::run(options),
        Command::Explain { code, format } => explain::explain(code, *format),
        Command::Rules { format } => explain::rules(*format),
    }
}

/// The output of a command.
#[derive(Debug, Default)]
pub struct Output {
    /// For standard output; may contain ANSI styles.
    pub text: String,
    /// Lines for standard error.
    pub notes: Vec<String>,
    /// The exit code.
    pub code: u8,
}

/// A path as shown in reports: separated by `/`, without a leading `./`, on one line; `.`
/// for the current folder.
pub(crate) fn shown(path: &Path) -> String {
    let parts: PathBuf = path
        .components()
        .filter(|part| *part != std::path::Component::CurDir)
        .collect();
    if parts.as_os_str().is_empty() {
        return ".".to_owned();
    }
    plain(&parts.to_string_lossy().replace('\\', "/")).into_owned()
}

/// A path relative to the nearest folder above with `.git`, so that it does not depend on the
/// current folder; as [`shown`] if there is none.
pub(crate) fn in_repository(path: &Path) -> String {
    let inside = || {
        let whole = path.canonicalize().ok()?;
        let mut above = whole.ancestors().skip(1);
        let root = above.find(|above| above.join(".git").exists())?;
        whole.strip_prefix(root).ok().map(Path::to_owned)
    };
    shown(&inside().unwrap_or_else(|| path.to_owned()))
}
