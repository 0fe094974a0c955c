//! A server hosted by this program.

use std::sync::Arc;
use std::sync::mpsc;

use tokio::sync::oneshot;

use super::texts;
use crate::client::net::Server;
use crate::protocol::command::Table;
use crate::server::Lobby;
use crate::server::net::{self, Connection, NetOptions};

/// A server for this machine alone, which stops when the value is dropped.
pub(super) struct Host {
    port: u16,
    lobby: Arc<Lobby<Connection>>,
    /// Stops the server when dropped.
    _stop: oneshot::Sender<()>,
}

impl Host {
    /// Opens a lobby on a port, or on any free one if that is in use.
    ///
    /// # Errors
    /// Why it cannot be opened, in a sentence.
    pub(super) fn open(lobby: Lobby<Connection>, wanted: u16) -> Result<Self, String> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = mpsc::channel();
        let lobby = Arc::new(lobby);
        let played = Arc::clone(&lobby);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => return drop(tell.send(Err(texts::no_start(&error)))),
            };
            runtime.block_on(async {
                let here = |port| net::listen(([127, 0, 0, 1], port).into());
                let listener = match here(wanted).or_else(|_| here(0)) {
                    Ok(listener) => listener,
                    Err(error) => return drop(tell.send(Err(texts::no_table(&error)))),
                };
                let port = listener.local_addr().map(|address| address.port());
                let _ = tell.send(port.map_err(|error| texts::no_table(&error)));
                let ended = async {
                    let _ = stopped.await;
                };
                // Its clients notice when the server fails.
                let _ = net::run(listener, played, NetOptions::default(), ended).await;
            });
        });
        let port = told
            .recv()
            .unwrap_or_else(|_| Err(texts::broke_down(texts::SILENT)))?;
        Ok(Self {
            port,
            lobby,
            _stop: stop,
        })
    }

    /// The tables with players.
    pub(super) fn busy_tables(&self) -> Vec<Table> {
        let mut tables = self.lobby.list();
        tables.retain(|table| table.seated > 0 || table.started.0);
        tables
    }

    /// How to connect to it.
    pub(super) fn server(&self) -> Server {
        Server::here(self.port)
    }
}
