//! The texts of the lobby.

use marchland_files::plain;

pub(in crate::gui) use super::{NOT_READY as WAITS, READY, READY_MARK};
use crate::server::ClockOptions;

pub(in crate::gui) const TABLES: &str = "Tables";
pub(in crate::gui) const ASKED: &str = "Loading the tables …";
pub(in crate::gui) const AWAY: &str = "No connection to the server";
pub(in crate::gui) const AWAY_HINT: &str = "This window tries again every two seconds. Go \
     back to correct the address, or to host a server on this computer.";
pub(in crate::gui) const NONE: &str = "No table selected";
pub(in crate::gui) const NO_TABLE: &str = "No table is selected.";
pub(in crate::gui) const ONE_TABLE: &str = "This server has one table.";
pub(in crate::gui) const OLD: &str =
    "An older server: it has one table and shows neither who is ready nor the time left.";
pub(in crate::gui) const HAS_BEGUN: &str = "The game has started; you can watch it.";
pub(in crate::gui) const FULL: &str = "All seats are taken.";
pub(in crate::gui) const BAD_NAME: &str = "A name has 1 to 16 letters, digits, _ and -.";
pub(in crate::gui) const NOT_YOU: &str = "Others would be called You, too. Enter another name.";
pub(in crate::gui) const NO_NAME: &str = "Enter your name first: the others see it.";
pub(in crate::gui) const NO_ADDRESS: &str = "Enter the address of a server first.";
pub(in crate::gui) const NO_MAP_YET: &str = "The map is not read yet, or cannot be played.";
pub(in crate::gui) const TAKEN: &str = "There is a table of that name.";
pub(in crate::gui) const NEW: &str = "Create";
pub(in crate::gui) const NEW_TABLE: &str = "New table";
pub(in crate::gui) const NEW_NAME: &str = "Name";
pub(in crate::gui) const WATCH: &str = "Watch";
pub(in crate::gui) const HOST: &str = "Host";
pub(in crate::gui) const JOIN_HINT: &str = "Open the lobby of the server.";
pub(in crate::gui) const CLOSE_TITLE: &str = "Close the server?";
pub(in crate::gui) const CLOSE: &str = "Close the server";
pub(in crate::gui) const HOST_HINT: &str =
    "Start a server on this computer, with your opponents at its table.";
pub(in crate::gui) const OPEN_TO_NETWORK: &str = "Others can join over the network";
pub(in crate::gui) const OPEN_HINT: &str = "Host for everybody who can reach this computer, without \
     encryption. Otherwise only windows and programs on this computer can join.";
pub(in crate::gui) const LEAVE_TITLE: &str = "Leave the game?";
pub(in crate::gui) const CLOSE_WINDOW_TITLE: &str = "Close the window?";
pub(in crate::gui) const CLOSE_WINDOW: &str = "Close the window";
const SEAT_KEPT: &str = "Your seat is kept while the game lasts; your turns are skipped until you \
     come back. If all others are computer players, the game waits for you instead.";
const RESIGN_HINT: &str = "Who resigns cannot come back.";
pub(in crate::gui) const RESIGN: &str = "Resign";
pub(in crate::gui) const LEAVE_FOR_NOW: &str = "Leave for now";
pub(in crate::gui) const BACK: &str = "Back";
pub(in crate::gui) const FREE: &str = "open";
pub(in crate::gui) const ADD_BOT: &str = "Add computer player";
pub(in crate::gui) const SEND_AWAY: &str = "Remove";
pub(in crate::gui) const COMING: &str = "One moment …";
pub(in crate::gui) const WATCHING: &str =
    "You are watching. The game starts when everybody is ready.";
pub(in crate::gui) const NO_SEAT: &str = "Select a table to join, or create a new one.";
pub(in crate::gui) const AREAS: &str = "Territories";
pub(in crate::gui) const DEALT: &str = "dealt";
pub(in crate::gui) const CHOSEN: &str = "claimed in turn";
pub(in crate::gui) const SETS: &str = "Sets of cards";
pub(in crate::gui) const GROWING: &str = "4, 6, 8 … units";
pub(in crate::gui) const CONSTANT: &str = "3, 5, 7 or 9 units";
pub(in crate::gui) const RULE_HINT: &str =
    "Everybody at the table can change the rules. After a change, all must be ready again.";

pub(in crate::gui) fn title(host: &str, port: u16) -> String {
    if host.contains(':') {
        format!("Lobby · [{host}]:{port}")
    } else {
        format!("Lobby · {host}:{port}")
    }
}

pub(in crate::gui) fn others_join_at(host: &str, port: u16) -> String {
    format!("Other players join at {host}:{port}, as long as this window is open.")
}

