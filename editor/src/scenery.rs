//! From a document to the scene that the board paints.

use std::collections::HashMap;

use marchland_board::{Badge, Line, LineKind, Picture, Plot, PlotIndex, Scene, Style, mix};
use marchland_maps::{By, Draft, Map, Point, Rgb, Territory, TerritoryId, TerritoryKey, Way};

use crate::document::Document;
use crate::odds::Role;
use crate::palette;
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
    /// Names.
    pub names: bool,
    /// Links.
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

/// A territory in a battle that is weighed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camp {
    /// Which.
    pub key: TerritoryKey,
    /// What it does.
    pub role: Role,
    /// Its units, as they are typed.
    pub units: String,
}

/// Discs of whoever attacks.
const ATTACKER: Rgb = Rgb::new(0x00, 0x5A, 0x9C);
/// Discs of whoever is attacked.
const TARGET: Rgb = Rgb::new(0xA8, 0x2A, 0x3C);

/// Makes the scene of a document, without lines and marks.
pub fn scene(
    document: &Document,
    layers: Layers,
    camps: &[Camp],
    picture: Option<&Picture>,
    style: Style,
) -> Scene {
    let draft = document.draft();
    let plots = draft
        .territories
        .iter()
        .enumerate()
        .map(|(at, territory)| plot(document, at, territory, layers, camps, style))
        .collect();
    let mask = draft.mask.clone().unwrap_or_default();
    let regions = document.land().map(|land| land.regions().clone());
    let diameter = draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER);
    let picture = (layers.ground == Ground::Picture)
        .then_some(picture)
        .flatten();
    let scene = Scene::new(regions, plots, &mask.background, &mask.separator, style)
        .with_lines(Vec::new(), draft.wrap)
        .with_badges(f32::from(diameter))
        .with_picture(picture.map(|picture| picture.tinted(0.0)));
    if camps.is_empty() {
        scene
    } else {
        scene.with_readable_badges()
    }
}

fn plot(
    document: &Document,
    at: usize,
    territory: &Territory,
    layers: Layers,
    camps: &[Camp],
    style: Style,
) -> Plot {
    let regions = document.land().map_or(&[][..], |land| land.parts_of(at));
    let (text, disc) = match camps.iter().find(|camp| camp.key == territory.key) {
        Some(camp) if camp.role == Role::Attacker => (Some(&*camp.units), ATTACKER),
        Some(camp) => (Some(&*camp.units), TARGET),
        None => (layers.badges.then_some("88"), Rgb::new(0x2B, 0x3A, 0x4A)),
    };
    let at = territory.badge.or(territory.pivots.first().copied());
    let badge = at.zip(text).map(|(at, text)| Badge {
        at,
        text: text.to_owned(),
        colour: disc,
    });
    Plot {
        regions: regions.to_vec(),
        colour: colour(document.draft(), territory, layers.ground, style),
        label: territory.name.text.clone().unwrap_or_default(),
        pivots: territory.pivots.clone(),
        badge,
    }
}

/// The colour of a territory's ground.
pub fn colour(draft: &Draft, territory: &Territory, ground: Ground, style: Style) -> Rgb {
    if ground == Ground::Keys {
        return territory.colour.unwrap_or(palette::NEUTRAL);
    }
    let continent = territory
        .continent
        .and_then(|id| draft.continent_by_id(id))
        .and_then(|c| c.colour);
    let base = continent.unwrap_or(palette::NEUTRAL);
    // Territories of one continent differ a little, so that one sees where
    // each ends even before borders are looked at.
    let shade = (territory.key.0.wrapping_mul(2_654_435_761) >> 28) as f32 / 15.0;
    let paper = if is_dark(style) {
        style.sea
    } else {
        Rgb::WHITE
    };
    mix(
        base,
        paper,
        if is_dark(style) { 0.22 } else { 0.30 } + shade * 0.2,
    )
}

fn is_dark(style: Style) -> bool {
    style.sea.0.iter().map(|&part| u32::from(part)).sum::<u32>() < 384
}

