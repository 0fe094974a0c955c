//! Words about drawing.

use std::collections::BTreeSet;

use marchland_maps::mask::Region;
use marchland_maps::redraw::{Paint, Reshape};
use marchland_maps::{Draft, TerritoryId};

use super::{count, number, sentence, territory_name};
use crate::drawing::{Alone, Deed, Refusal, Symmetry};

pub(crate) const DRAW_MAP: &str = "Draw a map";
pub(crate) const DRAW_MAP_HINT: &str = "On an empty sheet: land is painted, cut and divided here";
pub(crate) const MASK_MAP: &str = "From a mask";
pub(crate) const NEW_TITLE: &str = "A new map";
pub(crate) const NEW_HINT: &str =
    "How large is the sheet? Land is drawn on it, and it can be saved where you like.";
pub(crate) const SHEET_SIZES: [&str; 3] = ["Small", "Medium", "Large"];
pub(crate) const PIXELS: &str = "pixels";
pub(crate) const FROM_MASK: &str = "From a mask…";
pub(crate) const TRACE_NEW: &str = "After a picture…";
pub(crate) const BEGIN_DRAWING: &str = "Begin drawing";

pub(crate) fn sides(least: u32, most: u32) -> String {
    format!("A side may have {least} to {most} pixels.")
}

pub(crate) const TOOL_BRUSH: &str = "Paint land";
pub(crate) const TOOL_AREA: &str = "Draw around land";
pub(crate) const TOOL_CUT: &str = "Cut territories";
pub(crate) const TOOL_FILL: &str = "Fill holes and lakes";
pub(crate) const TOOL_BORDER: &str = "Push and bend borders";
pub(crate) const TOOL_MOVE: &str = "Move land";
pub(crate) const TURN_BACK: &str = "Turn to the left";
pub(crate) const TURN_CLOCKWISE: &str = "Turn to the right";
pub(crate) const MIRROR: &str = "Exchange left and right";
pub(crate) const TURN_OVER: &str = "Exchange top and bottom";
pub(crate) const SMALLER_LAND: &str = "Smaller";
pub(crate) const LARGER_LAND: &str = "Larger";
pub(crate) const LAND_SIZE: &str = "Size";
pub(crate) const AS_COPY: &str = "A copy";
pub(crate) const PUT_DOWN: &str = "Put down";
pub(crate) const DROP: &str = "Drop";
pub(crate) const MOVE_FIRST: &str = "Take the tool that moves land, and select the land.";
pub(crate) const STRAIGHTEN: &str = "Straighten";
pub(crate) const SMOOTH: &str = "Smooth";
pub(crate) const ROUGHEN: &str = "Roughen";
pub(crate) const BEND_SO: &str = "Keep it so";
pub(crate) const LEAVE_BORDER: &str = "As it was";
pub(crate) const SYMMETRY: &str = "Symmetry: next";
pub(crate) const EXCHANGE: &str = "Exchange the land of two";
pub(crate) const EXCHANGE_TWO: &str =
    "Cut or divide a territory first, or select the two that are to exchange their land.";
