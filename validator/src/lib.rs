//! Is this a good map? Rules over a draft, for CI and the editor.
//!
//! Three steps: read a map, check it, repair it.
//!
//! ```
//! use marchland_validator::load::Loaded;
//! use marchland_validator::{Input, Safety, Severity, check, fix};
//!
//! // 1. Whatever is known of a map: its text, its mask, its folder, its settings.
//! let mut map = Loaded::open("tests/rules/PIV001/bad".as_ref())?;
//!
//! // 2. Findings have a code, a severity, one phrase, a place in the file and in the
//! //    mask, and fixes.
//! let report = check(&map.input());
//! let finding = report.open().next().expect("a pivot is missing");
//! assert_eq!(finding.rule.code, "PIV001");
//! assert_eq!(finding.severity, Severity::Error);
//! assert_eq!(finding.message, "Elbonia has no pivot");
//! assert_eq!(finding.span.as_ref().map(|span| span.line), Some(27));
//!
//! // 3. Fixes are lists of edits. All that are safe together, and the text that they
//! //    make of the file:
//! let repaired = fix::repair(&map.input(), Safety::Safe);
//! assert_eq!(repaired.report.counts().errors, 0);
//! let text = map.text.source().render(&repaired.draft);
//! map.take_text(&text);
//! assert_eq!(check(&map.input()).counts().errors, 0);
//!
//! // A draft alone, as an editor has it, can be checked as well; rules that need its
//! // text or its mask then stay silent.
//! let report = check(&Input::new(&map.draft, &map.settings));
//! assert_eq!(report.counts().errors, 0);
//! # Ok::<(), marchland_validator::load::LoadError>(())
//! ```
//!
//! [`check`] reads no file and takes no time worth a progress bar, so an editor calls
//! it after every change, off the thread that draws; [`load`] gathers the input for
//! programs that start from a path. The rules and their manual pages are [`RULES`],
//! and `render` has the formats of reports (with the feature `cli`, as the program).

mod catalogue;
mod causes;
mod check;
#[cfg(feature = "cli")]
pub mod cli;
mod diagnostic;
pub mod fix;
mod graph;
mod input;
mod land;
pub mod load;
#[cfg(feature = "cli")]
pub mod render;
mod rule;
mod rules;
mod selection;
mod settings;
mod subject;
mod waivers;

pub use catalogue::{FAMILIES, RULES, rule};
pub use check::{Counts, Report, check, check_while};
pub use diagnostic::{Entity, File, Finding, Fix, Rewrite, Safety, Span, Spot};
pub use input::{Folder, Input, Mask, Picture, Previous, Survey, Text};
pub use marchland_maps::Severity;
pub use rule::{Fixable, Rule};
pub use selection::Selection;
pub use settings::{
    FILE_NAME as SETTINGS_FILE, Limits, Settings, SettingsError, Waiver, with_waiver,
    without_waiver,
};