/// The scene of a document on which a game is played: names and land, nobody on
/// it, and numbers that can be read.
pub fn battlefield(document: &Document, style: Style) -> Scene {
    let draft = document.draft();
    let plots = draft.territories.iter().enumerate().map(|(at, territory)| {
        let regions = document.land().map_or(&[][..], |land| land.parts_of(at));
        Plot {
            regions: regions.to_vec(),
            colour: ground(palette::NEUTRAL, style),
            label: territory.name.text.clone().unwrap_or_default(),
            pivots: territory.pivots.clone(),
            badge: None,
        }
    });
    let mask = draft.mask.clone().unwrap_or_default();
    let regions = document.land().map(|land| land.regions().clone());
    let diameter = draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER);
    Scene::new(
        regions,
        plots.collect(),
        &mask.background,
        &mask.separator,
        style,
    )
    .with_lines(links(document), draft.wrap)
    .with_badges(f32::from(diameter))
    .with_readable_badges()
}

/// The links of a document.
pub fn links(document: &Document) -> Vec<Line> {
    let lines = lines(document, &Props::default());
    let is_link = |line: &Line| matches!(line.kind, LineKind::Land | LineKind::Sea);
    let plain = |line| Line {
        strong: false,
        ..line
    };
    lines.into_iter().filter(is_link).map(plain).collect()
}

/// The ground of whoever owns it: paler than the owner's disc.
pub fn ground(owner: Rgb, style: Style) -> Rgb {
    if is_dark(style) {
        mix(owner, style.sea, 0.3)
    } else {
        mix(owner, Rgb::WHITE, 0.35)
    }
}

/// All lines: links, proposals, closed borders of what is selected.
pub fn lines(document: &Document, props: &Props) -> Vec<Line> {
    let draft = document.draft();
    let selection = document.selection();
    let by_id: HashMap<TerritoryId, &Territory> = draft
        .territories
        .iter()
        .rev()
        .filter_map(|t| Some((t.id?, t)))
        .collect();
    let end = |territory: &Territory| territory.pivots.first().copied();
    let mut lines = Vec::new();
    let mut push = |a: &Territory, b: &Territory, kind, one_way, strong| {
        if let (Some(from), Some(to)) = (end(a), end(b)) {
            lines.push(Line {
                from,
                to,
                kind,
                one_way,
                strong,
            });
        }
    };
    for (from, link) in draft.links() {
        let Some(to) = by_id.get(&link.to) else {
            continue;
        };
        let kind = match link.by {
            By::Land => LineKind::Land,
            By::Sea => LineKind::Sea,
        };
        let strong = selection.contains(from.key) || selection.contains(to.key);
        push(from, to, kind, link.way == Way::One, strong);
    }
    for territory in &draft.territories {
        for other in territory.closed.iter().filter_map(|id| by_id.get(id)) {
            if selection.contains(territory.key) || selection.contains(other.key) {
                push(territory, other, LineKind::Shut, false, true);
            }
        }
    }
    let shown: &[Proposal] = if props.proposals {
        document.proposals()
    } else {
        &[]
    };
    let asked = props.asked.as_ref();
    let shown = shown.iter().chain(&props.across);
    for proposal in shown.filter(|p| asked != Some(*p)).chain(asked) {
        if let (Some(a), Some(b)) = (draft.territory(proposal.a), draft.territory(proposal.b)) {
            let is_asked = asked == Some(proposal);
            let kind = if is_asked {
                LineKind::Asked
            } else {
                LineKind::Proposed
            };
            push(a, b, kind, false, is_asked);
        }
    }
    for pair in props.camps.windows(2) {
        if let (Some(a), Some(b)) = (draft.territory(pair[0].key), draft.territory(pair[1].key)) {
            push(a, b, LineKind::Attack, true, true);
        }
    }
    if let Some((from, to)) = props.drawing
        && let Some(from) = draft.territory(from).and_then(end)
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
    if let [one] = keys {
        let at = draft.territories.iter().position(|t| t.key == *one);
        return at.into_iter().collect();
    }
    if keys.is_empty() {
        return Vec::new();
    }
    let places = draft.territories.iter().enumerate();
    let places: HashMap<TerritoryKey, PlotIndex> = places.map(|(at, t)| (t.key, at)).collect();
    keys.iter()
        .filter_map(|key| places.get(key).copied())
        .collect()
}
