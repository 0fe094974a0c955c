//! The command line of `marchland-maps new`, and its checks.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::Wrap;
use marchland_maps::create::{InputFormat, Recipe};
use marchland_maps::files::{self, plain_path};
use marchland_maps::limits::{MAX_GAP, MAX_LINE_CHARS, MAX_NAME_CHARS};
use marchland_maps::outlines::Projection;

use crate::cli::files::open_known_picture;
use crate::cli::foreign::{self, Foreign};
use crate::cli::sea::Reach;
use crate::cli::words::{line, whole};

/// Make a map from a mask, a GeoJSON, an SVG or a recipe.
///
/// From a mask: the sea and drawn lines are recognised, and every other colour
/// becomes a territory with pivots. The mask is copied unchanged, except that a
/// JPEG, whose colours are not exact, becomes a PNG.
///
/// From shapes (GeoJSON, SVG): the shapes are drawn as a mask without
/// anti-aliasing, in well-separated colours. Straits stay open, and small islands
/// stay large enough to click. Names, translations and continents come from the
/// properties of a GeoJSON, or from the titles, ids and groups of an SVG.
/// Geographic coordinates are projected: up to a continent with an equal-area
/// projection, the whole world with Miller's, wrapping around.
///
/// Territories that touch are linked by land, and an image for players is drawn.
/// Sea links are the author's choice: the editor proposes them, and --sea adds
/// them.
///
/// A recipe (.toml) holds the input, the options, continents, bonuses and a table
/// of links in one file, so that the map can be rebuilt byte for byte. See
/// maps/sources for four examples.
///
/// Exit code 1: the map was made, but needs attention. For example, a territory has
/// no pixels, or the mask should be repaired first.
#[derive(clap::Args)]
pub(in crate::cli) struct Arguments {
    /// A mask (PNG, GIF, BMP, WebP, TIFF; JPEG becomes PNG), a .geojson, an .svg or a
    /// .toml recipe.
    pub(super) input: PathBuf,

    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    pub(super) output: PathBuf,

    /// Overwrite an existing map in that folder.
    #[arg(long)]
    pub(super) force: bool,

    /// The map's name, at most 64 characters [default: the input's file name].
    #[arg(long, value_parser = |text: &str| line(text, MAX_NAME_CHARS))]
    pub(super) name: Option<String>,

    /// Who made the map.
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS))]
    pub(super) author: Option<String>,

    /// The map's licence, for example CC0-1.0.
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS))]
    pub(super) licence: Option<String>,

    /// Use this picture as the image instead of drawing one. It must have the mask's size.
    #[arg(long, value_name = "PICTURE")]
    pub(super) image: Option<PathBuf>,

    /// Add sea links: across up to this many pixels of water, or `auto` for links that join
    /// the parts of the map, cross straits, or save a long way around.
    #[arg(long, value_name = "PX|auto", allow_negative_numbers = true)]
    pub(super) sea: Option<Reach>,

    /// Widest line across which territories still touch [default: estimated].
    #[arg(long, value_name = "PX", help_heading = "Masks", value_parser = clap::value_parser!(u16).range(..=i64::from(MAX_GAP)), allow_negative_numbers = true)]
    pub(super) gap: Option<u16>,

    /// Join opposite edges: `horizontal` left and right, `vertical` top and bottom.
    #[arg(long, value_enum, value_name = "EDGES", help_heading = "Masks")]
    pub(super) wrap: Option<Edges>,

    /// Length of the longer side in pixels [default: 2400].
    #[arg(
        long,
        value_name = "PX",
        help_heading = "Shapes",
        allow_negative_numbers = true
    )]
    pub(super) size: Option<u32>,

    /// Width of the sea at the edges in pixels [default: 40].
    #[arg(
        long,
        value_name = "PX",
        help_heading = "Shapes",
        allow_negative_numbers = true
    )]
    pub(super) margin: Option<u32>,

    /// Map projection [default: chosen by extent].
    #[arg(long, value_enum, help_heading = "Shapes")]
    pub(super) projection: Option<Projection>,

    /// Drop parts with fewer pixels [default: 12].
    #[arg(long, value_name = "PX", help_heading = "Shapes", value_parser = whole(usize::MAX), allow_negative_numbers = true)]
    pub(super) speck: Option<usize>,

    /// Grow territories with fewer pixels [default: 150].
    #[arg(long, value_name = "PX", help_heading = "Shapes", value_parser = whole(usize::MAX), allow_negative_numbers = true)]
    pub(super) least: Option<usize>,

    /// Let territories touch across straits too narrow for a pixel.
    #[arg(long, help_heading = "Shapes")]
    pub(super) no_straits: bool,

    /// The property that holds the territory's name.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    pub(super) name_from: Option<String>,

    /// The property that holds the territory's continent.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    pub(super) continent_from: Option<String>,

    /// The property that holds the territory's id.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    pub(super) id_from: Option<String>,

    /// Make one territory of all features with the same value of this property.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    pub(super) merge_by: Option<String>,
}

