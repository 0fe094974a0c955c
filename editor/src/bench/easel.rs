//! Drawing on the workbench: deeds that wait, and what the board shows of them.

use std::sync::Arc;

use marchland_board::{Sketch, Tint, Wash};
use marchland_maps::TerritoryKey;
use marchland_maps::mask::Rgba;
use marchland_maps::redraw::{Paint, RedrawError};

use super::{Bench, Divide, Effect, Resize, Tidy, Tidying, TraceChange, Trial};
use crate::commands::Command;
use crate::drawing::{Deed, Done, News, Order, Ready, Refusal, Shade, Symmetry, Twins};
use crate::history::State;
use crate::scenery::{self, Ground};
use crate::texts;
use crate::tools::{Adjust, Gesture, ToolKind};

/// Territories that one has fallen into, and the state of the map since.
#[derive(Debug)]
pub(super) struct Split {
    /// The one that was there before comes first.
    parts: Vec<TerritoryKey>,
    state: State,
    /// How often the parts were exchanged.
    times: usize,
}

impl Bench {
    /// Whether something that was drawn is not in the map yet.
    pub fn is_drawing(&self) -> bool {
        self.easel.is_busy()
    }

    /// The next order to be carried out on a thread of its own, with its number.
    pub fn order(&mut self) -> Option<(u64, Order)> {
        self.easel.next(&self.document)
    }

    /// Lets a deed be done.
    pub(super) fn draw(&mut self, deed: Deed) -> Vec<Effect> {
        self.easel.push(deed);
        vec![Effect::Draw]
    }

