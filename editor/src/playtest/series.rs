//! Many games of one set-up in a thread of their own, to see who wins how
//! often.

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

/// Games under way, or played. Dropping it asks the players to stop thinking
/// and ends the thread.
#[derive(Debug)]
pub struct Series {
    stop: Stop,
    news: Option<Receiver<News>>,
    tally: Tally,
    failed: Option<String>,
}

type News = Result<Tally, String>;

/// What came of the games so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// What is played. The first game has this seed, each of the others the
    /// next.
    pub setup: Setup,
    /// Games that are to be played.
    pub of: u32,
    /// Games that have been played to their end.
    pub games: u32,
    /// Wins by seat.
    pub wins: Vec<u32>,
    /// Wins by place in the order of play, which is drawn in every game.
    pub by_place: Vec<u32>,
    /// Games nobody won.
    pub drawn: u32,
    /// Turns of all games.
    pub turns: u64,
}

impl Series {
    /// Games of a series.
    pub const GAMES: u32 = 100;

    /// Starts a series.
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
                // Nobody looks any more.
                Err(_) => ControlFlow::Break(()),
            };
            let played = catch_unwind(AssertUnwindSafe(|| work.play(&map, &asked, &mut watch)));
            let why = match played {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => message_of(&*panic).to_owned(),
            };
            // Nobody may be looking any more.
            let _ = sender.send(Err(why));
        };
        if let Err(error) = thread::Builder::new().name("series".into()).spawn(work) {
            // The receiver is right below.
            let _ = failed.send(Err(error.to_string()));
        }
        Self {
            stop,
            news: Some(news),
            tally,
            failed: None,
        }
    }

    /// Takes in what has been played meanwhile.
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

    /// Plays no more; what was played counts.
    pub fn stop(&mut self) {
        self.follow();
        self.stop.ask();
        self.news = None;
    }

    /// Whether games are still played.
    pub fn is_running(&self) -> bool {
        self.news.is_some()
    }

    /// What came of the games so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Why the series broke down.
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
    /// Before the first game.
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

    /// Plays the games that are left until `stop` is asked for; `watch` is told
    /// after each.
    ///
    /// # Errors
    /// If so many cannot play on the map.
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
                // Broken off: it counts for nobody.
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
