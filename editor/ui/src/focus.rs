//! Keyboard focus: reachable buttons and choices, Tab order, and a curtain that blocks focus.

use iced::advanced::renderer::{Quad, Renderer as _};
use iced::advanced::widget::operation::{
    Focusable, Outcome, Scrollable, focusable, scrollable::AbsoluteOffset, text_input,
};
use iced::advanced::widget::{Id, Operation};
use iced::keyboard::{self, Key, key::Named};
use iced::widget::Button;
use iced::{
    Border, Color, Element, Event, Rectangle, Renderer, Task, Theme, Vector, mouse, touch, window,
};

use crate::theme;
use crate::wrap::{Habit, Inside, Nothing, wrap};

/// A button that is enabled if it has a message, and then [reachable].
pub fn pressable<'a, M: Clone + 'a>(button: Button<'a, M>, message: Option<M>) -> Element<'a, M> {
    let enabled = message.is_some();
    reachable(button.on_press_maybe(message), enabled)
}

/// Makes a button focusable if `enabled`: Tab reaches it, Enter and Space press it.
pub fn reachable<'a, M: 'a>(button: impl Into<Element<'a, M>>, enabled: bool) -> Element<'a, M> {
    let step = None;
    wrap(button, Reach { step, enabled })
}

/// Makes a choice or slider focusable: arrow keys change it, also while its list is open, and Enter
/// or Esc closes the list. `step` gives the message for the next (`true`) or previous value.
pub fn steppable<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    step: impl Fn(bool) -> Option<M> + 'a,
) -> Element<'a, M> {
    let step: Step<'a, M> = Box::new(step);
    let reach = Reach {
        step: Some(step),
        enabled: true,
    };
    wrap(content, reach)
}

/// The neighbour of `now` in a list; the first value if `now` is not in it.
pub fn beside<T: PartialEq + Clone>(list: &[T], now: Option<&T>, next: bool) -> Option<T> {
    let at = now.and_then(|now| list.iter().position(|one| one == now));
    let to = match (at, next) {
        (None, _) => 0,
        (Some(at), true) => at + 1,
        (Some(at), false) => at.checked_sub(1)?,
    };
    list.get(to).cloned()
}

type Step<'a, M> = Box<dyn Fn(bool) -> Option<M> + 'a>;

struct Reach<'a, M> {
    step: Option<Step<'a, M>>,
    enabled: bool,
}

/// The height of the lowest buttons with a filling, in logical pixels.
const LOWEST_BUTTON: f32 = 28.0;

#[derive(Default)]
struct Reached {
    is_focused: bool,
    /// The open list does not show yet that an arrow has changed the value.
    is_behind: bool,
}

impl Focusable for Reached {
    fn is_focused(&self) -> bool {
        self.is_focused
    }

    fn focus(&mut self) {
        self.is_focused = true;
    }

    fn unfocus(&mut self) {
        self.is_focused = false;
    }
}

impl<M> Habit<M> for Reach<'_, M> {
    type State = Reached;

    fn on_event(&self, state: &mut Reached, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        let touched = matches!(
            event,
            Event::Mouse(mouse::Event::ButtonPressed(_))
                | Event::Touch(touch::Event::FingerPressed { .. })
        );
        if touched && std::mem::take(&mut state.is_focused) {
            inside.shell.request_redraw();
        }
        state.is_focused &= self.enabled;
        let is_drawn = matches!(event, Event::Window(window::Event::RedrawRequested(_)));
        if is_drawn && std::mem::take(&mut state.is_behind) && inside.is_open() {
            // A list highlights the chosen value only when it opens.
            inside.click();
            inside.click();
        }
        inside.pass(event);
        let Event::Keyboard(keyboard::Event::KeyPressed {
            key: Key::Named(key),
            modifiers,
            repeat,
            ..
        }) = event
        else {
            return;
        };
        if !modifiers.is_empty() || inside.shell.is_event_captured() {
            return;
        }
        let is_open = self.step.is_some() && inside.is_open();
        if is_open && matches!(key, Named::Escape | Named::Enter) {
            // A click on an open list closes it; the arrows have chosen already.
            inside.click();
            inside.shell.capture_event();
            return;
        }
        if !state.is_focused && !is_open {
            return;
        }
        match (key, &self.step) {
            (Named::Enter | Named::Space, None) if !repeat => {
                inside.click();
                inside.shell.capture_event();
            }
            (Named::Escape, _) => {
                // Esc first leaves the focus; what is around comes next.
                state.is_focused = false;
                inside.shell.request_redraw();
                inside.shell.capture_event();
            }
            (
                Named::ArrowUp | Named::ArrowLeft | Named::ArrowDown | Named::ArrowRight,
                Some(step),
            ) => {
                let next = matches!(key, Named::ArrowDown | Named::ArrowRight);
                if let Some(message) = step(next) {
                    inside.shell.publish(message);
                    inside.shell.request_redraw();
                    state.is_behind = is_open;
                }
                inside.shell.capture_event();
            }
            _ => {}
        }
    }

    fn on_operation(
        &self,
        state: &mut Reached,
        bounds: Rectangle,
        operation: &mut dyn Operation,
        go_on: &mut dyn FnMut(&mut dyn Operation),
    ) {
        if self.enabled {
            operation.focusable(None, bounds, state);
        }
        go_on(operation);
    }

    fn draw_over(
        &self,
        state: &Reached,
        renderer: &mut Renderer,
        theme: &Theme,
        bounds: Rectangle,
    ) {
        if !(state.is_focused && self.enabled) {
            return;
        }
        let tokens = theme::tokens(theme);
        let ring = |bounds, color| Quad {
            bounds,
            border: Border {
                color,
                width: 2.0,
                radius: theme::ROUND.into(),
            },
            ..Quad::default()
        };
        renderer.fill_quad(ring(bounds, tokens.accent), Color::TRANSPARENT);
        // A filled button has the colour of the ring. What is lower than a button has no room within.
        if bounds.height >= LOWEST_BUTTON {
            let inner = bounds.shrink(2.0);
            renderer.fill_quad(ring(inner, tokens.on_accent), Color::TRANSPARENT);
        }
    }
}

