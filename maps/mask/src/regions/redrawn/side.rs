//! Follows the pieces of torn regions through the rows that stay.
//!
//! A torn region that leaves the drawn rows at one place only is in one piece beyond them. If it
//! leaves them at several, its pieces are followed from there, row by row, until they have met.

use crate::regions::{Bounds, Regions};
use crate::run::{RegionId, Run};
use crate::sets::Sets;

use super::{Near, Strip};

/// The rows above those that are drawn, or below.
pub(super) struct Side {
    /// From the nearest outwards.
    rows: Vec<u32>,
    /// The set of each run of the nearest.
    pub(super) edge: Vec<u32>,
    /// By region: the set that all of its pixels there belong to.
    pub(super) sets: Vec<u32>,
    /// Runs of regions that fall into several sets, and the set of each, in order.
    pub(super) apart: Vec<(u32, u32)>,
}

impl Side {
    /// Connectivity there, independent of the drawn rows.
    pub(super) fn of(regions: &Regions, rows: Vec<u32>, is_torn: &[bool], sets: &mut Sets) -> Self {
        // By region.
        let mut pieces = vec![0; regions.len()];
        let edge = rows.first().into_iter().flat_map(|&y| regions.row(y));
        let edge = edge.map(|run| {
            let region = run.region.index();
            if is_torn[region] {
                pieces[region] += 1;
                sets.add()
            } else {
                run.region.0
            }
        });
        let edge = edge.collect();
        let side = Self {
            rows,
            edge,
            sets: (0..regions.len() as u32).collect(),
            apart: Vec::new(),
        };
        side.follow(regions, &mut pieces, sets, |_, _| {});
        side
    }

    /// Follows regions away from the edge while several of their `pieces` have not met, and passes
    /// each run visited and its set to `tell`.
    fn follow(
        &self,
        regions: &Regions,
        pieces: &mut [u32],
        sets: &mut Sets,
        mut tell: impl FnMut(usize, u32),
    ) {
        let ids = (0..).map(RegionId).zip(&*pieces);
        let open = ids.filter(|&(_, &pieces)| pieces > 1).map(|(id, _)| id);
        let mut open: Vec<RegionId> = open.collect();
        // Sets numbered from here on have not met any of these yet.
        let pieces_end = sets.len();
        let edge = self.rows.first().into_iter().flat_map(|&y| regions.row(y));
        let mut last: Vec<Strip> = edge
            .zip(&self.edge)
            .map(|(run, &set)| Strip {
                start: run.start,
                end: run.end,
                region: run.region,
                set,
            })
            .collect();
        // The edge comes first: each of its runs is beside itself alone.
        for &y in &self.rows {
            open.retain(|id| pieces[id.index()] > 1);
            let around = open.iter().map(|&id| regions.get(id).bounds);
            let around = around.reduce(Bounds::with);
            let Some(around) = around.filter(|of| (of.top..of.bottom).contains(&y)) else {
                break;
            };
            let mut near = Near(&last);
            let mut strips = Vec::new();
            for run in regions.runs_within(y, &(around.left..around.right)) {
                let Run {
                    start, end, region, ..
                } = regions.run(run, y);
                let pieces = &mut pieces[region.index()];
                if *pieces < 2 {
                    continue;
                }
                let mut own = None;
                for of in near.beside(start, end, region) {
                    let met = sets.find(of.set);
                    let Some(set) = own.filter(|&own| own != met) else {
                        own = Some(met);
                        continue;
                    };
                    *pieces -= u32::from(met.max(set) < pieces_end);
                    own = Some(sets.join(set, met));
                }
                let set = own.unwrap_or_else(|| sets.add());
                tell(run, set);
                strips.push(Strip {
                    start,
                    end,
                    region,
                    set,
                });
            }
            last = strips;
        }
    }

    /// Assigns each region its set, now that the connections through the drawn rows are known.
    pub(super) fn settle(&mut self, regions: &Regions, is_torn: &[bool], sets: &mut Sets) {
        let mut pieces = vec![0; regions.len()];
        let mut is_whole = true;
        let edge = self.rows.first().into_iter().flat_map(|&y| regions.row(y));
        for (run, &set) in edge.zip(&self.edge) {
            let region = run.region.index();
            if !is_torn[region] {
                continue;
            }
            let set = sets.find(set);
            let known = &mut self.sets[region];
            if *known == run.region.0 {
                *known = set;
            } else if *known != set {
                // They never meet, and are followed to their ends.
                pieces[region] = u32::MAX;
                is_whole = false;
            }
        }
        for (set, _) in self.sets.iter_mut().zip(is_torn).filter(|&(_, torn)| !torn) {
            *set = sets.find(*set);
        }
        if is_whole {
            return;
        }
        let mut apart = Vec::new();
        self.follow(regions, &mut pieces, sets, |run, set| {
            apart.push((run as u32, set));
        });
        for (_, set) in &mut apart {
            *set = sets.find(*set);
        }
        apart.sort_unstable();
        self.apart = apart;
    }

    /// The set of a run there, which is of this region.
    pub(super) fn set_of(&self, run: usize, region: RegionId) -> u32 {
        let apart = self
            .apart
            .binary_search_by_key(&(run as u32), |&(run, _)| run);
        apart.map_or(self.sets[region.index()], |at| self.apart[at].1)
    }
}
