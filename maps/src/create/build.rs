//! Builds the files of a map from a recipe and its inputs.

use std::ops::ControlFlow;
use std::path::Path;

use super::{CreateError, Created, LinkTable, Recipe, RecipeError, SEA, from_outlines, pivots};
use crate::formats::geojson::{self, GeoJsonError};
use crate::formats::svg::{self, SvgError};
use crate::mask::MaskError;
use crate::outlines::tidy::Tidied;
use crate::outlines::{Grid, Outlines, Remark};
use crate::picture::EncodeError;
use crate::{Draft, picture, xml};

/// The files of a new map, and notes about it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The text of `map.xml`.
    pub xml: String,
    /// The bytes of `mask.png`.
    pub mask: Vec<u8>,
    /// The bytes of `image.png`.
    pub image: Vec<u8>,
    /// The map in that text.
    pub draft: Draft,
    /// Its mask as territory indices plus one.
    pub grid: Grid,
    /// What was tidied.
    pub tidied: Tidied,
    /// See [`Created::continents_left_out`].
    pub continents_left_out: usize,
    /// How the input was read, see [`Outlines::remarks`].
    pub remarks: Vec<Remark>,
}

/// Why a map cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The input is not usable GeoJSON.
    #[error(transparent)]
    GeoJson(#[from] GeoJsonError),
    /// The input is not a usable SVG.
    #[error(transparent)]
    Svg(#[from] SvgError),
    /// The shapes make no map.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The recipe contradicts the input.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The mask exceeds the limits.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// A picture cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The caller cancelled.
    #[error("making the map was cancelled")]
    Cancelled,
}

impl From<picture::WriteError> for BuildError {
    fn from(error: picture::WriteError) -> Self {
        match error {
            picture::WriteError::Encode(error) => Self::Encode(error),
            picture::WriteError::Cancelled => Self::Cancelled,
        }
    }
}

/// The format of a file of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputFormat {
    /// `.geojson`, `.json`
    GeoJson,
    /// `.svg`
    Svg,
}

impl InputFormat {
    /// The extensions of such files.
    pub const EXTENSIONS: &'static [(&'static str, Self)] = &[
        ("geojson", Self::GeoJson),
        ("json", Self::GeoJson),
        ("svg", Self::Svg),
    ];

    /// The format of a file of shapes by its extension; `None` for any other file.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let mut known = Self::EXTENSIONS.iter();
        let (_, format) = known.find(|(own, _)| extension.eq_ignore_ascii_case(own))?;
        Some(*format)
    }
}

impl Recipe {
    /// Builds the map: the same recipe and texts give the same bytes. `watch` is called now and
    /// then with the current step and its progress, from 0 to 1, and can cancel by returning
    /// `Break`.
    ///
    /// # Errors
    /// If the texts make no map, or contradict the recipe; [`BuildError::Cancelled`].
    pub fn build(
        &self,
        input: &str,
        format: InputFormat,
        links: Option<&str>,
        watch: &mut dyn FnMut(&str, f64) -> ControlFlow<()>,
    ) -> Result<Built, BuildError> {
        let mut begin = |step: &str| match watch(step, 0.0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BuildError::Cancelled),
        };
        begin("Reading the outlines")?;
        let mut outlines = self.read(input, format)?;
        let remarks = std::mem::take(&mut outlines.remarks);
        let table = links.map(LinkTable::parse).transpose()?;
        begin("Drawing the mask")?;
        let mut created = from_outlines(outlines, &self.options())?;
        created.draft.image = Some("image.png".into());
        self.apply(&mut created, table.as_ref())?;
        let Created {
            mut draft,
            grid,
            keys,
            tidied,
            continents_left_out,
        } = created;
        begin("Placing the pivots")?;
        let regions = pivots::regions(&grid, SEA, &keys)?;
        pivots::add_pivots(&mut draft, &regions);
        let mut mask = Vec::new();
        regions.write_png(&mut mask).map_err(EncodeError::Io)?;
        let plan = picture::Plan::of_grid(&grid);
        let mut image = Vec::new();
        picture::write(&draft, &plan, &mut image, &mut |share| {
            watch("Drawing the image", share)
        })?;
        if watch("Writing the files", 0.0).is_break() {
            return Err(BuildError::Cancelled);
        }
        Ok(Built {
            xml: xml::write(&draft),
            mask,
            image,
            draft,
            grid,
            tidied,
            continents_left_out,
            remarks,
        })
    }

    fn read(&self, input: &str, format: InputFormat) -> Result<Outlines, BuildError> {
        match format {
            InputFormat::Svg => Ok(svg::read(input)?),
            InputFormat::GeoJson => Ok(geojson::read(input, &self.properties)?),
        }
    }
}
