//! `marchland-maps render`: a map as a picture.

use std::path::PathBuf;

use anyhow::{Context, bail};
use marchland_maps::Draft;
use marchland_maps::folder::Folder;
use marchland_maps::limits::MAX_WHOLE_IMAGE_BYTES;
use marchland_maps::mask::Regions;
use marchland_maps::outlines::Grid;
use marchland_maps::picture::{self, Pixmap, Style, layers};

use super::Outcome;
use super::files::write_file;
use super::info::read_mask;

/// Draw a map as a PNG of the size of its mask.
///
/// Layers are painted one over the other in the order given. The default is
/// the image that players see.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder or its map.xml.
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// The PNG to write.
    #[arg(short, long, value_name = "PNG")]
    output: PathBuf,

    /// What to paint; may be given several times, or as a list with commas.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "image")]
    layer: Vec<Layer>,

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
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    if output.exists() && !arguments.force {
        bail!(
            "{} exists already; overwrite it with --force",
            output.display()
        );
    }
    let (folder, reading) = Folder::open(&arguments.input)?;
    for flaw in &reading.problems {
        eprintln!("{}:{flaw}", folder.file().display());
    }
    let draft = &reading.draft;
    let mask = draft.mask.as_ref().context("the map names no mask")?;
    let regions = read_mask(&folder.resolve(&mask.file)?)?;
    let canvas = Canvas {
        folder: &folder,
        draft,
        regions: &regions,
        grid: picture::grid(draft, &regions),
    };
    let mut pixmap = canvas.blank()?;
    pixmap.fill(picture::Color::WHITE);
    for layer in &arguments.layer {
        canvas.paint(&mut pixmap, *layer)?;
    }
    let bytes = if arguments.layer == [Layer::Mask] {
        picture::encode_exactly(&pixmap)?
    } else {
        picture::encode(&pixmap)?
    };
    write_file(output, &bytes)?;
    Ok(Outcome::Done)
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

    fn paint(&self, pixmap: &mut Pixmap, layer: Layer) -> anyhow::Result<()> {
        match layer {
            Layer::Mask => layers::mask(pixmap, self.regions),
            Layer::Image => match self.own_image()? {
                Some(image) => layers::picture(pixmap, &image),
                None => layers::picture(pixmap, &self.drawn()?),
            },
            Layer::Drawn => layers::picture(pixmap, &self.drawn()?),
            Layer::Tint => layers::tint(pixmap, self.draft, self.regions),
            Layer::Links => layers::links(pixmap, self.draft, &self.grid),
            Layer::Pivots => layers::pivots(pixmap, self.draft),
            Layer::Badges => layers::badges(pixmap, self.draft),
        }
        Ok(())
    }

    fn drawn(&self) -> anyhow::Result<Pixmap> {
        eprintln!("Drawing the image …");
        let image = picture::draw(self.draft, &self.grid, &Style::default());
        image.context("no picture can have this size")
    }

    /// The image that the map names, if it names one.
    fn own_image(&self) -> anyhow::Result<Option<Pixmap>> {
        let Some(file) = &self.draft.image else {
            return Ok(None);
        };
        let path = self.folder.resolve(file)?;
        let cannot = || format!("cannot read the image {}", path.display());
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
