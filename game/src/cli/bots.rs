//! Computer players as they are named on the command line.

use std::fmt;
use std::path::{self, Path};
use std::str::FromStr;

use marchland_game::conquest::bots::{Bot, BotError, StrategyKind, UnknownStrategy};

/// A strategy or level, and its settings, if any: the name of a file, or how long an
/// expert thinks. `planner`, `hard=tuned.xml`, `expert=0.5s`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: StrategyKind,
    pub(super) settings: Option<String>,
}

impl FromStr for Named {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let (kind, settings) = match text.split_once('=') {
            Some((kind, settings)) => (kind, Some(settings.to_owned())),
            None => (text, None),
        };
        let kind = kind.parse()?;
        Ok(Self { kind, settings })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match &self.settings {
            Some(settings) => write!(f, "={settings}"),
            None => Ok(()),
        }
    }
}

impl Named {
    /// The same, wherever the program is started.
    pub(super) fn absolute(mut self) -> Self {
        if let Some(settings) = &mut self.settings
            && self.kind != StrategyKind::Expert
            && let Ok(file) = path::absolute(&*settings)
        {
            *settings = file.display().to_string();
        }
        self
    }

    /// Reads the settings; what in them has no effect is warned of.
    pub(super) fn load(&self) -> Result<Bot, BotError> {
        let Some(settings) = &self.settings else {
            return Ok(self.kind.into());
        };
        let (bot, warnings) = Bot::read(self.kind, settings)?;
        for warning in warnings {
            eprintln!("{settings}, {warning}");
        }
        Ok(bot)
    }
}

/// How strong a computer player is, in the word for it if there is one; the settings
/// by the name of their file alone.
pub(super) fn level(name: &str) -> String {
    if let Some((kind, file)) = name.split_once('=') {
        let file = Path::new(file).file_name().unwrap_or_default();
        return format!("{kind}={}", file.to_string_lossy());
    }
    let mut levels = StrategyKind::LEVELS.into_iter();
    let found = levels.find(|(_, strategy)| strategy.name() == name);
    found.map_or(name, |(level, _)| level).to_owned()
}
