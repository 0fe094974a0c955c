//! Texts of the start screen, dialogs and the mask screen.

use marchland_maps::Severity;
use marchland_maps::xml::Flaw;

use super::{count, number};

pub(crate) const PRODUCT: &str = "Marchland";
pub(crate) const TAGLINE: &str = "Draw, check and play-test maps for conquest games";
pub(crate) const NEW_MAP_HINT: &str = "A mask picture, GeoJSON, SVG or a Domination map";
pub(crate) const OPEN_MAP_HINT: &str = "A map folder, or the map.xml in it";
pub(crate) const SAMPLES: &str = "Bundled maps";
pub(crate) const LOOKING_FOR_SAMPLES: &str = "Loading bundled maps…";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const OPEN: &str = "Open";
pub(crate) const OPEN_TITLE: &str = "Open map";
pub(crate) const OPEN_HINT: &str = "A map folder, or the map.xml in it. A picture, outlines or a Domination .map file becomes a new map.";
pub(crate) const MASK_TITLE: &str = "New map from a mask";
pub(crate) const MASK_HINT: &str = "A PNG, GIF, BMP, WebP, TIFF or JPEG picture with a different colour for each territory, GeoJSON or SVG outlines, or a Domination .map file. The file is never changed.";
pub(crate) const READ_MASK: &str = "Read file";
pub(crate) const SAVE_TITLE: &str = "Save map";
pub(crate) const SAVE_HINT: &str = "The folder for map.xml and a copy of the mask.";
pub(crate) const DRAW_IMAGE_HINT: &str =
    "The image is drawn into the map's folder. Choose where to save the map first.";
pub(crate) const PATH_HINT: &str = "Path";
pub(crate) const BROWSE: &str = "Browse…";
pub(crate) const NO_BROWSER: &str = "The file dialog could not be opened. Type the path instead.";
pub(crate) const UNSAVED_TITLE: &str = "Save changes?";
pub(crate) const LEAVE_MASK_TITLE: &str = "Discard this mask?";
pub(crate) const LEAVE_MASK_HINT: &str =
    "Your choices for its colours will be lost. The picture itself is not changed.";
pub(crate) const LEAVE_MASK: &str = "Discard";
pub(crate) const CLOSE_UNSAVED: &str = "Close without saving";
pub(crate) const GO_ON_UNSAVED: &str = "Discard changes";
pub(crate) const CHANGED_TITLE: &str = "The file has changed on disk";
pub(crate) const OVERWRITE: &str = "Overwrite";
pub(crate) const NEW_FOLDER: &str = "new-map";
pub(crate) const MAP_FILES: &str = "Maps";
pub(crate) const MAP_SOURCES: &str = "Masks, outlines, maps from other programs";
pub(crate) const MASK_FILES: &str = "Pictures";
pub(crate) const ROLE_TERRITORY: &str = "Territory";
pub(crate) const ROLE_BACKGROUND: &str = "Background";
pub(crate) const ROLE_SEPARATOR: &str = "Separator";
pub(crate) const ROLE_STRAY: &str = "Ignore";
pub(crate) const CREATE: &str = "Create map";
pub(crate) const COLOURS: &str = "Colours";
pub(crate) const COLOURS_HINT: &str =
    "Background and separators are detected automatically: check that they are right.";
pub(crate) const REPAIR_TITLE: &str = "This mask needs cleaning up";
pub(crate) const LOOK_ACROSS: &str = "Find links by sea";
pub(crate) const ACROSS: &str = "Across water, nearest first";
pub(crate) const ACCEPT_LIKELY_HINT: &str =
    "The short crossings, and what connects all land, in one step";
pub(crate) const NOTHING_ACROSS: &str = "No unlinked territories face each other across water.";

/// The button that links what `--sea auto` would link.
pub(crate) fn accept_likely(n: usize) -> String {
    format!("Add {}", count(n, "likely sea link", "likely sea links"))
}

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

/// `file` is the map file, or what an unsaved map was made from.
pub(crate) fn unsaved_hint(name: &str, file: &str, is_saved: bool) -> String {
    match file {
        _ if is_saved => {
            format!("{name} has changed since it was last saved to {file}.")
        }
        super::IN_NO_FILE => format!("{name} has never been saved."),
        _ => format!("{name}, made from {file}, has never been saved."),
    }
}

/// The file is malformed XML.
pub(crate) fn broken(flaws: &[Flaw]) -> String {
    let first = first_flaw(flaws, Flaw::is_broken);
    format!("The file is damaged ({first}). The readable part is shown; save it as a new map.")
}

