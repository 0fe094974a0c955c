//! Lifts land off the map, turned, mirrored or scaled, to be put down elsewhere.

use std::collections::HashMap;
use std::ops::Range;

use super::RedrawError;
use crate::limits::MAX_MASK_RUNS;
use crate::mask::{Bounds, PatchError, Regions, Rgba, Stretch};
use crate::{Draft, Point, Rgb, TerritoryKey};

/// One of the eight orientations of a picture: rotations by right angles and reflections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pose {
    /// Columns and rows are swapped before any flip.
    transposed: bool,
    flip_x: bool,
    flip_y: bool,
    /// Whether columns and rows are counted from the far side of the sheet. Ties in rounding then
    /// go to the other pixel, so that mirrored copies match to the pixel.
    backwards: (bool, bool),
}

impl Pose {
    /// Turned by a right angle: clockwise or counterclockwise.
    #[must_use]
    pub const fn turned(self, clockwise: bool) -> Self {
        Self {
            transposed: !self.transposed,
            flip_x: self.flip_y != clockwise,
            flip_y: self.flip_x == clockwise,
            ..self
        }
    }

    /// Mirrored: left and right swapped if `across`, otherwise top and bottom.
    #[must_use]
    pub const fn mirrored(self, across: bool) -> Self {
        Self {
            flip_x: self.flip_x != across,
            flip_y: self.flip_y == across,
            ..self
        }
    }

    /// The mirror image, for a map whose columns or rows count backwards.
    const fn backwards(self, (across, down): (bool, bool)) -> Self {
        let turns = self.transposed && across != down;
        Self {
            flip_x: self.flip_x != turns,
            flip_y: self.flip_y != turns,
            backwards: (self.backwards.0 != across, self.backwards.1 != down),
            ..self
        }
    }
}

/// How lifted land is put down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placing {
    /// Columns to the right and rows down that its centre moves.
    pub by: (i32, i32),
    /// Its orientation.
    pub pose: Pose,
    /// Its size in percent of the original, from [`Placing::LEAST`] to [`Placing::MOST`].
    pub scale: u16,
}

impl Default for Placing {
    fn default() -> Self {
        Self {
            by: (0, 0),
            pose: Pose::default(),
            scale: 100,
        }
    }
}

impl Placing {
    /// The smallest size, in percent.
    pub const LEAST: u16 = 10;
    /// The largest size, in percent.
    pub const MOST: u16 = 1000;

    /// The mirror image, for a map whose columns or rows count backwards.
    #[must_use]
    pub fn backwards(self, (across, down): (bool, bool)) -> Self {
        let back = |turns: bool, by: i32| if turns { by.saturating_neg() } else { by };
        Self {
            by: (back(across, self.by.0), back(down, self.by.1)),
            pose: self.pose.backwards((across, down)),
            ..self
        }
    }
}

/// Pixels of one row, relative to the corner of the lifted land.
#[derive(Debug, Clone)]
struct Piece {
    y: u32,
    columns: Range<u32>,
    /// The owner, as an index into the list of territories.
    of: u16,
}

/// The land of some territories, lifted off a mask.
#[derive(Debug, Clone)]
pub struct Lifted {
    keys: Vec<TerritoryKey>,
    bounds: Bounds,
    /// Width and height of the mask.
    sheet: (u32, u32),
    /// By row, then by column.
    pieces: Vec<Piece>,
}

