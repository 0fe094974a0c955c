//! What is shown of a game: the model runs ahead, the picture follows.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marchland_maps::TerritoryId;

use super::history::History;
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
    /// Two actions a second.
    Two,
    /// A turn in a few seconds.
    Ten,
    /// Several turns in a second.
    Fifty,
    /// A game in some seconds.
    FiveHundred,
}

impl Pace {
    /// Those of who plays, from the slowest to the fastest.
    pub const PLAYED: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::None];
    /// Those of who watches.
    pub const WATCHED: [Self; 5] = [
        Self::Two,
        Self::Ten,
        Self::Fifty,
        Self::FiveHundred,
        Self::None,
    ];

    /// The next faster or slower one among `paces`; the same at their end.
    #[must_use]
    pub fn beside(self, faster: bool, paces: &[Self]) -> Self {
        let at = paces.iter().position(|&pace| pace == self);
        let at = at.unwrap_or(0) + 2 * usize::from(faster);
        paces[at.saturating_sub(1).min(paces.len() - 1)]
    }

    /// How long an action is looked at.
    pub fn look(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 700,
            Self::Normal => 220,
            Self::Fast => 60,
            Self::None => 0,
            Self::Two => 500,
            Self::Ten => 100,
            Self::Fifty => 20,
            Self::FiveHundred => 2,
        })
    }
}

/// A battle that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownAttack {
    /// Where the attack comes from.
    pub from: TerritoryId,
    /// What is attacked.
    pub target: TerritoryId,
    /// The dice, once they have fallen.
    pub roll: Option<Roll>,
}

/// A game as it is shown.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something of its own that the picture goes by"
)]
pub struct Stage {
    model: Arc<Model>,
    waiting: VecDeque<Next>,
    /// Steps among what waits that are worth a look.
    looks: u32,
    /// When the next may be shown.
    due: Option<Instant>,
    clash: Option<ShownAttack>,
    /// The dice that fell last.
    roll: Option<Roll>,
    done: u64,
    /// Whether it is watched, and nobody waits for it.
    watched: bool,
    /// Whether what is watched goes on meanwhile, and the picture must not fall far behind.
    pub live: bool,
    /// Something waited when there was last looked.
    busy: bool,
    /// What is to be shown though the picture stands still.
    wish: Option<Until>,
    /// How long things are looked at.
    pub pace: Pace,
    /// Whether the picture stands still.
    pub paused: bool,
    /// What has happened.
    pub log: Log,
    /// What became of the game so far.
    pub history: History,
}

/// How far the picture is to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    Action,
    Turn,
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
    /// What a slow screen owes at most.
    const OWED: Duration = Duration::from_millis(600);

    /// Before anything has happened; whether the game is only watched, and may take its
    /// time.
    pub fn new(model: Model, watched: bool) -> Self {
        Self {
            model: Arc::new(model),
            waiting: VecDeque::new(),
            looks: 0,
            due: None,
            clash: None,
            roll: None,
            done: 0,
            watched,
            live: false,
            busy: false,
            wish: None,
            pace: if watched { Pace::Ten } else { Pace::Normal },
            paused: false,
            log: Log::default(),
            history: History::default(),
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
    pub fn clash(&self) -> Option<ShownAttack> {
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

    /// Shows another place of the game: how it was after so many steps and turns, and what
    /// was told from there on.
    pub fn jump(&mut self, model: Arc<Model>, steps: usize, turns: u32, told: &[Step]) {
        self.waiting.clear();
        (self.looks, self.due, self.wish) = (0, None, None);
        (self.clash, self.roll, self.model) = (None, None, model);
        (self.log, self.history) = (Log::after(turns), History::after(steps));
        for step in told {
            self.show_step(step);
        }
    }

    /// What waits to be shown.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The paces to choose from.
    pub fn paces(&self) -> &'static [Pace] {
        if self.watched {
            &Pace::WATCHED
        } else {
            &Pace::PLAYED
        }
    }

    /// Shows actions for a shorter or a longer time.
    pub fn change_pace(&mut self, faster: bool) {
        self.pace = self.pace.beside(faster, self.paces());
    }

    /// Shows one action, or all up to the next turn, and lets the picture stand still.
    pub fn step(&mut self, turn: bool) {
        self.paused = true;
        self.due = None;
        self.wish = Some(if turn { Until::Turn } else { Until::Action });
    }

    /// Whether something is to be shown, should it come.
    pub fn is_eager(&self) -> bool {
        !self.paused || self.wish.is_some()
    }

    /// Tells of a step that was shown before the game was left.
    pub fn recall(&mut self, step: &Step) {
        self.log.tell(step);
        self.history.tell(step);
    }

    /// Takes what was told, to be shown in its turn. Nothing but of the game is taken.
    pub fn hear(&mut self, news: News) {
        match news {
            News::Step(step) => {
                self.looks += u32::from(is_a_sight(&step, self.watched));
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
            let sight = matches!(next, Next::Step(step) if is_a_sight(step, self.watched));
            let waits = self.due.is_some_and(|due| now < due);
            if sight && (waits || !self.is_eager()) {
                break;
            }
            // A step with nothing to see joins the picture before it, unless that one still
            // waits to be looked at.
            if !sight && waits && !matches!(next, Next::Now(..)) {
                break;
            }
            if sight {
                let look = match self.wish {
                    Some(_) => Duration::ZERO,
                    None => self.look(),
                };
                self.looks -= 1;
                let owed = self.due.filter(|&due| now - due < Self::OWED);
                let from = owed.filter(|_| self.busy).unwrap_or(now);
                self.due = (look > Duration::ZERO).then(|| from + look);
                self.wish = self.wish.filter(|&wish| wish != Until::Action);
            }
            shown = true;
            match self.waiting.pop_front() {
                Some(Next::Step(step)) => {
                    self.show_step(&step);
                    if let Reply::Event(Event::TurnStarted(_)) = step.line {
                        self.wish = self.wish.filter(|&wish| wish != Until::Turn);
                    }
                }
                Some(Next::Now(model, done)) => {
                    self.model = model;
                    self.done = done;
                }
                None => {}
            }
        }
        self.busy = !self.waiting.is_empty();
        shown
    }

    /// How long the next one is looked at: less when much waits.
    fn look(&self) -> Duration {
        let look = self.pace.look();
        if self.watched && !self.live {
            look
        } else {
            look.min(Self::BEHIND / self.looks.max(1))
        }
    }

    /// How long until there is something to show; nothing if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let next = self.waiting.front()?;
        if !self.is_eager() && matches!(next, Next::Step(step) if is_a_sight(step, self.watched)) {
            return None;
        }
        let due = self
            .due
            .map_or(Duration::ZERO, |due| due.saturating_duration_since(now));
        Some(due.max(Self::FRAME))
    }

    fn show_step(&mut self, step: &Step) {
        self.recall(step);
        if let Reply::Event(event) = &step.line {
            match *event {
                Event::Attacked { from, target, .. } => {
                    self.clash = Some(ShownAttack {
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
pub(super) fn is_a_sight(step: &Step, watched: bool) -> bool {
    let Reply::Event(event) = &step.line else {
        return false;
    };
    let me = step.before.me().filter(|_| !watched);
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
