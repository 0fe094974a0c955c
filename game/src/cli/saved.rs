//! Saved local games, which can be resumed.
//!
//! Each is a folder with the journal of its table, which includes the players' tokens, and a
//! file that says who plays.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail};
use etcetera::BaseStrategy;
use jiff::Timestamp;
use marchland_game::ago::ago;
use marchland_game::client::net::Seats;
use marchland_game::conquest;
use marchland_game::play::{MAX_SEATS, Player};
use marchland_game::protocol::{Name, Secret, ServerMessage};
use marchland_game::replay::{self, Record};
use marchland_game::saved_game::{SavedGame, SavedGameInfo};
use marchland_game::server::{
    FolderError, JournalFolder, Journals, Lobby, Peer, Recovery, SyncMode, Syncer,
};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use marchland_files::plain_path;
use marchland_maps::bundled;

use super::games::{self, OnBoard};
use super::{bots, complain, count, say};

/// The environment variable that names the folder of saved games; if empty, nothing is saved.
const VARIABLE: &str = "MARCHLAND_GAMES";

const ABOUT: &str = "game.toml";

/// What is played by whom.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct About {
    /// The folder or file of the map, in a game of conquest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) map: Option<PathBuf>,
    /// What the map calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) map_name: Option<String>,
    /// Another game, and the size of its board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<String>,
    pub(super) you: String,
    pub(super) seed: u64,
    pub(super) bots: Vec<Opponent>,
}

/// A computer player.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Opponent {
    pub(super) name: String,
    /// As on the command line: `hard`, `planner=tuned.xml`.
    pub(super) bot: String,
}

impl About {
    /// The map, in a game of conquest.
    pub(super) fn map(&self) -> Option<PathBuf> {
        let map = self.map.clone().unwrap_or_else(|| "world".into());
        self.game.is_none().then_some(map)
    }

    /// The board, in another game.
    ///
    /// # Errors
    /// If this program does not play the game.
    pub(super) fn board(&self) -> anyhow::Result<OnBoard> {
        OnBoard::named(self.game.as_deref().unwrap_or_default(), self.size.clone())
    }

    /// The names of the computer players with their levels.
    pub(super) fn opponents(&self) -> Vec<(String, String)> {
        let game = self.game.as_deref().map(games::find);
        let levels = match &game {
            None => &conquest::LEVELS[..],
            Some(game) => game.as_ref().map_or(&[][..], |game| game.rules.levels()),
        };
        let others = self.bots.iter();
        let others = others.map(|bot| (bot.name.clone(), bots::level(levels, &bot.bot)));
        others.collect()
    }

    /// The computer players.
    pub(super) fn players(&self) -> anyhow::Result<Vec<(String, Name)>> {
        let parse = |bot: &Opponent| Ok((bot.bot.clone(), bot.name.parse()?));
        self.bots.iter().map(parse).collect()
    }
}

/// The folder of a game, locked while this is alive. In the end it is deleted, unless the game
/// can be resumed.
pub(super) struct Saved {
    folder: PathBuf,
    /// Whether the game has ended.
    over: bool,
    journals: JournalFolder,
    syncer: Arc<Syncer>,
}

/// A saved game that can be resumed.
pub(super) struct Resumable {
    pub(super) saved: Saved,
    pub(super) about: About,
}

/// A seat to resume: the player's name, number and token.
pub(super) type OwnSeat = (Name, Player, Secret);

/// The folder of saved games; `None` if games are not saved, or there is no home folder.
pub(super) fn games() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(path) if path.is_empty() => None,
        Some(path) => std::path::absolute(path).ok(),
        None => {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(base.data_dir().join("marchland").join("games"))
        }
    }
}

/// The person's seats at servers: saved beside the games if `lasting`.
pub(super) fn server_seats(lasting: bool) -> Arc<Seats> {
    // The whole program shares them.
    static SEATS: OnceLock<Arc<Seats>> = OnceLock::new();
    let file = || games().filter(|_| lasting).map(|games| games.join("seats"));
    Arc::clone(SEATS.get_or_init(|| Arc::new(Seats::new(file()))))
}

