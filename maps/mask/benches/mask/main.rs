//! How fast and how small the analysis of masks is, as ratios to yardsticks of
//! the same run.
//!
//! ```text
//! cargo bench -p marchland-mask --features yardsticks --bench mask              everything
//! cargo bench -p marchland-mask --features yardsticks --bench mask -- 8192-500  masks whose names start so
//! cargo bench -p marchland-mask --features yardsticks --bench mask -- files DIR the masks as PNG files
//! cargo bench -p marchland-mask --features yardsticks --bench mask -- json FILE seconds and memory for one file
//! ```
//!
//! Without the feature `yardsticks`, imageproc is left out.
//!
//! Contenders run in turn, several rounds; the least time on the processor of
//! each counts. `peers.py` beside this file measures Python's libraries on the
//! same masks.

mod clock;
mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufReader, Cursor};
use std::path::Path;

use clock::{Contender, race};
use generate::Picture;
use image::ImageFormat;
use marchland_mask::{
    Contacts, Ground, Parts, Pixel, PixelFormat, RegionId, Regions, Rgb, SeaOptions, View, Wrap,
    pivots, read, read_from, sea_links,
};

/// Side, territories, borders.
const LARGE: [(usize, usize, bool); 4] = [
    (8192, 42, true),
    (8192, 500, true),
    (8192, 5000, false),
    (8192, 5000, true),
];
const SMALL: [(usize, usize, bool); 3] =
    [(2048, 42, true), (2048, 500, false), (2048, 5000, false)];

/// How programs write PNG files: row filters and compression.
const ENCODINGS: [(&str, png::Filter, png::Compression); 2] = [
    // What OpenCV writes.
    ("sub", png::Filter::Sub, png::Compression::Fast),
    // What editors write: the filter chosen row by row.
    ("mixed", png::Filter::Adaptive, png::Compression::Balanced),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs this without `--bench`: nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let arguments: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--bench")
        .collect();
    match arguments[..] {
        ["files", directory] => files(Path::new(directory)),
        ["json", file] => json(Path::new(file)),
        [] => all(""),
        [start] => all(start),
        _ => {
            eprintln!("usage: mask [START OF A NAME | files DIR | json FILE]");
            std::process::exit(2);
        }
    }
}

/// Measures with all masks whose names start so.
fn all(start: &str) {
    for (side, territories, borders) in SMALL.into_iter().chain(LARGE) {
        if name(side, territories, borders).starts_with(start) {
            measure(side, territories, borders);
        }
    }
    if "speckle".starts_with(start) {
        speckle();
    }
}

fn name(side: usize, territories: usize, borders: bool) -> String {
    format!(
        "{side}-{territories}-{}",
        if borders { "borders" } else { "plain" }
    )
}

fn encode(picture: &Picture, filter: png::Filter, compression: png::Compression) -> Vec<u8> {
    let mut file = Vec::new();
    let side = picture.side as u32;
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(compression);
    // After the compression, which brings a filter of its own.
    encoder.set_filter(filter);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&picture.rgb).expect("rows");
    writer.finish().expect("an end");
    file
}

fn files(directory: &Path) {
    fs::create_dir_all(directory).expect("a directory");
    for (side, territories, borders) in SMALL.into_iter().chain(LARGE) {
        let picture = generate::mask(side, territories, borders);
        for (encoding, filter, compression) in ENCODINGS {
            let file = directory.join(format!(
                "{}-{encoding}.png",
                name(side, territories, borders)
            ));
            fs::write(&file, encode(&picture, filter, compression)).expect("a file");
            println!("{}", file.display());
        }
    }
}

fn scan(picture: &Picture) -> Regions {
    let side = picture.side as u32;
    Regions::from_pixels(side, side, &PixelFormat::RGB, &picture.rgb).expect("a mask")
}

