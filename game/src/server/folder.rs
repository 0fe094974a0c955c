//! The folder in which a server keeps the journals of its games.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use thiserror::Error;

use super::journal::is_mark;
use super::table::LAST_CALL;
use super::{FileJournal, Journal, Journals, Lobby, Peer, ResumeError, Syncer, Table};
use crate::protocol::{BadName, Name};
use crate::replay;

/// The file that says that a server uses the folder.
const LOCK: &str = "server.lock";

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It cannot be made, listed or locked.
    #[error("{0} cannot be used for journals")]
    Io(PathBuf, #[source] io::Error),
    /// Another server has it.
    #[error("{0} is in use by another server; give each a folder of its own")]
    InUse(PathBuf),
}

/// Why a journal is left as it is.
#[derive(Debug, Error)]
pub enum RecoveryError {
    /// It cannot be gone on with.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// Its file has no name of a table.
    #[error("its name is not that of a table: {0}")]
    Name(#[from] BadName),
    /// It cannot be opened, or a copy kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What became of a journal at the start.
#[derive(Debug)]
pub enum Recovery {
    /// The game goes on, at a table of this name.
    Resumed(Name),
    /// It was damaged: what was whole goes on, and the damaged file is kept
    /// under another name.
    Repaired(Name, PathBuf),
    /// The game was over or had not begun.
    Over,
    /// It is left as it is.
    Skipped(RecoveryError),
}

/// A folder of journals, which no other server uses meanwhile.
pub struct JournalFolder {
    path: PathBuf,
    syncer: Arc<Syncer>,
    /// Held until the end.
    _lock: File,
}

impl JournalFolder {
    /// Makes the folder if need be, and locks it.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn open(path: &Path, syncer: Arc<Syncer>) -> Result<Self, FolderError> {
        let io = |error| FolderError::Io(path.to_owned(), error);
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            // "File exists" would not say what is wrong with it.
            io::ErrorKind::AlreadyExists => io(io::ErrorKind::NotADirectory.into()),
            _ => io(error),
        })?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let lock = options.open(path.join(LOCK)).map_err(io)?;
        match fs4::FileExt::try_lock(&lock) {
            Ok(()) => {}
            Err(fs4::TryLockError::WouldBlock) => return Err(FolderError::InUse(path.to_owned())),
            Err(fs4::TryLockError::Error(error)) => return Err(io(error)),
        }
        Ok(Self {
            path: path.to_owned(),
            syncer,
            _lock: lock,
        })
    }

    /// Makes the journals of new tables: files of their own.
    pub fn journals(&self) -> Journals {
        let (folder, syncer) = (self.path.clone(), Arc::clone(&self.syncer));
        // Each has another number; those of before may be in the way.
        let next = AtomicU32::new(0);
        Arc::new(move |name, game| {
            let path = loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let path = folder.join(format!("{name}.{number}.journal"));
                if !path.exists() {
                    break path;
                }
            };
            let journal = FileJournal::create(&path, &game.header(), Arc::clone(&syncer));
            Some(Box::new(journal) as Box<dyn Journal>)
        })
    }

    /// Goes on with the games whose journals lie in the folder; what became of
    /// each file. Those of games that are over are kept for as long as such games are.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn resume<P: Peer>(
        &self,
        lobby: &Lobby<P>,
    ) -> Result<Vec<(PathBuf, Recovery)>, FolderError> {
        let io = |error| FolderError::Io(self.path.clone(), error);
        let entries = fs::read_dir(&self.path).map_err(io)?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "journal"))
            .collect();
        files.sort();
        let found = files.into_iter().map(|path| {
            let found = self
                .resume_game(lobby, &path)
                .unwrap_or_else(Recovery::Skipped);
            (path, found)
        });
        Ok(found.collect())
    }

    fn resume_game<P: Peer>(
        &self,
        lobby: &Lobby<P>,
        path: &Path,
    ) -> Result<Recovery, RecoveryError> {
        let bytes = replay::load(path).map_err(ResumeError::from)?;
        let recovered = replay::recover(path, &bytes, is_mark).map_err(ResumeError::from)?;
        let record = &recovered.record;
        let file = path.file_name().and_then(|name| name.to_str());
        let name = file.and_then(|file| file.split('.').next());
        let name: Name = name.unwrap_or_default().parse()?;
        let age = age(path);
        // It must fit before anything is changed.
        let resume = |journal| {
            let game = lobby.game_of(&record.header);
            let game =
                game.map_err(|why| ResumeError::Game(record.header.game.clone(), why.to_string()))?;
            let (limits, dice) = (lobby.options().limits, lobby.dice());
            Table::from_journal(game, record, limits, dice, journal, Duration::ZERO)
        };
        let trial: Table<P> = resume(Box::new(NullJournal))?;
        let kept = match recovered.damaged {
            Some(_) => Some(keep_copy(path)?),
            None => None,
        };
        if !trial.has_begun() || (trial.is_over() && age >= LAST_CALL) {
            fs::remove_file(path)?;
            return Ok(Recovery::Over);
        }
        let journal = FileJournal::go_on(path, &recovered, Arc::clone(&self.syncer))?;
        let table = resume(Box::new(journal))?;
        let over = table.is_over();
        lobby.put(name.clone(), table);
        Ok(match kept {
            Some(kept) => Recovery::Repaired(name, kept),
            None if over => Recovery::Over,
            None => Recovery::Resumed(name),
        })
    }
}

/// Keeps a copy of a damaged file beside it, under a name that is free.
fn keep_copy(path: &Path) -> io::Result<PathBuf> {
    let named = |number: u32| match number {
        1 => path.with_extension("journal.damaged"),
        number => path.with_extension(format!("journal.damaged{number}")),
    };
    let free = (1..10_000).map(named).find(|path| !path.exists());
    let copy = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::copy(path, &copy)?;
    File::open(&copy)?.sync_all()?;
    Ok(copy)
}

/// How long ago a file was written to; zero if the system does not tell.
fn age(path: &Path) -> Duration {
    let modified = fs::metadata(path).and_then(|data| data.modified());
    let age = modified.ok().and_then(|at| at.elapsed().ok());
    age.unwrap_or_default()
}

/// For a game that is only looked at.
struct NullJournal;

impl Journal for NullJournal {
    fn note(&mut self, _: Duration, _: &str) {}

    fn commit(&mut self) -> Option<super::Ticket> {
        None
    }
}
