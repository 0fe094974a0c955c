//! The tracing picture, shown through the sheet. It is not part of the map: file, position and
//! opacity are remembered in the state folder.

use std::io;
use std::path::{Path, PathBuf};

use marchland_board::Picture;
use marchland_maps::redraw::Frame;
use serde::{Deserialize, Serialize};

use crate::state_folder;

/// The most maps remembered.
const MOST: usize = 64;
const FILE: &str = "traces.json";
const LONGEST: u64 = 1 << 20;

/// The placement of a picture under a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Left edge, in sheet columns.
    pub left: f64,
    /// Top edge, in sheet rows.
    pub top: f64,
    /// Sheet pixels per picture pixel.
    pub scale: f64,
    /// Opacity in per cent.
    pub opacity: u16,
    pub shown: bool,
}

impl Place {
    /// Centred on the sheet, as large as fits.
    pub fn fitted(picture: (u32, u32), sheet: (u32, u32)) -> Self {
        let [width, height] = [picture.0, picture.1].map(|side| f64::from(side.max(1)));
        let (across, down) = (f64::from(sheet.0), f64::from(sheet.1));
        let scale = (across / width).min(down / height);
        Self {
            left: (across - width * scale) / 2.0,
            top: (down - height * scale) / 2.0,
            scale,
            opacity: 50,
            shown: true,
        }
    }

    /// Scaled by a twentieth about the middle of a picture of that size.
    #[must_use]
    pub fn scaled(self, larger: bool, (width, height): (u32, u32)) -> Self {
        let scale = if larger {
            self.scale * 1.05
        } else {
            self.scale / 1.05
        };
        let scale = scale.clamp(0.01, 100.0);
        let grown = (scale - self.scale) / 2.0;
        Self {
            left: self.left - f64::from(width) * grown,
            top: self.top - f64::from(height) * grown,
            scale,
            ..self
        }
    }

    /// The placement after a sheet of size `from` becomes this frame of itself, or after that is
    /// undone. Under uneven scaling the picture's middle moves along.
    #[must_use]
    pub fn carried(
        self,
        (width, height): (u32, u32),
        from: (u32, u32),
        frame: &Frame,
        forth: bool,
    ) -> Self {
        let (mut across, mut down) = (1.0, 1.0);
        let (mut left, mut top) = (-f64::from(frame.left), -f64::from(frame.top));
        if frame.stretched {
            across = f64::from(frame.width) / f64::from(from.0.max(1));
            down = f64::from(frame.height) / f64::from(from.1.max(1));
            (left, top) = (0.0, 0.0);
        }
        if !forth {
            (left, top) = (-left / across, -top / down);
            (across, down) = (across.recip(), down.recip());
        }
        let grown = (across * down).sqrt();
        let half = |side: u32| f64::from(side) * self.scale / 2.0;
        let goes =
            |start: f64, half: f64, share: f64, by: f64| (start + half) * share + by - half * grown;
        Self {
            left: goes(self.left, half(width), across, left),
            top: goes(self.top, half(height), down, top),
            scale: self.scale * grown,
            ..self
        }
    }

    /// Limits it to valid values.
    pub(crate) fn checked(self) -> Option<Self> {
        let all = [self.left, self.top, self.scale];
        all.iter().all(|value| value.is_finite()).then(|| Self {
            left: self.left.clamp(-1e6, 1e6),
            top: self.top.clamp(-1e6, 1e6),
            scale: self.scale.clamp(0.01, 100.0),
            opacity: self.opacity.min(100),
            shown: self.shown,
        })
    }
}

/// The file of a tracing picture, and where it lies.
pub type Placed = (PathBuf, Place);

/// A tracing picture.
#[derive(Debug, Clone)]
pub struct Trace {
    pub file: PathBuf,
    pub picture: Picture,
    pub place: Place,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct TraceRecord {
    map: String,
    picture: String,
    place: Place,
}

/// The tracing picture remembered for a map file.
pub fn recall(state: &Path, map: &Path) -> Option<Placed> {
    let map = map.to_str()?;
    let kept = read(state).into_iter().find(|kept| kept.map == map)?;
    Some((PathBuf::from(kept.picture), kept.place.checked()?))
}

/// Remembers the tracing picture of a map, or that there is none. Paths that are not Unicode are
/// left out.
///
/// # Errors
/// I/O errors; the list is then unchanged.
pub fn remember(state: &Path, map: &Path, trace: Option<(&Path, Place)>) -> io::Result<()> {
    let Some(map) = map.to_str() else {
        return Ok(());
    };
    let picture = trace.and_then(|(picture, place)| Some((picture.to_str()?, place)));
    let kept = picture.map(|(picture, place)| TraceRecord {
        map: map.to_owned(),
        picture: picture.to_owned(),
        place,
    });
    state_folder::change(state, FILE, || {
        let others = read(state).into_iter().filter(|kept| kept.map != map);
        Ok(kept
            .into_iter()
            .chain(others)
            .take(MOST)
            .collect::<Vec<_>>())
    })
}

/// The list; empty if missing or unreadable.
fn read(state: &Path) -> Vec<TraceRecord> {
    let bytes = state_folder::read(state, FILE, LONGEST).ok().flatten();
    let list = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    list.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracing_pictures_are_remembered_and_forgotten() {
        let place = tempfile::tempdir().unwrap();
        let state = place.path().join("state");
        let [map, other] = ["a/map.xml", "b/map.xml"].map(|name| place.path().join(name));
        assert_eq!(recall(&state, &map), None);
        let at = Place::fitted((200, 100), (1200, 800));
        assert_eq!((at.left, at.top, at.scale), (0.0, 100.0, 6.0));
        let grown = at.scaled(true, (200, 100));
        assert!((grown.left + 30.0).abs() < 1e-9 && (grown.top - 85.0).abs() < 1e-9);
        let picture = place.path().join("atlas.jpg");
        remember(&state, &map, Some((&picture, grown))).unwrap();
        remember(&state, &other, Some((&picture, at))).unwrap();
        assert_eq!(recall(&state, &map), Some((picture.clone(), grown)));
        remember(&state, &map, None).unwrap();
        assert_eq!(recall(&state, &map), None);
        assert_eq!(recall(&state, &other), Some((picture, at)));
        // Limited in number, and only valid entries.
        for n in 0..MOST {
            let map = place.path().join(n.to_string());
            remember(&state, &map, Some((&map, at))).unwrap();
        }
        assert_eq!(recall(&state, &other), None);
        assert_eq!(read(&state).len(), MOST);
        std::fs::write(state.join(FILE), "[{").unwrap();
        assert_eq!(recall(&state, &map), None);
        let endless = Place {
            scale: f64::NAN,
            ..at
        };
        assert_eq!(endless.checked(), None);
    }
}
