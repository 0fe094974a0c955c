//! The widget: ground, highlights and overlay in layers, and what the pointer
//! does to them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use iced::advanced::graphics::geometry::Renderer as _;
use iced::advanced::image::{FilterMethod, Image, Renderer as _};
use iced::advanced::renderer::{self, Quad, Renderer as _};
use iced::advanced::widget::{Id, Operation, Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout};
use iced::widget::canvas;
use iced::{
    Element, Event as IcedEvent, Length, Point, Rectangle, Renderer, Size, Vector, keyboard, mouse,
    touch, window,
};

use crate::camera::{Camera, Framing};
use crate::ground::{self, Tile};
use crate::highlight::{self, Highlight};
use crate::overlay::{self, Emphasis};
use crate::scene::{PlotIndex, Scene};

/// Modifier keys that were down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub command: bool,
    /// Alt.
    pub alt: bool,
}

/// Where the pointer is on the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    /// Column of the mask, with fraction.
    pub x: f64,
    /// Row of the mask, with fraction.
    pub y: f64,
    /// Logical pixels for one pixel of the mask: for tolerances that are the
    /// same on the screen at every zoom.
    pub scale: f64,
    /// Modifier keys that are down.
    pub modifiers: Modifiers,
}

/// What happened on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// The user zoomed or panned.
    Moved(Framing),
    /// The left button went down; the second of two in quick succession counts 2.
    Pressed(Pointer, u8),
    /// The pointer moved with the left button down.
    Dragged(Pointer),
    /// The left button went up.
    Released(Pointer),
    /// The pointer moved with no button down; `None` when it left.
    Hovered(Option<Pointer>),
    /// The right button was clicked.
    Menu(Pointer),
}

type OnEvent<'a, M> = Box<dyn Fn(Event) -> M + 'a>;

/// The widget that shows a [`Scene`].
///
/// The wheel zooms at the pointer; two-finger scrolling, the middle button and
/// space with the left button pan; two fingers on a touch screen do both.
pub struct Board<'a, M> {
    scene: &'a Scene,
    framing: Framing,
    highlights: Vec<Highlight>,
    emphasis: Emphasis,
    pixel_ratio: f32,
    interaction: mouse::Interaction,
    pans: bool,
    id: Id,
    on_event: OnEvent<'a, M>,
}

impl<'a, M> Board<'a, M> {
    /// Shows `scene`, all layers on, the whole map in sight.
    pub fn new(scene: &'a Scene, on_event: impl Fn(Event) -> M + 'a) -> Self {
        Self {
            scene,
            framing: Framing::Whole,
            highlights: Vec::new(),
            emphasis: Emphasis {
                names: true,
                links: true,
                pivots: true,
                ..Emphasis::default()
            },
            pixel_ratio: 1.0,
            interaction: mouse::Interaction::Idle,
            pans: false,
            id: Id::new("board"),
            on_event: Box::new(on_event),
        }
    }

    /// Which part of the map is shown.
    #[must_use]
    pub fn framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// Plots picked out; the later lie over the earlier.
    #[must_use]
    pub fn highlights(mut self, highlights: Vec<Highlight>) -> Self {
        self.highlights = highlights;
        self
    }

    /// Plots whose names and pivots come first, and the pivot that is held.
    #[must_use]
    pub fn emphasis(mut self, plots: Vec<PlotIndex>, pivot: Option<(PlotIndex, usize)>) -> Self {
        self.emphasis.plots = plots;
        self.emphasis.pivot = pivot;
        self
    }

    /// Which layers are drawn.
    #[must_use]
    pub fn layers(mut self, names: bool, links: bool, pivots: bool) -> Self {
        self.emphasis.names = names;
        self.emphasis.links = links;
        self.emphasis.pivots = pivots;
        self
    }

