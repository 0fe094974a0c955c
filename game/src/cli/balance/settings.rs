//! The `[balance]` table of `marchland.toml`, beside the map and in the folders above it.
//!
//! ```toml
//! [balance]
//! players = [2, 3, 4]
//! bots = "standard"
//! games = 20000
//! seed = 1
//! max-seat = 5         # all in percent or percentage points
//! max-held = 60
//! min-held = 2
//! max-lift = 15
//! max-unfinished = 1
//! flags = "error"      # exit with 1 if anything is flagged; default "off"
//! ```
//!
//! The rest of the file belongs to `marchland-validator`.

use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::Context;
use marchland_maps::files::{self, plain_path};
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};

use crate::cli::bots::Named;

const FILE_NAME: &str = "marchland.toml";
/// Maximum length of a settings file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// What is played and what it is held to, as options and as an author's settings for a map; nothing
/// where it is not said. Limits are in percent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(
    default,
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table, [balance]"
)]
#[group(skip)]
pub(super) struct Settings {
    /// Numbers of players to play with, separated by commas [default: 2,3,4]
    #[arg(
        long,
        visible_alias = "num-players",
        value_delimiter = ',',
        value_parser = players
    )]
    #[serde(deserialize_with = "numbers")]
    pub(super) players: Option<Vec<u8>>,
    /// The bot on every seat: a strategy or level, with =FILE for its settings or, for an
    /// expert, a number of playouts (expert=100) [default: standard]
    #[arg(long, value_name = "BOT[=SETTINGS]", value_parser = bot)]
    #[serde(deserialize_with = "named")]
    pub(super) bots: Option<String>,
    /// Minimum number of games for each number of players [default: 10000]
    #[arg(long, value_parser = at_least_one)]
    #[serde(deserialize_with = "games")]
    pub(super) games: Option<NonZeroU64>,
    /// Random seed [default: 1]
    #[arg(long, value_parser = seed_number)]
    #[serde(deserialize_with = "seed")]
    pub(super) seed: Option<u64>,
    /// Fail if the share of wins of a place in the order of play is farther from even than on the
    /// bundled world by more than this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_hyphen_values = true)]
    #[serde(deserialize_with = "percentage")]
    pub(super) max_seat: Option<f64>,
    /// Fail if a continent is held in the third round of more than this share of the games that
    /// last to its end
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_hyphen_values = true)]
    #[serde(deserialize_with = "percentage")]
    pub(super) max_held: Option<f64>,
    /// Fail if a continent is held in the third round of less than this share of the games that
    /// last to its end
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_hyphen_values = true)]
    #[serde(deserialize_with = "percentage")]
    pub(super) min_held: Option<f64>,
    /// Fail if holding a continent in the third round raises the share of wins by more than
    /// this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_hyphen_values = true)]
    #[serde(deserialize_with = "percentage")]
    pub(super) max_lift: Option<f64>,
    /// Fail if more than this share of games does not end
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_hyphen_values = true)]
    #[serde(deserialize_with = "percentage")]
    pub(super) max_unfinished: Option<f64>,
    /// Whether to exit with 1 if anything stands out [default: off]
    #[arg(long, value_enum)]
    #[serde(deserialize_with = "of_flags")]
    pub(super) flags: Option<OfFlags>,
}

/// What a flag means for the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OfFlags {
    /// Report it only.
    Off,
    /// Exit with 1.
    Error,
}

const PLAYERS: &str = "give numbers from 2 to 6";

/// Parses one of the numbers of players.
fn players(text: &str) -> Result<u8, String> {
    let players = text.trim().parse().ok();
    let players = players.filter(|players| (2..=6).contains(players));
    players.ok_or_else(|| format!("{PLAYERS}, separated by commas: 2,3,4"))
}

fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
    let give = || D::Error::custom(format!("{PLAYERS}: [2, 3, 4]"));
    let numbers = Option::<Vec<u8>>::deserialize(deserializer).map_err(|_| give())?;
    let fits = |numbers: &Vec<u8>| {
        !numbers.is_empty() && numbers.iter().all(|players| (2..=6).contains(players))
    };
    if numbers.as_ref().is_none_or(fits) {
        Ok(numbers)
    } else {
        Err(give())
    }
}

/// Checks the name of a bot, but not its settings.
fn bot(text: &str) -> Result<String, String> {
    let kind = text.split('=').next().unwrap_or_default();
    if kind.contains(',') {
        let why = "the same bot plays on every seat; `tournament` lets different ones play";
        return Err(why.to_owned());
    }
    let named = text.parse::<Named>().map_err(|error| error.to_string())?;
    Ok(named.to_string())
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    let checked = name.map(|name| bot(&name)).transpose();
    checked.map_err(D::Error::custom)
}

