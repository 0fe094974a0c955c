//! How much of a picture each colour covers.

use std::collections::HashMap;

use super::colour::Rgba;
use super::error::MaskError;
use super::regions::Regions;
use super::run::{RowRuns, RunSink};

/// One colour's share of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColourCount {
    /// The colour.
    pub colour: Rgba,
    /// Pixels of this colour.
    pub area: u64,
    /// Runs of this colour; many short ones are a sign of noise or smoothing.
    pub runs: u64,
    /// Regions of this colour; 0 from a [`Histogram`], which knows of none.
    pub regions: u32,
    /// Pixels of the largest region; 0 from a [`Histogram`].
    pub largest: u32,
}

/// Counts colours without looking for regions, which keeps memory small for
/// pictures that are beyond the limits on runs and regions: at most one entry a
/// colour.
#[derive(Debug, Default)]
pub struct Histogram {
    width: u32,
    height: u32,
    runs: u64,
    counts: HashMap<Rgba, (u64, u64)>,
}

impl Histogram {
    /// An empty histogram.
    pub fn new() -> Self {
        Self::default()
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Runs of all colours.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The colours, the one that covers most first; equal ones by colour.
    pub fn colours(&self) -> Vec<ColourCount> {
        let mut colours: Vec<_> = self
            .counts
            .iter()
            .map(|(&colour, &(area, runs))| ColourCount {
                colour,
                area,
                runs,
                regions: 0,
                largest: 0,
            })
            .collect();
        by_area(&mut colours);
        colours
    }
}

impl RunSink for Histogram {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        *self = Self {
            width,
            height,
            ..Self::default()
        };
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        self.runs += runs.len() as u64;
        for (start, end, colour) in runs.iter() {
            let (area, count) = self.counts.entry(colour).or_default();
            *area += u64::from(end - start);
            *count += 1;
        }
        Ok(())
    }
}

impl Regions {
    /// Every colour of the mask, the one that covers most first; equal ones by
    /// colour. Costs a look at each region.
    pub fn colours(&self) -> Vec<ColourCount> {
        let mut places = HashMap::new();
        let mut colours: Vec<ColourCount> = Vec::new();
        for (_, region) in self.iter() {
            let place = *places.entry(region.colour).or_insert(colours.len());
            if place == colours.len() {
                colours.push(ColourCount {
                    colour: region.colour,
                    area: 0,
                    runs: 0,
                    regions: 0,
                    largest: 0,
                });
            }
            let count = &mut colours[place];
            count.area += u64::from(region.area);
            count.runs += u64::from(region.runs);
            count.regions += 1;
            count.largest = count.largest.max(region.area);
        }
        by_area(&mut colours);
        colours
    }
}

fn by_area(colours: &mut [ColourCount]) {
    colours.sort_unstable_by_key(|count| (std::cmp::Reverse(count.area), count.colour));
}
