//! Sheets as they are typed: a new one, and one of another size.

use marchland_maps::redraw::Frame;

/// The size of a sheet as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSheet {
    /// Its width.
    pub width: String,
    /// Its height.
    pub height: String,
}

impl Default for NewSheet {
    fn default() -> Self {
        Self::of(Self::SIZES[1])
    }
}

impl NewSheet {
    /// Sizes to choose from.
    pub const SIZES: [(u32, u32); 3] = [(800, 500), (1200, 800), (2400, 1400)];
    /// Pixels that a side may have.
    pub const SIDES: std::ops::RangeInclusive<u32> = 64..=8192;

    /// A sheet of that size.
    pub fn of((width, height): (u32, u32)) -> Self {
        let (width, height) = (width.to_string(), height.to_string());
        Self { width, height }
    }

    /// Width and height, if a sheet may be so large.
    pub fn size(&self) -> Option<(u32, u32)> {
        let side = |text: &str| {
            let side = text.trim().parse().ok()?;
            Self::SIDES.contains(&side).then_some(side)
        };
        Some((side(&self.width)?, side(&self.height)?))
    }
}

/// The sheet that another one is to become, as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resizing {
    /// Its width and height.
    pub size: NewSheet,
    /// Columns that are put before the first; less than 0 cuts some off.
    pub left: String,
    /// Rows that are put above the first.
    pub top: String,
    /// The land is stretched with the sheet.
    pub stretched: bool,
}

impl Resizing {
    /// A sheet that shows these pixels of another one.
    pub fn of(left: i64, top: i64, size: (u32, u32)) -> Self {
        Self {
            size: NewSheet::of(size),
            left: (-left).to_string(),
            top: (-top).to_string(),
            stretched: false,
        }
    }

    /// What it shows, if a sheet may be so.
    pub fn frame(&self) -> Option<Frame> {
        let (width, height) = self.size.size()?;
        let most = *NewSheet::SIDES.end() as i32;
        let offset = |text: &str| -> Option<i32> {
            let offset = text.trim().parse().ok()?;
            (-most..=most).contains(&offset).then_some(-offset)
        };
        // Where the land is stretched, nobody sees these.
        let (left, top) = if self.stretched {
            (0, 0)
        } else {
            (offset(&self.left)?, offset(&self.top)?)
        };
        Some(Frame {
            left,
            top,
            width,
            height,
            stretched: self.stretched,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_not_judged() {
        let mut wish = Resizing::of(0, 0, (800, 500));
        wish.left = "far".into();
        assert_eq!(wish.frame(), None);
        wish.stretched = true;
        let frame = wish.frame().expect("a sheet");
        assert_eq!((frame.left, frame.width, frame.height), (0, 800, 500));
    }
}
