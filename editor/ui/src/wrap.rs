//! A wrapper widget: sees events first, passes them on or not, and may draw on top.

use iced::advanced::Renderer as _;
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout, overlay, renderer};
use iced::{Element, Event, Length, Rectangle, Renderer, Size, Theme, Vector, mouse};

/// No state. Not `()`, which iced treats as a widget without a state.
#[derive(Default)]
pub struct Nothing;

/// The behaviour a wrapper adds.
pub trait Habit<M> {
    /// State kept between views.
    type State: Default + 'static;

    /// Handles an event; an event that is not used must be passed on.
    fn on_event(&self, state: &mut Self::State, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        let _ = state;
        inside.pass(event);
    }

    /// Handles an operation; `go_on` passes it to the content.
    fn on_operation(
        &self,
        state: &mut Self::State,
        bounds: Rectangle,
        operation: &mut dyn Operation,
        go_on: &mut dyn FnMut(&mut dyn Operation),
    ) {
        let _ = (state, bounds);
        go_on(operation);
    }

    /// Whether the content is there; otherwise it takes no room.
    fn is_shown(&self) -> bool {
        true
    }

    /// The layer of the content, if it needs its own; `seen` is its visible part.
    fn layer(&self, state: &Self::State, seen: Rectangle) -> Option<Rectangle> {
        let _ = (state, seen);
        None
    }

    /// Draws over the content.
    fn draw_over(
        &self,
        state: &Self::State,
        renderer: &mut Renderer,
        theme: &Theme,
        bounds: Rectangle,
    ) {
        let _ = (state, renderer, theme, bounds);
    }
}

/// Access to the content while handling an event.
pub struct Inside<'i, 'a, 's, M> {
    content: &'i mut Element<'a, M>,
    tree: &'i mut Tree,
    layout: Layout<'i>,
    /// The pointer.
    pub cursor: mouse::Cursor,
    renderer: &'i Renderer,
    clipboard: &'i mut dyn Clipboard,
    viewport: &'i Rectangle,
    /// Receives messages.
    pub shell: &'i mut Shell<'s, M>,
}

impl<M> Inside<'_, '_, '_, M> {
    /// Passes an event to the content.
    pub fn pass(&mut self, event: &Event) {
        self.content.as_widget_mut().update(
            self.tree,
            event,
            self.layout,
            self.cursor,
            self.renderer,
            self.clipboard,
            self.shell,
            self.viewport,
        );
    }

    /// Clicks the middle of the content.
    pub fn click(&mut self) {
        let at = mouse::Cursor::Available(self.layout.bounds().center());
        let button = mouse::Button::Left;
        let [pressed, released] = [
            mouse::Event::ButtonPressed(button),
            mouse::Event::ButtonReleased(button),
        ];
        self.pass_apart(&[Event::Mouse(pressed), Event::Mouse(released)], at);
    }

    /// Passes on an earlier event, whatever becomes of the present one.
    pub fn again(&mut self, event: &Event) {
        self.pass_apart(std::slice::from_ref(event), self.cursor);
    }

    /// Passes on other events than the present one, which is not captured by what captures them.
    fn pass_apart(&mut self, events: &[Event], cursor: mouse::Cursor) {
        let mut messages = Vec::new();
        for event in events {
            let mut shell = Shell::new(&mut messages);
            self.content.as_widget_mut().update(
                self.tree,
                event,
                self.layout,
                cursor,
                self.renderer,
                self.clipboard,
                &mut shell,
                self.viewport,
            );
        }
        for message in messages {
            self.shell.publish(message);
        }
        self.shell.request_redraw();
    }

    /// Whether the content shows something over the others, as an open list does.
    pub fn is_open(&mut self) -> bool {
        let content = self.content.as_widget_mut();
        let over = content.overlay(
            self.tree,
            self.layout,
            self.renderer,
            self.viewport,
            Vector::ZERO,
        );
        over.is_some()
    }

    /// Passes an operation to the content.
    pub fn operate(&mut self, operation: &mut dyn Operation) {
        let content = self.content.as_widget_mut();
        content.operate(self.tree, self.layout, self.renderer, operation);
    }
}

/// Wraps `content` with a behaviour.
pub fn wrap<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    habit: impl Habit<M> + 'a,
) -> Element<'a, M> {
    Element::new(Wrap {
        content: content.into(),
        habit,
    })
}

struct Wrap<'a, M, H> {
    content: Element<'a, M>,
    habit: H,
}

impl<M, H: Habit<M>> Widget<M, Theme, Renderer> for Wrap<'_, M, H> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<H::State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(H::State::default())
    }

    fn children(&self) -> Vec<Tree> {
        vec![Tree::new(&self.content)]
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(std::slice::from_ref(&self.content));
    }

    fn size(&self) -> Size<Length> {
        self.content.as_widget().size()
    }

    fn size_hint(&self) -> Size<Length> {
        self.content.as_widget().size_hint()
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        if !self.habit.is_shown() {
            return layout::Node::new(Size::ZERO);
        }
        let content = self.content.as_widget_mut();
        content.layout(&mut tree.children[0], renderer, limits)
    }

    fn operate(
        &mut self,
        tree: &mut Tree,
        layout: Layout<'_>,
        renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        let Tree {
            state, children, ..
        } = tree;
        let content = self.content.as_widget_mut();
        let mut go_on = |operation: &mut dyn Operation| {
            content.operate(&mut children[0], layout, renderer, operation);
        };
        let state = state.downcast_mut::<H::State>();
        self.habit
            .on_operation(state, layout.bounds(), operation, &mut go_on);
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        viewport: &Rectangle,
    ) {
        let Tree {
            state, children, ..
        } = tree;
        let mut inside = Inside {
            content: &mut self.content,
            tree: &mut children[0],
            layout,
            cursor,
            renderer,
            clipboard,
            viewport,
            shell,
        };
        let state = state.downcast_mut::<H::State>();
        self.habit.on_event(state, event, &mut inside);
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let content = self.content.as_widget();
        content.mouse_interaction(&tree.children[0], layout, cursor, viewport, renderer)
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
        if !self.habit.is_shown() {
            return;
        }
        // The software renderer of iced 0.14 clips the text of a pick list only where its
        // viewport reaches beyond its layer.
        let seen = if layout.bounds().is_within(viewport) {
            *viewport
        } else {
            viewport.expand(1.0)
        };
        let inner = &tree.children[0];
        let content = self.content.as_widget();
        let layer = layout.bounds().intersection(viewport);
        match layer.and_then(|seen| self.habit.layer(tree.state.downcast_ref(), seen)) {
            Some(layer) => renderer.with_layer(layer, |renderer| {
                content.draw(inner, renderer, theme, style, layout, cursor, &seen);
            }),
            None => content.draw(inner, renderer, theme, style, layout, cursor, &seen),
        }
        let state = tree.state.downcast_ref::<H::State>();
        self.habit
            .draw_over(state, renderer, theme, layout.bounds());
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, M, Theme, Renderer>> {
        let content = self.content.as_widget_mut();
        let inner = &mut tree.children[0];
        content.overlay(inner, layout, renderer, viewport, translation)
    }
}
