//! Computer players that somebody seats at a table of a server, from this program.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::place::{RemoteTable, Server};
use super::played::Played;
use crate::client::net::{Conversation, Hand, SeatAt, Seats, TableChoice, Told, Wish, drive};
use crate::protocol::Name;

/// The computer players, which play as long as this lives.
pub(super) struct SeatedBots<K: Played> {
    server: Server,
    table: TableChoice,
    game: K,
    seed: u64,
    /// Whose they are.
    owner: Name,
    /// Where their seats are kept while the game goes on, if they are.
    seats: Option<Arc<Seats>>,
    seated: Vec<Seated>,
}

/// One of them.
struct Seated {
    name: Name,
    /// Asks it to leave.
    leave: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl<K: Played> SeatedBots<K> {
    /// Nobody yet, at the table that one goes to oneself.
    pub(super) fn new(there: &RemoteTable<K>) -> Self {
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
            owner: there.you.clone(),
            seats: there.seats.clone(),
            seated: Vec::new(),
        }
    }

    fn seat_at(&self, name: Name) -> SeatAt {
        SeatAt {
            host: self.server.host.clone(),
            port: self.server.port,
            table: self.table.name(),
            name,
        }
    }

    /// Brings back those whose seats are kept: their owner has come back to the game.
    pub(super) fn come_back(&mut self) {
        let owner = self.seat_at(self.owner.clone());
        let kept = self.seats.iter().flat_map(|seats| seats.bots_of(&owner));
        for (name, kind) in kept.collect::<Vec<_>>() {
            if let Some(kind) = self.game.kind_named(&kind) {
                self.seat(name, kind);
            }
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
        if let Some(seats) = &self.seats {
            let at = self.seat_at(name.clone());
            seats.seat_bot(at, self.owner.clone(), K::kind_name(kind));
            talk.keep_seat(Arc::clone(seats), &self.server.host, self.server.port);
        }
        let mut bot = SeatedBot::<K> { computer, asked };
        let dial = Arc::clone(&self.server.dial);
        let playing = tokio::spawn(async move {
            if let Ok(stream) = dial().await {
                // That the seat is taken, or the game left, is seen at the table.
                let _ = drive(&mut talk, &mut bot, stream, || dial()).await;
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

impl<K: Played> Drop for SeatedBots<K> {
    fn drop(&mut self) {
        for one in &self.seated {
            one.task.abort();
        }
    }
}

/// A computer player that can be asked to leave.
struct SeatedBot<K: Played> {
    computer: K::Computer,
    asked: watch::Receiver<bool>,
}

impl<K: Played> Hand<K> for SeatedBot<K> {
    fn told(&mut self, _: &Told<'_, K>) {}

    fn next(&mut self, known: &K) -> Option<K::Action> {
        known.decide(&mut self.computer)
    }

    async fn wish(&mut self, _: &Conversation<K>) -> Wish<K::Action> {
        // Whoever dropped the other end wants no more of it, too.
        let _ = self.asked.wait_for(|asked| *asked).await;
        Wish::Leave
    }

    async fn away(&mut self) {
        let _ = self.asked.wait_for(|asked| *asked).await;
    }
}
