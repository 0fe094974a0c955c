//! Computer players that the person seats at a table of a server.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::played::Played;
use crate::client::Intent;
use crate::client::net::{Conversation, Destination, Notice, Participant, TableChoice, drive};
use crate::play::{MAX_SEATS, Player};
use crate::protocol::Name;

/// Computer players that play as long as this value lives, or [`play_on`](Self::play_on) runs.
pub(super) struct SeatedBots<K: Played> {
    /// Where the person plays who seated them.
    owner: Destination<K>,
    /// The seed of the last computer player.
    seed: u64,
    seated: Vec<Seated>,
}

/// One computer player.
struct Seated {
    name: Name,
    /// Asks it to leave.
    leave: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl<K: Played> SeatedBots<K> {
    /// No computer players yet, at the table that the person joins.
    pub(super) fn new(there: &Destination<K>, seed: u64) -> Self {
        let mut owner = there.beside(there.name.clone());
        if let TableChoice::Create(name, _) = owner.table {
            // The table exists before a computer player joins.
            owner.table = TableChoice::Join(name);
        }
        Self {
            owner,
            seed,
            seated: Vec::new(),
        }
    }

    /// Brings back the computer players whose seats are stored, with their owner.
    pub(super) fn come_back(&mut self) {
        let key = self.owner.seat_key();
        let seats = self.owner.seats.iter();
        let kept = seats.flat_map(|seats| seats.bots_of(&key));
        for (name, kind) in kept.collect::<Vec<_>>() {
            if let Some(kind) = self.owner.game.kind_named(&kind) {
                self.seat(name, kind);
            }
        }
    }

    /// Seats a computer player.
    pub(super) fn seat(&mut self, name: Name, kind: K::Kind) {
        self.seed = self.seed.wrapping_add(1);
        let Some(computer) = self.owner.game.computer(kind, self.seed) else {
            return;
        };
        let (leave, asked) = watch::channel(false);
        let there = self.owner.beside(name.clone());
        if let Some(seats) = &there.seats {
            let owner = self.owner.name.clone();
            seats.seat_bot(there.seat_key(), owner, K::kind_name(kind));
        }
        let (server, mut talk) = there.conversation();
        talk.set_computer();
        let mut bot = SeatedBot::<K> { computer, asked };
        let playing = tokio::spawn(async move {
            if let Ok(stream) = server.reach().await {
                // The table shows whether the seat was taken or given up.
                let _ = drive(&mut talk, &mut bot, stream, || (server.dial)()).await;
            }
        });
        self.seated.push(Seated {
            name,
            leave,
            task: playing,
        });
    }

    /// Removes the one of that name; returns whether there was one.
    pub(super) fn send_away(&mut self, name: &Name) -> bool {
        let at = self.seated.iter().position(|one| one.name == *name);
        let Some(at) = at else { return false };
        // An error means that it has left already.
        let _ = self.seated.remove(at).leave.send(true);
        true
    }

    /// Whether people other than their owner take part in the running game, so that the
    /// computer players are to play on without the owner. Alone, they would end it.
    pub(super) fn play_for_others(&self, game: &K) -> bool {
        let is_own =
            |name: &Name| *name == self.owner.name || self.seated.iter().any(|s| s.name == *name);
        let mut seats = Player::first(MAX_SEATS).filter(|&player| game.takes_part(player));
        seats.any(|player| game.name_of(player).is_some_and(|name| !is_own(name)))
    }

    /// Lets them play until their game is over.
    pub(super) async fn play_on(mut self) {
        for one in self.seated.drain(..) {
            // An error means that it broke down; the others play on.
            let _ = one.task.await;
        }
    }

    /// Makes all leave; before the game begins, they give their seats back.
    pub(super) async fn leave(&mut self) {
        for one in &self.seated {
            let _ = one.leave.send(true);
        }
        for mut one in self.seated.drain(..) {
            let left = tokio::time::timeout(Duration::from_secs(1), &mut one.task).await;
            if left.is_err() {
                one.task.abort();
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

impl<K: Played> Participant<K> for SeatedBot<K> {
    fn notice(&mut self, _: &Notice<'_, K>) {}

    fn next(&mut self, known: &K) -> Option<K::Action> {
        known.decide(&mut self.computer)
    }

    async fn intent(&mut self, _: &Conversation<K>) -> Intent<K::Action> {
        // A dropped sender asks to leave, too.
        let _ = self.asked.wait_for(|asked| *asked).await;
        Intent::Leave
    }

    async fn disconnected(&mut self) {
        let _ = self.asked.wait_for(|asked| *asked).await;
    }
}
