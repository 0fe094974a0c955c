//! Report formats, one per file.
//!
//! All get the same findings, and none changes the exit code.

mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod markdown;
mod page;
mod sarif;
mod short;
mod statistics;

pub use github::github;
pub use gitlab::gitlab;
pub use human::human;
pub use json::{VERSION as JSON_VERSION, json};
pub use junit::junit;
pub use markdown::markdown;
pub use page::{index, page};
pub use sarif::sarif;
pub use short::short;
pub use statistics::statistics;

use serde::Serialize;

use crate::check::Counts;
use crate::diagnostic::{File, Finding};
use crate::settings::FILE_NAME;
use marchland_maps::Severity;

/// A checked map.
#[derive(Debug)]
pub struct Checked {
    /// The path of its file as shown: relative if given so, separated by `/`.
    pub path: String,
    /// The path relative to the root of its repository, for reports that a host of
    /// repositories reads; as shown if it is in none.
    pub place: String,
    /// The map's name.
    pub name: Option<String>,
    /// The text of the file.
    pub text: String,
    /// The text of its settings.
    pub settings_text: Option<String>,
    /// The findings to show in order, including waived ones, which most formats omit.
    pub findings: Vec<Finding>,
    /// Counts of all findings, including those not shown.
    pub counts: Counts,
}

/// A path that could not be checked.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// The path as given.
    pub path: String,
    /// Why it could not be checked.
    pub message: String,
    /// The path relative to the root of its repository, as in [`Checked`].
    #[serde(skip)]
    pub place: String,
}

/// The file of a finding of the map at `path`.
fn file_of(path: &str, finding: &Finding) -> String {
    match finding.file {
        File::Map => path.to_owned(),
        File::Settings => match path.rfind('/') {
            Some(at) => format!("{}/{FILE_NAME}", &path[..at]),
            None => FILE_NAME.to_owned(),
        },
    }
}

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    /// The checked maps in the order in which they were found.
    pub maps: Vec<Checked>,
    /// Paths that could not be checked.
    pub failures: Vec<Failure>,
    /// The lowest severity that fails the check.
    pub threshold: Severity,
}

impl Results {
    /// The sums of all counts.
    pub fn counts(&self) -> Counts {
        let mut all = Counts::default();
        for map in &self.maps {
            all.errors += map.counts.errors;
            all.warnings += map.counts.warnings;
            all.infos += map.counts.infos;
            all.waived += map.counts.waived;
        }
        all
    }

    /// `2 errors, 1 warning`, with the number of infos and whether they are hidden.
    fn tally(&self) -> String {
        let counts = self.counts();
        let mut shown = self.maps.iter().flat_map(Checked::open);
        let hidden = if shown.any(|finding| finding.severity == Severity::Info) {
            ""
        } else {
            " hidden (show with --level info)"
        };
        match counts.infos {
            0 => tally(counts),
            infos => format!(
                "{}, {}{hidden}",
                tally(counts),
                many(infos, "info", "infos")
            ),
        }
    }

    /// Whether a finding fails the check.
    pub fn fails(&self, finding: &Finding) -> bool {
        finding.waived.is_none() && finding.severity >= self.threshold
    }
}

impl Checked {
    /// The findings that are not waived.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Finding> {
        let all = self.findings.iter();
        all.filter(|finding| finding.waived.is_none())
    }

    /// The file of a finding as shown.
    fn file_of(&self, finding: &Finding) -> String {
        file_of(&self.path, finding)
    }

    /// The file of a finding relative to the root of its repository.
    fn place_of(&self, finding: &Finding) -> String {
        file_of(&self.place, finding)
    }

    /// Line and column of a finding; (1, 1) if it has no position.
    fn line_and_column(finding: &Finding) -> (u32, u32) {
        finding
            .span
            .as_ref()
            .map_or((1, 1), |span| (span.line, span.column))
    }
}

/// `2 errors, 1 warning`.
fn tally(counts: Counts) -> String {
    let waived = match counts.waived {
        0 => String::new(),
        n => format!(", {n} waived"),
    };
    format!(
        "{}, {}{waived}",
        many(counts.errors, "error", "errors"),
        many(counts.warnings, "warning", "warnings")
    )
}

/// `no errors`, `1 error` or `2 errors`.
pub(crate) fn many(count: usize, singular: &str, plural: &str) -> String {
    match count {
        0 => format!("no {plural}"),
        1 => format!("1 {singular}"),
        n => format!("{n} {plural}"),
    }
}
