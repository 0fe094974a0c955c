//! How large the panels are, remembered in the state folder.

use std::io::{self, Read};
use std::path::Path;

use marchland_maps::folder::Folder;
use serde::{Deserialize, Serialize};

use crate::bench::{Edge, Sizes};
use crate::state_folder::lock;

/// The file, in the state folder.
const FILE: &str = "panels.json";
/// Bytes that it may have.
const LONGEST: u64 = 1 << 12;

/// What the file holds; what is missing is as usual.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Held {
    side: Option<f32>,
    inspector: Option<f32>,
    list: Option<f32>,
}

/// The sizes that were kept, within bounds; the usual ones where none were, or
/// where they cannot be read: they are set anew in a moment.
pub fn read(state: &Path) -> Sizes {
    let mut sizes = Sizes::default();
    let held = text(state).and_then(|text| serde_json::from_str::<Held>(&text).ok());
    let held = held.unwrap_or_default();
    for (edge, size) in [
        (Edge::Side, held.side),
        (Edge::Inspector, held.inspector),
        (Edge::List, held.list),
    ] {
        if let Some(size) = size {
            sizes.set(edge, size);
        }
    }
    sizes
}

fn text(state: &Path) -> Option<String> {
    let mut text = String::new();
    let file = std::fs::File::open(state.join(FILE)).ok()?;
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Keeps sizes for the next start.
///
/// # Errors
/// What the system says; what was kept before is then as it was.
pub fn write(state: &Path, sizes: &Sizes) -> io::Result<()> {
    std::fs::create_dir_all(state)?;
    let _lock = lock(&state.join("lock"))?;
    let held = Held {
        side: Some(sizes.side),
        inspector: sizes.inspector,
        list: Some(sizes.list),
    };
    let text = serde_json::to_string_pretty(&held)?;
    let written = Folder::at(state).write_beside(FILE, &text);
    written.map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_back_within_bounds() {
        let place = tempfile::tempdir().unwrap();
        let state = place.path().join("not/there/yet");
        assert_eq!(read(&state), Sizes::default());
        let mut sizes = Sizes::default();
        sizes.set(Edge::Side, 420.0);
        sizes.set(Edge::Inspector, 300.0);
        write(&state, &sizes).unwrap();
        assert_eq!(read(&state), sizes);
        sizes.set(Edge::Inspector, f32::NAN);
        write(&state, &sizes).unwrap();
        assert_eq!(read(&state).inspector, None);
        for damaged in ["", "[", "{\"side\": \"wide\"}", "{\"side\": null}"] {
            std::fs::write(state.join(FILE), damaged).unwrap();
            assert_eq!(read(&state), Sizes::default(), "{damaged}");
        }
        std::fs::write(state.join(FILE), "{\"side\": 1e9, \"list\": -5}").unwrap();
        let bounded = read(&state);
        assert!(bounded.side < 600.0 && bounded.list > 50.0, "{bounded:?}");
    }
}
