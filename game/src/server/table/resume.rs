//! A table's journal, and a table restored from its journal.

use std::time::Duration;

use super::super::journal::is_mark;
use super::super::{Consequence, Journal, Peer, ResumeError, WriteFailure};
use super::seats::Absence;
use super::{Seat, Table, TimeLimits};
use crate::play::{Game, MAX_SEATS, Outbox, Player, SeededDice, Standing};
use crate::protocol::command::{Command, Error, ErrorCode, PlayerToken, RegisteredPlayer};
use crate::protocol::{ServerMessage, line};
use crate::replay::Record;

impl<P: Peer> Table<P> {
    /// Adds a command to the journal; it is written with the next action.
    pub(super) fn note(&mut self, command: &impl Command, now: Duration) {
        if let Some(journal) = &mut self.journal {
            journal.note(now, &line(command));
        }
    }

    /// Starts the journal with the players and their tokens.
    pub(super) fn note_start(&mut self, now: Duration) {
        if let Some(make) = self.make_journal.take() {
            self.journal = make(&*self.game);
        }
        let Some(mut journal) = self.journal.take() else {
            return;
        };
        for (player, seat) in self.seated() {
            let name = seat.name.clone();
            journal.note(now, &line(&RegisteredPlayer { player, name }));
            if let Some(secret) = seat.secret {
                journal.note(now, &line(&PlayerToken { player, secret }));
            }
        }
        self.journal = Some(journal);
    }

    /// Writes an action to the journal before anybody hears of it, and holds back lines until
    /// it is as safe as the journal requires.
    pub(super) fn journal_and_hold(&mut self, outbox: &Outbox, now: Duration) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        for line in outbox.lines().filter(|line| line.journalled) {
            journal.note(now, line.text);
        }
        if let Some(ticket) = journal.commit() {
            self.peers().for_each(|peer| peer.hold(&ticket));
            self.ticket = Some(ticket);
        }
    }

    /// Checks the journal and announces when its state has changed.
    pub(super) fn watch_journal(&mut self, now: Duration) {
        let failure = self.journal.as_ref().and_then(|journal| journal.failure());
        if failure == self.failure {
            return;
        }
        let text = match &failure {
            Some(WriteFailure { why, consequence }) => {
                let what = match consequence {
                    Consequence::Waits => "the game waits: its journal cannot be written",
                    Consequence::UndoesMoves => {
                        "the game's journal cannot be written, so a restart would undo moves"
                    }
                    Consequence::LosesGame => {
                        "the game's journal is deleted, so a restart would end the game"
                    }
                };
                format!("{what}: {why}")
            }
            None => "the game's journal can be written again; the game goes on".to_owned(),
        };
        let waited = self.is_waiting();
        self.failure = failure;
        if waited && !self.is_waiting() {
            self.restart_wait(now);
        }
        let line = line(&Error::new(ErrorCode::Journal, &text));
        for (_, link) in self.links().filter(|(_, link)| link.extended) {
            link.peer.send_at_once(&line);
        }
        self.report(format_args!("{text}"));
    }

    /// Whether the game waits for its journal.
    pub(in crate::server) fn is_waiting(&self) -> bool {
        let failure = self.failure.as_ref();
        failure.is_some_and(|failure| failure.consequence == Consequence::Waits)
    }

    /// Deletes the journal of a finished game if its end could not be written: the next
    /// server would resume the game.
    pub(super) fn forget_stale_journal(&mut self) {
        let failure = self.journal.as_ref().and_then(|journal| journal.failure());
        if failure.is_some_and(|failure| failure.consequence != Consequence::Waits)
            && let Some(journal) = self.journal.take()
        {
            journal.discard();
        }
    }

    /// Restores a table from its journal as it was when the server stopped, with nobody
    /// connected. Players come back with their tokens; those without one are absent. Further
    /// events go to `journal`, which contains the record already.
    ///
    /// `game` is the game of the record before it begins. A journal whose game has not begun
    /// yields an empty table. The record must end with a complete action.
    ///
    /// # Errors
    /// If the record does not fit the game.
    pub fn from_journal(
        game: Box<dyn Game>,
        record: &Record,
        limits: TimeLimits,
        dice: SeededDice,
        journal: Box<dyn Journal>,
        now: Duration,
    ) -> Result<Self, ResumeError> {
        if game.header() != record.header {
            return Err(ResumeError::Setup(record.header.setup.clone()));
        }
        let mut table = Self::new(game, limits, dice);
        for (number, entry) in (2..).zip(&record.entries) {
            if is_mark(&entry.line) {
                continue;
            }
            let followed = table.follow(&entry.line, now);
            followed.map_err(|why| ResumeError::Broken { line: number, why })?;
        }
        table.attended = now;
        table.journal = Some(journal);
        if table.has_begun() {
            for player in Player::first(table.seats.len()) {
                let forgotten = table.seat(player).is_some_and(|c| c.secret.is_none());
                if forgotten && table.game.standing(player) == Standing::Plays {
                    table.send_away(player, Absence::Left, now);
                }
            }
        }
        // Nobody is connected yet; at one's own table, all are there at once.
        table.missed = [limits.grace < Duration::MAX; MAX_SEATS];
        table.ended = table.is_over();
        table.restart_clocks(now);
        Ok(table)
    }

    fn follow(&mut self, line: &str, now: Duration) -> Result<(), String> {
        match ServerMessage::parse(line) {
            Ok(ServerMessage::RegisteredPlayer(told)) if self.seat(told.player).is_none() => {
                self.give_seat(told.player, Seat::new(told.name, now));
                return Ok(());
            }
            Ok(ServerMessage::PlayerToken(told)) => {
                if let Some(seat) = self.seat_mut(told.player) {
                    seat.secret = Some(told.secret);
                }
                return Ok(());
            }
            Ok(ServerMessage::Resign(told)) => {
                if let Some(seat) = self.seat_mut(told.player) {
                    seat.resigned = true;
                }
                return Ok(());
            }
            _ => {}
        }
        self.game.follow(line).map_err(|why| why.to_string())
    }
}
