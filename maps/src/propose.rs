//! Proposes a first draft from a mask, and additions to an existing draft.
//!
//! A [`Survey`] interprets a mask according to a draft: which colours are territories or sea, and
//! how wide lines are. From it come proposals: plain values that the author accepts individually or
//! together, each as an [`Edit`], or declines. Nothing here changes a draft by itself.

mod crossings;
mod survey;

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

pub use crossings::{Groups, Widths, crossings};
pub use survey::{SMALLEST_PART, Survey};

use crate::limits::{MAX_GAP, MAX_KEY_COLOURS, MAX_NEIGHBOURS, MAX_TERRITORIES};
use crate::mask::{Recognition, RegionId, Regions, Rgba, Role, SeaLink, pivots};
use crate::{
    By, Draft, Edit, ListChange, MaskFile, Neighbour, Point, Rgb, TerritoryId, TerritoryKey, Way,
    Wrap, author,
};

/// A border of this many pixels or fewer is a corner: it is proposed, but not linked in a first
/// draft.
pub const CORNER: u32 = 2;

/// What a mask adds to a draft.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proposals {
    /// Key colours without a territory.
    pub territories: Vec<NewTerritory>,
    /// Parts of territories without a pivot.
    pub pivots: Vec<NewPivot>,
    /// Territories that touch, but are neither linked nor closed to each other.
    pub land: Vec<NewLink>,
    /// Unlinked territories across water from each other, the nearest first.
    pub sea: Vec<NewLink>,
}

/// A key colour that might be a territory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTerritory {
    /// The key colour: opaque, unused, and not declared as sea or lines.
    pub colour: Rgb,
    /// Pixels of that colour in the whole mask.
    pub area: u64,
    /// A pivot for each part that matters, largest part first.
    pub pivots: Vec<Point>,
}

/// A part of a territory that should have a pivot.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPivot {
    /// The territory that the part belongs to.
    pub territory: TerritoryKey,
    /// The pixel of the part that is farthest from its border.
    pub at: Point,
    /// That distance, in pixels.
    pub radius: f64,
    /// Pixels of the part.
    pub area: u32,
}

/// Two territories that might be linked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewLink {
    /// The territory that would declare the link: the smaller id.
    pub from: TerritoryId,
    /// The other one.
    pub to: TerritoryId,
    /// What the mask shows of the pair.
    pub seen: Seen,
}

/// How two territories lie in the mask.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen {
    /// They touch along that many pixels.
    Border(u32),
    /// They lie across water.
    Across(SeaLink),
}

impl Proposals {
    /// Everything that a mask adds to a draft. The survey must be of this draft.
    pub fn new(regions: &Regions, draft: &Draft, survey: &Survey) -> Self {
        Self {
            territories: new_territories(regions, draft),
            pivots: new_pivots(regions, draft, survey),
            land: new_land(draft, survey),
            sea: new_sea(draft, survey.sea_links(regions, None)),
        }
    }

    /// Only [`Proposals::sea`]; `reach` and `watch` as in [`Survey::sea_links_watched`].
    pub fn across(
        regions: &Regions,
        draft: &Draft,
        survey: &Survey,
        reach: Option<f64>,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<NewLink>> {
        let candidates = survey.sea_links_watched(regions, reach, watch)?;
        Some(new_sea(draft, candidates))
    }
}

impl NewTerritory {
    /// The edit that adds it at the end, with a free id and no name.
    pub fn edit(&self, draft: &mut Draft) -> Edit {
        let mut territory = draft.fresh_territory();
        territory.id = Some(draft.free_territory_id());
        territory.colour = Some(self.colour);
        territory.pivots.clone_from(&self.pivots);
        author::add_territory(draft, territory)
    }
}

impl NewPivot {
    /// The edit that adds it after the others.
    pub fn edit(&self, draft: &Draft) -> Edit {
        author::add_pivot(draft, self.territory, self.at)
    }
}

impl NewLink {
    /// By land or by sea.
    pub fn by(&self) -> By {
        match self.seen {
            Seen::Border(_) => By::Land,
            Seen::Across(_) => By::Sea,
        }
    }