impl Lifted {
    /// Lifts all the land of these territories; the mask itself is not changed.
    ///
    /// # Errors
    /// [`RedrawError`]: one of them is not in the draft, shares its key colour, or has no land.
    pub fn of(
        draft: &Draft,
        regions: &Regions,
        keys: &[TerritoryKey],
    ) -> Result<Self, RedrawError> {
        let mut owners: HashMap<Rgb, usize> = HashMap::new();
        for colour in draft.territories.iter().filter_map(|t| t.colour) {
            *owners.entry(colour).or_default() += 1;
        }
        let mut whose: HashMap<Rgba, u16> = HashMap::new();
        for (of, key) in (0_u16..).zip(keys) {
            let territory = draft.territory(*key).ok_or(RedrawError::NoTerritory)?;
            let colour = territory.colour.ok_or(RedrawError::NoLand)?;
            if owners.get(&colour).is_some_and(|&owners| owners > 1) {
                return Err(RedrawError::SharedColour);
            }
            whose.insert(colour.into(), of);
        }
        let mut pieces = Vec::new();
        let mut bounds: Option<Bounds> = None;
        let mut without_land = vec![true; keys.len()];
        for (id, region) in regions.iter() {
            let Some(&of) = whose.get(&region.colour) else {
                continue;
            };
            without_land[usize::from(of)] = false;
            let all = bounds.map(|all| all.with(region.bounds));
            bounds = Some(all.unwrap_or(region.bounds));
            pieces.extend(regions.runs_of(id).map(|run| Piece {
                y: run.y,
                columns: run.start..run.end,
                of,
            }));
        }
        if without_land.contains(&true) {
            return Err(RedrawError::NoLand);
        }
        let bounds = bounds.ok_or(RedrawError::NoTerritory)?;
        for piece in &mut pieces {
            piece.y -= bounds.top;
            piece.columns = piece.columns.start - bounds.left..piece.columns.end - bounds.left;
        }
        pieces.sort_unstable_by_key(|piece| (piece.y, piece.columns.start));
        Ok(Self {
            keys: keys.to_vec(),
            bounds,
            sheet: regions.size(),
            pieces,
        })
    }

    /// The territories whose land it is.
    pub fn keys(&self) -> &[TerritoryKey] {
        &self.keys
    }