/// Emits `message` when Esc leaves a text field.
pub fn left_by_escape<'a, M: Clone + 'a>(
    field: impl Into<Element<'a, M>>,
    message: M,
) -> Element<'a, M> {
    wrap(field, Left { message })
}

struct Left<M> {
    message: M,
}

impl<M: Clone> Habit<M> for Left<M> {
    type State = Nothing;

    fn on_event(&self, _state: &mut Nothing, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        let escape = matches!(
            event,
            Event::Keyboard(keyboard::Event::KeyPressed {
                key: Key::Named(Named::Escape),
                ..
            })
        );
        let before = inside.shell.is_event_captured();
        inside.pass(event);
        if escape && !before && inside.shell.is_event_captured() {
            inside.shell.publish(self.message.clone());
        }
    }
}

/// While `closed`, blocks keyboard events from `content` and removes focus from its fields. Lists
/// are still scrolled.
pub fn curtain<'a, M: 'a>(content: impl Into<Element<'a, M>>, closed: bool) -> Element<'a, M> {
    wrap(content, Curtain { closed })
}

struct Curtain {
    closed: bool,
}

impl<M> Habit<M> for Curtain {
    /// Whether it was closed at the last event.
    type State = bool;

    fn on_event(&self, was: &mut bool, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        if self.closed && !*was {
            inside.operate(&mut focusable::unfocus::<()>());
        }
        *was = self.closed;
        // Key releases pass, or keys would count as held.
        let typed = matches!(
            event,
            Event::Keyboard(keyboard::Event::KeyPressed { .. }) | Event::InputMethod(_)
        );
        if !(self.closed && typed) {
            inside.pass(event);
        }
    }

    fn on_operation(
        &self,
        _was: &mut bool,
        _bounds: Rectangle,
        operation: &mut dyn Operation,
        go_on: &mut dyn FnMut(&mut dyn Operation),
    ) {
        if self.closed {
            go_on(&mut Unfocused(operation));
        } else {
            go_on(operation);
        }
    }
}

/// Passes an operation to lists, but not to fields: a list shows what its program thinks it
/// shows, even behind a curtain.
struct Unfocused<'a>(&'a mut dyn Operation);

impl Operation for Unfocused<'_> {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        self.0
            .traverse(&mut |operation| operate(&mut Unfocused(operation)));
    }

    fn container(&mut self, id: Option<&Id>, bounds: Rectangle) {
        self.0.container(id, bounds);
    }

    fn scrollable(
        &mut self,
        id: Option<&Id>,
        bounds: Rectangle,
        content: Rectangle,
        translation: Vector,
        state: &mut dyn Scrollable,
    ) {
        self.0.scrollable(id, bounds, content, translation, state);
    }
}

/// Moves the focus to the next or previous focusable widget, wrapping around, and scrolls it into
/// view; `operate` runs an operation on the widgets. Synchronous, since the next key may already
/// be queued.
pub fn step(next: bool, operate: &mut dyn FnMut(&mut dyn Operation)) {
    let mut look = Look {
        wanted: if next { Wanted::Next } else { Wanted::Previous },
        ..Look::default()
    };
    operate(&mut look);
    if let Outcome::Chain(mut go) = look.finish() {
        operate(go.as_mut());
    }
}

