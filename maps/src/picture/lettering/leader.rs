//! Names away from their badges, connected by a line.

use std::f32::consts::TAU;

use super::{Broken, Label, Lettering, MARGIN, SIZES, badge_place, badge_radius};
use crate::picture::room::Area;

/// Largest distance of a name from its badge, in letter heights.
const RINGS: u16 = 16;

/// Directions from a badge.
const DIRECTIONS: u16 = 32;

/// A name, the centre of its position, and the line from its badge.
pub(super) struct Led {
    pub(super) label: Label,
    pub(super) place: [f32; 2],
    pub(super) line: [[f32; 2]; 2],
}

impl Lettering<'_> {
    /// Finds a free position near the badge with a free line to it, avoiding the land of others if
    /// possible, and occupies both.
    pub(super) fn led(&mut self, at: usize, ways: &[Broken], size: f32) -> Option<Led> {
        let badge = badge_place(&self.draft.territories[at])?;
        let radius = badge_radius(self.draft);
        // Shares no cell with the badge.
        let start = radius + MARGIN + self.room.cell() * 1.5;
        let size = (size * SIZES[SIZES.len() - 1]).max(self.smallest);
        let mut best: Option<(f32, Led)> = None;
        for ring in 1..=RINGS {
            let effort = f32::from(ring) / f32::from(RINGS);
            if best.as_ref().is_some_and(|(least, _)| effort >= *least) {
                break;
            }
            for direction in 0..DIRECTIONS {
                let angle = TAU * f32::from(direction) / f32::from(DIRECTIONS);
                let along = [libm::cosf(angle), libm::sinf(angle)];
                let away = |length: f32| [0, 1].map(|i| badge[i] + along[i] * length);
                let end = away(start + size * f32::from(ring));
                if !self.is_clear(away(start), end) {
                    continue;
                }
                for way in ways {
                    let label = Label::new(way, size);
                    let place = label.beyond(end, along);
                    let area = label.area(place);
                    if !self.room.is_free(area) {
                        continue;
                    }
                    let cost = effort + self.strangeness(area, at);
                    if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                        let line = [away(radius), end];
                        best = Some((cost, Led { label, place, line }));
                    }
                }
            }
        }
        let (_, led) = best?;
        self.room.take(led.label.area(led.place));
        for point in self.along(led.line[0], led.line[1]) {
            self.room.take(dot(point));
        }
        Some(led)
    }

    /// Whether the straight line between two points is free.
    fn is_clear(&self, from: [f32; 2], to: [f32; 2]) -> bool {
        let mut points = self.along(from, to).into_iter();
        points.all(|point| self.room.is_free(dot(point)))
    }

    /// Points from one to another, one for each cell on the line.
    fn along(&self, from: [f32; 2], to: [f32; 2]) -> Vec<[f32; 2]> {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (length / self.room.cell()).ceil().max(1.0);
        (0..=steps as u32)
            .map(|step| [0, 1].map(|i| from[i] + (to[i] - from[i]) * step as f32 / steps))
            .collect()
    }
}

impl Label {
    /// The centre of a label that begins at `end` in a direction.
    fn beyond(&self, end: [f32; 2], along: [f32; 2]) -> [f32; 2] {
        let area = self.area([0.0; 2]);
        let across = area.right / along[0].abs().max(1e-6);
        let down = area.bottom / along[1].abs().max(1e-6);
        [0, 1].map(|i| end[i] + along[i] * across.min(down))
    }
}

fn dot([x, y]: [f32; 2]) -> Area {
    Area {
        left: x,
        top: y,
        right: x + 0.01,
        bottom: y + 0.01,
    }
}
