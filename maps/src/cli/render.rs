//! `marchland-maps render`: draws a map as a picture.

use std::collections::BTreeSet;
use std::io::{BufReader, Seek};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::Draft;
use marchland_maps::files::{open, plain_path};
use marchland_maps::limits::MAX_SIDE;
use marchland_maps::mask::Regions;
use marchland_maps::picture::{
    self, Band, Drawing, Lettering, Plan, Rows, Shape, Unlabelled, layers,
};

use super::Outcome;
use super::files::{in_the_making, png_output, write_file};
use super::info::read_mask;
use super::progress::{Progress, writing};
use super::words::note;

/// Draw a map as a PNG.
///
/// Layers are painted one over the other in the given order. The default is the image
/// that players see.
///
/// Exit code 1: the picture was written, but is incomplete, because the map file has
/// errors or a name did not fit.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or its map.xml.
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// The PNG file to write, or - for standard output.
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,

    /// Layers to paint; separated by commas, or repeated.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "image")]
    layer: Vec<Layer>,

    /// Language of names, for example `cs`. Names without a translation stay as they are.
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,

    /// Size of the picture relative to the mask, from 0.1 to 8. More names fit into a larger
    /// picture.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = scale, allow_negative_numbers = true)]
    scale: f32,

    /// Overwrite an existing PNG.
    #[arg(long)]
    force: bool,
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok();
    let scale = scale.filter(|scale| (0.1..=8.0).contains(scale));
    scale.ok_or_else(|| "give a number from 0.1 to 8: 2 is twice as large".to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Layer {
    /// The mask, pixel by pixel.
    Mask,
    /// The map's own image, or one drawn from the mask if it has none.
    Image,
    /// A new image drawn from the mask, even if the map has one.
    Drawn,
    /// Every territory in its key colour, as far as its pivots reach.
    Tint,
    /// All links: solid by land, dashed by sea.
    Links,
    /// A dot at each pivot.
    Pivots,
    /// Position and size of each badge.
    Badges,
    /// The name of every territory, beside its badge.
    Labels,
    /// Continents with their colours, names and bonuses.
    Legend,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    let target = png_output(output, arguments.force)?;
    let (folder, reading) = super::open_map(&arguments.input)?;
    let draft = &reading.draft;
    if let Some(lang) = &arguments.lang {
        tell_unknown_language(draft, lang);
    }
    let mask = draft.mask.as_ref().context("the map names no mask")?;
    let mut progress = Progress::new();
    let mask = folder.resolve(&mask.file)?;
    target.spare([folder.file(), &mask])?;
    let image = draft
        .image
        .as_ref()
        .filter(|_| arguments.layer.contains(&Layer::Image));
    let image = image.map(|file| folder.resolve(file)).transpose()?;
    target.spare(&image)?;
    let regions = read_mask(&mask, &mut progress)?;
    progress.step("Finding what lies where");
    let plan = Plan::new(draft, &regions);
    let mut complete = reading.is_as_meant();
    let scale = arguments.scale;
    let side = |pixels: usize| ((pixels as f32 * scale).round() as usize).max(1);
    let (width, height) = (side(plan.width()), side(plan.height()));
    if width.max(height) > MAX_SIDE as usize {
        bail!("a picture of {width} × {height} pixels is too large; give a smaller --scale");
    }
    let mut lettering = Lettering::scaled(draft, &plan, arguments.lang.as_deref(), scale);
    let mut layers = Vec::new();
    for &layer in &arguments.layer {
        layers.push(match layer {
            Layer::Mask => Painted::Mask(&regions),
            Layer::Image => match &image {
                Some(image) => Painted::Picture(open_rows(image)?),
                None => Painted::Drawn(Drawing::new(draft, &plan), &plan),
            },
            Layer::Drawn => Painted::Drawn(Drawing::new(draft, &plan), &plan),
            Layer::Tint => Painted::Tint(draft, &regions),
            Layer::Links => Painted::Shapes(layers::links(draft, &plan)),
            Layer::Pivots => Painted::Shapes(layers::pivots(draft, &plan)),
            Layer::Badges => Painted::Shapes(layers::badges(draft)),
            Layer::Labels => {
                progress.step("Placing the names");
                let (shapes, omitted) = lettering.labels();
                progress.clear();
                tell_unlabelled(draft, &omitted, scale);
                complete &= omitted.is_empty();
                Painted::Shapes(shapes)
            }
            Layer::Legend => Painted::Shapes(lettering.legend().unwrap_or_else(|omission| {
                progress.clear();
                say!("warning: no legend: {}", reason(omission));
                complete = false;
                Vec::new()
            })),
        });
    }
    // A palette is meant for our own drawing, with few flat colours.
    let is_exact = width == plan.width() && height == plan.height();
    let ours = match &layers[..] {
        [Painted::Drawn(drawing, _)] if is_exact => Some(drawing.origin()),
        _ => None,
    };
    progress.step("Drawing the picture");
    let paint = |rows: Range<usize>| -> anyhow::Result<Band> {
        progress.done(rows.start as f64 / height as f64);
        let mut band = Band::scaled(width, rows, picture::Color::WHITE, scale);
        for layer in &mut layers {
            layer.paint(&mut band, height)?;
        }
        Ok(band)
    };
    let mut file = in_the_making();
    if ours.is_some() {
        picture::write_with_palette(&mut file, (width, height), ours, paint)?;
    } else {
        picture::write_exactly(&mut file, (width, height), paint)?;
    }
    file.rewind()?;
    progress.clear();
    writing(|| write_file(&target, &mut file))?;
    if !target.is_standard() {
        say!("{}: {width} × {height} pixels", plain_path(output));
    }
    Ok(Outcome::done_if(complete))
}

/// A layer, ready to be painted band by band.
enum Painted<'a> {
    Mask(&'a Regions),
    Picture(Rows),
    Drawn(Drawing<'a>, &'a Plan),
    Tint(&'a Draft, &'a Regions),
    Shapes(Vec<Shape>),
}

impl Painted<'_> {
    /// Paints some of the picture's `height` rows; bands must come in order.
    fn paint(&mut self, band: &mut Band, height: usize) -> anyhow::Result<()> {
        match self {
            Self::Mask(regions) => layers::mask(band, regions),
            Self::Picture(rows) => rows
                .paint(band, height)
                .context("cannot read the map's image")?,
            Self::Drawn(drawing, plan) if height == plan.height() => {
                *band = drawing.band(band.rows());
            }
            Self::Drawn(drawing, plan) => {
                band.stretch((plan.width(), plan.height()), |rows| drawing.band(rows));
            }
            Self::Tint(draft, regions) => layers::tint(band, draft, regions),
            Self::Shapes(shapes) => band.paint(shapes),
        }
        Ok(())
    }
}

