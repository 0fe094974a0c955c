//! The part of a map that players must agree on before they play, as a text and a digest.
//!
//! The canonical form contains only what the rules depend on: names, pictures and pivots can be
//! corrected without locking out clients with an older copy. Version 1, lines end with `\n`:
//!
//! ```text
//! marchland map 1
//! territory <id> <continent> <card>      one for each, ascending
//! link <from> <to> <land|sea>            one for each direction, ascending
//! continent <id> <bonus>                 one for each, ascending
//! setup <players> <units>                one for each player count from 2 to 6
//! ```

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::files::hex;
use crate::{MAX_PLAYERS, MIN_PLAYERS, Map};

/// The canonical form of a map.
pub fn form(map: &Map) -> String {
    let mut text = String::from("marchland map 1\n");
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{arguments}");
    };
    for (id, territory) in map.ids().zip(map.territories()) {
        line(format_args!(
            "territory {id} {} {}",
            territory.continent, territory.card as u8
        ));
    }
    for id in map.ids() {
        for link in map.neighbours(id) {
            line(format_args!("link {id} {} {}", link.to, link.by.word()));
        }
    }
    for (id, continent) in map.continents().iter().enumerate() {
        line(format_args!("continent {id} {}", continent.bonus));
    }
    for players in MIN_PLAYERS..=MAX_PLAYERS {
        line(format_args!(
            "setup {players} {}",
            map.initial_units(players)
        ));
    }
    text
}

/// The first 32 hexadecimal digits of the SHA-256 of [`form`], as in the protocol's `MAP` line.
pub fn digest(map: &Map) -> String {
    let hash = Sha256::digest(form(map).as_bytes());
    hex(&hash[..16])
}
