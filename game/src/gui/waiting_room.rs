//! A table before its game begins: its players, who is ready, its rules; and the clock once
//! the game runs.

use std::time::{Duration, Instant};

use crate::play::{MAX_SEATS, Player};
use crate::protocol::command::ErrorCode;
use crate::protocol::{Name, ServerMessage};

/// What everybody at a table is told, whatever game is played.
#[derive(Debug, Clone, Default)]
pub struct WaitingRoom {
    /// The table's name, once known.
    pub name: Option<Name>,
    /// The number of players, once known.
    pub wanted: Option<u8>,
    /// The variant of each rule.
    pub rules: [Option<u32>; 2],
    /// Whether the server speaks version 0.3, which tells who is ready.
    pub extended: bool,
    /// Why the last request was refused.
    pub refused: Option<String>,
    seats: [Option<Occupant>; MAX_SEATS],
    me: Option<Player>,
    clock: Option<Clock>,
}

/// A seated player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// The player's name.
    pub name: Name,
    /// Whether they are ready to play.
    pub ready: bool,
}

/// The clock of the player on turn.
#[derive(Debug, Clone, Copy)]
struct Clock {
    player: Player,
    turn: Instant,
    bank: Duration,
    /// Since when the clock is stopped, if it is.
    still: Option<Instant>,
}

/// The time left for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The player on turn.
    pub player: Player,
    /// Of the turn.
    pub turn: Duration,
    /// Of the bank.
    pub bank: Duration,
}

impl Left {
    /// Until the turn ends.
    pub fn all(self) -> Duration {
        self.turn + self.bank
    }
}

impl WaitingRoom {
    /// Takes an answer of the server; `own` is the player's own name.
    pub fn hear(&mut self, answer: &ServerMessage, own: Option<&Name>, now: Instant) {
        match answer {
            ServerMessage::Hello(_) => self.extended = true,
            ServerMessage::Table(table) => {
                self.name = Some(table.name.clone());
                self.wanted = Some(table.players);
            }
            ServerMessage::LoginAck(ack) => {
                let Ok(player) = ack.seat else { return };
                self.me = Some(player);
                if let Some(name) = own {
                    self.sits(player, name.clone());
                }
            }
            ServerMessage::RegisteredPlayer(told) => self.sits(told.player, told.name.clone()),
            ServerMessage::Logout(told) => self.seats[told.player.index()] = None,
            ServerMessage::Resign(told) => self.seats[told.player.index()] = None,
            ServerMessage::Ready(told) => self.mark(told.player, true),
            ServerMessage::Unready(told) => self.mark(told.player, false),
            ServerMessage::ApplyRule(told) => {
                if let Some(rule) = self.rules.get_mut(told.rule as usize) {
                    *rule = Some(told.variant);
                }
            }
            ServerMessage::Clock(told) => {
                self.clock = Some(Clock {
                    player: told.player,
                    turn: now + Duration::from_secs(told.seconds.into()),
                    bank: Duration::from_secs(told.bank.into()),
                    still: None,
                });
            }
            ServerMessage::Error(error) if error.code != ErrorCode::Closing as u32 => {
                self.refused = Some(error.text.clone());
            }
            _ => {}
        }
    }

    fn sits(&mut self, player: Player, name: Name) {
        let seat = &mut self.seats[player.index()];
        // A repeated name keeps its mark.
        if seat.as_ref().is_none_or(|occupant| occupant.name != name) {
            *seat = Some(Occupant { name, ready: false });
        }
    }

    fn mark(&mut self, player: Player, ready: bool) {
        if let Some(occupant) = &mut self.seats[player.index()] {
            occupant.ready = ready;
        }
    }

    /// All known seats, free ones included.
    pub fn seats(&self) -> impl Iterator<Item = (Player, Option<&Occupant>)> {
        let last = self.seats.iter().rposition(Option::is_some);
        let count = usize::from(self.wanted.unwrap_or(0)).max(last.map_or(0, |last| last + 1));
        Player::first(count).zip(self.seats.iter().map(Option::as_ref))
    }

    /// Whether a name is free.
    pub fn is_free(&self, name: &str) -> bool {
        let mut names = self
            .seats
            .iter()
            .flatten()
            .map(|occupant| occupant.name.as_str());
        !names.any(|taken| taken.eq_ignore_ascii_case(name))
    }