pub(crate) const COMPLETE: &str = "Invent missing names and bonuses";
pub(crate) const NOTHING_MISSING: &str = "No name and no bonus is missing.";
pub(crate) const NEW_COLOURS: &str = "New key colours for all";
pub(crate) const TOOL_TRACE: &str = "A picture to draw after";
pub(crate) const CHOOSE_TRACE: &str = "Choose a picture…";
pub(crate) const OTHER_TRACE: &str = "Another…";
pub(crate) const REMOVE_TRACE: &str = "Remove";
pub(crate) const FIT_TRACE: &str = "Fit to the sheet";
pub(crate) const SHOW_TRACE: &str = "Show it";
pub(crate) const TRACE_SEEN: &str = "Seen";
pub(crate) const TRACE_TITLE: &str = "A picture to draw after";
pub(crate) const TRACE_HINT: &str = "A PNG, JPEG or any other picture that masks are read from. It shines through the sheet; the map's files know nothing of it.";
pub(crate) const SHOW_PICTURE: &str = "Show it";
pub(crate) const TIDY: &str = "Tidy up specks and gaps…";
pub(crate) const TIDY_TITLE: &str = "Tidy up";
pub(crate) const TIDY_DO: &str = "Tidy up";
pub(crate) const TIDY_ALREADY: &str = "There are no specks, and no gaps of this size.";
pub(crate) const LOOKING_FOR_CLUTTER: &str = "Looking for specks and gaps…";
pub(crate) const DISSOLVE: &str = "Dissolve drawn lines…";
pub(crate) const DISSOLVE_TITLE: &str = "Lines are drawn between territories";
pub(crate) const DISSOLVE_HINT: &str = "Land can be painted once they are gone: half of a line joins the land, or the sea, on either side. It is one step of undo.";
pub(crate) const DISSOLVE_DO: &str = "Dissolve them";
pub(crate) const LINKS_STAY: &str = "All links stay as they are.";
pub(crate) const NO_LINES: &str = "No lines are drawn between territories.";
pub(crate) const GAPS_TO: &str = "Gaps up to";
pub(crate) const OVER_ALL: &str = "Paints over all";
pub(crate) const OVER_SEA: &str = "Paints over sea only";
pub(crate) const OVER_CONTINENT: &str = "Paints in its continent";
pub(crate) const CLOSE_GAPS: &str = "Gaps that close";
pub(crate) const ROUGHNESS: &str = "Roughness";
pub(crate) const STEADINESS: &str = "Steadiness";
pub(crate) const RESIZE: &str = "Resize or crop the sheet…";
pub(crate) const RESIZE_TITLE: &str = "The sheet";
pub(crate) const RESIZE_DO: &str = "Resize";
pub(crate) const CROP: &str = "Crop to the land";
pub(crate) const SHEET_WIDTH: &str = "Width";
pub(crate) const SHEET_HEIGHT: &str = "Height";
pub(crate) const SHEET_LEFT: &str = "Added left";
pub(crate) const SHEET_TOP: &str = "Added above";
pub(crate) const STRETCH: &str = "Stretch the land with it";
pub(crate) const PICK_BORDER: &str = "Take the tool for borders, and click the border first.";
pub(crate) const BRUSH_SIZE: &str = "Width";
pub(crate) const NARROWER: &str = "A narrower brush";
pub(crate) const WIDER: &str = "A wider brush";
pub(crate) const SEA_ONLY: &str = "Only over the sea";
pub(crate) const STEP_DRAW: &str = "Draw land";
pub(crate) const STEP_DRAW_HINT: &str = "Take the brush and draw a territory into the sea";
pub(crate) const NO_LAND_HINT: &str =
    "Draw one: with the brush (B) straight into the sea, or with the area tool (A) around it.";
pub(crate) const MERGE_HINT: &str =
    "They become one territory; the largest keeps its name, id and colour";
pub(crate) const NAMED: &str = "Named";
pub(crate) const LINKED: &str = "Linked";
pub(crate) const GROUPED: &str = "Grouped";

/// `Named 3/12`.
pub(crate) fn progress(word: &str, done: usize, all: usize) -> String {
    format!("{word} {}/{}", number(done as u64), number(all as u64))
}

/// How many pieces the map is in that no link joins.
pub(crate) fn in_pieces(pieces: usize) -> String {
    format!("In {} pieces", number(pieces as u64))
}

pub(crate) fn to_do(n: usize) -> String {
    format!("{} to do", number(n as u64))
}

pub(crate) const DIVIDE_ONE: &str = "Select the territory that is to be divided.";
pub(crate) const NATURAL: &str = "Natural";
pub(crate) const SQUARES: &str = "Squares";
pub(crate) const HEXES: &str = "Hexes";
pub(crate) const DIVIDE: &str = "Divide";
pub(crate) const ANOTHER: &str = "Another";
pub(crate) const FEWER_PARTS: &str = "Fewer parts";
pub(crate) const MORE_PARTS: &str = "More parts";

