//! Sending lines to everybody at a table.

use std::time::Duration;

use super::super::{Link, Peer};
use super::{Refusal, Seat, Table, not_started};
use crate::play::{Audience, Outbox, Outcome, Player};
use crate::protocol::command::{self, Command};
use crate::protocol::line;

impl<P: Peer> Table<P> {
    /// Runs `act` with the reused outbox.
    pub(super) fn with_outbox<T>(&mut self, act: impl FnOnce(&mut Self, &mut Outbox) -> T) -> T {
        let mut outbox = std::mem::take(&mut self.outbox);
        let done = act(self, &mut outbox);
        outbox.clear();
        self.outbox = outbox;
        done
    }

    /// Sends the whole state of the game to a peer.
    pub(super) fn send_state(
        &self,
        to: &P,
        viewer: Option<Player>,
        now: Duration,
    ) -> Result<(), Refusal> {
        if !self.has_begun() {
            return Err(not_started());
        }
        let name = |player: Player| self.name(player);
        self.game.state(viewer, &name, &mut |line| to.send(line));
        if let Some(outcome) = self.outcome() {
            // A player who was away has missed the result.
            for line in last_lines(&outcome) {
                to.send(&line);
            }
        } else if let Some(clock) = self.clock_line(now) {
            to.send(&line(&clock));
        }
        Ok(())
    }

    /// Journals the lines of an action, sends them, and announces the end of the game.
    ///
    /// `actor` is the player who acted.
    pub(super) fn publish(&mut self, outbox: &Outbox, actor: Option<Player>, now: Duration) {
        self.journal_and_hold(outbox, now);
        self.broadcast(outbox, actor, now);
    }

    /// Sends lines that are already in the journal.
    pub(super) fn broadcast(&mut self, outbox: &Outbox, actor: Option<Player>, now: Duration) {
        for line in outbox.lines() {
            for (player, link) in self.links() {
                if is_for(line.to, player, link.extended) {
                    link.peer.send(line.text);
                }
            }
        }
        self.note_time(outbox.turn(), actor, now);
        self.announce_end(now);
    }

    /// Announces the end of the game, if it is over.
    pub(super) fn announce_end(&mut self, now: Duration) {
        let Some(outcome) = self.outcome().filter(|_| !self.ended) else {
            return;
        };
        self.ended = true;
        self.moved = now;
        self.forget_stale_journal();
        for line in last_lines(&outcome) {
            self.send_where(&line, |link| link.extended);
        }
        match outcome.winner {
            Some(winner) => self.report(format_args!("{} has won", self.who(winner))),
            None => self.report(format_args!("the game is over without a winner")),
        }
    }

    pub(super) fn send_all(&self, command: &impl Command) {
        self.send_raw(&line(command));
    }

    pub(super) fn send_extended(&self, command: &impl Command) {
        self.send_where(&line(command), |link| link.extended);
    }

    /// Sends a line to the clients that know `LOST` and `BACK`.
    pub(super) fn send_to_newest(&self, command: &impl Command) {
        self.send_where(&line(command), |link| link.told_of_losses);
    }

    /// Sends a line to everybody, as it is.
    pub(in crate::server) fn send_raw(&self, line: &str) {
        self.send_where(line, |_| true);
    }

    fn send_where(&self, line: &str, is_for: impl Fn(&Link<P>) -> bool) {
        for (_, link) in self.links().filter(|(_, link)| is_for(link)) {
            link.peer.send(line);
        }
    }

    /// The names of the connected players who speak only version 0.2.
    pub(in crate::server) fn old_players(&self) -> Vec<String> {
        let old = |seat: &Seat<P>| seat.link.as_ref().is_some_and(|link| !link.extended);
        let seats = self.seated().filter(|(_, seat)| old(seat));
        seats.map(|(_, seat)| seat.name.to_string()).collect()
    }

    /// The connections of players.
    pub(super) fn players_there(&self) -> impl Iterator<Item = &Link<P>> {
        self.seated().filter_map(|(_, seat)| seat.link.as_ref())
    }

    /// All connections: players with their seats, then spectators.
    pub(super) fn links(&self) -> impl Iterator<Item = (Option<Player>, &Link<P>)> {
        let players = self.seated();
        let players =
            players.filter_map(|(player, seat)| Some((Some(player), seat.link.as_ref()?)));
        players.chain(self.spectators.iter().map(|link| (None, link)))
    }
}

/// Whether a line is for this player or spectator.
fn is_for(to: Audience, player: Option<Player>, extended: bool) -> bool {
    match to {
        Audience::All => true,
        Audience::Extended => extended,
        Audience::Only(only) => player == Some(only),
        Audience::Others(other) => player != Some(other),
        Audience::Echo(own) => extended || player != Some(own),
    }
}

/// The lines about the end of a game, for clients of version 0.3.
fn last_lines(outcome: &Outcome) -> Vec<String> {
    let mut lines = Vec::new();
    if !outcome.scores.is_empty() {
        lines.push(line(&command::Scores {
            points: outcome.scores.clone(),
        }));
    }
    lines.push(match outcome.winner {
        Some(winner) => line(&command::GameOver { winner }),
        None => line(&command::NoWinner {}),
    });
    lines
}
