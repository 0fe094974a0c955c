//! The configuration of the strategy, from an XML file.

use std::path::Path;

use marchland_maps::TerritoryId;

use super::super::settings::{self, ConfigError, Setting, Warning};

/// Writes down each parameter once: what it means, and its default.
macro_rules! config {
    ($($(#[$meaning:meta])* $key:ident: $default:literal;)+) => {
        /// What the strategy holds dear, and what it dares.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            /// Values of territories, by id; 1 where there is none.
            areas: Vec<f64>,
            /// Values of continents, by id; 1 where there is none.
            continents: Vec<f64>,
            $($(#[$meaning])* pub $key: f64,)+
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    areas: Vec::new(),
                    continents: Vec::new(),
                    $($key: $default,)+
                }
            }
        }

        impl Config {
            /// The keys of parameters.
            pub const KEYS: [&'static str; [$(stringify!($key)),+].len()] =
                [$(stringify!($key)),+];

            fn parameter(&mut self, key: &str) -> Option<&mut f64> {
                match key {
                    $(stringify!($key) => Some(&mut self.$key),)+
                    _ => None,
                }
            }
        }
    };
}

config! {
    /// Weight of territories: the more, the more aggressive.
    area_coeff: 1.0;
    /// Weight of continents, over which territories are forgotten.
    continent_coeff: 8.0;
    /// Weight of the largest group of connected territories.
    component_size: 0.5;
    /// Weight of units as such; small, so that they do not outweigh all else.
    army_value_modifier_size: 0.1;
    /// Bonus for units at the border.
    border_area_coeff: 1.0;
    /// Penalty for units inland.
    inner_area_coeff: 0.5;
    /// The smallest chance to win with which it attacks, 0 to 1.
    min_probability_attack: 0.6;
    /// The smallest share of the attackers that must be expected to survive, 0
    /// to 1: at 0.75 it fights no battle that costs more than a quarter.
    max_loss_ratio_attack: 0.3;
}

impl Config {
    /// The value of a territory.
    pub fn area(&self, id: TerritoryId) -> f64 {
        self.areas.get(id.index()).copied().unwrap_or(1.0)
    }

    /// The value of a continent.
    pub fn continent(&self, id: u16) -> f64 {
        self.continents.get(usize::from(id)).copied().unwrap_or(1.0)
    }

    /// Reads a configuration: elements `area`, `continent` (`id`, `value`) and
    /// `param` (`key`, `value`) within any root element. What is not in the
    /// file stays at its default.
    ///
    /// # Errors
    /// If the file cannot be read, is not XML or has something that is not a
    /// number where one is needed.
    pub fn read(path: &Path) -> Result<(Self, Vec<Warning>), ConfigError> {
        Self::parse(path, &settings::read(path)?)
    }

    fn parse(path: &Path, text: &str) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut config = Self::default();
        let warnings = settings::parse(path, text, |setting| {
            match setting {
                Setting::Area(id, value) => put(&mut config.areas, *id, *value),
                Setting::Continent(id, value) => put(&mut config.continents, *id, *value),
                Setting::Param(key, value) => match config.parameter(key) {
                    Some(parameter) => *parameter = *value,
                    None => return false,
                },
            }
            true
        })?;
        Ok((config, warnings))
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