    /// The number of free seats.
    pub fn free(&self) -> usize {
        self.seats()
            .filter(|(_, occupant)| occupant.is_none())
            .count()
    }

    /// The own seat.
    pub fn me(&self) -> Option<Player> {
        self.me
    }

    /// Whether the player is ready.
    pub fn is_ready(&self) -> bool {
        let own = self.me.and_then(|me| self.seats[me.index()].as_ref());
        own.is_some_and(|occupant| occupant.ready)
    }

    /// The players who are not ready.
    pub fn awaited(&self) -> impl Iterator<Item = &Name> {
        let seats = self.seats.iter().flatten();
        seats
            .filter(|occupant| !occupant.ready)
            .map(|occupant| &occupant.name)
    }

    /// The time left for the player on turn.
    pub fn time(&self, now: Instant) -> Option<Left> {
        let clock = self.clock?;
        let now = clock.still.unwrap_or(now);
        let beyond = now.saturating_duration_since(clock.turn);
        Some(Left {
            player: clock.player,
            turn: clock.turn.saturating_duration_since(now),
            bank: clock.bank.saturating_sub(beyond),
        })
    }

    /// Runs the clock, or stops it while others have to answer.
    pub fn run(&mut self, runs: bool, now: Instant) {
        let Some(clock) = &mut self.clock else { return };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> WaitingRoom {
        let mut room = WaitingRoom::default();
        let own = "Ada".parse().unwrap();
        for line in lines {
            let answer = ServerMessage::parse(line).unwrap();
            room.hear(&answer, Some(&own), Instant::now());
        }
        room
    }

    #[test]
    fn seats_and_readiness_follow_the_lines() {
        let mut lines = vec![
            "HELLO 0.3 x",
            "TABLE spring world 0 3 0",
            "LOGIN-ACK OK 0",
            "APPLY_RULE 0 1",
            "APPLY_RULE 1 0",
            "REGISTERED-PLAYER 2 Ben",
            "READY 2",
        ];
        let room = told(&lines);
        assert_eq!((room.free(), room.is_ready()), (1, false));
        assert_eq!(room.rules, [Some(1), Some(0)]);
        let seats: Vec<_> = room
            .seats()
            .map(|(_, occupant)| occupant.cloned())
            .collect();
        assert_eq!(seats[0].as_ref().map(|c| c.name.as_str()), Some("Ada"));
        assert_eq!(seats[1], None);
        assert!(seats[2].as_ref().is_some_and(|ben| ben.ready));
        assert!(!room.is_free("ben") && room.is_free("Cleo"));
        lines.extend(["READY 0", "APPLY_RULE 1 1", "UNREADY 0", "UNREADY 2"]);
        let room = told(&lines);
        assert_eq!(room.awaited().count(), 2);
        lines.extend(["LOGOUT 2 1"]);
        assert_eq!(told(&lines).free(), 2);
    }

    #[test]
    fn a_table_of_an_old_server_shows_the_taken_seats() {
        let room = told(&["LOGIN-ACK OK 1", "REGISTERED-PLAYER 0 Ben"]);
        assert!(!room.extended);
        assert_eq!(room.seats().count(), 2);
    }

    #[test]
    fn the_bank_is_used_up_after_the_time_of_the_turn() {
        let room = told(&["CLOCK 1 10 60"]);
        let after = |seconds| {
            room.time(Instant::now() + Duration::from_secs(seconds))
                .unwrap()
        };
        let seconds = |left: Left| {
            (
                left.turn.as_secs_f64().round(),
                left.bank.as_secs_f64().round(),
            )
        };
        assert_eq!(seconds(after(4)), (6.0, 60.0));
        assert_eq!(seconds(after(30)), (0.0, 40.0));
        assert_eq!(after(300).all(), Duration::ZERO);
        let mut room = told(&["CLOCK 1 10 60"]);
        let now = Instant::now();
        room.run(false, now);
        let left = room.time(now);
        room.run(true, now + Duration::from_secs(30));
        assert_eq!(
            room.time(now + Duration::from_secs(30)),
            left,
            "it stood still"
        );
    }
}
