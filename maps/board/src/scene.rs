//! What there is to see on a board.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use marchland_maps::mask::{RegionId, Regions};
use marchland_maps::{Point, Rgb, Wrap};

use crate::camera::Rect;
use crate::ground::{Fill, Picture};
use crate::mark::{self, Mark};
use crate::overlay::{Badge, Line};
use crate::style::{Style, mix, opaque};

/// Index of a [`Plot`] in its scene.
pub type PlotIndex = usize;

/// A piece of land with one name: a territory.
#[derive(Debug, Clone, Default)]
pub struct Plot {
    /// The regions of the mask it consists of.
    pub regions: Vec<RegionId>,
    /// The colour of its ground.
    pub colour: Rgb,
    /// Its name as written on the map; empty for none.
    pub label: String,
    /// Pivots; the first is the main one, where the name stands.
    pub pivots: Vec<Point>,
    /// Its disc with the unit count, if discs are shown.
    pub badge: Option<Badge>,
}

/// Everything on a board: land, lines, marks. Made anew when something
/// changes; that takes time proportional to the regions and the plots.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(crate) regions: Option<Arc<Regions>>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) lines: Vec<Line>,
    /// The worst first.
    pub(crate) marks: Vec<Mark>,
    pub(crate) bounds: Vec<Option<Rect>>,
    /// Plots by their area, largest first: the order in which names find room.
    pub(crate) by_area: Vec<PlotIndex>,
    pub(crate) fills: Vec<Fill>,
    /// Index into `fills` of every region, as bytes.
    pub(crate) slots: Vec<[u8; 4]>,
    pub(crate) picture: Option<Picture>,
    pub(crate) wrap: Wrap,
    pub(crate) badge_diameter: f32,
    pub(crate) readable_badges: bool,
    pub(crate) style: Style,
    version: u64,
    ground: u64,
}

impl Scene {
    const SEA: usize = 1;
    const SEPARATOR: usize = 2;
    const STRAY: usize = 3;
    const FIRST_PLOT: usize = 4;
    /// How dark borders are.
    const INK: f32 = 0.45;

    /// The land of a mask. Regions that belong to no plot are background,
    /// separator or stray, as their colours are declared.
    pub fn new(
        regions: Option<Arc<Regions>>,
        plots: Vec<Plot>,
        background: &[Rgb],
        separator: &[Rgb],
        style: Style,
    ) -> Self {
        let mut scene = Self {
            bounds: Vec::with_capacity(plots.len()),
            by_area: (0..plots.len()).collect(),
            fills: Vec::new(),
            slots: Vec::new(),
            picture: None,
            wrap: Wrap::default(),
            badge_diameter: 20.0,
            readable_badges: false,
            lines: Vec::new(),
            marks: Vec::new(),
            version: 0,
            ground: 0,
            regions,
            plots,
            style,
        };
        scene.lay_out(background, separator);
        scene.touch();
        scene
    }

    /// With these lines on it.
    #[must_use]
    pub fn with_lines(mut self, lines: Vec<Line>, wrap: Wrap) -> Self {
        self.lines = lines;
        self.wrap = wrap;
        self.touch();
        self
    }

    /// With a picture under the colours, which are laid over it.
    #[must_use]
    pub fn with_picture(mut self, picture: Option<Picture>) -> Self {
        self.picture = picture;
        self.touch();
        self
    }

    /// With badges of this diameter, in pixels of the mask.
    #[must_use]
    pub fn with_badges(mut self, diameter: f32) -> Self {
        self.badge_diameter = diameter;
        self.touch();
        self
    }

    /// With badges that stay large enough to read when the map is small, as
    /// far as the plots have room for them; else they shrink with the map.
    #[must_use]
    pub fn with_readable_badges(mut self) -> Self {
        self.readable_badges = true;
        self.touch();
        self
    }

    /// Changes the ground and the badge of some plots, and all lines. Faster
    /// than another scene: takes time proportional to what changes, and once
    /// over the bytes of the regions.
    pub fn repaint(
        &mut self,
        plots: impl IntoIterator<Item = (PlotIndex, Rgb, Option<Badge>)>,
        lines: Vec<Line>,
    ) {
        for (index, colour, badge) in plots {
            let Some(plot) = self.plots.get_mut(index) else {
                continue;
            };
            plot.colour = colour;
            plot.badge = badge;
            self.fills[Self::FIRST_PLOT + index] = Fill::land(
                opaque(colour),
                opaque(mix(colour, self.style.ink, Self::INK)),
            );
        }
        self.lines = lines;
        self.touch();
    }

