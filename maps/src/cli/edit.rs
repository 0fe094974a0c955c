//! `marchland-maps edit`: splits, merges and divides territories.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail};
use marchland_maps::divide::{MAX_PARTS, Style};
use marchland_maps::files::{NewFolders, open, plain_path};
use marchland_maps::folder::Folder;
use marchland_maps::mask::{PngOptions, Regions};
use marchland_maps::originals::{self, is_our_image, is_our_mask};
use marchland_maps::picture::Plan;
use marchland_maps::propose::Survey;
use marchland_maps::redraw::{self, Redrawn};
use marchland_maps::xml::Reading;
use marchland_maps::{
    Draft, Edit, Map, MapField, MaskFile, Point, TerritoryId, TerritoryKey, author,
};

use super::Outcome;
use super::files::{MapOutput, open_picture};
use super::info::{read_mask, warn_of_merged};
use super::picture::draw;
use super::progress::{Progress, writing};
use super::words::{is_playable, note, summary, whole};

/// Split, merge or divide territories of a map, in its mask and its file.
///
/// Ids stay, with one exception: if ids ran without gaps, the highest one moves into the gap
/// that a merged territory leaves. When a territory is split, the largest part keeps id, name,
/// translations and card. The others get the lowest free ids, “X 2” and so on as names, the
/// same continent, and links to each other. Land links and closed borders go to every part that
/// touches, sea links to the nearest part. When two are merged, the larger keeps its data;
/// pivots, links and closed borders are united.
///
/// Without --output the map is changed in place. Before a mask that this program did not write is
/// overwritten, it is kept beside it as NAME.original.EXT. A mask that is not a PNG stays,
/// and the map names the new PNG. The map file keeps its layout and comments.
///
/// An image drawn by this program is redrawn. If the map's image is a different one, it shows
/// the old borders. Draw a new one with --draw, or change it with the program it came from.
///
/// A broken map file, in which an end tag or a quote is missing, is not changed.
///
/// Exit code 1: the image shows the old borders, the map can no longer be played, or two merged
/// territories did not touch or were in different continents.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub(super) struct Arguments {
    /// A map's folder or the map.xml in it.
    input: PathBuf,

    /// Split the territory with this id along --line.
    #[arg(
        long,
        value_name = "ID",
        group = "what",
        requires = "line",
        value_parser = whole(u16::MAX),
        allow_negative_numbers = true
    )]
    split: Option<u16>,

    /// The line for --split in pixels of the mask: `x,y,x,y` and so on. Ends inside the
    /// territory are extended by up to 12 pixels.
    // Clap demands nothing of an option that is excluded, so exclusion comes first.
    #[arg(long, value_name = "X,Y,…", conflicts_with_all = ["merge", "divide"], allow_hyphen_values = true)]
    line: Option<Line>,

    /// Merge the two territories with these ids.
    #[arg(long, value_name = "ID,ID", group = "what", allow_hyphen_values = true)]
    merge: Option<Pair>,

    /// Divide the territory with this id into --parts of equal area.
    #[arg(
        long,
        value_name = "ID",
        group = "what",
        requires = "parts",
        value_parser = whole(u16::MAX),
        allow_negative_numbers = true
    )]
    divide: Option<u16>,

    /// Number of parts for --divide.
    #[arg(long, value_name = "N", conflicts_with_all = ["split", "merge"], value_parser = clap::value_parser!(u16).range(2..=MAX_PARTS as i64), allow_negative_numbers = true)]
    parts: Option<u16>,

    /// Style of the parts of --divide.
    #[arg(long, value_enum, default_value = "natural", conflicts_with_all = ["split", "merge"])]
    style: Style,

    /// Random seed for --divide; another seed gives other parts.
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with_all = ["split", "merge"], value_parser = whole(u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// Draw the map's image from the mask, even if this program did not draw the present one, which
    /// stays; the map then names the new one.
    #[arg(long)]
    draw: bool,

    /// Write the changed map to this folder instead of changing it in place.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Overwrite an existing map in that folder.
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line(Vec<Point>);

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "give whole numbers from 0 in pairs, `x,y,x,y`, at least two".to_owned();
        let numbers = text.split(',').map(|number| number.trim().parse::<u32>());
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().map_err(|_| wrong())?;
        let (points, rest) = numbers.as_chunks::<2>();
        if points.len() < 2 || !rest.is_empty() {
            return Err(wrong());
        }
        Ok(Self(
            points.iter().map(|&[x, y]| Point::new(x, y)).collect(),
        ))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair(u16, u16);

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ids = text.split_once(',').and_then(|(a, b)| {
            let [a, b] = [a, b].map(|id| id.trim().parse().ok());
            Some(Self(a?, b?))
        });
        ids.ok_or_else(|| "give two ids from 0 with a comma between, `4,7`".to_owned())
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (target, folder, reading) = opened(arguments)?;
    let Reading {
        mut draft, source, ..
    } = reading;
    let mask = draft.mask.clone().context("the map names no mask")?;
    let mask_path = folder.resolve(&mask.file)?;
    let mut progress = Progress::new();
    let regions = read_mask(&mask_path, &mut progress)?;
    warn_of_merged(regions.merged());
    let before = draft.links().count();
    let was_playable = Map::try_from(&draft).is_ok();
    let mut remarks = oddities_of_merge(arguments, &draft, &regions);
    progress.step("Redrawing");
    let redrawn =
        redrawn(arguments, &mut draft, &regions, &mut progress).context("nothing was changed")?;
    let old = draft.clone();
    draft.apply(redrawn.edit)?;
    let closing = author::kept_dense(&old, &draft);
    draft.apply(closing)?;
    let mut files: Vec<(String, Box<dyn Read>)> = Vec::new();
    let new_mask = of_a_png(&mask.file, &mask_path)?;
    if new_mask != mask.file {
        let mask = MaskFile {
            file: new_mask.clone(),
            ..mask.clone()
        };
        draft.apply(Edit::Map(MapField::Mask(Some(mask))))?;
    }
    let mut bytes = Vec::new();
    let options = PngOptions {
        software: Some(originals::SOFTWARE),
        ..PngOptions::default()
    };
    redrawn.regions.write_png_with(&mut bytes, options)?;
    progress.clear();
    files.push((new_mask.clone(), Box::new(Cursor::new(bytes))));
    let old_image = draft.image.clone();
    let mut sources = vec![folder.file().to_owned(), mask_path];
    // Our own drawing is updated; an author's picture stays.
    let is_ours = match &old_image {
        Some(file) => is_our_image(&folder.resolve(file)?),
        None => false,
    };
    let draw_it = arguments.draw || is_ours;
    let mut new_image = None;
    if draw_it {
        progress.step("Drawing the image");
        let name = match &old_image {
            Some(file) if is_ours => file.clone(),
            _ => name_of_drawn(&folder, old_image.as_deref(), [&mask.file, &new_mask]),
        };
        let plan = Plan::new(&draft, &redrawn.regions);
        files.push((name.clone(), Box::new(draw(&draft, &plan, &mut progress)?)));
        if !is_ours {
            draft.apply(Edit::Map(MapField::Image(Some(name.clone()))))?;
            new_image = Some(name).filter(|name| old_image.as_ref() != Some(name));
        }
        progress.clear();
    }
    let is_the_mask = old_image.as_ref() == Some(&new_mask);
    if let Some(image) = &old_image {
        let path = folder.resolve(image)?;
        if target.is_some() && !draw_it && !is_the_mask && path.is_file() {
            files.push((image.clone(), Box::new(open_picture(&path)?)));
        }
        sources.push(path);
    }
    let text = source.render(&draft);
    match target {
        Some(target) => elsewhere(
            target,
            arguments.output.as_deref().unwrap_or(Path::new("")),
            &text,
            files,
            &sources,
        )?,
        None => in_place(folder, &text, files, &new_mask)?,
    }
    if let Some(image) = new_image {
        tell_image(&image, old_image.as_deref());
    }
    let place = arguments.output.as_deref().unwrap_or(&arguments.input);
    say!("{}: {}", plain_path(place), summary(&draft));
    tell_gone(&old, &draft, &redrawn.touched);
    tell(&draft, &redrawn.touched, before);
    if redrawn.slivers > 0 {
        let pieces = redrawn.slivers;
        say!("small pieces that joined the part beside them: {pieces}");
    }
    tell_ids(&old, &draft);
    let is_worse = was_playable && !is_playable(&draft);
    if old_image.is_some() && !draw_it && !is_the_mask {
        remarks.push("the image shows the old borders; redraw it with --draw");
    }
    for remark in &remarks {
        say!("note: {remark}");
    }
    Ok(Outcome::done_if(!is_worse && remarks.is_empty()))
}

