//! Which findings are listed.

use std::collections::HashSet;

use marchland_board::Rect;
use marchland_validator::{Finding, Severity};

use crate::matching::matches;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    pub(super) hidden: HashSet<Severity>,
    /// Hide those that only say that the map is unfinished.
    pub hides_to_do: bool,
    /// Show waived ones, too.
    pub waived: bool,
    /// Show only those in view.
    pub in_view: bool,
    /// Words that must all occur in code, rule or message.
    pub text: String,
}

impl Filter {
    pub fn shows(&self, severity: Severity) -> bool {
        !self.hidden.contains(&severity)
    }

    pub(super) fn lets(
        &self,
        finding: &Finding,
        is_to_do: bool,
        place: Option<Rect>,
        view: Option<Rect>,
    ) -> bool {
        let rule = finding.rule;
        let is_shown = if is_to_do {
            !self.hides_to_do
        } else {
            self.shows(finding.severity)
        };
        is_shown
            && (self.waived || finding.waived.is_none())
            && (!self.in_view || matches!((place, view), (Some(a), Some(b)) if touch(a, b)))
            && (self.text.trim().is_empty()
                || matches(
                    &self.text,
                    &format!("{} {} {}", rule.code, rule.name, finding.message),
                ))
    }
}

fn touch(a: Rect, b: Rect) -> bool {
    a.left < b.left + b.width
        && b.left < a.left + a.width
        && a.top < b.top + b.height
        && b.top < a.top + a.height
}