    /// Draws other lines and marks over the same land. Takes no longer than
    /// there are lines and marks.
    pub fn set_overlay(&mut self, lines: Vec<Line>, mut marks: Vec<Mark>) {
        marks.sort_by_key(|mark| std::cmp::Reverse(mark.severity));
        self.lines = lines;
        self.marks = marks;
        self.renew();
    }

    /// The lines on it.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The marks on it, the worst first.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The marks whose sign is under a point of the mask, at so many logical
    /// pixels for one of its pixels, by what whoever set them calls them: the
    /// one on top first, then those that are hidden behind it, the worst
    /// first. Takes time proportional to the marks.
    pub fn marks_at(&self, x: f64, y: f64, scale: f64) -> Vec<usize> {
        mark::at(self, x, y, scale)
    }

    fn touch(&mut self) {
        self.renew();
        self.ground = self.fingerprint();
    }

    fn renew(&mut self) {
        static VERSIONS: AtomicU64 = AtomicU64::new(1);
        self.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
    }

    /// A digest of all that the ground is painted from, so that a scene in
    /// which only lines or marks differ needs no new ground.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let regions = self.regions.as_ref().map(Arc::as_ptr);
        (regions, &self.slots, &self.fills).hash(&mut hasher);
        if let Some(picture) = &self.picture {
            picture.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The same for scenes whose grounds look the same.
    pub(crate) fn ground_version(&self) -> u64 {
        self.ground
    }

    /// A number that no other state of any scene has.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    fn lay_out(&mut self, background: &[Rgb], separator: &[Rgb]) {
        let style = self.style;
        let ink = |colour: Rgb, share: f32| opaque(mix(colour, style.ink, share));
        self.fills = vec![
            Fill::default(),
            Fill::sea(opaque(style.sea), ink(style.sea, 0.72)),
            Fill::line(ink(style.sea, 0.62)),
            Fill::land(opaque(style.stray), ink(style.stray, 0.3)),
        ];
        let land = |plot: &Plot| Fill::land(opaque(plot.colour), ink(plot.colour, Self::INK));
        self.fills.extend(self.plots.iter().map(land));

        let Some(regions) = &self.regions else {
            self.bounds = vec![None; self.plots.len()];
            return;
        };
        let slot = |slot: usize| (slot as u32).to_le_bytes();
        self.slots = regions
            .iter()
            .map(|(_, region)| {
                let [r, g, b, a] = region.colour.0;
                let colour = Rgb::new(r, g, b);
                if a == 0 || background.contains(&colour) {
                    slot(Self::SEA)
                } else if separator.contains(&colour) {
                    slot(Self::SEPARATOR)
                } else {
                    slot(Self::STRAY)
                }
            })
            .collect();
        let mut areas = Vec::with_capacity(self.plots.len());
        for (index, plot) in self.plots.iter().enumerate() {
            let mut area = 0;
            let mut around: Option<[u32; 4]> = None;
            for &id in &plot.regions {
                self.slots[id.index()] = slot(Self::FIRST_PLOT + index);
                let region = regions.get(id);
                area += u64::from(region.area);
                let b = region.bounds;
                around = Some(around.map_or([b.left, b.top, b.right, b.bottom], |a| {
                    [
                        a[0].min(b.left),
                        a[1].min(b.top),
                        a[2].max(b.right),
                        a[3].max(b.bottom),
                    ]
                }));
            }
            areas.push(area);
            self.bounds
                .push(around.map(|[left, top, right, bottom]| Rect {
                    left: f64::from(left),
                    top: f64::from(top),
                    width: f64::from(right - left),
                    height: f64::from(bottom - top),
                }));
        }
        self.by_area.sort_by_key(|&i| std::cmp::Reverse(areas[i]));
    }

    /// Width and height of the mask; 0 without one.
    pub fn size(&self) -> (u32, u32) {
        self.regions
            .as_ref()
            .map_or((0, 0), |regions| (regions.width(), regions.height()))
    }

    /// The plots.
    pub fn plots(&self) -> &[Plot] {
        &self.plots
    }

    /// The smallest rectangle around a plot; `None` if it has no land.
    pub fn bounds_of(&self, plot: PlotIndex) -> Option<Rect> {
        *self.bounds.get(plot)?
    }

    /// The plot at a point of the mask. Takes a binary search in one row.
    pub fn plot_at(&self, x: f64, y: f64) -> Option<PlotIndex> {
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let region = self.regions.as_ref()?.region_at(x as u32, y as u32)?;
        let slot = u32::from_le_bytes(self.slots[region.index()]) as usize;
        slot.checked_sub(Self::FIRST_PLOT)
    }

