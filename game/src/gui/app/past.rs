//! Games played before, as the start screen lists them.

use std::path::{Path, PathBuf};

use crate::ago::ago;
use crate::gui::setup::board_name;
use crate::gui::texts;
use crate::replay::{End, glance};
use crate::saved_game::SavedGame;

/// Games played before.
#[derive(Debug, Clone, Default)]
pub(in crate::gui) struct PastGames {
    /// The records, the newest first.
    pub(in crate::gui) records: Vec<PastRecord>,
    /// The saved games.
    pub(in crate::gui) kept: Vec<SavedGame>,
}

/// A record as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::gui) struct PastRecord {
    /// The name of its file.
    pub(in crate::gui) name: String,
    /// When it was last written.
    pub(in crate::gui) when: String,
    /// What was played by whom; or why it cannot be read.
    pub(in crate::gui) title: Result<String, String>,
}

/// The folder of records, in the working directory.
pub(super) const RECORDS: &str = "replays";

/// The records, the newest first: their names are times.
pub(super) fn records() -> Vec<PastRecord> {
    /// Records that are offered.
    const MOST: usize = 200;
    let entries = std::fs::read_dir(RECORDS).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let is_record = |path: &PathBuf| path.extension().is_some_and(|end| end == "rep");
    // Opening a pipe would wait for its writer.
    let mut files: Vec<PathBuf> = files
        .filter(|path| is_record(path) && path.is_file())
        .collect();
    // Names sort by time, too, unless somebody changed them.
    let written = |file: &PathBuf| {
        std::fs::metadata(file)
            .and_then(|data| data.modified())
            .ok()
    };
    files.sort_by_cached_key(|file| std::cmp::Reverse((written(file), file.clone())));
    files.truncate(MOST);
    let named = files
        .iter()
        .filter_map(|file| Some((file, file.file_name()?.to_str()?)));
    named.map(|(file, name)| past_record(file, name)).collect()
}

fn past_record(file: &Path, name: &str) -> PastRecord {
    let name = name.to_owned();
    let seen = match glance(file) {
        Ok(seen) => seen,
        Err(why) => {
            return PastRecord {
                name,
                when: String::new(),
                title: Err(texts::with_cause(&why)),
            };
        }
    };
    let called = |player| {
        let found = seen.players.iter().find(|(known, _)| *known == player);
        found.map_or_else(|| texts::nameless(player), |(_, name)| name.to_string())
    };
    let winner;
    let end = match seen.end {
        End::Won(player) => {
            winner = called(player);
            End::Won(&*winner)
        }
        End::NobodyWon => End::NobodyWon,
        End::Unfinished => End::Unfinished,
    };
    let names = seen.players.iter().map(|(_, name)| name.as_str());
    let board = board_name(&seen.header.game, &seen.header.setup);
    PastRecord {
        name,
        when: seen.written.map_or_else(String::new, ago),
        title: Ok(texts::past::record(&board, names, end)),
    }
}
