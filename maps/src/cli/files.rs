//! Files that commands read and write.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use marchland_maps::files;

/// The largest text that is read: as much as the largest GeoJSON.
const MAX_TEXT_BYTES: u64 = marchland_maps::formats::geojson::MAX_BYTES as u64;

/// A file, whole, if it is not larger than `most` bytes.
pub(super) fn read_bytes(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).with_context(cannot)?;
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    if bytes.len() as u64 > most {
        bail!("{} is larger than {} MiB", path.display(), most >> 20);
    }
    Ok(bytes)
}

/// A text file, whole.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// Writes a file, as carefully as a map.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
