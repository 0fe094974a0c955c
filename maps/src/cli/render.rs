//! `marchland-maps render`: a map as a picture.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use marchland_maps::Draft;
use marchland_maps::files::plain_path;
use marchland_maps::folder::Folder;
use marchland_maps::limits::MAX_WHOLE_IMAGE_BYTES;
use marchland_maps::mask::Regions;
use marchland_maps::outlines::Grid;
use marchland_maps::picture::{self, Lettering, Omission, Pixmap, layers};

use super::Outcome;
use super::files::{png_output, write_file};
use super::info::read_mask;
use super::picture::draw;
use super::progress::{Progress, writing};
use super::words::say;

/// Draw a map as a PNG of the size of its mask.
///
/// Layers are painted one over the other in the order given. The default is
/// the image that players see.
///
/// Exit code 1 says that the picture was written, but that something is missing in it:
/// the map's file could not be read as it was meant, or a name found no room.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or its map.xml.
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// The PNG to write; - for standard output.
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,

    /// What to paint; may be given several times, or as a list with commas.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "image")]
    layer: Vec<Layer>,

    /// The language of names, for example `cs`; where a name has no translation
    /// into it, it stays as it is.
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,

    /// Overwrite the PNG if it is there.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Layer {
    /// The mask, pixel by pixel.
    Mask,
    /// The map's own image; drawn from the mask where it has none.
    Image,
    /// A new image drawn from the mask, whatever the map has.
    Drawn,
    /// Every territory in its key colour, as far as its pivots reach.
    Tint,
    /// All links: by land straight, by sea dashed.
    Links,
    /// A dot at each pivot.
    Pivots,
    /// The place and size of each badge.
    Badges,
    /// The name of every territory, beside its badge.
    Labels,
    /// Continents by colour and name, with their bonuses.
    Legend,
}

impl Layer {
    /// What takes the time while it is painted.
    fn doing(self) -> &'static str {
        match self {
            Self::Image | Self::Drawn => "Drawing the image",
            Self::Labels => "Placing the names",
            _ => "Painting",
        }
    }
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
    let canvas = Canvas {
        folder: &folder,
        draft,
        regions: &regions,
        grid: picture::grid(draft, &regions),
    };
    let mut pixmap = canvas.blank()?;
    pixmap.fill(picture::Color::WHITE);
    let mut complete = reading.is_as_meant();
    let mut lettering = Lettering::new(draft, &canvas.grid, arguments.lang.as_deref());
    for layer in &arguments.layer {
        progress.step(layer.doing());
        match layer {
            Layer::Labels => {
                let omitted = lettering.labels(&mut pixmap);
                progress.clear();
                tell_unlabelled(draft, &omitted);
                complete &= omitted.is_empty();
            }
            Layer::Legend => {
                if let Err(omission) = lettering.legend(&mut pixmap) {
                    progress.clear();
                    eprintln!("warning: no legend: {}", reason(omission));
                    complete = false;
                }
            }
            _ => canvas.paint(&mut pixmap, *layer, &mut progress)?,
        }
    }
    progress.step("Writing the picture");
    // A palette is for what it was made for: our own drawing, in few flat colours.
    let is_ours = match *arguments.layer {
        [Layer::Drawn] => true,
        [Layer::Image] => draft.image.is_none(),
        _ => false,
    };
    let bytes = if is_ours {
        picture::encode(&pixmap)?
    } else {
        picture::encode_exactly(&pixmap)?
    };
    writing(|| write_file(&target, &bytes))?;
    Ok(if complete {
        Outcome::Done
    } else {
        Outcome::Look
    })
}

/// Says that nothing is translated into a language: it may be that of the names
/// themselves, or a slip of the pen.
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
    say(&format!(
        "note: no name has a translation into `{lang}`; {there}"
    ));
}

/// Most territories without a label that are named.
const LISTED: usize = 12;

/// Says which territories have no label, and why.
fn tell_unlabelled(draft: &Draft, omitted: &[(usize, Omission)]) {
    for &(at, omission) in omitted.iter().take(LISTED) {
        let territory = &draft.territories[at];
        let name = match (&territory.name.text, territory.id) {
            (Some(name), _) => format!("“{name}”"),
            (None, Some(id)) => format!("territory {}", id.0),
            (None, None) => "a territory".to_owned(),
        };
        say(&format!(
            "warning: no label for {name}: {}",
            reason(omission)
        ));
    }
    if let Some(more) = omitted.len().checked_sub(LISTED + 1) {
        eprintln!("warning: no label for {} more", more + 1);
    }
}

fn reason(omission: Omission) -> &'static str {
    match omission {
        Omission::Nameless => "it has no name",
        Omission::Placeless => "it has no pivot",
        Omission::Letters => "the typeface lacks some of its letters",
        Omission::Room => "there is no free room",
    }
}

/// What layers are painted from.
struct Canvas<'a> {
    folder: &'a Folder,
    draft: &'a Draft,
    regions: &'a Regions,
    grid: Grid,
}

impl Canvas<'_> {
    fn blank(&self) -> anyhow::Result<Pixmap> {
        let (width, height) = (self.regions.width(), self.regions.height());
        Pixmap::new(width, height)
            .with_context(|| format!("no picture can have {width} × {height} pixels"))
    }

    fn paint(
        &self,
        pixmap: &mut Pixmap,
        layer: Layer,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        match layer {
            Layer::Mask => layers::mask(pixmap, self.regions),
            Layer::Image => match self.own_image()? {
                Some(image) => layers::picture(pixmap, &image),
                None => layers::picture(pixmap, &draw(self.draft, &self.grid, progress)?),
            },
            Layer::Drawn => layers::picture(pixmap, &draw(self.draft, &self.grid, progress)?),
            Layer::Tint => layers::tint(pixmap, self.draft, self.regions),
            Layer::Links => layers::links(pixmap, self.draft, &self.grid),
            Layer::Pivots => layers::pivots(pixmap, self.draft),
            Layer::Badges => layers::badges(pixmap, self.draft),
            // Painted by their own hand, which has to remember what is taken.
            Layer::Labels | Layer::Legend => {}
        }
        Ok(())
    }

    /// The image that the map names, if it names one.
    fn own_image(&self) -> anyhow::Result<Option<Pixmap>> {
        let Some(file) = &self.draft.image else {
            return Ok(None);
        };
        let path = self.folder.resolve(file)?;
        let cannot = || format!("cannot read the image {}", plain_path(&path));
        let mut reader = image::ImageReader::open(&path)
            .with_context(cannot)?
            .with_guessed_format()?;
        let mut limits = image::Limits::default();
        limits.max_alloc = Some(MAX_WHOLE_IMAGE_BYTES);
        reader.limits(limits);
        let image = reader.decode().with_context(cannot)?.into_rgba8();
        let mut pixmap = Pixmap::new(image.width(), image.height()).with_context(cannot)?;
        for (pixel, from) in pixmap.pixels_mut().iter_mut().zip(image.pixels()) {
            let [r, g, b, a] = from.0;
            *pixel = picture::Color::from_rgba8(r, g, b, a)
                .premultiply()
                .to_color_u8();
        }
        Ok(Some(pixmap))
    }
}
