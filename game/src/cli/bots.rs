//! Computer players as they are named on the command line.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use marchland_game::conquest::bots::{Bot, BotError, StrategyKind, UnknownStrategy};

/// A strategy or level, and the file with its settings, if any: `planner`,
/// `hard=tuned.xml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: StrategyKind,
    pub(super) file: Option<PathBuf>,
}

impl FromStr for Named {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let (kind, file) = match text.split_once('=') {
            Some((kind, file)) => (kind, Some(file.into())),
            None => (text, None),
        };
        let kind = kind.parse()?;
        Ok(Self { kind, file })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match &self.file {
            Some(file) => write!(f, "={}", file.display()),
            None => Ok(()),
        }
    }
}

impl Named {
    /// The same, wherever the program is started.
    pub(super) fn absolute(&self) -> Self {
        let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
        Self {
            kind: self.kind,
            file: self.file.as_ref().map(absolute),
        }
    }

    /// Reads the settings; what in them has no effect is warned of.
    pub(super) fn load(&self) -> Result<Bot, BotError> {
        let Some(file) = &self.file else {
            return Ok(self.kind.into());
        };
        let (bot, warnings) = Bot::read(self.kind, file)?;
        for warning in warnings {
            eprintln!("{}, {warning}", file.display());
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
