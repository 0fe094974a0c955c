//! The size of an interface: chosen by the person, and bounded by the window.

use iced::Size;

/// The size that the layouts need, in logical pixels of ours.
const ROOM: Size = Size::new(1024.0, 640.0);

/// The smallest window, in logical pixels of the system; an interface is then at half size. At
/// 200 % it fits a screen of 1366 × 768.
pub const SMALLEST: Size = Size::new(512.0, 320.0);

/// The chosen size of an interface, in per cent of the system's own: one of [`Scale::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale(u16);

impl Default for Scale {
    /// The system's own.
    fn default() -> Self {
        Self(100)
    }
}

impl Scale {
    /// All sizes, from small to large.
    pub const ALL: [Self; 8] = [
        Self(80),
        Self(90),
        Self(100),
        Self(110),
        Self(125),
        Self(150),
        Self(175),
        Self(200),
    ];

    /// The size of that many per cent, if it is one.
    pub fn of(percent: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|scale| scale.0 == percent)
    }

    /// Per cent of the system's own size.
    pub fn percent(self) -> u16 {
        self.0
    }

    /// The next larger or smaller size.
    pub fn beside(self, larger: bool) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        if larger {
            all.find(|scale| *scale > self)
        } else {
            all.rev().find(|scale| *scale < self)
        }
    }

    /// Pixels of the system for a logical pixel of ours.
    pub fn factor(self) -> f32 {
        f32::from(self.0) / 100.0
    }

    /// The size in logical pixels of ours of a new window of `size` pixels of the system.
    pub fn first_size(self, size: Size) -> Size {
        size * (1.0 / self.factor())
    }

    /// [`factor`](Self::factor) in a window of `window` pixels of the system: less if it is too small for the
    /// layout, but at least 0.5.
    pub fn factor_in(self, window: Size) -> f32 {
        let fits = (window.width / ROOM.width).min(window.height / ROOM.height);
        if fits.is_finite() {
            fits.clamp(SMALLEST.width / ROOM.width, self.factor())
        } else {
            self.factor()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interface_is_as_large_as_chosen_but_fits_its_window() {
        let largest = Scale::of(200).unwrap();
        assert_eq!(largest.beside(true), None);
        assert_eq!(Scale::default().beside(false), Scale::of(90));
        assert_eq!(Scale::of(95), None);
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        assert!(near(largest.factor_in(Size::new(3000.0, 2000.0)), 2.0));
        assert!(near(largest.factor_in(Size::new(1280.0, 800.0)), 1.25));
        assert!(near(Scale::default().factor_in(SMALLEST), 0.5));
        let first = largest.first_size(Size::new(1280.0, 800.0));
        assert!(near(first.width, 640.0) && near(first.height, 400.0));
        // A window that is minimised.
        assert!(near(largest.factor_in(Size::ZERO), 0.5));
    }
}
