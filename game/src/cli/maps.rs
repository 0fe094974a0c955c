//! Finding the map that a command names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use marchland_maps::Map;

/// Loads a map: the path of a folder or file, or the name of a bundled map.
pub(super) fn load(name: &str) -> anyhow::Result<Arc<Map>> {
    let path = find(name)?;
    let (_, _, map) = marchland_maps::folder::load(&path)
        .with_context(|| format!("the map {} cannot be played", path.display()))?;
    Ok(Arc::new(map))
}

fn find(name: &str) -> anyhow::Result<PathBuf> {
    let given = Path::new(name);
    if given.exists() {
        return Ok(given.to_owned());
    }
    let plain = !name.contains(['/', '\\']);
    let mut places = vec![PathBuf::from("maps")];
    if let Ok(program) = std::env::current_exe() {
        places.extend(program.ancestors().skip(1).map(|dir| dir.join("maps")));
    }
    let found = places
        .iter()
        .map(|place| place.join(name))
        .find(|path| plain && path.join("map.xml").is_file());
    match found {
        Some(path) => Ok(path),
        None => bail!("there is no map {name}: give a folder with a map.xml, or a bundled map"),
    }
}
