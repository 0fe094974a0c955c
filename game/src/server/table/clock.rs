//! What time does to a table.

use std::time::Duration;

use super::super::{News, Peer, Seated};
use super::{Chair, Table};
use crate::protocol::command::{Error, ErrorCode, Logout, LogoutReason};
use crate::rules::{Player, Status};

/// How long a table is kept that nobody will come back to, and how long it has
/// its name to itself.
const LINGER: Duration = Duration::from_secs(60);

impl<P: Peer> Table<P> {
    /// Lets time pass: who is not ready in time gives up the seat, an attack
    /// that nobody answers is answered, a turn that stands still ends, and some
    /// time after the game everybody is sent home. To be called every second or
    /// so.
    pub fn tick(&mut self, now: Duration) {
        if self.is_attended() {
            self.attended = now;
        }
        let limits = self.options.limits;
        let Some(game) = &mut self.game else {
            self.clear_seats(now);
            return;
        };
        if game.winner().is_some() {
            if now.saturating_sub(self.moved) >= limits.farewell {
                self.send_home("the game is over");
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

    /// Whether there is somebody for whose sake the table is kept: in a game a
    /// player, else whoever.
    fn is_attended(&self) -> bool {
        self.players_there().next().is_some() || (!self.is_running() && !self.spectators.is_empty())
    }

    /// Whether a game has begun and is not over.
    fn is_running(&self) -> bool {
        self.game.is_some() && !self.is_over()
    }

    /// Whether a player can come back to a game that goes on.
    fn is_waited_for(&self) -> bool {
        let comes_back = |player| {
            let chair = self.chair(player);
            chair.is_some_and(|chair| chair.secret.is_some())
                && self.status(player) != Some(Status::Defeated)
        };
        self.is_running() && Player::first(self.chairs.len()).any(comes_back)
    }

    /// Whether nobody has been here for so long that others may have the
    /// table's name.
    pub(in crate::server) fn makes_room(&self, now: Duration) -> bool {
        self.is_running() && !self.is_attended() && now.saturating_sub(self.attended) >= LINGER
    }

    /// Closes the table if nobody has been here for so long that nobody is
    /// expected any more; its journal goes with it. Whether it is closed.
    pub(in crate::server) fn close_if_deserted(&mut self, now: Duration) -> bool {
        let limits = self.options.limits;
        let patience = if self.is_waited_for() {
            limits.deserted
        } else if self.game.is_none() && self.chairs.iter().any(Option::is_some) {
            // A seat is kept for who has lost the connection.
            limits.grace.max(LINGER)
        } else {
            LINGER
        };
        if !self.closed && !self.is_attended() && now.saturating_sub(self.attended) >= patience {
            self.closed = true;
            if !self.is_over() {
                self.report(|| News::Abandoned);
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
            let (name, lost) = (chair.name, chair.link.is_none());
            self.report(|| News::GaveUp {
                who: Seated { player, name },
                why: if lost {
                    "has not come back"
                } else {
                    "was not ready in time"
                },
            });
            if let Some(link) = chair.link {
                link.peer.send(&reply.to_string());
                link.peer.close();
            }
        }
    }
}
