//! Texts about drawing.

use marchland_maps::Draft;
use marchland_maps::mask::Region;
use marchland_maps::redraw::{Paint, Reshape};

use super::{count, number, sentence, territory_name};
use crate::drawing::{Alone, DrawOp, Refusal, Symmetry};

pub(crate) const DRAW_MAP: &str = "New map…";
pub(crate) const DRAW_MAP_HINT: &str = "Paint, cut and divide land on an empty sheet";
pub(crate) const MASK_MAP: &str = "New map from a file…";
pub(crate) const FROM_FILE_TITLE: &str = "New map from a file";
pub(crate) const NEW_TITLE: &str = "New map";
pub(crate) const NEW_HINT: &str = "Choose the size of the sheet to draw on.";
pub(crate) const SHEET_SIZES: [&str; 3] = ["Small", "Medium", "Large"];
pub(crate) const PIXELS: &str = "pixels";
pub(crate) const FROM_MASK: &str = "From a file…";
pub(crate) const TRACE_NEW: &str = "Trace a picture…";
pub(crate) const BEGIN_DRAWING: &str = "Start drawing";

pub(crate) fn sides(least: u32, most: u32) -> String {
    format!("Width and height must be {least} to {most} px.")
}

pub(crate) const TOOL_BRUSH: &str = "Paint land";
pub(crate) const TOOL_AREA: &str = "Outline land";
pub(crate) const TOOL_CUT: &str = "Cut territories";
pub(crate) const TOOL_FILL: &str = "Fill holes and lakes";
pub(crate) const TOOL_BORDER: &str = "Push and bend borders";
pub(crate) const TOOL_MOVE: &str = "Move land";
pub(crate) const TURN_BACK: &str = "Rotate left";
pub(crate) const TURN_CLOCKWISE: &str = "Rotate right";
pub(crate) const MIRROR: &str = "Flip horizontally";
pub(crate) const TURN_OVER: &str = "Flip vertically";
pub(crate) const SMALLER_LAND: &str = "Smaller";
pub(crate) const LARGER_LAND: &str = "Larger";
pub(crate) const LAND_SIZE: &str = "Size";
pub(crate) const AS_COPY: &str = "Copy";
pub(crate) const PUT_DOWN: &str = "Place";
pub(crate) const DROP: &str = "Cancel";
pub(crate) const MOVE_FIRST: &str = "Choose the Move land tool and select land first.";
pub(crate) const STRAIGHTEN: &str = "Straighten";
pub(crate) const SMOOTH: &str = "Smooth";
pub(crate) const ROUGHEN: &str = "Roughen";
pub(crate) const BEND_SO: &str = "Apply";
pub(crate) const LEAVE_BORDER: &str = "Cancel";
pub(crate) const SYMMETRY: &str = "Next symmetry mode";
pub(crate) const EXCHANGE: &str = "Swap land of two territories";
pub(crate) const EXCHANGE_TWO: &str = "Select two territories to swap, or cut or divide one first.";
pub(crate) const COMPLETE: &str = "Fill in missing names and bonuses";
pub(crate) const NOTHING_MISSING: &str = "No names or bonuses are missing.";
pub(crate) const NEW_COLOURS: &str = "Reassign key colours";
pub(crate) const TOOL_TRACE: &str = "Trace a picture";
pub(crate) const CHOOSE_TRACE: &str = "Choose a picture…";
pub(crate) const OTHER_TRACE: &str = "Replace…";
pub(crate) const REMOVE_TRACE: &str = "Remove";
pub(crate) const FIT_TRACE: &str = "Fit to sheet";
pub(crate) const SHOW_TRACE: &str = "Show";
pub(crate) const TRACE_SEEN: &str = "Opacity";
pub(crate) const TRACE_TITLE: &str = "Picture to trace";
pub(crate) const TRACE_HINT: &str = "A PNG, JPEG or other supported picture. It shows through the sheet and is not saved with the map.";
pub(crate) const SHOW_PICTURE: &str = "Use picture";
pub(crate) const TIDY: &str = "Tidy up specks and gaps…";
pub(crate) const TIDY_TITLE: &str = "Tidy up";
pub(crate) const TIDY_DO: &str = "Tidy up";
pub(crate) const TIDY_ALREADY: &str = "No specks, and no gaps of this size.";
pub(crate) const LOOKING_FOR_CLUTTER: &str = "Looking for specks and gaps…";
pub(crate) const DISSOLVE: &str = "Remove separators…";
pub(crate) const DISSOLVE_TITLE: &str = "This mask has separators";
pub(crate) const DISSOLVE_HINT: &str = "Remove them before you paint land. Each half of a line joins the land or sea beside it. This is one undo step.";
pub(crate) const DISSOLVE_DO: &str = "Remove";
pub(crate) const LINKS_STAY: &str = "All links are kept.";
pub(crate) const DIVIDE_MORE: &str = "Divide it into at least 2 parts: press 2 to 9.";
pub(crate) const DIVIDE_FIRST: &str =
    "Divide the territory first (Enter), or cancel (Esc). Press 2 to 9 for the number of parts.";
