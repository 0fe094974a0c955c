//! The command line of the battle simulator.

mod cli;

use std::io::{Write as _, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(cli::arguments()) {
        Ok(code) => code,
        Err(error) => {
            if let Some(cli::Interrupted) = error.downcast_ref() {
                let _ = writeln!(stderr(), "interrupted: nothing was written");
                return ExitCode::from(130);
            }
            // Standard error may be closed.
            let said = marchland_files::plain_lines(&format!("error: {error:#}"));
            let _ = writeln!(stderr(), "{said}");
            ExitCode::from(2)
        }
    }
}
