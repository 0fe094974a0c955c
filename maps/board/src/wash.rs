//! Washes: pixels shown as they will be once a stroke is done.

use std::sync::Arc;

use marchland_maps::Rgb;
use marchland_maps::mask::{Stretch, View};

use crate::camera::Rect;

/// Pixels of the mask that are shown as they will be.
#[derive(Debug, Clone, PartialEq)]
pub struct Wash {
    /// The pixels, in chunks that are only appended to, each in the order of rows.
    pub pixels: Vec<Arc<[Stretch]>>,
    /// What they look like.
    pub tint: Tint,
    /// Which of them are covered.
    pub over: Cover,
}

/// Which of its pixels a wash covers.
#[derive(Debug, Clone, PartialEq)]
pub enum Cover {
    /// All.
    All,
    /// Sea, and land of the plots with these indices in the scene.
    Sea(Arc<[usize]>),
}

/// What washed pixels look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Land of the plot with this index in the scene.
    Plot(usize),
    /// Land of this colour, not a plot yet.
    Land(Rgb),
    /// Sea.
    Sea,
    /// Hatched, so that a picture below is seen through it.
    Hatched,
}

fn around(chunk: &[Stretch]) -> Option<Rect> {
    let (first, last) = (chunk.first()?, chunk.last()?);
    let left = chunk.iter().map(|stretch| stretch.columns.start).min()?;
    let right = chunk.iter().map(|stretch| stretch.columns.end).max()?;
    Some(Rect {
        left: left.into(),
        top: first.y.into(),
        width: f64::from(right - left),
        height: f64::from(last.y + 1 - first.y),
    })
}

/// Rectangles around the differences between two lists of washes.
pub(crate) fn changed(before: &[Wash], after: &[Wash]) -> Vec<Rect> {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (mut before, mut after) = (before[same..].iter(), after[same..].iter());
    let mut chunks: Vec<&[Stretch]> = Vec::new();
    // A wash that has grown differs in its new chunks only.
    if let ([a, ..], [b, ..]) = (before.as_slice(), after.as_slice())
        && (a.tint, &a.over) == (b.tint, &b.over)
        && b.pixels.starts_with(&a.pixels)
    {
        chunks.extend(b.pixels[a.pixels.len()..].iter().map(|chunk| &**chunk));
        before.next();
        after.next();
    }
    let all = before.chain(after).flat_map(|wash| &wash.pixels);
    chunks.extend(all.map(|chunk| &**chunk));
    chunks.into_iter().filter_map(around).collect()
}

impl Wash {
    /// Puts `slot` into the pixels of a drawing that the wash covers, where they hold a slot that is
    /// `covered`.
    pub(crate) fn lay(&self, view: &View, slots: &mut [[u8; 4]], slot: u32, covered: &[bool]) {
        let slot = slot.to_le_bytes();
        for chunk in &self.pixels {
            let (Some(first), Some(last)) = (chunk.first(), chunk.last()) else {
                continue;
            };
            if view.row(first.y) == view.row(last.y + 1) {
                continue;
            }
            // Only the visible ones, because a chunk may have very many.
            let above = chunk.partition_point(|stretch| view.row(stretch.y + 1) == 0);
            let in_sight = |stretch: &&Stretch| view.row(stretch.y) < view.height;
            for stretch in chunk[above..].iter().take_while(in_sight) {
                let Stretch { y, ref columns } = *stretch;
                let columns = view.column(columns.start)..view.column(columns.end);
                for y in view.row(y)..view.row(y + 1) {
                    for pixel in &mut slots[y * view.width..][columns.clone()] {
                        if covered[u32::from_le_bytes(*pixel) as usize] {
                            *pixel = slot;
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(y: u32, start: u32, end: u32) -> Arc<[Stretch]> {
        let columns = start..end;
        [Stretch { y, columns }].into()
    }

    #[test]
    fn a_stroke_that_grows_differs_in_its_end() {
        let one = Wash {
            pixels: vec![chunk(3, 5, 9)],
            tint: Tint::Sea,
            over: Cover::All,
        };
        let mut two = one.clone();
        two.pixels.push(chunk(7, 2, 4));
        let rect = |left, top, width| Rect {
            left,
            top,
            width,
            height: 1.0,
        };
        let ends = |a: &[Wash], b: &[Wash]| changed(a, b);
        assert!(ends(std::slice::from_ref(&one), std::slice::from_ref(&one)).is_empty());
        let grown = ends(std::slice::from_ref(&one), std::slice::from_ref(&two));
        assert_eq!(grown, [rect(2.0, 7.0, 2.0)]);
        let gone = ends(std::slice::from_ref(&two), &[]);
        assert_eq!(gone, [rect(5.0, 3.0, 4.0), rect(2.0, 7.0, 2.0)]);
    }

    #[test]
    fn pixels_are_laid_at_every_scale() {
        let wash = Wash {
            pixels: vec![chunk(1, 1, 3)],
            tint: Tint::Sea,
            over: Cover::All,
        };
        let view = View {
            left: 0.0,
            top: 0.0,
            scale: 2.0,
            width: 8,
            height: 6,
        };
        let mut slots = vec![1_u32.to_le_bytes(); 48];
        slots[2 * 8 + 3] = 2_u32.to_le_bytes();
        wash.lay(&view, &mut slots, 5, &[false, true, false]);
        let laid: Vec<usize> = (0..48).filter(|&at| slots[at][0] == 5).collect();
        assert_eq!(laid, [18, 20, 21, 26, 27, 28, 29]);
    }
}
