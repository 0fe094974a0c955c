//! A draggable edge between two panels.

use std::time::{Duration, Instant};

use iced::advanced::renderer::{self, Quad, Renderer as _};
use iced::advanced::widget::{Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout};
use iced::{Element, Event, Length, Rectangle, Renderer, Size, Theme, mouse};

use crate::theme;

/// Thickness in logical pixels, wide enough to grab.
pub const THICK: f32 = 6.0;

/// An edge left of or above a panel.
struct Edge<'a, M> {
    upright: bool,
    size: f32,
    on_move: Box<dyn Fn(f32) -> M + 'a>,
}

/// The left edge of a panel `width` logical pixels wide. `on_move` takes the new width; NaN after
/// a double click, for the default.
pub fn left_of<'a, M: 'a>(width: f32, on_move: impl Fn(f32) -> M + 'a) -> Element<'a, M> {
    edge(true, width, on_move)
}

/// The top edge of a panel `height` logical pixels high; otherwise like [`left_of`].
pub fn over<'a, M: 'a>(height: f32, on_move: impl Fn(f32) -> M + 'a) -> Element<'a, M> {
    edge(false, height, on_move)
}

fn edge<'a, M: 'a>(upright: bool, size: f32, on_move: impl Fn(f32) -> M + 'a) -> Element<'a, M> {
    let on_move = Box::new(on_move);
    Element::new(Edge {
        upright,
        size,
        on_move,
    })
}

#[derive(Debug, Default)]
struct State {
    /// Where the pointer grabbed it, and the panel's size then.
    held: Option<(f32, f32)>,
    last_press: Option<Instant>,
    is_lit: bool,
}

impl<M> Edge<'_, M> {
    const DOUBLE: Duration = Duration::from_millis(400);

    fn along(&self, at: iced::Point) -> f32 {
        if self.upright { at.x } else { at.y }
    }
}

impl<M> Widget<M, Theme, Renderer> for Edge<'_, M> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        if self.upright {
            Size::new(Length::Fixed(THICK), Length::Fill)
        } else {
            Size::new(Length::Fill, Length::Fixed(THICK))
        }
    }

    fn layout(
        &mut self,
        _tree: &mut Tree,
        _renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        let size = self.size();
        layout::atomic(limits, size.width, size.height)
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        _renderer: &Renderer,
        _clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        _viewport: &Rectangle,
    ) {
        let state = tree.state.downcast_mut::<State>();
        let over = cursor.position_over(layout.bounds());
        match event {
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) => {
                let Some(at) = over else { return };
                let double = state
                    .last_press
                    .is_some_and(|when| when.elapsed() < Self::DOUBLE);
                state.last_press = (!double).then(Instant::now);
                if double {
                    shell.publish((self.on_move)(f32::NAN));
                } else {
                    state.held = Some((self.along(at), self.size));
                }
                shell.capture_event();
            }
            Event::Mouse(mouse::Event::CursorMoved { position }) => {
                if let Some((from, size)) = state.held {
                    let to = size + from - self.along(*position);
                    shell.publish((self.on_move)(to));
                    shell.capture_event();
                }
            }
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left))
                if state.held.take().is_some() =>
            {
                shell.capture_event();
                shell.request_redraw();
            }
            _ => {}
        }
        let is_lit = over.is_some() || state.held.is_some();
        if state.is_lit != is_lit {
            state.is_lit = is_lit;
            shell.request_redraw();
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        _viewport: &Rectangle,
        _renderer: &Renderer,
    ) -> mouse::Interaction {
        let held = tree.state.downcast_ref::<State>().held.is_some();
        if !held && !cursor.is_over(layout.bounds()) {
            mouse::Interaction::None
        } else if self.upright {
            mouse::Interaction::ResizingHorizontally
        } else {
            mouse::Interaction::ResizingVertically
        }
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        _style: &renderer::Style,
        layout: Layout<'_>,
        _cursor: mouse::Cursor,
        _viewport: &Rectangle,
    ) {
        let tokens = theme::tokens(theme);
        let bounds = layout.bounds();
        let fill = |renderer: &mut Renderer, bounds, colour: iced::Color| {
            let quad = Quad {
                bounds,
                ..Quad::default()
            };
            renderer.fill_quad(quad, colour);
        };
        fill(renderer, bounds, tokens.panel);
        let lit = tree.state.downcast_ref::<State>().is_lit;
        let (thick, colour) = if lit {
            (3.0, tokens.accent)
        } else {
            (1.0, tokens.line)
        };
        let line = if self.upright {
            Rectangle {
                width: thick,
                ..bounds
            }
        } else {
            Rectangle {
                height: thick,
                ..bounds
            }
        };
        fill(renderer, line, colour);
        // Three dots as a grip.
        let (x, y) = (bounds.center_x(), bounds.center_y());
        for nth in [-6.0, 0.0, 6.0] {
            let (x, y) = if self.upright {
                (x, y + nth)
            } else {
                (x + nth, y)
            };
            let dot = Rectangle {
                x: (x - 0.5).round(),
                y: (y - 0.5).round(),
                width: 2.0,
                height: 2.0,
            };
            fill(renderer, dot, tokens.edge);
        }
    }
}
