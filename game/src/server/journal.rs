//! A table's game on disk, so that it outlives the server.
//!
//! A journal is a record (see [`crate::replay`]) of all that happened, with
//! every card open, and of the tokens that players come back with. A `PING`
//! ends what one action caused: a server that is killed while it writes leaves
//! a part of an action behind, which nobody was told of and which does not count.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::log::complain;
use super::sync::SyncedFile;
use super::{Promise, Syncer};
use crate::protocol::{Reply, command};
use crate::replay::{Entry, Header, ReadError, RecordWriter};

/// Where a table writes what happened, before it tells anybody.
pub trait Journal: Send {
    /// Notes a reply; it need not be on disk before [`commit`](Self::commit).
    fn note(&mut self, at: Duration, reply: &Reply);

    /// Hands all that was noted to the operating system, as one whole. When
    /// it will be on the disk, if nobody is to be told sooner.
    ///
    /// # Errors
    /// If it does not take it; the table then goes on without a journal.
    fn commit(&mut self) -> io::Result<Option<Promise>>;

    /// The game will not be played on: nothing of it need be kept.
    fn discard(self: Box<Self>) {}
}

/// A journal in a file.
#[derive(Debug)]
pub struct FileJournal {
    writer: RecordWriter,
    pending: Vec<u8>,
    file: Arc<SyncedFile>,
    syncer: Option<Arc<Syncer>>,
    path: PathBuf,
    /// When the last reply was noted.
    at: Duration,
    commits: u32,
}

impl FileJournal {
    /// Begins a journal in a new file, which its owner alone can read: it holds
    /// all hands, and what players come back with.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let mut file = options.open(path)?;
        let mut pending = Vec::new();
        let writer = RecordWriter::begin(header, &mut pending)?;
        file.write_all(&pending)?;
        pending.clear();
        Ok(Self {
            writer,
            pending,
            file: Arc::new(SyncedFile::new(file, path)),
            syncer: None,
            path: path.to_owned(),
            at: Duration::ZERO,
            commits: 0,
        })
    }
}

impl FileJournal {
    /// Has what is written put on the disk.
    #[must_use]
    pub fn synced(mut self, syncer: Option<Arc<Syncer>>) -> Self {
        self.syncer = syncer;
        self
    }

    /// Says where the file is to be found from now on; it is moved by the caller.
    #[must_use]
    pub fn moving_to(mut self, path: &Path) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    fn write(&mut self, reply: &Reply) {
        let line = reply.to_string();
        // Writing to memory cannot fail.
        let _ = self.writer.write(self.at, &line, &mut self.pending);
    }
}

impl Journal for FileJournal {
    fn note(&mut self, at: Duration, reply: &Reply) {
        self.at = at;
        self.write(reply);
    }

    fn commit(&mut self) -> io::Result<Option<Promise>> {
        if self.pending.is_empty() {
            return Ok(None);
        }
        self.commits = self.commits.wrapping_add(1);
        let number = self.commits;
        self.write(&command::Ping { number }.into());
        (&self.file.file).write_all(&self.pending)?;
        self.pending.clear();
        let syncer = self.syncer.as_ref();
        Ok(syncer.and_then(|syncer| syncer.written(&self.file)))
    }

    fn discard(self: Box<Self>) {
        let Self { file, path, .. } = *self;
        // Closed first: not every system removes an open file.
        drop(file);
        if let Err(error) = fs::remove_file(&path) {
            complain(&format!("{} cannot be removed: {error}", path.display()));
        }
    }
}

/// How many of a journal's lines count: those up to the last `PING`.
pub(super) fn whole(lines: &[Entry]) -> &[Entry] {
    let is_end = |entry: &Entry| entry.line.starts_with("PING ");
    let end = lines.iter().rposition(is_end);
    &lines[..end.map_or(0, |at| at + 1)]
}

/// Why a journal cannot be played on.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read, or is no record.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is of a map that the server does not have, or has in another version.
    #[error("the journal is of the map {0}, which is not here or has changed")]
    Map(String),
    /// A line does not follow from those before.
    #[error("line {line} of the journal does not fit the game: {why}")]
    Broken {
        /// Its number in the file, from 1.
        line: usize,
        /// Why not.
        why: String,
    },
}
