//! Makes a new map from shapes: rasterised, coloured, linked where territories touch.

mod build;
pub(crate) mod pivots;
mod recipe;

use std::collections::{HashMap, HashSet};

pub use build::{BuildError, Built, InputFormat};
pub use recipe::{ContinentRecipe, LinkTable, Recipe, RecipeError};

use crate::limits::{MAX_CONTINENTS, MAX_NAME_CHARS};
use crate::outlines::tidy::{self, Tidied, TidyOptions};
use crate::outlines::{FillError, FitError, Grid, Outlines, Sheet, SheetOptions, Space};
use crate::{
    Continent, ContinentId, Draft, MaskFile, Names, Neighbour, Rgb, Territory, TerritoryId, Wrap,
    keys,
};

/// The colour of the sea in the masks we make.
pub const SEA: Rgb = Rgb::WHITE;

/// Options for turning shapes into a map.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Size, margin, projection.
    pub sheet: SheetOptions,
    /// Specks, small territories, straits.
    pub tidy: TidyOptions,
}

/// Why shapes cannot become a map.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The shapes do not fit on a sheet.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The shapes cannot be filled.
    #[error(transparent)]
    Fill(#[from] FillError),
}

/// A new map: its draft, still without pivots, and its mask.
#[derive(Debug, Clone)]
pub struct Created {
    /// Territories with names, continents, colours and land links.
    pub draft: Draft,
    /// The mask as territory indices plus one.
    pub grid: Grid,
    /// The key colour of each territory, by index.
    pub keys: Vec<Rgb>,
    /// What was tidied.
    pub tidied: Tidied,
    /// Number of continents left out because a map may not have more; their members belong to
    /// none.
    pub continents_left_out: usize,
}

/// Makes a map from shapes.
///
/// Ids are the file's if they run from 0 without gaps, else its order. Territories that touch are
/// linked by land. A repeated name gets a number, because names must be unique.
///
/// # Errors
/// If the shapes cannot be drawn.
pub fn from_outlines(mut outlines: Outlines, options: &Options) -> Result<Created, CreateError> {
    outlines.number();
    let sheet = Sheet::fit(&outlines, &options.sheet)?;
    let mut grid = sheet.fill(outlines.space == Space::Downwards)?;
    let tidied = tidy::tidy(&mut grid, &sheet, outlines.shapes.len(), options.tidy);
    let keys = keys::distinct(outlines.shapes.len(), &[SEA]);
    let mut draft = Draft::new();
    draft.wrap = Wrap {
        horizontal: sheet.wraps(),
        vertical: false,
    };
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        background: vec![SEA],
        ..MaskFile::default()
    });
    let continents_left_out = add_continents(&mut draft, &outlines);
    let mut taken = Taken::default();
    for (shape, &key) in outlines.shapes.iter().zip(&keys) {
        let continent = shape.continent.as_ref().and_then(|name| {
            let mut continents = draft.continents.iter();
            continents.find(|c| c.name.text.as_ref() == Some(name))?.id
        });
        let mut names = shape.names.clone();
        names.text = names.text.map(|name| taken.unique(&name));
        let territory = draft.fresh_territory();
        draft.territories.push(Territory {
            id: shape.id,
            name: names,
            colour: Some(key),
            continent,
            ..territory
        });
    }
    for (a, b) in tidy::touching(&grid).into_keys() {
        if !tidied.stuck.contains(&(a, b)) {
            let neighbour = Neighbour::land(TerritoryId(b));
            draft.territories[usize::from(a)].neighbours.push(neighbour);
        }
    }
    Ok(Created {
        draft,
        grid,
        keys,
        tidied,
        continents_left_out,
    })
}

/// Adds the continents in the order of the shapes; returns how many were too many.
fn add_continents(draft: &mut Draft, outlines: &Outlines) -> usize {
    let mut seen = HashSet::new();
    let names = outlines
        .shapes
        .iter()
        .filter_map(|s| s.continent.as_deref());
    let names: Vec<&str> = names.filter(|&name| seen.insert(name)).collect();
    for (i, &name) in names.iter().take(MAX_CONTINENTS).enumerate() {
        let continent = draft.fresh_continent();
        draft.continents.push(Continent {
            id: Some(ContinentId(i as u16)),
            name: Names::plain(name),
            ..continent
        });
    }
    names.len().saturating_sub(MAX_CONTINENTS)
}

/// Names that are taken.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
    /// By the beginning of a name: the last number appended to it, so that a thousand equal names
    /// take linear time.
    numbers: HashMap<String, usize>,
}

impl Taken {
    /// Most characters of a number in brackets.
    const SUFFIX: usize = 8;

    /// The name, with a number appended if it is taken.
    fn unique(&mut self, name: &str) -> String {
        if self.names.insert(name.to_owned()) {
            return name.to_owned();
        }
        let room = MAX_NAME_CHARS - Self::SUFFIX;
        let start: String = name.chars().take(room).collect();
        let number = self.numbers.entry(start.clone()).or_insert(1);
        loop {
            *number += 1;
            let candidate = format!("{start} ({number})");
            if self.names.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}
