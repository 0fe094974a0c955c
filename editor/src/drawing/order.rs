//! What follows from a deed, worked out on whatever thread it is called on.

use std::ops::ControlFlow;
use std::sync::Arc;

use marchland_maps::divide::DivideError;
use marchland_maps::mask::{MaskError, PatchError, Regions, Rgba, Sheet, Stretch};
use marchland_maps::propose::Survey;
use marchland_maps::redraw::{self, Division, RedrawError, Redrawn, Seen};
use marchland_maps::{Draft, Edit, EditError, MapField, MaskFile, TerritoryKey, author};

use super::Deed;
use crate::document::Document;
use crate::history::{Change, Ink};
use crate::land::{Drawn, Land};
use crate::texts;

/// A deed and the map that it is to be done to.
#[derive(Debug)]
pub struct Order {
    /// What is to be done.
    pub deed: Deed,
    /// The document's count of changes.
    pub revision: u64,
    pub(super) draft: Draft,
    pub(super) regions: Arc<Regions>,
    sheet: Option<Sheet>,
    gap: u32,
    /// What the draft sees in the mask.
    survey: Option<Arc<Survey>>,
    /// The step that is taken back or made again.
    step: Option<Change>,
}

/// A deed that was thought through to its end.
#[derive(Debug)]
pub struct Ready {
    /// What undo will call it.
    pub name: String,
    /// What becomes of draft and mask.
    pub change: Change,
    /// The new mask, which has followed the new draft.
    pub land: Land,
    /// The territories whose land is another now, but for twins: of a copy those that were made.
    pub touched: Vec<TerritoryKey>,
    /// Why what was drawn has no twin, if it should have one.
    pub alone: Option<Alone>,
}

/// Why what was drawn has no twin.
#[derive(Debug)]
pub enum Alone {
    /// There is no land that could be its twin's.
    NoLand,
    /// The twin cannot be drawn.
    Hindered(RedrawError),
}

/// What came of an order.
#[derive(Debug)]
pub struct Done {
    /// The document's count of changes when it was given.
    pub revision: u64,
    /// What becomes of the map, or why nothing does.
    pub outcome: Outcome,
}

/// What becomes of the map, or why nothing does.
pub type Outcome = Result<Box<Ready>, Refusal>;

/// Why a deed is not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// What is drawn cannot be.
    #[error(transparent)]
    Redraw(#[from] RedrawError),
    /// The mask would be beyond the limits.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// The step does not fit the mask.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The change does not fit the draft.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// There is nothing to take back, or to make again.
    #[error("there is no such step")]
    NoStep,
}

