//! A table in this process, with computer players.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::client::Knowledge;
use crate::client::net::{Client, Destination, Server};
use crate::play::Player;
use crate::protocol::command::LoginAck;
use crate::protocol::{Name, Secret, ServerMessage, line};
use crate::replay::{Entry, Record};
use crate::server::net::{self, Connection, NetOptions};
use crate::server::{Lobby, SessionLimits};

/// A computer player at a local table.
pub struct Opponent<K: Knowledge> {
    /// Its name.
    pub name: Name,
    /// How it plays.
    pub strategy: K::Computer,
    /// The seat and token to resume a saved game with.
    pub seat: Option<(Player, Secret)>,
}

/// A game in this process before its table is open.
pub struct OwnGame<K: Knowledge> {
    /// The lobby of its table.
    pub lobby: Lobby<Connection>,
    /// The game before anything is known of it.
    pub game: K,
    /// The computer players.
    pub opponents: Vec<Opponent<K>>,
    /// The person's name.
    pub you: Name,
    /// The person's seat in a continued game, and its token.
    pub seat: Option<(Player, Secret)>,
}

/// What a player was told of a game before it was left, as a record of theirs: its journal
/// without tokens, and without what is hidden from the player.
pub fn as_told<K: Knowledge>(journal: Record, player: Player) -> Record {
    let seated = Entry {
        at: Duration::ZERO,
        line: line(&LoginAck { seat: Ok(player) }),
    };
    let token = |entry: &Entry| {
        let answer = ServerMessage::parse(&entry.line);
        matches!(answer, Ok(ServerMessage::PlayerToken(_)))
    };
    let entries = journal.entries.into_iter();
    let told = entries.filter(|entry| !token(entry)).map(|entry| Entry {
        line: K::as_told(&entry.line, player),
        ..entry
    });
    Record {
        entries: std::iter::once(seated).chain(told).collect(),
        ..journal
    }
}

/// A server with one table that only this machine can reach.
#[derive(Debug)]
pub struct OwnTable {
    stop: oneshot::Sender<()>,
    server: JoinHandle<io::Result<()>>,
    seats: JoinHandle<()>,
}

impl OwnTable {
    /// Opens the table of a game, and says how the person joins it. The computer players join
    /// one after another, once the person has, so that the same seed gives the same seats.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn open<K>(own: OwnGame<K>) -> io::Result<(Self, Destination<K>)>
    where
        K: Knowledge<Computer: Send, Action: Send + Sync> + Send + Sync + 'static,
    {
        let lobby = Arc::new(own.lobby);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let here = Server::here(listener.local_addr()?.port());
        let there = Destination {
            seat: own.seat,
            ..Destination::new(here, own.you, own.game)
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async {
            let _ = stopped.await;
        };
        let limits = NetOptions {
            session: SessionLimits {
                // No limits: the clients are local.
                rate: 1e6,
                burst: 1e6,
                // A computer player may think for longer than a lost connection is waited for.
                keep_alive: Duration::from_secs(366 * 24 * 60 * 60),
                ..SessionLimits::default()
            },
            ..NetOptions::default()
        };
        let server = tokio::spawn(net::run(listener, Arc::clone(&lobby), limits, shutdown));
        let players = own.opponents.into_iter().map(|opponent| Client {
            to: Destination {
                seat: opponent.seat,
                ..there.beside(opponent.name)
            },
            strategy: opponent.strategy,
            log: Box::new(|_| {}),
        });
        let seats = tokio::spawn(sit_down(players.collect(), lobby));
        let table = Self {
            stop,
            server,
            seats,
        };
        Ok((table, there))
    }

    /// Ends the game and waits for the server to stop.
    pub async fn close(self) {
        self.seats.abort();
        let _ = self.stop.send(());
        let _ = self.server.await;
    }
}

/// Lets the computer players join; they play until this is aborted.
async fn sit_down<K>(players: Vec<Client<K>>, lobby: Arc<Lobby<Connection>>)
where
    K: Knowledge<Computer: Send, Action: Send + Sync> + Send + Sync + 'static,
{
    let mut playing = JoinSet::new();
    for (seated, client) in (1..).zip(players) {
        while lobby
            .list()
            .first()
            .is_none_or(|table| table.seated < seated)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        playing.spawn(async move {
            // The game may end early because the person left.
            let _ = client.play().await;
        });
    }
    std::future::pending::<()>().await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Model;
    use crate::protocol::Digest;
    use crate::replay::Header;

    #[test]
    fn a_record_has_neither_tokens_nor_the_cards_of_others() {
        let me = Player::first(1).next().unwrap();
        let secret = "0123456789abcdef0123456789abcdef";
        let lines = [
            format!("TOKEN 0 {secret}"),
            "CARDS-ACQUIRED 0 1 3".to_owned(),
            "CARDS-ACQUIRED 1 2 3 1".to_owned(),
            "START-ROUND 1".to_owned(),
        ];
        let at = Duration::from_secs(9);
        let journal = Record {
            header: Header {
                game: "conquest".to_owned(),
                setup: "world".to_owned(),
                digest: Digest(0),
                players: 2,
            },
            entries: lines.map(|line| Entry { at, line }).into(),
            cut_off: false,
        };
        let told = as_told::<Model>(journal, me);
        let lines: Vec<&str> = told.entries.iter().map(|entry| &*entry.line).collect();
        let seen = [
            "LOGIN-ACK OK 0",
            "CARDS-ACQUIRED 0 1 3",
            "CARDS-ACQUIRED 1 2",
            "START-ROUND 1",
        ];
        assert_eq!(lines, seen);
        assert_eq!(told.entries[3].at, at);
    }
}
