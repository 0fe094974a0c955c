//! How much of a sloppy mask is left after its repair: territories, and which of them touch.
//!
//! `cargo bench -p marchland-maps --bench repair [-- [FOLDER] [save DIR]]`, with the
//! outlines of `../shared/geo` as seen from the repository or those of FOLDER; `save`
//! writes each picture with its repaired one into DIR. Europe and the world with small seeds were
//! looked at while the repair was written; the other countries and seeds are held out.

mod spoil;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use image::ImageFormat;
use marchland_maps::Wrap;
use marchland_maps::create::{Options, from_outlines};
use marchland_maps::formats::geojson;
use marchland_maps::mask::{Recognition, Repair, RepairOptions, repair};
use marchland_maps::outlines::{Grid, SheetOptions};
use marchland_maps::propose::{self, CORNER, Survey};
use spoil::Spoilt;

/// Files of outlines, their seeds, and the size of the picture.
const SETS: [(&str, [(&str, u64); 2]); 3] = [
    ("looked at", [("europe", 1), ("classic-world", 1)]),
    ("other seeds", [("europe", 1001), ("classic-world", 1001)]),
    ("other countries", [("usa", 2001), ("czechia", 2001)]),
];

/// Pictures of each country.
const EACH: u64 = 8;

/// A territory with at most this many pixels in its own colour is hardly in the picture.
const HARDLY: usize = 9;

