//! Builds the board's scene from a document.

use std::collections::HashMap;
use std::sync::Arc;

use marchland_board::{Badge, Line, LineKind, Picture, Plot, PlotIndex, Scene, Style, mix};
use marchland_maps::{
    By, ContinentId, Draft, Point, Rgb, Territory, TerritoryId, TerritoryKey, Way,
};
use marchland_ui::palette;

use crate::balance::Heat;
use crate::document::Document;
use crate::graph::Bond;
use crate::land::Land;
use crate::odds::Camp;
use crate::proposals::Proposal;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ground {
    /// Continent colours, varied a little between neighbours.
    #[default]
    Continents,
    Keys,
    /// The map image.
    Picture,
}

impl Ground {
    /// In menu order.
    pub const ALL: [Self; 3] = [Self::Continents, Self::Keys, Self::Picture];
}

#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    /// The base colours.
    pub ground: Ground,
    pub names: bool,
    pub links: bool,
    /// Sample badges with two digits, to check that they fit.
    pub badges: bool,
    /// Issue marks.
    pub issues: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            ground: Ground::Continents,
            names: true,
            links: true,
            badges: false,
            issues: true,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    Names,
    Links,
    /// Issue marks.
    Issues,
    Badges,
}

impl Layer {
    /// In toolbar order.
    pub const ALL: [Self; 4] = [Self::Names, Self::Links, Self::Issues, Self::Badges];
}

impl Layers {
    pub fn shows(mut self, layer: Layer) -> bool {
        *self.part(layer)
    }

    pub fn toggle(&mut self, layer: Layer) {
        let shown = self.part(layer);
        *shown = !*shown;
    }

    fn part(&mut self, layer: Layer) -> &mut bool {
        match layer {
            Layer::Names => &mut self.names,
            Layer::Links => &mut self.links,
            Layer::Issues => &mut self.issues,
            Layer::Badges => &mut self.badges,
        }
    }
}

/// What is drawn over the map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Props {
    /// The proposal being reviewed.
    pub asked: Option<Proposal>,
    /// Whether proposals are drawn.
    pub proposals: bool,
    /// Proposed links by sea.
    pub across: Vec<Proposal>,
    /// A link being drawn: from a pivot to the pointer.
    pub drawing: Option<(TerritoryKey, Point)>,
    /// The battle: the attacker, then the targets.
    pub camps: Vec<Camp>,
    /// Lines of a fix's preview or of a finding.
    pub shown: Vec<Line>,
}

/// Overlays that change the land itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown<'a> {
    /// The battle: the attacker, then the targets.
    pub camps: &'a [Camp],
    /// The heat map, instead of the base colours.
    pub heat: Option<&'a Heat>,
}

/// Disc of an attacker.
const ATTACKER: Rgb = Rgb::new(0x00, 0x5A, 0x9C);
/// Disc of a number without a role.
const NUMBER: Rgb = Rgb::new(0x2B, 0x3A, 0x4A);
/// Disc of a target.
const TARGET: Rgb = Rgb::new(0xA8, 0x2A, 0x3C);
/// How much of an old heat map is grey, as a share.
const FADED: f32 = 0.65;

