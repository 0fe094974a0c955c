//! Gestures of pointer and fingers on the board.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use iced::advanced::Shell;
use iced::keyboard::{self, Key, key::Named};
use iced::{Point, Rectangle, Size, Vector, mouse, touch};

use crate::board::Board;
use crate::camera::{Camera, Framing};
use crate::event::{Event, Modifiers, Pointer};

/// The state of gestures: pointer, fingers, and the keys that go with them.
#[derive(Default)]
pub(crate) struct Gestures {
    modifiers: keyboard::Modifiers,
    space: bool,
    /// The button that pans, the pointer when it was pressed or the wheel last turned, and the
    /// camera then. Several moves may come before a frame shows the new camera.
    panning: Option<(mouse::Button, Point, Camera)>,
    /// The camera before the last turn of the wheel, and the one after it.
    turned: Option<(Camera, Camera)>,
    /// The pressed button: the left one, or the right one where it acts like the left; a finger
    /// counts as the left.
    pressed: Option<mouse::Button>,
    last_press: Option<(Instant, Point)>,
    hovering: bool,
    /// The pointer at the last event. Events come in batches with the place after the last of them,
    /// so a press followed by a quick move would count as one at the move's end.
    pointer: Option<Point>,
    fingers: BTreeMap<u64, Point>,
    /// Where the only finger went down, while it may still become one of two; its press is sent
    /// once it moves away or is lifted.
    touched: Option<Point>,
    /// The grip of the fingers at their start, and the camera then.
    held: Option<(Grip, Camera)>,
    /// The camera before the last move of the fingers, and the one after it.
    led: Option<(Camera, Camera)>,
}

/// How fingers hold the map.
#[derive(Debug, Clone, Copy)]
struct Grip {
    /// The finger, or the middle between two, within the board.
    middle: Point,
    /// The distance of two fingers; `None` for one.
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

impl Gestures {
    /// A key went up or down; `captured` if a widget used it.
    pub(crate) fn on_key(&mut self, event: &keyboard::Event, captured: bool) {
        const SPACE: Key = Key::Named(Named::Space);
        match event {
            keyboard::Event::ModifiersChanged(modifiers) => self.modifiers = *modifiers,
            keyboard::Event::KeyPressed { key: SPACE, .. } if !captured => self.space = true,
            keyboard::Event::KeyReleased { key: SPACE, .. } => self.space = false,
            _ => {}
        }
    }

    /// The window lost the focus: no key counts as held.
    pub(crate) fn let_go(&mut self) {
        self.space = false;
        self.modifiers = keyboard::Modifiers::default();
    }

