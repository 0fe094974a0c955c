//! From a document to the scene that the board paints.

use std::collections::HashMap;
use std::sync::Arc;

use marchland_board::{Badge, Line, LineKind, Picture, Plot, PlotIndex, Rect, Scene, Style, mix};
use marchland_maps::{By, ContinentId, Draft, Map, Point, Rgb, Territory, TerritoryKey, Way};
use marchland_ui::palette;

use crate::balance::Heat;
use crate::document::Document;
use crate::graph::Bond;
use crate::land::Land;
use crate::odds::Role;
use crate::proposals::Proposal;

/// What the land is coloured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ground {
    /// Continents, each territory a little different from its neighbours.
    #[default]
    Continents,
    /// The key colours of the mask.
    Keys,
    /// The picture for players.
    Picture,
}

impl Ground {
    /// All of them in the order of the switch.
    pub const ALL: [Self; 3] = [Self::Continents, Self::Keys, Self::Picture];
}

/// Which layers are shown.
#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    /// What the land is coloured by.
    pub ground: Ground,
    /// Whether names of territories are shown.
    pub names: bool,
    /// Whether links are shown.
    pub links: bool,
    /// Discs with two-figure unit counts, to see whether they fit.
    pub badges: bool,
    /// Marks where something is wrong.
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

/// A layer that can be shown or hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Names of territories.
    Names,
    /// Links.
    Links,
    /// Marks where something is wrong.
    Issues,
    /// Discs with unit counts.
    Badges,
}

impl Layer {
    /// In the order of the bar.
    pub const ALL: [Self; 4] = [Self::Names, Self::Links, Self::Issues, Self::Badges];
}

impl Layers {
    /// Whether a layer is shown.
    pub fn shows(mut self, layer: Layer) -> bool {
        *self.part(layer)
    }

    /// Shows a layer that is hidden, hides one that is shown.
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

/// What else is drawn besides the map itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Props {
    /// The proposal that is being asked about.
    pub asked: Option<Proposal>,
    /// Whether proposals are drawn.
    pub proposals: bool,
    /// Proposed links by sea.
    pub across: Vec<Proposal>,
    /// A link that is being drawn: from a pivot to the pointer.
    pub drawing: Option<(TerritoryKey, Point)>,
    /// A battle that is weighed: the attacker, then the targets.
    pub camps: Vec<Camp>,
    /// What a repair would change, or what a finding is about.
    pub shown: Vec<Line>,
}

/// What is shown of the land besides what the author made of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown<'a> {
    /// A battle that is weighed: the attacker, then the targets.
    pub camps: &'a [Camp],
    /// The land in shades of what happens there, instead of its colours.
    pub heat: Option<&'a Heat>,
}

/// A territory in a battle that is weighed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camp {
    /// The territory that is drawn.
    pub key: TerritoryKey,
    /// What it does.
    pub role: Role,
    /// Its units, as they are typed.
    pub units: String,
}

/// Discs of whoever attacks.
const ATTACKER: Rgb = Rgb::new(0x00, 0x5A, 0x9C);
/// Discs with numbers that are nobody's.
const NUMBER: Rgb = Rgb::new(0x2B, 0x3A, 0x4A);
/// Discs of whoever is attacked.
const TARGET: Rgb = Rgb::new(0xA8, 0x2A, 0x3C);

/// Makes the scene of a document with its links, without what lies over them.
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
    let plots = draft.territories.iter().enumerate().map(|(at, territory)| {
        let continent = territory.continent.and_then(|id| *continents.get(&id)?);
        let hot = shown.heat.map(|heat| heat.shade(territory.key));
        let colour = match layers.ground {
            _ if hot.is_some() => hot
                .flatten()
                .map_or(style.stray, |hot| heat(hot.step, style)),
            Ground::Keys => territory.colour.unwrap_or(palette::NEUTRAL),
            Ground::Continents | Ground::Picture => shade(continent, territory.key, style),
        };
        let number = hot.flatten().and_then(|hot| hot.text.as_deref());
        let (text, disc) = match shown.camps.iter().find(|camp| camp.key == territory.key) {
            Some(camp) if camp.role == Role::Attacker => (Some(&*camp.units), ATTACKER),
            Some(camp) => (Some(&*camp.units), TARGET),
            None if hot.is_some() => (number, NUMBER),
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
    // Pictures for players show the ways by sea themselves.
    let drawn = |line: &Line| picture.is_none() || line.kind != LineKind::Sea;
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
    let diameter = draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER);
    let scene = Scene::new(regions, plots, &mask.background, &mask.separator, style)
        .with_links(links, draft.wrap)
        .with_badges(f32::from(diameter));
    match document.land().and_then(Land::last_drawn) {
        Some(drawn) => {
            let (from, within) = (Arc::clone(&drawn.from), drawn.within);
            let within = Rect {
                left: within.left.into(),
                top: within.top.into(),
                width: within.width().into(),
                height: within.height().into(),
            };
            scene.redrawn(from, within)
        }
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
    }
}

/// The ground of a territory in a continent of that colour. Territories of one
/// continent differ a little, so that one sees where each ends even before borders
/// are looked at.
fn shade(continent: Option<Rgb>, territory: TerritoryKey, style: Style) -> Rgb {
    let base = continent.unwrap_or(palette::NEUTRAL);
    let shade = (territory.0.wrapping_mul(2_654_435_761) >> 28) as f32 / 15.0;
    if is_dark(style) {
        mix(base, style.sea, 0.22 + shade * 0.2)
    } else {
        mix(base, Rgb::WHITE, 0.30 + shade * 0.2)
    }
}

/// The ground of one of the parts that a territory is to be divided into.
pub fn part(at: usize, style: Style) -> Rgb {
    let colours = palette::CONTINENTS;
    mix(colours[at % colours.len()], style.sea, 0.35)
}

/// The ground of a territory that is being drawn.
pub fn new_land(style: Style) -> Rgb {
    shade(None, TerritoryKey(0), style)
}

/// The ground where so much happens: from [`Heat::STEPS`] below nothing to as many above it.
/// Orange and blue, which also the colour-blind tell apart; the farther from nothing, the
/// farther in lightness, too.
pub fn heat(step: i8, style: Style) -> Rgb {
    let (nothing, more, less) = if is_dark(style) {
        (0x3A_424B, 0xFF_A34D, 0x62_B0FF)
    } else {
        (0xF3_F0EA, 0xBF_4500, 0x1C_5CA6)
    };
    let rgb = |hex: u32| Rgb::new((hex >> 16) as u8, (hex >> 8) as u8, hex as u8);
    let share = f32::from(step.unsigned_abs()) / f32::from(Heat::STEPS);
    mix(
        rgb(nothing),
        rgb(if step < 0 { less } else { more }),
        share.min(1.0),
    )
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
    links.collect()
}

fn kind(by: By) -> LineKind {
    match by {
        By::Land => LineKind::Land,
        By::Sea => LineKind::Sea,
    }
}

/// A line from pivot to pivot, if both have one.
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

/// What is drawn over the links: those of what is selected once more and strongly,
/// closed borders there, proposals, and what the tool in hand does. Takes time
/// proportional to what is selected and proposed.
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
            // A line between two that are selected is drawn once.
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

/// The plots of territories, which are painted in the order of the draft.
pub fn plots_of(draft: &Draft, keys: &[TerritoryKey]) -> Vec<PlotIndex> {
    keys.iter().filter_map(|key| draft.place_of(*key)).collect()
}
