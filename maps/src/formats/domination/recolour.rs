//! Recolours the mask from shades of grey to key colours.

use std::collections::BTreeMap;
use std::io;

use crate::limits::MAX_IMAGE_FILE_BYTES;
use crate::mask::{self, MaskError, Regions, Rgba};
use crate::{Rgb, keys};

use super::flaw::Cause;
use super::map_file::MapFile;
use super::{ImportError, Importer, SEA, clear};

/// The countries by index in the draft, and their new key colours.
pub(super) struct Palette {
    /// Numbers in the source, ascending.
    numbers: Vec<usize>,
    keys: Vec<Rgb>,
}

impl Palette {
    pub(super) fn new(source: &MapFile) -> Self {
        let numbers: Vec<usize> = source.countries.keys().copied().collect();
        let keys = keys::distinct(numbers.len(), &[SEA]);
        Self { numbers, keys }
    }

    pub(super) fn key(&self, number: usize) -> Option<Rgb> {
        let place = self.numbers.binary_search(&number).ok()?;
        self.keys.get(place).copied()
    }
}

impl Importer<'_> {
    /// The source's mask, and the name of its file.
    pub(super) fn mask(&mut self, source: &MapFile) -> Result<(String, Regions), ImportError> {
        let found = if let Some(entry) = &source.mask {
            self.file("map", entry, MAX_IMAGE_FILE_BYTES)
        } else {
            self.flaws.add(self.name, None, Cause::NoFileEntry("map"));
            None
        };
        let Some((file, bytes)) = found else {
            return Err(ImportError::NoMask {
                file: self.name.to_owned(),
                flaws: std::mem::take(&mut self.flaws).into_vec(),
            });
        };
        let watch = &mut |done: mask::Progress| (self.watch)(0.2 * done.fraction());
        let mask = match mask::read_watched(io::Cursor::new(&bytes), watch) {
            Ok(mask) => mask,
            Err(MaskError::Cancelled) => return Err(ImportError::Cancelled),
            Err(error) => {
                return Err(ImportError::Mask {
                    file,
                    error,
                    flaws: std::mem::take(&mut self.flaws).into_vec(),
                });
            }
        };
        if mask.iter().all(|(_, region)| region.colour.alpha() > 0) {
            return Ok((file, mask));
        }
        self.reached(0.2)?;
        let is_number = |blue: u8| source.countries.contains_key(&usize::from(blue));
        match clear::uncovered(&bytes, &mask, is_number) {
            Ok(mask) => Ok((file, mask)),
            Err(error) => {
                self.flaws.add(&file, None, Cause::Covered(error));
                Ok((file, mask))
            }
        }
    }

    /// The mask in the new key colours. A country's pixels are those whose blue value is its
    /// number, transparent or not; other transparent pixels are sea.
    pub(super) fn recolour(
        &mut self,
        file: &str,
        mask: &Regions,
        palette: &Palette,
    ) -> Result<Regions, ImportError> {
        let mut stray: BTreeMap<u8, u64> = BTreeMap::new();
        let mut coloured = 0;
        let mut transparent = 0;
        let recoloured = mask.recoloured(|_, region| {
            let Rgba([red, green, blue, alpha]) = region.colour;
            if alpha == 0 {
                let Some(key) = palette.key(usize::from(blue)) else {
                    return SEA.into();
                };
                transparent += u64::from(region.area);
                return key.into();
            }
            if red != blue || green != blue {
                coloured += u64::from(region.area);
            }
            if let Some(key) = palette.key(usize::from(blue)) {
                return key.into();
            }
            if blue != 255 {
                *stray.entry(blue).or_default() += u64::from(region.area);
            }
            SEA.into()
        });
        if coloured > 0 {
            self.flaws.add(file, None, Cause::NotGrey(coloured));
        }
        if transparent > 0 {
            let cause = Cause::Transparent(transparent);
            self.flaws.add(file, None, cause);
        }
        for (value, pixels) in stray {
            self.flaws
                .add(file, None, Cause::StrayValue { value, pixels });
        }
        recoloured.map_err(|error| ImportError::Mask {
            file: file.to_owned(),
            error,
            flaws: std::mem::take(&mut self.flaws).into_vec(),
        })
    }
}
