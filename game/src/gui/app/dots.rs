//! Actions in Dots and Boxes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use iced::Task;
use iced::widget::operation;

use super::{App, Message, OpenedRecord, Screen, news_task};
use crate::client::net::{Presence, TableChoice};
use crate::client::{Follower, Knowledge, ended};
use crate::dots::Size;
use crate::gui::dots::{DotsReplay, DotsTable, Message as DotsMessage, unknown};
use crate::gui::keys::Command;
use crate::gui::place::{Opening, Place};
use crate::gui::replay::Replay;
use crate::gui::retry::Retry;
use crate::gui::seat::sit_down;
use crate::gui::stage::Pace;
use crate::gui::table::CHAT;
use crate::gui::texts;
use crate::{conquest, replay};

use super::picture::Shown;

impl OpenedRecord {
    /// Reads a record of any game of the window. A record of conquest is read with `map`, or else
    /// with the first of `likely` that fits, or the map that it names.
    pub(super) fn read(
        file: &Path,
        map: Option<PathBuf>,
        likely: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Self, String> {
        let record = replay::read(file);
        // The errors begin with the path.
        let record = record.map_err(|error| ended(&texts::with_cause(&error)))?;
        if record.header.game != conquest::ID {
            let replay = DotsReplay::new(record);
            let replay = replay.map_err(|why| texts::other_record(&file.display(), &why))?;
            return Ok(Self::Dots(Box::new(replay)));
        }
        let (map, ground, replay) = Replay::with_map(file, record, map, likely)?;
        Ok(Self::Conquest(map, Box::new((ground, replay))))
    }
}

impl App {
    /// Begins the game that is set up, or opens the one given.
    pub(super) fn play_dots(&mut self, goes_on: Option<Opening<Follower>>) -> Task<Message> {
        let setup = self.settings.dots.clone();
        let fresh = goes_on.is_none();
        if fresh {
            self.keep_in_mind();
        }
        let known = match unknown(setup.size, setup.bots.len() as u8 + 1) {
            Ok(known) => known,
            Err(why) => return self.toast("map", why.to_string(), true),
        };
        let begin = Arc::clone(&self.begin_dots);
        let opening = goes_on.unwrap_or_else(|| Box::new(move || begin(&setup).map(Place::local)));
        let (mut dots_table, news) = self.dots_table(opening, known, false);
        dots_table.repeats = fresh;
        self.screen = Screen::Dots(Box::new(dots_table));
        news
    }

    /// Joins a table of a server, ready to play.
    pub(super) fn sit_at_dots(
        &mut self,
        choice: TableChoice,
        presence: Presence,
        size: Size,
        players: u8,
    ) -> Task<Message> {
        let Some(lobby) = &mut self.lobby else {
            return Task::none();
        };
        let game = match unknown(size, players) {
            Ok(game) => game,
            Err(why) => {
                lobby.said = Some(why.to_string());
                return Task::none();
            }
        };
        let presence = match presence {
            Presence::Gathers => Presence::Plays,
            other => other,
        };
        let record = Arc::clone(&self.server_options.record);
        let opening = lobby.opening(choice, presence, game.clone(), record);
        let watches = presence == Presence::Watches;
        let (mut dots_table, news) = self.dots_table(opening, game, watches);
        dots_table.repeats = false;
        self.screen = Screen::Dots(Box::new(dots_table));
        news
    }

    /// Returns to the lobby if the table refused the player.
    pub(super) fn leave_closed_table(&mut self) -> Task<Message> {
        let Screen::Dots(dots_table) = &self.screen else {
            return Task::none();
        };
        match dots_table.ending() {
            Some(Err(failure)) if self.lobby.is_some() && !dots_table.known.has_begun() => {
                let failure = failure.clone();
                let back = self.back_to_lobby();
                Task::batch([back, self.tell_in_lobby(&failure)])
            }
            _ => Task::none(),
        }
    }

    /// Opens a table, and subscribes to its news.
    fn dots_table(
        &mut self,
        opening: Opening<Follower>,
        known: Follower,
        watches: bool,
    ) -> (DotsTable, Task<Message>) {
        self.games += 1;
        let game = self.games;
        let (link, heard) = sit_down(opening);
        (
            DotsTable::new(link, known, watches),
            news_task(game, heard, Message::DotsHeard),
        )
    }

