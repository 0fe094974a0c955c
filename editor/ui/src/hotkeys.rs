//! A wrapper that turns uncaptured key presses into messages.
//!
//! Unlike a subscription it is part of the widget tree, so it also works in tests.

use iced::keyboard::key::Named;
use iced::keyboard::{self, Key, Modifiers};
use iced::{Element, Event};

use crate::focus;
use crate::wrap::{Habit, Inside, Nothing, wrap};

type OnKey<M> = fn(&Key, Modifiers) -> Option<M>;

struct Hotkeys<M> {
    first: OnKey<M>,
    steps: OnKey<bool>,
    on_key: OnKey<M>,
}

/// Wraps `content`. `first` maps keys before any widget, `on_key` maps keys that no widget
/// captured, and `steps` tells whether such a key moves the focus forwards or backwards.
pub fn hotkeys<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    first: OnKey<M>,
    steps: OnKey<bool>,
    on_key: OnKey<M>,
) -> Element<'a, M> {
    let habit = Hotkeys {
        first,
        steps,
        on_key,
    };
    wrap(content, habit)
}

/// The meaning of a pressed key: for signs and digits the character written, as `?` with Shift,
/// on any layout; Shift is then dropped.
fn meant<'a>(key: &'a Key, written: &'a Key, held: Modifiers) -> (&'a Key, Modifiers) {
    let is_sign = match written {
        Key::Character(c) => {
            c.starts_with(|c: char| c.is_ascii_punctuation() || c.is_ascii_digit())
        }
        _ => false,
    };
    if is_sign && written != key && !held.alt() {
        (written, held - Modifiers::SHIFT)
    } else {
        (key, held)
    }
}

/// A held Enter confirms one thing, not also what comes next.
fn is_held_enter(event: &Event) -> bool {
    let Event::Keyboard(keyboard::Event::KeyPressed { key, repeat, .. }) = event else {
        return false;
    };
    *repeat && *key == Key::Named(Named::Enter)
}

impl<M> Habit<M> for Hotkeys<M> {
    type State = Nothing;

    fn on_event(&self, _state: &mut Nothing, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        if is_held_enter(event) {
            inside.shell.capture_event();
            return;
        }
        let pressed = match event {
            Event::Keyboard(keyboard::Event::KeyPressed {
                key,
                modified_key,
                modifiers,
                ..
            }) => Some(meant(key, modified_key, *modifiers)),
            _ => None,
        };
        let mut message = pressed.and_then(|(key, modifiers)| (self.first)(key, modifiers));
        if message.is_none() {
            inside.pass(event);
            if inside.shell.is_event_captured() {
                return;
            }
            let step = pressed.and_then(|(key, modifiers)| (self.steps)(key, modifiers));
            if let Some(next) = step {
                focus::step(next, &mut |operation| inside.operate(operation));
                inside.shell.request_redraw();
                inside.shell.capture_event();
                return;
            }
            message = pressed.and_then(|(key, modifiers)| (self.on_key)(key, modifiers));
        }
        if let Some(message) = message {
            inside.shell.publish(message);
            inside.shell.capture_event();
        }
    }
}

#[cfg(test)]
mod tests {
    use iced::keyboard::key;
    use iced::widget::space;
    use iced::{Size, mouse};

    use super::*;
    use crate::headless::Camera;

    #[test]
    fn a_held_enter_confirms_once() {
        let mut camera = Camera::new(Size::new(100.0, 100.0)).unwrap();
        let mut press = |named, repeat| {
            let event = Event::Keyboard(keyboard::Event::KeyPressed {
                key: Key::Named(named),
                modified_key: Key::Named(named),
                physical_key: key::Physical::Code(key::Code::Enter),
                location: keyboard::Location::Standard,
                modifiers: Modifiers::empty(),
                text: None,
                repeat,
            });
            let view = hotkeys(space(), |_, _| None, |_, _| None, |_, _| Some(()));
            let mut messages = Vec::new();
            camera.act(view, &[event], mouse::Cursor::Unavailable, &mut messages);
            messages.len()
        };
        assert_eq!(press(Named::Enter, false), 1);
        assert_eq!(press(Named::Enter, true), 0);
        assert_eq!(press(Named::ArrowUp, true), 1, "others repeat");
    }

    fn sign(c: &str) -> Key {
        Key::Character(c.into())
    }

    #[test]
    fn signs_do_not_depend_on_the_layout() {
        let (shift, none) = (Modifiers::SHIFT, Modifiers::empty());
        let meant = |key: &str, written: &str, held| {
            let (key, written) = (sign(key), sign(written));
            let (key, held) = super::meant(&key, &written, held);
            (key.clone(), held)
        };
        // American and German layouts, and digits on a Czech one.
        assert_eq!(meant("/", "?", shift), (sign("?"), none));
        assert_eq!(meant("ß", "?", shift), (sign("?"), none));
        assert_eq!(meant("8", "[", none), (sign("["), none));
        assert_eq!(meant("+", "1", shift), (sign("1"), none));
        let command = Modifiers::CTRL;
        assert_eq!(meant("=", "+", command | shift), (sign("+"), command));
        // Letters and Alt combinations stay unchanged.
        assert_eq!(meant("n", "N", shift), (sign("n"), shift));
        assert_eq!(meant("5", "[", Modifiers::ALT), (sign("5"), Modifiers::ALT));
        let enter = Key::Named(Named::Enter);
        assert_eq!(super::meant(&enter, &enter, shift), (&enter, shift));
    }
}
