//! Taking a seat, leaving, coming back, watching.

use std::time::Duration;

use super::super::report::FromOrigin;
use super::super::{Link, Peer};
use super::{Refusal, Seat, Table};
use crate::play::{Player, Standing};
use crate::protocol::command::{
    self, Command, ErrorCode, LoginAck, LoginError, Logout, LogoutReason, PlayerToken,
    RegisteredPlayer,
};
use crate::protocol::{Name, Secret, ServerMessage, Text, line};

/// Why the turns of a player are skipped from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Absence {
    /// Left, or lost the connection and did not come back in time.
    Left,
    /// Used up the time.
    TooSlow,
    /// Sent away by the host.
    Removed,
}

impl<P: Peer> Table<P> {
    /// Gives a client a seat and announces it.
    ///
    /// # Errors
    /// Why the login fails; the client is told, too.
    pub fn login(
        &mut self,
        link: Link<P>,
        name: &Text,
        now: Duration,
    ) -> Result<Player, LoginError> {
        self.forget_rules();
        if link.extended && self.is_unwanted(name.as_str()) {
            let text = "the host has removed a player of this name from the table";
            send(&link, &command::Error::new(ErrorCode::OutOfPlace, text));
        }
        let seat = self.free_seat(name, now);
        let answer = seat.as_ref().map(|seat| seat.0).map_err(|why| *why);
        send(&link, &LoginAck { seat: answer });
        let from = link.peer.origin();
        if let Err(why) = seat {
            let (name, from) = (name.as_str(), FromOrigin(from));
            self.report(format_args!("{name} cannot join{from}: {why}"));
        }
        let (player, name) = seat?;
        if let Some(seat) = self.seats[player.index()].take() {
            self.see_off(player, seat, "was not ready while another waited");
        }
        let version = if link.extended { "0.3" } else { "0.2" };
        self.report(format_args!(
            "{name} (player {player}) joins{}, version {version}",
            FromOrigin(from)
        ));
        let secret = link.extended.then(|| Secret(rand::random()));
        if let Some(secret) = secret {
            send(&link, &PlayerToken { player, secret });
        }
        self.introduce(&link, Some(player), now);
        let reply = RegisteredPlayer {
            player,
            name: name.clone(),
        };
        self.send_all(&reply);
        self.missed[player.index()] = false;
        self.seats[player.index()] = Some(Seat {
            secret,
            computer: link.computer,
            link: Some(link),
            ..Seat::new(name, now)
        });
        if self.host == Some(player) {
            // The host has left, and somebody else has the seat.
            self.host = None;
        }
        Ok(player)
    }

    /// Finds a seat for a newcomer.
    ///
    /// A seat kept for a lost connection can only be taken with its token. A player who has
    /// not been ready for a while loses the seat to a newcomer, the one seated longest first.
    fn free_seat(&self, name: &Text, now: Duration) -> Result<(Player, Name), LoginError> {
        let name: Name = name.as_str().parse().map_err(|_| LoginError::BadName)?;
        let same = |other: &Name| other.as_str().eq_ignore_ascii_case(name.as_str());
        let mut named = self.seats.iter().flatten().map(|seat| &seat.name);
        let mut reserved = self.game.reserved_names().iter();
        if named.any(same)
            || self.is_unwanted(name.as_str())
            || reserved.any(|other| other.eq_ignore_ascii_case(name.as_str()))
        {
            return Err(LoginError::NameInUse);
        }
        if self.has_begun() {
            return Err(LoginError::TooManyPlayers);
        }
        let slow = |seat: &Seat<P>| {
            let waited = now.saturating_sub(seat.sat_down);
            !seat.ready && seat.link.is_some() && waited >= self.limits.ready
        };
        let free = Player::first(self.seats.len()).find(|player| self.seat(*player).is_none());
        let free = free.or_else(|| {
            let slow = self.seated().filter(|(_, seat)| slow(seat));
            Some(slow.min_by_key(|(_, seat)| seat.sat_down)?.0)
        });
        Ok((free.ok_or(LoginError::TooManyPlayers)?, name))
    }

    /// Whether the host has removed a player of this name.
    fn is_unwanted(&self, name: &str) -> bool {
        let mut unwanted = self.unwanted.iter();
        unwanted.any(|other| other.as_str().eq_ignore_ascii_case(name))
    }