    /// Opens the table of the command line, under the name that was given last.
    pub(super) fn reopen_dots(&mut self) -> Task<Message> {
        let Some((name, reopen)) = self.reopen_dots.clone() else {
            return Task::none();
        };
        let retry = Retry::under(&name);
        self.settings.plays_dots = true;
        let opened = self.play_dots(Some(Box::new(move || reopen(name))));
        if let Screen::Dots(dots_table) = &mut self.screen {
            dots_table.retry = retry;
        }
        opened
    }

    /// Continues a saved game of Dots and Boxes.
    pub(super) fn go_on_with_dots(&mut self, name: String) -> Task<Message> {
        let open = Arc::clone(&self.saved_games.open_dots);
        self.settings.plays_dots = true;
        self.play_dots(Some(Box::new(move || open(&name).map(Place::local))))
    }

    pub(super) fn on_dots(&mut self, message: &DotsMessage) -> Task<Message> {
        let Screen::Dots(dots_table) = &mut self.screen else {
            return Task::none();
        };
        match message {
            DotsMessage::Command(command) => return self.command_dots(*command),
            DotsMessage::Again(same) => {
                if !same {
                    self.reseed();
                    self.settings.dots.seed = self.settings.conquest.seed;
                }
                return self.play_dots(None);
            }
            DotsMessage::Replay => {
                if let Some(file) = dots_table.record().cloned() {
                    return self.read_record(file, None);
                }
            }
            DotsMessage::Leave => return self.ask_to_leave(),
            DotsMessage::Retry(name) => {
                self.call_oneself(name);
                if let Some((known, _)) = &mut self.reopen_dots {
                    known.clone_from(name);
                }
                return self.reopen_dots();
            }
            other => dots_table.update(other),
        }
        Task::none()
    }

    pub(super) fn command_dots(&mut self, command: Command) -> Task<Message> {
        let Screen::Dots(dots_table) = &mut self.screen else {
            return Task::none();
        };
        if let Command::Theme | Command::Contrast | Command::Scale(_) = command {
            return self.change_looks(command);
        }
        if dots_table.help {
            dots_table.help = !command.closes_help();
            return Task::none();
        }
        let over = dots_table.ending().is_some();
        let begun = dots_table.known.has_begun();
        let wish = match command {
            Command::Confirm if dots_table.retry.is_possible() && over => {
                match (dots_table.retries(), dots_table.other_name()) {
                    (Some(name), _) => DotsMessage::Retry(name),
                    // In the field of a name that cannot be one yet.
                    (None, Some(_)) => return Task::none(),
                    (None, None) => DotsMessage::Leave,
                }
            }
            Command::Write if !dots_table.watches => return operation::focus(CHAT),
            Command::Confirm if over && dots_table.repeats => DotsMessage::Again(false),
            Command::Cancel if over && begun && !dots_table.looks => DotsMessage::Look,
            Command::Confirm if over => DotsMessage::Leave,
            Command::Cancel if over || dots_table.watches => DotsMessage::Leave,
            other => {
                dots_table.update(&DotsMessage::Command(other));
                return Task::none();
            }
        };
        self.on_dots(&wish)
    }

    /// Plays a game by computer up to that turn, for a picture.
    pub(super) fn show_dots(&mut self, shown: Shown, turn: u32) -> Result<(), String> {
        let (begin, setup) = (Arc::clone(&self.begin_dots), self.settings.dots.clone());
        let known = unknown(setup.size, setup.bots.len() as u8 + 1);
        let known = known.map_err(|why| why.to_string())?;
        let seed = setup.seed;
        let (link, mut heard) = sit_down(Box::new(move || begin(&setup).map(Place::local)));
        let mut dots_table = DotsTable::new(link, known, false);
        (dots_table.pace, dots_table.seed) = (Pace::None, Some(seed));
        let mut turns = 0;
        while let Some(news) = heard.blocking_recv() {
            dots_table.hear(news, Instant::now());
            if dots_table.ending().is_some() {
                break;
            }
            if dots_table.is_asked() {
                turns += 1;
                if turns >= turn && shown != Shown::End {
                    dots_table.update(&DotsMessage::Command(Command::Next));
                    break;
                }
                // The computer makes one move.
                dots_table.update(&DotsMessage::Command(Command::Autoplay));
                dots_table.settle();
                dots_table.update(&DotsMessage::Command(Command::Autoplay));
            }
            dots_table.settle();
        }
        dots_table.help = shown == Shown::Keys;
        if let Some(Err(failure)) = dots_table.ending() {
            return Err(failure.why.clone());
        }
        self.screen = Screen::Dots(Box::new(dots_table));
        Ok(())
    }
}
