//! Places for the names on a page's map.

use std::fmt::Write;

use super::safe;

/// The width of a letter as a share of the size of the type; most are narrower.
const LETTER: f64 = 0.56;

/// The names written so far.
pub(super) struct Labels {
    /// The width of the map.
    wide: f64,
    /// Left, top, right and bottom of each.
    taken: Vec<[f64; 4]>,
}

impl Labels {
    pub(super) fn within(wide: f64) -> Self {
        Self {
            wide,
            taken: Vec::new(),
        }
    }

    /// Writes a name around (x, y), within the map's width: there or, if another name is in the
    /// way, a bit above or below. A name for which there is no room is left out.
    pub(super) fn put(
        &mut self,
        out: &mut String,
        class: &str,
        size: f64,
        [x, y]: [f64; 2],
        name: &str,
    ) {
        let half = (name.chars().count() as f64 * LETTER * size / 2.0).min(self.wide / 2.0);
        let x = x.clamp(half, self.wide - half);
        let boxed = |y: f64| [x - half, y - 0.75 * size, x + half, y + 0.2 * size];
        let is_free = |y: &f64| {
            let [left, top, right, bottom] = boxed(*y);
            let mut taken = self.taken.iter();
            taken.all(|other| {
                left > other[2] || right < other[0] || top > other[3] || bottom < other[1]
            })
        };
        let places = [0.0, -1.0, 1.0, -2.0, 2.0].map(|by| y + by * size);
        let Some(y) = places.into_iter().find(is_free) else {
            return;
        };
        self.taken.push(boxed(y));
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            safe(name)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One name covered another, and a long one was cut off at the edge.
    #[test]
    fn names_keep_out_of_each_others_way_and_within_the_map() {
        let mut labels = Labels::within(960.0);
        let mut out = String::new();
        for name in ["Alaska", "Northwest Territory", "a", "b", "c", "d"] {
            labels.put(&mut out, "site", 13.0, [10.0, 100.0], name);
        }
        // The last finds no room.
        assert_eq!(out.matches("<text").count(), 5, "{out}");
        let of = |at: usize| labels.taken[at];
        assert!(labels.taken.iter().all(|taken| taken[0] >= 0.0));
        for (at, one) in labels.taken.iter().enumerate() {
            for other in (at + 1..labels.taken.len()).map(of) {
                let apart = one[2] < other[0]
                    || one[0] > other[2]
                    || one[3] < other[1]
                    || one[1] > other[3];
                assert!(apart, "{one:?} and {other:?}");
            }
        }
    }
}
