//! `marchland-maps settle`: finishes or undoes an interrupted save.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use marchland_maps::files::{Settled, plain, plain_path};
use marchland_maps::folder::{Folder, OpenError};

use super::Outcome;

/// Complete or revert an interrupted save.
///
/// A map and its mask are saved together. If a program ends in the middle of that, for
/// example by a power cut, the editor completes the save the next time it opens the map, or
/// reverts it if not everything had reached the disk. This command does the same and says
/// which. Anything another program has written since is kept under a new name. If no save was
/// interrupted, nothing happens.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or the map.xml in it.
    map: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    super::refuse_other_files(&arguments.map)?;
    let folder = Folder::at(&arguments.map);
    if !folder.path().is_dir() {
        bail!(OpenError::NotThere(arguments.map.clone()));
    }
    let settled = Folder::settle(&arguments.map)?;
    if settled == Settled::Nothing && !folder.file().exists() {
        bail!(OpenError::NoMapFile(folder.path().to_owned()));
    }
    let mut out = super::Out::new();
    writeln!(
        out,
        "{}: {}",
        plain_path(folder.path()),
        plain(&settled.to_string())
    )?;
    Ok(Outcome::Done)
}
