//! Closer and farther by keys and buttons, about the middle of what is seen.

use iced::Size;
use marchland_board::{Camera, Framing};

use crate::commands::Command;

/// What is seen of a map of so many pixels in a widget of that size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight {
    /// How it is framed.
    pub(crate) framing: Framing,
    /// Width and height of the map, in pixels.
    pub(crate) map: (u32, u32),
    /// Size of the widget, in logical pixels.
    pub(crate) view: Size,
}

impl Sight {
    /// Where the map lies.
    pub(crate) fn camera(&self) -> Camera {
        self.framing.camera(self.map.0, self.map.1, self.view)
    }

    /// Logical pixels for one pixel of the map.
    pub(crate) fn scale(&self) -> f64 {
        self.camera().scale
    }

    /// The same middle at another scale, no farther out than one can go; `None`
    /// if there is no map.
    pub(crate) fn at(&self, scale: f64) -> Option<Framing> {
        let (width, height) = self.map;
        let camera = self.camera();
        let half = |length: f32| f64::from(length) / 2.0 / camera.scale;
        let least = Framing::farthest(width, height, self.view).min(camera.scale);
        (width > 0).then(|| Framing::Centred {
            x: camera.left + half(self.view.width),
            y: camera.top + half(self.view.height),
            scale: scale.clamp(least, Camera::MAX_SCALE),
        })
    }

    /// What a command makes of it; `None` if it is about something else.
    pub(crate) fn after(&self, command: Command) -> Option<Framing> {
        let framing = match command {
            Command::ShowAll => Some(Framing::Whole),
            Command::ActualSize => self.at(1.0),
            Command::ZoomIn => self.at(self.scale() * 1.25),
            Command::ZoomOut => self.at(self.scale() * 0.8),
            _ => return None,
        };
        Some(framing.unwrap_or(self.framing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_no_farther_out_than_half_of_what_fits() {
        let mut sight = Sight {
            framing: Framing::Whole,
            map: (2000, 1000),
            view: Size::new(800.0, 600.0),
        };
        let whole = sight.scale();
        for _ in 0..40 {
            sight.framing = sight.after(Command::ZoomOut).unwrap();
        }
        assert!((sight.scale() / whole - 0.5).abs() < 1e-9);
        for _ in 0..80 {
            sight.framing = sight.after(Command::ZoomIn).unwrap();
        }
        assert!((sight.scale() - Camera::MAX_SCALE).abs() < 1e-9);
        sight.framing = sight.after(Command::ActualSize).unwrap();
        assert!((sight.scale() - 1.0).abs() < 1e-9);
        assert_eq!(sight.after(Command::Undo), None);
    }
}
