//! Limits of masks. Every limit is checked before memory is allocated for what it bounds.

/// Largest width and height of a mask or another picture, in pixels.
pub const MAX_SIDE: u32 = 32_768;

/// Longest mask or picture file that is opened, in bytes (1 GiB).
pub const MAX_IMAGE_FILE_BYTES: u64 = 1 << 30;

/// Most pixels of a mask: 32,768 × 16,384. A mask is kept as runs, so this bounds time rather than
/// memory.
pub const MAX_MASK_PIXELS: u64 = 1 << 29;

/// Most bytes of a picture that must be decoded completely, which is everything but a PNG (192 MiB:
/// 8192 × 8192 pixels of RGB).
pub const MAX_WHOLE_IMAGE_BYTES: u64 = 192 << 20;

/// Most runs of a mask (16.7 million, about 13 to 80 times as many as an 8192 × 8192 mask of 500 to
/// 5,000 territories has). A picture with more is a photograph or a noisy mask and must be repaired
/// first.
pub const MAX_MASK_RUNS: usize = 1 << 24;

/// Most regions of a mask (4.2 million). With [`MAX_MASK_RUNS`], this keeps the analysis of the
/// worst mask below about 1 GiB.
pub const MAX_MASK_REGIONS: usize = 1 << 22;

/// Most key colours that a repair finds; a picture with more is a photograph.
pub const MAX_KEYS: usize = 16_384;

/// Widest separator between territories that is recognised, in pixels.
pub const MAX_GAP: u16 = 255;
