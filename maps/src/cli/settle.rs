//! `marchland-maps settle`: what becomes of a save that was cut off.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use marchland_maps::files::{plain, plain_path};
use marchland_maps::folder::{Folder, OpenError};

use super::Outcome;

/// Finish a save that was cut off, or take it back.
///
/// A map and its mask are saved together. When a program ends in the midst of that, by a
/// power cut say, the next one that opens the map for editing finishes the save if all of it
/// was on the disk, and else takes it back; this does the same, and says which. What another
/// program has written since is kept under a name of its own. Where nothing was cut off,
/// nothing is done.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or the map.xml in it.
    map: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = Folder::at(&arguments.map);
    if !folder.path().is_dir() {
        bail!(OpenError::NotThere(arguments.map.clone()));
    }
    let settled = Folder::settle(&arguments.map)?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}: {}",
        plain_path(folder.path()),
        plain(&settled.to_string())
    )?;
    Ok(Outcome::Done)
}
