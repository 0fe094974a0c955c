//! `marchland-maps import`: imports a map of another program.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::files::plain_path;
use marchland_maps::folder::MAP_FILE;
use marchland_maps::formats::domination::{self, Flaw, Import};
use marchland_maps::formats::{DiskFiles, Files};
use marchland_maps::{Severity, bundled};

use super::Outcome;
use super::files::MapOutput;
use super::foreign::{self, Foreign};
use super::progress::{Progress, writing};
use super::words::{is_playable, summary};

/// Import a map of another program, or copy a bundled one.
///
/// Supports Domination (jRisk). FILE is its `.map` file, or a folder with only one; the
/// mask, picture, deck of cards and translations are read from the same folder. Territories, links,
/// continents, bonuses, cards and badges are kept. The mask gets well-separated key
/// colours, and pivots are found in it.
///
/// Faults of the source, and everything that cannot be kept, are reported with file
/// and line. The source is never overwritten, not even with --force.
///
/// A bundled map is named instead of a file: world, czechia, europe or usa.
///
/// Exit code 1: the map was imported, but the source has faults or the map cannot be
/// played yet.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The map file, `NAME.map`, its folder, or the name of a bundled map.
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
        say!(
            "{}: a copy of the bundled map {}",
            plain_path(output),
            map.name
        );
        return Ok(Outcome::Done);
    }
    if !file.exists() {
        bail!(
            "there is no file {}; the bundled maps are {}",
            plain_path(file),
            bundled::NAMES.join(", ")
        );
    }
    let file = &if file.is_dir() {
        in_folder(file)?
    } else {
        file.clone()
    };
    match foreign::recognise(file)? {
        Foreign::Domination => {}
        Foreign::Other { is, advice } => bail!("{} {is}; {advice}", plain_path(file)),
        Foreign::Picture => bail!("{} is a picture; {}", plain_path(file), foreign::NEW),
        Foreign::Unknown => bail!(
            "{} is of an unknown format; give the .map file of a Domination map, or use the mask \
             of another map: marchland-maps new MASK -o DIR",
            plain_path(file)
        ),
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

/// The one map file of Domination in a folder.
fn in_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let names = DiskFiles::new(folder).names();
    let names = names.with_context(|| format!("cannot read {}", plain_path(folder)))?;
    let is_map = |name: &&String| {
        let ending = Path::new(name).extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("map")
    };
    let maps: Vec<&String> = names.iter().filter(is_map).collect();
    let path = plain_path(folder);
    match maps[..] {
        [map] => Ok(folder.join(map)),
        [] if names.iter().any(|name| name == MAP_FILE) => {
            bail!("{path} is already a Marchland map; open it as it is")
        }
        [] => bail!("{path} is a folder without a .map file; give the file of a map"),
        [first, ..] => bail!(
            "{path} holds {} .map files; give one of them, such as {}",
            maps.len(),
            plain_path(&folder.join(first))
        ),
    }
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
    let mut shown: Vec<&Flaw> = shown
        .filter(|flaw| !quiet || flaw.severity == Severity::Error)
        .collect();
    // The worst first.
    shown.sort_by_key(|flaw| Reverse(flaw.severity));
    for flaw in shown {
        say!("{flaw}");
    }
}

/// Reports what was imported and what is still wrong with it.
fn report(import: &Import, output: &Path) -> Outcome {
    let draft = &import.draft;
    say!(
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
