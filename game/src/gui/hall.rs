//! The lobby of a server: its tables, and which of them one means.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, bundled};

use super::dots::MOST_BOTS;
use super::ground::Ground;
use super::place::Server;
use super::texts::{self, lobby as words};
use crate::client::net::{ClientError, SeatKey, Seats, TableChoice, tables};
use crate::conquest;
use crate::dots::{self, Size};
use crate::protocol::command::Table;
use crate::protocol::{Name, Text};

/// How often the tables are asked for.
const AGAIN: Duration = Duration::from_secs(2);

/// A server whose tables are looked at.
pub(super) struct Hall {
    pub(super) server: Server,
    /// The name that one sits down under.
    pub(super) you: Name,
    /// One's seats at servers.
    pub(super) seats: Arc<Seats>,
    pub(super) listing: Listing,
    /// The table that is picked out.
    pub(super) chosen: Option<Name>,
    /// What a new table is to be called, as it is typed, and for how many.
    pub(super) fresh: (String, u8),
    /// The map of the start, on which a new table is opened.
    pub(super) ground: Arc<Ground>,
    /// The board of dots of a new table, if dots are to be played there.
    pub(super) dots: Option<Size>,
    /// Whether one has opened the table oneself.
    pub(super) opened: bool,
    /// Why one is not at a table any more.
    pub(super) said: Option<String>,
}

/// What is known of the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Listing {
    /// They are asked for.
    Asked,
    /// These.
    Tables(Vec<Table>),
    /// The server speaks version 0.2: one table, of which nothing is told.
    One,
    /// It cannot be reached.
    Failed(String),
}

impl Hall {
    /// The lobby of a server, before it has said anything.
    pub(super) fn new(server: Server, you: Name, ground: Arc<Ground>) -> Self {
        Self {
            fresh: (fresh_name(&you), 3),
            server,
            you,
            seats: Arc::default(),
            listing: Listing::Asked,
            chosen: None,
            ground,
            dots: None,
            opened: false,
            said: None,
        }
    }

    /// Takes what was told of the tables.
    pub(super) fn hear(&mut self, listing: Listing) {
        self.listing = listing;
        let tables = self.tables();
        let is_there = |name: &Name| tables.iter().any(|table| table.name == *name);
        if !self.chosen.as_ref().is_some_and(is_there) {
            // One with room, and the map at hand, is the likely one.
            let open = |table: &&Table| why_not(table, &self.ground).is_none();
            let likely = tables.iter().find(open).or(tables.first());
            self.chosen = likely.map(|table| table.name.clone());
        }
    }

    /// The tables, as far as they are known.
    pub(super) fn tables(&self) -> &[Table] {
        match &self.listing {
            Listing::Tables(tables) => tables,
            _ => &[],
        }
    }

    /// The table that is picked out.
    pub(super) fn table(&self) -> Option<&Table> {
        let chosen = self.chosen.as_ref()?;
        self.tables().iter().find(|table| table.name == *chosen)
    }

    /// Whether one has a seat at the table that is picked out, in a game that has begun.
    pub(super) fn comes_back(&self) -> bool {
        self.table().is_some_and(|table| self.has_seat(table))
    }

    /// Whether one has a seat at a table, in a game that has begun.
    pub(super) fn has_seat(&self, table: &Table) -> bool {
        let at = SeatKey {
            host: self.server.host.clone(),
            port: self.server.port,
            table: table.name.clone(),
            name: self.you.clone(),
        };
        table.started.0 && self.seats.find(&at).is_some()
    }

    /// Picks out the next table, or the one before.
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

    /// Where one sits down who joins the table that is picked out; or why one cannot.
    pub(super) fn joined(&self) -> Result<TableChoice, String> {
        match &self.listing {
            Listing::One => return Ok(TableChoice::Default),
            Listing::Asked => return Err(words::ASKED.to_owned()),
            Listing::Failed(why) => return Err(why.clone()),
            Listing::Tables(_) => {}
        }
        let table = self.table().ok_or_else(|| words::NO_TABLE.to_owned())?;
        let why_not = match on(table, &self.ground) {
            Ok(_) if self.has_seat(table) => None,
            _ => why_not(table, &self.ground),
        };
        match why_not {
            None => Ok(TableChoice::Join(table.name.clone())),
            Some(why) => Err(why),
        }
    }

    /// The table that is picked out, to be watched; or why it cannot be.
    pub(super) fn watched(&self) -> Result<TableChoice, String> {
        let table = self.table().ok_or_else(|| words::NO_TABLE.to_owned())?;
        match on(table, &self.ground) {
            Ok(_) => Ok(TableChoice::Join(table.name.clone())),
            Err(why) => Err(why),
        }
    }

    /// The new table, as it is typed; or why there cannot be one.
    pub(super) fn created(&self) -> Result<TableChoice, String> {
        let (name, players) = &self.fresh;
        if !matches!(self.listing, Listing::Tables(_)) {
            return Err(words::ONE_TABLE.to_owned());
        }
        let name: Name = name.parse().map_err(|_| words::BAD_NAME.to_owned())?;
        if self.tables().iter().any(|table| table.name == name) {
            return Err(words::TAKEN.to_owned());
        }
        Ok(TableChoice::Create(name, *players))
    }

