//! Records the lines that a client receives.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::client::Knowledge;
use crate::play::Player;
use crate::protocol::command::{Back, Command, Error, Lost, Ping, PlayerToken, RegisteredPlayer};
use crate::protocol::{Name, line};
use crate::replay::{Entry, Header, Record, RecordWriter};

/// The maximum number of lines before the game: the first ones, with the client's seat and
/// the map, and the latest, with the players.
const MOST_EARLY: usize = 1_000;
const FIRST_EARLY: usize = 50;

/// The maximum size of a record in bytes; more is left out. No game comes near it, but a server may
/// send without end.
const MOST_BYTES: u64 = 64 << 20;

/// A record being written. The file is created when the game begins; earlier lines wait until
/// then, because the header contains the number of players.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    start: Instant,
    /// What was played before the game was left.
    past: Vec<Entry>,
    early: VecDeque<(Duration, String)>,
    out: Option<(RecordWriter, File)>,
    /// The bytes that may still be written.
    room: u64,
}

impl Recorder {
    /// A record `<folder>/<date>_<time>.rep` (UTC), created with the first line of the game.
    /// A number is appended if the file exists.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self {
            path: folder.join(file_name(Timestamp::now())),
            start: Instant::now(),
            past: Vec::new(),
            early: VecDeque::new(),
            out: None,
            room: MOST_BYTES,
        })
    }

    /// The same for a game that is resumed: the record begins with `past`, what its player was
    /// told before, so that it holds the whole game.
    #[must_use]
    pub fn continuing(mut self, past: &Record) -> Self {
        if let Some(last) = past.entries.last() {
            self.start = self.start.checked_sub(last.at).unwrap_or(self.start);
        }
        self.past.clone_from(&past.entries);
        self
    }

    /// An unused recorder for the same folder; `None` if that is gone.
    #[cfg(feature = "gui")]
    pub(crate) fn another(&self) -> Option<Self> {
        Self::new(self.path.parent()?).ok()
    }

    /// The file; before the game begins, the intended one.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn has_begun(&self) -> bool {
        self.out.is_some()
    }

    /// Records a line of the server, except for the token, since a record may be shared, and for
    /// what concerns connections only.
    pub(super) fn received(&mut self, line: &str, known: &impl Knowledge) -> io::Result<()> {
        let word = line.split(' ').next().unwrap_or_default();
        let untold = [
            PlayerToken::NAME,
            Ping::NAME,
            Error::NAME,
            Lost::NAME,
            Back::NAME,
        ];
        if untold.contains(&word) {
            return Ok(());
        }
        // A client that was away at the start begins with the state.
        if matches!(word, "ORDER" | "STATE-ORDER") && self.out.is_none() {
            let players = line.split(' ').count() - 1;
            self.begin(&known.header(players as u8))?;
        }
        self.note(line)
    }

    /// Records the client's own name, which the server does not send.
    pub(super) fn introduced(&mut self, player: Player, name: &Name) -> io::Result<()> {
        let name = name.clone();
        self.note(&line(&RegisteredPlayer { player, name }))
    }

    fn begin(&mut self, header: &Header) -> io::Result<()> {
        let mut file = self.create()?;
        let mut bytes = Vec::new();
        let mut writer = RecordWriter::begin(header, &mut bytes);
        for entry in std::mem::take(&mut self.past) {
            writer.write(entry.at, &entry.line, &mut bytes);
        }
        for (at, line) in self.early.drain(..) {
            writer.write(at, &line, &mut bytes);
        }
        file.write_all(&bytes)?;
        self.out = Some((writer, file));
        Ok(())
    }

    /// Creates a new file, never overwriting one.
    fn create(&mut self) -> io::Result<File> {
        let first = self.path.clone();
        for number in 2..1_000 {
            let made = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&self.path);
            match made {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
                    self.path = first.with_file_name(format!("{stem}_{number}.rep"));
                }
                other => return other,
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Records a line as it is, also the client's own, which a server of version 0.2 does not
    /// echo.
    pub(super) fn note(&mut self, line: &str) -> io::Result<()> {
        let at = self.start.elapsed();
        match &mut self.out {
            None => {
                if self.early.len() >= MOST_EARLY {
                    self.early.remove(FIRST_EARLY);
                }
                self.early.push_back((at, line.to_owned()));
            }
            Some((writer, file)) => {
                let mut bytes = Vec::new();
                writer.write(at, line, &mut bytes);
                self.room = self.room.saturating_sub(bytes.len() as u64);
                if self.room > 0 {
                    file.write_all(&bytes)?;
                }
            }
        }
        Ok(())
    }
}

/// `<date>_<time>.rep`, in UTC: `2026-03-01_18-30-00.rep`.
fn file_name(now: Timestamp) -> String {
    now.strftime("%F_%H-%M-%S.rep").to_string()
}

#[cfg(test)]
mod tests;
