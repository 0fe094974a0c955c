//! A figure and its precision.

use serde::Serialize;

use super::super::tally::Score;
use super::super::trial::Watched;
use crate::statistics::{Estimate, LEAST, Z95, above, discoveries, ever_above, tail, wilson};

/// A figure and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Figure {
    /// The figure of something that lies between these.
    pub(super) fn within(self, least: f64, most: f64) -> Self {
        Self {
            low: self.low.max(least),
            high: self.high.min(most),
            ..self
        }
    }

    /// Half the width of the interval.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The distance from the figure to the farther end of the interval.
    pub fn reach(self) -> f64 {
        (self.high - self.value).max(self.value - self.low)
    }

    /// The figure of an estimate from a number of deals fixed in advance. `None` if nothing is
    /// known.
    pub(in crate::conquest::balance) fn of(estimate: Estimate, deals: u64) -> Option<Self> {
        Look::Once(deals).figure(estimate)
    }
}

/// Which figures of a map differ from 0 by more than luck: on average, at most one of them in twenty
/// does not (Benjamini and Hochberg).
pub fn beyond_luck(figures: &[Figure]) -> Vec<bool> {
    let chance = |figure: &Figure| 2.0 * tail(Z95 * figure.value.abs() / figure.reach());
    let chances: Vec<f64> = figures.iter().map(chance).collect();
    discoveries(&chances, 0.05)
}

/// How often figures are looked at while games are played.
#[derive(Debug, Clone, Copy)]
pub enum Looks<'a> {
    /// Once, after a number of deals fixed in advance.
    Once,
    /// Any number of times.
    Often,
    /// Any number of times, until these intervals of wins by place and continents held are
    /// narrow enough. They are wider and hold for any number of deals, however small.
    Until(&'a Watched),
}

impl<'a> Looks<'a> {
    pub(super) fn at(self, deals: u64) -> Look {
        match self {
            Self::Once => Look::Once(deals),
            Self::Often | Self::Until(_) => Look::Always(deals),
        }
    }

    pub(super) fn watched(self) -> Option<&'a Watched> {
        match self {
            Self::Until(watched) => Some(watched),
            Self::Once | Self::Often => None,
        }
    }
}

/// When figures are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) enum Look {
    /// Once, after this many deals, fixed in advance.
    Once(u64),
    /// At any time; now after this many deals.
    Always(u64),
}

impl Look {
    /// `None` if nothing is known.
    pub(super) fn figure(self, estimate: Estimate) -> Option<Figure> {
        let (low, high) = match self {
            Self::Once(deals) => estimate.interval(deals),
            Self::Always(deals) => estimate.at_any_time(deals),
        };
        estimate.error.is_finite().then_some(Figure {
            value: estimate.value,
            low,
            high,
        })
    }

    /// A figure of something from 0 to 1.
    pub(super) fn share(self, estimate: Estimate) -> Option<Figure> {
        Some(self.figure(estimate)?.within(0.0, 1.0))
    }

    /// A figure of games that are counted one by one. `None` for few games, and for few deals, as of
    /// all other figures.
    pub(super) fn score(self, score: Score) -> Option<Figure> {
        let (low, high) = wilson(score.wins, score.games);
        let value = score.wins as f64 / score.games as f64;
        match self {
            Self::Once(deals) | Self::Always(deals) if deals < LEAST || score.games < LEAST => None,
            Self::Once(_) => Some(Figure { value, low, high }),
            Self::Always(_) => {
                // The error for which the normal distribution gives an interval as wide as
                // Wilson's.
                let error = (high - value).max(value - low) / Z95;
                let figure = Estimate { value, error };
                Self::Always(score.games).share(figure)
            }
        }
    }

    /// The look at a comparison with something known from only `deals` deals.
    pub(super) fn at_most(self, deals: u64) -> Self {
        match self {
            Self::Once(own) => Self::Once(own.min(deals)),
            Self::Always(own) => Self::Always(own.min(deals)),
        }
    }

    /// The probability of a figure at least this large if the truth is `bound` or less.
    pub(super) fn above(self, figure: Estimate, bound: f64) -> f64 {
        match self {
            Self::Once(deals) => above(figure, bound, deals),
            Self::Always(deals) => ever_above(figure, bound, deals),
        }
    }
}
