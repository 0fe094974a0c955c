//! How well the neighbours proposed from a mask agree with those its author declared:
//! precision and recall of land contacts by gap, how many of the remaining links are in the
//! list of sea links, and which of them `new --sea auto` takes.
//!
//! `cargo bench -p marchland-maps --bench neighbours [-- FOLDER]` reads every Domination map
//! below the folder given, by default `../shared/corpus/domination` as seen from the
//! repository; these maps belong to others and are not part of it. The proposals are made from the
//! mask alone: edges are not joined unless it says so.
//!
//! The bundled maps are included for `--sea auto`. Each map is also held out: the numbers of
//! `propose::Widths` are chosen on all others, by the harmonic mean of precision and recall, and
//! tried on it.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use marchland_maps::folder::{self, Folder};
use marchland_maps::formats::DiskFiles;
use marchland_maps::formats::domination::{self, Import};
use marchland_maps::mask::{self, Recognition, Regions};
use marchland_maps::propose::{self, CORNER, Survey, Widths};
use marchland_maps::{Draft, Neighbour, TerritoryId, Wrap};

const GAPS: [u32; 8] = [0, 1, 2, 3, 4, 6, 8, 12];

type Pairs = BTreeSet<(usize, usize)>;

/// Contacts found, links declared, and what is in both.
#[derive(Default, Clone, Copy)]
struct Tally {
    found: usize,
    declared: usize,
    both: usize,
}

impl Tally {
    fn add(&mut self, found: &Pairs, declared: &Pairs) {
        self.found += found.len();
        self.declared += declared.len();
        self.both += found.intersection(declared).count();
    }

    fn sum(&mut self, other: Self) {
        self.found += other.found;
        self.declared += other.declared;
        self.both += other.both;
    }

    fn precision(&self) -> f64 {
        self.both as f64 / self.found.max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.both as f64 / self.declared.max(1) as f64
    }
}

/// How many of the links that do not touch are offered.
#[derive(Default, Clone, Copy)]
struct Offer {
    left: usize,
    offered: usize,
    list: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/domination");
    let mut arguments = std::env::args_os().skip(1).filter(|word| word != "--bench");
    let root = arguments.next().map_or(default, PathBuf::from);
    let mut files = Vec::new();
    find_maps(&root, &mut files)?;
    files.sort();

    let mut by_gap = [Tally::default(); GAPS.len()];
    let mut estimated = Tally::default();
    let mut offers = [Offer::default(); 2];
    let mut seas = Vec::new();
    println!(
        "{:<24} {:>5} {:>5} {:>4}  {:>5} {:>5}  sea links offered",
        "map", "terr.", "links", "gap", "prec.", "rec."
    );
    for file in &files {
        let (folder, name) = DiskFiles::of(file)?;
        let mut import = domination::read(&folder, &name)?;
        let declared = declared(&import.draft);
        // What the importer concluded from the links is not known from a mask.
        import.draft.wrap = Wrap::default();
        for (tally, &gap) in by_gap.iter_mut().zip(&GAPS) {
            tally.add(&touching(&import, gap), &declared);
        }
        let gap = Recognition::of(&import.mask).gap;
        let touching = touching(&import, gap);
        let mut own = Tally::default();
        own.add(&touching, &declared);
        estimated.add(&touching, &declared);
        let left: Pairs = &declared - &touching;
        let mut told = String::new();
        for (offer, horizontal) in offers.iter_mut().zip([false, true]) {
            import.draft.wrap.horizontal = horizontal;
            let survey = Survey::with_gap(&import.mask, &import.draft, gap);
            let list = survey.sea_links(&import.mask, None);
            let offered = list
                .iter()
                .filter(|link| left.contains(&(link.a, link.b)))
                .count();
            offer.left += left.len();
            offer.offered += offered;
            offer.list += list.len();
            if !horizontal {
                told = format!("{offered} of {} in a list of {}", left.len(), list.len());
            }
        }
        seas.push(Sea::of(&name, &import.draft, &import.mask));
        println!(
            "{:<24} {:>5} {:>5} {gap:>4}  {:>5.3} {:>5.3}  {told}",
            name,
            import.draft.territories.len(),
            declared.len(),
            own.precision(),
            own.recall()
        );
    }
    println!("\n{} maps, {} links", files.len(), estimated.declared);
    println!("\ngap px     precision  recall");
    for (tally, gap) in by_gap.iter().zip(GAPS) {
        println!(
            "{gap:<10} {:<10.3} {:.3}",
            tally.precision(),
            tally.recall()
        );
    }
    println!(
        "estimated  {:<10.3} {:.3}",
        estimated.precision(),
        estimated.recall()
    );
    for (offer, edges) in offers.iter().zip(["as they are", "left and right joined"]) {
        println!(
            "sea links, edges {edges}: {} of {} that do not touch, in lists of {} in all",
            offer.offered, offer.left, offer.list
        );
    }
    for map in ["world", "europe", "usa", "czechia"] {
        let (folder, draft, _) = folder::load(Path::new(env!("CARGO_MANIFEST_DIR")).join(map))?;
        seas.push(Sea::of(map, &draft, &mask_of(&folder, &draft)?));
    }
    tell_crossings(&seas);
    Ok(())
}

