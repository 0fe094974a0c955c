//! `marchland-maps info`: what is in a map.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::folder::Folder;
use marchland_maps::info::Info;
use marchland_maps::mask::{self, Regions};

use super::Outcome;

/// Say what is in a map, or in a mask that is no map yet.
///
/// For a map: its size, continents, territories and links, and whether it can
/// be played. With --format json everything, for programs; the fields stand
/// in docs/info-format.md.
///
/// For a mask: its size and colours, and how many regions each has.
///
/// Exit code 1 says that the map cannot be played yet; why stands in the
/// report.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder, its map.xml, or a mask (PNG, GIF, BMP, WebP, TIFF).
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// How to say it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let path = &arguments.input;
    let is_map = path.is_dir()
        || path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("xml"));
    let mut out = std::io::stdout().lock();
    if !is_map {
        if arguments.format == Format::Json {
            bail!("{} is no map; --format json is for maps", path.display());
        }
        return mask_report(&mut out, &read_mask(path)?);
    }
    let (folder, reading) = Folder::open(path)?;
    for flaw in &reading.problems {
        eprintln!("{}:{flaw}", folder.file().display());
    }
    let draft = &reading.draft;
    let size = draft.mask.as_ref().map(|mask| -> anyhow::Result<_> {
        let regions = read_mask(&folder.resolve(&mask.file)?)?;
        Ok((regions.width(), regions.height()))
    });
    let size = size.transpose().unwrap_or_else(|error| {
        eprintln!("warning: no size of the mask: {error:#}");
        None
    });
    let info = Info::of(draft, size);
    match arguments.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &info)?;
            writeln!(out)?;
        }
        Format::Text => text_report(&mut out, &info)?,
    }
    Ok(if info.playable && reading.is_as_meant() {
        Outcome::Done
    } else {
        Outcome::Look
    })
}

/// Reads a mask from a file.
pub(super) fn read_mask(path: &Path) -> anyhow::Result<Regions> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let regions = mask::read_from(BufReader::new(file));
    regions.with_context(|| format!("cannot read the mask {}", path.display()))
}

fn mask_report(out: &mut impl Write, regions: &Regions) -> anyhow::Result<Outcome> {
    writeln!(out, "{} × {} pixels", regions.width(), regions.height())?;
    for colour in regions.colours() {
        let (area, regions) = (colour.area, colour.regions);
        writeln!(
            out,
            "{:?} {area:>9} pixels {regions:>6} regions",
            colour.colour
        )?;
    }
    Ok(Outcome::Done)
}

fn text_report(out: &mut impl Write, info: &Info<'_>) -> anyhow::Result<()> {
    writeln!(out, "{}", info.names.name.unwrap_or("(no name)"))?;
    let by_sea = info.links.iter().filter(|link| link.kind == "sea").count();
    writeln!(
        out,
        "{} territories, {} continents, {} links ({by_sea} by sea)",
        info.territories.len(),
        info.continents.len(),
        info.links.len()
    )?;
    if let Some(mask) = &info.mask {
        write!(out, "mask {}", mask.file)?;
        if let (Some(width), Some(height)) = (mask.width, mask.height) {
            write!(out, ", {width} × {height} pixels")?;
        }
        writeln!(out)?;
    }
    for edge in &info.wrap {
        writeln!(out, "wraps around: {edge}")?;
    }
    let name_of = |id: u16| {
        let mut territories = info.territories.iter();
        let found = territories
            .find(|t| t.id == Some(id))
            .and_then(|t| t.names.name);
        found.map_or_else(|| format!("#{id}"), str::to_owned)
    };
    for continent in &info.continents {
        let bonus = continent
            .bonus
            .map_or("?".to_owned(), |bonus| bonus.to_string());
        let members: Vec<_> = continent.members.iter().map(|&id| name_of(id)).collect();
        let name = continent.names.name.unwrap_or("(no name)");
        writeln!(out, "\n{name}, bonus {bonus}\n  {}", members.join(", "))?;
    }
    if !info.playable {
        writeln!(out, "\nNot ready for play:")?;
        for problem in &info.problems {
            writeln!(out, "  {problem}")?;
        }
    }
    Ok(())
}
