//! Findings in the workspace: their places, and applying fixes.

use marchland_board::{Framing, Line, LineKind, Rect};
use marchland_maps::{Edit, Point, TerritoryKey};
use marchland_validator::{Finding, Fix};

use super::{Effect, Rows, Sizes, Workspace, ids};
use crate::findings::look::{Outcome, PreparedFixes};
use crate::findings::preview::Preview;
use crate::findings::{self, Findings, Message};
use crate::{scenery, texts};

impl Workspace {
    /// Mask pixels shown around a small place.
    const AROUND: f64 = 48.0;

    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Whether the findings belong to the current map.
    pub fn is_checked(&self) -> bool {
        self.findings.is_fresh(self.document.revision())
    }

    /// Takes the result of a check.
    pub fn found(&mut self, outcome: Outcome) -> Vec<Effect> {
        let places = outcome.report.findings.iter();
        let places = places.map(|finding| self.rect_of(finding)).collect();
        let view = self.seen();
        match self.findings.take(outcome, places, view) {
            Some((id, at)) => self.apply_fix(&id, at),
            None => Vec::new(),
        }
    }

    /// Applies prepared fixes as one step; `None` if the map has changed since.
    pub fn apply_prepared(&mut self, prepared: Option<PreparedFixes>) -> Vec<Effect> {
        self.findings.work(false);
        let Some(prepared) = prepared.filter(|m| m.revision == self.document.revision()) else {
            return vec![Effect::Say(texts::MAP_MOVED_ON.into())];
        };
        self.findings.show_batch(false);
        if prepared.edits.is_empty() {
            return vec![Effect::Say(texts::NO_FIX_NEEDED.into())];
        }
        let count = prepared.count;
        let edit = Edit::batch(prepared.edits);
        let made = self.document.make(texts::apply_fixes(count), edit, None);
        Self::report(made, || Some(texts::fixes_applied(count)))
    }

    /// A check panicked.
    pub fn check_broke_down(&mut self) {
        self.findings.is_broken = true;
    }

    /// The preparation of fixes panicked.
    pub fn fixes_broke_down(&mut self) {
        self.findings.work(false);
    }

    /// The selected finding was waived: closes the reason field.
    pub fn waived(&mut self) {
        self.findings.reason = None;
    }

