//! Where a client plays which game, and as whom.

use std::sync::Arc;

use super::recorder::Recorder;
use super::seats::{SeatKey, Seats};
use super::server::Server;
use super::table_choice::TableChoice;
use crate::client::Knowledge;
use crate::play::Player;
use crate::protocol::{Name, Secret};

/// How a client takes part at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// As a player, ready at once, and again whenever a rule was changed.
    Plays,
    /// As a player, ready at once, and on request whenever a rule was changed.
    Sits,
    /// As a player, ready on request.
    Gathers,
    /// As a spectator, which servers of version 0.2 do not support.
    Watches,
}

/// Where a client plays which game, and as whom.
pub struct Destination<K> {
    /// The server.
    pub server: Server,
    /// Which of its tables.
    pub table: TableChoice,
    /// Whether the client plays or watches.
    pub presence: Presence,
    /// The name to log in with.
    pub name: Name,
    /// The seat and token to resume a running game with.
    pub seat: Option<(Player, Secret)>,
    /// Where to save the seat while the game is running, if anywhere.
    pub seats: Option<Arc<Seats>>,
    /// The game before anything is known of it, which must be the server's.
    pub game: K,
    /// Where to record the game, if it is recorded.
    pub recorder: Option<Recorder>,
}

impl<K: Knowledge> Destination<K> {
    /// A new player at the default table, whose seat and game are stored nowhere.
    pub fn new(server: Server, name: Name, game: K) -> Self {
        Self {
            server,
            table: TableChoice::Default,
            presence: Presence::Plays,
            name,
            seat: None,
            seats: None,
            game,
            recorder: None,
        }
    }

    /// Another player at the same table, without a record.
    #[must_use]
    pub fn beside(&self, name: Name) -> Self {
        Self {
            table: self.table.clone(),
            seats: self.seats.clone(),
            ..Self::new(self.server.clone(), name, self.game.clone())
        }
    }

    /// The same, to be tried once more, with a record of its own.
    #[cfg(feature = "gui")]
    #[must_use]
    pub fn once_more(&self) -> Self {
        Self {
            presence: self.presence,
            seat: self.seat,
            recorder: self.recorder.as_ref().and_then(Recorder::another),
            ..self.beside(self.name.clone())
        }
    }

    /// The seat of this name at the table.
    pub fn seat_key(&self) -> SeatKey {
        SeatKey::at(&self.server, self.table.name(), self.name.clone())
    }
}
