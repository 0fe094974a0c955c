//! `marchland-maps repair`: makes a clean mask from a sloppy one.

use std::cmp::Reverse;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use marchland_maps::files::{self, plain_path};
use marchland_maps::mask::{Doubtful, Figures, Repair, RepairOptions, Sloppiness, repair};
use marchland_maps::{ParseRgbError, Rgb};

use super::Outcome;
use super::files::{png_output, write_file};
use super::info::warn_of_merged;
use super::progress::{Progress, writing};
use super::words::counted;

/// Repair a mask with smoothed borders, JPEG noise, an off-white sea or specks.
///
/// Finds the real key colours and gives every pixel one of them. Lines between
/// territories dissolve into the territories on either side. The input is never
/// changed; the clean mask is written as a PNG.
///
/// Colours that fill large even areas stay apart, however similar they are. If two
/// colours are merged that may both have been intended, they are listed with places,
/// those that differ most first. Prevent that with --keep-apart, or set the largest
/// difference with --tolerance.
///
/// Exit code 1: the clean mask was written, but needs attention. Intended colours may
/// have been merged, the picture may be too blurred or not a mask, or islands may have
/// been removed.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The mask to repair: PNG, GIF, BMP, WebP, TIFF or JPEG.
    mask: PathBuf,

    /// The PNG file to write, or - for standard output.
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,

    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,

    /// Dissolve pieces with fewer pixels.
    #[arg(long, value_name = "PX", default_value_t = RepairOptions::default().speck, allow_negative_numbers = true)]
    speck: u32,

    /// Merge colours that are at most this far apart, measured as the root of the sum of
    /// the squared differences of red, green and blue. Such merges are not listed as
    /// doubtful. 0 keeps every even colour [default: chosen by the picture].
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true)]
    tolerance: Option<u8>,

    /// Never merge these two colours, for example `#F0F0F0,#F4F4F0`; may be repeated.
    #[arg(long, value_name = "COLOUR,COLOUR", value_parser = colours)]
    keep_apart: Vec<[Rgb; 2]>,

    /// Keep drawn lines.
    #[arg(long)]
    keep_lines: bool,
}

fn colours(text: &str) -> Result<[Rgb; 2], String> {
    let (one, other) = text
        .split_once(',')
        .ok_or_else(|| "give two colours with a comma between, `#F0F0F0,#F4F4F0`".to_owned())?;
    let colour = |text: &str| {
        text.trim()
            .parse()
            .map_err(|error: ParseRgbError| error.to_string())
    };
    Ok([colour(one)?, colour(other)?])
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Arguments { mask, output, .. } = arguments;
    let cannot = || format!("cannot repair {}", plain_path(mask));
    let file = files::open(mask).with_context(cannot)?;
    let target = png_output(output, arguments.force)?;
    target.spare([mask])?;
    let options = RepairOptions {
        speck: arguments.speck,
        dissolve_lines: !arguments.keep_lines,
        tolerance: arguments.tolerance,
        keep_apart: arguments.keep_apart.clone(),
    };
    let mut progress = Progress::new();
    progress.step("Repairing the mask");
    let watch = &mut |share| progress.watch(share);
    let mut repair = repair(BufReader::new(file), &options, watch).with_context(cannot)?;
    // Those first that are hardly shades of one colour.
    repair
        .merges
        .sort_by_key(|merge| Reverse(merge.colour.distance_squared(merge.into)));
    let mut clean = Vec::new();
    repair.mask.write_png(&mut clean).with_context(cannot)?;
    writing(|| write_file(&target, &mut &*clean))?;
    drop(progress);
    let figures = &repair.figures;
    if target.is_standard() {
        tell(&mut std::io::stderr().lock(), &repair)?;
    } else {
        tell(&mut super::Out::new(), &repair)?;
        say!("{} written", plain_path(output));
    }
    let mut warnings = warnings(figures, arguments.speck);
    if !repair.merges.is_empty() && arguments.tolerance.is_none() {
        warnings.push(format!(
            "{} merged with another, see above; if they are territories, give both to --keep-apart",
            counted(repair.merges.len(), "colour was", "colours were"),
        ));
    }
    let merged = warn_of_merged(repair.merged());
    for warning in &warnings {
        say!("warning: {warning}");
    }
    Ok(Outcome::done_if(warnings.is_empty() && !merged))
}

/// Most specks that are listed.
const LISTED: usize = 12;

fn tell(out: &mut dyn Write, repair: &Repair) -> std::io::Result<()> {
    let figures = &repair.figures;
    let share = |pixels| 100.0 * pixels as f64 / figures.pixels.max(1) as f64;
    let kind = match figures.sloppiness {
        Sloppiness::Edges => "clean but for smoothed edges, lines and specks",
        Sloppiness::Blurred => "blurred",
        Sloppiness::Noisy => "noisy throughout, as JPEG files are",
    };
    writeln!(out, "picture          {kind}")?;
    writeln!(
        out,
        "colours          {} -> {}",
        figures.colours_before, figures.colours_after
    )?;
    writeln!(out, "regions          {}", figures.regions_after)?;
    writeln!(
        out,
        "pixels changed   {} of {} ({:.2} %)",
        figures.changed,
        figures.pixels,
        share(figures.changed)
    )?;
    writeln!(
        out,
        "of no key        {} ({:.2} %), given to what is next to them",
        figures.grown,
        share(figures.grown)
    )?;
    writeln!(out, "specks dissolved {}", figures.specks)?;
    writeln!(out, "line pixels      {} dissolved", figures.line_pixels)?;
    for merge in &repair.merges {
        let places = merge.places.iter().map(|at| format!("{},{}", at.x, at.y));
        let places: Vec<String> = places.collect();
        writeln!(
            out,
            "made one         {} became {}: {} px, at {}",
            merge.colour,
            merge.into,
            merge.pixels,
            places.join(" ")
        )?;
    }
    for speck in repair.specks.iter().take(LISTED) {
        let (at, pixels) = (speck.at, speck.pixels);
        writeln!(
            out,
            "taken for dirt   {}: {pixels} px, at {},{}",
            speck.colour, at.x, at.y
        )?;
    }
    let more = repair.specks.len().saturating_sub(LISTED);
    if more > 0 {
        writeln!(out, "                 and {more} more that stand out less")?;
    }
    Ok(())
}

/// A photograph's specks have less than this fraction (inverse) of its pixels.
const DIRT: u64 = 10_000;

/// Results that the author should check.
fn warnings(figures: &Figures, speck: u32) -> Vec<String> {
    let mut warnings = Vec::new();
    if figures.is_hardly_a_mask() {
        let speck = speck.max((figures.pixels / DIRT) as u32);
        warnings.push(format!(
            "little of the picture has an even colour; it may be a photograph, not a mask; if it \
             shows one, merge shades and dissolve larger pieces: try --tolerance 12 --speck {speck} \
             first, then larger tolerances up to 40; too large a tolerance merges territories"
        ));
    }
    if figures.sloppiness == Sloppiness::Blurred {
        warnings.push(
            "the picture is blurred, so small islands may have a mixed colour or be missing; use \
             a sharp picture if there is one"
                .to_owned(),
        );
    }
    let Doubtful { pieces, largest } = figures.doubtful;
    if let Some((area, [x, y])) = largest {
        warnings.push(format!(
            "{} may have been {} but merged with the surroundings; the largest had {area} \
             pixels, at {x},{y}",
            counted(pieces, "piece", "pieces"),
            if pieces == 1 { "an island" } else { "islands" },
        ));
    }
    warnings
}
