//! Resigning, muting, and players removed by the host.

use std::time::Duration;

use super::super::Peer;
use super::seats::Absence;
use super::{Refusal, Table, not_here, not_started};
use crate::play::{Outbox, Player, Standing};
use crate::protocol::command::{Error, ErrorCode, Mute, Resign, Unmute};
use crate::protocol::line;

/// How long the player to act must have been idle before the host may remove it.
const SILENT: Duration = Duration::from_secs(30);

/// The maximum number of names that the host has removed.
const MOST_UNWANTED: usize = 100;

impl<P: Peer> Table<P> {
    /// Makes a player the host, who may remove others.
    pub(in crate::server) fn set_host(&mut self, player: Player) {
        self.host = Some(player);
    }

    /// Whether a player has muted another.
    pub(super) fn has_muted(&self, player: Player, speaker: Player) -> bool {
        self.seat(player)
            .is_some_and(|seat| seat.muted[speaker.index()])
    }

    /// Mutes or unmutes another player; only the player is told.
    pub(super) fn mute(
        &mut self,
        player: Player,
        other: Player,
        mute: bool,
    ) -> Result<(), Refusal> {
        if self.seat(other).is_none() || player == other {
            return Err(not_here());
        }
        let Some(seat) = self.seat_mut(player) else {
            return Ok(());
        };
        seat.muted[other.index()] = mute;
        if let Some(link) = seat.link.as_ref().filter(|link| link.extended) {
            link.peer.send(&if mute {
                line(&Mute { player, other })
            } else {
                line(&Unmute { player, other })
            });
        }
        Ok(())
    }

    /// A player resigns: its pieces stay like those of an absent player, and it does not come
    /// back. If only one player is left, the game is over. Before the game this only frees
    /// the seat.
    pub(super) fn resign(&mut self, player: Player, now: Duration) -> Result<(), Refusal> {
        if !self.has_begun() {
            if let Some(seat) = self.seats[player.index()].take() {
                self.tell_left(player, &seat.name);
            }
            return Ok(());
        }
        self.is_playing(player)?;
        if let Some(seat) = self.seat_mut(player) {
            seat.resigned = true;
        }
        let resign = Resign { player };
        self.note(&resign, now);
        self.journal_and_hold(&Outbox::default(), now);
        self.send_extended(&resign);
        self.report(format_args!("{} resigns", self.who(player)));
        if self.is_over() {
            self.announce_end(now);
        } else {
            self.send_away(player, Absence::Left, now);
        }
        Ok(())
    }

    /// Checks that a player takes part in a running game.
    pub(super) fn is_playing(&self, player: Player) -> Result<(), Refusal> {
        if !self.has_begun() {
            Err(not_started())
        } else if self.seat(player).is_some_and(|seat| seat.resigned) {
            Err(Refusal::out_of_place("you have resigned"))
        } else if self.is_over() {
            Err(Refusal::out_of_place("the game is over"))
        } else {
            Ok(())
        }
    }

    /// The host removes a player: before the game from the table; during a game only a player
    /// who lost the connection or is idle, as if it had left.
    pub(super) fn kick(
        &mut self,
        from: Player,
        other: Player,
        now: Duration,
    ) -> Result<(), Refusal> {
        if self.host != Some(from) {
            let text = "only the host of the table may do that";
            return Err(Refusal::out_of_place(text));
        }
        if other == from || self.seat(other).is_none() {
            return Err(not_here());
        }
        if !self.has_begun() {
            if let Some(seat) = self.seats[other.index()].take() {
                self.unwanted.push(seat.name.clone());
                let surplus = self.unwanted.len().saturating_sub(MOST_UNWANTED);
                self.unwanted.drain(..surplus);
                if let Some(link) = seat.link.as_ref().filter(|link| link.extended) {
                    let why = format!("{} {}", self.name(from), ErrorCode::REMOVED);
                    link.peer.send(&line(&Error::new(ErrorCode::Closing, &why)));
                }
                self.see_off(other, seat, "was removed by the host");
            }
            return Ok(());
        }
        let lost = self.seat(other).is_some_and(|seat| seat.link.is_none());
        let silent = self.acting == Some(other) && now.saturating_sub(self.moved) >= SILENT;
        if self.game.standing(other) != Standing::Plays || !(lost || silent) {
            let text = "during a game only a player idle for half a minute can be removed";
            return Err(Refusal::out_of_place(text));
        }
        self.send_away(other, Absence::Removed, now);
        Ok(())
    }
}
