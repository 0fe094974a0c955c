//! What time does to a table.

use std::time::Duration;

use super::super::Peer;
use super::{Chair, Table};
use crate::protocol::command::{Logout, LogoutReason};
use crate::rules::{Player, Status};

impl<P: Peer> Table<P> {
    /// Lets time pass: who is not ready in time gives up the seat, an attack
    /// that nobody answers is answered, a turn that stands still ends. To be
    /// called every second or so.
    pub fn tick(&mut self, now: Duration) {
        let limits = self.options.limits;
        let Some(game) = &mut self.game else {
            self.clear_seats(now);
            return;
        };
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

    /// Before the game: who is not ready in time gives up the seat.
    fn clear_seats(&mut self, now: Duration) {
        let limit = self.options.limits.registration;
        let late = |chair: &mut Chair<P>| !chair.ready && now.saturating_sub(chair.since) >= limit;
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
