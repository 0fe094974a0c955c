//! Plays deals on any number of threads.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use marchland_maps::Map;
use rayon::prelude::*;

use super::counter::{Counter, Deal};
use super::layout::Layout;
use super::tally::Tally;
use crate::conquest::bots::{Bot, Match, Stop, Strategy};
use crate::conquest::rules::{AreaVariant, Dice, SeededDice, StartError, State, Variants};
use crate::pool::on_threads;
use crate::statistics::Sequence;

/// What is played: bots of one kind on a map with dealt territories.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The map.
    pub map: Arc<Map>,
    /// Players per game, 2 to 6.
    pub players: u8,
    /// The bot on every seat.
    pub bot: Bot,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Turns after which a game is stopped.
    pub most_turns: u32,
    /// Whether a game of two has a neutral third force.
    pub neutral: bool,
    /// Extra units for the first in the order of play: a planted fault for tests to find.
    #[cfg(test)]
    pub(super) head_start: u32,
}

/// Intervals that hold at any time: of the share of wins by place, then of the share of games in
/// which each continent is held at the first mark.
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

    /// Half the width of the widest interval.
    pub fn half(&self) -> f64 {
        let sequences = self.won.iter().chain(&self.held);
        sequences.map(Sequence::half).fold(0.0, f64::max)
    }
}

/// The deals of a trial played so far, without gaps. A run can be continued.
#[derive(Debug, Clone)]
pub struct Run {
    /// The counts.
    pub tally: Tally,
    /// Intervals that hold at any time.
    pub watched: Watched,
    next: u64,
}

/// Minimum and maximum deals between two calls of `tell`. Within these, each batch has as many
/// deals as all before it, so the first figures come soon. They do not depend on the number of
/// threads, because the end of a run must not depend on the machine.
const BATCH: [u64; 2] = [4, 64];
/// Deals that a thread plays at once.
const CHUNK: u64 = 4;
/// The first random stream for dealing; the streams below are for the games.
const DEALS: u64 = 1 << 63;
/// The first random stream for the numbers of territories and continents.
const NUMBERS: u64 = DEALS | 1 << 62;

impl Trial {
    /// The layout of the counts.
    pub fn layout(&self) -> Layout {
        Layout::new(&self.map, self.players.into())
    }

    /// Plays a range of deals in order. Calls `tell` with the deals so far every 64 deals, and
    /// more often at first. Ends early if `tell` breaks off or `stop` is asked for; then only the
    /// deals reported to `tell` count. The number of threads affects only the time.
    ///
    /// # Errors
    /// If the map cannot be played by this number of players.
    pub fn run(
        &self,
        deals: Range<u64>,
        threads: usize,
        stop: &Stop,
        tell: &mut (dyn FnMut(&Run) -> ControlFlow<()> + Send),
    ) -> Result<(Tally, Watched), StartError> {
        let mut run = self.begin(deals.start);
        self.go_on(&mut run, deals.end, threads, stop, tell)?;
        Ok((run.tally, run.watched))
    }

    /// A run without deals, which starts at this deal number.
    pub fn begin(&self, first: u64) -> Run {
        let layout = self.layout();
        Run {
            tally: Tally::new(&layout),
            watched: Watched::new(&layout),
            next: first,
        }
    }

    /// Continues a run up to the deal before `end`, like [`Trial::run`].
    ///
    /// # Errors
    /// If the map cannot be played by this number of players.
    pub fn go_on(
        &self,
        run: &mut Run,
        end: u64,
        threads: usize,
        stop: &Stop,
        tell: &mut (dyn FnMut(&Run) -> ControlFlow<()> + Send),
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
                if tell(run).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Plays deals one after another; returns their tally and the watched counts of each.
    fn chunk(
        &self,
        layout: &Layout,
        deals: Range<u64>,
        stop: &Stop,
    ) -> Result<(Tally, Vec<u32>), StartError> {
        let mut tally = Tally::new(layout);
        let mut seen = Vec::new();
        for number in deals {
            let deal = self.deal(layout, number, stop)?;
            tally.add(layout, &deal);
            seen.extend((0..layout.players).map(|place| deal.counts[layout.won(place)]));
            seen.extend((0..layout.continents).map(|at| deal.counts[layout.held(at, 0)]));
        }
        Ok((tally, seen))
    }

    /// Plays a deal: every hand from every place.
    ///
    /// Bots choose the first of equals, which would favour some territories by their numbers alone:
    /// on a symmetric map of four continents, the chance to win varied by three points. So each deal
    /// is played under other, random numbers, the same from every place.
    pub(super) fn deal(
        &self,
        layout: &Layout,
        number: u64,
        stop: &Stop,
    ) -> Result<Deal, StartError> {
        let mut deal = Deal::new(layout);
        let mut numbers = SeededDice::stream(self.seed, NUMBERS + number);
        let renumbered = self.map.renumbered(&mut |below| numbers.below(below));
        let bot = self.bot.renumbered(&renumbered);
        let map = Arc::new(renumbered.map);
        let played = Match {
            map: Arc::clone(&map),
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
            let seats = (0..layout.players).map(|_| bot.player(dice.seed()));
            let mut seats: Vec<Box<dyn Strategy>> = seats.collect();
            let mut state = State::new(Arc::clone(&map), self.players, played.variants);
            let mut events = Vec::with_capacity(128);
            let mut dealing = SeededDice::stream(self.seed, DEALS + number);
            state.start_moved(moved, &mut dealing, &mut events)?;
            #[cfg(test)]
            tests::head_start(self.head_start, &mut state);
            let mut counter = Counter::new(layout, &self.map, &renumbered.territories, &state);
            let outcome = played.play_on(
                state,
                events,
                &mut seats,
                &mut dice,
                stop,
                &mut |state, events| {
                    counter.hear(state, events, &mut deal);
                    ControlFlow::Continue(())
                },
            );
            counter.end(outcome.winner, moved, &mut deal);
        }
        Ok(deal)
    }
}

#[cfg(test)]
pub(super) mod tests;
