//! Sitting down, leaving, coming back, watching.

use std::time::Duration;

use super::super::{Link, News, Peer, Seated};
use super::{Chair, Refusal, Table};
use crate::protocol::command::{
    self, ErrorCode, LoginAck, LoginError, Logout, LogoutReason, PlayerToken, RegisteredPlayer,
};
use crate::protocol::{Name, Reply, Secret, Text};
use crate::rules::{Player, Status};

/// The neutral force's name.
const NEUTRAL: &str = "Neutral";

impl<P: Peer> Table<P> {
    /// A client sits down; it and the others are told.
    ///
    /// # Errors
    /// Why not; the client is told that, too.
    pub fn login(
        &mut self,
        link: Link<P>,
        name: &Text,
        now: Duration,
    ) -> Result<Player, LoginError> {
        let seat = self.free_seat(name, now);
        let answer = seat.as_ref().map(|seat| seat.0).map_err(|why| *why);
        send(&link, &LoginAck(answer).into());
        let from = link.peer.origin();
        if let Err(why) = seat {
            self.report(|| News::NotSeated {
                name: name.clone(),
                why,
                from,
            });
        }
        let (player, name) = seat?;
        if let Some(chair) = self.chairs[player.index()].take() {
            self.see_off(player, chair, "was not ready while another waited");
        }
        self.report(|| News::SatDown {
            who: Seated {
                player,
                name: name.clone(),
            },
            extended: link.extended,
            from,
        });
        let secret = link.extended.then(|| Secret(rand::random()));
        if let Some(secret) = secret {
            send(&link, &PlayerToken { player, secret }.into());
        }
        self.introduce(&link, Some(player));
        let reply = RegisteredPlayer {
            player,
            name: name.clone(),
        };
        self.tell_all(&reply.into());
        self.chairs[player.index()] = Some(Chair {
            secret,
            link: Some(link),
            ..Chair::new(name, now)
        });
        if self.host == Some(player) {
            // Who opened the table has left, and another sits there.
            self.host = None;
        }
        Ok(player)
    }

    /// The seat for who comes under a name.
    ///
    /// A seat that is kept for a lost connection is given to nobody: only its
    /// token takes it again. A player who has not said `READY` for a while gives
    /// way, the one who has sat there longest first.
    fn free_seat(&self, name: &Text, now: Duration) -> Result<(Player, Name), LoginError> {
        let name: Name = name.as_str().parse().map_err(|_| LoginError::BadName)?;
        let same = |other: &Name| other.as_str().eq_ignore_ascii_case(name.as_str());
        let mut named = self.chairs.iter().flatten().map(|chair| &chair.name);
        if named.any(same) || self.unwanted.iter().any(same) || same(&neutral_name()) {
            return Err(LoginError::NameInUse);
        }
        if self.game.is_some() {
            return Err(LoginError::TooManyPlayers);
        }
        let slow = |chair: &Chair<P>| {
            let waited = now.saturating_sub(chair.sat_down);
            !chair.ready && chair.link.is_some() && waited >= self.options.limits.ready
        };
        let seats = || Player::first(self.chairs.len()).zip(&self.chairs);
        let free = seats().find(|(_, chair)| chair.is_none());
        let free = free.or_else(|| {
            let slow = seats().filter(|(_, chair)| chair.as_ref().is_some_and(slow));
            slow.min_by_key(|(_, chair)| chair.as_ref().map(|chair| chair.sat_down))
        });
        let (player, _) = free.ok_or(LoginError::TooManyPlayers)?;
        Ok((player, name))
    }

    /// Before the game a seat is free again.
    pub(super) fn tell_left(&self, player: Player, name: Name) {
        let reason = LogoutReason::Left;
        self.tell_all(&Logout { player, reason }.into());
        self.report(|| News::GaveUp {
            who: Seated { player, name },
            why: "has left",
        });
    }

    /// Tells a newcomer the map and who else is here; of what is not safe yet
    /// it hears as late as the others.
    fn introduce(&self, link: &Link<P>, newcomer: Option<Player>) {
        if let Some(ticket) = &self.ticket {
            link.peer.hold(ticket);
        }
        if link.extended {
            let map = command::Map {
                id: Text::new(self.map.id()),
                areas: self.map.len() as u32,
                digest: self.digest,
            };
            send(link, &map.into());
        }
        let others = || {
            let chairs = Player::first(self.chairs.len()).zip(&self.chairs);
            chairs.filter_map(|(player, chair)| Some((player, chair.as_ref()?)))
        };
        for (player, chair) in others().filter(|(player, _)| newcomer != Some(*player)) {
            let name = chair.name.clone();
            send(link, &RegisteredPlayer { player, name }.into());
        }
        if link.extended && self.game.is_none() {
            let variants = self.options.variants;
            for rule in [
                command::RuleChoice::Areas(variants.areas),
                command::RuleChoice::Sets(variants.sets),
            ] {
                send(link, &command::ApplyRule(rule).into());
            }
            for (player, _) in others().filter(|(_, chair)| chair.ready) {
                send(link, &command::Ready { player }.into());
            }
        }
    }

