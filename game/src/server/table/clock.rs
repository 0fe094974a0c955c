//! What time does to a table.

use std::time::Duration;

use super::super::Peer;
use super::{Chair, Table};
use crate::protocol::command::{Error, ErrorCode, Logout, LogoutReason};
use crate::rules::{Player, Status};

impl<P: Peer> Table<P> {
    /// Lets time pass: who is not ready in time gives up the seat, an attack
    /// that nobody answers is answered, a turn that stands still ends, and some
    /// time after the game everybody is sent home. To be called every second or
    /// so.
    pub fn tick(&mut self, now: Duration) {
        let limits = self.options.limits;
        let Some(game) = &mut self.game else {
            self.clear_seats(now);
            return;
        };
        if game.winner().is_some() {
            if now.saturating_sub(self.moved) >= limits.farewell {
                self.send_home();
            }
            return;
        }
        let Some(actor) = game.to_act() else { return };
        if game.seat(actor).status != Status::Active {
            // The game stands still until somebody is back.
            return;
        }
        let battle = game.battle().is_some();
        let waited = now.saturating_sub(self.moved);
        if battle && waited >= limits.defence {
            let mut events = Vec::new();
            game.defend_silent(&mut self.dice, &mut events);
            self.publish(&events, None, LogoutReason::Left, now);
            return;
        }
        let lost = self.chair(actor).filter(|chair| chair.link.is_none());
        let gone = lost.is_some_and(|chair| now.saturating_sub(chair.since) >= limits.grace);
        if gone && waited >= limits.grace {
            self.send_away(actor, LogoutReason::Left, now);
        } else if !battle && waited >= limits.turn {
            self.send_away(actor, LogoutReason::Kicked, now);
        }
    }

    /// The game is over: closes what connections are left. A client of version
    /// 0.2 has no other way to learn that there will be no more.
    fn send_home(&mut self) {
        let bye = Error::new(ErrorCode::Closing, "the game is over");
        self.tell_extended(&bye.into());
        for peer in self.peers() {
            peer.close();
        }
    }

    /// Before the game: who is not ready in time gives up the seat, and so
    /// does who has lost the connection and does not come back.
    fn clear_seats(&mut self, now: Duration) {
        let limits = self.options.limits;
        let late = |chair: &mut Chair<P>| {
            let waited = now.saturating_sub(chair.since);
            let lost = chair.link.is_none() && waited >= limits.grace;
            lost || (!chair.ready && waited >= limits.registration)
        };
        for player in Player::first(self.chairs.len()) {
            let Some(chair) = self.chairs[player.index()].take_if(late) else {
                continue;
            };
            let reason = LogoutReason::Kicked;
            let reply = Logout { player, reason }.into();
            self.tell_all(&reply);
            if let Some(link) = chair.link {
                link.peer.send(&reply.to_string());
                link.peer.close();
            }
        }
    }
}
