//! The overlay above the ground, in parts with caches of their own: what the pointer or a
//! selection changes is redrawn, and the thousands of links and names below stay cached.

use iced::advanced::graphics::geometry::Renderer as _;
use iced::advanced::image::{FilterMethod, Image, Renderer as _};
use iced::advanced::renderer::Renderer as _;
use iced::widget::canvas::{Cache, Frame, Stroke};
use iced::{Point, Rectangle, Renderer, Size, Vector};

use crate::camera::Camera;
use crate::emphasis::Emphasis;
use crate::lettering::{Lettering, Letterings};
use crate::scene::Scene;
use crate::sketch::{self, Sketch};
use crate::style::Style;
use crate::{badge, lines, mark, names};

/// A cached part of the overlay, and what it was drawn from.
struct Part<K> {
    cache: Cache,
    of: Option<(K, Camera, Style)>,
}

impl<K> Default for Part<K> {
    fn default() -> Self {
        let (cache, of) = (Cache::default(), None);
        Self { cache, of }
    }
}

impl<K: PartialEq> Part<K> {
    /// Draws it within `bounds`. A change redraws all of its old and new bounds.
    fn draw(
        &mut self,
        (renderer, bounds): (&mut Renderer, Rectangle),
        scene: &Scene,
        camera: Camera,
        of: K,
        draw: impl FnOnce(&mut Frame),
    ) {
        let of = Some((of, camera, scene.style));
        if self.of != of {
            self.cache.clear();
            self.of = of;
        }
        let geometry = self.cache.draw_with_bounds(renderer, bounds, draw);
        renderer.draw_geometry(geometry);
    }
}

/// A widget's size, and the physical pixels of a logical one.
type Extent = (Size, f32);

/// What pivots, badges and names are drawn from, including the areas of marks.
type Named = (u64, Emphasis, Vec<Rectangle>);

/// Pivots, badges and names, which the renderer compares one by one.
#[derive(Default)]
struct Plots {
    of: Option<(Named, Camera, Extent, Style)>,
    discs: Vec<badge::Disc>,
    signs: Vec<Lettering>,
    names: Vec<Lettering>,
    counts: Vec<Lettering>,
    /// Lines from names to distant pivots.
    leading: Vec<[Point; 2]>,
    letterings: Letterings,
}

impl Plots {
    /// Updates what there is to draw, if anything changed.
    fn look(&mut self, scene: &Scene, camera: Camera, (size, ratio): Extent, emphasis: &Emphasis) {
        let marks = mark::covered(scene, camera).filter(|_| !emphasis.unmarked);
        let marks: Vec<_> = marks.collect();
        let of = (scene.versions().plots, emphasis.of_plots(), marks.clone());
        let of = Some((of, camera, (size, ratio), scene.style));
        if self.of == of {
            return;
        }
        self.of = of;
        self.discs.clear();
        self.signs.clear();
        self.counts.clear();
        self.names.clear();
        self.leading.clear();
        if emphasis.pivots {
            badge::pivots(&mut self.discs, scene, camera, size, emphasis);
        }
        let (signs, counts) = (&mut self.signs, &mut self.counts);
        let letterings = &mut self.letterings;
        let seen = (scene, camera, size, ratio);
        badge::badges(&mut self.discs, signs, counts, letterings, seen);
        if emphasis.names {
            let placed = names::place_names(scene, camera, size, emphasis, &marks);
            self.leading = names::lines(scene, &placed);
            let names = &mut self.names;
            names::write(names, letterings, (scene, ratio), &placed);
            let hidden = names::hidden(scene, camera, size, &placed);
            if let Some(words) = emphasis.hidden.filter(|_| hidden > 0) {
                let (style, text) = ((&scene.style, ratio), format!("{words}{hidden}"));
                names::write_hidden(names, letterings, style, size, &text);
            }
        }
    }
}

#[derive(Default)]
pub(crate) struct Overlay {
    links: Part<(u64, bool)>,
    plain: Part<(u64, bool)>,
    strong: Part<(u64, bool)>,
    leading: Part<Vec<[Point; 2]>>,
    plots: Plots,
    marks: Part<(u64, bool)>,
    /// What is being drawn with the pointer: a rectangle, and the sketch.
    drawn: Part<(Option<[f64; 4]>, Sketch)>,
}

