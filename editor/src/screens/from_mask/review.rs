//! Colours that cleaning up has made one, for the author to agree or to refuse.

use std::ops::ControlFlow;

use marchland_maps::mask::{Merge, RepairOptions};
use marchland_maps::{Point, Rgb};

/// A guess of the repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which colours, how many pixels, and where.
    pub merge: Merge,
    /// The author wants both colours to stay.
    pub apart: bool,
}

/// What came of cleaning a mask up, and how the author would have it.
#[derive(Debug, Clone, Default)]
pub struct Review {
    /// What the mask on the screen was cleaned up with.
    done: RepairOptions,
    /// How far colours may be apart that become one.
    tolerance: Option<u8>,
    rows: Vec<Row>,
    /// The row whose places are looked at, and which of them.
    at: Option<(usize, usize)>,
}

/// What the author does about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// The two colours of this row stay apart, or become one after all.
    Apart(usize, bool),
    /// Colours are one that are at most so far apart; `None` as suits the picture.
    Tolerance(Option<u8>),
    /// Show the next place of this row on the picture.
    Show(usize),
}

impl Review {
    /// The farthest that colours may be made one by the author: beyond, hardly
    /// anything would be left.
    pub const FARTHEST: u16 = 64;
    /// The tolerance that is offered first: as far as nobody sees a difference.
    pub const FIRST: u8 = 8;

    /// Of a mask that was cleaned up with these options.
    pub fn new(done: RepairOptions, merges: Vec<Merge>) -> Self {
        let rows = merges.into_iter().map(|merge| Row {
            merge,
            apart: false,
        });
        Self {
            tolerance: done.tolerance,
            rows: rows.collect(),
            done,
            at: None,
        }
    }

    /// Lists what was refused before, so that it can be agreed to after all: what is
    /// kept apart is no guess of the repair any more.
    pub fn follow(&mut self, before: Self) {
        let kept = before.rows.into_iter().filter(|row| row.apart);
        let kept = kept.filter(|row| self.done.keep_apart.contains(&pair(row)));
        self.rows.extend(kept);
    }

    /// The guesses that stand, those of most pixels first, then those refused.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many colours became others in the mask on the screen.
    pub fn joined(&self) -> usize {
        let is_joined = |row: &&Row| !self.done.keep_apart.contains(&pair(row));
        self.rows.iter().filter(is_joined).count()
    }

    /// How far colours may be apart that become one; `None` as suits the picture.
    pub fn tolerance(&self) -> Option<u8> {
        self.tolerance
    }

    /// What is to be cleaned up with next.
    pub fn wanted(&self) -> RepairOptions {
        let apart = self.rows.iter().filter(|row| row.apart);
        RepairOptions {
            tolerance: self.tolerance,
            keep_apart: apart.map(pair).collect(),
            ..self.done.clone()
        }
    }

    /// Whether the mask on the screen is not as the author wants it.
    pub fn is_behind(&self) -> bool {
        let sorted = |options: &RepairOptions| {
            let mut pairs = options.keep_apart.clone();
            pairs.sort_unstable();
            pairs
        };
        let wanted = self.wanted();
        wanted.tolerance != self.done.tolerance || sorted(&wanted) != sorted(&self.done)
    }

    /// The place that is looked at: its row, which of its places, and where.
    pub fn looked_at(&self) -> Option<(usize, usize, Point)> {
        let (row, place) = self.at?;
        let point = *self.rows.get(row)?.merge.places.get(place)?;
        Some((row, place, point))
    }

    /// Looks at no place any more; whether one was looked at.
    pub fn look_away(&mut self) -> bool {
        self.at.take().is_some()
    }

    /// Whether the author wants anything else than what suits the picture.
    pub fn is_said(&self) -> bool {
        self.wanted() != RepairOptions::default()
    }

    /// Changes the state; breaks with a place that is to be shown.
    pub fn update(&mut self, message: Message) -> ControlFlow<Point> {
        match message {
            Message::Apart(at, apart) => {
                if let Some(row) = self.rows.get_mut(at) {
                    row.apart = apart;
                }
            }
            Message::Tolerance(to) => self.tolerance = to,
            Message::Show(row) => return self.show(row),
        }
        ControlFlow::Continue(())
    }

    /// Goes to the first place of a row, or on to its next, round the end.
    fn show(&mut self, row: usize) -> ControlFlow<Point> {
        let count = self.rows.get(row).map_or(0, |row| row.merge.places.len());
        let place = match self.at {
            Some((before, place)) if before == row => (place + 1) % count.max(1),
            _ => 0,
        };
        self.at = (row < self.rows.len()).then_some((row, place));
        match self.looked_at() {
            Some((_, _, point)) => ControlFlow::Break(point),
            None => ControlFlow::Continue(()),
        }
    }
}

fn pair(row: &Row) -> [Rgb; 2] {
    [row.merge.colour, row.merge.into]
}

#[cfg(test)]
mod tests;
