//! What is shown of a game: the model runs ahead, the picture follows.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marchland_maps::TerritoryId;

use super::link::{News, Step};
use super::log::Log;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::rules::{Event, Roll, State};

/// How long each action is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// Slow enough to read along.
    Slow,
    /// So that each battle is seen.
    #[default]
    Normal,
    /// So that one sees where something happens.
    Fast,
    /// Not at all: what comes is shown.
    None,
}

impl Pace {
    /// From the slowest to the fastest.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::None];

    /// How long an action is looked at.
    pub fn look(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 700,
            Self::Normal => 220,
            Self::Fast => 60,
            Self::None => 0,
        })
    }

    /// The next faster one, or slower one.
    #[must_use]
    pub fn stepped(self, faster: bool) -> Self {
        let at = Self::ALL.iter().position(|&pace| pace == self).unwrap_or(0);
        let at = if faster { at + 1 } else { at.saturating_sub(1) };
        Self::ALL[at.min(Self::ALL.len() - 1)]
    }
}

/// A battle that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// Where the attack comes from.
    pub from: TerritoryId,
    /// What is attacked.
    pub target: TerritoryId,
    /// The dice, once they have fallen.
    pub roll: Option<Roll>,
}

/// A game as it is shown.
#[derive(Debug)]
pub struct Stage {
    model: Arc<Model>,
    waiting: VecDeque<Next>,
    /// Steps among what waits that are worth a look.
    looks: u32,
    /// When the next may be shown.
    due: Option<Instant>,
    clash: Option<Clash>,
    /// The dice that fell last.
    roll: Option<Roll>,
    done: u64,
    /// How long things are looked at.
    pub pace: Pace,
    /// Whether the picture stands still.
    pub paused: bool,
    /// What has happened.
    pub log: Log,
}

/// What is to be shown next.
#[derive(Debug)]
enum Next {
    Step(Box<Step>),
    Now(Arc<Model>, u64),
}

impl Stage {
    /// All that waits is shown within this time.
    const BEHIND: Duration = Duration::from_secs(2);
    /// A picture is no shorter than this.
    const FRAME: Duration = Duration::from_millis(16);

    /// Before anything has happened.
    pub fn new(model: Model) -> Self {
        Self {
            model: Arc::new(model),
            waiting: VecDeque::new(),
            looks: 0,
            due: None,
            clash: None,
            roll: None,
            done: 0,
            pace: Pace::default(),
            paused: false,
            log: Log::default(),
        }
    }

    /// The game as it is shown.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The game as it is shown, once it has begun.
    pub fn state(&self) -> Option<&State> {
        self.model.state()
    }

    /// Orders of which is shown what came of them.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The battle that is shown.
    pub fn clash(&self) -> Option<Clash> {
        self.clash
    }

    /// The dice that fell last.
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// Whether all is shown that was told.
    pub fn is_current(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Takes what was told, to be shown in its turn. Nothing but of the game is taken.
    pub fn hear(&mut self, news: News) {
        match news {
            News::Step(step) => {
                self.looks += u32::from(is_a_sight(&step));
                self.waiting.push_back(Next::Step(Box::new(step)));
            }
            News::Now { model, done } => {
                // What stood there is past before it was seen.
                if let Some(Next::Now(..)) = self.waiting.back() {
                    self.waiting.pop_back();
                }
                self.waiting.push_back(Next::Now(model, done));
            }
            _ => {}
        }
    }

    /// Shows what is due; whether anything was.
    pub fn show(&mut self, now: Instant) -> bool {
        let mut shown = false;
        while let Some(next) = self.waiting.front() {
            let sight = matches!(next, Next::Step(step) if is_a_sight(step));
            let waits = self.due.is_some_and(|due| now < due);
            if sight && (waits || self.paused) {
                break;
            }
            // What is no sight comes with the picture before it, but what follows a
            // sight stays until that was looked at.
            if !sight && waits && !matches!(next, Next::Now(..)) {
                break;
            }
            if sight {
                let look = self.look();
                self.looks -= 1;
                let from = self
                    .due
                    .filter(|&due| now - due < Self::FRAME)
                    .unwrap_or(now);
                self.due = (look > Duration::ZERO).then(|| from + look);
            }
            shown = true;
            match self.waiting.pop_front() {
                Some(Next::Step(step)) => self.show_step(&step),
                Some(Next::Now(model, done)) => {
                    self.model = model;
                    self.done = done;
                }
                None => {}
            }
        }
        shown
    }

    /// How long the next one is looked at: less when much waits.
    fn look(&self) -> Duration {
        self.pace.look().min(Self::BEHIND / self.looks.max(1))
    }

    /// How long until there is something to show; nothing if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let next = self.waiting.front()?;
        if self.paused && matches!(next, Next::Step(step) if is_a_sight(step)) {
            return None;
        }
        let due = self
            .due
            .map_or(Duration::ZERO, |due| due.saturating_duration_since(now));
        Some(due.max(Self::FRAME))
    }

    /// Shows all that waits at once.
    pub fn catch_up(&mut self) {
        while let Some(next) = self.waiting.pop_front() {
            match next {
                Next::Step(step) => self.show_step(&step),
                Next::Now(model, done) => (self.model, self.done) = (model, done),
            }
        }
        (self.looks, self.due) = (0, None);
    }

    fn show_step(&mut self, step: &Step) {
        self.log.tell(step);
        if let Reply::Event(event) = &step.line {
            match *event {
                Event::Attacked { from, target, .. } => {
                    self.clash = Some(Clash {
                        from,
                        target,
                        roll: None,
                    });
                }
                Event::Defended { .. } => {}
                Event::Rolled(roll) => {
                    self.roll = Some(roll);
                    if let Some(clash) = &mut self.clash {
                        clash.roll = Some(roll);
                    }
                }
                _ => self.clash = None,
            }
        }
        self.model = Arc::clone(&step.after);
    }
}

/// Whether something is to be looked at, and takes its time.
fn is_a_sight(step: &Step) -> bool {
    let Reply::Event(event) = &step.line else {
        return false;
    };
    let me = step.before.me();
    match *event {
        Event::Rolled(_) => true,
        // What one has done oneself one has seen.
        Event::Transferred { player, .. } | Event::SetTraded { player, .. } => Some(player) != me,
        // Dealing is seen as a whole.
        Event::Reinforced { player, .. } => {
            let state = step.before.state();
            Some(player) != me && state.is_some_and(|state| state.turn().is_some())
        }
        _ => false,
    }
}
