//! Computes the consequences of an operation, on any thread.

use std::ops::ControlFlow;
use std::sync::Arc;

use marchland_maps::divide::DivideError;
use marchland_maps::generate::begun_with;
use marchland_maps::mask::{MaskError, PatchError, Regions, Rgba, Sheet, Stretch};
use marchland_maps::propose::Survey;
use marchland_maps::redraw::{self, Division, Lifted, Over, Paint, RedrawError, Redrawn, Seen};
use marchland_maps::{Draft, Edit, EditError, MapField, MaskFile, TerritoryKey, author};

use super::DrawOp;
use crate::document::Document;
use crate::history::{Change, Ink};
use crate::land::{Drawn, Land};
use crate::texts;

#[derive(Debug)]
pub struct Order {
    pub op: DrawOp,
    /// The document's revision.
    pub revision: u64,
    pub(super) draft: Draft,
    pub(super) regions: Arc<Regions>,
    sheet: Option<Sheet>,
    gap: u32,
    /// The draft's survey of the mask.
    survey: Option<Arc<Survey>>,
    /// The step to undo or redo.
    step: Option<Change>,
    /// The name of a new PNG mask, if the author's mask has another format.
    pub png: Option<String>,
}

/// A fully computed operation.
#[derive(Debug)]
pub struct Ready {
    /// Its name in the undo history.
    pub name: String,
    pub change: Change,
    /// The new mask, updated for the new draft.
    pub land: Land,
    /// Territories whose land changed, without mirrored twins; the new ones of a copy.
    pub touched: Vec<TerritoryKey>,
    /// Why there is no mirrored twin, if there should be one.
    pub alone: Option<Alone>,
    /// How many small pieces of a cut joined the part beside them.
    pub slivers: usize,
}

/// Why an operation is not mirrored.
#[derive(Debug)]
pub enum Alone {
    /// There is no land for the twin.
    NoLand,
    /// The twin cannot be drawn.
    Hindered(RedrawError),
}

#[derive(Debug)]
pub struct Done {
    pub revision: u64,
    pub outcome: Outcome,
}

/// The computed operation, or why it is refused.
pub type Outcome = Result<Box<Ready>, Refusal>;

/// Why an operation is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The operation is impossible.
    #[error(transparent)]
    Redraw(#[from] RedrawError),
    /// The mask would exceed the limits.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// The step does not fit the mask.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The edit does not fit the draft.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// Nothing to undo or redo.
    #[error("there is no such step")]
    NoStep,
}

impl Order {
    /// An operation on the current document; `None` without a mask. Copies the draft and some
    /// pointers.
    pub fn new(op: DrawOp, document: &Document) -> Option<Self> {
        let land = document.land()?;
        let step = match op {
            DrawOp::Undo => document.drawn_step(false),
            DrawOp::Redo => document.drawn_step(true),
            _ => None,
        };
        Some(Self {
            revision: document.revision(),
            draft: document.draft().clone(),
            regions: Arc::clone(land.regions()),
            sheet: land.sheet().cloned(),
            gap: land.gap(document.draft()),
            survey: land.survey(),
            step,
            png: document.draft().mask.as_ref().and_then(png),
            op,
        })
    }

    pub fn carry_out(self) -> Done {
        Done {
            revision: self.revision,
            outcome: self.work().map(Box::new),
        }
    }

