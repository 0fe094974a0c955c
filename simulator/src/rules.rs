//! Which dice are thrown in a round and who wins a tie.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who loses a unit when the two dice of a pair show the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    /// The attacker loses the unit: a tie is a successful defence.
    #[default]
    Defender,
    /// The defender loses the unit.
    Attacker,
}

/// How many dice the defender throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Defence {
    /// As many as the rules and the units standing there allow.
    #[default]
    All,
    /// The number that keeps the attacker's chance to win the battle lowest,
    /// chosen before any die is thrown.
    Blind,
    /// The number that keeps the attacker's chance to win the battle lowest,
    /// chosen after seeing the attacker's dice.
    Seen,
}

/// The dice of a battle: how many each side may throw, their sides, and how
/// they are compared.
///
/// Each side throws at most as many dice as it has units. Both throws are
/// sorted from the highest die down and compared pair by pair; every pair
/// costs one side a unit.
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
    /// Most dice the attacker throws, from 1 to [`DiceRules::MAX_DICE`].
    pub attacker_dice: u8,
    /// Most dice the defender throws, from 1 to [`DiceRules::MAX_DICE`].
    pub defender_dice: u8,
    /// Sides of every die, numbered from 1; from 2 to [`DiceRules::MAX_SIDES`].
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
    /// The name by which the command line knows it.
    pub name: &'static str,
    /// How many dice each side throws, and how they are compared.
    pub rules: DiceRules,
    /// What sets it apart, in one line.
    pub about: &'static str,
}

/// Why dice rules cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A side has no dice or more than [`DiceRules::MAX_DICE`].
    #[error("{side} throws {given} dice: give a number from 1 to {max}", max = DiceRules::MAX_DICE)]
    Dice {
        /// Whose dice.
        side: &'static str,
        /// The number asked for.
        given: u8,
    },
    /// Dice with fewer than two sides or more than [`DiceRules::MAX_SIDES`].
    #[error("dice with {given} sides: give a number from 2 to {max}", max = DiceRules::MAX_SIDES)]
    Sides {
        /// The number asked for.
        given: u8,
    },
    /// The defender chooses after seeing the throw, but the attacker's dice
    /// have more distinct throws than a table of choices may hold.
    #[error(
        "a defender who sees the attacker's dice has {throws} distinct throws to weigh, \
         more than {max}: use fewer dice or fewer sides",
        max = DiceRules::MAX_SEEN_THROWS
    )]
    TooManyThrows {
        /// Sorted throws of the attacker's compared dice.
        throws: u64,
    },
}

impl DiceRules {
    /// Most dice a side may throw.
    pub const MAX_DICE: u8 = 10;
    /// Most sides a die may have.
    pub const MAX_SIDES: u8 = 100;
    /// Most distinct throws a defender with [`Defence::Seen`] may have to weigh.
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

    /// The name of the preset these rules are, if they are one.
    pub fn preset_name(&self) -> Option<&'static str> {
        Self::PRESETS
            .iter()
            .find(|preset| preset.rules == *self)
            .map(|preset| preset.name)
    }

    /// The preset's name, if there is one, and the rules: `classic rules, 3v2
    /// d6, ties to the defender`.
    pub fn description(&self) -> String {
        match self.preset_name() {
            Some(name) => format!("{name} rules, {self}"),
            None => self.to_string(),
        }
    }

    /// Rows of a table by attackers that a round leads to, and the one it starts
    /// from: at most [`Self::MAX_DICE`] are lost. A power of two spares a division.
    pub(crate) const ROWS: usize = 16;

    /// Most dice that each side throws with so many units.
    pub(crate) fn dice(self, attackers: usize, defenders: usize) -> (usize, usize) {
        (
            attackers.min(usize::from(self.attacker_dice)),
            defenders.min(usize::from(self.defender_dice)),
        )
    }

    /// Refuses numbers of dice and sides outside the documented limits.
    ///
    /// # Errors
    /// The first number that is out of range.
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
    /// `3v2 d6, ties to the defender`, and the defender's choice if there is one.
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
            Defence::Blind => write!(f, ", defender chooses how many dice"),
            Defence::Seen => write!(f, ", defender sees the attack and chooses how many dice"),
        }
    }
}

#[cfg(test)]
mod tests;
