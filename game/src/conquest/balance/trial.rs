//! Playing deals, on any number of threads.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use marchland_maps::Map;
use rayon::prelude::*;

use super::layout::Layout;
use super::tally::Tally;
use super::watch::{Deal, Watch};
use crate::conquest::bots::{Bot, Match, Stop, Strategy};
use crate::conquest::rules::{AreaVariant, SeededDice, StartError, State, Variants};
use crate::pool::on_threads;
use crate::statistics::Sequence;

/// What is played: bots of one kind on a map, its territories dealt.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The map.
    pub map: Arc<Map>,
    /// Players of a game, 2 to 6.
    pub players: u8,
    /// Who plays, on every seat.
    pub bot: Bot,
    /// Where chance comes from.
    pub seed: u64,
    /// Turns after which a game is broken off.
    pub most_turns: u32,
    /// Whether a game of two has a neutral third force.
    pub neutral: bool,
    /// Units that the first in the order of play gets beyond the rules: a fault that is to
    /// be found.
    #[cfg(test)]
    pub(super) head_start: u32,
}

/// Intervals that hold while one looks: of the share of wins by place, then of the share of
/// games in which each continent is whole after the first mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Watched {
    /// One for each place.
    pub won: Vec<Sequence>,
    /// One for each continent.
    pub held: Vec<Sequence>,
}

impl Watched {
    fn new(layout: &Layout) -> Self {
        Self {
            won: vec![Sequence::default(); layout.players],
            held: vec![Sequence::default(); layout.continents],
        }
    }

    fn add(&mut self, counts: &[u32], players: f64) {
        let sequences = self.won.iter_mut().chain(&mut self.held);
        for (sequence, &count) in sequences.zip(counts) {
            sequence.add(f64::from(count) / players);
        }
    }

    /// The widest of all: half its width.
    pub fn half(&self) -> f64 {
        let sequences = self.won.iter().chain(&self.held);
        sequences.map(Sequence::half).fold(0.0, f64::max)
    }
}

/// How far it is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// What was counted so far.
    pub tally: &'a Tally,
    /// Intervals that hold while one looks.
    pub watched: &'a Watched,
}

/// What was played of a trial so far: deals without gaps. It can go on.
#[derive(Debug, Clone)]
pub struct Run {
    /// What was counted.
    pub tally: Tally,
    /// Intervals that hold while one looks.
    pub watched: Watched,
    next: u64,
}

/// Deals at least and at most that are played before anybody looks: as many as there were
/// before, so that the first figures come soon. Numbers of their own, not those of the
/// threads: where it ends must not depend on the machine.
const BATCH: [u64; 2] = [4, 64];
/// Deals that a thread plays at a time.
const CHUNK: u64 = 4;
/// Where the streams of chance for dealing begin; those below are for the games.
const DEALS: u64 = 1 << 63;

impl Trial {
    /// What is counted.
    pub fn layout(&self) -> Layout {
        Layout::new(&self.map, self.players.into())
    }

    /// Plays the deals of some numbers, in the order of these, and tells every 64 deals how
    /// far it is, and at first more often. Ends before the last where that breaks off, or
    /// where `stop` is asked for: then only what was told of counts. The number of threads
    /// changes nothing but the time.
    ///
    /// # Errors
    /// If so many cannot play on the map.
    pub fn run(
        &self,
        deals: Range<u64>,
        threads: usize,
        stop: &Stop,
        tell: &mut (dyn FnMut(&Progress<'_>) -> ControlFlow<()> + Send),
    ) -> Result<(Tally, Watched), StartError> {
        let mut run = self.begin(deals.start);
        self.go_on(&mut run, deals.end, threads, stop, tell)?;
        Ok((run.tally, run.watched))
    }

    /// Nothing is played yet, and the deal of this number comes first.
    pub fn begin(&self, first: u64) -> Run {
        let layout = self.layout();
        Run {
            tally: Tally::new(&layout),
            watched: Watched::new(&layout),
            next: first,
        }
    }

    /// Plays on up to the deal before `end`, as [`Trial::run`] does.
    ///
    /// # Errors
    /// If so many cannot play on the map.
    pub fn go_on(
        &self,
        run: &mut Run,
        end: u64,
        threads: usize,
        stop: &Stop,
        tell: &mut (dyn FnMut(&Progress<'_>) -> ControlFlow<()> + Send),
    ) -> Result<(), StartError> {
        let layout = self.layout();
        on_threads(threads, || {
            while run.next < end {
                let batch = run.tally.deals.clamp(BATCH[0], BATCH[1]);
                let last = end.min(run.next + batch);
                let firsts: Vec<u64> = (run.next..last).step_by(CHUNK as usize).collect();
                let chunks: Result<Vec<(Tally, Vec<u32>)>, StartError> = firsts
                    .into_par_iter()
                    .map(|first| self.chunk(&layout, first..last.min(first + CHUNK), stop))
                    .collect();
                let chunks = chunks?;
                if stop.is_asked() {
                    break;
                }
                for (counted, seen) in chunks {
                    run.tally.merge(&counted);
                    for counts in seen.chunks(layout.players + layout.continents) {
                        run.watched.add(counts, layout.players as f64);
                    }
                }
                run.next = last;
                let progress = Progress {
                    tally: &run.tally,
                    watched: &run.watched,
                };
                if tell(&progress).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Some deals one after the other, and of each what is watched.
    fn chunk(
        &self,
        layout: &Layout,
        deals: Range<u64>,
        stop: &Stop,
    ) -> Result<(Tally, Vec<u32>), StartError> {
        let mut tally = Tally::new(layout);
        let mut watch = Watch::new(layout, &self.map);
        let mut deal = Deal::default();
        let mut seen = Vec::new();
        for number in deals {
            self.deal(layout, number, stop, &mut watch, &mut deal)?;
            tally.add(layout, &deal);
            seen.extend((0..layout.players).map(|place| deal.counts[layout.won(place)]));
            seen.extend((0..layout.continents).map(|at| deal.counts[layout.held(at, 0)]));
        }
        Ok((tally, seen))
    }

    /// Plays a deal, every hand from every place.
    pub(super) fn deal(
        &self,
        layout: &Layout,
        number: u64,
        stop: &Stop,
        watch: &mut Watch<'_>,
        deal: &mut Deal,
    ) -> Result<(), StartError> {
        deal.clear(layout);
        let played = Match {
            map: Arc::clone(&self.map),
            variants: Variants {
                areas: AreaVariant::Dealt,
                neutral: self.neutral,
                ..Variants::default()
            },
            most_turns: self.most_turns,
        };
        for moved in 0..layout.players {
            let game = number * layout.players as u64 + moved as u64;
            let mut dice = SeededDice::stream(self.seed, game);
            let seats = (0..layout.players).map(|_| self.bot.player(dice.seed()));
            let mut seats: Vec<Box<dyn Strategy>> = seats.collect();
            let mut state = State::new(Arc::clone(&self.map), self.players, played.variants);
            let mut events = Vec::with_capacity(128);
            let mut dealing = SeededDice::stream(self.seed, DEALS + number);
            state.start_moved(moved, &mut dealing, &mut events)?;
            #[cfg(test)]
            tests::head_start(self.head_start, &mut state);
            watch.begin();
            let outcome = played.play_on(
                state,
                events,
                &mut seats,
                &mut dice,
                stop,
                &mut |state, events| {
                    watch.hear(state, events, deal);
                    ControlFlow::Continue(())
                },
            );
            watch.end(outcome.winner, moved, deal);
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests;
