//! Sums border lengths by pair of regions.

use super::Contacts;
use crate::run::RegionId;

/// Sums lengths by pair of regions in a hash table with open addressing, because one lookup per run
/// and row dominates the cost of finding contacts. The table stays in the cache: when it is full,
/// it is emptied into a list, whose duplicates are merged at the end.
pub(super) struct Tally {
    /// The pair, smaller region in the high half, and the length; 0 marks a free slot.
    slots: Vec<(u64, u32)>,
    used: usize,
    full: Vec<(u64, u32)>,
}

/// Most slots of the table, a power of two: 2 MiB.
pub(super) const SLOTS: usize = 1 << 17;

impl Tally {
    /// For about this many regions that touch.
    pub(super) fn new(regions: usize) -> Self {
        // Regions in a plane have fewer than three contacts each on average.
        let slots = (regions * 6).next_power_of_two().clamp(64, SLOTS);
        Self {
            slots: vec![(0, 0); slots],
            used: 0,
            full: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, a: u32, b: u32, length: u32) {
        let pair = (u64::from(a.min(b)) << 32) | u64::from(a.max(b));
        let mask = self.slots.len() - 1;
        let mut at = mix(pair) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.1 == 0 {
                break;
            }
            if slot.0 == pair {
                slot.1 += length;
                return;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (pair, length);
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.empty();
        }
    }

    #[cold]
    fn empty(&mut self) {
        self.full
            .extend(self.slots.iter().filter(|&&(_, length)| length > 0));
        self.slots.fill((0, 0));
        self.used = 0;
    }

    /// The contacts of this many regions, without those that do not count.
    pub(super) fn finish(mut self, regions: usize, counts: impl Fn(RegionId) -> bool) -> Contacts {
        self.empty();
        self.full
            .retain(|&(pair, _)| ends(pair).into_iter().all(&counts));
        let mut firsts = vec![0_u32; regions + 1];
        for &(pair, _) in &self.full {
            for end in ends(pair) {
                firsts[end.index() + 1] += 1;
            }
        }
        for i in 0..regions {
            firsts[i + 1] += firsts[i];
        }
        let mut next = firsts.clone();
        let mut entries = vec![(RegionId(0), 0); self.full.len() * 2];
        for &(pair, length) in &self.full {
            let [a, b] = ends(pair);
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from.index()];
                entries[*place as usize] = (to, length);
                *place += 1;
            }
        }
        // Sort the entries of each region, merge duplicates, close the gaps.
        let mut kept = 0;
        for region in 0..regions {
            let own = firsts[region] as usize..next[region] as usize;
            entries[own.clone()].sort_unstable();
            firsts[region] = kept as u32;
            for i in own {
                let (other, length) = entries[i];
                if kept > firsts[region] as usize && entries[kept - 1].0 == other {
                    entries[kept - 1].1 += length;
                } else {
                    entries[kept] = (other, length);
                    kept += 1;
                }
            }
        }
        firsts[regions] = kept as u32;
        entries.truncate(kept);
        Contacts { firsts, entries }
    }
}

fn ends(pair: u64) -> [RegionId; 2] {
    [RegionId((pair >> 32) as u32), RegionId(pair as u32)]
}

/// Mixes the bits of a pair: both halves of its product with a large odd number (2⁶⁴ divided by the
/// golden ratio).
#[inline]
fn mix(pair: u64) -> u64 {
    let product = u128::from(pair ^ 0x5bd1_e995) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}
