//! The lobby of a server: its tables and the selected one.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use marchland_maps::{MIN_PLAYERS, bundled};

use super::dots::MOST_BOTS;
use super::game;
use super::ground::Ground;
use super::place::{Opening, Place};
use super::played::Played;
use super::setup::BeginRecord;
use super::texts::{self, lobby as words};
use super::waiting_room::WaitingRoom;
use crate::client::net::{
    ClientError, Destination, Inquiry, Presence, SeatKey, Seats, Server, TableChoice,
};
use crate::conquest::lines::StateLine;
use crate::conquest::rules::Status;
use crate::conquest::{self, Reply};
use crate::dots::{self, Size};
use crate::protocol::command::Table;
use crate::protocol::{Name, Text};

/// The time between two lists of tables.
const AGAIN: Duration = Duration::from_secs(2);

/// The lobby of a server.
pub(super) struct ServerLobby {
    pub(super) server: Server,
    /// The player's name.
    pub(super) you: Name,
    /// The player's seats at servers.
    pub(super) seats: Arc<Seats>,
    pub(super) listing: Listing,
    /// The selected table.
    pub(super) chosen: Option<Name>,
    /// Who sits at a table and by which rules it plays, of the selected table if it is known.
    pub(super) look: Option<Box<Look>>,
    /// The name of a new table as typed, and its number of players.
    pub(super) fresh: (String, u8),
    /// The map of the start screen, for new tables.
    pub(super) ground: Arc<Ground>,
    /// The board of a new table of Dots and Boxes, if that is selected.
    pub(super) dots: Option<Size>,
    /// Whether the player created the joined table, or it is that of their own server.
    pub(super) opened: bool,
    /// Why the player is no longer at a table.
    pub(super) said: Option<String>,
    /// The table that the player left while its game went on, and whether computer players of
    /// theirs sit there.
    pub(super) left: Option<(Name, bool)>,
}

/// A table, and what a spectator is told of it.
pub(super) type Look = (Name, WaitingRoom);

/// The list of tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Listing {
    /// Requested.
    Asked,
    /// Received, with what is known of one of them.
    Tables(Vec<Table>, Option<Box<Look>>),
    /// The server speaks version 0.2: it has one table and tells nothing of it.
    One,
    /// The server cannot be reached.
    Failed(String),
}

impl ServerLobby {
    /// A lobby before the first list.
    pub(super) fn new(server: Server, you: Name, ground: Arc<Ground>) -> Self {
        Self {
            fresh: (fresh_name(&you), 3),
            server,
            you,
            seats: Arc::default(),
            listing: Listing::Asked,
            chosen: None,
            look: None,
            ground,
            dots: None,
            opened: false,
            said: None,
            left: None,
        }
    }

    /// Takes a list, and selects a table if none of it is selected: one where the player has a
    /// seat, or else one that can be joined. Returns whether it selected one, of which nothing is
    /// known yet.
    pub(super) fn hear(&mut self, mut listing: Listing) -> bool {
        if let Listing::Tables(_, look) = &mut listing {
            self.look = look.take();
        }
        let was_away = matches!(self.listing, Listing::Failed(_));
        if was_away && matches!(listing, Listing::Tables(..) | Listing::One) {
            // It said that the server cannot be reached.
            self.said = None;
        }
        self.listing = listing;
        let tables = self.tables();
        let is_there = |name: &Name| tables.iter().any(|table| table.name == *name);
        if !self.chosen.as_ref().is_some_and(is_there) {
            let kept = |table: &&Table| self.has_seat(table) && on(table, &self.ground).is_ok();
            let open = |table: &&Table| why_not(table, &self.ground).is_none();
            // Where somebody waits for others.
            let waits = |table: &&Table| open(table) && table.seated > 0;
            let all = || tables.iter();
            let likely = all().find(kept).or_else(|| all().find(waits));
            let likely = likely.or_else(|| all().find(open)).or(tables.first());
            self.chosen = likely.map(|table| table.name.clone());
            return self.chosen.is_some();
        }
        false
    }

