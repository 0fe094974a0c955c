//! `MAP <map-id> <areas> <digest>`

use crate::protocol::command::declare;
use crate::protocol::{Digest, Text};

declare! {
    /// The map in play.
    "MAP" Map {
        /// Its id.
        id: Text,
        /// Number of areas.
        areas: u32,
        /// The first half of the digest of its canonical form.
        digest: Digest,
    }
}
