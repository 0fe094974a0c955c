//! Finding the map that a command names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use marchland_maps::{Map, bundled, xml};

/// Loads a map: the path of a folder or file, or the name of a bundled map. An existing path
/// takes precedence.
pub(super) fn load(name: &Path) -> anyhow::Result<Arc<Map>> {
    let bundled = name.to_str().and_then(bundled::find);
    let map = match bundled.filter(|_| !name.exists()) {
        Some(bundled) => Map::try_from(&xml::read(bundled.xml).draft)
            .map_err(|_| anyhow!("the bundled map {} cannot be played", bundled.name))?,
        // Where nothing can be seen, reading tells why.
        None if name.try_exists().unwrap_or(true) => {
            let loaded = marchland_maps::folder::load(name);
            let (_, _, map) =
                loaded.with_context(|| format!("the map {} cannot be played", name.display()))?;
            map
        }
        None => {
            let names = bundled::ALL.map(|map| map.name).join(", ");
            return Err(anyhow!(
                "there is no map {}; give a folder with a map.xml, or one of {names}",
                name.display()
            ));
        }
    };
    Ok(Arc::new(map))
}

/// The text of a map's file, given what [`load`] takes.
pub(super) fn text(name: &Path) -> anyhow::Result<String> {
    let bundled = name.to_str().and_then(bundled::find);
    Ok(match bundled.filter(|_| !name.exists()) {
        Some(bundled) => String::from_utf8_lossy(bundled.xml).into_owned(),
        None => marchland_maps::folder::Folder::open(name)?
            .1
            .source
            .text()
            .to_owned(),
    })
}

/// The absolute path of a map, or the name of a bundled one, which means the same in any
/// folder.
pub(super) fn anywhere(name: &Path) -> std::io::Result<PathBuf> {
    if name.exists() {
        std::path::absolute(name)
    } else {
        Ok(name.to_owned())
    }
}
