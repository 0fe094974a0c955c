//! Events that the operator of a server may want to know, as sentences.

use std::fmt;
use std::sync::Arc;

use super::Origin;
use crate::protocol::Name;

/// Receives events worth reporting to the operator: clients coming and going, games beginning
/// and ending, connections refused. The first argument is the name of the table, if the event
/// concerns one.
///
/// Events contain no secrets, and all text supplied by clients is printable ASCII without
/// spaces, so they can be written to a terminal or a log as they are.
///
/// The callback runs while the table is locked: slow work has to be done elsewhere.
pub type Reporter = Arc<dyn Fn(Option<&Name>, fmt::Arguments<'_>) + Send + Sync>;

/// `, from 192.0.2.1`; empty if the origin is unknown.
pub(super) struct FromOrigin(pub(super) Option<Origin>);

impl fmt::Display for FromOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(origin) => write!(f, ", from {origin}"),
            None => Ok(()),
        }
    }
}