    /// Who sits at the selected table and by which rules it plays, if that is known.
    pub(super) fn look(&self) -> Option<&WaitingRoom> {
        let (of, look) = &**self.look.as_ref()?;
        (self.chosen.as_ref() == Some(of)).then_some(look)
    }

    /// The tables known so far.
    pub(super) fn tables(&self) -> &[Table] {
        match &self.listing {
            Listing::Tables(tables, _) => tables,
            _ => &[],
        }
    }

    /// Those of the tables that are listed: some hundred with the selected one, as a view is built
    /// for every frame.
    pub(super) fn listed(&self) -> Range<usize> {
        const MOST: usize = 200;
        let tables = self.tables();
        let chosen = |table: &Table| self.chosen.as_ref() == Some(&table.name);
        let start = tables.iter().position(chosen).unwrap_or(0) / MOST * MOST;
        start..tables.len().min(start + MOST)
    }

    /// The selected table.
    pub(super) fn table(&self) -> Option<&Table> {
        let chosen = self.chosen.as_ref()?;
        self.tables().iter().find(|table| table.name == *chosen)
    }

    /// Whether the player has a seat in a running game at the selected table.
    pub(super) fn comes_back(&self) -> bool {
        self.table().is_some_and(|table| self.has_seat(table))
    }

    /// Whether the player has a seat in a running game at a table.
    pub(super) fn has_seat(&self, table: &Table) -> bool {
        let at = SeatKey::at(&self.server, table.name.clone(), self.you.clone());
        table.started.0 && self.seats.find(&at).is_some()
    }

    /// What is said beside a table: why the player is not at one any more, or that the seat is
    /// kept at this one.
    pub(super) fn said_at(&self, table: &Table) -> Option<String> {
        let left = self.left.as_ref();
        let left = left.filter(|(name, _)| *name == table.name && self.has_seat(table));
        let kept = left.map(|(name, bots)| words::seat_kept(name.as_str(), *bots));
        self.said.clone().or(kept)
    }

    /// Selects the next or the previous table.
    pub(super) fn step(&mut self, next: bool) {
        let tables = self.tables();
        let at = tables
            .iter()
            .position(|table| Some(&table.name) == self.chosen.as_ref());
        let at = match (at, next) {
            (Some(at), true) => (at + 1).min(tables.len().saturating_sub(1)),
            (Some(at), false) => at.saturating_sub(1),
            (None, _) => 0,
        };
        self.chosen = tables.get(at).map(|table| table.name.clone());
    }

    /// How to join the selected table; or why that is not possible.
    pub(super) fn joined(&self) -> Result<TableChoice, String> {
        match &self.listing {
            Listing::One => return Ok(TableChoice::Default),
            Listing::Asked => return Err(words::ASKED.to_owned()),
            Listing::Failed(why) => return Err(why.clone()),
            Listing::Tables(..) => {}
        }
        let table = self.table().ok_or_else(|| words::NO_TABLE.to_owned())?;
        on(table, &self.ground)?;
        match why_not(table, &self.ground) {
            Some(why) if !self.has_seat(table) => Err(why),
            _ => Ok(TableChoice::Join(table.name.clone())),
        }
    }

    /// How to watch the selected table; or why that is not possible.
    pub(super) fn watched(&self) -> Result<TableChoice, String> {
        let table = self.table().ok_or_else(|| words::NO_TABLE.to_owned())?;
        on(table, &self.ground)?;
        Ok(TableChoice::Join(table.name.clone()))
    }

    /// Whether the selected table can only be watched.
    pub(super) fn only_watches(&self) -> bool {
        self.joined().is_err() && self.watched().is_ok()
    }

