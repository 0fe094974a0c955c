//! A game on the draft as it is, watched or played by the author, and many of them in a
//! row. Changes nothing of the map; the game runs in a thread of its own, and the table it
//! is seen at is that of the game's own window.

mod series;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::Variants;
pub use marchland_game::gui::game::Setup;
use marchland_game::gui::game::{fresh_seed, start};
use marchland_game::gui::ground::Ground;
use marchland_game::gui::link::News;
use marchland_game::gui::session::Tab;
use marchland_game::gui::table::{self, Table, Wish};
use marchland_ui::theme::Mode;
pub use series::{Series, Tally};

/// What can be done with a play-test.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    Table(table::Message),
    /// Time has passed.
    Tick,
    /// The game that was set up.
    Start,
    /// The same game from its beginning.
    Again,
    /// Many games of what is set up.
    Series,
    StopSeries,
    Players(usize),
    /// How the computer plays in a seat; nothing: the author sits there.
    Seat(usize, Option<StrategyKind>),
    Rules(Variants),
    Seed(String),
    /// Draws another seed for the next game.
    Shuffle,
}

/// A game that is played on the draft.
#[derive(Debug)]
pub struct PlayTest {
    table: Table,
    news: Receiver<Vec<News>>,
    /// What the next game will be.
    setup: Setup,
    seed: String,
    playing: Setup,
    series: Option<Series>,
}

impl PlayTest {
    /// Batches of news that are taken between two pictures at most.
    const MOST_AT_ONCE: usize = 400;
    /// Steps that wait to be shown at most: a game that is paused waits.
    const AHEAD: usize = 64;

    /// Starts a game.
    pub fn new(ground: Arc<Ground>, setup: Setup, mode: Mode) -> Self {
        let (table, news) = begin(ground, &setup, mode);
        Self {
            table,
            news,
            seed: setup.seed.to_string(),
            playing: setup.clone(),
            setup,
            series: None,
        }
    }

    /// The table it is played at.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The same, to see another part of the map.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
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

    /// Many games of one set-up.
    pub fn series(&self) -> Option<&Series> {
        self.series.as_ref()
    }

    /// How long until the next tick should come; nothing while there is nothing to show.
    pub fn wants_ticks(&self) -> Option<Duration> {
        let session = &self.table.session;
        if let Some(wait) = session.stage.wants(Instant::now()) {
            return Some(wait);
        }
        let waits = session.stage.is_current()
            && session.ending().is_none()
            && session.stage.is_eager()
            && !session.is_asked();
        if waits {
            return Some(Duration::from_millis(33));
        }
        let counting = self.series.as_ref().is_some_and(Series::is_running);
        counting.then(|| Duration::from_millis(100))
    }

    /// Hands over what is wanted, and brings what is seen up to date.
    pub fn paint(&mut self, mode: Mode) {
        self.table.settle(mode);
    }

    /// Changes the state. What concerns the application comes back.
    pub fn update(&mut self, message: Message, mode: Mode) -> Option<Wish> {
        match message {
            Message::Table(message) => match self.table.update(message) {
                Some(Wish::Again(same)) => {
                    let seed = if same {
                        self.playing.seed
                    } else {
                        fresh_seed()
                    };
                    self.begin(
                        Setup {
                            seed,
                            ..self.playing.clone()
                        },
                        mode,
                    );
                }
                wish => return wish,
            },
            Message::Tick => self.tick(),
            Message::Start => {
                if self.take_seed() {
                    self.begin(self.setup.clone(), mode);
                }
            }
            Message::Series => {
                if self.take_seed() {
                    let map = Arc::clone(self.table.ground.map());
                    self.series = Some(Series::start(map, self.setup.clone()));
                }
            }
            Message::StopSeries => {
                if let Some(series) = &mut self.series {
                    series.stop();
                }
            }
            Message::Again => self.begin(self.playing.clone(), mode),
            Message::Players(count) => self.setup.seat(count, self.table.ground.map().len()),
            Message::Seat(seat, None) => self.setup.you = Some(seat),
            Message::Seat(seat, Some(kind)) => {
                self.setup.you = self.setup.you.filter(|&you| you != seat);
                if let Some(player) = self.setup.players.get_mut(seat) {
                    *player = kind;
                }
            }
            Message::Rules(variants) => self.setup.variants = variants,
            Message::Seed(text) => self.seed = text,
            Message::Shuffle => self.seed = fresh_seed().to_string(),
        }
        None
    }

    /// Whether the seed that is typed is one; then it is the next game's.
    fn take_seed(&mut self) -> bool {
        let seed = self.seed.parse();
        self.setup.seed = seed.clone().unwrap_or(self.setup.seed);
        seed.is_ok()
    }

    /// Begins a game; how it is seen stays.
    fn begin(&mut self, setup: Setup, mode: Mode) {
        let (mut table, news) = begin(Arc::clone(&self.table.ground), &setup, mode);
        let (before, sight) = (&self.table.session, &self.table.map_view);
        if before.watches() == table.session.watches() {
            table.session.stage.pace = before.stage.pace;
        }
        (table.map_view.framing, table.map_view.size) = (sight.framing, sight.size);
        (table.map_view.names, table.map_view.links) = (sight.names, sight.links);
        (self.table, self.news, self.playing) = (table, news, setup);
    }

    fn tick(&mut self) {
        if let Some(series) = &mut self.series {
            series.follow();
        }
        for _ in 0..Self::MOST_AT_ONCE {
            if self.table.session.stage.waiting() >= Self::AHEAD {
                break;
            }
            match self.news.try_recv() {
                Ok(news) => self.table.hear(news),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.table.session.silent();
                    break;
                }
            }
        }
        self.table.session.tick(Instant::now());
    }
}

/// Starts a game, and sits down to play or to watch.
fn begin(ground: Arc<Ground>, setup: &Setup, mode: Mode) -> (Table, Receiver<Vec<News>>) {
    let map = Arc::clone(ground.map());
    let model = setup.model(&map);
    let (link, news) = start(map, setup.clone());
    let mut table = Table::new(ground, link, model, setup.you.is_none(), mode);
    if let Some(&kind) = setup.you.and_then(|you| setup.players.get(you)) {
        table.session.stands_in(kind);
    }
    table.seed = Some(setup.seed);
    (table, news)
}

/// Whether a panel of the play-test's own is open.
pub fn shows_more(play: &PlayTest) -> bool {
    play.table.session.tab == Tab::More
}

#[cfg(test)]
mod tests;
