//! Loads masks and images.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Seek};
use std::path::Path;

use marchland_board::Picture;
use marchland_maps::files;
use marchland_maps::folder::Folder;
use marchland_maps::mask::{self, MaskError, Progress, Regions, Rgba};
use marchland_maps::{Draft, Rgb};

use super::Part;
use super::home::{Home, Stored};
use crate::jobs::Watch;
use crate::texts;

/// Reads a mask.
///
/// # Errors
/// [`MaskError`]; [`MaskError::Cancelled`] if `watch` cancelled.
pub fn read_mask(path: &Path, watch: Watch<'_>) -> Result<Regions, MaskError> {
    let file = files::open(path).map_err(MaskError::Io)?;
    read_regions(BufReader::new(file), watch)
}

fn read_regions(reader: impl BufRead + Seek, watch: Watch<'_>) -> Result<Regions, MaskError> {
    mask::read_watched(reader, &mut |progress: Progress| {
        watch(progress.fraction() as f32)
    })
}

/// The mask of a draft; `None` if it names none.
///
/// # Errors
/// The file and the reason, as a phrase.
pub fn mask_of(home: &Home, draft: &Draft, watch: Watch<'_>) -> Result<Option<Regions>, String> {
    let Some(file) = Part::Mask.file(draft) else {
        return Ok(None);
    };
    match home.place(file) {
        Err(error) => Err(format!("{file}: {error}")),
        Ok(None) => Err(texts::nowhere(file)),
        Ok(Some(Stored::Disk(path))) => match read_mask(&path, watch) {
            Ok(regions) => Ok(Some(regions)),
            Err(MaskError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                Err(texts::is_not_there(&path))
            }
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
        Ok(Some(Stored::Memory(bytes))) => read_regions(Cursor::new(bytes), watch)
            .map(Some)
            .map_err(|error| format!("{file}: {error}")),
    }
}

/// The image of a draft; `None` if it names none.
///
/// # Errors
/// The file and the reason, as a phrase.
pub fn picture(home: &Home, draft: &Draft) -> Result<Option<Picture>, String> {
    let Some(file) = Part::Picture.file(draft) else {
        return Ok(None);
    };
    match home.image_place(file) {
        Err(error) => Err(format!("{file}: {error}")),
        Ok(None) => Err(texts::nowhere(file)),
        Ok(Some(Stored::Memory(bytes))) => {
            Picture::read(Cursor::new(bytes)).map_err(|error| format!("{file}: {error}"))
        }
        Ok(Some(Stored::Disk(path))) => picture_at(&path).map(Some),
    }
}

/// Loads the image in a file.
///
/// # Errors
/// The file and the reason, as a phrase.
pub fn picture_at(path: &Path) -> Result<Picture, String> {
    read_at(path, Picture::read)
}

/// Loads a picture to trace; what is transparent in it stays so.
///
/// # Errors
/// The file and the reason, as a phrase.
pub fn picture_to_trace(path: &Path) -> Result<Picture, String> {
    read_at(path, Picture::read_to_trace)
}

fn read_at(
    path: &Path,
    read: impl FnOnce(BufReader<File>) -> Result<Option<Picture>, MaskError>,
) -> Result<Picture, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = match files::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(texts::is_not_there(path));
        }
        opened => opened.map_err(|error| failed(&error))?,
    };
    let picture = read(BufReader::new(file)).map_err(|error| failed(&error))?;
    picture.ok_or_else(|| failed(&texts::EMPTY_PICTURE))
}

/// A thumbnail as RGBA rows of exactly this size: the middle of the map's image, or a drawing of
/// its mask.
pub fn thumbnail(folder: &Folder, draft: &Draft, width: u32, height: u32) -> Option<Vec<u8>> {
    let own = || {
        let path = folder.resolve(draft.image.as_deref()?).ok()?;
        shrink(BufReader::new(File::open(path).ok()?), width, height)
    };
    own().or_else(|| from_mask(folder, draft, width, height))
}