/// Opens the image named in the map.
fn open_rows(path: &Path) -> anyhow::Result<Rows> {
    let cannot = || format!("cannot read the image {}", plain_path(path));
    let file = open(path).with_context(cannot)?;
    Rows::open(BufReader::new(file)).with_context(cannot)
}

/// Warns that there are no translations into a language: it may be that of the names themselves, or
/// a typing error.
fn tell_unknown_language(draft: &Draft, lang: &str) {
    let names = draft.territories.iter().map(|t| &t.name);
    let names = names.chain(draft.continents.iter().map(|c| &c.name));
    let known: BTreeSet<&str> = names
        .flat_map(|name| name.translations.iter().map(|t| &*t.lang))
        .collect();
    if known.iter().any(|known| known.eq_ignore_ascii_case(lang)) {
        return;
    }
    let known: Vec<&str> = known.into_iter().collect();
    let there = match &*known {
        [] => "there are no translations at all".to_owned(),
        known => format!("there is {}", known.join(", ")),
    };
    note(&format!(
        "note: no name has a translation into `{lang}`; {there}"
    ));
}

/// Most territories without a label that are listed.
const LISTED: usize = 12;

/// Lists the territories without a label, and the reasons.
fn tell_unlabelled(draft: &Draft, omitted: &[(usize, Unlabelled)], scale: f32) {
    let crowded = omitted
        .iter()
        .filter(|(_, o)| *o == Unlabelled::Room)
        .count();
    if crowded > 0 {
        say!(
            "warning: {crowded} of {} names have no room; --scale {} leaves more",
            draft.territories.len(),
            2.0 * scale
        );
    }
    for &(at, omission) in omitted.iter().take(LISTED) {
        let territory = &draft.territories[at];
        let name = match (&territory.name.text, territory.id) {
            (Some(name), _) => format!("“{name}”"),
            (None, Some(id)) => format!("territory {}", id.0),
            (None, None) => "a territory".to_owned(),
        };
        note(&format!(
            "warning: no label for {name}: {}",
            reason(omission)
        ));
    }
    if let Some(more) = omitted.len().checked_sub(LISTED + 1) {
        say!("warning: no label for {} more", more + 1);
    }
}

fn reason(omission: Unlabelled) -> &'static str {
    match omission {
        Unlabelled::Nameless => "it has no name",
        Unlabelled::Placeless => "it has no pivot",
        Unlabelled::Letters => "the typeface lacks some of its letters",
        Unlabelled::Room => "there is no free room",
    }
}