    /// Shows the further pivots of every plot, not of the picked ones alone.
    #[must_use]
    pub fn all_pivots(mut self, all: bool) -> Self {
        self.emphasis.all_pivots = all;
        self
    }

    /// A rectangle that is being drawn: left, top, right and bottom in pixels
    /// of the mask.
    #[must_use]
    pub fn band(mut self, band: Option<[f64; 4]>) -> Self {
        self.emphasis.band = band;
        self
    }

    /// Physical pixels for one logical pixel.
    #[must_use]
    pub fn pixel_ratio(mut self, ratio: f32) -> Self {
        self.pixel_ratio = ratio;
        self
    }

    /// The pointer's shape when nothing else decides on it.
    #[must_use]
    pub fn interaction(mut self, interaction: mouse::Interaction) -> Self {
        self.interaction = interaction;
        self
    }

    /// The left button, or one finger, moves the map: for boards on which
    /// nothing is to be clicked or dragged.
    #[must_use]
    pub fn pans(mut self) -> Self {
        self.pans = true;
        self
    }

    /// The widget's name for tests and operations; `board` unless changed.
    #[must_use]
    pub fn id(mut self, id: impl Into<Id>) -> Self {
        self.id = id.into();
        self
    }

    fn camera(&self, view: Size) -> Camera {
        let (width, height) = self.scene.size();
        self.framing.camera(width, height, view)
    }

