//! Recipes: all input of `marchland-maps new` in a file, so that a map can be rebuilt byte for
//! byte.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Created, Options};
use crate::bonus::Extent;
use crate::formats::geojson;
use crate::hues;
use crate::outlines::tidy::TidyOptions;
use crate::outlines::{Projection, SheetOptions};
use crate::{Neighbour, Rgb, TerritoryId, Translation};

/// A recipe file (`.toml`).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The GeoJSON or SVG file, relative to the recipe.
    pub input: String,
    /// The map's id.
    pub id: Option<String>,
    /// The map's name.
    pub name: Option<String>,
    /// The name in other languages, by language tag.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Who made it.
    pub author: Option<String>,
    /// Under which licence.
    pub licence: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Pixels of the longer side.
    pub size: Option<u32>,
    /// Pixels of sea at the edges.
    pub margin: Option<u32>,
    /// The map projection.
    pub projection: Option<Projection>,
    /// Parts with fewer pixels are dropped.
    pub speck: Option<usize>,
    /// Territories with fewer pixels are grown.
    pub least: Option<usize>,
    /// Keep territories apart that touch only because of the pixel size.
    pub straits: Option<bool>,
    /// Diameter of badges in pixels.
    pub badge: Option<u16>,
    /// Which GeoJSON properties to use.
    #[serde(default)]
    pub properties: geojson::Options,
    /// A table of links (CSV with the columns `a`, `b`, `kind`), relative to the recipe. Rows of
    /// kind `sea` become sea links; rows of kind `land` must match the contacts in the mask.
    pub links: Option<String>,
    /// Continents in the order of their ids.
    #[serde(default, rename = "continent")]
    pub continents: Vec<ContinentRecipe>,
}

/// A continent of a recipe, with its members.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContinentRecipe {
    /// Its name in the input, if different.
    pub key: Option<String>,
    /// Its name in the map's first language.
    pub name: String,
    /// Its name in other languages, by language tag.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Units that its sole owner gets; a suitable number if not stated.
    pub bonus: Option<u16>,
    /// Its colour as `#RRGGBB`; chosen automatically if not stated.
    pub colour: Option<String>,
}

/// Why a recipe cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// The recipe cannot be parsed.
    #[error("{0}")]
    Syntax(Box<toml::de::Error>),
    /// The table of links cannot be read.
    #[error("the table of links: {0}")]
    Table(csv::Error),
    /// A colour is malformed.
    #[error("continent “{continent}”: {error}")]
    Colour {
        /// The continent's name.
        continent: String,
        /// The error.
        error: crate::ParseRgbError,
    },
    /// A continent of the recipe is not in the input.
    #[error("the input has no continent “{0}”")]
    UnknownContinent(String),
    /// A continent of the input is not in the recipe.
    #[error("the recipe does not name the continent “{0}” of the input")]
    UnnamedContinent(String),
    /// A row refers to a territory that does not exist.
    #[error("the table of links has territory {0}, but there are only {1}")]
    UnknownTerritory(u16, usize),
    /// The mask's contacts differ from the table's land links.
    #[error("the mask does not agree with the table of links: {}", .0.join("; "))]
    Links(Vec<String>),
}

/// A table of links.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LinkTable {
    /// Pairs by land, lower first.
    pub land: Vec<(u16, u16)>,
    /// Pairs by sea, lower first.
    pub sea: Vec<(u16, u16)>,
}

