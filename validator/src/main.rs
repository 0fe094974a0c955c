//! The validator's command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    marchland_validator::cli::run()
}
