//! Runs the rules and sorts their findings.

use std::collections::HashMap;

use marchland_maps::xml::Flaw;
use serde::Serialize;

use crate::catalogue::{self, RULES};
use crate::causes;
use crate::diagnostic::{Entity, File, Finding};
use crate::input::{Input, Text};
use crate::rules::CHECKS;
use crate::settings::Waiver;
use crate::subject::Subject;
use crate::waivers;
use marchland_maps::Severity;

/// Everything found on one map.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// All findings in the order of the file, including waived ones.
    pub findings: Vec<Finding>,
}

/// The number of findings of each severity, and of waived findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// Errors that are not waived.
    pub errors: usize,
    /// Warnings that are not waived.
    pub warnings: usize,
    /// Infos that are not waived.
    pub infos: usize,
    /// Waived findings of any severity.
    pub waived: usize,
}

impl Counts {
    /// Counts findings.
    pub fn of(findings: &[Finding]) -> Self {
        let mut counts = Self::default();
        for finding in findings {
            *match (&finding.waived, finding.severity) {
                (Some(_), _) => &mut counts.waived,
                (None, Severity::Error) => &mut counts.errors,
                (None, Severity::Warning) => &mut counts.warnings,
                (None, Severity::Info) => &mut counts.infos,
            } += 1;
        }
        counts
    }
}

impl Report {
    /// Counts the findings.
    pub fn counts(&self) -> Counts {
        Counts::of(&self.findings)
    }

    /// The findings that are not waived.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.waived.is_none())
    }
}

/// Checks a draft against every rule.
///
/// The same input gives the same report. Takes time about linear in territories,
/// links and runs of the mask.
pub fn check(input: &Input<'_>) -> Report {
    check_while(input, &|| true).unwrap_or_default()
}

/// Like [`check`], but calls `go_on` before every rule and returns `None` as soon as it
/// is false. For an editor, whose map may change during a check.
pub fn check_while(input: &Input<'_>, go_on: &dyn Fn() -> bool) -> Option<Report> {
    let subject = Subject::new(input);
    let mut findings = Vec::new();
    // The draft of a broken file is incomplete, so what it lacks is not reported.
    let flaws = input.text.map_or(&[][..], Text::flaws);
    let broken = flaws.iter().any(Flaw::is_broken);
    for (rule, check) in RULES.iter().zip(CHECKS) {
        if !go_on() {
            return None;
        }
        if broken && !matches!(rule.family(), "XML" | "CFG") {
            continue;
        }
        if input.settings.severity(rule.code, rule.severity).is_some() {
            findings.extend(check(rule, &subject));
        }
    }
    assign_ids(&mut findings);
    for finding in &mut findings {
        complete(&subject, finding);
    }
    let unused = waivers::apply(&input.settings.waivers, &mut findings);
    waivers::apply(&input.settings.shared, &mut findings);
    causes::merge(&subject, &mut findings);
    let rule = catalogue::rule("CFG001");
    let severity = rule.and_then(|rule| input.settings.severity(rule.code, rule.severity));
    // A waiver of a rule that did not run is not unused, and CFG002 reports unknown rules.
    let ran = |waiver: &&Waiver| {
        catalogue::rule(&waiver.rule).is_some() && input.settings.selection.runs(&waiver.rule)
    };
    if let (Some(rule), Some(severity), false) = (rule, severity, broken) {
        let unused: Vec<_> = unused.into_iter().filter(ran).collect();
        let mut unused = waivers::unused(&subject, rule, &unused, severity);
        assign_ids(&mut unused);
        findings.extend(unused);
    }
    findings.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    Some(Report { findings })
}

/// Sanitises the texts of the findings and gives each its id; equal ids are numbered.
fn assign_ids(findings: &mut [Finding]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for finding in findings {
        finding.sanitise();
        let id = finding.base_id();
        let times = seen.entry(id.clone()).or_default();
        *times += 1;
        finding.id = match *times {
            1 => id,
            n => format!("{id}#{n}"),
        };
    }
}

/// Sets the entity and the span if the rule has not, and applies the settings' severity.
fn complete(subject: &Subject<'_>, finding: &mut Finding) {
    if finding.about.is_empty() {
        finding.about.push(Entity::Map);
    }
    if finding.span.is_none() && finding.file == File::Map {
        finding.span = subject.locate(finding.place, finding.attribute);
    }
    // A rule may lower the severity of a finding; only explicit settings override that.
    let usual = finding.rule.severity;
    let set = subject.settings.severity(finding.rule.code, usual);
    if let Some(set) = set
        && (set != usual || finding.severity > usual)
    {
        finding.severity = set;
    }
}

/// By file and position; findings without a position come first.
fn sort_key(finding: &Finding) -> (File, usize, &str, &str) {
    let start = finding.span.as_ref().map_or(0, |span| span.bytes.start);
    (finding.file, start, finding.rule.code, &finding.id)
}
