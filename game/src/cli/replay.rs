//! `marchland-game replay`

use std::path::PathBuf;
use std::process::ExitCode;

use super::client;
#[cfg(feature = "gui")]
use super::window;

/// Play back a recorded game, in a window or at this terminal
///
/// Opens a window if there is a display, unless --terminal is given. Checks every line
/// against the rules.
///
/// Exit codes: 0 the record was played back, even if it ends early; 1 a line breaks the
/// rules; 2 the file cannot be read, is damaged, or is for another map.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  marchland-game replay replays/2026-03-01_18-30-00.rep
  marchland-game replay FILE --map maps/mine       a map that is not bundled
  marchland-game replay FILE --terminal --speed 4  four times as fast")]
pub(super) struct Args {
    /// The record file
    file: PathBuf,
    /// The map it was played on: a folder, or the name of a bundled map [default: the bundled
    /// map that the record names]
    #[arg(long)]
    map: Option<PathBuf>,
    /// Play back at the terminal, even if there is a display
    #[arg(long)]
    terminal: bool,
    /// Playback speed at the terminal: 2 is twice as fast, 0 is without pauses
    #[arg(long, default_value_t = 1.0, value_parser = client::speed)]
    speed: f64,
    #[cfg(feature = "gui")]
    #[command(flatten)]
    window: window::Looks,
    #[cfg(feature = "gui")]
    #[command(flatten)]
    shot: window::ReplayShot,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "gui")]
    let shot = args.shot.asked();
    #[cfg(feature = "gui")]
    if (shot.is_some() || (!args.terminal && args.window.is_wanted()))
        && window::shows_record(&args.file, shot.is_some())?
    {
        return window::replay(&args.window, shot, &args.file, args.map.clone());
    }
    client::play_back(&args.file, args.map.as_deref(), args.speed)
}