/// The scene of a document with its links and closed borders, without overlays.
pub fn scene(
    document: &Document,
    layers: Layers,
    shown: &Shown<'_>,
    picture: Option<&Picture>,
    style: Style,
) -> Scene {
    let draft = document.draft();
    let continents = draft.continents.iter().rev();
    let continents = continents.filter_map(|c| Some((c.id?, c.colour)));
    let continents: HashMap<ContinentId, Option<Rgb>> = continents.collect();
    let is_old = shown.heat.is_some_and(|heat| heat.is_old);
    let number_disc = if is_old {
        mix(NUMBER, heat(0, true, style), FADED)
    } else {
        NUMBER
    };
    let plots = draft.territories.iter().enumerate().map(|(at, territory)| {
        let continent = territory.continent.and_then(|id| *continents.get(&id)?);
        let hot = shown.heat.map(|heat| heat.shade(territory.key));
        let colour = match layers.ground {
            _ if hot.is_some() => hot
                .flatten()
                .map_or(style.stray, |hot| heat(hot.step, is_old, style)),
            Ground::Keys => territory.colour.unwrap_or(palette::NEUTRAL),
            Ground::Continents | Ground::Picture => {
                let number = territory.id.map_or(at, TerritoryId::index);
                shade(continent, FIRST_TINT + number as u32, style)
            }
        };
        let number = hot.flatten().and_then(|hot| hot.text.as_deref());
        let mut camps = shown.camps.iter();
        let (text, disc) = match camps.position(|camp| camp.key == territory.key) {
            Some(0) => (Some(&*shown.camps[0].units), ATTACKER),
            Some(at) => (Some(&*shown.camps[at].units), TARGET),
            None if hot.is_some() => (number, number_disc),
            None => (layers.badges.then_some("88"), NUMBER),
        };
        let place = territory.badge.or(territory.pivots.first().copied());
        let badge = place.zip(text).map(|(at, text)| Badge {
            at,
            text: text.to_owned(),
            colour: disc,
            seat: None,
            own: false,
        });
        plot(document, at, territory, colour, badge)
    });
    let pictured = layers.ground == Ground::Picture && shown.heat.is_none();
    let picture = picture.filter(|_| pictured);
    // Pictures drawn by Marchland show links by sea themselves.
    let shows_sea_links = picture.is_some_and(Picture::is_drawn);
    let drawn = |line: &Line| !shows_sea_links || line.kind != LineKind::Sea;
    let links = links(document).into_iter().filter(drawn).collect();
    let scene = land(document, plots.collect(), links, style)
        .with_picture(picture.map(|picture| picture.tinted(0.0)));
    if shown.camps.is_empty() && shown.heat.is_none() {
        scene
    } else {
        scene.with_readable_badges()
    }
}

fn land(document: &Document, plots: Vec<Plot>, links: Vec<Line>, style: Style) -> Scene {
    let draft = document.draft();
    let mask = draft.mask.clone().unwrap_or_default();
    let regions = document.land().map(|land| land.regions().clone());
    let diameter = draft.badge_size();
    let scene = Scene::new(regions, plots, &mask.background, &mask.separator, style)
        .with_links(links, draft.wrap)
        .with_badges(f32::from(diameter));
    match document.land().and_then(Land::last_drawn) {
        Some(drawn) => scene.redrawn(Arc::clone(&drawn.from), drawn.within.into()),
        None => scene,
    }
}

fn plot(
    document: &Document,
    at: usize,
    territory: &Territory,
    colour: Rgb,
    badge: Option<Badge>,
) -> Plot {
    let regions = document.land().map_or(&[][..], |land| land.parts_of(at));
    Plot {
        regions: regions.to_vec(),
        colour,
        label: territory.name.text.clone().unwrap_or_default(),
        pivots: territory.pivots.clone(),
        badge,
        continent: None,
    }
}

/// The number of the first territory's tint. Any would do; with this one the bundled world has the
/// tints that it has in the documentation.
const FIRST_TINT: u32 = 7;

/// The base colour of a territory in a continent of that colour, varied by a number so that borders
/// show.
fn shade(continent: Option<Rgb>, number: u32, style: Style) -> Rgb {
    let base = continent.unwrap_or(palette::NEUTRAL);
    let shade = (number.wrapping_mul(2_654_435_761) >> 28) as f32 / 15.0;
    if is_dark(style) {
        mix(base, style.sea, 0.22 + shade * 0.2)
    } else {
        mix(base, Rgb::WHITE, 0.30 + shade * 0.2)
    }
}

/// The colour of a part of a divided territory.
pub fn part(at: usize, style: Style) -> Rgb {
    let colours = palette::CONTINENTS;
    mix(colours[at % colours.len()], style.sea, 0.35)
}

/// The colour of a territory being drawn.
pub fn new_land(style: Style) -> Rgb {
    shade(None, 0, style)
}

