//! A picture of the map for people to look at: land, links by sea, names, legend.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use marchland_maps::Draft;
use marchland_maps::files::{Output, OutputError, PICTURE};
use marchland_maps::mask::Regions;
use marchland_maps::picture::{Drawing, Lettering, Plan, Style, WriteError, write_exactly};

use crate::jobs::Watch;
use crate::texts;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// There is one already, which may be written over.
    There(PathBuf),
    /// It cannot be written; why, in a sentence.
    Failed(String),
}

/// Whether a picture may be written there, over another one if `over`, and over none of the
/// `spared` files.
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

/// Draws a map and writes it: what `marchland-maps render --layer drawn,labels,legend` does.
///
/// # Errors
/// Why it is not written, in a phrase; the file is then as it was.
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
    let drawing = Drawing::new(draft, &plan, &Style::default());
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