    /// Gives a table that all players have left before the game its first rules again.
    pub(super) fn forget_rules(&mut self) {
        if self.has_begun() || self.seats.iter().any(Option::is_some) {
            return;
        }
        if let Some(unchanged) = self.unchanged.take() {
            self.game = unchanged;
            let mut rules = Vec::new();
            self.game.introduce(&mut |line| {
                if let Ok(ServerMessage::ApplyRule(rule)) = ServerMessage::parse(line) {
                    rules.push(rule);
                }
            });
            for rule in rules {
                self.send_extended(&rule);
            }
        }
    }

    /// Announces before the game that a seat is free again.
    pub(super) fn tell_left(&self, player: Player, name: &Name) {
        let reason = LogoutReason::Left;
        self.send_all(&Logout { player, reason });
        self.report(format_args!(
            "{name} (player {player}) has left: the seat is free"
        ));
    }

    /// Tells a newcomer about the game and the other players. Events not yet on the disk are
    /// held back from it, too.
    fn introduce(&self, link: &Link<P>, newcomer: Option<Player>, now: Duration) {
        if let Some(ticket) = &self.ticket {
            link.peer.hold(ticket);
        }
        if link.extended {
            self.game.introduce(&mut |line| link.peer.send(line));
        }
        let others = self.seated();
        for (player, seat) in others.filter(|(player, _)| newcomer != Some(*player)) {
            let name = seat.name.clone();
            send(link, &RegisteredPlayer { player, name });
            if link.told_of_losses && self.is_missed(player) {
                send(link, &self.lost(player, now));
            }
        }
        if link.extended && !self.has_begun() {
            for (player, _) in self.seated().filter(|(_, seat)| seat.ready) {
                send(link, &command::Ready { player });
            }
        }
    }

    /// Whether the token belongs to a player at this table.
    pub fn knows(&self, player: Player, secret: Secret) -> bool {
        let own = self.seat(player).and_then(|seat| seat.secret);
        !self.closed && own.is_some_and(|own| own.matches(secret))
    }

    /// Gives a player the seat again; its old connection, if any, is closed.
    ///
    /// # Errors
    /// If the token is wrong.
    pub fn resume(
        &mut self,
        link: Link<P>,
        player: Player,
        secret: Secret,
        now: Duration,
    ) -> Result<(), Refusal> {
        if !self.knows(player, secret) {
            return Err(Refusal::bad_token());
        }
        // Before the state is sent, which has the clock if it counts.
        self.hold_limits(now);
        send(&link, &LoginAck { seat: Ok(player) });
        self.introduce(&link, Some(player), now);
        let (who, from) = (self.who(player), FromOrigin(link.peer.origin()));
        self.report(format_args!("{who} is back{from}"));
        if self.is_missed(player) {
            // To the others: the seat has no connection yet.
            self.send_to_newest(&command::Back { player });
        }
        self.missed[player.index()] = false;
        if let Some(seat) = self.seat_mut(player) {
            seat.computer = link.computer;
            if let Some(old) = seat.link.replace(link) {
                if old.extended {
                    let text = ErrorCode::TAKEN_AGAIN;
                    let bye = command::Error::new(ErrorCode::Closing, text);
                    send(&old, &bye);
                }
                old.peer.close();
            }
        }
        self.welcome_back(player, now);
        self.hold_limits(now);
        Ok(())
    }

    /// The number of spectators.
    pub fn spectators(&self) -> usize {
        self.spectators.len()
    }

    /// Adds a spectator; the state of a running game is sent at once.
    pub fn spectate(&mut self, link: Link<P>, now: Duration) {
        self.introduce(&link, None, now);
        if self.has_begun() {
            // This only fails before the game.
            let _ = self.send_state(&link.peer, None, now);
        }
        self.spectators.push(link);
    }

    /// Handles a lost connection. A player of version 0.3 has some time to come back. One of
    /// version 0.2 cannot come back: before the game its seat is freed, during a game it is
    /// absent at once.
    pub fn disconnect(&mut self, peer: &P, now: Duration) {
        let watching = self.spectators.len();
        self.spectators.retain(|link| !link.peer.same(peer));
        if self.spectators.len() < watching {
            if !self.has_begun() {
                self.attended = now;
            }
            return;
        }
        let mut players = Player::first(self.seats.len());
        let Some(player) = players.find(|player| self.is_linked(*player, peer)) else {
            return;
        };
        // An empty table is kept for a while from now on.
        self.attended = now;
        let Some(seat) = self.seat_mut(player) else {
            return;
        };
        seat.link = None;
        seat.lost = now;
        let (name, comes_back) = (seat.name.clone(), seat.secret.is_some());
        if comes_back {
            if !self.is_over() {
                self.report(format_args!("{} has lost the connection", self.who(player)));
                self.tell_lost(player, now);
            }
            return;
        }
        if self.has_begun() {
            self.send_away(player, Absence::Left, now);
        } else {
            self.seats[player.index()] = None;
            self.tell_left(player, &name);
        }
    }