    /// The pixels where it was, by row.
    pub fn pixels(&self) -> impl Iterator<Item = Stretch> + '_ {
        let Bounds { left, top, .. } = self.bounds;
        self.pieces.iter().map(move |piece| Stretch {
            y: piece.y + top,
            columns: piece.columns.start + left..piece.columns.end + left,
        })
    }

    /// Width and height of the land after turning, before and after scaling.
    fn sizes(&self, how: &Placing) -> [(u32, u32); 2] {
        let (mut width, mut height) = (self.bounds.width(), self.bounds.height());
        if how.pose.transposed {
            (width, height) = (height, width);
        }
        let scale = u32::from(how.scale.clamp(Placing::LEAST, Placing::MOST));
        let scaled = |side: u32| ((side * scale + 50) / 100).max(1);
        [(width, height), (scaled(width), scaled(height))]
    }

    /// Left and top of the land's new position.
    fn corner(&self, how: &Placing) -> (i64, i64) {
        let [_, (width, height)] = self.sizes(how);
        let start = |from: u32, to: u32, length: u32, back: bool| {
            let twice = i64::from(from) + i64::from(to) - i64::from(length);
            (twice + i64::from(back)).div_euclid(2)
        };
        let (bounds, (across, down)) = (self.bounds, how.pose.backwards);
        (
            start(bounds.left, bounds.right, width, across) + i64::from(how.by.0),
            start(bounds.top, bounds.bottom, height, down) + i64::from(how.by.1),
        )
    }

    /// Whether some of it would lie outside the mask, where it is cut off.
    pub fn is_cut_off(&self, how: &Placing) -> bool {
        let [_, (width, height)] = self.sizes(how);
        let (left, top) = self.corner(how);
        let beyond = |start: i64, length: u32, sheet: u32| {
            start < 0 || start + i64::from(length) > i64::from(sheet)
        };
        beyond(left, width, self.sheet.0) || beyond(top, height, self.sheet.1)
    }

    /// The centre of all of it, after and before the move.
    pub fn middles(&self, how: &Placing) -> [(f64, f64); 2] {
        let [_, (width, height)] = self.sizes(how);
        let (left, top) = self.corner(how);
        let bounds = self.bounds;
        [
            (
                left as f64 + f64::from(width) / 2.0,
                top as f64 + f64::from(height) / 2.0,
            ),
            (
                f64::midpoint(bounds.left.into(), bounds.right.into()),
                f64::midpoint(bounds.top.into(), bounds.bottom.into()),
            ),
        ]
    }

    /// The new position of a pixel of its land; `None` outside the mask.
    pub fn place(&self, at: Point, how: &Placing) -> Option<Point> {
        let [(width, height), (wide, high)] = self.sizes(how);
        let (left, top) = self.corner(how);
        let mut x = at.x.checked_sub(self.bounds.left)?;
        let mut y = at.y.checked_sub(self.bounds.top)?;
        if how.pose.transposed {
            (x, y) = (y, x);
        }
        if x >= width || y >= height {
            return None;
        }
        if how.pose.flip_x {
            x = width - 1 - x;
        }
        if how.pose.flip_y {
            y = height - 1 - y;
        }
        // The centre of the pixels that it becomes.
        let (across, down) = how.pose.backwards;
        let x = u32::try_from(left + i64::from(nearest(x, width, wide, across))).ok()?;
        let y = u32::try_from(top + i64::from(nearest(y, height, high, down))).ok()?;
        (x < self.sheet.0 && y < self.sheet.1).then_some(Point { x, y })
    }

    /// Its pixels at the new position, clipped to the mask: for each territory, by row. Each
    /// resulting pixel takes the nearest one of the land, so there are no overlaps or holes.
    ///
    /// # Errors
    /// [`PatchError::TooManyRuns`] if very noisy land is turned.
    pub fn placed(&self, how: &Placing) -> Result<Vec<Vec<Stretch>>, PatchError> {
        let [(width, height), (wide, high)] = self.sizes(how);
        let (left, top) = self.corner(how);
        let turned;
        let pieces = if how.pose.transposed {
            turned = self.transposed()?;
            &turned
        } else {
            &self.pieces
        };
        let (across, down) = how.pose.backwards;
        // The first column whose centre is not before the start of column `at` of the land.
        let first = |at: u32| {
            let first = |at: u32| {
                let edge = 2 * u64::from(at) * u64::from(wide) + u64::from(width) - 1;
                (edge / (2 * u64::from(width))) as u32
            };
            if across {
                wide - first(width - at)
            } else {
                first(at)
            }
        };
        let mut placed = vec![Vec::new(); self.keys.len()];
        let rows = (-top).clamp(0, i64::from(high)) as u32
            ..(i64::from(self.sheet.1) - top).clamp(0, i64::from(high)) as u32;
        let mut count = 0_usize;
        for row in rows {
            let from = nearest(row, high, height, down);
            let from = if how.pose.flip_y {
                height - 1 - from
            } else {
                from
            };
            let start = pieces.partition_point(|piece| piece.y < from);
            let of_row = pieces[start..].iter().take_while(|piece| piece.y == from);
            for piece in of_row {
                let Range { start, end } = piece.columns;
                let (start, end) = if how.pose.flip_x {
                    (width - end, width - start)
                } else {
                    (start, end)
                };
                let within = |x: u32| (left + i64::from(x)).clamp(0, i64::from(self.sheet.0));
                let columns = within(first(start)) as u32..within(first(end)) as u32;
                if !columns.is_empty() {
                    placed[usize::from(piece.of)].push(Stretch {
                        y: (top + i64::from(row)) as u32,
                        columns,
                    });
                    count += 1;
                }
            }
            if count > MAX_MASK_RUNS {
                return Err(PatchError::TooManyRuns);
            }
        }
        Ok(placed)
    }

    /// The pieces with columns and rows exchanged.
    fn transposed(&self) -> Result<Vec<Piece>, PatchError> {
        const NOBODY: u16 = u16::MAX;
        // By column: the owner of the current stretch, and the row where it began.
        let mut open = vec![(NOBODY, 0_u32); self.bounds.width() as usize];
        let mut row = vec![NOBODY; open.len()];
        let mut turned = Vec::new();
        let mut next = 0;
        for y in 0..=self.bounds.height() {
            row.fill(NOBODY);
            while let Some(piece) = self.pieces.get(next).filter(|piece| piece.y == y) {
                let Range { start, end } = piece.columns;
                row[start as usize..end as usize].fill(piece.of);
                next += 1;
            }
            for (x, ((of, since), &now)) in (0_u32..).zip(open.iter_mut().zip(&row)) {
                if *of == now {
                    continue;
                }
                if *of != NOBODY {
                    turned.push(Piece {
                        y: x,
                        columns: *since..y,
                        of: *of,
                    });
                }
                (*of, *since) = (now, y);
            }
            if turned.len() > MAX_MASK_RUNS {
                return Err(PatchError::TooManyRuns);
            }
        }
        turned.sort_unstable_by_key(|piece| (piece.y, piece.columns.start));
        Ok(turned)
    }
}

/// Which of `to` pixels contains the centre of pixel `at` of `from`; a tie goes to the second one,
/// counted from the end if `back`.
fn nearest(at: u32, from: u32, to: u32, back: bool) -> u32 {
    let nearest = |at: u32| {
        let middle = (2 * u64::from(at) + 1) * u64::from(to);
        (middle / (2 * u64::from(from))) as u32
    };
    if back {
        to - 1 - nearest(from - 1 - at)
    } else {
        nearest(at)
    }
}