/// The folders of the games that this program plays. One that was just left is still closed.
static PLAYED_HERE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

impl Saved {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let syncer = Syncer::start(SyncMode::EverySecond)?;
        let journals = match JournalFolder::open(folder, Arc::clone(&syncer)) {
            Err(FolderError::InUse(_)) => {
                bail!("{} is being played by another program", name(folder))
            }
            other => other?,
        };
        PLAYED_HERE.lock().insert(folder.to_owned());
        Ok(Self {
            folder: folder.to_owned(),
            over: false,
            journals,
            syncer,
        })
    }

    /// Creates the folder of a new game; `None` if games are not saved.
    pub(super) fn begin(about: &About) -> anyhow::Result<Option<Self>> {
        let Some(games) = games() else {
            return Ok(None);
        };
        let made = || -> anyhow::Result<Self> {
            fs::create_dir_all(&games)?;
            let now = Timestamp::now().strftime("%F_%H-%M-%S").to_string();
            let mut folder = games.join(&now);
            let mut number = 1;
            while let Err(error) = fs::create_dir(&folder) {
                number += 1;
                if error.kind() != std::io::ErrorKind::AlreadyExists || number > 1_000 {
                    return Err(error.into());
                }
                folder = games.join(format!("{now}_{number}"));
            }
            let saved = Self::open(&folder)?;
            fs::write(folder.join(ABOUT), toml::to_string(about)?)?;
            Ok(saved)
        };
        let hint = || {
            let games = games.display();
            format!("no game can be saved in {games}; play without saving by --no-record")
        };
        Ok(Some(made().with_context(hint)?))
    }

    /// Creates the journal when the game begins.
    pub(super) fn journals(&self) -> Journals {
        self.journals.journals()
    }

    /// Adds the table as it was left to a lobby, and returns the players' tokens.
    pub(super) fn resume<P: Peer>(&self, lobby: &Lobby<P>) -> anyhow::Result<Vec<OwnSeat>> {
        for (path, found) in self.journals.resume(lobby)? {
            match found {
                Recovery::Resumed(_) => {}
                Recovery::Repaired(_, copy) => say(&format!(
                    "The end of the saved game is damaged; the game continues from its intact part. \
                     The damaged file is kept: {}",
                    copy.display()
                )),
                Recovery::Over => bail!("this game is over"),
                Recovery::Lost(copy) => bail!(
                    "the saved game is damaged near its beginning and cannot be continued; the \
                     damaged file is kept: {}",
                    copy.display()
                ),
                Recovery::Skipped(why) => {
                    return Err(why).with_context(|| format!("{} is damaged", path.display()));
                }
            }
        }
        Ok(seats(&self.record()?))
    }

    /// What has been played.
    pub(super) fn record(&self) -> anyhow::Result<Record> {
        let path = journal(&self.folder).context("its journal is missing")?;
        Ok(replay::read(&path)?)
    }

    /// The name by which it is resumed: a time, and a number if there are several.
    pub(super) fn name(&self) -> String {
        name(&self.folder)
    }

    /// The length of the journal in bytes.
    pub(super) fn length(&self) -> u64 {
        let path = journal(&self.folder);
        let data = path.and_then(|path| fs::metadata(path).ok());
        data.map_or(0, |data| data.len())
    }

    /// Closes the game: keeps it if it can be resumed, otherwise deletes it. Returns whether
    /// it is kept.
    pub(super) fn close(mut self, over: bool) -> bool {
        self.syncer.close();
        self.over = over;
        self.is_kept()
    }

    fn is_kept(&self) -> bool {
        // A copy of a damaged journal was promised to be kept.
        let holds_game = || files(&self.folder).any(|path| is_journal(&path) || is_copy(&path));
        !self.over && holds_game()
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        if !self.is_kept()
            && let Err(error) = fs::remove_dir_all(&self.folder)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            complain(&format!(
                "{} cannot be removed: {error}",
                self.folder.display()
            ));
        }
        PLAYED_HERE.lock().remove(&self.folder);
    }
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

