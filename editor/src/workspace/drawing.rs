//! Drawing in the workspace: queued operations and their display.

use std::sync::Arc;

use marchland_board::{Cover, Sketch, Tint, Wash};
use marchland_maps::mask::Rgba;
use marchland_maps::redraw::{Lifted, Paint, RedrawError, SNAP};
use marchland_maps::{Point, TerritoryKey};

use super::intent::{Dividing, Trial};
use super::{Divide, Effect, Intent, TraceChange, Workspace};
use crate::commands::Command;
use crate::drawing::{Done, DrawOp, Order, OrderResult, Ready, Refusal, Shade, Symmetry, Twins};
use crate::history::State;
use crate::scenery::{self, Ground};
use crate::texts;
use crate::tools::{Adjust, Gesture, ToolKind};

#[derive(Debug, Clone)]
pub(super) struct Split {
    /// The original territory is first.
    parts: Vec<TerritoryKey>,
    /// The states after the split and after each swap.
    states: Vec<State>,
}

impl Split {
    /// How often the parts were swapped in a state; `None` for other states.
    fn times(&self, state: State) -> Option<usize> {
        self.states.iter().position(|since| *since == state)
    }
}

impl Workspace {
    /// Whether drawn operations are still pending.
    pub fn is_drawing(&self) -> bool {
        self.queue.is_busy()
    }

    /// Whether operations or a preview are still pending.
    pub fn is_thinking(&self) -> bool {
        self.is_drawing() || self.intent().is_some_and(Intent::is_open)
    }

    /// The next order for a thread, with its number.
    pub fn order(&mut self) -> Option<(u64, Order)> {
        self.queue.next(&self.document)
    }

    pub(super) fn draw(&mut self, op: DrawOp) -> Vec<Effect> {
        self.queue.push(op);
        vec![Effect::Draw]
    }

