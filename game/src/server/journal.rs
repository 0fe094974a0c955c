//! The journal of a table's game, so that it survives the server.
//!
//! A journal is a record (see [`crate::replay`]) of everything that happened, with all cards
//! open, and of the players' tokens. A `PING` ends the lines of one action: if the server is
//! killed while writing, the incomplete action, of which no client has heard, is dropped.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::Syncer;
use super::store::{FileStore, Store};
use super::sync::SyncedFile;
use super::ticket::Ticket;
use crate::protocol::{command, line};
use crate::replay::{Header, ReadError, RecordWriter, Recovered};

/// Where a table writes events before it sends them to anybody.
pub trait Journal: Send {
    /// Adds a line; it need not be on the disk before [`commit`](Self::commit).
    fn note(&mut self, at: Duration, line: &str);

    /// Writes all added lines as one action. Returns a ticket if clients must not hear of the
    /// action before it is on the disk.
    fn commit(&mut self) -> Option<Ticket>;

    /// The current write failure, if any.
    fn failure(&self) -> Option<WriteFailure> {
        None
    }

    /// Deletes the journal: its game will not be resumed.
    fn discard(self: Box<Self>) {}
}

/// A journal that cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteFailure {
    /// The error of the system.
    pub why: String,
    /// What it means for the game.
    pub consequence: Consequence,
}

/// What a journal that cannot be written means for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// The game waits until it can be written: clients may only hear of what is on the disk.
    Waits,
    /// The write is retried; until then, a restart of the server would undo moves.
    UndoesMoves,
    /// The journal was deleted: a restart of the server would end the game.
    LosesGame,
}

/// A journal in a file.
#[derive(Debug)]
pub struct FileJournal {
    writer: RecordWriter,
    pending: Vec<u8>,
    file: Arc<SyncedFile>,
    syncer: Arc<Syncer>,
    /// The time in the journal when the server resumed the game.
    since: Duration,
    /// The time of the last line.
    at: Duration,
    commits: u32,
}

impl FileJournal {
    /// Starts a journal in a new file.
    pub fn create(path: &Path, header: &Header, syncer: Arc<Syncer>) -> Self {
        Self::begin(Arc::new(FileStore::create(path)), header, syncer)
    }

    /// Starts a journal in an empty store.
    pub fn begin(store: Arc<dyn Store>, header: &Header, syncer: Arc<Syncer>) -> Self {
        let mut pending = Vec::new();
        Self {
            writer: RecordWriter::begin(header, &mut pending),
            pending,
            file: Arc::new(SyncedFile::new(store, 0)),
            syncer,
            since: Duration::ZERO,
            at: Duration::ZERO,
            commits: 0,
        }
    }

    /// Continues a journal in a file after its intact part.
    ///
    /// # Errors
    /// If the file cannot be opened or truncated.
    pub fn go_on(path: &Path, recovered: &Recovered, syncer: Arc<Syncer>) -> std::io::Result<Self> {
        let store = FileStore::open(path, recovered.good)?;
        let last = recovered.record.entries.last();
        let since = last.map_or(Duration::ZERO, |entry| entry.at);
        Ok(Self {
            writer: recovered.writer.clone(),
            pending: Vec::new(),
            file: Arc::new(SyncedFile::new(Arc::new(store), recovered.good)),
            syncer,
            since,
            at: since,
            commits: 0,
        })
    }

    fn write(&mut self, line: &str) {
        self.writer.write(self.at, line, &mut self.pending);
    }
}

impl Journal for FileJournal {
    fn note(&mut self, at: Duration, line: &str) {
        self.at = self.since + at;
        self.write(line);
    }

    fn commit(&mut self) -> Option<Ticket> {
        if self.pending.is_empty() {
            return None;
        }
        self.commits = self.commits.wrapping_add(1);
        let number = self.commits;
        self.write(&line(&command::Ping { number }));
        let ticket = self.syncer.write(&self.file, &self.pending);
        self.pending.clear();
        ticket
    }

    fn failure(&self) -> Option<WriteFailure> {
        Some(WriteFailure {
            why: self.file.failure()?,
            consequence: if self.file.is_given_up() {
                Consequence::LosesGame
            } else if self.syncer.is_waited_for() {
                Consequence::Waits
            } else {
                Consequence::UndoesMoves
            },
        })
    }

    fn discard(self: Box<Self>) {
        self.file.remove();
    }
}

/// Whether a line marks the end of an action.
pub(super) fn is_mark(line: &str) -> bool {
    line.starts_with("PING ")
}

/// Why the game of a journal cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read, or is not a record.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The server does not have this game, or not with this set-up; which, and why.
    #[error("the game of the journal, {0}, cannot be opened: {1}")]
    Game(String, String),
    /// The server does not have the map or set-up, or has another version of it.
    #[error("the game of the journal was played on {0}, which is missing here or has changed")]
    Setup(String),
    /// A line does not fit the game so far.
    #[error("line {line} of the journal does not fit the game: {why}")]
    Broken {
        /// Its number in the file, from 1.
        line: usize,
        /// Why it does not fit.
        why: String,
    },
}
