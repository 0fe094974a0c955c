//! The time of a check, with the decoding of the mask as the yardstick.
//!
//! `cargo bench -p marchland-validator`. The figures in docs/performance.md are
//! the fastest samples of a run.

use std::io::Cursor;

use divan::{Bencher, black_box};
use marchland_maps::mask::{self, Regions};
use marchland_maps::{
    Continent, ContinentId, Draft, MaskFile, Names, Neighbour, Point, Rgb, Territory, TerritoryId,
    xml,
};
use marchland_validator::{Input, Mask, Settings, Survey, Text, check};

fn main() {
    divan::main();
}

/// A map of `columns` × `rows` territories on a square mask, arranged like bricks with
/// wavy borders, so that each has six neighbours.
struct Sample {
    text: String,
    png: Vec<u8>,
}

impl Sample {
    fn new((columns, rows, side): Size) -> Self {
        let (width, height) = (side / columns, side / rows);
        let colour = |at: u32| Rgb::from_u32(0x10_1010 + at * 613);
        let territory_at = |x: u32, y: u32| {
            let wave = (f64::from(x) / 17.0).sin() * 3.0 + (f64::from(x) / 5.0).cos();
            let row = ((f64::from(y) + wave).max(0.0) as u32 / height).min(rows - 1);
            let shift = if row.is_multiple_of(2) { 0 } else { width / 2 };
            let wave = (f64::from(y) / 13.0).sin() * 3.0;
            let column = ((f64::from(x + shift) + wave).max(0.0) as u32 / width).min(columns - 1);
            row * columns + column
        };
        let image =
            image::RgbImage::from_fn(side, side, |x, y| image::Rgb(colour(territory_at(x, y)).0));
        let mut png = Vec::new();
        image
            .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
            .expect("memory is writable");

        let mut draft = Draft::new();
        draft.name = Names::plain("Bricks");
        draft.author = Some("The benchmark".into());
        draft.licence = Some("CC0-1.0".into());
        draft.badge_diameter = Some(16);
        draft.mask = Some(MaskFile {
            file: "mask.png".into(),
            ..MaskFile::default()
        });
        let per_continent = columns * rows / (columns * rows / 20).clamp(2, 500);
        for id in 0..(columns * rows).div_ceil(per_continent) {
            let continent = Continent {
                id: Some(ContinentId(id as u16)),
                name: Names::plain(format!("Continent {}", word(id))),
                bonus: Some(12),
                colour: Some(Rgb::from_u32(id * 70_001)),
                ..draft.fresh_continent()
            };
            draft.continents.push(continent);
        }
        for at in 0..columns * rows {
            let (row, column) = (at / columns, at % columns);
            let mut neighbours = Vec::new();
            let mut link = |row: u32, column: Option<u32>| {
                if let Some(column) = column.filter(|&c| c < columns && row < rows) {
                    neighbours.push(Neighbour::land(TerritoryId(
                        (row * columns + column) as u16,
                    )));
                }
            };
            link(row, Some(column + 1));
            link(row + 1, Some(column));
            if row.is_multiple_of(2) {
                link(row + 1, Some(column + 1));
            } else {
                link(row + 1, column.checked_sub(1));
            }
            let shift = if row.is_multiple_of(2) { 0 } else { width / 2 };
            let x = (column * width + width / 2).saturating_sub(shift);
            let territory = Territory {
                id: Some(TerritoryId(at as u16)),
                name: Names::plain(word(at)),
                colour: Some(colour(at)),
                continent: Some(ContinentId((at / per_continent) as u16)),
                pivots: vec![Point::new(x, row * height + height / 2)],
                neighbours,
                ..draft.fresh_territory()
            };
            draft.territories.push(territory);
        }
        Self {
            text: xml::write(&draft),
            png,
        }
    }

    fn survey(&self) -> (Draft, Text, Survey) {
        let reading = xml::read(self.text.as_bytes());
        let draft = reading.draft.clone();
        let regions = mask::read(&self.png).expect("our own PNG");
        let survey = Survey::new(regions, &draft);
        (draft, Text::new(reading), survey)
    }
}

/// A name that is not similar to others.
fn word(mut at: u32) -> String {
    let mut word = String::new();
    for _ in 0..4 {
        let syllables = [
            "ba", "keh", "lin", "mor", "nu", "ras", "sel", "tiv", "vo", "zuth",
        ];
        word += syllables[(at % 10) as usize];
        at = at / 10 + 7;
    }
    word
}

/// Columns, rows and the side of the mask.
type Size = (u32, u32, u32);

const SIZES: [Size; 2] = [(20, 10, 2_048), (100, 100, 8_192)];

#[divan::bench_group(name = "maps without faults", sample_count = 10, sample_size = 1)]
mod sound {
    use super::{
        Bencher, Input, Mask, Regions, SIZES, Sample, Settings, Size, black_box, check, mask,
    };

    #[divan::bench(name = "decode the mask (yardstick)", args = SIZES)]
    fn decode(bencher: Bencher<'_, '_>, size: Size) {
        let png = Sample::new(size).png;
        bencher.bench_local(|| -> Regions { mask::read(black_box(&png)).expect("our own PNG") });
    }

