//! Input and output files of commands.

use std::fs;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use anyhow::{Context, bail};
use image::{ImageDecoder, ImageFormat};
use marchland_maps::files::{self, Kind, Output, OutputError, PICTURE, plain_path, root_element};
use marchland_maps::folder::Folder;
use marchland_maps::limits::{MAX_IMAGE_FILE_BYTES, MAX_SIDE, MAX_WHOLE_IMAGE_BYTES};
use marchland_maps::{Draft, Severity, xml};
use marchland_pictures::Bounds;
use tempfile::SpooledTempFile;

use super::leftovers::Leftovers;

/// The largest text file that is read: the same as for GeoJSON.
const MAX_TEXT_BYTES: u64 = marchland_maps::formats::geojson::MAX_BYTES as u64;

/// Reads a file of at most `most` bytes.
pub(super) fn read_bytes(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    match files::read_at_most(path, most) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            bail!("{} is larger than {} MiB", plain_path(path), most >> 20)
        }
        read => read.with_context(|| format!("cannot read {}", plain_path(path))),
    }
}

pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path, MAX_TEXT_BYTES)?;
    if marchland_pictures::is_zip(&bytes) {
        bail!(
            "cannot read {}: {}",
            plain_path(path),
            marchland_pictures::ZIP
        );
    }
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", plain_path(path)))
}

/// The output of a PNG. Refuses, before anything takes time, whatever [`Output::at`] does, and
/// misleading file extensions.
pub(super) fn png_output(path: &Path, force: bool) -> anyhow::Result<Output> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let other = ["jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "svg"];
    if other.contains(&&*extension.to_lowercase()) {
        bail!(
            "{} would be a PNG with a misleading name; give a name that ends in .png",
            plain_path(path)
        );
    }
    Ok(Output::at(path, &PICTURE, force)?)
}

/// Opens a picture to be copied, unless it is too large to be read again.
pub(super) fn open_picture(path: &Path) -> anyhow::Result<fs::File> {
    let cannot = || format!("cannot read {}", plain_path(path));
    let file = files::open(path).with_context(cannot)?;
    let bytes = file.metadata().with_context(cannot)?.len();
    if bytes > MAX_IMAGE_FILE_BYTES {
        bail!(
            "{} is larger than {} MiB",
            plain_path(path),
            MAX_IMAGE_FILE_BYTES >> 20
        );
    }
    Ok(file)
}

/// Opens a picture to be copied as [`open_picture`] does, with its format, by content and not by
/// extension, and its size.
pub(super) fn open_known_picture(
    path: &Path,
) -> anyhow::Result<(fs::File, ImageFormat, (u32, u32))> {
    let mut file = open_picture(path)?;
    let bounds = Bounds {
        side: MAX_SIDE,
        bytes: MAX_WHOLE_IMAGE_BYTES,
    };
    let opened = marchland_pictures::open(BufReader::new(&file), bounds)
        .with_context(|| format!("cannot read the image {}", plain_path(path)))?;
    let (format, size) = (opened.format, opened.decoder.dimensions());
    drop(opened);
    file.rewind()?;
    Ok((file, format, size))
}

/// Bytes of a temporary file that are kept in memory.
const IN_MEMORY: usize = 32 << 20;

/// A temporary file for a picture: nothing is overwritten before it is complete.
pub(super) fn in_the_making() -> SpooledTempFile {
    SpooledTempFile::new(IN_MEMORY)
}

/// Writes a file as safely as a map.
pub(super) fn write_file(output: &Output, content: &mut dyn Read) -> anyhow::Result<()> {
    output
        .write(|out| io::copy(content, out).map(drop))
        .with_context(|| format!("cannot write {}", plain_path(output.path())))
}

fn is_empty_folder(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

static MAP: Kind = Kind {
    name: "a map file",
    begins: |head| root_element(head) == Some("map"),
};

/// The output of a map: its folder, or the map file in it.
pub(super) struct MapOutput {
    folder: Folder,
    map: Output,
}

impl MapOutput {
    /// Before anything takes time: whether a map may be written there, with `force`
    /// in the place of another one.
    pub(super) fn at(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path.is_symlink() && !path.exists() {
            bail!(OutputError::DeadLink(path.to_owned()));
        }
        let folder = Folder::at(path);
        // First, because --force would not help where the file is not a map.
        let map = Output::at(folder.file(), &MAP, true)?;
        if !force && path.exists() && !is_empty_folder(path) {
            bail!(
                "{} exists already; choose another folder, or overwrite its map with --force",
                plain_path(path)
            );
        }
        Ok(Self { folder, map })
    }

    /// Writes the map with its pictures, by their names in the folder, unless one of
    /// the `sources` that it was made from would be overwritten, or the reader would
    /// find an error in the file.
    pub(super) fn write<P: AsRef<Path>>(
        self,
        draft: &Draft,
        pictures: &mut [(impl AsRef<str>, impl Read)],
        sources: &[P],
    ) -> anyhow::Result<()> {
        self.write_text(&xml::write(draft), pictures, sources)
    }

    /// As [`MapOutput::write`], with the text of the map file itself.
    pub(super) fn write_text<P: AsRef<Path>>(
        mut self,
        text: &str,
        pictures: &mut [(impl AsRef<str>, impl Read)],
        sources: &[P],
    ) -> anyhow::Result<()> {
        self.map.spare(sources)?;
        for (name, _) in &*pictures {
            let path = self.folder.path().join(name.as_ref());
            Output::at(&path, &PICTURE, true)?.spare(sources)?;
        }
        let flaws = xml::read(text.as_bytes()).flaws;
        if let Some(flaw) = flaws.iter().find(|flaw| flaw.severity() == Severity::Error) {
            bail!("the map would not be read again as it is written: {flaw}");
        }
        let leftovers = Leftovers::of(&self.folder);
        self.folder.save_with(text, pictures)?;
        let written: Vec<&str> = pictures.iter().map(|(name, _)| name.as_ref()).collect();
        leftovers.set_aside(&written)
    }
}
