//! Deeds one after the other.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Deed, Done, Order, Ready};
use crate::document::Document;

/// Deeds that wait, in the order in which the hand did them; the first is under way.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: VecDeque<Deed>,
    /// The number of the order that is under way.
    ordered: Option<u64>,
}

/// What came of news about an order.
#[derive(Debug)]
pub enum News {
    /// About another map, or an order that was given up.
    Stale,
    /// What waits is to be ordered: the map has changed meanwhile, or the deed could not be
    /// thought through.
    Again,
    /// The deed is not done.
    Refused(Deed, super::Refusal),
    /// It is to be made.
    Ready(Deed, Box<Ready>),
}

impl Queue {
    /// Puts a deed behind those that wait.
    pub fn push(&mut self, deed: Deed) {
        self.waiting.push_back(deed);
    }

    /// Whether something waits or is under way.
    pub fn is_busy(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The deeds that wait, the first to be done first.
    pub fn waiting(&self) -> impl Iterator<Item = &Deed> {
        self.waiting.iter()
    }

    /// The next order to be carried out, with its number, unless one is under way.
    pub fn next(&mut self, document: &Document) -> Option<(u64, Order)> {
        /// A late answer must not be taken for one about another map.
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        if self.ordered.is_some() {
            return None;
        }
        let deed = self.waiting.front()?.clone();
        let Some(order) = Order::new(deed, document) else {
            self.waiting.clear();
            return None;
        };
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        self.ordered = Some(number);
        Some((number, order))
    }

    /// Takes what came of an order.
    pub fn done(&mut self, number: u64, done: Option<Done>, document: &Document) -> News {
        if self.ordered != Some(number) {
            return News::Stale;
        }
        self.ordered = None;
        let Some(done) = done else {
            // The thread has panicked; it would again.
            self.waiting.pop_front();
            return News::Again;
        };
        if done.revision != document.revision() {
            return News::Again;
        }
        let Some(deed) = self.waiting.pop_front() else {
            return News::Stale;
        };
        match done.outcome {
            Ok(ready) => News::Ready(deed, ready),
            Err(refusal) => News::Refused(deed, refusal),
        }
    }

    /// Gives everything up.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.ordered = None;
    }
}
