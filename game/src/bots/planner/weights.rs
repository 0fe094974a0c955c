//! What the strategy holds dear, and what it dares.

use std::fmt::Write as _;
use std::path::Path;

use super::super::settings::{self, ConfigError, Setting, Warning};

/// The weights of the value and the limits of what is dared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Units that a territory is worth.
    pub territory: f32,
    /// Units that a unit of bonus is worth, in a continent that will be held.
    pub continent: f32,
    /// Units that a unit of bonus is worth, in a continent not yet whole, times
    /// the square of the share.
    pub progress: f32,
    /// Units that a card is worth, as a share of the next set.
    pub card: f32,
    /// What further cards are worth besides a set, compared to the first.
    pub second_set: f32,
    /// What a unit inland is worth, compared to one at the border.
    pub inland: f32,
    /// Bonus for each unit of the largest stack at the border.
    pub stack: f32,
    /// Penalty for each border territory.
    pub border: f32,
    /// How much more the strongest count, beyond the square of the strength.
    pub leader: f32,
    /// How much of a rival's income will stand against a territory.
    pub reinforced: f32,
    /// How likely a territory that can be taken will be.
    pub loss_territory: f32,
    /// The same for the units on it.
    pub loss_units: f32,
    /// The same for the continent it closes.
    pub loss_continent: f32,
    /// The smallest chance of a plan against one rival.
    pub gate_one: f32,
    /// The smallest chance of a plan against two rivals.
    pub gate_two: f32,
    /// The smallest chance of a plan against three rivals and more.
    pub gate_more: f32,
    /// The chance up to which units are placed for a plan before others get
    /// some.
    pub confidence: f32,
}

impl Weights {
    /// Where tuning begins: guesses.
    pub const FIRST: Self = Self {
        territory: 1.0,
        continent: 3.0,
        progress: 1.0,
        card: 0.7,
        second_set: 1.0,
        inland: 0.6,
        stack: 0.2,
        border: 0.1,
        leader: 1.0,
        reinforced: 0.5,
        loss_territory: 0.5,
        loss_units: 0.2,
        loss_continent: 0.7,
        gate_one: 0.5,
        gate_two: 0.55,
        gate_more: 0.6,
        confidence: 0.85,
    };

    /// What `marchland-game tune --map world --seed 2` found, beginning with
    /// [`Weights::FIRST`].
    pub const FOUND: Self = Self {
        territory: 0.368,
        continent: 2.56,
        progress: 0.445,
        card: 0.933,
        second_set: 0.701,
        inland: 0.779,
        stack: 0.255,
        border: 0.085,
        leader: 1.401,
        reinforced: 0.382,
        loss_territory: 0.392,
        loss_units: 0.195,
        loss_continent: 0.642,
        gate_one: 0.554,
        gate_two: 0.3,
        gate_more: 0.479,
        confidence: 0.662,
    };

    /// The keys of parameters in a file.
    pub const KEYS: [&'static str; 17] = [
        "territory",
        "continent",
        "progress",
        "card",
        "second_set",
        "inland",
        "stack",
        "border",
        "leader",
        "reinforced",
        "loss_territory",
        "loss_units",
        "loss_continent",
        "gate_one",
        "gate_two",
        "gate_more",
        "confidence",
    ];

    /// The weight of a key.
    pub fn parameter(&mut self, key: &str) -> Option<&mut f32> {
        Some(match key {
            "territory" => &mut self.territory,
            "continent" => &mut self.continent,
            "progress" => &mut self.progress,
            "card" => &mut self.card,
            "second_set" => &mut self.second_set,
            "inland" => &mut self.inland,
            "stack" => &mut self.stack,
            "border" => &mut self.border,
            "leader" => &mut self.leader,
            "reinforced" => &mut self.reinforced,
            "loss_territory" => &mut self.loss_territory,
            "loss_units" => &mut self.loss_units,
            "loss_continent" => &mut self.loss_continent,
            "gate_one" => &mut self.gate_one,
            "gate_two" => &mut self.gate_two,
            "gate_more" => &mut self.gate_more,
            "confidence" => &mut self.confidence,
            _ => return None,
        })
    }

    /// The nearest weights that make sense: those counted in units 0 to 20,
    /// shares 0 to 1, chances to dare a quarter to nine tenths.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        for key in Self::KEYS {
            let (low, high) = match key {
                "territory" | "continent" | "progress" | "stack" | "border" | "leader" => {
                    (0.0, 20.0)
                }
                "gate_one" | "gate_two" | "gate_more" | "confidence" => (0.25, 0.9),
                _ => (0.0, 1.0),
            };
            if let Some(value) = self.parameter(key) {
                *value = value.clamp(low, high);
            }
        }
        self
    }

    /// Reads weights: elements `param` (`key`, `value`) within any root
    /// element. What is not in the file stays at its default; what is out of
    /// range is taken as the nearest that is not.
    ///
    /// # Errors
    /// If the file cannot be read, is no XML or has something that is no
    /// number where one is needed.
    pub fn read(path: &Path) -> Result<(Self, Vec<Warning>), ConfigError> {
        Self::parse(path, &settings::read(path)?)
    }

    fn parse(path: &Path, text: &str) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut weights = Self::default();
        let warnings = settings::parse(path, text, |setting| match setting {
            Setting::Param(key, value) => match weights.parameter(key) {
                Some(weight) => {
                    *weight = *value as f32;
                    true
                }
                None => false,
            },
            Setting::Area(..) | Setting::Continent(..) => false,
        })?;
        Ok((weights.clamped(), warnings))
    }

    /// The text of a file with these weights.
    pub fn to_xml(mut self) -> String {
        let mut text = String::from("<strategy>\n");
        for key in Self::KEYS {
            if let Some(value) = self.parameter(key) {
                let _ = writeln!(text, "  <param key=\"{key}\" value=\"{value}\"/>");
            }
        }
        text.push_str("</strategy>\n");
        text
    }

    /// The smallest chance of a plan against so many rivals.
    pub(super) fn gate(&self, rivals: usize) -> f32 {
        match rivals {
            0 | 1 => self.gate_one,
            2 => self.gate_two,
            _ => self.gate_more,
        }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::FOUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_back() {
        let mut weights = Weights::default();
        for (at, key) in (1u8..).zip(Weights::KEYS) {
            *weights.parameter(key).unwrap() = 0.25 + f32::from(at) / 32.0;
        }
        let (read, warnings) = Weights::parse(Path::new("w.xml"), &weights.to_xml()).unwrap();
        assert_eq!((read, warnings), (weights, Vec::new()));
    }

    #[test]
    fn unknown_keys_are_warned_of_and_values_kept_in_range() {
        let text = "<x>\n<param key=\"gate_two\" value=\"7\"/>\n<param key=\"area_coeff\" \
                    value=\"1\"/>\n<area id=\"1\" value=\"2\"/></x>";
        let (weights, warnings) = Weights::parse(Path::new("w.xml"), text).unwrap();
        assert!((weights.gate_two - 0.9).abs() < f32::EPSILON);
        let said: Vec<_> = warnings.iter().map(Warning::to_string).collect();
        assert_eq!(
            said,
            [
                "line 3: the parameter area_coeff is not known here",
                "line 4: the element area is not known here"
            ]
        );
    }
}