/// Where to write, if not in place, and the map; refuses what would lose something.
fn opened(arguments: &Arguments) -> anyhow::Result<(Option<MapOutput>, Folder, Reading)> {
    let output = arguments.output.as_deref();
    if output.is_some_and(|output| is_same_folder(&arguments.input, output)) {
        bail!(
            "{} is the map to be changed; leave out --output to change it in place",
            plain_path(&arguments.input)
        );
    }
    let target = output
        .map(|path| MapOutput::at(path, arguments.force))
        .transpose()?;
    let (folder, reading) = super::open_map(&arguments.input)?;
    if reading.is_broken() {
        bail!(
            "{} is broken, and what could not be read would be lost; correct it first",
            plain_path(folder.file())
        );
    }
    Ok((target, folder, reading))
}

fn is_same_folder(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| Folder::at(path).path().join(".").canonicalize());
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

fn redrawn(
    arguments: &Arguments,
    draft: &mut Draft,
    regions: &Regions,
    progress: &mut Progress,
) -> anyhow::Result<Redrawn> {
    let key = |draft: &Draft, id: u16| -> anyhow::Result<TerritoryKey> {
        let territory = draft.territory_by_id(TerritoryId(id));
        Ok(territory
            .with_context(|| format!("the map has no territory with the id {id}"))?
            .key)
    };
    if let Some(Pair(a, b)) = arguments.merge {
        let (a, b) = (key(draft, a)?, key(draft, b)?);
        return Ok(redraw::merge(draft, regions, a, b)?);
    }
    if let (Some(id), Some(line)) = (arguments.split, &arguments.line) {
        let key = key(draft, id)?;
        return Ok(redraw::split(draft, regions, key, &line.0)?);
    }
    let (Some(id), Some(parts)) = (arguments.divide, arguments.parts) else {
        bail!("give one of --split, --merge and --divide");
    };
    let key = key(draft, id)?;
    let watch = &mut |share| progress.watch(share);
    let how = redraw::Division {
        parts: parts.into(),
        style: arguments.style,
        seed: arguments.seed,
    };
    Ok(redraw::divide(
        draft,
        regions,
        key,
        how,
        (false, false),
        watch,
    )?)
}

