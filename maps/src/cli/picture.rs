//! Draws the picture for players with progress on the terminal.

use std::io::Seek;

use marchland_maps::Draft;
use marchland_maps::picture::{self, Plan};
use tempfile::SpooledTempFile;

use super::files::in_the_making;
use super::progress::Progress;

/// Draws the picture in the usual style as a PNG.
pub(super) fn draw(
    draft: &Draft,
    plan: &Plan,
    progress: &mut Progress,
) -> anyhow::Result<SpooledTempFile> {
    let mut file = in_the_making();
    picture::write(draft, plan, &mut file, &mut |share| progress.watch(share))?;
    file.rewind()?;
    Ok(file)
}
