//! Strokes with twins: what is drawn is drawn again on the other side of the sheet.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use marchland_maps::mask::{MaskError, Regions, Rgba, RunBuffer, RunSink, Scan, Stretch, joined};
use marchland_maps::redraw::{Border, Moved, Over, Paint, Sides, may_overlap};
use marchland_maps::{Draft, Point, TerritoryKey};

use super::{Deed, Shade};

/// Where twins lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Left for right, about the sheet's middle column.
    Across,
    /// Top for bottom, about its middle row.
    Down,
    /// Turned by half about its middle.
    HalfTurn,
}

/// Who is whose twin on a map.
pub struct Twins<'a> {
    symmetry: Symmetry,
    draft: &'a Draft,
    land: &'a Regions,
    /// Whose land has a colour.
    owners: HashMap<Rgba, TerritoryKey>,
}

impl Symmetry {
    /// The next that can be chosen; none after the last.
    #[must_use]
    pub fn after(now: Option<Self>) -> Option<Self> {
        match now {
            None => Some(Self::Across),
            Some(Self::Across) => Some(Self::Down),
            Some(Self::Down) => Some(Self::HalfTurn),
            Some(Self::HalfTurn) => None,
        }
    }

    /// Whether columns and whether rows count backwards.
    pub(super) fn turns(self) -> (bool, bool) {
        match self {
            Self::Across => (true, false),
            Self::Down => (false, true),
            Self::HalfTurn => (true, true),
        }
    }

    /// The twin of a pixel of a sheet of that size.
    fn pixel(self, (width, height): (u32, u32), at: Point) -> Point {
        let (across, down) = self.turns();
        let back = |turns: bool, at: u32, length: u32| {
            let at = at.min(length.saturating_sub(1));
            if turns { length - 1 - at } else { at }
        };
        Point::new(back(across, at.x, width), back(down, at.y, height))
    }

    /// The twin of a point of a sheet of that size.
    fn point(self, (width, height): (u32, u32), (x, y): (f64, f64)) -> (f64, f64) {
        let (across, down) = self.turns();
        let back = |turns: bool, at: f64, long: u32| {
            if turns { f64::from(long) - at } else { at }
        };
        (back(across, x, width), back(down, y, height))
    }

    /// The twins of pixels of a row, as far as they lie on a sheet of that size.
    pub(super) fn stretch(self, (width, height): (u32, u32), of: &Stretch) -> Option<Stretch> {
        let (across, down) = self.turns();
        let columns = of.columns.start.min(width)..of.columns.end.min(width);
        (of.y < height && !columns.is_empty()).then(|| Stretch {
            y: if down { height - 1 - of.y } else { of.y },
            columns: if across {
                width - columns.end..width - columns.start
            } else {
                columns
            },
        })
    }

    /// The twins of pixels that lie on a sheet of that size, in the order of rows.
    fn chunk(self, size: (u32, u32), chunk: &[Stretch]) -> Arc<[Stretch]> {
        let twins = chunk.iter().filter_map(|of| self.stretch(size, of));
        let mut twins: Vec<Stretch> = twins.collect();
        twins.sort_unstable_by_key(|twin| (twin.y, twin.columns.start));
        twins.into()
    }

    /// The mask in which each pixel has the colour of its twin.
    pub(super) fn turned(self, of: &Regions) -> Result<Regions, MaskError> {
        let (across, down) = self.turns();
        let (width, height) = (of.width(), of.height());
        let mut scan = Scan::new();
        scan.begin(width, height)?;
        let mut runs = RunBuffer::new();
        for y in 0..height {
            runs.clear();
            let row = of.row(if down { height - 1 - y } else { y });
            let mut row: Vec<(u32, Rgba)> = row
                .map(|run| {
                    let end = if across { width - run.start } else { run.end };
                    (end, of.get(run.region).colour)
                })
                .collect();
            if across {
                row.reverse();
            }
            for (end, colour) in row {
                runs.push(end, colour);
            }
            scan.row(runs.as_runs())?;
        }
        scan.finish()
    }

    /// The lines about which twins lie, on a sheet of that size: from where to where.
    pub fn axes(self, (width, height): (u32, u32)) -> Vec<[(f64, f64); 2]> {
        let (width, height) = (f64::from(width), f64::from(height));
        let (across, down) = (width / 2.0, height / 2.0);
        match self {
            Self::Across => vec![[(across, 0.0), (across, height)]],
            Self::Down => vec![[(0.0, down), (width, down)]],
            Self::HalfTurn => {
                let arm = width.min(height) / 24.0;
                vec![
                    [(across - arm, down), (across + arm, down)],
                    [(across, down - arm), (across, down + arm)],
                ]
            }
        }
    }
}

