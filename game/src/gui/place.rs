//! Where a game is played: in this process, or at a table of a server.

use std::sync::Arc;

use super::game::fresh_seed;
use super::link::{News, Order};
use super::played::Played;
use crate::client::net::{Destination, Recorder};
use crate::client::{Knowledge, Model};
use crate::local::OwnGame;
use crate::protocol::Name;
use crate::replay::Record;

/// A game to be played in this process.
pub struct LocalGame<K: Played = Model> {
    /// The game, and who plays it.
    pub own: OwnGame<K>,
    /// The journal of a continued game.
    pub past: Option<Record>,
    /// The recorder, if the game is recorded.
    pub recorder: Option<Recorder>,
    /// The seed that the game began with, also for the computer that may play for the person.
    pub seed: u64,
    /// Called at the end with whether the game is over; returns whether it can be continued.
    pub close: Box<dyn FnOnce(bool) -> bool + Send>,
}

/// Where a game is played.
pub enum Place<K: Played = Model> {
    /// In this process.
    Local(Box<LocalGame<K>>),
    /// At a table of a server; with the seed of the computer that may play for the person.
    Remote(Box<Destination<K>>, u64),
}

impl<K: Played> Place<K> {
    /// In this process.
    pub fn local(game: LocalGame<K>) -> Self {
        Self::Local(Box::new(game))
    }

    /// At a table of a server.
    pub fn remote(there: Destination<K>) -> Self {
        Self::Remote(Box::new(there), fresh_seed())
    }
}

/// Finds the place, which may read and write files; or says why it cannot.
pub type Opening<K = Model> = Box<dyn FnOnce() -> Result<Place<K>, String> + Send>;

/// The player's name at a table, and how to find the place again under any name.
pub type Reopening<K = Model> = (
    Name,
    Arc<dyn Fn(Name) -> Result<Place<K>, String> + Send + Sync>,
);

/// News of a game of that kind.
pub type NewsOf<K> = News<<K as Knowledge>::Line, K>;

/// Orders to a game of that kind.
pub type OrderOf<K> = Order<<K as Knowledge>::Action, <K as Played>::Kind>;
