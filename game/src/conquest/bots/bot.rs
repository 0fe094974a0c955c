//! A strategy with its settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::planner::Weights;
use super::standard::Config;
use super::{ConfigError, Planner, Standard, Strategy, StrategyKind, Warning};

/// A strategy and what it was set to: makes any number of players that play
/// alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Bot {
    kind: StrategyKind,
    settings: Settings,
}

#[derive(Debug, Clone, PartialEq)]
enum Settings {
    Default,
    Standard(Arc<Config>),
    Planner(Arc<Weights>),
}

/// Why a strategy cannot be set up with a file.
#[derive(Debug, Error)]
pub enum BotError {
    /// The file is not a configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The strategy has nothing to set.
    #[error("{file}: the strategy {strategy} has no settings; standard and planner have")]
    NoSettings {
        /// The name of the strategy.
        strategy: &'static str,
        /// The file that was given.
        file: PathBuf,
    },
}

impl Bot {
    /// A strategy with the settings of a file, and what in it has no effect.
    ///
    /// # Errors
    /// If the strategy has no settings, or the file is not one with them.
    pub fn read(kind: StrategyKind, file: &Path) -> Result<(Self, Vec<Warning>), BotError> {
        let (settings, warnings) = match kind {
            StrategyKind::Standard => {
                let (config, warnings) = Config::read(file)?;
                (Settings::Standard(Arc::new(config)), warnings)
            }
            StrategyKind::Planner => {
                let (weights, warnings) = Weights::read(file)?;
                (Settings::Planner(Arc::new(weights)), warnings)
            }
            StrategyKind::Random | StrategyKind::Novice => {
                return Err(BotError::NoSettings {
                    strategy: kind.name(),
                    file: file.to_owned(),
                });
            }
        };
        Ok((Self { kind, settings }, warnings))
    }

    /// Which strategy it plays.
    pub fn kind(&self) -> StrategyKind {
        self.kind
    }

    /// A player, chance coming from `seed`.
    pub fn player(&self, seed: u64) -> Box<dyn Strategy> {
        match &self.settings {
            Settings::Default => self.kind.player(seed),
            Settings::Standard(config) => Box::new(Standard::configured(Arc::clone(config), seed)),
            Settings::Planner(weights) => Box::new(Planner::weighted(Arc::clone(weights))),
        }
    }
}

impl From<StrategyKind> for Bot {
    fn from(kind: StrategyKind) -> Self {
        Self {
            kind,
            settings: Settings::Default,
        }
    }
}
