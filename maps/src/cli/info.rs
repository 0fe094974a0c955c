//! `marchland-maps info`: reports the contents of a map.

use std::collections::{HashMap, HashSet};
use std::io::{BufReader, Write};
use std::mem::discriminant;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use marchland_maps::files::{self, plain, plain_path};
use marchland_maps::folder::Folder;
use marchland_maps::info::Info;
use marchland_maps::mask::{self, ColourCount, Recognition, Regions, Rgba, Role};
use marchland_maps::{Draft, MaskFile, Territory, TerritoryId, in_groups};

use super::progress::Progress;
use super::sea;
use super::words::{counted, note, summary};
use super::{Format, Outcome};

/// Describe a map, or a mask that is not a map yet.
///
/// For a map: its size, continents, territories and links, and whether it can be
/// played. --format json prints everything for programs; docs/info-format.md
/// describes the fields.
///
/// For a mask: its size, its colours, the number of regions of each colour, and
/// whether the colour is sea, a line or a territory.
///
/// Exit codes: 0 the map can be played, or the mask is clean; 1 the map cannot be
/// played yet, its mask shows other territories, or the mask should be repaired
/// first (the report says why); 2 the map or its mask cannot be read. If only the mask cannot be read, the report is
/// printed anyway.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A map's folder, its map.xml, or a mask (PNG, GIF, BMP, WebP, TIFF, JPEG).
    #[arg(value_name = "MAP")]
    input: PathBuf,

    /// Also list pairs of territories that could be linked by sea, the nearest first.
    #[arg(long, conflicts_with = "format")]
    sea: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let path = &arguments.input;
    // What is missing would be a folder if its name has no extension.
    let is_map = path.is_dir()
        || path
            .extension()
            .map_or(!path.exists(), |e| e.eq_ignore_ascii_case("xml"));
    let mut out = super::Out::new();
    if !is_map {
        if arguments.format == Format::Json {
            bail!(
                "{} is not a map; --format json is for maps",
                plain_path(path)
            );
        }
        let regions = read_mask(path, &mut Progress::new())?;
        return mask_report(&mut out, path, &regions);
    }
    let (folder, reading) = super::open_map(path)?;
    let draft = &reading.draft;
    let (regions, unread) = match mask_of(&folder, draft, &mut Progress::new()) {
        Ok(regions) => (regions, None),
        Err(error) => (None, Some(error)),
    };
    let size = regions.as_ref().map(Regions::size);
    let info = Info::of(draft, size);
    match arguments.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &info)?;
            writeln!(out)?;
        }
        Format::Text => text_report(&mut out, draft, &info)?,
    }
    if let (true, Some(regions)) = (arguments.sea, &regions) {
        sea_report(&mut out, draft, regions)?;
    }
    let agrees = regions
        .as_ref()
        .is_none_or(|regions| agrees(draft, regions));
    let outcome = Outcome::done_if(info.playable && agrees && reading.is_as_meant());
    unread.map_or(Ok(outcome), Err)
}

/// Whether the mask shows every territory and nothing else; warns of the differences.
fn agrees(draft: &Draft, regions: &Regions) -> bool {
    const NAMED: usize = 5;
    let colours = regions.colours();
    let shown: HashSet<Rgba> = colours.iter().map(|colour| colour.colour).collect();
    let of_territories = draft.territories.iter().filter_map(|of| of.colour);
    let no_land = draft.mask.iter().flat_map(MaskFile::no_land);
    let known: HashSet<Rgba> = of_territories.chain(no_land).map(Rgba::from).collect();
    let first = |names: Vec<String>| match names.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..NAMED].join(", ")),
    };
    let is_missing = |(_, of): &(usize, &Territory)| {
        let colour = of.colour.map(Rgba::from);
        colour.is_some_and(|colour| !shown.contains(&colour))
    };
    let missing = draft.territories.iter().enumerate().filter(is_missing);
    let missing: Vec<String> = missing.map(|(at, _)| draft.territory_label(at)).collect();
    if !missing.is_empty() {
        note(&format!(
            "warning: the mask does not have the {} of {}",
            if missing.len() == 1 {
                "colour"
            } else {
                "colours"
            },
            first(missing.clone())
        ));
    }
    let strange =
        |colour: &&ColourCount| colour.colour.alpha() == u8::MAX && !known.contains(&colour.colour);
    let strange: Vec<&ColourCount> = colours.iter().filter(strange).collect();
    if !strange.is_empty() {
        let area: u64 = strange.iter().map(|colour| colour.area).sum();
        let names = strange.iter().map(|colour| spelt(colour.colour));
        note(&format!(
            "warning: {} of the mask belong to nothing on the map: {}",
            counted(area as usize, "pixel", "pixels"),
            first(names.collect())
        ));
    }
    missing.is_empty() && strange.is_empty()
}

/// Most colours listed for a mask with many stray ones.
const LISTED: usize = 24;

pub(super) fn read_mask(path: &Path, progress: &mut Progress) -> anyhow::Result<Regions> {
    progress.step("Reading the mask");
    let file = files::open(path).with_context(|| format!("cannot open {}", plain_path(path)))?;
    let watch = &mut |done: mask::Progress| progress.watch(done.fraction());
    let regions = mask::read_watched(BufReader::new(file), watch);
    progress.clear();
    regions.with_context(|| format!("cannot read the mask {}", plain_path(path)))
}

/// The mask that a map names, if it names one.
pub(super) fn mask_of(
    folder: &Folder,
    draft: &Draft,
    progress: &mut Progress,
) -> anyhow::Result<Option<Regions>> {
    let Some(mask) = &draft.mask else {
        return Ok(None);
    };
    read_mask(&folder.resolve(&mask.file)?, progress).map(Some)
}

