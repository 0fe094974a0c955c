//! All tables of a server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use marchland_maps::Map;
use thiserror::Error;

use super::session::default_name;
use super::{Journal, News, Origin, Peer, Reporter, Table, TableOptions};
use crate::protocol::{Name, Secret, Text, command};
use crate::rules::{Player, SeededDice};

/// What a server is set up with.
pub struct HouseOptions {
    /// The maps to play on, at least one; the first is the default table's.
    pub maps: Vec<Arc<Map>>,
    /// What tables are set up with.
    pub table: TableOptions,
    /// Tables at once, the default one not counted.
    pub most_tables: usize,
    /// Of these, opened from one origin.
    pub most_tables_each: usize,
    /// Makes the journal of a new table, if tables have any.
    pub journals: Option<Journals>,
}

/// Makes a table's journal when its game begins.
pub type Journals = Arc<dyn Fn(&Name, &Map, u8) -> Option<Box<dyn Journal>> + Send + Sync>;

/// Why a table is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HouseError {
    /// The name is taken.
    #[error("there is a table of that name")]
    NameInUse,
    /// The server has no such map.
    #[error("this server does not have that map")]
    NoMap,
    /// A game has 2 to 6 players, and each needs a territory.
    #[error("that many cannot play on this map")]
    Players,
    /// There are too many tables.
    #[error("there are too many tables")]
    Full,
    /// There are too many of the same origin.
    #[error("one address may have {} open at a time; join a table, or wait until one ends", tables(*.0))]
    FullForYou(usize),
}

/// `1 table`, `2 tables`.
fn tables(count: usize) -> String {
    match count {
        1 => "1 table".to_owned(),
        count => format!("{count} tables"),
    }
}

type Shared<P> = Arc<Mutex<Table<P>>>;

/// A table, and whom it is put down to.
struct Entry<P> {
    table: Shared<P>,
    opener: Option<Origin>,
}

impl<P> Entry<P> {
    /// Of the server itself.
    fn own(table: Shared<P>) -> Self {
        Self {
            table,
            opener: None,
        }
    }
}

/// All tables, and what is needed to open more.
pub struct House<P> {
    options: HouseOptions,
    dice: Mutex<SeededDice>,
    tables: Mutex<BTreeMap<Name, Entry<P>>>,
    /// Tables that have given their name to others: of games that are over,
    /// where who lost the connection at the end can still learn how it ended,
    /// and of games that all players have left, who may come back.
    former: Mutex<Vec<Shared<P>>>,
    reporter: Option<Reporter>,
}

