//! Sheet sizes as typed: of a new sheet, and for resizing.

use marchland_maps::redraw::Frame;

/// The size of a new sheet as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSheet {
    pub width: String,
    pub height: String,
}

impl Default for NewSheet {
    fn default() -> Self {
        Self::of(Self::SIZES[1])
    }
}

impl NewSheet {
    pub const SIZES: [(u32, u32); 3] = [(800, 500), (1200, 800), (2400, 1400)];
    /// The range of a side in pixels.
    pub const SIDES: std::ops::RangeInclusive<u32> = 64..=8192;

    pub fn of((width, height): (u32, u32)) -> Self {
        let (width, height) = (width.to_string(), height.to_string());
        Self { width, height }
    }

    /// The size, if valid.
    pub fn size(&self) -> Option<(u32, u32)> {
        let side = |text: &str| {
            let side = text.trim().parse().ok()?;
            Self::SIDES.contains(&side).then_some(side)
        };
        Some((side(&self.width)?, side(&self.height)?))
    }
}

/// The settings of a resize as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resizing {
    pub size: NewSheet,
    /// Columns added at the left; negative values crop.
    pub left: String,
    /// Rows added at the top; negative values crop.
    pub top: String,
    /// Whether the land is scaled.
    pub stretched: bool,
}

impl Resizing {
    /// A sheet showing these pixels of the old one.
    pub fn of(left: i64, top: i64, size: (u32, u32)) -> Self {
        Self {
            size: NewSheet::of(size),
            left: (-left).to_string(),
            top: (-top).to_string(),
            stretched: false,
        }
    }

    /// With scaled land, in the shape of a sheet of this size: the side that differs from `before`
    /// leads, the other follows.
    #[must_use]
    pub fn in_shape(mut self, before: &Self, (width, height): (u32, u32)) -> Self {
        if !self.stretched {
            return self;
        }
        let follow = |text: &str, from: u32, to: u32| {
            let side: u32 = text.trim().parse().ok()?;
            let (from, to) = (u64::from(from.max(1)), u64::from(to));
            Some(((u64::from(side) * to + from / 2) / from).to_string())
        };
        if self.size.height == before.size.height {
            let height = follow(&self.size.width, width, height);
            self.size.height = height.unwrap_or(self.size.height);
        } else {
            let width = follow(&self.size.height, height, width);
            self.size.width = width.unwrap_or(self.size.width);
        }
        self
    }

    /// The frame, if valid.
    pub fn frame(&self) -> Option<Frame> {
        let (width, height) = self.size.size()?;
        let most = *NewSheet::SIDES.end() as i32;
        let offset = |text: &str| -> Option<i32> {
            let offset = text.trim().parse().ok()?;
            (-most..=most).contains(&offset).then_some(-offset)
        };
        // Unused and invisible when scaling.
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
    fn scaled_land_keeps_its_shape() {
        let sheet = (1200, 800);
        let before = Resizing::of(0, 0, sheet);
        let mut wish = before.clone();
        wish.size.width = "1500".into();
        assert_eq!(wish.clone().in_shape(&before, sheet), wish);
        wish.stretched = true;
        let wider = wish.in_shape(&before, sheet);
        assert_eq!(wider.size.size(), Some((1500, 1000)));
        let mut lower = wider.clone();
        lower.size.height = "400".into();
        let lower = lower.in_shape(&wider, sheet);
        assert_eq!(lower.size.size(), Some((600, 400)));
        let mut unread = lower.clone();
        unread.size.width.clear();
        assert_eq!(unread.clone().in_shape(&lower, sheet), unread);
    }

    #[test]
    fn invisible_texts_are_not_checked() {
        let mut wish = Resizing::of(0, 0, (800, 500));
        wish.left = "far".into();
        assert_eq!(wish.frame(), None);
        wish.stretched = true;
        let frame = wish.frame().expect("a sheet");
        assert_eq!((frame.left, frame.width, frame.height), (0, 800, 500));
    }
}
