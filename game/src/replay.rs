//! Records of games: text files that replays and journals are made of.
//!
//! ```text
//! MARCHLAND-RECORD 1 0.3 <map-id> <digest> <players>
//! <milliseconds> <checksum> <line>
//! ```
//!
//! The lines are those of the protocol, as they were received. The checksum
//! (eight hexadecimal digits) is the CRC-32 of the line and of all before it,
//! so that a line that is changed, missing or moved is noticed. A file that
//! was cut off by a crash is good up to its last whole line.

mod read;
mod recover;
mod write;

pub(crate) use read::load;
pub use read::{Entry, ReadError, Record, parse, read};
pub use recover::{Recovered, recover};
pub use write::RecordWriter;

use crate::protocol::Digest;

/// The first word of a record.
const MAGIC: &str = "MARCHLAND-RECORD";

/// The version of the format.
const FORMAT: u32 = 1;

/// The version of the protocol in which the lines are.
const PROTOCOL: &str = "0.3";

/// What a record is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The id of the map.
    pub map: String,
    /// The digest of the map.
    pub digest: Digest,
    /// Players, without a neutral force.
    pub players: u8,
}
