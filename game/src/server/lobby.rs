//! All tables of a server.

use std::collections::BTreeMap;
#[cfg(feature = "net")]
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;

use super::report::FromOrigin;
use super::{Journal, Origin, Peer, Reporter, SharedTable, Table, TimeLimits};
use crate::play::{Game, Player, RuleSet, SeededDice, SetupError};
use crate::protocol::{Name, Secret, command};
#[cfg(feature = "net")]
use crate::replay::Header;

/// What a server is set up with.
pub struct LobbyOptions {
    /// The games to play, at least one; the first is the default table's, and
    /// meant where none is named.
    pub games: Vec<Arc<dyn RuleSet>>,
    /// What the default table's game is played on; the usual if it is not said.
    pub setup: Option<String>,
    /// Players of a game at the default table.
    pub players: u8,
    /// How long tables wait.
    pub limits: TimeLimits,
    /// Tables at once, the default one not counted.
    pub most_tables: usize,
    /// Of these, opened from one origin.
    pub most_tables_each: usize,
    /// Makes the journal of a new table, if tables have any.
    pub journals: Option<Journals>,
}

/// Makes a table's journal when its game begins.
pub type Journals = Arc<dyn Fn(&Name, &dyn Game) -> Option<Box<dyn Journal>> + Send + Sync>;

/// Why a table is not opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LobbyError {
    /// The name is taken.
    #[error("there is a table of that name")]
    NameInUse,
    /// The server has no such game.
    #[error("this server does not have that game")]
    NoGame,
    /// The game cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
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

type Shared<P> = Arc<SharedTable<P>>;

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
pub struct Lobby<P> {
    options: LobbyOptions,
    dice: Mutex<SeededDice>,
    tables: Mutex<BTreeMap<Name, Entry<P>>>,
    /// Tables that have given their name to others: of games that are over,
    /// where who lost the connection at the end can still learn how it ended,
    /// and of games that all players have left, who may come back.
    former: Mutex<Vec<Shared<P>>>,
    reporter: Option<Reporter>,
}