    #[divan::bench(name = "all rules on a surveyed mask", args = SIZES)]
    fn rules(bencher: Bencher<'_, '_>, size: Size) {
        let (draft, text, survey) = Sample::new(size).survey();
        let settings = Settings::default();
        bencher.bench_local(|| {
            check(&Input {
                text: Some(&text),
                mask: Mask::Read(&survey),
                ..Input::new(black_box(&draft), &settings)
            })
        });
    }

    #[divan::bench(name = "read, decode, survey, all rules", args = SIZES)]
    fn all(bencher: Bencher<'_, '_>, size: Size) {
        let sample = Sample::new(size);
        let settings = Settings::default();
        bencher.bench_local(|| {
            let (draft, text, survey) = black_box(&sample).survey();
            check(&Input {
                text: Some(&text),
                mask: Mask::Read(&survey),
                ..Input::new(&draft, &settings)
            })
        });
    }
}

/// Files designed to slow down the validator, each in two sizes. Linear algorithms take
/// longer in proportion to the size.
#[divan::bench_group(name = "hostile files", sample_count = 3, sample_size = 1)]
mod hostile {
    use super::{Bencher, black_box};
    use marchland_maps::{Draft, Names, TerritoryId, xml};
    use marchland_validator::{Input, Settings, Text, check, render};
    use std::fmt::Write;

    /// Reads, checks and renders for a terminal.
    fn whole(bencher: Bencher<'_, '_>, text: &str, settings_text: &str) {
        bencher.bench_local(|| {
            let settings = Settings::parse(black_box(settings_text)).expect("our own settings");
            let reading = xml::read(black_box(text).as_bytes());
            let draft = reading.draft.clone();
            let text = Text::new(reading);
            let report = check(&Input {
                text: Some(&text),
                settings_text: Some(settings_text),
                ..Input::new(&draft, &settings)
            });
            let checked = render::Checked {
                path: "map.xml".to_owned(),
                place: "map.xml".to_owned(),
                name: None,
                text: text.as_str().to_owned(),
                settings_text: Some(settings_text.to_owned()),
                counts: report.counts(),
                findings: report.findings,
            };
            let results = render::Results {
                maps: vec![checked],
                failures: Vec::new(),
                threshold: marchland_validator::Severity::Error,
            };
            render::human(&results)
        });
    }

    fn file(count: usize, territory: impl Fn(usize) -> String) -> String {
        let mut text = String::from("<map format=\"1\"><name>Hostile</name>");
        for at in 0..count {
            text += &territory(at);
        }
        text + "</map>"
    }

    #[divan::bench(name = "one line of 3.75 and 15 MB", args = [250, 1_000])]
    fn one_line(bencher: Bencher<'_, '_>, count: usize) {
        let comment = "x".repeat(15_000);
        let text = file(count, |at| {
            format!("<territory id=\"{at}\"/><!--{comment}-->")
        });
        whole(bencher, &text, "");
    }

    #[divan::bench(name = "waivers that match nothing", args = [2_000, 8_000])]
    fn unused_waivers(bencher: Bencher<'_, '_>, count: usize) {
        let mut settings = String::new();
        for at in 0..count {
            write!(
                settings,
                "[[waiver]]\nrule = \"ADJ008\"\nabout = [\"territory:{at}\"]\nreason = \"{}\"\n",
                "because ".repeat(6)
            )
            .expect("memory is writable");
        }
        whole(
            bencher,
            &file(2, |at| format!("<territory id=\"{at}\"/>")),
            &settings,
        );
    }

    #[divan::bench(name = "as many waivers as territories", args = [1_000, 4_000])]
    fn waived(bencher: Bencher<'_, '_>, count: usize) {
        let mut settings = String::new();
        for at in 0..count {
            write!(
                settings,
                "[[waiver]]\nrule = \"PIV001\"\nabout = [\"territory:{at}\"]\nreason = \"no\"\n"
            )
            .expect("memory is writable");
        }
        whole(
            bencher,
            &file(count, |at| format!("<territory id=\"{at}\"/>")),
            &settings,
        );
    }

    #[divan::bench(name = "territories without id and name", args = [1_000, 4_000])]
    fn nameless(bencher: Bencher<'_, '_>, count: usize) {
        let mut draft = Draft::new();
        for _ in 0..count {
            let territory = draft.fresh_territory();
            draft.territories.push(territory);
        }
        whole(bencher, &xml::write(&draft), "");
    }

    #[divan::bench(name = "territories of one name", args = [1_000, 4_000])]
    fn one_name(bencher: Bencher<'_, '_>, count: usize) {
        let mut draft = Draft::new();
        for at in 0..count {
            let mut territory = draft.fresh_territory();
            territory.id = Some(TerritoryId(at as u16));
            territory.name = Names::plain("Siberia");
            draft.territories.push(territory);
        }
        whole(bencher, &xml::write(&draft), "");
    }
}
