//! Exports a picture of the map (land, links by sea, names, legend), or the map for Domination.

use std::fs;
use std::io::Cursor;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use marchland_maps::Draft;
use marchland_maps::files::{Output, OutputError, PICTURE};
use marchland_maps::formats::domination::{self, Export};
use marchland_maps::mask::Regions;
use marchland_maps::picture::{self, Drawing, Lettering, Plan, WriteError, write_exactly};

use crate::files::Stored;
use crate::jobs::Watch;
use crate::texts;

/// Why nothing was exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// A file exists; it may be overwritten.
    There(PathBuf),
    /// Why writing failed, as a sentence.
    Failed(String),
}

/// Checks whether a picture may be written to `path`: over an existing file only if `over`, and
/// never over the `spared` files.
///
/// # Errors
/// Why not.
pub fn may_go(path: &Path, over: bool, spared: &[PathBuf]) -> Result<Output, Refused> {
    let failed = |error: OutputError| Refused::Failed(texts::sentence(&error.to_string()));
    let output = match Output::at(path, &PICTURE, over) {
        Err(OutputError::Exists(path)) => return Err(Refused::There(path)),
        other => other.map_err(failed)?,
    };
    output.spare(spared).map_err(failed)?;
    Ok(output)
}

/// Draws the map and writes it, like `marchland-maps render --layer drawn,labels,legend`.
///
/// # Errors
/// Why it was not written, as a phrase; an existing file is unchanged.
pub fn write(
    draft: &Draft,
    regions: &Regions,
    output: &Output,
    watch: Watch<'_>,
) -> Result<(), String> {
    let plan = Plan::new(draft, regions);
    let mut lettering = Lettering::new(draft, &plan, None);
    let (labels, _) = lettering.labels();
    let legend = lettering.legend().unwrap_or_default();
    let drawing = Drawing::new(draft, &plan);
    let (width, height) = (plan.width(), plan.height());
    let mut png = Vec::new();
    let band = |rows: Range<usize>| {
        if let ControlFlow::Break(()) = watch(rows.start as f32 / height as f32) {
            return Err(WriteError::Cancelled);
        }
        let mut band = drawing.band(rows);
        band.paint(&labels);
        band.paint(&legend);
        Ok(band)
    };
    write_exactly(&mut png, (width, height), band).map_err(|error| error.to_string())?;
    let written = output.write(|out| out.write_all(&png));
    written.map_err(|error| format!("{}: {error}", output.path().display()))
}

/// Writes the map for Domination into a folder that is new or empty, like `marchland-maps export`.
/// `own` is the map's image, which is used as it is if it is the author's and Domination can show
/// it. Returns what the format does not hold.
///
/// # Errors
/// Why nothing was written, as a phrase.
pub fn domination(
    draft: &Draft,
    regions: &Regions,
    own: Option<&Stored>,
    folder: &Path,
    watch: Watch<'_>,
) -> Result<Vec<String>, String> {
    let export = Export::new(draft).map_err(|error| error.to_string())?;
    let size = (regions.width(), regions.height());
    let own = own.map_or(Ok(None), |own| shown_as_it_is(own, size));
    let redrawn = own.as_ref().err().map(|why| texts::redrawn(why));
    let (picture, extension) = if let Ok(Some(shown)) = own {
        shown
    } else {
        let mut png = Vec::new();
        let mut on = |share: f64| watch(share as f32);
        picture::write(draft, &Plan::new(draft, regions), &mut png, &mut on)
            .map_err(|error| error.to_string())?;
        (png, "png")
    };
    let (grey, missing) = export.mask(regions).map_err(|error| error.to_string())?;
    let mut mask = Vec::new();
    grey.write_png(&mut mask)
        .map_err(|error| error.to_string())?;
    let written = export.write(folder, &*mask, (&*picture, extension));
    written.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
    let mut losses = export.losses();
    losses.extend(redrawn);
    let missing = missing.iter().filter_map(|&id| draft.territory_by_id(id));
    losses.extend(missing.map(|of| texts::no_pixel(&texts::territory_name(draft, of.key))));
    Ok(losses)
}

/// The bytes of an author's picture and the extension of its format; nothing for one drawn by this
/// program, which is drawn anew: the map may have changed.
///
/// # Errors
/// Why Domination cannot show it, as what follows its name.
fn shown_as_it_is(
    own: &Stored,
    size: (u32, u32),
) -> Result<Option<(Vec<u8>, &'static str)>, String> {
    let bytes = match own {
        Stored::Disk(path) => fs::read(path).map_err(|error| texts::unreadable(&error))?,
        Stored::Memory(bytes) => bytes.to_vec(),
    };
    if picture::drawn_from(&*bytes).is_some() {
        return Ok(None);
    }
    let extension = domination::shown(Cursor::new(&bytes), size);
    let extension = extension.map_err(|why| why.to_string())?;
    Ok(Some((bytes, extension)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use image::{ImageFormat, RgbImage};

    use super::*;

    #[test]
    fn an_authors_picture_goes_along_as_it_is_or_is_said_to_be_left_out() {
        let encoded = |format| {
            let mut bytes = Cursor::new(Vec::new());
            RgbImage::new(8, 6).write_to(&mut bytes, format).unwrap();
            Stored::Memory(Arc::from(bytes.into_inner()))
        };
        // Also before the map is saved, when the picture is only in memory.
        let gif = encoded(ImageFormat::Gif);
        let (bytes, extension) = shown_as_it_is(&gif, (8, 6)).unwrap().unwrap();
        assert_eq!((bytes.is_empty(), extension), (false, "gif"));
        let why = |own: &Stored, size| shown_as_it_is(own, size).unwrap_err();
        assert_eq!(why(&gif, (16, 12)), "has 8 × 6 pixels and the mask 16 × 12");
        let bmp = encoded(ImageFormat::Bmp);
        assert_eq!(why(&bmp, (8, 6)), "is neither PNG nor JPEG nor GIF");
        let none = Stored::Disk(PathBuf::from("/nowhere/at/all.png"));
        assert!(why(&none, (8, 6)).starts_with("cannot be read: "));
    }

    #[test]
    fn a_drawn_picture_is_drawn_anew() {
        let world = marchland_maps::bundled::find("world").unwrap();
        let own = Stored::Memory(Arc::from(world.image));
        let regions = marchland_maps::mask::read(world.mask).unwrap();
        let size = (regions.width(), regions.height());
        assert_eq!(shown_as_it_is(&own, size), Ok(None));
    }
}
