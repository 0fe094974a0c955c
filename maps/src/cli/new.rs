//! `marchland-maps new`: a map out of shapes.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use image::ImageFormat;
use marchland_maps::create::{Built, InputFormat, Recipe};
use marchland_maps::files::plain_path;
use marchland_maps::limits::{MAX_GAP, MAX_LINE_CHARS, MAX_NAME_CHARS};
use marchland_maps::mask::{self, Recognition, Role};
use marchland_maps::outlines::Projection;
use marchland_maps::picture::Plan;
use marchland_maps::{By, Draft, TerritoryId, Wrap, propose};

use super::Outcome;
use super::files::{MapOutput, open_picture, read_text};
use super::info::{read_mask, tell_merged};
use super::picture::draw;
use super::progress::{Progress, writing};
use super::sea::{self, Reach};
use super::words::{counted, say};

/// Make a map out of a mask, a GeoJSON, an SVG or a recipe.
///
/// From a mask: the sea and drawn lines are recognised, every other colour
/// becomes a territory with its pivots. The mask is copied as it is; a JPEG,
/// whose colours a map cannot rely on, becomes a PNG.
///
/// From shapes (GeoJSON, SVG): they become a mask without anti-aliasing in
/// well-separated colours; straits stay open, and small islands are kept large
/// enough to click. Names, translations and continents come from the
/// properties of a GeoJSON, and from the titles, ids and groups of an SVG.
/// Geographic coordinates are projected: a continent or less equal-area, the
/// whole world by Miller's projection, wrapping around.
///
/// Territories that touch are linked by land, and an image for players is
/// drawn. Links by sea are the author's choice: the editor proposes them, and
/// --sea takes all that are near.
///
/// A recipe (.toml) holds all this in a file, with continents, bonuses and a
/// table of links besides, so that a map can be made again byte for byte;
/// maps/sources has four.
///
/// Exit code 1 says that the map was made but needs a look: a territory came
/// out without a pixel, a mask should be repaired first.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A mask (PNG, GIF, BMP, WebP, TIFF; JPEG becomes PNG), a .geojson, an .svg or a
    /// .toml recipe.
    input: PathBuf,

    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Overwrite the map in that folder if there is one.
    #[arg(long)]
    force: bool,

    /// The map's name, at most 64 characters [default: the input's file name].
    #[arg(long, value_parser = |text: &str| line(text, MAX_NAME_CHARS))]
    name: Option<String>,

    /// Who made the map.
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS))]
    author: Option<String>,

    /// Its licence, for example CC0-1.0.
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS))]
    licence: Option<String>,

    /// Use this picture as the image instead of drawing one; it has the mask's size.
    #[arg(long, value_name = "PICTURE")]
    image: Option<PathBuf>,

    /// Link by sea what lies so near across water: pixels, or `auto` for what joins the
    /// parts of the map, straits, and water that it takes long to go around.
    #[arg(long, value_name = "PX|auto")]
    sea: Option<Reach>,

    /// Widest line across which territories touch [default: estimated].
    #[arg(long, value_name = "PX", help_heading = "Masks", value_parser = clap::value_parser!(u16).range(..=i64::from(MAX_GAP)))]
    gap: Option<u16>,

    /// Join the edges: `horizontal` left to right, `vertical` top to bottom.
    #[arg(long, value_enum, value_name = "EDGES", help_heading = "Masks")]
    wrap: Option<Edges>,

    /// Pixels of the longer side [default: 2400].
    #[arg(long, value_name = "PX", help_heading = "Shapes")]
    size: Option<u32>,

    /// Pixels of sea at the edges [default: 40].
    #[arg(long, value_name = "PX", help_heading = "Shapes")]
    margin: Option<u32>,

    /// How the globe is bent flat [default: by extent].
    #[arg(long, value_enum, help_heading = "Shapes")]
    projection: Option<Bend>,

    /// Drop parts with fewer pixels [default: 12].
    #[arg(long, value_name = "PX", help_heading = "Shapes")]
    speck: Option<usize>,

    /// Grow territories with fewer pixels [default: 150].
    #[arg(long, value_name = "PX", help_heading = "Shapes")]
    least: Option<usize>,

    /// Let territories touch across straits too narrow for a pixel.
    #[arg(long, help_heading = "Shapes")]
    no_straits: bool,

    /// The property with the territory's name.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    name_from: Option<String>,

    /// The property with its continent.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    continent_from: Option<String>,

    /// The property with its id.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    id_from: Option<String>,

    /// Make one territory of features that have the same value of a property.
    #[arg(long, value_name = "PROPERTY", help_heading = "GeoJSON")]
    merge_by: Option<String>,
}

