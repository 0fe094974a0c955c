//! Where two territories touch.

use marchland_maps::Point;
use marchland_maps::mask::Bounds;

use crate::diagnostic::Spot;
use crate::input::Survey;
use crate::land::Land;

/// Where two territories touch: of the pixels at the border of the one with
/// fewer runs, the first in reading order and the box around all.
/// `None` if the contact goes across joined edges of the map.
///
/// Time: the runs of that territory, times the runs in a row of the mask.
pub(crate) fn border(survey: &Survey, land: &Land, a: usize, b: usize) -> Option<Spot> {
    let regions = &survey.regions;
    let size = |at: usize| -> u32 { land.parts(at).iter().map(|&r| regions.get(r).runs).sum() };
    let (small, large) = if size(a) <= size(b) { (a, b) } else { (b, a) };
    let reach = survey.gap + 1;
    let mut first: Option<Point> = None;
    let mut bounds: Option<Bounds> = None;
    let mut found = |x: u32, y: u32| {
        let point = Point::new(x, y);
        first = Some(first.map_or(point, |f| if (y, x) < (f.y, f.x) { point } else { f }));
        let b = bounds.get_or_insert(Bounds {
            left: x,
            top: y,
            right: x + 1,
            bottom: y + 1,
        });
        b.left = b.left.min(x);
        b.top = b.top.min(y);
        b.right = b.right.max(x + 1);
        b.bottom = b.bottom.max(y + 1);
    };
    let theirs = |region| land.owner(region) == Some(large);
    for &part in land.parts(small) {
        for run in regions.runs_of(part) {
            for step in 1..=reach {
                let left = run.start.checked_sub(step);
                if left
                    .and_then(|x| regions.region_at(x, run.y))
                    .is_some_and(theirs)
                {
                    found(run.start, run.y);
                }
                let right = run.end - 1 + step;
                if regions.region_at(right, run.y).is_some_and(theirs) {
                    found(run.end - 1, run.y);
                }
                let rows = [run.y.checked_sub(step), Some(run.y + step)];
                for y in rows.into_iter().flatten().filter(|&y| y < regions.height()) {
                    let facing = regions
                        .row(y)
                        .filter(|other| other.start < run.end && other.end > run.start);
                    for other in facing.filter(|other| theirs(other.region)) {
                        found(other.start.max(run.start), run.y);
                        found(other.end.min(run.end) - 1, run.y);
                    }
                }
            }
        }
    }
    first.map(|point| Spot { point, bounds })
}
