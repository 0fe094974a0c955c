//! A list that the keyboard scrolls.

use iced::advanced::widget::Id;
use iced::advanced::widget::operation::scrollable::{
    AbsoluteOffset, RelativeOffset, scroll_by, snap_to,
};
use iced::keyboard::{self, Key, key::Named};
use iced::{Element, Event};

use crate::wrap::{Habit, Inside, Nothing, wrap};

/// Logical pixels for an arrow key, and for a page.
const STEPS: [f32; 2] = [48.0, 360.0];

/// Scrolls the list called `id` in `content` by the arrows, Page Up and Page Down, Home and End,
/// unless a widget in it uses them.
pub fn paged<'a, M: 'a>(content: impl Into<Element<'a, M>>, id: &'static str) -> Element<'a, M> {
    wrap(content, Paged(id))
}

struct Paged(&'static str);

impl<M> Habit<M> for Paged {
    type State = Nothing;

    fn on_event(&self, _state: &mut Nothing, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        inside.pass(event);
        let Event::Keyboard(keyboard::Event::KeyPressed {
            key: Key::Named(key),
            modifiers,
            ..
        }) = event
        else {
            return;
        };
        if !modifiers.is_empty() || inside.shell.is_event_captured() {
            return;
        }
        let list = Id::new(self.0);
        let by = |y| AbsoluteOffset { x: 0.0, y };
        let to = |y| RelativeOffset {
            x: None,
            y: Some(y),
        };
        let [line, page] = STEPS;
        match key {
            Named::ArrowUp => inside.operate(&mut scroll_by::<()>(list, by(-line))),
            Named::ArrowDown => inside.operate(&mut scroll_by::<()>(list, by(line))),
            Named::PageUp => inside.operate(&mut scroll_by::<()>(list, by(-page))),
            Named::PageDown => inside.operate(&mut scroll_by::<()>(list, by(page))),
            Named::Home => inside.operate(&mut snap_to::<()>(list, to(0.0))),
            Named::End => inside.operate(&mut snap_to::<()>(list, to(1.0))),
            _ => return,
        }
        inside.shell.capture_event();
        inside.shell.request_redraw();
    }
}

#[cfg(test)]
mod tests {
    use iced::keyboard::{Location, Modifiers, key};
    use iced::mouse::Cursor;
    use iced::widget::{column, space};
    use iced::{Size, Theme};

    use super::*;
    use crate::headless::Camera;
    use crate::parts::{body, list};

    /// A long list that ends with a line of text.
    fn view<'a>() -> Element<'a, (), Theme> {
        let rows = column![space().height(900), body("the last line")];
        paged(list(rows, "rows").height(100), "rows")
    }

    fn pressed(named: Named) -> Event {
        let key = Key::Named(named);
        Event::Keyboard(keyboard::Event::KeyPressed {
            modified_key: key.clone(),
            key,
            physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
            location: Location::Standard,
            modifiers: Modifiers::empty(),
            text: None,
            repeat: false,
        })
    }

    #[test]
    fn keys_scroll_to_both_ends() {
        let mut camera = Camera::new(Size::new(200.0, 100.0)).unwrap();
        let theme = crate::theme::Mode::Light.theme();
        let mut after = |keys: &[Named]| {
            let events: Vec<Event> = keys.iter().copied().map(pressed).collect();
            camera.act(view(), &events, Cursor::Unavailable, &mut Vec::new());
            camera.take(view(), &theme, &mut Vec::new())
        };
        let top = after(&[]);
        let end = after(&[Named::End]);
        assert_ne!(end, top);
        assert_eq!(after(&[Named::Home]), top);
        assert_eq!(after(&[Named::PageDown; 3]), end);
        assert_ne!(after(&[Named::ArrowUp; 4]), end);
        assert_eq!(after(&[Named::ArrowDown; 4]), end);
    }
}
