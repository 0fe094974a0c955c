//! From a picture to a mask, cleaned if necessary, and on to a map.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_board::Picture;
use marchland_maps::Wrap;
use marchland_maps::folder::check_path;
use marchland_maps::mask::{Figures, MaskError, Recognition, Regions, RepairOptions, View, repair};
use marchland_maps::propose;

use super::review::Review;
use crate::document::Document;
use crate::files::{self, Home, Stamp, Stored};
use crate::jobs::Watch;
use crate::land::Land;

/// A mask as read.
#[derive(Debug, Clone)]
pub struct Read {
    pub(super) path: PathBuf,
    /// The state of the file.
    pub(super) seen: Option<Stamp>,
    pub(super) regions: Arc<Regions>,
    pub(super) recognition: Recognition,
}

/// Why a picture cannot become a map.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct Failure {
    path: PathBuf,
    #[source]
    error: MaskError,
}

/// Reads a mask and classifies its colours.
///
/// # Errors
/// [`Failure`], also if `watch` cancelled.
pub fn read(path: &Path, watch: Watch<'_>) -> Result<Read, Failure> {
    let seen = Stamp::of(path);
    let regions = files::read_mask(path, watch).map_err(|error| Failure {
        path: path.to_owned(),
        error,
    })?;
    let recognition = Recognition::of(&regions);
    Ok(Read {
        path: path.to_owned(),
        seen,
        regions: Arc::new(regions),
        recognition,
    })
}

impl Failure {
    /// Whether cleaning up may help.
    pub fn calls_for_repair(&self) -> bool {
        self.error.calls_for_repair()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[derive(Debug)]
pub struct Cleaned {
    pub(super) read: Read,
    pub(super) figures: Figures,
    pub(super) review: Review,
    /// The original picture, unless too large to show.
    pub(super) before: Option<Picture>,
    pub(super) png: Vec<u8>,
}

/// Cleans a picture up with these options and classifies its colours. The file is not changed.
///
/// # Errors
/// The reason, as a sentence.
pub fn clean(path: &Path, options: &RepairOptions, watch: Watch<'_>) -> Result<Cleaned, String> {
    /// Up to this many pixels the original is kept for comparison.
    const MOST: u64 = 1 << 25;
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let file = marchland_maps::files::open(path).map_err(|error| failed(&error))?;
    let mut watch = |share: f64| watch(share as f32);
    let repair = repair(std::io::BufReader::new(file), options, &mut watch)
        .map_err(|error| failed(&error))?;
    let mut png = Vec::new();
    repair
        .mask
        .write_png(&mut png)
        .map_err(|error| failed(&error))?;
    let view = View::whole(&repair.mask);
    let before = (repair.figures.pixels <= MOST)
        .then(|| {
            let mut pixels = vec![[0; 4]; view.width * view.height];
            repair.paint_before(&view, &mut pixels);
            Picture::new(view.width as u32, view.height as u32, pixels, 0.0)
        })
        .flatten();
    Ok(Cleaned {
        figures: repair.figures,
        review: Review::new(options.clone(), repair.merges),
        read: Read {
            path: path.to_owned(),
            seen: None,
            recognition: Recognition::of(&repair.mask),
            regions: Arc::new(repair.mask),
        },
        before,
        png,
    })
}

/// An order to make a map from a mask.
#[derive(Debug)]
pub struct Order {
    pub(super) read: Read,
    /// The PNG of a cleaned mask.
    pub(super) clean: Option<Arc<[u8]>>,
}

impl Order {
    /// Makes the map: territories with pivots, neighbours as proposals. `None` if `watch`
    /// cancelled.
    pub fn make(&self, watch: Watch<'_>) -> Option<(Document, Home)> {
        /// The draft's share of the work; the rest is contacts.
        const DRAFT: f64 = 0.8;
        let Read {
            path,
            seen,
            regions,
            recognition,
        } = &self.read;
        let name = path.file_name();
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let name = name.filter(|name| check_path(name).is_ok());
        let mut name = name.unwrap_or_else(|| "mask.png".to_owned());
        if self.clean.is_some() {
            // Must not clash with the author's own file if the map is saved there.
            let stem = Path::new(&name).file_stem().unwrap_or_default();
            name = format!("{}-clean.png", stem.to_string_lossy());
        }
        let mut draft =
            propose::draft_watched(regions, recognition, &name, Wrap::default(), &mut |share| {
                watch((share * DRAFT) as f32)
            })?;
        for territory in &mut draft.territories {
            // Neighbours are proposed in the workspace for review.
            territory.neighbours.clear();
        }
        let land = Land::new(Arc::clone(regions));
        let document = Document::new(draft, Some(land), false);
        let place = match &self.clean {
            Some(png) => Stored::Memory(Arc::clone(png)),
            None => Stored::Disk(path.clone()),
        };
        let mut home = Home::made_of(Some(path.clone()), vec![(name, place)]);
        home.mask_seen = *seen;
        watch(1.0).is_continue().then_some((document, home))
    }
}