    /// A new table for so many, as far as there is room.
    pub(super) fn seats(&mut self, players: u8) {
        let most = match self.dots {
            Some(_) => MOST_BOTS as u8 + 1,
            None => self.ground.map().len().min(MAX_PLAYERS.into()) as u8,
        };
        self.fresh.1 = players.clamp(MIN_PLAYERS, most.max(MIN_PLAYERS));
    }

    /// What is played on at a table, and by how many.
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

/// What a table that somebody opens is called at first.
fn fresh_name(you: &Name) -> String {
    const END: &str = "-table";
    let start: String = you.as_str().chars().take(Name::MAX - END.len()).collect();
    start + END
}

/// What is played on at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    /// The map of the start.
    MapAtHand,
    /// A bundled map.
    Bundled(&'static str),
    /// A board of dots.
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

/// Why one cannot sit down at a table.
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

/// Asks a server for its tables; not the first time, a little later.
pub(super) async fn ask(server: Server, first: bool) -> Listing {
    if !first {
        tokio::time::sleep(AGAIN).await;
    }
    let asked = async {
        let stream = (server.dial)().await;
        let unreached =
            |source: io::Error| ClientError::unreached(server.host.clone(), server.port, source);
        tables(stream.map_err(unreached)?).await
    };
    match asked.await {
        Ok(tables) => Listing::Tables(tables),
        Err(ClientError::NoTables) => Listing::One,
        Err(why) => Listing::Failed(texts::sentence(&why.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::protocol::ServerMessage;

    #[test]
    fn a_new_table_has_a_name_whoever_opens_it() {
        for you in ["Ada", "LongNameOf16chrs"] {
            let fresh = fresh_name(&you.parse().unwrap());
            assert!(fresh.parse::<Name>().is_ok(), "{fresh}");
        }
    }

    fn hall(tables: &[&str]) -> Hall {
        let ground = Arc::new(Ground::read(Path::new("czechia")).unwrap());
        let you = "Ada".parse().unwrap();
        let mut hall = Hall::new(Server::here(1), you, ground);
        let tables = tables.iter().map(|line| match ServerMessage::parse(line) {
            Ok(ServerMessage::Table(table)) => table,
            other => panic!("{other:?}"),
        });
        hall.hear(Listing::Tables(tables.collect()));
        hall
    }

    #[test]
    fn a_table_with_room_on_a_map_at_hand_is_picked_out() {
        let mut hall = hall(&[
            "TABLE default atlantis 0 3 0",
            "TABLE full czechia 2 2 0",
            "TABLE spring world 1 3 0",
            "TABLE summer czechia 2 3 1",
        ]);
        assert_eq!(hall.chosen.as_ref().map(Name::as_str), Some("spring"));
        let joined = hall.joined().unwrap();
        assert_eq!(hall.on(&joined), (On::Bundled("world"), 3));
        hall.step(true);
        assert_eq!(hall.joined(), Err(words::HAS_BEGUN.to_owned()));
        let watched = hall.watched().unwrap();
        assert_eq!(hall.on(&watched), (On::MapAtHand, 3));
        hall.step(true);
        for _ in 0..2 {
            hall.step(false);
        }
        assert_eq!(hall.joined(), Err(words::FULL.to_owned()));
        hall.step(false);
        assert!(hall.joined().unwrap_err().contains("atlantis"));
        assert!(hall.watched().is_err());
    }

    #[test]
    fn a_new_table_has_a_name_of_its_own_and_as_many_seats_as_the_map_has_room() {
        let mut hall = hall(&["TABLE default czechia 0 3 0", "TABLE spring world 1 3 0"]);
        hall.fresh.0 = "spring".into();
        assert_eq!(hall.created(), Err(words::TAKEN.to_owned()));
        hall.fresh.0 = "my table".into();
        assert_eq!(hall.created(), Err(words::BAD_NAME.to_owned()));
        hall.fresh.0 = "mine".into();
        hall.seats(9);
        let mine = "mine".parse().unwrap();
        assert_eq!(hall.created(), Ok(TableChoice::Create(mine, MAX_PLAYERS)));
        hall.hear(Listing::One);
        assert_eq!(hall.joined(), Ok(TableChoice::Default));
        assert!(hall.created().is_err());
    }

    #[test]
    fn dots_are_played_at_tables_beside_those_of_maps() {
        let mut hall = hall(&["TABLE pit 5x4 1 2 0 dots", "TABLE old atlantis 1 2 0"]);
        let joined = hall.joined().unwrap();
        let size = "5x4".parse().unwrap();
        assert_eq!(hall.on(&joined), (On::Dots(size), 2));
        hall.dots = Some(size);
        hall.seats(9);
        let created = hall.created().unwrap();
        assert_eq!(hall.on(&created), (On::Dots(size), 6));
    }
}
