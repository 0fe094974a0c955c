//! What is wrong with the map, as the problems panel lists it.

use marchland_maps::{Place, Problem};

use crate::document::Document;
use crate::texts;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The map cannot be played.
    Error,
    /// The map is poorer for it.
    Warning,
    /// Worth knowing.
    Notice,
}

/// Something wrong with the map, wherever it was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, in a sentence.
    pub message: String,
    /// Where to look.
    pub place: Place,
}

impl From<&Problem> for Finding {
    fn from(problem: &Problem) -> Self {
        Self {
            severity: Severity::Error,
            message: texts::sentence(&problem.to_string()),
            place: problem.place(),
        }
    }
}

/// Everything that is wrong with a document's map, in the order of the file.
pub fn of(document: &Document) -> Vec<Finding> {
    document.problems().iter().map(Finding::from).collect()
}