pub(crate) const DIVIDE_WAITS: &str = "Divides as soon as the preview is ready…";
pub(crate) const HINT_CORNERS: &str =
    "Click the next corner. Enter finishes, Backspace takes back the last corner, Esc drops all.";
pub(crate) const OUTLINE_MORE: &str =
    "Nothing is outlined: an outline needs at least three corners around some land.";
pub(crate) const NO_LINES: &str = "This mask has no separators.";
pub(crate) const GAPS_TO: &str = "Gaps up to";
pub(crate) const OVER_ALL: &str = "Over everything";
pub(crate) const OVER_SEA: &str = "Over sea only";
pub(crate) const OVER_CONTINENT: &str = "Within continent";
pub(crate) const CLOSE_GAPS: &str = "Close gaps up to";
pub(crate) const ROUGHNESS: &str = "Roughness";
pub(crate) const STEADINESS: &str = "Stabiliser";
pub(crate) const RESIZE: &str = "Resize or crop sheet…";
pub(crate) const RESIZE_TITLE: &str = "Resize sheet";
pub(crate) const RESIZE_DO: &str = "Resize";
pub(crate) const CROP: &str = "Crop to the land";
pub(crate) const SHEET_WIDTH: &str = "Width";
pub(crate) const SHEET_HEIGHT: &str = "Height";
pub(crate) const SHEET_LEFT: &str = "Add at left";
pub(crate) const SHEET_TOP: &str = "Add at top";
pub(crate) const STRETCH: &str = "Scale the land with the sheet";
pub(crate) const PICK_BORDER: &str = "Choose the borders tool and click a border first.";
pub(crate) const BRUSH_SIZE: &str = "Width";
pub(crate) const NARROWER: &str = "Narrower brush";
pub(crate) const WIDER: &str = "Wider brush";
pub(crate) const SEA_ONLY: &str = "Over sea only";
pub(crate) const STEP_DRAW: &str = "Draw land";
pub(crate) const STEP_DRAW_HINT: &str = "Choose the brush and draw a territory in the sea";
pub(crate) const NO_LAND_HINT: &str =
    "Paint one with the brush (B), or outline one with the area tool (A).";
pub(crate) const MERGE_HINT: &str = "The largest territory keeps its name, id and colour";
pub(crate) const NAMED: &str = "Named";
pub(crate) const LINKED: &str = "Linked";
pub(crate) const GROUPED: &str = "Grouped";

/// `Named 3/12`.
pub(crate) fn progress(word: &str, done: usize, all: usize) -> String {
    format!("{word} {}/{}", number(done as u64), number(all as u64))
}

/// Connected components of the map.
pub(crate) fn in_pieces(pieces: usize) -> String {
    format!("In {} parts", number(pieces as u64))
}

pub(crate) fn to_do(n: usize) -> String {
    format!("{} to do", number(n as u64))
}

pub(crate) const DIVIDE_ONE: &str = "Select a territory to divide.";
pub(crate) const NATURAL: &str = "Natural";
pub(crate) const SQUARES: &str = "Squares";
pub(crate) const HEXES: &str = "Hexes";
pub(crate) const DIVIDE: &str = "Divide";
pub(crate) const ANOTHER: &str = "Try another";
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
    "Select the territories to merge: click one, then Shift+click the others.";

/// The name of an operation in the undo history.
pub(crate) fn op(draft: &Draft, op: &DrawOp) -> String {
    let name = |key| territory_name(draft, key);
    match op {
        DrawOp::Paint(shade) => match shade.paint {
            Paint::New => "Draw a territory".into(),
            Paint::Sea => "Draw sea".into(),
            Paint::Land(key) => format!("Paint {}", name(key)),
        },
        DrawOp::Cut { only, .. } => match only[..] {
            [key] => format!("Cut {}", name(key)),
            _ => "Cut along a line".into(),
        },
        DrawOp::Fill {
            into: Some(key), ..
        } => format!("Fill into {}", name(*key)),
        DrawOp::Fill { .. } => "Fill".into(),
        DrawOp::Merge(keys) => match keys[..] {
            [a, b] => format!("Merge {} and {}", name(a), name(b)),
            _ => format!("Merge {}", super::territories(keys.len())),
        },
        DrawOp::Erase(keys) => super::remove(&match keys[..] {
            [key] => name(key),
            _ => super::territories(keys.len()),
        }),
        DrawOp::Divide { key, how } => format!("Divide {} into {}", name(*key), how.parts),
        DrawOp::Turned(_, op) => self::op(draft, op),
        DrawOp::Twins(_) | DrawOp::Alone(_) => self::op(draft, op.unmirrored()),
        DrawOp::Exchange(a, b) => format!("Swap {} and {}", name(*a), name(*b)),
        DrawOp::Resize(frame) => format!("Resize sheet to {} × {} px", frame.width, frame.height),
        DrawOp::Tidy(_) => "Tidy up".into(),
        DrawOp::Dissolve => "Remove separators".into(),
        DrawOp::NewColours => "Reassign key colours".into(),
        DrawOp::Move { moved, copy, .. } => {
            let verb = if *copy { "Copy" } else { "Move" };
            match moved.first().map_or(&[][..], |(keys, _)| keys) {
                [key] => format!("{verb} {}", name(*key)),
                keys => format!("{verb} {}", super::territories(keys.len())),
            }
        }
        DrawOp::Push { .. } => "Push a border".into(),
        DrawOp::Reshape { how, .. } => match how {
            Reshape::Straighten => "Straighten a border".into(),
            Reshape::Smooth => "Smooth a border".into(),
            Reshape::Roughen(_) => "Roughen a border".into(),
        },
        DrawOp::Undo | DrawOp::Redo => String::new(),
    }
}