fn is_journal(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "journal")
}

/// Whether it is a copy of a damaged journal.
fn is_copy(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    end.to_string_lossy().starts_with("damaged")
}

/// The journal in the folder of a game, if the game has begun.
fn journal(folder: &Path) -> Option<PathBuf> {
    files(folder).find(|path| is_journal(path))
}

/// The tokens of the players, by name.
fn seats(record: &Record) -> Vec<OwnSeat> {
    let replies = || {
        record
            .entries
            .iter()
            .map(|entry| ServerMessage::parse(&entry.line))
    };
    let tokens = replies().filter_map(|reply| match reply {
        Ok(ServerMessage::PlayerToken(told)) => Some((told.player, told.secret)),
        _ => None,
    });
    let name = |player: Player| {
        replies().find_map(|reply| match reply {
            Ok(ServerMessage::RegisteredPlayer(told)) if told.player == player => Some(told.name),
            _ => None,
        })
    };
    tokens
        .filter_map(|(player, secret)| Some((name(player)?, player, secret)))
        .collect()
}

fn about(folder: &Path) -> anyhow::Result<About> {
    let text = fs::read_to_string(folder.join(ABOUT))
        .with_context(|| format!("{ABOUT} cannot be read"))?;
    let about: About = toml::from_str(&text).with_context(|| format!("{ABOUT} is damaged"))?;
    if about.bots.len() >= MAX_SEATS {
        bail!(
            "{ABOUT} is damaged: it names {} opponents",
            about.bots.len()
        );
    }
    Ok(about)
}

/// The folders of all saved games, the one left last first.
fn all() -> anyhow::Result<Vec<PathBuf>> {
    let Some(games) = games() else {
        bail!("games are not saved: {VARIABLE} is empty, or there is no home folder");
    };
    let entries = match fs::read_dir(&games) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.with_context(|| format!("{} cannot be read", games.display()))?,
    };
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let written = |folder: &Path| fs::metadata(journal(folder)?).ok()?.modified().ok();
    let mut folders: Vec<_> = folders
        .filter_map(|folder| Some((written(&folder)?, folder)))
        .collect();
    folders.sort_by(|a, b| b.cmp(a));
    Ok(folders.into_iter().map(|(_, folder)| folder).collect())
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// All saved games, the latest first.
pub(super) fn known() -> Vec<SavedGame> {
    let folders = all().unwrap_or_default();
    let known = folders.iter().map(|folder| {
        let read = || -> anyhow::Result<SavedGameInfo> {
            let journal = journal(folder).context("its journal is missing")?;
            let about = about(folder)?;
            let written = fs::metadata(&journal)?.modified()?;
            let record = replay::read(&journal)?;
            Ok(SavedGameInfo {
                map: about.map(),
                turn: turn(&about, &record),
                setup: about.map_name.clone().unwrap_or(record.header.setup),
                opponents: about.opponents(),
                left: ago(written),
                hindrance: hindrance(&about).or_else(|| elsewhere(folder)),
                game: about.game,
            })
        };
        SavedGame {
            name: name(folder),
            about: read().map_err(|why| format!("damaged: {why:#}")),
        }
    });
    known.collect()
}

/// Prints a line about each saved game.
fn list() {
    for (number, SavedGame { name, about }) in (1..).zip(known()) {
        let text = about.map_or_else(|damaged| damaged, |about| line(&about));
        say(&format!("{number:>3}  {name}  {text}"));
    }
}

fn line(about: &SavedGameInfo) -> String {
    let game = about.game.as_ref().map(|game| format!("{game} "));
    let turn = match about.turn {
        Some(turn) => format!("turn {turn}"),
        None => "before the first turn".to_owned(),
    };
    let others = about.opponents.iter();
    let others = others.map(|(name, level)| format!("{name} ({level})"));
    let hindrance = about.hindrance.as_ref().map(|why| format!(", but {why}"));
    format!(
        "{}{}, {turn}, left {}, against {}{}",
        game.unwrap_or_default(),
        about.setup,
        about.left,
        others.collect::<Vec<_>>().join(", "),
        hindrance.unwrap_or_default()
    )
}

