//! The clock of the player's own turns, in words.

use std::time::{Duration, Instant};

use crate::client::{TimeLeft, TurnClock};
use crate::play::Player;
use crate::protocol::command;

/// What a player is told whose turns are skipped.
pub(super) const SKIPPED: &str =
    "You took too long. Your turns are skipped until you write a message: `say I am back`.";

/// When to warn that the time is nearly up.
const NEAR: Duration = Duration::from_secs(30);

/// The clock of the player's turn, if the server tells one.
#[derive(Debug, Default)]
pub(super) struct Clock {
    running: TurnClock,
    /// Whether the time has not been said.
    is_new: bool,
    /// The time left at which to warn, until that is done.
    warns_at: Option<Duration>,
}

impl Clock {
    /// Sets the clock as the server tells it, which also tells those of others.
    pub(super) fn set(&mut self, told: &command::Clock, me: Option<Player>) {
        *self = Self::default();
        if me == Some(told.player) {
            let now = Instant::now();
            self.running.set(told, now);
            // A short time needs no warning at its beginning.
            let left = self.running.time(now).map(TimeLeft::all);
            self.is_new = left.is_some();
            self.warns_at = left.map(|left| NEAR.min(left / 4));
        }
    }

    /// Forgets the clock of the last turn.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the time has not been said.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// The time that the player has.
    pub(super) fn tell(&mut self) -> Option<String> {
        self.is_new = false;
        let left = self.running.time(Instant::now())?;
        let turn = minutes(left.turn);
        Some(if left.bank.is_zero() {
            turn
        } else {
            format!("{turn}, and {} in reserve", minutes(left.bank))
        })
    }

    /// Runs the clock, or stops it while others have to act. Returns a warning if it is time for
    /// one, and how long to wait for the next.
    pub(super) fn tick(&mut self, runs: bool) -> (Option<String>, Option<Duration>) {
        let now = Instant::now();
        self.running.run(runs, now);
        let left = self.running.time(now).map(TimeLeft::all);
        let Some((left, at)) = left.zip(self.warns_at).filter(|_| runs) else {
            return (None, None);
        };
        let wait = left.saturating_sub(at);
        if !wait.is_zero() {
            return (None, Some(wait));
        }
        self.warns_at = None;
        let warning = format!("You have only {} left for this turn.", minutes(left));
        (Some(warning), None)
    }
}

/// Minutes and seconds, rounded to seconds.
fn minutes(time: Duration) -> String {
    let seconds = (time + Duration::from_millis(500)).as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_time_is_told_and_the_end_is_warned_of_once() {
        let mut players = Player::first(2);
        let (me, other) = (players.next(), players.next().unwrap());
        let told = |player, seconds, bank| command::Clock {
            player,
            seconds,
            bank,
        };
        let mut clock = Clock::default();
        clock.set(&told(other, 120, 60), me);
        assert_eq!(clock.tell(), None);
        clock.set(&told(me.unwrap(), 120, 60), me);
        assert_eq!(clock.tell().as_deref(), Some("2:00, and 1:00 in reserve"));
        assert_eq!(clock.tick(false), (None, None));
        let (warning, wait) = clock.tick(true);
        assert_eq!(warning, None);
        assert_eq!(wait.map(minutes).as_deref(), Some("2:30"));
        clock.set(&told(me.unwrap(), 0, 0), me);
        let only = "You have only 0:00 left for this turn.".to_owned();
        assert_eq!(clock.tick(true), (Some(only), None));
        assert_eq!(clock.tick(true), (None, None), "once");
    }
}
