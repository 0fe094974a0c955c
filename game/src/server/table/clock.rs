//! What time does to a table.

use std::time::Duration;

use super::super::Peer;
use super::{Seat, Table};
use crate::play::{Player, Standing};
use crate::protocol::command::{Clock, Error, ErrorCode, Logout, LogoutReason};
use crate::protocol::line;

/// How long a table is kept that nobody will come back to, and how long it has
/// its name to itself.
const LINGER: Duration = Duration::from_secs(60);

/// How long a game that is over is kept for players who have lost the connection and not
/// heard how it ended. A client notices after a minute that its connection is dead and
/// then tries for two minutes to make another, which may break like the first.
pub(in crate::server) const LAST_CALL: Duration = Duration::from_secs(300);

impl<P: Peer> Table<P> {
    /// Lets time pass: who is not ready in time gives up the seat, an attack
    /// that nobody answers is answered, a turn that stands still ends, and some
    /// time after the game everybody is sent home. To be called every second or
    /// so.
    pub fn tick(&mut self, now: Duration) {
        if self.is_attended() {
            self.attended = now;
        }
        self.watch_journal(now);
        if self.is_waiting() {
            self.stop_clock(now);
            return;
        }
        if !self.has_begun() {
            self.clear_seats(now);
            return;
        }
        let limits = self.limits;
        if self.is_over() {
            if now.saturating_sub(self.moved) >= limits.farewell {
                self.send_home("the game is over");
            }
            return;
        }
        let Some(actor) = self.game.to_act() else {
            return;
        };
        if self.game.standing(actor) != Standing::Plays {
            // The game stands still until somebody is back.
            return;
        }
        let answers = self.game.turn() != Some(actor);
        let waited = now.saturating_sub(self.moved);
        if answers && waited >= limits.defence {
            self.happen(now, |game, dice, outbox| game.answer(dice, outbox));
            return;
        }
        let lost = self.seat(actor).filter(|seat| seat.link.is_none());
        let gone = lost.is_some_and(|seat| now.saturating_sub(seat.lost) >= limits.grace);
        if gone && waited >= limits.grace {
            self.send_away(actor, LogoutReason::Left, now);
        } else if !answers && waited >= limits.action {
            self.send_away(actor, LogoutReason::Kicked, now);
        } else if self.clock.as_ref().is_some_and(|clock| clock.is_over(now)) {
            self.end_late_turn(now);
        }
    }

    /// The time of the turn and the bank are used up: the turn ends as the
    /// rules allow, and the player is told why.
    fn end_late_turn(&mut self, now: Duration) {
        let late = self.game.turn();
        if let Some(link) = late.and_then(|player| self.seat(player)?.link.as_ref())
            && link.extended
        {
            let why = Error::new(ErrorCode::OutOfPlace, "your time for this turn is used up");
            link.peer.send(&line(&why));
        }
        self.happen(now, |game, dice, outbox| game.end_turn(dice, outbox));
    }

    /// Sets the clocks by what has happened: whose turn has begun, if one has,
    /// and whose action it came from. Tells how long the player on turn has.
    pub(super) fn note_time(
        &mut self,
        began: Option<Player>,
        actor: Option<Player>,
        now: Duration,
    ) {
        let before = self.acting;
        self.acting = self.game.to_act();
        if self.acting != before || (actor.is_some() && actor == before) {
            self.moved = now;
        }
        let Some(clock) = &mut self.clock else { return };
        if let Some(player) = began {
            clock.begin(player, now);
        }
        clock.run(
            self.acting.is_some() && self.acting == self.game.turn(),
            now,
        );
        if began.is_some()
            && let Some(line) = self.clock_line(now)
        {
            self.send_extended(&line);
        }
    }

