//! Start, dialogs, a new map from a mask.

use std::path::Path;

use marchland_maps::Severity;
use marchland_maps::xml::Flaw;

use super::{count, number};

pub(crate) const PRODUCT: &str = "Marchland";
pub(crate) const TAGLINE: &str = "Draw a mask, and make a map one can play.";
pub(crate) const NEW_MAP_HINT: &str =
    "A picture with a colour for each territory; outlines: GeoJSON, SVG; or a Domination map";
pub(crate) const OPEN_MAP_HINT: &str = "A map's folder, or the map.xml in it";
pub(crate) const SAMPLES: &str = "Bundled maps";
pub(crate) const LOOKING_FOR_SAMPLES: &str = "Reading the bundled maps…";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const OPEN: &str = "Open";
pub(crate) const OPEN_TITLE: &str = "Open a map";
pub(crate) const OPEN_HINT: &str = "The folder of a map, or the map.xml in it. A picture, outlines or the .map file of a Domination map become a new map.";
pub(crate) const MASK_TITLE: &str = "New map from a mask";
pub(crate) const MASK_HINT: &str = "A PNG, GIF, BMP, WebP, TIFF or JPEG picture in which every territory has a colour of its own. Or outlines: GeoJSON or SVG. Or the .map file of a Domination map. The file is never changed.";
pub(crate) const READ_MASK: &str = "Read the file";
pub(crate) const SAVE_TITLE: &str = "Save the map";
pub(crate) const SAVE_HINT: &str =
    "A folder for the map: map.xml goes into it, and a copy of the mask.";
pub(crate) const PATH_HINT: &str = "Path";
pub(crate) const BROWSE: &str = "Browse…";
pub(crate) const NO_BROWSER: &str = "No file dialog answered here; type the path instead.";
pub(crate) const UNSAVED_TITLE: &str = "Save the changes first?";
pub(crate) const LEAVE_MASK_TITLE: &str = "Leave the mask?";
pub(crate) const LEAVE_MASK_HINT: &str =
    "What you have said of its colours is not kept. The picture stays as it is.";
pub(crate) const LEAVE_MASK: &str = "Leave";
pub(crate) const CLOSE_UNSAVED: &str = "Close without saving";
pub(crate) const GO_ON_UNSAVED: &str = "Go on without saving";
pub(crate) const CHANGED_TITLE: &str = "The file has changed meanwhile";
pub(crate) const OVERWRITE: &str = "Save over it";
pub(crate) const NEW_FOLDER: &str = "new-map";
pub(crate) const MAP_FILES: &str = "Maps";
pub(crate) const MAP_SOURCES: &str = "Masks, outlines, maps of other programs";
pub(crate) const MASK_FILES: &str = "Pictures";
pub(crate) const ROLE_TERRITORY: &str = "Territory";
pub(crate) const ROLE_BACKGROUND: &str = "Background";
pub(crate) const ROLE_SEPARATOR: &str = "Separator";
pub(crate) const ROLE_STRAY: &str = "Leave out";
pub(crate) const CREATE: &str = "Make the map";
pub(crate) const COLOURS: &str = "What the colours are";
pub(crate) const COLOURS_HINT: &str =
    "Background and separators are recognised, not known: look whether they are right.";
pub(crate) const REPAIR_TITLE: &str = "This mask is not clean";
pub(crate) const LOOK_ACROSS: &str = "Look for links by sea";
pub(crate) const ACROSS: &str = "Across the water, nearest first";
pub(crate) const NOTHING_ACROSS: &str =
    "No territories lie across water from each other without a link.";

pub(crate) fn reading(name: &str) -> String {
    format!("Reading {name}…")
}

pub(crate) fn sample(territories: usize, continents: usize) -> String {
    format!(
        "{}, {}",
        count(territories, "territory", "territories"),
        count(continents, "continent", "continents")
    )
}

pub(crate) fn saved_to(path: &str) -> String {
    format!("Saved to {path}.")
}

/// `file` is the file of the map, or what it was made of where there is none yet.
pub(crate) fn unsaved_hint(name: &str, file: &str, is_saved: bool) -> String {
    match file {
        _ if is_saved => {
            format!("What you changed in {name} since the last save to {file} is lost otherwise.")
        }
        super::IN_NO_FILE => format!("{name} has never been saved. It is lost otherwise."),
        _ => format!("{name}, made of {file}, has never been saved. It is lost otherwise."),
    }
}

pub(crate) fn not_there(path: &Path) -> String {
    format!("{} is not there.", path.display())
}

/// A file that is not XML one can trust.
pub(crate) fn broken(flaws: &[Flaw]) -> String {
    let first = first_flaw(flaws, Flaw::is_broken);
    format!("The file is damaged ({first}). What could be read is shown; save it as another map.")
}

/// A file that says something the draft does not hold; `None` if it does not.
pub(crate) fn flawed(flaws: &[Flaw]) -> Option<String> {
    let is_error = |flaw: &Flaw| flaw.severity() == Severity::Error;
    let first = first_flaw(flaws, is_error);
    match flaws.iter().filter(|flaw| is_error(flaw)).count() {
        0 => None,
        1 => Some(format!("The file has a flaw: {first}.")),
        n => Some(format!("The file has {n} flaws; the first: {first}.")),
    }
}

