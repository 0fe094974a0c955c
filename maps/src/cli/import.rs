//! `marchland-maps import`: a map of another program becomes one of ours.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::folder::Folder;
use marchland_maps::formats::domination::{self, Import, Remark, Weight};
use marchland_maps::formats::{DiskFiles, shown};
use marchland_maps::{Map, xml};

use super::Outcome;
use super::progress::{Progress, writing};

/// Import a map of another program.
///
/// Known so far: Domination (jRisk). FILE is its `.map` file; the mask, the
/// picture, the deck of cards and the translations are read from beside it.
/// Territories, links, continents, bonuses, cards and badges are kept; the mask
/// gets well-separated key colours, pivots are found in it.
///
/// What cannot be kept or is wrong in the source is told with file and line. The
/// source is never written over, not even with --force.
///
/// Exit code 1 says that the map was imported, but that something is wrong with
/// it: the source has faults, or the map cannot be played yet.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The map file: `NAME.map`.
    file: PathBuf,

    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Overwrite the map in that folder if there is one.
    #[arg(long)]
    force: bool,

    /// Tell of faults alone, not of what is not kept or merely worth knowing.
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
    if !force && output.exists() {
        bail!(
            "{} exists already; choose another folder, or overwrite its map with --force",
            plain(output)
        );
    }
    let extension = file.extension().unwrap_or_default();
    if !extension.eq_ignore_ascii_case("map") {
        bail!(
            "{}: cannot tell what this is; give the .map file of a Domination map",
            plain(file)
        );
    }
    let (files, name) =
        DiskFiles::of(file).with_context(|| format!("cannot read {}", plain(file)))?;
    let mut progress = Progress::new();
    progress.step("Importing");
    let import = domination::read_watched(&files, &name, &mut |share| progress.watch(share));
    progress.clear();
    let import = match import {
        Ok(import) => import,
        Err(error) => {
            tell(error.remarks(), *quiet);
            return Err(error).with_context(|| format!("cannot import {}", plain(file)));
        }
    };
    spare_sources(&import, file, output)?;
    writing(|| write(&import, output))?;
    tell(&import.remarks, *quiet);
    Ok(report(&import, output))
}

/// What the mask is called in the new map.
const MASK: &str = "mask.png";

/// Refuses to write over a file that the map is imported from.
fn spare_sources(import: &Import, file: &Path, output: &Path) -> anyhow::Result<()> {
    let sources = import.sources.iter();
    let sources = sources.filter_map(|name| file.with_file_name(name).canonicalize().ok());
    let sources: Vec<PathBuf> = sources.collect();
    let folder = Folder::at(output);
    let mut targets = vec![folder.file().to_owned(), folder.path().join(MASK)];
    let image = import.image.as_ref();
    targets.extend(image.map(|(name, _)| folder.path().join(name)));
    for target in targets {
        // Links are followed in writing; what is not there yet is nobody's source.
        if let Ok(real) = target.canonicalize()
            && sources.contains(&real)
        {
            bail!(
                "{} is one of the files that the map is imported from, and would be overwritten; \
                 choose another folder with --output",
                plain(&target)
            );
        }
    }
    Ok(())
}

/// A path that cannot steer a terminal.
fn plain(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

fn write(import: &Import, output: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", plain(output));
    let mut mask = Vec::new();
    import.mask.write_png(&mut mask).with_context(cannot)?;
    let mut files = vec![(MASK, &*mask)];
    let image = import.image.as_ref();
    files.extend(image.map(|(name, bytes)| (&**name, &**bytes)));
    Folder::at(output).save_with(&xml::write(&import.draft), &files)?;
    Ok(())
}

fn tell(remarks: &[Remark], quiet: bool) {
    let told = remarks.iter();
    for remark in told.filter(|remark| !quiet || remark.cause.weight() == Weight::Fault) {
        eprintln!("{remark}");
    }
}

/// Says what was imported and what is still wrong with it.
fn report(import: &Import, output: &Path) -> Outcome {
    let draft = &import.draft;
    eprintln!(
        "{}: {} territories, {} continents, {} links, {} × {} pixels",
        plain(output),
        draft.territories.len(),
        draft.continents.len(),
        draft.links().count(),
        import.mask.width(),
        import.mask.height()
    );
    let mut remarks = import.remarks.iter();
    let faulty = remarks.any(|remark| remark.cause.weight() == Weight::Fault);
    match Map::try_from(draft) {
        Ok(_) if faulty => Outcome::Look,
        Ok(_) => Outcome::Done,
        Err(problems) => {
            eprintln!("it cannot be played yet:");
            for problem in problems {
                eprintln!("- {problem}");
            }
            Outcome::Look
        }
    }
}
