//! Part files: the request and the counts of one part of a run that several machines share.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail};
use marchland_game::conquest::balance::{Layout, Tally};
use marchland_maps::files::{self, plain, plain_path};
use marchland_maps::{Map, bundled, canonical};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::settings::Settings;
use crate::cli::shell::quoted;

/// Maximum length of a part in bytes: that for a map of 10,000 territories.
const MAX_BYTES: u64 = 64 << 20;
const MOST_SHARDS: u64 = 100_000;
/// The first bytes of a part, checked so that a part replaces only another part.
pub(super) const BEGINS: &str = "{\"marchlandBalancePart\":1,";

/// A part of a run: the `number`th of `of`, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shard {
    pub(super) number: u64,
    pub(super) of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            Some(Self { number, of })
        });
        match numbers {
            Some(shard) if shard.of > MOST_SHARDS => {
                Err(format!("a run has at most {MOST_SHARDS} parts"))
            }
            Some(shard) if (1..=shard.of).contains(&shard.number) => Ok(shard),
            Some(Self { of, .. }) if of > 0 => {
                Err(format!("the numbers of {of} parts are from 1 to {of}"))
            }
            _ => Err("give the number of the part and of how many, from 1: 3/16".to_owned()),
        }
    }
}

impl Shard {
    pub(super) fn deals(self, all: u64) -> std::ops::Range<u64> {
        let first =
            |number: u64| (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
        first(self.number - 1)..first(self.number)
    }
}

/// The request for a run. Parts belong together if it is the same in all of them, except for the
/// name of the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Request {
    /// The program's version: rules and bots may differ in another.
    pub(super) version: String,
    /// The map as named by the user.
    pub(super) map: String,
    /// The canonical digest of the map, and the text of its file.
    pub(super) digest: String,
    pub(super) text: String,
    /// The bots as named by the user, and the digest of their settings.
    pub(super) bots: String,
    pub(super) bot: String,
    pub(super) players: Vec<u8>,
    /// Minimum games for each number of players; `None` if another condition ends the run.
    pub(super) games: Option<u64>,
    pub(super) seed: u64,
    pub(super) most_turns: u32,
    pub(super) neutral: bool,
    /// Whether the bundled world is also played.
    pub(super) world: bool,
    pub(super) limits: Settings,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tallies {
    pub(super) map: Tally,
    pub(super) world: Option<Tally>,
}

/// A part of a run, or all of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Part {
    #[serde(rename = "marchlandBalancePart")]
    pub(super) format: u32,
    pub(super) shard: Shard,
    pub(super) request: Request,
    /// One for each number of players.
    pub(super) sections: Vec<Tallies>,
    /// The SHA-256 of all other fields, which tells a part that was damaged on its way.
    pub(super) digest: String,
}

impl Request {
    /// The first difference of two requests, in words.
    fn differs(&self, other: &Self) -> Option<String> {
        let say = |what: &str, mine: &dyn ToString, theirs: &dyn ToString| {
            let (mine, theirs) = (mine.to_string(), theirs.to_string());
            Some(format!(
                "{what}: {} instead of {}",
                plain(&mine),
                plain(&theirs)
            ))
        };
        if self.version != other.version {
            return say(
                "another version of the program",
                &self.version,
                &other.version,
            );
        }
        if self.digest != other.digest || self.text != other.text {
            if self.map == other.map {
                return Some(format!("another state of the map {}", plain(&self.map)));
            }
            return say("another map", &self.map, &other.map);
        }
        if self.bots != other.bots {
            return say("other bots", &self.bots, &other.bots);
        }
        if self.bot != other.bot {
            return Some("bots with other settings".to_owned());
        }
        if self.seed != other.seed {
            return say("another seed", &self.seed, &other.seed);
        }
        let (mine, theirs) = (self.options(), other.options());
        let options = mine.keys().chain(theirs.keys());
        let value = |options: &BTreeMap<&str, String>, option: &str| {
            options
                .get(option)
                .cloned()
                .unwrap_or_else(|| "none".to_owned())
        };
        options
            .map(|&option| (option, value(&mine, option), value(&theirs, option)))
            .find(|(_, mine, theirs)| mine != theirs)
            .and_then(|(option, mine, theirs)| say(&format!("another {option}"), &mine, &theirs))
    }

