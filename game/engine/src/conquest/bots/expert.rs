//! The strategy *expert*: plays the best plans of *planner* out before it chooses.
//!
//! *Planner* values the position at the end of its own turn, and misses what the others make of
//! it. So *expert* takes plans of different kinds that *planner* rates well, and has *planners* on
//! all seats play each of them out: the rest of the turn and a turn of everybody else or, while
//! initial units are placed, until its own second turn, or its third if it moves first. It judges the final position by how often such
//! positions were won. Cards that it cannot see are dealt anew for each playout.
//!
//! ```text
//! plans ──> playouts on common dice, round by round ──> clearly worse plans drop out
//!                                                   ──> the best, if it beats planner's own
//!                                                       by more than the standard error
//! ```
//!
//! With common dice, plans differ by their merit and not by luck: the throws of a battle
//! depend on the territory attacked, not on earlier throws.
//! (G. Tesauro and G. R. Galperin, "On-line Policy Improvement using Monte-Carlo Search",
//! NIPS 9, 1996.)

mod playout;

use std::time::{Duration, Instant};

use super::planner::{Planner, Play};
use super::{Attack, Free, Own, Strategy, Thought, Transfer, View};
use crate::conquest::rules::{Phase, SeededDice, Set, State};
use playout::Crew;

/// Playouts of each plan before it may drop out, or replace *planner*'s own.
const FIRST: u32 = 6;
/// Placing the initial units is one decision and matters most in a game. It gets this many times the
/// playouts of a turn or, if a time is set, this many times as long.
const SETTLING: f32 = 2.0;
const SETTLING_TIME: f32 = 8.0;
/// The first turns matter next most. For each, it thinks this many times as long.
const EARLY: [f32; 2] = [2.0, 1.5];
/// Playouts of a turn that take about 0.2 seconds, while territories times players do not
/// exceed [`SIZE`].
const USUAL: u32 = 500;
const SIZE: usize = 84;
/// The longest that one decision takes, whatever the setting: a server gives up on a client that is
/// silent for a minute. [`MOST`] playouts of initial units take about as long, at that [`SIZE`].
const LONGEST: Duration = Duration::from_secs(20);
const MOST: u32 = 4_000;
/// A difference in the chance to win that does not matter.
const NOTHING: f64 = 0.004;

/// A player of the strategy.
#[derive(Debug)]
pub struct Expert {
    planner: Planner,
    crew: Crew,
    thought: Thought,
    dice: SeededDice,
    /// Whether the places of the initial units are decided.
    settled: bool,
}

/// How much one decision may think.
#[derive(Debug, Clone, Copy)]
struct Budget {
    playouts: u32,
    /// Nothing if only playouts count.
    time: Option<Duration>,
}

impl Budget {
    /// The thought of a turn.
    fn of(thought: Thought, view: &View<'_>) -> Self {
        match thought {
            Thought::Usual => Self::counted(sized(USUAL, view)),
            Thought::Playouts(playouts) => Self::counted(playouts),
            Thought::Time(time) => Self {
                playouts: u32::MAX,
                time: Some(time),
            },
        }
    }

    fn counted(playouts: u32) -> Self {
        Self {
            playouts,
            time: None,
        }
    }

    /// As much of it as one decision may take.
    fn limited(self, view: &View<'_>) -> Self {
        match self.time {
            None => Self::counted(self.playouts.min(sized(MOST, view))),
            Some(time) => Self {
                time: Some(time.min(LONGEST)),
                ..self
            },
        }
    }

    /// What is left of it after this time.
    fn after(self, spent: Duration) -> Self {
        Self {
            time: self.time.map(|time| time.saturating_sub(spent)),
            ..self
        }
    }

    /// That for initial units.
    fn settling(self) -> Self {
        Self {
            playouts: self.part(SETTLING).playouts,
            time: self.part(SETTLING_TIME).time,
        }
    }

    fn part(self, part: f32) -> Self {
        Self {
            playouts: (self.playouts as f32 * part) as u32,
            time: self.time.map(|time| time.mul_f32(part)),
        }
    }

    /// How many plans besides the first can be played out [`FIRST`] times, if a playout takes
    /// `each`. Fewer playouts of more plans would be wasted.
    fn plans(self, each: Duration) -> usize {
        let in_time = self.time.map_or(u128::MAX, |time| {
            let playouts = time.as_nanos().checked_div(each.as_nanos());
            playouts.unwrap_or(u128::MAX)
        });
        let playouts = u128::from(self.playouts).min(in_time);
        (playouts / u128::from(FIRST)).saturating_sub(1) as usize
    }
}

