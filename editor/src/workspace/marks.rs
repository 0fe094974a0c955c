//! Issue marks on the map, and the pointer on them.

use marchland_board::{Framing, Mark};
use marchland_validator::{Finding, Severity};

use super::{Effect, Workspace};
use crate::findings;
use crate::tools::{Spot, ToolKind};

impl Workspace {
    /// Marks of listed errors and warnings, and of the selected finding. Each has the index of
    /// its finding. While a heat map is shown, they would cover its figures, so only the selected
    /// finding has one.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let findings = &self.findings;
        // With the list closed, a waived one is done with.
        let is_shown = |one: &&Finding| self.view.issues_open || one.waived.is_none();
        let looked_at = [findings.chosen().filter(is_shown), findings.hovered()];
        let is_looked_at = |finding: &Finding| {
            let mut looked_at = looked_at.iter().flatten();
            looked_at.any(|one| std::ptr::eq(*one, finding))
        };
        let mut marks = Vec::new();
        for (of, (finding, place)) in findings.placed().enumerate() {
            let strong = is_looked_at(finding);
            let usual = self.view.layers.issues
                && self.balance.heat().is_none()
                && finding.waived.is_none()
                && finding.severity > Severity::Info
                && findings.filter().shows(finding.severity)
                && !findings.is_to_do(finding);
            if !(strong || usual) {
                continue;
            }
            let spot = finding.spot.map(|spot| spot.point);
            let spot = spot.map(|p| (f64::from(p.x) + 0.5, f64::from(p.y) + 0.5));
            let culprits = findings::culprits(finding).0.len();
            let middle = place
                .filter(|_| culprits > 0)
                .map(|p| (p.left + p.width / 2.0, p.top + p.height / 2.0));
            let Some(at) = spot.or(middle) else {
                continue;
            };
            marks.push(Mark {
                at,
                // Around several it would enclose land between them, so these are only selected.
                around: place.filter(|_| culprits < 2),
                severity: finding.severity,
                strong,
                of,
            });
        }
        marks
    }

    /// The findings whose marks are at a spot, top first. Only the select tool sees marks.
    pub(super) fn marked_at(&self, spot: &Spot) -> Vec<String> {
        if self.tool_state.tool.kind() != ToolKind::Select || self.tool_state.picking.is_some() {
            return Vec::new();
        }
        let all = self.findings.all();
        let marks = self.painting.scene.marks_at(spot.x, spot.y, spot.scale);
        let ids = marks
            .into_iter()
            .filter_map(|of| Some(all.get(of)?.id.clone()));
        ids.collect()
    }

    /// The findings whose marks are under the pointer, top first.
    pub fn marked(&self) -> impl Iterator<Item = &Finding> {
        self.tool_state
            .marked
            .iter()
            .filter_map(|id| self.findings.get(id))
    }

    /// The pointer moved to a spot, or left the map.
    pub(super) fn hover_marks(&mut self, spot: Option<Spot>) {
        let marked = spot.map_or_else(Vec::new, |spot| self.marked_at(&spot));
        // In the list, hovering is handled by the list.
        if !(marked.is_empty() && self.tool_state.marked.is_empty()) {
            self.findings.hover(marked.first().cloned());
        }
        self.tool_state.marked = marked;
    }

    /// Clicking a mark opens the list at its finding, or at the next one there. The map stays in
    /// place.
    pub(super) fn click_mark(&mut self, mut marked: Vec<String>) -> Vec<Effect> {
        let place = |id: &String| self.findings.all().iter().position(|f| f.id == *id);
        marked.sort_by_cached_key(|id| {
            let severity = self.findings.get(id).map(|finding| finding.severity);
            (std::cmp::Reverse(severity), place(id))
        });
        let chosen = self.findings.chosen().map(|finding| &finding.id);
        let at = marked.iter().position(|id| Some(id) == chosen);
        let next = at.map_or(0, |at| (at + 1) % marked.len());
        let Some(id) = marked.get(next).cloned() else {
            return Vec::new();
        };
        self.open_at(&id)
    }

    /// Opens the list at a finding, adjusting the filter, and selects its subject. The map moves
    /// only if the list would cover the place.
    pub(super) fn open_at(&mut self, id: &str) -> Vec<Effect> {
        let (width, height) = self.painting.scene.size();
        let mut size = self.view.board_size;
        let camera = self.view.framing.camera(width, height, size);
        if !self.view.issues_open {
            size.height -= self.view.issues_height();
        }
        self.view.issues_open = true;
        self.findings.show_batch(false);
        self.choose_issue(id);
        if let Some(place) = self.findings.place_of(id) {
            /// Logical pixels kept free around the place.
            const MARGIN: f32 = 48.0;
            let (x, y) = (
                place.left + place.width / 2.0,
                place.top + place.height / 2.0,
            );
            let at = camera.to_screen(x, y);
            let kept = |at: f32, room: f32| at.clamp(MARGIN, (room - MARGIN).max(MARGIN)) - at;
            let by = iced::Vector::new(kept(at.x, size.width), kept(at.y, size.height));
            self.view.framing = Framing::Free(camera.panned(by));
        }
        if self.findings.chosen_row().is_none() {
            self.findings.filter_by(&findings::Message::ShowAll);
            self.findings.list(self.seen());
        }
        self.bring_row_into_sight()
    }
}