fn measure(side: usize, territories: usize, borders: bool) {
    let picture = &generate::mask(side, territories, borders);
    let regions = &scan(picture);
    let rounds = if side > 4096 { 7 } else { 20 };
    let title = name(side, territories, borders);
    println!(
        "\n== {title}: {} regions, {} runs, {} contacts",
        regions.len(),
        regions.run_count(),
        Contacts::touching(regions).len()
    );

    let mut copy = picture.rgb.clone();
    let black = |id| regions.get(id).colour.0 == [0, 0, 0, 255];
    let across = |regions: &Regions| {
        Contacts::across(regions, 6, Wrap::default(), |id| {
            regions.get(id).colour.0 == [0, 0, 0, 255]
        })
    };
    let coloured = || regions.iter().map(|(id, _)| id).filter(|&id| !black(id));
    race(
        &format!("{title}, analysis in memory"),
        rounds,
        vec![
            Contender::new("memcpy of the RGB picture", || {
                copy.copy_from_slice(&picture.rgb);
            }),
            Contender::new("regions", || scan(picture)),
            Contender::new("regions and contacts", || {
                let regions = scan(picture);
                let contacts = Contacts::touching(&regions);
                (regions, contacts)
            }),
            Contender::new("regions and contacts across 6 black pixels", || {
                let regions = scan(picture);
                let contacts = across(&regions);
                (regions, contacts)
            }),
            Contender::new("contacts alone", || Contacts::touching(regions)),
            Contender::new("pivots of all but black", || pivots(regions, coloured())),
        ],
    );

    seas(&title, regions, rounds);
    paint(&title, regions, rounds);
    retint(&title, regions, rounds);
    for (encoding, filter, compression) in ENCODINGS {
        let file = &encode(picture, filter, compression);
        open(
            &format!("{title}, {encoding} PNG of {} KiB", file.len() / 1024),
            file,
            rounds,
        );
    }
    #[cfg(feature = "yardsticks")]
    if side <= 2048 || (territories, borders) == (500, true) {
        race(
            &format!("{title}, against imageproc"),
            if side > 4096 { 2 } else { 5 },
            vec![
                Contender::new("regions and contacts", || {
                    Contacts::touching(&scan(picture))
                }),
                Contender::new("imageproc, statistics and contacts pixel by pixel", || {
                    obvious(picture)
                }),
            ],
        );
    }
}

/// The straightforward way.
#[cfg(feature = "yardsticks")]
fn obvious(picture: &Picture) -> usize {
    use std::collections::HashMap;

    use image::GenericImageView;
    use imageproc::region_labelling::{Connectivity, connected_components};

    let side = picture.side as u32;
    let packed = image::ImageBuffer::from_fn(side, side, |x, y| {
        let at = (y as usize * picture.side + x as usize) * 3;
        let [r, g, b] = [picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]];
        image::Luma([u32::from_be_bytes([255, r, g, b])])
    });
    let labels = connected_components(&packed, Connectivity::Four, image::Luma([0]));
    let mut regions: HashMap<u32, (u32, [u32; 4])> = HashMap::new();
    let mut contacts: HashMap<(u32, u32), u32> = HashMap::new();
    for (x, y, &image::Luma([label])) in labels.enumerate_pixels() {
        let (area, bounds) = regions.entry(label).or_insert((0, [x, y, x, y]));
        *area += 1;
        *bounds = [
            bounds[0].min(x),
            bounds[1].min(y),
            bounds[2].max(x),
            bounds[3].max(y),
        ];
        for (x, y) in [(x + 1, y), (x, y + 1)] {
            if labels.in_bounds(x, y) {
                let other = labels.get_pixel(x, y).0[0];
                if other != label {
                    *contacts
                        .entry((label.min(other), label.max(other)))
                        .or_insert(0) += 1;
                }
            }
        }
    }
    regions.len() + contacts.len()
}

/// The territory of every region by its colour; sea and black lines have none.
fn territories(regions: &Regions) -> (Vec<Option<usize>>, Vec<Rgb>) {
    let mut numbers = BTreeMap::new();
    let mut colours = Vec::new();
    let of_region = regions.iter().map(|(_, region)| {
        let colour = region.colour.rgb();
        if [generate::SEA, [0; 3]].contains(&colour.0) {
            return None;
        }
        Some(*numbers.entry(colour).or_insert_with(|| {
            colours.push(colour);
            colours.len() - 1
        }))
    });
    let of_region = of_region.collect();
    (of_region, colours)
}