    fn twins(&self) -> Option<Twins<'_>> {
        let land = self.document.land()?.regions();
        let symmetry = self.view.symmetry?;
        Some(Twins::new(symmetry, self.document.draft(), land))
    }

    /// Draws an operation and its mirrored twin.
    pub(super) fn draw_twins(&mut self, op: DrawOp) -> Vec<Effect> {
        let op = self.with_twin(op);
        self.draw(op)
    }

    pub(super) fn with_twin(&self, op: DrawOp) -> DrawOp {
        match self.twins() {
            Some(twins) => twins.with(op),
            None => op,
        }
    }

    /// Updates the preview of the mirrored twin.
    pub(super) fn follow_twin(&mut self) {
        let known = std::mem::take(&mut self.tool_state.twins);
        self.tool_state.apart = None;
        let tool = &self.tool_state.tool;
        let shades = tool.shades();
        // The twins read all territories: not for a pointer that draws nothing.
        if shades.is_empty() {
            return;
        }
        let Some(twins) = self.twins() else { return };
        let paints = tool.kind() == ToolKind::Brush;
        if tool.kind() == ToolKind::Move && twins.of_all(tool.held_keys()).is_none() {
            return;
        }
        // Moving and pushing create no new land.
        let has_twin = |shade: &Shade| match shade.paint {
            Paint::Land(key) => paints || twins.of(key).is_some(),
            Paint::New | Paint::Sea => true,
        };
        let shades = shades.iter().filter(|shade| has_twin(shade)).cloned();
        let with_twin = |(at, shade): (usize, Shade)| {
            // A straight line changes as a whole.
            let goes_on = |before: &Shade| {
                let last = before.pixels.len().checked_sub(1);
                let [was, now] = [before, &shade].map(|of| of.pixels.get(last?));
                was.zip(now).is_some_and(|(was, now)| Arc::ptr_eq(was, now))
            };
            let known = known.get(at).filter(|(before, _)| goes_on(before));
            let twin = twins.shade(&shade, known.map(|(_, twin)| twin.clone()));
            (shade, twin)
        };
        let now: Vec<_> = shades.enumerate().map(with_twin).collect();
        let apart = match (tool.held_middles(), &now[..]) {
            (Some(middles), _) => {
                let others = now.iter().map(|(_, twin)| twin.clone()).collect();
                Some(twins.apart(middles, tool.shades().to_vec(), others))
            }
            (None, [(own, twin)]) if paints => twins.parted(own, twin).map(Vec::from),
            _ => None,
        };
        (self.tool_state.twins, self.tool_state.apart) = (now, apart);
    }

    /// Undoes or redoes a step, at once or after pending operations.
    pub(super) fn step(&mut self, forth: bool) -> Vec<Effect> {
        self.tool_state.loose = None;
        if self.is_drawing() || self.document.drawn_step(forth).is_some() {
            return self.draw(if forth { DrawOp::Redo } else { DrawOp::Undo });
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

    /// Applies the result of an order.
    pub(super) fn drawn(&mut self, number: u64, done: Option<Done>) -> Vec<Effect> {
        let mut effects = match self.queue.done(number, done, &self.document) {
            OrderResult::Stale => return Vec::new(),
            OrderResult::Again
            | OrderResult::Refused(_, Refusal::Redraw(RedrawError::Unchanged)) => Vec::new(),
            OrderResult::Failed => vec![Effect::Fail(texts::DRAWING_BROKE_DOWN.into())],
            // A step that changes no pixel needs no computation.
            OrderResult::Refused(op @ (DrawOp::Undo | DrawOp::Redo), Refusal::NoStep) => {
                vec![self.step_back(op == DrawOp::Redo)]
            }
            OrderResult::Refused(_, Refusal::Redraw(RedrawError::Lines)) => self.begin_dissolving(),
            OrderResult::Refused(op, refusal) => {
                if let (DrawOp::Cut { line, .. }, Refusal::Redraw(RedrawError::LooseEnd(at))) =
                    (op.unmirrored(), &refusal)
                {
                    self.tool_state.loose = Some((self.document.state(), line.clone(), *at));
                }
                vec![Effect::Refuse(texts::not_drawn(&refusal))]
            }
            OrderResult::Ready(op @ (DrawOp::Undo | DrawOp::Redo), ready) => {
                let forth = op == DrawOp::Redo;
                let before = self.document.state();
                let name = self.document.step_drawn(forth, ready.land);
                self.carry_trace(before);
                let picked = self.picked.iter().find(|(state, _)| *state == before);
                if let Some((_, picked)) = picked.filter(|_| !forth) {
                    let selection = self.document.selection_mut();
                    selection.set(picked.iter().copied());
                }
                vec![Effect::Drawn, Self::stepped(forth, name.as_deref())]
            }
            OrderResult::Ready(op, ready) => self.make_ready(&op, *ready),
        };
        if self.queue.is_busy() {
            effects.push(Effect::Draw);
        }
        effects
    }

    /// Applies a computed operation to the current map.
    pub(super) fn make_ready(&mut self, op: &DrawOp, ready: Ready) -> Vec<Effect> {
        let (op, touched) = (op.unmirrored(), ready.touched);
        let split = self.split_by(op, &touched);
        let lost = self.is_cut_off(op).then(|| texts::cut_off(&ready.name));
        let erased = matches!(op, DrawOp::Erase(_)).then(|| texts::erased(&ready.name));
        let picked = self.document.selection().territories().to_vec();
        let change = ready.change;
        let (before, size) = (self.document.state(), self.painting.scene.size());
        let made = self
            .document
            .make_drawn(ready.name, change.draft, &change.sheet, ready.land);
        match made {
            Ok(forgotten) => {
                self.pick_drawn(op, &touched, picked);
                if let DrawOp::Resize(frame) = op {
                    let states = [before, self.document.state()];
                    self.resized.push((states, size, *frame));
                    self.carry_trace(before);
                }
                if let Some(mut split) = split {
                    split.states.push(self.document.state());
                    self.split = Some(split);
                }
                let alone = ready.alone.as_ref().map(texts::without_twin);
                let slivers = (ready.slivers > 0).then(|| texts::slivers(ready.slivers));
                let told = (forgotten > 0).then(|| texts::forgotten(forgotten));
                let said = [lost.or(erased), alone, slivers, told];
                let said = said.into_iter().flatten().map(Effect::Say);
                std::iter::once(Effect::Drawn).chain(said).collect()
            }
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    /// The parts of a territory that an operation splits or swaps, with the states so far.
    fn split_by(&self, op: &DrawOp, touched: &[TerritoryKey]) -> Option<Split> {
        match op {
            DrawOp::Cut { .. } | DrawOp::Divide { .. } => {
                let draft = self.document.draft();
                let known = touched
                    .iter()
                    .filter(|&&key| draft.territory(key).is_some());
                (known.count() == 1).then(|| Split {
                    parts: touched.to_vec(),
                    states: Vec::new(),
                })
            }
            DrawOp::Exchange(a, b) => {
                let split = self.split.as_ref();
                let mut split = split
                    .filter(|split| split.parts.contains(a) && split.parts.contains(b))
                    .cloned()?;
                let times = split.times(self.document.state())?;
                split.states.truncate(times + 1);
                Some(split)
            }
            _ => None,
        }
    }

    /// The territories to swap: the selected two, or two parts of the last split.
    pub(super) fn exchanged(&self) -> Option<(TerritoryKey, TerritoryKey)> {
        let parts = self.split.as_ref().and_then(|split| {
            let times = split.times(self.document.state())?;
            let (&first, others) = split.parts.split_first()?;
            let other = others.get(times % others.len().max(1))?;
            Some((first, *other))
        });
        parts.or_else(|| match self.document.selection().territories() {
            &[a, b] => Some((a, b)),
            _ => None,
        })
    }

    /// Swaps the land of two territories.
    pub(super) fn exchange(&mut self) -> Vec<Effect> {
        match self.exchanged() {
            Some((a, b)) => self.draw_twins(DrawOp::Exchange(a, b)),
            None => vec![Effect::Say(texts::EXCHANGE_TWO.into())],
        }
    }

    /// Selects the result of commands; strokes keep the selection, which says what they paint.
    /// `picked` was selected before, and is again after an undo.
    fn pick_drawn(&mut self, op: &DrawOp, touched: &[TerritoryKey], picked: Vec<TerritoryKey>) {
        if let DrawOp::Merge(_) | DrawOp::Divide { .. } | DrawOp::Move { copy: true, .. } = op {
            self.document.selection_mut().set(touched.iter().copied());
            self.picked.push((self.document.state(), picked));
        }
    }

    /// Whether moved land reaches beyond the sheet.
    fn is_cut_off(&self, op: &DrawOp) -> bool {
        let (DrawOp::Move { moved, .. }, Some(land)) = (op, self.document.land()) else {
            return false;
        };
        moved.iter().any(|(keys, how)| {
            let lifted = Lifted::of(self.document.draft(), land.regions(), keys);
            lifted.is_ok_and(|lifted| lifted.is_cut_off(how))
        })
    }

    /// The display of pending strokes.
    pub(super) fn washes(&self) -> Vec<Wash> {
        let style = self.painting.scene.style();
        let tint = |paint| match paint {
            Paint::Sea => Tint::Sea,
            Paint::New => Tint::Land(scenery::new_land(style)),
            Paint::Land(key) => match self.document.draft().place_of(key) {
                Some(plot) => Tint::Plot(plot),
                None => Tint::Land(scenery::new_land(style)),
            },
        };
        let waiting = self.queue.waiting().flat_map(DrawOp::shades);
        let twin = self.tool_state.twins.iter().map(|(_, twin)| twin.clone());
        let in_hand = if let Some(both) = &self.tool_state.apart {
            both.clone()
        } else {
            let own = self.tool_state.tool.shades().iter().cloned();
            own.chain(twin).collect()
        };
        let shades = waiting.chain(in_hand);
        let strokes = shades.map(|shade| shade.wash(self.document.draft(), tint));
        let lands = &self.document.draft().territories;
        let whose = |_, colour: Rgba| {
            let plot = lands
                .iter()
                .position(|t| t.colour.map(Rgba::from) == Some(colour));
            plot.map_or(Tint::Sea, Tint::Plot)
        };
        let part = |at, _| Tint::Land(scenery::part(at, style));
        let intended = match self.intent() {
            Some(Intent::Divide(Dividing { trial, .. }) | Intent::Dissolve(trial, _)) => {
                trial.washes(part)
            }
            Some(Intent::Bend(trial)) => trial.washes(whose),
            Some(Intent::Tidy(tidying)) => tidying.washes(style),
            Some(Intent::Resize(_)) | None => Vec::new(),
        };
        let on_picture = self.has_picture() && self.view.layers.ground == Ground::Picture;
        let behind = self
            .behind
            .as_ref()
            .filter(|_| on_picture)
            .map(|behind| Wash {
                pixels: behind.changed.clone(),
                tint: Tint::Hatched,
                over: Cover::All,
            });
        behind.into_iter().chain(strokes).chain(intended).collect()
    }

    /// The owner of the land under a resting pointer may have changed.
    pub(super) fn look_under_pointer(&mut self) {
        let order = &self.document.draft().territories;
        if let Some(spot) = &mut self.tool_state.hovered {
            let plot = self.painting.scene.plot_at(spot.x, spot.y);
            spot.over = plot.and_then(|plot| order.get(plot)).map(|t| t.key);
        }
    }

    /// The sketch of the current tool.
    pub fn sketch(&self) -> Sketch {
        let at = self.tool_state.hovered.as_ref();
        let sketch = self.tool_state.tool.sketch(at, self.view.brush);
        let size = self.painting.scene.size();
        let divides = matches!(self.intent, Some(Intent::Divide(_)));
        let mirrors = divides || self.tool_state.tool.kind().has_twins();
        let symmetry = self.view.symmetry.filter(|_| mirrors);
        let axes = symmetry.map(|symmetry| symmetry.axes(size));
        let axes = axes.unwrap_or_default();
        let middle = |at: &Point| (f64::from(at.x) + 0.5, f64::from(at.y) + 0.5);
        let is_cut = self.tool_state.tool.kind() == ToolKind::Cut && sketch.line.is_empty();
        let state = self.document.state();
        match &self.tool_state.loose {
            Some((of, line, end)) if is_cut && *of == state => {
                let (x, y) = middle(end);
                Sketch {
                    axes,
                    brush: Some((x, y, f64::from(SNAP))),
                    line: line.iter().map(middle).collect(),
                    ..sketch
                }
            }
            _ => Sketch { axes, ..sketch },
        }
    }

    pub(super) fn merge(&mut self) -> Vec<Effect> {
        let keys = self.document.selection().territories().to_vec();
        if keys.len() < 2 {
            return vec![Effect::Say(texts::MERGE_TWO.into())];
        }
        self.draw_twins(DrawOp::Merge(keys))
    }

    /// The pending operation.
    pub fn intent(&self) -> Option<&Intent> {
        self.intent.as_ref()
    }

    /// Handles a command for the pending operation. Other commands cancel it; while a territory is
    /// being divided, those that would change the map or the tool wait for an answer instead.
    pub(super) fn on_intent(&mut self, command: Command) -> Option<Vec<Effect>> {
        Some(match (command, self.intent.as_mut()?) {
            (Command::Confirm, _) => self.do_intended(),
            // Undo first drops the preview.
            (Command::Cancel | Command::Undo, _) => {
                self.intent = None;
                Vec::new()
            }
            (Command::Tick, Intent::Divide(_)) => self.divide(Divide::Another),
            (Command::Nudge(0, y), Intent::Divide(dividing)) => {
                let parts = dividing.how.parts;
                self.divide(Divide::Parts(if y < 0 { parts + 1 } else { parts - 1 }))
            }
            (Command::Wider(wider), Intent::Bend(trial)) => {
                self.view.brush = self.view.brush.sized(wider);
                if let DrawOp::Reshape { size, .. } = &mut trial.op {
                    *size = self.view.brush.size;
                }
                self.try_out()
            }
            (Command::Pick(at), Intent::Divide(_)) => match usize::from(at) + 1 {
                1 => vec![Effect::Say(texts::DIVIDE_MORE.into())],
                parts => self.divide(Divide::Parts(parts)),
            },
            (command, Intent::Divide(_)) if command.keeps_map() => return None,
            (_, Intent::Divide(_)) => vec![Effect::Say(texts::DIVIDE_FIRST.into())],
            // Another reshape replaces this one; zooming keeps it.
            (Command::Adjust(Adjust::Reshape(_)), Intent::Bend(_))
            | (Command::Zoom(_) | Command::TakeBack, _) => return None,
            _ => {
                self.intent = None;
                return None;
            }
        })
    }

    /// Offers to remove separators, which prevent drawing.
    pub(super) fn begin_dissolving(&mut self) -> Vec<Effect> {
        self.intent = Some(Intent::Dissolve(Trial::new(DrawOp::Dissolve), Vec::new()));
        self.try_out()
    }

    /// Applies the pending operation, once its preview is ready.
    pub(super) fn do_intended(&mut self) -> Vec<Effect> {
        match self.intent.take_if(|intent| intent.is_ready()) {
            Some(
                Intent::Divide(Dividing { trial, .. })
                | Intent::Bend(trial)
                | Intent::Dissolve(trial, _),
            ) => self.make_tried(trial),
            Some(Intent::Resize(wish)) => {
                let frame = wish.frame().into_iter();
                frame
                    .flat_map(|frame| self.draw(DrawOp::Resize(frame)))
                    .collect()
            }
            Some(Intent::Tidy(tidying)) => self.draw(DrawOp::Tidy(tidying.gap)),
            None => {
                // What removing separators does to the links must be read first.
                let waits = matches!(&self.intent, Some(Intent::Divide(_) | Intent::Bend(_)));
                if waits && self.intent().is_some_and(Intent::is_open) {
                    self.wait_for_trial(true);
                }
                Vec::new()
            }
        }
    }

    pub(super) fn on_drawing(&mut self, command: Command) -> Option<Vec<Effect>> {
        let kind = self.tool_state.tool.kind();
        Some(match command {
            // Undo first drops what is being drawn, or held land.
            Command::Undo if self.tool_state.tool.is_drawing() => self.feed(Gesture::Abort),
            Command::Undo | Command::TakeBack if self.tool_state.tool.take_back() => Vec::new(),
            Command::Undo => self.step(false),
            Command::Redo => self.step(true),
            Command::Wider(larger) if kind == ToolKind::Move => {
                self.feed(Gesture::Adjust(Adjust::Scale(larger)))
            }
            Command::Wider(larger) if kind == ToolKind::Trace => {
                self.change_trace(TraceChange::Scale(larger))
            }
            Command::Wider(wider) => {
                self.view.brush = self.view.brush.sized(wider);
                Vec::new()
            }
            Command::Adjust(adjust) => self.feed(Gesture::Adjust(adjust)),
            Command::Nudge(x, y) if matches!(kind, ToolKind::Move | ToolKind::Trace) => {
                self.feed(Gesture::Adjust(Adjust::Nudge(x, y)))
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
            Command::Tidy => self.look_for_clutter(4),
            Command::Dissolve => self.begin_dissolving(),
            Command::NewColours => self.draw(DrawOp::NewColours),
            _ => return None,
        })
    }

    /// Previews a reshaped border.
    pub(super) fn try_bend(&mut self, op: DrawOp) -> Vec<Effect> {
        match &mut self.intent {
            Some(Intent::Bend(trial)) => trial.op = op,
            _ => self.intent = Some(Intent::Bend(Trial::new(op))),
        }
        self.try_out()
    }

    /// Finishes a line or places held land; `None` for other tools.
    pub(super) fn finish(&mut self) -> Option<Vec<Effect>> {
        let kind = self.tool_state.tool.kind();
        let draws = matches!(kind, ToolKind::Area | ToolKind::Cut | ToolKind::Move);
        draws.then(|| self.feed(Gesture::Finish))
    }
}