    /// The table waits: nobody loses time.
    fn stop_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.run(false, now);
        }
    }

    pub(super) fn restart_wait(&mut self, now: Duration) {
        self.moved = now;
        if let Some(clock) = &mut self.clock {
            clock.run(
                self.acting.is_some() && self.acting == self.game.turn(),
                now,
            );
        }
    }

    /// The game goes on after the server has stopped: nobody has lost time.
    pub(super) fn restart_clocks(&mut self, now: Duration) {
        self.acting = self.game.to_act();
        if let (Some(clock), Some(player)) = (&mut self.clock, self.game.turn()) {
            clock.begin(player, now);
        }
        self.restart_wait(now);
    }

    /// The `CLOCK` line of the turn under way.
    pub(super) fn clock_line(&self, now: Duration) -> Option<Clock> {
        let (player, turn, bank) = self.clock.as_ref()?.left(now)?;
        let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        let (seconds, bank) = (seconds(turn), seconds(bank));
        Some(Clock {
            player,
            seconds,
            bank,
        })
    }

    /// Whether there is somebody for whose sake the table is kept: in a game a
    /// player, else whoever.
    fn is_attended(&self) -> bool {
        self.players_there().next().is_some() || (!self.is_running() && !self.spectators.is_empty())
    }

    /// Whether a game has begun and is not over.
    fn is_running(&self) -> bool {
        self.has_begun() && !self.is_over()
    }

    /// Whether a player can come back to a game that goes on.
    fn is_waited_for(&self) -> bool {
        let comes_back = |player| {
            let seat = self.seat(player);
            seat.is_some_and(|seat| seat.secret.is_some() && !seat.resigned)
                && self.game.standing(player) != Standing::Out
        };
        self.is_running() && Player::first(self.seats.len()).any(comes_back)
    }

    /// Whether nobody has been here for so long that others may have the
    /// table's name.
    pub(in crate::server) fn makes_room(&self, now: Duration) -> bool {
        self.has_begun() && !self.is_attended() && now.saturating_sub(self.attended) >= LINGER
    }

    /// Closes the table if nobody has been here for so long that nobody is
    /// expected any more; its journal goes with it. Whether it is closed.
    pub(in crate::server) fn close_if_deserted(&mut self, now: Duration) -> bool {
        let limits = self.limits;
        let patience = if self.is_waited_for() {
            limits.deserted
        } else if self.is_over() && self.seats.iter().flatten().any(|s| s.secret.is_some()) {
            limits.grace.max(LAST_CALL)
        } else if !self.has_begun() && self.seats.iter().any(Option::is_some) {
            // A seat is kept for who has lost the connection.
            limits.grace.max(LINGER)
        } else {
            LINGER
        };
        if !self.closed && !self.is_attended() && now.saturating_sub(self.attended) >= patience {
            self.closed = true;
            if !self.is_over() {
                self.report(format_args!("closed: nobody has come back"));
            }
            self.make_journal = None;
            if let Some(journal) = self.journal.take() {
                journal.discard();
            }
            self.send_home("all players have left this game");
        }
        self.closed
    }

    /// Whether nobody can sit down here any more.
    pub(in crate::server) fn is_closed(&self) -> bool {
        self.closed
    }

    /// The game is over: closes what connections are left. A client of version
    /// 0.2 has no other way to learn that there will be no more.
    fn send_home(&mut self, why: &str) {
        let bye = Error::new(ErrorCode::Closing, why);
        self.send_extended(&bye);
        for peer in self.peers() {
            peer.close();
        }
    }

    /// Before the game: who is not ready in time gives up the seat, and so
    /// does who has lost the connection and does not come back.
    fn clear_seats(&mut self, now: Duration) {
        let limits = self.limits;
        let late = |seat: &mut Seat<P>| {
            let lost = seat.link.is_none() && now.saturating_sub(seat.lost) >= limits.grace;
            lost || (!seat.ready && now.saturating_sub(seat.sat_down) >= limits.registration)
        };
        for player in Player::first(self.seats.len()) {
            if let Some(seat) = self.seats[player.index()].take_if(late) {
                let why = if seat.link.is_none() {
                    "has not come back"
                } else {
                    "was not ready in time"
                };
                self.see_off(player, seat, why);
            }
        }
    }

    /// Tells that a player no longer has a seat, which is free already, and
    /// closes the connection.
    pub(super) fn see_off(&self, player: Player, seat: Seat<P>, why: &'static str) {
        let reason = LogoutReason::Kicked;
        let reply = Logout { player, reason };
        self.send_all(&reply);
        let name = seat.name;
        self.report(format_args!(
            "{name} (player {player}) {why}: the seat is free"
        ));
        if let Some(link) = seat.link {
            link.peer.send(&line(&reply));
            link.peer.close();
        }
    }
}
