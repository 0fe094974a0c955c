//! The strategy *expert*: plays the best plans of *planner* out before it chooses.
//!
//! *Planner* values the position at the end of its turn by what stands where. That misses
//! what the others make of it. So plans that *planner* thinks good, and that differ in kind,
//! are played out by quick *planners*: the rest of the turn and a turn of everybody else,
//! while initial units are placed a turn more; the position after that is valued by how
//! often such positions were won. The cards that are not seen are dealt anew for each playout.
//!
//! ```text
//! plans ──> playouts on common dice, round by round ──> who is clearly worse drops out
//!                                                   ──> the best, if it is better than
//!                                                       planner's own by more than its error
//! ```
//!
//! Common dice, so that plans differ by what they are and not by their luck: what is thrown
//! for a battle depends on the territory that is attacked, not on what was thrown before.
//! (G. Tesauro and G. R. Galperin, "On-line Policy Improvement using Monte-Carlo Search",
//! NIPS 9, 1996.)

mod playout;

use std::time::{Duration, Instant};

use super::planner::{Planner, Play};
use super::{Attack, Free, Own, Strategy, Thought, Transfer, View};
use crate::conquest::rules::{Phase, SeededDice, Set, State};
use playout::Crew;

/// Playouts of each plan before one may drop out, or be chosen instead of *planner*'s own.
const FIRST: u32 = 6;
/// How much of the thought of a turn is for where to place; of what is left, a part is for
/// what to attack each time that is to be decided anew.
const PLACING: f32 = 0.6;
const ATTACKING: f32 = 0.4;
/// Where to place the initial units is decided once, and makes the most of a game: for that there
/// are so many times the playouts of a turn, which take so many times as long, for they are longer.
const SETTLING: f32 = 1.5;
const SETTLING_TIME: f32 = 8.0;
/// The first turns make the next most: for each it thinks so many times as long.
const EARLY: [f32; 2] = [3.0, 2.0];
/// Playouts of a turn that take about 0.2 seconds or less, while territories times players are no
/// more than [`SIZE`].
const USUAL: u32 = 200;
const SIZE: usize = 84;
/// What one decision takes at most, whatever is set: a server gives a client up that is silent for
/// a minute. So many playouts of initial units take about as long, of that [`SIZE`].
const LONGEST: Duration = Duration::from_secs(20);
const MOST: u32 = 4_000;
/// Differences in the chance to win that are not worth a thought.
const NOTHING: f64 = 0.004;

/// A player of the strategy.
#[derive(Debug)]
pub struct Expert {
    planner: Planner,
    crew: Crew,
    thought: Thought,
    dice: SeededDice,
    /// What is left of the thought of this turn.
    left: Left,
    /// Whether it is decided where the initial units go.
    settled: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Left {
    playouts: u32,
    time: Duration,
}

impl Left {
    /// What a turn may take by default or by the setting.
    fn of(thought: Thought, view: &View<'_>) -> Self {
        match thought {
            Thought::Usual => Self::counted(sized(USUAL, view)),
            Thought::Playouts(playouts) => Self::counted(playouts),
            Thought::Time(time) => Self {
                playouts: u32::MAX,
                time,
            },
        }
    }

    fn counted(playouts: u32) -> Self {
        Self {
            playouts,
            time: Duration::MAX,
        }
    }

    /// A part of it, or several times as much; but no more than one decision may take.
    fn decision(self, part: f32, view: &View<'_>) -> Self {
        let part = self.part(part);
        match part.time {
            Duration::MAX => Self::counted(part.playouts.min(sized(MOST, view))),
            time => Self {
                time: time.min(LONGEST),
                ..part
            },
        }
    }

    fn part(self, part: f32) -> Self {
        let time = match self.time {
            Duration::MAX => Duration::MAX,
            time => time.mul_f32(part),
        };
        Self {
            playouts: (self.playouts as f32 * part) as u32,
            time,
        }
    }

    fn less(self, spent: Self) -> Self {
        Self {
            playouts: self.playouts.saturating_sub(spent.playouts),
            time: match self.time {
                Duration::MAX => Duration::MAX,
                time => time.saturating_sub(spent.time),
            },
        }
    }

    /// How many plans can be played out [`FIRST`] times beside the first, if a playout takes
    /// `each`: fewer playouts of more plans would be for nothing.
    fn plans(self, each: Duration) -> usize {
        let in_time = match (self.time, each) {
            (Duration::MAX, _) | (_, Duration::ZERO) => u128::MAX,
            (time, each) => time.as_nanos() / each.as_nanos(),
        };
        let playouts = u128::from(self.playouts).min(in_time);
        (playouts / u128::from(FIRST)).saturating_sub(1) as usize
    }
}

/// So many playouts of the usual [`SIZE`], fewer where they take longer.
fn sized(playouts: u32, view: &View<'_>) -> u32 {
    let size = view.map().len() * (view.rivals_left() + 1);
    (playouts as usize * SIZE / size.max(SIZE)) as u32
}

/// How much more than the first a plan gave, playout by playout.
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
    /// A player who thinks as long as one does by default.
    pub fn new(seed: u64) -> Self {
        Self::thinking(seed, Thought::default())
    }

    /// A player who thinks for so long. With a number of playouts, the same seed plays the
    /// same way.
    pub fn thinking(seed: u64, thought: Thought) -> Self {
        Self {
            planner: Planner::new(),
            crew: Crew::default(),
            thought,
            dice: SeededDice::new(seed),
            left: Left::default(),
            settled: false,
        }
    }

    /// Thinks about a plan for the turn, and goes by it.
    fn think(&mut self, view: &View<'_>, part: f32) {
        let most = self.left.decision(part, view);
        if most.plans(Duration::ZERO) == 0 {
            return;
        }
        let plays = self.planner.plays(view);
        let best = self.choose(view, &plays, most);
        if let Some(play) = plays.into_iter().nth(best) {
            self.planner.follow(play);
        }
    }

    /// Which of the plans is best: the first, if none is better than that by more than its
    /// error. At most `most` is spent.
    fn choose(&mut self, view: &View<'_>, plays: &[Play], most: Left) -> usize {
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
                if start.elapsed() >= most.time || view.is_stopped() {
                    break 'thought;
                }
                let seeds = [seed, round];
                let play = &plays[at];
                if starts.len() == at {
                    let begun = self.crew.start(&self.planner, view, play);
                    // Ways to place the initial units may come to the same.
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
        self.left = self.left.less(Left {
            playouts,
            time: start.elapsed(),
        });
        let mut best = (0.0, 0);
        for at in live {
            let surely = gains[at].mean() - gains[at].error();
            if gains[at].count >= f64::from(FIRST) && surely > best.0 {
                best = (surely, at);
            }
        }
        best.1
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
        let usual = Left::of(self.thought, view);
        if settling && !settled {
            self.left = Left {
                playouts: usual.part(SETTLING).playouts,
                time: usual.part(SETTLING_TIME).time,
            };
            self.think(view, 1.0);
        } else if !settling && !self.planner.is_placing() {
            let early = EARLY.get(self.planner.turns());
            self.left = usual.part(early.map_or(1.0, |&times| times));
            self.think(view, PLACING);
        }
        self.planner.place(view)
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        self.planner.trade(view)
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        if !self.planner.is_decided(view) {
            self.think(view, ATTACKING);
        }
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
