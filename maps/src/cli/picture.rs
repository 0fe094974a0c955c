//! The picture for players, drawn with progress on the terminal.

use std::ops::ControlFlow;

use anyhow::{Context, bail};
use marchland_maps::Draft;
use marchland_maps::outlines::Grid;
use marchland_maps::picture::{Pixmap, Style, draw_watched};

use super::progress::Progress;

/// Draws the picture in the usual style; `progress` says how far it is within
/// its step.
pub(super) fn draw(draft: &Draft, grid: &Grid, progress: &mut Progress) -> anyhow::Result<Pixmap> {
    let watch = &mut |share| progress.watch(share);
    let ControlFlow::Continue(pixmap) = draw_watched(draft, grid, &Style::default(), watch) else {
        bail!("drawing the picture was cancelled");
    };
    let (width, height) = (grid.width(), grid.height());
    pixmap.with_context(|| format!("no picture can have {width} × {height} pixels"))
}