    fn work(self) -> Result<Ready, Refusal> {
        let sheet = self.sheet.unwrap_or_else(|| Sheet::of(&self.regions));
        // An estimated separator width could change with every stroke, so it is fixed here.
        let mut draft = self.draft.clone();
        let mut mask = draft.mask.clone().unwrap_or_default();
        mask.gap.get_or_insert(self.gap as u16);
        let renamed = self.png;
        if let Some(name) = &renamed {
            mask.file.clone_from(name);
        }
        draft.mask = Some(mask);
        let seen = Seen {
            regions: &self.regions,
            survey: self.survey.as_deref(),
        };
        let (mut name, mut touched, mut slivers) = (String::new(), Vec::new(), 0);
        let (mut alone, mut surveyed) = (None, None);
        let (change, after, drawn, regions) = match (self.op, self.step) {
            (DrawOp::Undo | DrawOp::Redo, None) => return Err(Refusal::NoStep),
            (DrawOp::Undo | DrawOp::Redo, Some(change)) => {
                let (drawn, regions) = stepped(&change, sheet, &self.regions)?;
                let mut after = self.draft.clone();
                after.apply(change.draft.clone())?;
                (change, after, drawn, regions)
            }
            (op, _) => {
                name = texts::op(&self.draft, &op);
                let is_drawn = op != DrawOp::Dissolve;
                let own = copies(&op);
                let (mut redrawn, hindrance) = with_twin(op, &mut draft, seen, &sheet)?;
                redrawn.draw_on(&sheet)?;
                let Redrawn { regions, edit, .. } = redrawn;
                (alone, surveyed) = (hindrance, redrawn.survey);
                (touched, slivers) = (redrawn.touched, redrawn.slivers);
                if let Some(copies) = own {
                    // The user's own territories come first.
                    touched.retain(|&key| self.draft.territory(key).is_none());
                    touched.sort_unstable();
                    touched.truncate(copies);
                }
                let (drawn, ink) = if let Some((drawn, patch)) = redrawn.drawn {
                    (drawn, Ink::Patch(patch))
                } else {
                    let drawn = Sheet::of(&regions);
                    (drawn.clone(), Ink::Swap(Box::new([sheet, drawn])))
                };
                if ink.is_empty() && is_drawn {
                    return Err(RedrawError::Unchanged.into());
                }
                let (edit, after) = completed(edit, &self.draft, renamed, is_drawn)?;
                let change = Change {
                    draft: edit,
                    sheet: ink,
                };
                (change, after, drawn, regions)
            }
        };
        // After a resize everything is redrawn.
        let from = match &change.sheet {
            Ink::Patch(patch) => patch.bounds().map(|within| Drawn {
                from: Arc::clone(&self.regions),
                within,
            }),
            Ink::Swap(_) => None,
        };
        let mut land = Land::drawn(Arc::new(regions), drawn, from, self.gap);
        let stated = after.mask.as_ref().and_then(|mask| mask.gap);
        match (surveyed, &self.survey) {
            (Some(survey), _) => land.follow_with(survey.stating(stated), &after),
            (None, Some(survey)) => land.follow_from(survey, &self.draft, &after),
            (None, None) => land.follow(&after),
        }
        Ok(Ready {
            name,
            change,
            land,
            touched,
            alone,
            slivers,
        })
    }
}

/// The whole edit of a drawn operation, and the draft after it: beside `edit`, the mask gets the
/// name `renamed`, a generated map tells that it was changed, and the ids stay dense.
fn completed(
    edit: Edit,
    before: &Draft,
    renamed: Option<String>,
    is_drawn: bool,
) -> Result<(Edit, Draft), EditError> {
    let file = renamed.clone();
    let named = renamed.and_then(|file| {
        let mask = before.mask.clone()?;
        Some(Edit::Map(MapField::Mask(Some(MaskFile { file, ..mask }))))
    });
    // Separators that are declared but not drawn are removed, too. Their estimated width is not
    // written to the draft.
    let guessed = before.mask.clone().filter(|mask| mask.gap.is_none());
    let guessed = guessed.filter(|_| !is_drawn).map(|mask| MaskFile {
        file: file.unwrap_or(mask.file),
        separator: Vec::new(),
        ..mask
    });
    let guessed = guessed.map(|mask| Edit::Map(MapField::Mask(Some(mask))));
    let all = named.into_iter().chain([edit]).chain(guessed);
    let edit = Edit::batch(all.chain(begun_with(before)));
    let mut after = before.clone();
    after.apply(edit.clone())?;
    // Merging must leave no gap in the ids.
    let closing = author::kept_dense(before, &after);
    if closing.is_empty() {
        return Ok((edit, after));
    }
    after.apply(closing.clone())?;
    Ok((Edit::batch([edit, closing]), after))
}

/// The number of territories that are copied, without their twins.
fn copies(op: &DrawOp) -> Option<usize> {
    match op.unmirrored() {
        DrawOp::Move {
            moved, copy: true, ..
        } => moved.first().map(|(keys, _)| keys.len()),
        _ => None,
    }
}

