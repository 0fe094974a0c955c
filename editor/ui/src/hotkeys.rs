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

impl<M> Habit<M> for Hotkeys<M> {
    type State = Nothing;

    fn on_event(&self, _state: &mut Nothing, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        let pressed = match event {
            Event::Keyboard(keyboard::Event::KeyPressed { key, modifiers, .. }) => {
                Some((key, *modifiers))
            }
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
