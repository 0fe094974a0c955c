//! `marchland-maps repair`: a clean mask out of a sloppy one.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, bail};
use marchland_maps::mask::{Figures, RepairOptions, repair};

use super::Outcome;
use super::files::write_file;
use super::progress::{Progress, writing};

/// Make a clean mask out of a sloppy one.
///
/// Finds the real key colours of a mask with smoothed borders, the noise of a
/// JPEG file, an off-white sea or specks, and gives every pixel one of them.
/// Lines between territories dissolve into the territories on either side. The
/// picture given is never changed; the clean mask is written as a PNG.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The picture: PNG, GIF, BMP, WebP, TIFF or JPEG.
    mask: PathBuf,

    /// The clean mask, a PNG.
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,

    /// Overwrite that file if it is there.
    #[arg(long)]
    force: bool,

    /// Dissolve pieces with fewer pixels.
    #[arg(long, value_name = "PX", default_value_t = RepairOptions::default().speck)]
    speck: u32,

    /// Keep drawn lines.
    #[arg(long)]
    keep_lines: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Arguments { mask, output, .. } = arguments;
    let cannot = || format!("cannot repair {}", mask.display());
    if output.exists() {
        let same = output.canonicalize().ok() == mask.canonicalize().ok();
        if same {
            bail!(
                "{} would overwrite the mask itself; give another file",
                output.display()
            );
        }
        if !arguments.force {
            bail!(
                "{} exists already; overwrite it with --force",
                output.display()
            );
        }
    }
    let file = File::open(mask).with_context(cannot)?;
    let options = RepairOptions {
        speck: arguments.speck,
        dissolve_lines: !arguments.keep_lines,
    };
    let mut progress = Progress::new();
    progress.step("Repairing the mask");
    let watch = &mut |share| progress.watch(share);
    let repair = repair(BufReader::new(file), &options, watch).with_context(cannot)?;
    let mut clean = Vec::new();
    repair.mask.write_png(&mut clean).with_context(cannot)?;
    writing(|| write_file(output, &clean))?;
    drop(progress);
    tell(&repair.figures);
    eprintln!("{} written", output.display());
    Ok(Outcome::Done)
}

fn tell(figures: &Figures) {
    let share = 100.0 * figures.changed as f64 / figures.pixels.max(1) as f64;
    let kind = if figures.noisy {
        "noisy throughout, as JPEG files are"
    } else {
        "clean but for edges and specks"
    };
    println!("picture          {kind}");
    println!(
        "colours          {} -> {}",
        figures.colours_before, figures.colours_after
    );
    println!("regions          {}", figures.regions_after);
    println!(
        "pixels changed   {} of {} ({share:.2} %)",
        figures.changed, figures.pixels
    );
    println!("specks dissolved {}", figures.specks);
    println!("line pixels      {} dissolved", figures.line_pixels);
}
