//! A record played back, forwards and backwards.

use std::sync::Arc;

use marchland_files::plain;
use marchland_maps::Map;
use thiserror::Error;

use super::{FollowError, Model};
use crate::conquest::Reply;
use crate::conquest::rules::State;
use crate::replay::{Entry, Record};

/// Lines between two states that are kept, from which one can go back.
const STRIDE: usize = 64;

/// A record and the game at one of its lines.
#[derive(Debug, Clone)]
pub struct Playback {
    map: Arc<Map>,
    record: Record,
    /// Lines followed so far.
    at: usize,
    model: Model,
    /// The game before line `STRIDE * index`.
    marks: Vec<Model>,
}

/// Why a record cannot be played back on a map.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the record is of the map {theirs}, not of this version of {ours}")]
pub struct OtherMap {
    /// The id of the record's map.
    pub theirs: String,
    /// The id of the map that was given.
    pub ours: String,
}

/// A line of a record that does not fit those before it. The game is as it was
/// before that line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {number}: {line:?} does not fit the game: {why}")]
pub struct MisfitLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line.
    pub line: String,
    /// Why it does not fit.
    pub why: FollowError,
}

impl Playback {
    /// The record before its first line.
    ///
    /// # Errors
    /// If the record is of another map.
    pub fn new(map: Arc<Map>, record: Record) -> Result<Self, OtherMap> {
        let digest = marchland_maps::canonical::digest(&map);
        if format!("{:032x}", record.header.digest.0) != digest {
            return Err(OtherMap {
                theirs: plain(&record.header.setup).into_owned(),
                ours: plain(map.id()).into_owned(),
            });
        }
        let model = Model::new(Arc::clone(&map), None);
        Ok(Self {
            map,
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

    /// The game as it was after the lines followed so far.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many lines have been followed.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The line to be followed next, and what it says if it is one of the
    /// protocol; nothing at the end.
    pub fn peek(&self) -> Option<(&Entry, Option<Reply>)> {
        let entry = self.record.entries.get(self.at)?;
        Some((entry, Reply::parse(&entry.line).ok()))
    }

    /// Follows the next line; at the end nothing happens.
    ///
    /// # Errors
    /// If the line does not fit the game.
    pub fn step(&mut self) -> Result<(), MisfitLine> {
        let Some((entry, reply)) = self.peek() else {
            return Ok(());
        };
        if let Some(reply) = reply {
            let line = entry.line.clone();
            self.model.follow(&reply).map_err(|why| MisfitLine {
                number: self.at + 2,
                line,
                why,
            })?;
        }
        self.at += 1;
        if self.at == self.marks.len() * STRIDE {
            self.marks.push(self.model.clone());
        }
        Ok(())
    }

    /// Goes to where so many lines have been followed, or to the end if there
    /// are fewer. Going back costs at most 64 lines, and going on as many as
    /// lie between.
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

    /// Whether the record, followed to its end, ended before its game: who
    /// wrote it left, or was stopped.
    pub fn is_unfinished(&self) -> bool {
        let followed = &self.record.entries[..self.at];
        // A game that all others have given up ends without a defeat.
        let over = self.model.state().and_then(State::winner).is_some()
            || followed.iter().any(|e| e.line.starts_with("GAME-OVER "));
        self.record.cut_off || (self.at == self.record.entries.len() && !over)
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }
}
