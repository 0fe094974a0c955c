//! Computer players as named on the command line.

use std::fmt;
use std::iter;
use std::path::{self, Path};
use std::str::FromStr;

use marchland_game::conquest::bots::{Bot, BotError, StrategyKind, UnknownStrategy};
use marchland_maps::Map;

use super::{games, note};

/// A strategy or level with optional settings: the name of a file, or how long an expert
/// thinks. `planner`, `hard=tuned.xml`, `expert=0.5s`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: StrategyKind,
    pub(super) settings: Option<String>,
}

impl FromStr for Named {
    type Err = UnknownStrategy;

    /// Spaces around the name and its case do not matter.
    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let (kind, settings) = match text.trim().split_once('=') {
            Some((kind, settings)) => (kind, Some(settings.to_owned())),
            None => (text, None),
        };
        let kind = kind.trim().to_ascii_lowercase().parse()?;
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
    /// The same with an absolute path, so that it means the same in any folder.
    pub(super) fn absolute(mut self) -> Self {
        if let Some(settings) = &mut self.settings
            && self.kind != StrategyKind::Expert
            && let Ok(file) = path::absolute(&*settings)
        {
            *settings = file.display().to_string();
        }
        self
    }

    /// Reads the settings, warning about those without effect on a map.
    pub(super) fn load(&self, map: &Map) -> Result<Bot, BotError> {
        let Some(settings) = &self.settings else {
            return Ok(self.kind.into());
        };
        let (bot, warnings) = Bot::read(self.kind, settings, map)?;
        for warning in warnings {
            note(&format!("warning: {settings}, {warning}"));
        }
        Ok(bot)
    }
}

/// The help of an option that names computer players: what it takes, the names, and what else
/// there is to say.
pub(super) fn help(what: &str, more: &str) -> String {
    let others = games::board_games();
    let others = others.iter();
    let others = others.map(|game| format!("for {}: {}", game.rules.id(), game.bots()));
    let names: Vec<String> = iter::once(StrategyKind::names()).chain(others).collect();
    format!("{what}: {}. {more}", names.join("; "))
}

/// The level of a computer player if it has one of `levels`, otherwise its name; settings are
/// shown by the name of their file alone.
pub(super) fn level(levels: &[(&str, &str)], name: &str) -> String {
    if let Some((kind, file)) = name.split_once('=') {
        let file = Path::new(file).file_name().unwrap_or_default();
        return format!("{kind}={}", file.to_string_lossy());
    }
    let found = levels.iter().find(|(_, bot)| *bot == name);
    found.map_or(name, |(level, _)| level).to_owned()
}
