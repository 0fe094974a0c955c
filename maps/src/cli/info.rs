//! `marchland-maps info`: what is in a map.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use marchland_maps::mask;

use super::Outcome;

/// Say what is in a mask: its size, its colours and how many regions each has.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A mask: PNG, GIF, BMP, WebP or TIFF.
    #[arg(value_name = "MASK")]
    input: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let path = &arguments.input;
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let regions = mask::read_from(BufReader::new(file))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} × {} pixels", regions.width(), regions.height())?;
    for colour in regions.colours() {
        writeln!(
            out,
            "{:?} {:>9} pixels {:>6} regions",
            colour.colour, colour.area, colour.regions
        )?;
    }
    Ok(Outcome::Done)
}
