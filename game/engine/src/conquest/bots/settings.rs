//! Files that configure a strategy: XML with values by id and by key.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

const MAX_BYTES: u64 = 1 << 20;

/// Why a configuration cannot be read.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path} cannot be read")]
    Io {
        /// The file that could not be read.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not XML.
    #[error("{path}, line {line}: {why}")]
    Xml {
        /// The file that is not XML.
        path: PathBuf,
        /// The line in it, counted from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
    /// An element without an attribute it needs, or with one that is not a number.
    #[error("{path}, line {line}: {element} needs {needs}")]
    Attribute {
        /// The file that contains the element.
        path: PathBuf,
        /// The line in it, counted from 1.
        line: usize,
        /// The name of the element.
        element: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

/// Something in a configuration that has no effect, or another one than it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line of the file.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A value of a file; always finite.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Setting {
    /// `area`, of an id.
    Area(u16, f64),
    /// `continent`, of an id.
    Continent(u16, f64),
    /// `param`, of a key.
    Param(String, f64),
}

impl Setting {
    /// What the value is set for.
    fn key(&self) -> (&'static str, String) {
        match self {
            Self::Area(id, _) => ("area", id.to_string()),
            Self::Continent(id, _) => ("continent", id.to_string()),
            Self::Param(key, _) => ("param", key.clone()),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(..) => f.write_str("the element area"),
            Self::Continent(..) => f.write_str("the element continent"),
            Self::Param(key, _) => write!(f, "the parameter {key}"),
        }
    }
}

/// What a strategy makes of a setting.
pub(super) enum Taken {
    /// It uses the value.
    Used,
    /// It does not know the setting.
    Unknown,
    /// The map has no such area or continent; it has this many.
    Absent(usize),
    /// The value is out of this range, so it uses the nearest one in it.
    Clamped(f32, f32),
    /// It uses the value, which has this surprising effect.
    Odd(&'static str),
}

/// The text of a file, up to a limit.
pub(super) fn read(path: &Path) -> Result<String, ConfigError> {
    let io = |source| ConfigError::Io {
        path: path.to_owned(),
        source,
    };
    // A pipe does not report its length.
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(io)?.take(MAX_BYTES + 1);
    file.read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_BYTES {
        let why = format!("larger than {MAX_BYTES} bytes");
        return Err(io(io::Error::new(io::ErrorKind::FileTooLarge, why)));
    }
    let no_text = |why| io(io::Error::new(io::ErrorKind::InvalidData, why));
    String::from_utf8(bytes).map_err(no_text)
}

/// Reads elements `area`, `continent` (`id`, `value`) and `param` (`key`,
/// `value`) within any root element. `take` returns what becomes of a setting. Warns about
/// unknown elements and settings, ids that the map does not have, and values that are clamped or
/// odd.
///
/// # Errors
/// If the text, which came from `path`, is not XML, or has a value that is not a number.
pub(super) fn parse(
    path: &Path,
    text: &str,
    mut take: impl FnMut(&Setting) -> Taken,
) -> Result<Vec<Warning>, ConfigError> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options);
    let document = document.map_err(|why| ConfigError::Xml {
        path: path.to_owned(),
        line: why.pos().row as usize,
        why: why.to_string(),
    })?;
    let mut warnings = Vec::new();
    let mut known = HashSet::new();
    let elements = document.root_element().descendants().skip(1);
    // Asking the parser for each element's line would scan the text anew each time.
    let (mut line, mut counted) = (1, 0);
    for element in elements.filter(Node::is_element) {
        let at = element.range().start.max(counted);
        line += text[counted..at].matches('\n').count();
        counted = at;
        let wrong = match setting(element) {
            Found::Setting(setting) => {
                let taken = take(&setting);
                let counts = !matches!(taken, Taken::Unknown | Taken::Absent(_));
                if counts && !known.insert(setting.key()) {
                    let what = format!("{setting} is set again, and only the last value counts");
                    warnings.push(Warning { line, what });
                }
                match taken {
                    Taken::Used => None,
                    Taken::Unknown => Some(unknown(&setting)),
                    Taken::Absent(count) => {
                        let (kind, id) = setting.key();
                        Some(format!(
                            "the map has no {kind} {id}; it has {count}, numbered from 0"
                        ))
                    }
                    Taken::Clamped(least, most) => Some(format!(
                        "{setting} must be from {least} to {most}; the nearest is used"
                    )),
                    Taken::Odd(effect) => Some(format!("{setting} {effect}")),
                }
            }
            Found::Unknown(what) => Some(unknown(&what)),
            Found::Lacking(element, needs) => {
                return Err(ConfigError::Attribute {
                    path: path.to_owned(),
                    line,
                    element,
                    needs,
                });
            }
        };
        warnings.extend(wrong.map(|what| Warning { line, what }));
    }
    if counted == 0 {
        let what = "there are no settings in this file".to_owned();
        warnings.push(Warning { line, what });
    }
    Ok(warnings)
}

fn unknown(what: &impl fmt::Display) -> String {
    format!("{what} is not known here")
}

/// The attributes that `area` and `continent` need.
const NUMBERED: &str = "an id and a value, both numbers";

enum Found {
    Setting(Setting),
    Unknown(String),
    Lacking(&'static str, &'static str),
}

fn setting(element: Node<'_, '_>) -> Found {
    let name = element.tag_name().name();
    let value = element.attribute("value");
    let value = value.and_then(|value| value.trim().parse::<f64>().ok());
    let value = value.filter(|value| value.is_finite());
    let id = element
        .attribute("id")
        .and_then(|id| id.trim().parse::<u16>().ok());
    Found::Setting(match (name, id, value) {
        ("area", Some(id), Some(value)) => Setting::Area(id, value),
        ("area", ..) => return Found::Lacking("area", NUMBERED),
        ("continent", Some(id), Some(value)) => Setting::Continent(id, value),
        ("continent", ..) => return Found::Lacking("continent", NUMBERED),
        ("param", _, value) => match (element.attribute("key"), value) {
            (Some(key), Some(value)) => Setting::Param(key.to_owned(), value),
            _ => return Found::Lacking("param", "a key and a value, a number"),
        },
        _ => return Found::Unknown(format!("the element {name}")),
    })
}

#[cfg(test)]
mod tests;