pub(super) fn first_flaw(flaws: &[Flaw], is: impl Fn(&Flaw) -> bool) -> String {
    let first = flaws.iter().find(|flaw| is(flaw));
    first.map(ToString::to_string).unwrap_or_default()
}

pub(crate) fn no_mask(error: &str) -> String {
    format!("The mask cannot be shown: {error}.")
}

pub(crate) fn colours_found(
    territories: usize,
    background: usize,
    separators: usize,
    stray: usize,
) -> String {
    let mut parts = vec![
        super::territories(territories),
        count(background, "background colour", "background colours"),
    ];
    if separators > 0 {
        parts.push(count(separators, "separator colour", "separator colours"));
    }
    if stray > 0 {
        parts.push(count(stray, "stray colour", "stray colours"));
    }
    parts.join("  ·  ")
}

pub(crate) fn regions_title(regions: usize) -> String {
    count(regions, "region", "regions")
}

pub(crate) fn picture_size(name: &str, width: u32, height: u32) -> String {
    format!("{name}, {width} × {height} px")
}

pub(crate) fn pixels_of(area: u64) -> String {
    format!("{} px", number(area))
}

pub(crate) fn neighbours_seen(n: usize) -> String {
    format!(
        "{} touch.",
        count(n, "pair of territories", "pairs of territories")
    )
}

pub(crate) fn more_colours(n: usize) -> String {
    format!("and {} more", number(n as u64))
}

pub(crate) const CLEAN_UP: &str = "Clean up";
pub(crate) const CLEANED: &str = "Cleaned up; your file stays as it is";
pub(crate) const CLEAN_AGAIN: &str = "Clean up again";
pub(crate) const CLEAN_FIRST: &str = "Clean up again first: the mask is not as you want it yet";
pub(crate) const KEEP_APART: &str = "Keep apart";
pub(crate) const JOIN_AGAIN: &str = "Join again";
pub(crate) const MERGED_HINT: &str =
    "Each is a guess: click it to see its places, and keep apart what was meant to be two.";
pub(crate) const TOLERANCE_SUITS: &str = "Join colours as suits the picture";
pub(crate) const USE_ORIGINAL: &str = "Use original";
pub(crate) const USE_CLEANED: &str = "Use cleaned up";
pub(crate) const ORIGINAL: &str = "The picture as it is";
pub(crate) const ORIGINAL_HINT: &str = "It is there cleaned up too, as you left it.";
pub(crate) const NO_ORIGINAL: &str = "As it is, it has too many colours for a mask.";
pub(crate) const BEFORE: &str = "Before";
pub(crate) const AFTER: &str = "After";

pub(crate) fn cleaning(name: &str) -> String {
    format!("Cleaning {name} up…")
}

pub(crate) fn cleaned(before: usize, after: usize, changed: u64, pixels: u64) -> String {
    let share = changed as f64 * 100.0 / pixels.max(1) as f64;
    format!(
        "{} colours became {}; {} px changed, {share:.1} % of the picture.",
        number(before as u64),
        number(after as u64),
        number(changed)
    )
}

pub(crate) fn merged(n: usize) -> String {
    match n {
        0 => "No colour became another".to_owned(),
        n => count(n, "colour became another", "colours became others"),
    }
}

pub(crate) fn became(colour: &str, into: &str) -> String {
    format!("{colour} → {into}")
}

/// How many pixels became another colour, which of the places is looked at, and whether
/// they are to stay apart.
pub(crate) fn merged_places(
    pixels: u64,
    place: Option<usize>,
    places: usize,
    apart: bool,
) -> String {
    let apart = if apart { "apart: " } else { "" };
    let places = match place {
        Some(place) => format!("place {} of {places}", place + 1),
        None => count(places, "place", "places"),
    };
    format!("{apart}{} px, {places}", number(pixels))
}

pub(crate) fn tolerance(most: u8) -> String {
    match most {
        0 => "All colours stay".to_owned(),
        most => format!("Colours at most {most} apart become one"),
    }
}

pub(crate) const HARDLY_A_MASK: &str =
    "There is little of even colour in it: it may be no mask, but a photograph.";

pub(crate) const BLURRED: &str = "It is blurred: small islands may have come out in a mixed \
     colour or not at all. If there is one that is not blurred, take that.";

pub(crate) fn doubtful(pieces: usize, area: u32, at: [u32; 2]) -> String {
    format!(
        "{} that may have been islands went to what lies around them; the largest had {} px, \
         at {}, {}.",
        count(pieces, "piece", "pieces"),
        number(area.into()),
        at[0],
        at[1]
    )
}

pub(crate) fn repair_hint(stray: usize) -> String {
    format!(
        "It has {}, as smoothed edges or JPEG make them.",
        count(stray, "stray colour", "stray colours")
    )
}