    /// The values of all options that [`differs`](Self::differs) has no words for.
    fn options(&self) -> BTreeMap<&'static str, String> {
        let yes = |is_given: bool| if is_given { "yes" } else { "no" }.to_owned();
        let players: Vec<String> = self.players.iter().map(u8::to_string).collect();
        let mut options = BTreeMap::from([
            ("--players", players.join(",")),
            ("--most-turns", self.most_turns.to_string()),
            ("--no-neutral", yes(!self.neutral)),
            ("--no-world", yes(!self.world)),
        ]);
        options.extend(self.games.map(|games| ("--games", games.to_string())));
        options.extend(self.limits.limit_options());
        options
    }

    /// # Errors
    /// If a limit cannot be judged because the bundled world is not played.
    pub(super) fn check_limits(&self, map: &Map) -> anyhow::Result<()> {
        let is_world = canonical::digest(map) == canonical::digest(&bundled::world());
        if self.limits.max_seat.is_some() && !self.world && !is_world {
            bail!(
                "`max-seat` cannot be judged without the games on the bundled world: leave out \
                 --no-world, or the limit in marchland.toml"
            );
        }
        Ok(())
    }

    /// The commands that play the same games again: one for all numbers of players with the same
    /// number of games.
    pub(super) fn commands(&self, sections: &[Tallies]) -> impl Iterator<Item = String> {
        let mut groups: Vec<(u64, bool, Vec<String>)> = Vec::new();
        let is_world = self.digest == canonical::digest(&bundled::world());
        for (section, &players) in sections.iter().zip(&self.players) {
            let deals = section.map.deals;
            // A run that was stopped or limited has other numbers of games than asked for.
            let asked = self
                .games
                .filter(|asked| asked.div_ceil(u64::from(players)) == deals);
            let games = asked.unwrap_or(deals * u64::from(players));
            let with_world = section.world.is_some() || is_world;
            let players = players.to_string();
            match groups.last_mut() {
                Some((same, world, list)) if (*same, *world) == (games, with_world) => {
                    list.push(players);
                }
                _ => groups.push((games, with_world, vec![players])),
            }
        }
        groups.into_iter().map(|(games, with_world, players)| {
            let mut command = format!(
                "marchland-game balance {} --players {} --bots {} --games {games} --seed {}",
                quoted(&self.map),
                players.join(","),
                quoted(&self.bots),
                self.seed
            );
            if self.most_turns != super::MOST_TURNS {
                let _ = write!(command, " --most-turns {}", self.most_turns);
            }
            if !self.neutral {
                command += " --no-neutral";
            }
            for (option, value) in self.limits.limit_options() {
                // A run that was stopped may be without the world that this limit needs.
                if with_world || option != "--max-seat" {
                    let _ = write!(command, " {option} {value}");
                }
            }
            if !with_world {
                command += " --no-world";
            }
            command
        })
    }
}