/// Links by sea, beside the contacts that go before them.
fn seas(title: &str, regions: &Regions, rounds: usize) {
    let (territory, _) = territories(regions);
    let black = |id: RegionId| regions.get(id).colour.0 == [0, 0, 0, 255];
    let across = || Contacts::across(regions, 6, Wrap::default(), black);
    let pairs: BTreeSet<(usize, usize)> = across()
        .iter()
        .filter_map(|contact| {
            let (a, b) = (territory[contact.a.index()]?, territory[contact.b.index()]?);
            Some((a.min(b), a.max(b)))
        })
        .collect();
    let options = SeaOptions {
        reach: None,
        gap: 6,
        sea_parts: true,
        wrap: Wrap::default(),
    };
    let ground = |id: RegionId| match territory[id.index()] {
        Some(territory) => Ground::Land(territory),
        None if black(id) => Ground::Line,
        None => Ground::Water,
    };
    let links = || sea_links(regions, &options, ground, |a, b| pairs.contains(&(a, b)));
    race(
        &format!("{title}, {} links by sea", links().len()),
        rounds.min(5),
        vec![
            Contender::new("contacts across 6 black pixels", across),
            Contender::new("links by sea", links),
        ],
    );
}

/// Changes of owner, painted into a picture of the size of the mask.
fn retint(title: &str, regions: &Regions, rounds: usize) {
    let (_, colours) = territories(regions);
    let parts = Parts::new(
        regions,
        colours.iter().map(|&colour| (Some(colour), &[][..])),
    );
    let area = |territory: usize| -> usize {
        let regions = parts.of(territory).iter().map(|&id| regions.get(id).area);
        regions.sum::<u32>() as usize
    };
    let mut by_area: Vec<usize> = (0..parts.len()).collect();
    by_area.sort_by_key(|&territory| area(territory));
    let ordinary = by_area[by_area.len() / 2];
    let largest = by_area[by_area.len() - 1];
    let whole = View::whole(regions);
    let mut canvas = vec![[0; 4]; whole.width * whole.height];
    let mut again = canvas.clone();
    let mut third = canvas.clone();
    let [mut filled, mut filled_largest] =
        [ordinary, largest].map(|territory| vec![[0; 4]; area(territory)]);
    let palette = vec![[9; 4]; regions.len()];
    let repaint = |territory: usize, canvas: &mut [Pixel]| {
        for &region in parts.of(territory) {
            regions.paint_region(region, &whole, [1, 2, 3, 4], canvas);
        }
    };
    race(
        &format!(
            "{title}, changes of owner ({} and {} pixels)",
            filled.len(),
            filled_largest.len()
        ),
        rounds,
        vec![
            Contender::new(
                "filling as many pixels as an ordinary territory has",
                || {
                    filled.fill([1, 2, 3, 4]);
                },
            ),
            Contender::new("an ordinary territory repainted", || {
                repaint(ordinary, &mut canvas);
            }),
            Contender::new("filling as many pixels as the largest has", || {
                filled_largest.fill([1, 2, 3, 4]);
            }),
            Contender::new("the largest repainted", || {
                repaint(largest, &mut again);
            }),
            Contender::new("everything painted anew", || {
                regions.paint(&whole, &palette, &mut third);
            }),
        ],
    );
}

fn paint(title: &str, regions: &Regions, rounds: usize) {
    let palette: Vec<[u8; 4]> = (0..regions.len() as u32)
        .map(|i| i.wrapping_mul(0x9e37_79b9).to_le_bytes())
        .collect();
    let whole = View::whole(regions);
    let mut canvas = vec![[0; 4]; whole.width * whole.height];
    let mut again = canvas.clone();
    let fitted = View {
        left: 0.0,
        top: 0.0,
        scale: 1080.0 / f64::from(regions.height()),
        width: 1920,
        height: 1080,
    };
    let close = View {
        left: f64::from(regions.width()) / 2.0,
        top: f64::from(regions.height()) / 2.0,
        scale: 4.0,
        ..fitted
    };
    let mut screen = vec![[0; 4]; 1920 * 1080];
    let mut screen_close = screen.clone();
    let mut one = canvas.clone();
    let (sea, region) = regions
        .iter()
        .max_by_key(|(_, region)| region.area)
        .expect("a region");
    let mut fill = vec![[0; 4]; region.area as usize];
    race(
        &format!("{title}, painting"),
        rounds,
        vec![
            Contender::new("filling an RGBA picture of that size", || {
                canvas.fill([1, 2, 3, 4]);
            }),
            Contender::new("every region in its colour", || {
                regions.paint(&whole, &palette, &mut again);
            }),
            Contender::new("the same, fitted into 1920 × 1080", || {
                regions.paint(&fitted, &palette, &mut screen);
            }),
            Contender::new("a part four times enlarged, 1920 × 1080", || {
                regions.paint(&close, &palette, &mut screen_close);
            }),
            Contender::new("filling as many pixels as the largest region has", || {
                fill.fill([1, 2, 3, 4]);
            }),
            Contender::new("the largest region alone", || {
                regions.paint_region(sea, &whole, [1, 2, 3, 4], &mut one);
            }),
        ],
    );
}

