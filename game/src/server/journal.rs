//! A table's game on disk, so that it outlives the server.
//!
//! A journal is a record (see [`crate::replay`]) of all that happened, with
//! every card open, and of the tokens that players come back with. A `PING`
//! ends what one action caused: a server that is killed while it writes leaves
//! a part of an action behind, which nobody was told of and which does not count.

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

/// Where a table writes what happened, before it tells anybody.
pub trait Journal: Send {
    /// Notes a line; it need not be on disk before [`commit`](Self::commit).
    fn note(&mut self, at: Duration, line: &str);

    /// Hands all that was noted on, as one whole. When it may be told, if nobody
    /// is to be told sooner.
    fn commit(&mut self) -> Option<Ticket>;

    /// Why it cannot be written at the moment, if it cannot.
    fn failure(&self) -> Option<WriteFailure> {
        None
    }

    /// The game will not be played on: nothing of it need be kept.
    fn discard(self: Box<Self>) {}
}

/// A journal cannot be written; it is tried again all the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteFailure {
    /// What the system says.
    pub why: String,
    /// Whether the game must wait: nobody may be told what is not on the disk.
    pub waits: bool,
}

/// A journal in a file.
#[derive(Debug)]
pub struct FileJournal {
    writer: RecordWriter,
    pending: Vec<u8>,
    file: Arc<SyncedFile>,
    syncer: Arc<Syncer>,
    /// When the server began that went on with the game.
    since: Duration,
    /// When the last line was noted.
    at: Duration,
    commits: u32,
}

impl FileJournal {
    /// Begins a journal in a file that is to be made.
    pub fn create(path: &Path, header: &Header, syncer: Arc<Syncer>) -> Self {
        Self::begin(Arc::new(FileStore::create(path)), header, syncer)
    }

    /// Begins a journal in an empty store.
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

    /// Goes on with a journal in a file, after its good part.
    ///
    /// # Errors
    /// If the file cannot be opened or cut.
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
            waits: self.syncer.is_waited_for(),
        })
    }

    fn discard(self: Box<Self>) {
        self.file.remove();
    }
}

/// Whether a journal's line ends what one action caused.
pub(super) fn is_mark(line: &str) -> bool {
    line.starts_with("PING ")
}

/// Why a journal cannot be played on.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read, or is not a record.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is of a game that the server does not have, or not so; which, and why.
    #[error("the journal is of a game of {0}: {1}")]
    Game(String, String),
    /// It is of a map or another set-up that the server does not have, or has in
    /// another version.
    #[error("the journal is of a game on {0}, which is not here or has changed")]
    Setup(String),
    /// A line does not follow from those before.
    #[error("line {line} of the journal does not fit the game: {why}")]
    Broken {
        /// Its number in the file, from 1.
        line: usize,
        /// What does not fit.
        why: String,
    },
}
