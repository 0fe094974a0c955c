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
/// If the map has too few territories for one of those asked for.
pub(super) fn chosen(asked: Option<Vec<u8>>, map: &Map) -> anyhow::Result<Vec<u8>> {
    let fits = |players: &u8| usize::from(*players) <= map.len();
    let Some(mut players) = asked else {
        return Ok(USUAL.into_iter().filter(fits).collect());
    };
    players.sort_unstable();
    players.dedup();
    let too_many: Vec<String> = players
        .iter()
        .filter(|players| !fits(players))
        .map(u8::to_string)
        .collect();
    if !too_many.is_empty() {
        bail!(
            "{} players cannot play on a map of {} territories",
            list(&too_many),
            map.len()
        );
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
            "{players} players cannot play on {}, which has {} territories; name fewer with --players",
            path.display(),
            old.len()
        ),
    }
}

/// Which of the usual numbers of players a map is too small for, in a sentence. It is about the map
/// alone, so that the command that a report ends with gives the same report.
pub(super) fn left_out(map: &Map) -> Option<String> {
    let too_many = |players: &&u8| usize::from(**players) > map.len();
    let first = USUAL.iter().find(too_many)?;
    Some(format!(
        "{first} or more players cannot play on this map of {} territories.",
        map.len()
    ))
}
