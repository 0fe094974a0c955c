//! `marchland.toml`: severities, limits and waivers, beside the map and in the folders
//! above it.
//!
//! ```toml
//! root = true             # ignore files further up
//!
//! [rules]
//! ADJ012 = "warning"      # a rule: error, warning, info or off, in any case
//! BAL = "off"             # a family or another prefix of codes
//!
//! [limits]
//! name-chars = 24         # see `Limits`
//!
//! [[waiver]]
//! rule = "ADJ008"
//! about = ["territory:3", "territory:7"]   # leave out to cover all findings of the rule
//! reason = "the Alps: nobody crosses them"
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use marchland_maps::xml::Lines;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::catalogue::prefix;
use crate::diagnostic::Finding;
use crate::selection::Selection;
use marchland_maps::Severity;
use marchland_maps::files::plain;

/// The file's name.
pub const FILE_NAME: &str = "marchland.toml";

/// Maximum size of a settings file in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// Settings for the check of a map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// The severities by prefix of codes, `None` for off; one map per file, nearest to
    /// the map first.
    rules: Vec<BTreeMap<String, Option<Severity>>>,
    /// The keys of `[rules]` in the file beside the map, and their positions.
    entries: BTreeMap<String, Range<usize>>,
    /// The keys of `[balance]` in the file beside the map, and the positions of their values.
    balance: BTreeMap<String, Range<usize>>,
    /// Thresholds of the rules.
    pub limits: Limits,
    /// The limits that the files set.
    written: toml::Table,
    /// The waivers of the file beside the map, in its order.
    pub waivers: Vec<Waiver>,
    /// The waivers of files further up, which need not match a finding on this map.
    pub(crate) shared: Vec<Waiver>,
    /// Whether files further up are ignored.
    pub(crate) is_root: bool,
    /// The rules that run.
    pub selection: Selection,
}

/// Thresholds of the rules. With the defaults, the classic board has no warnings.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// TER005: maximum length of a name in characters.
    #[serde(deserialize_with = "count")]
    pub name_chars: usize,
    /// PIV007, TER006: minimum area of a part of a territory in pixels.
    #[serde(deserialize_with = "count")]
    pub part_pixels: u32,
    /// IMG007: maximum area of a speck in pixels.
    #[serde(deserialize_with = "count")]
    pub speck_pixels: u32,
    /// IMG003: minimum area of an unassigned colour in pixels.
    #[serde(deserialize_with = "count")]
    pub orphan_pixels: u32,
    /// ADJ008, ADJ010, ADJ016: minimum length of a contact in pixels.
    #[serde(deserialize_with = "count")]
    pub contact_pixels: u32,
    /// ADJ011: maximum length of a link by sea, in per cent of the shorter side of the
    /// mask.
    #[serde(deserialize_with = "count")]
    pub link_percent: u32,
    /// CON009: maximum share of the map in one continent, in per cent of territories.
    #[serde(deserialize_with = "count")]
    pub continent_percent: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            name_chars: 24,
            part_pixels: 50,
            speck_pixels: 8,
            orphan_pixels: 1,
            contact_pixels: 8,
            link_percent: 75,
            continent_percent: 60,
        }
    }
}

/// Accepts findings of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiver {
    /// The rule's code.
    pub rule: String,
    /// Tags that a finding must all have; empty to cover every finding of the rule.
    pub about: Vec<String>,
    /// The author's reason.
    pub reason: String,
    /// Its position in the settings.
    pub span: Range<usize>,
}

impl Waiver {
    /// Whether it covers this finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        let tags = finding.tags();
        self.rule == finding.rule.code && self.about.iter().all(|tag| tags.contains(tag))
    }

    /// A waiver for this finding and others with the same rule and tags.
    pub fn of(finding: &Finding, reason: impl Into<String>) -> Self {
        Self {
            rule: finding.rule.code.to_owned(),
            about: finding.tags(),
            reason: reason.into(),
            span: 0..0,
        }
    }
}

/// Why settings are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// Invalid TOML, or an unknown key or invalid value.
    #[error("line {line}, column {column}: {message}")]
    Toml {
        /// From 1.
        line: u32,
        /// In characters, from 1.
        column: u32,
        /// What is wrong.
        message: String,
    },
    /// A waiver's reason is blank.
    #[error("line {line}: the waiver of {rule} gives no reason; say why in `reason`")]
    NoReason {
        /// From 1.
        line: u32,
        /// The waiver's rule.
        rule: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    root: bool,
    #[serde(default)]
    rules: BTreeMap<String, Spanned<Level>>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    waiver: Vec<Spanned<RawWaiver>>,
    #[serde(default)]
    balance: BTreeMap<String, Spanned<IgnoredAny>>,
}

/// The keys of `[balance]` that `marchland-game balance` knows. It checks their values.
pub(crate) const BALANCE: [&str; 10] = [
    "players",
    "bots",
    "games",
    "seed",
    "max-seat",
    "max-held",
    "min-held",
    "max-lift",
    "max-unfinished",
    "flags",
];

/// A severity, or `None` for off.
#[derive(Deserialize, Clone, Copy)]
#[serde(try_from = "String")]
struct Level(Option<Severity>);

