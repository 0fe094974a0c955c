//! What somebody who runs a server may want to know, in sentences.

use std::fmt;
use std::sync::Arc;

use super::Origin;
use crate::protocol::Name;

/// Takes what happened that is worth telling who runs the server: who comes and goes,
/// games that begin and end, connections that are not taken. With the name of the table,
/// if it is of one.
///
/// Nothing secret is in it, and all text that clients made up is printable ASCII without
/// spaces: it can be written to a terminal or a log as it is.
///
/// It is called while the table is locked: whatever takes time has to be done elsewhere.
pub type Reporter = Arc<dyn Fn(Option<&Name>, fmt::Arguments<'_>) + Send + Sync>;

/// `, from 192.0.2.1`, as far as it is known.
pub(super) struct FromOrigin(pub(super) Option<Origin>);

impl fmt::Display for FromOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(origin) => write!(f, ", from {origin}"),
            None => Ok(()),
        }
    }
}