/// Warns of distinct 16-bit colours that became equal, which may be several territories to their
/// author; returns whether there are any.
pub(super) fn warn_of_merged(merged: &[Rgba]) -> bool {
    let Some(first) = merged.first() else {
        return false;
    };
    say!(
        "warning: colours of 16 bits a channel that differ by less than one of 256 steps count \
         as equal in a mask: {}, the first {}; if they are different territories, repaint them \
         with 8 bits a channel",
        counted(
            merged.len(),
            "colour stands for several",
            "colours stand for several each"
        ),
        spelt(*first),
    );
    true
}

/// Warns that a mask should be repaired first.
pub(super) fn warn_of_strays(mask: &Path) {
    say!(
        "warning: the mask has many stray colours, probably from smoothing or JPEG; make a clean \
         one with `marchland-maps repair {} -o clean.png`",
        plain_path(mask)
    );
}

fn mask_report(out: &mut impl Write, path: &Path, regions: &Regions) -> anyhow::Result<Outcome> {
    writeln!(out, "{} × {} pixels", regions.width(), regions.height())?;
    let colours = regions.colours();
    let recognition = Recognition::of(regions);
    let repair = recognition.calls_for_repair();
    let of_role = |role| recognition.of_role(role).count();
    let pixels = |gap: u32| counted(gap as usize, "pixel", "pixels");
    let touch = match (recognition.gap, recognition.wider_gap) {
        (0, None) => "touching where no line is between".to_owned(),
        (0, Some(gap)) => format!(
            "most of them {} apart: if by lines, take new --gap {gap}",
            pixels(gap)
        ),
        (gap, _) => format!("touching across lines up to {} wide", pixels(gap)),
    };
    let territories = counted(of_role(Role::Territory), "territory", "territories");
    writeln!(out, "{territories}; {touch}")?;
    // All colours of a real mask, but not those of noise.
    let listed = if repair { LISTED } else { colours.len() };
    for colour in colours.iter().take(listed) {
        let (area, regions) = (colour.area, colour.regions);
        writeln!(
            out,
            "{} {area:>9} pixels {regions:>6} {:7}  {}",
            spelt(colour.colour),
            if regions == 1 { "region" } else { "regions" },
            recognition
                .guess(colour.colour)
                .map_or("", |guess| role(guess.role)),
        )?;
    }
    let merged = warn_of_merged(regions.merged());
    if !repair {
        return Ok(Outcome::done_if(!merged));
    }
    let rest = colours.get(listed..).unwrap_or_default();
    if !rest.is_empty() {
        let area: u64 = rest.iter().map(|colour| colour.area).sum();
        writeln!(out, "and {} more colours, {area} pixels", rest.len())?;
    }
    warn_of_strays(path);
    Ok(Outcome::Look)
}

/// A colour in the usual notation, with its opacity if it is not opaque.
fn spelt(colour: Rgba) -> String {
    match colour.alpha() {
        255 => colour.rgb().to_string(),
        0 => "none   ".to_owned(),
        alpha => format!("{} at {} %", colour.rgb(), u32::from(alpha) * 100 / 255),
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Background => "sea",
        Role::Separator => "lines",
        Role::Territory => "territory",
        Role::Stray => "stray",
    }
}

fn sea_report(out: &mut impl Write, draft: &Draft, regions: &Regions) -> anyhow::Result<()> {
    let candidates = sea::candidates(draft, regions, None, &mut Progress::new());
    if candidates.is_empty() {
        writeln!(
            out,
            "\nNo other territories are near enough to be linked by sea."
        )?;
        return Ok(());
    }
    writeln!(out, "\nCould be linked by sea:")?;
    let places = draft.places_by_id();
    for link in candidates {
        let [from, to] = [link.from, link.to].map(|id| name_of(draft, &places, id));
        writeln!(out, "  {from} – {to}, {:.0} px", link.across.distance)?;
    }
    Ok(())
}

/// The name of a territory, or `#` and its id.
fn name_of(draft: &Draft, places: &HashMap<TerritoryId, usize>, id: TerritoryId) -> String {
    let place = places.get(&id);
    let name = place.and_then(|&at| draft.territories[at].name.text.as_deref());
    name.map_or_else(|| format!("#{id}"), |name| plain(name).into_owned())
}

fn text_report(out: &mut impl Write, draft: &Draft, info: &Info<'_>) -> anyhow::Result<()> {
    writeln!(out, "{}", plain(info.names.name.unwrap_or("(no name)")))?;
    writeln!(out, "{}", summary(draft))?;
    if let Some(mask) = &info.mask {
        write!(out, "mask {}", plain(mask.file))?;
        if let (Some(width), Some(height)) = (mask.width, mask.height) {
            write!(out, ", {width} × {height} pixels")?;
        }
        writeln!(out)?;
    }
    for edge in &info.wrap {
        writeln!(out, "wraps around: {edge}")?;
    }
    let places = draft.places_by_id();
    for continent in &info.continents {
        let bonus = continent
            .bonus
            .map_or("?".to_owned(), |bonus| bonus.to_string());
        let members = continent.members.iter();
        let members = members.map(|&id| name_of(draft, &places, TerritoryId(id)));
        let members: Vec<_> = members.collect();
        let name = plain(continent.names.name.unwrap_or("(no name)"));
        writeln!(out, "\n{name}, bonus {bonus}\n  {}", members.join(", "))?;
    }
    if !info.playable {
        writeln!(out, "\nNot ready for play:")?;
        for problem in in_groups(
            info.reasons
                .iter()
                .map(|p| (discriminant(p), p.to_string())),
        ) {
            writeln!(out, "  {}", plain(&problem))?;
        }
    }
    Ok(())
}
