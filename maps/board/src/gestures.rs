//! What the pointer and fingers do to the board.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use iced::advanced::Shell;
use iced::keyboard::{self, Key, key::Named};
use iced::{Point, Rectangle, Size, Vector, mouse, touch};

use crate::board::Board;
use crate::camera::{Camera, Framing};
use crate::event::{Event, Modifiers, Pointer};

/// What the pointer, the fingers and the keys that go with them are doing.
#[derive(Default)]
pub(crate) struct Hand {
    modifiers: keyboard::Modifiers,
    space: bool,
    /// Where the hand took hold of the map, and where the map lay. Kept, since
    /// several moves may come before the map is seen to have moved.
    panning: Option<(mouse::Button, Point, Camera)>,
    /// Where the map lay when the wheel was turned last, and where that led.
    turned: Option<(Camera, Camera)>,
    /// The button that is down on the board, the left one, or the right one if that counts
    /// as it does; a finger is the left one.
    pressed: Option<mouse::Button>,
    last_press: Option<(Instant, Point)>,
    hovering: bool,
    /// Where the pointer was when the last event came. Events come in batches
    /// with the pointer's place after the last of them; a press followed by a
    /// quick move would be taken for one at the move's end.
    pointer: Option<Point>,
    fingers: BTreeMap<u64, Point>,
    /// Where the only finger went down, as long as it may still become one of two:
    /// what it presses is told once it moves away or is lifted.
    touched: Option<Point>,
    /// Where the fingers took hold of the map, and where the map lay.
    held: Option<(Grip, Camera)>,
    /// Where the fingers have led the map, for a grip that begins before that is
    /// seen.
    led: Option<(Camera, Camera)>,
}

/// How fingers hold the map.
#[derive(Debug, Clone, Copy)]
struct Grip {
    /// The finger, or the middle between two, within the board.
    middle: Point,
    /// How far two fingers are apart; nothing can be told of one.
    span: Option<f32>,
}

impl Grip {
    /// The grip of the first two fingers, or of the only one.
    fn of(fingers: &BTreeMap<u64, Point>, bounds: Rectangle) -> Option<Self> {
        let within = |x: f32, y: f32| Point::new(x - bounds.x, y - bounds.y);
        let mut fingers = fingers.values();
        let a = fingers.next()?;
        Some(match fingers.next() {
            Some(b) => Self {
                middle: within(f32::midpoint(a.x, b.x), f32::midpoint(a.y, b.y)),
                span: Some(a.distance(*b).max(1.0)),
            },
            None => Self {
                middle: within(a.x, a.y),
                span: None,
            },
        })
    }
}

impl Hand {
    /// A key went up or down; one that a widget `captured` was meant for that.
    pub(crate) fn on_key(&mut self, event: &keyboard::Event, captured: bool) {
        const SPACE: Key = Key::Named(Named::Space);
        match event {
            keyboard::Event::ModifiersChanged(modifiers) => self.modifiers = *modifiers,
            keyboard::Event::KeyPressed { key: SPACE, .. } if !captured => self.space = true,
            keyboard::Event::KeyReleased { key: SPACE, .. } => self.space = false,
            _ => {}
        }
    }

    /// The window has lost the keyboard: no key counts as held.
    pub(crate) fn let_go(&mut self) {
        self.space = false;
        self.modifiers = keyboard::Modifiers::default();
    }

    /// What is shown is up to date: the map lies where it is seen.
    pub(crate) fn sees(&mut self) {
        self.turned = None;
        self.led = None;
    }

    /// Whether the map is being moved.
    pub(crate) fn has_hold(&self) -> bool {
        self.panning.is_some()
    }

    /// Whether the left button would move the map.
    pub(crate) fn may_take_hold(&self) -> bool {
        self.space
    }

    /// Counts a press: 2 for the second of two in quick succession.
    fn clicks(&mut self, at: Point) -> u8 {
        /// Pixels on the screen that two clicks of a double click may be apart.
        const SAME_PLACE: f32 = 6.0;
        const DOUBLE: Duration = Duration::from_millis(400);
        let double = self.last_press.is_some_and(|(when, place)| {
            when.elapsed() < DOUBLE && place.distance(at) < SAME_PLACE
        });
        self.last_press = (!double).then(|| (Instant::now(), at));
        if double { 2 } else { 1 }
    }
}

