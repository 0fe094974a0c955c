//! What a map may not exceed. Every limit is checked before memory is taken
//! for what it bounds.

/// Bytes of a map file (`map.xml`): 16 MiB, about ten times a map of
/// [`MAX_TERRITORIES`] territories as we write it.
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

/// Pixels along one edge of a mask or an image; the ends of the coordinates
/// that pivots and badges may have.
pub const MAX_SIDE: u32 = 32_768;

/// The largest bonus of a continent.
pub const MAX_BONUS: u16 = 1_000;

/// Units that a set-up may give one player.
pub const MAX_INITIAL_UNITS: u32 = 1_000_000;

/// Characters of a map's id, so that the protocol's `MAP` line stays far
/// below its 127 bytes.
pub const MAX_MAP_ID_CHARS: usize = 32;

/// Longest mask or picture file that is opened, in bytes (1 GiB).
pub const MAX_IMAGE_FILE_BYTES: u64 = 1 << 30;

/// Most pixels of a mask: 32,768 × 16,384. A mask is kept as runs, so this
/// bounds time rather than memory.
pub const MAX_MASK_PIXELS: u64 = 1 << 29;

/// Most bytes of a picture that can only be decoded whole, which is everything but a
/// PNG (192 MiB: 8192 × 8192 pixels of RGB).
pub const MAX_WHOLE_IMAGE_BYTES: u64 = 192 << 20;

/// Most runs of a mask (16.7 million, some 13 to 80 times as many as an
/// 8192 × 8192 mask of 500 to 5,000 territories has). A picture beyond it is a
/// photograph or a noisy mask and has to be repaired first.
pub const MAX_MASK_RUNS: usize = 1 << 24;

/// Most regions of a mask (4.2 million). Together with [`MAX_MASK_RUNS`] it
/// keeps the analysis of the worst mask below about 1 GiB.
pub const MAX_MASK_REGIONS: usize = 1 << 22;

/// Elements of a map file, unknown ones included.
pub const MAX_ELEMENTS: usize = 1 << 20;

/// Elements of a map file within each other; the format itself needs three.
pub const MAX_DEPTH: usize = 64;

/// Attributes of one element of a map file.
pub const MAX_ATTRIBUTES: usize = 64;

/// Problems of one map file that are told one by one.
pub const MAX_FLAWS: usize = 1_000;

/// Background colours, and separator colours, of one mask.
pub const MAX_KEY_COLOURS: usize = 64;

/// The widest separator line between territories that touch, in pixels.
pub const MAX_GAP: u16 = 255;

/// The largest diameter of a badge, in pixels of the mask.
pub const MAX_BADGE: u16 = 1_024;
