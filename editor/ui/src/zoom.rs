//! Closer and farther by keys and buttons, about the middle of what is seen.

use iced::widget::{container, row};
use iced::{Center, Element, Size};
use lucide_icons::Icon;
use marchland_board::{Camera, Framing};

use crate::parts::{body, icon_button};
use crate::theme;

/// A step of the zoom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zoom {
    /// The whole map.
    Whole,
    /// One pixel of the map is one of the screen.
    Actual,
    /// Closer by a quarter.
    In,
    /// Farther by a fifth.
    Out,
}

/// What is seen of a map of so many pixels in a widget of that size.
#[derive(Debug, Clone, Copy)]
pub struct Sight {
    /// How it is framed.
    pub framing: Framing,
    /// Width and height of the map, in pixels.
    pub map: (u32, u32),
    /// Size of the widget, in logical pixels.
    pub view: Size,
}

impl Sight {
    /// Where the map lies.
    pub fn camera(&self) -> Camera {
        self.framing.camera(self.map.0, self.map.1, self.view)
    }

    /// Logical pixels for one pixel of the map.
    pub fn scale(&self) -> f64 {
        self.camera().scale
    }

    /// The same middle at another scale, no farther out than one can go; `None`
    /// if there is no map.
    pub fn at(&self, scale: f64) -> Option<Framing> {
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

    /// What a step makes of it: as it was where there is no map.
    #[must_use]
    pub fn after(&self, step: Zoom) -> Framing {
        let framing = match step {
            Zoom::Whole => Some(Framing::Whole),
            Zoom::Actual => self.at(1.0),
            Zoom::In => self.at(self.scale() * 1.25),
            Zoom::Out => self.at(self.scale() * 0.8),
        };
        framing.unwrap_or(self.framing)
    }
}

/// What the buttons of a [`bar`] say of themselves.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Of the one that goes closer.
    pub closer: &'static str,
    /// Of the one that goes farther away.
    pub farther: &'static str,
    /// Of the one that shows the whole map.
    pub whole: &'static str,
}

/// The zoom over a map in per cent, and the buttons that change it.
pub fn bar<'a, M: Clone + 'a>(
    scale: f64,
    words: Words,
    make: impl Fn(Zoom) -> M,
) -> Element<'a, M> {
    let press = |symbol, what, key, step| icon_button(symbol, what, key, Some(make(step)), false);
    let percent = format!("{:.0} %", scale * 100.0);
    let bar = row![
        press(Icon::Minus, words.farther, "-", Zoom::Out),
        container(body(percent)).width(52).align_x(Center),
        press(Icon::Plus, words.closer, "+", Zoom::In),
        press(Icon::Maximize, words.whole, "Shift+1", Zoom::Whole),
    ]
    .align_y(Center);
    container(bar).style(theme::raised).into()
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
            sight.framing = sight.after(Zoom::Out);
        }
        assert!((sight.scale() / whole - 0.5).abs() < 1e-9);
        for _ in 0..80 {
            sight.framing = sight.after(Zoom::In);
        }
        assert!((sight.scale() - Camera::MAX_SCALE).abs() < 1e-9);
        sight.framing = sight.after(Zoom::Actual);
        assert!((sight.scale() - 1.0).abs() < 1e-9);
        sight.map = (0, 0);
        sight.framing = Framing::Whole;
        assert_eq!(sight.after(Zoom::In), Framing::Whole, "there is no map");
    }
}
