//! Is this a good map? Rules over a draft, for CI and the editor.
//!
//! [`check`] looks at a [`Draft`](marchland_maps::Draft) with whatever is known
//! of its text, its mask and its folder ([`Input`]) and gives a [`Report`]:
//! findings with a code, a severity, one phrase, a place in the file and in the
//! mask, and fixes as lists of [`Edit`](marchland_maps::Edit)s. It reads no
//! file and takes no time worth a progress bar, so an editor calls it after
//! every change, off the thread that draws; [`load`] gathers the input for
//! programs that start from a path.
//!
//! ```
//! use marchland_maps::{Draft, xml};
//! use marchland_validator::{Input, Settings, Severity, Text, check};
//!
//! let reading = xml::read(br#"<map format="1"><name>Tiny</name></map>"#);
//! let draft = reading.draft.clone();
//! let text = Text::new(reading);
//! let settings = Settings::default();
//! let report = check(&Input { text: Some(&text), ..Input::new(&draft, &settings) });
//! assert!(report.findings.iter().any(|finding| finding.rule.code == "MAP003"));
//! ```

mod causes;
mod check;
pub mod cli;
mod diagnostic;
pub mod fix;
mod graph;
mod input;
mod land;
pub mod load;
mod registry;
pub mod render;
mod rules;
mod settings;
mod subject;

pub use check::{Counts, Report, check, check_while};
pub use diagnostic::{Entity, File, Finding, Fix, Rewrite, Safety, Severity, Span, Spot};
pub use input::{Folder, Input, Mask, Own, Picture, Previous, Survey, Text};

pub use registry::{FAMILIES, Fixable, RULES, Rule, rule};
pub use settings::{
    FILE_NAME as SETTINGS_FILE, Limits, Settings, SettingsError, Waiver, with_waiver,
    without_waiver,
};
