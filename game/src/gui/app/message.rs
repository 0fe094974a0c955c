//! The messages of the application.

use std::path::PathBuf;
use std::sync::Arc;

use iced::{Size, window as windows};
use marchland_ui::parcel::Parcel;

use super::{OpenedRecord, PastGames};
use crate::client::Follower;
use crate::client::net::{Presence, TableChoice};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::Variants;
use crate::gui::ground::Ground;
use crate::gui::host::{Host, Reach};
use crate::gui::keys::Command;
use crate::gui::link::{News, Order};
use crate::gui::place::NewsOf;
use crate::gui::server_lobby::Listing;
use crate::gui::{session, table};
use crate::protocol::Name;

/// A message of the application.
#[derive(Debug, Clone)]
pub(in crate::gui) enum Message {
    /// On the start screen.
    Start(StartMessage),
    /// In the lobby of a server.
    Lobby(LobbyMessage),
    /// The tables of a server, with the number of the lobby.
    Tables(u64, Listing),
    /// A server was opened, with the number of the game and the map.
    Hosted(u64, Parcel<Result<(Host, Arc<Ground>), String>>),
    /// The map of a table was read, with the number of the game.
    TableMap(u64, Parcel<Result<Ground, String>>, TableChoice, Presence),
    /// At a table of conquest.
    Table(table::Message),
    /// At a board of Dots and Boxes.
    Dots(crate::gui::dots::Message),
    /// News of a game of Dots and Boxes, with its number.
    DotsHeard(u64, Vec<NewsOf<Follower>>),
    /// Leave the table, whose game goes on, or close the window, as was asked.
    Leave,
    /// Resign from the game.
    Resign,
    /// Close what is open over the screen.
    Shut,
    /// A key that no widget captured.
    Command(Command),
    /// The selected map was read, with the number of the game.
    Ground(u64, Parcel<Result<Ground, String>>, PastGames),
    /// A record was read, with the number of the game.
    Record(u64, Parcel<Result<OpenedRecord, String>>),
    /// A saved game was removed, or not.
    Removed(Result<(), String>),
    /// News of a game of conquest, with its number.
    Heard(u64, Vec<News>),
    /// The channel of the game with that number closed.
    Silent(u64),
    /// Time has passed.
    Tick,
    ToastGone(u64),
    Window(windows::Id, windows::Event),
    WindowSize(Size),
    PixelRatio(f32),
}

/// On the start screen.
#[derive(Debug, Clone)]
pub(in crate::gui) enum StartMessage {
    Map(PathBuf),
    Path(String),
    /// Open the map in the typed folder.
    OpenTyped,
    /// Enter in that field: opens the map, or plays on it if it is open.
    EnterPath,
    /// Seat one more computer player.
    Seat,
    /// Remove the computer player of that number.
    Unseat(usize),
    Bot(usize, &'static str),
    Rules(Variants),
    Seed(String),
    /// Select Dots and Boxes, or conquest.
    Game(bool),
    /// A game of Dots and Boxes.
    Dots(crate::gui::dots::Setup),
    Shuffle,
    Play,
    /// List the records.
    Records,
    /// Play back the record of that name.
    Replay(String),
    /// Ask whether the saved game of that name is to be removed.
    AskRemoval(String),
    /// Remove the saved game that was asked about.
    Remove,
    /// The server's address as typed.
    Server(String),
    /// The player's name there.
    Name(String),
    /// Open the lobby of that server.
    Join,
    /// Host a server.
    Host,
    /// Who can connect to the hosted server.
    Reach(Reach),
    /// Continue the saved game of that name.
    Continue(String),
    /// A pointer event on the preview, which ignores it.
    Pointer,
}

/// A message of the lobby.
#[derive(Debug, Clone)]
pub(in crate::gui) enum LobbyMessage {
    /// Select a table.
    Choose(Name),
    /// Join the selected table.
    Join,
    /// Watch the selected table.
    Watch,
    /// The player's name as typed.
    Name(String),
    /// The name of the new table.
    Called(String),
    /// The number of players of the new table.
    Players(u8),
    /// Create the new table.
    New,
    /// Choose the level of the next computer player.
    Level(StrategyKind),
    /// Seat a computer player of the chosen level.
    Bot,
    /// Leave the table, or the server.
    Leave,
    /// Close the hosted server, though games are played there.
    Close,
}

impl Message {
    /// An order to the joined table.
    pub(in crate::gui) fn order(order: Order) -> Self {
        Self::Table(table::Message::Session(session::Message::Order(order)))
    }
}
