//! The folder in which a server keeps the journals of its games.

use std::fs::{self, DirBuilder, File, OpenOptions};
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

/// The lock file of the server that uses the folder.
const LOCK: &str = "server.lock";

/// Why a folder cannot be used for journals.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It cannot be created, listed or locked.
    #[error("{0} cannot be used for journals")]
    Io(PathBuf, #[source] io::Error),
    /// It is a file.
    #[error("{0} cannot be used for journals: it is a file, not a folder")]
    File(PathBuf),
    /// Another server uses it.
    #[error("{0} is in use by another server; give each a folder of its own")]
    InUse(PathBuf),
}

/// Why a journal is skipped.
#[derive(Debug, Error)]
pub enum RecoveryError {
    /// Its game cannot be resumed.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The file is not named after a table.
    #[error("the file is not named after a table")]
    Name(#[from] BadName),
    /// It cannot be opened or copied.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What happened to a journal at start-up.
#[derive(Debug)]
pub enum Recovery {
    /// The game continues at the table of this name.
    Resumed(Name),
    /// It was damaged: the game continues from the intact part, and a copy of the damaged
    /// file is kept at this path.
    Repaired(Name, PathBuf),
    /// The game was over or had not begun.
    Over,
    /// It was damaged so early that nothing of the game is left; a copy of the damaged file is
    /// kept at this path.
    Lost(PathBuf),
    /// The file is left untouched.
    Skipped(RecoveryError),
}

/// A folder of journals, locked against other servers.
pub struct JournalFolder {
    path: PathBuf,
    syncer: Arc<Syncer>,
    /// Released on drop.
    _lock: File,
}

impl JournalFolder {
    /// Creates the folder if necessary and locks it.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn open(path: &Path, syncer: Arc<Syncer>) -> Result<Self, FolderError> {
        let io = |error| FolderError::Io(path.to_owned(), error);
        let mut folder = DirBuilder::new();
        folder.recursive(true);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        {
            use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
            // Whoever may read the lock file could lock the server out.
            folder.mode(0o700);
            options.mode(0o600);
        }
        folder.create(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => FolderError::File(path.to_owned()),
            _ => io(error),
        })?;
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

    /// Whether the folder is locked now, by another server or elsewhere in this program.
    pub fn is_in_use(path: &Path) -> bool {
        let Ok(lock) = File::open(path.join(LOCK)) else {
            return false;
        };
        let tried = fs4::FileExt::try_lock_shared(&lock);
        matches!(tried, Err(fs4::TryLockError::WouldBlock))
    }

    /// Returns a factory for the journals of new tables, one file each.
    pub fn journals(&self) -> Journals {
        let (folder, syncer) = (self.path.clone(), Arc::clone(&self.syncer));
        // Numbers are unique within this run, but files of earlier runs may exist.
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

    /// Resumes the games whose journals are in the folder, and says what happened to each
    /// file. Journals of finished games are kept for as long as the games themselves would
    /// be.
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
        // Replay the journal once before changing anything.
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
            let lost = kept.filter(|_| !trial.has_begun());
            return Ok(lost.map_or(Recovery::Over, Recovery::Lost));
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

/// Copies a damaged file under a free name beside it.
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

/// The time since a file was written; zero if unknown.
fn age(path: &Path) -> Duration {
    let modified = fs::metadata(path).and_then(|data| data.modified());
    let age = modified.ok().and_then(|at| at.elapsed().ok());
    age.unwrap_or_default()
}

/// For a trial run, which writes nothing.
struct NullJournal;

impl Journal for NullJournal {
    fn note(&mut self, _: Duration, _: &str) {}

    fn commit(&mut self) -> Option<super::Ticket> {
        None
    }
}
