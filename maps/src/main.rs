//! `marchland-maps`: makes, shows and draws maps from the command line.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
