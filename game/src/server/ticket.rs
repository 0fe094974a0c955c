//! Tickets: lines about an action are held back until the action is on the disk.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

/// An offset in a journal. Lines about what is before it may be sent once it is on the disk.
#[derive(Clone)]
pub struct Ticket {
    end: u64,
    reached: Arc<Reached>,
}

impl Ticket {
    /// Whether the journal is on the disk up to here.
    pub fn is_due(&self) -> bool {
        self.reached.end.load(Ordering::Acquire) >= self.end
    }

    /// Calls back once it is due: immediately, or from the thread that syncs the journal.
    pub fn then(&self, call: impl FnOnce() + Send + 'static) {
        let mut waiting = self.reached.waiting.lock();
        // Checked under the lock, so that no callback is missed.
        if !self.is_due() {
            waiting.push_back((self.end, Box::new(call)));
            return;
        }
        drop(waiting);
        call();
    }
}

impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.end == other.end && Arc::ptr_eq(&self.reached, &other.reached)
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ticket").field(&self.end).finish()
    }
}

type Call = Box<dyn FnOnce() + Send>;

/// How much of a journal is on the disk, and the callbacks waiting for more.
#[derive(Default)]
pub(super) struct Reached {
    end: AtomicU64,
    /// In order of offset.
    waiting: Mutex<VecDeque<(u64, Call)>>,
}

impl Reached {
    /// The ticket for an offset.
    pub(super) fn ticket(self: &Arc<Self>, end: u64) -> Ticket {
        Ticket {
            end,
            reached: Arc::clone(self),
        }
    }

    /// Notes that the journal is on the disk up to `end`, or farther already.
    pub(super) fn set(&self, end: u64) {
        let mut waiting = self.waiting.lock();
        let end = end.max(self.end.fetch_max(end, Ordering::Release));
        let (due, later) = std::mem::take(&mut *waiting)
            .into_iter()
            .partition(|(at, _)| *at <= end);
        *waiting = later;
        drop(waiting);
        for (_, call) in due {
            call();
        }
    }
}

impl fmt::Debug for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reached").field(&self.end).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn each_is_called_when_its_place_is_on_the_disk() {
        let reached = Arc::new(Reached::default());
        let (first, second) = (reached.ticket(10), reached.ticket(25));
        let (send, calls) = mpsc::channel();
        for (name, ticket) in [("second", &second), ("first", &first)] {
            let send = send.clone();
            ticket.then(move || send.send(name).unwrap());
        }
        reached.set(9);
        assert!(calls.try_recv().is_err());
        reached.set(12);
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["first"]);
        assert!(first.is_due() && !second.is_due());
        reached.set(25);
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["second"]);
        second.then(move || send.send("late").unwrap());
        assert_eq!(calls.try_iter().collect::<Vec<_>>(), ["late"]);
    }
}