    /// A frame shows the current camera.
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
        /// The largest distance of a double click, in pixels on the screen.
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
        gestures: &mut Gestures,
        event: &mouse::Event,
        bounds: Rectangle,
        cursor: mouse::Cursor,
        shell: &mut Shell<'_, M>,
    ) {
        if let mouse::Event::CursorMoved { position } = *event {
            gestures.pointer = Some(position);
        }
        // Floating controls take the pointer away from the board.
        let place = match cursor {
            mouse::Cursor::Available(now) => gestures.pointer.or(Some(now)),
            mouse::Cursor::Levitating(_) | mouse::Cursor::Unavailable => None,
        };
        let over = place.filter(|at| bounds.contains(*at));
        match *event {
            mouse::Event::WheelScrolled { delta } => {
                if let Some(at) = over {
                    self.on_wheel(gestures, delta, bounds, at, shell);
                }
            }
            mouse::Event::ButtonPressed(button) => {
                let Some(at) = over else { return };
                if self.on_button(gestures, button, bounds, at, shell) {
                    shell.capture_event();
                }
            }
            mouse::Event::ButtonReleased(button) => {
                if gestures.panning.is_some_and(|(held, ..)| held == button) {
                    gestures.panning = None;
                    shell.capture_event();
                } else if gestures.pressed == Some(button) {
                    let at = place.or(gestures.pointer).or(cursor.position());
                    let pointer = self.pointer(gestures, bounds, at.unwrap_or(bounds.center()));
                    gestures.pressed = None;
                    shell.publish((self.on_event)(Event::Released(pointer)));
                    shell.capture_event();
                }
            }
            mouse::Event::CursorMoved { position: at } => {
                // A drag that began on the board continues beyond its bounds.
                if let Some((_, from, camera)) = gestures.panning {
                    let camera = camera.panned(at - from);
                    self.publish_camera(shell, camera, bounds.size());
                } else if gestures.pressed.is_some() {
                    let pointer = self.pointer(gestures, bounds, at);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                    shell.capture_event();
                } else if over.is_some() {
                    gestures.hovering = true;
                    let pointer = self.pointer(gestures, bounds, at);
                    shell.publish((self.on_event)(Event::Hovered(Some(pointer))));
                } else if std::mem::take(&mut gestures.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorLeft => {
                if std::mem::take(&mut gestures.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorEntered => {}
        }
    }

    /// The wheel turned over the board: zooms, scrolls or counts.
    fn on_wheel(
        &self,
        gestures: &mut Gestures,
        delta: mouse::ScrollDelta,
        bounds: Rectangle,
        at: Point,
        shell: &mut Shell<'_, M>,
    ) {
        let notches = match delta {
            mouse::ScrollDelta::Lines { y, .. } => y,
            mouse::ScrollDelta::Pixels { y, .. } => y / 40.0,
        };
        if self.counts && !gestures.modifiers.command() {
            let pointer = self.pointer(gestures, bounds, at);
            shell.publish((self.on_event)(Event::Turned(pointer, notches)));
            shell.capture_event();
            return;
        }
        let within = Point::new(at.x - bounds.x, at.y - bounds.y);
        // Several turns and moves may come before the next frame: each continues from the camera of
        // the one before.
        let seen = self.camera(bounds.size());
        let camera = match (gestures.panning, gestures.turned) {
            (Some((_, from, camera)), _) => self.kept(camera.panned(at - from), bounds.size()),
            (None, Some((from, to))) if from == seen => to,
            _ => seen,
        };
        let camera = match delta {
            mouse::ScrollDelta::Pixels { x, y } if !gestures.modifiers.command() => {
                camera.panned(Vector::new(x, y))
            }
            mouse::ScrollDelta::Lines { .. } | mouse::ScrollDelta::Pixels { .. } => {
                let factor = 1.2_f64.powf(f64::from(notches));
                camera.zoomed_within(factor, within, self.scene.size(), bounds.size())
            }
        };
        let led = self.publish_camera(shell, camera, bounds.size());
        gestures.turned = Some((seen, led));
        // The map is held by the same button, now at this zoom.
        if let Some((button, ..)) = gestures.panning {
            gestures.panning = Some((button, at, led));
        }
    }

    /// Handles a pressed button; returns whether it is one that counts.
    fn on_button(
        &self,
        gestures: &mut Gestures,
        button: mouse::Button,
        bounds: Rectangle,
        at: Point,
        shell: &mut Shell<'_, M>,
    ) -> bool {
        use mouse::Button::{Left, Middle, Right};
        match (button, gestures.pressed) {
            (Middle, _) => gestures.panning = Some((button, at, self.camera(bounds.size()))),
            (Left, _) if gestures.space || self.pans => {
                gestures.panning = Some((button, at, self.camera(bounds.size())));
            }
            (Left, Some(Right)) | (Right, Some(_)) => self.call_off(gestures, shell),
            (Left, _) => self.press(gestures, Left, bounds, at, shell),
            (Right, None) if self.both => self.press(gestures, Right, bounds, at, shell),
            (Right, None) => {
                let pointer = self.pointer(gestures, bounds, at);
                shell.publish((self.on_event)(Event::Secondary(pointer, at)));
            }
            _ => return false,
        }
        true
    }

    fn press(
        &self,
        gestures: &mut Gestures,
        button: mouse::Button,
        bounds: Rectangle,
        at: Point,
        shell: &mut Shell<'_, M>,
    ) {
        gestures.pressed = Some(button);
        let clicks = gestures.clicks(at);
        let pointer = self.pointer(gestures, bounds, at);
        shell.publish((self.on_event)(Event::Pressed(pointer, clicks)));
    }

    fn call_off(&self, gestures: &mut Gestures, shell: &mut Shell<'_, M>) {
        if gestures.pressed.take().is_some() {
            shell.publish((self.on_event)(Event::Cancelled));
        }
    }

    /// One finger acts like the left button; two pan and zoom.
    pub(crate) fn on_touch(
        &self,
        gestures: &mut Gestures,
        event: &touch::Event,
        bounds: Rectangle,
        shell: &mut Shell<'_, M>,
    ) {
        /// Pixels that a finger must move to drag; less is a tap, or the first of two fingers.
        const SLACK: f32 = 8.0;
        match *event {
            touch::Event::FingerPressed { id, position } => {
                // A control above the board has the finger already.
                if !bounds.contains(position) || shell.is_event_captured() {
                    return;
                }
                gestures.fingers.insert(id.0, position);
                let is_first = gestures.fingers.len() == 1;
                gestures.touched = (is_first && !self.pans).then_some(position);
                if !is_first {
                    self.call_off(gestures, shell);
                }
                self.take_hold(gestures, bounds);
            }
            touch::Event::FingerMoved { id, position } => {
                let Some(finger) = gestures.fingers.get_mut(&id.0) else {
                    return;
                };
                *finger = position;
                if let Some(start) = gestures.touched
                    && start.distance(position) > SLACK
                {
                    gestures.touched = None;
                    self.press(gestures, mouse::Button::Left, bounds, start, shell);
                }
                if gestures.pressed.is_some() {
                    let pointer = self.pointer(gestures, bounds, position);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                } else {
                    self.lead(gestures, bounds, shell);
                }
            }
            touch::Event::FingerLifted { id, position }
            | touch::Event::FingerLost { id, position } => {
                if gestures.fingers.remove(&id.0).is_none() {
                    return;
                }
                let is_lost = matches!(event, touch::Event::FingerLost { .. });
                if let Some(start) = gestures.touched.take()
                    && !is_lost
                {
                    self.press(gestures, mouse::Button::Left, bounds, start, shell);
                }
                if is_lost {
                    self.call_off(gestures, shell);
                } else if gestures.pressed.take().is_some() {
                    let pointer = self.pointer(gestures, bounds, position);
                    shell.publish((self.on_event)(Event::Released(pointer)));
                }
                self.take_hold(gestures, bounds);
            }
        }
        shell.capture_event();
    }

    /// Starts a grip of the fingers that are down: two of them, or one where nothing can be
    /// pressed. A finger that remains of two does nothing.
    fn take_hold(&self, gestures: &mut Gestures, bounds: Rectangle) {
        let holds = gestures.fingers.len() >= 2 || self.pans;
        let grip = Grip::of(&gestures.fingers, bounds).filter(|_| holds);
        let seen = self.camera(bounds.size());
        let camera = match gestures.led {
            Some((from, to)) if from == seen => to,
            _ => seen,
        };
        gestures.held = grip.map(|grip| (grip, camera));
    }

    /// Moves the map with the fingers, always from the start of the grip: several moves may come
    /// before the next frame.
    fn lead(&self, gestures: &mut Gestures, bounds: Rectangle, shell: &mut Shell<'_, M>) {
        let (Some((from, camera)), Some(to)) = (gestures.held, Grip::of(&gestures.fingers, bounds))
        else {
            return;
        };
        let mut moved = camera.panned(to.middle - from.middle);
        if let (Some(old), Some(new)) = (from.span, to.span) {
            let factor = f64::from(new / old);
            moved = moved.zoomed_within(factor, to.middle, self.scene.size(), bounds.size());
        }
        let seen = self.camera(bounds.size());
        let led = self.publish_camera(shell, moved, bounds.size());
        gestures.led = Some((seen, led));
    }

    fn pointer(&self, gestures: &Gestures, bounds: Rectangle, at: Point) -> Pointer {
        let camera = self.camera(bounds.size());
        let (x, y) = camera.to_map(Point::new(at.x - bounds.x, at.y - bounds.y));
        Pointer {
            x,
            y,
            scale: camera.scale,
            modifiers: Modifiers {
                shift: gestures.modifiers.shift(),
                command: gestures.modifiers.command(),
                alt: gestures.modifiers.alt() || gestures.pressed == Some(mouse::Button::Right),
            },
        }
    }

    /// The camera with a part of the map in sight.
    fn kept(&self, camera: Camera, view: Size) -> Camera {
        let (width, height) = self.scene.size();
        camera.kept(f64::from(width), f64::from(height), view)
    }

    fn publish_camera(&self, shell: &mut Shell<'_, M>, camera: Camera, view: Size) -> Camera {
        let kept = self.kept(camera, view);
        shell.publish((self.on_event)(Event::Moved(Framing::Free(kept))));
        shell.capture_event();
        kept
    }
}