/// What is unusual about the two territories to be merged.
fn oddities_of_merge(arguments: &Arguments, draft: &Draft, regions: &Regions) -> Vec<&'static str> {
    let Some(Pair(a, b)) = arguments.merge else {
        return Vec::new();
    };
    let places = [a, b].map(|id| {
        let mut all = draft.territories.iter();
        all.position(|territory| territory.id == Some(TerritoryId(id)))
    });
    let [Some(a), Some(b)] = places else {
        return Vec::new();
    };
    let mut oddities = Vec::new();
    if Survey::new(regions, draft).contact(a, b) == 0 {
        oddities.push("the two do not touch, so the territory is in separate parts");
    }
    let [one, two] = [a, b].map(|at| draft.territories[at].continent);
    if one != two {
        oddities.push("the two were in different continents; the larger keeps its own");
    }
    oddities
}

/// The name of a new image, instead of the author's one, which stays.
fn name_of_drawn(folder: &Folder, image: Option<&str>, [old_mask, new_mask]: [&str; 2]) -> String {
    let image = image.filter(|image| !folder.is_same_file(image, old_mask));
    let stem = originals::stem_of_image(image);
    originals::free_png(&stem, |name| {
        let is_there = || folder.path().join(name).symlink_metadata().is_ok();
        name.eq_ignore_ascii_case(new_mask) || is_there()
    })
}