impl Order {
    /// A deed to be done to a document as it is; `None` without a mask. Copies the draft
    /// and pointers.
    pub fn new(deed: Deed, document: &Document) -> Option<Self> {
        let land = document.land()?;
        let step = match deed {
            Deed::Undo => document.drawn_step(false),
            Deed::Redo => document.drawn_step(true),
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
            deed,
        })
    }

    /// Works it out.
    pub fn carry_out(self) -> Done {
        Done {
            revision: self.revision,
            outcome: self.work().map(Box::new),
        }
    }

    fn work(self) -> Result<Ready, Refusal> {
        let sheet = self.sheet.unwrap_or_else(|| Sheet::of(&self.regions));
        // A gap that is guessed would be guessed anew after every stroke.
        let mut draft = self.draft.clone();
        let mut mask = draft.mask.clone().unwrap_or_default();
        mask.gap.get_or_insert(self.gap as u16);
        let renamed = png(&mask);
        if let Some(name) = &renamed {
            mask.file.clone_from(name);
        }
        draft.mask = Some(mask);
        let seen = Seen {
            regions: &self.regions,
            survey: self.survey.as_deref(),
        };
        let mut alone = None;
        let (name, change, drawn, regions, touched) = match (self.deed, self.step) {
            (Deed::Undo | Deed::Redo, None) => return Err(Refusal::NoStep),
            (Deed::Undo | Deed::Redo, Some(change)) => {
                let (drawn, regions) = stepped(&change, sheet, &self.regions)?;
                (String::new(), change, drawn, regions, Vec::new())
            }
            (deed, _) => {
                let name = texts::deed(&self.draft, &deed);
                // Lines that are named and nowhere drawn dissolve as well.
                let is_drawn = deed != Deed::Dissolve;
                let own = match deed.own() {
                    Deed::Move {
                        moved, copy: true, ..
                    } => moved.first().map(|(keys, _)| keys.len()),
                    _ => None,
                };
                let (redrawn, hindrance) = with_twin(deed, &mut draft, seen, &sheet)?;
                let Redrawn {
                    regions,
                    edit,
                    mut touched,
                    within,
                } = redrawn;
                alone = hindrance;
                if let Some(copies) = own {
                    // Those of the hand were made before their twins.
                    touched.retain(|&key| self.draft.territory(key).is_none());
                    touched.sort_unstable();
                    touched.truncate(copies);
                }
                let ink = match sheet.difference(&regions, within.top..within.bottom) {
                    Some(patch) => Ink::Patch(patch),
                    None => Ink::Swap(Box::new([sheet.clone(), Sheet::of(&regions)])),
                };
                if ink.is_empty() && is_drawn {
                    return Err(RedrawError::Unchanged.into());
                }
                let mut drawn = sheet;
                ink.apply(&mut drawn)?;
                let file = renamed.clone();
                let named = renamed.and_then(|file| {
                    let mask = self.draft.mask.clone()?;
                    Some(Edit::Map(MapField::Mask(Some(MaskFile { file, ..mask }))))
                });
                // What was guessed is not written.
                let guessed = self.draft.mask.clone().filter(|mask| mask.gap.is_none());
                let guessed = guessed.filter(|_| !is_drawn).map(|mask| MaskFile {
                    file: file.unwrap_or(mask.file),
                    separator: Vec::new(),
                    ..mask
                });
                let guessed = guessed.map(|mask| Edit::Map(MapField::Mask(Some(mask))));
                let mut edit = Edit::batch(named.into_iter().chain([edit]).chain(guessed));
                // A merged territory leaves no gap among the ids.
                let mut after = self.draft.clone();
                after.apply(edit.clone())?;
                let closing = author::kept_dense(&self.draft, &after);
                if !closing.is_empty() {
                    edit = Edit::batch([edit, closing]);
                }
                let change = Change {
                    draft: edit,
                    sheet: ink,
                };
                (name, change, drawn, regions, touched)
            }
        };
        // Of another size, all of it is to be painted anew.
        let from = match &change.sheet {
            Ink::Patch(patch) => patch.bounds().map(|within| Drawn {
                from: Arc::clone(&self.regions),
                within,
            }),
            Ink::Swap(_) => None,
        };
        let mut after = self.draft.clone();
        after.apply(change.draft.clone())?;
        let mut land = Land::drawn(Arc::new(regions), drawn, from, self.gap);
        match &self.survey {
            Some(survey) => land.follow_from(survey, &self.draft, &after),
            None => land.follow(&after),
        }
        Ok(Ready {
            name,
            change,
            land,
            touched,
            alone,
        })
    }
}

/// The mask after a step back, or forth.
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

