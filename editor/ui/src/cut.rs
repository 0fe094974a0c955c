//! A line of text cut with an ellipsis; hovering shows all of it.

use std::cell::Cell;
use std::rc::Rc;

use iced::advanced::text::{self, Paragraph as _, Renderer as _};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Layout, Widget, layout, renderer};
use iced::widget::{container, tooltip};
use iced::{Element, Length, Pixels, Rectangle, Renderer, Size, Theme, mouse};

use crate::parts::body;
use crate::theme::{self, size};
use crate::wrap::{Habit, Nothing, wrap};

type Paragraph = <Renderer as text::Renderer>::Paragraph;
type Style = fn(&Theme) -> iced::widget::text::Style;

/// Wider than any window. Not infinite, or right-to-left text would start at infinity.
const WIDE: f32 = 100_000.0;
/// Up to this width the tooltip is a single line, in logical pixels.
const TIP: f32 = 420.0;

/// A line of body text.
pub fn cut<'a, M: 'a>(content: impl Into<String>, style: Style) -> Element<'a, M> {
    cut_at(content, size::BODY, style)
}

/// A line of text of that size.
pub fn cut_at<'a, M: 'a>(content: impl Into<String>, size: f32, style: Style) -> Element<'a, M> {
    told_whole(content.into(), size, style, Place::End)
}

/// A line of body text that is cut in the middle, for names of which many begin alike.
pub fn cut_middle<'a, M: 'a>(content: impl Into<String>, style: Style) -> Element<'a, M> {
    told_whole(content.into(), size::BODY, style, Place::Middle)
}

fn told_whole<'a, M: 'a>(content: String, size: f32, style: Style, place: Place) -> Element<'a, M> {
    let shortened = Rc::new(Cell::new(false));
    let line = Cut {
        content: content.clone(),
        size,
        style,
        place,
        shortened: Rc::clone(&shortened),
    };
    let whole = container(body(content))
        .padding([5.0, 8.0])
        .max_width(TIP)
        .style(theme::tooltip);
    let whole = wrap(whole, Whole(shortened));
    tooltip(Element::new(line), whole, tooltip::Position::Bottom)
        .gap(4)
        .padding(0)
        .into()
}

/// A line of body text without a tooltip, where another tooltip applies.
pub fn cut_short<'a, M: 'a>(content: impl Into<String>, style: Style) -> Element<'a, M> {
    Element::new(Cut {
        content: content.into(),
        size: size::BODY,
        style,
        place: Place::End,
        shortened: Rc::default(),
    })
}

/// Where a text is cut.
#[derive(Clone, Copy)]
enum Place {
    End,
    Middle,
}

struct Cut {
    content: String,
    size: f32,
    style: Style,
    place: Place,
    shortened: Rc<Cell<bool>>,
}

#[derive(Default)]
struct State {
    /// The original text.
    content: String,
    size: f32,
    room: f32,
    is_cut: bool,
    line: Paragraph,
}

impl Cut {
    fn paragraph(&self, content: &str, width: f32, renderer: &Renderer) -> Paragraph {
        Paragraph::with_text(text::Text {
            content,
            bounds: Size::new(width, f32::INFINITY),
            size: Pixels(self.size),
            line_height: theme::line_height(self.size),
            font: renderer.default_font(),
            align_x: text::Alignment::Default,
            align_y: iced::alignment::Vertical::Top,
            shaping: text::Shaping::default(),
            wrapping: text::Wrapping::None,
        })
    }

    /// The text that fits, and whether it was cut.
    fn fit(&self, room: f32, renderer: &Renderer) -> (Paragraph, bool) {
        let width = |content: &str| self.paragraph(content, WIDE, renderer).min_bounds().width;
        let exact = |content: &str| {
            let width = width(content).ceil() + 1.0;
            self.paragraph(content, width, renderer)
        };
        // Only the first line.
        let first = self.content.lines().next().unwrap_or_default();
        if first.len() == self.content.len() && width(first) <= room {
            return (exact(first), false);
        }
        let ends: Vec<usize> = first.char_indices().map(|(at, _)| at).collect();
        let part = |letters: usize| {
            let behind = match self.place {
                Place::End => 0,
                Place::Middle => letters / 2,
            };
            let at = |letter: usize| ends.get(letter).copied().unwrap_or(first.len());
            let before = first[..at(letters - behind)].trim_end();
            let rest = first[at(ends.len().saturating_sub(behind))..].trim_start();
            format!("{before}…{rest}")
        };
        // Binary search for the most characters that fit; none always fits.
        let (mut fits, mut too_many) = (0, ends.len() + 1);
        while too_many - fits > 1 {
            let middle = usize::midpoint(fits, too_many);
            if width(&part(middle)) <= room {
                fits = middle;
            } else {
                too_many = middle;
            }
        }
        (exact(&part(fits)), true)
    }
}

impl<M> Widget<M, Theme, Renderer> for Cut {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Length::Shrink, Length::Shrink)
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        let state = tree.state.downcast_mut::<State>();
        let room = limits.max().width;
        let same = state.content == self.content
            && (state.size, state.room) == (self.size, room)
            && !self.content.is_empty();
        if !same {
            (state.line, state.is_cut) = self.fit(room, renderer);
            state.content.clone_from(&self.content);
            (state.size, state.room) = (self.size, room);
        }
        self.shortened.set(state.is_cut);
        let line = state.line.min_bounds();
        layout::Node::new(limits.resolve(Length::Shrink, Length::Shrink, line))
    }

    fn operate(
        &mut self,
        _tree: &mut Tree,
        layout: Layout<'_>,
        _renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        operation.text(None, layout.bounds(), &self.content);
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
        let state = tree.state.downcast_ref::<State>();
        let colour = (self.style)(theme).color.unwrap_or(style.text_color);
        let at = layout.bounds().position();
        renderer.fill_paragraph(&state.line, at, colour, *viewport);
    }
}

/// Shows the whole text, as a tooltip, only if it was cut.
struct Whole(Rc<Cell<bool>>);

impl<M> Habit<M> for Whole {
    type State = Nothing;

    fn is_shown(&self) -> bool {
        self.0.get()
    }
}

#[cfg(test)]
mod tests;
