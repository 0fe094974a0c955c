//! Texts about files: saving, missing files, recovery.

use std::fmt::Display;
use std::path::Path;
use std::time::SystemTime;

use marchland_maps::diff::About;
use marchland_maps::limits::MAX_CONTINENTS;
use marchland_maps::outlines::tidy::Tidied;
use marchland_maps::xml::Flaw;
use marchland_maps::{Draft, Rgb};

use super::screens::first_flaw;
use super::{UNNAMED_MAP, count, sentence};

pub(crate) const SAVING: &str = "Saving…";
pub(crate) const TRY_AGAIN: &str = "Try again";
pub(crate) const RELOAD: &str = "Reload file";
pub(crate) const RELOAD_HINT: &str =
    "Open the file as it is now; earlier steps can no longer be undone";
pub(crate) const NOT_SAVED_TITLE: &str = "The map is not saved";
/// A bug: saving panicked.
pub(crate) const SAVING_BROKE_DOWN: &str = "Saving stopped because of an error in the editor.";
/// A bug: a job panicked.
pub(crate) const JOB_BROKE_DOWN: &str = "This was stopped by an error in the editor.";
/// A bug: background work on a file panicked.
pub(crate) const READING_BROKE_DOWN: &str = "reading stopped because of an error in the editor";
pub(crate) const WAITING_CLOSE: &str = "The window closes once the map is saved.";
pub(crate) const WAITING_OPEN: &str = "This continues once the map is saved.";
pub(crate) const MADE_HERE: &str = "the picture created here";
pub(crate) const EMPTY_PICTURE: &str = "the picture has no pixels";

pub(crate) const LOCATE: &str = "Locate…";
pub(crate) const LOCATE_MASK: &str = "Locate the mask";
pub(crate) const LOCATE_MASK_HINT: &str = "Choose the picture with a different colour for each territory. It is copied into the map folder if necessary; no other file is overwritten.";
pub(crate) const LOCATE_PICTURE: &str = "Choose the map image";
pub(crate) const LOCATE_PICTURE_HINT: &str = "Choose the picture that players see. If it is elsewhere, saving the map copies it into the map folder; no other file is overwritten.";
pub(crate) const KEEP_MINE: &str = "Keep mine";
pub(crate) const KEEP_PICTURE: &str = "Keep";
pub(crate) const KEEP_PICTURE_HINT: &str =
    "Keep the image, and do not ask again until its file changes";
pub(crate) const DRAW_ANEW: &str = "Redraw";
pub(crate) const DRAW_ANEW_HINT: &str =
    "Draw an image from the mask and save the map; your image stays in its file";
pub(crate) const KEEP_MASK: &str = "Keep my mask";
pub(crate) const KEEPING_MASK: &str = "Saving the mask…";
pub(crate) const RELOAD_MASK: &str = "Reload";
pub(crate) const RELOAD_MASK_HINT: &str =
    "Load the mask from the file; links, pivots and names stay with their colours";
pub(crate) const REPAINTED_TITLE: &str = "Another program has changed the mask";
pub(crate) const REPAINTED_HINT: &str = "Keep mine saves your mask under another name, and the other program's file stays as it is. Reload loads that file: what you drew since the last save is lost, and no drawing can be undone.";
pub(crate) const MASK_UP_TO_DATE: &str = "The mask is up to date.";
pub(crate) const FOLDER_GONE: &str = "The folder of this map was deleted, moved or renamed. Put it back, or save the map to another folder.";
pub(crate) const OPEN_TWICE: &str = "This map is also open in another window. Saving in both may mix up their changes; use one window, or save a copy.";
pub(crate) const USE_FILE: &str = "Use this file";
pub(crate) const SET_MASK: &str = "Choose mask file";
pub(crate) const SET_PICTURE: &str = "Choose image file";

pub(crate) const RECENT: &str = "Recent maps";
pub(crate) const FORGET: &str = "Remove from this list; the map itself is kept";
pub(crate) const NEVER_SAVED: &str = "never saved";
pub(crate) const IN_NO_FILE: &str = "not saved yet";
pub(crate) const RECOVER: &str = "Recover";
pub(crate) const COMPARE: &str = "Compare";
pub(crate) const NOT_COMPARED: &str =
    "This map was never saved, so there is no file to compare with.";
pub(crate) const COMPARING: &str = "Comparing…";
pub(crate) const COMPARE_WITH: &str = "Compare with…";
pub(crate) const COMPARE_TITLE: &str = "Compare with another version";
pub(crate) const COMPARE_HINT: &str =
    "Choose a map folder or its map.xml. A backup is such a folder, too.";
