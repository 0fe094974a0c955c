//! Plays back a record, forwards and backwards.

use thiserror::Error;

use super::{Knowledge, OtherGame};
use crate::play::Misfit;
use crate::replay::{Entry, Record};

/// The number of lines between snapshots for going back.
const STRIDE: usize = 64;

/// A record, and the game at one of its lines.
#[derive(Debug, Clone)]
pub struct Playback<K> {
    record: Record,
    /// The number of lines applied.
    at: usize,
    model: K,
    /// The game before line `STRIDE * index`.
    marks: Vec<K>,
}

/// A line of a record that does not fit the game, which is as it was before the line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {number}: {line:?} does not fit the game: {why}")]
pub struct MisfitLine {
    /// The line number in the file, from 1.
    pub number: usize,
    /// The line, without its time.
    pub line: String,
    /// Why it does not fit.
    pub why: Misfit,
}

impl<K: Knowledge> Playback<K> {
    /// A record before its first line; `known` is the game it must be of.
    ///
    /// # Errors
    /// If the record is of another game or map.
    pub fn new(known: &K, record: Record) -> Result<Self, OtherGame> {
        let model = known.of_record(&record.header)?;
        Ok(Self {
            record,
            at: 0,
            marks: vec![model.clone()],
            model,
        })
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game after the lines applied so far.
    pub fn model(&self) -> &K {
        &self.model
    }

    /// The number of lines applied.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next line, and its parsed form if it is one of the protocol; `None` at the end.
    pub fn peek(&self) -> Option<(&Entry, Option<K::Line>)> {
        let entry = self.record.entries.get(self.at)?;
        Some((entry, K::parse(&entry.line).ok()))
    }

    /// Applies the next line; at the end nothing happens.
    ///
    /// # Errors
    /// If the line does not fit the game.
    pub fn step(&mut self) -> Result<(), MisfitLine> {
        let Some(entry) = self.record.entries.get(self.at) else {
            return Ok(());
        };
        if let Ok(reply) = K::parse(&entry.line) {
            self.model.follow(&reply).map_err(|why| MisfitLine {
                number: self.at + 2,
                line: entry.line.clone(),
                why,
            })?;
        }
        self.at += 1;
        if self.at == self.marks.len() * STRIDE {
            self.marks.push(self.model.clone());
        }
        Ok(())
    }

    /// Goes to the position after this many lines, or to the end. Going back costs at most 64
    /// lines, going forward as many as lie between.
    ///
    /// # Errors
    /// If a line on the way does not fit the game; the position is before it.
    pub fn seek(&mut self, position: usize) -> Result<(), MisfitLine> {
        let position = position.min(self.record.entries.len());
        let nearest = (position / STRIDE).min(self.marks.len() - 1);
        if position < self.at || nearest * STRIDE > self.at {
            self.at = nearest * STRIDE;
            self.model = self.marks[nearest].clone();
        }
        while self.at < position {
            self.step()?;
        }
        Ok(())
    }

    /// Whether the record, applied to its end, ends before its game, because the player left
    /// or the writer was interrupted.
    pub fn is_unfinished(&self) -> bool {
        let ends =
            |entry: &Entry| entry.line.starts_with("GAME-OVER ") || entry.line == "NO-WINNER";
        // A game in which all others resigned ends without a defeat.
        let over = self.model.over().is_some() || self.record.entries[..self.at].iter().any(ends);
        self.record.cut_off || (self.at == self.record.entries.len() && !over)
    }
}
