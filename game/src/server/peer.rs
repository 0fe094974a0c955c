//! The sending side of a connection.

use super::{Origin, Ticket};

/// A connection as seen by a table: a place to send lines to.
///
/// Nothing here may block: a peer that cannot take more is closed instead.
pub trait Peer: Clone {
    /// Holds back the lines sent from now on until a ticket is due. A peer that sends nothing
    /// over a network may ignore this.
    fn hold(&self, until: &Ticket) {
        let _ = until;
    }

    /// Queues a line; the newline is added.
    fn send(&self, line: &str);

    /// Queues a line ahead of those held back.
    fn send_at_once(&self, line: &str) {
        self.send(line);
    }

    /// Sends what is queued, as much as the connection accepts at once. A peer that sends by
    /// itself may ignore this.
    fn flush(&self) {}

    /// Closes the connection after sending what is queued.
    fn close(&self);

    /// Where the connection comes from, if known.
    fn origin(&self) -> Option<Origin> {
        None
    }

    /// Whether both are the same connection.
    fn same(&self, other: &Self) -> bool;
}

/// A peer and the protocol version it speaks.
#[derive(Debug, Clone)]
pub struct Link<P> {
    /// The connection.
    pub peer: P,
    /// Whether it sent `HELLO` and so knows version 0.3.
    pub extended: bool,
    /// Whether its `HELLO` named the program of a computer player.
    pub computer: bool,
    /// Whether its `HELLO` named version 0.4 and it so knows `LOST` and `BACK`.
    pub told_of_losses: bool,
}
