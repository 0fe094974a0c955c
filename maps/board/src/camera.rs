//! Which part of the map is shown, and how large.

use iced::{Point, Size, Vector};
use marchland_maps::Point as Pixel;
use marchland_maps::mask::Bounds;

/// A rectangle of the map, in pixels of the mask.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub left: f64,
    /// Its top edge.
    pub top: f64,
    /// Width, above 0.
    pub width: f64,
    /// Height, above 0.
    pub height: f64,
}

impl From<Bounds> for Rect {
    fn from(bounds: Bounds) -> Self {
        Self {
            left: bounds.left.into(),
            top: bounds.top.into(),
            width: bounds.width().into(),
            height: bounds.height().into(),
        }
    }
}

impl Rect {
    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        Self {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }
}

/// Where the map lies under the widget.
///
/// The widget's top left corner shows the point (`left`, `top`) of the mask;
/// one pixel of the mask is `scale` logical pixels of the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Column of the mask at the widget's left edge.
    pub left: f64,
    /// Row of the mask at the widget's top edge.
    pub top: f64,
    /// Logical pixels for one pixel of the mask.
    pub scale: f64,
}

/// How the camera is chosen. The widget resolves it with its own size, so that the first frame
/// is right already.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Framing {
    /// The whole map with a margin.
    #[default]
    Whole,
    /// The same with this many logical pixels free above, for floating controls; at most an eighth
    /// of the widget's height, or half of what is beyond 320.
    Below(f32),
    /// This part of the map, centred, at a suitable scale; the whole map if that is no smaller.
    Around(Rect),
    /// At this scale, with the point of the mask in the middle.
    Centred {
        /// Point of the mask.
        x: f64,
        /// Point of the mask.
        y: f64,
        /// Logical pixels for one pixel of the mask.
        scale: f64,
    },
    /// Where the user moved it.
    Free(Camera),
}

impl Camera {
    /// The smallest scale.
    pub const MIN_SCALE: f64 = 1.0 / 64.0;
    /// The largest scale.
    pub const MAX_SCALE: f64 = 64.0;
    /// Free logical pixels around a map that is shown whole.
    const MARGIN: f64 = 28.0;
    /// Half of a widget's height beyond this may be left free for floating controls.
    const ENOUGH: f32 = 320.0;
    /// Logical pixels of the map that stay in sight.
    const KEPT: f64 = 64.0;

    /// The camera that shows `rect` as large as fits into a widget of size
    /// `view`, but no larger than `max_scale`.
    pub fn showing(rect: Rect, view: Size, max_scale: f64) -> Self {
        let room = |length: f32| (f64::from(length) - 2.0 * Self::MARGIN).max(16.0);
        let fitting = (room(view.width) / rect.width).min(room(view.height) / rect.height);
        let scale = fitting
            .min(max_scale)
            .clamp(Self::MIN_SCALE, Self::MAX_SCALE);
        Self::centred(
            rect.left + rect.width / 2.0,
            rect.top + rect.height / 2.0,
            scale,
            view,
        )
    }

    fn centred(x: f64, y: f64, scale: f64, view: Size) -> Self {
        Self {
            left: x - f64::from(view.width) / 2.0 / scale,
            top: y - f64::from(view.height) / 2.0 / scale,
            scale,
        }
    }

    /// The point of the mask under a point of the widget.
    pub fn to_map(&self, at: Point) -> (f64, f64) {
        (
            self.left + f64::from(at.x) / self.scale,
            self.top + f64::from(at.y) / self.scale,
        )
    }

    /// The point of the widget over a point of the mask.
    pub fn to_screen(&self, x: f64, y: f64) -> Point {
        Point::new(
            ((x - self.left) * self.scale) as f32,
            ((y - self.top) * self.scale) as f32,
        )
    }

    /// The point of the widget over the middle of a pixel.
    pub(crate) fn over(&self, pixel: Pixel) -> Point {
        self.to_screen(f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5)
    }

