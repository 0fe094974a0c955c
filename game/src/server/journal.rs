//! A table's game on disk, so that it outlives the server.
//!
//! A journal is a record (see [`crate::replay`]) of all that happened, with
//! every card open, and of the tokens that players come back with.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use crate::protocol::Reply;
use crate::replay::{Header, ReadError, RecordWriter};

/// Where a table writes what happened, before it tells anybody.
pub trait Journal: Send {
    /// Notes a reply; it need not be on disk before [`commit`](Self::commit).
    fn note(&mut self, at: Duration, reply: &Reply);

    /// Hands all that was noted to the operating system.
    ///
    /// # Errors
    /// If it does not take it; the table then goes on without a journal.
    fn commit(&mut self) -> io::Result<()>;
}

/// A journal in a file.
#[derive(Debug)]
pub struct FileJournal {
    writer: RecordWriter,
    pending: Vec<u8>,
    file: File,
}

impl FileJournal {
    /// Begins a journal in a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut pending = Vec::new();
        let writer = RecordWriter::begin(header, &mut pending)?;
        Ok(Self {
            writer,
            pending,
            file,
        })
    }
}

impl Journal for FileJournal {
    fn note(&mut self, at: Duration, reply: &Reply) {
        // Writing to memory cannot fail.
        let _ = self.writer.write(at, &reply.to_string(), &mut self.pending);
    }

    fn commit(&mut self) -> io::Result<()> {
        self.file.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }
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
