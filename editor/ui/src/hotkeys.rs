//! A wrapper that turns key presses nobody wanted into messages.
//!
//! Unlike a subscription it is part of the widget tree, so it works wherever
//! the tree is driven, in tests too.

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

/// Wraps `content`; `first` says what a key means whatever widget would like to
/// have it, `on_key` what one means that no widget captured, and `steps` whether
/// such a one goes to the next widget that can be reached, or to the one before.
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

/// The key that is meant by one that was pressed: a sign or a digit is what is written with
/// what is held, as `?` is with Shift, on whatever key a keyboard has it; Shift is no part of it.
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

impl<M> Habit<M> for Hotkeys<M> {
    type State = Nothing;

    fn on_event(&self, _state: &mut Nothing, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
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
    use iced::keyboard::key::Named;

    use super::*;

    fn sign(c: &str) -> Key {
        Key::Character(c.into())
    }

    #[test]
    fn signs_are_what_is_written_on_whatever_keyboard() {
        let (shift, none) = (Modifiers::SHIFT, Modifiers::empty());
        let meant = |key: &str, written: &str, held| {
            let (key, written) = (sign(key), sign(written));
            let (key, held) = super::meant(&key, &written, held);
            (key.clone(), held)
        };
        // American and German, and digits in the Czech way.
        assert_eq!(meant("/", "?", shift), (sign("?"), none));
        assert_eq!(meant("ß", "?", shift), (sign("?"), none));
        assert_eq!(meant("8", "[", none), (sign("["), none));
        assert_eq!(meant("+", "1", shift), (sign("1"), none));
        let command = Modifiers::CTRL;
        assert_eq!(meant("=", "+", command | shift), (sign("+"), command));
        // Letters and what Alt makes of a key stay what they are.
        assert_eq!(meant("n", "N", shift), (sign("n"), shift));
        assert_eq!(meant("5", "[", Modifiers::ALT), (sign("5"), Modifiers::ALT));
        let enter = Key::Named(Named::Enter);
        assert_eq!(super::meant(&enter, &enter, shift), (&enter, shift));
    }
}
