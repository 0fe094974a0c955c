//! Runs the rules and puts what they find in order.

use std::collections::HashMap;

use marchland_maps::xml::Flaw;
use serde::Serialize;

use crate::catalogue::RULES;
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
    /// In the order of the file, waived ones included.
    pub findings: Vec<Finding>,
}

/// How many findings there are of each severity, and how many are waived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// Errors that no waiver covers.
    pub errors: usize,
    /// Warnings that no waiver covers.
    pub warnings: usize,
    /// Information that no waiver covers.
    pub infos: usize,
    /// Findings that a waiver covers.
    pub waived: usize,
}

impl Report {
    /// How many findings there are of each kind.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in &self.findings {
            *match (&finding.waived, finding.severity) {
                (Some(_), _) => &mut counts.waived,
                (None, Severity::Error) => &mut counts.errors,
                (None, Severity::Warning) => &mut counts.warnings,
                (None, Severity::Info) => &mut counts.infos,
            } += 1;
        }
        counts
    }

    /// The findings that no waiver covers.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.waived.is_none())
    }
}

/// Checks a draft against every rule.
///
/// Pure: the same input gives the same report, in the same order. Takes time
/// about linear in territories, links, and runs of the mask; run it off the
/// thread that draws.
pub fn check(input: &Input<'_>) -> Report {
    check_while(input, &|| true).unwrap_or_default()
}

/// As [`check`], but asks before every rule whether to go on; `None` as soon
/// as it may not. For an editor, whose map changes while it is looked at.
pub fn check_while(input: &Input<'_>, go_on: &dyn Fn() -> bool) -> Option<Report> {
    let subject = Subject::new(input);
    let mut findings = Vec::new();
    // Of a broken file the draft holds what could be made out; what it lacks is
    // no news.
    let flaws = input.text.map_or(&[][..], Text::flaws);
    let broken = flaws.iter().any(Flaw::is_broken);
    for (rule, look) in RULES.iter().zip(CHECKS) {
        if !go_on() {
            return None;
        }
        if broken && !matches!(rule.family(), "XML" | "CFG") {
            continue;
        }
        if input.settings.severity(rule.code, rule.severity).is_some() {
            findings.extend(look(rule, &subject));
        }
    }
    findings.iter_mut().for_each(Finding::put_on_lines);
    number(&mut findings);
    for finding in &mut findings {
        settle(&subject, finding);
    }
    let unused = waivers::mark(&input.settings.waivers, &mut findings);
    waivers::mark(&input.settings.shared, &mut findings);
    causes::join(&subject, &mut findings);
    let rule = RULES.iter().find(|rule| rule.code == "CFG001");
    let severity = rule.and_then(|rule| input.settings.severity(rule.code, rule.severity));
    // What was not looked at may need its waiver the next time.
    let looked_at = |waiver: &&Waiver| input.settings.selection.runs(&waiver.rule);
    if let (Some(rule), Some(severity), false) = (rule, severity, broken) {
        let unused: Vec<_> = unused.into_iter().filter(looked_at).collect();
        let mut unused = waivers::unused(&subject, rule, &unused, severity);
        unused.iter_mut().for_each(Finding::put_on_lines);
        number(&mut unused);
        findings.extend(unused);
    }
    findings.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    Some(Report { findings })
}

/// Gives every finding its id; equal ones are told apart by their order.
fn number(findings: &mut [Finding]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for finding in findings {
        let id = finding.plain_id();
        let times = seen.entry(id.clone()).or_default();
        *times += 1;
        finding.id = match *times {
            1 => id,
            n => format!("{id}#{n}"),
        };
    }
}

/// Finds the finding in the text and lets the settings speak.
fn settle(subject: &Subject<'_>, finding: &mut Finding) {
    if finding.about.is_empty() {
        finding.about.push(Entity::Map);
    }
    if finding.span.is_none() && finding.file == File::Map {
        finding.span = subject.locate(finding.place, finding.attribute);
    }
    // A finding that its rule made milder stays milder than the rule.
    let usual = finding.rule.severity;
    let set = subject.settings.severity(finding.rule.code, usual);
    if let Some(set) = set
        && (set != usual || finding.severity > usual)
    {
        finding.severity = set;
    }
}

/// By file and place in it; what has no place comes first.
fn sort_key(finding: &Finding) -> (File, usize, &str, &str) {
    let start = finding.span.as_ref().map_or(0, |span| span.bytes.start);
    (finding.file, start, finding.rule.code, &finding.id)
}
