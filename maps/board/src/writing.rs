//! Text with tight bounds.
//!
//! A window redraws only the bounds of what has changed. Text on a canvas has no bounds: if one
//! count changes, the whole window is redrawn. Text written here has the bounds of its letters,
//! which are measured once.
//!
//! It is written word by word. In software, iced 0.14 caches the image of a letter, but not that a
//! blank has none: a text with a blank prepares its font again each time it is drawn, which takes
//! a quarter of a millisecond.

use std::collections::HashMap;
use std::rc::Rc;

use iced::advanced::graphics::text::Paragraph;
use iced::advanced::text::{LineHeight, Paragraph as _, Renderer as _, Shaping, Wrapping};
use iced::alignment::Vertical;
use iced::widget::text::Alignment;
use iced::{Color, Point, Rectangle, Renderer, Size, Vector};

use crate::style::FONT;

/// A placed line of text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Writing {
    words: Rc<[Word]>,
    size: f32,
    colour: Color,
    place: Rectangle,
}

#[derive(Debug, PartialEq)]
struct Word {
    text: String,
    /// Its offset from the start of the line.
    right: f32,
    width: f32,
}

impl Writing {
    /// The same, shifted and in another colour.
    pub(crate) fn shadow(&self, by: (f32, f32), colour: Color) -> Self {
        let place = self.place + Vector::new(by.0, by.1);
        Self {
            colour,
            place,
            ..self.clone()
        }
    }

    pub(crate) fn draw(&self, renderer: &mut Renderer) {
        for word in &*self.words {
            let at = self.place.position() + Vector::new(word.right, 0.0);
            let room = Size::new(word.width, self.place.height);
            let text = line(word.text.clone(), self.size, room);
            renderer.fill_text(text, at, self.colour, Rectangle::new(at, room));
        }
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

fn measure(text: &str, size: f32) -> Size {
    Paragraph::with_text(line(text, size, Size::INFINITE)).min_bounds()
}

/// The words by which a text is drawn one by one, because iced 0.14 draws text with blanks slowly in
/// software. A text that may run from right to left is one word, so that its own layout decides
/// the order.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    /// The first letter of the right-to-left scripts.
    const HEBREW: char = '\u{590}';
    let one = text.contains(|letter| letter >= HEBREW);
    let words = text.split(move |letter: char| letter.is_whitespace() && !one);
    words.filter(|word| !word.is_empty())
}

/// The words of a line, and its size.
#[derive(Debug)]
struct Measured {
    words: Rc<[Word]>,
    room: Size,
}

impl Measured {
    fn new(text: &str, size: f32) -> Self {
        let blank = measure("x x", size).width - 2.0 * measure("x", size).width;
        let mut right = 0.0;
        let mut height: f32 = 0.0;
        let mut words = Vec::new();
        for text in words_of(text) {
            let room = measure(text, size);
            height = height.max(room.height.ceil());
            words.push(Word {
                text: text.to_owned(),
                right,
                // One more pixel, so that rounding breaks no line.
                width: room.width.ceil() + 1.0,
            });
            // At whole pixels, like the line itself.
            right = (right + room.width + blank).round();
        }
        let width = words.last().map_or(0.0, |word| word.right + word.width);
        Self {
            words: words.into(),
            room: Size::new(width, height),
        }
    }
}

/// Measured texts, by text and size.
#[derive(Debug, Default)]
pub(crate) struct Measures(HashMap<(String, u32), Measured>);

impl Measures {
    /// The most texts; then all are dropped.
    const MOST: usize = 1 << 15;

    /// Writes a text centred on a place.
    pub(crate) fn centred(&mut self, text: String, size: f32, at: Point, colour: Color) -> Writing {
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        let measured = self.0.entry((text, size.to_bits()));
        let Measured { words, room } =
            measured.or_insert_with_key(|(text, _)| Measured::new(text, size));
        // Letters at whole pixels look the same everywhere and are rasterised once.
        let corner = Point::new(
            (at.x - room.width / 2.0).round(),
            (at.y - room.height / 2.0).round(),
        );
        Writing {
            words: Rc::clone(words),
            size,
            colour,
            place: Rectangle::new(corner, *room),
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
    #[test]
    fn a_line_is_as_long_in_words_as_in_one() {
        let mut measures = Measures::default();
        let text = "Northwest of the Isles";
        let written = measures.centred(text.to_owned(), 13.0, Point::ORIGIN, Color::BLACK);
        let words: Vec<&str> = written.words.iter().map(|word| &*word.text).collect();
        assert_eq!(words, ["Northwest", "of", "the", "Isles"]);
        let whole = measure(text, 13.0).width;
        assert!(
            (written.place.width - whole).abs() < 3.0,
            "{}, {whole}",
            written.place.width
        );
        let hebrew = "\u{5EA}\u{5DC} \u{5D0}\u{5D1}\u{5D9}\u{5D1}";
        let written = measures.centred(hebrew.to_owned(), 13.0, Point::ORIGIN, Color::BLACK);
        assert_eq!(written.words.len(), 1);
    }
}