pub(crate) const COPY_DIFFERENCES: &str = "Changes in the copy";
pub(crate) const DIFFERENCES: &str = "Differences";
pub(crate) const NO_DIFFERENCE: &str = "The two have the same contents.";
pub(crate) const NO_MASK_HERE: &str = "the open map has no mask";
pub(crate) const DISCARD: &str = "Discard";
pub(crate) const RECOVER_TITLE: &str = "Recover unsaved changes?";
pub(crate) const RECOVERED: &str = "Recovered. Save the map to keep it.";

pub(crate) fn map_name(name: Option<&str>) -> &str {
    name.unwrap_or(UNNAMED_MAP)
}

/// A map among others of its name.
pub(crate) fn in_folder(name: &str, file: &str) -> String {
    let folder = Path::new(file).parent().and_then(Path::file_name);
    match folder {
        Some(folder) => format!("{name} ({})", folder.to_string_lossy()),
        None => name.to_owned(),
    }
}

/// `n` colours of a mask with 16 bits per channel each stand for several file colours.
pub(crate) fn colours_merged(n: usize, first: Rgb) -> String {
    let colours = count(
        n,
        "colour stands for several of the file",
        "colours each stand for several of the file",
    );
    format!(
        "{colours}. The file has 16 bits per channel, and some of its colours differ by less \
         than one 8-bit step; the first is {first}. If they should differ, repaint them with \
         8 bits per channel."
    )
}

/// About an author's image that is outdated in `share` of the map.
pub(crate) fn picture_old(name: &str, share: Option<f64>) -> String {
    let head = format!("The image {name} is your own and was not redrawn.");
    match share {
        None => format!("{head} It shows the land before your changes."),
        Some(share) => {
            let percent = share * 100.0;
            let much = match percent {
                ..0.1 => "Less than 0.1 %".to_owned(),
                ..10.0 => format!("{percent:.1} %"),
                _ => format!("{percent:.0} %"),
            };
            format!("{head} {much} of the map has changed since and is hatched on the image.")
        }
    }
}

pub(crate) const NO_IMAGE: &str = "This map has no image.";

/// `path` is the map file's; `former` the author's image.
pub(crate) fn picture_drawn(name: &str, path: &str, former: Option<&str>) -> String {
    let drawn = format!("Drew {name} and saved {path}.");
    match former {
        Some(former) => {
            format!("{drawn} {former} was not drawn over; undo makes it the image again.")
        }
        None => drawn,
    }
}

/// Saving has put a file in the place of the author's.
pub(crate) fn kept_as(name: &str, kept: &str) -> String {
    format!(" {name} as it was is kept as {kept}.")
}

pub(crate) fn image_removed(name: &str) -> String {
    format!("The map has no image now. The file {name} stays where it is.")
}

/// A file chosen as the image is the mask.
pub(crate) fn image_is_mask(path: &Path) -> String {
    format!(
        "{} is the mask of this map; choose another picture as its image, or draw one with Map → Draw map image",
        path.display()
    )
}

/// A file chosen as the image is none.
pub(crate) fn image_not_taken(error: &str) -> String {
    format!("the map image stays as it was: {error}")
}

/// The new image, of a size that is stretched to that of the mask.
pub(crate) fn image_stretched(
    name: &str,
    (width, height): (u32, u32),
    (w, h): (u32, u32),
    (_, fit): (u32, u32),
) -> String {
    format!(
        "The map now uses {name}, but its proportions are wrong: it has {width} × {height} pixels, the mask {w} × {h}. It is stretched, so land is not where players see it. Export it at {width} × {fit}, or at any size with the proportions of the mask."
    )
}

pub(crate) fn picture_not_drawn(error: &str) -> String {
    format!("The map is saved, but its image could not be redrawn: {error}.")
}

pub(crate) fn map_rewritten(name: &str) -> String {
    format!("Another program has changed {name} since you opened or saved it.")
}

pub(crate) fn mask_repainted(name: &str) -> String {
    format!(
        "Another program has changed {name}. If you keep yours, it is saved under another name. If you reload, drawing can no longer be undone."
    )
}

/// `rewritten` is whether saving writes it.
pub(crate) fn mask_gone(name: &str, rewritten: bool) -> String {
    let advice = if rewritten {
        "Save the map to write it again."
    } else {
        "Put it back, or choose another file."
    };
    format!("{name} was deleted, moved or renamed. {advice}")
}

pub(crate) fn mask_unreadable(name: &str, error: &str) -> String {
    format!("Another program has changed {name}, and it cannot be read: {error}.")
}

pub(crate) fn mask_reloaded(lost: usize) -> String {
    match lost {
        0 => "The mask was reloaded.".into(),
        1 => "The mask was reloaded. One territory has lost its colour; press F8 to see it.".into(),
        n => format!(
            "The mask was reloaded. {n} territories have lost their colours; press F8 to see them."
        ),
    }
}

