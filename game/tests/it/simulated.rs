//! The real server over the network in memory, by a clock that stands still
//! while anybody has something to do.

use std::future::Future;
use std::io;
use std::sync::Arc;

use marchland_game::conquest::rules::SeededDice;
use marchland_game::server::net::{Connection, NetOptions, Network, run};
use marchland_game::server::{Lobby, LobbyOptions};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::wire::End;

/// Runs something by a clock of its own: hours pass in a moment.
pub(crate) fn simulate<F: Future>(test: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(test)
}

/// A server that runs until it is stopped.
pub(crate) struct Simulated {
    pub(crate) lobby: Arc<Lobby<Connection<End>>>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<io::Result<()>>,
}

impl Simulated {
    /// Starts it; to be called within [`simulate`].
    pub(crate) fn start<N>(listener: N, lobby: LobbyOptions, seed: u64, options: NetOptions) -> Self
    where
        N: Network<Wire = End> + Sync,
    {
        let lobby = Lobby::new(lobby, SeededDice::new(seed)).unwrap();
        let lobby: Arc<Lobby<Connection<End>>> = Arc::new(lobby);
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async {
            let _ = stopped.await;
        };
        let running = run(listener, Arc::clone(&lobby), options, shutdown);
        Self {
            lobby,
            stop,
            running: tokio::spawn(running),
        }
    }

    /// Stops it, if it has not ended by itself; how it ended.
    pub(crate) async fn stop(self) -> io::Result<()> {
        let _ = self.stop.send(());
        self.running.await.unwrap()
    }
}
