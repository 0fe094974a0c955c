//! Play-test: a game on the draft, watched or played. Changes nothing of the map. The game runs on a
//! thread and is shown as in the game's own window.

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

#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done")]
pub enum Message {
    Table(table::Message),
    /// Time passed.
    Tick,
    /// Start the game that was set up.
    Start,
    /// Restart the same game.
    Again,
    Players(usize),
    /// The computer player of a seat; `None` for the user.
    Seat(usize, Option<StrategyKind>),
    Rules(Variants),
    Seed(String),
    /// Draw a new seed.
    Shuffle,
}

#[derive(Debug)]
pub struct PlayTest {
    /// The game, as a player sees it.
    pub table: Table,
    /// The revision of the document it is played on.
    pub revision: u64,
    news: Receiver<Vec<News>>,
    /// The set-up of the next game.
    setup: Setup,
    seed: String,
    playing: Setup,
}

impl PlayTest {
    /// The most batches of news per frame.
    const MOST_AT_ONCE: usize = 400;
    /// The most steps waiting to be shown; a paused game waits.
    const AHEAD: usize = 64;

    pub fn new(ground: Arc<Ground>, setup: Setup, mode: Mode) -> Self {
        let (table, news) = begin(ground, &setup, mode);
        Self {
            table,
            revision: 0,
            news,
            seed: setup.seed.to_string(),
            playing: setup.clone(),
            setup,
        }
    }

    pub fn playing(&self) -> &Setup {
        &self.playing
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seed of the next game as typed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// The time until the next tick; `None` while nothing is to be shown.
    pub fn wants_ticks(&self) -> Option<Duration> {
        let session = &self.table.session;
        if let Some(wait) = session.stage.wants(Instant::now()) {
            return Some(wait);
        }
        let waits = session.stage.is_current()
            && session.ending().is_none()
            && session.stage.is_eager()
            && !session.is_asked();
        waits.then(|| Duration::from_millis(33))
    }

    /// Updates what is shown, and hands over input.
    pub fn paint(&mut self, mode: Mode) {
        self.table.settle(mode);
    }

    /// Applies a message; messages for the application come back.
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
                if let Ok(seed) = self.seed.parse() {
                    self.setup.seed = seed;
                    self.begin(self.setup.clone(), mode);
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

    /// Starts a game; the view stays the same.
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

/// Starts a game and joins it as player or spectator.
fn begin(ground: Arc<Ground>, setup: &Setup, mode: Mode) -> (Table, Receiver<Vec<News>>) {
    let map = Arc::clone(ground.map());
    let model = setup.model(&map);
    let (link, news) = start(map, setup.clone());
    let mut table = Table::new(ground, link, model, setup.you.is_none(), mode);
    if let Some(&kind) = setup.you.and_then(|you| setup.players.get(you)) {
        table.session.stands_in(kind);
    }
    table.session.seed = Some(setup.seed);
    (table, news)
}

/// Whether the play-test's own panel is open.
pub fn shows_more(play: &PlayTest) -> bool {
    play.table.session.tab == Tab::More
}

#[cfg(test)]
mod tests;
