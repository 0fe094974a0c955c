//! The widget: ground, highlights and overlay in layers.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use iced::advanced::image::{FilterMethod, Image, Renderer as _};
use iced::advanced::renderer::{self, Quad, Renderer as _};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout};
use iced::{Element, Event as IcedEvent, Length, Point, Rectangle, Renderer, Size, mouse, window};

use crate::board::Board;
use crate::camera::Camera;
use crate::gestures::Gestures;
use crate::ground::{TILE, Tile};
use crate::highlight::{self, Highlight};
use crate::overlay::Overlay;
use crate::tiles::Ground;

#[derive(Default)]
struct State {
    gestures: Gestures,
    drawn: RefCell<Drawn>,
}

/// What was drawn for the last frame and may be reused.
#[derive(Default)]
struct Drawn {
    ground: Ground,
    /// The scale of the last frame, and when it changed last.
    scale: f64,
    scaled: Option<Instant>,
    /// The last camera and bounds, and a counter of their changes.
    shown: Option<(Camera, Rectangle)>,
    changes: u8,
    highlights: Vec<(Key, Highlight, Vec<Tile>)>,
    overlay: Overlay,
}

impl Drawn {
    /// How long the scale must rest before the ground is painted finely.
    const REST: Duration = Duration::from_millis(150);

    /// The number of samples for a pixel, each way: one while the map is being zoomed, two
    /// afterwards.
    fn samples(&mut self, scale: f64) -> u32 {
        let is_zoomed = self.scale != 0.0 && (self.scale - scale).abs() > f64::EPSILON;
        self.scale = scale;
        if is_zoomed {
            self.scaled = Some(Instant::now());
        }
        if self.scaled.is_some() { 1 } else { 2 }
    }

    /// The bounds of the layers, which change by an invisible sixteenth of a pixel whenever the
    /// camera does. A window that compares tiles, lines and names one by one would redraw much of
    /// a moved map twice; a layer with new bounds is redrawn once. There are four different bounds,
    /// because windows keep several old frames.
    fn layers(&mut self, camera: Camera, bounds: Rectangle) -> Rectangle {
        if self.shown.replace((camera, bounds)) != Some((camera, bounds)) {
            self.changes = (self.changes + 1) % 4;
        }
        let height = bounds.height - f32::from(self.changes) / 16.0;
        Rectangle { height, ..bounds }
    }

    /// When a finer picture is due, if one is.
    fn becomes_fine(&mut self, now: Instant) -> Option<Instant> {
        let then = self.scaled? + Self::REST;
        if then <= now {
            self.scaled = None;
        }
        Some(then.max(now))
    }
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
        let gestures = &mut state.gestures;
        let bounds = layout.bounds();
        match event {
            IcedEvent::Mouse(event) => self.on_mouse(gestures, event, bounds, cursor, shell),
            IcedEvent::Touch(event) => self.on_touch(gestures, event, bounds, shell),
            IcedEvent::Keyboard(event) => gestures.on_key(event, shell.is_event_captured()),
            IcedEvent::Window(window::Event::Unfocused) => gestures.let_go(),
            IcedEvent::Window(window::Event::Rescaled(_)) => shell.request_redraw(),
            IcedEvent::Window(window::Event::RedrawRequested(now)) => {
                gestures.sees();
                if let Some(then) = state.drawn.get_mut().becomes_fine(*now) {
                    shell.request_redraw_at(then);
                }
            }
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
        let gestures = &tree.state.downcast_ref::<State>().gestures;
        if gestures.has_hold() {
            mouse::Interaction::Grabbing
        } else if !cursor.is_over(layout.bounds()) {
            mouse::Interaction::None
        } else if gestures.may_take_hold() {
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
        for bounds in pieces(bounds) {
            let desk = Quad {
                bounds,
                ..Quad::default()
            };
            renderer.fill_quad(desk, self.scene.style.desk);
        }

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

        let layers = drawn.layers(camera, bounds);
        let samples = drawn.samples(camera.scale);
        let tiles = drawn.ground.show(self.scene, camera, key.size, samples);
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
        // Only layers clip images, and within a layer images cover all geometry, whatever the order
        // of the calls.
        renderer.with_layer(layers, |renderer| {
            let highlights = drawn.highlights.iter().flat_map(|(_, _, tiles)| tiles);
            for tile in tiles.iter().chain(highlights) {
                // The software renderer drops an image that a frame does not use, even where
                // nothing is redrawn.
                let _ = renderer.measure_image(&tile.handle);
                draw_tile(renderer, tile, bounds, self.pixel_ratio);
            }
        });
        let overlay = &mut drawn.overlay;
        let size = bounds.size();
        overlay.draw(
            renderer,
            (layers, size, self.pixel_ratio),
            self.scene,
            logical,
            &self.emphasis,
        );
    }
}

/// A surface in pieces that overlap by a pixel, so that no seam shows between them. The software
/// renderer walks a whole surface for every damaged part of a window, however small.
fn pieces(of: Rectangle) -> impl Iterator<Item = Rectangle> {
    const SIDE: f32 = TILE as f32;
    let starts = |long: f32| (0..(long / SIDE).ceil() as u32).map(|nth| nth as f32 * SIDE);
    starts(of.height).flat_map(move |y| {
        starts(of.width).filter_map(move |x| {
            let corner = Point::new(of.x + x, of.y + y);
            let piece = Rectangle::new(corner, Size::new(SIDE + 1.0, SIDE + 1.0));
            piece.intersection(&of)
        })
    })
}

/// The logical place of the physical pixel `beyond` the one that holds `start`, with `ratio`
/// physical pixels to a logical one. The renderer truncates to physical pixels, so a quarter of a
/// pixel is added: without it, rounding could move a tile by a pixel and leave a seam.
fn pixel(start: f32, beyond: i32, ratio: f32) -> f32 {
    ((start * ratio).floor() + beyond as f32 + 0.25) / ratio
}

fn draw_tile(renderer: &mut Renderer, tile: &Tile, bounds: Rectangle, ratio: f32) {
    let place = Rectangle::new(
        Point::new(
            pixel(bounds.x, tile.x, ratio),
            pixel(bounds.y, tile.y, ratio),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_side_by_side_at_any_scale() {
        for ratio in [1.0_f32, 1.25, 1.5, 1.75, 2.0, 1.1] {
            for start in [0.0_f32, 41.0, 84.333, 300.8] {
                let first = (start * ratio).floor() as i32;
                for beyond in (0..4096).step_by(64) {
                    let cut = (pixel(start, beyond, ratio) * ratio) as i32;
                    assert_eq!(cut, first + beyond, "{start} {beyond} {ratio}");
                }
            }
        }
    }
}
