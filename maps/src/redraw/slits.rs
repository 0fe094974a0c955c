//! Slits of sea between land that was drawn and land that was there.

use crate::mask::{Rgba, Sheet, Stretch};

/// Pixels that a slit has across at most.
pub const SLIT: u32 = 6;

/// The pixels of slits beside `painted` pixels, which are of `colour` by now: sea of at most
/// [`SLIT`] pixels, along a row or a column, from there to land of another colour.
pub(super) fn slits(
    sheet: &Sheet,
    painted: &[Stretch],
    colour: Rgba,
    is_sea: impl Fn(Rgba) -> bool,
) -> Vec<Stretch> {
    let mut found = Vec::new();
    // Goes from beside a painted pixel, by that many steps to where `place` says.
    let mut go = |place: &dyn Fn(u32) -> Option<(u32, u32)>| {
        let mut way = Vec::new();
        for step in 1..=SLIT + 1 {
            let Some((x, y)) = place(step) else { return };
            match sheet.colour_at(x, y) {
                Some(sea) if is_sea(sea) => way.push((x, y)),
                Some(land) if land != colour => break,
                _ => return,
            }
        }
        if way.len() <= SLIT as usize {
            let pixels = way.into_iter().map(|(x, y)| Stretch {
                y,
                columns: x..x + 1,
            });
            found.extend(pixels);
        }
    };
    for Stretch { y, columns } in painted {
        let (y, first, end) = (*y, columns.start, columns.end);
        go(&|step| Some((first.checked_sub(step)?, y)));
        go(&|step| Some((end - 1 + step, y)));
        let above = y.checked_sub(1);
        for (beside, down) in [(above, false), (Some(y + 1), true)] {
            let Some(row) = beside.filter(|&row| row < sheet.height()) else {
                continue;
            };
            let sea = sheet.row(row).filter(|&(_, _, colour)| is_sea(colour));
            for (start, stop, _) in sea {
                for x in start.max(first)..stop.min(end) {
                    go(&|step| {
                        let y = if down {
                            y.checked_add(step)
                        } else {
                            y.checked_sub(step)
                        };
                        Some((x, y?))
                    });
                }
            }
        }
    }
    found
}