#[derive(Default, Clone, Copy)]
struct Score {
    territories: usize,
    found: usize,
    /// Found, but larger or smaller.
    resized: usize,
    /// Those that are not, and are listed as taken for dirt.
    told: usize,
    /// Those that are neither, and of whose colour lines and smoothing have left at most
    /// [`HARDLY`] pixels.
    covered: usize,
    /// Territories of the repaired mask that do not exist.
    added: usize,
    declared: usize,
    proposed: usize,
    both: usize,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.territories += other.territories;
        self.found += other.found;
        self.resized += other.resized;
        self.told += other.told;
        self.covered += other.covered;
        self.added += other.added;
        self.declared += other.declared;
        self.proposed += other.proposed;
        self.both += other.both;
    }

    fn tell(&self, what: &str) {
        println!(
            "{what:<30} {:>4} and {:>2} resized, {:>2} told, {:>2} covered, of {:>4} territories, \
             {:>3} more; precision {:.3}, recall {:.3}",
            self.found,
            self.resized,
            self.told,
            self.covered,
            self.territories,
            self.added,
            self.both as f64 / self.proposed.max(1) as f64,
            self.both as f64 / self.declared.max(1) as f64,
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let mut folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/geo");
    let mut save = None;
    while let Some(word) = arguments.next() {
        if word == "save" {
            save = arguments.next().map(PathBuf::from);
        } else {
            folder = word.into();
        }
    }
    for (set, countries) in SETS {
        let mut whole = Score::default();
        for (country, first) in countries {
            let text = std::fs::read_to_string(folder.join(format!("{country}.geojson")))?;
            for seed in first..first + EACH {
                let grid = grid(&text, 700 + (seed as u32 * 211) % 900)?;
                let spoilt = spoil::draw(&grid, seed);
                let mut png = Cursor::new(Vec::new());
                spoilt.picture.write_to(&mut png, ImageFormat::Png)?;
                let options = RepairOptions::default();
                let mut on = |_| ControlFlow::Continue(());
                let repair = repair(Cursor::new(png.get_ref()), &options, &mut on)?;
                let name = format!("{country} {seed}, lines {} px", spoilt.line);
                if let Some(folder) = &save {
                    std::fs::write(folder.join(format!("{country}-{seed}.png")), png.get_ref())?;
                    let mut clean = Vec::new();
                    repair.mask.write_png(&mut clean)?;
                    std::fs::write(folder.join(format!("{country}-{seed}-clean.png")), clean)?;
                }
                let score = score(&grid, &repair, &spoilt);
                score.tell(&name);
                whole.add(score);
            }
        }
        whole.tell(&format!("all, {set}"));
        println!();
    }
    Ok(())
}

fn grid(geojson: &str, size: u32) -> Result<Grid, Box<dyn Error>> {
    let outlines = geojson::read(geojson, &geojson::Options::default())?;
    let sheet = SheetOptions {
        size,
        ..SheetOptions::default()
    };
    let created = from_outlines(
        outlines,
        &Options {
            sheet,
            ..Options::default()
        },
    )?;
    Ok(created.grid)
}

/// Compares what `new` makes of a repaired mask with what was drawn.
fn score(grid: &Grid, repair: &Repair, spoilt: &Spoilt) -> Score {
    let mask = &repair.mask;
    let recognition = Recognition::of(mask);
    let draft = propose::draft(mask, &recognition, "mask.png", Wrap::default());
    let survey = Survey::with_gap(mask, &draft, 0);
    let width = grid.width();
    // Pixels by label and territory.
    let mut shared: BTreeMap<(u16, usize), u32> = BTreeMap::new();
    let mut areas = [BTreeMap::new(), BTreeMap::new()];
    for y in 0..mask.height() {
        for run in mask.row(y) {
            let territory = survey.parts().territory_of(run.region);
            for x in run.start..run.end {
                let label = grid.cells()[y as usize * width + x as usize];
                *areas[0].entry(usize::from(label)).or_insert(0_u32) += 1;
                if let Some(territory) = territory {
                    *areas[1].entry(territory).or_insert(0_u32) += 1;
                    if label > 0 {
                        *shared.entry((label, territory)).or_default() += 1;
                    }
                }
            }
        }
    }
    // A territory is found where one covers more than half of both together.
    let mut label_of = BTreeMap::new();
    for (&(label, territory), &pixels) in &shared {
        let label = usize::from(label);
        let both = areas[0][&label] + areas[1][&territory] - pixels;
        if 2 * pixels > both {
            label_of.insert(territory, label);
        }
    }
    let found = label_of.len();
    // What is there, but not as large as it was drawn: half of one lies in the other.
    for (&(label, territory), &pixels) in &shared {
        let label = usize::from(label);
        let is_new = !label_of.contains_key(&territory) && !label_of.values().any(|&l| l == label);
        let least = areas[0][&label].min(areas[1][&territory]);
        if is_new && 2 * pixels > least {
            label_of.insert(territory, label);
        }
    }
    // What is not there, but listed as dirt, or hardly in the picture.
    let told = repair.specks.iter().map(|speck| {
        let at = speck.at.y as usize * width + speck.at.x as usize;
        usize::from(grid.cells()[at])
    });
    let told: BTreeSet<usize> = told.collect();
    let lost: Vec<usize> = (1..areas[0].len())
        .filter(|label| !label_of.values().any(|known| known == label))
        .collect();
    let (told, untold): (Vec<usize>, Vec<usize>) =
        lost.iter().partition(|label| told.contains(label));
    let covered = untold
        .iter()
        .filter(|&&label| spoilt.visible(grid, label) <= HARDLY);
    let declared: BTreeSet<_> = spoil::borders(grid)
        .into_iter()
        .filter(|&(.., length)| length > CORNER)
        .map(|(a, b, _)| (a, b))
        .collect();
    let place = |id| draft.territories.iter().position(|t| t.id == Some(id));
    let links = draft
        .links()
        .filter_map(|(from, to)| Some((place(from.id?)?, place(to.to)?)));
    let links: Vec<_> = links.collect();
    let right = links.iter().filter(|(a, b)| {
        let pair = [a, b].map(|at| label_of.get(at).copied());
        matches!(pair, [Some(a), Some(b)] if declared.contains(&(a.min(b), a.max(b))))
    });
    Score {
        territories: areas[0].len() - 1,
        found,
        resized: label_of.len() - found,
        told: told.len(),
        covered: covered.count(),
        added: draft.territories.len() - label_of.len(),
        declared: declared.len(),
        proposed: links.len(),
        both: right.count(),
    }
}
