//! Drawing on the workbench: deeds that wait, and what the board shows of them.

use std::sync::Arc;

use marchland_board::{Cover, Sketch, Tint, Wash};
use marchland_maps::mask::Rgba;
use marchland_maps::redraw::{Paint, RedrawError, SNAP};
use marchland_maps::{Point, TerritoryKey};

use super::intent::{Dividing, Trial};
use super::{Bench, Divide, Effect, Intent, TraceChange};
use crate::commands::Command;
use crate::drawing::{Deed, Done, News, Order, Ready, Refusal, Shade, Symmetry, Twins};
use crate::history::State;
use crate::scenery::{self, Ground};
use crate::texts;
use crate::tools::{Adjust, Gesture, ToolKind};

#[derive(Debug, Clone)]
pub(super) struct Split {
    /// The one that was there before comes first.
    parts: Vec<TerritoryKey>,
    /// The states of the map since: after the split, and after each exchange.
    states: Vec<State>,
}

impl Split {
    /// How often the parts were exchanged in a state of the map, if it is one of these.
    fn times(&self, state: State) -> Option<usize> {
        self.states.iter().position(|since| *since == state)
    }
}

impl Bench {
    /// Whether something that was drawn is not in the map yet.
    pub fn is_drawing(&self) -> bool {
        self.easel.is_busy()
    }

    /// Whether that is so, or what one is about to do is not known yet.
    pub fn is_thinking(&self) -> bool {
        self.is_drawing() || self.intent().is_some_and(Intent::is_open)
    }

    /// The next order to be carried out on a thread of its own, with its number.
    pub fn order(&mut self) -> Option<(u64, Order)> {
        self.easel.next(&self.document)
    }

    pub(super) fn draw(&mut self, deed: Deed) -> Vec<Effect> {
        self.easel.push(deed);
        vec![Effect::Draw]
    }

