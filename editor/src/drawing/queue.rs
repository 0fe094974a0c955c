//! The queue of drawing operations.

use std::collections::VecDeque;

use super::{Done, DrawOp, Order, Ready};
use crate::document::Document;
use crate::jobs::fresh_number;

/// Operations in the order of the gestures; the first one is running.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: VecDeque<DrawOp>,
    /// The number of the running order.
    ordered: Option<u64>,
}

/// The meaning of a result.
#[derive(Debug)]
pub enum OrderResult {
    /// From another map or an abandoned order.
    Stale,
    /// Order again: the map has changed.
    Again,
    /// The computation panicked and would panic again.
    Failed,
    /// The operation is refused.
    Refused(DrawOp, super::Refusal),
    /// Ready to apply.
    Ready(DrawOp, Box<Ready>),
}

impl Queue {
    pub fn push(&mut self, op: DrawOp) {
        self.waiting.push_back(op);
    }

    pub fn is_busy(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The waiting operations in order.
    pub fn waiting(&self) -> impl Iterator<Item = &DrawOp> {
        self.waiting.iter()
    }

    /// The next order and its number, unless one is running.
    pub fn next(&mut self, document: &Document) -> Option<(u64, Order)> {
        if self.ordered.is_some() {
            return None;
        }
        let op = self.waiting.front()?.clone();
        let Some(order) = Order::new(op, document) else {
            self.waiting.clear();
            return None;
        };
        let number = fresh_number();
        self.ordered = Some(number);
        Some((number, order))
    }

    /// Takes the result of an order.
    pub fn done(&mut self, number: u64, done: Option<Done>, document: &Document) -> OrderResult {
        if self.ordered != Some(number) {
            return OrderResult::Stale;
        }
        self.ordered = None;
        let Some(done) = done else {
            self.waiting.pop_front();
            return OrderResult::Failed;
        };
        if done.revision != document.revision() {
            return OrderResult::Again;
        }
        let Some(op) = self.waiting.pop_front() else {
            return OrderResult::Stale;
        };
        match done.outcome {
            Ok(ready) => OrderResult::Ready(op, ready),
            Err(refusal) => OrderResult::Refused(op, refusal),
        }
    }
}
