//! `marchland-maps export`: writes a map for another program.

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, bail};
use marchland_maps::files::plain_path;
use marchland_maps::folder::Folder;
use marchland_maps::formats::domination::{Export, NotShown, shown};
use marchland_maps::picture::Plan;
use marchland_maps::{Draft, in_groups};

use super::Outcome;
use super::files::{in_the_making, open_picture};
use super::info::read_mask;
use super::picture::draw;
use super::progress::{Progress, writing};
use super::words::{is_playable, note, summary};

/// Write a map for another program.
///
/// For Domination (jRisk): `NAME.map`, `NAME.cards`, the mask `NAME_map.png` in shades of
/// grey, the picture `NAME_pic.png` (or .jpg, .gif), and a `NAME_LANG.properties` for each
/// language of the names. NAME is the map's id. The picture is the map's image unchanged if
/// that is a PNG, JPEG or GIF of the mask's size; otherwise it is drawn.
///
/// Whatever the format cannot hold is reported. Maps that cannot be played yet, or that have
/// more territories than the format allows (Domination: 254), are refused.
///
/// Exit code 1: the map was written, but territories have no pixel in the mask.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or its map.xml.
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// The folder to write to. It must not exist yet.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The format of the other program.
    #[arg(long, value_enum, default_value_t = Target::Domination)]
    format: Target,
}

/// The program to write for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// Domination, also known as jRisk.
    Domination,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    if output.exists() || output.is_symlink() {
        bail!("{} exists already; choose a new folder", plain_path(output));
    }
    let (folder, reading) = super::open_map(&arguments.input)?;
    if !reading.is_as_meant() {
        bail!(
            "{} has errors; correct them first",
            plain_path(folder.file())
        );
    }
    if !is_playable(&reading.draft) {
        bail!(
            "{} is exported only once it can be played",
            plain_path(folder.file())
        );
    }
    match arguments.format {
        Target::Domination => domination(&folder, &reading.draft, output),
    }
}

fn domination(folder: &Folder, draft: &Draft, output: &Path) -> anyhow::Result<Outcome> {
    let export = Export::new(draft)?;
    let mask = draft.mask.as_ref().context("the map names no mask")?;
    let progress = &mut Progress::new();
    let regions = read_mask(&folder.resolve(&mask.file)?, progress)?;
    let own = own_picture(folder, draft, (regions.width(), regions.height()))?;
    let picture: (Box<dyn Read>, _) = if let Some((file, extension)) = own {
        (Box::new(file), extension)
    } else {
        progress.step("Drawing the picture");
        let plan = Plan::new(draft, &regions);
        (Box::new(draw(draft, &plan, progress)?), "png")
    };
    progress.step("Drawing the mask");
    let (grey, missing) = export.mask(&regions)?;
    let mut mask = in_the_making();
    grey.write_png(&mut mask)?;
    mask.rewind()?;
    progress.clear();
    writing(|| {
        export
            .write(output, mask, picture)
            .map_err(|(path, error)| {
                // Goes only if it is empty.
                let _ = fs::remove_dir(output);
                Error::new(error).context(format!("cannot write {}", plain_path(&path)))
            })
    })?;
    for loss in export.losses() {
        note(&format!("note: {loss}"));
    }
    let names = missing
        .iter()
        .filter_map(|&id| draft.territory_by_id(id)?.name.text.as_deref());
    let warnings = names.map(|name| ((), format!("warning: {name} has no pixel in the mask")));
    for warning in in_groups(warnings) {
        note(&warning);
    }
    say!("{}: {}", plain_path(output), summary(draft));
    Ok(Outcome::done_if(missing.is_empty()))
}

/// The map's own picture and the extension of its format, if Domination can show it.
fn own_picture(
    folder: &Folder,
    draft: &Draft,
    size: (u32, u32),
) -> anyhow::Result<Option<(File, &'static str)>> {
    let Some(image) = &draft.image else {
        return Ok(None);
    };
    let path = folder.resolve(image)?;
    let mut file = open_picture(&path)?;
    match shown(BufReader::new(&file), size) {
        Ok(extension) => {
            file.rewind()?;
            return Ok(Some((file, extension)));
        }
        Err(NotShown::Unreadable(error)) => {
            return Err(error).with_context(|| format!("cannot read {}", plain_path(&path)));
        }
        Err(why_not) => note(&format!(
            "note: the map's image {image} {why_not}; a new picture is drawn"
        )),
    }
    Ok(None)
}