/// The file contains something that the draft does not; `None` otherwise.
pub(crate) fn flawed(flaws: &[Flaw]) -> Option<String> {
    let is_error = |flaw: &Flaw| flaw.severity() == Severity::Error;
    let first = first_flaw(flaws, is_error);
    match flaws.iter().filter(|flaw| is_error(flaw)).count() {
        0 => None,
        1 => Some(format!("The file has an error in {first}.")),
        n => Some(format!("The file has {n} errors, the first in {first}.")),
    }
}

/// The first flaw of a kind, after its line.
pub(super) fn first_flaw(flaws: &[Flaw], is: impl Fn(&Flaw) -> bool) -> String {
    let first = flaws.iter().find(|flaw| is(flaw));
    let words = |flaw: &Flaw| format!("line {}: {}", flaw.position.line, flaw.message);
    first.map(words).unwrap_or_default()
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

pub(crate) fn neighbours_seen(n: usize) -> String {
    format!(
        "{} touch.",
        count(n, "pair of territories", "pairs of territories")
    )
}

pub(crate) const CLEAN_UP: &str = "Clean up";
pub(crate) const CLEANED: &str = "Cleaned up; your file is not changed";
pub(crate) const CLEAN_AGAIN: &str = "Clean up again";
pub(crate) const CLEAN_FIRST: &str = "Clean up again first to apply your settings";
pub(crate) const KEEP_APART: &str = "Keep apart";
pub(crate) const JOIN_AGAIN: &str = "Merge again";
pub(crate) const MERGED_HINT: &str = "Each merge is a guess: click one to see where it applies, and keep apart colours that should differ.";
pub(crate) const TOLERANCE_SUITS: &str = "Choose the tolerance automatically";
pub(crate) const USE_ORIGINAL: &str = "Use original";
pub(crate) const USE_CLEANED: &str = "Use cleaned";
pub(crate) const ORIGINAL: &str = "Original picture";
pub(crate) const ORIGINAL_HINT: &str = "The cleaned-up version is kept, too.";
pub(crate) const NO_ORIGINAL: &str = "The original has too many colours for a mask.";
pub(crate) const BEFORE: &str = "Before";
pub(crate) const AFTER: &str = "After";

pub(crate) fn cleaning(name: &str) -> String {
    format!("Cleaning {name} up…")
}

pub(crate) fn cleaned(before: usize, after: usize, changed: u64, pixels: u64) -> String {
    let share = match changed as f64 * 100.0 / pixels.max(1) as f64 {
        share if changed > 0 && share < 0.05 => "less than 0.1".to_owned(),
        share => format!("{share:.1}"),
    };
    format!(
        "{} colours reduced to {}; {} px changed ({share} % of the picture).",
        number(before as u64),
        number(after as u64),
        number(changed)
    )
}

pub(crate) fn merged(n: usize) -> String {
    match n {
        0 => "No key colours merged".to_owned(),
        n => count(n, "key colour merged", "key colours merged"),
    }
}

pub(crate) fn became(colour: &str, into: &str) -> String {
    format!("{colour} → {into}")
}

/// Merged pixels, the place being shown, and whether the colours stay apart.
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
        0 => "Keep all colours".to_owned(),
        most => format!("Merge colours up to {most} apart"),
    }
}

pub(crate) const HARDLY_A_MASK: &str =
    "Few areas have an even colour: this may be a photograph rather than a mask.";

pub(crate) const BLURRED: &str = "The picture is blurred: small islands may have a mixed \
     colour or be missing. Use a sharper version if you have one.";

pub(crate) fn doubtful(pieces: usize, area: u32, at: [u32; 2]) -> String {
    format!(
        "{} that may be islands were merged into their surroundings; the largest has {} px, \
         at {}, {}.",
        count(pieces, "piece", "pieces"),
        number(area.into()),
        at[0],
        at[1]
    )
}

pub(crate) fn repair_hint(stray: usize) -> String {
    format!(
        "It has {}, typical of smoothed edges or JPEG compression.",
        count(stray, "stray colour", "stray colours")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_changed_pixels_are_not_called_none() {
        let share = |changed| {
            let text = cleaned(9, 3, changed, 1_000_000);
            let share = text.split('(').nth(1).unwrap();
            share.to_owned()
        };
        assert_eq!(share(0), "0.0 % of the picture).");
        assert_eq!(share(223), "less than 0.1 % of the picture).");
        assert_eq!(share(600), "0.1 % of the picture).");
    }
}
