//! A game of bots on the draft as it is: what is shown of it, how fast, and
//! what comes next. Changes nothing of the map; the game itself runs in a
//! thread of its own ([`Run`]).

mod game;
mod log;
mod series;
mod setup;
mod sight;

use std::sync::Arc;
use std::time::{Duration, Instant};

use iced::Size;
use marchland_board as board;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{Event, Holding, Phase, Player, Status};
use marchland_maps::{Map, TerritoryId};

pub use game::{Ending, Frame, Next, Run, Standing};
pub use log::{Entry, Log};
use marchland_ui::theme::Mode;
pub use series::{Series, Tally};
pub use setup::Setup;
pub use sight::Sight;

use crate::commands::Command;
use crate::document::Document;

/// How many actions of the game are shown in a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Slow enough to follow every battle.
    Two,
    /// A turn in a few seconds.
    Ten,
    /// Several turns in a second.
    Fifty,
    /// A game in some seconds.
    FiveHundred,
    /// As fast as the bots play and the screen shows.
    All,
}

impl Pace {
    /// From the slowest to the fastest.
    pub const ALL: [Self; 5] = [
        Self::Two,
        Self::Ten,
        Self::Fifty,
        Self::FiveHundred,
        Self::All,
    ];

    /// Actions a second; nothing for as many as there are.
    pub const fn rate(self) -> Option<f64> {
        match self {
            Self::Two => Some(2.0),
            Self::Ten => Some(10.0),
            Self::Fifty => Some(50.0),
            Self::FiveHundred => Some(500.0),
            Self::All => None,
        }
    }
}

/// What stands in the side panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The game as it stands.
    #[default]
    Game,
    /// What the next one should be like.
    Setup,
}

/// What can be done with a play-test.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    Board(board::Event),
    BoardSize(Size),
    /// Time has passed.
    Tick(Instant),
    Do(Command),
    /// Go on, or halt.
    Pause,
    /// One action, then halt.
    Step,
    /// To the end of the turn, then halt.
    Turn,
    Pace(Pace),
    Tab(Tab),
    Names(bool),
    Links(bool),
    /// The game that was set up.
    Start,
    /// The same game from its beginning.
    Again,
    /// Many games of what is set up.
    Series,
    StopSeries,
    Players(usize),
    Strategy(usize, StrategyKind),
    Dealt(bool),
    Seed(String),
    /// Draws another seed for the next game.
    Shuffle,
    Leave,
}

/// A game that is watched.
#[derive(Debug)]
pub struct PlayTest {
    map: Arc<Map>,
    /// What the next game will be.
    setup: Setup,
    seed: String,
    /// What this game is.
    playing: Setup,
    run: Option<Run>,
    ending: Option<Ending>,
    now: Now,
    log: Log,
    pace: Pace,
    paused: bool,
    /// Actions that are due to be shown.
    due: f64,
    /// Show all up to the next turn.
    to_turn: bool,
    ticked: Option<Instant>,
    series: Option<Series>,
    /// What is seen of the map.
    pub sight: Sight,
    /// What stands in the side panel.
    pub tab: Tab,
}

/// The game as far as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Now {
    /// Owner and units by territory.
    pub holdings: Vec<Holding>,
    /// The players, a neutral force last.
    pub standings: Vec<Standing>,
    /// What the player on turn may do; none before the first turn and after the end.
    pub phase: Option<Phase>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// Turns of the game proper, this one included.
    pub turns: u32,
    /// Actions so far.
    pub actions: u64,
    /// The attack that was made last, until something else is done.
    pub attack: Option<(TerritoryId, TerritoryId)>,
}

impl PlayTest {
    /// Actions that are shown between two pictures at most.
    const MOST_AT_ONCE: u32 = 400;
    /// The longest that counts as one tick: a screen that hung does not make
    /// up for it.
    const LONGEST: Duration = Duration::from_millis(600);

    /// Starts a game.
    pub fn new(map: Arc<Map>, setup: Setup, sight: Sight) -> Self {
        let run = Run::start(Arc::clone(&map), setup.clone());
        Self::watching(map, setup, sight, run)
    }