#[derive(Deserialize)]
struct Row {
    a: u16,
    b: u16,
    kind: String,
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    /// If it is malformed, with line and column.
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        toml::from_str(text).map_err(|error| RecipeError::Syntax(Box::new(error)))
    }

    /// Size, projection and tidying, with defaults for missing values.
    pub fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            sheet: SheetOptions {
                size: self.size.unwrap_or(usual.sheet.size),
                margin: self.margin.unwrap_or(usual.sheet.margin),
                projection: self.projection,
            },
            tidy: TidyOptions {
                speck: self.speck.unwrap_or(usual.tidy.speck),
                least: self.least.unwrap_or(usual.tidy.least),
                straits: self.straits.unwrap_or(usual.tidy.straits),
            },
        }
    }

    /// Applies the recipe to a new map.
    ///
    /// # Errors
    /// If recipe, table and map contradict each other.
    pub fn apply(
        &self,
        created: &mut Created,
        table: Option<&LinkTable>,
    ) -> Result<(), RecipeError> {
        let draft = &mut created.draft;
        draft.id.clone_from(&self.id);
        draft.author.clone_from(&self.author);
        draft.licence.clone_from(&self.licence);
        draft.description.clone_from(&self.description);
        draft.badge_diameter = self.badge.or(draft.badge_diameter);
        if self.name.is_some() {
            draft.name.text.clone_from(&self.name);
        }
        draft.name.translations = translations(&self.names);
        if let Some(table) = table {
            link(created, table)?;
        }
        self.name_continents(created)?;
        hues::fill(&mut created.draft);
        Ok(())
    }

    fn name_continents(&self, created: &mut Created) -> Result<(), RecipeError> {
        if self.continents.is_empty() {
            return Ok(());
        }
        let draft = &mut created.draft;
        let mut old = std::mem::take(&mut draft.continents);
        let mut moved = BTreeMap::new();
        for (i, recipe) in self.continents.iter().enumerate() {
            let id = crate::ContinentId(i as u16);
            let key = recipe.key.as_ref().unwrap_or(&recipe.name);
            let at = old.iter().position(|c| c.name.text.as_ref() == Some(key));
            let mut continent =
                old.remove(at.ok_or_else(|| RecipeError::UnknownContinent(key.clone()))?);
            moved.insert(continent.id, id);
            continent.id = Some(id);
            continent.name.text = Some(recipe.name.clone());
            continent.name.translations = translations(&recipe.names);
            let colour = recipe.colour.as_deref().map(str::parse::<Rgb>).transpose();
            continent.colour = colour.map_err(|error| RecipeError::Colour {
                continent: recipe.name.clone(),
                error,
            })?;
            continent.bonus = recipe.bonus;
            draft.continents.push(continent);
        }
        if let Some(left) = old.into_iter().find_map(|continent| continent.name.text) {
            return Err(RecipeError::UnnamedContinent(left));
        }
        for territory in &mut draft.territories {
            territory.continent = territory
                .continent
                .and_then(|id| moved.get(&Some(id)).copied());
        }
        for at in 0..draft.continents.len() {
            if draft.continents[at].bonus.is_none() {
                let bonus = Extent::of(draft, crate::ContinentId(at as u16)).suitable();
                draft.continents[at].bonus = Some(bonus);
            }
        }
        Ok(())
    }
}

fn translations(names: &BTreeMap<String, String>) -> Vec<Translation> {
    let translation = |(lang, text): (&String, &String)| Translation {
        lang: lang.clone(),
        text: text.clone(),
    };
    names.iter().map(translation).collect()
}

impl LinkTable {
    /// Reads a table: columns `a` and `b` hold ids, `kind` begins with `land` or `sea`; other kinds
    /// and columns are comments.
    ///
    /// # Errors
    /// If it is malformed, with line and column.
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        let mut table = Self::default();
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let Row { a, b, kind } = row.map_err(RecipeError::Table)?;
            let pair = (a.min(b), a.max(b));
            if kind.starts_with("land") {
                table.land.push(pair);
            } else if kind.starts_with("sea") {
                table.sea.push(pair);
            }
        }
        Ok(table)
    }
}

/// Adds the sea links; refuses if the land links differ.
fn link(created: &mut Created, table: &LinkTable) -> Result<(), RecipeError> {
    let draft = &mut created.draft;
    let count = draft.territories.len();
    let pairs = table.land.iter().chain(&table.sea);
    if let Some(&(_, b)) = pairs.into_iter().find(|pair| usize::from(pair.1) >= count) {
        return Err(RecipeError::UnknownTerritory(b, count));
    }
    let touching = draft.links();
    let touching = touching.filter_map(|(t, n)| Some((t.id?.0, n.to.0)));
    let touching: BTreeSet<_> = touching.collect();
    let land: BTreeSet<_> = table.land.iter().copied().collect();
    let told = |&(a, b): &(u16, u16), what: &str| {
        let [a, b] = [a, b].map(|id| draft.territory_label(id.into()));
        format!("{a} and {b} {what}")
    };
    let strange = touching.difference(&land).map(|pair| told(pair, "touch"));
    let missing = land.difference(&touching);
    let missing = missing.map(|pair| told(pair, "do not touch"));
    let differences: Vec<String> = strange.chain(missing).collect();
    if !differences.is_empty() {
        return Err(RecipeError::Links(differences));
    }
    for &(a, b) in &table.sea {
        let neighbours = &mut draft.territories[usize::from(a)].neighbours;
        neighbours.push(Neighbour::sea(TerritoryId(b)));
        neighbours.sort_by_key(|n| n.to);
    }
    Ok(())
}
