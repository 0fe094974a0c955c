//! Players who give up, do not want to read each other, or are sent away by
//! the host: who opened the table.

use std::time::Duration;

use super::super::{News, Peer};
use super::{Refusal, Table};
use crate::protocol::Reply;
use crate::protocol::command::{ErrorCode, LogoutReason, Mute, Resign, Unmute};
use crate::rules::{Player, Status};

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
        self.chair(player)
            .is_some_and(|chair| chair.muted[speaker.index()])
    }

    /// A player no longer wants to read another, or does again; only the
    /// player is told.
    pub(super) fn mute(
        &mut self,
        player: Player,
        other: Player,
        mute: bool,
    ) -> Result<(), Refusal> {
        if self.chair(other).is_none() || player == other {
            return Err(Refusal::new(
                ErrorCode::OutOfPlace,
                "that player is not here",
            ));
        }
        let Some(Some(chair)) = self.chairs.get_mut(player.index()) else {
            return Ok(());
        };
        chair.muted[other.index()] = mute;
        let reply: Reply = if mute {
            Mute { player, other }.into()
        } else {
            Unmute { player, other }.into()
        };
        if let Some(link) = chair.link.as_ref().filter(|link| link.extended) {
            link.peer.send(&reply.to_string());
        }
        Ok(())
    }

    /// A player gives up: its pieces stay as those of one who is absent, and it
    /// does not come back. If nobody is left to play against, the game is over.
    /// Before the game only the seat is given up.
    pub(super) fn resign(&mut self, player: Player, now: Duration) -> Result<(), Refusal> {
        if self.game.is_none() {
            if let Some(chair) = self.chairs[player.index()].take() {
                self.tell_left(player, chair.name);
            }
            return Ok(());
        }
        self.is_playing(player)?;
        if let Some(Some(chair)) = self.chairs.get_mut(player.index()) {
            chair.resigned = true;
        }
        let reply = Resign { player }.into();
        self.note(&reply, now);
        self.journal_events(&[], now);
        self.tell_extended(&reply);
        self.report(|| News::Resigned {
            who: self.seated(player),
        });
        if self.is_over() {
            self.say_who_won(now);
        } else {
            self.send_away(player, LogoutReason::Left, now);
        }
        Ok(())
    }

    /// Whether a player takes part in a game that goes on.
    pub(super) fn is_playing(&self, player: Player) -> Result<(), Refusal> {
        let refuse = |text| Err(Refusal::new(ErrorCode::OutOfPlace, text));
        if self.game.is_none() {
            return Err(super::not_started());
        }
        if self.chair(player).is_some_and(|chair| chair.resigned) {
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
        if other == from || self.chair(other).is_none() {
            return refuse("that player is not here");
        }
        if self.game.is_none() {
            if let Some(chair) = self.chairs[other.index()].take() {
                self.unwanted.push(chair.name.clone());
                let surplus = self.unwanted.len().saturating_sub(MOST_UNWANTED);
                self.unwanted.drain(..surplus);
                self.see_off(other, chair, "was sent away by the host");
            }
            return Ok(());
        }
        let lost = self.chair(other).is_some_and(|chair| chair.link.is_none());
        let silent = self.acting == Some(other) && now.saturating_sub(self.moved) >= SILENT;
        if self.status(other) != Some(Status::Active) || !(lost || silent) {
            return refuse("in a game only who does nothing for half a minute can be sent away");
        }
        self.send_away(other, LogoutReason::Kicked, now);
        Ok(())
    }
}
