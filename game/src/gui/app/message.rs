//! Everything that can happen in the window.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use iced::{Size, window as windows};

use super::{OpenedRecord, PastGames};
use crate::client::Follower;
use crate::client::net::{Presence, TableChoice};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::Variants;
use crate::gui::ground::Ground;
use crate::gui::keys::Command;
use crate::gui::link::News;
use crate::gui::place::NewsOf;
use crate::gui::server_lobby::Listing;
use crate::gui::table;
use crate::protocol::Name;

/// Everything that can happen.
#[derive(Debug, Clone)]
pub(in crate::gui) enum Message {
    /// Where a game is set up.
    Start(StartMessage),
    /// In the lobby of a server.
    Lobby(LobbyMessage),
    /// The tables of a server, asked for so-manieth.
    Tables(u64, Listing),
    /// The map of a table was read, and how one is to be there.
    TableMap(u64, Parcel<Result<Ground, String>>, TableChoice, Presence),
    /// At the table.
    Table(table::Message),
    /// At a board of dots.
    Dots(crate::gui::dots::Message),
    /// That board tells something.
    DotsHeard(u64, Vec<NewsOf<Follower>>),
    /// A key was pressed that no widget wanted.
    Command(Command),
    /// A map was read, for the so-manieth game.
    Ground(u64, Parcel<Result<Ground, String>>, PastGames),
    /// A record was read, for the so-manieth game.
    Record(u64, Parcel<Result<OpenedRecord, String>>),
    /// The table tells something.
    Heard(u64, Vec<News>),
    /// The table is silent for good.
    Silent(u64),
    /// Time has passed.
    Tick,
    ToastGone(u64),
    Window(windows::Id, windows::Event),
    WindowSize(Size),
    PixelRatio(f32),
}

/// Where a game is set up.
#[derive(Debug, Clone)]
pub(in crate::gui) enum StartMessage {
    Map(PathBuf),
    Path(String),
    Bots(usize),
    Bot(usize, &'static str),
    Rules(Variants),
    Seed(String),
    /// Whether dots are to be played.
    Game(bool),
    /// A game of dots.
    Dots(crate::gui::dots::Setup),
    Shuffle,
    Play,
    /// A record by its name.
    Replay(String),
    /// A server's address, as it is typed.
    Server(String),
    /// One's name there.
    Name(String),
    /// To the lobby there.
    Join,
    /// To a server of one's own.
    Host,
    /// To go on with a game that was left, by its name.
    Continue(String),
    /// The pointer on the picture of the map, which only shows it.
    Pointer,
}

/// What can happen in a lobby.
#[derive(Debug, Clone)]
pub(in crate::gui) enum LobbyMessage {
    /// A table is picked out.
    Choose(Name),
    /// To sit down there.
    Join,
    /// To watch there.
    Watch,
    /// What a new table is to be called.
    Called(String),
    /// For how many.
    Players(u8),
    /// Open it.
    New,
    /// That variant of a rule.
    Rule(u32, u32),
    /// A computer player at the table.
    Bot(StrategyKind),
    /// Somebody sent away.
    Unseat(Name),
    /// Ready to play.
    Ready,
    /// Away from the table, or from the server.
    Leave,
}

/// What cannot be cloned, in a message.
pub(in crate::gui) struct Parcel<T>(Arc<Mutex<Option<T>>>);

impl<T> Parcel<T> {
    pub(super) fn new(content: T) -> Self {
        Self(Arc::new(Mutex::new(Some(content))))
    }

    /// What is in it, once.
    pub(super) fn open(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T> Clone for Parcel<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> std::fmt::Debug for Parcel<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parcel")
    }
}