impl Part {
    fn read(path: &Path) -> anyhow::Result<(Self, Map)> {
        let text = files::read_text_at_most(path, MAX_BYTES)
            .with_context(|| format!("{} cannot be read", plain_path(path)))?;
        let name = plain_path(path);
        if !text.starts_with(BEGINS) {
            bail!("{name} is not a part of a run: `balance MAP --shard 1/4 -o FILE` writes them");
        }
        let part: Self = serde_json::from_str(&text)
            .with_context(|| format!("{name} is damaged; play this shard again"))?;
        if part.clone().sealed()? != part {
            bail!("{name} was changed after it was written; play this shard again");
        }
        let draft = marchland_maps::xml::read(part.request.text.as_bytes()).draft;
        let map = Map::try_from(&draft).ok();
        let map = map.filter(|map| canonical::digest(map) == part.request.digest);
        let map = map.with_context(|| format!("{name} is damaged: its map cannot be played"))?;
        let world = bundled::world();
        let fits = |(counted, &players): (&Tallies, &u8)| {
            let layout = |map: &Map| Layout::new(map, players.into());
            let fit = |map: &Map, tally: &Tally| tally.fits(&layout(map), part.shard.of);
            (2..=6).contains(&players)
                && fit(&map, &counted.map)
                && counted
                    .world
                    .as_ref()
                    .is_none_or(|tally| fit(&world, tally))
                && counted.world.is_some() == part.request.world
                && part.has_deals(counted, players)
        };
        let Shard { number, of } = part.shard;
        let lists = part.sections.len() == part.request.players.len();
        let counted = part.sections.iter().zip(&part.request.players);
        if !(1..=of.min(MOST_SHARDS)).contains(&number)
            || !lists
            || part.sections.is_empty()
            || !counted.into_iter().all(fits)
        {
            bail!("{name} is damaged: what it counts does not fit its map; play this shard again");
        }
        Ok((part, map))
    }

    /// The part with its digest.
    pub(super) fn sealed(mut self) -> anyhow::Result<Self> {
        self.digest.clear();
        let digest = Sha256::digest(serde_json::to_vec(&self)?);
        self.digest = files::hex(&digest);
        Ok(self)
    }

    /// Whether these are as many deals as its shard has.
    fn has_deals(&self, counted: &Tallies, players: u8) -> bool {
        let Some(games) = self.request.games else {
            return false;
        };
        let deals = self.shard.deals(games.div_ceil(players.into()));
        let deals = deals.end - deals.start;
        let world = counted.world.as_ref();
        counted.map.deals == deals && world.is_none_or(|there| there.deals == deals)
    }

    /// Adds the deals of another part.
    fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.sections.iter_mut().zip(&other.sections) {
            mine.map.merge(&theirs.map);
            if let (Some(mine), Some(theirs)) = (&mut mine.world, &theirs.world) {
                mine.merge(theirs);
            }
        }
    }

    /// Merges all parts of a run, in any order. The result is the same as that of one machine with
    /// these limits, which go before those of the parts: nothing that is played depends on them.
    ///
    /// # Errors
    /// If a part cannot be read, belongs to another run than most, is repeated or is missing;
    /// each is named.
    pub(super) fn merged(paths: &[PathBuf], limits: &Settings) -> anyhow::Result<(Self, Map)> {
        let mut runs: Vec<Gathered<'_>> = Vec::new();
        for path in paths {
            let (mut part, map) = Self::read(path)?;
            part.request.limits = limits.clone().over(part.request.limits).limits();
            match runs.iter_mut().find(|run| part.differs(&run.sum).is_none()) {
                Some(run) => run.add(&part, path),
                None => runs.push(Gathered::new(part, map, path)),
            }
        }
        // The first of the largest.
        let most = runs.iter().map(|run| run.paths.len()).max();
        let at = runs.iter().position(|run| Some(run.paths.len()) == most);
        let mut run = runs.remove(at.context("name at least one part")?);
        let mut wrong = run.twice;
        for other in &runs {
            let why = other.sum.differs(&run.sum).unwrap_or_default();
            for path in &other.paths {
                let (name, first) = (plain_path(path), plain_path(run.paths[0]));
                wrong.push(format!("{name} is of another run than {first}: {why}"));
            }
        }
        let of = run.sum.shard.of;
        let missing = (1..=of).filter(|number| !run.seen.contains_key(number));
        let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
        if !missing.is_empty() && wrong.is_empty() {
            let (some, more) = missing.split_at(missing.len().min(20));
            let more = if more.is_empty() {
                String::new()
            } else {
                format!(" and {} more", more.len())
            };
            wrong.push(format!(
                "of {of} shards these are missing: {}{more}",
                some.join(", ")
            ));
        }
        if !wrong.is_empty() {
            bail!("{}", wrong.join("\n"));
        }
        run.sum.shard = Shard { number: 1, of: 1 };
        Ok((run.sum, run.map))
    }

    /// Why the parts are not of the same run.
    fn differs(&self, other: &Self) -> Option<String> {
        let (mine, theirs) = (self.shard.of, other.shard.of);
        let shards = || format!("of {mine} shards, not of {theirs}");
        let request = self.request.differs(&other.request);
        request.or_else(|| (mine != theirs).then(shards))
    }
}

