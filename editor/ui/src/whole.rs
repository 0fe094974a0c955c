//! Content of which most differs from frame to frame, drawn anew as one part of the window.
//!
//! The software renderer of iced 0.14 draws what differs part by part, and goes through
//! all that a window shows for each of them. A line that is added to a list moves every word of
//! it; sorted among what else differs, these words become a dozen parts that overlap. Of a layer
//! whose bounds differ all is drawn, in one part. So the bounds are a hair wider, by another hair
//! for another version.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use iced::{Element, Rectangle};

use crate::wrap::{Habit, Nothing, wrap};

/// Draws all of what is seen of `content` anew where `version` has changed.
pub fn whole<'a, M: 'a>(content: impl Into<Element<'a, M>>, version: impl Hash) -> Element<'a, M> {
    let version = BuildHasherDefault::<DefaultHasher>::default().hash_one(version);
    wrap(content, Whole { version })
}

struct Whole {
    version: u64,
}

impl<M> Habit<M> for Whole {
    type State = Nothing;

    fn layer(&self, seen: Rectangle) -> Option<Rectangle> {
        /// Versions that differ; of two that do not, each part that looks otherwise is drawn.
        const DIFFER: u64 = 64;
        /// Logical pixels. Even the widest covers the middle of no further pixel of the screen.
        const HAIR: f32 = 1.0 / 512.0;
        // Never as wide as what is around, or the two became one layer.
        let wider = (1 + self.version % DIFFER) as f32 * HAIR;
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

    /// Lines above one another at the lower half of a window, and a mark above them.
    fn view(lines: std::ops::Range<usize>, mark: &str) -> Element<'_, ()> {
        let version = lines.end;
        let rows = column(lines.map(|line| body(format!("{line} {}", line * 7919)).into()));
        let rows = container(rows).width(Length::Fill);
        let lines = list(whole(rows, version), "lines").anchor_bottom();
        column![body(mark), space().height(100), lines.height(100)].into()
    }

    #[test]
    fn a_line_that_is_added_is_one_part() {
        let mut camera = Camera::new(Size::new(400.0, 400.0)).unwrap();
        let mut drawn = |element| {
            let theme = Theme::Light;
            camera.show(element, &theme, mouse::Cursor::Unavailable, &mut Vec::new())
        };
        drawn(view(0..40, "one"));
        drawn(view(0..40, "one"));
        assert!(drawn(view(0..40, "one")) <= 0.0);
        // The mark alone.
        let mark = drawn(view(0..40, "two"));
        assert!(mark > 0.0 && mark < 0.01, "{mark}");
        // All of the list that is seen, a quarter of the window, though its words take little of
        // it; and no part of it twice.
        for count in 41..60 {
            let lines = drawn(view(0..count, "two"));
            assert!((0.249..0.255).contains(&lines), "{count}: {lines}");
        }
    }
}