impl<M> Board<'_, M> {
    pub(crate) fn on_mouse(
        &self,
        hand: &mut Hand,
        event: &mouse::Event,
        bounds: Rectangle,
        cursor: mouse::Cursor,
        shell: &mut Shell<'_, M>,
    ) {
        if let mouse::Event::CursorMoved { position } = *event {
            hand.pointer = Some(position);
        }
        // What floats over the board takes the pointer away from it.
        let place = match cursor {
            mouse::Cursor::Available(now) => hand.pointer.or(Some(now)),
            mouse::Cursor::Levitating(_) | mouse::Cursor::Unavailable => None,
        };
        let over = place.filter(|at| bounds.contains(*at));
        match *event {
            mouse::Event::WheelScrolled { delta } => {
                let Some(at) = over else { return };
                let notches = match delta {
                    mouse::ScrollDelta::Lines { y, .. } => y,
                    mouse::ScrollDelta::Pixels { y, .. } => y / 40.0,
                };
                if self.counts && !hand.modifiers.command() {
                    let pointer = self.pointer(hand, bounds, at);
                    shell.publish((self.on_event)(Event::Turned(pointer, notches)));
                    shell.capture_event();
                    return;
                }
                let at = Point::new(at.x - bounds.x, at.y - bounds.y);
                // Several turns may come before the map is seen to have moved: each
                // goes on from where the one before it led.
                let seen = self.camera(bounds.size());
                let camera = match hand.turned {
                    Some((from, to)) if from == seen => to,
                    _ => seen,
                };
                let zoomed = |steps: f32| {
                    let factor = 1.2_f64.powf(f64::from(steps));
                    camera.zoomed_within(factor, at, self.scene.size(), bounds.size())
                };
                let camera = match delta {
                    mouse::ScrollDelta::Lines { .. } => zoomed(notches),
                    mouse::ScrollDelta::Pixels { .. } if hand.modifiers.command() => {
                        zoomed(notches)
                    }
                    mouse::ScrollDelta::Pixels { x, y } => camera.panned(Vector::new(x, y)),
                };
                let led = self.publish_camera(shell, camera, bounds.size());
                hand.turned = Some((seen, led));
            }
            mouse::Event::ButtonPressed(button) => {
                let Some(at) = over else { return };
                if self.on_button(hand, button, bounds, at, shell) {
                    shell.capture_event();
                }
            }
            mouse::Event::ButtonReleased(button) => {
                if hand.panning.is_some_and(|(held, ..)| held == button) {
                    hand.panning = None;
                    shell.capture_event();
                } else if hand.pressed == Some(button) {
                    let at = place.or(hand.pointer).or(cursor.position());
                    let pointer = self.pointer(hand, bounds, at.unwrap_or(bounds.center()));
                    hand.pressed = None;
                    shell.publish((self.on_event)(Event::Released(pointer)));
                    shell.capture_event();
                }
            }
            mouse::Event::CursorMoved { position: at } => {
                // What began on the board goes on beyond its bounds.
                if let Some((_, from, camera)) = hand.panning {
                    let camera = camera.panned(at - from);
                    self.publish_camera(shell, camera, bounds.size());
                } else if hand.pressed.is_some() {
                    let pointer = self.pointer(hand, bounds, at);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                    shell.capture_event();
                } else if over.is_some() {
                    hand.hovering = true;
                    let pointer = self.pointer(hand, bounds, at);
                    shell.publish((self.on_event)(Event::Hovered(Some(pointer))));
                } else if std::mem::take(&mut hand.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorLeft => {
                if std::mem::take(&mut hand.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorEntered => {}
        }
    }

    /// A button goes down on the board; whether it is one that counts.
    fn on_button(
        &self,
        hand: &mut Hand,
        button: mouse::Button,
        bounds: Rectangle,
        at: Point,
        shell: &mut Shell<'_, M>,
    ) -> bool {
        use mouse::Button::{Left, Middle, Right};
        match (button, hand.pressed) {
            (Middle, _) => hand.panning = Some((button, at, self.camera(bounds.size()))),
            (Left, _) if hand.space || self.pans => {
                hand.panning = Some((button, at, self.camera(bounds.size())));
            }
            (Left, Some(Right)) | (Right, Some(_)) => self.call_off(hand, shell),
            (Left, _) => self.press(hand, Left, bounds, at, shell),
            (Right, None) if self.both => self.press(hand, Right, bounds, at, shell),
            (Right, None) => {
                let pointer = self.pointer(hand, bounds, at);
                shell.publish((self.on_event)(Event::Secondary(pointer, at)));
            }
            _ => return false,
        }
        true
    }

    fn press(
        &self,
        hand: &mut Hand,
        button: mouse::Button,
        bounds: Rectangle,
        at: Point,
        shell: &mut Shell<'_, M>,
    ) {
        hand.pressed = Some(button);
        let clicks = hand.clicks(at);
        let pointer = self.pointer(hand, bounds, at);
        shell.publish((self.on_event)(Event::Pressed(pointer, clicks)));
    }

    fn call_off(&self, hand: &mut Hand, shell: &mut Shell<'_, M>) {
        if hand.pressed.take().is_some() {
            shell.publish((self.on_event)(Event::Cancelled));
        }
    }

    /// One finger acts like the left button; two pan and zoom.
    pub(crate) fn on_touch(
        &self,
        hand: &mut Hand,
        event: &touch::Event,
        bounds: Rectangle,
        shell: &mut Shell<'_, M>,
    ) {
        /// Pixels on the screen that a finger must go before it drags: less is a
        /// tap, or the first of two fingers.
        const SLACK: f32 = 8.0;
        match *event {
            touch::Event::FingerPressed { id, position } => {
                // What lies over the board has the finger already.
                if !bounds.contains(position) || shell.is_event_captured() {
                    return;
                }
                hand.fingers.insert(id.0, position);
                let is_first = hand.fingers.len() == 1;
                hand.touched = (is_first && !self.pans).then_some(position);
                if !is_first {
                    self.call_off(hand, shell);
                }
                self.take_hold(hand, bounds);
            }
            touch::Event::FingerMoved { id, position } => {
                let Some(finger) = hand.fingers.get_mut(&id.0) else {
                    return;
                };
                *finger = position;
                if let Some(start) = hand.touched
                    && start.distance(position) > SLACK
                {
                    hand.touched = None;
                    self.press(hand, mouse::Button::Left, bounds, start, shell);
                }
                if hand.pressed.is_some() {
                    let pointer = self.pointer(hand, bounds, position);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                } else {
                    self.lead(hand, bounds, shell);
                }
            }
            touch::Event::FingerLifted { id, position }
            | touch::Event::FingerLost { id, position } => {
                if hand.fingers.remove(&id.0).is_none() {
                    return;
                }
                let is_lost = matches!(event, touch::Event::FingerLost { .. });
                if let Some(start) = hand.touched.take()
                    && !is_lost
                {
                    self.press(hand, mouse::Button::Left, bounds, start, shell);
                }
                if is_lost {
                    self.call_off(hand, shell);
                } else if hand.pressed.take().is_some() {
                    let pointer = self.pointer(hand, bounds, position);
                    shell.publish((self.on_event)(Event::Released(pointer)));
                }
                self.take_hold(hand, bounds);
            }
        }
        shell.capture_event();
    }

    /// Lets the fingers that are down hold the map where it lies: two of them, or
    /// one where nothing can be pressed. The one of two that stays down when the
    /// other is lifted does nothing.
    fn take_hold(&self, hand: &mut Hand, bounds: Rectangle) {
        let holds = hand.fingers.len() >= 2 || self.pans;
        let grip = Grip::of(&hand.fingers, bounds).filter(|_| holds);
        let seen = self.camera(bounds.size());
        let camera = match hand.led {
            Some((from, to)) if from == seen => to,
            _ => seen,
        };
        hand.held = grip.map(|grip| (grip, camera));
    }

    /// Moves the map with the fingers that hold it. Always from where they took
    /// hold: several moves may come before the map is seen to have moved.
    fn lead(&self, hand: &mut Hand, bounds: Rectangle, shell: &mut Shell<'_, M>) {
        let (Some((from, camera)), Some(to)) = (hand.held, Grip::of(&hand.fingers, bounds)) else {
            return;
        };
        let mut moved = camera.panned(to.middle - from.middle);
        if let (Some(old), Some(new)) = (from.span, to.span) {
            let factor = f64::from(new / old);
            moved = moved.zoomed_within(factor, to.middle, self.scene.size(), bounds.size());
        }
        let seen = self.camera(bounds.size());
        let led = self.publish_camera(shell, moved, bounds.size());
        hand.led = Some((seen, led));
    }

    fn pointer(&self, hand: &Hand, bounds: Rectangle, at: Point) -> Pointer {
        let camera = self.camera(bounds.size());
        let (x, y) = camera.to_map(Point::new(at.x - bounds.x, at.y - bounds.y));
        Pointer {
            x,
            y,
            scale: camera.scale,
            modifiers: Modifiers {
                shift: hand.modifiers.shift(),
                command: hand.modifiers.command(),
                alt: hand.modifiers.alt() || hand.pressed == Some(mouse::Button::Right),
            },
        }
    }

    fn publish_camera(&self, shell: &mut Shell<'_, M>, camera: Camera, view: Size) -> Camera {
        let (width, height) = self.scene.size();
        let kept = camera.kept(f64::from(width), f64::from(height), view);
        shell.publish((self.on_event)(Event::Moved(Framing::Free(kept))));
        shell.capture_event();
        kept
    }
}
