//! A person's seat at this terminal.

use std::io::{self, IsTerminal};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use marchland_files::plain_path;
use marchland_game::client::net::{ClientError, Destination, Recorder};
use marchland_game::terminal::{LineEditor, Style};

use super::keyboard::Keyboard;
use super::output::{Output, read_lines, width};
use super::person::{Ending, Person, Screen};
use super::playable::Playable;
use super::shell::quoted;
use super::stop::Stop;
use super::{ended, say};

/// When to use colours.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(super) enum Colour {
    /// Only on a terminal
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub(super) colour: Colour,
}

impl Seat {
    /// Lets a person play at a server. Returns how the game ended there, or an error if it
    /// cannot be played here.
    ///
    /// The computer player of `auto` is seeded with `seed`; `kept` is what the player is told
    /// about the game when leaving.
    pub(super) async fn play<P: Playable>(
        self,
        game: &P,
        there: Destination<P::Known>,
        seed: u64,
        kept: &str,
    ) -> anyhow::Result<Result<Ending, ClientError>> {
        let style = self.style();
        let stop = Stop::listen();
        let editor = LineEditor::new(game.completer());
        let terminal = game.interface(style, seed, kept)?;
        let person = |typed, eager, screen: Box<dyn Screen>| Person {
            terminal,
            typed,
            eager,
            screen,
            shown: None,
            ticks: None,
            is_new: true,
            is_away: false,
        };
        Ok(
            if let Some((keyboard, typed)) = Keyboard::listen(editor, style.width) {
                let person = person(typed, true, Box::new(keyboard.screen()));
                let interrupted = async {
                    tokio::select! {
                        () = stop.asked() => {}
                        () = keyboard.interrupted() => {}
                    }
                };
                // Dropping the keyboard restores the terminal.
                person.play(there, interrupted).await
            } else {
                let eager = io::stdin().is_terminal();
                let screen = Box::new(Output { echo: !eager });
                let person = person(read_lines(), eager, screen);
                person.play(there, stop.asked()).await
            },
        )
    }

    /// The colour setting and the size of the terminal.
    fn style(self) -> Style {
        let colour = match self.colour {
            Colour::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            Colour::Always => true,
            Colour::Never => false,
        };
        let size = terminal_size::terminal_size();
        let height = size.map(|(_, height)| usize::from(height.0));
        Style {
            colour,
            width: width(),
            height: height.filter(|&height| height > 0).unwrap_or(usize::MAX),
        }
    }
}

/// Begins the record of a game, unless the player wants none.
pub(super) fn recorder(records: bool) -> anyhow::Result<Option<Recorder>> {
    let recorder = records.then(|| Recorder::new(Path::new("replays")));
    recorder
        .transpose()
        .context("the folder replays cannot be created here; play without it by --no-record")
}

/// What the player is told about a recorded game when leaving.
pub(super) const RECORD_KEPT: &str = "Its record is kept.";

/// The options that may help when a server refuses.
pub(super) const ADVICE: ended::Advice = ended::Advice {
    name: "choose another with --name",
    map: "give the map of the server: marchland-game play MAP",
};

/// Says where the record is. `map` is the map of the command line, because a record names
/// only bundled maps.
pub(super) fn farewell(ending: &Ending, map: Option<&Path>) {
    if let Some(file) = &ending.record {
        let what = if ending.over {
            "The game"
        } else {
            "The game so far"
        };
        let shown = plain_path(file);
        say(&format!("{what} is recorded in {shown}. To watch it:"));
        let map = map.filter(|map| map.exists());
        let map = map.map(|map| format!(" --map {}", quoted(&map.to_string_lossy())));
        say(&format!(
            "  marchland-game replay {}{}",
            quoted(&file.to_string_lossy()),
            map.unwrap_or_default()
        ));
    } else if !ending.over {
        say("You have left.");
    }
}