impl Arguments {
    /// The map's name: as given, else derived from the input's, truncated if necessary.
    pub(super) fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let stem = self.input.file_stem().unwrap_or_default().to_string_lossy();
        let blank = |c: char| c.is_control() || matches!(c, '_' | '-');
        let words = stem.replace(blank, " ");
        let fits: String = words.trim().chars().take(MAX_NAME_CHARS).collect();
        if fits.len() < words.trim().len() {
            say!("note: the file's name is too long for a map; it is called “{fits}”");
        }
        if fits.is_empty() {
            "New map".to_owned()
        } else {
            fits
        }
    }

    /// Refuses options that do not apply to this kind of input: a user who gives one expects it to
    /// matter.
    pub(super) fn check(&self, kind: &Kind) -> anyhow::Result<()> {
        let masks = [
            ("--gap", self.gap.is_some()),
            ("--wrap", self.wrap.is_some()),
        ];
        let shapes = [
            ("--size", self.size.is_some()),
            ("--margin", self.margin.is_some()),
            ("--projection", self.projection.is_some()),
            ("--speck", self.speck.is_some()),
            ("--least", self.least.is_some()),
            ("--no-straits", self.no_straits),
        ];
        let geojson = [
            ("--name-from", self.name_from.is_some()),
            ("--continent-from", self.continent_from.is_some()),
            ("--id-from", self.id_from.is_some()),
            ("--merge-by", self.merge_by.is_some()),
        ];
        let is_mask = matches!(kind, Kind::Mask);
        let may_be_geojson = matches!(kind, Kind::Recipe | Kind::Shapes(InputFormat::GeoJson));
        let misfits = [
            (!is_mask, &masks[..], "masks"),
            (is_mask, &shapes[..], "shapes (GeoJSON, SVG)"),
            (!may_be_geojson, &geojson[..], "GeoJSON"),
        ];
        for (_, options, what) in misfits.into_iter().filter(|&(misfits, ..)| misfits) {
            if let Some((option, _)) = options.iter().find(|(_, given)| *given) {
                bail!(
                    "{option} applies only to {what}, which {} is not; leave it out",
                    plain_path(&self.input)
                );
            }
        }
        Ok(())
    }

    /// The given image, with its name in the map's folder. It must have the mask's size.
    pub(super) fn own_image(&self, size: (u32, u32)) -> anyhow::Result<Option<(String, File)>> {
        let Some(path) = &self.image else {
            return Ok(None);
        };
        let (file, format, (width, height)) = open_known_picture(path)?;
        if (width, height) != size {
            bail!(
                "the image {} has {width} × {height} pixels and the mask {} × {}; they must have \
                 the same size",
                plain_path(path),
                size.0,
                size.1
            );
        }
        let extension = format.extensions_str()[0];
        Ok(Some((format!("image.{extension}"), file)))
    }

    /// Options on the command line override the recipe.
    pub(super) fn override_recipe(&self, recipe: &mut Recipe) {
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
        recipe.projection = self.projection.or(recipe.projection);
        recipe.speck = self.speck.or(recipe.speck);
        recipe.least = self.least.or(recipe.least);
        if self.no_straits {
            recipe.straits = Some(false);
        }
    }
}

pub(super) enum Kind {
    Mask,
    Shapes(InputFormat),
    Recipe,
}

impl Kind {
    pub(super) fn of(input: &Path) -> anyhow::Result<Self> {
        if let Some(format) = InputFormat::of(input) {
            return Ok(Self::Shapes(format));
        }
        let extension = input.extension().unwrap_or_default();
        let extension = extension.to_string_lossy().to_lowercase();
        Ok(match &*extension {
            "toml" => Self::Recipe,
            "png" | "gif" | "bmp" | "webp" | "tif" | "tiff" | "jpg" | "jpeg" => Self::Mask,
            _ if !input.is_file() => {
                // Reports the system's error, or that it is a folder.
                files::open(input).with_context(|| format!("cannot open {}", plain_path(input)))?;
                bail!("{} is gone", plain_path(input))
            }
            _ => match foreign::recognise(input)? {
                Foreign::Domination => bail!(
                    "{0} is a map of Domination; import it: marchland-maps import {0} -o DIR",
                    plain_path(input)
                ),
                Foreign::Other { is, advice } => bail!("{} {is}; {advice}", plain_path(input)),
                Foreign::Picture | Foreign::Unknown => bail!(
                    "{}: unknown file type; give a mask (.png), a .geojson, an .svg or a .toml \
                     recipe",
                    plain_path(input)
                ),
            },
        })
    }
}

/// Joined edges, on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Edges {
    Horizontal,
    Vertical,
    Both,
}

impl From<Edges> for Wrap {
    fn from(edges: Edges) -> Self {
        Self {
            horizontal: edges != Edges::Vertical,
            vertical: edges != Edges::Horizontal,
        }
    }
}
