//! One mistake, one finding: that the draft lacks something is not news beside the
//! finding that says why what the file says of it cannot be read.

use std::collections::HashMap;
use std::ops::Range;

use marchland_maps::xml::{Flaw, Kind};

use crate::diagnostic::{Finding, Safety};
use crate::input::Text;
use crate::subject::Subject;
use marchland_maps::Severity;

/// Rules that speak of what is missing, and the attribute that would say it.
const ATTRIBUTES: [(&str, &str); 7] = [
    ("CON002", "continent"),
    ("CON005", "bonus"),
    ("CON013", "id"),
    ("CON014", "name"),
    ("NET003", "id"),
    ("TER001", "name"),
    ("TER008", "colour"),
];

/// Rules that speak of missing elements, which of what, and what would say them.
const ELEMENTS: [(&str, &str, &str); 3] = [
    ("MAP001", "map", "name"),
    ("MAP003", "map", "mask"),
    ("PIV001", "territory", "pivot"),
];

/// Rules that say why something cannot be read.
const CAUSES: [&str; 4] = ["XML002", "XML004", "XML010", "XML011"];

/// Takes out the findings whose cause another one tells that is no milder and not
/// waived. Where a value cannot be read, the fix that sets one is its, too, as a
/// guess.
pub(crate) fn join(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(text) = subject.text else {
        return;
    };
    let told = Told::new(text, findings);
    if told.flaws.is_empty() {
        return;
    }
    let mut fixes = Vec::new();
    findings.retain_mut(|finding| {
        let Some(cause) = told.cause_of(subject, finding) else {
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

/// The flaws that findings speak of, by where they begin.
struct Told<'a> {
    text: &'a Text,
    flaws: Vec<One<'a>>,
}

struct One<'a> {
    flaw: &'a Flaw,
    /// Of its finding.
    rule: &'static str,
    id: String,
    severity: Severity,
}

impl<'a> Told<'a> {
    fn new(text: &'a Text, findings: &[Finding]) -> Self {
        let by_start: HashMap<usize, &Flaw> =
            text.flaws().iter().map(|f| (f.span.start, f)).collect();
        let is_cause =
            |finding: &&Finding| CAUSES.contains(&finding.rule.code) && finding.waived.is_none();
        let mut flaws: Vec<_> = findings
            .iter()
            .filter(is_cause)
            .filter_map(|finding| {
                Some(One {
                    flaw: by_start.get(&finding.span.as_ref()?.bytes.start)?,
                    rule: finding.rule.code,
                    id: finding.id.clone(),
                    severity: finding.severity,
                })
            })
            .collect();
        flaws.sort_by_key(|one| one.flaw.span.start);
        Self { text, flaws }
    }

    /// What the file says in the place of what `finding` misses.
    fn cause_of(&self, subject: &Subject<'_>, finding: &Finding) -> Option<&One<'a>> {
        let code = finding.rule.code;
        let place = subject.in_text(self.text, finding.place)?;
        let attribute = ATTRIBUTES.iter().find(|(rule, _)| *rule == code);
        let element = ELEMENTS.iter().find(|(rule, ..)| *rule == code);
        let cause = match (attribute, element) {
            (Some((_, name)), _) => {
                let tag = self.text.locate(place, None)?.bytes;
                self.within(tag).find(|one| says_attribute(one.flaw, name))
            }
            (None, Some((_, parent, name))) => {
                let source = self.text.source();
                let element = source.tree().get(source.element(place)?);
                self.within(element.span().range())
                    .find(|one| self.says_element(one.flaw, parent, name))
            }
            (None, None) => None,
        };
        cause.filter(|one| one.severity >= finding.severity)
    }

    fn within(&self, bytes: Range<usize>) -> impl Iterator<Item = &One<'a>> {
        let from = self
            .flaws
            .partition_point(|one| one.flaw.span.start < bytes.start);
        let rest = self.flaws[from..].iter();
        rest.take_while(move |one| one.flaw.span.start < bytes.end)
    }

    /// Whether the flaw is why an element `name` in a `parent` is not read.
    fn says_element(&self, flaw: &Flaw, of: &str, name: &str) -> bool {
        if let Kind::Element { parent, suggestion } = flaw.kind {
            return parent == of && suggestion == Some(name);
        }
        let tree = self.text.source().tree();
        let own = tree.at(flaw.span.start).map(|id| tree.get(id).name);
        // Translations are names, too.
        name != "name" && own.is_some_and(|own| own.of(self.text.as_str()) == name)
    }
}

/// Whether the flaw is why an attribute `wanted` is not read.
fn says_attribute(flaw: &Flaw, wanted: &str) -> bool {
    match flaw.kind {
        Kind::Value { name } => name == wanted,
        Kind::Attribute { suggestion } => suggestion == Some(wanted),
        Kind::TooLong { what } => what == wanted,
        _ => false,
    }
}
