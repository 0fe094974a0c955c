//! The contents of a board.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use marchland_maps::mask::{RegionId, Regions, Rgba};
use marchland_maps::{Point, Rgb, Wrap};

use crate::camera::Rect;
use crate::fill::Fill;
use crate::item::{Badge, Line, Mark};
use crate::picture::{Picture, Tracing};
use crate::style::{Style, mix, opaque};
use crate::wash::{Cover, Tint, Wash};

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
    /// Its badge with the unit count, if badges are shown.
    pub badge: Option<Badge>,
    /// The number of its continent, if a broad border shall divide it from those of others where
    /// no separator lies between them.
    pub continent: Option<u16>,
}

/// The fills of all slots, those of washes last; and for each wash its slot and the slots that it
/// covers.
pub(crate) type Washed = (Vec<Fill>, Vec<(u32, Vec<bool>)>);

/// Everything on a board: land, lines, marks. Making one takes time proportional to the regions
/// and the plots.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(crate) regions: Option<Arc<Regions>>,
    pub(crate) plots: Vec<Plot>,
    /// The links, which rarely change.
    pub(crate) links: Vec<Line>,
    /// All other lines, the weaker ones first.
    pub(crate) others: Vec<Line>,
    /// The worst first.
    pub(crate) marks: Vec<Mark>,
    pub(crate) bounds: Vec<Option<Rect>>,
    /// Plots by their area, largest first: the order in which names find room.
    pub(crate) by_area: Vec<PlotIndex>,
    pub(crate) fills: Vec<Fill>,
    /// Index into `fills` of every region, as bytes.
    pub(crate) slots: Vec<[u8; 4]>,
    pub(crate) picture: Option<Picture>,
    pub(crate) tracing: Option<Tracing>,
    pub(crate) washes: Vec<Wash>,
    /// The mask that this one was derived from, and where they differ.
    pub(crate) redrawn: Option<(Arc<Regions>, Rect)>,
    pub(crate) wrap: Wrap,
    pub(crate) badge_diameter: f32,
    pub(crate) readable_badges: bool,
    hatched: bool,
    pub(crate) style: Style,
    versions: Versions,
}

/// A digest of each separately drawn part of a scene. A part with the same digest looks the
/// same and is not redrawn.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Versions {
    pub(crate) ground: u64,
    pub(crate) links: u64,
    /// Lines as weak as links.
    pub(crate) plain: u64,
    /// Stronger lines.
    pub(crate) strong: u64,
    /// Pivots, badges and names.
    pub(crate) plots: u64,
    pub(crate) marks: u64,
}

