//! Pointer events on the map.

use marchland_board::{self as board, Pointer};
use marchland_maps::{Point, Rgb, TerritoryKey};

use super::{Effect, Workspace, ids};
use crate::action::Action;
use crate::texts;
use crate::tools::{Gesture, Scope, Spot};

impl Workspace {
    /// Logical pixels within which a pivot is grabbed.
    const PIVOT_REACH: f64 = 9.0;
    /// Logical pixels within which a pivot snaps.
    const SNAP_REACH: f64 = 9.0;

    pub(super) fn spot(&self, pointer: &Pointer) -> Spot {
        let order = &self.document.draft().territories;
        let key = |plot: usize| order.get(plot).map(|t| t.key);
        let reach = |pixels: f64| pixels / pointer.scale;
        let pivot = self
            .painting
            .scene
            .pivot_at(pointer.x, pointer.y, reach(Self::PIVOT_REACH))
            .and_then(|(plot, at)| Some((key(plot)?, at)));
        let snap = reach(Self::SNAP_REACH);
        Spot {
            x: pointer.x,
            y: pointer.y,
            scale: pointer.scale,
            over: self
                .painting
                .scene
                .plot_at(pointer.x, pointer.y)
                .and_then(key),
            pivot,
            centre: self
                .document
                .land()
                .and_then(|land| land.centre_near(pointer.x, pointer.y, snap)),
            shift: pointer.modifiers.shift,
            command: pointer.modifiers.command,
            alt: pointer.modifiers.alt,
        }
    }

    pub(super) fn on_board(&mut self, event: board::Event) -> Vec<Effect> {
        let gesture = match event {
            board::Event::Moved(framing) => {
                self.view.framing = framing;
                return Vec::new();
            }
            board::Event::Hovered(pointer) => {
                self.tool_state.hovered = pointer.map(|p| self.spot(&p));
                self.hover_marks(self.tool_state.hovered);
                let Some(spot) = self.tool_state.hovered else {
                    return Vec::new();
                };
                Gesture::Hover(spot)
            }
            board::Event::Pressed(pointer, clicks) => {
                let spot = self.spot(&pointer);
                self.settle();
                self.intent = None;
                if self.findings.offers.is_some() {
                    self.close_offers();
                }
                if let Some(key) = self.tool_state.picking.take() {
                    return self.pick(key, &spot);
                }
                // Shift and Ctrl extend the selection, whatever is on the land.
                let draws = self.tool_state.tool.kind().draws();
                self.tool_state.pressed = if spot.shift || spot.command || draws {
                    Vec::new()
                } else {
                    self.marked_at(&spot)
                };
                if self.tool_state.pressed.is_empty() {
                    self.tool_state.stray = self.stray_at(&spot).filter(|_| !draws);
                    Gesture::Press(spot, clicks)
                } else {
                    // A second click on a mark goes to the next one there instead of renaming the
                    // land.
                    Gesture::Press(spot, 1)
                }
            }
            board::Event::Dragged(pointer) => {
                let spot = self.spot(&pointer);
                self.tool_state.hovered = Some(spot);
                Gesture::Drag(spot)
            }
            board::Event::Released(pointer) => {
                let spot = self.spot(&pointer);
                let pressed = std::mem::take(&mut self.tool_state.pressed);
                // A drag away from a mark is not a click on it.
                if !pressed.is_empty() && self.marked_at(&spot) == pressed {
                    self.feed(Gesture::Abort);
                    return self.click_mark(pressed);
                }
                Gesture::Release(spot)
            }
            board::Event::Cancelled => {
                self.tool_state.pressed.clear();
                Gesture::Abort
            }
            board::Event::Secondary(pointer, at) => return self.open_context_menu(&pointer, at),
            board::Event::Turned(..) => return Vec::new(),
        };
        self.feed(gesture)
    }

    /// The stray colour under the pointer.
    fn stray_at(&self, spot: &Spot) -> Option<Rgb> {
        let colour = self.document.land()?.colour_at(spot.x, spot.y)?;
        self.is_stray(colour).then_some(colour)
    }

    /// Whether a colour is neither a territory's nor a declared background or separator.
    pub(super) fn is_stray(&self, colour: Rgb) -> bool {
        let draft = self.document.draft();
        let declared = draft.mask.as_ref().is_some_and(|mask| {
            mask.background.contains(&colour) || mask.separator.contains(&colour)
        });
        !declared && draft.territories.iter().all(|t| t.colour != Some(colour))
    }

    pub(super) fn feed(&mut self, gesture: Gesture) -> Vec<Effect> {
        let land = self.document.land();
        let touching = |a, b| land.is_some_and(|land| land.border(a, b) > 0);
        let scope = Scope {
            draft: self.document.draft(),
            selection: self.document.selection(),
            touching: &touching,
            land: land.map(|land| &**land.regions()),
            brush: self.view.brush,
            size: self.painting.scene.size(),
        };
        if !matches!(gesture, Gesture::Hover(_)) {
            self.tool_state.loose = None;
        }
        let actions = self.tool_state.tool.feed(gesture, scope);
        self.follow_twin();
        let mut effects = Vec::new();
        for action in actions {
            match self.document.act(action) {
                Ok(Some(Action::Rename(_))) => effects.push(Effect::Focus(ids::NAME)),
                Ok(Some(Action::NewContinent(_))) => {
                    let made = self.document.selection().continent();
                    let id = made.and_then(|key| self.document.draft().continent(key)?.id);
                    self.tool_state.tool.go_on_with(id);
                    effects.push(Effect::Focus(ids::NAME));
                }
                Ok(Some(Action::ShiftTrace(x, y))) => self.shift_trace(x, y),
                Ok(Some(Action::Try(op))) => effects.extend(self.try_bend(op)),
                Ok(Some(Action::Draw(op))) => effects.extend(self.draw_twins(op)),
                Ok(Some(Action::Say(text))) => effects.push(Effect::Say(text)),
                Ok(Some(aim @ (Action::Aim(_) | Action::AimFrom(..) | Action::AimBack))) => {
                    effects.extend(self.aim(&aim));
                }
                Ok(_) => {}
                Err(error) => effects.push(Effect::Fail(texts::edit_failed(&error))),
            }
        }
        if matches!(gesture, Gesture::Press(..))
            && let Some(continent) = self
                .tool_state
                .tool
                .brush()
                .and_then(|id| self.document.draft().continent_by_id(id))
        {
            let key = continent.key;
            self.document.selection_mut().set_continent(key);
        }
        effects
    }

    /// Sets the key colour of a territory to the one under the pointer.
    fn pick(&mut self, key: TerritoryKey, spot: &Spot) -> Vec<Effect> {
        let colour = self
            .document
            .land()
            .and_then(|land| land.colour_at(spot.x, spot.y));
        let Some(colour) = colour else {
            return vec![Effect::Say(texts::NO_COLOUR_THERE.into())];
        };
        let made = self.set_key_colour(key, colour);
        Self::report(made, || None)
    }

    /// The mask pixel under the pointer and its colour.
    pub fn pointer_pixel(&self) -> Option<(Point, Option<Rgb>)> {
        let spot = self.tool_state.hovered?;
        let (width, height) = self.painting.scene.size();
        let inside = spot.x >= 0.0
            && spot.y >= 0.0
            && spot.x < f64::from(width)
            && spot.y < f64::from(height);
        inside.then(|| {
            let land = self.document.land();
            (
                spot.pixel(),
                land.and_then(|land| land.colour_at(spot.x, spot.y)),
            )
        })
    }
}
