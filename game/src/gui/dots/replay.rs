//! Playback of a record of Dots and Boxes, with jumps in both directions.

use std::sync::Arc;

use super::{MOST_TOLD, unknown};
use crate::client::{Follower, Playback};
use crate::dots::{Event, Size};
use crate::gui::link::Step;
use crate::gui::texts;
use crate::replay::Record;

type Told = Step<<Follower as crate::client::Knowledge>::Line, Follower>;

/// A record and the current position in it.
#[derive(Debug)]
pub struct DotsReplay {
    playback: Playback<Follower>,
    known: Arc<Follower>,
    /// For each drawn line: lines of the record up to and including it.
    draws: Vec<usize>,
    end: Option<String>,
}

impl DotsReplay {
    /// A record before its first line, followed once to its end.
    ///
    /// # Errors
    /// If it is of another game.
    pub fn new(record: Record) -> Result<Self, String> {
        let size: Size = record.header.setup.parse().unwrap_or_default();
        let known = unknown(size, record.header.players).map_err(|why| why.to_string())?;
        let playback = Playback::new(&known, record).map_err(|other| other.to_string())?;
        let mut replay = Self {
            known: Arc::new(playback.model().clone()),
            playback,
            draws: Vec::new(),
            end: None,
        };
        while let Some((entry, _)) = replay.playback.peek() {
            let line = entry.line.clone();
            if let Err(misfit) = replay.playback.step() {
                replay.end = Some(texts::sentence(&misfit.to_string()));
                break;
            }
            if matches!(Event::parse(&line), Ok(Some(Event::Drawn(_)))) {
                replay.draws.push(replay.playback.position());
            }
        }
        if replay.end.is_none() && replay.playback.is_unfinished() {
            replay.end = Some(texts::UNFINISHED.to_owned());
        }
        replay.jump(0);
        Ok(replay)
    }

    /// The number of drawn lines.
    pub fn lines(&self) -> usize {
        self.draws.len()
    }

    /// The number of lines drawn at the current position.
    pub fn at(&self) -> usize {
        let position = self.playback.position();
        self.draws.partition_point(|&line| line <= position)
    }

    /// Why the record ends before its game, if it does.
    pub fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// Goes to where so many lines are drawn; returns the last steps up to there, which fill the
    /// log.
    pub fn jump(&mut self, to: usize) -> Vec<Told> {
        let to = to.min(self.draws.len());
        let last = match to {
            to if to == self.draws.len() => self.playback.record().entries.len(),
            0 => self.draws[0] - 1,
            to => self.draws[to - 1],
        };
        // Stops before a line that does not fit.
        let _ = self.playback.seek(last.saturating_sub(MOST_TOLD));
        self.known = Arc::new(self.playback.model().clone());
        let mut told = Vec::new();
        while self.playback.position() < last && self.step(&mut told) {}
        told
    }

    /// The steps up to and including the next drawn line.
    pub fn advance(&mut self) -> Vec<Told> {
        let to = self.at() + 1;
        let mut told = Vec::new();
        while self.at() < to && self.step(&mut told) {}
        if self.at() == self.lines() {
            while self.step(&mut told) {}
        }
        told
    }

    /// Follows a line and adds its step to `told`, if it has one; returns whether there was a line.
    fn step(&mut self, told: &mut Vec<Told>) -> bool {
        let Some((_, line)) = self.playback.peek() else {
            return false;
        };
        if self.playback.step().is_err() {
            return false;
        }
        if let Some(line) = line {
            let after = self.playback.model().clone();
            told.push(Step::on(&mut self.known, line, after));
        }
        true
    }

    /// The game at the current position.
    pub fn known(&self) -> Arc<Follower> {
        Arc::clone(&self.known)
    }
}
