//! New maps from outlines and maps of other programs.

use std::cmp::Reverse;
use std::io::{ErrorKind, Read};
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::create::{InputFormat, Recipe};
use marchland_maps::files;
use marchland_maps::formats::domination::{self, Flaw};
use marchland_maps::formats::{self, DiskFiles, geojson};
use marchland_maps::{Draft, in_groups};

use super::{Home, Loaded, Stored, load};
use crate::jobs::Watch;
use crate::texts;

/// The kind of a foreign file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Outlines: `.geojson`, `.json`, `.svg`.
    Shapes(InputFormat),
    /// A map of Domination: `.map`.
    Domination,
}

impl Kind {
    /// The kind of a file; `None` for any other file.
    pub fn of(path: &Path) -> Option<Self> {
        let is_domination = path.extension()?.eq_ignore_ascii_case(DOMINATION);
        let shapes = InputFormat::of(path).map(Self::Shapes);
        shapes.or(is_domination.then_some(Self::Domination))
    }

    /// The extensions of such files.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        let shapes = InputFormat::EXTENSIONS.iter().map(|(known, _)| *known);
        shapes.chain([DOMINATION])
    }
}

const DOMINATION: &str = "map";

/// An imported map and notes about it.
#[derive(Debug)]
pub struct Made {
    /// The map, not saved yet.
    pub loaded: Loaded,
    /// What was lost or should be checked.
    pub notes: Vec<String>,
}

/// Imports outlines or another program's map. Writes nothing.
///
/// # Errors
/// The reason, as a phrase; also if `watch` cancelled.
pub fn make(path: &Path, kind: Kind, watch: Watch<'_>) -> Result<Made, String> {
    match kind {
        Kind::Shapes(format) => of_shapes(path, format, watch),
        Kind::Domination => of_domination(path, watch),
    }
}

/// Whether this is a map file of Conquer Club, which has the root element of ours.
pub fn is_conquer_club(path: &Path) -> bool {
    /// Enough for the first territory.
    const HEAD: u64 = 1 << 16;
    let mut head = Vec::new();
    let read = files::open(path).map(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && formats::is_conquer_club(&head)
}

fn of_shapes(path: &Path, format: InputFormat, watch: Watch<'_>) -> Result<Made, String> {
    /// Steps of an import.
    const STEPS: f32 = 6.0;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = read_text(path)?;
    let recipe = Recipe {
        name: Some(title(path)),
        ..Recipe::default()
    };
    let (mut step, mut last) = (-1.0, String::new());
    let built = recipe.build(&text, format, None, &mut |what, share| {
        if what != last {
            what.clone_into(&mut last);
            step += 1.0;
        }
        watch((step + share as f32) / STEPS)
    });
    let built = built.map_err(|error| failed(&error))?;
    let files = vec![
        ("mask.png".to_owned(), built.mask),
        ("image.png".to_owned(), built.image),
    ];
    // What is probably wrong comes first.
    let mut remarks = built.remarks;
    remarks.sort_by_key(|remark| !remark.is_warning());
    let remarks = remarks.iter().map(|it| (discriminant(it), it.to_string()));
    let mut notes = in_groups(remarks);
    notes.extend(texts::tidied(&built.draft, &built.tidied));
    notes.extend(texts::continents_left_out(built.continents_left_out));
    let mut rest = |share: f32| watch(0.85 + share * 0.15);
    assemble(Some(path.to_owned()), built.draft, files, notes, &mut rest)
}

fn of_domination(path: &Path, watch: Watch<'_>) -> Result<Made, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let (files, name) = DiskFiles::of(path).map_err(|error| failed(&error))?;
    let import = domination::read_watched(&files, &name, &mut |share| watch(0.75 * share as f32));
    let import = import.map_err(|error| failed(&error))?;
    let mut mask = Vec::new();
    let written = import.mask.write_png(&mut mask);
    written.map_err(|error| failed(&error))?;
    let mut flaws = import.flaws;
    flaws.sort_by_key(|flaw| Reverse(flaw.severity));
    let notes = flaws.iter().map(Flaw::to_string).collect();
    let mut pictures = vec![("mask.png".to_owned(), mask)];
    pictures.extend(import.image);
    let mut rest = |share: f32| watch(0.85 + share * 0.15);
    assemble(
        Some(path.to_owned()),
        import.draft,
        pictures,
        notes,
        &mut rest,
    )
}

/// An unsaved map of a draft and its pictures, made from the file `origin` or from nothing.
///
/// # Errors
/// Why its mask cannot be read, as a phrase.
pub fn assemble(
    origin: Option<PathBuf>,
    draft: Draft,
    pictures: Vec<(String, Vec<u8>)>,
    notes: Vec<String>,
    watch: Watch<'_>,
) -> Result<Made, String> {
    let beside = pictures.into_iter();
    let beside = beside.map(|(name, bytes)| (name, Stored::Memory(Arc::from(bytes))));
    let home = Home::made_of(origin, beside.collect());
    let loaded = load(home, draft, false, watch);
    match loaded.mask_error {
        Some(error) => Err(error),
        None => Ok(Made { loaded, notes }),
    }
}

/// Reads a text of at most the size limit of GeoJSON.
fn read_text(path: &Path) -> Result<String, String> {
    const MOST: u64 = geojson::MAX_BYTES as u64;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    files::read_text_at_most(path, MOST).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => failed(&texts::too_large(MOST)),
        ErrorKind::InvalidData => failed(&texts::NO_UTF8),
        _ => failed(&error),
    })
}

/// A map name derived from a file name.
fn title(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.replace(['_', '-'], " ")
}
