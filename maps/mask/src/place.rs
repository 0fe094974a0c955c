//! Places in a mask.

/// Which edges are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wrap {
    /// The left edge continues at the right.
    pub horizontal: bool,
    /// The top edge continues at the bottom.
    pub vertical: bool,
}

/// A pixel of the mask: `x` to the right, `y` downwards, from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    /// Column, 0 at the left.
    pub x: u32,
    /// Row, 0 at the top.
    pub y: u32,
}

impl Point {
    /// The pixel in column `x` of row `y`.
    pub const fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }
}
