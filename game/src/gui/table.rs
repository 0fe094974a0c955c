//! A game of conquest in a window: session, link, map.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use iced::Size;
use marchland_board as board;
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::theme::Mode;

use super::ground::Ground;
use super::keys::Command;
use super::link::{Link, News};
use super::log::{Log, called};
use super::map_view::MapView;
use super::preferences::Preferences;
use super::replay::Replay;
use super::retry::Retry;
use super::session::{self, Below, Session, Tab};
use super::texts;
use crate::client::Model;
use crate::conquest::Forecast;
use crate::protocol::Name;
use crate::terminal::{Atlas, Found};

/// Id of the chat field.
pub(super) const CHAT: &str = "chat";
/// Id of the field for the number of units to stop at.
pub(super) const STOP: &str = "stop";

/// Id of the field to find a territory.
pub(super) const FIND: &str = "find";
/// For so long after the end, Enter is not taken for the wish to play again.
const UNSEEN: Duration = Duration::from_secs(1);
/// Steps of a record queued ahead of the picture.
const AHEAD: usize = 256;

/// A search for a territory.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// The part of a name, as typed.
    pub(super) text: String,
    /// The territories that fit it equally well.
    pub(super) matches: Vec<TerritoryId>,
    /// The match that is shown, from 0.
    pub(super) shown: usize,
}

/// A game of conquest in a window.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Table {
    /// The person's seat.
    pub session: Session,
    /// The map as seen during a game.
    pub map_view: MapView,
    /// The map.
    pub ground: Arc<Ground>,
    /// The record, if one is played back.
    pub(super) replay: Option<Box<Replay>>,
    /// Whether the game can be played again.
    pub(super) repeats: bool,
    /// Whether another game can follow at a table of its server.
    pub(super) rematches: bool,
    /// When its end was first shown.
    over_since: Option<Instant>,
    /// Whether and under which name the table can be tried again.
    pub(super) retry: Retry,
    /// Whether the map is shown after the end.
    pub(super) looks: bool,
    /// The search for a territory.
    pub(super) find: Option<Search>,
    /// Whether the list of keys is open.
    pub(super) help: bool,
    /// The attack under consideration: origin, target and forecast.
    pub(super) weighed: Option<(TerritoryId, TerritoryId, Forecast)>,
    link: Link,
}

/// A message of the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// For the session.
    Session(session::Message),
    /// An event of the board.
    Board(board::Event),
    /// The size of the board.
    BoardSize(Size),
    /// A key that no widget captured.
    Command(Command),
    /// For the owner of the table.
    Wish(Wish),
    /// Show the map instead of the end.
    Look,
    /// Show the end again.
    Result,
    /// Search for a territory by a part of its name.
    Find(String),
    /// Go to the next (`true`) or previous match.
    FindNext(bool),
    /// Close the search.
    EndSearch,
    /// Go to where so many steps of the record are done.
    Seek(usize),
    /// Play back the record.
    Replay,
    /// The name at the table, as typed.
    NameThere(String),
}

/// A request to the owner of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Play again, with the same seed (`true`) or another.
    Again(bool),
    /// Play again at a table of the server, with whoever joins it.
    Rematch,
    /// Try to reach the table again, under this name.
    Retry(Name),
    /// Leave the table.
    Leave,
    /// Change the theme, the contrast or the size of the window.
    Looks(Command),
    /// Focus that field.
    Focus(&'static str),
    /// Play back that record.
    Replay(PathBuf),
}

impl Table {
    /// A table before its first news.
    pub fn new(ground: Arc<Ground>, link: Link, game: Model, watches: bool, mode: Mode) -> Self {
        Self {
            session: Session::new(game, watches),
            map_view: MapView::new(&ground, mode),
            ground,
            replay: None,
            repeats: true,
            rematches: false,
            over_since: None,
            retry: Retry::default(),
            looks: false,
            find: None,
            help: false,
            weighed: None,
            link,
        }
    }

    /// What the person prefers as set here; a spectator's pace is of watching alone, and the rest
    /// is as `before`.
    pub fn preferences(&self, before: Preferences) -> Preferences {
        let session = &self.session;
        let (names, links) = (self.map_view.names, self.map_view.links);
        let shown = Preferences {
            names,
            links,
            patterns: self.map_view.hatched,
            image: self.map_view.image,
            ..before
        };
        if session.watches() {
            return shown;
        }
        Preferences {
            pace: session.stage.pace,
            ask_defence: session.asks_defence(),
            all_follow: session.lets_all_follow(),
            ..shown
        }
    }

    /// Sets what the person prefers.
    pub fn prefer(&mut self, preferences: Preferences) {
        self.map_view.names = preferences.names;
        self.map_view.links = preferences.links;
        self.map_view.hatched = preferences.patterns;
        self.map_view.image = preferences.image;
        if self.session.watches() {
            return;
        }
        self.session.stage.pace = preferences.pace;
        if preferences.ask_defence {
            self.session.update(session::Message::AskDefence(true));
        }
        let all = session::Message::AllFollow(preferences.all_follow);
        self.session.update(all);
    }

