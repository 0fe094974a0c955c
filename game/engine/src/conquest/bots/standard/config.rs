//! The configuration of the strategy, from an XML file.

use std::path::Path;

use marchland_maps::{Map, Renumbered, TerritoryId};

use super::super::settings::{self, ConfigError, Setting, Taken, Warning};

/// Declares each parameter once, with its meaning and default.
macro_rules! config {
    ($($(#[$meaning:meta])* $key:ident: $default:literal;)+) => {
        /// What the strategy values, and what risks it takes.
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
    /// Weight of territories. More makes it more aggressive.
    area_coeff: 1.0;
    /// Weight of continents. Much more than `area_coeff` makes it expand less.
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

/// The parameters that are chances or shares, from 0 to 1. The others may have any value.
const SHARES: [&str; 2] = ["min_probability_attack", "max_loss_ratio_attack"];

impl Config {
    /// The value of a territory.
    pub fn area(&self, id: TerritoryId) -> f64 {
        self.areas.get(id.index()).copied().unwrap_or(1.0)
    }

    /// The value of a continent.
    pub fn continent(&self, id: u16) -> f64 {
        self.continents.get(usize::from(id)).copied().unwrap_or(1.0)
    }

    /// The same values for a map under other numbers.
    #[must_use]
    pub fn renumbered(&self, map: &Renumbered) -> Self {
        let mut config = self.clone();
        if !self.areas.is_empty() {
            config.areas = map.territories.iter().map(|&id| self.area(id)).collect();
        }
        if !self.continents.is_empty() {
            let values = map.continents.iter().map(|id| self.continent(id.0));
            config.continents = values.collect();
        }
        config
    }

    /// Reads a configuration: elements `area`, `continent` (`id`, `value`) and
    /// `param` (`key`, `value`) within any root element. Missing values keep their defaults,
    /// and ids that `map` does not have are warned of.
    ///
    /// # Errors
    /// If the file cannot be read, is not XML, or has a value that is not a number.
    pub fn read(path: &Path, map: &Map) -> Result<(Self, Vec<Warning>), ConfigError> {
        let counts = (map.len(), map.continents().len());
        Self::parse(path, &settings::read(path)?, counts)
    }

    /// Reads a text for a map with so many areas and continents.
    fn parse(
        path: &Path,
        text: &str,
        (areas, continents): (usize, usize),
    ) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut config = Self::default();
        let warnings = settings::parse(path, text, |setting| {
            match setting {
                Setting::Area(id, _) if usize::from(*id) >= areas => {
                    return Taken::Absent(areas);
                }
                Setting::Continent(id, _) if usize::from(*id) >= continents => {
                    return Taken::Absent(continents);
                }
                Setting::Area(id, value) => put(&mut config.areas, *id, *value),
                Setting::Continent(id, value) => put(&mut config.continents, *id, *value),
                Setting::Param(key, value) => return config.set(key, *value),
            }
            Taken::Used
        })?;
        Ok((config, warnings))
    }

    fn set(&mut self, key: &str, value: f64) -> Taken {
        let Some(parameter) = self.parameter(key) else {
            return Taken::Unknown;
        };
        *parameter = value;
        if !SHARES.contains(&key) || (0.0..=1.0).contains(&value) {
            Taken::Used
        } else if value > 1.0 {
            Taken::Odd("is above 1, so the strategy never attacks")
        } else {
            Taken::Odd("is below 0, which is the same as 0")
        }
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
mod tests;
