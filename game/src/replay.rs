//! Records of games: text files that replays and journals are made of.
//!
//! ```text
//! MARCHLAND-RECORD 2 0.3 <game> <setup> <digest> <players>
//! <milliseconds> <checksum> <line>
//! ```
//!
//! In version 1, which is read as well, no game is named: it is `conquest`, its
//! set-up the id of a map.
//!
//! The lines are those of the protocol, as they were received. The checksum
//! (eight hexadecimal digits) is the CRC-32 of the line and of all before it,
//! so that a line that is changed, missing or moved is noticed. A file that
//! was cut off by a crash is good up to its last whole line.

mod read;
mod recover;
mod write;

#[cfg(feature = "net")]
pub(crate) use read::load;
pub use read::{Entry, ReadError, Record, parse, read};
pub use recover::{Recovered, recover};
pub use write::RecordWriter;

use crate::protocol::Digest;

const MAGIC: &str = "MARCHLAND-RECORD";

const FORMAT: u32 = 2;

/// The game of records of version 1.
const FIRST_GAME: &str = "conquest";

const PROTOCOL: &str = "0.3";

/// What a record is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The game's name on the wire.
    pub game: String,
    /// What it is played on: the id of a map, the size of a board.
    pub setup: String,
    /// The digest of the map, where there is one.
    pub digest: Digest,
    /// Players, without a neutral force.
    pub players: u8,
}
