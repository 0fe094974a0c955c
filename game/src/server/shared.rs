//! A table that many connections use.

use std::ops::{Deref, DerefMut};

use parking_lot::{Mutex, MutexGuard};

use super::{Peer, Table};

/// A table that one at a time may use.
pub struct SharedTable<P>(Mutex<Table<P>>);

impl<P: Peer> SharedTable<P> {
    /// Shares a table.
    pub fn new(table: Table<P>) -> Self {
        Self(Mutex::new(table))
    }

    /// Waits for the table and takes it, whatever became of the last who did: what a
    /// panic left behind is still a table, and others wait for it.
    pub fn lock(&self) -> TableGuard<'_, P> {
        TableGuard {
            table: Some(self.0.lock()),
            used: false,
        }
    }
}

/// Somebody's use of a table.
///
/// Whoever may have changed something sends on the way out what that gave everybody at
/// the table; nobody has to remember it. It is sent when the table is free again, so that
/// nobody waits for a socket.
pub struct TableGuard<'a, P: Peer> {
    /// There until it is dropped.
    table: Option<MutexGuard<'a, Table<P>>>,
    used: bool,
}

const THERE: &str = "the table is given back when the guard is dropped";

impl<P: Peer> Deref for TableGuard<'_, P> {
    type Target = Table<P>;

    #[expect(clippy::expect_used, reason = "it is there until it is dropped")]
    fn deref(&self) -> &Table<P> {
        self.table.as_deref().expect(THERE)
    }
}

impl<P: Peer> DerefMut for TableGuard<'_, P> {
    #[expect(clippy::expect_used, reason = "it is there until it is dropped")]
    fn deref_mut(&mut self) -> &mut Table<P> {
        self.used = true;
        self.table.as_deref_mut().expect(THERE)
    }
}

impl<P: Peer> Drop for TableGuard<'_, P> {
    fn drop(&mut self) {
        let Some(table) = self.table.take().filter(|_| self.used) else {
            return;
        };
        let peers: Vec<P> = table.peers().cloned().collect();
        drop(table);
        for peer in peers {
            peer.flush();
        }
    }
}
