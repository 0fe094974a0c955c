//! Computer players that somebody seats at a table of a server, from this program.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::place::{Server, There};
use super::played::Played;
use crate::client::net::{Agent, Conversation, Intent, Notice, TableChoice, drive};
use crate::protocol::Name;

/// The computer players, which play as long as this lives.
pub(super) struct Helpers<K: Played> {
    server: Server,
    table: TableChoice,
    game: K,
    seed: u64,
    seated: Vec<Seated>,
}

/// One of them.
struct Seated {
    name: Name,
    /// Asks it to leave.
    leave: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl<K: Played> Helpers<K> {
    /// Nobody yet, at the table that one goes to oneself.
    pub(super) fn new(there: &There<K>) -> Self {
        let table = match there.table.clone() {
            // It is there before anybody else is seated.
            TableChoice::Create(name, _) => TableChoice::Join(name),
            known => known,
        };
        Self {
            server: there.server.clone(),
            table,
            game: there.game.clone(),
            seed: there.seed,
            seated: Vec::new(),
        }
    }

    /// Seats one.
    pub(super) fn seat(&mut self, name: Name, kind: K::Kind) {
        let seed = self.seed.wrapping_add(self.seated.len() as u64 + 1);
        let Some(computer) = self.game.computer(kind, seed) else {
            return;
        };
        let (leave, asked) = watch::channel(false);
        let mut talk = Conversation::new(self.game.clone(), name.clone(), self.table.clone(), None);
        let mut helper = Helper::<K> { computer, asked };
        let dial = Arc::clone(&self.server.dial);
        let playing = tokio::spawn(async move {
            if let Ok(stream) = dial().await {
                // That the seat is taken, or the game left, is seen at the table.
                let _ = drive(&mut talk, &mut helper, stream, || dial()).await;
            }
        });
        self.seated.push(Seated {
            name,
            leave,
            task: playing,
        });
    }

    /// Sends one of them away; whether there was one of that name.
    pub(super) fn send_away(&mut self, name: &Name) -> bool {
        let at = self.seated.iter().position(|one| one.name == *name);
        let Some(at) = at else { return false };
        // It is gone already if nobody hears that.
        let _ = self.seated.remove(at).leave.send(true);
        true
    }

    /// All leave, and give their seats back if the game has not begun.
    pub(super) async fn leave(&mut self) {
        for one in &self.seated {
            let _ = one.leave.send(true);
        }
        for one in self.seated.drain(..) {
            let mut task = one.task;
            let left = tokio::time::timeout(std::time::Duration::from_secs(1), &mut task).await;
            if left.is_err() {
                task.abort();
            }
        }
    }
}

impl<K: Played> Drop for Helpers<K> {
    fn drop(&mut self) {
        for one in &self.seated {
            one.task.abort();
        }
    }
}

/// A computer player that can be asked to leave.
struct Helper<K: Played> {
    computer: K::Computer,
    asked: watch::Receiver<bool>,
}

impl<K: Played> Agent<K> for Helper<K> {
    fn notice(&mut self, _: &Notice<'_, K>) {}

    fn next(&mut self, known: &K) -> Option<K::Action> {
        known.decide(&mut self.computer)
    }

    async fn intent(&mut self, _: &Conversation<K>) -> Intent<K::Action> {
        // Whoever dropped the other end wants no more of it, too.
        let _ = self.asked.wait_for(|asked| *asked).await;
        Intent::Leave
    }

    async fn disconnected(&mut self) {
        let _ = self.asked.wait_for(|asked| *asked).await;
    }
}