/// Takes the focus from all fields.
pub fn leave<M: Send + 'static>() -> Task<M> {
    iced_runtime::task::widget(focusable::unfocus::<()>()).discard()
}

/// Focuses a field of what is shown before the first event reaches it: no key typed right after it
/// opened is lost. `shown` tells one thing shown from the next; `field` is its id, and whether its
/// text is selected.
pub fn first<'a, M: 'a, S: PartialEq + Clone + 'static>(
    content: impl Into<Element<'a, M>>,
    shown: S,
    field: Option<(&'static str, bool)>,
) -> Element<'a, M> {
    wrap(content, First { shown, field })
}

struct First<S> {
    shown: S,
    field: Option<(&'static str, bool)>,
}

impl<M, S: PartialEq + Clone + 'static> Habit<M> for First<S> {
    /// What was shown at the last event.
    type State = Option<S>;

    fn on_event(&self, before: &mut Option<S>, event: &Event, inside: &mut Inside<'_, '_, '_, M>) {
        if before.as_ref() != Some(&self.shown) {
            *before = Some(self.shown.clone());
            if let Some((id, selects)) = self.field {
                inside.operate(&mut focusable::focus::<()>(Id::new(id)));
                if selects {
                    inside.operate(&mut text_input::select_all::<()>(Id::new(id)));
                }
                inside.shell.request_redraw();
            }
        }
        inside.pass(event);
    }
}

/// Scrolls the container with this id into view.
pub fn bring_in<M: Send + 'static>(id: &'static str) -> Task<M> {
    iced_runtime::task::widget(Look {
        wanted: Wanted::Container(Id::new(id)),
        ..Look::default()
    })
    .discard()
}

#[derive(Default)]
enum Wanted {
    #[default]
    Next,
    Previous,
    Container(Id),
}

/// First pass: collects widgets and lists.
#[derive(Default)]
struct Look {
    wanted: Wanted,
    /// Focusable widgets with the index of their scrollable list.
    widgets: Vec<(Rectangle, Option<usize>)>,
    focused: Option<usize>,
    container: Option<(Rectangle, Option<usize>)>,
    /// Bounds and scroll offset of each list.
    lists: Vec<(Rectangle, Vector)>,
    /// The list to be entered next, and the current one.
    entering: Option<usize>,
    within: Option<usize>,
}

impl Operation<()> for Look {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation<()>)) {
        let before = self.within;
        self.within = self.entering.take().or(before);
        operate(self);
        self.within = before;
    }

    fn container(&mut self, id: Option<&Id>, bounds: Rectangle) {
        if let (Wanted::Container(wanted), Some(id)) = (&self.wanted, id)
            && wanted == id
        {
            self.container = Some((bounds, self.within));
        }
    }

    fn scrollable(
        &mut self,
        _id: Option<&Id>,
        bounds: Rectangle,
        _content_bounds: Rectangle,
        translation: Vector,
        _state: &mut dyn Scrollable,
    ) {
        self.entering = Some(self.lists.len());
        self.lists.push((bounds, translation));
    }

    fn focusable(&mut self, _id: Option<&Id>, bounds: Rectangle, state: &mut dyn Focusable) {
        if state.is_focused() {
            self.focused = Some(self.widgets.len());
        }
        self.widgets.push((bounds, self.within));
    }

    fn finish(&self) -> Outcome<()> {
        let count = self.widgets.len();
        let to = match (&self.wanted, self.focused) {
            (Wanted::Container(_), _) => None,
            _ if count == 0 => return Outcome::None,
            (Wanted::Next, at) => Some(at.map_or(0, |at| (at + 1) % count)),
            (Wanted::Previous, at) => Some(at.map_or(count - 1, |at| (at + count - 1) % count)),
        };
        let target = to.map(|to| self.widgets[to]).or(self.container);
        let scroll = target.and_then(|(bounds, list)| {
            let list = list?;
            let (view, translation) = self.lists[list];
            let offset = offset(bounds, view, translation.y)?;
            Some((list, offset))
        });
        Outcome::Chain(Box::new(Go {
            to,
            scroll,
            widgets: 0,
            lists: 0,
        }))
    }
}

/// The scroll offset that shows `bounds`; `None` if they are visible.
fn offset(bounds: Rectangle, view: Rectangle, now: f32) -> Option<f32> {
    /// Margin in logical pixels.
    const ROOM: f32 = 12.0;
    let top = bounds.y - view.y - ROOM;
    let bottom = bounds.y + bounds.height - view.y + ROOM;
    if top < now {
        Some(top.max(0.0))
    } else if bottom > now + view.height {
        Some((bottom - view.height).min(top).max(0.0))
    } else {
        None
    }
}

