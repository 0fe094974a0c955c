//! A picture to draw after, shown through the sheet. The map knows nothing of it: which one,
//! where it lies and how much of it is seen is remembered in the state folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use marchland_board::Picture;
use marchland_maps::folder::Folder;
use marchland_maps::redraw::Frame;
use serde::{Deserialize, Serialize};

use crate::state_folder::lock;

/// Maps of which a picture is remembered.
const MOST: usize = 64;
/// The list, in the state folder.
const FILE: &str = "traces.json";
const LONGEST: u64 = 1 << 20;

/// Where a picture lies under a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The column of the sheet where it begins.
    pub left: f64,
    /// The row of the sheet where it begins.
    pub top: f64,
    /// Pixels of the sheet for one of the picture.
    pub scale: f64,
    /// How much of it is seen, in hundredths.
    pub opacity: u16,
    /// Whether it is seen at all.
    pub shown: bool,
}

impl Place {
    /// All of a picture in the middle of a sheet, as large as it has room for.
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

    /// Larger or smaller by a twentieth, around the middle of a picture of that size.
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

    /// Where a picture of that size comes to lie when a sheet of size `from` becomes one that
    /// shows this frame of it, or else when that is taken back. Where the land is stretched
    /// unevenly, the picture's middle goes along.
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

    /// As it can be drawn, whatever a file said.
    fn checked(self) -> Option<Self> {
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

/// A picture to draw after.
#[derive(Debug, Clone)]
pub struct Trace {
    /// Its file.
    pub file: PathBuf,
    /// Its pixels.
    pub picture: Picture,
    /// Where it lies.
    pub place: Place,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Kept {
    map: String,
    picture: String,
    place: Place,
}

/// The picture that was under a map, by the map's file, and where it lay.
pub fn recall(state: &Path, map: &Path) -> Option<(PathBuf, Place)> {
    let map = map.to_str()?;
    let kept = read(state).into_iter().find(|kept| kept.map == map)?;
    Some((PathBuf::from(kept.picture), kept.place.checked()?))
}

/// Remembers the picture under a map, or that there is none. Paths that are not Unicode are
/// left out.
///
/// # Errors
/// What the system says; the list is then as it was.
pub fn remember(state: &Path, map: &Path, trace: Option<(&Path, Place)>) -> io::Result<()> {
    let Some(map) = map.to_str() else {
        return Ok(());
    };
    std::fs::create_dir_all(state)?;
    let _lock = lock(&state.join("lock"))?;
    let mut list = read(state);
    list.retain(|kept| kept.map != map);
    if let Some((picture, place)) = trace
        && let Some(picture) = picture.to_str()
    {
        let (map, picture) = (map.to_owned(), picture.to_owned());
        list.insert(
            0,
            Kept {
                map,
                picture,
                place,
            },
        );
        list.truncate(MOST);
    }
    let text = serde_json::to_string_pretty(&list)?;
    let written = Folder::at(state).write_beside(FILE, &text);
    written.map_err(io::Error::other)
}

/// The list; empty where there is none that can be read: it is set anew in a moment.
fn read(state: &Path) -> Vec<Kept> {
    let mut text = String::new();
    let read = File::open(state.join(FILE))
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text).map(|_| ()));
    let list = read.ok().and_then(|()| serde_json::from_str(&text).ok());
    list.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_remembered_for_its_map_and_forgotten() {
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
        // No more than so many, and nothing that cannot be drawn.
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