    /// Zooms by `factor`; the point of the mask under `at` stays there.
    #[must_use]
    pub fn zoomed(&self, factor: f64, at: Point) -> Self {
        let scale = (self.scale * factor).clamp(Self::MIN_SCALE, Self::MAX_SCALE);
        let (x, y) = self.to_map(at);
        Self {
            left: x - f64::from(at.x) / scale,
            top: y - f64::from(at.y) / scale,
            scale,
        }
    }

    /// [`Camera::zoomed`] of a map of `width` by `height` in a widget of size
    /// `view`: no farther out than [`Framing::farthest`].
    #[must_use]
    pub fn zoomed_within(&self, factor: f64, at: Point, map: (u32, u32), view: Size) -> Self {
        let least = Framing::farthest(map.0, map.1, view) / self.scale;
        self.zoomed(factor.max(least.min(1.0)), at)
    }

    /// Moves the map by a distance on the screen.
    #[must_use]
    pub fn panned(&self, by: Vector) -> Self {
        Self {
            left: self.left - f64::from(by.x) / self.scale,
            top: self.top - f64::from(by.y) / self.scale,
            scale: self.scale,
        }
    }

    /// Keeps a part of a map of `width` by `height` in sight of a widget of size `view`.
    #[must_use]
    pub fn kept(&self, width: f64, height: f64, view: Size) -> Self {
        let kept = |start: f64, length: f64, room: f32| {
            let edge = Self::KEPT.min(length * self.scale) / self.scale;
            let shown = f64::from(room) / self.scale;
            start.clamp((edge - shown).min(0.0), (length - edge).max(0.0))
        };
        Self {
            left: kept(self.left, width, view.width),
            top: kept(self.top, height, view.height),
            scale: self.scale,
        }
    }
}

/// Whether a point is in a widget of that size, or at most `margin` outside.
pub(crate) fn near(size: Size, at: Point, margin: f32) -> bool {
    let within = |value: f32, room: f32| value >= -margin && value <= room + margin;
    within(at.x, size.width) && within(at.y, size.height)
}

impl Framing {
    /// The camera for a map of `width` by `height` pixels in a widget of size `view`.
    pub fn camera(&self, width: u32, height: u32, view: Size) -> Camera {
        match *self {
            Self::Whole => {
                let all = Rect {
                    left: 0.0,
                    top: 0.0,
                    width: f64::from(width.max(1)),
                    height: f64::from(height.max(1)),
                };
                Camera::showing(all, view, 16.0)
            }
            Self::Below(head) => {
                let most = (view.height / 8.0).max((view.height - Camera::ENOUGH) / 2.0);
                let head = f64::from(head.min(most));
                let whole = Self::Whole.camera(width, height, view);
                let room = f64::from(view.height) - head - Camera::MARGIN;
                let fitting = room.max(16.0) / f64::from(height.max(1));
                let scale = whole.scale.min(fitting.max(Camera::MIN_SCALE));
                let (x, y) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
                let camera = Camera::centred(x, y, scale, view);
                Camera {
                    top: camera.top.min(-head / scale),
                    ..camera
                }
            }
            Self::Around(rect) => {
                let widened = Rect {
                    left: rect.left - rect.width / 2.0,
                    top: rect.top - rect.height / 2.0,
                    width: rect.width * 2.0,
                    height: rect.height * 2.0,
                };
                let around = Camera::showing(widened, view, 8.0);
                // Beyond the map is nothing to see.
                let whole = Self::Whole.camera(width, height, view);
                if around.scale < whole.scale {
                    whole
                } else {
                    around
                }
            }
            Self::Centred { x, y, scale } => {
                let scale = scale.clamp(Camera::MIN_SCALE, Camera::MAX_SCALE);
                Camera::centred(x, y, scale, view)
            }
            Self::Free(camera) => camera,
        }
    }

    /// The smallest scale that a user may zoom to: half of that at which the whole map fits, at
    /// most 1.
    pub fn farthest(width: u32, height: u32, view: Size) -> f64 {
        (Self::Whole.camera(width, height, view).scale / 2.0).clamp(Camera::MIN_SCALE, 1.0)
    }
}

#[cfg(test)]
mod tests;