/// The heat colour from −[`Heat::STEPS`] to [`Heat::STEPS`], nearly grey if it is old. Orange and purple, which the
/// colour-blind can tell apart, with lightness as a second cue; blue would look like the sea.
pub fn heat(step: i8, is_old: bool, style: Style) -> Rgb {
    let (nothing, more, less) = if is_dark(style) {
        (0x52_5252, 0xFF_A34D, 0xC0_A2FF)
    } else {
        (0xE2_E2E2, 0xBF_4500, 0x54_278F)
    };
    let rgb = |hex: u32| Rgb::new((hex >> 16) as u8, (hex >> 8) as u8, hex as u8);
    let share = f32::from(step.unsigned_abs()) / f32::from(Heat::STEPS);
    let share = share.min(1.0) * if is_old { 1.0 - FADED } else { 1.0 };
    mix(rgb(nothing), rgb(if step < 0 { less } else { more }), share)
}

fn is_dark(style: Style) -> bool {
    style.sea.0.iter().map(|&part| u32::from(part)).sum::<u32>() < 384
}

fn links(document: &Document) -> Vec<Line> {
    let (draft, graph) = (document.draft(), document.graph());
    let links = draft.links().filter_map(|(from, link)| {
        let to = &draft.territories[graph.place(link.to)?];
        line(from, to, kind(link.by), link.way == Way::One, false)
    });
    let all = draft.territories.iter().enumerate();
    let closed = all.flat_map(|(at, from)| {
        let bonds = graph.bonds(at).filter(move |(other, _)| at < *other);
        let shut = bonds.filter(|(_, bond)| *bond == Bond::Shut);
        shut.filter_map(move |(other, _)| {
            let to = &draft.territories[other];
            line(from, to, LineKind::Shut, false, false)
        })
    });
    links.chain(closed).collect()
}

fn kind(by: By) -> LineKind {
    match by {
        By::Land => LineKind::Land,
        By::Sea => LineKind::Sea,
    }
}

/// A line between two pivots, if both exist.
fn line(
    from: &Territory,
    to: &Territory,
    kind: LineKind,
    one_way: bool,
    strong: bool,
) -> Option<Line> {
    Some(Line {
        from: *from.pivots.first()?,
        to: *to.pivots.first()?,
        kind,
        one_way,
        strong,
    })
}

/// The overlay: links and closed borders of the selection, proposals, and what the tool draws.
/// Time proportional to the selection and the proposals.
pub fn over(document: &Document, props: &Props) -> Vec<Line> {
    let (draft, graph) = (document.draft(), document.graph());
    let selection = document.selection();
    let all = &draft.territories;
    let mut lines = Vec::new();
    for key in selection.territories() {
        let Some(at) = draft.place_of(*key) else {
            continue;
        };
        for (other, bond) in graph.bonds(at) {
            // Draw a line between two selected territories once.
            if selection.contains(all[other].key) && other < at {
                continue;
            }
            let (from, to) = (&all[at], &all[other]);
            lines.extend(match bond {
                Bond::Declared(by, way) => line(from, to, kind(by), way == Way::One, true),
                Bond::Received(by, way) => line(to, from, kind(by), way == Way::One, true),
                Bond::Shut => line(from, to, LineKind::Shut, false, true),
            });
        }
    }
    let territory = |key| draft.territory(key);
    let mut push = |a, b, kind, one_way, strong| {
        let ends = territory(a).zip(territory(b));
        lines.extend(ends.and_then(|(a, b)| line(a, b, kind, one_way, strong)));
    };
    let asked = props.asked.as_ref();
    let shown = document.proposals().iter().filter(|_| props.proposals);
    for proposal in shown.chain(&props.across).filter(|p| asked != Some(*p)) {
        push(proposal.a, proposal.b, LineKind::Proposed, false, false);
    }
    if let Some(proposal) = asked {
        push(proposal.a, proposal.b, LineKind::Asked, false, true);
    }
    for pair in props.camps.windows(2) {
        push(pair[0].key, pair[1].key, LineKind::Attack, true, true);
    }
    if let Some((from, to)) = props.drawing
        && let Some(&from) = territory(from).and_then(|t| t.pivots.first())
    {
        lines.push(Line {
            from,
            to,
            kind: LineKind::Drawn,
            one_way: false,
            strong: true,
        });
    }
    lines.extend(&props.shown);
    lines
}

/// The plots of territories; plots follow the order of the draft.
pub fn plots_of(draft: &Draft, keys: &[TerritoryKey]) -> Vec<PlotIndex> {
    keys.iter().filter_map(|key| draft.place_of(*key)).collect()
}