    fn twins(&self) -> Option<Twins<'_>> {
        let land = self.document.land()?.regions();
        let symmetry = self.view.symmetry?;
        Some(Twins::new(symmetry, self.document.draft(), land))
    }

    /// Lets what the hand has done be done, and its twin.
    pub(super) fn draw_twins(&mut self, deed: Deed) -> Vec<Effect> {
        let deed = self.with_twin(deed);
        self.draw(deed)
    }

    pub(super) fn with_twin(&self, deed: Deed) -> Deed {
        match self.twins() {
            Some(twins) => twins.with(deed),
            None => deed,
        }
    }

    /// Lets what is seen of the twin of what the hand does follow that.
    pub(super) fn follow_twin(&mut self) {
        let known = std::mem::take(&mut self.hand.twins);
        self.hand.apart = None;
        let Some(twins) = self.twins() else { return };
        let tool = &self.hand.tool;
        let paints = tool.kind() == ToolKind::Brush;
        if tool.kind() == ToolKind::Move && twins.of_all(tool.held_keys()).is_none() {
            return;
        }
        // What is moved or pushed makes no new land.
        let has_twin = |shade: &Shade| match shade.paint {
            Paint::Land(key) => paints || twins.of(key).is_some(),
            Paint::New | Paint::Sea => true,
        };
        let shades = tool.shades().into_iter().filter(has_twin);
        let with_twin = |(at, shade): (usize, Shade)| {
            // A straight line is another one each time.
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
                Some(twins.apart(middles, tool.shades(), others))
            }
            (None, [(own, twin)]) if paints => twins.parted(own, twin).map(Vec::from),
            _ => None,
        };
        (self.hand.twins, self.hand.apart) = (now, apart);
    }

    /// Takes a step back, or makes it again: at once, or once what was drawn is.
    pub(super) fn step(&mut self, forth: bool) -> Vec<Effect> {
        self.hand.loose = None;
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
            News::Refused(_, Refusal::Redraw(RedrawError::Lines)) => self.begin_dissolving(),
            News::Refused(deed, refusal) => {
                if let (Deed::Cut { line, .. }, Refusal::Redraw(RedrawError::LooseEnd(at))) =
                    (deed.own(), &refusal)
                {
                    self.hand.loose = Some((self.document.state(), line.clone(), *at));
                }
                vec![Effect::Fail(texts::not_drawn(&refusal))]
            }
            News::Ready(deed @ (Deed::Undo | Deed::Redo), ready) => {
                let forth = deed == Deed::Redo;
                let before = self.document.state();
                let name = self.document.step_drawn(forth, ready.land);
                self.carry_trace(before);
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
        let (deed, touched, alone) = (deed.own(), ready.touched, ready.alone);
        let split = self.split_by(deed, &touched);
        let change = ready.change;
        let (before, size) = (self.document.state(), self.painting.scene.size());
        let made = self
            .document
            .make_drawn(ready.name, change.draft, &change.sheet, ready.land);
        match made {
            Ok(forgotten) => {
                self.pick_drawn(deed, &touched);
                if let Deed::Resize(frame) = deed {
                    let states = [before, self.document.state()];
                    self.resized.push((states, size, *frame));
                    self.carry_trace(before);
                }
                if let Some(mut split) = split {
                    split.states.push(self.document.state());
                    self.split = Some(split);
                }
                let alone = alone.map(|why| Effect::Say(texts::without_twin(&why)));
                let told = (forgotten > 0).then(|| Effect::Say(texts::forgotten(forgotten)));
                alone.into_iter().chain(told).collect()
            }
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    /// The parts of the one territory that a deed splits, or exchanges, with the states
    /// before.
    fn split_by(&self, deed: &Deed, touched: &[TerritoryKey]) -> Option<Split> {
        match deed {
            Deed::Cut { .. } | Deed::Divide { .. } => {
                let draft = self.document.draft();
                let known = touched
                    .iter()
                    .filter(|&&key| draft.territory(key).is_some());
                (known.count() == 1).then(|| Split {
                    parts: touched.to_vec(),
                    states: Vec::new(),
                })
            }
            Deed::Exchange(a, b) => {
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

    /// The two territories that exchange their land when that is asked for: those that are
    /// selected, or of those that one has just been split into the first and another.
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

    /// Lets another part have what the whole had.
    pub(super) fn exchange(&mut self) -> Vec<Effect> {
        match self.exchanged() {
            Some((a, b)) => self.draw_twins(Deed::Exchange(a, b)),
            None => vec![Effect::Say(texts::EXCHANGE_TWO.into())],
        }
    }

    /// Selects what came of commands, so that it can be seen; strokes leave the selection
    /// alone, since it says what they paint.
    fn pick_drawn(&mut self, deed: &Deed, touched: &[TerritoryKey]) {
        if let Deed::Merge(_) | Deed::Divide { .. } | Deed::Move { copy: true, .. } = deed {
            self.document.selection_mut().set(touched.iter().copied());
        }
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
        let twin = self.hand.twins.iter().map(|(_, twin)| twin.clone());
        let in_hand = match &self.hand.apart {
            Some(both) => both.clone(),
            None => self.hand.tool.shades().into_iter().chain(twin).collect(),
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
        let behind = self.behind().filter(|_| on_picture).map(|behind| Wash {
            pixels: behind.changed.clone(),
            tint: Tint::Hatched,
            over: Cover::All,
        });
        behind.into_iter().chain(strokes).chain(intended).collect()
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
        let size = self.painting.scene.size();
        let axes = self.view.symmetry.map(|symmetry| symmetry.axes(size));
        let axes = axes.unwrap_or_default();
        let middle = |at: &Point| (f64::from(at.x) + 0.5, f64::from(at.y) + 0.5);
        let is_cut = self.hand.tool.kind() == ToolKind::Cut && sketch.line.is_empty();
        let state = self.document.state();
        match &self.hand.loose {
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

    /// Makes one territory of those that are selected.
    pub(super) fn merge(&mut self) -> Vec<Effect> {
        let keys = self.document.selection().territories().to_vec();
        if keys.len() < 2 {
            return vec![Effect::Say(texts::MERGE_TWO.into())];
        }
        self.draw_twins(Deed::Merge(keys))
    }

    /// What one is about to do.
    pub fn intent(&self) -> Option<&Intent> {
        self.intent.as_ref()
    }

    /// What a command says about what one is about to do; what else is done is about
    /// something else, and ends it.
    pub(super) fn on_intent(&mut self, command: Command) -> Option<Vec<Effect>> {
        Some(match (command, self.intent.as_mut()?) {
            (Command::Confirm, _) => self.do_intended(),
            // What is only seen is the first thing to take back.
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
                if let Deed::Reshape { size, .. } = &mut trial.deed {
                    *size = self.view.brush.size;
                }
                self.try_out()
            }
            // Another try takes its place.
            (Command::Adjust(Adjust::Reshape(_)), Intent::Bend(_)) | (Command::Zoom(_), _) => {
                return None;
            }
            _ => {
                self.intent = None;
                return None;
            }
        })
    }

    /// Asks whether drawn lines are to dissolve, which is in the way of what draws land.
    pub(super) fn begin_dissolving(&mut self) -> Vec<Effect> {
        self.intent = Some(Intent::Dissolve(Trial::new(Deed::Dissolve), Vec::new()));
        self.try_out()
    }

    /// Does what one is about to do, once it is known what would come of it.
    fn do_intended(&mut self) -> Vec<Effect> {
        match self.intent.take_if(|intent| intent.is_ready()) {
            Some(
                Intent::Divide(Dividing { trial, .. })
                | Intent::Bend(trial)
                | Intent::Dissolve(trial, _),
            ) => self.make_tried(trial),
            Some(Intent::Resize(wish)) => {
                let frame = wish.frame().into_iter();
                frame
                    .flat_map(|frame| self.draw(Deed::Resize(frame)))
                    .collect()
            }
            Some(Intent::Tidy(tidying)) => self.draw(Deed::Tidy(tidying.gap)),
            None => Vec::new(),
        }
    }

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
            Command::Tidy => self.look_for_clutter(4),
            Command::Dissolve => self.begin_dissolving(),
            Command::NewColours => self.draw(Deed::NewColours),
            _ => return None,
        })
    }

    /// Tries another course of a border.
    pub(super) fn try_bend(&mut self, deed: Deed) -> Vec<Effect> {
        match &mut self.intent {
            Some(Intent::Bend(trial)) => trial.deed = deed,
            _ => self.intent = Some(Intent::Bend(Trial::new(deed))),
        }
        self.try_out()
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