    /// Tells the others that a player has lost the connection, who is expected back.
    pub(super) fn tell_lost(&mut self, player: Player, now: Duration) {
        if !self.has_begun() || self.game.standing(player) == Standing::Plays {
            self.missed[player.index()] = true;
            self.send_to_newest(&self.lost(player, now));
        }
    }

    /// Whether others were told that the player has lost the connection, and nothing since.
    fn is_missed(&self, player: Player) -> bool {
        let expected = !self.has_begun() || self.game.standing(player) == Standing::Plays;
        self.missed[player.index()] && expected
    }

    fn lost(&self, player: Player, now: Duration) -> command::Lost {
        let seconds = if self.has_begun() && self.lone_person() == Some(player) {
            0
        } else {
            let since = self.seat(player).map_or(now, |seat| seat.lost);
            let left = self.limits.grace.saturating_sub(now.saturating_sub(since));
            // A table that always waits does so, too.
            u32::try_from(left.as_secs()).unwrap_or(0)
        };
        command::Lost { player, seconds }
    }

    /// A player leaves for now: the connection is closed, and during a game the turns are
    /// skipped at once. Before the game this frees the seat.
    pub(super) fn leave(&mut self, player: Player, now: Duration) {
        let Some(seat) = self.seat_mut(player) else {
            return;
        };
        let name = seat.name.clone();
        seat.lost = now;
        if let Some(link) = seat.link.take() {
            link.peer.close();
        }
        self.attended = now;
        if !self.has_begun() {
            self.seats[player.index()] = None;
            self.tell_left(player, &name);
        } else if self.limits.grace < Duration::MAX && self.lone_person() != Some(player) {
            self.send_away(player, Absence::Left, now);
        }
    }

    pub(super) fn send_away(&mut self, player: Player, why: Absence, now: Duration) {
        self.with_outbox(|table, outbox| {
            if !table.game.leave(player, &mut table.dice, outbox) {
                return;
            }
            let (reason, why) = match why {
                Absence::Left => (LogoutReason::Left, "has left"),
                Absence::TooSlow => (LogoutReason::Kicked, "took too long"),
                Absence::Removed => (LogoutReason::Kicked, "was removed by the host"),
            };
            let logout = Logout { player, reason };
            table.note(&logout, now);
            table.journal_and_hold(outbox, now);
            table.send_all(&logout);
            let who = table.who(player);
            table.report(format_args!("{who} {why}; the turns are skipped"));
            table.broadcast(outbox, None, now);
        });
    }

    /// Marks an absent player as back.
    pub(super) fn welcome_back(&mut self, player: Player, now: Duration) {
        let resigned = self.seat(player).is_some_and(|seat| seat.resigned);
        let absent = self.game.standing(player) == Standing::Absent;
        if resigned || !absent || !self.has_begun() || self.is_over() {
            return;
        }
        self.with_outbox(|table, outbox| {
            if !table.game.come_back(player, &mut table.dice, outbox) {
                return;
            }
            let name = table.name(player);
            let back = RegisteredPlayer { player, name };
            table.note(&back, now);
            table.journal_and_hold(outbox, now);
            table.send_all(&back);
            table.report(format_args!("{} plays again", table.who(player)));
            table.broadcast(outbox, None, now);
            if table.acting == Some(player) {
                table.moved = now;
            }
        });
    }

    /// The only person who still plays, if all others who do are computer players and there
    /// are some: nobody waits for this person.
    pub(super) fn lone_person(&self) -> Option<Player> {
        let (mut lone, mut computers) = (None, false);
        for (player, seat) in self.seated() {
            if self.game.standing(player) != Standing::Plays {
                continue;
            }
            if seat.computer {
                computers = true;
            } else if lone.replace(player).is_some() {
                return None;
            }
        }
        lone.filter(|_| computers)
    }

    pub(super) fn name(&self, player: Player) -> Name {
        let name = self.seat(player).map(|seat| seat.name.clone());
        name.unwrap_or_else(Name::nobody)
    }

    /// A player in a report: `Ann (player 0)`.
    pub(super) fn who(&self, player: Player) -> String {
        format!("{} (player {player})", self.name(player))
    }
}

fn send<P: Peer>(link: &Link<P>, command: &impl Command) {
    link.peer.send(&line(command));
}
