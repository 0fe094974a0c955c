//! Symmetry: mirrored strokes.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use marchland_maps::mask::{MaskError, Regions, Rgba, RunBuffer, RunSink, Scan, Stretch, joined};
use marchland_maps::redraw::{Border, Moved, Over, Paint, Sides, may_overlap};
use marchland_maps::{Draft, Point, TerritoryKey};

use super::{DrawOp, Shade};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Left and right, about the middle column.
    Across,
    /// Top and bottom, about the middle row.
    Down,
    /// Rotation by a half-turn.
    HalfTurn,
}

/// The mirrored twins of territories on a map.
pub struct Twins<'a> {
    symmetry: Symmetry,
    draft: &'a Draft,
    land: &'a Regions,
    /// The owners of colours.
    owners: HashMap<Rgba, TerritoryKey>,
}

impl Symmetry {
    /// The next mode; none after the last.
    #[must_use]
    pub fn after(now: Option<Self>) -> Option<Self> {
        match now {
            None => Some(Self::Across),
            Some(Self::Across) => Some(Self::Down),
            Some(Self::Down) => Some(Self::HalfTurn),
            Some(Self::HalfTurn) => None,
        }
    }

    /// Whether columns and whether rows are reversed.
    pub(super) fn turns(self) -> (bool, bool) {
        match self {
            Self::Across => (true, false),
            Self::Down => (false, true),
            Self::HalfTurn => (true, true),
        }
    }

    /// Mirrors a pixel.
    fn pixel(self, (width, height): (u32, u32), at: Point) -> Point {
        let (across, down) = self.turns();
        let back = |turns: bool, at: u32, length: u32| {
            let at = at.min(length.saturating_sub(1));
            if turns { length - 1 - at } else { at }
        };
        Point::new(back(across, at.x, width), back(down, at.y, height))
    }

    /// Mirrors a point.
    fn point(self, (width, height): (u32, u32), (x, y): (f64, f64)) -> (f64, f64) {
        let (across, down) = self.turns();
        let back = |turns: bool, at: f64, long: u32| {
            if turns { f64::from(long) - at } else { at }
        };
        (back(across, x, width), back(down, y, height))
    }

    /// Mirrors a stretch of a row, clipped to the sheet.
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

    /// Mirrors a chunk, in row order.
    fn chunk(self, size: (u32, u32), chunk: &[Stretch]) -> Arc<[Stretch]> {
        let twins = chunk.iter().filter_map(|of| self.stretch(size, of));
        let mut twins: Vec<Stretch> = twins.collect();
        twins.sort_unstable_by_key(|twin| (twin.y, twin.columns.start));
        twins.into()
    }

    /// The mirrored mask.
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

    /// The axes of symmetry, from point to point.
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
    /// Finds the twins on a map, in time linear in territories.
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

    /// The twins of these territories, if each has one and none is among them.
    pub fn of_all(&self, keys: &[TerritoryKey]) -> Option<Vec<TerritoryKey>> {
        let mut known: HashSet<TerritoryKey> = keys.iter().copied().collect();
        let twins = keys.iter().map(|&key| self.of(key));
        twins
            .map(|twin| twin.filter(|&twin| known.insert(twin)))
            .collect()
    }

    /// The colour at the mirrored place of a colour: of land its twin's, else the same.
    fn colour(&self, of: Rgba) -> Option<Rgba> {
        let Some(&owner) = self.owners.get(&of) else {
            return Some(of);
        };
        let twin = self.draft.territory(self.of(owner)?)?;
        twin.colour.map(Rgba::from)
    }

    /// The territory at the mirrored place of a territory's main pivot.
    pub fn of(&self, key: TerritoryKey) -> Option<TerritoryKey> {
        let pivot = *self.draft.territory(key)?.pivots.first()?;
        let colour = self.colour_at(self.symmetry.pixel(self.size(), pivot))?;
        self.owners.get(&colour).copied()
    }

    fn colour_at(&self, Point { x, y }: Point) -> Option<Rgba> {
        Some(self.land.get(self.land.region_at(x, y)?).colour)
    }

    /// Whether two pixels mirror each other: twin territories, or no land on both.
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

    /// Mirrors a stroke. `known` is the mirror of the same stroke a moment before; its chunks are
    /// reused.
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

    /// The preview of moved land and its twins, each clipped to its side where they overlap.
    /// `middles` are the land's middles after and before the move.
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
        // Sea left behind must not hide land placed there.
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

    /// A stroke and its twin, each without the overlap on the other's side; `None` if there is no
    /// overlap or both paint the same.
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

    fn painted(&self, own: Shade) -> DrawOp {
        let twin = self.shade(&own, None);
        let is_one = own.paint != Paint::New || meet(&own.pixels, &twin.pixels);
        if twin.paint == own.paint && is_one {
            // The same land, or sea, on both sides.
            let pixels = [own.pixels, twin.pixels].concat();
            return DrawOp::Paint(Shade { pixels, ..twin });
        }
        let both = self.parted(&own, &twin).unwrap_or([own, twin]);
        DrawOp::Twins(Box::new(both.map(DrawOp::Paint)))
    }

