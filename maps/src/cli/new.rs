//! `marchland-maps new`: a map out of shapes.

mod arguments;

use std::collections::HashSet;
use std::io::{BufReader, Cursor, Read};
use std::mem::discriminant;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use image::ImageFormat;
use marchland_maps::create::{Built, Recipe};
use marchland_maps::files::plain_path;
use marchland_maps::limits::MAX_CONTINENTS;
use marchland_maps::mask::{self, Recognition, Regions, Role};
use marchland_maps::outlines::Remark;
use marchland_maps::picture::Plan;
use marchland_maps::{Draft, TerritoryId, Wrap, in_groups, propose};

use super::Outcome;
use super::files::{MapOutput, open_picture, read_text};
use super::info::{read_mask, warn_of_merged, warn_of_strays};
use super::picture::draw;
use super::progress::{Progress, writing};
use super::sea;
use super::words::{counted, note, summary};
pub(super) use arguments::Arguments;
use arguments::Kind;

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
    let sources: Vec<&Path> = [&arguments.input]
        .into_iter()
        .chain(&arguments.image)
        .map(PathBuf::as_path)
        .chain(made.sources.iter().map(PathBuf::as_path))
        .collect();
    let draft = &made.draft;
    writing(|| target.write(draft, &mut made.files, &sources))?;
    say!("{}: {}", plain_path(output), summary(draft));
    if let Some(advice) = &made.wider_gap {
        say!("warning: {advice}");
    } else if let Some(advice) = sea::advice(draft, arguments.sea).filter(|_| !made.spoilt) {
        say!("note: {advice}");
    }
    Ok(made.outcome)
}

/// With more regions than this, no draft is made of a mask that should be repaired: it would
/// be useless and take long.
const HOPELESS: usize = 50_000;

/// A map in memory, about to be written.
struct Made {
    draft: Draft,
    files: Vec<(String, Box<dyn Read>)>,
    /// Input files not named on the command line.
    sources: Vec<PathBuf>,
    /// Whether its mask should be repaired first: what is between its territories is not known.
    spoilt: bool,
    /// A warning that lines may be wider than assumed.
    wider_gap: Option<String>,
    outcome: Outcome,
}