    /// The map's name.
    pub fn name(&self) -> String {
        let map = self.ground.map();
        plain(map.name().text.as_deref().unwrap_or(map.id())).into_owned()
    }

    /// The title of the window, with the own turn or the winner.
    pub fn title(&self) -> String {
        let (session, name) = (&self.session, self.name());
        match session.winner() {
            Some(winner) => {
                let you = session.me() == Some(winner);
                texts::title(&texts::won(you, &called(session.model(), winner)))
            }
            None if session.is_asked() => texts::your_turn(&name),
            None => texts::title(&name),
        }
    }

    /// Updates the state; returns what the table cannot do itself.
    pub fn update(&mut self, message: Message) -> Option<Wish> {
        match message {
            Message::Session(message) => self.session.update(message),
            Message::Board(event) => self.on_board(event),
            Message::BoardSize(size) => self.map_view.size = size,
            Message::Command(command) => return self.on_command(command),
            Message::Wish(wish) => return Some(wish),
            Message::Look => self.looks = true,
            Message::Result => self.looks = false,
            Message::Seek(to) => self.seek(to),
            Message::Find(text) => self.look_for(text),
            Message::FindNext(next) => self.show_match(next),
            Message::EndSearch => self.find = None,
            Message::NameThere(name) => self.retry.change(name),
            Message::Replay => return self.session.record().cloned().map(Wish::Replay),
        }
        None
    }

    /// Selects the first territory whose name fits a text best, and shows it.
    fn look_for(&mut self, text: String) {
        let names = Atlas::new(self.ground.map());
        let matches = match names.find(&text, &|_| !text.trim().is_empty()) {
            Found::One(at) => vec![at],
            Found::Many(all) => all,
            Found::None => Vec::new(),
        };
        self.find = Some(Search {
            text,
            matches,
            shown: 0,
        });
        self.show_found();
    }

    /// Goes to the next or previous match, and round.
    fn show_match(&mut self, next: bool) {
        if let Some(search) = &mut self.find {
            let count = search.matches.len().max(1);
            let step = if next { 1 } else { count - 1 };
            search.shown = (search.shown + step) % count;
        }
        self.show_found();
    }

    fn show_found(&mut self) {
        let search = self.find.as_ref();
        if let Some(&at) = search.and_then(|search| search.matches.get(search.shown)) {
            self.session.pick_out(at);
            self.map_view.show(&self.ground, at);
        }
    }

    /// A record at its first turn.
    pub fn of_record(ground: Arc<Ground>, replay: Replay, mode: Mode) -> Self {
        let game = Model::new(Arc::clone(ground.map()), None);
        let mut table = Self::new(ground, Link::new(|_| false), game, true, mode);
        table.replay = Some(Box::new(replay));
        table.seek_first_turn();
        table
    }

    fn seek_first_turn(&mut self) {
        let turns = self.replay.iter().flat_map(|of| of.history().turns());
        let begin = turns.map(|turn| turn.at).next();
        self.seek(begin.unwrap_or_default());
    }

    /// Whether this is a record that was shown to its end.
    pub(super) fn is_at_end(&self) -> bool {
        let all = self.replay.as_ref().map(|replay| replay.history().steps());
        all == Some(self.session.stage.history.steps())
    }

    /// Goes to another place of the record.
    pub(super) fn seek(&mut self, to: usize) {
        if let Some(replay) = &mut self.replay {
            let (model, steps, turns, told) = replay.jump(to);
            let log = Log::after(turns, replay.history().is_late());
            self.session.stage.jump(model, steps, log, &told);
        }
    }

    /// Goes back in the record, or to one of its ends, and pauses.
    fn rewind(&mut self, command: Command) {
        let Some(replay) = &self.replay else { return };
        let at = self.session.stage.history.steps();
        let to = match command {
            Command::Turn(_) => replay.turn_before(at),
            Command::Ends(true) => usize::MAX,
            Command::Ends(false) => 0,
            _ => replay.action_before(at),
        };
        self.session.stage.paused = true;
        self.seek(to);
    }

    /// Whether there is a board to see.
    pub(super) fn has_begun(&self) -> bool {
        self.session.stage.state().is_some()
    }

    /// The name under which the table can be tried again: it was not reached or was lost, or the
    /// name before was in use.
    pub(super) fn retries(&self) -> Option<Name> {
        self.retry.name(self.session.ending())
    }

    /// The name in a field, where another one is needed to try the table again.
    pub(super) fn other_name(&self) -> Option<&str> {
        self.retry.other_name(self.session.ending())
    }

