//! Files that commands read and write.

use std::fs;
use std::io::{Read, Write};
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

/// Where a PNG goes: a file of that name, or standard output as it is usual for `-`.
pub(super) struct PngOutput<'a> {
    path: &'a Path,
}

impl<'a> PngOutput<'a> {
    /// Before anything takes time: refuses a file that is there unless `force`, and
    /// names under which nobody expects a PNG.
    pub(super) fn at(path: &'a Path, force: bool) -> anyhow::Result<Self> {
        let output = Self { path };
        if output.is_standard() {
            return Ok(output);
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let other = ["jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "svg"];
        if other.contains(&&*extension.to_lowercase()) {
            bail!(
                "{} would be a PNG under another name; give a name that ends in .png",
                path.display()
            );
        }
        if path.is_dir() {
            bail!("{} is a folder; give the name of a file", path.display());
        }
        if path.exists() && !force {
            bail!(
                "{} exists already; overwrite it with --force",
                path.display()
            );
        }
        Ok(output)
    }

    /// Whether it goes to standard output, which then is for nothing else.
    pub(super) fn is_standard(&self) -> bool {
        self.path == Path::new("-")
    }

    pub(super) fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        if self.is_standard() {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes)?;
            return Ok(out.flush()?);
        }
        write_file(self.path, bytes)
    }
}
