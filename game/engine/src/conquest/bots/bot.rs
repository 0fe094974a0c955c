//! A strategy with its settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_maps::{Map, Renumbered};
use thiserror::Error;

use super::planner::Weights;
use super::standard::Config;
use super::{
    ConfigError, Expert, NoThought, Planner, Standard, Strategy, StrategyKind, Thought, Warning,
};

/// A strategy and its settings, from which any number of players can be made that play
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
    Expert(Thought),
}

/// Why a strategy cannot be configured.
#[derive(Debug, Error)]
pub enum BotError {
    /// The file is not a configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The setting does not say how long an expert thinks.
    #[error(transparent)]
    Thought(#[from] NoThought),
    /// The strategy has no settings.
    #[error("{file}: the strategy {strategy} has no settings; standard, planner and expert have")]
    NoSettings {
        /// The name of the strategy.
        strategy: &'static str,
        /// The file that was given.
        file: PathBuf,
    },
}

impl Bot {
    /// A strategy with settings, and warnings about settings without effect on `map`. `settings`
    /// names a file, or says how long an expert thinks.
    ///
    /// # Errors
    /// If the strategy has no settings, or the settings are invalid.
    pub fn read(
        kind: StrategyKind,
        settings: &str,
        map: &Map,
    ) -> Result<(Self, Vec<Warning>), BotError> {
        let file = Path::new(settings);
        let (settings, warnings) = match kind {
            StrategyKind::Standard => {
                let (config, warnings) = Config::read(file, map)?;
                (Settings::Standard(Arc::new(config)), warnings)
            }
            StrategyKind::Planner => {
                let (weights, warnings) = Weights::read(file)?;
                (Settings::Planner(Arc::new(weights)), warnings)
            }
            StrategyKind::Expert => (Settings::Expert(settings.parse()?), Vec::new()),
            kind => {
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

    /// Whether the same seed plays the same way. An expert that thinks for a given time does not.
    pub fn is_repeatable(&self) -> bool {
        !matches!(self.settings, Settings::Expert(Thought::Time(_)))
    }

    /// The same bot for a map under other numbers.
    #[must_use]
    pub fn renumbered(&self, map: &Renumbered) -> Self {
        let settings = match &self.settings {
            Settings::Standard(config) => Settings::Standard(Arc::new(config.renumbered(map))),
            other => other.clone(),
        };
        let kind = self.kind;
        Self { kind, settings }
    }

    /// A player, chance coming from `seed`.
    pub fn player(&self, seed: u64) -> Box<dyn Strategy> {
        match &self.settings {
            Settings::Default => self.kind.player(seed),
            Settings::Standard(config) => Box::new(Standard::configured(Arc::clone(config), seed)),
            Settings::Planner(weights) => Box::new(Planner::weighted(Arc::clone(weights))),
            Settings::Expert(thought) => Box::new(Expert::thinking(seed, *thought)),
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