/// The parts of one run.
struct Gathered<'a> {
    sum: Part,
    map: Map,
    paths: Vec<&'a Path>,
    /// By number of the shard.
    seen: BTreeMap<u64, &'a Path>,
    /// Complaints about repeated shards.
    twice: Vec<String>,
}

impl<'a> Gathered<'a> {
    fn new(part: Part, map: Map, path: &'a Path) -> Self {
        Self {
            paths: vec![path],
            seen: BTreeMap::from([(part.shard.number, path)]),
            twice: Vec::new(),
            sum: part,
            map,
        }
    }

    fn add(&mut self, part: &Part, path: &'a Path) {
        self.paths.push(path);
        let number = part.shard.number;
        if let Some(other) = self.seen.insert(number, path) {
            self.twice.push(format!(
                "shard {number} is there twice: {} and {}",
                plain_path(other),
                plain_path(path)
            ));
        } else {
            self.sum.add(part);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn counted(players: u8, deals: u64, world: bool) -> Tallies {
        let mut tally = Tally::new(&Layout::new(&bundled::world(), players.into()));
        tally.deals = deals;
        Tallies {
            world: world.then(|| tally.clone()),
            map: tally,
        }
    }

    /// A part that played so many deals with so many players, with or without the world.
    pub(in super::super) fn part(games: Option<u64>, played: &[(u8, u64, bool)]) -> Part {
        let request = Request {
            version: String::new(),
            map: "mine".to_owned(),
            digest: String::new(),
            text: String::new(),
            bots: "standard".to_owned(),
            bot: String::new(),
            players: played.iter().map(|&(players, ..)| players).collect(),
            games,
            seed: 1,
            most_turns: super::super::MOST_TURNS,
            neutral: true,
            world: true,
            limits: Settings::default(),
        };
        let sections = played
            .iter()
            .map(|&(n, deals, world)| counted(n, deals, world));
        Part {
            format: 1,
            shard: Shard { number: 1, of: 1 },
            request,
            sections: sections.collect(),
            digest: String::new(),
        }
    }

    /// One command with the largest number of games played others than a run by time had.
    #[test]
    fn commands_have_the_games_that_each_number_of_players_had() {
        let said = |games: Option<u64>, played: [(u8, u64, bool); 3]| {
            let part = part(games, &played);
            part.request.commands(&part.sections).collect::<Vec<_>>()
        };
        let command = |players: &str, games: u32, rest: &str| {
            format!(
                "marchland-game balance mine --players {players} --bots standard --games {games} \
                 --seed 1{rest}"
            )
        };
        // As asked for: of three players one game more is played.
        let whole = [(2, 50, true), (3, 34, true), (4, 25, true)];
        assert_eq!(said(Some(100), whole), [command("2,3,4", 100, "")]);
        let timed = [(2, 50, true), (3, 30, true), (4, 25, true)];
        let each = [("2", 100), ("3", 90), ("4", 100)];
        assert_eq!(
            said(None, timed),
            each.map(|(n, games)| command(n, games, ""))
        );
        let cut = [(2, 50, true), (3, 34, true), (4, 10, false)];
        let both = [command("2,3", 100, ""), command("4", 40, " --no-world")];
        assert_eq!(said(Some(100), cut), both);
    }
}