pub(crate) fn mask_kept(name: &str, painted: &str) -> String {
    format!("The mask is saved as {name} with the map. {painted} is not changed.")
}

pub(crate) fn saved_without(file: &str, missing: &[String]) -> String {
    let are = if missing.len() == 1 { "is" } else { "are" };
    let missing = missing.join(" and ");
    format!(
        "Saved {file}, but {missing} {are} missing from its folder. Put it back, or choose another file."
    )
}

pub(crate) fn nowhere(file: &str) -> String {
    format!("{file} was not found")
}

pub(crate) fn is_not_there(path: &Path) -> String {
    format!("{} does not exist", path.display())
}

pub(crate) fn no_picture(error: &str) -> String {
    format!("The map image cannot be shown: {error}.")
}

pub(crate) fn located(name: &str) -> String {
    format!("The map now uses {name}.")
}

pub(crate) const NO_UTF8: &str = "it is not UTF-8";

pub(crate) fn too_large(most: u64) -> String {
    format!("it is larger than {} MiB", most >> 20)
}

/// Changes made to outlines that should be checked.
pub(crate) fn tidied(draft: &Draft, tidied: &Tidied) -> Vec<String> {
    let name = |at: u16| {
        let territory = draft.territories.get(usize::from(at));
        let name = territory.and_then(|territory| territory.name.text.clone());
        name.unwrap_or_else(|| format!("territory {at}"))
    };
    let lost = tidied.lost.iter();
    let lost = lost.map(|&at| format!("{} is too small for a pixel of the mask", name(at)));
    let apart = tidied.stuck.iter();
    let apart = apart.map(|&(a, b)| {
        format!(
            "{} and {} touch, but have no border in common",
            name(a),
            name(b)
        )
    });
    let missed = tidied.missed.iter();
    let missed = missed.map(|&(a, b)| {
        format!(
            "{} and {} have a border too short for a pixel and are not linked",
            name(a),
            name(b)
        )
    });
    lost.chain(apart).chain(missed).collect()
}

pub(crate) fn continents_left_out(left_out: usize) -> Option<String> {
    let continents = count(left_out, "continent", "continents");
    (left_out > 0).then(|| format!("{continents} left out: a map may have {MAX_CONTINENTS}"))
}

pub(crate) const DETAILS: &str = "Details";
pub(crate) const DISMISS: &str = "Dismiss";

/// The number of notes about an imported map.
pub(crate) fn notes(n: usize) -> String {
    format!("Imported: {} to check.", count(n, "thing", "things"))
}

/// Notes about an imported map, one a line.
pub(crate) fn lines(notes: &[String]) -> String {
    /// The most notes shown.
    const TOLD: usize = 12;
    let told = notes.iter().take(TOLD).cloned();
    let more = notes.len().saturating_sub(TOLD);
    let more = (more > 0).then(|| super::and_more(more));
    told.chain(more).collect::<Vec<_>>().join("\n")
}

pub(crate) fn making(name: &str) -> String {
    format!("Making a map from {name}…")
}

pub(crate) const MAKING: &str = "Finding pivots and neighbours…";
pub(crate) const LOOKING_ACROSS: &str = "Looking for links by sea…";

pub(crate) fn no_map(path: &Path, flaws: &[Flaw]) -> String {
    let first = first_flaw(flaws, Flaw::is_broken);
    format!(
        "{} is not a map: {first}. Open a map.xml, its folder, or a file to make a map from",
        path.display()
    )
}

pub(crate) fn conquer_club(path: &Path) -> String {
    format!(
        "{} is a map of Conquer Club, which cannot be opened. Make a map from its picture: choose New map from a file",
        path.display()
    )
}

pub(crate) fn not_saved(error: &str) -> String {
    format!("{NOT_SAVED_TITLE}. {error}")
}

pub(crate) fn not_saved_hint(error: &str, has_advice: bool) -> String {
    if has_advice {
        return format!("{error} The map is still open.");
    }
    format!(
        "{error} The file on disk is unchanged, and the map is still open. Try again, or save to another folder."
    )
}

pub(crate) fn changed_hint(keeps: bool, is_savable: bool) -> String {
    let overwriting = if is_savable {
        " Overwriting discards the changes of that program."
    } else {
        ""
    };
    let yours = if keeps {
        "your changes are kept in a copy that you can recover from the start screen"
    } else {
        "your changes are lost"
    };
    format!(
        "Another program has changed the map file since you opened or saved it.{overwriting} If you reload, {yours}."
    )
}