    /// How to create the new table as typed; or why that is not possible.
    pub(super) fn created(&self) -> Result<TableChoice, String> {
        let (name, players) = &self.fresh;
        if !matches!(self.listing, Listing::Tables(..)) {
            return Err(words::ONE_TABLE.to_owned());
        }
        let name: Name = name.parse().map_err(|_| words::BAD_NAME.to_owned())?;
        if self.tables().iter().any(|table| table.name == name) {
            return Err(words::TAKEN.to_owned());
        }
        Ok(TableChoice::Create(name, *players))
    }

    /// Sets the number of players of a new table, as far as there is room.
    pub(super) fn seats(&mut self, players: u8) {
        let most = match self.dots {
            Some(_) => MOST_BOTS + 1,
            None => game::Setup::most_players(self.ground.map().len()),
        };
        self.fresh.1 = players.clamp(MIN_PLAYERS, most as u8);
    }

    /// Opens a table of the server.
    pub(super) fn opening<K: Played>(
        &mut self,
        table: TableChoice,
        presence: Presence,
        game: K,
        record: BeginRecord,
    ) -> Opening<K> {
        if let TableChoice::Create(name, _) = &table {
            self.chosen = Some(name.clone());
        }
        let (server, you) = (self.server.clone(), self.you.clone());
        let seats = Some(Arc::clone(&self.seats));
        Box::new(move || {
            let there = Destination {
                table,
                presence,
                seats,
                recorder: record()?,
                ..Destination::new(server, you, game)
            };
            Ok(Place::remote(there))
        })
    }

    /// The map or board of a table, and its number of players.
    pub(super) fn on(&self, choice: &TableChoice) -> (On, u8) {
        let table = match choice {
            TableChoice::Join(name) => self.tables().iter().find(|table| table.name == *name),
            TableChoice::Default => None,
            TableChoice::Create(_, players) => {
                return (self.dots.map_or(On::MapAtHand, On::Dots), *players);
            }
        };
        let known = table.and_then(|table| Some((on(table, &self.ground).ok()?, table.players)));
        known.unwrap_or((On::MapAtHand, MIN_PLAYERS))
    }
}

/// The proposed name of a new table.
fn fresh_name(you: &Name) -> String {
    const END: &str = "-table";
    let start: String = you.as_str().chars().take(Name::MAX - END.len()).collect();
    start + END
}

/// The map or board of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    /// The map of the start screen.
    MapAtHand,
    /// A bundled map.
    Bundled(&'static str),
    /// A board of Dots and Boxes.
    Dots(Size),
}

fn on(table: &Table, ground: &Ground) -> Result<On, String> {
    let (game, setup) = (
        table.game.as_ref().map_or(conquest::ID, Text::as_str),
        table.setup.as_str(),
    );
    match game {
        conquest::ID if setup == ground.map().id() => Ok(On::MapAtHand),
        conquest::ID => match bundled::find(setup) {
            Some(bundled) => Ok(On::Bundled(bundled.name)),
            None => Err(words::no_map(setup)),
        },
        dots::ID => match setup.parse() {
            Ok(size) => Ok(On::Dots(size)),
            Err(_) => Err(words::other_game(game)),
        },
        _ => Err(words::other_game(game)),
    }
}

/// Why a table cannot be joined.
pub(super) fn why_not(table: &Table, ground: &Ground) -> Option<String> {
    if let Err(why) = on(table, ground) {
        return Some(why);
    }
    let full = table.seated >= table.players;
    match (table.started.0, full) {
        (true, _) => Some(words::HAS_BEGUN.to_owned()),
        (false, true) => Some(words::FULL.to_owned()),
        (false, false) => None,
    }
}