/// Parses `5%`, `5` or `±2 %` as a number of percent.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_start_matches('±').trim_end_matches('%');
    let number = number.trim().parse().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "give a percentage from 0 to 100, such as 5%".to_owned())
}

fn percentage<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "give a percentage from 0 to 100: 5, or \"5%\"")]
    enum Given {
        Number(f64),
        Text(String),
    }
    let given = Option::<Given>::deserialize(deserializer)?;
    let given = given.map(|given| match given {
        Given::Number(number) => percent(&number.to_string()),
        Given::Text(text) => percent(&text),
    });
    given.transpose().map_err(D::Error::custom)
}

/// A file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SettingsFile {
    /// Whether files above it are ignored.
    root: bool,
    balance: Settings,
    /// This and the next belong to the validator.
    #[serde(rename = "rules")]
    _rules: IgnoredAny,
    #[serde(rename = "limits")]
    _limits: IgnoredAny,
    #[serde(rename = "waiver")]
    _waiver: IgnoredAny,
}

/// The most games for one number of players.
pub(super) const MOST_GAMES: u64 = 1_000_000_000;

fn up_to_most(games: u64) -> Option<NonZeroU64> {
    NonZeroU64::new(games).filter(|games| games.get() <= MOST_GAMES)
}

/// Parses a number of games.
fn at_least_one(text: &str) -> Result<NonZeroU64, String> {
    let number = text.parse().ok().and_then(up_to_most);
    number.ok_or_else(|| format!("give a whole number from 1 to {MOST_GAMES}"))
}

fn games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU64>, D::Error> {
    let wrong = || D::Error::custom(format!("give a whole number from 1 to {MOST_GAMES}"));
    let games = Option::<u64>::deserialize(deserializer).map_err(|_| wrong())?;
    games
        .map(|games| up_to_most(games).ok_or_else(wrong))
        .transpose()
}

/// Parses a seed.
fn seed_number(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("give a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(wrong)
}

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seed = Option::<u64>::deserialize(deserializer);
    seed.map_err(|_| D::Error::custom("give a whole number from 0"))
}

fn of_flags<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<OfFlags>, D::Error> {
    let flags = Option::<OfFlags>::deserialize(deserializer);
    flags.map_err(|_| D::Error::custom("give \"off\" or \"error\""))
}

impl Settings {
    /// These settings, with those of `other` where unset.
    #[must_use]
    pub(super) fn over(self, other: Self) -> Self {
        Self {
            players: self.players.or(other.players),
            bots: self.bots.or(other.bots),
            games: self.games.or(other.games),
            seed: self.seed.or(other.seed),
            max_seat: self.max_seat.or(other.max_seat),
            max_held: self.max_held.or(other.max_held),
            min_held: self.min_held.or(other.min_held),
            max_lift: self.max_lift.or(other.max_lift),
            max_unfinished: self.max_unfinished.or(other.max_unfinished),
            flags: self.flags.or(other.flags),
        }
    }

    /// The limits alone.
    pub(super) fn limits(self) -> Self {
        Self {
            players: None,
            bots: None,
            games: None,
            seed: None,
            ..self
        }
    }

    /// The limits that are set, as options of the command line.
    pub(super) fn limit_options(&self) -> Vec<(&'static str, String)> {
        let percents = [
            ("--max-seat", self.max_seat),
            ("--max-held", self.max_held),
            ("--min-held", self.min_held),
            ("--max-lift", self.max_lift),
            ("--max-unfinished", self.max_unfinished),
        ];
        let percents = percents
            .into_iter()
            .filter_map(|(option, percent)| Some((option, percent?.to_string())));
        let flags = self.flags.map(|flags| match flags {
            OfFlags::Off => "off",
            OfFlags::Error => "error",
        });
        let flags = flags.map(|flags| ("--flags", flags.to_owned()));
        percents.chain(flags).collect()
    }

