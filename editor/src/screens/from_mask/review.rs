//! Merged colours, to be confirmed or undone by the user.

use std::ops::ControlFlow;

use marchland_maps::mask::{Merge, RepairOptions};
use marchland_maps::{Point, Rgb};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The colours, pixels and places.
    pub merge: Merge,
    /// The user keeps the colours apart.
    pub apart: bool,
}

/// The result of cleaning, and the user's wishes.
#[derive(Debug, Clone, Default)]
pub struct Review {
    /// The options the mask was cleaned with.
    done: RepairOptions,
    /// The wanted tolerance.
    tolerance: Option<u8>,
    rows: Vec<Row>,
    /// The row and place being shown.
    at: Option<(usize, usize)>,
}

/// Answers of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// Keep the colours of this row apart, or merge them again.
    Apart(usize, bool),
    /// Set the tolerance; `None` chooses it automatically.
    Tolerance(Option<u8>),
    /// Show the next place of this row.
    Show(usize),
}

impl Review {
    /// The greatest tolerance; beyond, hardly any colour would be left.
    pub const FARTHEST: u16 = 64;
    /// The first tolerance on offer: differences below are invisible.
    pub const FIRST: u8 = 8;

    /// Of a mask cleaned with these options.
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

    /// Adds rows that were refused before, so that they can be merged again.
    pub fn follow(&mut self, before: Self) {
        let kept = before.rows.into_iter().filter(|row| row.apart);
        let kept = kept.filter(|row| self.done.keep_apart.contains(&pair(row)));
        self.rows.extend(kept);
    }

    /// Merges by pixels, then the refused ones.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many colours were merged.
    pub fn joined(&self) -> usize {
        let is_joined = |row: &&Row| !self.done.keep_apart.contains(&pair(row));
        self.rows.iter().filter(is_joined).count()
    }

    /// The wanted tolerance; `None` for automatic.
    pub fn tolerance(&self) -> Option<u8> {
        self.tolerance
    }

    /// The options for the next cleaning.
    pub fn wanted(&self) -> RepairOptions {
        let apart = self.rows.iter().filter(|row| row.apart);
        RepairOptions {
            tolerance: self.tolerance,
            keep_apart: apart.map(pair).collect(),
            ..self.done.clone()
        }
    }

    /// Whether the mask differs from the wanted options.
    pub fn is_behind(&self) -> bool {
        let sorted = |options: &RepairOptions| {
            let mut pairs = options.keep_apart.clone();
            pairs.sort_unstable();
            pairs
        };
        let wanted = self.wanted();
        wanted.tolerance != self.done.tolerance || sorted(&wanted) != sorted(&self.done)
    }

    /// The place being shown: row, index and position.
    pub fn looked_at(&self) -> Option<(usize, usize, Point)> {
        let (row, place) = self.at?;
        let point = *self.rows.get(row)?.merge.places.get(place)?;
        Some((row, place, point))
    }

    /// Closes the shown place; returns whether there was one.
    pub fn look_away(&mut self) -> bool {
        self.at.take().is_some()
    }

    /// Whether the user changed the defaults.
    pub fn is_changed(&self) -> bool {
        self.wanted() != RepairOptions::default()
    }

    /// Applies an answer; breaks with a place to show.
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

    /// Shows the first or next place of a row, wrapping around.
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