impl Overlay {
    /// Draws the overlay over a widget of `size`, in layers with `bounds`; `camera` counts logical
    /// pixels, each of `ratio` physical ones. There are always three layers, because the renderer
    /// compares a layer with the one of the same number in the frame before.
    pub(crate) fn draw(
        &mut self,
        renderer: &mut Renderer,
        (bounds, size, ratio): (Rectangle, Size, f32),
        scene: &Scene,
        camera: Camera,
        emphasis: &Emphasis,
    ) {
        self.plots.look(scene, camera, (size, ratio), emphasis);
        let corner = Vector::new(bounds.x, bounds.y);
        let mut layer = |bounds: Rectangle, draw: &mut dyn FnMut(&mut Renderer)| {
            renderer.with_layer(bounds, |renderer| {
                renderer.with_translation(corner, |renderer| draw(renderer));
            });
        };
        layer(bounds, &mut |renderer| {
            self.draw_lines(renderer, size, scene, camera, emphasis);
        });
        let plots = &self.plots;
        layer(bounds, &mut |renderer| {
            for (quad, colour) in &plots.discs {
                renderer.fill_quad(*quad, *colour);
            }
            let pictures = plots.signs.iter().chain(&plots.names);
            for (picture, place) in pictures.chain(&plots.counts) {
                // The software renderer drops an image that a frame does not use.
                let _ = renderer.measure_image(picture);
                let image = Image::new(picture.clone()).filter_method(FilterMethod::Nearest);
                renderer.draw_image(image, *place, bounds);
            }
        });
        let whole = Rectangle::with_size(size);
        let (marks, drawn) = (&mut self.marks, &mut self.drawn);
        let marked = where_any(!emphasis.unmarked && !scene.marks.is_empty(), whole);
        let band = emphasis.band.map(|band| on_screen(camera, band));
        let around = [
            band.map(|band| band.expand(1.0)),
            sketch::around(camera, &emphasis.sketch),
        ];
        let around = around.into_iter().flatten().reduce(|a, b| a.union(&b));
        let around = around.and_then(|around| around.intersection(&whole));
        let around = around.unwrap_or_default();
        // No larger than its parts, because it is mostly empty.
        let both = if marked == whole { whole } else { around };
        let both = (both + corner).intersection(&bounds).unwrap_or_default();
        layer(both, &mut |renderer| {
            let of = (scene.versions().marks, emphasis.unmarked);
            marks.draw((renderer, marked), scene, camera, of, |frame| {
                if !emphasis.unmarked {
                    mark::draw(frame, scene, camera);
                }
            });
            let of = (emphasis.band, emphasis.sketch.clone());
            drawn.draw((renderer, around), scene, camera, of, |frame| {
                if let Some(band) = band {
                    draw_band(frame, &scene.style, band);
                }
                sketch::draw(frame, &scene.style, camera, &emphasis.sketch);
            });
        });
    }

    fn draw_lines(
        &mut self,
        renderer: &mut Renderer,
        size: Size,
        scene: &Scene,
        camera: Camera,
        emphasis: &Emphasis,
    ) {
        let whole = Rectangle::with_size(size);
        let versions = scene.versions();
        let shown = emphasis.links;
        let of = (versions.links, shown);
        self.links
            .draw((renderer, whole), scene, camera, of, |frame| {
                draw_frame(frame, scene, camera);
                lines::draw(
                    frame,
                    scene,
                    camera,
                    size,
                    scene.links.iter().filter(|_| shown),
                );
            });
        // Attack lines change often, so their bounds are tight.
        let mut some = |part: &mut Part<_>, version, strong| {
            let lines = scene.others.iter().filter(|line| line.strong == strong);
            let lines = lines.filter(|_| shown || strong);
            let around = lines::around(scene, camera, lines.clone());
            let around = around.intersection(&whole).unwrap_or_default();
            let of = (version, shown);
            part.draw((renderer, around), scene, camera, of, |frame| {
                lines::draw(frame, scene, camera, size, lines);
            });
        };
        some(&mut self.plain, versions.plain, false);
        some(&mut self.strong, versions.strong, true);
        let lines = &self.plots.leading;
        let around = names::around(lines).and_then(|around| around.intersection(&whole));
        let around = around.unwrap_or_default();
        self.leading
            .draw((renderer, around), scene, camera, lines.clone(), |frame| {
                names::draw_lines(frame, &scene.style, lines);
            });
    }
}

/// The bounds of a part: empty if nothing is in it, because in software even an empty part costs
/// wherever its bounds are damaged.
fn where_any(any: bool, whole: Rectangle) -> Rectangle {
    if any { whole } else { Rectangle::default() }
}

fn draw_frame(frame: &mut Frame, scene: &Scene, camera: Camera) {
    let (width, height) = scene.size();
    if width == 0 {
        return;
    }
    let start = camera.to_screen(0.0, 0.0);
    let end = camera.to_screen(f64::from(width), f64::from(height));
    let around = Rectangle::new(
        Point::new(start.x - 0.5, start.y - 0.5),
        Size::new(end.x - start.x + 1.0, end.y - start.y + 1.0),
    );
    let stroke = Stroke::default()
        .with_color(scene.style.frame)
        .with_width(1.0);
    frame.stroke_rectangle(around.position(), around.size(), stroke);
}

/// The place on the screen of a rectangle of the mask: left, top, right, bottom.
fn on_screen(camera: Camera, [left, top, right, bottom]: [f64; 4]) -> Rectangle {
    let (from, to) = (camera.to_screen(left, top), camera.to_screen(right, bottom));
    Rectangle::new(from, Size::new(to.x - from.x, to.y - from.y))
}

fn draw_band(frame: &mut Frame, style: &Style, band: Rectangle) {
    let (from, size) = (band.position(), band.size());
    frame.fill_rectangle(from, size, style.accent.scale_alpha(0.12));
    let stroke = Stroke::default().with_color(style.accent).with_width(1.5);
    frame.stroke_rectangle(from, size, stroke);
}
