//! Baselines: findings that existed when the check was introduced, and are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use marchland_maps::files::{self, Kind, Output};
use serde::{Deserialize, Serialize};

use crate::Finding;
use crate::selection::Selection;

/// The contents of a baseline file: the messages of findings by map and id. The message tells a
/// finding that got worse, such as a larger bonus, from the one that was accepted.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    version: u32,
    maps: BTreeMap<String, BTreeMap<String, String>>,
}

const VERSION: u32 = 2;

/// A larger file is no baseline that anybody wrote.
const MAX_BYTES: u64 = 1 << 28;

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
        let text = files::read_text_at_most(path, MAX_BYTES).map_err(|error| {
            let path = path.display();
            format!("{path}: {error}; write a baseline with --write-baseline")
        })?;
        let baseline: Self = serde_json::from_str(&text).map_err(|error| {
            format!(
                "{}: this is not a baseline ({error}); write one with --write-baseline",
                path.display()
            )
        })?;
        if baseline.version != VERSION {
            return Err(format!(
                "{}: unknown version {} of a baseline; write it anew with --write-baseline",
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

    pub(crate) fn add(&mut self, map: String, finding: &Finding) {
        let known = self.maps.entry(map).or_default();
        known.insert(finding.id.clone(), finding.message.clone());
    }

    /// Whether the finding is known, and as it was.
    pub(crate) fn holds(&self, map: &str, finding: &Finding) -> bool {
        self.message(map, finding) == Some(&finding.message)
    }

    /// Whether the finding is known, but has changed.
    pub(crate) fn has_changed(&self, map: &str, finding: &Finding) -> bool {
        let known = self.message(map, finding);
        known.is_some_and(|known| *known != finding.message)
    }

    fn message(&self, map: &str, finding: &Finding) -> Option<&String> {
        self.maps.get(map)?.get(&finding.id)
    }

    /// Whether it has entries, but for other maps than these.
    pub(crate) fn is_of_others<'a>(&self, mut maps: impl Iterator<Item = &'a str>) -> bool {
        !self.maps.is_empty() && !maps.any(|map| self.maps.contains_key(map))
    }

    /// The number of entries of a map that are not among `ids`, for rules that ran.
    pub(crate) fn gone(&self, map: &str, ids: &BTreeSet<&str>, selection: &Selection) -> usize {
        let is_gone = |id: &String| {
            let code = id.split(':').next().unwrap_or_default();
            selection.runs(code) && !ids.contains(id.as_str())
        };
        let known = self.maps.get(map);
        known.map_or(0, |known| known.keys().filter(|id| is_gone(id)).count())
    }
}

/// The key of a map in a baseline: its path relative to the baseline's folder, so that
/// it does not depend on the current folder.
pub(crate) fn key(map: &Path, baseline: &Path) -> String {
    let folder = baseline
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let relative = || {
        let map = map.canonicalize().ok()?;
        let folder = folder.canonicalize().ok()?;
        Some(relative(&map, &folder))
    };
    super::shown(&relative().unwrap_or_else(|| map.to_owned()))
}

/// A path relative to a folder, both absolute and without `..`.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let shared = path.components().zip(folder.components());
    let shared = shared.take_while(|(a, b)| a == b).count();
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    up.chain(path.components().skip(shared)).collect()
}
