//! The command line of the game.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
