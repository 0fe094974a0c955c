//! The command line of the battle simulator.

mod cli;

use std::io::{Write as _, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(cli::arguments()) {
        Ok(code) => code,
        Err(error) => {
            let interrupted = error.is::<cli::Interrupted>();
            let message = if interrupted {
                "interrupted: nothing was written".into()
            } else {
                marchland_files::plain_lines(&format!("error: {error:#}"))
            };
            // Standard error may be closed.
            let _ = writeln!(stderr(), "{message}");
            ExitCode::from(if interrupted { 130 } else { 2 })
        }
    }
}