/// Requests the tables of a server and what it tells about one of them, after a pause unless it
/// is asked at once.
pub(super) async fn ask(server: Server, about: Option<Name>, at_once: bool) -> Listing {
    if !at_once {
        tokio::time::sleep(AGAIN).await;
    }
    let asked = async {
        let mut inquiry = Inquiry::new(server.reach().await?);
        let tables = inquiry.tables().await?;
        let Some(about) = about.filter(|name| tables.iter().any(|table| table.name == *name))
        else {
            return Ok((tables, None));
        };
        // A table that may not be watched is listed without its players.
        let told = inquiry.look_at(about.clone()).await.ok();
        Ok((tables, told.map(|told| Box::new((about, room_of(&told))))))
    };
    match asked.await {
        Ok((tables, look)) => Listing::Tables(tables, look),
        Err(ClientError::NoTables) => Listing::One,
        Err(why) => Listing::Failed(texts::sentence(&why.in_full())),
    }
}

/// A table as a spectator is told of it.
fn room_of(told: &[String]) -> WaitingRoom {
    let mut room = WaitingRoom::default();
    for line in told {
        match Reply::parse(line) {
            Ok(Reply::ServerMessage(message)) => room.hear(&message, None),
            // The game has begun.
            Ok(Reply::StateLine(StateLine::StateRules(rules))) => {
                room.rules = [Some(rules.areas as u32), Some(rules.sets as u32)];
            }
            Ok(Reply::StateLine(StateLine::StatePlayer(told))) if told.status == Status::Absent => {
                room.goes_away(told.player);
            }
            _ => {}
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use marchland_maps::MAX_PLAYERS;

    use super::*;
    use crate::play::Player;
    use crate::protocol::{Secret, ServerMessage};

    #[test]
    fn a_new_table_has_a_name_whoever_opens_it() {
        for you in ["Ada", "LongNameOf16chrs"] {
            let fresh = fresh_name(&you.parse().unwrap());
            assert!(fresh.parse::<Name>().is_ok(), "{fresh}");
        }
    }

    fn listing(tables: &[&str]) -> Listing {
        let tables = tables.iter().map(|line| match ServerMessage::parse(line) {
            Ok(ServerMessage::Table(table)) => table,
            other => panic!("{other:?}"),
        });
        Listing::Tables(tables.collect(), None)
    }

    fn lobby(tables: &[&str]) -> ServerLobby {
        let ground = Arc::new(Ground::read(Path::new("czechia")).unwrap());
        let you = "Ada".parse().unwrap();
        let mut lobby = ServerLobby::new(Server::here(1), you, ground);
        lobby.hear(listing(tables));
        lobby
    }

    #[test]
    fn a_running_game_can_only_be_watched() {
        for (line, only) in [
            ("TABLE wine czechia 1 2 0", false),
            ("TABLE wine czechia 2 2 1", true),
        ] {
            let mut lobby = lobby(&[line]);
            lobby.chosen = Some("wine".parse().unwrap());
            assert_eq!(lobby.only_watches(), only, "{line}");
        }
        assert!(!lobby(&[]).only_watches());
    }

    #[test]
    fn a_kept_seat_is_picked_out_and_mentioned_at_its_own_table_while_it_lasts() {
        let mut lobby = lobby(&[]);
        let wine = "wine".parse().unwrap();
        let at = SeatKey::at(&lobby.server, wine, lobby.you.clone());
        let seat = (Player::first(1).next().unwrap(), Secret(7));
        lobby.seats.keep(&at, Some(seat)).unwrap();
        lobby.hear(listing(&[
            "TABLE default czechia 0 3 0",
            "TABLE wine czechia 2 3 1",
        ]));
        assert_eq!(lobby.chosen.as_ref(), Some(&at.table));
        assert!(lobby.comes_back() && lobby.joined().is_ok());
        let said = |lobby: &ServerLobby| -> Vec<bool> {
            let tables = lobby.tables().iter();
            tables.map(|table| lobby.said_at(table).is_some()).collect()
        };
        assert_eq!(said(&lobby), [false, false]);
        lobby.left = Some((at.table.clone(), false));
        assert_eq!(said(&lobby), [false, true]);
        // The server was closed, and another one begins with new tables.
        lobby.hear(listing(&[
            "TABLE default czechia 0 3 0",
            "TABLE wine czechia 0 3 0",
        ]));
        assert_eq!(said(&lobby), [false, false]);
    }

    #[test]
    fn a_table_where_somebody_waits_is_picked_out_first() {
        let lobby = lobby(&["TABLE default world 0 4 0", "TABLE squares world 1 3 0"]);
        assert_eq!(lobby.chosen.as_ref().map(Name::as_str), Some("squares"));
    }

    #[test]
    fn that_a_server_could_not_be_reached_is_not_said_once_it_is() {
        let mut lobby = lobby(&["TABLE default world 0 4 0"]);
        lobby.hear(Listing::Failed("no server answers".to_owned()));
        lobby.said = Some("No server answers.".to_owned());
        lobby.hear(listing(&["TABLE default world 0 4 0"]));
        assert_eq!(lobby.said, None);
    }

    #[test]
    fn a_table_with_room_on_a_map_at_hand_is_picked_out() {
        let mut lobby = lobby(&[
            "TABLE default atlantis 0 3 0",
            "TABLE full czechia 2 2 0",
            "TABLE spring world 1 3 0",
            "TABLE summer czechia 2 3 1",
        ]);
        assert_eq!(lobby.chosen.as_ref().map(Name::as_str), Some("spring"));
        let joined = lobby.joined().unwrap();
        assert_eq!(lobby.on(&joined), (On::Bundled("world"), 3));
        lobby.step(true);
        assert_eq!(lobby.joined(), Err(words::HAS_BEGUN.to_owned()));
        let watched = lobby.watched().unwrap();
        assert_eq!(lobby.on(&watched), (On::MapAtHand, 3));
        lobby.step(true);
        for _ in 0..2 {
            lobby.step(false);
        }
        assert_eq!(lobby.joined(), Err(words::FULL.to_owned()));
        lobby.step(false);
        assert!(lobby.joined().unwrap_err().contains("atlantis"));
        assert!(lobby.watched().is_err());
    }

    #[test]
    fn of_many_tables_those_around_the_selected_one_are_listed() {
        let tables: Vec<String> = (0..450)
            .map(|at| format!("TABLE t{at:03} atlantis 0 3 0"))
            .collect();
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        let mut lobby = lobby(&tables);
        assert_eq!(lobby.listed(), 0..200);
        for (chosen, listed) in [("t199", 0..200), ("t200", 200..400), ("t449", 400..450)] {
            lobby.chosen = Some(chosen.parse().unwrap());
            assert_eq!(lobby.listed(), listed);
        }
    }

    #[test]
    fn a_new_table_has_a_name_of_its_own_and_as_many_seats_as_the_map_has_room() {
        let mut lobby = lobby(&["TABLE default czechia 0 3 0", "TABLE spring world 1 3 0"]);
        lobby.fresh.0 = "spring".into();
        assert_eq!(lobby.created(), Err(words::TAKEN.to_owned()));
        lobby.fresh.0 = "my table".into();
        assert_eq!(lobby.created(), Err(words::BAD_NAME.to_owned()));
        lobby.fresh.0 = "mine".into();
        lobby.seats(9);
        let mine = "mine".parse().unwrap();
        assert_eq!(lobby.created(), Ok(TableChoice::Create(mine, MAX_PLAYERS)));
        lobby.hear(Listing::One);
        assert_eq!(lobby.joined(), Ok(TableChoice::Default));
        assert!(lobby.created().is_err());
    }

    #[test]
    fn dots_are_played_at_tables_beside_those_of_maps() {
        let mut lobby = lobby(&["TABLE pit 5x4 1 2 0 dots", "TABLE old atlantis 1 2 0"]);
        let joined = lobby.joined().unwrap();
        let size = "5x4".parse().unwrap();
        assert_eq!(lobby.on(&joined), (On::Dots(size), 2));
        lobby.dots = Some(size);
        lobby.seats(9);
        let created = lobby.created().unwrap();
        assert_eq!(lobby.on(&created), (On::Dots(size), 6));
    }
}
