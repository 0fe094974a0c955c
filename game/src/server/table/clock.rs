//! What a table does as time passes.

use std::time::Duration;

use super::super::Peer;
use super::seats::Absence;
use super::{Seat, Table};
use crate::play::{Player, Standing};
use crate::protocol::command::{Clock, Error, ErrorCode, Logout, LogoutReason};
use crate::protocol::line;

/// How long a table to which nobody will return is kept, and how long a deserted default table
/// keeps its name.
const LINGER: Duration = Duration::from_secs(60);

/// How long a finished game is kept for players who lost the connection and do not know the
/// result. A client notices after a minute that its connection is dead and then tries for two
/// minutes to reconnect, and the new connection may break, too.
pub(in crate::server) const LAST_CALL: Duration = Duration::from_secs(300);

impl<P: Peer> Table<P> {
    /// Advances the time: removes players who are not ready in time, answers unanswered
    /// attacks, ends stalled turns, and closes the connections some time after the game. To
    /// be called every second or so.
    pub fn tick(&mut self, now: Duration) {
        if self.is_attended() {
            self.attended = now;
        }
        self.watch_journal(now);
        if self.is_waiting() {
            if let Some(clock) = &mut self.clock {
                clock.run(false, now);
            }
            return;
        }
        if !self.has_begun() {
            self.clear_seats(now);
            self.forget_rules();
            return;
        }
        let limits = self.limits;
        if self.is_over() {
            if now.saturating_sub(self.moved) >= limits.farewell {
                self.send_home("the game is over");
            }
            return;
        }
        self.send_lost_away(now);
        self.hold_limits(now);
        let Some(actor) = self.game.to_act() else {
            return;
        };
        if self.game.standing(actor) != Standing::Plays || self.held == Some(actor) {
            // The game waits until this player acts or somebody comes back.
            return;
        }
        let answers = self.game.turn() != Some(actor);
        let waited = now.saturating_sub(self.moved);
        if answers && waited >= limits.defence {
            self.happen(now, |game, dice, outbox| game.answer(dice, outbox));
            return;
        }
        if !answers && waited >= limits.action {
            self.send_away(actor, Absence::TooSlow, now);
        } else if self.clock.as_ref().is_some_and(|clock| clock.is_over(now)) {
            // A player who did nothing for so long would make the others wait in every turn.
            let turn = limits.clock.map(|clock| clock.turn);
            if turn.is_some_and(|turn| waited >= turn) {
                self.send_away(actor, Absence::TooSlow, now);
            } else {
                self.end_late_turn(now);
            }
        }
    }

    /// Lets the limits of the only person among computer players stand: sent away, this person
    /// would find that the computers have ended the game in a second. When another person
    /// plays again, the limits count from then.
    pub(super) fn hold_limits(&mut self, now: Duration) {
        if !self.is_running() {
            return;
        }
        let lone = self.lone_person();
        if let Some(player) = lone
            && let Some(seat) = &mut self.seats[player.index()]
        {
            seat.lost = now;
        }
        let held = lone.filter(|_| lone == self.game.to_act());
        let before = std::mem::replace(&mut self.held, held);
        if let Some(player) = held {
            self.moved = now;
            if let Some(clock) = &mut self.clock {
                clock.begin_again();
            }
            if std::mem::take(&mut self.timed) {
                // The clock that was told does not count any more.
                let (seconds, bank) = (u32::MAX, 0);
                self.send_extended(&Clock {
                    player,
                    seconds,
                    bank,
                });
            }
        } else if before.is_some() && before == self.acting {
            self.restart_wait(now);
            self.tell_clock(now);
        }
    }

    /// Sends the time of the player on turn, if it is limited.
    fn tell_clock(&mut self, now: Duration) {
        let line = self.clock_line(now);
        self.timed = line.is_some();
        if let Some(line) = line {
            self.send_extended(&line);
        }
    }

    /// Marks players as absent who lost the connection and have not returned in time, whether
    /// or not it is their turn.
    fn send_lost_away(&mut self, now: Duration) {
        for player in Player::first(self.seats.len()) {
            if self.lone_person() == Some(player) {
                continue;
            }
            let lost = self.seat(player).filter(|seat| seat.link.is_none());
            let gone = lost.is_some_and(|seat| now.saturating_sub(seat.lost) >= self.limits.grace);
            if gone && self.game.standing(player) == Standing::Plays {
                self.send_away(player, Absence::Left, now);
            }
        }
    }

    /// Ends the turn of a player whose turn time and bank are used up, as the rules allow,
    /// and tells the player why.
    fn end_late_turn(&mut self, now: Duration) {
        let late = self.game.turn();
        if let Some(link) = late.and_then(|player| self.seat(player)?.link.as_ref())
            && link.extended
        {
            let why = Error::new(ErrorCode::OutOfPlace, ErrorCode::TIME_UP);
            link.peer.send(&line(&why));
        }
        self.happen(now, |game, dice, outbox| game.end_turn(dice, outbox));
    }