    /// The pivot nearest to a point of the mask, at most `reach` pixels away:
    /// whose it is and which of them.
    pub fn pivot_at(&self, x: f64, y: f64, reach: f64) -> Option<(PlotIndex, usize)> {
        let mut best = None;
        let mut nearest = reach * reach;
        for (plot, of) in self.plots.iter().enumerate() {
            for (at, pivot) in of.pivots.iter().enumerate() {
                let (px, py) = (f64::from(pivot.x) + 0.5, f64::from(pivot.y) + 0.5);
                let distance = (px - x).powi(2) + (py - y).powi(2);
                if distance <= nearest {
                    nearest = distance;
                    best = Some((plot, at));
                }
            }
        }
        best
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::ground;
    use iced::Size;
    use iced::advanced::image::Handle;
    use marchland_maps::mask::PixelFormat;

    const LAND: [Rgb; 3] = [Rgb::new(200, 0, 0), Rgb::new(0, 200, 0), Rgb::new(9, 9, 9)];

    /// Four squares of ten pixels: red, green, sea, and one of nobody's.
    pub(crate) fn strip() -> Scene {
        let colours = [LAND[0], LAND[1], Rgb::WHITE, LAND[2]];
        let bytes: Vec<u8> = (0..400).flat_map(|i| colours[i % 40 / 10].0).collect();
        let regions = Regions::from_pixels(40, 10, &PixelFormat::RGB, &bytes).unwrap();
        let plot = |at: u32| Plot {
            regions: vec![RegionId(at)],
            colour: LAND[at as usize],
            pivots: vec![Point::new(at * 10 + 5, 5)],
            ..Plot::default()
        };
        let style = Style::light();
        let regions = Some(Arc::new(regions));
        Scene::new(regions, vec![plot(0), plot(1)], &[Rgb::WHITE], &[], style)
    }

    #[test]
    fn plots_are_found_by_pixel() {
        let scene = strip();
        assert_eq!(scene.plot_at(9.9, 0.0), Some(0));
        assert_eq!(scene.plot_at(10.0, 9.9), Some(1));
        for (x, y) in [
            (25.0, 5.0),
            (35.0, 5.0),
            (-0.1, 5.0),
            (5.0, 10.0),
            (40.0, 0.0),
        ] {
            assert_eq!(scene.plot_at(x, y), None, "{x} {y}");
        }
        assert_eq!(scene.pivot_at(7.0, 5.5, 3.0), Some((0, 0)));
        assert_eq!(scene.pivot_at(7.0, 5.5, 1.0), None);
    }

    #[test]
    fn the_ground_has_the_colours_of_its_plots_and_borders_between() {
        let scene = strip();
        let camera = Camera {
            left: 0.0,
            top: 0.0,
            scale: 2.0,
        };
        let tiles = ground::compose(&scene, camera, Size::new(100, 30), 2);
        let [tile] = &tiles[..] else {
            panic!("one tile, as large as the map");
        };
        assert_eq!((tile.width, tile.height), (80, 20));
        let Handle::Rgba { pixels, .. } = &tile.handle else {
            panic!("pixels");
        };
        let at = |x: usize| &pixels[(10 * 80 + x) * 4..][..3];
        assert_eq!(at(5), LAND[0].0);
        assert_eq!(at(25), LAND[1].0);
        assert_eq!(at(45), Style::light().sea.0);
        assert_ne!(at(19), LAND[0].0, "the border to the next");
        assert_ne!(at(19), LAND[1].0);
    }

    #[test]
    fn repainting_is_like_a_new_scene() {
        let mut scene = strip();
        let before = scene.ground_version();
        let badge = Badge {
            at: Point::new(5, 5),
            text: "7".into(),
            colour: LAND[2],
        };
        scene.repaint(
            [(1, LAND[2], Some(badge.clone())), (99, LAND[0], None)],
            Vec::new(),
        );
        assert_ne!(scene.ground_version(), before);
        let mut plots = strip().plots;
        plots[1].colour = LAND[2];
        plots[1].badge = Some(badge);
        let regions = scene.regions.clone();
        let new = Scene::new(regions, plots, &[Rgb::WHITE], &[], Style::light());
        assert_eq!(scene.ground_version(), new.ground_version());
        assert_eq!(scene.plots()[1].badge, new.plots()[1].badge);
    }

    #[test]
    fn only_what_changes_the_ground_makes_a_new_one() {
        let scene = strip();
        let lines = scene.clone().with_lines(Vec::new(), Wrap::default());
        assert_ne!(scene.version(), lines.version());
        assert_eq!(scene.ground_version(), lines.ground_version());
        let mut marked = lines.clone();
        marked.set_overlay(Vec::new(), Vec::new());
        assert_ne!(lines.version(), marked.version());
        assert_eq!(scene.ground_version(), marked.ground_version());
        let mut other = scene.clone();
        other.fills.swap(4, 5);
        other.touch();
        assert_ne!(scene.ground_version(), other.ground_version());
    }
}
