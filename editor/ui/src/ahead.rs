//! Keeps what is typed while a text field opens.
//!
//! A key that opens a field, such as Ctrl+F, becomes a message; the field has the focus only when
//! that message has been handled and the window has been drawn anew. On a busy machine the next
//! letters have been typed by then, and would be taken for commands. They are held back here until
//! the field can take them.

use std::time::{Duration, Instant};

use iced::advanced::widget::operation::{Focusable, TextInput, focusable};
use iced::advanced::widget::{Id, Operation};
use iced::keyboard::{self, Key, Modifiers, key::Named};
use iced::{Element, Event, Rectangle, window};

use crate::wrap::{Habit, Inside, wrap};

/// Wraps `content`, which contains its own shortcuts. `opens` tells whether a key opens or focuses a
/// text field. Keys pressed after it go to that field once it has the focus. If none gets it, they
/// are dropped, so that words never act as commands; Esc ends the wait.
pub fn typed_ahead<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    opens: impl Fn(&Key, Modifiers) -> bool + 'a,
) -> Element<'a, M> {
    wrap(content, TypedAhead(opens))
}

struct TypedAhead<F>(F);

/// How long no field may have the focus before the keys are dropped, and how often the window must
/// have been drawn by then.
const PATIENCE: (Duration, u8) = (Duration::from_secs(1), 3);

/// Most keys held back.
const MOST: usize = 256;

#[derive(Default)]
struct Ahead {
    /// When a key opened a field that has no focus yet, and how often the window was drawn since.
    waits: Option<(Instant, u8)>,
    held: Vec<Event>,
}

impl Ahead {
    fn end(&mut self) -> Vec<Event> {
        self.waits = None;
        std::mem::take(&mut self.held)
    }
}

impl<M, F: Fn(&Key, Modifiers) -> bool> Habit<M> for TypedAhead<F> {
    type State = Ahead;

    fn on_event(&self, state: &mut Ahead, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        let pressed = match event {
            Event::Keyboard(keyboard::Event::KeyPressed { key, modifiers, .. }) => {
                Some((key, *modifiers))
            }
            _ => None,
        };
        if let Some((since, drawn)) = &mut state.waits {
            let is_drawn = matches!(event, Event::Window(window::Event::RedrawRequested(_)));
            *drawn = drawn.saturating_add(is_drawn.into());
            let is_over = *drawn >= PATIENCE.1 && since.elapsed() > PATIENCE.0;
            let is_left = matches!(pressed, Some((Key::Named(Named::Escape), _)));
            if is_writing(inside) {
                for key in state.end() {
                    inside.again(&key);
                }
            } else if is_over || is_left {
                state.end();
            } else {
                inside.shell.request_redraw();
                if pressed.is_some() {
                    if state.held.len() < MOST {
                        state.held.push(event.clone());
                    }
                    inside.shell.capture_event();
                    return;
                }
            }
        }
        let opens = pressed.is_some_and(|(key, held)| {
            (self.0)(key, held) && (held.command() || !is_writing(inside))
        });
        inside.pass(event);
        if opens {
            // Of two fields, the one that had the focus must not take the letters.
            inside.operate(&mut focusable::unfocus::<()>());
            state.waits = Some((Instant::now(), 0));
        }
    }
}

/// Whether a text field has the focus.
fn is_writing<M>(inside: &mut Inside<'_, '_, '_, M>) -> bool {
    let mut look = Look::default();
    inside.operate(&mut look);
    look.found
}

#[derive(Default)]
struct Look {
    /// Whether the next focusable widget is a text field, which reports itself as both.
    is_text: bool,
    found: bool,
}

impl Operation for Look {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        operate(self);
    }

    fn text_input(&mut self, _id: Option<&Id>, _bounds: Rectangle, _state: &mut dyn TextInput) {
        self.is_text = true;
    }

    fn focusable(&mut self, _id: Option<&Id>, _bounds: Rectangle, state: &mut dyn Focusable) {
        self.found |= std::mem::take(&mut self.is_text) && state.is_focused();
    }
}

