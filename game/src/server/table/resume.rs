//! A table's journal, and a table played on from its journal.

use std::time::Duration;

use super::super::journal::is_mark;
use super::super::{Journal, Peer, ResumeError};
use super::{Seat, Table, TimeLimits};
use crate::play::{Game, Outbox, Player, SeededDice, Standing};
use crate::protocol::command::{
    Command, Error, ErrorCode, LogoutReason, PlayerToken, RegisteredPlayer,
};
use crate::protocol::{ServerMessage, line};
use crate::replay::Record;

impl<P: Peer> Table<P> {
    /// Notes a command in the journal; it is on disk with what happens next.
    pub(super) fn note(&mut self, command: &impl Command, now: Duration) {
        if let Some(journal) = &mut self.journal {
            journal.note(now, &line(command));
        }
    }

    /// Begins the journal: who plays, and the tokens.
    pub(super) fn note_start(&mut self, now: Duration) {
        if let Some(make) = self.make_journal.take() {
            self.journal = make(&*self.game);
        }
        let Some(mut journal) = self.journal.take() else {
            return;
        };
        for (player, seat) in Player::first(self.seats.len()).zip(&self.seats) {
            let Some(seat) = seat else { continue };
            let name = seat.name.clone();
            journal.note(now, &line(&RegisteredPlayer { player, name }));
            if let Some(secret) = seat.secret {
                journal.note(now, &line(&PlayerToken { player, secret }));
            }
        }
        self.journal = Some(journal);
    }

    /// Hands what has happened to the journal, before anybody is told; who is told
    /// hears of it once it is as safe as the journal wants.
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

    /// Looks how it stands with the journal, and tells when that has changed.
    pub(super) fn watch_journal(&mut self, now: Duration) {
        let failure = self.journal.as_ref().and_then(|journal| journal.failure());
        if failure == self.failure {
            return;
        }
        let text = match &failure {
            Some(failure) if failure.waits => {
                format!(
                    "the game waits: its journal cannot be written: {}",
                    failure.why
                )
            }
            Some(failure) => format!(
                "the journal of the game cannot be written, a restart would take it back: {}",
                failure.why
            ),
            None => "the journal of the game is written again; the game goes on".to_owned(),
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

    /// Whether the game waits until its journal is on the disk.
    pub(in crate::server) fn is_waiting(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.waits)
    }

    /// The game is over, and its journal does not know: the next server would
    /// bring it back to life.
    pub(super) fn forget_stale_journal(&mut self) {
        let failure = self.journal.as_ref().and_then(|journal| journal.failure());
        if failure.is_some_and(|failure| !failure.waits)
            && let Some(journal) = self.journal.take()
        {
            journal.discard();
        }
    }

    /// The table whose journal `record` is, as it was when the server stopped,
    /// nobody connected. Players come back with their tokens; those who have
    /// none are absent. What happens from now on is noted in `journal`, which
    /// holds the record already.
    ///
    /// `game` is that of the record, before its beginning. A journal in which no
    /// game has begun gives an empty table. The record must end with a whole
    /// action.
    ///
    /// # Errors
    /// If the lines are not those of such a game.
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
                    table.send_away(player, LogoutReason::Left, now);
                }
            }
        }
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
                if let Some(Some(seat)) = self.seats.get_mut(told.player.index()) {
                    seat.secret = Some(told.secret);
                }
                return Ok(());
            }
            Ok(ServerMessage::Resign(told)) => {
                if let Some(Some(seat)) = self.seats.get_mut(told.player.index()) {
                    seat.resigned = true;
                }
                return Ok(());
            }
            _ => {}
        }
        self.game.follow(line).map_err(|why| why.to_string())
    }
}
