//! Elements over each other, in layers as large as what they show.
//!
//! Each layer of a `stack` of iced 0.14 is as large as the window, even if nothing is in it. In
//! software, every layer that reaches into a redrawn part clears a mask as large as the window.

use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Layout, Renderer as _, Shell, Widget, layout, overlay, renderer};
use iced::{Element, Event, Length, Rectangle, Renderer, Size, Theme, Vector, mouse};

/// Elements over each other; the lowest one determines the size.
pub struct Layers<'a, M> {
    elements: Vec<Element<'a, M>>,
    /// Whether an element only puts its children somewhere.
    loose: Vec<bool>,
}

impl<'a, M> Layers<'a, M> {
    /// The lowest element.
    pub fn new(base: impl Into<Element<'a, M>>) -> Self {
        Self {
            elements: vec![base.into()],
            loose: vec![false],
        }
    }

    /// Adds an element with all of its bounds, such as a veil over everything.
    #[must_use]
    pub fn with(self, element: impl Into<Element<'a, M>>) -> Self {
        self.add(element.into(), false)
    }

    /// Adds an element that puts its children somewhere and paints nothing beside them.
    #[must_use]
    pub fn with_loose(self, element: impl Into<Element<'a, M>>) -> Self {
        self.add(element.into(), true)
    }

    fn add(mut self, element: Element<'a, M>, loose: bool) -> Self {
        self.elements.push(element);
        self.loose.push(loose);
        self
    }
}

/// What an element paints at most.
fn painted(layout: Layout<'_>, loose: bool, viewport: &Rectangle) -> Rectangle {
    /// Letters and edges reach a little beyond their bounds, in logical pixels.
    const BEYOND: f32 = 2.0;
    let bounds = if loose {
        let children = layout.children().map(|child| child.bounds());
        children.reduce(|all, child| all.union(&child))
    } else {
        Some(layout.bounds())
    };
    let seen = bounds.and_then(|bounds| bounds.intersection(viewport));
    let seen = seen.map(|seen| seen.expand(BEYOND));
    seen.and_then(|seen| seen.intersection(viewport))
        .unwrap_or_default()
}

impl<M> Widget<M, Theme, Renderer> for Layers<'_, M> {
    fn children(&self) -> Vec<Tree> {
        self.elements.iter().map(Tree::new).collect()
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(&self.elements);
    }

    fn size(&self) -> Size<Length> {
        self.elements[0].as_widget().size()
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        let mut limits = *limits;
        let mut nodes = Vec::new();
        for (element, tree) in self.elements.iter_mut().zip(&mut tree.children) {
            let node = element.as_widget_mut().layout(tree, renderer, &limits);
            if nodes.is_empty() {
                limits = layout::Limits::new(Size::ZERO, node.size());
            }
            nodes.push(node);
        }
        layout::Node::with_children(limits.max(), nodes)
    }

    fn operate(
        &mut self,
        tree: &mut Tree,
        layout: Layout<'_>,
        renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        operation.container(None, layout.bounds());
        operation.traverse(&mut |operation| {
            let elements = self.elements.iter_mut().zip(&mut tree.children);
            for ((element, tree), layout) in elements.zip(layout.children()) {
                let element = element.as_widget_mut();
                element.operate(tree, layout, renderer, operation);
            }
        });
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        mut cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        viewport: &Rectangle,
    ) {
        let elements = self.elements.iter_mut().zip(&mut tree.children);
        for ((element, tree), layout) in elements.zip(layout.children()).rev() {
            let element = element.as_widget_mut();
            element.update(
                tree, event, layout, cursor, renderer, clipboard, shell, viewport,
            );
            if shell.is_event_captured() {
                return;
            }
            let pointed = element.mouse_interaction(tree, layout, cursor, viewport, renderer);
            if pointed != mouse::Interaction::None {
                // Those below are covered here.
                cursor = cursor.levitate();
            }
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let elements = self.elements.iter().zip(&tree.children);
        let mut pointed = elements
            .zip(layout.children())
            .rev()
            .map(|((element, tree), layout)| {
                let element = element.as_widget();
                element.mouse_interaction(tree, layout, cursor, viewport, renderer)
            });
        pointed
            .find(|&pointed| pointed != mouse::Interaction::None)
            .unwrap_or_default()
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let parts = self.elements.iter().zip(&tree.children);
        let parts: Vec<_> = parts.zip(layout.children()).collect();
        let pointed = parts.iter().rposition(|((element, tree), layout)| {
            let element = element.as_widget();
            let pointed = element.mouse_interaction(tree, *layout, cursor, viewport, renderer);
            pointed != mouse::Interaction::None
        });
        for (nth, ((element, tree), layout)) in parts.into_iter().enumerate() {
            let cursor = if pointed.is_some_and(|pointed| nth < pointed) {
                mouse::Cursor::Unavailable
            } else {
                cursor
            };
            let draw = |renderer: &mut Renderer| {
                let element = element.as_widget();
                element.draw(tree, renderer, theme, style, layout, cursor, viewport);
            };
            if nth == 0 {
                draw(renderer);
            } else {
                // Always a layer, because the renderer compares layers by number.
                renderer.with_layer(painted(layout, self.loose[nth], viewport), draw);
            }
        }
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, M, Theme, Renderer>> {
        overlay::from_children(
            &mut self.elements,
            tree,
            layout,
            renderer,
            viewport,
            translation,
        )
    }
}

impl<'a, M: 'a> From<Layers<'a, M>> for Element<'a, M> {
    fn from(layers: Layers<'a, M>) -> Self {
        Element::new(layers)
    }
}

#[cfg(test)]
mod tests {
    use iced::widget::{button, container, space};
    use iced::{Fill, Point};

    use super::*;
    use crate::headless::Camera;
    use crate::parts::body;

    #[test]
    fn an_element_covers_no_more_than_it_shows() {
        let view = || {
            let below = button(body("below")).width(Fill).height(Fill).on_press(1);
            let corner = button(body("corner")).on_press(2);
            let corner = container(corner).align_right(Fill).align_bottom(Fill);
            let layers = Layers::new(below).with(space()).with_loose(corner);
            Element::from(layers)
        };
        let mut camera = Camera::new(Size::new(400.0, 300.0)).unwrap();
        let nowhere = mouse::Cursor::Unavailable;
        camera.show(view(), &Theme::Light, nowhere, &mut Vec::new());
        let mut at = |x, y| {
            let at = Point::new(x, y);
            let layers = camera.layers_at(at);
            let mut said = Vec::new();
            let click = [
                mouse::Event::ButtonPressed(mouse::Button::Left),
                mouse::Event::ButtonReleased(mouse::Button::Left),
            ];
            let cursor = mouse::Cursor::Available(at);
            camera.act(view(), &click.map(Event::Mouse), cursor, &mut said);
            (layers, said)
        };
        assert_eq!(at(20.0, 20.0), (1, vec![1]));
        assert_eq!(at(380.0, 290.0), (2, vec![2]));
    }
}
