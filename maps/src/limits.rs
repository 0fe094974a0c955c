//! Limits of maps. Every limit is checked before memory is allocated for what it bounds.

pub use marchland_mask::limits::{
    MAX_GAP, MAX_IMAGE_FILE_BYTES, MAX_MASK_PIXELS, MAX_MASK_REGIONS, MAX_MASK_RUNS, MAX_SIDE,
    MAX_WHOLE_IMAGE_BYTES,
};

/// Size of a map file (`map.xml`): 16 MiB, about ten times a map of [`MAX_TERRITORIES`] territories
/// as we write it.
pub const MAX_XML_BYTES: u64 = 16 << 20;

/// Territories of one map.
pub const MAX_TERRITORIES: usize = 16_384;

/// Continents of one map.
pub const MAX_CONTINENTS: usize = 1_024;

/// Characters of a name (of a map, a territory, a continent).
pub const MAX_NAME_CHARS: usize = 64;

/// Characters of a longer text: author, licence.
pub const MAX_LINE_CHARS: usize = 256;

/// Characters of a description.
pub const MAX_DESCRIPTION_CHARS: usize = 16_384;

/// Translations of one name.
pub const MAX_TRANSLATIONS: usize = 128;

/// Pivots of one territory.
pub const MAX_PIVOTS: usize = 1_024;

/// Neighbours that one territory may declare.
pub const MAX_NEIGHBOURS: usize = 1_024;

/// The largest bonus of a continent.
pub const MAX_BONUS: u16 = 1_000;

/// Units that a set-up may give one player.
pub const MAX_INITIAL_UNITS: u32 = 1_000_000;

/// Characters of a map's id, so that the protocol's `MAP` line stays well below its 127 bytes.
pub const MAX_MAP_ID_CHARS: usize = 32;

/// Elements of a map file, including unknown ones.
pub const MAX_ELEMENTS: usize = 1 << 20;

/// Nesting depth of a map file; the format itself needs three.
pub const MAX_DEPTH: usize = 64;

/// Attributes of one element of a map file.
pub const MAX_ATTRIBUTES: usize = 64;

/// Flaws of one map file that are listed individually.
pub const MAX_FLAWS: usize = 1_000;

/// Background colours, and separator colours, of one mask.
pub const MAX_KEY_COLOURS: usize = 64;

/// The largest diameter of a badge, in pixels of the mask.
pub const MAX_BADGE: u16 = 1_024;