    /// The edit that links the two.
    pub fn edit(&self, draft: &Draft) -> Edit {
        author::link(draft, self.from, self.to, self.by(), Way::Both)
    }
}

fn centres(regions: &Regions, ids: &[RegionId]) -> Vec<Point> {
    let found = pivots(regions, ids.iter().copied());
    found.into_iter().map(|pivot| pivot.at).collect()
}

fn new_territories(regions: &Regions, draft: &Draft) -> Vec<NewTerritory> {
    let known: HashSet<Rgb> = draft.territories.iter().filter_map(|t| t.colour).collect();
    let set_aside: HashSet<Rgb> = draft.mask.iter().flat_map(MaskFile::no_land).collect();
    let is_new = |colour: Rgba| {
        colour.alpha() == 255
            && !known.contains(&colour.rgb())
            && !set_aside.contains(&colour.rgb())
    };
    if !regions.iter().any(|(_, region)| is_new(region.colour)) {
        return Vec::new();
    }
    let recognition = Recognition::of(regions);
    let lands = recognition.of_role(Role::Territory);
    let colours: Vec<Rgb> = lands
        .filter(|guess| is_new(guess.colour))
        .map(|guess| guess.colour.rgb())
        .take(MAX_TERRITORIES)
        .collect();
    let mut on = |_| ControlFlow::Continue(());
    in_reading_order(regions, &colours, &mut on).unwrap_or_default()
}

/// Territories of these key colours, ordered by the first pixel of their largest part, row by row;
/// `None` if `watch`, called with the progress, returns `Break`.
fn in_reading_order(
    regions: &Regions,
    colours: &[Rgb],
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<NewTerritory>> {
    let mut draft = Draft::new();
    for &colour in colours {
        let mut territory = draft.fresh_territory();
        territory.colour = Some(colour);
        draft.territories.push(territory);
    }
    let survey = Survey::with_gap(regions, &draft, 0);
    let mut order: Vec<usize> = (0..colours.len())
        .filter(|&at| !survey.parts().of(at).is_empty())
        .collect();
    order.sort_unstable_by_key(|&at| survey.parts().of(at)[0]);
    let all = order.len() as f64;
    let territory = |(done, at): (usize, usize)| {
        let new = NewTerritory {
            colour: colours[at],
            area: survey.parts().area(regions, at),
            pivots: centres(regions, survey.parts_that_matter(regions, at)),
        };
        let share = (done + 1) as f64 / all;
        watch(share).is_continue().then_some(new)
    };
    order.into_iter().enumerate().map(territory).collect()
}

fn new_pivots(regions: &Regions, draft: &Draft, survey: &Survey) -> Vec<NewPivot> {
    let mut missing = Vec::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        let held: HashSet<RegionId> = territory
            .pivots
            .iter()
            .filter_map(|pivot| regions.region_at(pivot.x, pivot.y))
            .collect();
        let parts = survey.parts_that_matter(regions, at).iter();
        missing.extend(
            parts
                .filter(|&id| !held.contains(id))
                .map(|&id| (territory.key, id)),
        );
    }
    let found = pivots(regions, missing.iter().map(|&(_, id)| id));
    let proposals = missing.into_iter().zip(found);
    proposals
        .map(|((territory, id), pivot)| NewPivot {
            territory,
            at: pivot.at,
            radius: pivot.radius(),
            area: regions.get(id).area,
        })
        .collect()
}

/// Pairs of ids that are linked, either way, or closed; smaller id first.
fn settled(draft: &Draft) -> HashSet<(TerritoryId, TerritoryId)> {
    let mut settled = HashSet::new();
    for territory in &draft.territories {
        let Some(id) = territory.id else { continue };
        let linked = territory.neighbours.iter().map(|n| n.to);
        for other in linked.chain(territory.closed.iter().copied()) {
            settled.insert((id.min(other), id.max(other)));
        }
    }
    settled
}

/// A pair of indices as a link of ids, unless it is settled.
fn link(
    draft: &Draft,
    settled: &HashSet<(TerritoryId, TerritoryId)>,
    (a, b): (usize, usize),
    seen: Seen,
) -> Option<NewLink> {
    let (a, b) = (draft.territories[a].id?, draft.territories[b].id?);
    let (from, to) = (a.min(b), a.max(b));
    let open = from != to && !settled.contains(&(from, to));
    open.then_some(NewLink { from, to, seen })
}

fn new_land(draft: &Draft, survey: &Survey) -> Vec<NewLink> {
    let settled = settled(draft);
    let mut links: Vec<NewLink> = survey
        .contacts()
        .filter_map(|(a, b, length)| link(draft, &settled, (a, b), Seen::Border(length)))
        .collect();
    links.sort_by_key(|link| (link.from, link.to));
    links
}

fn new_sea(draft: &Draft, candidates: Vec<SeaLink>) -> Vec<NewLink> {
    let settled = settled(draft);
    candidates
        .into_iter()
        .filter_map(|across| link(draft, &settled, (across.a, across.b), Seen::Across(across)))
        .collect()
}

/// A first draft from a mask: a territory for each key colour, in reading order, with pivots, and
/// with links by land where territories touch along more than [`CORNER`] pixels. Mask file, sea,
/// lines and gap are as recognised; continents and links by sea are left to the author.
///
/// Names stay empty, because an invented name could be mistaken for the author's. Everything stays
/// within the limits of the file format, such as [`MAX_KEY_COLOURS`].
///
/// Takes time linear in the runs and regions, and in the pixels of those that become territories.
pub fn draft(regions: &Regions, recognition: &Recognition, mask_file: &str, wrap: Wrap) -> Draft {
    let mut on = |_| ControlFlow::Continue(());
    draft_watched(regions, recognition, mask_file, wrap, &mut on).unwrap_or_default()
}

/// [`draft`] that calls `watch` once for each territory with the progress, from 0 to 1; `None` if
/// it returns `Break`.
pub fn draft_watched(
    regions: &Regions,
    recognition: &Recognition,
    mask_file: &str,
    wrap: Wrap,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Draft> {
    /// The share of the work spent on finding pivots.
    const PIVOTS: f64 = 0.8;
    let of_role = |role| recognition.of_role(role).map(|guess| guess.colour);
    // Transparent pixels need not be declared as background.
    let stated = |role| {
        of_role(role)
            .filter(|c| c.alpha() == 255)
            .map(Rgba::rgb)
            .take(MAX_KEY_COLOURS)
            .collect()
    };
    let gap = recognition.gap.min(MAX_GAP.into());
    let mut draft = Draft::new();
    draft.wrap = wrap;
    draft.mask = Some(MaskFile {
        file: mask_file.to_owned(),
        background: stated(Role::Background),
        separator: stated(Role::Separator),
        gap: Some(gap as u16),
    });
    let colours: Vec<Rgb> = of_role(Role::Territory)
        .map(Rgba::rgb)
        .take(MAX_TERRITORIES)
        .collect();
    let mut pivots_watch = |share| watch(share * PIVOTS);
    let territories = in_reading_order(regions, &colours, &mut pivots_watch)?;
    for (id, new) in (0..).zip(territories) {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.colour = Some(new.colour);
        territory.pivots = new.pivots;
        draft.territories.push(territory);
    }
    let survey = Survey::with_gap(regions, &draft, gap);
    for (a, b, _) in survey.contacts().filter(|&(_, _, length)| length > CORNER) {
        // Either may declare it; if one is full, the other does.
        for (from, to) in [(a, b), (b, a)] {
            let neighbours = &mut draft.territories[from].neighbours;
            if neighbours.len() < MAX_NEIGHBOURS {
                neighbours.push(Neighbour::land(TerritoryId(to as u16)));
                break;
            }
        }
    }
    watch(1.0).is_continue().then_some(draft)
}

/// The edit that accepts many links at once. They must concern different pairs.
pub fn accept_all<'a>(draft: &Draft, links: impl IntoIterator<Item = &'a NewLink>) -> Edit {
    let mut added: BTreeMap<TerritoryId, usize> = BTreeMap::new();
    let mut edits = Vec::new();
    for link in links {
        let Some(territory) = draft.territory_by_id(link.from) else {
            continue;
        };
        let before = added.entry(link.from).or_default();
        let item = Neighbour {
            to: link.to,
            by: link.by(),
            way: Way::Both,
        };
        let at = territory.neighbours.len() + *before;
        *before += 1;
        edits.push(Edit::Neighbours(
            territory.key,
            ListChange::Insert { at, item },
        ));
    }
    Edit::batch(edits)
}

#[cfg(test)]
mod tests;
