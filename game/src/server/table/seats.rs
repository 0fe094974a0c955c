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
        let seat = self.free_seat(name);
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
            // Who sat here has lost the connection.
            self.tell_left(player, chair.name);
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
            name,
            secret,
            link: Some(link),
            ready: false,
            since: now,
        });
        Ok(player)
    }

    fn free_seat(&self, name: &Text) -> Result<(Player, Name), LoginError> {
        let name: Name = name.as_str().parse().map_err(|_| LoginError::BadName)?;
        let same = |other: &Name| other.as_str().eq_ignore_ascii_case(name.as_str());
        let named = |chair: &Option<Chair<P>>| chair.as_ref().is_some_and(|c| same(&c.name));
        let kept = |chair: &Option<Chair<P>>| chair.as_ref().is_some_and(|c| c.link.is_none());
        let chairs = &self.chairs;
        let begun = self.game.is_some();
        let own = chairs.iter().position(named);
        if own.is_some_and(|at| begun || !kept(&chairs[at]))
            || name.as_str().eq_ignore_ascii_case(NEUTRAL)
        {
            return Err(LoginError::NameInUse);
        }
        // Before the game a seat that is kept for a lost connection goes to
        // who comes under its name, or when there is no other.
        let free = own.or_else(|| chairs.iter().position(Option::is_none));
        let free = free.or_else(|| chairs.iter().position(kept));
        match free.and_then(|seat| Player::new(seat as u8)) {
            Some(player) if !begun => Ok((player, name)),
            _ => Err(LoginError::TooManyPlayers),
        }
    }

    /// Before the game a seat is free again.
    fn tell_left(&self, player: Player, name: Name) {
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
        if let Some(promise) = &self.promise {
            link.peer.hold(promise);
        }
        if link.extended {
            let map = command::Map {
                id: Text::new(self.map.id()),
                areas: self.map.len() as u32,
                digest: self.digest,
            };
            send(link, &map.into());
        }
        for (player, chair) in Player::first(self.chairs.len()).zip(&self.chairs) {
            if let Some(chair) = chair.as_ref().filter(|_| newcomer != Some(player)) {
                let name = chair.name.clone();
                send(link, &RegisteredPlayer { player, name }.into());
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
    pub fn spectate(&mut self, link: Link<P>) {
        self.introduce(&link, None);
        if self.game.is_some() {
            // Only a game that has not begun is refused.
            let _ = self.tell_state(&link.peer, None);
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
        chair.since = now;
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
        if self.status(player) != Some(Status::Absent) {
            return;
        }
        if let Some(game) = &mut self.game {
            let mut events = Vec::new();
            game.come_back(player, &mut self.dice, &mut events);
            self.publish(&events, None, LogoutReason::Left, now);
        }
    }

    /// The neutral force joins, told like a player.
    pub(super) fn seat_neutral(&mut self, now: Duration) {
        let seat = Player::new(self.chairs.len() as u8);
        if let (Some(player), Ok(name)) = (seat, NEUTRAL.parse::<Name>()) {
            self.chairs.push(Some(Chair {
                name: name.clone(),
                secret: None,
                link: None,
                ready: true,
                since: now,
            }));
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

fn send<P: Peer>(link: &Link<P>, reply: &Reply) {
    link.peer.send(&reply.to_string());
}