    /// The settings for a map, given its folder or file. Searches like `marchland-validator`:
    /// beside the map and in the folders above, up to a file with `root = true` or the root of a
    /// repository.
    ///
    /// # Errors
    /// If a file cannot be read or has unknown keys or invalid values.
    pub(super) fn around(map: &Path) -> anyhow::Result<Self> {
        let folder = if map.is_dir() {
            Some(map)
        } else {
            map.parent()
        };
        let folder = std::path::absolute(folder.unwrap_or(map))?;
        let mut settings = Self::default();
        for above in folder.ancestors() {
            let path = above.join(FILE_NAME);
            if let Some(text) = read(&path)? {
                let file = parsed(&text).map_err(anyhow::Error::msg);
                let file = file.with_context(|| plain_path(&path))?;
                settings = settings.over(file.balance);
                if file.root {
                    break;
                }
            }
            if above.join(".git").exists() {
                break;
            }
        }
        Ok(settings)
    }
}

/// TOML has keys where serde says fields.
fn parsed(text: &str) -> Result<SettingsFile, String> {
    let wrong = |error: toml::de::Error| error.to_string().replace("unknown field", "unknown key");
    toml::from_str(text).map_err(wrong)
}

fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match files::read_text_at_most(path, MAX_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            let cannot = || format!("{} cannot be read", plain_path(path));
            Err(error).with_context(cannot)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_misspelt_ones_are_named() {
        let text = "root = true\n[rules]\nADJ = \"off\"\n[balance]\nplayers = [2, 4]\n\
                    max-seat = 5\nmax-held = \"60%\"\nmin-held = 2.5\nflags = \"error\"\n";
        let SettingsFile { root, balance, .. } = parsed(text).unwrap();
        assert!(root);
        assert_eq!(balance.players, Some(vec![2, 4]));
        assert_eq!(balance.max_seat, Some(5.0));
        assert_eq!(balance.max_held, Some(60.0));
        assert_eq!(balance.min_held, Some(2.5));
        assert_eq!(balance.flags, Some(OfFlags::Error));
        let other = parsed("[limits]\nx = 1").unwrap();
        assert_eq!(other.balance, Settings::default());
        let percent = "give a percentage from 0 to 100";
        for (text, line, said) in [
            (
                "[balance]\nmax-seats = 5",
                2,
                "expected one of `players`, `bots`",
            ),
            ("[balance]\nseed = 1\nmax-seat = \"much\"", 3, percent),
            ("[balance]\nmax-seat = [5]", 2, percent),
            ("[balance]\nmax-seat = 500", 2, percent),
            ("\n[balance]\nplayers = 2", 3, "give numbers from 2 to 6"),
            (
                "[balance]\nplayers = \"2,3\"",
                2,
                "give numbers from 2 to 6",
            ),
            ("[balance]\nplayers = [2, 7]", 2, "give numbers from 2 to 6"),
            ("[balance]\nplayers = []", 2, "give numbers from 2 to 6"),
            ("[balance]\nflags = \"on\"", 2, "give \"off\" or \"error\""),
            ("[balance]\nflags = true", 2, "give \"off\" or \"error\""),
            ("[balance]\nseed = -1", 2, "give a whole number from 0"),
            (
                "[balance]\nbots = \"foo\"",
                2,
                "there is no strategy `foo`; there are: random",
            ),
            (
                "[balance]\ngames = -1",
                2,
                "give a whole number from 1 to 1000000000",
            ),
            (
                "[balance]\ngames = 0",
                2,
                "give a whole number from 1 to 1000000000",
            ),
            ("balance = 3", 1, "expected a table, [balance]"),
            ("[balence]\ngames = 5", 1, "unknown key `balence`"),
            ("[balance]\n[", 2, "["),
        ] {
            let Err(error) = parsed(text) else {
                panic!("{text}");
            };
            let said = [&*format!("line {line},"), said];
            assert!(
                said.iter().all(|said| error.contains(said)),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn the_nearest_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("maps/mine");
        std::fs::create_dir_all(&map).unwrap();
        let write = |path: &Path, text: &str| std::fs::write(path.join(FILE_NAME), text).unwrap();
        write(
            folder.path(),
            "root = true\n[balance]\ngames = 100\nmax-seat = 4",
        );
        write(&map, "[balance]\nmax-seat = 6");
        let settings = Settings::around(&map).unwrap();
        assert_eq!(
            (settings.games, settings.max_seat),
            (NonZeroU64::new(100), Some(6.0))
        );
        assert_eq!(settings, Settings::around(&map.join("map.xml")).unwrap());
    }

    #[test]
    fn percents_in_several_ways() {
        for text in ["5", "5%", "±5%", " 5 % "] {
            assert_eq!(percent(text), Ok(5.0));
        }
        assert!(percent("-1").is_err() && percent("101").is_err() && percent("x").is_err());
    }
}
