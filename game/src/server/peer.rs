//! Where lines go.

use super::{Origin, Ticket};

/// A connection as a table sees it: a place to put lines.
///
/// Nothing here may block: a peer that cannot take more is closed instead.
pub trait Peer: Clone {
    /// Keeps back the lines sent from now on until a ticket is due; a peer
    /// from which they go nowhere need not.
    fn hold(&self, until: &Ticket) {
        let _ = until;
    }

    /// Queues a line; its end is added.
    fn send(&self, line: &str);

    /// Queues a line before those that are kept back.
    fn send_at_once(&self, line: &str) {
        self.send(line);
    }

    /// Sends what is queued, as far as the connection takes it at once. A peer that
    /// sends by itself need not.
    fn flush(&self) {}

    /// Closes the connection once what is queued has gone out.
    fn close(&self);

    /// Where the connection comes from, if that is known.
    fn origin(&self) -> Option<Origin> {
        None
    }

    /// Whether both are the same connection.
    fn same(&self, other: &Self) -> bool;
}

/// A peer and what it understands.
#[derive(Debug, Clone)]
pub struct Link<P> {
    /// Where its lines go.
    pub peer: P,
    /// Whether it began with `HELLO`: it knows version 0.3.
    pub extended: bool,
}