    pub(super) fn on_issue(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Severity(_)
            | Message::ToDo
            | Message::Waived
            | Message::InView(_)
            | Message::Text(_)
            | Message::ShowAll => {
                self.findings.filter_by(&message);
                self.findings.list(self.seen());
            }
            Message::Scrolled(to) => self.findings.scrolled = to,
            Message::Go(id) => {
                self.go_to(&id);
            }
            Message::Open(id) => return self.open_at(&id),
            Message::Offer(id) => {
                self.choose_issue(&id);
                self.close_offers();
                return self.offer();
            }
            Message::Why(id) => {
                let effects = self.open_at(&id);
                self.findings.explaining = true;
                return effects;
            }
            Message::Point(at) => self.point_at_offer(at),
            Message::Take(at) => return self.take_offer(at),
            Message::FirstError => return self.show_first_error(),
            Message::Hover(id) => self.findings.hover(id),
            Message::Peek(at) => self.peek(at),
            Message::Fix(id, at) => {
                self.settle();
                return self.apply_fix(&id, at);
            }
            Message::Explain(on) => self.findings.explaining = on,
            Message::Batch(on) => {
                self.peek(None);
                self.findings.show_batch(on);
            }
            Message::Tick(id) => self.findings.tick(&id),
            Message::TickAll(on) => self.findings.tick_all(on),
            Message::FixTicked => {
                self.settle();
                let ticked = self.findings.ticked();
                if !ticked.is_empty() {
                    self.peek(None);
                    self.findings.work(true);
                    return vec![Effect::PrepareFixes(ticked)];
                }
            }
            Message::Waive(on) => {
                self.findings.reason = on.then(String::new);
                if on {
                    return vec![Effect::Focus(ids::REASON)];
                }
            }
            Message::Reason(reason) => self.findings.reason = Some(reason),
            Message::WaiveDone => {
                let waiver = self.findings.waiver();
                return waiver.map(Effect::Waive).into_iter().collect();
            }
            Message::Unwaive(id) => {
                let outcome = self.findings.outcome();
                let waiver = outcome.and_then(|o| o.waiver_of(self.findings.get(&id)?));
                let waiver = waiver.cloned();
                return waiver.map(Effect::Unwaive).into_iter().collect();
            }
        }
        Vec::new()
    }

    /// Goes to the next or previous listed finding.
    pub(super) fn step_issue(&mut self, by: isize) -> Vec<Effect> {
        self.view.issues_open = true;
        self.findings.show_batch(false);
        let Some(id) = self.findings.step(by) else {
            return vec![Effect::Say(self.why_no_issue().into())];
        };
        self.go_to(&id);
        self.bring_row_into_sight()
    }

    /// Why no issue is listed, if none is.
    pub(super) fn why_no_issue(&self) -> &'static str {
        let nothing = self.findings.all().is_empty();
        match self.findings.outcome() {
            None => self.findings.why_unchecked(),
            Some(_) if nothing => texts::NO_ISSUES,
            Some(_) => texts::NOTHING_LISTED,
        }
    }

    /// Opens the list at the first error, adjusting the filter.
    fn show_first_error(&mut self) -> Vec<Effect> {
        let error = self.findings.first_error();
        let Some(id) = error.map(|finding| finding.id.clone()) else {
            return self.step_issue(1);
        };
        self.view.issues_open = true;
        self.findings.show_batch(false);
        self.go_to(&id);
        if self.findings.chosen_row().is_none() {
            self.findings.filter_by(&Message::ShowAll);
            self.findings.list(self.seen());
        }
        self.bring_row_into_sight()
    }

    /// Cancels what is open in the panel; returns whether anything was.
    pub(super) fn cancel_issue(&mut self) -> bool {
        let findings = &mut self.findings;
        let begun = findings.batch().is_some() || findings.reason.is_some() || findings.explaining;
        findings.show_batch(false);
        findings.reason = None;
        findings.explaining = false;
        findings.peek(None);
        begun
    }

    pub(super) fn bring_row_into_sight(&mut self) -> Vec<Effect> {
        let row = self.findings.chosen_row();
        self.bring_into_sight(row, self.view.sizes.list)
    }

    /// Scrolls the list of safe fixes to the line selected by keys.
    pub(super) fn bring_line_into_sight(&mut self) -> Vec<Effect> {
        let line = self.findings.batch_line();
        self.bring_into_sight(line, self.view.sizes.list - Sizes::OVER_BATCH)
    }

    fn bring_into_sight(&mut self, row: Option<usize>, height: f32) -> Vec<Effect> {
        let Some(row) = row else {
            return Vec::new();
        };
        let (top, bottom) = (Rows::ISSUES.top(row), Rows::ISSUES.top(row + 1));
        let scrolled = self.findings.scrolled;
        let to = if top < scrolled {
            top
        } else if bottom > scrolled + height {
            bottom - height
        } else {
            return Vec::new();
        };
        self.findings.scrolled = to;
        vec![Effect::Scroll(ids::ISSUES, to)]
    }

    /// Selects a finding and its subject; returns whether it exists.
    pub(super) fn choose_issue(&mut self, id: &str) -> bool {
        self.settle();
        self.findings.choose(id);
        let chosen = self.findings.chosen();
        let Some(finding) = chosen.filter(|finding| finding.id == id) else {
            return false;
        };
        let (territories, continents) = findings::culprits(finding);
        self.tool_state.stray = None;
        let selection = self.document.selection_mut();
        if !territories.is_empty() {
            selection.set(territories);
        } else if let Some(&continent) = continents.first() {
            selection.set_continent(continent);
        } else {
            selection.clear();
        }
        true
    }

    fn go_to(&mut self, id: &str) {
        if !self.choose_issue(id) {
            return;
        }
        if let Some(place) = self.findings.place_of(id) {
            let wide = |length: f64| (Self::AROUND - length).max(0.0);
            let (across, down) = (wide(place.width), wide(place.height));
            self.view.framing = Framing::Around(Rect {
                left: place.left - across / 2.0,
                top: place.top - down / 2.0,
                width: place.width + across,
                height: place.height + down,
            });
        }
    }

    pub(super) fn peek(&mut self, at: Option<(String, usize)>) {
        if self.findings.peek(at) {
            let fix = self.findings.peeked();
            let preview = fix.and_then(|fix| Preview::of(self.document.draft(), fix));
            self.findings.show_preview(preview);
        }
    }

    /// Applies a fix as one step, or postpones it while the findings are out of date.
    fn apply_fix(&mut self, id: &str, at: usize) -> Vec<Effect> {
        let fix = self.findings.get(id).and_then(|f| f.fixes.get(at)).cloned();
        let usable = |fix: &Fix| fix.disabled.is_none();
        let Some(fix) = fix.filter(usable) else {
            return vec![Effect::Say(texts::NOT_ON_OFFER.into())];
        };
        if !self.is_checked() {
            self.findings.postpone(id, &fix.title);
            return Vec::new();
        }
        self.peek(None);
        let made = self.document.make(fix.title.clone(), fix.edit(), None);
        Self::report(made, || Some(texts::done(&fix.title)))
    }

    /// The visible part of the mask; `None` without a mask.
    pub(super) fn seen(&self) -> Option<Rect> {
        let (width, height) = self.painting.scene.size();
        let size = self.view.board_size;
        let camera = self.view.framing.camera(width, height, size);
        (width > 0).then(|| Rect {
            left: camera.left,
            top: camera.top,
            width: f64::from(size.width) / camera.scale,
            height: f64::from(size.height) / camera.scale,
        })
    }

    fn rect_of(&self, finding: &Finding) -> Option<Rect> {
        if let Some(spot) = finding.spot {
            let Point { x, y } = spot.point;
            // The point may be outside the box: a pivot in a neighbour's land.
            let mut place = Rect {
                left: f64::from(x),
                top: f64::from(y),
                width: 1.0,
                height: 1.0,
            };
            if let Some(bounds) = spot.bounds {
                place = place.with(&bounds.into());
            }
            // Show a wrong pixel with its territory, and one of several territories with the
            // others.
            let keys = findings::culprits(finding).0;
            let is_land = |bounds| {
                let land = self.document.land()?.regions();
                let region = land.get(land.region_at(x, y)?);
                Some(region.bounds == bounds)
            };
            let is_one_of = keys.len() > 1 && spot.bounds.and_then(is_land) == Some(true);
            let land = (spot.bounds.is_none() || is_one_of).then(|| self.around(&keys));
            let land = land.flatten();
            return Some(land.map_or(place, |land| land.with(&place)));
        }
        let draft = self.document.draft();
        let (mut keys, continents) = findings::culprits(finding);
        for key in continents {
            let id = draft.continent(key).and_then(|c| c.id);
            let members = draft.territories.iter();
            let members = members.filter(|t| id.is_some() && t.continent == id);
            keys.extend(members.map(|t| t.key));
        }
        self.around(&keys)
    }

    /// Lines of a fix's preview, or the link of a finding.
    pub(super) fn issue_lines(&self) -> Vec<Line> {
        if let Some(preview) = self.findings.preview() {
            return preview.lines.clone();
        }
        let draft = self.document.draft();
        let looked_at = self
            .findings
            .hovered()
            .or(self.findings.chosen().filter(|_| self.view.issues_open));
        let Some(finding) = looked_at.filter(|finding| finding.rule.family() == "ADJ") else {
            return Vec::new();
        };
        let pivot = |key: &TerritoryKey| draft.territory(*key)?.pivots.first().copied();
        match &findings::culprits(finding).0[..] {
            [a, b] => match (pivot(a), pivot(b)) {
                (Some(from), Some(to)) => vec![Line {
                    from,
                    to,
                    kind: LineKind::Noted,
                    one_way: false,
                    strong: true,
                }],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The plots of the hovered fix's preview, or else of the hovered finding.
    pub fn pointed_at(&self) -> Vec<marchland_board::PlotIndex> {
        let draft = self.document.draft();
        if let Some(preview) = self.findings.preview() {
            return scenery::plots_of(draft, &preview.touched);
        }
        let finding = self.findings.hovered();
        let keys = finding.map(|finding| findings::culprits(finding).0);
        scenery::plots_of(draft, &keys.unwrap_or_default())
    }
}