/// The mask and the edit that a deed makes. The draft hands out keys.
fn redrawn(
    deed: Deed,
    draft: &mut Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<Redrawn, RedrawError> {
    let regions = seen.regions;
    match deed {
        Deed::Paint {
            pixels,
            paint,
            over,
        } => {
            let pixels = pixels.iter().flat_map(|chunk| chunk.iter().cloned());
            redraw::paint(draft, seen, sheet, pixels.collect(), paint, over)
        }
        Deed::Cut { line, only } => redraw::cut_all(draft, seen, &line, &only),
        Deed::Fill { at, into, gap } => redraw::fill(draft, seen, sheet, at, into, gap.into()),
        Deed::Merge(keys) => redraw::merge_all(draft, seen, &keys),
        Deed::Exchange(a, b) => redraw::exchange(draft, regions, a, b),
        Deed::Resize(frame) => redraw::resized(draft, regions, &frame),
        Deed::Tidy(gap) => redraw::tidy(draft, regions, sheet, gap.into()),
        Deed::Dissolve => redraw::dissolve(draft, regions, sheet),
        Deed::NewColours => redraw::new_colours(draft, regions),
        Deed::Move {
            moved, over, copy, ..
        } => redraw::shift(draft, seen, sheet, &moved, over, copy),
        Deed::Divide { key, how } => divided(draft, seen, key, how, (false, false)),
        deed @ (Deed::Push { .. } | Deed::Reshape { .. }) => {
            redraw::reshape(draft, seen, sheet, &bent(&deed, regions)?)
        }
        Deed::Turned(symmetry, deed) => match *deed {
            Deed::Divide { key, how } => divided(draft, seen, key, how, symmetry.turns()),
            deed => {
                let pixels = bent(&deed, &symmetry.turned(regions)?)?;
                let size = (regions.width(), regions.height());
                let back = pixels.into_iter().filter_map(|(stretch, colour)| {
                    Some((symmetry.stretch(size, &stretch)?, colour))
                });
                redraw::reshape(draft, seen, sheet, &back.collect::<Vec<_>>())
            }
        },
        Deed::Twins(_) | Deed::Alone(_) | Deed::Undo | Deed::Redo => Err(RedrawError::Unchanged),
    }
}

/// The pixels of a border that a deed gives another course, and what they become.
fn bent(deed: &Deed, regions: &Regions) -> Result<Vec<(Stretch, Rgba)>, RedrawError> {
    match deed {
        Deed::Push { push, .. } => Ok(push.pushed(regions)),
        Deed::Reshape {
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
    draft: &mut Draft,
    seen: Seen<'_>,
    key: TerritoryKey,
    how: Division,
    backwards: (bool, bool),
) -> Result<Redrawn, RedrawError> {
    /// Pixels that a part has at least: fewer are no land to stand on.
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

/// A deed with its twin, as one. What hinders the twin alone does not hinder the deed, and is
/// told, too.
fn with_twin(
    deed: Deed,
    draft: &mut Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<(Redrawn, Option<Alone>), RedrawError> {
    match deed {
        Deed::Twins(both) => one_by_one(*both, draft, seen, sheet),
        Deed::Alone(deed) => Ok((redrawn(*deed, draft, seen, sheet)?, Some(Alone::NoLand))),
        // Both are taken up before any is put down.
        Deed::Move {
            moved, over, copy, ..
        } if moved.len() > 1 => {
            let mut put = |moved| redraw::shift(draft, seen, sheet, moved, over, copy);
            match put(&moved) {
                Err(why @ RedrawError::NoRoom) => {
                    Ok((put(&moved[..1])?, Some(Alone::Hindered(why))))
                }
                made => Ok((made?, None)),
            }
        }
        deed => Ok((redrawn(deed, draft, seen, sheet)?, None)),
    }
}

fn one_by_one(
    [deed, twin]: [Deed; 2],
    draft: &mut Draft,
    seen: Seen<'_>,
    sheet: &Sheet,
) -> Result<(Redrawn, Option<Alone>), RedrawError> {
    let first = match redrawn(deed, draft, seen, sheet) {
        Err(RedrawError::Unchanged) => return Ok((redrawn(twin, draft, seen, sheet)?, None)),
        made => made?,
    };
    // Two bays of one sea may be one after all.
    if let Deed::Fill { at, .. } = twin {
        let colour = |of: &Regions| Some(of.get(of.region_at(at.x, at.y)?).colour);
        if colour(&first.regions) != colour(seen.regions) {
            return Ok((first, None));
        }
    }
    let before = draft.clone();
    draft.apply(first.edit.clone())?;
    let mut between = sheet.clone();
    let rows = first.within.top..first.within.bottom;
    if let Some(patch) = sheet.difference(&first.regions, rows) {
        between.apply(&patch)?;
    }
    let survey = seen.survey.map(|was| {
        let was = (was, seen.regions, &before);
        Survey::after(was, &first.regions, draft, first.within)
    });
    let seen = Seen {
        regions: &first.regions,
        survey: survey.as_ref(),
    };
    Ok(match redrawn(twin, draft, seen, &between) {
        Err(RedrawError::Unchanged) => (first, None),
        Err(why) => (first, Some(Alone::Hindered(why))),
        Ok(second) => {
            let both = Redrawn {
                regions: second.regions,
                edit: Edit::batch([first.edit, second.edit]),
                touched: first.touched,
                within: first.within.with(second.within),
            };
            (both, None)
        }
    })
}

/// What a map calls a PNG, which alone is written here, instead of its author's mask of
/// another kind.
fn png(mask: &MaskFile) -> Option<String> {
    let path = std::path::Path::new(&mask.file);
    let ending = path.extension().unwrap_or_default();
    let name = || path.with_extension("png").to_string_lossy().into_owned();
    (!ending.eq_ignore_ascii_case("png")).then(name)
}
