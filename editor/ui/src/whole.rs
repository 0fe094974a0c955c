//! Redraws content that changes mostly as a whole in one piece.
//!
//! The software renderer of iced 0.14 redraws changes part by part and walks the whole window for
//! each part. A new line in a list moves every word of it, which becomes a dozen overlapping
//! parts. A layer whose bounds differ is redrawn in one piece, so the bounds here change by an
//! invisible amount with each version.

use std::cell::Cell;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use iced::{Element, Rectangle};

use crate::wrap::{Habit, wrap};

/// Redraws all visible `content` when `version` has changed.
pub fn whole<'a, M: 'a>(content: impl Into<Element<'a, M>>, version: impl Hash) -> Element<'a, M> {
    let version = BuildHasherDefault::<DefaultHasher>::default().hash_one(version);
    wrap(content, Whole { version })
}

struct Whole {
    version: u64,
}

impl<M> Habit<M> for Whole {
    /// The version drawn last, and how many hairs wider than the content its layer was.
    type State = Cell<(u64, u8)>;

    fn layer(&self, drawn: &Cell<(u64, u8)>, seen: Rectangle) -> Option<Rectangle> {
        /// Bounds that differ: more than the pictures that a window keeps, with which the next
        /// frame is compared.
        const DIFFER: u8 = 16;
        /// Logical pixels; even the largest multiple reaches no further pixel.
        const HAIR: f32 = 1.0 / 128.0;
        let (version, mut hairs) = drawn.get();
        // Never as wide as the surroundings, or the layers would merge.
        if version != self.version || hairs == 0 {
            hairs = 1 + hairs % DIFFER;
            drawn.set((self.version, hairs));
        }
        let wider = f32::from(hairs) * HAIR;
        Some(Rectangle {
            width: seen.width + wider,
            ..seen
        })
    }
}

#[cfg(test)]
mod tests {
    use iced::widget::{column, container, space};
    use iced::{Length, Size, Theme, mouse};

    use super::*;
    use crate::headless::Camera;
    use crate::parts::{body, list};

    /// Lines in the lower half of a window, with a mark above.
    fn view(lines: std::ops::Range<usize>, mark: &str) -> Element<'_, ()> {
        let version = lines.end;
        let rows = column(lines.map(|line| body(format!("{line} {}", line * 7919)).into()));
        let rows = container(rows).width(Length::Fill);
        let lines = list(whole(rows, version), "lines").anchor_bottom();
        column![body(mark), space().height(100), lines.height(100)].into()
    }

    #[test]
    fn an_added_line_is_redrawn_as_one_part() {
        let mut camera = Camera::new(Size::new(400.0, 400.0)).unwrap();
        let mut drawn = |element| {
            let theme = Theme::Light;
            camera.show(element, &theme, mouse::Cursor::Unavailable, &mut Vec::new())
        };
        drawn(view(0..40, "one"));
        drawn(view(0..40, "one"));
        assert!(drawn(view(0..40, "one")) <= 0.0);
        // Only the mark changed.
        let mark = drawn(view(0..40, "two"));
        assert!(mark > 0.0 && mark < 0.01, "{mark}");
        // All of the visible list, a quarter of the window, and no part twice.
        for count in 41..240 {
            let lines = drawn(view(0..count, "two"));
            assert!((0.249..0.255).contains(&lines), "{count}: {lines}");
        }
    }
}