    /// Whether another game at the server can follow: this one was played to its end.
    pub(super) fn has_rematch(&self) -> bool {
        let ending = self
            .session
            .ending()
            .and_then(|ending| ending.as_ref().ok());
        self.rematches && ending.is_some_and(|ending| ending.over)
    }

    /// The obvious action after the end, and its label. A game that has not begun cannot be
    /// played again.
    pub(super) fn after_end(&self) -> (&'static str, Wish) {
        if let Some(name) = self.retries() {
            (texts::RETRY, Wish::Retry(name))
        } else if self.repeats && self.has_begun() {
            (texts::AGAIN, Wish::Again(false))
        } else if self.has_rematch() {
            (texts::REMATCH, Wish::Rematch)
        } else {
            (texts::LEAVE, Wish::Leave)
        }
    }

    /// Whether the end may not have been seen yet: what is pressed was meant for the game.
    fn has_just_ended(&self) -> bool {
        let since = self.over_since.map(|since| since.elapsed());
        since.is_none_or(|since| since < UNSEEN)
    }

    fn on_board(&mut self, event: board::Event) {
        if let board::Event::Moved(framing) = event {
            self.map_view.framing = framing;
            return;
        }
        let over = self.map_view.under(&event);
        self.session.update(session::Message::Map(event, over));
    }

    fn on_command(&mut self, command: Command) -> Option<Wish> {
        if let Command::Theme | Command::Contrast | Command::Scale(_) = command {
            return Some(Wish::Looks(command));
        }
        // What the list of keys covers must not change unseen.
        if self.help {
            self.help = !command.closes_help();
            return None;
        }
        let is_over = self.session.ending().is_some();
        if command.focuses_field() {
            // Not behind the end of the game.
            self.looks |= is_over;
        }
        match command {
            Command::Help => self.help = true,
            // What the end covers must not change unseen.
            Command::Names
            | Command::Links
            | Command::Hatch
            | Command::Image
            | Command::Zoom(_)
                if is_over && !self.looks => {}
            Command::Names => self.map_view.names = !self.map_view.names,
            Command::Links => self.map_view.links = !self.map_view.links,
            Command::Hatch => self.map_view.hatched = !self.map_view.hatched,
            // Unseen, the choice would hold for the next map that has one.
            Command::Image if self.ground.picture().is_none() => {}
            Command::Image => self.map_view.image = !self.map_view.image,
            Command::Zoom(step) => self.map_view.zoom(step),
            Command::Find => {
                self.find.get_or_insert_default();
                return Some(Wish::Focus(FIND));
            }
            Command::Cancel if self.find.is_some() => self.find = None,
            Command::Step(0, down) if self.find.is_some() => self.show_match(down > 0),
            Command::Write if self.session.watches() => {
                // There is no field.
                self.session
                    .update(session::Message::Do(Command::Below(Below::Chat)));
            }
            Command::Write => {
                self.session
                    .update(session::Message::Do(Command::Below(Below::Chat)));
                return Some(Wish::Focus(CHAT));
            }
            Command::StopAt => return Some(Wish::Focus(STOP)),
            Command::Confirm if is_over && self.has_begun() && self.has_just_ended() => {}
            // Not by Enter in the field of a name that cannot be one yet.
            Command::Confirm if self.other_name().is_some() && self.retries().is_none() => {}
            Command::Confirm if is_over => return Some(self.after_end().1),
            Command::Cancel if is_over && !self.looks && self.has_begun() => self.looks = true,
            Command::Cancel if is_over || self.session.watches() => return Some(Wish::Leave),
            Command::Tab(Tab::General) if self.session.watches() => {}
            Command::Click if self.is_at_end() => {
                self.seek_first_turn();
                self.session.stage.paused = false;
            }
            Command::Step(-1, 0) | Command::Turn(false) | Command::Ends(_)
                if self.replay.is_some() =>
            {
                self.rewind(command);
            }
            _ if is_over && !self.looks => {}
            other => self.session.update(session::Message::Do(other)),
        }
        None
    }

    /// Takes news of the table.
    pub fn hear(&mut self, news: Vec<News>) {
        self.session.hear(news, Instant::now());
    }

    /// Sends the orders and updates what is drawn.
    pub fn settle(&mut self, mode: Mode) {
        for order in self.session.take_orders() {
            if !self.link.send(order) {
                break;
            }
        }
        self.session.handed_over(self.link.sent());
        if self.session.ending().is_none() {
            self.over_since = None;
        } else {
            self.over_since.get_or_insert_with(Instant::now);
        }
        if let Some(replay) = &mut self.replay {
            while self.session.stage.waiting() < AHEAD {
                let Some(step) = replay.advance() else { break };
                self.session.stage.hear(News::Step(step));
            }
        }
        self.weighed = self.session.weighed();
        let attack = self.weighed.map(|(from, target, _)| (from, target));
        self.map_view
            .paint(&self.session, attack, &self.ground, mode);
    }
}

#[cfg(test)]
mod tests;
