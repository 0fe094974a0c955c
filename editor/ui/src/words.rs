//! Text drawn word by word.
//!
//! In software, iced 0.14 caches the image of a letter, but not that a blank has none: a text with
//! a blank prepares its font again each time it is drawn, which takes a quarter of a millisecond.
//! For frequently redrawn text, single words are cheaper.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use iced::advanced::text::{self, Paragraph as _, Renderer as _};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Layout, Widget, layout, renderer};
use iced::widget::text::Style;
use iced::{Element, Length, Rectangle, Renderer, Size, Theme, Vector, mouse};

use crate::theme;

type Paragraph = <Renderer as text::Renderer>::Paragraph;

/// Wrapped text that fills the width.
pub struct Words<'a> {
    text: Cow<'a, str>,
    size: f32,
    style: fn(&Theme) -> Style,
}

/// Text of a size in logical pixels, drawn word by word. Runs of blanks count as one.
pub fn words<'a>(
    text: impl Into<Cow<'a, str>>,
    size: f32,
    style: fn(&Theme) -> Style,
) -> Words<'a> {
    let text = text.into();
    Words { text, size, style }
}

/// The words by which a text is drawn one by one. A text that may run from right to left is one
/// word, so that its own layout decides the order.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    /// The first letter of the right-to-left scripts.
    const HEBREW: char = '\u{590}';
    let one = text.contains(|letter| letter >= HEBREW);
    let words = text.split(move |letter: char| letter.is_whitespace() && !one);
    words.filter(|word| !word.is_empty())
}

/// A laid-out word, cached.
fn written(word: &str, size: f32, width: f32, font: iced::Font) -> Paragraph {
    /// Size of the cache, which is then cleared.
    const KEPT: usize = 4_000;
    type Key = (String, u32, u32);
    thread_local! {
        static WRITTEN: RefCell<HashMap<Key, Paragraph>> = RefCell::default();
    }
    let key = (word.to_owned(), size.to_bits(), width.to_bits());
    WRITTEN.with_borrow_mut(|kept| {
        if kept.len() >= KEPT {
            kept.clear();
        }
        let write = || {
            Paragraph::with_text(text::Text {
                content: word,
                bounds: Size::new(width, f32::INFINITY),
                size: size.into(),
                line_height: theme::line_height(size),
                font,
                align_x: text::Alignment::Left,
                align_y: iced::alignment::Vertical::Top,
                shaping: text::Shaping::default(),
                // A word may be longer than a line.
                wrapping: text::Wrapping::WordOrGlyph,
            })
        };
        kept.entry(key).or_insert_with(write).clone()
    })
}

/// The last layout and its inputs.
#[derive(Default)]
struct State {
    text: String,
    size: f32,
    width: f32,
    words: Vec<(Paragraph, Vector)>,
    height: f32,
}

impl State {
    fn lay_out(&mut self, text: &str, size: f32, width: f32, font: iced::Font) {
        let same = self.size.total_cmp(&size).is_eq() && self.width.total_cmp(&width).is_eq();
        if same && self.text == text {
            return;
        }
        (self.size, self.width) = (size, width);
        text.clone_into(&mut self.text);
        self.words.clear();
        // Trailing blanks have no width.
        let long = |text| written(text, size, f32::INFINITY, font).min_width();
        let blank = long("n n") - long("nn");
        let line = theme::line_height(size).to_absolute(size.into()).0;
        let (mut at, mut bottom) = (Vector::ZERO, line);
        for text in words_of(text) {
            let mut word = written(text, size, f32::INFINITY, font);
            if word.min_width() > width {
                word = written(text, size, width, font);
            }
            let long = word.min_bounds();
            if at.x > 0.0 && at.x + long.width > width {
                at = Vector::new(0.0, bottom);
            }
            bottom = bottom.max(at.y + long.height);
            self.words.push((word, at));
            // From whole pixels on, a word always renders to the same cached pixels.
            at.x = (at.x + long.width + blank).round();
        }
        self.height = bottom;
    }
}

impl<M> Widget<M, Theme, Renderer> for Words<'_> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Length::Fill, Length::Shrink)
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        let state = tree.state.downcast_mut::<State>();
        let width = limits.max().width;
        state.lay_out(&self.text, self.size, width, renderer.default_font());
        layout::Node::new(Size::new(width, state.height))
    }

    fn operate(
        &mut self,
        _tree: &mut Tree,
        layout: Layout<'_>,
        _renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        operation.text(None, layout.bounds(), &self.text);
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        _cursor: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let bounds = layout.bounds();
        let Some(seen) = bounds.intersection(viewport) else {
            return;
        };
        let colour = (self.style)(theme).color.unwrap_or(style.text_color);
        for (word, at) in &tree.state.downcast_ref::<State>().words {
            renderer.fill_paragraph(word, bounds.position() + *at, colour, seen);
        }
    }
}

impl<'a, M: 'a> From<Words<'a>> for Element<'a, M> {
    fn from(words: Words<'a>) -> Self {
        Element::new(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::FONT;

    #[test]
    fn words_wrap_when_a_line_is_full() {
        let mut state = State::default();
        let mut places = |text: &str, width| {
            state.lay_out(text, 14.0, width, FONT);
            let places = state.words.iter().map(|(_, at)| (at.x, at.y));
            (places.collect::<Vec<_>>(), state.height)
        };
        let (places_of, height) = places("Red takes  Peru", 400.0);
        assert!(places_of.is_sorted() && places_of[0].0 < 1.0 && places_of[1].0 > 20.0);
        assert!(places_of.iter().all(|at| at.1 < 1.0), "{places_of:?}");
        let (wide, wide_height) = (places_of, height);
        let (places_of, height) = places("Red takes Peru", wide[2].0 + 5.0);
        assert_eq!(places_of[..2], wide[..2]);
        assert_eq!(places_of[2], (0.0, wide_height));
        assert!(height > 1.9 * wide_height);
        // A word longer than a line is broken.
        let (_, height) = places(&"A".repeat(40), 100.0);
        assert!(height > 1.9 * wide_height);
        assert_eq!(places("", 100.0), (vec![], wide_height));
    }
}
