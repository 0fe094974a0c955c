//! Records of games: the text format of replays and journals.
//!
//! ```text
//! MARCHLAND-RECORD 2 0.3 <game> <setup> <digest> <players>
//! <milliseconds> <checksum> <line>
//! ```
//!
//! Version 1, which is still read, names no game: it is `conquest`, and the set-up is the id
//! of a map.
//!
//! The lines are those of the protocol, as received. The checksum (eight hexadecimal digits)
//! is the CRC-32 of the line and all lines before it, so changed, missing and moved lines are
//! detected. A file cut off by a crash is valid up to its last complete line.

mod glance;
mod read;
mod recover;
mod write;

use std::path::Path;

pub use glance::{End, Glance, glance};
pub use read::{Entry, ReadError, Record, header_of, load};
pub use recover::{Recovered, recover};
pub use write::RecordWriter;

use crate::protocol::Digest;

const MAGIC: &str = "MARCHLAND-RECORD";

const FORMAT: u32 = 2;

/// The game of records in version 1.
const FIRST_GAME: &str = "conquest";

const PROTOCOL: &str = "0.3";

/// What a record is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The game's name on the wire.
    pub game: String,
    /// What it is played on: the id of a map or the size of a board.
    pub setup: String,
    /// The digest of the map, if the game has one.
    pub digest: Digest,
    /// The number of players, without a neutral force.
    pub players: u8,
}

/// Reads a record. An incomplete last line is ignored.
///
/// # Errors
/// If the file is not a record, or a complete line is damaged.
pub fn read(path: &Path) -> Result<Record, ReadError> {
    parse(path, &load(path)?)
}

/// Parses a record in memory; `path` is only used in errors.
///
/// # Errors
/// As [`read`].
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Record, ReadError> {
    let recovered = recover(path, bytes, |_| true)?;
    if let Some(line) = recovered.damaged {
        let path = path.to_owned();
        return Err(ReadError::Damaged { path, line });
    }
    Ok(Record {
        cut_off: recovered.good < bytes.len() as u64,
        ..recovered.record
    })
}