/// The clock of a table.
pub(in crate::gui) fn clock(clock: ClockOptions) -> String {
    let [turn, reserve] = [clock.turn, clock.bank].map(|time| time.as_secs() / 60);
    format!(
        "Each turn has {turn} minutes, and each player a reserve of {reserve} minutes for longer \
         turns."
    )
}

pub(in crate::gui) fn other_game(game: &str) -> String {
    format!("This window cannot play {} on a server.", plain(game))
}

pub(in crate::gui) fn no_map(map: &str) -> String {
    format!(
        "The map {} is not here: enter its folder on the start screen.",
        plain(map)
    )
}

/// What closing a hosted server ends: the tables with players, and whether they play.
pub(in crate::gui) fn close_hint<'a>(tables: impl Iterator<Item = (&'a str, u8, bool)>) -> String {
    let tables = tables.map(|(name, seated, plays)| {
        let plays = if plays { ", playing" } else { "" };
        format!("{name} ({seated} seated{plays})")
    });
    let tables = tables.collect::<Vec<_>>().join(", ");
    format!("This ends the games of everybody there: {tables}.")
}

/// What leaving does: at a server, where one can resign or not, and to pencilled units.
pub(in crate::gui) fn leave_hint(resigns: Option<bool>, pencil: u32) -> String {
    let taken_back = match pencil {
        0 => None,
        1 => Some("1 unit is only pencilled in and will be taken back.".to_owned()),
        _ => Some(format!(
            "{pencil} units are only pencilled in and will be taken back."
        )),
    };
    let seat = resigns.map(|_| SEAT_KEPT.to_owned());
    let resign = resigns.filter(|resigns| *resigns);
    let resign = resign.map(|_| RESIGN_HINT.to_owned());
    let parts: Vec<String> = [taken_back, seat, resign].into_iter().flatten().collect();
    parts.join(" ")
}

/// Tables before or after those that are listed.
pub(in crate::gui) fn more_tables(count: usize, before: bool) -> String {
    let place = if before { "before" } else { "after" };
    match count {
        1 => format!("1 more table {place} these"),
        _ => format!("{count} more tables {place} these"),
    }
}

/// The game, the players and the state of a table.
pub(in crate::gui) fn about(
    game: Option<&str>,
    setup: &str,
    seated: u8,
    players: u8,
    started: bool,
) -> String {
    let state = if started { " · playing" } else { "" };
    let game = game.map_or(String::new(), |game| format!("{} ", plain(game)));
    format!("{game}{} · {seated} of {players}{state}", plain(setup))
}

/// Computer players that have settings of their own, which they do not keep at a server.
pub(in crate::gui) fn without_settings(bots: &[String]) -> String {
    let bots = bots.join(", ");
    format!("At a server, opponents play without settings of their own: {bots}.")
}

/// The seats of a table, and whether it plays.
pub(in crate::gui) fn taken(seated: u8, players: u8, started: bool) -> String {
    if started {
        format!("The game is running; {seated} of {players} players are connected.")
    } else {
        format!("{seated} of {players} seats are taken.")
    }
}

pub(in crate::gui) fn join(table: &str) -> String {
    format!("Join {table}")
}

/// To a seat that the player has left.
pub(in crate::gui) fn come_back(table: &str) -> String {
    format!("Come back to {table}")
}

/// What becomes of the seat that the player has left, and of computer players added there.
pub(in crate::gui) fn seat_kept(table: &str, bots: bool) -> String {
    let bots = if bots {
        " Your computer players play on as long as somebody else plays there."
    } else {
        ""
    };
    format!("You left {table}. {SEAT_KEPT}{bots}")
}

pub(in crate::gui) fn players(count: u8) -> String {
    format!("{count} players")
}

pub(in crate::gui) fn you(name: &str) -> String {
    format!("{name} (you)")
}

/// The players who are waited for.
pub(in crate::gui) fn waiting(free: usize, names: &[String]) -> String {
    match (free, names) {
        (1, []) => "Waiting for one more player".to_owned(),
        (2.., []) => format!("Waiting for {free} more players"),
        (_, [name]) => format!("Waiting for {name}"),
        (_, [first, rest @ ..]) => format!("Waiting for {first} and {} more", rest.len()),
        (0, []) => COMING.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window does not know which of the others are computers.
    #[test]
    fn turns_are_not_said_to_be_skipped_whoever_the_others_are() {
        for told in [leave_hint(Some(true), 0), seat_kept("spring", false)] {
            assert!(told.contains("the game waits for you"), "{told}");
        }
    }
}
