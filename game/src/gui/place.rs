//! Where a game is played: in this process, or at a table of a server.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use super::link::{News, Order};
use super::played::Played;
use crate::client::net::{Presence, Recorder, Seats, Stream, TableChoice, dial};
use crate::client::{Knowledge, Model};
use crate::local::Opponent;
use crate::play::Player;
use crate::protocol::{Name, Secret};
use crate::replay::Record;
use crate::server::Lobby;
use crate::server::net::Connection;

/// A game to be played in this process.
pub struct LocalGame<K: Played = Model> {
    /// The lobby of its table.
    pub lobby: Lobby<Connection>,
    /// The game before anything is known of it.
    pub game: K,
    /// The computer players.
    pub opponents: Vec<Opponent<K>>,
    /// The player's name.
    pub you: Name,
    /// The seat to resume in a continued game, and its token.
    pub seat: Option<(Player, Secret)>,
    /// The journal of a continued game.
    pub past: Option<Record>,
    /// The recorder, if the game is recorded.
    pub recorder: Option<Recorder>,
    /// The seed of the computer that may play for the person.
    pub seed: u64,
    /// Called at the end with whether the game is over; returns whether it can be continued.
    pub close: Box<dyn FnOnce(bool) -> bool + Send>,
}

/// A connection in the making.
pub type Dialled = Pin<Box<dyn Future<Output = io::Result<Box<dyn Stream>>> + Send>>;

/// Connects to a server.
pub type Dial = Arc<dyn Fn() -> Dialled + Send + Sync>;

/// A server.
#[derive(Clone)]
pub struct Server {
    /// Its name or address, as shown.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How to connect to it.
    pub dial: Dial,
}

impl Server {
    /// A server without TLS.
    pub fn plain(host: String, port: u16) -> Self {
        let to = host.clone();
        let dial = move || -> Dialled {
            let host = to.clone();
            Box::pin(async move {
                let stream = dial(host, port).await?;
                Ok(Box::new(stream) as Box<dyn Stream>)
            })
        };
        Self {
            host,
            port,
            dial: Arc::new(dial),
        }
    }

    /// A server on this machine.
    pub fn here(port: u16) -> Self {
        Self::plain("127.0.0.1".to_owned(), port)
    }
}

/// A table of a server.
pub struct RemoteTable<K: Played = Model> {
    /// The server.
    pub server: Server,
    /// Which table.
    pub table: TableChoice,
    /// Whether the person plays or watches.
    pub presence: Presence,
    /// The game before anything is known of it.
    pub game: K,
    /// The player's name.
    pub you: Name,
    /// Where the seat is stored while the game lasts, if anywhere.
    pub seats: Option<Arc<Seats>>,
    /// The recorder, if the game is recorded.
    pub recorder: Option<Recorder>,
    /// The seed of the computer that may play for the person.
    pub seed: u64,
}

impl<K: Played> RemoteTable<K> {
    /// The same table, to be tried once more, with a record of its own.
    #[must_use]
    pub fn once_more(&self) -> Self {
        Self {
            server: self.server.clone(),
            table: self.table.clone(),
            presence: self.presence,
            game: self.game.clone(),
            you: self.you.clone(),
            seats: self.seats.clone(),
            recorder: self.recorder.as_ref().and_then(Recorder::another),
            seed: self.seed,
        }
    }
}

/// Where a game is played.
pub enum Place<K: Played = Model> {
    /// In this process.
    Local(Box<LocalGame<K>>),
    /// At a table of a server.
    Remote(Box<RemoteTable<K>>),
}

/// Finds the place, which may read and write files; or says why it cannot.
pub type Opening<K = Model> = Box<dyn FnOnce() -> Result<Place<K>, String> + Send>;

/// The same, which can be repeated.
pub type Reopening<K = Model> = Arc<dyn Fn() -> Result<Place<K>, String> + Send + Sync>;

/// News of a game of that kind.
pub type NewsOf<K> = News<<K as Knowledge>::Line, K>;

/// Orders to a game of that kind.
pub type OrderOf<K> = Order<<K as Knowledge>::Action, <K as Played>::Kind>;
