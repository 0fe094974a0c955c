//! The widget: ground, highlights and overlay in layers.

use std::cell::RefCell;

use iced::advanced::image::{FilterMethod, Image, Renderer as _};
use iced::advanced::renderer::{self, Quad, Renderer as _};
use iced::advanced::widget::{Id, Operation, Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout};
use iced::{
    Element, Event as IcedEvent, Length, Point, Rectangle, Renderer, Size, Vector, mouse, window,
};

use crate::camera::{Camera, Framing};
use crate::emphasis::Emphasis;
use crate::gestures::{Event, Hand};
use crate::ground::{self, Tile};
use crate::highlight::{self, Highlight};
use crate::overlay::Overlay;
use crate::scene::{PlotIndex, Scene};

pub(crate) type OnEvent<'a, M> = Box<dyn Fn(Event) -> M + 'a>;

/// The widget that shows a [`Scene`].
///
/// The wheel zooms at the pointer; two-finger scrolling, the middle button and
/// space with the left button pan; two fingers on a touch screen do both.
pub struct Board<'a, M> {
    pub(crate) scene: &'a Scene,
    pub(crate) framing: Framing,
    highlights: Vec<Highlight>,
    emphasis: Emphasis,
    pixel_ratio: f32,
    interaction: mouse::Interaction,
    pub(crate) pans: bool,
    id: Id,
    pub(crate) on_event: OnEvent<'a, M>,
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

    pub(crate) fn camera(&self, view: Size) -> Camera {
        let (width, height) = self.scene.size();
        self.framing.camera(width, height, view)
    }
}

#[derive(Default)]
struct State {
    hand: Hand,
    drawn: RefCell<Drawn>,
}

/// What was drawn for the last frame and may do for the next.
#[derive(Default)]
struct Drawn {
    ground: Option<(Key, Vec<Tile>)>,
    highlights: Vec<(Key, Highlight, Vec<Tile>)>,
    overlay: Overlay,
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
        let hand = &mut tree.state.downcast_mut::<State>().hand;
        let bounds = layout.bounds();
        match event {
            IcedEvent::Mouse(event) => self.on_mouse(hand, event, bounds, cursor, shell),
            IcedEvent::Touch(event) => self.on_touch(hand, event, bounds, shell),
            IcedEvent::Keyboard(event) => hand.on_key(event, shell.is_event_captured()),
            IcedEvent::Window(window::Event::Unfocused) => hand.let_go(),
            IcedEvent::Window(window::Event::Rescaled(_)) => shell.request_redraw(),
            IcedEvent::Window(window::Event::RedrawRequested(_)) => hand.sees(),
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
        let hand = &tree.state.downcast_ref::<State>().hand;
        if hand.has_hold() {
            mouse::Interaction::Grabbing
        } else if !cursor.is_over(layout.bounds()) {
            mouse::Interaction::None
        } else if hand.may_take_hold() {
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
            scene: self.scene.versions().ground,
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
                let (scene, size) = (self.scene, bounds.size());
                let emphasis = &self.emphasis;
                drawn.overlay.draw(renderer, size, scene, logical, emphasis);
            });
        });
    }
}

impl<M> Board<'_, M> {
    fn scene_style(&self) -> &crate::Style {
        &self.scene.style
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
