//! Writes what a client receives into a record.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::client::Knowledge;
use crate::play::Player;
use crate::protocol::command::{Command, Error, Ping, PlayerToken, RegisteredPlayer};
use crate::protocol::{Name, line};
use crate::replay::{Header, RecordWriter};

/// Lines of before the game that are kept at most: the first, with the own seat
/// and the map, and the latest, with those who play.
const MOST_EARLY: usize = 1_000;
const FIRST_EARLY: usize = 50;

/// A record being written. The file begins with the game; what came before
/// waits until then, because the header tells the number of players.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    start: Instant,
    early: VecDeque<(Duration, String)>,
    out: Option<(RecordWriter, File)>,
}

impl Recorder {
    /// A record `<folder>/<date>_<time>.rep` (UTC), which is made with the
    /// first line of the game. A number is added where there is one already.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self {
            path: folder.join(file_name(Timestamp::now())),
            start: Instant::now(),
            early: VecDeque::new(),
            out: None,
        })
    }

    /// Where it is written; before the game begins, where it will be if nothing
    /// is there by then.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn has_begun(&self) -> bool {
        self.out.is_some()
    }

    /// Notes a line of the server. The token is left out: a record may be
    /// given away.
    pub(super) fn received(&mut self, line: &str, known: &impl Knowledge) -> io::Result<()> {
        let word = line.split(' ').next().unwrap_or_default();
        let untold = [PlayerToken::NAME, Ping::NAME, Error::NAME];
        if untold.contains(&word) {
            return Ok(());
        }
        // Who was away at the start begins with the state.
        if matches!(word, "ORDER" | "STATE-ORDER") && self.out.is_none() {
            let players = line.split(' ').count() - 1;
            self.begin(&known.header(players as u8))?;
        }
        self.note(line)
    }

    /// Notes one's own name, of which the server does not tell.
    pub(super) fn introduced(&mut self, player: Player, name: &Name) -> io::Result<()> {
        let name = name.clone();
        self.note(&line(&RegisteredPlayer { player, name }))
    }

    fn begin(&mut self, header: &Header) -> io::Result<()> {
        let mut file = self.create()?;
        let mut bytes = Vec::new();
        let mut writer = RecordWriter::begin(header, &mut bytes);
        for (at, line) in self.early.drain(..) {
            writer.write(at, &line, &mut bytes);
        }
        file.write_all(&bytes)?;
        self.out = Some((writer, file));
        Ok(())
    }

    /// A new file; never one that is there.
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

    /// Notes a line as it is: one of one's own, of which the server sends no echo.
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
                file.write_all(&bytes)?;
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
