//! Dice rules on the command line.

use anyhow::{Context as _, bail};
use clap::Args;
use marchland_simulator::{Battle, Defence, DiceRules, Ties};

use super::{answer::print, numbers::whole};

#[derive(Args)]
#[command(next_help_heading = "Dice rules")]
pub(super) struct RulesArguments {
    /// Named rules to start from; `marchland-simulator presets` lists them
    #[arg(long, value_name = "PRESET", default_value = "classic", value_parser = DiceRules::PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>())]
    rules: String,
    /// Maximum number of dice the attacker rolls, from 1 to 10
    #[arg(long, value_name = "DICE", allow_negative_numbers = true, value_parser = whole::<u8>(1, 10))]
    attacker_dice: Option<u8>,
    /// Maximum number of dice the defender rolls, from 1 to 10
    #[arg(long, value_name = "DICE", allow_negative_numbers = true, value_parser = whole::<u8>(1, 10))]
    defender_dice: Option<u8>,
    /// Number of sides of each die, from 2 to 100
    #[arg(long, value_name = "SIDES", allow_negative_numbers = true, value_parser = whole::<u8>(2, 100))]
    sides: Option<u8>,
    /// Who wins a tie between two dice
    #[arg(long, value_enum)]
    ties: Option<Ties>,
    /// How many dice the defender rolls
    #[arg(long, value_enum)]
    defence: Option<Defence>,
}

impl RulesArguments {
    /// The battle under these rules, for armies of up to `units`.
    pub(super) fn battle_of(&self, units: usize) -> anyhow::Result<Battle> {
        let preset = DiceRules::preset(&self.rules)
            .with_context(|| format!("no rules are called {}", self.rules))?;
        let rules = DiceRules {
            attacker_dice: self.attacker_dice.unwrap_or(preset.attacker_dice),
            defender_dice: self.defender_dice.unwrap_or(preset.defender_dice),
            sides: self.sides.unwrap_or(preset.sides),
            ties: self.ties.unwrap_or(preset.ties),
            defence: self.defence.unwrap_or(preset.defence),
        };
        let battle = Battle::new(rules)?;
        let most = battle.most_units();
        if units > most {
            bail!(
                "{units} units: if the defender chooses how many dice to throw, each side has at most {most} units"
            );
        }
        Ok(battle)
    }
}

pub(super) fn list() -> anyhow::Result<()> {
    let presets = DiceRules::PRESETS.iter();
    let lines = presets.map(|preset| format!("{:<18}{}\n", preset.name, preset.about));
    print(&lines.collect::<String>())
}