impl<'a> Twins<'a> {
    /// The twins of a map with this mask. Takes time linear in territories, so that each is then
    /// found at once.
    pub fn new(symmetry: Symmetry, draft: &'a Draft, land: &'a Regions) -> Self {
        let all = draft.territories.iter().rev();
        let owners = all.filter_map(|t| Some((t.colour?.into(), t.key)));
        Self {
            symmetry,
            draft,
            land,
            owners: owners.collect(),
        }
    }

    fn size(&self) -> (u32, u32) {
        (self.land.width(), self.land.height())
    }

    /// The twins of these, if each has one of its own and none of them is one of these.
    pub fn of_all(&self, keys: &[TerritoryKey]) -> Option<Vec<TerritoryKey>> {
        let mut known: HashSet<TerritoryKey> = keys.iter().copied().collect();
        let twins = keys.iter().map(|&key| self.of(key));
        twins
            .map(|twin| twin.filter(|&twin| known.insert(twin)))
            .collect()
    }

    /// The colour of what lies where twins of a colour do: of land its twin's, else the same.
    fn colour(&self, of: Rgba) -> Option<Rgba> {
        let Some(&owner) = self.owners.get(&of) else {
            return Some(of);
        };
        let twin = self.draft.territory(self.of(owner)?)?;
        twin.colour.map(Rgba::from)
    }

    /// The territory where the twin of a territory's main pivot lies.
    pub fn of(&self, key: TerritoryKey) -> Option<TerritoryKey> {
        let pivot = *self.draft.territory(key)?.pivots.first()?;
        let colour = self.colour_at(self.symmetry.pixel(self.size(), pivot))?;
        self.owners.get(&colour).copied()
    }

    fn colour_at(&self, Point { x, y }: Point) -> Option<Rgba> {
        Some(self.land.get(self.land.region_at(x, y)?).colour)
    }

    /// Whether what lies at one pixel is the twin of what lies at another: land of its twin, or
    /// land of nobody for such.
    fn are_twins(&self, one: Point, other: Point) -> bool {
        let owner = |at| {
            let colour = self.colour_at(at)?;
            Some(self.owners.get(&colour).copied())
        };
        match (owner(one), owner(other)) {
            (Some(Some(one)), Some(Some(other))) => self.of(one) == Some(other),
            (Some(None), Some(None)) => true,
            _ => false,
        }
    }

    fn paint(&self, paint: Paint) -> Paint {
        match paint {
            Paint::Land(key) => self.of(key).map_or(Paint::New, Paint::Land),
            paint => paint,
        }
    }

    /// What is seen of a stroke's twin. `known` is what was of the same stroke a moment
    /// before, of which no chunk is made again.
    pub fn shade(&self, shade: &Shade, known: Option<Shade>) -> Shade {
        let paint = self.paint(shade.paint);
        let mut pixels = known.map_or_else(Vec::new, |known| known.pixels);
        pixels.truncate(shade.pixels.len());
        let more = shade.pixels.iter().skip(pixels.len());
        pixels.extend(more.map(|chunk| self.symmetry.chunk(self.size(), chunk)));
        Shade {
            pixels,
            paint,
            over: match (shade.paint, paint) {
                (Paint::Land(_), Paint::New) if shade.over != Over::Slits => Over::Sea,
                _ => shade.over,
            },
        }
    }

    /// What is seen of land that is moved and of its twins: where both would lie, each keeps its
    /// side. `middles` are those of the land, as it comes to lie and as it lay before.
    pub fn apart(
        &self,
        middles: [(f64, f64); 2],
        own: Vec<Shade>,
        twins: Vec<Shade>,
    ) -> Vec<Shade> {
        let [there, before] = middles.map(|at| [at, self.symmetry.point(self.size(), at)]);
        let sides = Sides::of(there, before);
        let split = |shades: Vec<Shade>| -> (Vec<Shade>, Vec<Shade>) {
            shades
                .into_iter()
                .partition(|shade| shade.paint == Paint::Sea)
        };
        let [(mut all, own), (seas, twins)] = [own, twins].map(split);
        // What is left behind hides nothing that is put down there.
        all.extend(seas);
        let pixels = |shades: &[Shade]| shades.iter().map(|of| of.pixels.concat()).collect();
        let parted = sides.part([pixels(&own), pixels(&twins)]);
        for (shade, pixels) in own.into_iter().chain(twins).zip(parted.concat()) {
            all.push(Shade {
                pixels: vec![pixels.into()],
                ..shade
            });
        }
        all
    }

