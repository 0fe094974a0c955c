//! The command line of the battle simulator.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(cli::arguments()) {
        Ok(code) => code,
        Err(error) => {
            if let Some(cli::Interrupted) = error.downcast_ref() {
                eprintln!("interrupted: nothing was written");
                return ExitCode::from(130);
            }
            eprintln!(
                "{}",
                marchland_files::plain_lines(&format!("error: {error:#}"))
            );
            ExitCode::from(2)
        }
    }
}
