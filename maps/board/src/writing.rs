//! Text that is told apart from what is around it.
//!
//! A window draws anew only what lies within the bounds of what differs from before. Text
//! on a canvas has no bounds: where one count changes, all of the window is drawn. What is
//! written here has those of its letters, which are measured once.

use std::collections::HashMap;

use iced::advanced::graphics::text::Paragraph;
use iced::advanced::text::{LineHeight, Paragraph as _, Renderer as _, Shaping, Wrapping};
use iced::alignment::Vertical;
use iced::widget::text::Alignment;
use iced::{Color, Point, Rectangle, Renderer, Size, Vector};

use crate::style::FONT;

/// A line of text, in its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Writing {
    text: String,
    size: f32,
    colour: Color,
    place: Rectangle,
}

impl Writing {
    /// The same, a little aside and in another colour.
    pub(crate) fn shadow(&self, by: (f32, f32), colour: Color) -> Self {
        let place = self.place + Vector::new(by.0, by.1);
        Self {
            colour,
            place,
            ..self.clone()
        }
    }

    pub(crate) fn draw(&self, renderer: &mut Renderer) {
        let text = line(self.text.clone(), self.size, self.place.size());
        renderer.fill_text(text, self.place.position(), self.colour, self.place);
    }
}

fn line<T>(content: T, size: f32, bounds: Size) -> iced::advanced::Text<T> {
    iced::advanced::Text {
        content,
        bounds,
        size: size.into(),
        line_height: LineHeight::default(),
        font: FONT,
        align_x: Alignment::Default,
        align_y: Vertical::Top,
        shaping: Shaping::Advanced,
        wrapping: Wrapping::None,
    }
}

/// How large texts are, by the text and its size.
#[derive(Debug, Default)]
pub(crate) struct Measures(HashMap<(String, u32), Size>);

impl Measures {
    /// Texts that are remembered; then all are forgotten.
    const MOST: usize = 1 << 15;

    /// Writes a text with its middle at a place.
    pub(crate) fn centred(&mut self, text: String, size: f32, at: Point, colour: Color) -> Writing {
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        let measured = self.0.entry((text, size.to_bits()));
        let text = measured.key().0.clone();
        let room = *measured.or_insert_with(|| {
            let paragraph = Paragraph::with_text(line(&*text, size, Size::INFINITE));
            let room = paragraph.min_bounds();
            // Whole pixels, and one more, so that rounding breaks no line.
            Size::new(room.width.ceil() + 1.0, room.height.ceil())
        });
        // Letters at whole pixels look alike wherever they stand, and are rasterised once.
        let corner = Point::new(
            (at.x - room.width / 2.0).round(),
            (at.y - room.height / 2.0).round(),
        );
        Writing {
            text,
            size,
            colour,
            place: Rectangle::new(corner, room),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_lies_around_its_middle() {
        let mut measures = Measures::default();
        let at = Point::new(100.0, 40.0);
        for text in ["7", "Prague", "\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}"] {
            let written = measures.centred(text.to_owned(), 13.0, at, Color::BLACK);
            let middle = written.place.center();
            assert!(middle.distance(at) < 1.0, "{text}");
            assert!(
                written.place.width < 60.0 && written.place.height < 20.0,
                "{text}"
            );
        }
        let [short, long] =
            ["7", "77"].map(|text| measures.centred(text.into(), 13.0, at, Color::BLACK));
        assert!(short.place.width < long.place.width);
    }
}
