//! `marchland.toml`: severities, thresholds and waivers, beside the map.
//!
//! ```toml
//! [rules]
//! ADJ012 = "warning"      # a rule: error, warning, info or off, in any case
//! BAL = "off"             # a family
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

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::diagnostic::{Finding, Severity};
use crate::registry::code_or_family;
use marchland_maps::files::plain;

/// The file's name.
pub const FILE_NAME: &str = "marchland.toml";

/// The longest settings file that is read, in bytes.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// What an author decided about the checks of one map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// By code or family: the severity, or `None` for off.
    rules: BTreeMap<String, Option<Severity>>,
    /// Where in the text each of them stands.
    rule_spans: BTreeMap<String, Range<usize>>,
    /// Numbers that rules compare with.
    pub limits: Limits,
    /// What is to be let be, and why; in the order of the file.
    pub waivers: Vec<Waiver>,
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
    /// Why.
    pub reason: String,
    /// Where it stands in the settings.
    pub span: Range<usize>,
}

impl Waiver {
    /// Whether it speaks of this finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        self.rule == finding.rule.code
            && self.about.iter().all(|tag| {
                finding
                    .about
                    .iter()
                    .any(|entity| entity.to_string() == *tag)
            })
    }

    /// The waiver that speaks of this finding and, as far as tags go, no other.
    pub fn of(finding: &Finding, reason: impl Into<String>) -> Self {
        let mut about: Vec<_> = finding.about.iter().map(ToString::to_string).collect();
        about.sort_unstable();
        about.dedup();
        Self {
            rule: finding.rule.code.to_owned(),
            about,
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
    rules: BTreeMap<String, Spanned<Level>>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    waiver: Vec<Spanned<RawWaiver>>,
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
        let mut settings = Self {
            limits: raw.limits,
            ..Self::default()
        };
        for (code, level) in raw.rules {
            settings.rule_spans.insert(code.clone(), level.span());
            let known = code_or_family(&code).map(str::to_owned);
            let Level(severity) = level.into_inner();
            settings.rules.insert(known.unwrap_or(code), severity);
        }
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
                rule: code_or_family(&rule).map_or(rule, str::to_owned),
                about,
                reason,
                span,
            });
        }
        Ok(settings)
    }

    /// The severity that a finding has under these settings; `None` for off.
    /// A rule's own entry counts before its family's.
    pub fn severity(&self, code: &str, usual: Severity) -> Option<Severity> {
        let entry = self.rules.get(code).or_else(|| self.rules.get(&code[..3]));
        entry.copied().unwrap_or(Some(usual))
    }

    /// Sets a rule's or a family's severity, as the command line does.
    pub fn set(&mut self, code: impl Into<String>, severity: Option<Severity>) {
        self.rules.insert(code.into(), severity);
    }

    /// The entries of `[rules]`: code or family, and where it stands.
    pub(crate) fn rule_entries(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.rule_spans.iter().map(|(code, span)| (&**code, span))
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

/// The text with its comments and spaces.
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

/// Line and column (in characters) of a byte, both from 1.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (u32, u32) {
    let before = &text[..floor_char_boundary(text, byte)];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    (line as u32, before[start..].chars().count() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# ours\n[rules]\nADJ012 = \"warning\"\nBAL = \"off\"\n\n[limits]\nname-chars = 30\n\n[[waiver]]\nrule = \"ADJ008\"\nabout = [\"territory:3\"]\nreason = \"the Alps\"\n";

    fn meant() -> Waiver {
        Waiver {
            rule: "CON008".into(),
            about: vec!["continent:2".into()],
            reason: "meant".into(),
            span: 0..0,
        }
    }

    #[test]
    fn what_is_written_counts() {
        let settings = Settings::parse(TEXT).unwrap();
        assert_eq!(
            settings.severity("ADJ012", Severity::Info),
            Some(Severity::Warning)
        );
        assert_eq!(
            settings.severity("ADJ013", Severity::Info),
            Some(Severity::Info)
        );
        assert_eq!(settings.severity("BAL003", Severity::Info), None);
        assert_eq!(settings.limits.name_chars, 30);
        assert_eq!(settings.waivers[0].reason, "the Alps");
    }

    #[test]
    fn a_waiver_is_added_and_the_rest_kept() {
        let waiver = meant();
        let text = with_waiver(TEXT, &waiver).unwrap();
        assert!(text.starts_with(TEXT));
        let again = Settings::parse(&text).unwrap();
        assert_eq!(again.waivers.len(), 2);
        assert_eq!(again.waivers[1].about, waiver.about);
        assert_eq!(
            Settings::parse(&with_waiver("", &waiver).unwrap())
                .unwrap()
                .waivers
                .len(),
            1
        );
    }

    #[test]
    fn a_waiver_is_taken_out_and_the_rest_kept() {
        let waiver = meant();
        let text = with_waiver(TEXT, &waiver).unwrap();
        assert_eq!(without_waiver(&text, &waiver).unwrap().unwrap(), TEXT);
        assert_eq!(without_waiver(TEXT, &waiver).unwrap(), None);
        let first = Settings::parse(TEXT).unwrap().waivers.remove(0);
        let rest = without_waiver(&text, &first).unwrap().unwrap();
        assert_eq!(Settings::parse(&rest).unwrap().waivers.len(), 1);
        assert!(rest.starts_with("# ours\n[rules]\n"));
        assert!(without_waiver("waiver = 3", &waiver).is_err());
        let inline = "waiver = [{ rule = 'CON008', about = ['continent:2'], reason = 'meant' }]";
        assert!(without_waiver(inline, &waiver).is_err());
    }

    #[test]
    fn mistakes_name_their_line() {
        let at = |text| Settings::parse(text).unwrap_err().to_string();
        assert!(at("[rules]\nADJ012 = \"loud\"").starts_with("line 2, column 10: "));
        assert!(at("[rule]\n").starts_with("line 1"));
        assert!(
            at("\n[[waiver]]\nrule = \"ADJ008\"\nreason = \" \"\n")
                .starts_with("line 2: the waiver of ADJ008")
        );
    }
}