    /// A stroke and its twin without what both would paint and is on the other's side; `None`
    /// if there is none of that, or both paint the same.
    pub fn parted(&self, own: &Shade, twin: &Shade) -> Option<[Shade; 2]> {
        let Paint::Land(key) = own.paint else {
            return None;
        };
        let both = [own, twin];
        let pixels = both.map(|of| of.pixels.iter().flat_map(|chunk| chunk.iter()));
        if twin.paint == own.paint || !may_overlap(pixels) {
            return None;
        }
        let Point { x, y } = *self.draft.territory(key)?.pivots.first()?;
        let at = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let middles = [at, self.symmetry.point(self.size(), at)];
        let pixels = both.map(|of| vec![sorted(&of.pixels)]);
        let [one, other] = Sides::of(middles, middles).part(pixels);
        let only = |of: &Shade, pixels: Vec<Vec<Stretch>>| Shade {
            pixels: pixels.into_iter().map(Arc::from).collect(),
            ..*of
        };
        Some([only(own, one), only(twin, other)])
    }

    fn painted(&self, pixels: &[Arc<[Stretch]>], paint: Paint, over: Over) -> Deed {
        let own = Shade {
            pixels: pixels.to_vec(),
            paint,
            over,
        };
        let twin = self.shade(&own, None);
        let deed = |of: Shade| Deed::Paint {
            pixels: of.pixels,
            paint: of.paint,
            over: of.over,
        };
        let is_one = own.paint != Paint::New || meet(&own.pixels, &twin.pixels);
        if twin.paint == own.paint && is_one {
            // One land, or sea, on both sides.
            let pixels = [own.pixels, twin.pixels].concat();
            return deed(Shade { pixels, ..twin });
        }
        let both = self.parted(&own, &twin).unwrap_or([own, twin]);
        Deed::Twins(Box::new(both.map(deed)))
    }

    /// A deed with its twin, one that is its own, or one [alone](Deed::Alone).
    pub fn with(&self, deed: Deed) -> Deed {
        let alone = |deed| Deed::Alone(Box::new(deed));
        let twin = match &deed {
            Deed::Paint {
                pixels,
                paint,
                over,
            } => return self.painted(pixels, *paint, *over),
            Deed::Cut { line, only } => {
                let twin = line.iter().map(|&at| self.symmetry.pixel(self.size(), at));
                let twins: Vec<_> = only.iter().filter_map(|&key| self.of(key)).collect();
                // None of those that are meant, and not all.
                if twins.is_empty() && !only.is_empty() {
                    return alone(deed);
                }
                Deed::Cut {
                    line: twin.collect(),
                    only: twins,
                }
            }
            Deed::Fill { at, into, gap } => {
                let twin = self.symmetry.pixel(self.size(), *at);
                let region = |at: Point| self.land.region_at(at.x, at.y);
                if region(twin) == region(*at) && *gap == 0 {
                    return deed;
                }
                let into_twin = into.map(|key| self.of(key));
                // What is filled there would be no twin, or become another's.
                if into_twin == Some(None) || !self.are_twins(*at, twin) {
                    return alone(deed);
                }
                Deed::Fill {
                    at: twin,
                    into: into_twin.flatten(),
                    gap: *gap,
                }
            }
            Deed::Merge(keys) => {
                let twins = keys.iter().map(|&key| self.of(key));
                let Some(twins) = twins.collect::<Option<BTreeSet<_>>>() else {
                    return alone(deed);
                };
                let own: BTreeSet<_> = keys.iter().copied().collect();
                if !own.is_disjoint(&twins) {
                    // What they share makes all of them one.
                    return Deed::Merge(own.union(&twins).copied().collect());
                }
                if twins.len() < 2 {
                    return alone(deed);
                }
                Deed::Merge(twins.into_iter().collect())
            }
            Deed::Exchange(a, b) => match self.of_all(&[*a, *b]).as_deref() {
                Some(&[a, b]) => Deed::Exchange(a, b),
                _ => return alone(deed),
            },
            Deed::Move {
                moved,
                over,
                copy,
                shown,
            } => {
                let turns = self.symmetry.turns();
                let twin = |(keys, how): &Moved| Some((self.of_all(keys)?, how.backwards(turns)));
                let twins = moved.iter().map(twin).collect::<Option<Vec<_>>>();
                let Some(twins) = twins else {
                    return alone(deed);
                };
                // All of it is taken up before any is put down.
                return Deed::Move {
                    moved: [&moved[..], &twins].concat(),
                    over: *over,
                    copy: *copy,
                    shown: shown.clone(),
                };
            }
            Deed::Divide { key, how } => match self.of_all(&[*key]).as_deref() {
                Some(&[key]) => self.turned(Deed::Divide { key, how: *how }),
                _ => return alone(deed),
            },
            Deed::Reshape {
                at,
                between,
                how,
                size,
            } => match between.map(|colour| self.colour(colour)) {
                // On the axis between two that are twins it is its own.
                [Some(a), Some(b)] if [b, a] != *between && !self.is_own_twin(*at, *between) => {
                    self.turned(Deed::Reshape {
                        at: *at,
                        between: [a, b],
                        how: *how,
                        size: *size,
                    })
                }
                _ => return alone(deed),
            },
            Deed::Push { push, .. } => self.turned(Deed::Push {
                push: *push,
                shown: Vec::new(),
            }),
            _ => return deed,
        };
        Deed::Twins(Box::new([deed, twin]))
    }

