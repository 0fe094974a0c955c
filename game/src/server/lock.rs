//! Locking what a panic may have left behind.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, whatever became of the last who did: what a panic left behind is
/// still a table, and others wait for it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