#[cfg(test)]
mod tests {
    use iced::keyboard::{Location, key};
    use iced::mouse::Cursor;
    use iced::widget::{column, space, text_input};
    use iced::{Size, Theme};

    use super::*;
    use crate::headless::Camera;
    use crate::hotkeys::hotkeys;

    #[derive(Debug, Clone, PartialEq)]
    enum Message {
        Find,
        Merge,
        Typed(String),
        Chosen,
    }

    #[derive(Default)]
    struct Window {
        opened: bool,
        text: String,
        did: Vec<Message>,
    }

    impl Window {
        fn view(&self) -> Element<'_, Message, Theme> {
            let field: Element<'_, Message> = if self.opened {
                let field = text_input("", &self.text).id("find");
                field
                    .on_input(Message::Typed)
                    .on_submit(Message::Chosen)
                    .into()
            } else {
                space().into()
            };
            let field =
                crate::focus::first(field, self.opened, self.opened.then_some(("find", false)));
            let shortcut = |key: &Key, held: Modifiers| match key {
                Key::Character(c) if c == "f" && held.command() => Some(Message::Find),
                Key::Character(c) if c == "m" => Some(Message::Merge),
                _ => None,
            };
            let content = hotkeys(column![field], |_, _| None, |_, _| None, shortcut);
            typed_ahead(content, |key, held| {
                matches!(key, Key::Character(c) if c == "f") && held.command()
            })
        }

        fn on_events(&mut self, camera: &mut Camera, events: &[Event]) {
            let mut messages = Vec::new();
            camera.act(self.view(), events, Cursor::Unavailable, &mut messages);
            for message in messages {
                match message {
                    Message::Find => self.opened = true,
                    Message::Typed(text) => self.text = text,
                    other => self.did.push(other),
                }
            }
        }
    }

    fn pressed(key: Key, modifiers: Modifiers) -> Event {
        let text = match &key {
            Key::Character(c) => Some(c.clone()),
            _ => None,
        };
        Event::Keyboard(keyboard::Event::KeyPressed {
            modified_key: key.clone(),
            key,
            physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
            location: Location::Standard,
            modifiers,
            text,
            repeat: false,
        })
    }

    fn letter(c: &str) -> Event {
        pressed(Key::Character(c.into()), Modifiers::empty())
    }

    fn drawn() -> Event {
        Event::Window(window::Event::RedrawRequested(Instant::now()))
    }

    /// All keys are pressed before the first is handled.
    #[test]
    fn letters_after_the_key_go_to_the_field() {
        let mut camera = Camera::new(Size::new(200.0, 100.0)).unwrap();
        let mut window = Window::default();
        let find = pressed(Key::Character("f".into()), Modifiers::CTRL);
        let enter = pressed(Key::Named(Named::Enter), Modifiers::empty());
        window.on_events(&mut camera, &[find, letter("m"), letter("a")]);
        assert!(window.opened);
        window.on_events(&mut camera, &[letter("m"), enter]);
        window.on_events(&mut camera, &[drawn()]);
        window.on_events(&mut camera, &[letter("a")]);
        assert_eq!(window.text, "mama");
        assert_eq!(window.did, [Message::Chosen]);
    }

    #[test]
    fn without_a_field_letters_are_dropped_and_later_ones_act() {
        let mut camera = Camera::new(Size::new(200.0, 100.0)).unwrap();
        let mut window = Window::default();
        let mut other = |events: &[Event]| {
            window.on_events(&mut camera, events);
            window.opened = false;
            window.did.len()
        };
        let find = pressed(Key::Character("f".into()), Modifiers::CTRL);
        assert_eq!(other(&[find, letter("m")]), 0);
        assert_eq!(other(&[letter("m")]), 0);
        let escape = pressed(Key::Named(Named::Escape), Modifiers::empty());
        assert_eq!(other(&[escape, letter("m")]), 1);
    }
}
