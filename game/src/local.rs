//! A table in this process, with computer players at it.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::Knowledge;
use crate::client::net::{Client, TableChoice};
use crate::play::Player;
use crate::protocol::{Name, Secret};
use crate::server::net::{self, Connection, NetOptions};
use crate::server::{Lobby, SessionLimits};

/// A computer player at a table of one's own.
pub struct Opponent<K: Knowledge> {
    /// What it is called.
    pub name: Name,
    /// How it plays.
    pub strategy: K::Computer,
    /// The seat that it takes again, and the token for it, in a game that goes on.
    pub seat: Option<(Player, Secret)>,
}

/// A server that only this machine can reach, with one table.
#[derive(Debug)]
pub struct OwnTable {
    port: u16,
    stop: oneshot::Sender<()>,
    server: JoinHandle<io::Result<()>>,
    seats: JoinHandle<()>,
}

impl OwnTable {
    /// Opens the table of a lobby. The computer players sit down one after the other,
    /// once somebody else has, so that the same seed gives the same seats.
    ///
    /// # Errors
    /// If nobody can listen on this machine.
    pub async fn open<K>(
        lobby: Lobby<Connection>,
        game: &K,
        opponents: Vec<Opponent<K>>,
    ) -> io::Result<Self>
    where
        K: Knowledge<Computer: Send, Action: Send + Sync> + Send + Sync + 'static,
    {
        let lobby = Arc::new(lobby);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async {
            let _ = stopped.await;
        };
        let limits = NetOptions {
            session: SessionLimits {
                // Nobody floods oneself.
                rate: 1e6,
                burst: 1e6,
                ..SessionLimits::default()
            },
            ..NetOptions::default()
        };
        let server = tokio::spawn(net::run(listener, Arc::clone(&lobby), limits, shutdown));
        let players = opponents.into_iter().map(|opponent| Client {
            host: "127.0.0.1".to_owned(),
            port,
            name: opponent.name,
            table: TableChoice::Default,
            seat: opponent.seat,
            game: game.clone(),
            strategy: opponent.strategy,
            recorder: None,
            log: Box::new(|_| {}),
        });
        let seats = tokio::spawn(sit_down(players.collect(), lobby));
        Ok(Self {
            port,
            stop,
            server,
            seats,
        })
    }

    /// Where it listens, on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Ends the game, and waits until the server has.
    pub async fn close(self) {
        self.seats.abort();
        let _ = self.stop.send(());
        let _ = self.server.await;
    }
}

/// Lets the computer players sit down; they play as long as this is not aborted.
async fn sit_down<K>(players: Vec<Client<K>>, lobby: Arc<Lobby<Connection>>)
where
    K: Knowledge<Computer: Send, Action: Send + Sync> + Send + Sync + 'static,
{
    let mut playing: VecDeque<Aborted> = VecDeque::new();
    for (seated, client) in (1..).zip(players) {
        while lobby
            .list()
            .first()
            .is_none_or(|table| table.seated < seated)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        playing.push_back(Aborted(tokio::spawn(async move {
            // That its game ended early is the person's doing.
            let _ = client.play().await;
        })));
    }
    std::future::pending::<()>().await;
}

struct Aborted(JoinHandle<()>);

impl Drop for Aborted {
    fn drop(&mut self) {
        self.0.abort();
    }
}
