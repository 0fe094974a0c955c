//! `marchland-maps diff`: compares two versions of a map.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use marchland_maps::Draft;
use marchland_maps::diff::{About, Change, Version, compare, write_picture};
use marchland_maps::files::{plain, plain_path};
use marchland_maps::folder::Folder;
use marchland_maps::limits::MAX_IMAGE_FILE_BYTES;
use marchland_maps::mask::Regions;
use serde::Serialize;

use super::files::{in_the_making, png_output, read_bytes, write_file};
use super::info::mask_of;
use super::progress::{Progress, writing};
use super::words::{counted, note};
use super::{Format, Outcome};

/// Compare two versions of a map.
///
/// Lists territories that are new, gone, renamed, reshaped (with the number of pixels gained
/// and lost) or in another continent; links, closed borders, continents, bonuses, cards and
/// pivots; and the map's own data. Layout and comments of the map files do not count.
/// Territories with the same id are the same, unless name and colour both say otherwise.
///
/// Exit codes: 0 no difference, 1 at least one difference, 2 the comparison failed.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The old version: a map's folder or the map.xml in it.
    old: PathBuf,

    /// The new version.
    new: PathBuf,

    /// Also draw the differences into this PNG: gained land blue, lost land orange, land that
    /// changed territories purple, new links blue, links that are gone orange and dashed.
    #[arg(long, value_name = "PNG")]
    picture: Option<PathBuf>,

    /// Overwrite an existing PNG.
    #[arg(long, requires = "picture")]
    force: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

struct Read {
    folder: Folder,
    draft: Draft,
    mask: Option<Regions>,
}

impl Read {
    fn of(path: &Path, progress: &mut Progress) -> anyhow::Result<Self> {
        let (folder, reading) = super::open_map(path)?;
        if reading.is_broken() {
            bail!(
                "{} is not a readable map, so nothing is compared",
                plain_path(path)
            );
        }
        let draft = reading.draft;
        Ok(Self {
            mask: mask_of(&folder, &draft, progress)?,
            folder,
            draft,
        })
    }

    fn version(&self) -> Version<'_> {
        Version {
            draft: &self.draft,
            mask: self.mask.as_ref(),
        }
    }

    /// The bytes of the picture for players, if there is one.
    fn picture(&self) -> anyhow::Result<Option<Vec<u8>>> {
        let Some(name) = &self.draft.image else {
            return Ok(None);
        };
        let path = self.folder.resolve(name)?;
        if !path.exists() {
            return Ok(None);
        }
        read_bytes(&path, MAX_IMAGE_FILE_BYTES).map(Some)
    }
}

#[derive(Serialize)]
struct Report<'a> {
    version: u16,
    same: bool,
    changes: Vec<Told<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    change: &'a Change,
    text: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let target = arguments.picture.as_deref();
    let target = target
        .map(|path| png_output(path, arguments.force))
        .transpose()?;
    let mut progress = Progress::new();
    let old = Read::of(&arguments.old, &mut progress)?;
    let new = Read::of(&arguments.new, &mut progress)?;
    if old.mask.is_none() || new.mask.is_none() {
        note("note: one of the maps names no mask, so their land is not compared");
    }
    progress.step("Comparing");
    let mut changes = compare(old.version(), new.version());
    if old.picture()? != new.picture()? {
        changes.push(Change::plain(About::Picture, "content"));
    }
    if let Some(target) = target {
        for version in [&old, &new] {
            let folder = &version.folder;
            target.spare([folder.file()])?;
            let draft = &version.draft;
            let names = draft.mask.iter().map(|mask| &mask.file).chain(&draft.image);
            for name in names {
                target.spare([folder.resolve(name)?])?;
            }
        }
        progress.step("Drawing the picture");
        let mut file = in_the_making();
        write_picture(old.version(), new.version(), &mut file)?;
        file.rewind()?;
        progress.clear();
        writing(|| write_file(&target, &mut file))?;
        if let (false, Some(mask)) = (target.is_standard(), &new.mask) {
            let (path, width, height) = (target.path(), mask.width(), mask.height());
            say!("{}: {width} × {height} pixels", plain_path(path));
        }
    }
    progress.clear();
    let mut out = super::Out::new();
    match arguments.format {
        Format::Json => {
            let told = changes.iter().map(|change| Told {
                change,
                text: change.to_string(),
            });
            let report = Report {
                version: 1,
                same: changes.is_empty(),
                changes: told.collect(),
            };
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
        }
        Format::Text => {
            let [old, new] = [&arguments.old, &arguments.new].map(|path| plain_path(path));
            let number = match changes.len() {
                0 => "no difference".to_owned(),
                number => counted(number, "difference", "differences"),
            };
            writeln!(out, "{old} → {new}: {number}")?;
            for change in &changes {
                writeln!(out, "{}", plain(&change.to_string()))?;
            }
        }
    }
    Ok(Outcome::done_if(changes.is_empty()))
}
