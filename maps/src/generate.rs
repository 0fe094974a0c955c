//! Generates random maps from a seed: coasts, territories, continents, links by sea, bonuses and
//! names.
//!
//! ```text
//! plan ── provinces ── coasts ── territories ── borders put right ──┐   cells
//!                                                                   v
//!         names, bonuses, pivots <── links by sea <── limits <── pixels
//! ```
//!
//! A map is planned on a lattice of cells, about 600 for each territory, so that a preview of
//! another size shows the same land. A map that violates the limits is discarded, and the next
//! sub-seed tried.
//!
//! All calculations use integers, except the weights of [`divide`](crate::divide): the same plan
//! gives the same map on any machine. Sources: falloff and noise with the sea level by quantile,
//! and noisy borders (Patel 2010).

mod begun;
mod cells;
mod coast;
mod colours;
mod complete;
mod limits;
mod names;
mod net;
mod plan;
mod raster;
mod straits;
mod syllables;
mod territories;

use std::ops::ControlFlow;

pub use begun::begun_with;
pub use complete::complete;
pub use limits::Unmet;
pub use plan::{
    LAND, MOST_PIXELS, Plan, PlanError, TERRITORIES, least_continents, most_continents,
};

use crate::bonus::Extent;
use crate::chance::mix;
use crate::create::{SEA, pivots};
use crate::mask::{self, MaskError, RegionId, Regions};
use crate::outlines::{Grid, tidy};
use crate::{
    Continent, ContinentId, Draft, MaskFile, Names, Neighbour, Territory, TerritoryId, keys,
};
use coast::Sheet;
use net::Net;
use territories::Country;

/// The program that generates maps, as it names itself in them.
const COMMAND: &str = "marchland-maps generate";

/// Number of sub-seeds that are tried.
const ATTEMPTS: u64 = 20;

/// A new map: its draft, and its mask.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Complete except for what only its author knows; the mask is `mask.png`, the image
    /// `image.png`.
    pub draft: Draft,
    /// The mask as territory indices plus one.
    pub grid: Grid,
    /// The mask.
    pub regions: Regions,
}

/// Why no map was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The plan is not possible.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// No sub-seed gave a map within all limits.
    #[error(
        "no map came out of {ATTEMPTS} attempts that can be played well: {0}; or try another seed"
    )]
    Unmet(Unmet),
    /// The mask exceeds the limits.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// The caller cancelled.
    #[error("making the map was cancelled")]
    Cancelled,
}

impl From<Unmet> for GenerateError {
    fn from(unmet: Unmet) -> Self {
        Self::Unmet(unmet)
    }
}

/// Generates the map of a plan: the same plan gives the same map. `watch` is called with the
/// current step and its progress, from 0 to 1, and can cancel by returning `Break`.
///
/// # Errors
/// [`GenerateError`].
pub fn generate(
    plan: &Plan,
    watch: &mut dyn FnMut(&str, f64) -> ControlFlow<()>,
) -> Result<Generated, GenerateError> {
    plan.check()?;
    drawn(plan, plan, watch)
}

/// The map of a plan, drawn this many pixels wide as a preview: coasts, territories and links are
/// usually those of [`generate`].
///
/// # Errors
/// [`GenerateError`].
pub fn preview(
    plan: &Plan,
    width: u32,
    watch: &mut dyn FnMut(&str, f64) -> ControlFlow<()>,
) -> Result<Generated, GenerateError> {
    plan.check()?;
    let height = u64::from(plan.size.1) * u64::from(width) / u64::from(plan.size.0);
    let size = (
        width.clamp(1, plan.size.0),
        (height as u32).clamp(1, plan.size.1),
    );
    drawn(plan, &Plan { size, ..*plan }, watch)
}

/// The map of a plan on the sheet of another.
fn drawn(
    plan: &Plan,
    sheet: &Plan,
    watch: &mut dyn FnMut(&str, f64) -> ControlFlow<()>,
) -> Result<Generated, GenerateError> {
    // Report what most attempts failed for.
    let mut unmet: Vec<(Unmet, usize)> = Vec::new();
    for attempt in 0..ATTEMPTS {
        match attempted(plan, sheet, mix(plan.seed ^ mix(attempt)), watch) {
            Err(GenerateError::Unmet(limit)) => {
                let same = std::mem::discriminant(&limit);
                let known =
                    |(known, _): &&mut (Unmet, usize)| std::mem::discriminant(known) == same;
                match unmet.iter_mut().find(known) {
                    Some((_, count)) => *count += 1,
                    None => unmet.push((limit, 1)),
                }
            }
            done => return done,
        }
    }
    let most = unmet.into_iter().max_by_key(|&(_, count)| count);
    Err(GenerateError::Unmet(
        most.map_or(Unmet::Land, |(limit, _)| limit),
    ))
}

/// Turns a cancellation into an error.
fn proceed(flow: ControlFlow<()>) -> Result<(), GenerateError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(GenerateError::Cancelled),
    }
}