pub(crate) fn divide(name: &str) -> String {
    format!("Divide {name}")
}

/// `3 parts`.
pub(crate) fn parts(n: usize) -> String {
    count(n, "part", "parts")
}

pub(crate) const MERGE_TWO: &str =
    "Select the territories that are to be one: click the first, then the others with Shift.";

/// What undo calls what is drawn.
pub(crate) fn deed(draft: &Draft, deed: &Deed) -> String {
    let name = |key| territory_name(draft, key);
    match deed {
        Deed::Paint { paint, .. } => match *paint {
            Paint::New => "Draw a territory".into(),
            Paint::Sea => "Draw sea".into(),
            Paint::Land(key) => format!("Paint {}", name(key)),
        },
        Deed::Cut { only, .. } => match only[..] {
            [key] => format!("Cut {}", name(key)),
            _ => "Cut along a line".into(),
        },
        Deed::Fill {
            into: Some(key), ..
        } => format!("Fill for {}", name(*key)),
        Deed::Fill { .. } => "Fill".into(),
        Deed::Merge(keys) => match keys[..] {
            [a, b] => format!("Merge {} and {}", name(a), name(b)),
            _ => format!("Merge {}", super::territories(keys.len())),
        },
        Deed::Divide { key, how } => format!("Divide {} into {}", name(*key), how.parts),
        Deed::Turned(_, deed) => self::deed(draft, deed),
        Deed::Twins(_) | Deed::Alone(_) => self::deed(draft, deed.own()),
        Deed::Exchange(a, b) => format!("Exchange {} and {}", name(*a), name(*b)),
        Deed::Resize(frame) => format!("A sheet of {} × {} pixels", frame.width, frame.height),
        Deed::Tidy(_) => "Tidy up".into(),
        Deed::Dissolve => "Dissolve drawn lines".into(),
        Deed::NewColours => "New key colours".into(),
        Deed::Move { moved, copy, .. } => {
            let verb = if *copy { "Copy" } else { "Move" };
            match moved.first().map_or(&[][..], |(keys, _)| keys) {
                [key] => format!("{verb} {}", name(*key)),
                keys => format!("{verb} {}", super::territories(keys.len())),
            }
        }
        Deed::Push { .. } => "Push a border".into(),
        Deed::Reshape { how, .. } => match how {
            Reshape::Straighten => "Straighten a border".into(),
            Reshape::Smooth => "Smooth a border".into(),
            Reshape::Roughen(_) => "Roughen a border".into(),
        },
        Deed::Undo | Deed::Redo => String::new(),
    }
}

/// The links that are in one of two drafts alone.
pub(crate) fn changed_links(before: &Draft, after: &Draft) -> Vec<String> {
    let links = |draft: &Draft| -> BTreeSet<(TerritoryId, TerritoryId)> {
        let links = draft.links();
        let links = links.filter_map(|(from, link)| Some((from.id?, link.to)));
        links.map(|(a, b)| (a.min(b), a.max(b))).collect()
    };
    let (was, is) = (links(before), links(after));
    let name = |id| {
        let territory = after.territory_by_id(id);
        territory.map_or_else(|| id.to_string(), |t| territory_name(after, t.key))
    };
    let gone = was.difference(&is).map(|link| (link, "are linked no more"));
    let come = is.difference(&was).map(|link| (link, "become linked"));
    let line = |(&(a, b), what)| format!("{} and {} {what}", name(a), name(b));
    gone.chain(come).map(line).collect()
}

pub(crate) fn not_drawn(refusal: &Refusal) -> String {
    sentence(&refusal.to_string())
}

/// The oldest steps had to go.
pub(crate) fn forgotten(steps: usize) -> String {
    format!(
        "The oldest {} can no longer be undone: there is room for so many.",
        count(steps, "step", "steps")
    )
}

