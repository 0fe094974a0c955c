//! A table before its game begins: its players, who is ready, its rules.

use crate::play::{MAX_SEATS, OPPONENTS, Player};
use crate::protocol::command::{ErrorCode, LogoutReason};
use crate::protocol::{Name, ServerMessage};

/// What everybody at a table is told, whatever game is played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// Whose turns are skipped because they took too long.
    slow: [bool; MAX_SEATS],
    me: Option<Player>,
}

/// A seated player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// The player's name.
    pub name: Name,
    /// Whether they are ready to play.
    pub ready: bool,
    /// Whether their connection is lost.
    pub lost: bool,
    /// Whether they are away from the running game, so that their turns are skipped.
    pub away: bool,
}

impl WaitingRoom {
    /// Takes an answer of the server; `own` is the player's own name.
    pub fn hear(&mut self, answer: &ServerMessage, own: Option<&Name>) {
        match answer {
            ServerMessage::Hello(_) => self.extended = true,
            ServerMessage::Table(table) => {
                self.name = Some(table.name.clone());
                self.wanted = Some(table.players);
            }
            ServerMessage::LoginAck(ack) => {
                let Ok(player) = ack.seat else { return };
                self.me = Some(player);
                // A former seat may have been refused before this one was given.
                self.refused = None;
                if let Some(name) = own {
                    self.sits(player, name.clone());
                }
            }
            ServerMessage::RegisteredPlayer(told) => self.sits(told.player, told.name.clone()),
            ServerMessage::Logout(told) => {
                self.seats[told.player.index()] = None;
                self.slow[told.player.index()] = told.reason == LogoutReason::Kicked;
            }
            ServerMessage::Resign(told) => self.seats[told.player.index()] = None,
            ServerMessage::Lost(told) => self.lose(told.player, true),
            ServerMessage::Back(told) => self.lose(told.player, false),
            ServerMessage::Ready(told) => self.mark(told.player, true),
            ServerMessage::Unready(told) => self.mark(told.player, false),
            ServerMessage::ApplyRule(told) => {
                if let Some(rule) = self.rules.get_mut(told.rule as usize) {
                    *rule = Some(told.variant);
                }
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
            *seat = Some(Occupant {
                name,
                ready: false,
                lost: false,
                away: false,
            });
        }
        // Whoever returns is told again of all who are there.
        self.lose(player, false);
        self.slow[player.index()] = false;
    }

    /// Notes that a player is away from the running game.
    #[cfg(feature = "net")]
    pub(super) fn goes_away(&mut self, player: Player) {
        if let Some(occupant) = &mut self.seats[player.index()] {
            occupant.away = true;
        }
    }

    /// Whether the turns of a player are skipped because they took too long.
    pub fn was_slow(&self, player: Player) -> bool {
        self.slow[player.index()]
    }

    fn lose(&mut self, player: Player, lost: bool) {
        if let Some(occupant) = &mut self.seats[player.index()] {
            occupant.lost = lost;
        }
    }

    /// Whether the connection of a player is lost, who can still come back in time.
    pub fn has_lost(&self, player: Player) -> bool {
        let occupant = self.seats[player.index()].as_ref();
        occupant.is_some_and(|occupant| occupant.lost)
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

    /// Free names for computer players. The plain ones may be those of people who come later.
    pub fn names_for_bots(&self) -> impl Iterator<Item = Name> {
        let names = OPPONENTS.into_iter().map(|name| format!("{name}-bot"));
        let free = names.filter(|name| self.is_free(name));
        free.filter_map(|name| name.parse().ok())
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

    /// Whether a seated player is ready, where the server tells it.
    pub fn readiness(&self, player: Player) -> Option<bool> {
        let occupant = self.seats[player.index()].as_ref();
        Some(occupant.filter(|_| self.extended)?.ready)
    }

    /// The players who are not ready.
    pub fn awaited(&self) -> impl Iterator<Item = &Name> {
        let seats = self.seats.iter().flatten();
        seats
            .filter(|occupant| !occupant.ready)
            .map(|occupant| &occupant.name)
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
            room.hear(&answer, Some(&own));
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
    fn a_lost_connection_is_marked_until_the_player_is_back_or_gone() {
        let ben = Player::new(2).unwrap();
        let mut lines = vec!["REGISTERED-PLAYER 2 Ben"];
        for (line, lost) in [
            ("LOST 2 60", true),
            ("BACK 2", false),
            ("LOST 2 0", true),
            ("LOGOUT 2 1", false),
            ("REGISTERED-PLAYER 2 Ben", false),
            ("LOST 2 60", true),
            ("REGISTERED-PLAYER 2 Ben", false),
        ] {
            lines.push(line);
            assert_eq!(told(&lines).has_lost(ben), lost, "{lines:?}");
        }
    }

    #[test]
    fn whoever_took_too_long_is_not_said_to_have_left() {
        let ben = Player::new(2).unwrap();
        let mut lines = vec!["REGISTERED-PLAYER 2 Ben"];
        for (line, slow) in [
            ("LOGOUT 2 0", true),
            ("REGISTERED-PLAYER 2 Ben", false),
            ("LOGOUT 2 1", false),
        ] {
            lines.push(line);
            assert_eq!(told(&lines).was_slow(ben), slow, "{lines:?}");
        }
    }

    #[test]
    fn a_former_seat_that_is_refused_is_not_mentioned_at_the_new_one() {
        let mut lines = vec![
            "HELLO 0.3 x",
            "ERROR 8 no player here has this id and token",
            "ERROR 3 log in first",
        ];
        assert!(told(&lines).refused.is_some());
        lines.push("LOGIN-ACK OK 0");
        assert_eq!(told(&lines).refused, None);
    }

    #[test]
    fn a_table_of_an_old_server_shows_the_taken_seats() {
        let room = told(&["LOGIN-ACK OK 1", "REGISTERED-PLAYER 0 Ben"]);
        assert!(!room.extended);
        assert_eq!(room.seats().count(), 2);
    }
}
