//! `marchland.toml`: severities, thresholds and waivers, beside the map and in the
//! folders above it.
//!
//! ```toml
//! root = true             # files further up do not count
//!
//! [rules]
//! ADJ012 = "warning"      # a rule: error, warning, info or off, in any case
//! BAL = "off"             # a family, or the beginning of codes
//!
//! [limits]
//! name-chars = 24         # see `Limits`
//!
//! [[waiver]]
//! rule = "ADJ008"
//! about = ["territory:3", "territory:7"]   # left out: every finding of the rule
//! reason = "the Alps: nobody crosses them"
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use marchland_maps::xml::Lines;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::catalogue::beginning;
use crate::diagnostic::Finding;
use crate::selection::Selection;
use marchland_maps::Severity;
use marchland_maps::files::plain;

/// The file's name.
pub const FILE_NAME: &str = "marchland.toml";

/// The longest settings file that is read, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// What an author decided about the checks of one map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Of each file, the nearest to the map first: by the beginning of codes, the
    /// severity, or `None` for off.
    rules: Vec<BTreeMap<String, Option<Severity>>>,
    /// What the map's own file calls rules, and where it does.
    entries: BTreeMap<String, Range<usize>>,
    /// Numbers that rules compare with.
    pub limits: Limits,
    /// The limits that are written down.
    written: toml::Table,
    /// Which findings are waived, and why; in the order of the file.
    pub waivers: Vec<Waiver>,
    /// Waivers of the files above: there may be no finding for them on this map.
    pub(crate) shared: Vec<Waiver>,
    /// The file says that none above it counts.
    pub(crate) is_root: bool,
    /// Which rules are looked at.
    pub selection: Selection,
}

/// Numbers that rules compare with. Each has a default that keeps the classic
/// board free of warnings.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// TER005: characters of a name that a label holds.
    #[serde(deserialize_with = "count")]
    pub name_chars: usize,
    /// PIV007, TER006: pixels from which a part of a territory counts.
    #[serde(deserialize_with = "count")]
    pub part_pixels: u32,
    /// IMG007: pixels up to which a part of a territory is a speck.
    #[serde(deserialize_with = "count")]
    pub speck_pixels: u32,
    /// IMG003: pixels from which a colour that is nobody's is reported.
    #[serde(deserialize_with = "count")]
    pub orphan_pixels: u32,
    /// ADJ008: pixels of contact from which a missing link is reported.
    #[serde(deserialize_with = "count")]
    pub contact_pixels: u32,
    /// ADJ011: how long a link by sea may be, in percent of the shorter side
    /// of the mask.
    #[serde(deserialize_with = "count")]
    pub link_percent: u32,
    /// CON009: how much of the map one continent may hold, in percent.
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

/// A finding to be let be.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiver {
    /// The rule's code.
    pub rule: String,
    /// Tags that a finding must all be about; empty: every finding of the rule.
    pub about: Vec<String>,
    /// Why the finding is accepted, in the author's words.
    pub reason: String,
    /// Where it stands in the settings.
    pub span: Range<usize>,
}

impl Waiver {
    /// Whether it speaks of this finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        let tags = finding.tags();
        self.rule == finding.rule.code && self.about.iter().all(|tag| tags.contains(tag))
    }

    /// The waiver that speaks of this finding and, as far as tags go, no other.
    pub fn of(finding: &Finding, reason: impl Into<String>) -> Self {
        Self {
            rule: finding.rule.code.to_owned(),
            about: finding.tags(),
            reason: reason.into(),
            span: 0..0,
        }
    }
}

/// Why settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No TOML, or a key or value that settings do not have.
    #[error("line {line}, column {column}: {message}")]
    Toml {
        /// From 1.
        line: u32,
        /// In characters, from 1.
        column: u32,
        /// What the reader says.
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
    /// What `marchland-game balance` reads.
    #[serde(default, rename = "balance")]
    _balance: IgnoredAny,
}

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
        severity.map(|severity| Self(Some(severity))).ok_or_else(|| {
            let words = Severity::ALL.map(Severity::word);
            let distance = |word: &str| strsim::levenshtein(&text.to_ascii_lowercase(), word);
            let near = words.into_iter().find(|word| distance(word) <= 2);
            let meant = near.map_or_else(String::new, |word| format!("; did you mean \"{word}\"?"));
            format!(
                "a severity is \"error\", \"warning\", \"info\" or \"off\", but here it is \"{}\"{meant}",
                plain(&text)
            )
        })
    }
}