/// The name under which a picture is written as PNG: its own if it is one.
fn of_a_png(file: &str, path: &Path) -> anyhow::Result<String> {
    const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";
    let mut head = [0; 8];
    let read = open(path).and_then(|mut file| file.read_exact(&mut head));
    if read.is_ok() && head == *SIGNATURE {
        return Ok(file.to_owned());
    }
    let name = Path::new(file).with_extension("png");
    let name = name.to_string_lossy().into_owned();
    if name != file && path.with_extension("png").exists() {
        bail!(
            "the new {name} would overwrite a file that does not belong to the map; rename that \
             file, or give a folder with --output"
        );
    }
    Ok(name)
}

/// Writes the map in place. The author's own mask is kept beside the new one.
fn in_place(
    mut folder: Folder,
    text: &str,
    files: Vec<(String, Box<dyn Read>)>,
    mask: &str,
) -> anyhow::Result<()> {
    let mut all = Vec::new();
    let kept = originals::keep_as(&folder, mask, is_our_mask)?;
    if let Some(kept) = &kept {
        let file = open_picture(&folder.resolve(mask)?)?;
        all.push((kept.clone(), Box::new(file) as Box<dyn Read>));
    }
    all.extend(files);
    writing(|| {
        if folder.changed_outside()? {
            bail!(
                "{} was changed by another program meanwhile; run the command again",
                plain_path(folder.file())
            );
        }
        Ok(folder.save_with(text, &mut all)?)
    })?;
    if let Some(kept) = kept {
        note(&format!("{mask} as it was is kept as {kept}"));
    }
    Ok(())
}

/// Writes the map into another folder.
fn elsewhere(
    target: MapOutput,
    root: &Path,
    text: &str,
    mut files: Vec<(String, Box<dyn Read>)>,
    sources: &[PathBuf],
) -> anyhow::Result<()> {
    let folders: Vec<PathBuf> = files
        .iter()
        .filter_map(|(name, _)| Path::new(name).parent())
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| root.join(folder))
        .collect();
    writing(|| {
        let mut new = Vec::new();
        for folder in &folders {
            let made = NewFolders::create(folder);
            new.push(made.with_context(|| format!("cannot make {}", plain_path(folder)))?);
        }
        target.write_text(text, &mut files, sources)
    })
}

/// Reports which image the map has now, instead of the author's.
fn tell_image(new: &str, old: Option<&str>) {
    let stays = old.map_or_else(String::new, |old| format!("; {old} was not drawn over"));
    note(&format!("the image is now {new}{stays}"));
}

/// Reports which territories are now part of another.
fn tell_gone(old: &Draft, draft: &Draft, touched: &[TerritoryKey]) {
    let kept = touched.first().and_then(|&key| draft.place_of(key));
    let Some(kept) = kept else { return };
    for (at, territory) in old.territories.iter().enumerate() {
        if draft.territory(territory.key).is_none() {
            let (gone, kept) = (labelled(old, at), labelled(draft, kept));
            note(&format!("{gone} is now part of {kept}"));
        }
    }
}

/// What a territory is called, with its id.
fn labelled(draft: &Draft, at: usize) -> String {
    let id = draft.territories[at].id;
    let number = id.map_or_else(String::new, |id| format!(" (id {id})"));
    format!("{}{number}", draft.territory_label(at))
}

/// Reports the resulting territories and links.
fn tell(draft: &Draft, touched: &[TerritoryKey], before: usize) {
    for &key in touched {
        let Some(at) = draft.place_of(key) else {
            continue;
        };
        note(&labelled(draft, at));
    }
    let after = draft.links().count();
    say!("links: {before} before, {after} now");
}

/// Reports changed ids.
fn tell_ids(old: &Draft, draft: &Draft) {
    for (at, territory) in draft.territories.iter().enumerate() {
        let before = old.territory(territory.key).and_then(|t| t.id);
        if let (Some(id), Some(before)) = (territory.id, before)
            && id != before
        {
            let name = draft.territory_label(at);
            say!("{name}: id {id} now, {before} before, so that ids have no gaps");
        }
    }
}
