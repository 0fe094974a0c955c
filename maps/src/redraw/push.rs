//! Borders pushed by hand.

use super::settle::{Place, Settling, stretched};
use crate::mask::{RegionId, Regions, Rgba, Stretch};

/// A push: what lies at one point goes to another, and all around it goes along, the less
/// the farther away it is: by (1−r²/R²)².
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Where what is pushed comes to lie.
    to: (f64, f64),
    way: (f64, f64),
    radius: f64,
}

impl Push {
    /// Pixels that a push goes at most.
    pub const FARTHEST: f64 = 320.0;
    /// The least radius of a push, in lengths of its way: from 1.54 on, nothing folds over.
    const SPREAD: f64 = 1.75;

    /// Pushes what is less than `radius` pixels away; a far push reaches farther, so that
    /// nothing folds over. `None` if nothing goes anywhere.
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

    /// Where it ends, and how far it reaches from there.
    pub fn reach(&self) -> (f64, f64, f64) {
        (self.to.0, self.to.1, self.radius)
    }

    /// The region that a pixel is to be of once so much of the way is gone.
    fn source(&self, regions: &Regions, (x, y): Place, gone: f64) -> Option<RegionId> {
        let middle = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        // What is pushed has not come farther than that.
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

    /// The pixels that it may change, with the regions that they are of.
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
            let runs = regions.row_within(y, columns.clone());
            runs.flat_map(move |run| {
                let own = run.start.max(columns.start)..run.end.min(columns.end);
                own.map(move |x| ((x, y), run.region))
            })
        })
    }

    /// What pixels would become if nothing hindered them: what is seen of a push on its way.
    pub fn seen(&self, regions: &Regions) -> Vec<(Stretch, Rgba)> {
        let pixels = self.within(regions).filter_map(|(place, own)| {
            let source = self.source(regions, place, 1.0)?;
            (source != own).then(|| (place, regions.get(source).colour))
        });
        stretched(pixels.collect())
    }

    /// What pixels become. No part of any land or sea is torn, joined to another or lost.
    ///
    /// It goes in steps of some two pixels, each as far as nothing is torn: so what is
    /// narrow goes along, too.
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
