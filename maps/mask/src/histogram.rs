//! Counts how much of a mask each colour covers.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::colour::Rgba;
use super::regions::Regions;

/// How much of a mask one colour covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColourCount {
    /// The colour as it is in the mask.
    pub colour: Rgba,
    /// Pixels of this colour.
    pub area: u64,
    /// Runs of this colour; many short ones are a sign of noise or smoothing.
    pub runs: u64,
    /// Regions of this colour.
    pub regions: u32,
    /// Pixels of the largest region.
    pub largest: u32,
}

impl Regions {
    /// Every colour of the mask, largest area first, ties by colour. Takes time linear in regions.
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
        colours.sort_unstable_by_key(|count| (Reverse(count.area), count.colour));
        colours
    }
}
