//! Notices when a text field is left.

use iced::advanced::widget::{Operation, operation::Focusable};
use iced::{Element, Event, Rectangle};

use crate::wrap::{Habit, Inside, wrap};

/// Emits `message` when the focus leaves a text field, however that happens.
pub fn upon_leaving<'a, M: Clone + 'a>(
    field: impl Into<Element<'a, M>>,
    message: M,
) -> Element<'a, M> {
    wrap(field, Leaving { message })
}

struct Leaving<M> {
    message: M,
}

impl<M: Clone> Habit<M> for Leaving<M> {
    /// Whether it had the focus at the last event.
    type State = Within;

    fn on_event(&self, state: &mut Within, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        inside.pass(event);
        let before = std::mem::take(&mut state.0);
        inside.operate(state);
        if before && !state.0 {
            inside.shell.publish(self.message.clone());
        }
    }
}

/// Whether the focus is within.
#[derive(Default)]
struct Within(bool);

impl Operation for Within {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        operate(self);
    }

    fn focusable(
        &mut self,
        _id: Option<&iced::advanced::widget::Id>,
        _bounds: Rectangle,
        state: &mut dyn Focusable,
    ) {
        self.0 |= state.is_focused();
    }
}

#[cfg(test)]
mod tests {
    use iced::{Point, Size, mouse};

    use super::*;
    use crate::headless::Camera;
    use crate::parts::input;

    #[test]
    fn a_field_is_left_once() {
        let mut camera = Camera::new(Size::new(200.0, 100.0)).unwrap();
        let press = Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left));
        let mut click = |y: f32| {
            let field = upon_leaving(input("", "1", |_| "typed"), "left");
            let at = mouse::Cursor::Available(Point::new(50.0, y));
            let mut messages = Vec::new();
            camera.act(field, std::slice::from_ref(&press), at, &mut messages);
            messages
        };
        assert!(click(80.0).is_empty());
        assert!(click(15.0).is_empty(), "it gets the focus");
        assert_eq!(click(80.0), ["left"]);
        assert!(click(80.0).is_empty());
    }
}
