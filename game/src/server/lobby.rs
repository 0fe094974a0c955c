//! All tables of a server.

use std::collections::BTreeMap;
#[cfg(feature = "net")]
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;

#[cfg(feature = "gui")]
use super::ClockOptions;
use super::report::FromOrigin;
use super::{Journal, Origin, Peer, Reporter, SharedTable, Table, TimeLimits};
use crate::count;
use crate::play::{Game, Player, RuleSet, SeededDice, SetupError};
use crate::protocol::{Name, Secret, command};
#[cfg(feature = "net")]
use crate::replay::Header;

/// The maximum number of finished games of the default table that are kept for latecomers. Anybody
/// can begin such games and give them up at once.
const MOST_FINISHED: usize = 100;

/// The configuration of a lobby.
pub struct LobbyOptions {
    /// The available games, at least one. The first is played at the default table.
    pub games: Vec<Arc<dyn RuleSet>>,
    /// The set-up of the default table; the game's default if `None`.
    pub setup: Option<String>,
    /// The number of players at the default table.
    pub players: u8,
    /// The time limits of tables.
    pub limits: TimeLimits,
    /// The maximum number of tables besides the default one.
    pub most_tables: usize,
    /// The maximum number of these opened from one origin.
    pub most_tables_each: usize,
    /// Creates the journal of a new table, if journals are kept.
    pub journals: Option<Journals>,
}

/// Creates a table's journal when its game begins.
pub type Journals = Arc<dyn Fn(&Name, &dyn Game) -> Option<Box<dyn Journal>> + Send + Sync>;

/// Why a table cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LobbyError {
    /// The name is taken.
    #[error("there is a table of that name")]
    NameInUse,
    /// The server has no such game.
    #[error("this server does not have that game")]
    NoGame,
    /// The set-up is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There are too many tables.
    #[error("there are too many tables")]
    Full,
    /// There are too many tables of this origin.
    #[error("one address may have {} open at a time; join a table, or wait until one ends", count(*.0 as u64, "table"))]
    FullForYou(usize),
}

type Shared<P> = Arc<SharedTable<P>>;

/// A table, and who opened it.
struct Entry<P> {
    table: Shared<P>,
    opener: Option<Origin>,
}

impl<P> Entry<P> {
    /// A table opened by the server itself.
    fn own(table: Shared<P>) -> Self {
        Self {
            table,
            opener: None,
        }
    }
}

impl<P: Peer> Entry<P> {
    /// Whether it is a finished game that counts for no client, and where nobody is any more.
    fn is_left(&self) -> bool {
        self.opener.is_none() && self.table.lock().is_left()
    }
}

/// All tables, and what is needed to open more.
pub struct Lobby<P> {
    options: LobbyOptions,
    dice: Mutex<SeededDice>,
    tables: Mutex<BTreeMap<Name, Entry<P>>>,
    /// Tables that have given up their name: of finished games, where players who lost the
    /// connection can still learn the result, and of abandoned games, whose players may come
    /// back.
    former: Mutex<Vec<Entry<P>>>,
    reporter: Option<Reporter>,
}

impl<P: Peer> Lobby<P> {
    /// A lobby without tables; `None` if there is no game or the default set-up is invalid.
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

    /// Reports events to `reporter`.
    #[must_use]
    pub fn reporting(mut self, reporter: Reporter) -> Self {
        self.reporter = Some(reporter);
        self
    }

    /// The receiver of events.
    pub(super) fn reporter(&self) -> Option<Reporter> {
        self.reporter.clone()
    }

    /// Reports an event that concerns no table.
    #[cfg(feature = "net")]
    pub(super) fn report(&self, what: fmt::Arguments<'_>) {
        if let Some(report) = &self.reporter {
            report(None, what);
        }
    }

    /// The configuration.
    pub fn options(&self) -> &LobbyOptions {
        &self.options
    }

    /// Adds a table under a name. If its game is over, only players coming back to learn the
    /// result can find it; the same goes for a table that had the name before.
    pub fn put(&self, name: Name, mut table: Table<P>) {
        table.report_to(&name, self.reporter());
        let over = table.is_over();
        let entry = Entry::own(Arc::new(SharedTable::new(table)));
        let former = if over {
            Some(entry)
        } else {
            self.tables.lock().insert(name, entry)
        };
        self.former.lock().extend(former);
    }

    /// Independent dice for a table.
    pub fn dice(&self) -> SeededDice {
        self.dice.lock().fork()
    }

    /// Whether any game here has this command.
    pub(super) fn has_command(&self, word: &str) -> bool {
        self.commands().any(|(_, words)| words.contains(&word))
    }

    /// The commands of each game here, with its name.
    pub(super) fn commands(&self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let games = self.options.games.iter();
        games.map(|game| (game.id(), game.commands()))
    }

    fn rules(&self, id: &str) -> Option<&Arc<dyn RuleSet>> {
        self.options.games.iter().find(|game| game.id() == id)
    }

    /// The game of a record, before it begins.
    ///
    /// # Errors
    /// If the server does not have the game.
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

