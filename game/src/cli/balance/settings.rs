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

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, bail};
use marchland_maps::files::{self, plain, plain_path};
use serde::{Deserialize, Serialize};

use crate::cli::bots::Named;

const FILE_NAME: &str = "marchland.toml";
/// Maximum length of a settings file in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The keys of `[balance]`, and what each of them is.
const KEYS: [(&str, &str); 10] = [
    ("players", "a list of numbers from 2 to 6"),
    ("bots", "the name of a bot in quotes"),
    ("games", "a whole number from 1"),
    ("seed", "a whole number"),
    ("max-seat", PERCENT),
    ("max-held", PERCENT),
    ("min-held", PERCENT),
    ("max-lift", PERCENT),
    ("max-unfinished", PERCENT),
    ("flags", "\"off\" or \"error\""),
];
const PERCENT: &str = "a percentage from 0 to 100: 5, or \"5%\"";

/// An author's settings for the balance of a map; `None` where unset.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Settings {
    pub(super) players: Option<Vec<u8>>,
    pub(super) bots: Option<String>,
    pub(super) games: Option<u64>,
    pub(super) seed: Option<u64>,
    #[serde(flatten)]
    pub(super) limits: Limits,
}

/// What is held to, in percent; nothing where it is not said.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(default, rename_all = "kebab-case")]
#[group(skip)]
pub(super) struct Limits {
    /// Fail if a place in the order of play wins more often than on the bundled world by
    /// more than this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_seat: Option<f64>,
    /// Fail if a continent is held in the third round of more than this share of the games that
    /// last to its end
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_held: Option<f64>,
    /// Fail if a continent is held in the third round of less than this share of the games that
    /// last to its end
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) min_held: Option<f64>,
    /// Fail if holding a continent in the third round raises the share of wins by more than
    /// this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_lift: Option<f64>,
    /// Fail if more than this share of games does not end
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_unfinished: Option<f64>,
    /// Whether to exit with 1 if anything stands out [default: off]
    #[arg(long, value_enum)]
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

/// Parses `5%`, `5` or `±2 %` as a number of percent.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_start_matches('±').trim_end_matches('%');
    let number = number.trim().parse().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "give a percentage from 0 to 100, such as 5%".to_owned())
}

impl Limits {
    /// These limits, with those of `other` where unset.
    #[must_use]
    pub(super) fn over(&self, other: &Self) -> Self {
        Self {
            max_seat: self.max_seat.or(other.max_seat),
            max_held: self.max_held.or(other.max_held),
            min_held: self.min_held.or(other.min_held),
            max_lift: self.max_lift.or(other.max_lift),
            max_unfinished: self.max_unfinished.or(other.max_unfinished),
            flags: self.flags.or(other.flags),
        }
    }
}

