//! The bundled maps, compiled into the program, so that they can be played and opened without
//! files.

use std::sync::{Arc, OnceLock};

use crate::{Map, xml};

/// A map with the files of its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// The name of its folder, as used by commands: `world`.
    pub name: &'static str,
    /// The bytes of `map.xml`.
    pub xml: &'static [u8],
    /// The bytes of `mask.png`.
    pub mask: &'static [u8],
    /// The bytes of `image.png`.
    pub image: &'static [u8],
}

macro_rules! bundled {
    ($($name:literal),+) => {
        /// The names of all bundled maps.
        pub const NAMES: &[&str] = &[$($name),+];

        /// All bundled maps, about 1 MB in total; the world comes first. A program that does not
        /// use this does not grow.
        pub static ALL: [Bundled; NAMES.len()] = [$(Bundled {
            name: $name,
            xml: include_bytes!(concat!("../", $name, "/map.xml")),
            mask: include_bytes!(concat!("../", $name, "/mask.png")),
            image: include_bytes!(concat!("../", $name, "/image.png")),
        }),+];
    };
}

bundled!["world", "czechia", "europe", "usa"];

/// The map of this name.
pub fn find(name: &str) -> Option<&'static Bundled> {
    ALL.iter().find(|map| map.name == name)
}

/// The world as a playable map; read once.
#[expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test freezes every bundled map"
)]
pub fn world() -> Arc<Map> {
    static WORLD: OnceLock<Arc<Map>> = OnceLock::new();
    let world = WORLD.get_or_init(|| {
        let draft = xml::read(ALL[0].xml).draft;
        Arc::new(Map::try_from(&draft).expect("the bundled world can be played"))
    });
    Arc::clone(world)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_maps_are_playable_and_name_their_files() {
        for bundled in &ALL {
            let draft = xml::read(bundled.xml).draft;
            assert!(Map::try_from(&draft).is_ok(), "{}", bundled.name);
            assert_eq!(draft.image.as_deref(), Some("image.png"));
            assert_eq!(draft.mask.map(|mask| mask.file), Some("mask.png".into()));
            assert_eq!(find(bundled.name), Some(bundled));
        }
        assert_eq!(find("atlantis"), None);
    }
}