/// The turn as counted in the title of the window: those of all players.
fn turn(about: &About, record: &Record) -> Option<u32> {
    let (mut turns, mut plays) = (0u32, about.game.is_some());
    for entry in &record.entries {
        if let Some(phase) = entry.line.strip_prefix("START-PHASE ") {
            // Turns before the playing phase do not count.
            (turns, plays) = (0, phase == "2");
        }
        turns += u32::from(entry.line.starts_with("START-ROUND "));
    }
    Some(turns).filter(|&turns| plays && turns > 0)
}

/// Why an intact game cannot be resumed.
fn hindrance(about: &About) -> Option<String> {
    let map = about.map()?;
    let known = map.to_str().and_then(bundled::find);
    let gone = known.is_none() && !map.exists();
    gone.then(|| format!("its map {} is missing", plain_path(&map)))
}

/// Whether a game is being played by another program.
fn elsewhere(folder: &Path) -> Option<String> {
    let is_here = PLAYED_HERE.lock().contains(folder);
    (!is_here && JournalFolder::is_in_use(folder))
        .then(|| "it is open in another window or terminal".to_owned())
}

/// Finds a saved game by its name, its number in the list, or by nothing if there is only
/// one. If it is not clear which, all are listed.
pub(super) fn find(which: &str) -> anyhow::Result<Resumable> {
    let folders = all()?;
    let chosen = match (which, &folders[..]) {
        (_, []) => bail!("there is no saved game"),
        ("", [only]) => Some(only),
        _ => {
            let number = which.parse::<usize>().ok();
            let at = number.and_then(|number| folders.get(number.wrapping_sub(1)));
            at.or_else(|| folders.iter().find(|folder| name(folder) == which))
        }
    };
    let Some(folder) = chosen else {
        list();
        if which.is_empty() {
            bail!("there are several saved games; choose one with --resume NUMBER");
        }
        bail!("there is no game {which}; give a number of the list to --resume");
    };
    let saved = Saved::open(folder)?;
    let about = about(folder).with_context(|| {
        let (name, path) = (name(folder), folder.display());
        format!("the game {name} is damaged; its files are in {path}")
    })?;
    if let Some(why) = hindrance(&about) {
        bail!("the game {} cannot be resumed: {why}", name(folder));
    }
    Ok(Resumable { saved, about })
}

/// Removes the saved game of a name.
///
/// # Errors
/// If there is none, it is being played, or its files cannot be deleted.
#[cfg(feature = "gui")]
pub(super) fn remove(which: &str) -> anyhow::Result<()> {
    let folder = all()?.into_iter().find(|folder| name(folder) == which);
    delete(&folder.with_context(|| format!("there is no game {which}"))?)
}

#[cfg(feature = "gui")]
fn delete(folder: &Path) -> anyhow::Result<()> {
    let _locked = Saved::open(folder)?;
    fs::remove_dir_all(folder).with_context(|| format!("{} cannot be deleted", folder.display()))
}

/// Mentions saved games, if there are any.
pub(super) fn mention() {
    if let Ok(folders) = all()
        && !folders.is_empty()
    {
        let kept = count(folders.len() as u64, "saved game");
        say(&format!(
            "{kept} can be continued: marchland-game play --resume"
        ));
    }
}

#[cfg(all(test, feature = "gui"))]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_removed_unless_it_is_being_played() {
        let games = tempfile::tempdir().unwrap();
        let folder = games.path().join("2026-03-01_18-30-00");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("default.0.journal"), "damaged").unwrap();
        let played = Saved::open(&folder).unwrap();
        let refused = delete(&folder).unwrap_err().to_string();
        assert!(refused.contains("is being played"), "{refused}");
        assert!(journal(&folder).is_some());
        assert!(played.close(false), "it is kept");
        delete(&folder).unwrap();
        assert!(!folder.exists());
    }
}
