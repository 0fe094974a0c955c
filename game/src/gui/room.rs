//! A table before its game begins: who sits there, who is ready, by which rules; and the
//! clock when it has begun.

use std::time::{Duration, Instant};

use crate::play::{MAX_SEATS, Player};
use crate::protocol::command::ErrorCode;
use crate::protocol::{Name, ServerMessage};

/// A table as everybody there is told of it, whatever is played.
#[derive(Debug, Clone, Default)]
pub struct Room {
    /// The table's name, once it was told.
    pub name: Option<Name>,
    /// Players of the game, once that was told.
    pub wanted: Option<u8>,
    /// By rule: the variant.
    pub rules: [Option<u32>; 2],
    /// Whether the server speaks version 0.3, and tells who is ready.
    pub extended: bool,
    /// Why the last thing asked for was refused.
    pub refused: Option<String>,
    seats: [Option<Chair>; MAX_SEATS],
    me: Option<Player>,
    clock: Option<Clock>,
}

/// Somebody on a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Who.
    pub name: Name,
    /// Whether they are ready to play.
    pub ready: bool,
}

/// The time that a player has.
#[derive(Debug, Clone, Copy)]
struct Clock {
    player: Player,
    turn: Instant,
    bank: Duration,
    /// Since when it stands still, if it does.
    still: Option<Instant>,
}

/// What is left of a player's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Whose turn it is.
    pub player: Player,
    /// For the turn.
    pub turn: Duration,
    /// Beyond that.
    pub bank: Duration,
}

impl Left {
    /// Until the turn is ended.
    pub fn all(self) -> Duration {
        self.turn + self.bank
    }
}

impl Room {
    /// Takes what was told; `own` is the name that one sits down under.
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
        // Told of again: they stay ready if they were.
        if seat.as_ref().is_none_or(|chair| chair.name != name) {
            *seat = Some(Chair { name, ready: false });
        }
    }

    fn mark(&mut self, player: Player, ready: bool) {
        if let Some(chair) = &mut self.seats[player.index()] {
            chair.ready = ready;
        }
    }

    /// The seats, taken or not: as many as are known to be wanted.
    pub fn chairs(&self) -> impl Iterator<Item = (Player, Option<&Chair>)> {
        let last = self.seats.iter().rposition(Option::is_some);
        let count = usize::from(self.wanted.unwrap_or(0)).max(last.map_or(0, |last| last + 1));
        Player::first(count).zip(self.seats.iter().map(Option::as_ref))
    }

    /// Whether a name is free.
    pub fn is_free(&self, name: &str) -> bool {
        let mut names = self.seats.iter().flatten().map(|chair| chair.name.as_str());
        !names.any(|taken| taken.eq_ignore_ascii_case(name))
    }

    /// Seats that nobody has.
    pub fn free(&self) -> usize {
        self.chairs().filter(|(_, chair)| chair.is_none()).count()
    }

    /// One's own seat.
    pub fn me(&self) -> Option<Player> {
        self.me
    }

    /// Whether one is ready oneself.
    pub fn is_ready(&self) -> bool {
        let own = self.me.and_then(|me| self.seats[me.index()].as_ref());
        own.is_some_and(|chair| chair.ready)
    }

    /// Who is still waited for: those who are not ready.
    pub fn awaited(&self) -> impl Iterator<Item = &Name> {
        let chairs = self.seats.iter().flatten();
        chairs.filter(|chair| !chair.ready).map(|chair| &chair.name)
    }

    /// What is left of the time of the player on turn.
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

    /// Lets the clock run, or stand still while others are to answer.
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

    fn told(lines: &[&str]) -> Room {
        let mut room = Room::default();
        let own = "Ada".parse().unwrap();
        for line in lines {
            let answer = ServerMessage::parse(line).unwrap();
            room.hear(&answer, Some(&own), Instant::now());
        }
        room
    }

    #[test]
    fn who_sits_there_and_is_ready_is_kept_as_it_is_told() {
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
        let chairs: Vec<_> = room.chairs().map(|(_, chair)| chair.cloned()).collect();
        assert_eq!(chairs[0].as_ref().map(|c| c.name.as_str()), Some("Ada"));
        assert_eq!(chairs[1], None);
        assert!(chairs[2].as_ref().is_some_and(|ben| ben.ready));
        assert!(!room.is_free("ben") && room.is_free("Cleo"));
        lines.extend(["READY 0", "APPLY_RULE 1 1", "UNREADY 0", "UNREADY 2"]);
        let room = told(&lines);
        assert_eq!(room.awaited().count(), 2);
        lines.extend(["LOGOUT 2 1"]);
        assert_eq!(told(&lines).free(), 2);
    }

    #[test]
    fn a_table_of_an_old_server_has_the_seats_that_are_taken() {
        let room = told(&["LOGIN-ACK OK 1", "REGISTERED-PLAYER 0 Ben"]);
        assert!(!room.extended);
        assert_eq!(room.chairs().count(), 2);
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
