//! Is this a good map? Rules over a draft, for CI and the editor.
//!
//! Three steps: read a map, check it, repair it.
//!
//! ```
//! use marchland_validator::load::Loaded;
//! use marchland_validator::{Input, Safety, Severity, check, fix};
//!
//! // 1. Everything known about a map: its text, mask, folder and settings.
//! let mut map = Loaded::open("tests/rules/PIV001/bad".as_ref())?;
//!
//! // 2. A finding has a code, a severity, a message, a place in the file and in the
//! //    mask, and fixes.
//! let report = check(&map.input());
//! let finding = report.open().next().expect("a pivot is missing");
//! assert_eq!(finding.rule.code, "PIV001");
//! assert_eq!(finding.severity, Severity::Error);
//! assert_eq!(finding.message, "Elbonia has no pivot");
//! assert_eq!(finding.span.as_ref().map(|span| span.line), Some(27));
//!
//! // 3. Fixes are lists of edits. Apply all safe fixes and write the result:
//! let repaired = fix::repair(&map.input(), Safety::Safe);
//! assert_eq!(repaired.report.counts().errors, 0);
//! let text = map.text.source().render(&repaired.draft);
//! map.take_text(&text);
//! assert_eq!(check(&map.input()).counts().errors, 0);
//!
//! // A draft alone can be checked as well; rules that need its text or mask are then
//! // silent.
//! let report = check(&Input::new(&map.draft, &map.settings));
//! assert_eq!(report.counts().errors, 0);
//! # Ok::<(), marchland_validator::load::LoadError>(())
//! ```
//!
//! [`check`] reads no files and is fast enough for an editor to call it after every
//! change, outside its drawing thread; [`load`] collects the input for programs that
//! start from a path. [`RULES`] lists the rules with their manual pages. `render`
//! has the report formats, and `cli` the program.

mod catalogue;
mod causes;
mod check;
pub mod cli;
mod diagnostic;
pub mod fix;
mod graph;
mod input;
pub mod load;
pub mod render;
mod rule;
mod rules;
mod selection;
mod settings;
mod subject;
mod waiver_text;
mod waivers;

pub use catalogue::{FAMILIES, RULES, rule};
pub use check::{Counts, Report, check, check_while};
pub use diagnostic::{Entity, File, Finding, Fix, Rewrite, Span, Spot};
pub use input::{Folder, Input, Mask, Picture, Survey, Text};
pub use marchland_maps::Severity;
pub use rule::{Rule, Safety};
pub use selection::Selection;
pub use settings::{FILE_NAME as SETTINGS_FILE, Limits, Settings, SettingsError, Waiver};
pub use waiver_text::{with_waiver, without_waiver};