/// A bug: the computation of a drawing operation panicked.
pub(crate) const DRAWING_BROKE_DOWN: &str =
    "This could not be drawn because of an error in the editor. The map is not changed.";

pub(crate) fn not_drawn(refusal: &Refusal) -> String {
    sentence(&refusal.to_string())
}

/// After land was moved beyond the sheet.
pub(crate) fn cut_off(name: &str) -> String {
    format!("Done: {name}. Land beyond the edge of the sheet is cut off. Press Ctrl+Z to undo.")
}

/// After territories were removed with their land.
pub(crate) fn erased(name: &str) -> String {
    format!("Done: {name}. The land is sea now. Press Ctrl+Z to undo.")
}

pub(crate) fn forgotten(steps: usize) -> String {
    format!(
        "The oldest {} can no longer be undone: the undo history is full.",
        count(steps, "step", "steps")
    )
}

/// Pieces of a cut that were too small.
pub(crate) fn slivers(pieces: usize) -> String {
    let joined = if pieces == 1 {
        "joined the part beside it"
    } else {
        "joined the parts beside them"
    };
    format!("{} {joined}.", count(pieces, "small piece", "small pieces"))
}

pub(crate) fn hint_brush(name: Option<&str>) -> String {
    match name {
        Some(name) => format!(
            "Painting {name}. Right button: sea. Ctrl: new territory. Shift: straight. Esc: any territory."
        ),
        None => "Press in the sea to draw a new territory, or on land to extend it. Right button: sea. Shift: straight."
            .into(),
    }
}

pub(crate) fn hint_area(name: Option<&str>) -> String {
    let what = match name {
        Some(name) => format!("Outline land for {name}"),
        None => "Outline a new territory, or start on land to extend it".into(),
    };
    format!("{what}: drag, or click corners and press Enter. Other land is kept. Alt: sea.")
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
        Some(name) => format!("Click a lake, bay, hole or stray land to add it to {name}."),
        None => "Click a lake, bay, hole or stray land to add it to the territory with the longest border."
            .into(),
    }
}

pub(crate) fn hint_move(selected: usize, name: Option<&str>, held: bool) -> String {
    let what = match (selected, name) {
        _ if held => {
            return "Drag it, or move it with the arrow keys. Enter places it, Esc cancels.".into();
        }
        (0, _) => "Drag land to move it".into(),
        (_, Some(name)) => format!("Drag {name} to move it"),
        (n, None) => format!(
            "Drag the {} selected territories to move them",
            number(n as u64)
        ),
    };
    format!("{what}. Alt: copy. Shift: straight.")
}

pub(crate) fn hint_border(picked: bool) -> String {
    if picked {
        "This border runs from one junction to the next. A wider brush makes larger bends.".into()
    } else {
        "Drag a border to push it, or click it to straighten, smooth or roughen it.".into()
    }
}

pub(crate) fn without_twin(why: &Alone) -> String {
    match why {
        Alone::NoLand => "Not mirrored: there is no separate land on the other side.".into(),
        Alone::Hindered(why) => format!("Not mirrored: {why}."),
    }
}

pub(crate) fn symmetry(symmetry: Option<Symmetry>) -> &'static str {
    match symmetry {
        None => "No symmetry",
        Some(Symmetry::Across) => "Mirror left and right",
        Some(Symmetry::Down) => "Mirror top and bottom",
        Some(Symmetry::HalfTurn) => "Rotate by a half-turn",
    }
}

pub(crate) fn hint_trace(there: bool) -> String {
    if there {
        "Drag the picture, or move it with the arrow keys, until it fits. Then draw over it.".into()
    } else {
        "Choose a picture to trace; it shows through the sheet.".into()
    }
}

/// Progress of the search for specks and gaps.
pub(crate) fn looked_for_clutter(progress: f32) -> String {
    format!("{LOOKING_FOR_CLUTTER} {:.0} %", progress * 100.0)
}

/// A speck or gap, with its place.
pub(crate) fn clutter(region: &Region, is_gap: bool, whose: Option<&str>) -> String {
    let at = region.first_pixel();
    let size = count(region.area as usize, "pixel", "pixels");
    match (is_gap, whose) {
        (true, _) => format!("A gap of {size} at {},{} becomes land", at.x, at.y),
        (false, Some(name)) => format!("A speck of {name}, {size} at {},{}", at.x, at.y),
        (false, None) => format!("A speck of no territory, {size} at {},{}", at.x, at.y),
    }
}