/// The mask after an undo or redo step.
fn stepped(
    change: &Change,
    mut sheet: Sheet,
    before: &Regions,
) -> Result<(Sheet, Regions), Refusal> {
    change.sheet.apply(&mut sheet)?;
    let regions = match &change.sheet {
        Ink::Patch(patch) => sheet.regions_after(before, patch.rows())?,
        Ink::Swap(_) => sheet.regions()?,
    };
    Ok((sheet, regions))
}

/// The mask and the edit of an operation.
fn redrawn(
    op: DrawOp,
    draft: &Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<Redrawn, RedrawError> {
    let regions = seen.regions;
    match op {
        DrawOp::Paint(of) => {
            let pixels = of.pixels.iter().flat_map(|chunk| chunk.iter().cloned());
            redraw::paint(draft, seen, sheet, pixels.collect(), of.paint, of.over)
        }
        DrawOp::Cut { line, only } => redraw::cut_all(draft, seen, &line, &only),
        DrawOp::Fill { at, into, gap } => redraw::fill(draft, seen, sheet, at, into, gap.into()),
        DrawOp::Merge(keys) => redraw::merge_all(draft, seen, &keys),
        DrawOp::Erase(keys) => erased(draft, seen, sheet, &keys),
        DrawOp::Exchange(a, b) => redraw::exchange(draft, regions, a, b),
        DrawOp::Resize(frame) => redraw::resized(draft, regions, &frame),
        DrawOp::Tidy(gap) => redraw::tidy(draft, regions, sheet, gap.into()),
        DrawOp::Dissolve => redraw::dissolve(draft, regions, sheet),
        DrawOp::NewColours => redraw::new_colours(draft, regions),
        DrawOp::Move {
            moved, over, copy, ..
        } => redraw::shift(draft, seen, sheet, &moved, over, copy),
        DrawOp::Divide { key, how } => divided(draft, seen, key, how, (false, false)),
        op @ (DrawOp::Push { .. } | DrawOp::Reshape { .. }) => {
            redraw::reshape(draft, seen, sheet, &bent(&op, regions)?)
        }
        DrawOp::Turned(symmetry, op) => match *op {
            DrawOp::Divide { key, how } => divided(draft, seen, key, how, symmetry.turns()),
            op => {
                let pixels = bent(&op, &symmetry.turned(regions)?)?;
                let size = (regions.width(), regions.height());
                let back = pixels.into_iter().filter_map(|(stretch, colour)| {
                    Some((symmetry.stretch(size, &stretch)?, colour))
                });
                redraw::reshape(draft, seen, sheet, &back.collect::<Vec<_>>())
            }
        },
        DrawOp::Twins(_) | DrawOp::Alone(_) | DrawOp::Undo | DrawOp::Redo => {
            Err(RedrawError::Unchanged)
        }
    }
}

/// Territories are removed, and their land becomes sea.
fn erased(
    draft: &Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
    keys: &[TerritoryKey],
) -> Result<Redrawn, RedrawError> {
    let pixels = Lifted::of(draft, seen.regions, keys)?.pixels().collect();
    let redrawn = redraw::paint(draft, seen, sheet, pixels, Paint::Sea, Over::All)?;
    let mut after = draft.clone();
    after.apply(redrawn.edit.clone())?;
    let mut edits = vec![redrawn.edit];
    for &key in keys {
        // Those without a name went with their land.
        if after.territory(key).is_some() {
            let edit = author::remove_territory(&after, key);
            after.apply(edit.clone())?;
            edits.push(edit);
        }
    }
    Ok(Redrawn {
        edit: Edit::batch(edits),
        // It still knows the removed ones.
        survey: None,
        ..redrawn
    })
}

/// The pixels of a reshaped border and their new colours.
fn bent(op: &DrawOp, regions: &Regions) -> Result<Vec<(Stretch, Rgba)>, RedrawError> {
    match op {
        DrawOp::Push { push, .. } => Ok(push.pushed(regions)),
        DrawOp::Reshape {
            at,
            between,
            how,
            size,
        } => {
            let border = redraw::Border::near(regions, *at, super::REACH, Some(*between));
            let border = border.ok_or(RedrawError::NoBorder)?;
            Ok(redraw::reshaped(regions, &border, *how, *size))
        }
        _ => Err(RedrawError::NoBorder),
    }
}

fn divided(
    draft: &Draft,
    seen: Seen<'_>,
    key: TerritoryKey,
    how: Division,
    backwards: (bool, bool),
) -> Result<Redrawn, RedrawError> {
    /// The least pixels of a part.
    const LEAST: u64 = 16;
    let colour = draft.territory(key).and_then(|t| t.colour);
    let own = seen.regions.iter().filter(|(_, region)| {
        let land = colour.map(Rgba::from);
        land == Some(region.colour)
    });
    let area: u64 = own.map(|(_, region)| u64::from(region.area)).sum();
    let parts = how.parts;
    if area < parts as u64 * LEAST {
        let area = area as usize;
        return Err(DivideError::TooSmall { area, parts }.into());
    }
    let mut on = |_| ControlFlow::Continue(());
    redraw::divide(draft, seen, key, how, backwards, &mut on)
}

/// An operation and its twin as one. If only the twin is impossible, the operation goes on and
/// the reason is returned.
fn with_twin(
    op: DrawOp,
    draft: &mut Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<(Redrawn, Option<Alone>), RedrawError> {
    match op {
        DrawOp::Twins(both) => one_by_one(*both, draft, seen, sheet),
        DrawOp::Alone(op) => Ok((redrawn(*op, draft, seen, sheet)?, Some(Alone::NoLand))),
        // Lift both before placing either.
        DrawOp::Move {
            moved, over, copy, ..
        } if moved.len() > 1 => {
            let put = |moved| redraw::shift(draft, seen, sheet, moved, over, copy);
            match put(&moved) {
                Err(why @ RedrawError::NoRoom) => {
                    Ok((put(&moved[..1])?, Some(Alone::Hindered(why))))
                }
                made => Ok((made?, None)),
            }
        }
        op => Ok((redrawn(op, draft, seen, sheet)?, None)),
    }
}

fn one_by_one(
    [op, twin]: [DrawOp; 2],
    draft: &mut Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<(Redrawn, Option<Alone>), RedrawError> {
    let mut first = match redrawn(op, draft, seen, sheet) {
        Err(RedrawError::Unchanged) => return Ok((redrawn(twin, draft, seen, sheet)?, None)),
        made => made?,
    };
    // Two bays may belong to the same sea.
    if let DrawOp::Fill { at, .. } = twin {
        let colour = |of: &Regions| Some(of.get(of.region_at(at.x, at.y)?).colour);
        if colour(&first.regions) != colour(seen.regions) {
            return Ok((first, None));
        }
    }
    let before = draft.clone();
    draft.apply(first.edit.clone())?;
    first.draw_on(sheet)?;
    let between = first.drawn.as_ref().map_or(sheet, |(drawn, _)| drawn);
    let survey = || {
        let was = (seen.survey?, seen.regions, &before);
        Some(Survey::after(was, &first.regions, draft, first.within))
    };
    let survey = first.survey.clone().or_else(survey);
    let seen = Seen {
        regions: &first.regions,
        survey: survey.as_ref(),
    };
    Ok(match redrawn(twin, draft, seen, between) {
        Err(RedrawError::Unchanged) => (first, None),
        Err(why) => (first, Some(Alone::Hindered(why))),
        Ok(second) => {
            let both = Redrawn {
                edit: Edit::batch([first.edit, second.edit]),
                touched: first.touched,
                within: first.within.with(second.within),
                // Its patch is only the second half.
                drawn: None,
                slivers: first.slivers + second.slivers,
                ..second
            };
            (both, None)
        }
    })
}

/// The name of a new PNG mask, if the author's mask has another format.
fn png(mask: &MaskFile) -> Option<String> {
    let path = std::path::Path::new(&mask.file);
    let ending = path.extension().unwrap_or_default();
    let name = || path.with_extension("png").to_string_lossy().into_owned();
    (!ending.eq_ignore_ascii_case("png")).then(name)
}
