//! What findings look like on the outside: one format, one file.
//!
//! Every format gets the same list and none changes the exit code.

mod edit;
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

/// A map that was checked.
#[derive(Debug)]
pub struct Checked<'a> {
    /// Its file as it is to be shown: relative if it was given so, `/` between
    /// folders.
    pub path: String,
    /// The map's name.
    pub name: Option<&'a str>,
    /// The text of the file.
    pub text: &'a str,
    /// The text of its settings.
    pub settings_text: Option<&'a str>,
    /// What is to be shown, in order; waived findings are left to the formats.
    pub findings: Vec<&'a Finding>,
    /// How many findings there are, those not shown included.
    pub counts: Counts,
}

/// A path of which nothing can be said.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// The path as it was given.
    pub path: String,
    /// Why it could not be looked at.
    pub message: String,
}

/// All that was checked.
#[derive(Debug)]
pub struct Results<'a> {
    /// In the order in which they were found.
    pub maps: Vec<Checked<'a>>,
    /// What could not be checked.
    pub failures: Vec<Failure>,
    /// From which severity findings count as failed.
    pub threshold: Severity,
}

impl Results<'_> {
    /// All counts together.
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

    /// `2 errors, 1 warning`, and how much information there is, shown or not.
    fn tally(&self) -> String {
        let counts = self.counts();
        let mut shown = self.maps.iter().flat_map(Checked::open);
        let hidden = if shown.any(|finding| finding.severity == Severity::Info) {
            ""
        } else {
            " (--level info shows it)"
        };
        match counts.infos {
            0 => tally(counts),
            infos => format!("{}, {infos} for information{hidden}", tally(counts)),
        }
    }

    /// Whether a finding makes the check fail.
    pub fn fails(&self, finding: &Finding) -> bool {
        finding.waived.is_none() && finding.severity >= self.threshold
    }
}

impl Checked<'_> {
    /// The findings that nothing lets be.
    fn open(&self) -> impl Iterator<Item = &Finding> {
        let all = self.findings.iter().copied();
        all.filter(|finding| finding.waived.is_none())
    }

    fn file_of(&self, finding: &Finding) -> String {
        match finding.file {
            File::Map => self.path.clone(),
            File::Settings => match self.path.rfind('/') {
                Some(at) => format!("{}/{FILE_NAME}", &self.path[..at]),
                None => FILE_NAME.to_owned(),
            },
        }
    }

    /// Line and column of a finding; the beginning of the file if it has no
    /// place in it.
    fn line_and_column(finding: &Finding) -> (u32, u32) {
        finding
            .span
            .as_ref()
            .map_or((1, 1), |span| (span.line, span.column))
    }
}

/// `2 errors, 1 warning`.
fn tally(counts: Counts) -> String {
    let plural = |count: usize, one: &str, many: &str| match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    let waived = match counts.waived {
        0 => String::new(),
        n => format!(", {n} waived"),
    };
    format!(
        "{}, {}{waived}",
        plural(counts.errors, "error", "errors"),
        plural(counts.warnings, "warning", "warnings")
    )
}
