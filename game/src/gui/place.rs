//! Where one sits down: at a table of one's own, or at that of a server.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

use super::link::{News, Order};
use super::played::Played;
use crate::client::net::{Presence, Recorder, Seats, TableChoice, dial};
use crate::client::{Knowledge, Model};
use crate::local::Opponent;
use crate::play::Player;
use crate::protocol::{Name, Secret};
use crate::replay::Record;
use crate::server::Lobby;
use crate::server::net::Connection;

/// A table of one's own, before anybody sits at it.
pub struct LocalGame<K: Played = Model> {
    /// The table's lobby.
    pub lobby: Lobby<Connection>,
    /// The game before anything is known of it.
    pub game: K,
    /// The computer players.
    pub opponents: Vec<Opponent<K>>,
    /// The name to sit down under.
    pub you: Name,
    /// The seat to take again in a game that goes on, and the token for it.
    pub seat: Option<(Player, Secret)>,
    /// The journal of a game that goes on: what happened before it was left.
    pub past: Option<Record>,
    /// Where the game is recorded.
    pub recorder: Option<Recorder>,
    /// Where the chance of a computer that plays for the person comes from.
    pub seed: u64,
    /// Told at the end whether the game is over; says whether it can be gone on with.
    pub close: Box<dyn FnOnce(bool) -> bool + Send>,
}

/// A connection to a server.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A connection that is being made.
pub type Dialled = Pin<Box<dyn Future<Output = io::Result<Box<dyn Stream>>> + Send>>;

/// Makes connections to a server.
pub type Dial = Arc<dyn Fn() -> Dialled + Send + Sync>;

/// A server.
#[derive(Clone)]
pub struct Server {
    /// Its name or address, as one is told of it.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The way there.
    pub dial: Dial,
}

impl Server {
    /// One in the clear.
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

    /// One of this machine.
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
    /// How one is there.
    pub presence: Presence,
    /// The game before anything is known of it.
    pub game: K,
    /// The name to sit down under.
    pub you: Name,
    /// Where one's seat is kept while the game goes on, if it is.
    pub seats: Option<Arc<Seats>>,
    /// Where the game is recorded.
    pub recorder: Option<Recorder>,
    /// Where the chance of a computer that plays for the person comes from.
    pub seed: u64,
}

/// Where one sits down.
pub enum Place<K: Played = Model> {
    /// At a table of one's own.
    Local(Box<LocalGame<K>>),
    /// At that of a server.
    Remote(Box<RemoteTable<K>>),
}

/// Finds a place, reading and writing files; or says why there is none.
pub type Opening<K = Model> = Box<dyn FnOnce() -> Result<Place<K>, String> + Send>;

/// What the window is told of a game.
pub type NewsOf<K> = News<<K as Knowledge>::Line, K>;

/// What the window wants of a game.
pub type OrderOf<K> = Order<<K as Knowledge>::Action, <K as Played>::Kind>;
