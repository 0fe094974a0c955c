//! The game as shown: the model runs ahead, the picture follows.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marchland_maps::TerritoryId;
use serde::{Deserialize, Serialize};

use super::history::History;
use super::link::{News, Step};
use super::log::Log;
use super::texts;
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::rules::{Event, Roll, State};

/// How long each action is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Slow enough to follow the log.
    Slow,
    /// Every battle can be seen.
    #[default]
    Normal,
    /// The place of each action can be seen.
    Fast,
    /// No delay.
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
    /// The paces of a player, from slow to fast.
    pub const PLAYED: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::None];
    /// The paces of a spectator, from slow to fast.
    pub const WATCHED: [Self; 5] = [
        Self::Two,
        Self::Ten,
        Self::Fifty,
        Self::FiveHundred,
        Self::None,
    ];

    /// The pace that a spectator chooses by a digit.
    pub fn watched(digit: u8) -> Option<Self> {
        let at = usize::from(digit).checked_sub(1)?;
        Self::WATCHED.get(at).copied()
    }

    /// The next faster or slower one among `paces`; the same at their end.
    #[must_use]
    pub fn beside(self, faster: bool, paces: &[Self]) -> Self {
        let at = paces.iter().position(|&pace| pace == self);
        let at = at.unwrap_or(0) + 2 * usize::from(faster);
        paces[at.saturating_sub(1).min(paces.len() - 1)]
    }

    /// How long an action is shown.
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

/// The attack that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownAttack {
    /// Where the attack comes from.
    pub from: TerritoryId,
    /// The target.
    pub target: TerritoryId,
    /// The dice, once thrown.
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
    /// Steps and games as they are, to be shown.
    waiting: VecDeque<News>,
    /// The number of waiting steps that take their time.
    looks: u32,
    /// When the next step may be shown.
    due: Option<Instant>,
    clash: Option<ShownAttack>,
    /// The last dice.
    roll: Option<Roll>,
    done: u64,
    /// Whether the person only watches.
    watched: bool,
    /// Whether the watched game goes on meanwhile, so that the picture must keep up.
    pub live: bool,
    /// Whether steps were waiting after the last call of `show`.
    busy: bool,
    /// How far to go on although paused.
    wish: Option<Until>,
    /// How long each action is shown.
    pub pace: Pace,
    /// Whether the picture is paused.
    pub paused: bool,
    /// The log.
    pub log: Log,
    /// What became of the game so far.
    pub history: History,
}

/// Where a paused picture stops again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    Action,
    Turn,
}

impl Stage {
    /// The longest that the picture may lag behind.
    const BEHIND: Duration = Duration::from_secs(2);
    /// The shortest time between two pictures.
    const FRAME: Duration = Duration::from_millis(16);
    /// The most lost time that a slow screen makes up for.
    const OWED: Duration = Duration::from_millis(600);

    /// A game before its first step; `watched` if the person is a spectator.
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

    /// What the statistics of the end leave out, if anything.
    pub fn uncounted(&self) -> Option<&'static str> {
        if self.history.is_late() {
            return Some(texts::COUNTED_LATE);
        }
        let is_whole = self.log.number().is_some();
        (!is_whole).then_some(texts::COUNTED_IN_PART)
    }

    /// The number of orders whose results are shown.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The battle that is shown.
    pub fn clash(&self) -> Option<ShownAttack> {
        self.clash
    }

    /// The last dice.
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// Whether everything heard so far is shown.
    pub fn is_current(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Jumps to another place of a record: the game after so many steps, an empty log for there,
    /// and the steps since then.
    pub fn jump(&mut self, model: Arc<Model>, steps: usize, log: Log, told: &[Step]) {
        self.waiting.clear();
        (self.looks, self.due, self.wish) = (0, None, None);
        (self.clash, self.roll, self.model) = (None, None, model);
        (self.log, self.history) = (log, History::after(steps));
        for step in told {
            self.show_step(step);
        }
    }

    /// The number of waiting items.
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

    /// Shows one action, or all up to the next turn, then pauses.
    pub fn step(&mut self, turn: bool) {
        self.paused = true;
        self.due = None;
        self.wish = Some(if turn { Until::Turn } else { Until::Action });
    }

    /// Whether a new step would be shown.
    pub fn is_eager(&self) -> bool {
        !self.paused || self.wish.is_some()
    }

    /// Adds a step to log and history without showing it.
    pub fn recall(&mut self, step: &Step) {
        self.log.tell(step);
        self.history.tell(step);
    }

    /// Queues news of the game; ignores other news.
    pub fn hear(&mut self, news: News) {
        match &news {
            News::Step(step) => self.looks += u32::from(is_a_sight(step, self.watched)),
            News::Now { .. } => {
                // The older state was never shown and is obsolete.
                if let Some(News::Now { .. }) = self.waiting.back() {
                    self.waiting.pop_back();
                }
            }
            _ => return,
        }
        self.waiting.push_back(news);
    }

    /// Shows what is due.
    pub fn show(&mut self, now: Instant) {
        while let Some(next) = self.waiting.front() {
            let sight = matches!(next, News::Step(step) if is_a_sight(step, self.watched));
            let waits = self.due.is_some_and(|due| now < due);
            if sight && (waits || !self.is_eager()) {
                break;
            }
            // A step that takes no time belongs to the picture before it, once that has been shown
            // long enough.
            if !sight && waits && !matches!(next, News::Now { .. }) {
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
            match self.waiting.pop_front() {
                Some(News::Step(step)) => {
                    self.show_step(&step);
                    if let Reply::Event(Event::TurnStarted(_)) = step.line {
                        self.wish = self.wish.filter(|&wish| wish != Until::Turn);
                    }
                }
                Some(News::Now { model, done }) => (self.model, self.done) = (model, done),
                _ => {}
            }
        }
        self.busy = !self.waiting.is_empty();
    }

    /// How long the next action is shown: less when many wait.
    fn look(&self) -> Duration {
        let look = self.pace.look();
        if self.watched && !self.live {
            look
        } else {
            look.min(Self::BEHIND / self.looks.max(1))
        }
    }

    /// The time until the next picture; `None` if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let next = self.waiting.front()?;
        if !self.is_eager() && matches!(next, News::Step(step) if is_a_sight(step, self.watched)) {
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

/// Whether a step takes its time to be seen.
pub(super) fn is_a_sight(step: &Step, watched: bool) -> bool {
    let Reply::Event(event) = &step.line else {
        return false;
    };
    let me = step.before.me().filter(|_| !watched);
    match *event {
        Event::Rolled(_) => true,
        // The player has seen their own action.
        Event::Transferred { player, .. } | Event::SetTraded { player, .. } => Some(player) != me,
        // Dealing shows at once.
        Event::Reinforced { player, .. } => {
            let state = step.before.state();
            Some(player) != me && state.is_some_and(|state| state.turn().is_some())
        }
        _ => false,
    }
}