impl<P: Peer> Lobby<P> {
    /// A lobby without tables, chance coming from `dice`; nothing if there is
    /// no game.
    pub fn new(options: LobbyOptions, dice: SeededDice) -> Option<Self> {
        let usual = options.games.first()?;
        usual.open(options.setup.as_deref(), options.players).ok()?;
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
    pub(super) fn report(&self, what: fmt::Arguments<'_>) {
        if let Some(report) = &self.reporter {
            report(None, what);
        }
    }

    /// What it was set up with.
    pub fn options(&self) -> &LobbyOptions {
        &self.options
    }

    /// Puts a table that was made elsewhere under a name. If its game is over,
    /// it is there only for players that come back to learn how it ended; so is
    /// a table that had the name before.
    pub fn put(&self, name: Name, mut table: Table<P>) {
        table.report_to(&name, self.reporter());
        let over = table.is_over();
        let table = Arc::new(SharedTable::new(table));
        let former = if over {
            Some(table)
        } else {
            let before = self.tables.lock().insert(name, Entry::own(table));
            before.map(|entry| entry.table)
        };
        self.former.lock().extend(former);
    }

    /// Dice of their own for a table.
    pub fn dice(&self) -> SeededDice {
        self.dice.lock().fork()
    }

    /// Whether players of any game here say this.
    pub(super) fn has_command(&self, word: &str) -> bool {
        let mut games = self.options.games.iter();
        games.any(|game| game.commands().contains(&word))
    }

    fn rules(&self, id: &str) -> Option<&Arc<dyn RuleSet>> {
        self.options.games.iter().find(|game| game.id() == id)
    }

    /// The game of a record, before its beginning.
    ///
    /// # Errors
    /// If the server has no such game.
    #[cfg(feature = "net")]
    pub(super) fn game_of(&self, header: &Header) -> Result<Box<dyn Game>, LobbyError> {
        let rules = self.rules(&header.game).ok_or(LobbyError::NoGame)?;
        Ok(rules.open(Some(&header.setup), header.players)?)
    }

    fn open(&self, name: &Name, game: Box<dyn Game>) -> Shared<P> {
        let mut table = Table::new(game, self.options.limits, self.dice());
        table.report_to(name, self.reporter());
        if let Some(make) = self.options.journals.clone() {
            let name = name.clone();
            table.keep_journal_later(Box::new(move |game| make(&name, game)));
        }
        Arc::new(SharedTable::new(table))
    }

    /// The table of those who choose none; a fresh one when its game is over.
    ///
    /// # Panics
    /// Never: that the usual game can be opened was tried at the start.
    pub fn default_table(&self) -> Shared<P> {
        let name = default_name();
        let mut tables = self.tables.lock();
        if let Some(Entry { table, .. }) = tables.get(&name) {
            let open = |table: &Table<P>| !table.is_over() && !table.is_closed();
            if open(&table.lock()) {
                return Arc::clone(table);
            }
            self.former.lock().push(Arc::clone(table));
        }
        let game = self.options.games[0].open(self.options.setup.as_deref(), self.options.players);
        #[expect(clippy::expect_used, reason = "it was tried at the start")]
        let table = self.open(&name, game.expect("the usual game"));
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
        create: &command::Create,
        opener: Option<Origin>,
        now: Duration,
    ) -> Result<Shared<P>, LobbyError> {
        let (name, players) = (&create.table, create.players);
        let rules = if let Some(id) = &create.game {
            self.rules(id.as_str()).ok_or(LobbyError::NoGame)?
        } else {
            let usual = self.rules(command::Table::USUAL);
            usual.unwrap_or(&self.options.games[0])
        };
        let game = rules.open(Some(create.setup.as_str()), players)?;
        let setup = game.setup();
        let mut tables = self.tables.lock();
        if tables.contains_key(name) || *name == default_name() {
            return Err(LobbyError::NameInUse);
        }
        if tables.len() > self.options.most_tables {
            return Err(LobbyError::Full);
        }
        let each = self.options.most_tables_each;
        let same = |entry: &&Entry<P>| opener.is_some() && entry.opener == opener;
        if tables.values().filter(same).count() >= each {
            return Err(LobbyError::FullForYou(each));
        }
        let table = self.open(name, game);
        let mut fresh = table.lock();
        fresh.opened(now);
        let from = FromOrigin(opener);
        fresh.report(format_args!("opened on {setup} for {players}{from}"));
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
        let tables = self.tables.lock();
        tables.get(name).map(|entry| Arc::clone(&entry.table))
    }

    /// The table at which a player has a token.
    pub fn find_token(&self, player: Player, secret: Secret) -> Option<Shared<P>> {
        let mut tables: Vec<_> = self.all().into_iter().map(|(_, table)| table).collect();
        tables.extend(self.former.lock().iter().cloned());
        tables.into_iter().find(|t| t.lock().knows(player, secret))
    }

    /// All tables, by name; the default one is among them.
    pub fn list(&self) -> Vec<command::Table> {
        self.default_table();
        let summary = |(name, table): (Name, Shared<P>)| table.lock().summary(name);
        self.all().into_iter().map(summary).collect()
    }

    /// All tables but those of games that are over, by name.
    fn all(&self) -> Vec<(Name, Shared<P>)> {
        let tables = self.tables.lock();
        let named = tables.iter();
        named
            .map(|(name, entry)| (name.clone(), Arc::clone(&entry.table)))
            .collect()
    }

    /// Lets time pass at every table, and closes those that everybody has left
    /// and nobody is expected back at.
    ///
    /// A default table that all players have left, and any whose game is over, gives its
    /// name to others before that.
    pub fn tick(&self, now: Duration) {
        for (name, table) in self.all() {
            let default = name == default_name();
            let mut here = table.lock();
            here.tick(now);
            // The default table waits for players however long.
            let waits = default && !here.has_begun();
            let closed = !waits && here.close_if_deserted(now);
            let makes_room = (default || here.is_over()) && here.makes_room(now);
            drop(here);
            if makes_room && !closed {
                // Noted there first: whoever comes back meanwhile finds it.
                self.former.lock().push(Arc::clone(&table));
            }
            if closed || makes_room {
                self.take_away(&name, &table);
            }
        }
        self.former.lock().retain(|table| {
            let mut table = table.lock();
            table.tick(now);
            !table.close_if_deserted(now)
        });
    }

    /// Takes a table away from under its name, if it still has it.
    fn take_away(&self, name: &Name, table: &Shared<P>) {
        let mut tables = self.tables.lock();
        if tables
            .get(name)
            .is_some_and(|entry| Arc::ptr_eq(&entry.table, table))
        {
            tables.remove(name);
        }
    }
}

/// The name of the table of those who choose none.
fn default_name() -> Name {
    "default".parse().unwrap_or_else(|_| Name::nobody())
}