/// A text that a map file can hold in one attribute.
fn line(text: &str, most: usize) -> Result<String, String> {
    let length = text.chars().count();
    if length > most {
        return Err(format!("it has {length} characters; at most {most} fit"));
    }
    if text.chars().any(char::is_control) {
        return Err("it has a control character or the end of a line in it".to_owned());
    }
    if text.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    Ok(text.to_owned())
}

/// Edges that are joined, on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Edges {
    Horizontal,
    Vertical,
    Both,
}

impl From<Edges> for Wrap {
    fn from(edges: Edges) -> Self {
        Self {
            horizontal: edges != Edges::Vertical,
            vertical: edges != Edges::Horizontal,
        }
    }
}

/// Names of projections on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Bend {
    /// The whole world, poles moderately stretched.
    Miller,
    /// A degree is a degree.
    Equirectangular,
    /// Angles kept, poles cut.
    Mercator,
    /// Lambert's azimuthal equal-area projection: up to a continent.
    EqualArea,
}

impl From<Bend> for Projection {
    fn from(bend: Bend) -> Self {
        match bend {
            Bend::Miller => Self::Miller,
            Bend::Equirectangular => Self::Equirectangular,
            Bend::Mercator => Self::Mercator,
            Bend::EqualArea => Self::EqualArea,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    let target = MapOutput::at(output, arguments.force)?;
    let kind = Kind::of(&arguments.input)?;
    arguments.check(&kind)?;
    let progress = &mut Progress::new();
    let mut made = match kind {
        Kind::Mask => from_mask(arguments, progress)?,
        Kind::Recipe => {
            let text = read_text(&arguments.input)?;
            let recipe = Recipe::parse(&text)
                .with_context(|| format!("cannot follow {}", plain_path(&arguments.input)))?;
            let folder = arguments.input.parent().unwrap_or(Path::new(""));
            from_shapes(arguments, recipe, folder, progress)?
        }
        Kind::Shapes(_) => {
            let recipe = Recipe {
                input: arguments.input.to_string_lossy().into_owned(),
                name: Some(arguments.title()),
                ..Recipe::default()
            };
            from_shapes(arguments, recipe, Path::new(""), progress)?
        }
    };
    progress.clear();
    let files = made.files.iter_mut();
    let mut files: Vec<(&str, &mut dyn Read)> = files
        .map(|(file, content)| (&**file, &mut **content as &mut dyn Read))
        .collect();
    let sources: Vec<&Path> = [&arguments.input]
        .into_iter()
        .chain(&arguments.image)
        .map(PathBuf::as_path)
        .chain(made.sources.iter().map(PathBuf::as_path))
        .collect();
    let draft = &made.draft;
    writing(|| target.write(draft, &mut files, &sources))?;
    let by_sea = draft.links().filter(|(_, to)| to.by == By::Sea).count();
    eprintln!(
        "{}: {}, {}, {} ({by_sea} by sea)",
        plain_path(output),
        counted(draft.territories.len(), "territory", "territories"),
        counted(draft.continents.len(), "continent", "continents"),
        counted(draft.links().count(), "link", "links"),
    );
    if let Some(advice) = &made.wider_gap {
        eprintln!("warning: {advice}");
    } else if let Some(advice) = sea::advice(draft) {
        eprintln!("note: {advice}");
    }
    Ok(made.outcome)
}

/// Regions beyond which no draft is made of a mask that should be repaired: it
/// would be of no use, and take long.
const HOPELESS: usize = 50_000;

/// What an input is, by its name.
enum Kind {
    Mask,
    Shapes(InputFormat),
    Recipe,
}

impl Kind {
    fn of(input: &Path) -> anyhow::Result<Self> {
        let extension = input.extension().unwrap_or_default();
        let extension = extension.to_string_lossy().to_lowercase();
        Ok(match &*extension {
            "toml" => Self::Recipe,
            "geojson" | "json" => Self::Shapes(InputFormat::GeoJson),
            "svg" => Self::Shapes(InputFormat::Svg),
            "png" | "gif" | "bmp" | "webp" | "tif" | "tiff" | "jpg" | "jpeg" => Self::Mask,
            _ => bail!(
                "{}: cannot tell what this is; give a mask (.png), a .geojson, an .svg or a .toml recipe",
                plain_path(input)
            ),
        })
    }
}

/// A map in memory, about to be written.
struct Made {
    draft: Draft,
    files: Vec<(String, Box<dyn Read>)>,
    /// What it was made from besides what the command line names.
    sources: Vec<PathBuf>,
    /// That lines may be wider than was thought.
    wider_gap: Option<String>,
    outcome: Outcome,
}

fn from_mask(arguments: &Arguments, progress: &mut Progress) -> anyhow::Result<Made> {
    let input = &arguments.input;
    let regions = read_mask(input, progress)?;
    // What it is, whatever it is called.
    let format = image::ImageReader::new(BufReader::new(open_picture(input)?))
        .with_guessed_format()?
        .format();
    let (own, extension): (Box<dyn Read>, _) = if format == Some(ImageFormat::Jpeg) {
        let mut bytes = Vec::new();
        regions.write_png(&mut bytes)?;
        (Box::new(Cursor::new(bytes)), "png")
    } else {
        let extension = format.map_or("png", |format| format.extensions_str()[0]);
        (Box::new(open_picture(input)?), extension)
    };
    let image = arguments.own_image((regions.width(), regions.height()))?;
    let mut recognition = Recognition::of(&regions);
    let repair = recognition.calls_for_repair();
    if repair && regions.len() > HOPELESS {
        bail!(
            "{} has {} colours in {} regions, as a photograph or noise has; make a clean mask \
             of it first: marchland-maps repair {0} -o clean.png",
            plain_path(input),
            regions.colours().len(),
            regions.len(),
        );
    }
    progress.step("Finding pivots and neighbours");
    let file = format!("mask.{extension}");
    let wrap = arguments.wrap.map(Wrap::from).unwrap_or_default();
    if let Some(gap) = arguments.gap {
        recognition.gap = gap.into();
    }
    let watch = &mut |share| progress.watch(share);
    let draft = propose::draft_watched(&regions, &recognition, &file, wrap, watch);
    let mut draft = draft.unwrap_or_default();
    let wider_gap = wider_gap(&draft, &recognition);
    draft.name.text = Some(arguments.title());
    draft.author.clone_from(&arguments.author);
    draft.licence.clone_from(&arguments.licence);
    if let Some(reach) = arguments.sea {
        sea::link(&mut draft, &regions, reach, progress);
    }
    let mut files = vec![(file, own)];
    let image: (String, Box<dyn Read>) = if let Some((name, file)) = image {
        (name, Box::new(file))
    } else {
        progress.step("Drawing the image");
        let plan = Plan::new(&draft, &regions);
        let image = draw(&draft, &plan, progress)?;
        ("image.png".to_owned(), Box::new(image))
    };
    draft.image = Some(image.0.clone());
    files.push(image);
    if repair {
        progress.clear();
        eprintln!(
            "warning: the mask has many stray colours, as from smoothing or JPEG; \
             `marchland-maps repair {} -o clean.png` makes a clean one",
            plain_path(input)
        );
    }
    progress.clear();
    let merged = tell_merged(regions.merged());
    let few = draft.territories.len() < 2;
    if few && !repair {
        progress.clear();
        let colours = regions.colours();
        let half = colours.iter();
        let half: u64 = half
            .filter(|colour| !matches!(colour.colour.alpha(), 0 | 255))
            .map(|colour| colour.area)
            .sum();
        let pixels = u64::from(regions.width()) * u64::from(regions.height());
        if 2 * half > pixels {
            eprintln!(
                "warning: {} is half transparent, and a territory is opaque; save it without \
                 transparency",
                plain_path(input)
            );
        } else {
            eprintln!(
                "warning: {} has fewer than two territories; is it a mask?",
                plain_path(input)
            );
        }
    }
    let outcome = if repair || few || merged || wider_gap.is_some() {
        Outcome::Look
    } else {
        Outcome::Done
    };
    Ok(Made {
        draft,
        files,
        sources: Vec::new(),
        wider_gap,
        outcome,
    })
}

/// What to say where many territories touch nothing but one colour that may be lines.
fn wider_gap(draft: &Draft, recognition: &Recognition) -> Option<String> {
    let wider = recognition.wider_gap.filter(|&gap| gap > recognition.gap)?;
    let linked: HashSet<TerritoryId> = draft
        .links()
        .flat_map(|(from, link)| from.id.into_iter().chain([link.to]))
        .collect();
    let all = draft.territories.len();
    let alone = all - linked.len();
    let colour = recognition.of_role(Role::Background).next()?.colour;
    let colour = if colour.alpha() == 0 {
        "what is transparent".to_owned()
    } else {
        colour.rgb().to_string()
    };
    (alone >= 3 && 3 * alone >= all).then(|| {
        format!(
            "{alone} of {all} territories touch nothing but {colour}, most of it equally wide \
             between them; if that is lines and not water, make the map again with --gap {wider}"
        )
    })
}

fn from_shapes(
    arguments: &Arguments,
    mut recipe: Recipe,
    folder: &Path,
    progress: &mut Progress,
) -> anyhow::Result<Made> {
    arguments.override_recipe(&mut recipe);
    let input = folder.join(&recipe.input);
    let Kind::Shapes(format) = Kind::of(&input)? else {
        bail!(
            "{}: a recipe takes a .geojson or an .svg",
            plain_path(&input)
        );
    };
    let text = read_text(&input)?;
    let table = recipe.links.as_ref().map(|links| folder.join(links));
    let links = table.as_deref().map(read_text).transpose()?;
    let built = recipe
        .build(&text, format, links.as_deref(), &mut |step, share| {
            progress.watch_step(step, share)
        })
        .with_context(|| format!("no map can be made of {}", plain_path(&input)))?;
    progress.clear();
    let outcome = report(&built);
    let mut draft = built.draft;
    let size = (built.grid.width() as u32, built.grid.height() as u32);
    let mut drawn: Box<dyn Read> = Box::new(Cursor::new(built.image));
    let own = arguments.own_image(size)?;
    if let Some(reach) = arguments.sea {
        let regions = mask::read(&built.mask).context("the mask just made cannot be read")?;
        let linked = sea::link(&mut draft, &regions, reach, progress);
        if linked > 0 && own.is_none() {
            progress.step("Drawing the image");
            drawn = Box::new(draw(&draft, &Plan::of_grid(&built.grid), progress)?);
        }
        progress.clear();
    }
    let image: (String, Box<dyn Read>) = match own {
        Some((name, file)) => (name, Box::new(file)),
        None => ("image.png".to_owned(), drawn),
    };
    draft.image = Some(image.0.clone());
    let mask: Box<dyn Read> = Box::new(Cursor::new(built.mask));
    let files = vec![("mask.png".to_owned(), mask), image];
    Ok(Made {
        draft,
        files,
        sources: table.into_iter().chain([input]).collect(),
        wider_gap: None,
        outcome,
    })
}

impl Arguments {
    /// The map's name: as given, else the input's, as much of it as fits.
    fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let stem = self.input.file_stem().unwrap_or_default().to_string_lossy();
        let blank = |c: char| c.is_control() || matches!(c, '_' | '-');
        let words = stem.replace(blank, " ");
        let fits: String = words.trim().chars().take(MAX_NAME_CHARS).collect();
        if fits.len() < words.trim().len() {
            eprintln!("note: the file's name is too long for a map; it is called “{fits}”");
        }
        if fits.is_empty() {
            "New map".to_owned()
        } else {
            fits
        }
    }

    /// Refuses options that say nothing about this kind of input: whoever gives one
    /// expects it to matter.
    fn check(&self, kind: &Kind) -> anyhow::Result<()> {
        let masks = [
            ("--gap", self.gap.is_some()),
            ("--wrap", self.wrap.is_some()),
        ];
        let shapes = [
            ("--size", self.size.is_some()),
            ("--margin", self.margin.is_some()),
            ("--projection", self.projection.is_some()),
            ("--speck", self.speck.is_some()),
            ("--least", self.least.is_some()),
            ("--no-straits", self.no_straits),
        ];
        let geojson = [
            ("--name-from", self.name_from.is_some()),
            ("--continent-from", self.continent_from.is_some()),
            ("--id-from", self.id_from.is_some()),
            ("--merge-by", self.merge_by.is_some()),
        ];
        let is_mask = matches!(kind, Kind::Mask);
        let is_svg = matches!(kind, Kind::Shapes(InputFormat::Svg));
        let misfits = [
            (!is_mask, &masks[..], "masks"),
            (is_mask, &shapes[..], "shapes (GeoJSON, SVG)"),
            (is_mask || is_svg, &geojson[..], "GeoJSON"),
        ];
        for (_, options, what) in misfits.into_iter().filter(|&(misfits, ..)| misfits) {
            if let Some((option, _)) = options.iter().find(|(_, given)| *given) {
                bail!(
                    "{option} is for {what}, and {} is none; leave it out",
                    plain_path(&self.input)
                );
            }
        }
        Ok(())
    }

    /// The image that was given, under the name it gets in the folder. It must have
    /// the mask's size, width and height.
    fn own_image(&self, size: (u32, u32)) -> anyhow::Result<Option<(String, File)>> {
        let Some(path) = &self.image else {
            return Ok(None);
        };
        let mut file = open_picture(path)?;
        let reader = image::ImageReader::new(BufReader::new(&file)).with_guessed_format()?;
        // What it is, whatever it is called.
        let extension = reader
            .format()
            .map_or("png", |format| format.extensions_str()[0]);
        let (width, height) = reader
            .into_dimensions()
            .with_context(|| format!("cannot read the image {}", plain_path(path)))?;
        if (width, height) != size {
            bail!(
                "the image {} has {width} × {height} pixels and the mask {} × {}; they must be \
                 alike",
                plain_path(path),
                size.0,
                size.1
            );
        }
        file.rewind()?;
        Ok(Some((format!("image.{extension}"), file)))
    }

    /// What was given on the command line goes before the recipe.
    fn override_recipe(&self, recipe: &mut Recipe) {
        let set = |field: &mut Option<String>, given: &Option<String>| {
            if given.is_some() {
                field.clone_from(given);
            }
        };
        set(&mut recipe.name, &self.name);
        set(&mut recipe.author, &self.author);
        set(&mut recipe.licence, &self.licence);
        set(&mut recipe.properties.name, &self.name_from);
        set(&mut recipe.properties.continent, &self.continent_from);
        set(&mut recipe.properties.id, &self.id_from);
        set(&mut recipe.properties.merge, &self.merge_by);
        recipe.size = self.size.or(recipe.size);
        recipe.margin = self.margin.or(recipe.margin);
        recipe.projection = self.projection.map(Into::into).or(recipe.projection);
        recipe.speck = self.speck.or(recipe.speck);
        recipe.least = self.least.or(recipe.least);
        if self.no_straits {
            recipe.straits = Some(false);
        }
    }
}

/// How many of a kind are named.
const LISTED: usize = 8;

/// Says what was tidied and what needs a look.
fn report(built: &Built) -> Outcome {
    let draft = &built.draft;
    let name = |index: u16| {
        let name = draft.territories[usize::from(index)].name.text.as_deref();
        name.map_or_else(|| format!("territory {index}"), |name| format!("“{name}”"))
    };
    let tidied = &built.tidied;
    let left_out = built.left_out.iter();
    list(
        "left out",
        left_out.map(|what| format!("left out “{what}”: it is not a filled area")),
    );
    let grown = tidied.grown.iter();
    list(
        "grew",
        grown.map(|&(at, from, to)| format!("grew {} from {from} to {to} pixels", name(at))),
    );
    for &(a, b, pixels) in &tidied.parted {
        let (a, b) = (name(a), name(b));
        say(&format!("kept {a} and {b} apart ({pixels} pixels)"));
    }
    let lost = tidied.lost.iter();
    let lost = lost.map(|&at| format!("{} has no pixel; a larger --size may help", name(at)));
    let pairs = |pairs: &[(u16, u16)], what: &str| -> Vec<String> {
        let pairs = pairs.iter();
        let told = pairs.map(|&(a, b)| format!("{} and {} {what}", name(a), name(b)));
        told.collect()
    };
    let warnings: Vec<String> = lost
        .chain(pairs(&tidied.stuck, "touch, but have no border in common"))
        .chain(pairs(
            &tidied.missed,
            "have a border too short for a pixel; not linked",
        ))
        .collect();
    for warning in &warnings {
        say(&format!("warning: {warning}"));
    }
    if warnings.is_empty() {
        Outcome::Done
    } else {
        Outcome::Look
    }
}

/// Says the first of a list, and how many more there are.
fn list(what: &str, lines: impl ExactSizeIterator<Item = String>) {
    let more = lines.len().saturating_sub(LISTED);
    lines.take(LISTED).for_each(|line| say(&line));
    if more > 0 {
        eprintln!("{what} {more} more");
    }
}