    /// Watches a game that has been started.
    fn watching(map: Arc<Map>, setup: Setup, sight: Sight, run: Run) -> Self {
        Self {
            now: Now::before(&map),
            log: Log::default(),
            seed: setup.seed.to_string(),
            playing: setup.clone(),
            setup,
            run: Some(run),
            ending: None,
            pace: Pace::Ten,
            paused: false,
            // What was dealt is shown at once.
            due: 1.0,
            to_turn: false,
            ticked: None,
            series: None,
            sight,
            tab: Tab::Game,
            map,
        }
    }

    /// The map as it was frozen.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The game as far as it is shown.
    pub fn now(&self) -> &Now {
        &self.now
    }

    /// What has happened lately.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What this game is.
    pub fn playing(&self) -> &Setup {
        &self.playing
    }

    /// What the next game will be.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The next game's seed, as it is typed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// Whether the seed that is typed is one.
    pub fn seed_is_good(&self) -> bool {
        self.seed.trim().parse::<u64>().is_ok()
    }

    /// Many games of one set-up.
    pub fn series(&self) -> Option<&Series> {
        self.series.as_ref()
    }

    /// How long the window waits between two actions.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether it halts.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// How long until the next tick should come; nothing while there is
    /// nothing to show.
    pub fn wants_ticks(&self) -> Option<Duration> {
        let anything = self.ending.is_none() && (!self.paused || self.due >= 1.0 || self.to_turn);
        let hurry = self.to_turn || self.paused || self.now.actions == 0;
        let rate = self.pace.rate().filter(|_| !hurry);
        // Twice as often as there are actions, so that none comes much too late.
        let millis = rate.map_or(33.0, |rate| (500.0 / rate).max(33.0));
        let counting = self.series.as_ref().is_some_and(Series::is_running);
        if anything {
            Some(Duration::from_millis(millis as u64))
        } else {
            counting.then(|| Duration::from_millis(100))
        }
    }

    /// Brings what is seen up to date.
    pub fn paint(&mut self, document: &Document, mode: Mode) {
        self.sight.paint(&self.now, &self.map, document, mode);
    }

    /// Changes the state. What concerns the application comes back.
    pub fn update(&mut self, message: Message) -> Option<Command> {
        match message {
            Message::Board(event) => self.sight.on_board(event),
            Message::BoardSize(size) => self.sight.size = size,
            Message::Tick(now) => self.tick(now),
            Message::Do(command) => return self.on_command(command),
            Message::Pause => self.pause(),
            Message::Step => {
                self.halt();
                self.due += 1.0;
                self.show_due();
            }
            Message::Turn => {
                self.halt();
                self.to_turn = true;
                self.show_due();
            }
            Message::Pace(pace) => {
                self.pace = pace;
                self.paused = false;
                self.to_turn = false;
            }
            Message::Tab(tab) => self.tab = tab,
            Message::Names(shown) => self.sight.names = shown,
            Message::Links(shown) => self.sight.links = shown,
            Message::Start => {
                if let Ok(seed) = self.seed.trim().parse() {
                    self.setup.seed = seed;
                    self.begin(self.setup.clone());
                }
            }
            Message::Series => {
                if let Ok(seed) = self.seed.trim().parse() {
                    self.setup.seed = seed;
                    let map = Arc::clone(&self.map);
                    self.series = Some(Series::start(map, self.setup.clone()));
                }
            }
            Message::StopSeries => {
                if let Some(series) = &mut self.series {
                    series.stop();
                }
            }
            Message::Again => self.begin(self.playing.clone()),
            Message::Players(count) => self.setup.seat(count, self.map.len()),
            Message::Strategy(seat, kind) => {
                if let Some(player) = self.setup.players.get_mut(seat) {
                    *player = kind;
                }
            }
            Message::Dealt(dealt) => self.setup.dealt = dealt,
            Message::Seed(text) => {
                self.seed = text.chars().filter(char::is_ascii_digit).take(20).collect();
            }
            Message::Shuffle => self.seed = fresh_seed().to_string(),
            Message::Leave => return Some(Command::PlayTest),
        }
        None
    }

