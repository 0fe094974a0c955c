//! One finding per mistake: drops findings about missing values if another finding
//! says why the value in the file cannot be read.

use std::collections::HashMap;
use std::ops::Range;

use marchland_maps::xml::{Attribute, Flaw, Kind};

use crate::diagnostic::Finding;
use crate::input::Text;
use crate::rule::Safety;
use crate::subject::Subject;
use marchland_maps::Severity;

/// Rules about missing values, and the attribute that would hold the value.
const ATTRIBUTES: [(&str, &str); 7] = [
    ("CON002", "continent"),
    ("CON005", "bonus"),
    ("CON013", "id"),
    ("CON014", "name"),
    ("NET003", "id"),
    ("TER001", "name"),
    ("TER008", "colour"),
];

/// Rules about missing elements: the rule, the parent and the missing element.
const ELEMENTS: [(&str, &str, &str); 3] = [
    ("MAP001", "map", "name"),
    ("MAP003", "map", "mask"),
    ("PIV001", "territory", "pivot"),
];

/// Rules about unreadable parts of the file.
const CAUSES: [&str; 4] = ["XML002", "XML004", "XML010", "XML011"];

/// Removes each finding that has a cause: another finding that is not waived and at
/// least as severe. The cause of an unreadable value takes over the fixes that would
/// set the value, as guesses.
pub(crate) fn merge(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(text) = subject.text else {
        return;
    };
    let causes = Causes::new(text, findings);
    if causes.list.is_empty() {
        return;
    }
    let mut fixes = Vec::new();
    findings.retain_mut(|finding| {
        let Some(cause) = causes.of(subject, finding) else {
            return true;
        };
        let sets_it = matches!(cause.rule, "XML004" | "XML010");
        if sets_it && finding.rule.code != "PIV001" {
            fixes.extend(finding.fixes.drain(..).map(|fix| (cause.id.clone(), fix)));
        }
        false
    });
    for (id, mut fix) in fixes {
        if let Some(cause) = findings.iter_mut().find(|finding| finding.id == id) {
            fix.safety = Safety::Unsafe;
            cause.fixes.push(fix);
        }
    }
}

/// All possible causes.
struct Causes<'a> {
    text: &'a Text,
    /// Sorted by the start of the flaw.
    list: Vec<Cause<'a>>,
}

/// A flaw and the rule, id and severity of its finding.
struct Cause<'a> {
    flaw: &'a Flaw,
    rule: &'static str,
    id: String,
    severity: Severity,
}

impl<'a> Causes<'a> {
    fn new(text: &'a Text, findings: &[Finding]) -> Self {
        let by_start: HashMap<usize, &Flaw> =
            text.flaws().iter().map(|f| (f.span.start, f)).collect();
        let is_cause =
            |finding: &&Finding| CAUSES.contains(&finding.rule.code) && finding.waived.is_none();
        let mut list: Vec<_> = findings
            .iter()
            .filter(is_cause)
            .filter_map(|finding| {
                Some(Cause {
                    flaw: by_start.get(&finding.span.as_ref()?.bytes.start)?,
                    rule: finding.rule.code,
                    id: finding.id.clone(),
                    severity: finding.severity,
                })
            })
            .collect();
        list.sort_by_key(|cause| cause.flaw.span.start);
        Self { text, list }
    }

    /// The cause of a finding about a missing value or element.
    fn of(&self, subject: &Subject<'_>, finding: &Finding) -> Option<&Cause<'a>> {
        let code = finding.rule.code;
        let place = subject.in_text(self.text, finding.place)?;
        let attribute = ATTRIBUTES.iter().find(|(rule, _)| *rule == code);
        let element = ELEMENTS.iter().find(|(rule, ..)| *rule == code);
        let cause = match (attribute, element) {
            (Some((_, name)), _) => {
                let tag = self.text.locate(place, None)?.bytes;
                self.within(tag)
                    .find(|cause| affects_attribute(cause.flaw, name))
            }
            (None, Some((_, parent, name))) => {
                let source = self.text.source();
                let element = source.tree().get(source.element(place)?);
                self.within(element.span().range())
                    .find(|cause| self.affects_element(cause.flaw, parent, name))
            }
            (None, None) => None,
        };
        cause.filter(|cause| cause.severity >= finding.severity)
    }

    fn within(&self, bytes: Range<usize>) -> impl Iterator<Item = &Cause<'a>> {
        let from = self
            .list
            .partition_point(|cause| cause.flaw.span.start < bytes.start);
        let rest = self.list[from..].iter();
        rest.take_while(move |cause| cause.flaw.span.start < bytes.end)
    }

    /// Whether the flaw makes an element `name` of `parent` unreadable.
    fn affects_element(&self, flaw: &Flaw, parent: &str, name: &str) -> bool {
        if let Kind::Element {
            parent: own,
            suggestion,
        } = flaw.kind
        {
            return own == parent && suggestion == Some(name);
        }
        let tree = self.text.source().tree();
        let text = self.text.as_str();
        let own = tree.at(flaw.span.start);
        let is_lang = |attribute: &Attribute| attribute.name.of(text) == "lang";
        own.is_some_and(|own| {
            tree.get(own).name.of(text) == name
                // With a language it is a translation; territories have no other.
                && (name != "name"
                    || matches!(flaw.kind, Kind::TooLong { .. })
                        && !tree.attributes(own).iter().any(is_lang))
        })
    }
}

/// Whether the flaw makes an attribute `wanted` unreadable.
fn affects_attribute(flaw: &Flaw, wanted: &str) -> bool {
    match flaw.kind {
        Kind::Value { name } => name == wanted,
        Kind::Attribute { suggestion } => suggestion == Some(wanted),
        Kind::TooLong { what } => what == wanted,
        _ => false,
    }
}
