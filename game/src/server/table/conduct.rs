//! Players who give up, do not want to read each other, or are sent away by
//! the host: who opened the table.

use std::time::Duration;

use super::super::Peer;
use super::{Refusal, Table};
use crate::play::{Outbox, Player, Standing};
use crate::protocol::command::{ErrorCode, LogoutReason, Mute, Resign, Unmute};
use crate::protocol::line;

/// How long the player who is to act must have done nothing until the host may
/// send it away.
const SILENT: Duration = Duration::from_secs(30);

/// Names at most that the host wants no more of.
const MOST_UNWANTED: usize = 100;

impl<P: Peer> Table<P> {
    /// Makes a player the host: who may send others away.
    pub(in crate::server) fn set_host(&mut self, player: Player) {
        self.host = Some(player);
    }

    /// Whether a player does not want to read what another says.
    pub(super) fn has_muted(&self, player: Player, speaker: Player) -> bool {
        self.seat(player)
            .is_some_and(|seat| seat.muted[speaker.index()])
    }

    /// A player no longer wants to read another, or does again; only the
    /// player is told.
    pub(super) fn mute(
        &mut self,
        player: Player,
        other: Player,
        mute: bool,
    ) -> Result<(), Refusal> {
        if self.seat(other).is_none() || player == other {
            return Err(Refusal::new(
                ErrorCode::OutOfPlace,
                "that player is not here",
            ));
        }
        let Some(Some(seat)) = self.seats.get_mut(player.index()) else {
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

    /// A player gives up: its pieces stay as those of one who is absent, and it
    /// does not come back. If nobody is left to play against, the game is over.
    /// Before the game only the seat is given up.
    pub(super) fn resign(&mut self, player: Player, now: Duration) -> Result<(), Refusal> {
        if !self.has_begun() {
            if let Some(seat) = self.seats[player.index()].take() {
                self.tell_left(player, &seat.name);
            }
            return Ok(());
        }
        self.is_playing(player)?;
        if let Some(Some(seat)) = self.seats.get_mut(player.index()) {
            seat.resigned = true;
        }
        let resign = Resign { player };
        self.note(&resign, now);
        self.journal_and_hold(&Outbox::default(), now);
        self.send_extended(&resign);
        self.report(format_args!("{} gives up", self.who(player)));
        if self.is_over() {
            self.announce_end(now);
        } else {
            self.send_away(player, LogoutReason::Left, now);
        }
        Ok(())
    }

    /// Whether a player takes part in a game that goes on.
    pub(super) fn is_playing(&self, player: Player) -> Result<(), Refusal> {
        let refuse = |text| Err(Refusal::new(ErrorCode::OutOfPlace, text));
        if !self.has_begun() {
            return Err(super::not_started());
        }
        if self.seat(player).is_some_and(|seat| seat.resigned) {
            return refuse("you have given the game up");
        }
        if self.is_over() {
            return refuse("the game is over");
        }
        Ok(())
    }

    /// The host sends a player away: before the game from the table, in a game
    /// only who has lost the connection or does nothing, as if it had left.
    pub(super) fn kick(
        &mut self,
        from: Player,
        other: Player,
        now: Duration,
    ) -> Result<(), Refusal> {
        let refuse = |text| Err(Refusal::new(ErrorCode::OutOfPlace, text));
        if self.host != Some(from) {
            return refuse("only who opened the table may do that");
        }
        if other == from || self.seat(other).is_none() {
            return refuse("that player is not here");
        }
        if !self.has_begun() {
            if let Some(seat) = self.seats[other.index()].take() {
                self.unwanted.push(seat.name.clone());
                let surplus = self.unwanted.len().saturating_sub(MOST_UNWANTED);
                self.unwanted.drain(..surplus);
                self.see_off(other, seat, "was sent away by the host");
            }
            return Ok(());
        }
        let lost = self.seat(other).is_some_and(|seat| seat.link.is_none());
        let silent = self.acting == Some(other) && now.saturating_sub(self.moved) >= SILENT;
        if self.game.standing(other) != Standing::Plays || !(lost || silent) {
            return refuse("in a game only who does nothing for half a minute can be sent away");
        }
        self.send_away(other, LogoutReason::Kicked, now);
        Ok(())
    }
}
