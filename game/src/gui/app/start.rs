//! Actions on the start screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;

use super::past::RECORDS;
use super::{App, Dialog, Message, Screen, SelectedMap, StartMessage, on_thread};
use crate::gui::game::fresh_seed;
use crate::gui::ground::Ground;
use crate::gui::place::Place;
use crate::gui::texts::{self, lobby as words};
use crate::protocol::Name;
use crate::saved_game::SavedGameInfo;

impl App {
    /// Chooses another seed.
    pub(super) fn reseed(&mut self) {
        self.settings.conquest.seed = fresh_seed();
        self.seed = self.settings.conquest.seed.to_string();
    }

    /// Whether the image of a map is hidden, as was chosen in a game.
    pub(in crate::gui) fn hides_image(&self, ground: &Ground) -> bool {
        !self.settings.preferences.image && ground.picture().is_some()
    }

    pub(super) fn on_start(&mut self, message: StartMessage) -> Task<Message> {
        let territories = match &self.screen {
            Screen::Start(SelectedMap::Read(preview)) => preview.ground.map().len(),
            _ => usize::MAX,
        };
        let ready = territories != usize::MAX;
        if !matches!(
            message,
            StartMessage::Name(_)
                | StartMessage::Join
                | StartMessage::Map(_)
                | StartMessage::Pointer
        ) {
            // The server of the command line is not wanted any more.
            self.enters = None;
        }
        let is_opened = ready && !self.is_unread();
        let conquest = &mut self.settings.conquest;
        match message {
            StartMessage::Map(map) => {
                self.path.clear();
                return self.open_map(map);
            }
            StartMessage::Path(path) => self.path = path,
            StartMessage::EnterPath if is_opened => {
                return self.on_start(StartMessage::Play);
            }
            StartMessage::OpenTyped | StartMessage::EnterPath if self.path.trim().is_empty() => {
                return self.read_map();
            }
            StartMessage::OpenTyped | StartMessage::EnterPath => {
                let map = typed(&self.path);
                self.path = map.display().to_string();
                return self.open_map(map);
            }
            StartMessage::Seat => conquest.seat(conquest.bots.len() + 1, territories),
            StartMessage::Unseat(at) => {
                if at < conquest.bots.len() && conquest.bots.len() > 1 {
                    conquest.bots.remove(at);
                }
            }
            StartMessage::Bot(at, name) => {
                if let Some(bot) = conquest.bots.get_mut(at) {
                    name.clone_into(bot);
                }
            }
            StartMessage::Rules(variants) => conquest.variants = variants,
            StartMessage::Seed(text) => self.seed = text,
            StartMessage::Continue(name) => return self.go_on(name),
            StartMessage::Server(text) => self.settings.server.0 = text,
            StartMessage::Name(text) => self.settings.server.1 = text,
            StartMessage::Join => return self.join(),
            StartMessage::Host if self.why_no_host(ready).is_none() => return self.open_host(),
            StartMessage::Host | StartMessage::Pointer => {}
            StartMessage::Reach(reach) => self.reach = reach,
            StartMessage::Records => {
                self.dialog = Some(Dialog::Records);
                // There may be others since the last look.
                return self.read_map();
            }
            StartMessage::Replay(name) => {
                self.dialog = None;
                return self.read_record(Path::new(RECORDS).join(name), None);
            }
            StartMessage::AskRemoval(name) => {
                let about = self.saved_game(&name);
                let title = about.map_or_else(|| name.clone(), SavedGameInfo::title);
                self.dialog = Some(Dialog::Remove(name, title));
            }
            StartMessage::Remove => return self.remove(),
            StartMessage::Game(dots) => self.settings.plays_dots = dots,
            StartMessage::Dots(setup) => self.settings.dots = setup,
            StartMessage::Shuffle => self.seed = fresh_seed().to_string(),
            StartMessage::Play if self.settings.plays_dots => {
                if let Ok(seed) = self.seed.parse() {
                    self.settings.dots.seed = seed;
                    return self.play_dots(None);
                }
            }
            StartMessage::Play if self.is_unread() => {
                // A folder that was typed but not opened is the one to play on.
                if let Ok(seed) = self.seed.parse() {
                    self.settings.conquest.seed = seed;
                    self.settings.conquest.map = typed(&self.path);
                    self.path = self.map().display().to_string();
                    self.screen = Screen::Loading;
                    return self.read_map();
                }
            }
            StartMessage::Play => {
                if let (Ok(seed), Screen::Start(SelectedMap::Read(preview))) =
                    (self.seed.parse(), &self.screen)
                {
                    self.settings.conquest.seed = seed;
                    let ground = Arc::clone(&preview.ground);
                    return self.play(&ground);
                }
            }
        }
        Task::none()
    }