/// Reads a limit; what is wrong with one is said in words.
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
            "expected {expected}, but here it is {other}"
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
    /// [`SettingsError`] names the line. Codes of rules that do not exist are
    /// no error but a finding (CFG002), so that one file serves several
    /// versions.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |s| s.start));
            // What others call a field is a key in these files.
            let message = error.message();
            let message = message
                .replace("unknown field", "unknown key")
                .replace("missing field", "missing key");
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
            ..Self::default()
        };
        let mut rules = BTreeMap::new();
        for (code, level) in raw.rules {
            settings.entries.insert(code.clone(), level.span());
            let known = beginning(&code);
            let Level(severity) = level.into_inner();
            rules.insert(known.unwrap_or(code), severity);
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
                rule: beginning(&rule).unwrap_or(rule),
                about,
                reason,
                span,
            });
        }
        Ok(settings)
    }

    /// These settings where they speak, and those of a file further up where they are
    /// silent. Waivers of both count.
    #[must_use]
    pub fn over(mut self, above: Self) -> Self {
        let mut written = above.written;
        written.extend(std::mem::take(&mut self.written));
        // Each was read before.
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

    /// The severity that a finding has under these settings; `None` if the rule is not
    /// looked at. The nearest file that speaks of the rule counts, and in it the entry
    /// that says most of its code. What is off stays off unless its own code is
    /// selected.
    pub fn severity(&self, code: &str, usual: Severity) -> Option<Severity> {
        if !self.selection.runs(code) {
            return None;
        }
        let entry = self.rules.iter().find_map(|rules| {
            let mut beginnings = (0..=code.len()).rev();
            beginnings.find_map(|length| rules.get(&code[..length]))
        });
        match entry {
            None => Some(usual),
            Some(None) if self.selection.names(code) => Some(usual),
            Some(severity) => *severity,
        }
    }

    /// Sets the severity of a rule, before all files.
    pub fn set(&mut self, code: impl Into<String>, severity: Option<Severity>) {
        if self.rules.is_empty() {
            self.rules.push(BTreeMap::new());
        }
        self.rules[0].insert(code.into(), severity);
    }

    /// The entries of `[rules]` in the map's own file: what is named, and where.
    pub(crate) fn rule_entries(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.entries.iter().map(|(code, span)| (&**code, span))
    }
}

/// Adds a waiver to the text of a settings file and leaves all else as it
/// stands: comments, order, spaces.
///
/// # Errors
/// [`SettingsError`] if the text cannot be read; it is then left alone.
pub fn with_waiver(text: &str, waiver: &Waiver) -> Result<String, SettingsError> {
    Settings::parse(text)?;
    let mut table = toml_edit::Table::new();
    table.insert("rule", toml_edit::value(&waiver.rule));
    if !waiver.about.is_empty() {
        let tags: toml_edit::Array = waiver.about.iter().collect();
        table.insert("about", toml_edit::value(tags));
    }
    table.insert("reason", toml_edit::value(&waiver.reason));
    let mut document = editable(text)?;
    let list = document
        .entry("waiver")
        .or_insert_with(|| toml_edit::ArrayOfTables::new().into());
    match list.as_array_of_tables_mut() {
        Some(list) => list.push(table),
        None => return Err(written_in_a_line()),
    }
    Ok(document.to_string())
}

/// Takes a waiver out of the text of a settings file, the first that says the
/// same, and leaves all else as it stands. `None` if there is none like it.
///
/// # Errors
/// [`SettingsError`] if the text cannot be read; it is then left alone.
pub fn without_waiver(text: &str, waiver: &Waiver) -> Result<Option<String>, SettingsError> {
    let settings = Settings::parse(text)?;
    let same = |other: &Waiver| {
        (&other.rule, &other.about, &other.reason) == (&waiver.rule, &waiver.about, &waiver.reason)
    };
    let Some(at) = settings.waivers.iter().position(same) else {
        return Ok(None);
    };
    let mut document = editable(text)?;
    let list = document.get_mut("waiver");
    let Some(list) = list.and_then(toml_edit::Item::as_array_of_tables_mut) else {
        return Err(written_in_a_line());
    };
    list.remove(at);
    Ok(Some(document.to_string()))
}

fn editable(text: &str) -> Result<toml_edit::DocumentMut, SettingsError> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| SettingsError::Toml {
            line: 1,
            column: 1,
            message: error.message().to_owned(),
        })
}

/// `waiver = [{ … }]` instead of tables.
fn written_in_a_line() -> SettingsError {
    SettingsError::Toml {
        line: 1,
        column: 1,
        message: "`waiver` is written in a way that nothing can be added to or taken out of; \
                  write each as [[waiver]]"
            .to_owned(),
    }
}

/// The last boundary between characters that is not past `byte`.
pub(crate) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    let mut boundaries = (0..=byte).rev();
    boundaries
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// Line and column (in characters) of a byte, both from 1. For many of one text see
/// [`Lines`](marchland_maps::xml::Lines).
fn line_and_column(text: &str, byte: usize) -> (u32, u32) {
    let byte = floor_char_boundary(text, byte);
    let at = Lines::of(text, 0).position(text, byte);
    (at.line, at.column)
}

#[cfg(test)]
mod tests;
