//! What the lobby says.

use marchland_files::plain;

pub(in crate::gui) const TABLES: &str = "Tables";
pub(in crate::gui) const ASKED: &str = "The tables are asked for …";
pub(in crate::gui) const NO_TABLE: &str = "No table is picked out.";
pub(in crate::gui) const ONE_TABLE: &str = "This server has one table.";
pub(in crate::gui) const OLD: &str =
    "An older server: it has one table, and tells neither who is ready nor how much time is left.";
pub(in crate::gui) const HAS_BEGUN: &str = "The game has begun; it can be watched.";
pub(in crate::gui) const FULL: &str = "No seat is free.";
pub(in crate::gui) const BAD_NAME: &str = "A name has 1 to 16 letters, digits, _ and -.";
pub(in crate::gui) const TAKEN: &str = "There is a table of that name.";
pub(in crate::gui) const NEW: &str = "New";
pub(in crate::gui) const NEW_TABLE: &str = "A new table";
pub(in crate::gui) const NEW_NAME: &str = "Its name";
pub(in crate::gui) const WATCH: &str = "Watch";
pub(in crate::gui) const HOST: &str = "Host";
pub(in crate::gui) const HOST_HINT: &str = "A server on this machine, for players on this machine.";
pub(in crate::gui) const BACK: &str = "Back";
pub(in crate::gui) const FREE: &str = "free";
pub(in crate::gui) const READY_MARK: &str = "ready";
pub(in crate::gui) const WAITS: &str = "not ready";
pub(in crate::gui) const ADD_BOT: &str = "Add a computer player …";
pub(in crate::gui) const SEND_AWAY: &str = "Send away";
pub(in crate::gui) const READY: &str = "Ready";
pub(in crate::gui) const COMING: &str = "One moment …";
pub(in crate::gui) const WATCHING: &str = "You watch. The game begins when all are ready.";
pub(in crate::gui) const NO_SEAT: &str = "Pick out a table and join it, or open a new one.";
pub(in crate::gui) const AREAS: &str = "Territories";
pub(in crate::gui) const DEALT: &str = "dealt";
pub(in crate::gui) const CHOSEN: &str = "chosen in turn";
pub(in crate::gui) const SETS: &str = "Sets of cards";
pub(in crate::gui) const GROWING: &str = "grow: 4, 6, 8 …";
pub(in crate::gui) const CONSTANT: &str = "3, 5, 7, 9";
pub(in crate::gui) const RULE_HINT: &str =
    "Everybody at the table may change the rules; all say Ready once more then.";

pub(in crate::gui) fn title(host: &str, port: u16) -> String {
    format!("Lobby · {host}:{port}")
}

pub(in crate::gui) fn other_game(game: &str) -> String {
    format!("The window does not play {} at servers yet.", plain(game))
}

pub(in crate::gui) fn no_map(map: &str) -> String {
    format!(
        "The map {} is not here: choose its folder at the start.",
        plain(map)
    )
}

/// What is played at a table, and by how many.
pub(in crate::gui) fn about(
    game: Option<&str>,
    setup: &str,
    seated: u8,
    players: u8,
    started: bool,
) -> String {
    let state = if started { " · plays" } else { "" };
    let game = game.map_or(String::new(), |game| format!("{} ", plain(game)));
    format!("{game}{} · {seated} of {players}{state}", plain(setup))
}

/// A board of dots of that size.
pub(in crate::gui) fn dots(size: &str) -> String {
    format!("Dots and Boxes, {size}")
}

pub(in crate::gui) fn join(table: &str) -> String {
    format!("Join {table}")
}

/// To the seat that one has left there.
pub(in crate::gui) fn come_back(table: &str) -> String {
    format!("Come back to {table}")
}

/// What becomes of a game that one has left.
pub(in crate::gui) fn seat_kept(table: &str) -> String {
    format!(
        "You have left {table}. Your seat is kept as long as the game goes on: your turns are \
         skipped until you come back."
    )
}

pub(in crate::gui) fn players(count: u8) -> String {
    format!("{count} players")
}

pub(in crate::gui) fn you(name: &str) -> String {
    format!("{name} (you)")
}

/// Who is still waited for.
pub(in crate::gui) fn waiting(free: usize, names: &[String]) -> String {
    match (free, names) {
        (1, []) => "Waiting for one more player".to_owned(),
        (2.., []) => format!("Waiting for {free} more players"),
        (_, [name]) => format!("Waiting for {name}"),
        (_, [first, rest @ ..]) => format!("Waiting for {first} and {} more", rest.len()),
        (0, []) => COMING.to_owned(),
    }
}
