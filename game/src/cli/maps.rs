//! Finding the map that a command names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use marchland_maps::Map;

/// Loads a map: the path of a folder or file, or the name of a bundled map.
pub(super) fn load(name: &Path) -> anyhow::Result<Arc<Map>> {
    let path = find(name)?;
    let (_, _, map) = marchland_maps::folder::load(&path)
        .with_context(|| format!("the map {} cannot be played", path.display()))?;
    Ok(Arc::new(map))
}

fn find(name: &Path) -> anyhow::Result<PathBuf> {
    if name.exists() {
        return Ok(name.to_owned());
    }
    let text = name.to_string_lossy();
    let plain = !text.contains(['/', '\\']);
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
        None => bail!("there is no map {text}: give a folder with a map.xml, or a bundled map"),
    }
}
