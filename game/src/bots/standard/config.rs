//! The configuration of the strategy, from an XML file.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use marchland_maps::TerritoryId;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use thiserror::Error;

/// Bytes of a file at most.
const MAX_BYTES: u64 = 1 << 20;

/// What the strategy holds dear, and what it dares.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Values of territories, by id; 1 where there is none.
    areas: Vec<f64>,
    /// Values of continents, by id; 1 where there is none.
    continents: Vec<f64>,
    /// Weight of territories: the more, the more aggressive.
    pub area_coeff: f64,
    /// Weight of continents, over which territories are forgotten.
    pub continent_coeff: f64,
    /// Weight of the largest group of connected territories.
    pub component_size: f64,
    /// Weight of units as such; small, so that they do not outweigh all else.
    pub army_value_modifier_size: f64,
    /// Bonus for units at the border.
    pub border_area_coeff: f64,
    /// Penalty for units inland.
    pub inner_area_coeff: f64,
    /// The smallest chance to win with which it attacks, 0 to 1.
    pub min_probability_attack: f64,
    /// The smallest share of the attackers that must be expected to survive, 0
    /// to 1: at 0.75 it fights no battle that costs more than a quarter.
    pub max_loss_ratio_attack: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            areas: Vec::new(),
            continents: Vec::new(),
            area_coeff: 1.0,
            continent_coeff: 8.0,
            component_size: 0.5,
            army_value_modifier_size: 0.1,
            border_area_coeff: 1.0,
            inner_area_coeff: 0.5,
            min_probability_attack: 0.6,
            max_loss_ratio_attack: 0.3,
        }
    }
}

/// Why a file is no configuration.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("{path} cannot be read")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no XML.
    #[error("{path}, line {line}: {why}")]
    Xml {
        /// Which.
        path: PathBuf,
        /// Where.
        line: usize,
        /// Why.
        why: String,
    },
    /// An element without an attribute it needs, or with one that is no number.
    #[error("{path}, line {line}: {element} needs {needs}")]
    Attribute {
        /// Which.
        path: PathBuf,
        /// Where.
        line: usize,
        /// The element.
        element: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

/// Something in a configuration that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line of the file.
    pub line: usize,
    /// What is unknown there.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} is not known here", self.line, self.what)
    }
}

impl Config {
    /// The keys of parameters.
    pub const KEYS: [&'static str; 8] = [
        "area_coeff",
        "continent_coeff",
        "component_size",
        "army_value_modifier_size",
        "border_area_coeff",
        "inner_area_coeff",
        "min_probability_attack",
        "max_loss_ratio_attack",
    ];

    /// The value of a territory.
    pub fn area(&self, id: TerritoryId) -> f64 {
        self.areas.get(id.index()).copied().unwrap_or(1.0)
    }

    /// The value of a continent.
    pub fn continent(&self, id: u16) -> f64 {
        self.continents.get(usize::from(id)).copied().unwrap_or(1.0)
    }

    fn parameter(&mut self, key: &str) -> Option<&mut f64> {
        Some(match key {
            "area_coeff" => &mut self.area_coeff,
            "continent_coeff" => &mut self.continent_coeff,
            "component_size" => &mut self.component_size,
            "army_value_modifier_size" => &mut self.army_value_modifier_size,
            "border_area_coeff" => &mut self.border_area_coeff,
            "inner_area_coeff" => &mut self.inner_area_coeff,
            "min_probability_attack" => &mut self.min_probability_attack,
            "max_loss_ratio_attack" => &mut self.max_loss_ratio_attack,
            _ => return None,
        })
    }

    /// Reads a configuration: elements `area`, `continent` (`id`, `value`) and
    /// `param` (`key`, `value`) within any root element. What is not in the
    /// file stays at its default.
    ///
    /// # Errors
    /// If the file cannot be read, is no XML or has something that is no
    /// number where one is needed.
    pub fn read(path: &Path) -> Result<(Self, Vec<Warning>), ConfigError> {
        let io = |source| ConfigError::Io {
            path: path.to_owned(),
            source,
        };
        if fs::metadata(path).map_err(io)?.len() > MAX_BYTES {
            let why = format!("larger than {MAX_BYTES} bytes");
            return Err(io(io::Error::new(io::ErrorKind::FileTooLarge, why)));
        }
        let text = fs::read_to_string(path).map_err(io)?;
        Self::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut config = Self::default();
        let mut warnings = Vec::new();
        let mut reader = Reader::from_str(text);
        let mut depth = 0;
        loop {
            let event = reader.read_event();
            let at = (reader.buffer_position() as usize).min(text.len());
            let line = 1 + text.get(..at).unwrap_or_default().matches('\n').count();
            let event = event.map_err(|why| ConfigError::Xml {
                path: path.to_owned(),
                line,
                why: why.to_string(),
            })?;
            match event {
                Event::Eof => break,
                Event::End(_) => depth -= 1,
                Event::Start(element) => {
                    if depth > 0 {
                        let found = config.element(&element);
                        report(found, path, line, &mut warnings)?;
                    }
                    depth += 1;
                }
                Event::Empty(element) if depth > 0 => {
                    let found = config.element(&element);
                    report(found, path, line, &mut warnings)?;
                }
                _ => {}
            }
        }
        Ok((config, warnings))
    }

