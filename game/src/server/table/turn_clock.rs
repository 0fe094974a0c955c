//! The turn clock, as on chess servers: a time for the whole turn, and a time bank of each
//! player for longer turns.
//!
//! It runs while the player on turn is to act, and stops while others answer or the table
//! waits for its journal.

use std::time::Duration;

use crate::play::{MAX_SEATS, Player};

/// The fraction of the bank that a turn within time restores.
const REFILL: u32 = 10;

/// The settings of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockOptions {
    /// For a whole turn.
    pub turn: Duration,
    /// What a player may use beyond that in the whole game; a turn within time restores a
    /// tenth of it.
    pub bank: Duration,
}

/// The current turn, and the banks of all players.
#[derive(Debug)]
pub(super) struct TurnClock {
    options: ClockOptions,
    banks: [Duration; MAX_SEATS],
    turn: Option<Turn>,
}

#[derive(Debug)]
struct Turn {
    player: Player,
    /// The time used before the clock was last started.
    used: Duration,
    /// Since when it has been running; `None` while stopped.
    running: Option<Duration>,
}

impl Turn {
    fn used(&self, now: Duration) -> Duration {
        let running = self.running.map(|since| now.saturating_sub(since));
        self.used.saturating_add(running.unwrap_or_default())
    }
}

impl TurnClock {
    /// Full banks, no turn.
    pub(super) fn new(options: ClockOptions) -> Self {
        Self {
            options,
            banks: [options.bank; MAX_SEATS],
            turn: None,
        }
    }

    /// Ends the previous turn and begins a player's turn.
    pub(super) fn begin(&mut self, player: Player, now: Duration) {
        if let Some(last) = self.turn.take() {
            let bank = &mut self.banks[last.player.index()];
            let beyond = last.used(now).saturating_sub(self.options.turn);
            *bank = if beyond.is_zero() {
                bank.saturating_add(self.options.bank / REFILL)
                    .min(self.options.bank)
            } else {
                bank.saturating_sub(beyond)
            };
        }
        self.turn = Some(Turn {
            player,
            used: Duration::ZERO,
            running: Some(now),
        });
    }

    /// Gives the player on turn the whole time for the turn again, and stops the clock.
    pub(super) fn begin_again(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.used = Duration::ZERO;
            turn.running = None;
        }
    }

    /// Starts or stops the clock.
    pub(super) fn run(&mut self, runs: bool, now: Duration) {
        if let Some(turn) = &mut self.turn
            && turn.running.is_some() != runs
        {
            turn.used = turn.used(now);
            turn.running = runs.then_some(now);
        }
    }

    /// The player on turn, the time left for the turn, and in the bank.
    pub(super) fn left(&self, now: Duration) -> Option<(Player, Duration, Duration)> {
        let turn = self.turn.as_ref()?;
        let used = turn.used(now);
        let beyond = used.saturating_sub(self.options.turn);
        let bank = self.banks[turn.player.index()].saturating_sub(beyond);
        Some((turn.player, self.options.turn.saturating_sub(used), bank))
    }

    /// Whether the turn time and the bank are used up.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        self.left(now)
            .is_some_and(|(_, turn, bank)| turn.is_zero() && bank.is_zero())
    }
}

#[cfg(test)]
mod tests;
