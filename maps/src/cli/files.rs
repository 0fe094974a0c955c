//! Files that commands read and write.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

/// The largest text that is read: as much as the largest GeoJSON.
const MAX_TEXT_BYTES: u64 = marchland_maps::formats::geojson::MAX_BYTES as u64;

/// A text file, whole.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).with_context(cannot)?;
    let mut text = String::new();
    let read = file
        .take(MAX_TEXT_BYTES + 1)
        .read_to_string(&mut text)
        .with_context(cannot)?;
    if read as u64 > MAX_TEXT_BYTES {
        bail!(
            "{} is larger than {} MiB",
            path.display(),
            MAX_TEXT_BYTES >> 20
        );
    }
    Ok(text)
}

/// Writes a file beside its place first, so that what was there stays whole
/// until the new one is.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
