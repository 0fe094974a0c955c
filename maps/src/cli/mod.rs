//! The command line: one file for each subcommand.
//!
//! Results go to standard output, progress and remarks to standard error. Exit
//! codes: 0 done, 1 done, but something needs attention, 2 failed, 130 stopped.

/// Like `eprintln!`, but standard error may be closed.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod diff;
mod edit;
mod export;
mod files;
mod foreign;
mod generate;
mod import;
mod info;
mod leftovers;
mod new;
mod picture;
mod progress;
mod render;
mod repair;
mod sea;
mod settle;
mod words;

use std::io::{self, Write};
use std::mem::discriminant;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Parser, Subcommand};
use marchland_maps::files::{plain_lines, plain_path};
use marchland_maps::folder::Folder;
use marchland_maps::in_groups;
use marchland_maps::xml::Reading;

use foreign::Foreign;

/// Make, inspect and draw maps for Marchland.
///
/// A map is a folder with a `map.xml`, a mask (a picture in which every
/// territory has a colour of its own) and usually an image that players see.
///
/// Exit codes: 0 done, 1 done, but something needs attention, 2 failed or wrong
/// usage, 130 stopped by Ctrl-C. A command that is stopped leaves nothing half
/// written.
#[derive(Parser)]
#[command(name = "marchland-maps", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(Box<new::Arguments>),
    Import(import::Arguments),
    Export(export::Arguments),
    Generate(generate::Arguments),
    Edit(edit::Arguments),
    Diff(diff::Arguments),
    Repair(repair::Arguments),
    Info(info::Arguments),
    Render(render::Arguments),
    Settle(settle::Arguments),
}

/// The result of a command that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Exit code 0.
    Done,
    /// Exit code 1: done, but something needs attention.
    Look,
}

impl Outcome {
    fn done_if(is_clean: bool) -> Self {
        if is_clean { Self::Done } else { Self::Look }
    }
}

/// Output formats of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Plain text.
    Text,
    /// One JSON object for programs.
    Json,
}

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    progress::catch_interrupt();
    let outcome = match &cli.command {
        Command::New(arguments) => new::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Edit(arguments) => edit::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Repair(arguments) => repair::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::Render(arguments) => render::run(arguments),
        Command::Settle(arguments) => settle::run(arguments),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Look) => ExitCode::FAILURE,
        // The reader has seen enough, like `head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say!("{}", plain_lines(&format!("error: {error:#}")));
            ExitCode::from(2)
        }
    }
}

/// Standard output for a report. That its reader has seen enough, like `head`, is no error and changes
/// no exit code.
struct Out(io::StdoutLock<'static>);

impl Out {
    fn new() -> Self {
        Self(io::stdout().lock())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>();
        let kind = io.or(json.and_then(serde_json::Error::io_error_kind));
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Refuses a file that is not a map by its extension.
fn refuse_other_files(path: &Path) -> anyhow::Result<()> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_map = path.is_dir() || extension.is_empty() || extension.eq_ignore_ascii_case("xml");
    if path.is_file() && !is_map {
        if let Foreign::Other { is, advice } = foreign::recognise(path)? {
            bail!("{} {is}; {advice}", plain_path(path));
        }
        bail!(
            "{} is not a map; give a map's folder or the map.xml in it",
            plain_path(path)
        );
    }
    Ok(())
}

/// Opens a map and prints the flaws of its file.
fn open_map(path: &Path) -> anyhow::Result<(Folder, Reading)> {
    refuse_other_files(path)?;
    let (folder, reading) = Folder::open(path)?;
    let flaws = reading.flaws.iter();
    let file = folder.file().display();
    for flaw in in_groups(flaws.map(|flaw| (discriminant(&flaw.kind), format!("{file}:{flaw}")))) {
        words::note(&flaw);
    }
    Ok((folder, reading))
}