struct Go {
    to: Option<usize>,
    scroll: Option<(usize, f32)>,
    widgets: usize,
    lists: usize,
}

impl Operation<()> for Go {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation<()>)) {
        operate(self);
    }

    fn scrollable(
        &mut self,
        _id: Option<&Id>,
        _bounds: Rectangle,
        _content_bounds: Rectangle,
        _translation: Vector,
        state: &mut dyn Scrollable,
    ) {
        if let Some((list, y)) = self.scroll
            && list == self.lists
        {
            state.scroll_to(AbsoluteOffset {
                x: None,
                y: Some(y),
            });
        }
        self.lists += 1;
    }

    fn focusable(&mut self, _id: Option<&Id>, _bounds: Rectangle, state: &mut dyn Focusable) {
        if let Some(to) = self.to {
            if to == self.widgets {
                state.focus();
            } else {
                state.unfocus();
            }
        }
        self.widgets += 1;
    }
}

#[cfg(test)]
mod tests {
    use iced::Size;
    use iced::keyboard::{Modifiers, key};

    use super::*;
    use crate::headless::Camera;
    use crate::hotkeys::hotkeys;
    use crate::parts::choice;

    fn pressed(named: Named) -> Event {
        let key = Key::Named(named);
        Event::Keyboard(keyboard::Event::KeyPressed {
            modified_key: key.clone(),
            key,
            physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
            location: keyboard::Location::Standard,
            modifiers: Modifiers::empty(),
            text: None,
            repeat: false,
        })
    }

    #[test]
    fn escape_closes_an_open_list_before_it_means_anything_else() {
        let mut camera = Camera::new(Size::new(200.0, 200.0)).unwrap();
        let view = || {
            let list = choice(vec!["one", "two"], Some("one"), "", 100, |_| "picked");
            let left = |key: &Key, _| matches!(key, Key::Named(Named::Escape)).then_some("left");
            hotkeys(list, |_, _| None, |_, _| None, left)
        };
        let escape = pressed(Named::Escape);
        let press = Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left));
        let at = mouse::Cursor::Available(iced::Point::new(50.0, 15.0));
        let mut act = |event: &Event| {
            let mut messages = Vec::new();
            camera.act(view(), std::slice::from_ref(event), at, &mut messages);
            messages
        };
        assert!(act(&press).is_empty(), "it opens");
        assert!(act(&escape).is_empty(), "it closes");
        assert_eq!(act(&escape), ["left"]);
    }

    #[test]
    fn an_open_list_highlights_what_the_arrows_chose() {
        let view = |now| choice(vec!["one", "two", "three"], Some(now), "", 100, |to| to);
        let theme = crate::theme::Mode::Light.theme();
        let at = mouse::Cursor::Available(iced::Point::new(50.0, 15.0));
        let press = Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left));
        let picture = |keys: &[Named], mut now: &'static str| {
            let mut camera = Camera::new(Size::new(120.0, 140.0)).unwrap();
            let mut messages = Vec::new();
            camera.act(view(now), std::slice::from_ref(&press), at, &mut messages);
            for key in keys {
                camera.act(view(now), &[pressed(*key)], at, &mut messages);
                now = messages.pop().unwrap_or(now);
            }
            camera.show(view(now), &theme, at, &mut messages);
            assert!(messages.is_empty());
            camera.show(view(now), &theme, at, &mut messages);
            (now, camera.shown().unwrap().to_vec())
        };
        let (now, seen) = picture(&[Named::ArrowDown, Named::ArrowDown], "one");
        assert_eq!(now, "three");
        assert!(seen == picture(&[], "three").1);
        assert!(seen != picture(&[], "one").1);
    }

    #[test]
    fn lists_scroll_only_as_far_as_needed() {
        let view = Rectangle::new([0.0, 100.0].into(), [200.0, 300.0].into());
        let row = |y: f32| Rectangle::new([0.0, y].into(), [200.0, 30.0].into());
        assert_eq!(offset(row(150.0), view, 0.0), None);
        assert_eq!(offset(row(400.0), view, 0.0), Some(42.0));
        assert_eq!(offset(row(120.0), view, 200.0), Some(8.0));
        assert_eq!(offset(row(100.0), view, 50.0), Some(0.0));
    }

    #[test]
    fn choices_stop_at_both_ends() {
        let list = ["a", "b", "c"];
        assert_eq!(beside(&list, Some(&"a"), true), Some("b"));
        assert_eq!(beside(&list, Some(&"c"), true), None);
        assert_eq!(beside(&list, Some(&"a"), false), None);
        assert_eq!(beside(&list, None, true), Some("a"));
    }
}
