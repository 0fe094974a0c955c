//! Sends pencilled units before the time of the turn is up, and notes how long others take.

use std::time::{Duration, Instant};

use super::{Order, Player, Session};
use crate::client::TimeLeft;
use crate::conquest::rules::State;

/// How long before the end: enough for a slow connection.
const BEFORE: Duration = Duration::from_secs(5);
/// A server of version 0.2 does not tell the time left. There, pencilled units are sent once
/// untouched for this long.
const REST: Duration = Duration::from_secs(20);

/// Computers act within this time, mostly.
const SOON: Duration = Duration::from_secs(1);

impl Session {
    /// The time left for the player on turn.
    pub fn time(&self, now: Instant) -> Option<TimeLeft> {
        let turn = self.stage.state()?.turn();
        let left = self.turn_clock.time(now)?;
        (turn == Some(left.player) && self.ending.is_none()).then_some(left)
    }

    /// The time until there is something to show or send; `None` if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let rest = self.may_rest().then(|| match self.rests_since() {
            Some(since) => (since + REST).saturating_duration_since(now),
            None => Duration::ZERO,
        });
        let second = self.awaited.map(|(_, since)| {
            let waited = now.saturating_duration_since(since);
            Duration::from_millis(1_000 - u64::from(waited.subsec_millis()))
        });
        let timed = rest.into_iter().chain(second);
        let timed = timed.map(|wait| wait.max(Duration::from_millis(16)));
        self.stage.wants(now).into_iter().chain(timed).min()
    }

    /// Notes who else is to act.
    pub(super) fn await_others(&mut self, now: Instant) {
        let state = self.stage.state().filter(|_| self.stage.is_current());
        let other = state.and_then(State::to_act);
        let other = other.filter(|&player| Some(player) != self.me() && self.ending.is_none());
        self.awaited = other.map(|player| match self.awaited {
            Some((known, since)) if known == player => (player, since),
            _ => (player, now),
        });
    }

    /// For how long another player has been to act and has done nothing, if that is long.
    pub fn waited(&self, now: Instant) -> Option<Duration> {
        let (_, since) = self.awaited?;
        let waited = now.saturating_duration_since(since);
        (waited >= SOON).then_some(waited)
    }

    /// Another player who is to choose how many units defend, and takes time for it.
    pub fn defender(&self, now: Instant) -> Option<Player> {
        let (player, _) = self.awaited?;
        let attacks = self.stage.state()?.turn() != Some(player);
        (attacks && self.waited(now).is_some()).then_some(player)
    }

    /// Sends the pencilled units if it is time.
    pub(super) fn send_in_time(&mut self, now: Instant) {
        let left = self
            .turn_clock
            .time(now)
            .filter(|left| Some(left.player) == self.me());
        let ends = left.is_some_and(|left| left.all() <= BEFORE);
        if !self.may_rest() {
            self.rest = None;
        } else if self.rests_since().is_none() {
            self.rest = Some((self.pencil.clone(), now));
        }
        let rested = self
            .rests_since()
            .is_some_and(|since| now.saturating_duration_since(since) >= REST);
        if (ends || rested) && !self.pencil.is_empty() && self.can_act() {
            let actions = self.pencil_actions();
            self.order(Order::Act(actions));
        }
    }

    /// Whether units are pencilled in at a server that tells no clock.
    fn may_rest(&self) -> bool {
        let is_old = self.room.me().is_some() && !self.room.extended;
        is_old && !self.pencil.is_empty() && self.can_act()
    }

    /// The time of the last change to the pencilled units.
    fn rests_since(&self) -> Option<Instant> {
        let (pencil, since) = self.rest.as_ref()?;
        (*pencil == self.pencil).then_some(*since)
    }
}
