//! The command line: one subcommand, one file.
//!
//! Results go to standard output, progress and remarks to standard error. Exit
//! codes: 0 done, 1 there is something to look at, 2 it could not be done, 130
//! stopped.

mod files;
mod import;
mod info;
mod new;
mod picture;
mod progress;
mod render;
mod repair;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Make, inspect and draw maps for Marchland.
///
/// A map is a folder with a `map.xml`, a mask (a picture in which every
/// territory has a colour of its own) and, as a rule, an image that players
/// see.
///
/// Exit codes: 0 done, 1 there is something to look at, 2 it could not be done
/// or the command line was wrong, 130 stopped by Ctrl-C. Whatever is stopped
/// has written nothing.
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
    Repair(repair::Arguments),
    Info(info::Arguments),
    Render(render::Arguments),
}

/// How a command ended that could be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Exit code 0.
    Done,
    /// Exit code 1: done, but something needs a look.
    Look,
}

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    progress::catch_interrupt();
    let outcome = match &cli.command {
        Command::New(arguments) => new::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Repair(arguments) => repair::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::Render(arguments) => render::run(arguments),
    };
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Look) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
