//! `marchland-maps new`: a map out of shapes.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::create::{Built, InputFormat, Recipe};
use marchland_maps::folder::Folder;
use marchland_maps::outlines::Projection;

use super::Outcome;
use super::files::{read_text, write_file};

/// Make a map out of shapes: a GeoJSON file, or a recipe.
///
/// The shapes become a mask without anti-aliasing in well-separated colours.
/// Territories that touch are linked by land; straits stay open and small
/// islands are kept large enough to click. Names, translations and continents
/// come from the properties. Geographic coordinates are projected: a continent
/// or less equal-area, the whole world by Miller's projection, wrapping around.
/// An image for players is drawn, too.
///
/// A recipe (.toml) holds all options in a file, with continents, bonuses and
/// a table of links besides, so that a map can be made again byte for byte.
///
/// Exit code 1 says that the map was made but needs a look.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A GeoJSON file or a recipe.
    input: PathBuf,

    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Overwrite the map in that folder if there is one.
    #[arg(long)]
    force: bool,

    /// The map's name [default: the input's file name].
    #[arg(long)]
    name: Option<String>,

    /// Who made the map.
    #[arg(long)]
    author: Option<String>,

    /// Its licence, for example CC0-1.0.
    #[arg(long)]
    licence: Option<String>,

    /// Pixels of the longer side [default: 2400].
    #[arg(long, value_name = "PX", help_heading = "Drawing")]
    size: Option<u32>,

    /// Pixels of sea at the edges [default: 40].
    #[arg(long, value_name = "PX", help_heading = "Drawing")]
    margin: Option<u32>,

    /// How the globe is bent flat [default: by extent].
    #[arg(long, value_enum, help_heading = "Drawing")]
    projection: Option<Bend>,

    /// Drop parts with fewer pixels [default: 12].
    #[arg(long, value_name = "PX", help_heading = "Drawing")]
    speck: Option<usize>,

    /// Grow territories with fewer pixels [default: 150].
    #[arg(long, value_name = "PX", help_heading = "Drawing")]
    least: Option<usize>,

    /// Let territories touch across straits too narrow for a pixel.
    #[arg(long, help_heading = "Drawing")]
    no_straits: bool,

    /// The property with the territory's name.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    name_from: Option<String>,

    /// The property with its continent.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    continent_from: Option<String>,

    /// The property with its id.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    id_from: Option<String>,

    /// Make one territory of features that have the same value of a property.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    merge_by: Option<String>,
}

/// Names of projections on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Bend {
    /// The whole world, poles moderately stretched.
    Miller,
    /// A degree is a degree.
    Equirectangular,
    /// Angles kept, poles cut.
    Mercator,
    /// Lambert's azimuthal equal-area projection: up to a continent.
    EqualArea,
}

impl From<Bend> for Projection {
    fn from(bend: Bend) -> Self {
        match bend {
            Bend::Miller => Self::Miller,
            Bend::Equirectangular => Self::Equirectangular,
            Bend::Mercator => Self::Mercator,
            Bend::EqualArea => Self::EqualArea,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    if !arguments.force && output.exists() {
        bail!(
            "{} exists already; choose another folder, or overwrite its map with --force",
            output.display()
        );
    }
    let (recipe, folder) = arguments.recipe()?;
    let input = folder.join(&recipe.input);
    let format = format_of(&input)?;
    let text = read_text(&input)?;
    let links = recipe
        .links
        .as_ref()
        .map(|links| read_text(&folder.join(links)));
    let links = links.transpose()?;
    let watch = |step: &str| eprintln!("{step} …");
    let built = recipe
        .build(&text, format, links.as_deref(), watch)
        .with_context(|| format!("no map can be made of {}", input.display()))?;
    std::fs::create_dir_all(output).with_context(|| format!("cannot make {}", output.display()))?;
    write_file(&output.join("mask.png"), &built.mask)?;
    write_file(&output.join("image.png"), &built.image)?;
    Folder::at(output).save_over(&built.xml)?;
    Ok(report(&built, output))
}

impl Arguments {
    /// The recipe, if that is the input, else one made of the options; and the
    /// folder that its files are relative to. Options given go before.
    fn recipe(&self) -> anyhow::Result<(Recipe, PathBuf)> {
        let is_recipe = self
            .input
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        let (mut recipe, folder) = if is_recipe {
            let text = read_text(&self.input)?;
            let recipe = Recipe::parse(&text)
                .with_context(|| format!("cannot follow {}", self.input.display()))?;
            let folder = self.input.parent().unwrap_or(Path::new(""));
            (recipe, folder.to_path_buf())
        } else {
            let stem = self.input.file_stem().unwrap_or_default().to_string_lossy();
            let recipe = Recipe {
                input: self.input.to_string_lossy().into_owned(),
                name: Some(stem.replace(['_', '-'], " ")),
                ..Recipe::default()
            };
            (recipe, PathBuf::new())
        };
        let set = |field: &mut Option<String>, given: &Option<String>| {
            if given.is_some() {
                field.clone_from(given);
            }
        };
        set(&mut recipe.name, &self.name);
        set(&mut recipe.author, &self.author);
        set(&mut recipe.licence, &self.licence);
        set(&mut recipe.properties.name, &self.name_from);
        set(&mut recipe.properties.continent, &self.continent_from);
        set(&mut recipe.properties.id, &self.id_from);
        set(&mut recipe.properties.merge, &self.merge_by);
        recipe.size = self.size.or(recipe.size);
        recipe.margin = self.margin.or(recipe.margin);
        recipe.projection = self.projection.map(Into::into).or(recipe.projection);
        recipe.speck = self.speck.or(recipe.speck);
        recipe.least = self.least.or(recipe.least);
        if self.no_straits {
            recipe.straits = Some(false);
        }
        Ok((recipe, folder))
    }
}

fn format_of(input: &Path) -> anyhow::Result<InputFormat> {
    let extension = input
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    match &*extension {
        "geojson" | "json" => Ok(InputFormat::GeoJson),
        _ => bail!(
            "{}: cannot tell what this is; give a .geojson file or a .toml recipe",
            input.display()
        ),
    }
}

/// Says what was made and what needs a look.
fn report(built: &Built, output: &Path) -> Outcome {
    let draft = &built.draft;
    let links = draft.links().count();
    eprintln!(
        "{}: {} territories, {} continents, {links} links, {} × {} pixels",
        output.display(),
        draft.territories.len(),
        draft.continents.len(),
        built.grid.width(),
        built.grid.height()
    );
    let name = |index: u16| {
        let name = draft.territories[usize::from(index)].name.text.as_deref();
        name.map_or_else(|| format!("territory {index}"), |name| format!("“{name}”"))
    };
    let tidied = &built.tidied;
    for &(index, before, after) in &tidied.grown {
        eprintln!("grew {} from {before} to {after} pixels", name(index));
    }
    for &(a, b, pixels) in &tidied.parted {
        eprintln!("kept {} and {} apart ({pixels} pixels)", name(a), name(b));
    }
    for &index in &tidied.lost {
        eprintln!(
            "warning: {} has no pixel; a larger --size may help",
            name(index)
        );
    }
    for &(a, b) in &tidied.stuck {
        eprintln!(
            "warning: {} and {} touch, but have no border in common",
            name(a),
            name(b)
        );
    }
    for &(a, b) in &tidied.missed {
        eprintln!(
            "warning: {} and {} have a border too short for a pixel; not linked",
            name(a),
            name(b)
        );
    }
    if tidied.lost.is_empty() && tidied.stuck.is_empty() && tidied.missed.is_empty() {
        Outcome::Done
    } else {
        Outcome::Look
    }
}
