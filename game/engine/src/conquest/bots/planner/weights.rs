//! The weights of the strategy: what it values, and what risks it takes.

use std::fmt::Write as _;
use std::path::Path;

use super::super::settings::{self, ConfigError, Setting, Taken, Warning};

/// Declares each weight once: its meaning; the least and the greatest sensible value; the guess that
/// tuning began with; the value before the strategy considered the order of turns; and the
/// value in use.
macro_rules! weights {
    ($($(#[$meaning:meta])* $key:ident: $least:literal, $most:literal; $first:literal, $former:literal, $found:literal;)+) => {
        /// The weights of the value, and the smallest chances to attempt a plan.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Weights {
            $($(#[$meaning])* pub $key: f32,)+
        }

        impl Weights {
            /// Where tuning begins: guesses.
            pub const FIRST: Self = Self { $($key: $first,)+ };

            /// What is played with. Those up to [`loss_continent`](Self::loss_continent), but for
            /// [`territory`](Self::territory), `stack_one` and `power_one`, are what
            /// `marchland-game tune --map world --seed 2` found, beginning with
            /// [`Weights::FIRST`], before there were others. The rest was measured value by value or
            /// guessed; docs/strategies.md says which.
            pub const FOUND: Self = Self { $($key: $found,)+ };

            /// What it played with before the weights after [`confidence`](Self::confidence)
            /// were there: with these it values, dares and places initial units as its former
            /// self did, for comparison.
            pub const FORMER: Self = Self { $($key: $former,)+ };

            /// The keys of parameters in a file.
            pub const KEYS: [&'static str; [$(stringify!($key)),+].len()] =
                [$(stringify!($key)),+];

            /// The weight of a key.
            pub fn parameter(&mut self, key: &str) -> Option<&mut f32> {
                match key {
                    $(stringify!($key) => Some(&mut self.$key),)+
                    _ => None,
                }
            }

            /// The least and the greatest sensible weight of a key.
            pub fn range(key: &str) -> Option<(f32, f32)> {
                match key {
                    $(stringify!($key) => Some(($least, $most)),)+
                    _ => None,
                }
            }

            /// The nearest weights within their [`range`](Self::range).
            #[must_use]
            pub fn clamped(self) -> Self {
                Self { $($key: self.$key.clamp($least, $most),)+ }
            }
        }
    };
}

weights! {
    /// Units that a territory is worth, besides its [`income`](Self::income).
    territory: 0.0, 20.0; 1.0, 0.368, 0.03;
    /// Units that a unit of bonus is worth, in a continent that will be held.
    continent: 0.0, 20.0; 3.0, 2.56, 2.56;
    /// Units that a unit of bonus is worth, in a continent not yet whole, times
    /// the square of the share.
    progress: 0.0, 20.0; 1.0, 0.445, 0.445;
    /// Units that a card is worth, as a share of the next set.
    card: 0.0, 1.0; 0.7, 0.933, 0.933;
    /// What further cards are worth besides a set, compared to the first.
    second_set: 0.0, 1.0; 1.0, 0.701, 0.701;
    /// What a unit inland is worth, compared to one at the border.
    inland: 0.0, 1.0; 0.6, 0.779, 0.779;
    /// Bonus for each unit of the largest border stack, against several rivals.
    stack: 0.0, 20.0; 0.2, 0.255, 0.255;
    /// The same against one rival.
    stack_one: 0.0, 20.0; 0.2, 0.255, 0.4;
    /// Penalty for each border territory.
    border: 0.0, 20.0; 0.1, 0.085, 0.085;
    /// How much more the strongest count, beyond the square of the strength.
    leader: 0.0, 20.0; 1.0, 1.401, 1.401;
    /// The power of the strength with which players count against one rival.
    power_one: 0.5, 10.0; 2.0, 2.0, 3.0;
    /// The share of a rival's income that adds to its threat.
    reinforced: 0.0, 1.0; 0.5, 0.382, 0.382;
    /// How likely a territory that can be taken will be.
    loss_territory: 0.0, 1.0; 0.5, 0.392, 0.392;
    /// The same for the units on it.
    loss_units: 0.0, 1.0; 0.2, 0.195, 0.195;
    /// The same for the continent it closes.
    loss_continent: 0.0, 1.0; 0.7, 0.642, 0.642;
    /// The smallest chance of a plan against one rival.
    gate_one: 0.25, 0.9; 0.5, 0.554, 0.4;
    /// The smallest chance of a plan against two rivals.
    gate_two: 0.25, 0.9; 0.55, 0.3, 0.3;
    /// The smallest chance of a plan against three rivals and more.
    gate_more: 0.25, 0.9; 0.6, 0.479, 0.4;
    /// The chance up to which units are placed for a plan before others get
    /// some.
    confidence: 0.25, 0.9; 0.85, 0.662, 0.8;
    /// How much a threat to territories and units counts if it comes only after the owner's
    /// next turn.
    later: 0.0, 1.0; 0.5, 1.0, 0.5;
    /// The same for continents: the owner has collected by then.
    later_continent: 0.0, 1.0; 0.2, 1.0, 0.2;
    /// The share of the units for a rival's likely set that adds to its threat.
    sets: 0.0, 1.0; 0.3, 0.0, 0.3;
    /// How much a stack threatens with what is left of it after a weaker territory.
    through: 0.0, 1.0; 0.7, 0.0, 0.7;
    /// While initial units are placed: the share of each player's unplaced units that counts as
    /// income. At 0 the player places as if it always moved first.
    order: 0.0, 1.0; 0.5, 0.0, 0.5;
    /// Units that a unit of income from territories is worth: a third of a unit each, at least
    /// three in all.
    income: 0.0, 20.0; 0.0, 0.0, 1.0;
}

impl Weights {
    /// Reads weights: elements `param` (`key`, `value`) within any root
    /// element. Missing weights keep their defaults, and weights out of range become the nearest
    /// in range, with a warning.
    ///
    /// # Errors
    /// If the file cannot be read, is not XML, or has a value that is not a number.
    pub fn read(path: &Path) -> Result<(Self, Vec<Warning>), ConfigError> {
        Self::parse(path, &settings::read(path)?)
    }

    fn parse(path: &Path, text: &str) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut weights = Self::default();
        let warnings = settings::parse(path, text, |setting| match setting {
            Setting::Param(key, value) => weights.set(key, *value),
            Setting::Area(..) | Setting::Continent(..) => Taken::Unknown,
        })?;
        Ok((weights, warnings))
    }

    fn set(&mut self, key: &str, value: f64) -> Taken {
        let (Some((least, most)), Some(weight)) = (Self::range(key), self.parameter(key)) else {
            return Taken::Unknown;
        };
        let asked = value as f32;
        *weight = asked.clamp(least, most);
        if (least..=most).contains(&asked) {
            return Taken::Used;
        }
        Taken::Clamped(least, most)
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

    /// The bonus for each unit of the largest border stack against `rivals` rivals.
    pub(super) fn stack(&self, rivals: usize) -> f32 {
        match rivals {
            0 | 1 => self.stack_one,
            _ => self.stack,
        }
    }

    /// The smallest chance of a plan against `rivals` rivals.
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
                "line 2: the parameter gate_two must be from 0.25 to 0.9; the nearest is used",
                "line 3: the parameter area_coeff is not known here",
                "line 4: the element area is not known here"
            ]
        );
    }

    #[test]
    fn bounds_themselves_are_in_range() {
        for key in Weights::KEYS {
            let (least, most) = Weights::range(key).unwrap();
            for bound in [least, most] {
                let text = format!("<x><param key=\"{key}\" value=\"{bound}\"/></x>");
                let (mut weights, warnings) = Weights::parse(Path::new("w.xml"), &text).unwrap();
                assert_eq!(warnings, Vec::new());
                assert_eq!(weights.parameter(key).copied(), Some(bound));
            }
        }
    }

    #[test]
    fn docs_give_the_ranges() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/strategies.md");
        let docs = std::fs::read_to_string(docs).unwrap();
        for key in Weights::KEYS {
            let (least, most) = Weights::range(key).unwrap();
            let row = docs
                .lines()
                .find(|line| line.starts_with(&format!("| `{key}` ")));
            let row = row.unwrap_or_else(|| panic!("{key} is not documented"));
            assert!(row.contains(&format!("| {least} to {most} |")), "{row}");
        }
    }
}