/// A thumbnail of the mask: land in continent colours, or else in key colours.
fn from_mask(folder: &Folder, draft: &Draft, width: u32, height: u32) -> Option<Vec<u8>> {
    /// Larger masks would delay the list.
    const LONGEST: u64 = 2 << 20;
    const SEA: Rgb = Rgb::new(0xC3, 0xD7, 0xE0);
    let path = folder.resolve(&draft.mask.as_ref()?.file).ok()?;
    if path.metadata().ok()?.len() > LONGEST {
        return None;
    }
    let shades = draft.territories.iter().filter_map(|territory| {
        let own = territory.colour?;
        let continent = territory.continent.and_then(|id| draft.continent_by_id(id));
        let shade = continent.and_then(|continent| continent.colour);
        Some((Rgba::from(own), shade.unwrap_or(own)))
    });
    let shades: HashMap<Rgba, Rgb> = shades.collect();
    let shade = |colour: Rgba| shades.get(&colour).copied().unwrap_or(SEA).into();
    cover(
        BufReader::new(File::open(path).ok()?),
        width,
        height,
        &shade,
    )
}

/// A thumbnail of a picture as RGBA rows of exactly this size, on white; `None` if it cannot be read.
pub fn shrink(reader: impl BufRead + Seek, width: u32, height: u32) -> Option<Vec<u8>> {
    cover(reader, width, height, &Rgba::on_white)
}

/// The middle of a picture as RGBA rows of exactly this size, in the colours that `paint` gives
/// for its own.
fn cover(
    reader: impl BufRead + Seek,
    width: u32,
    height: u32,
    paint: &dyn Fn(Rgba) -> Rgba,
) -> Option<Vec<u8>> {
    let size = |across: u32, down: u32| {
        let scale = f64::from(width) / f64::from(across);
        let scale = scale.max(f64::from(height) / f64::from(down));
        let side = |length: u32, least: u32| ((f64::from(length) * scale).ceil() as u32).max(least);
        (side(across, width), side(down, height))
    };
    let whole = mask::read_resized(reader, &size, paint).ok()?;
    let left = ((whole.width - width) / 2) as usize;
    let top = ((whole.height - height) / 2) as usize;
    let rows = whole.pixels.chunks_exact(whole.width as usize);
    let rows = rows.skip(top).take(height as usize);
    Some(
        rows.flat_map(|row| row[left..][..width as usize].as_flattened())
            .copied()
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_without_a_picture_has_a_small_one_of_its_mask() {
        let place = tempfile::tempdir().unwrap();
        let mask = image::RgbImage::from_fn(200, 100, |x, y| {
            let is_land = (60..140).contains(&x) && (20..80).contains(&y);
            image::Rgb(match (is_land, x < 100) {
                (false, _) => [255, 255, 255],
                (true, true) => [200, 60, 60],
                (true, false) => [60, 160, 60],
            })
        });
        mask.save(place.path().join("mask.png")).unwrap();
        let text = r##"<?xml version="1.0" encoding="UTF-8"?>
<map format="1">
  <mask file="mask.png">
    <background colour="#FFFFFF"/>
  </mask>
  <continent id="0" name="C" bonus="1" colour="#102030"/>
  <territory id="0" name="A" colour="#C83C3C" continent="0"/>
  <territory id="1" name="B" colour="#3CA03C"/>
</map>
"##;
        std::fs::write(place.path().join("map.xml"), text).unwrap();
        let (folder, reading) = Folder::open(place.path()).unwrap();
        let mut draft = reading.draft;
        // A missing image counts as none.
        draft.image = Some("none.png".into());
        let pixels = thumbnail(&folder, &draft, 36, 20).expect("drawn");
        assert_eq!(pixels.len(), 36 * 20 * 4);
        let at = |x: usize, y: usize| &pixels[(y * 36 + x) * 4..][..4];
        assert_eq!(at(0, 0), [0xC3, 0xD7, 0xE0, 255]);
        assert_eq!(at(14, 10), [0x10, 0x20, 0x30, 255]);
        assert_eq!(at(22, 10), [60, 160, 60, 255]);
    }
}