/// The number of playouts that takes as long as `playouts` of the usual [`SIZE`].
fn sized(playouts: u32, view: &View<'_>) -> u32 {
    let size = view.map().len() * (view.rivals_left() + 1);
    (playouts as usize * SIZE / size.max(SIZE)) as u32
}

/// The gain of a plan over the first, playout by playout.
#[derive(Debug, Clone, Copy, Default)]
struct Gain {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Gain {
    fn add(&mut self, more: f64) {
        self.count += 1.0;
        self.sum += more;
        self.squares += more * more;
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean.
    fn error(self) -> f64 {
        let count = self.count.max(1.0);
        ((self.squares / count - self.mean() * self.mean()).max(0.0) / count).sqrt()
    }
}

impl Expert {
    /// A player that thinks for the default time.
    pub fn new(seed: u64) -> Self {
        Self::thinking(seed, Thought::default())
    }

    /// A player that thinks for `thought`. With a number of playouts, the same seed plays the
    /// same way.
    pub fn thinking(seed: u64, thought: Thought) -> Self {
        Self {
            planner: Planner::new(),
            crew: Crew::default(),
            thought,
            dice: SeededDice::new(seed),
            settled: false,
        }
    }

    /// Chooses a plan and follows it. Returns the number of playouts, at most `most`.
    fn think(&mut self, view: &View<'_>, most: Budget) -> u32 {
        if most.plans(Duration::ZERO) == 0 {
            return 0;
        }
        let start = Instant::now();
        let plays = self.planner.plays(view);
        let (best, playouts) = self.choose(view, &plays, most.after(start.elapsed()));
        if let Some(play) = plays.into_iter().nth(best) {
            self.planner.follow(play);
        }
        playouts
    }

    /// The index of the best plan: the first, unless another is better by more than the standard
    /// error; and the number of playouts.
    fn choose(&mut self, view: &View<'_>, plays: &[Play], most: Budget) -> (usize, u32) {
        let start = Instant::now();
        let seed = self.dice.seed();
        let settling = view.phase() != Some(Phase::Playing);
        let others = most.plans(Duration::ZERO);
        let mut live: Vec<usize> = (1..plays.len()).take(others).collect();
        let mut gains = vec![Gain::default(); plays.len()];
        let mut starts: Vec<State> = Vec::with_capacity(plays.len());
        let mut playouts = 0;
        'thought: for round in 0.. {
            let enough = playouts + live.len() as u32 >= most.playouts;
            if live.is_empty() || enough {
                break;
            }
            let mut first = 0.0;
            for at in std::iter::once(0).chain(live.iter().copied()) {
                let is_over = most.time.is_some_and(|time| start.elapsed() >= time);
                if is_over || view.is_stopped() {
                    break 'thought;
                }
                let seeds = [seed, round];
                let play = &plays[at];
                if starts.len() == at {
                    let begun = self.crew.start(&self.planner, view, play);
                    // Two ways to place the initial units may lead to the same position.
                    let known = settling && starts.contains(&begun);
                    starts.push(begun);
                    if known {
                        continue;
                    }
                }
                let planner = &mut self.planner;
                let chance = self.crew.play_out(planner, view, &starts[at], play, seeds);
                playouts += 1;
                match at {
                    0 => first = f64::from(chance),
                    _ => gains[at].add(f64::from(chance) - first),
                }
            }
            if round == 0 {
                live.retain(|&at| gains[at].count > 0.0);
                live.truncate(most.plans(start.elapsed() / playouts));
            } else if round + 1 >= FIRST.into() {
                let surely = live.iter().map(|&at| gains[at].mean() - gains[at].error());
                let best = surely.fold(NOTHING, f64::max);
                live.retain(|&at| gains[at].mean() + 1.5 * gains[at].error() > best);
            }
        }
        let mut best = (0.0, 0);
        for at in live {
            let surely = gains[at].mean() - gains[at].error();
            if gains[at].count >= f64::from(FIRST) && surely > best.0 {
                best = (surely, at);
            }
        }
        (best.1, playouts)
    }
}

impl Strategy for Expert {
    fn name(&self) -> &'static str {
        "expert"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        self.planner.claim(view)
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        let settling = view.phase() != Some(Phase::Playing);
        let settled = std::mem::replace(&mut self.settled, settling);
        let usual = Budget::of(self.thought, view);
        if settling && !settled {
            self.think(view, usual.settling().limited(view));
        } else if !settling && !self.planner.is_placing() {
            let early = EARLY.get(self.planner.turns());
            let most = usual.part(early.map_or(1.0, |&times| times));
            self.think(view, most.limited(view));
        }
        self.planner.place(view)
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        self.planner.trade(view)
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        self.planner.attack(view)
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        self.planner.occupy(view, most)
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        self.planner.fortify(view)
    }
}

#[cfg(test)]
mod tests;