    /// The default table; a new one if its game is over.
    ///
    /// # Panics
    /// Never: `new` has checked that the default game can be opened.
    pub fn default_table(&self) -> Shared<P> {
        let name = Name::default_table();
        let mut tables = self.tables.lock();
        if let Some(Entry { table, .. }) = tables.get(&name) {
            let open = |table: &Table<P>| !table.is_over() && !table.is_closed();
            if open(&table.lock()) {
                return Arc::clone(table);
            }
            self.former.lock().push(Entry::own(Arc::clone(table)));
        }
        let game = self.options.games[0].open(self.options.setup.as_deref(), self.options.players);
        #[expect(clippy::expect_used, reason = "it was tried at the start")]
        let table = self.open(&name, game.expect("the usual game"));
        tables.insert(name, Entry::own(Arc::clone(&table)));
        table
    }

    /// Opens a table; `opener` is `None` in a game without a network.
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
        let default = Name::default_table();
        if tables.contains_key(name) || *name == default {
            return Err(LobbyError::NameInUse);
        }
        // The default table is opened when somebody asks for it.
        let others = tables.len() - usize::from(tables.contains_key(&default));
        if others >= self.options.most_tables {
            return Err(LobbyError::Full);
        }
        let each = self.options.most_tables_each;
        let same = |entry: &&Entry<P>| opener.is_some() && entry.opener == opener;
        // A finished game costs memory until nobody can return to it.
        let finished = self.former.lock().iter().filter(same).count();
        if tables.values().filter(same).count() + finished >= each {
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

    /// The clock of its tables.
    #[cfg(feature = "gui")]
    pub fn clock(&self) -> Option<ClockOptions> {
        self.options.limits.clock
    }

    /// Makes a player the host of the default table, which nobody has opened.
    #[cfg(feature = "gui")]
    pub fn set_host(&self, player: Player) {
        self.default_table().lock().set_host(player);
    }

    /// Finds a table by its name. The default table always exists.
    pub fn find(&self, name: &Name) -> Option<Shared<P>> {
        if *name == Name::default_table() {
            return Some(self.default_table());
        }
        let tables = self.tables.lock();
        tables.get(name).map(|entry| Arc::clone(&entry.table))
    }

    /// Finds the table that knows a player's token.
    pub fn find_token(&self, player: Player, secret: Secret) -> Option<Shared<P>> {
        let mut tables: Vec<_> = self.all().into_iter().map(|(_, table)| table).collect();
        let former = self.former.lock();
        tables.extend(former.iter().map(|entry| Arc::clone(&entry.table)));
        drop(former);
        tables.into_iter().find(|t| t.lock().knows(player, secret))
    }

    /// All tables by name, including the default one.
    pub fn list(&self) -> Vec<command::Table> {
        self.default_table();
        let summary = |(name, table): (Name, Shared<P>)| table.lock().summary(name);
        self.all().into_iter().map(summary).collect()
    }

    /// All named tables.
    fn all(&self) -> Vec<(Name, Shared<P>)> {
        let tables = self.tables.lock();
        let named = tables.iter();
        named
            .map(|(name, entry)| (name.clone(), Arc::clone(&entry.table)))
            .collect()
    }

    /// Advances the time at every table, and closes tables that everybody has left and to
    /// which nobody is expected back.
    ///
    /// An abandoned default table gives up its name before that, and any table whose game is
    /// over at once: whoever is there only looks at the end.
    pub fn tick(&self, now: Duration) {
        for (name, table) in self.all() {
            let default = name == Name::default_table();
            let mut here = table.lock();
            tick(&mut here, now);
            // The default table waits for players indefinitely.
            let waits = default && !here.has_begun();
            let closed = here.is_closed() || (!waits && here.close_if_deserted(now));
            let makes_room = here.is_over() || (default && here.makes_room(now));
            drop(here);
            if closed || makes_room {
                self.take_away(&name, &table, !closed);
            }
        }
        let mut former = self.former.lock();
        former.retain(|entry| {
            let mut table = entry.table.lock();
            tick(&mut table, now);
            !table.close_if_deserted(now)
        });
        forget_finished(&mut former);
    }

    /// Removes a table from its name, if it still has it; `kept` for those who come back.
    fn take_away(&self, name: &Name, table: &Shared<P>, kept: bool) {
        let mut tables = self.tables.lock();
        let is_this = |entry: &Entry<P>| Arc::ptr_eq(&entry.table, table);
        if !tables.get(name).is_some_and(is_this) {
            return;
        }
        let entry = tables.remove(name).filter(|_| kept);
        // Before the lock is released, so that a returning player always finds it.
        self.former.lock().extend(entry);
    }
}

/// Lets a table do what is due. One that panics would do so every time: it is closed, and the
/// others go on.
fn tick<P: Peer>(table: &mut Table<P>, now: Duration) {
    if catch_unwind(AssertUnwindSafe(|| table.tick(now))).is_err() {
        table.break_down();
    }
}

/// Closes the oldest finished games beyond [`MOST_FINISHED`]. Those at tables opened by clients are
/// limited for each address.
fn forget_finished<P: Peer>(former: &mut Vec<Entry<P>>) {
    let left = former.iter().filter(|entry| entry.is_left()).count();
    let mut surplus = left.saturating_sub(MOST_FINISHED);
    former.retain(|entry| {
        let goes = surplus > 0 && entry.is_left();
        if goes {
            surplus -= 1;
            entry.table.lock().close();
        }
        !goes
    });
}