fn mask_of(folder: &Folder, draft: &Draft) -> Result<Regions, Box<dyn Error>> {
    let mask = draft.mask.as_ref().ok_or("a map without a mask")?;
    let file = fs::File::open(folder.resolve(&mask.file)?)?;
    Ok(mask::read_from(BufReader::new(file))?)
}

/// The numbers that are tried: widths in hundredths, with and without a least number of links of
/// islands.
fn tried() -> impl Iterator<Item = Widths> {
    let hundredths = |n: u8| f64::from(n) / 100.0;
    let narrow = (10..=40).step_by(5).map(hundredths);
    narrow.flat_map(move |narrow| {
        let wide = (50..=150).step_by(25).map(hundredths);
        wide.flat_map(move |wide| [0, 3].map(|ways| Widths { narrow, wide, ways }))
    })
}

/// What `--sea auto` takes of one map: with the usual widths, and with each of those tried.
struct Sea {
    map: String,
    usual: Tally,
    tried: Vec<Tally>,
}

impl Sea {
    fn of(map: &str, draft: &Draft, mask: &Regions) -> Self {
        let mut draft = draft.clone();
        draft.wrap = Wrap::default();
        let gap = Recognition::of(mask).gap;
        let survey = Survey::with_gap(mask, &draft, gap);
        let touching: Pairs = survey.contacts().map(|(a, b, _)| (a, b)).collect();
        let left = &declared(&draft) - &touching;
        let with = |widths| {
            let mut tally = Tally::default();
            tally.add(&crossings(&draft, mask, gap, widths), &left);
            tally
        };
        Self {
            map: map.to_owned(),
            usual: with(Widths::default()),
            tried: tried().map(with).collect(),
        }
    }
}

/// Says how well `--sea auto` does, with the usual widths and held out.
fn tell_crossings(seas: &[Sea]) {
    println!("\n`--sea auto`    declared taken  prec.  rec.   held out: prec.  rec.  widths");
    let mut sums = [Tally::default(); 2];
    for (at, sea) in seas.iter().enumerate() {
        let others = seas.iter().enumerate().filter(|&(other, _)| other != at);
        let mut best: Option<(f64, usize, Widths)> = None;
        for (choice, widths) in tried().enumerate() {
            let mut all = Tally::default();
            for (_, other) in others.clone() {
                all.sum(other.tried[choice]);
            }
            let (precision, recall) = (all.precision(), all.recall());
            let mean = 2.0 * precision * recall / (precision + recall).max(1e-9);
            if best.is_none_or(|(most, ..)| mean > most) {
                best = Some((mean, choice, widths));
            }
        }
        let Some((_, choice, widths)) = best else {
            continue;
        };
        let held_out = sea.tried[choice];
        sums[0].sum(sea.usual);
        sums[1].sum(held_out);
        println!(
            "{:<16} {:>7} {:>5}  {:.3}  {:.3}            {:.3}  {:.3}  {} {} {}",
            sea.map,
            sea.usual.declared,
            sea.usual.found,
            sea.usual.precision(),
            sea.usual.recall(),
            held_out.precision(),
            held_out.recall(),
            widths.narrow,
            widths.wide,
            widths.ways
        );
    }
    let [usual, held_out] = sums;
    println!(
        "{:<16} {:>7} {:>5}  {:.3}  {:.3}            {:.3}  {:.3}",
        "all",
        usual.declared,
        usual.found,
        usual.precision(),
        usual.recall(),
        held_out.precision(),
        held_out.recall()
    );
}

/// All `.map` files in a folder and those below it.
fn find_maps(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            find_maps(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("map"))
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Pairs of territories, by place, that are linked either way.
fn declared(draft: &Draft) -> Pairs {
    let place = |id| draft.territories.iter().position(|t| t.id == Some(id));
    let links = draft.links();
    let pairs = links.filter_map(|(from, link)| Some((place(from.id?)?, place(link.to)?)));
    pairs.map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// What `new --sea auto` links by sea, of a mask alone.
fn crossings(draft: &Draft, mask: &Regions, gap: u32, widths: Widths) -> Pairs {
    let mut draft = draft.clone();
    let survey = Survey::with_gap(mask, &draft, gap);
    for (id, territory) in (0..).zip(&mut draft.territories) {
        territory.id = Some(TerritoryId(id));
        territory.neighbours.clear();
    }
    for (a, b, _) in survey.contacts().filter(|&(.., length)| length > CORNER) {
        let link = Neighbour::land(TerritoryId(b as u16));
        draft.territories[a].neighbours.push(link);
    }
    let mut on = |_| ControlFlow::Continue(());
    let links = propose::crossings(mask, &draft, &survey, widths, &mut on).unwrap_or_default();
    let places = links
        .iter()
        .map(|l| (usize::from(l.from.0), usize::from(l.to.0)));
    places.collect()
}

fn touching(import: &Import, gap: u32) -> Pairs {
    let survey = Survey::with_gap(&import.mask, &import.draft, gap);
    survey.contacts().map(|(a, b, _)| (a, b)).collect()
}
