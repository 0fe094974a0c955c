//! Exports a picture of the map: land, links by sea, names, legend.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use marchland_maps::Draft;
use marchland_maps::files::{Output, OutputError, PICTURE};
use marchland_maps::mask::Regions;
use marchland_maps::picture::{Drawing, Lettering, Plan, WriteError, write_exactly};

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
