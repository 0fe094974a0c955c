//! Guards against the second click of a double click hitting new content.

use std::time::{Duration, Instant};

use iced::{Element, Event, Point, keyboard, mouse, touch};

use crate::wrap::{Habit, Inside, wrap};

/// Drops the second click of a double click on `content` if `shown` has changed since the first.
pub fn steady<'a, M: 'a, S: PartialEq + Clone + 'static>(
    content: impl Into<Element<'a, M>>,
    shown: S,
) -> Element<'a, M> {
    wrap(content, Steady { shown })
}

struct Steady<S> {
    shown: S,
}

struct State<S> {
    shown: Option<S>,
    since: Option<Instant>,
    /// The last press before the change.
    pressed: Option<Point>,
    /// A press was dropped, and its release must be, too.
    keeping: bool,
}

impl<S> Default for State<S> {
    fn default() -> Self {
        Self {
            shown: None,
            since: None,
            pressed: None,
            keeping: false,
        }
    }
}

impl<M, S: PartialEq + Clone + 'static> Habit<M> for Steady<S> {
    type State = State<S>;

    fn on_event(&self, state: &mut State<S>, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        /// The longest time between the two clicks.
        const DOUBLE: Duration = Duration::from_millis(500);
        /// The greatest distance between the two clicks, in logical pixels.
        const SAME_PLACE: f32 = 6.0;
        if state.shown.as_ref() != Some(&self.shown) {
            state.since = state.shown.is_some().then(Instant::now);
            state.shown = Some(self.shown.clone());
        }
        let pressed = match event {
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) => {
                inside.cursor.position()
            }
            Event::Touch(touch::Event::FingerPressed { position, .. }) => Some(*position),
            _ => None,
        };
        if let Some(at) = pressed {
            let before = state.pressed.replace(at);
            let is_new = state
                .since
                .take()
                .is_some_and(|since| since.elapsed() < DOUBLE);
            state.keeping = is_new && before.is_some_and(|it| it.distance(at) < SAME_PLACE);
        }
        if matches!(event, Event::Keyboard(keyboard::Event::KeyPressed { .. })) {
            // A key press separates the two.
            state.pressed = None;
        }
        let released = matches!(
            event,
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left))
                | Event::Touch(touch::Event::FingerLifted { .. } | touch::Event::FingerLost { .. })
        );
        if state.keeping && (pressed.is_some() || released) {
            state.keeping = pressed.is_some();
            inside.shell.capture_event();
            return;
        }
        inside.pass(event);
    }
}
