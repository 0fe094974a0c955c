//! Changes of nothing but the colours of whole regions.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::Regions;
use crate::colour::Rgba;
use crate::run::{RegionId, Run, RunBuffer};

impl Regions {
    /// The mask with some rows replaced, which `fill` returns, if that only gives regions other
    /// colours. `None` if a run begins elsewhere, if a region changes in part, or if regions that
    /// touch get the same colour.
    pub(super) fn recoloured_as(
        &self,
        rows: &Range<u32>,
        mut fill: impl FnMut(u32, &mut RunBuffer),
    ) -> Option<Self> {
        let mut colours: Vec<Option<Rgba>> = vec![None; self.len()];
        let mut runs = RunBuffer::new();
        for y in rows.clone() {
            fill(y, &mut runs);
            let (labels, starts) = self.row_slices(y);
            if runs.bounds[..runs.colours.len()] != *starts {
                return None;
            }
            for (&label, &colour) in labels.iter().zip(&runs.colours) {
                if *colours[label as usize].get_or_insert(colour) != colour {
                    return None;
                }
            }
        }
        let mut by_id = self.by_id.clone();
        let mut has_changed = vec![false; self.len()];
        for (id, (region, colour)) in by_id.iter_mut().zip(colours).enumerate() {
            let Some(colour) = colour.filter(|&colour| colour != region.colour) else {
                continue;
            };
            if region.bounds.top < rows.start || rows.end < region.bounds.bottom {
                return None;
            }
            region.colour = colour;
            has_changed[id] = true;
        }
        let recoloured = Self {
            width: self.width,
            runs: Arc::clone(&self.runs),
            by_id,
            merged: self.merged.clone(),
        };
        (!recoloured.joins(rows, &has_changed)).then_some(recoloured)
    }

    /// Whether a region that has changed lies above or below another of its colour, in or beside
    /// some rows.
    fn joins(&self, rows: &Range<u32>, has_changed: &[bool]) -> bool {
        let all = || self.by_id.iter().zip(has_changed);
        let changed = all().filter(|(_, has_changed)| **has_changed);
        let colours: HashSet<Rgba> = changed.map(|(region, _)| region.colour).collect();
        let may_join = all().map(|(region, _)| colours.contains(&region.colour));
        let may_join: Vec<bool> = may_join.collect();
        let mut above: Vec<Run> = Vec::new();
        let mut own = Vec::new();
        for y in rows.start.saturating_sub(1)..(rows.end + 1).min(self.height()) {
            own.clear();
            own.extend(self.row(y).filter(|run| may_join[run.region.index()]));
            let mut left = &above[..];
            for run in &own {
                left = &left[left.iter().take_while(|up| up.end <= run.start).count()..];
                let joins = |up: &Run| {
                    let [up, own] = [up.region, run.region].map(RegionId::index);
                    up != own
                        && (has_changed[up] || has_changed[own])
                        && self.by_id[up].colour == self.by_id[own].colour
                };
                if left.iter().take_while(|up| up.start < run.end).any(joins) {
                    return true;
                }
            }
            std::mem::swap(&mut above, &mut own);
        }
        false
    }
}
