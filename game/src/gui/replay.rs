//! Playback of a record of conquest, with jumps in both directions.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::bundled;

use super::ground::Ground;
use super::history::History;
use super::link::Step;
use super::stage::is_a_sight;
use super::texts;
use crate::client::{Knowledge, Model, OtherGame, Playback};
use crate::conquest::rules::State;
use crate::replay::{Header, Record};

/// A record and the current position in it.
#[derive(Debug)]
pub struct Replay {
    playback: Playback<Model>,
    model: Arc<Model>,
    /// For each step: lines of the record up to and including it.
    lines: Vec<usize>,
    /// The steps that take their time to be seen.
    sights: Vec<usize>,
    history: History,
    /// The game at the end.
    last: Arc<Model>,
    /// The number of steps taken.
    at: usize,
    end: Option<String>,
}

impl Replay {
    /// Steps before a jump's target that are replayed to fill the log.
    const CONTEXT: usize = 300;

    /// A record of that kind of game, followed once to its end.
    ///
    /// # Errors
    /// If it is of another game, or on another map.
    pub fn new(game: &Model, record: Record) -> Result<Self, OtherGame> {
        let playback = Playback::new(game, record)?;
        let mut replay = Self {
            model: Arc::new(playback.model().clone()),
            last: Arc::new(playback.model().clone()),
            playback,
            lines: Vec::new(),
            sights: Vec::new(),
            history: History::default(),
            at: 0,
            end: None,
        };
        let wrong = loop {
            match replay.follow() {
                Ok(Some(step)) => {
                    if is_a_sight(&step, true) {
                        replay.sights.push(replay.lines.len());
                    }
                    replay.history.tell(&step);
                    replay.lines.push(replay.playback.position());
                }
                Ok(None) => break None,
                Err(wrong) => break Some(wrong),
            }
        };
        replay.end = match wrong {
            Some(wrong) => Some(texts::sentence(&wrong)),
            None if replay.playback.is_unfinished() => Some(texts::UNFINISHED.to_owned()),
            None => None,
        };
        replay.last = Arc::clone(&replay.model);
        replay.go_to(0);
        Ok(replay)
    }

    /// The record of a file, on its map: `map`, or else the bundled map it names, or the first of
    /// `likely` that fits, or a folder of that name. Returns the map's name, too.
    ///
    /// # Errors
    /// Why it cannot be played back, in a sentence.
    pub fn with_map(
        file: &Path,
        record: Record,
        map: Option<PathBuf>,
        likely: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(PathBuf, Ground, Self), String> {
        let (map, ground) = match map {
            Some(map) => {
                let ground = Ground::read(&map)?;
                (map, ground)
            }
            None => ground_of(&record.header, likely)?,
        };
        let game = Model::new(Arc::clone(ground.map()), None);
        let replay = Self::new(&game, record);
        let replay = replay.map_err(|other| texts::other_record(&file.display(), &other))?;
        Ok((map, ground, replay))
    }

    /// The history of the whole game.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The game at the end.
    pub fn state(&self) -> Option<&State> {
        self.last.state()
    }

    /// Why the record ends before its game, if it does.
    pub fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// The next line with a meaning.
    fn follow(&mut self) -> Result<Option<Step>, String> {
        loop {
            let Some((_, line)) = self.playback.peek() else {
                return Ok(None);
            };
            self.playback.step().map_err(|misfit| misfit.to_string())?;
            if let Some(line) = line {
                let after = self.playback.model().clone();
                return Ok(Some(Step::on(&mut self.model, line, after)));
            }
        }
    }

    /// The next step; `None` at the end.
    pub fn advance(&mut self) -> Option<Step> {
        if self.at == self.lines.len() {
            return None;
        }
        self.at += 1;
        self.follow().ok().flatten()
    }

    fn go_to(&mut self, at: usize) {
        let line = at.checked_sub(1).map_or(0, |last| self.lines[last]);
        // Cannot fail: all those lines were followed before.
        let _ = self.playback.seek(line);
        self.model = Arc::new(self.playback.model().clone());
        self.at = at;
    }

    /// Goes to where so many steps are taken, or to the end. Returns the game some steps before,
    /// the number of steps and turns up to there, and the steps since, which fill the log.
    pub fn jump(&mut self, to: usize) -> (Arc<Model>, usize, u32, Vec<Step>) {
        let to = to.min(self.lines.len());
        let from = to.saturating_sub(Self::CONTEXT);
        self.go_to(from);
        let model = Arc::clone(&self.model);
        let turns = self.history.turns();
        let begun = turns.partition_point(|turn| turn.at <= from) as u32;
        let steps = (from..to).map_while(|_| self.advance()).collect();
        (model, from, begun, steps)
    }

    /// The position of the previous action.
    pub fn action_before(&self, at: usize) -> usize {
        let before = self.sights.partition_point(|&sight| sight < at);
        before.checked_sub(1).map_or(0, |nth| self.sights[nth])
    }

    /// The position of the start of the turn, or of the previous one if nothing of the turn can be
    /// seen yet: what takes no time is shown at once, also when the picture is paused.
    pub fn turn_before(&self, at: usize) -> usize {
        let seen = |at| self.sights.partition_point(|&sight| sight < at);
        let mut turns = self.history.turns().iter().rev();
        let begun = turns.find(|turn| seen(turn.at) < seen(at));
        begun.map_or(0, |turn| turn.at)
    }
}

/// The first map that fits the record, each read once: the bundled one of that name, the
/// likely ones, a folder of that name.
fn ground_of(
    header: &Header,
    likely: impl IntoIterator<Item = PathBuf>,
) -> Result<(PathBuf, Ground), String> {
    let named = PathBuf::from(&header.setup);
    let bundled = bundled::find(&header.setup).map(|_| named.clone());
    let mut read = HashSet::new();
    for map in bundled.into_iter().chain(likely).chain([named]) {
        if read.insert(map.clone())
            && let Ok(ground) = Ground::read(&map)
            && Model::new(Arc::clone(ground.map()), None)
                .of_record(header)
                .is_ok()
        {
            return Ok((map, ground));
        }
    }
    Err(texts::no_map_of_record(&header.setup))
}

#[cfg(test)]
pub(super) mod tests;
