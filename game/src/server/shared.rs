//! A table shared by many connections.

use std::ops::{Deref, DerefMut};

use parking_lot::{Mutex, MutexGuard};

use super::{Peer, Table};

/// A table behind a lock.
pub struct SharedTable<P>(Mutex<Table<P>>);

impl<P: Peer> SharedTable<P> {
    /// Shares a table.
    pub fn new(table: Table<P>) -> Self {
        Self(Mutex::new(table))
    }

    /// Locks the table. There is no poisoning: after a panic the table is still usable, and
    /// others wait for it.
    pub fn lock(&self) -> TableGuard<'_, P> {
        TableGuard {
            table: Some(self.0.lock()),
            used: false,
        }
    }
}

/// Exclusive access to a table.
///
/// After mutable access, dropping the guard flushes the output of everybody at the table, so
/// no caller can forget it. The flush happens after unlocking, so that nobody waits for a
/// socket.
pub struct TableGuard<'a, P: Peer> {
    /// `Some` until dropped.
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