    /// Whether the border at a point goes across the axis, and is its own mirror image there.
    fn is_own_twin(&self, at: (f64, f64), between: [Rgba; 2]) -> bool {
        let twin = self.symmetry.point(self.size(), at);
        let border = |at| Border::near(self.land, at, super::REACH, Some(between));
        let Some((one, other)) = border(at).zip(border(twin)) else {
            return false;
        };
        // Two borders that share a step are one.
        let Some(&[a, b]) = other.line().first_chunk() else {
            return false;
        };
        let mut steps = one.line().windows(2);
        steps.any(|step| *step == [a, b] || *step == [b, a])
    }

    fn turned(&self, deed: Deed) -> Deed {
        Deed::Turned(self.symmetry, Box::new(deed))
    }
}

/// All pixels of some chunks, in the order of rows, each once.
fn sorted(chunks: &[Arc<[Stretch]>]) -> Vec<Stretch> {
    joined(chunks.iter().flat_map(|chunk| chunk.iter().cloned()))
}

/// Whether pixels lie over others or share a side with them.
fn meet(some: &[Arc<[Stretch]>], others: &[Arc<[Stretch]>]) -> bool {
    let (some, others) = (sorted(some), sorted(others));
    some.iter().any(|Stretch { y, columns }| {
        (y.saturating_sub(1)..=y + 1).any(|row| {
            // In their own row also those that begin where they end.
            let reach = u32::from(row == *y);
            let before =
                |other: &Stretch| (other.y, other.columns.end + reach) <= (row, columns.start);
            let other = others.get(others.partition_point(before));
            other.is_some_and(|other| other.y == row && other.columns.start < columns.end + reach)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_have_twins_on_the_sheet_alone() {
        let stretch = |y, columns| Stretch { y, columns };
        let chunk = [
            stretch(0, 1..3),
            stretch(0, 8..12),
            stretch(1, 10..11),
            stretch(5, 0..1),
        ];
        let twins = |symmetry: Symmetry| symmetry.chunk((10, 4), &chunk).to_vec();
        assert_eq!(
            twins(Symmetry::Across),
            [stretch(0, 0..2), stretch(0, 7..9)]
        );
        assert_eq!(twins(Symmetry::Down), [stretch(3, 1..3), stretch(3, 8..10)]);
        assert_eq!(
            twins(Symmetry::HalfTurn),
            [stretch(3, 0..2), stretch(3, 7..9)]
        );
        let at = Symmetry::HalfTurn.pixel((10, 4), Point::new(2, 1));
        assert_eq!(at, Point::new(7, 2));
    }

    #[test]
    fn strokes_meet_over_or_beside_each_other() {
        let chunk = |y, columns| -> Arc<[Stretch]> { [Stretch { y, columns }].into() };
        let one = [chunk(1, 0..5), chunk(2, 0..3)];
        assert!(meet(&one, &[chunk(1, 5..8)]));
        assert!(meet(&one, &[chunk(2, 9..10), chunk(2, 2..3)]));
        assert!(meet(&one, &[chunk(3, 2..9)]) && meet(&one, &[chunk(0, 4..9)]));
        assert!(!meet(
            &one,
            &[chunk(2, 5..8), chunk(3, 3..9), chunk(0, 5..9)]
        ));
        assert!(!meet(&one, &[]));
    }
}