impl TryFrom<String> for Level {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("off") {
            return Ok(Self(None));
        }
        let severity = Severity::of_word(&text);
        severity
            .map(|severity| Self(Some(severity)))
            .ok_or_else(|| {
                let words = Severity::ALL.map(Severity::word);
                let found = text.to_ascii_lowercase();
                let is_near = |word: &&str| {
                    let begins = found.len() > 2 && word.starts_with(&found);
                    begins || strsim::levenshtein(&found, word) <= 2
                };
                let near = words.into_iter().find(is_near);
                let hint =
                    near.map_or_else(String::new, |word| format!("; did you mean \"{word}\"?"));
                format!(
                    "expected \"error\", \"warning\", \"info\" or \"off\", but found \"{}\"{hint}",
                    plain(&text)
                )
            })
    }
}

/// Reads a limit, with readable error messages.
fn count<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    let expected = "a whole number, 0 or more";
    match toml::Value::deserialize(deserializer)? {
        toml::Value::Integer(number) => T::try_from(number).map_err(|_| {
            let size = if number < 0 { "below 0" } else { "too large" };
            D::Error::custom(format!("expected {expected}, but {number} is {size}"))
        }),
        other => Err(D::Error::custom(format!(
            "expected {expected}, but found {other}"
        ))),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWaiver {
    rule: String,
    #[serde(default)]
    about: Vec<String>,
    reason: String,
}

impl Settings {
    /// Reads settings.
    ///
    /// # Errors
    /// [`SettingsError`] with the line. An unknown code is not an error but a finding
    /// (CFG002), so that one file serves several versions, and so is an unknown key of `[balance]`
    /// (CFG003), which is for another program.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let (line, column) = line_and_column(text, start);
            // TOML has keys, tables and lists, where serde says field, map and sequence.
            let message = match error.message() {
                "invalid type: map, expected a sequence" => {
                    "expected a list; a waiver begins with `[[waiver]]`, in double brackets"
                        .to_owned()
                }
                message => message
                    .trim_start_matches("invalid type: ")
                    .replace("unknown field", "unknown key")
                    .replace("missing field", "missing key")
                    .replace("expected a sequence", "expected a list such as [\"…\"]")
                    .replace("expected a map", "expected a table")
                    .replace(" as i128, expected any valid TOML value", " is too large"),
            };
            SettingsError::Toml {
                line,
                column,
                message,
            }
        })?;
        let table: toml::Table = toml::from_str(text).unwrap_or_default();
        let written = table.get("limits").and_then(toml::Value::as_table);
        let mut settings = Self {
            limits: raw.limits,
            written: written.cloned().unwrap_or_default(),
            is_root: raw.root,
            balance: raw
                .balance
                .into_iter()
                .map(|(key, value)| (key, value.span()))
                .collect(),
            ..Self::default()
        };
        let mut rules = BTreeMap::new();
        for (code, level) in raw.rules {
            settings.entries.insert(code.clone(), level.span());
            let Level(severity) = level.into_inner();
            rules.insert(prefix(&code).unwrap_or(code), severity);
        }
        settings.rules.push(rules);
        for waiver in raw.waiver {
            let span = waiver.span();
            let RawWaiver {
                rule,
                about,
                reason,
            } = waiver.into_inner();
            if reason.trim().is_empty() {
                let (line, _) = line_and_column(text, span.start);
                return Err(SettingsError::NoReason { line, rule });
            }
            settings.waivers.push(Waiver {
                rule: prefix(&rule).unwrap_or(rule),
                about,
                reason,
                span,
            });
        }
        Ok(settings)
    }

    /// Combines these settings with those of a file further up, which they override.
    /// The waivers of both apply.
    #[must_use]
    pub fn over(mut self, above: Self) -> Self {
        let mut written = above.written;
        written.extend(std::mem::take(&mut self.written));
        // Cannot fail: both tables have been read before.
        if let Ok(limits) = Limits::deserialize(written.clone()) {
            self.limits = limits;
        }
        self.written = written;
        self.rules.extend(above.rules);
        self.shared.extend(above.waivers);
        self.shared.extend(above.shared);
        self.is_root |= above.is_root;
        self
    }

    /// The severity of a rule under these settings, or `None` if it does not run. The
    /// nearest file with a prefix of the code decides, by its longest such prefix. A rule
    /// that is off runs only if its full code is selected.
    pub fn severity(&self, code: &str, usual: Severity) -> Option<Severity> {
        if !self.selection.runs(code) {
            return None;
        }
        let entry = self.rules.iter().find_map(|rules| {
            let mut lengths = (0..=code.len()).rev();
            lengths.find_map(|length| rules.get(&code[..length]))
        });
        match entry {
            None => Some(usual),
            Some(None) if self.selection.names(code) => Some(usual),
            Some(severity) => *severity,
        }
    }

    /// Sets the severity of a rule, overriding all files.
    pub fn set(&mut self, code: impl Into<String>, severity: Option<Severity>) {
        if self.rules.is_empty() {
            self.rules.push(BTreeMap::new());
        }
        self.rules[0].insert(code.into(), severity);
    }

    /// The keys of `[rules]` in the file beside the map, and their positions.
    pub(crate) fn rule_entries(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.entries.iter().map(|(code, span)| (&**code, span))
    }

    /// The keys of `[balance]` in the file beside the map, and the positions of their values.
    pub(crate) fn balance_entries(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.balance.iter().map(|(key, span)| (&**key, span))
    }
}

/// The last character boundary at or before `byte`.
pub(crate) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    let mut boundaries = (0..=byte).rev();
    boundaries
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// Line and column (in characters) of a byte, both from 1. For repeated look-ups use
/// [`Lines`](marchland_maps::xml::Lines).
fn line_and_column(text: &str, byte: usize) -> (u32, u32) {
    let byte = floor_char_boundary(text, byte);
    let at = Lines::of(text, 0).position(text, byte);
    (at.line, at.column)
}

#[cfg(test)]
mod tests;