fn from_mask(arguments: &Arguments, progress: &mut Progress) -> anyhow::Result<Made> {
    let input = &arguments.input;
    let regions = read_mask(input, progress)?;
    // By content, not by extension.
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
    let image = arguments.own_image(regions.size())?;
    let mut recognition = Recognition::of(&regions);
    let repair = recognition.calls_for_repair();
    if repair && regions.len() > HOPELESS {
        bail!(
            "{} has {} colours in {} regions, like a photograph or noise; make a clean mask \
             first: marchland-maps repair {0} -o clean.png",
            plain_path(input),
            regions.colours().len(),
            regions.len(),
        );
    }
    progress.step("Finding pivots and neighbours");
    let file = format!("mask.{extension}");
    let wrap = arguments.wrap.map(Wrap::from).unwrap_or_default();
    let widest = recognition.wider_gap.unwrap_or(recognition.gap);
    if let Some(gap) = arguments.gap {
        recognition.gap = gap.into();
    }
    let watch = &mut |share| progress.watch(share);
    let draft = propose::draft_watched(&regions, &recognition, &file, wrap, watch);
    let mut draft = draft.unwrap_or_default();
    let wider_gap = (widest > recognition.gap && !repair)
        .then(|| wider_gap(&draft, widest))
        .flatten();
    draft.name.text = Some(arguments.title());
    draft.author.clone_from(&arguments.author);
    draft.licence.clone_from(&arguments.licence);
    if let Some(reach) = arguments.sea {
        sea::link(&mut draft, &regions, reach, progress)?;
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
    progress.clear();
    if repair {
        warn_of_strays(input);
    } else {
        note_strays(input, &recognition);
    }
    let merged = warn_of_merged(regions.merged());
    let few = draft.territories.len() < 2;
    if few && !repair {
        warn_of_few(input, &regions);
    }
    Ok(Made {
        draft,
        files,
        sources: Vec::new(),
        spoilt: repair,
        outcome: Outcome::done_if(!repair && !few && !merged && wider_gap.is_none()),
        wider_gap,
    })
}

/// Says that a few pixels belong to no territory, which is no reason to repair the mask first.
fn note_strays(mask: &Path, recognition: &Recognition) {
    let (mut colours, mut pixels) = (0, 0);
    for guess in recognition.of_role(Role::Stray) {
        colours += 1;
        pixels += guess.area;
    }
    if colours > 0 {
        say!(
            "note: colours that belong to no territory: {colours}, with {} in all; to give these to \
             what is around them, make the map of a clean mask: marchland-maps repair {} -o clean.png",
            counted(pixels as usize, "pixel", "pixels"),
            plain_path(mask)
        );
    }
}

/// Warns of a mask with fewer than two territories, and says why if that is known.
fn warn_of_few(mask: &Path, regions: &Regions) {
    let mask = plain_path(mask);
    let colours = regions.colours().into_iter();
    let half = colours.filter(|colour| !matches!(colour.colour.alpha(), 0 | 255));
    let half: u64 = half.map(|colour| colour.area).sum();
    let pixels = u64::from(regions.width()) * u64::from(regions.height());
    if 2 * half > pixels {
        say!(
            "warning: {mask} is half transparent, but territories must be opaque; save it \
             without transparency"
        );
    } else {
        say!("warning: {mask} has fewer than two territories; is it a mask?");
    }
}

/// A warning if many territories touch no other, but would across a wider gap.
fn wider_gap(draft: &Draft, wider: u32) -> Option<String> {
    let linked: HashSet<TerritoryId> = draft
        .links()
        .flat_map(|(from, link)| from.id.into_iter().chain([link.to]))
        .collect();
    let all = draft.territories.len();
    let alone = all - linked.len();
    (alone >= 3 && 3 * alone >= all).then(|| {
        format!(
            "{alone} of {all} territories touch no other, but most gaps between them are equally \
             wide; if these are lines and not water, make the map again with --gap {wider}"
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
            "{}: the input of a recipe must be a .geojson or an .svg file",
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
        .with_context(|| format!("cannot make a map from {}", plain_path(&input)))?;
    progress.clear();
    let outcome = report(&built);
    let mut draft = built.draft;
    let size = (built.grid.width() as u32, built.grid.height() as u32);
    let mut drawn: Box<dyn Read> = Box::new(Cursor::new(built.image));
    let own = arguments.own_image(size)?;
    if let Some(reach) = arguments.sea {
        let regions = mask::read(&built.mask).context("the mask just made cannot be read")?;
        let linked = sea::link(&mut draft, &regions, reach, progress)?;
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
        spoilt: false,
        wider_gap: None,
        outcome,
    })
}

/// How many messages of a kind are printed.
const LISTED: usize = 8;

/// Reports what was tidied and what needs attention.
fn report(built: &Built) -> Outcome {
    let draft = &built.draft;
    let name = |index: u16| {
        let name = draft.territories[usize::from(index)].name.text.as_deref();
        name.map_or_else(|| format!("territory {index}"), |name| format!("“{name}”"))
    };
    let tidied = &built.tidied;
    let (doubts, remarks): (Vec<_>, Vec<_>) =
        built.remarks.iter().partition(|remark| remark.is_warning());
    let remarks = remarks.into_iter();
    for remark in in_groups(remarks.map(|it| (discriminant(it), it.to_string()))) {
        note(&remark);
    }
    let grown = tidied.grown.iter();
    list(
        "grew",
        grown.map(|&(at, from, to)| format!("grew {} from {from} to {to} pixels", name(at))),
    );
    for &(a, b, pixels) in &tidied.parted {
        let (a, b) = (name(a), name(b));
        let pixels = counted(pixels, "pixel", "pixels");
        note(&format!("kept {a} and {b} apart ({pixels})"));
    }
    let lost = tidied.lost.iter();
    let lost = lost.map(|&at| format!("{} has no pixel; a larger --size may help", name(at)));
    let pairs = |pairs: &[(u16, u16)], what: &str| -> Vec<String> {
        let pairs = pairs.iter();
        let lines = pairs.map(|&(a, b)| format!("{} and {} {what}", name(a), name(b)));
        lines.collect()
    };
    let many = match built.continents_left_out {
        0 => None,
        n => Some(format!(
            "more than {MAX_CONTINENTS} continents; left out: {n}"
        )),
    };
    let warnings: Vec<String> = lost
        .chain(doubts.into_iter().map(ToString::to_string))
        .chain(too_few(built))
        .chain(many)
        .chain(pairs(&tidied.stuck, "touch, but have no border in common"))
        .chain(pairs(
            &tidied.missed,
            "have a border too short for a pixel; not linked",
        ))
        .collect();
    for warning in &warnings {
        note(&format!("warning: {warning}"));
    }
    Outcome::done_if(warnings.is_empty())
}

/// A warning if the shapes make no map.
fn too_few(built: &Built) -> Option<String> {
    let number = built.draft.territories.len();
    let is_unfilled = |remark: &&Remark| matches!(remark, Remark::Unfilled(_));
    let unfilled = built.remarks.iter().filter(is_unfilled).count();
    (number < 2).then(|| {
        let why = if unfilled > 0 {
            let outlines = counted(unfilled, "outline has", "outlines have");
            format!(": {outlines} no fill")
        } else {
            String::new()
        };
        let territories = counted(number, "territory", "territories");
        format!("the map has {territories} and needs two{why}")
    })
}

/// Prints the first messages of a list, and the number of the others.
fn list(what: &str, lines: impl ExactSizeIterator<Item = String>) {
    let more = lines.len().saturating_sub(LISTED);
    lines.take(LISTED).for_each(|line| note(&line));
    if more > 0 {
        say!("{what} {more} more");
    }
}