pub(crate) fn hint_brush(name: Option<&str>) -> String {
    match name {
        Some(name) => format!(
            "Painting {name}. Esc: paint what you press on. Right button: sea. Ctrl: a new territory. Shift: straight."
        ),
        None => "Press in the sea to draw a new territory, or on land to let it grow. Right button: sea. Shift: straight."
            .into(),
    }
}

pub(crate) fn hint_area(name: Option<&str>) -> String {
    let what = match name {
        Some(name) => format!("Draw around what is to be {name}"),
        None => "Draw around a new territory, or begin on land to let it grow".into(),
    };
    format!("{what}: drag, or click corners and press Enter. Other land stays. Alt: sea.")
}

pub(crate) fn hint_cut(selected: usize, name: Option<&str>) -> String {
    let what = match (selected, name) {
        (0, _) => "Draw a line across territories, from border to border, to split them".into(),
        (_, Some(name)) => format!("Draw a line across {name} to split it"),
        (n, None) => format!(
            "Draw a line across the {} selected territories to split them",
            number(n as u64)
        ),
    };
    format!("{what}: drag, or click corners and press Enter.")
}

pub(crate) fn hint_fill(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Click a lake, a bay, a hole or stray land: it joins {name}."),
        None => "Click a lake, a bay, a hole or stray land: it joins the territory with the longest border."
            .into(),
    }
}

pub(crate) fn hint_move(selected: usize, name: Option<&str>, held: bool) -> String {
    let what = match (selected, name) {
        _ if held => {
            return "Drag it on, or move it with the arrows. Enter puts it down, Esc drops it."
                .into();
        }
        (0, _) => "Drag land elsewhere".into(),
        (_, Some(name)) => format!("Drag {name} elsewhere"),
        (n, None) => format!(
            "Drag the {} selected territories elsewhere",
            number(n as u64)
        ),
    };
    format!("{what}: sea is left behind, with Alt the land itself. Shift: straight.")
}

pub(crate) fn hint_border(picked: bool) -> String {
    if picked {
        "The border from one junction to the next. The wider the brush, the larger the bends that go or come."
            .into()
    } else {
        "Drag a border to push it, or click it to straighten, smooth or roughen it. No land is torn or lost."
            .into()
    }
}

pub(crate) fn without_twin(why: &Alone) -> String {
    match why {
        Alone::NoLand => "Done without a twin: no land of its own lies where that would be.".into(),
        Alone::Hindered(why) => format!("Done without a twin: {why}."),
    }
}

pub(crate) fn symmetry(symmetry: Option<Symmetry>) -> &'static str {
    match symmetry {
        None => "No twins",
        Some(Symmetry::Across) => "Twins left and right",
        Some(Symmetry::Down) => "Twins above and below",
        Some(Symmetry::HalfTurn) => "Twins by a half-turn",
    }
}

pub(crate) fn hint_trace(there: bool) -> String {
    if there {
        "Drag the picture, or move it with the arrows, until it lies right; then draw after it."
            .into()
    } else {
        "A picture can shine through the sheet, to draw after.".into()
    }
}

/// How far the look for specks and gaps is.
pub(crate) fn looked_for_clutter(progress: f32) -> String {
    format!("{LOOKING_FOR_CLUTTER} {:.0} %", progress * 100.0)
}

/// A speck or a gap, where it is and what becomes of it.
pub(crate) fn clutter(region: &Region, is_gap: bool, whose: Option<&str>) -> String {
    let at = region.first_pixel();
    let size = count(region.area as usize, "pixel", "pixels");
    match (is_gap, whose) {
        (true, _) => format!("A gap of {size} at {},{} becomes land", at.x, at.y),
        (false, Some(name)) => format!("A speck of {name}, {size} at {},{}", at.x, at.y),
        (false, None) => format!("A speck that is nobody's, {size} at {},{}", at.x, at.y),
    }
}
