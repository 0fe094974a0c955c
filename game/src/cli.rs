//! Command-line interface: what the commands have in common.

mod balance;
mod bots;
mod client;
mod ended;
mod games;
mod keyboard;
mod local;
mod maps;
mod output;
mod person;
mod play;
mod playable;
#[cfg(feature = "gui")]
mod remembered;
mod replay;
mod saved;
mod seat;
mod server;
mod shell;
mod stop;
mod tables;
mod tournament;
mod tune;
mod variants;
#[cfg(feature = "gui")]
mod window;
mod wire;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Parser, Subcommand};
use marchland_game::count;
use marchland_maps::files::plain_lines;

/// Play conquest games on your own maps: alone, over a network, or between computers.
#[derive(Debug, Parser)]
#[command(
    name = "marchland-game",
    version,
    after_help = "Exit codes: 0 done; 1 the command ran, but not with the result asked for; 2 wrong \
                  usage, or a file or network error. See the help of each command."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Server(server::Args),
    Client(client::Args),
    Replay(replay::Args),
    Tournament(tournament::Args),
    Balance(balance::Args),
    Tune(tune::Args),
}

/// Prints an error.
fn complain(text: &str) {
    note(&format!("error: {text}"));
}

/// Prints to standard error, which may be closed, with control characters replaced.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", plain_lines(text));
}

/// Runs the command. Exit codes: 0 done, 1 not the result asked for, 2 wrong usage, or a
/// file or network error.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(stop) => return usage(&stop),
    };
    let done = match cli.command {
        Command::Play(args) => play::run(&args),
        Command::Server(args) => server::run(&args),
        Command::Client(args) => client::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Balance(args) => balance::run(&args),
        Command::Tune(args) => tune::run(&args),
    };
    match (done, LOST.get()) {
        (Ok(_), Some(error)) => {
            complain(&format!("standard output is incomplete: {error}"));
            ExitCode::from(2)
        }
        (Ok(code), None) => code,
        (Err(error), _) => {
            complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints the help, the version or what is wrong with the arguments.
fn usage(stop: &clap::Error) -> ExitCode {
    if let Err(error) = stop.print()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        complain(&format!("standard output is incomplete: {error}"));
        return ExitCode::from(2);
    }
    ExitCode::from(stop.exit_code() as u8)
}

/// The number of threads asked for, or one for each core.
fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

/// The first error of writing to standard output, such as a full disk.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints a line to standard output, with control characters in names replaced. A closed pipe
/// is no error; other errors are reported at the end.
fn say(line: &str) {
    written(writeln!(io::stdout(), "{}", plain_lines(line)));
}

/// Remembers an error of writing to standard output.
fn written(written: io::Result<()>) {
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        // The first error is the most informative.
        let _ = LOST.set(error);
    }
}