    fn element(&mut self, element: &BytesStart<'_>) -> Found {
        let name = element.name().as_ref().to_owned();
        let attribute = |key: &str| {
            let found = element.try_get_attribute(key).ok().flatten()?;
            Some(found.value.into_owned())
        };
        let value = attribute("value")
            .and_then(|value| value.trim().parse::<f64>().ok())
            .filter(|value| value.is_finite());
        let id = attribute("id").and_then(|id| id.trim().parse::<u16>().ok());
        match (name.as_str(), id, value) {
            ("area", Some(id), Some(value)) => put(&mut self.areas, id, value),
            ("area", ..) => return Found::Lacking("area", NUMBERED),
            ("continent", Some(id), Some(value)) => put(&mut self.continents, id, value),
            ("continent", ..) => return Found::Lacking("continent", NUMBERED),
            ("param", _, value) => {
                let (Some(key), Some(value)) = (attribute("key"), value) else {
                    return Found::Lacking("param", "a key and a value, a number");
                };
                match self.parameter(&key) {
                    Some(parameter) => *parameter = value,
                    None => return Found::Unknown(format!("the parameter {key}")),
                }
            }
            _ => return Found::Unknown(format!("the element {name}")),
        }
        Found::Taken
    }
}

/// What `area` and `continent` need.
const NUMBERED: &str = "an id and a value, both numbers";

/// What became of an element.
enum Found {
    Taken,
    Unknown(String),
    Lacking(&'static str, &'static str),
}

fn report(
    found: Found,
    path: &Path,
    line: usize,
    warnings: &mut Vec<Warning>,
) -> Result<(), ConfigError> {
    match found {
        Found::Taken => Ok(()),
        Found::Unknown(what) => {
            warnings.push(Warning { line, what });
            Ok(())
        }
        Found::Lacking(element, needs) => Err(ConfigError::Attribute {
            path: path.to_owned(),
            line,
            element,
            needs,
        }),
    }
}

fn put(values: &mut Vec<f64>, id: u16, value: f64) {
    let at = usize::from(id);
    if at >= values.len() {
        values.resize(at + 1, 1.0);
    }
    values[at] = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(Config, Vec<Warning>), ConfigError> {
        Config::parse(Path::new("standard.xml"), text)
    }

    #[test]
    fn values_and_parameters() {
        let (config, warnings) = parsed(
            r#"<strategy>
                 <area id="3" value="1.3"/> <!-- a comment -->
                 <continent id="1" value="5"/>
                 <param key="area_coeff" value="2.5"></param>
               </strategy>"#,
        )
        .unwrap();
        assert!(warnings.is_empty());
        let same = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
        assert!(same(config.area(TerritoryId(3)), 1.3));
        assert!(same(config.area(TerritoryId(2)), 1.0));
        assert!(same(config.area(TerritoryId(99)), 1.0));
        assert!(same(config.continent(1), 5.0));
        assert!(same(config.area_coeff, 2.5));
    }

    #[test]
    fn every_key_is_known() {
        for key in Config::KEYS {
            let text = format!(r#"<x><param key="{key}" value="0.125"/></x>"#);
            let (mut config, warnings) = parsed(&text).unwrap();
            assert!(warnings.is_empty(), "{key}");
            assert_eq!(config.parameter(key).copied(), Some(0.125));
        }
    }

    #[test]
    fn unknown_keys_are_warned_of_with_their_line() {
        let (_, warnings) =
            parsed("<x>\n<param key=\"courage\" value=\"1\"/>\n<zone id=\"1\"/>\n</x>").unwrap();
        let said: Vec<_> = warnings.iter().map(Warning::to_string).collect();
        assert_eq!(
            said,
            [
                "line 2: the parameter courage is not known here",
                "line 3: the element zone is not known here"
            ]
        );
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| parsed(text).unwrap_err().to_string();
        assert_eq!(
            error("<x>\n<area id=\"one\" value=\"1\"/></x>"),
            "standard.xml, line 2: area needs an id and a value, both numbers"
        );
        assert!(error("<x><area").starts_with("standard.xml, line 1: "));
        assert!(error("<x><param key=\"area_coeff\" value=\"NaN\"/></x>").contains("a number"));
    }
}
