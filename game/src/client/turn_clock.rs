//! The clock of the player on turn.

use std::time::{Duration, Instant};

use crate::play::Player;
use crate::protocol::ServerMessage;
use crate::protocol::command::{Clock, LogoutReason};

/// The clock of the player on turn, at a server that tells it.
#[derive(Debug, Clone, Default)]
pub(crate) struct TurnClock(Option<Running>);

#[derive(Debug, Clone, Copy)]
struct Running {
    player: Player,
    turn: Instant,
    bank: Duration,
    /// Since when the clock is stopped, if it is.
    still: Option<Instant>,
}

/// The time left for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLeft {
    /// The player on turn.
    pub player: Player,
    /// Of the turn.
    pub turn: Duration,
    /// Of the bank.
    pub bank: Duration,
}

impl TimeLeft {
    /// Until the turn ends.
    pub fn all(self) -> Duration {
        self.turn + self.bank
    }

    /// Until the clock shows another number of seconds.
    pub fn changes_in(self) -> Duration {
        let shown = if self.turn.is_zero() {
            self.bank
        } else {
            self.turn
        };
        Duration::from_millis(u64::from(shown.subsec_millis()) + 20)
    }
}

impl TurnClock {
    /// Sets the clock as the server tells it. The largest number of seconds means that there is
    /// no limit.
    pub(crate) fn set(&mut self, told: &Clock, now: Instant) {
        self.0 = (told.seconds < u32::MAX).then(|| Running {
            player: told.player,
            turn: now + Duration::from_secs(told.seconds.into()),
            bank: Duration::from_secs(told.bank.into()),
            still: None,
        });
    }

    /// The time left for the player on turn.
    pub(crate) fn time(&self, now: Instant) -> Option<TimeLeft> {
        let clock = self.0?;
        let now = clock.still.unwrap_or(now);
        let beyond = now.saturating_duration_since(clock.turn);
        Some(TimeLeft {
            player: clock.player,
            turn: clock.turn.saturating_duration_since(now),
            bank: clock.bank.saturating_sub(beyond),
        })
    }

    /// Runs the clock, or stops it while others have to answer.
    pub(crate) fn run(&mut self, runs: bool, now: Instant) {
        let Some(clock) = &mut self.0 else { return };
        match (clock.still, runs) {
            (Some(since), true) => {
                clock.turn += now.saturating_duration_since(since);
                clock.still = None;
            }
            (None, false) => clock.still = Some(now),
            _ => {}
        }
    }
}

/// Whether a message tells a player that the server has ended their turn: the time of the turn
/// is up, or that for an action.
pub(crate) fn is_time_up(answer: &ServerMessage, me: Option<Player>) -> bool {
    match answer {
        ServerMessage::Error(error) => error.is_time_up(),
        ServerMessage::Logout(told) => {
            told.reason == LogoutReason::Kicked && Some(told.player) == me
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(now: Instant) -> TurnClock {
        let mut clock = TurnClock::default();
        let told = Clock {
            player: Player::first(1).next().unwrap(),
            seconds: 10,
            bank: 60,
        };
        clock.set(&told, now);
        clock
    }

    #[test]
    fn the_bank_is_used_up_after_the_time_of_the_turn() {
        let now = Instant::now();
        let after = |seconds| {
            let left = clock(now).time(now + Duration::from_secs(seconds)).unwrap();
            (left.turn.as_secs(), left.bank.as_secs())
        };
        assert_eq!(after(4), (6, 60));
        assert_eq!(after(30), (0, 40));
        assert_eq!(after(300), (0, 0));
    }

    #[test]
    fn a_turn_without_a_limit_has_no_clock() {
        let now = Instant::now();
        let mut clock = clock(now);
        let player = clock.time(now).unwrap().player;
        let (seconds, bank) = (u32::MAX, 0);
        clock.set(
            &Clock {
                player,
                seconds,
                bank,
            },
            now,
        );
        assert_eq!(clock.time(now), None);
    }

    #[test]
    fn a_stopped_clock_stands_still() {
        let now = Instant::now();
        let mut clock = clock(now);
        let left = clock.time(now);
        clock.run(false, now);
        clock.run(true, now + Duration::from_secs(30));
        assert_eq!(clock.time(now + Duration::from_secs(30)), left);
    }
}