    /// The saved game of that name, if it can be read.
    fn saved_game(&self, name: &str) -> Option<&SavedGameInfo> {
        let mut kept = self.past_games.kept.iter();
        kept.find(|kept| kept.name == name)?.about.as_ref().ok()
    }

    /// Continues the saved game of that name.
    fn go_on(&mut self, name: String) -> Task<Message> {
        let Some(known) = self.saved_game(&name) else {
            return Task::none();
        };
        if let Some(why) = &known.hindrance {
            let why = texts::past::not_continued(&known.title(), why);
            // Reads the list again, for the map may be back.
            let said = self.toast("continue", why, true);
            return Task::batch([said, self.read_map()]);
        }
        let map = known.map.clone();
        self.toasts.settle("continue");
        let Some(map) = map else {
            return self.go_on_with_dots(name);
        };
        self.path.clear();
        let chosen = std::mem::replace(&mut self.settings.conquest.map, map);
        self.former.get_or_insert(chosen);
        let open = Arc::clone(&self.saved_games.open);
        let opening = move || open(&name).map(Place::local);
        self.resume = Some((Box::new(opening), false));
        // It is not the table of the command line.
        self.reopen = None;
        self.screen = Screen::Loading;
        self.read_map()
    }

    /// Removes the saved game that was asked about, on another thread.
    fn remove(&mut self) -> Task<Message> {
        let Some(Dialog::Remove(name, _)) = self.dialog.take() else {
            return Task::none();
        };
        let remove = Arc::clone(&self.saved_games.remove);
        Task::perform(on_thread(move || remove(&name)), Message::Removed)
    }

    /// Selects a map.
    fn open_map(&mut self, map: PathBuf) -> Task<Message> {
        self.settings.conquest.map = map;
        self.screen = Screen::Start(SelectedMap::Reading);
        self.read_map()
    }

    /// Whether a folder is typed and its map is not read yet.
    pub(in crate::gui) fn is_unread(&self) -> bool {
        let is_being_read = matches!(self.screen, Screen::Start(SelectedMap::Reading));
        let is_opened = !is_being_read && self.map() == Path::new(&self.path);
        !self.path.trim().is_empty() && !is_opened
    }

    /// Why no server can be hosted; `ready` is whether the map is read.
    pub(in crate::gui) fn why_no_host(&self, ready: bool) -> Option<&'static str> {
        if !ready {
            Some(words::NO_MAP_YET)
        } else if self.settings.server.1.trim().is_empty() {
            Some(words::NO_NAME)
        } else {
            self.name_flaw()
        }
    }

    /// What is wrong with the player's name, if one is typed.
    pub(in crate::gui) fn name_flaw(&self) -> Option<&'static str> {
        let name = &self.settings.server.1;
        if name == texts::YOU {
            return Some(words::NOT_YOU);
        }
        let is_bad = !name.trim().is_empty() && name.parse::<Name>().is_err();
        is_bad.then_some(words::BAD_NAME)
    }

    /// Why no server can be joined.
    pub(in crate::gui) fn why_no_join(&self, ready: bool) -> Option<&'static str> {
        let unaddressed = self.settings.server.0.trim().is_empty() && self.enters.is_none();
        let why = self.why_no_host(ready);
        why.or(unaddressed.then_some(words::NO_ADDRESS))
    }
}

/// The path that somebody typed or pasted: of the home folder, quoted, or as an address.
fn typed(text: &str) -> PathBuf {
    let text = text.trim();
    let quoted = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    let text = quoted('\'').or_else(|| quoted('"')).unwrap_or(text);
    if let Some(address) = text.strip_prefix("file://") {
        return decoded(address.strip_prefix("localhost").unwrap_or(address)).into();
    }
    let path = Path::new(text);
    let at_home = || Some(std::env::home_dir()?.join(path.strip_prefix("~").ok()?));
    at_home().unwrap_or_else(|| path.to_owned())
}

/// The text of an address, in which `%20` stands for a space.
fn decoded(address: &str) -> String {
    let mut parts = address.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        let (code, rest) = code.map_or((b'%', part), |code| (code, &part[2..]));
        bytes.push(code);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_understood_as_people_write_them() {
        for text in [
            "/maps/mine",
            " /maps/mine ",
            "'/maps/mine'",
            "\"/maps/mine\"",
            "file:///maps/mine",
        ] {
            assert_eq!(typed(text), Path::new("/maps/mine"), "{text}");
        }
        assert_eq!(
            typed("file:///my%20m%C3%A1ps/50%"),
            Path::new("/my máps/50%")
        );
        assert!(!typed("~/mine").starts_with("~"));
        assert_eq!(typed("maps/it's"), Path::new("maps/it's"));
    }
}