    fn pointer(&self, state: &State, bounds: Rectangle, at: Point) -> Pointer {
        let camera = self.camera(bounds.size());
        let (x, y) = camera.to_map(Point::new(at.x - bounds.x, at.y - bounds.y));
        Pointer {
            x,
            y,
            scale: camera.scale,
            modifiers: Modifiers {
                shift: state.modifiers.shift(),
                command: state.modifiers.command(),
                alt: state.modifiers.alt(),
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

#[derive(Default)]
struct State {
    modifiers: keyboard::Modifiers,
    space: bool,
    /// Where the hand took hold of the map, and where the map lay. Kept, since
    /// several moves may come before the map is seen to have moved.
    panning: Option<(mouse::Button, Point, Camera)>,
    /// Where the map lay when the wheel was turned last, and where that led.
    turned: Option<(Camera, Camera)>,
    /// The left button is down on the board.
    pressed: bool,
    last_press: Option<(Instant, Point)>,
    hovering: bool,
    /// Where the pointer was when the last event came. Events come in batches
    /// with the pointer's place after the last of them; a press followed by a
    /// quick move would be taken for one at the move's end.
    pointer: Option<Point>,
    fingers: BTreeMap<u64, Point>,
    drawn: RefCell<Drawn>,
}

/// What was drawn for the last frame and may do for the next.
#[derive(Default)]
struct Drawn {
    ground: Option<(Key, Vec<Tile>)>,
    highlights: Vec<(Key, Highlight, Vec<Tile>)>,
    overlay: canvas::Cache,
    overlay_key: Option<(Key, u64, Emphasis)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    scene: u64,
    camera: Camera,
    size: Size<u32>,
}

impl<M> Widget<M, iced::Theme, Renderer> for Board<'_, M> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Length::Fill, Length::Fill)
    }

    fn layout(
        &mut self,
        _tree: &mut Tree,
        _renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        layout::atomic(limits, Length::Fill, Length::Fill)
    }

    fn operate(
        &mut self,
        _tree: &mut Tree,
        layout: Layout<'_>,
        _renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        operation.container(Some(&self.id), layout.bounds());
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &IcedEvent,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        _renderer: &Renderer,
        _clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        _viewport: &Rectangle,
    ) {
        let state = tree.state.downcast_mut::<State>();
        let bounds = layout.bounds();
        match event {
            IcedEvent::Mouse(event) => self.on_mouse(state, event, bounds, cursor, shell),
            IcedEvent::Touch(event) => self.on_touch(state, event, bounds, shell),
            IcedEvent::Keyboard(keyboard::Event::ModifiersChanged(modifiers)) => {
                state.modifiers = *modifiers;
            }
            IcedEvent::Keyboard(keyboard::Event::KeyPressed { key, .. })
                if *key == keyboard::Key::Named(keyboard::key::Named::Space)
                    && !shell.is_event_captured() =>
            {
                state.space = true;
            }
            IcedEvent::Keyboard(keyboard::Event::KeyReleased { key, .. })
                if *key == keyboard::Key::Named(keyboard::key::Named::Space) =>
            {
                state.space = false;
            }
            IcedEvent::Window(window::Event::Unfocused) => {
                state.space = false;
                state.modifiers = keyboard::Modifiers::default();
            }
            IcedEvent::Window(window::Event::Rescaled(_)) => shell.request_redraw(),
            _ => {}
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        _viewport: &Rectangle,
        _renderer: &Renderer,
    ) -> mouse::Interaction {
        let state = tree.state.downcast_ref::<State>();
        if state.panning.is_some() {
            mouse::Interaction::Grabbing
        } else if !cursor.is_over(layout.bounds()) {
            mouse::Interaction::None
        } else if state.space {
            mouse::Interaction::Grab
        } else {
            self.interaction
        }
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        _theme: &iced::Theme,
        _style: &renderer::Style,
        layout: Layout<'_>,
        _cursor: mouse::Cursor,
        _viewport: &Rectangle,
    ) {
        let bounds = layout.bounds();
        let mut drawn = tree.state.downcast_ref::<State>().drawn.borrow_mut();
        let drawn = &mut *drawn;
        let desk = Quad {
            bounds,
            ..Quad::default()
        };
        renderer.fill_quad(desk, self.scene_style().desk);

        let ratio = f64::from(self.pixel_ratio);
        let logical = self.camera(bounds.size());
        let camera = Camera {
            scale: logical.scale * ratio,
            ..logical
        };
        let physical = |length: f32| (f64::from(length) * ratio).ceil().max(1.0) as u32;
        let key = Key {
            scene: self.scene.ground_version(),
            camera,
            size: Size::new(physical(bounds.width), physical(bounds.height)),
        };

        if drawn.ground.as_ref().is_none_or(|(old, _)| *old != key) {
            let tiles = ground::compose(self.scene, camera, key.size, 2);
            drawn.ground = Some((key, tiles));
        }
        let mut kept = std::mem::take(&mut drawn.highlights);
        for wanted in &self.highlights {
            let found = kept.iter().position(|(k, h, _)| *k == key && h == wanted);
            let entry = if let Some(found) = found {
                kept.swap_remove(found)
            } else {
                let reach = (f64::from(wanted.reach.min(4.0)) * ratio).round() as u32;
                let tiles = highlight::compose(self.scene, camera, key.size, wanted, reach);
                (key, wanted.clone(), tiles)
            };
            drawn.highlights.push(entry);
        }
        let overlay_key = Some((key, self.scene.version(), self.emphasis.clone()));
        if drawn.overlay_key != overlay_key {
            drawn.overlay.clear();
            drawn.overlay_key = overlay_key;
        }

        // Images are clipped by layers alone, and within a layer they lie over
        // all geometry, whatever the order of the calls.
        renderer.with_layer(bounds, |renderer| {
            for tile in drawn.ground.iter().flat_map(|(_, tiles)| tiles) {
                draw_tile(renderer, tile, bounds, self.pixel_ratio);
            }
        });
        for (_, _, tiles) in &drawn.highlights {
            renderer.with_layer(bounds, |renderer| {
                for tile in tiles {
                    draw_tile(renderer, tile, bounds, self.pixel_ratio);
                }
            });
        }
        renderer.with_layer(bounds, |renderer| {
            renderer.with_translation(Vector::new(bounds.x, bounds.y), |renderer| {
                let geometry = drawn.overlay.draw(renderer, bounds.size(), |frame| {
                    overlay::draw(frame, self.scene, logical, &self.emphasis);
                });
                renderer.draw_geometry(geometry);
            });
        });
    }
}

impl<M> Board<'_, M> {
    /// Pixels on the screen that two clicks of a double click may be apart.
    const SAME_PLACE: f32 = 6.0;
    const DOUBLE: Duration = Duration::from_millis(400);

    fn scene_style(&self) -> &crate::Style {
        &self.scene.style
    }

    fn on_mouse(
        &self,
        state: &mut State,
        event: &mouse::Event,
        bounds: Rectangle,
        cursor: mouse::Cursor,
        shell: &mut Shell<'_, M>,
    ) {
        if let mouse::Event::CursorMoved { position } = *event {
            state.pointer = Some(position);
        }
        // What floats over the board takes the pointer away from it.
        let place = match cursor {
            mouse::Cursor::Available(now) => state.pointer.or(Some(now)),
            mouse::Cursor::Levitating(_) | mouse::Cursor::Unavailable => None,
        };
        let over = place.filter(|at| bounds.contains(*at));
        match *event {
            mouse::Event::WheelScrolled { delta } => {
                let Some(at) = over else { return };
                let at = Point::new(at.x - bounds.x, at.y - bounds.y);
                // Several turns may come before the map is seen to have moved: each
                // goes on from where the one before it led.
                let seen = self.camera(bounds.size());
                let camera = match state.turned {
                    Some((from, to)) if from == seen => to,
                    _ => seen,
                };
                let zoomed = |steps: f32| {
                    let factor = 1.2_f64.powf(f64::from(steps));
                    camera.zoomed_within(factor, at, self.scene.size(), bounds.size())
                };
                let camera = match delta {
                    mouse::ScrollDelta::Lines { y, .. } => zoomed(y),
                    mouse::ScrollDelta::Pixels { y, .. } if state.modifiers.command() => {
                        zoomed(y / 40.0)
                    }
                    mouse::ScrollDelta::Pixels { x, y } => camera.panned(Vector::new(x, y)),
                };
                let led = self.publish_camera(shell, camera, bounds.size());
                state.turned = Some((seen, led));
            }
            mouse::Event::ButtonPressed(button) => {
                let Some(at) = over else { return };
                match button {
                    mouse::Button::Middle => {
                        state.panning = Some((button, at, self.camera(bounds.size())));
                    }
                    mouse::Button::Left if state.space || self.pans => {
                        state.panning = Some((button, at, self.camera(bounds.size())));
                    }
                    mouse::Button::Left => {
                        let double = state.last_press.is_some_and(|(when, place)| {
                            when.elapsed() < Self::DOUBLE && place.distance(at) < Self::SAME_PLACE
                        });
                        state.last_press = (!double).then(|| (Instant::now(), at));
                        state.pressed = true;
                        let pointer = self.pointer(state, bounds, at);
                        let clicks = if double { 2 } else { 1 };
                        shell.publish((self.on_event)(Event::Pressed(pointer, clicks)));
                    }
                    mouse::Button::Right => {
                        let pointer = self.pointer(state, bounds, at);
                        shell.publish((self.on_event)(Event::Menu(pointer)));
                    }
                    _ => return,
                }
                shell.capture_event();
            }
            mouse::Event::ButtonReleased(button) => {
                if state.panning.is_some_and(|(held, ..)| held == button) {
                    state.panning = None;
                    shell.capture_event();
                } else if button == mouse::Button::Left && state.pressed {
                    state.pressed = false;
                    let at = place.or(state.pointer).or(cursor.position());
                    let pointer = self.pointer(state, bounds, at.unwrap_or(bounds.center()));
                    shell.publish((self.on_event)(Event::Released(pointer)));
                    shell.capture_event();
                }
            }
            mouse::Event::CursorMoved { position: at } => {
                // What began on the board goes on beyond its bounds.
                if let Some((_, from, camera)) = state.panning {
                    let camera = camera.panned(at - from);
                    self.publish_camera(shell, camera, bounds.size());
                } else if state.pressed {
                    let pointer = self.pointer(state, bounds, at);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                    shell.capture_event();
                } else if over.is_some() {
                    state.hovering = true;
                    let pointer = self.pointer(state, bounds, at);
                    shell.publish((self.on_event)(Event::Hovered(Some(pointer))));
                } else if std::mem::take(&mut state.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorLeft => {
                if std::mem::take(&mut state.hovering) {
                    shell.publish((self.on_event)(Event::Hovered(None)));
                }
            }
            mouse::Event::CursorEntered => {}
        }
    }

    /// One finger acts like the left button; two pan and zoom.
    fn on_touch(
        &self,
        state: &mut State,
        event: &touch::Event,
        bounds: Rectangle,
        shell: &mut Shell<'_, M>,
    ) {
        let span = |fingers: &BTreeMap<u64, Point>| {
            let mut two = fingers.values();
            let (a, b) = (two.next()?, two.next()?);
            let middle = Point::new(
                f32::midpoint(a.x, b.x) - bounds.x,
                f32::midpoint(a.y, b.y) - bounds.y,
            );
            Some((middle, a.distance(*b).max(1.0)))
        };
        match *event {
            touch::Event::FingerPressed { id, position } => {
                if !bounds.contains(position) {
                    return;
                }
                state.fingers.insert(id.0, position);
                let pointer = self.pointer(state, bounds, position);
                if state.fingers.len() == 1 && !self.pans {
                    shell.publish((self.on_event)(Event::Pressed(pointer, 1)));
                }
                shell.capture_event();
            }
            touch::Event::FingerMoved { id, position } => {
                if !state.fingers.contains_key(&id.0) {
                    return;
                }
                if let (1, true, Some(from)) =
                    (state.fingers.len(), self.pans, state.fingers.get(&id.0))
                {
                    let camera = self.camera(bounds.size()).panned(position - *from);
                    state.fingers.insert(id.0, position);
                    self.publish_camera(shell, camera, bounds.size());
                    return;
                }
                let before = span(&state.fingers);
                state.fingers.insert(id.0, position);
                if let (Some((from, old)), Some((to, new))) = (before, span(&state.fingers)) {
                    let camera = self.camera(bounds.size()).panned(to - from).zoomed_within(
                        f64::from(new / old),
                        to,
                        self.scene.size(),
                        bounds.size(),
                    );
                    self.publish_camera(shell, camera, bounds.size());
                } else {
                    let pointer = self.pointer(state, bounds, position);
                    shell.publish((self.on_event)(Event::Dragged(pointer)));
                    shell.capture_event();
                }
            }
            touch::Event::FingerLifted { id, position }
            | touch::Event::FingerLost { id, position } => {
                if state.fingers.remove(&id.0).is_some() && state.fingers.is_empty() {
                    let pointer = self.pointer(state, bounds, position);
                    shell.publish((self.on_event)(Event::Released(pointer)));
                    shell.capture_event();
                }
            }
        }
    }
}

fn draw_tile(renderer: &mut Renderer, tile: &Tile, bounds: Rectangle, ratio: f32) {
    let place = Rectangle::new(
        Point::new(
            bounds.x + tile.x as f32 / ratio,
            bounds.y + tile.y as f32 / ratio,
        ),
        Size::new(tile.width as f32 / ratio, tile.height as f32 / ratio),
    );
    let image = Image::new(tile.handle.clone()).filter_method(FilterMethod::Nearest);
    renderer.draw_image(image, place, bounds);
}

impl<'a, M: 'a> From<Board<'a, M>> for Element<'a, M> {
    fn from(board: Board<'a, M>) -> Self {
        Element::new(board)
    }
}
