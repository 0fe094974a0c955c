//! `marchland-maps import`: imports a map of another program.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::files::{PICTURE, plain_path, root_element};
use marchland_maps::formats::domination::{self, Flaw, Import};
use marchland_maps::formats::{DiskFiles, is_conquer_club};
use marchland_maps::{Severity, bundled};

use super::Outcome;
use super::files::MapOutput;
use super::progress::{Progress, writing};
use super::words::{is_playable, summary};

/// Import a map of another program, or copy a bundled one.
///
/// Supports Domination (jRisk). FILE is its `.map` file; the mask, picture, deck of
/// cards and translations are read from the same folder. Territories, links,
/// continents, bonuses, cards and badges are kept. The mask gets well-separated key
/// colours, and pivots are found in it.
///
/// Faults of the source, and everything that cannot be kept, are reported with file
/// and line. The source is never overwritten, not even with --force.
///
/// The bundled maps are world, czechia, europe and usa.
///
/// Exit code 1: the map was imported, but the source has faults or the map cannot be
/// played yet.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The map file, `NAME.map`, or the name of a bundled map.
    file: PathBuf,

    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Overwrite an existing map in that folder.
    #[arg(long)]
    force: bool,

    /// Report only faults, not what is dropped or merely worth knowing.
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Arguments {
        file,
        output,
        force,
        quiet,
    } = arguments;
    let target = MapOutput::at(output, *force)?;
    let bundled = file.to_str().and_then(bundled::find);
    if let Some(map) = bundled.filter(|_| !file.exists()) {
        let mut pictures = [(MASK, map.mask), ("image.png", map.image)];
        target.write_text(std::str::from_utf8(map.xml)?, &mut pictures, &[file])?;
        println!("The bundled map {} is in {}.", map.name, plain_path(output));
        return Ok(Outcome::Done);
    }
    if let Some((seen, advice)) = not_domination(file)? {
        bail!("{} {seen}; {advice}", plain_path(file));
    }
    let (files, name) =
        DiskFiles::of(file).with_context(|| format!("cannot read {}", plain_path(file)))?;
    let mut progress = Progress::new();
    progress.step("Importing");
    let import = domination::read_watched(&files, &name, &mut |share| progress.watch(share));
    progress.clear();
    let import = match import {
        Ok(import) => import,
        Err(error) => {
            print_flaws(error.flaws(), *quiet);
            return Err(error).with_context(|| format!("cannot import {}", plain_path(file)));
        }
    };
    writing(|| write(&import, file, target))?;
    print_flaws(&import.flaws, *quiet);
    Ok(report(&import, output))
}

/// If a file is not a Domination map: what it is, and what to do instead.
fn not_domination(file: &Path) -> anyhow::Result<Option<(&'static str, &'static str)>> {
    const NEW: &str = "make a map of its mask, a picture in which every territory has a colour \
                       of its own: marchland-maps new MASK -o DIR";
    let ending = file.extension().unwrap_or_default();
    let is = |other: &str| ending.eq_ignore_ascii_case(other);
    if !file.is_file() {
        // The problem is reported on reading.
        return Ok(None);
    }
    let mut head = Vec::new();
    std::fs::File::open(file)
        .and_then(|file| file.take(4096).read_to_end(&mut head))
        .with_context(|| format!("cannot read {}", plain_path(file)))?;
    Ok(match root_element(&head) {
        _ if head.starts_with(b"PK\x03\x04") => {
            Some(("is a zip archive", "unpack it and give the .map file in it"))
        }
        Some(root) if root.starts_with("teg") => {
            Some(("is a theme of TEG, which is not imported", NEW))
        }
        _ if is_conquer_club(&head) => {
            Some(("is a map of Conquer Club, which is not imported", NEW))
        }
        Some("map") => Some(("is already a Marchland map", "open it as it is")),
        _ if is("desktop") => Some(("is a skin of KsirK, which is not imported", NEW)),
        _ if (PICTURE.begins)(&head) => Some(("is a picture", NEW)),
        Some(_) => Some(("is an XML file of another program", NEW)),
        None if head
            .windows(13)
            .any(|text| text.eq_ignore_ascii_case(b"[Territories]")) =>
        {
            Some(("is a map of Conquest, which is not imported", NEW))
        }
        None if is("map") => None,
        None => Some((
            "is of an unknown format",
            "give the .map file of a Domination map, or use the mask of another map: \
             marchland-maps new MASK -o DIR",
        )),
    })
}

/// The mask's file name in the new map.
const MASK: &str = "mask.png";

fn write(import: &Import, file: &Path, target: MapOutput) -> anyhow::Result<()> {
    let mut mask = Vec::new();
    import.mask.write_png(&mut mask)?;
    let mut files: Vec<(&str, &[u8])> = vec![(MASK, &mask)];
    let image = import.image.as_ref();
    files.extend(image.map(|(name, bytes)| (&**name, &**bytes)));
    let sources = import.sources.iter().map(|name| file.with_file_name(name));
    target.write(&import.draft, &mut files, &sources.collect::<Vec<_>>())
}

fn print_flaws(flaws: &[Flaw], quiet: bool) {
    let shown = flaws.iter();
    for flaw in shown.filter(|flaw| !quiet || flaw.severity == Severity::Error) {
        eprintln!("{flaw}");
    }
}

/// Reports what was imported and what is still wrong with it.
fn report(import: &Import, output: &Path) -> Outcome {
    let draft = &import.draft;
    eprintln!(
        "{}: {}, {} × {} pixels",
        plain_path(output),
        summary(draft),
        import.mask.width(),
        import.mask.height()
    );
    let mut flaws = import.flaws.iter();
    let faulty = flaws.any(|flaw| flaw.severity == Severity::Error);
    Outcome::done_if(is_playable(draft) && !faulty)
}
