//! A series of games with one set-up, on a thread, to count wins.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use marchland_game::conquest::bots::Stop;
use marchland_game::conquest::rules::{Player, SeededDice, StartError};
use marchland_game::gui::game::message_of;
use marchland_maps::Map;

use super::Setup;

/// A running or finished series. Dropping it stops the players and the thread.
#[derive(Debug)]
pub struct Series {
    stop: Stop,
    news: Option<Receiver<News>>,
    tally: Tally,
    failed: Option<String>,
}

type News = Result<Tally, String>;

/// The results so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The set-up. The first game has this seed, each later game the next seed.
    pub setup: Setup,
    /// Number of games to play.
    pub of: u32,
    /// Games finished.
    pub games: u32,
    /// Wins by seat.
    pub wins: Vec<u32>,
    /// Wins by place in the turn order, which is random in every game.
    pub by_place: Vec<u32>,
    /// Games without a winner.
    pub drawn: u32,
    /// Total number of turns.
    pub turns: u64,
}

impl Series {
    /// Games per series.
    pub const GAMES: u32 = 100;

    pub fn start(map: Arc<Map>, setup: Setup) -> Self {
        let tally = Tally::new(setup, Self::GAMES);
        let mut work = tally.clone();
        let (sender, news) = channel::<News>();
        let failed = sender.clone();
        let stop = Stop::default();
        let asked = stop.clone();
        let work = move || {
            let mut watch = |tally: &Tally| match sender.send(Ok(tally.clone())) {
                Ok(()) => ControlFlow::Continue(()),
                // The receiver is gone.
                Err(_) => ControlFlow::Break(()),
            };
            let played = catch_unwind(AssertUnwindSafe(|| work.play(&map, &asked, &mut watch)));
            let why = match played {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => message_of(&*panic).to_owned(),
            };
            // The receiver may be gone.
            let _ = sender.send(Err(why));
        };
        if let Err(error) = thread::Builder::new().name("series".into()).spawn(work) {
            // The receiver is alive: it is below.
            let _ = failed.send(Err(error.to_string()));
        }
        Self {
            stop,
            news: Some(news),
            tally,
            failed: None,
        }
    }

    /// Takes in finished games.
    pub fn follow(&mut self) {
        while let Some(news) = &self.news {
            match news.try_recv() {
                Ok(Ok(tally)) => self.tally = tally,
                Ok(Err(why)) => {
                    self.failed = Some(why);
                    self.news = None;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.news = None,
            }
        }
    }

    /// Stops; finished games count.
    pub fn stop(&mut self) {
        self.follow();
        self.stop.ask();
        self.news = None;
    }

    pub fn is_running(&self) -> bool {
        self.news.is_some()
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The panic message.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

impl Drop for Series {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl Tally {
    /// A tally before the first game.
    pub(super) fn new(setup: Setup, of: u32) -> Self {
        let players = setup.players.len();
        Self {
            setup,
            of,
            games: 0,
            wins: vec![0; players],
            by_place: vec![0; players],
            drawn: 0,
            turns: 0,
        }
    }

    /// Plays the remaining games until `stop`; calls `watch` after each.
    ///
    /// # Errors
    /// If the map has too few territories.
    pub(super) fn play(
        &mut self,
        map: &Arc<Map>,
        stop: &Stop,
        watch: &mut dyn FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<(), StartError> {
        let played = self.setup.on(map);
        while self.games < self.of {
            let setup = self.setup.with_seed(self.games);
            let mut dice = SeededDice::stream(setup.seed, 0);
            let mut players = setup.seated(&mut dice);
            let outcome = played.play_until(&mut players, &mut dice, stop)?;
            if stop.is_asked() {
                // An aborted game does not count.
                break;
            }
            let seat = outcome.winner.map(Player::index);
            match seat.and_then(|seat| self.wins.get_mut(seat)) {
                Some(wins) => *wins += 1,
                None => self.drawn += 1,
            }
            if let Some(wins) = outcome.place.and_then(|at| self.by_place.get_mut(at)) {
                *wins += 1;
            }
            self.games += 1;
            self.turns += u64::from(outcome.turns);
            if watch(self).is_break() {
                break;
            }
        }
        Ok(())
    }
}
