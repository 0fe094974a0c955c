//! Moves or copies land.

use std::collections::{HashMap, HashSet};

use super::paint::{add, around, followed, seas};
use super::{Lifted, Over, Placing, RedrawError, Redrawn, Seen, Sides};
use crate::mask::{Rgba, Sheet, Stretch};
use crate::{Draft, Point, TerritoryKey};

/// Some territories, and how their land is put down elsewhere.
pub type Moved = (Vec<TerritoryKey>, Placing);

/// Puts the land of some territories down elsewhere. It leaves sea behind or, with `copy`, the land
/// as it was, and the copies are new territories. `over` says whether other land there is covered;
/// moved land never blocks itself. Pivots and badges move along.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::NoRoom`] if a moved territory would have no land left.
pub fn shift<'a>(
    draft: &Draft,
    before: impl Into<Seen<'a>>,
    sheet: &Sheet,
    all: &[Moved],
    over: Over,
    copy: bool,
) -> Result<Redrawn, RedrawError> {
    let before = before.into();
    let seas = seas(draft)?;
    let is_sea = |colour: Rgba| colour.alpha() == 0 || seas.contains(&colour);
    let mut moved: Vec<(Lifted, Placing)> = Vec::new();
    let mut placed: Vec<Vec<Vec<Stretch>>> = Vec::new();
    for (keys, how) in all {
        let lifted = Lifted::of(draft, before.regions, keys)?;
        placed.push(lifted.placed(how)?);
        moved.push((lifted, *how));
    }
    if let [one, other] = &mut placed[..]
        && let [first, second] = &moved[..]
    {
        let [a, b] = [first, second].map(|(lifted, how)| lifted.middles(how));
        let sides = Sides::of([a[0], b[0]], [a[1], b[1]]);
        [*one, *other] = sides.part([std::mem::take(one), std::mem::take(other)]);
    }
    let placed = placed.concat();
    let mut new = draft.clone();
    let mut drawn = sheet.clone();
    let lifted = || moved.iter().flat_map(|(lifted, _)| lifted.pixels());
    let colours: Vec<Rgba> = if copy {
        add(draft, &mut new, before, placed.len())?
    } else {
        let patch = drawn.change(lifted(), |_| seas[0]);
        drawn.apply(&patch)?;
        let keys = all.iter().flat_map(|(keys, _)| keys);
        let own = keys.filter_map(|&key| draft.territory(key)?.colour);
        own.map(Rgba::from).collect()
    };
    let touched = lifted().chain(placed.iter().flatten().cloned());
    let around = around(touched).ok_or(RedrawError::Unchanged)?;
    for (pixels, &colour) in placed.into_iter().zip(&colours) {
        let may_cover = |was| over == Over::All || is_sea(was);
        let patch = drawn.change(pixels, |was| if may_cover(was) { colour } else { was });
        drawn.apply(&patch)?;
    }
    let mut goes: HashMap<TerritoryKey, &(Lifted, Placing)> = HashMap::new();
    for by in moved.iter().filter(|_| !copy).rev() {
        goes.extend(by.0.keys().iter().map(|&key| (key, by)));
    }
    let carried = |key: TerritoryKey, at: Point| {
        let to = goes
            .get(&key)
            .and_then(|(lifted, how)| lifted.place(at, how));
        to.unwrap_or(at)
    };
    let drawn = (drawn, None);
    let redrawn = followed(draft, new, before, (sheet, drawn), around, &carried)?;
    let seen: HashSet<Rgba> = redrawn.regions.iter().map(|(_, of)| of.colour).collect();
    if colours.iter().all(|colour| seen.contains(colour)) {
        Ok(redrawn)
    } else {
        Err(RedrawError::NoRoom)
    }
}