    /// Updates the clocks after an action: `began` is the player whose turn began, if one
    /// did, `actor` the player who acted. Sends the time of the player on turn.
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
        if let (Some(clock), Some(player)) = (&mut self.clock, began) {
            clock.begin(player, now);
        }
        self.run_clock(now);
        if began.is_some() {
            self.tell_clock(now);
        }
    }

    /// Lets the clock run while the player on turn is to act.
    fn run_clock(&mut self, now: Duration) {
        let runs = self.acting.is_some() && self.acting == self.game.turn();
        if let Some(clock) = &mut self.clock {
            clock.run(runs, now);
        }
    }

    pub(super) fn restart_wait(&mut self, now: Duration) {
        self.moved = now;
        self.run_clock(now);
    }

    /// Restarts the clocks of a resumed game; nobody has lost time.
    pub(super) fn restart_clocks(&mut self, now: Duration) {
        self.acting = self.game.to_act();
        if let (Some(clock), Some(player)) = (&mut self.clock, self.game.turn()) {
            clock.begin(player, now);
        }
        self.restart_wait(now);
        // Whoever asks for the state is told one until computer players are back.
        self.timed = true;
    }

    /// The `CLOCK` line of the current turn, unless nobody waits for its player.
    pub(super) fn clock_line(&self, now: Duration) -> Option<Clock> {
        let (player, turn, bank) = self.clock.as_ref()?.left(now)?;
        if self.lone_person() == Some(player) {
            return None;
        }
        let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        let (seconds, bank) = (seconds(turn), seconds(bank));
        Some(Clock {
            player,
            seconds,
            bank,
        })
    }

    /// Whether somebody is connected for whom the table is kept: during a game a player, but
    /// only a person while computer players wait for one; otherwise anybody.
    fn is_attended(&self) -> bool {
        if self.is_running() && self.held.is_some() {
            let mut seats = self.seats.iter().flatten();
            return seats.any(|seat| seat.link.is_some() && !seat.computer);
        }
        self.players_there().next().is_some() || (!self.is_running() && !self.spectators.is_empty())
    }

    /// Whether a game is running.
    fn is_running(&self) -> bool {
        self.has_begun() && !self.is_over()
    }

    /// Whether a player can come back to a running game.
    fn is_waited_for(&self) -> bool {
        let comes_back = |(player, seat): (Player, &Seat<P>)| {
            let returns = seat.secret.is_some() && !seat.resigned;
            returns && self.game.standing(player) != Standing::Out
        };
        self.is_running() && self.seated().any(comes_back)
    }

    /// Whether a table whose game has begun has been empty long enough to give up its name.
    pub(in crate::server) fn makes_room(&self, now: Duration) -> bool {
        self.has_begun() && !self.is_attended() && now.saturating_sub(self.attended) >= LINGER
    }

    /// Closes the table and deletes its journal if it has been empty so long that nobody is
    /// expected back. Returns whether it is closed.
    pub(in crate::server) fn close_if_deserted(&mut self, now: Duration) -> bool {
        let limits = self.limits;
        let patience = if self.is_waited_for() {
            limits.deserted
        } else if self.is_over() && self.seats.iter().flatten().any(|s| s.secret.is_some()) {
            limits.grace.max(LAST_CALL)
        } else if !self.has_begun() && self.seats.iter().any(Option::is_some) {
            // The seat of a player who lost the connection is kept.
            limits.grace.max(LINGER)
        } else {
            LINGER
        };
        if !self.closed && !self.is_attended() && now.saturating_sub(self.attended) >= patience {
            if !self.is_over() {
                self.report(format_args!("closed: nobody has come back"));
            }
            self.close();
        }
        self.closed
    }

    /// Whether the game is over and nobody is here any more.
    pub(in crate::server) fn is_left(&self) -> bool {
        self.is_over() && !self.is_attended()
    }

    /// Closes the table and deletes its journal.
    pub(in crate::server) fn close(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.discard();
        }
        self.shut("all players have left this game");
    }

    /// Closes a table that has panicked. Its journal stays, to find out why.
    pub(in crate::server) fn break_down(&mut self) {
        self.report(format_args!(
            "closed: a fault of the server has ended this game; please report it"
        ));
        self.journal = None;
        self.shut("a fault of the server has ended this game");
    }

    fn shut(&mut self, why: &str) {
        self.closed = true;
        self.make_journal = None;
        self.send_home(why);
    }

    /// Whether the table is closed.
    pub(in crate::server) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Closes the remaining connections after the game. A client of version 0.2 has no other
    /// way to learn that it is over.
    fn send_home(&mut self, why: &str) {
        let bye = Error::new(ErrorCode::Closing, why);
        self.send_extended(&bye);
        for peer in self.peers() {
            peer.close();
        }
    }

    /// Before the game: frees the seats of players who are not ready in time, or who lost the
    /// connection and have not returned.
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

    /// Announces that a player has lost the seat, which is free already, and closes the
    /// connection.
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
