//! Baselines: findings that existed when the check was introduced, and are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use marchland_maps::files::{Kind, Output};
use serde::{Deserialize, Serialize};

use crate::selection::Selection;

/// The contents of a baseline file: ids of findings by map.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    version: u32,
    maps: BTreeMap<String, BTreeSet<String>>,
}

const VERSION: u32 = 1;

static BASELINE: Kind = Kind {
    name: "a baseline",
    begins: |head| {
        let start: String = String::from_utf8_lossy(head).split_whitespace().collect();
        start.starts_with("{\"version\":") && start.contains(",\"maps\":{")
    },
};

/// The output file for a baseline. Only another baseline is overwritten.
pub(crate) fn output(path: &Path) -> Result<Output, String> {
    Output::at(path, &BASELINE, true).map_err(|error| error.to_string())
}

impl Baseline {
    pub(crate) fn new() -> Self {
        Self {
            version: VERSION,
            maps: BTreeMap::new(),
        }
    }

    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let baseline: Self = serde_json::from_str(&text).map_err(|error| {
            format!(
                "{}: this is not a baseline ({error}); write one with --write-baseline",
                path.display()
            )
        })?;
        if baseline.version != VERSION {
            return Err(format!(
                "{}: unknown version {} of a baseline",
                path.display(),
                baseline.version
            ));
        }
        Ok(baseline)
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())? + "\n";
        output(path)?
            .write(|out| out.write_all(text.as_bytes()))
            .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    }

    pub(crate) fn add(&mut self, map: String, id: String) {
        self.maps.entry(map).or_default().insert(id);
    }

    pub(crate) fn holds(&self, map: &str, id: &str) -> bool {
        self.maps.get(map).is_some_and(|ids| ids.contains(id))
    }

    /// The number of entries of a map that are not among `ids`, for rules that ran.
    pub(crate) fn gone(&self, map: &str, ids: &BTreeSet<&str>, selection: &Selection) -> usize {
        let is_gone = |id: &&String| {
            let code = id.split(':').next().unwrap_or_default();
            selection.runs(code) && !ids.contains(id.as_str())
        };
        let known = self.maps.get(map);
        known.map_or(0, |known| known.iter().filter(is_gone).count())
    }
}

/// The key of a map in a baseline: its path relative to the baseline's folder, so that
/// it does not depend on the current folder.
pub(crate) fn key(map: &Path, baseline: &Path) -> String {
    let folder = baseline
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let inside = || {
        let map = map.canonicalize().ok()?;
        let folder = folder.canonicalize().ok()?;
        map.strip_prefix(folder).ok().map(Path::to_owned)
    };
    super::shown(&inside().unwrap_or_else(|| map.to_owned()))
}
