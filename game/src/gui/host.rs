//! A server hosted by this program.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc;

use tokio::sync::oneshot;

use super::texts;
use crate::client::net::Server;
use crate::play::Player;
use crate::protocol::command::Table;
use crate::server::net::{self, Connection, NetOptions};
use crate::server::{ClockOptions, Lobby};

/// Who can connect to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Reach {
    /// Programs on this computer.
    #[default]
    Here,
    /// Everybody who can reach this computer.
    Network,
}

/// A server that stops when the value is dropped.
pub(super) struct Host {
    port: u16,
    /// This computer as others see it, if they can connect.
    outward: Option<IpAddr>,
    lobby: Arc<Lobby<Connection>>,
    /// Stops the server when dropped.
    _stop: oneshot::Sender<()>,
}

impl Host {
    /// Opens a lobby on a port, or on any free one if that is in use.
    ///
    /// # Errors
    /// Why it cannot be opened, in a sentence.
    pub(super) fn open(
        lobby: Lobby<Connection>,
        wanted: u16,
        reach: Reach,
    ) -> Result<Self, String> {
        let address = match reach {
            Reach::Here => Ipv4Addr::LOCALHOST,
            Reach::Network => Ipv4Addr::UNSPECIFIED,
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = mpsc::channel();
        let lobby = Arc::new(lobby);
        let played = Arc::clone(&lobby);
        let serve = move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => return drop(tell.send(Err(texts::no_start(&error)))),
            };
            runtime.block_on(async {
                let here = |port| net::listen((address, port).into());
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
        };
        let thread = std::thread::Builder::new().name("server".into());
        thread
            .spawn(serve)
            .map_err(|error| texts::no_start(&error))?;
        let port = told
            .recv()
            .unwrap_or_else(|_| Err(texts::broke_down(texts::SILENT)))?;
        Ok(Self {
            port,
            outward: (reach == Reach::Network).then(outward_address).flatten(),
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

    /// Lets a player of the default table remove others from it.
    pub(super) fn set_host(&self, player: Player) {
        self.lobby.set_host(player);
    }

    /// The clock of its tables.
    pub(super) fn clock(&self) -> Option<ClockOptions> {
        self.lobby.clock()
    }

    /// How to connect to it. The shown address is the one for other computers, if they can.
    pub(super) fn server(&self) -> Server {
        let mut server = Server::here(self.port);
        if let Some(outward) = self.outward {
            server.host = outward.to_string();
        }
        server
    }
}

/// The address of the network interface that leads to other computers; `None` without a network.
/// Sends nothing: a datagram socket only looks up the route to an address reserved for
/// documentation.
pub(super) fn outward_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
