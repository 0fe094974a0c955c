//! Maps and records are read on other threads, and remembered once they are used.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Task;
use marchland_maps::bundled;
use marchland_ui::parcel::Parcel;

use super::{App, Message, OpenedRecord, PastGames, Preview, Screen, SelectedMap, on_thread, past};
use crate::gui::dots::DotsTable;
use crate::gui::ground::Ground;
use crate::gui::table::Table;
use crate::gui::texts;

impl App {
    /// Reads the selected map on another thread.
    pub(super) fn read_map(&mut self) -> Task<Message> {
        self.games += 1;
        let (game, map) = (self.games, self.settings.conquest.map.clone());
        let list = Arc::clone(&self.saved_games.list);
        let read = async move {
            let read = tokio::task::spawn_blocking(move || {
                let before = PastGames {
                    records: past::records(),
                    kept: list(),
                };
                (Ground::read(&map), before)
            });
            let read = read.await;
            let broke = |_| (Err(texts::broke_down(texts::SILENT)), PastGames::default());
            read.unwrap_or_else(broke)
        };
        Task::perform(read, move |(ground, before)| {
            Message::Ground(game, Parcel::new(ground), before)
        })
    }

    /// Reads a record on another thread.
    pub(super) fn read_record(&mut self, file: PathBuf, map: Option<PathBuf>) -> Task<Message> {
        self.games += 1;
        let game = self.games;
        self.screen = Screen::Loading;
        let likely = self.likely_maps();
        let read = on_thread(move || OpenedRecord::read(&file, map, likely));
        Task::perform(read, move |read| Message::Record(game, Parcel::new(read)))
    }

    /// Maps that a record may be of: the selected one, recently played ones, and those of saved
    /// games, which are listed only when needed.
    pub(super) fn likely_maps(&self) -> impl Iterator<Item = PathBuf> + use<> {
        let near =
            std::iter::once(self.settings.conquest.map.clone()).chain(self.settings.lately.clone());
        let list = Arc::clone(&self.saved_games.list);
        let kept = std::iter::once_with(move || list()).flatten();
        near.chain(kept.filter_map(|kept| kept.about.ok()?.map))
    }

    pub(super) fn on_record(&mut self, read: Result<OpenedRecord, String>) -> Task<Message> {
        self.toasts.settle("record");
        match read {
            Ok(OpenedRecord::Dots(replay)) => {
                self.screen = Screen::Dots(Box::new(DotsTable::of_record(*replay)));
                Task::none()
            }
            Ok(OpenedRecord::Conquest(map, read)) => {
                let (ground, replay) = *read;
                let chosen = std::mem::replace(&mut self.settings.conquest.map, map);
                self.former.get_or_insert(chosen);
                self.path.clear();
                let mut table = Table::of_record(Arc::new(ground), replay, self.settings.mode);
                table.prefer(self.settings.preferences);
                self.tell_of_image(&table.ground);
                self.screen = Screen::Table(Box::new(table));
                Task::none()
            }
            Err(why) => {
                // Reading the selected map again must not dismiss this message.
                let said = self.toast("record", why, true);
                let next = if self.lobby.is_some() {
                    self.back_to_lobby()
                } else {
                    self.screen = Screen::Start(SelectedMap::Reading);
                    self.read_map()
                };
                Task::batch([said, next])
            }
        }
    }

    pub(super) fn on_ground(&mut self, ground: Result<Ground, String>) -> Task<Message> {
        let ground = match ground {
            Ok(ground) => Arc::new(ground),
            Err(why) => {
                // The saved game is not continued.
                self.resume = None;
                if let Some(former) = self.former.take() {
                    // The map of the saved game stays unselected.
                    self.settings.conquest.map = former;
                    self.screen = Screen::Start(SelectedMap::Reading);
                    let said = self.toast("continue", why, true);
                    return Task::batch([said, self.read_map()]);
                }
                self.screen = Screen::Start(SelectedMap::Refused(why));
                return Task::none();
            }
        };
        self.tell_of_image(&ground);
        if self.resume.is_none() {
            self.former = None;
        }
        if matches!(self.screen, Screen::Loading)
            && let Some(server) = self.enters.take()
        {
            return self.enter(server, ground);
        }
        let bots = self.settings.conquest.bots.len();
        self.settings.conquest.seat(bots, ground.map().len());
        if matches!(self.screen, Screen::Loading) {
            return self.play(&ground);
        }
        let image = self.settings.preferences.image;
        let scene = ground.preview(self.settings.mode, image);
        self.screen = Screen::Start(SelectedMap::Read(Box::new(Preview { ground, scene })));
        Task::none()
    }

    /// Says why the image of a map that was read is not shown.
    fn tell_of_image(&mut self, ground: &Ground) {
        match ground.unpictured() {
            // A failure stays until it is dismissed.
            Some(why) => drop(self.toasts.push_about(Some("image"), why, true)),
            None => self.toasts.settle("image"),
        }
    }

    /// Notes that the selected map is played.
    pub(super) fn note_map(&mut self) {
        /// Maps that are remembered.
        const MOST: usize = 8;
        let map = self.settings.conquest.map.clone();
        self.settings.lately.retain(|known| *known != map);
        if !bundled::ALL
            .iter()
            .any(|known| map == Path::new(known.name))
        {
            self.settings.lately.insert(0, map);
        }
        self.settings.lately.truncate(MOST);
    }

    /// Stores the settings for the next start.
    pub(super) fn keep_in_mind(&self) {
        (self.remember)(&self.settings);
    }
}