fn open(title: &str, file: &[u8], rounds: usize) {
    race(
        title,
        rounds,
        vec![
            Contender::new("image decodes it", || {
                image::load_from_memory_with_format(file, ImageFormat::Png).expect("a picture")
            }),
            Contender::new("opened: regions", || read(file).expect("a mask")),
            Contender::new("opened and analysed: regions and contacts", || {
                let regions = read_from(Cursor::new(file)).expect("a mask");
                let contacts = Contacts::touching(&regions);
                (regions, contacts)
            }),
        ],
    );
}

/// Nearly every pixel a run and a region of its own.
fn speckle() {
    let picture = &generate::speckle(2048);
    let mut copy = picture.rgb.clone();
    race(
        "2048 speckled, 4 million runs",
        3,
        vec![
            Contender::new("memcpy of the RGB picture", || {
                copy.copy_from_slice(&picture.rgb);
            }),
            Contender::new("regions", || scan(picture)),
            Contender::new("regions and contacts", || {
                Contacts::touching(&scan(picture))
            }),
        ],
    );
}

/// One file, as a line of JSON: seconds on the processor, the least of several
/// rounds, and the memory that opening and analysing it took.
fn json(path: &Path) {
    let open = || {
        let file = BufReader::new(File::open(path).expect("a file"));
        let regions = read_from(file).expect("a mask");
        let contacts = Contacts::touching(&regions);
        (regions, contacts)
    };
    let (regions, contacts) = open();
    // Before anything else can take memory.
    let peak = clock::peak_memory().unwrap_or(f64::NAN);
    let all = || pivots(&regions, regions.iter().map(|(id, _)| id));
    let radii: f64 = all().iter().map(marchland_mask::Pivot::radius).sum();
    let file = fs::read(path).expect("a file");
    let decode = || image::load_from_memory(&file).expect("a picture");
    let picture = Picture {
        side: regions.width() as usize,
        rgb: decode().into_rgb8().into_raw(),
    };
    let mut copy = picture.rgb.clone();
    let palette = vec![[1, 2, 3, 4]; regions.len()];
    let whole = View::whole(&regions);
    let mut canvas = vec![[0; 4]; whole.width * whole.height];
    let (largest, _) = regions
        .iter()
        .max_by_key(|(_, region)| region.area)
        .expect("a region");
    println!(
        "{{\"regions\": {}, \"runs\": {}, \"contacts\": {}, \"border\": {}, \
         \"radii\": {radii:.1}, \"peak_mib\": {peak:.1}, \"memcpy_s\": {:.5}, \
         \"analysis_s\": {:.5}, \"pivots_s\": {:.5}, \"image_decode_s\": {:.5}, \
         \"open_and_analysis_s\": {:.5}, \
         \"recolour_s\": {:.5}, \"recolour_largest_s\": {:.5}}}",
        regions.len(),
        regions.run_count(),
        contacts.len(),
        contacts
            .iter()
            .map(|contact| u64::from(contact.length))
            .sum::<u64>(),
        clock::best(7, || copy.copy_from_slice(&picture.rgb)),
        clock::best(7, || Contacts::touching(&scan(&picture))),
        clock::best(3, all),
        clock::best(3, decode),
        clock::best(3, open),
        clock::best(5, || regions.paint(&whole, &palette, &mut canvas)),
        clock::best(5, || regions.paint_region(
            largest,
            &whole,
            [5, 6, 7, 8],
            &mut canvas
        )),
    );
}