fn attempted(
    plan: &Plan,
    canvas: &Plan,
    seed: u64,
    watch: &mut dyn FnMut(&str, f64) -> ControlFlow<()>,
) -> Result<Generated, GenerateError> {
    let members = plan.members(seed);
    let (width, height) = plan.cells();
    let sheet = Sheet {
        width,
        height,
        members,
        seed,
    };
    let mut cancelled = false;
    let mut report = |step: &str, share: f64| {
        let flow = watch(step, share);
        cancelled |= flow.is_break();
        flow
    };
    let drawn = coast::draw(&sheet, &mut || report("Raising the land", 0.5));
    let settled = drawn.and_then(|continents| {
        let mut watch_division = |share| report("Dividing the land", share);
        territories::settle(&continents, &sheet.members, seed, &mut watch_division)
    });
    let Some(country) = settled else {
        return Err(if cancelled {
            GenerateError::Cancelled
        } else {
            Unmet::Land.into()
        });
    };
    if !country.is_fair() {
        return Err(Unmet::Sizes.into());
    }
    // Cheap, and nearly always right: will it be possible?
    straits::choose(&country, &country.net(), &country.middles())?;
    proceed(watch("Drawing the coasts", 0.0))?;
    let grid = raster::draw(&country, canvas.size, seed);
    proceed(watch("Placing the pivots", 0.0))?;
    let (draft, regions) = drafted(canvas, &country, &grid)?;
    // A preview needs no room for badges.
    if plan == canvas && !has_room(&draft, &regions) {
        return Err(Unmet::Room.into());
    }
    proceed(watch("Linking and naming", 0.0))?;
    let mut draft = finished(canvas, seed, draft, &country, &grid)?;
    draft.description = Some(plan.to_string());
    Ok(Generated {
        draft,
        grid,
        regions,
    })
}

/// Territories and continents with colours and pivots.
fn drafted(plan: &Plan, country: &Country, grid: &Grid) -> Result<(Draft, Regions), MaskError> {
    let keys = keys::distinct(country.homes.len(), &[SEA]);
    let mut draft = Draft::new();
    draft.badge_diameter = Some(plan.badge());
    draft.image = Some("image.png".to_owned());
    draft.mask = Some(MaskFile {
        file: "mask.png".to_owned(),
        background: vec![SEA],
        gap: Some(0),
        ..MaskFile::default()
    });
    for id in 0..plan.continents {
        let continent = draft.fresh_continent();
        draft.continents.push(Continent {
            id: Some(ContinentId(id)),
            ..continent
        });
    }
    for ((id, &home), &key) in (0..).zip(&country.homes).zip(&keys) {
        let territory = draft.fresh_territory();
        draft.territories.push(Territory {
            id: Some(TerritoryId(id)),
            colour: Some(key),
            continent: Some(ContinentId(home)),
            ..territory
        });
    }
    let regions = pivots::regions(grid, SEA, &keys)?;
    pivots::add_pivots(&mut draft, &regions);
    Ok((draft, regions))
}

/// Whether every badge lies on its own land.
fn has_room(draft: &Draft, regions: &Regions) -> bool {
    let mains: Option<Vec<RegionId>> = draft
        .territories
        .iter()
        .map(|territory| {
            let pivot = territory.pivots.first()?;
            regions.region_at(pivot.x, pivot.y)
        })
        .collect();
    let least = f64::from(draft.badge_diameter.unwrap_or(0)) / 2.0 + 1.0;
    mains.is_some_and(|mains| {
        let rooms = mask::pivots(regions, mains);
        rooms.into_iter().all(|pivot| pivot.radius() >= least)
    })
}

/// Links, names, bonuses and metadata.
fn finished(
    plan: &Plan,
    seed: u64,
    mut draft: Draft,
    country: &Country,
    grid: &Grid,
) -> Result<Draft, Unmet> {
    let mut land = Net::new(country.homes.len());
    let mut corners = Vec::new();
    for ((a, b), length) in tidy::touching(grid) {
        if length >= plan.corner() {
            land.link(a.into(), b.into());
            let neighbour = Neighbour::land(TerritoryId(b));
            draft.territories[usize::from(a)].neighbours.push(neighbour);
        } else {
            corners.push([a, b].map(TerritoryId));
        }
    }
    let (width, height) = (country.grid.width(), country.grid.height());
    let middles = draft.territories.iter().filter_map(|territory| {
        let pivot = territory.pivots.first()?;
        let cell =
            |at: u32, cells: usize, pixels: u32| i64::from(at) * cells as i64 / i64::from(pixels);
        Some((
            cell(pivot.x, width, plan.size.0),
            cell(pivot.y, height, plan.size.1),
        ))
    });
    let middles: Vec<_> = middles.collect();
    for (a, b) in straits::choose(country, &land, &middles)? {
        let neighbour = Neighbour::sea(TerritoryId(b as u16));
        draft.territories[a].neighbours.push(neighbour);
    }
    // Otherwise contacts at corners would be reported as undecided.
    for [a, b] in corners {
        if draft.can_go(a, b).is_none() {
            draft.territories[usize::from(a.0)].closed.push(b);
        }
    }
    for territory in &mut draft.territories {
        territory.neighbours.sort_by_key(|neighbour| neighbour.to);
    }
    let invented = names::invent([].into_iter(), 0..plan.continents, &country.homes, seed);
    draft.name = Names::plain(invented.world);
    for (territory, name) in draft.territories.iter_mut().zip(invented.territories) {
        territory.name = Names::plain(name);
    }
    for (at, name) in invented.continents.into_iter().enumerate() {
        let bonus = Extent::of(&draft, ContinentId(at as u16)).suitable();
        let continent = &mut draft.continents[at];
        continent.name = Names::plain(name);
        continent.bonus = Some(bonus);
    }
    let home = |at: u16| country.homes[usize::from(at)];
    let links: Vec<(u16, u16)> = draft
        .links()
        .filter_map(|(from, link)| Some((home(from.id?.0), home(link.to.0))))
        .filter(|(a, b)| a != b)
        .collect();
    let colours = colours::choose(draft.continents.len(), &links);
    for (continent, colour) in draft.continents.iter_mut().zip(colours) {
        continent.colour = Some(colour);
    }
    draft.author = Some(COMMAND.to_owned());
    draft.licence = Some("CC0-1.0".to_owned());
    Ok(draft)
}

#[cfg(test)]
mod tests;
