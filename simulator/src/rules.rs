//! Which dice each side throws in a round, and who wins a tie.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who wins a pair of equal dice.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    /// The defender wins ties: the attacker loses the unit.
    #[default]
    Defender,
    /// The attacker wins ties: the defender loses the unit.
    Attacker,
}

/// How many dice the defender throws.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Defence {
    /// As many as the rules and the defending units allow.
    #[default]
    All,
    /// The number that minimises the attacker's chance to win, chosen before any dice
    /// are rolled.
    Blind,
    /// The number that minimises the attacker's chance to win, chosen after seeing the
    /// attacker's dice.
    Seen,
}

/// The dice of a battle: how many each side may throw, how many sides a die has,
/// and how throws are compared.
///
/// Each side throws at most as many dice as it has units. Both throws are
/// sorted in descending order and compared pair by pair; every pair costs one
/// side a unit.
///
/// ```
/// use marchland_simulator::{DiceRules, Ties};
///
/// let classic = DiceRules::default();
/// assert_eq!((classic.attacker_dice, classic.defender_dice, classic.sides), (3, 2, 6));
/// assert_eq!(classic.ties, Ties::Defender);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceRules {
    /// The attacker's maximum, from 1 to [`DiceRules::MAX_DICE`].
    pub attacker_dice: u8,
    /// The defender's maximum, from 1 to [`DiceRules::MAX_DICE`].
    pub defender_dice: u8,
    /// Sides of a die, numbered from 1; from 2 to [`DiceRules::MAX_SIDES`].
    pub sides: u8,
    /// Who wins a pair of equal dice.
    pub ties: Ties,
    /// How many dice the defender throws.
    pub defence: Defence,
}

impl Default for DiceRules {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// A named set of dice rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// The rules.
    pub rules: DiceRules,
    /// What sets it apart, in one line.
    pub about: &'static str,
}

/// Why dice rules are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A side throws no dice or more than [`DiceRules::MAX_DICE`].
    #[error("{side} throws {given} dice: give a number from 1 to {max}", max = DiceRules::MAX_DICE)]
    Dice {
        /// Whose dice.
        side: &'static str,
        /// The requested number.
        given: u8,
    },
    /// Dice with fewer than two sides or more than [`DiceRules::MAX_SIDES`].
    #[error("dice with {given} sides: give a number from 2 to {max}", max = DiceRules::MAX_SIDES)]
    Sides {
        /// The requested number.
        given: u8,
    },
    /// The defender chooses after seeing the attacker's dice, which have more
    /// distinct throws than [`DiceRules::MAX_SEEN_THROWS`].
    #[error(
        "a defender who sees the attacker's dice has {throws} distinct throws to weigh, \
         more than {max}: use fewer dice or fewer sides",
        max = DiceRules::MAX_SEEN_THROWS
    )]
    TooManyThrows {
        /// Distinct sorted throws of the attacker's compared dice.
        throws: u64,
    },
}

impl DiceRules {
    /// Maximum number of dice a side may throw.
    pub const MAX_DICE: u8 = 10;
    /// Maximum number of sides of a die.
    pub const MAX_SIDES: u8 = 100;
    /// Maximum number of distinct throws that a [`Defence::Seen`] defender weighs.
    pub const MAX_SEEN_THROWS: u64 = 5_000;

    /// Three dice against two, six sides, ties to the defender.
    pub const CLASSIC: Self = Self {
        attacker_dice: 3,
        defender_dice: 2,
        sides: 6,
        ties: Ties::Defender,
        defence: Defence::All,
    };

    /// The named rules, the classic ones first.
    pub const PRESETS: &'static [Preset] = &[
        Preset {
            name: "classic",
            rules: Self::CLASSIC,
            about: "3 dice against 2, ties to the defender",
        },
        Preset {
            name: "defender-chooses",
            rules: Self {
                defence: Defence::Seen,
                ..Self::CLASSIC
            },
            about: "the defender sees the attacker's dice, then throws 1 or 2",
        },
        Preset {
            name: "three-each",
            rules: Self {
                defender_dice: 3,
                ..Self::CLASSIC
            },
            about: "3 dice against 3, as in the Italian edition and for fortified capitals",
        },
        Preset {
            name: "attacker-ties",
            rules: Self {
                ties: Ties::Attacker,
                ..Self::CLASSIC
            },
            about: "ties go to the attacker",
        },
        Preset {
            name: "eight-sided",
            rules: Self {
                sides: 8,
                ..Self::CLASSIC
            },
            about: "eight-sided dice: ties are rarer, attacking is easier",
        },
        Preset {
            name: "one-each",
            rules: Self {
                attacker_dice: 1,
                defender_dice: 1,
                ..Self::CLASSIC
            },
            about: "one die each: a duel, unit by unit",
        },
    ];

    /// The preset called `name`.
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS
            .iter()
            .find(|preset| preset.name == name)
            .map(|preset| preset.rules)
    }

    /// The rules, preceded by the preset's name if they are a preset: `classic
    /// rules, 3v2 d6, ties to the defender`.
    pub fn description(&self) -> String {
        let mut presets = Self::PRESETS.iter();
        match presets.find(|preset| preset.rules == *self) {
            Some(preset) => format!("{} rules, {self}", preset.name),
            None => self.to_string(),
        }
    }

    /// Table rows, by attackers, that a round can touch: the row it starts from and
    /// one for each of up to [`Self::MAX_DICE`] lost attackers, rounded up to a power
    /// of two so that the remainder needs no division.
    pub(crate) const ROWS: usize = 16;

    /// The most dice that the attacker and the defender may throw with these units.
    pub(crate) fn dice(self, attackers: usize, defenders: usize) -> (usize, usize) {
        (
            attackers.min(usize::from(self.attacker_dice)),
            defenders.min(usize::from(self.defender_dice)),
        )
    }

    /// Checks the numbers of dice and sides against the documented limits.
    ///
    /// # Errors
    /// [`RulesError`] for the first number out of range.
    pub fn check(&self) -> Result<(), RulesError> {
        for (side, given) in [
            ("the attacker", self.attacker_dice),
            ("the defender", self.defender_dice),
        ] {
            if given == 0 || given > Self::MAX_DICE {
                return Err(RulesError::Dice { side, given });
            }
        }
        if self.sides < 2 || self.sides > Self::MAX_SIDES {
            return Err(RulesError::Sides { given: self.sides });
        }
        if self.defence == Defence::Seen {
            let compared = u64::from(self.attacker_dice.min(self.defender_dice));
            // Sorted throws of k dice: combinations with repetition.
            let throws = (0..compared).fold(1, |product: u64, i| {
                product * (u64::from(self.sides) + i) / (i + 1)
            });
            if throws > Self::MAX_SEEN_THROWS {
                return Err(RulesError::TooManyThrows { throws });
            }
        }
        Ok(())
    }
}

impl fmt::Display for DiceRules {
    /// `3v2 d6, ties to the defender`, followed by the defender's choice if any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            attacker_dice,
            defender_dice,
            sides,
            ties,
            defence,
        } = self;
        let winner = match ties {
            Ties::Defender => "defender",
            Ties::Attacker => "attacker",
        };
        write!(
            f,
            "{attacker_dice}v{defender_dice} d{sides}, ties to the {winner}"
        )?;
        match defence {
            Defence::All => Ok(()),
            Defence::Blind => write!(f, ", defender chooses how many dice before the attack"),
            Defence::Seen => write!(f, ", defender sees the attack and chooses how many dice"),
        }
    }
}

#[cfg(test)]
mod tests;
