//! Text as outlines, in the built-in typeface.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

/// Latin with all European and Vietnamese diacritics, Greek and Cyrillic.
const INTER: &[u8] = include_bytes!("../../fonts/Inter-Medium.ttf");

static FONT: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::new(INTER).expect("a font that a test has read"));

/// From the baseline to the top of a capital with an accent, in ems.
pub(super) const ASCENT: f32 = 0.92;

/// From the baseline to the top of a capital, in ems.
pub(super) const CAPITAL: f32 = 0.73;

/// From the baseline to the bottom of a letter such as g, in ems.
pub(super) const DESCENT: f32 = 0.21;

pub(super) fn knows(text: &str) -> bool {
    let charmap = FONT.charmap();
    text.chars().all(|c| charmap.map(c).is_some())
}

/// The width of a line of text in letters `size` pixels high.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let charmap = FONT.charmap();
    let metrics = FONT.glyph_metrics(Size::new(size), LocationRef::default());
    text.chars()
        .filter_map(|c| metrics.advance_width(charmap.map(c)?))
        .sum()
}

/// Appends the outlines of a line of text that starts at column `x` of the baseline `y`.
/// Unsupported characters are skipped.
pub(super) fn outline(text: &str, size: f32, [mut x, y]: [f32; 2], path: &mut PathBuilder) {
    let charmap = FONT.charmap();
    let metrics = FONT.glyph_metrics(Size::new(size), LocationRef::default());
    let glyphs = FONT.outline_glyphs();
    for glyph in text.chars().filter_map(|c| charmap.map(c)) {
        if let Some(outline) = glyphs.get(glyph) {
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            let pen = &mut Pen { path, x, y };
            // Fails only on damaged fonts.
            let _ = outline.draw(settings, pen);
        }
        x += metrics.advance_width(glyph).unwrap_or_default();
    }
}

pub(super) fn line(text: &str, size: f32, at: [f32; 2]) -> Option<Path> {
    let mut path = PathBuilder::new();
    outline(text, size, at, &mut path);
    path.finish()
}

/// Moves outlines, whose y axis points upwards, to their position.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (cx, cy) = (self.x + cx, self.y - cy);
        self.path.quad_to(cx, cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (ax, ay) = (self.x + ax, self.y - ay);
        let (bx, by) = (self.x + bx, self.y - by);
        self.path.cubic_to(ax, ay, bx, by, self.x + x, self.y - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_bundled_languages_is_there() {
        assert!(knows(
            "Příliš žluťoučký kůň úpěl ďábelské ódy ŇŘŠČŽÝÁÍÉÚŮĎŤ"
        ));
        assert!(knows(
            "Ærøskøbing Łódź Győr İstanbul Țara Đà Nẵng — O’Higgins"
        ));
        assert!(knows("Ελλάδα Україна Србија"));
        assert!(!knows("日本"));
    }

    #[test]
    fn outlines_fill_the_measured_width() {
        let path = line("Hřbitov", 100.0, [50.0, 80.0]).unwrap();
        let bounds = path.bounds();
        let width = width("Hřbitov", 100.0);
        assert!(bounds.left() >= 50.0 && bounds.left() < 65.0);
        assert!(bounds.right() <= 50.0 + width && bounds.right() > 40.0 + width);
        assert!(bounds.top() > 80.0 - 100.0 * ASCENT && bounds.bottom() < 80.0 + 100.0 * DESCENT);
        assert!(line(" ", 100.0, [0.0; 2]).is_none());
    }
}