    /// Whether this token is of a player at this table.
    pub fn knows(&self, player: Player, secret: Secret) -> bool {
        let own = self.chair(player).and_then(|chair| chair.secret);
        !self.closed && own.is_some_and(|own| own.matches(secret))
    }

    /// A player takes the seat again; its old connection, if any, is closed.
    ///
    /// # Errors
    /// If the token is not the player's.
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
        send(&link, &LoginAck(Ok(player)).into());
        self.introduce(&link, Some(player));
        self.report(|| News::CameBack {
            who: self.seated(player),
            from: link.peer.origin(),
        });
        if let Some(Some(chair)) = self.chairs.get_mut(player.index())
            && let Some(old) = chair.link.replace(link)
        {
            if old.extended {
                let text = "the seat was taken again from another connection";
                let bye = command::Error::new(ErrorCode::Closing, text);
                send(&old, &bye.into());
            }
            old.peer.close();
        }
        self.welcome_back(player, now);
        Ok(())
    }

    /// How many watch.
    pub fn spectators(&self) -> usize {
        self.spectators.len()
    }

    /// Somebody watches; the state of a running game is told at once.
    pub fn spectate(&mut self, link: Link<P>, now: Duration) {
        self.introduce(&link, None);
        if self.game.is_some() {
            // Only a game that has not begun is refused.
            let _ = self.tell_state(&link.peer, None, now);
        }
        self.spectators.push(link);
    }

    /// A connection is gone. A player of version 0.3 has some time to come
    /// back. One of version 0.2 cannot: before the start its seat is free
    /// again, in a game it is absent at once.
    pub fn disconnect(&mut self, peer: &P, now: Duration) {
        let watching = self.spectators.len();
        self.spectators.retain(|link| !link.peer.same(peer));
        if self.spectators.len() < watching {
            if self.game.is_none() {
                self.attended = now;
            }
            return;
        }
        let of_peer = |chair: &Option<Chair<P>>| {
            let link = chair.as_ref().and_then(|chair| chair.link.as_ref());
            link.is_some_and(|link| link.peer.same(peer))
        };
        let seat = self.chairs.iter().position(of_peer);
        let Some(player) = seat.and_then(|seat| Player::new(seat as u8)) else {
            return;
        };
        let Some(chair) = &mut self.chairs[player.index()] else {
            return;
        };
        chair.link = None;
        chair.lost = now;
        // An empty table stays for a while from now on.
        self.attended = now;
        if chair.secret.is_some() {
            if !self.is_over() {
                self.report(|| News::Lost {
                    who: self.seated(player),
                });
            }
            return;
        }
        if self.game.is_some() {
            self.send_away(player, LogoutReason::Left, now);
        } else {
            let name = chair.name.clone();
            self.chairs[player.index()] = None;
            self.tell_left(player, name);
        }
    }

    /// A player is absent from now on.
    pub(super) fn send_away(&mut self, player: Player, reason: LogoutReason, now: Duration) {
        if let Some(game) = &mut self.game {
            let mut events = Vec::new();
            game.leave(player, &mut self.dice, &mut events);
            self.publish(&events, None, reason, now);
        }
    }

    /// An absent player is heard again.
    pub(super) fn welcome_back(&mut self, player: Player, now: Duration) {
        let resigned = self.chair(player).is_some_and(|chair| chair.resigned);
        if resigned || self.is_over() || self.status(player) != Some(Status::Absent) {
            return;
        }
        if let Some(game) = &mut self.game {
            let mut events = Vec::new();
            game.come_back(player, &mut self.dice, &mut events);
            self.publish(&events, None, LogoutReason::Left, now);
            if self.acting == Some(player) {
                self.moved = now;
            }
        }
    }

    /// The neutral force joins, told like a player.
    pub(super) fn seat_neutral(&mut self, now: Duration) {
        if let Some(player) = Player::new(self.chairs.len() as u8) {
            let name = neutral_name();
            self.chairs.push(Some(Chair::new(name.clone(), now)));
            let reply = RegisteredPlayer { player, name }.into();
            self.note(&reply, now);
            self.tell_all(&reply);
        }
    }

    /// A player's name.
    pub(super) fn name(&self, player: Player) -> Name {
        let name = self.chair(player).map(|chair| chair.name.clone());
        name.unwrap_or_else(Name::nobody)
    }
}

/// The neutral force's name, which nobody else may have.
fn neutral_name() -> Name {
    NEUTRAL.parse().unwrap_or_else(|_| Name::nobody())
}

fn send<P: Peer>(link: &Link<P>, reply: &Reply) {
    link.peer.send(&reply.to_string());
}