    /// Who is whose twin, if what is drawn has twins.
    fn twins(&self) -> Option<Twins<'_>> {
        Some(Twins {
            symmetry: self.view.symmetry?,
            draft: self.document.draft(),
            land: self.document.land()?.regions(),
        })
    }

    /// Lets what the hand has done be done, and its twin.
    pub(super) fn draw_twins(&mut self, deed: Deed) -> Vec<Effect> {
        let deed = match self.twins() {
            Some(twins) => twins.with(deed),
            None => deed,
        };
        self.draw(deed)
    }

    /// Lets what is seen of a stroke's twin follow the stroke.
    pub(super) fn follow_twin(&mut self) {
        let known = self.hand.twin.take();
        let strokes = self.hand.tool.kind() == ToolKind::Brush;
        let stroke = self.hand.tool.shades().pop().filter(|_| strokes);
        self.hand.twin = stroke.zip(self.twins()).map(|(stroke, twins)| {
            // A straight line is another one each time.
            let goes_on = |before: &Shade| {
                let last = before.pixels.len().checked_sub(1);
                let [was, now] = [before, &stroke].map(|of| of.pixels.get(last?));
                was.zip(now).is_some_and(|(was, now)| Arc::ptr_eq(was, now))
            };
            let known = known.filter(|(before, _)| goes_on(before));
            let twin = twins.shade(&stroke, known.map(|(_, twin)| twin));
            (stroke, twin)
        });
    }

    /// Takes a step back, or makes it again: at once, or once what was drawn is.
    pub(super) fn step(&mut self, forth: bool) -> Vec<Effect> {
        if self.is_drawing() || self.document.drawn_step(forth).is_some() {
            return self.draw(if forth { Deed::Redo } else { Deed::Undo });
        }
        vec![self.step_back(forth)]
    }

    fn step_back(&mut self, forth: bool) -> Effect {
        let name = if forth {
            self.document.redo()
        } else {
            self.document.undo()
        };
        Self::stepped(forth, name.as_deref())
    }

    fn stepped(forth: bool, name: Option<&str>) -> Effect {
        Effect::Say(match (name, forth) {
            (None, false) => texts::NOTHING_TO_UNDO.into(),
            (None, true) => texts::NOTHING_TO_REDO.into(),
            (Some(name), false) => texts::undone(name),
            (Some(name), true) => texts::redone(name),
        })
    }

    /// Makes of the map what came of an order.
    pub(super) fn drawn(&mut self, number: u64, done: Option<Done>) -> Vec<Effect> {
        let mut effects = match self.easel.done(number, done, &self.document) {
            News::Stale => return Vec::new(),
            News::Again | News::Refused(_, Refusal::Redraw(RedrawError::Unchanged)) => Vec::new(),
            // A step that changes no pixel needs nobody to work it out.
            News::Refused(deed @ (Deed::Undo | Deed::Redo), Refusal::NoStep) => {
                vec![self.step_back(deed == Deed::Redo)]
            }
            News::Refused(_, refusal) => vec![Effect::Fail(texts::not_drawn(&refusal))],
            News::Ready(deed @ (Deed::Undo | Deed::Redo), ready) => {
                let forth = deed == Deed::Redo;
                let name = self.document.step_drawn(forth, ready.land);
                vec![Self::stepped(forth, name.as_deref())]
            }
            News::Ready(deed, ready) => self.make_ready(&deed, *ready),
        };
        if self.easel.is_busy() {
            effects.push(Effect::Draw);
        }
        effects
    }

    /// Makes what was worked out for the map as it is.
    pub(super) fn make_ready(&mut self, deed: &Deed, ready: Ready) -> Vec<Effect> {
        let touched = ready.touched;
        let parts = self.parts_of(deed, &touched);
        let change = ready.change;
        let made = self
            .document
            .make_drawn(ready.name, change.draft, &change.sheet, ready.land);
        match made {
            Ok(forgotten) => {
                self.pick_drawn(deed, &touched);
                let state = self.document.state();
                self.split = parts.map(|(parts, times)| Split {
                    parts,
                    state,
                    times,
                });
                let told = (forgotten > 0).then(|| Effect::Say(texts::forgotten(forgotten)));
                told.into_iter().collect()
            }
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    /// The parts of the one territory that a deed splits, and how often they were exchanged
    /// since.
    fn parts_of(
        &self,
        deed: &Deed,
        touched: &[TerritoryKey],
    ) -> Option<(Vec<TerritoryKey>, usize)> {
        match deed {
            Deed::Cut { .. } | Deed::Divide { .. } => {
                let draft = self.document.draft();
                let known = touched
                    .iter()
                    .filter(|&&key| draft.territory(key).is_some());
                (known.count() == 1).then(|| (touched.to_vec(), 0))
            }
            Deed::Exchange(a, b) => {
                let split = self.split.as_ref().filter(|split| {
                    split.state == self.document.state()
                        && split.parts.contains(a)
                        && split.parts.contains(b)
                })?;
                Some((split.parts.clone(), split.times + 1))
            }
            _ => None,
        }
    }

    /// The two territories that exchange their land when that is asked for: those that are
    /// selected, or of those that one has just been split into the first and another.
    pub(super) fn exchanged(&self) -> Option<(TerritoryKey, TerritoryKey)> {
        let split = self.split.as_ref();
        let parts = split.filter(|split| split.state == self.document.state());
        let parts = parts.and_then(|split| {
            let (&first, others) = split.parts.split_first()?;
            let other = others.get(split.times % others.len().max(1))?;
            Some((first, *other))
        });
        parts.or_else(|| match self.document.selection().territories() {
            &[a, b] => Some((a, b)),
            _ => None,
        })
    }

    /// Lets another part have what the whole had.
    pub(super) fn exchange(&mut self) -> Vec<Effect> {
        match self.exchanged() {
            Some((a, b)) => self.draw(Deed::Exchange(a, b)),
            None => vec![Effect::Say(texts::EXCHANGE_TWO.into())],
        }
    }

    /// Selects what came of commands, so that it can be seen; strokes leave the selection
    /// alone, since it says what they paint.
    fn pick_drawn(&mut self, deed: &Deed, touched: &[TerritoryKey]) {
        // What was made comes first.
        let count = match deed {
            Deed::Merge(_) | Deed::Divide { .. } => touched.len(),
            Deed::Move {
                copy: true, keys, ..
            } => keys.len(),
            _ => return,
        };
        let picked = touched.iter().take(count).copied();
        self.document.selection_mut().set(picked);
    }

    /// What is seen of strokes that are not in the map yet.
    pub(super) fn washes(&self) -> Vec<Wash> {
        let style = self.painting.scene_style();
        let tint = |paint| match paint {
            Paint::Sea => Tint::Sea,
            Paint::New => Tint::Land(scenery::new_land(style)),
            Paint::Land(key) => match self.document.draft().place_of(key) {
                Some(plot) => Tint::Plot(plot),
                None => Tint::Land(scenery::new_land(style)),
            },
        };
        let waiting = self.easel.waiting().flat_map(Deed::shades);
        let twin = self.hand.twin.as_ref().map(|(_, twin)| twin.clone());
        let shades = waiting.chain(self.hand.tool.shades()).chain(twin);
        let strokes = shades.map(|shade| shade.wash(tint));
        let parts = self.dividing().into_iter().flat_map(|dividing| {
            let part = |at, _| Tint::Land(scenery::part(at, style));
            dividing.trial.washes(part)
        });
        let lands = &self.document.draft().territories;
        let whose = |_, colour: Rgba| {
            let plot = lands
                .iter()
                .position(|t| t.colour.map(Rgba::from) == Some(colour));
            plot.map_or(Tint::Sea, Tint::Plot)
        };
        let bent = self
            .bending()
            .into_iter()
            .flat_map(|trial| trial.washes(whose));
        let clutter = self.tidying().into_iter().flat_map(Tidying::washes);
        let on_picture = self.has_picture() && self.view.layers.ground == Ground::Picture;
        let behind = self.behind().filter(|_| on_picture).map(|behind| Wash {
            pixels: behind.changed.clone(),
            tint: Tint::Hatched,
            sea_only: false,
        });
        behind
            .into_iter()
            .chain(strokes)
            .chain(parts)
            .chain(bent)
            .chain(clutter.cloned())
            .collect()
    }

    /// The land under the pointer may be another's now, though the pointer rests.
    pub(super) fn look_under_pointer(&mut self) {
        let order = &self.document.draft().territories;
        if let Some(spot) = &mut self.hand.hovered {
            let plot = self.painting.scene.plot_at(spot.x, spot.y);
            spot.over = plot.and_then(|plot| order.get(plot)).map(|t| t.key);
        }
    }

    /// What is seen of what the tool in hand draws.
    pub fn sketch(&self) -> Sketch {
        let at = self.hand.hovered.as_ref();
        let sketch = self.hand.tool.sketch(at, self.view.brush);
        let draws = self.hand.tool.kind().has_twins();
        let axes = self.view.symmetry.filter(|_| draws).map(|symmetry| {
            let size = self.painting.scene.size();
            symmetry.axes(size)
        });
        Sketch {
            axes: axes.unwrap_or_default(),
            ..sketch
        }
    }

    /// Makes one territory of those that are selected.
    pub(super) fn merge(&mut self) -> Vec<Effect> {
        let keys = self.document.selection().territories().to_vec();
        if keys.len() < 2 {
            return vec![Effect::Say(texts::MERGE_TWO.into())];
        }
        self.draw(Deed::Merge(keys))
    }

    /// What a command says about a territory that is to be divided, or a sheet that is asked
    /// for; what else is done is about something else, and ends the question.
    pub(super) fn on_asked(&mut self, command: Command) -> Option<Vec<Effect>> {
        if self.dividing.is_some() {
            match command {
                Command::Confirm => return Some(self.divide(Divide::Confirm)),
                Command::Cancel => return Some(self.divide(Divide::Cancel)),
                Command::Tick => return Some(self.divide(Divide::Another)),
                Command::Nudge(0, y) => return Some(self.more_parts(y < 0)),
                Command::Zoom(_) => {}
                _ => self.dividing = None,
            }
        }
        if let Some(trial) = &mut self.bending {
            match command {
                Command::Confirm => return Some(self.bend(true)),
                // What is only seen is the first thing to take back.
                Command::Cancel | Command::Undo => return Some(self.bend(false)),
                Command::Wider(wider) => {
                    self.view.brush = self.view.brush.sized(wider);
                    if let Deed::Reshape { size, .. } = &mut trial.deed {
                        *size = self.view.brush.size;
                    }
                    return Some(self.try_out());
                }
                // Another try takes its place.
                Command::Zoom(_) | Command::Adjust(Adjust::Reshape(_)) => {}
                _ => self.bending = None,
            }
        }
        if self.tidying.is_some() {
            match command {
                Command::Confirm => return Some(self.tidy(Tidy::Confirm)),
                Command::Cancel => return Some(self.tidy(Tidy::Cancel)),
                Command::Zoom(_) => {}
                _ => self.tidying = None,
            }
        }
        if self.resizing.is_some() {
            match command {
                Command::Confirm => return Some(self.resize(Resize::Confirm)),
                Command::Cancel => return Some(self.resize(Resize::Cancel)),
                Command::Zoom(_) => {}
                _ => self.resizing = None,
            }
        }
        None
    }

    /// Does what a command says about drawing, if it does.
    pub(super) fn on_drawing(&mut self, command: Command) -> Option<Vec<Effect>> {
        let kind = self.hand.tool.kind();
        Some(match command {
            // What is in hand is the first thing to take back.
            Command::Undo if self.hand.tool.held_land().is_some() => self.feed(Gesture::Abort),
            Command::Undo => self.step(false),
            Command::Redo => self.step(true),
            Command::Wider(larger) if kind == ToolKind::Move => self.adjust(Adjust::Scale(larger)),
            Command::Wider(larger) if kind == ToolKind::Trace => {
                self.change_trace(TraceChange::Scale(larger))
            }
            Command::Wider(wider) => {
                self.view.brush = self.view.brush.sized(wider);
                Vec::new()
            }
            Command::Adjust(adjust) => self.adjust(adjust),
            Command::Nudge(x, y) if matches!(kind, ToolKind::Move | ToolKind::Trace) => {
                self.adjust(Adjust::Nudge(x, y))
            }
            Command::Merge => self.merge(),
            Command::Divide => self.begin_dividing(),
            Command::Symmetry => {
                self.view.symmetry = Symmetry::after(self.view.symmetry);
                let told = (!kind.has_twins()).then(|| texts::symmetry(self.view.symmetry));
                told.map(|told| Effect::Say(told.into()))
                    .into_iter()
                    .collect()
            }
            Command::Exchange => self.exchange(),
            Command::Resize => {
                self.begin_resizing();
                Vec::new()
            }
            Command::Tidy => {
                self.look_for_clutter(4);
                Vec::new()
            }
            Command::NewColours => self.draw(Deed::NewColours),
            _ => return None,
        })
    }

    /// The other course of a border that is tried.
    pub fn bending(&self) -> Option<&Trial> {
        self.bending.as_ref()
    }

    /// Tries another course of a border.
    pub(super) fn try_bend(&mut self, deed: Deed) -> Vec<Effect> {
        match &mut self.bending {
            Some(trial) => trial.deed = deed,
            None => self.bending = Some(Trial::new(deed)),
        }
        self.try_out()
    }

    /// Bends the border as it is seen, or leaves it as it is.
    pub(super) fn bend(&mut self, as_seen: bool) -> Vec<Effect> {
        if !as_seen {
            self.bending = None;
            return Vec::new();
        }
        let trial = self.bending.take_if(|trial| trial.is_ready());
        trial.map_or_else(Vec::new, |trial| self.make_tried(trial))
    }

    /// Changes what the tool has in hand.
    pub(super) fn adjust(&mut self, adjust: Adjust) -> Vec<Effect> {
        self.feed(Gesture::Adjust(adjust))
    }

    /// Ends what is drawn corner by corner, puts down what is in hand; `None` if nothing is.
    pub(super) fn finish(&mut self) -> Option<Vec<Effect>> {
        let kind = self.hand.tool.kind();
        let draws = matches!(kind, ToolKind::Area | ToolKind::Cut | ToolKind::Move);
        draws.then(|| self.feed(Gesture::Finish))
    }
}
