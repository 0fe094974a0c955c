//! Pushes borders by hand.

use super::settle::{Place, Settling, pixels, stretched};
use crate::mask::{RegionId, Regions, Rgba, Stretch};

/// A push moves one point to another and drags its surroundings along, falling off with distance by
/// (1−r²/R²)².
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// The destination of the pushed point.
    to: (f64, f64),
    way: (f64, f64),
    radius: f64,
}

impl Push {
    /// The longest push, in pixels.
    pub const FARTHEST: f64 = 320.0;
    /// The least radius of a push, as a multiple of its length: from 1.54 on, nothing folds over.
    const SPREAD: f64 = 1.75;

    /// Pushes everything less than `radius` pixels away; a long push gets a larger radius so that
    /// nothing folds over. `None` if nothing moves.
    pub fn new(from: (f64, f64), to: (f64, f64), radius: f64) -> Option<Self> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let is_far = length.is_finite() && radius.is_finite() && length > 0.0;
        is_far.then(|| {
            let share = (Self::FARTHEST / length).min(1.0);
            let way = (dx * share, dy * share);
            Self {
                to: (from.0 + way.0, from.1 + way.1),
                way,
                radius: radius.clamp(2.0, 256.0).max(length * share * Self::SPREAD),
            }
        })
    }

    /// Its end point, and its radius there.
    pub fn reach(&self) -> (f64, f64, f64) {
        (self.to.0, self.to.1, self.radius)
    }

    /// The region that a pixel takes after this fraction of the push.
    fn source(&self, regions: &Regions, (x, y): Place, gone: f64) -> Option<RegionId> {
        let middle = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        // The pushed point has come only that far.
        let rest = 1.0 - gone;
        let to = (self.to.0 - self.way.0 * rest, self.to.1 - self.way.1 * rest);
        let off = (middle.0 - to.0).powi(2) + (middle.1 - to.1).powi(2);
        let share = (1.0 - off / (self.radius * self.radius)).max(0.0).powi(2) * gone;
        let within = |at: f64, length: u32| at.clamp(0.0, f64::from(length) - 1.0) as u32;
        regions.region_at(
            within(middle.0 - self.way.0 * share, regions.width()),
            within(middle.1 - self.way.1 * share, regions.height()),
        )
    }

    /// The pixels that it may change, with their regions.
    fn within<'a>(&'a self, regions: &'a Regions) -> impl Iterator<Item = (Place, RegionId)> + 'a {
        let span = |to: f64, way: f64, length: u32| {
            let (low, high) = (to.min(to - way), to.max(to - way));
            let first = (low - self.radius).floor().max(0.0) as u32;
            let last = (high + self.radius).ceil().clamp(0.0, f64::from(length));
            first..last as u32
        };
        let columns = span(self.to.0, self.way.0, regions.width());
        let rows = span(self.to.1, self.way.1, regions.height());
        rows.flat_map(move |y| {
            let columns = columns.clone();
            pixels(regions, Stretch { y, columns })
        })
    }

    /// What pixels would become without obstacles: the preview of a push.
    pub fn seen(&self, regions: &Regions) -> Vec<(Stretch, Rgba)> {
        let pixels = self.within(regions).filter_map(|(place, own)| {
            let source = self.source(regions, place, 1.0)?;
            (source != own).then(|| (place, regions.get(source).colour))
        });
        stretched(pixels.collect())
    }

    /// What pixels become. No part of any land or sea is torn, joined to another or lost.
    ///
    /// Works in steps of about two pixels, each as far as nothing is torn, so narrow features move
    /// along.
    pub fn pushed(&self, regions: &Regions) -> Vec<(Stretch, Rgba)> {
        const STEP: f64 = 2.0;
        const MOST: f64 = 64.0;
        let steps = (self.way.0.hypot(self.way.1) / STEP)
            .ceil()
            .clamp(1.0, MOST) as u32;
        let shares = || (1..=steps).map(|step| f64::from(step) / f64::from(steps));
        let crossed = self.within(regions).filter(|&(place, own)| {
            shares().any(|gone| self.source(regions, place, gone) != Some(own))
        });
        let crossed: Vec<Place> = crossed.map(|(place, _)| place).collect();
        let mut settling = Settling::of(regions);
        for gone in shares() {
            let wishes = crossed.iter().filter_map(|&place| {
                let source = self.source(regions, place, gone)?;
                Some((place, source))
            });
            let wishes: Vec<_> = wishes.collect();
            settling.follow(&wishes);
        }
        settling.finish()
    }
}