    /// The operation with its twin, alone if it is its own mirror image, or [`DrawOp::Alone`].
    pub fn with(&self, op: DrawOp) -> DrawOp {
        let alone = |op| DrawOp::Alone(Box::new(op));
        let twin = match &op {
            DrawOp::Paint(own) => return self.painted(own.clone()),
            DrawOp::Cut { line, only } => {
                let twin = line.iter().map(|&at| self.symmetry.pixel(self.size(), at));
                let twins: Vec<_> = only.iter().filter_map(|&key| self.of(key)).collect();
                // An empty list would mean all territories.
                if twins.is_empty() && !only.is_empty() {
                    return alone(op);
                }
                DrawOp::Cut {
                    line: twin.collect(),
                    only: twins,
                }
            }
            DrawOp::Fill { at, into, gap } => {
                let twin = self.symmetry.pixel(self.size(), *at);
                let region = |at: Point| self.land.region_at(at.x, at.y);
                if region(twin) == region(*at) && *gap == 0 {
                    return op;
                }
                let into_twin = into.map(|key| self.of(key));
                // The region there is not the twin, or would join another territory.
                if into_twin == Some(None) || !self.are_twins(*at, twin) {
                    return alone(op);
                }
                DrawOp::Fill {
                    at: twin,
                    into: into_twin.flatten(),
                    gap: *gap,
                }
            }
            DrawOp::Merge(keys) => {
                let twins = keys.iter().map(|&key| self.of(key));
                let Some(twins) = twins.collect::<Option<BTreeSet<_>>>() else {
                    return alone(op);
                };
                let own: BTreeSet<_> = keys.iter().copied().collect();
                if !own.is_disjoint(&twins) {
                    // Shared territories join both merges.
                    return DrawOp::Merge(own.union(&twins).copied().collect());
                }
                if twins.len() < 2 {
                    return alone(op);
                }
                DrawOp::Merge(twins.into_iter().collect())
            }
            DrawOp::Exchange(a, b) => match self.of_all(&[*a, *b]).as_deref() {
                Some(&[a, b]) => DrawOp::Exchange(a, b),
                _ => return alone(op),
            },
            DrawOp::Move {
                moved,
                over,
                copy,
                shown,
            } => {
                let turns = self.symmetry.turns();
                let twin = |(keys, how): &Moved| Some((self.of_all(keys)?, how.backwards(turns)));
                let twins = moved.iter().map(twin).collect::<Option<Vec<_>>>();
                let Some(twins) = twins else {
                    return alone(op);
                };
                // Lift everything before placing anything.
                return DrawOp::Move {
                    moved: [&moved[..], &twins].concat(),
                    over: *over,
                    copy: *copy,
                    shown: shown.clone(),
                };
            }
            DrawOp::Divide { key, how } => match self.of_all(&[*key]).as_deref() {
                Some(&[key]) => self.turned(DrawOp::Divide { key, how: *how }),
                _ => return alone(op),
            },
            DrawOp::Reshape {
                at,
                between,
                how,
                size,
            } => match between.map(|colour| self.colour(colour)) {
                // A border between twins on the axis is its own mirror image.
                [Some(a), Some(b)] if [b, a] != *between && !self.is_own_twin(*at, *between) => {
                    self.turned(DrawOp::Reshape {
                        at: *at,
                        between: [a, b],
                        how: *how,
                        size: *size,
                    })
                }
                _ => return alone(op),
            },
            DrawOp::Push { push, .. } => self.turned(DrawOp::Push {
                push: *push,
                shown: Vec::new(),
            }),
            _ => return op,
        };
        DrawOp::Twins(Box::new([op, twin]))
    }

    /// Whether the border at a point crosses the axis and is its own mirror image there.
    fn is_own_twin(&self, at: (f64, f64), between: [Rgba; 2]) -> bool {
        let twin = self.symmetry.point(self.size(), at);
        let border = |at| Border::near(self.land, at, super::REACH, Some(between));
        let Some((one, other)) = border(at).zip(border(twin)) else {
            return false;
        };
        // Borders that share a step are the same.
        let Some(&[a, b]) = other.line().first_chunk() else {
            return false;
        };
        let mut steps = one.line().windows(2);
        steps.any(|step| *step == [a, b] || *step == [b, a])
    }

    fn turned(&self, op: DrawOp) -> DrawOp {
        DrawOp::Turned(self.symmetry, Box::new(op))
    }
}

/// The pixels of several chunks in row order, without duplicates.
fn sorted(chunks: &[Arc<[Stretch]>]) -> Vec<Stretch> {
    joined(chunks.iter().flat_map(|chunk| chunk.iter().cloned()))
}

/// Whether two sets of pixels overlap or share an edge.
fn meet(some: &[Arc<[Stretch]>], others: &[Arc<[Stretch]>]) -> bool {
    let (some, others) = (sorted(some), sorted(others));
    some.iter().any(|Stretch { y, columns }| {
        (y.saturating_sub(1)..=y + 1).any(|row| {
            // In the same row, adjacent stretches count as well.
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