pub(crate) fn not_reloaded(error: &dyn Display) -> String {
    format!(
        "Not reloaded: no copy of your changes can be written: {error}. Save the map elsewhere first (Ctrl+Shift+S)."
    )
}

pub(crate) fn no_copy(folder: &Path, error: &dyn Display) -> String {
    format!(
        "No recovery copy can be written to {}: {error}. Save often until this is fixed.",
        folder.display()
    )
}

pub(crate) fn recovering(name: &str) -> String {
    format!("Recovering {name}…")
}

pub(crate) fn not_recovered(error: &str) -> String {
    format!("not recovered: {error}; the copy is kept")
}

pub(crate) fn not_discarded(error: &str) -> String {
    sentence(&format!("not discarded: {error}"))
}

pub(crate) fn no_recents(error: &str) -> String {
    format!(
        "The list of recent maps cannot be read: {error}. The next map you open starts a new list."
    )
}

pub(crate) fn unsaved_of(name: &str) -> String {
    format!("Unsaved changes of {name}")
}

pub(crate) fn written(at: SystemTime, whose: &str) -> String {
    format!("{}  ·  {whose}", ago(at))
}

pub(crate) fn recover_hint(at: SystemTime) -> String {
    format!(
        "The program ended before this map was saved. A copy of your changes was written {}. If you cancel, it stays on the start screen. The map file only changes when you save.",
        ago(at)
    )
}

pub(crate) fn not_compared(error: &str) -> String {
    format!("The two cannot be compared: {error}.")
}

pub(crate) fn differences_hint(path: &str) -> String {
    format!(
        "Changes in the open map, compared with {}",
        short_path(path)
    )
}

/// A heading over differences.
pub(crate) fn about(what: About) -> &'static str {
    match what {
        About::Map => "Map",
        About::Mask => "Mask",
        About::Picture => "Picture",
        About::Continent => "Continents",
        About::Territory => "Territories",
        About::Link => "Links",
        About::ClosedBorder => "Closed borders",
    }
}

pub(crate) fn without_land(why: &str) -> String {
    format!("Land is not compared: {why}.")
}

pub(crate) fn not_readable(file: &str) -> String {
    format!("{file} is not a readable map")
}

pub(crate) fn names_no_mask(file: &str) -> String {
    format!("{file} names no mask")
}

pub(crate) fn discard_title(name: &str) -> String {
    format!("Discard the unsaved changes of {name}?")
}

pub(crate) fn discard_hint(at: SystemTime) -> String {
    format!(
        "They were written {}. You cannot get them back. The map file is not changed.",
        ago(at)
    )
}

pub(crate) fn gone(path: &str) -> String {
    format!("not found: {}", end_of(path, 24))
}

/// A path for display: the folder of a `map.xml`, with `~` for home; long paths keep their end.
pub(crate) fn short_path(path: &str) -> String {
    end_of(path, 44)
}

fn end_of(path: &str, most: usize) -> String {
    let path = path
        .strip_suffix("/map.xml")
        .or_else(|| path.strip_suffix("\\map.xml"))
        .unwrap_or(path);
    let home = std::env::home_dir().and_then(|home| home.to_str().map(str::to_owned));
    let home = home.filter(|home| home.len() > 1);
    let inside = home.and_then(|home| path.strip_prefix(&home).map(str::to_owned));
    let path = match inside {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\']) => format!("~{rest}"),
        _ => path.to_owned(),
    };
    let letters = path.chars().count();
    if letters <= most {
        return path;
    }
    let end: String = path.chars().skip(letters - most).collect();
    format!("…{end}")
}

fn ago(at: SystemTime) -> String {
    let seconds = at.elapsed().map_or(0, |passed| passed.as_secs()) as usize;
    match seconds {
        0..60 => "less than a minute ago".into(),
        60..3600 => format!("{} ago", count(seconds / 60, "minute", "minutes")),
        3600..86_400 => format!("{} ago", count(seconds / 3600, "hour", "hours")),
        _ => format!("{} ago", count(seconds / 86_400, "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short_and_times_rough() {
        assert_eq!(short_path("/maps/mine/map.xml"), "/maps/mine");
        let long = short_path(&format!("/{}/end", "folder/".repeat(20)));
        assert!(long.starts_with('…') && long.ends_with("/end"));
        assert_eq!(long.chars().count(), 45);
        let before = |seconds| SystemTime::now() - std::time::Duration::from_secs(seconds);
        assert_eq!(ago(before(61)), "1 minute ago");
        assert_eq!(ago(before(2 * 86_400 + 5)), "2 days ago");
        let later = SystemTime::now() + std::time::Duration::from_secs(900);
        assert_eq!(ago(later), "less than a minute ago");
    }
}