impl Settings {
    /// Parses the text of a file. The second value is whether files above it are ignored.
    ///
    /// # Errors
    /// In words, with the line if known.
    fn parse(text: &str) -> anyhow::Result<(Self, bool)> {
        let mut table: toml::Table = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| text[..span.start].lines().count().max(1));
            anyhow::anyhow!("line {line}: {}", error.message())
        })?;
        let is_root = table.get("root").and_then(toml::Value::as_bool);
        let Some(balance) = table.remove("balance") else {
            return Ok((Self::default(), is_root.unwrap_or(false)));
        };
        let Some(keys) = balance.as_table() else {
            bail!("[balance] is a table");
        };
        let at = |key: &str| {
            let line = line_of(text, key).map_or_else(String::new, |line| format!("line {line}: "));
            format!("{line}[balance]: `{}`", plain(key))
        };
        let mut read = toml::Table::new();
        for (key, value) in keys {
            let Some((_, kind)) = KEYS.iter().find(|(known, _)| known == key) else {
                let near = KEYS
                    .iter()
                    .map(|(known, _)| known)
                    .min_by_key(|known| strsim::levenshtein(key, known));
                // Half of a short word may differ from any other.
                let most = (key.chars().count() / 3).clamp(1, 3);
                let near = near.filter(|known| strsim::levenshtein(key, known) <= most);
                let meant = near.map_or_else(
                    || format!("there are: {}", KEYS.map(|(known, _)| known).join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                bail!("{} is not known; {meant}", at(key));
            };
            let is_not = || anyhow::anyhow!("{} is {kind}", at(key));
            let mut value = value.clone();
            if *kind == PERCENT {
                // As on the command line.
                let number = match &value {
                    toml::Value::String(text) => percent(text).ok(),
                    toml::Value::Integer(number) => Some(*number as f64),
                    value => value.as_float(),
                };
                let number = number.filter(|number| (0.0..=100.0).contains(number));
                value = toml::Value::Float(number.ok_or_else(is_not)?);
            }
            // One by one, because the error of a whole table does not name the key.
            let alone: toml::Table = std::iter::once((key.clone(), value.clone())).collect();
            let settings: Self = alone.try_into().map_err(|_: toml::de::Error| is_not())?;
            let fits = |players: &Vec<u8>| {
                !players.is_empty() && players.iter().all(|players| (2..=6).contains(players))
            };
            if !settings.players.as_ref().is_none_or(fits) || settings.games == Some(0) {
                return Err(is_not());
            }
            if let Some(Err(error)) = settings.bots.map(|bots| bots.parse::<Named>()) {
                bail!("{}: {}", at(key), plain(&error.to_string()));
            }
            read.insert(key.clone(), value);
        }
        let settings: Self = read
            .try_into()
            .map_err(|error: toml::de::Error| anyhow::anyhow!("[balance]: {}", error.message()))?;
        Ok((settings, is_root.unwrap_or(false)))
    }

    fn over(self, other: Self) -> Self {
        Self {
            players: self.players.or(other.players),
            bots: self.bots.or(other.bots),
            games: self.games.or(other.games),
            seed: self.seed.or(other.seed),
            limits: self.limits.over(&other.limits),
        }
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
                let read = Self::parse(&text).with_context(|| plain_path(&path))?;
                settings = settings.over(read.0);
                if read.1 {
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

/// The line of a key of `[balance]`, from 1.
fn line_of(text: &str, key: &str) -> Option<usize> {
    #[derive(Deserialize)]
    struct Keys {
        balance: BTreeMap<toml::Spanned<String>, toml::Value>,
    }
    let keys: Keys = toml::from_str(text).ok()?;
    let (found, _) = keys
        .balance
        .iter()
        .find(|(name, _)| name.get_ref() == key)?;
    Some(text[..found.span().start].matches('\n').count() + 1)
}

fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let cannot = || format!("{} cannot be read", plain_path(path));
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(cannot),
        // Opening a pipe would wait for a writer.
        Ok(metadata) if !metadata.is_file() || metadata.len() > MAX_BYTES => {
            bail!("{}: it is not a file of settings", cannot())
        }
        Ok(_) => {}
    }
    let mut text = String::new();
    let file = files::open(path).with_context(cannot)?;
    file.take(MAX_BYTES)
        .read_to_string(&mut text)
        .with_context(cannot)?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_misspelt_ones_are_named() {
        let text = "root = true\n[rules]\nADJ = \"off\"\n[balance]\nplayers = [2, 4]\n\
                    max-seat = 5\nmax-held = \"60%\"\nmin-held = 2.5\nflags = \"error\"\n";
        let (settings, is_root) = Settings::parse(text).unwrap();
        assert!(is_root);
        assert_eq!(settings.players, Some(vec![2, 4]));
        assert_eq!(settings.limits.max_seat, Some(5.0));
        assert_eq!(settings.limits.max_held, Some(60.0));
        assert_eq!(settings.limits.min_held, Some(2.5));
        assert_eq!(settings.limits.flags, Some(OfFlags::Error));
        assert_eq!(
            Settings::parse("[limits]\nx = 1").unwrap().0,
            Settings::default()
        );
        for (text, said) in [
            ("[balance]\nmax-seats = 5", "did you mean `max-seat`?"),
            ("[balance]\nmaximum = 5", "there are: players, bots"),
            ("[balance]\nfoo = 5", "there are: players, bots"),
            ("[balance]\nbot = \"novice\"", "did you mean `bots`?"),
            (
                "[balance]\nseed = 1\nmax-seat = \"much\"",
                "line 3: [balance]: `max-seat` is a percentage from 0 to 100: 5, or \"5%\"",
            ),
            (
                "\n[balance]\nplayers = 2",
                "line 3: [balance]: `players` is a list of numbers from 2 to 6",
            ),
            (
                "[balance]\nplayers = [2, 7]",
                "line 2: [balance]: `players` is a list",
            ),
            (
                "[balance]\nplayers = []",
                "is a list of numbers from 2 to 6",
            ),
            (
                "[balance]\nflags = \"on\"",
                "line 2: [balance]: `flags` is \"off\" or \"error\"",
            ),
            (
                "[balance]\nmax-seat = 500",
                "line 2: [balance]: `max-seat` is a percentage from 0 to 100",
            ),
            (
                "[balance]\nbots = \"foo\"",
                "line 2: [balance]: `bots`: there is no strategy `foo`; there are: random",
            ),
            (
                "[balance]\ngames = -1",
                "line 2: [balance]: `games` is a whole number",
            ),
            (
                "[balance]\ngames = 0",
                "line 2: [balance]: `games` is a whole number from 1",
            ),
            ("balance = 3", "is a table"),
            ("[balance]\n[", "line 2"),
        ] {
            let error = Settings::parse(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
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
            (settings.games, settings.limits.max_seat),
            (Some(100), Some(6.0))
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
