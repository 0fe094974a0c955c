//! The numbers of players that a map has territories for.

use std::path::Path;

use anyhow::bail;
use marchland_game::list;
use marchland_maps::Map;

/// The numbers of players if none are asked for.
const USUAL: [u8; 3] = [2, 3, 4];

/// The numbers of players to play with, in order: those asked for, or the usual ones that fit the
/// map.
///
/// # Errors
/// If one of those asked for has too few territories to play on, or all of the usual ones have.
pub(super) fn chosen(asked: Option<Vec<u8>>, map: &Map) -> anyhow::Result<Vec<u8>> {
    let fits = |players: &u8| usize::from(*players) <= map.len();
    let is_asked = asked.is_some();
    let mut players = asked.unwrap_or_else(|| USUAL.to_vec());
    players.sort_unstable();
    players.dedup();
    if !is_asked {
        players.retain(fits);
    }
    if players.is_empty() || !players.iter().all(fits) {
        let territories = territories(map);
        players.retain(|players| !fits(players));
        let names: Vec<String> = players.iter().map(u8::to_string).collect();
        match &*names {
            [] => bail!("nobody can play on a map of {territories}"),
            names => bail!(
                "{} players cannot play on a map of {territories}",
                list(names)
            ),
        }
    }
    Ok(players)
}

/// Refuses another version of the map that is too small for one of the numbers of players.
pub(super) fn fit(players: &[u8], path: &Path, old: &Map) -> anyhow::Result<()> {
    match players
        .iter()
        .find(|players| usize::from(**players) > old.len())
    {
        None => Ok(()),
        Some(players) => bail!(
            "{players} players cannot play on {}, which has {}; name fewer with --players",
            path.display(),
            territories(old)
        ),
    }
}

/// Which of the usual numbers of players a map is too small for, in a sentence. It is about the map
/// alone, so that the command that a report ends with gives the same report.
pub(super) fn left_out(map: &Map) -> Option<String> {
    let too_many = |players: &&u8| usize::from(**players) > map.len();
    let first = USUAL.iter().find(too_many)?;
    Some(format!(
        "{first} or more players cannot play on this map of {}.",
        territories(map)
    ))
}

fn territories(map: &Map) -> String {
    match map.len() {
        1 => "1 territory".to_owned(),
        number => format!("{number} territories"),
    }
}