    fn on_command(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::Pause => self.pause(),
            // The arrow keys that move pivots elsewhere.
            Command::Nudge(1, 0) => return self.update(Message::Step),
            Command::Nudge(10, 0) => return self.update(Message::Turn),
            Command::Pick(at) => {
                if let Some(&pace) = Pace::ALL.get(usize::from(at)) {
                    return self.update(Message::Pace(pace));
                }
            }
            Command::PlayAgain => self.begin(self.playing.clone()),
            Command::Zoom(step) => self.sight.zoom(step),
            Command::Cancel => return Some(Command::PlayTest),
            other if other.is_of_the_application() => return Some(other),
            _ => {}
        }
        None
    }

    fn pause(&mut self) {
        if self.ending.is_some() {
            return;
        }
        if self.paused {
            self.paused = false;
            self.to_turn = false;
        } else {
            self.halt();
        }
    }

    fn halt(&mut self) {
        self.paused = true;
        self.due = 0.0;
        self.ticked = None;
    }

    /// Begins a game; how fast it is shown stays.
    fn begin(&mut self, setup: Setup) {
        let run = Run::start(Arc::clone(&self.map), setup.clone());
        self.now = Now::before(&self.map);
        self.log = Log::default();
        self.playing = setup;
        self.run = Some(run);
        self.ending = None;
        self.paused = false;
        self.due = 1.0;
        self.to_turn = false;
        self.ticked = None;
        self.tab = Tab::Game;
    }

    fn tick(&mut self, now: Instant) {
        if let Some(series) = &mut self.series {
            series.follow();
        }
        let since = self
            .ticked
            .map(|before| now.saturating_duration_since(before));
        self.ticked = Some(now);
        if !self.paused && !self.to_turn {
            let since = since.unwrap_or_default().min(Self::LONGEST).as_secs_f64();
            self.due = match self.pace.rate() {
                Some(rate) => self.due + rate * since,
                None => f64::from(Self::MOST_AT_ONCE),
            };
        }
        self.show_due();
    }

    /// Shows what is due and has happened.
    fn show_due(&mut self) {
        for _ in 0..Self::MOST_AT_ONCE {
            if self.due < 1.0 && !self.to_turn {
                return;
            }
            match self.run.as_ref().map(Run::next) {
                Some(Next::Frame(frame)) => {
                    let starts = |event: &Event| matches!(event, Event::TurnStarted(_));
                    let turn = frame.events.iter().any(starts);
                    self.show(&frame);
                    self.due = (self.due - 1.0).max(0.0);
                    if turn && self.to_turn {
                        self.to_turn = false;
                        return;
                    }
                }
                Some(Next::Later) => {
                    // The bots think: what they owe meanwhile is not made up.
                    self.due = self.due.min(1.0);
                    return;
                }
                Some(Next::Over(ending)) => {
                    self.log.end(&ending, &self.now);
                    self.ending = Some(ending);
                    self.run = None;
                    self.halt();
                    self.to_turn = false;
                    return;
                }
                None => return,
            }
        }
    }

    /// Shows one action.
    fn show(&mut self, frame: &Frame) {
        let before = self.now.holdings.clone();
        for &(id, holding) in &frame.changed {
            if let Some(known) = self.now.holdings.get_mut(id.index()) {
                *known = holding;
            }
        }
        let attack = self.now.attack;
        self.now.attack = frame.events.iter().rev().find_map(|event| match *event {
            Event::Attacked { from, target, .. } => Some((from, target)),
            // The dice fall for the attack that is shown.
            Event::Rolled(_) => attack,
            _ => None,
        });
        self.now.standings.clone_from(&frame.standings);
        (self.now.phase, self.now.turn) = (frame.phase, frame.turn);
        self.now.turns = frame.turns;
        self.now.actions += 1;
        self.log.tell(frame, &before, &self.now, &self.map);
    }
}

impl Now {
    fn before(map: &Map) -> Self {
        Self {
            holdings: vec![Holding::default(); map.len()],
            ..Self::default()
        }
    }

    /// How a player stands.
    pub fn standing(&self, player: Player) -> Option<&Standing> {
        self.standings.iter().find(|s| s.player == player)
    }

    /// Whether a player is a neutral force.
    pub fn is_neutral(&self, player: Player) -> bool {
        self.standing(player)
            .is_some_and(|s| s.status == Status::Neutral)
    }
}

/// A seed nobody knows before, short enough to be written down.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Every hasher of the standard library is keyed at random.
    let random = std::hash::RandomState::new().build_hasher().finish();
    random % 1_000_000
}

#[cfg(test)]
mod tests;