/// Locks, whatever became of the last who did: what a panic left behind is
/// still a table, and others wait for it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Peer> House<P> {
    /// A house without tables, chance coming from `dice`; nothing if there is
    /// no map.
    pub fn new(options: HouseOptions, dice: SeededDice) -> Option<Self> {
        options.maps.first()?;
        Some(Self {
            options,
            dice: Mutex::new(dice),
            tables: Mutex::new(BTreeMap::new()),
            former: Mutex::default(),
            reporter: None,
        })
    }

    /// Tells somebody what happens.
    #[must_use]
    pub fn reporting(mut self, reporter: Reporter) -> Self {
        self.reporter = Some(reporter);
        self
    }

    /// Who is told what happens.
    pub(super) fn reporter(&self) -> Option<Reporter> {
        self.reporter.clone()
    }

    /// Tells what is of no table.
    #[cfg(feature = "net")]
    pub(super) fn report(&self, news: &News) {
        if let Some(report) = &self.reporter {
            report(None, news);
        }
    }

    /// What it was set up with.
    pub fn options(&self) -> &HouseOptions {
        &self.options
    }

    /// Puts a table that was made elsewhere under a name. If its game is over,
    /// it is there only for players that come back to learn how it ended; so is
    /// a table that had the name before.
    pub fn put(&self, name: Name, mut table: Table<P>) {
        table.report_to(&name, self.reporter());
        let over = table.is_over();
        let table = Arc::new(Mutex::new(table));
        let former = if over {
            Some(table)
        } else {
            let before = lock(&self.tables).insert(name, Entry::own(table));
            before.map(|entry| entry.table)
        };
        lock(&self.former).extend(former);
    }

    /// Dice of their own for a table.
    pub fn dice(&self) -> SeededDice {
        lock(&self.dice).fork()
    }

    fn open(&self, name: &Name, map: &Arc<Map>, players: u8) -> Shared<P> {
        let options = TableOptions {
            players,
            ..self.options.table
        };
        let mut table = Table::new(Arc::clone(map), options, self.dice());
        table.report_to(name, self.reporter());
        if let Some(make) = self.options.journals.clone() {
            let (name, map) = (name.clone(), Arc::clone(map));
            table.keep_journal_later(Box::new(move || make(&name, &map, players)));
        }
        Arc::new(Mutex::new(table))
    }

    /// The table of those who choose none; a fresh one when its game is over.
    pub fn default_table(&self) -> Shared<P> {
        let name = default_name();
        let mut tables = lock(&self.tables);
        if let Some(Entry { table, .. }) = tables.get(&name) {
            let open = |table: &Table<P>| !table.is_over() && !table.is_closed();
            if open(&lock(table)) {
                return Arc::clone(table);
            }
            lock(&self.former).push(Arc::clone(table));
        }
        let table = self.open(&name, &self.options.maps[0], self.options.table.players);
        tables.insert(name, Entry::own(Arc::clone(&table)));
        table
    }

    /// Opens a table for somebody, who is not known in a game without a
    /// network.
    ///
    /// # Errors
    /// Why not.
    pub fn create(
        &self,
        name: &Name,
        map: &Text,
        players: u8,
        opener: Option<Origin>,
        now: Duration,
    ) -> Result<Shared<P>, HouseError> {
        let maps = &self.options.maps;
        let map = maps.iter().find(|m| m.id() == map.as_str());
        let map = map.ok_or(HouseError::NoMap)?;
        let players_fit = (marchland_maps::MIN_PLAYERS..=marchland_maps::MAX_PLAYERS)
            .contains(&players)
            && usize::from(players) <= map.len();
        if !players_fit {
            return Err(HouseError::Players);
        }
        let mut tables = lock(&self.tables);
        if tables.contains_key(name) || *name == default_name() {
            return Err(HouseError::NameInUse);
        }
        if tables.len() > self.options.most_tables {
            return Err(HouseError::Full);
        }
        let each = self.options.most_tables_each;
        let same = |entry: &&Entry<P>| opener.is_some() && entry.opener == opener;
        if tables.values().filter(same).count() >= each {
            return Err(HouseError::FullForYou(each));
        }
        let table = self.open(name, map, players);
        let mut fresh = lock(&table);
        fresh.opened(now);
        fresh.report(|| News::Opened {
            map: map.id().to_owned(),
            players,
            from: opener,
        });
        drop(fresh);
        let entry = Entry {
            table: Arc::clone(&table),
            opener,
        };
        tables.insert(name.clone(), entry);
        Ok(table)
    }

    /// A table by its name. The default one is always there.
    pub fn find(&self, name: &Name) -> Option<Shared<P>> {
        if *name == default_name() {
            return Some(self.default_table());
        }
        let tables = lock(&self.tables);
        tables.get(name).map(|entry| Arc::clone(&entry.table))
    }

    /// The table at which a player has a token.
    pub fn find_token(&self, player: Player, secret: Secret) -> Option<Shared<P>> {
        let mut tables: Vec<_> = self.all().into_iter().map(|(_, table)| table).collect();
        tables.extend(lock(&self.former).iter().cloned());
        tables.into_iter().find(|t| lock(t).knows(player, secret))
    }

    /// All tables, by name; the default one is among them.
    pub fn list(&self) -> Vec<command::Table> {
        self.default_table();
        let summary = |(name, table): (Name, Shared<P>)| lock(&table).summary(name);
        self.all().into_iter().map(summary).collect()
    }

    /// All tables but those of games that are over, by name.
    fn all(&self) -> Vec<(Name, Shared<P>)> {
        let tables = lock(&self.tables);
        let named = tables.iter();
        named
            .map(|(name, entry)| (name.clone(), Arc::clone(&entry.table)))
            .collect()
    }

    /// Lets time pass at every table, and closes those that everybody has left
    /// and nobody is expected back at. Gives the tables that are left.
    ///
    /// A default table that all players have left gives its place to a fresh one
    /// before that, so that others can play.
    pub fn tick(&self, now: Duration) -> Vec<Shared<P>> {
        let all = self.all();
        let mut left = Vec::with_capacity(all.len());
        for (name, table) in all {
            let default = name == default_name();
            let mut here = lock(&table);
            here.tick(now);
            // The default table waits for players however long.
            let waits = default && here.game().is_none();
            let closed = !waits && here.close_if_deserted(now);
            let makes_room = default && here.makes_room(now);
            drop(here);
            if closed || makes_room {
                if !closed {
                    // Noted there first: whoever comes back meanwhile finds it.
                    lock(&self.former).push(Arc::clone(&table));
                }
                self.take_away(&name, &table);
                continue;
            }
            left.push(table);
        }
        let mut former = lock(&self.former);
        former.retain(|table| {
            let mut table = lock(table);
            table.tick(now);
            !table.close_if_deserted(now)
        });
        left.extend(former.iter().cloned());
        left
    }

    /// Takes a table away from under its name, if it still has it.
    fn take_away(&self, name: &Name, table: &Shared<P>) {
        let mut tables = lock(&self.tables);
        if tables
            .get(name)
            .is_some_and(|entry| Arc::ptr_eq(&entry.table, table))
        {
            tables.remove(name);
        }
    }
}
