//! Closes slits of sea between drawn and existing land.

use crate::mask::{Rgba, Sheet, Stretch};

/// Largest width of a slit, in pixels.
pub const SLIT: u32 = 6;

/// Most diagonal steps across a slit: each is longer by half.
const SLANTED: u32 = SLIT * 5 / 7;

/// The pixels of slits beside `painted` pixels, which already have `colour`: sea of at most
/// [`SLIT`] pixels, along a row, a column or a diagonal, between there and land of another colour.
pub(super) fn slits(
    sheet: &Sheet,
    painted: &[Stretch],
    colour: Rgba,
    is_sea: impl Fn(Rgba) -> bool,
) -> Vec<Stretch> {
    let mut found = Vec::new();
    // Walks in a direction from a pixel of sea beside a painted one.
    let mut go = |from: (u32, u32), (right, down): (i32, i32)| {
        let most = if right != 0 && down != 0 {
            SLANTED
        } else {
            SLIT
        };
        let mut way = Vec::new();
        let mut next = Some(from);
        while let Some((x, y)) = next {
            match sheet.colour_at(x, y) {
                Some(sea) if is_sea(sea) && way.len() < most as usize => way.push((x, y)),
                Some(land) if land != colour && !is_sea(land) => break,
                _ => return,
            }
            next = x.checked_add_signed(right).zip(y.checked_add_signed(down));
        }
        if next.is_some() {
            let pixels = way.into_iter().map(|(x, y)| Stretch {
                y,
                columns: x..x + 1,
            });
            found.extend(pixels);
        }
    };
    for Stretch { y, columns } in painted {
        if let Some(before) = columns.start.checked_sub(1) {
            go((before, *y), (-1, 0));
        }
        go((columns.end, *y), (1, 0));
        for down in [-1, 1] {
            let row = y.checked_add_signed(down);
            let Some(row) = row.filter(|&row| row < sheet.height()) else {
                continue;
            };
            let sea = sheet.row(row).filter(|&(_, _, colour)| is_sea(colour));
            for (start, end, _) in sea {
                for right in [-1, 0, 1] {
                    let first = columns.start.saturating_add_signed(right);
                    let last = columns.end.saturating_add_signed(right);
                    for x in start.max(first)..end.min(last) {
                        go((x, row), (right, down));
                    }
                }
            }
        }
    }
    found
}
