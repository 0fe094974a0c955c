//! Zoom by keys and buttons, about the middle of the view.

use iced::widget::{container, row};
use iced::{Center, Element, Size};
use lucide_icons::Icon;
use marchland_board::{Camera, Framing};

use crate::parts::{body, icon_button};
use crate::theme;

/// A zoom step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zoom {
    /// The whole map.
    Whole,
    /// One map pixel per screen pixel.
    Actual,
    /// In by a quarter.
    In,
    /// Out by a fifth.
    Out,
}

/// The visible part of a map in a widget.
#[derive(Debug, Clone, Copy)]
pub struct Viewport {
    /// How it is framed.
    pub framing: Framing,
    /// Size of the map in pixels.
    pub map: (u32, u32),
    /// Size of the widget in logical pixels.
    pub view: Size,
}

impl Viewport {
    /// The camera.
    pub fn camera(&self) -> Camera {
        self.framing.camera(self.map.0, self.map.1, self.view)
    }

    /// Logical pixels per map pixel.
    pub fn scale(&self) -> f64 {
        self.camera().scale
    }

    /// The same middle at another scale, limited to the zoom range; `None` without a map.
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

    /// The framing after a step; unchanged without a map.
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

/// Tooltips of the buttons of a [`bar`].
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// For zooming in.
    pub closer: &'static str,
    /// For zooming out.
    pub farther: &'static str,
    /// For the whole map.
    pub whole: &'static str,
}

/// The zoom in per cent, with its buttons.
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
    fn zooming_out_stops_at_half_of_fit() {
        let mut viewport = Viewport {
            framing: Framing::Whole,
            map: (2000, 1000),
            view: Size::new(800.0, 600.0),
        };
        let whole = viewport.scale();
        for _ in 0..40 {
            viewport.framing = viewport.after(Zoom::Out);
        }
        assert!((viewport.scale() / whole - 0.5).abs() < 1e-9);
        for _ in 0..80 {
            viewport.framing = viewport.after(Zoom::In);
        }
        assert!((viewport.scale() - Camera::MAX_SCALE).abs() < 1e-9);
        viewport.framing = viewport.after(Zoom::Actual);
        assert!((viewport.scale() - 1.0).abs() < 1e-9);
        viewport.map = (0, 0);
        viewport.framing = Framing::Whole;
        assert_eq!(viewport.after(Zoom::In), Framing::Whole, "there is no map");
    }
}