fn digest(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Scene {
    const SEA: usize = 1;
    const SEPARATOR: usize = 2;
    const STRAY: usize = 3;
    const FIRST_PLOT: usize = 4;

    /// The land of a mask. Regions of no plot are background, separator or stray, by their
    /// colours.
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
            tracing: None,
            washes: Vec::new(),
            redrawn: None,
            wrap: Wrap::default(),
            badge_diameter: 20.0,
            readable_badges: false,
            hatched: false,
            links: Vec::new(),
            others: Vec::new(),
            marks: Vec::new(),
            versions: Versions::default(),
            regions,
            plots,
            style,
        };
        scene.lay_out(background, separator);
        scene.versions.ground = scene.ground();
        scene.versions.plots = scene.over_ground();
        scene.with_links(Vec::new(), Wrap::default())
    }

    /// With these links on it.
    #[must_use]
    pub fn with_links(mut self, links: Vec<Line>, wrap: Wrap) -> Self {
        self.links = links;
        self.wrap = wrap;
        self.versions.links = self.over_land();
        self
    }

    /// With a picture under the colours, which are laid over it.
    #[must_use]
    pub fn with_picture(mut self, picture: Option<Picture>) -> Self {
        self.set_picture(picture);
        self
    }

    /// Puts a picture under the colours, or takes it away.
    pub fn set_picture(&mut self, picture: Option<Picture>) {
        let identity = |picture: &Option<Picture>| picture.as_ref().map(Picture::identity);
        if identity(&self.picture) != identity(&picture) {
            self.picture = picture;
            self.versions.ground = self.ground();
            self.versions.links = self.over_land();
        }
    }

    /// With a picture that shows through land and sea, to trace.
    #[must_use]
    pub fn with_tracing(mut self, tracing: Option<Tracing>) -> Self {
        self.tracing = tracing;
        self.versions.ground = self.ground();
        self
    }

    /// Of a mask that differs from another one in a rectangle alone: tiles of that one are reused
    /// outside of it.
    #[must_use]
    pub fn redrawn(mut self, from: Arc<Regions>, within: Rect) -> Self {
        self.redrawn = Some((from, within));
        self
    }

    /// Shows pixels as they will be; later washes cover earlier ones.
    pub fn set_washes(&mut self, washes: Vec<Wash>) {
        self.washes = washes;
    }

    /// The pixels that are shown as they will be.
    pub fn washes(&self) -> &[Wash] {
        &self.washes
    }

    /// The fills with those of the washes. Copies all fills.
    pub(crate) fn washed(&self) -> Washed {
        let mut fills = self.fills.clone();
        let slots = self.washes.iter().map(|wash| match wash.tint {
            Tint::Sea => Self::SEA,
            Tint::Plot(plot) if plot < self.plots.len() => Self::FIRST_PLOT + plot,
            Tint::Plot(_) => Self::STRAY,
            Tint::Land(colour) => {
                fills.push(self.land_of(colour));
                fills.len() - 1
            }
            Tint::Hatched => {
                fills.push(Fill::hatched(self.style.accent.into_rgba8()));
                fills.len() - 1
            }
        });
        let slots: Vec<usize> = slots.collect();
        let covered = |over: &Cover| {
            let mut covered = vec![*over == Cover::All; fills.len()];
            if let Cover::Sea(plots) = over {
                covered[Self::SEA] = true;
                for &plot in plots.iter().filter(|&&plot| plot < self.plots.len()) {
                    covered[Self::FIRST_PLOT + plot] = true;
                }
            }
            covered
        };
        let washes = self.washes.iter().zip(slots);
        let washes = washes.map(|(wash, slot)| (slot as u32, covered(&wash.over)));
        let washes = washes.collect();
        (fills, washes)
    }

    /// The fill of a plot, without a hatch.
    fn fill_of(&self, plot: &Plot) -> Fill {
        let fill = self.land_of(plot.colour);
        match plot.continent {
            Some(continent) => {
                let edge = self.style.continent_border(plot.colour);
                fill.within(continent, opaque(edge))
            }
            None => fill,
        }
    }

    fn land_of(&self, colour: Rgb) -> Fill {
        Fill::land(opaque(colour), opaque(self.style.border(colour)))
    }

    /// The fill of each colour of the mask; `None` if a colour has several.
    pub(crate) fn paints(&self) -> Option<HashMap<Rgba, Fill>> {
        let mut paints = HashMap::new();
        for ((_, region), slot) in self.regions.as_ref()?.iter().zip(&self.slots) {
            let fill = self.fills[u32::from_le_bytes(*slot) as usize];
            if *paints.entry(region.colour).or_insert(fill) != fill {
                return None;
            }
        }
        Some(paints)
    }

    /// With badges of this diameter, in pixels of the mask.
    #[must_use]
    pub fn with_badges(mut self, diameter: f32) -> Self {
        self.badge_diameter = diameter;
        self.versions.plots = self.over_ground();
        self
    }

    /// With badges that stay legible on a small map, as far as the plots have room; otherwise they
    /// shrink with the map.
    #[must_use]
    pub fn with_readable_badges(mut self) -> Self {
        self.readable_badges = true;
        self.versions.plots = self.over_ground();
        self
    }

    /// Changes the colour and badge of some plots. Takes time proportional to the changes, and one
    /// pass over the regions.
    pub fn repaint(&mut self, plots: impl IntoIterator<Item = (PlotIndex, Rgb, Option<Badge>)>) {
        for (index, colour, badge) in plots {
            let Some(plot) = self.plots.get_mut(index) else {
                continue;
            };
            plot.colour = colour;
            plot.badge = badge;
            self.fills[Self::FIRST_PLOT + index] = self.ground_of(index);
        }
        self.versions.plots = self.over_ground();
        self.versions.ground = self.ground();
    }

    /// Covers the land of each seat with the hatch of that seat, or not.
    pub fn set_hatched(&mut self, hatched: bool) {
        if self.hatched == hatched {
            return;
        }
        self.hatched = hatched;
        for index in 0..self.plots.len() {
            self.fills[Self::FIRST_PLOT + index] = self.ground_of(index);
        }
        self.versions.ground = self.ground();
    }

    fn ground_of(&self, plot: PlotIndex) -> Fill {
        let plot = &self.plots[plot];
        let badge = plot.badge.as_ref().filter(|_| self.hatched);
        let mut fill = self.fill_of(plot);
        fill.hatch = badge.and_then(|badge| badge.seat);
        fill
    }

    /// Sets the lines and marks over the land and its links. Takes time proportional to them; only
    /// what differs is redrawn.
    pub fn set_overlay(&mut self, mut lines: Vec<Line>, mut marks: Vec<Mark>) {
        lines.sort_by_key(|line| line.strong);
        marks.sort_by_key(|mark| std::cmp::Reverse(mark.severity));
        let (plain, strong) = lines.split_at(lines.partition_point(|line| !line.strong));
        self.versions.plain = digest((self.wrap, self.picture.is_some(), plain));
        self.versions.strong = digest((self.wrap, strong));
        self.versions.marks = digest(marks.iter().map(Mark::bits).collect::<Vec<_>>());
        self.others = lines;
        self.marks = marks;
    }

    /// The colours of the board.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The lines: first the links, then those above them.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.links.iter().chain(&self.others)
    }

    /// The marks, the worst first.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// A digest of what the links are drawn from.
    fn over_land(&self) -> u64 {
        digest((self.size(), self.wrap, self.picture.is_some(), &self.links))
    }

    fn ground(&self) -> u64 {
        digest((self.land(), &self.fills))
    }

    /// A digest of what the ground is painted from, except the fills.
    pub(crate) fn land(&self) -> u64 {
        let regions = self.regions.as_ref().map(Arc::as_ptr);
        let picture = self.picture.as_ref().map(Picture::identity);
        let tracing = self.tracing.as_ref().map(Tracing::identity);
        digest((regions, &self.slots, picture, tracing))
    }

    /// The bounds of the plots whose fill differs from `fills`; `None` if other fills differ.
    pub(crate) fn changed_since(&self, fills: &[Fill]) -> Option<Vec<Rect>> {
        let (others, plots) = fills.split_at_checked(Self::FIRST_PLOT)?;
        let (now, plots_now) = self.fills.split_at(Self::FIRST_PLOT);
        let is_same = others == now && plots.len() == plots_now.len();
        let pairs = plots.iter().zip(plots_now).zip(&self.bounds);
        let changed = pairs.filter(|((was, is), _)| was != is);
        is_same.then(|| changed.filter_map(|(_, bounds)| *bounds).collect())
    }

    /// A digest of pivots, badges and names, and of the land around them.
    fn over_ground(&self) -> u64 {
        let plots = self.plots.iter();
        let plots = plots.map(|plot| (&plot.label, &plot.pivots, &plot.badge));
        let plots: Vec<_> = plots.collect();
        let badges = (self.badge_diameter.to_bits(), self.readable_badges);
        digest((plots, badges, &self.slots))
    }

    /// Digests of what there is to draw.
    pub(crate) fn versions(&self) -> Versions {
        self.versions
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
        let plots: Vec<_> = self.plots.iter().map(|plot| self.fill_of(plot)).collect();
        self.fills.extend(plots);

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
            let mut around: Option<Rect> = None;
            for &id in &plot.regions {
                self.slots[id.index()] = slot(Self::FIRST_PLOT + index);
                let region = regions.get(id);
                area += u64::from(region.area);
                let bounds = Rect::from(region.bounds);
                around = Some(around.map_or(bounds, |around| around.with(&bounds)));
            }
            areas.push(area);
            self.bounds.push(around);
        }
        self.by_area.sort_by_key(|&i| std::cmp::Reverse(areas[i]));
    }

    /// Width and height of the mask; 0 without one.
    pub fn size(&self) -> (u32, u32) {
        self.regions
            .as_ref()
            .map_or((0, 0), |regions| (regions.width(), regions.height()))
    }

    /// All plots, by [`PlotIndex`].
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
    use crate::item::LineKind;
    use marchland_maps::mask::PixelFormat;

    pub(crate) const LAND: [Rgb; 3] = [Rgb::new(200, 0, 0), Rgb::new(0, 200, 0), Rgb::new(9, 9, 9)];

    /// Four squares of ten pixels: red, green, sea, and one without a plot.
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
    fn links_are_drawn_anew_over_a_picture() {
        let mut scene = strip();
        let plain = scene.versions().links;
        scene.set_picture(Picture::new(1, 1, vec![[0; 4]], 0.5));
        let over = scene.versions().links;
        assert_ne!(over, plain);
        scene.set_picture(None);
        assert_eq!(scene.versions().links, plain);
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
    fn washes_cover_what_they_say() {
        let mut scene = strip();
        let wash = |over| Wash {
            pixels: Vec::new(),
            tint: Tint::Land(LAND[2]),
            over,
        };
        let sea_and_green = Cover::Sea([1, 99].into());
        scene.set_washes(vec![wash(Cover::All), wash(sea_and_green)]);
        let (fills, washes) = scene.washed();
        let covered: Vec<Vec<usize>> = washes
            .iter()
            .map(|(_, covered)| (0..fills.len()).filter(|&slot| covered[slot]).collect())
            .collect();
        assert_eq!(covered[0], (0..fills.len()).collect::<Vec<_>>());
        assert_eq!(covered[1], [Scene::SEA, Scene::FIRST_PLOT + 1]);
    }

    #[test]
    fn repainting_is_like_a_new_scene() {
        let mut scene = strip();
        let before = scene.versions().ground;
        let badge = Badge {
            at: Point::new(5, 5),
            text: "7".into(),
            colour: LAND[2],
            seat: None,
            own: false,
        };
        scene.repaint([(1, LAND[2], Some(badge.clone())), (99, LAND[0], None)]);
        assert_ne!(scene.versions().ground, before);
        let mut plots = strip().plots;
        plots[1].colour = LAND[2];
        plots[1].badge = Some(badge);
        let regions = scene.regions.clone();
        let new = Scene::new(regions, plots, &[Rgb::WHITE], &[], Style::light());
        assert_eq!(scene.versions().ground, new.versions().ground);
        assert_eq!(scene.plots()[1].badge, new.plots()[1].badge);
    }

    #[test]
    fn only_what_differs_is_drawn_anew() {
        let line = |strong| Line {
            from: Point::new(5, 5),
            to: Point::new(15, 5),
            kind: LineKind::Land,
            one_way: false,
            strong,
        };
        let scene = strip();
        let linked = scene.clone().with_links(vec![line(false)], Wrap::default());
        let changed = Versions {
            links: linked.versions().links,
            ..scene.versions()
        };
        assert_ne!(scene.versions(), changed);
        assert_eq!(linked.versions(), changed);
        let mut marked = linked.clone();
        marked.set_overlay(vec![line(true)], Vec::new());
        let picked = marked.versions();
        assert_ne!(picked.strong, linked.versions().strong);
        assert_eq!(picked.links, linked.versions().links);
        assert_eq!(marked.lines().count(), 2);
        // The same again, on a new scene.
        let mut again = strip().with_links(vec![line(false)], Wrap::default());
        again.regions.clone_from(&marked.regions);
        again.versions.ground = again.ground();
        again.set_overlay(vec![line(true)], Vec::new());
        assert_eq!(again.versions().links, picked.links);
        assert_eq!(again.versions().plots, picked.plots);
        assert_eq!(again.versions().strong, picked.strong);
        assert_eq!(again.versions().ground, picked.ground);
        again.fills.swap(4, 5);
        assert_ne!(again.ground(), picked.ground);
        again.plots[0].label = "Elm".into();
        assert_ne!(again.over_ground(), picked.plots);
    }
}
