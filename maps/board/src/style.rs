//! The colours of a board.

use iced::{Color, Font};
use marchland_maps::Rgb;

/// The font of names and numbers, which is always available.
pub(crate) const FONT: Font = Font::with_name("Fira Sans");

/// Colours of everything that is not a territory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Around the map.
    pub desk: Color,
    /// The edge of the map's rectangle.
    pub frame: Color,
    /// Background of the mask: the sea, lakes.
    pub sea: Rgb,
    /// Regions that are neither territory nor background nor separator.
    pub stray: Rgb,
    /// The colour that borders are darkened towards.
    pub ink: Rgb,
    /// The least contrast between land and its border. Dark colours need more of it: the eye tells
    /// them apart less well than the formula says.
    pub border_contrast: f32,
    /// Links by land.
    pub land: Color,
    /// Links by sea.
    pub water: Color,
    /// Links that are only proposed.
    pub proposed: Color,
    /// Borders that are shut.
    pub shut: Color,
    /// Names, and the rings of pivots.
    pub label: Color,
    /// Around names and pivots, so that they stand out from any ground.
    pub halo: Color,
    /// The selection.
    pub accent: Color,
    /// Marks of errors.
    pub error: Color,
    /// Marks of warnings.
    pub warning: Color,
    /// Marks of information.
    pub notice: Color,
}

impl Style {
    /// For the light theme.
    pub fn light() -> Self {
        Self {
            desk: Color::from_rgb8(0xE9, 0xEC, 0xEF),
            frame: Color::from_rgba8(0x1B, 0x26, 0x33, 0.28),
            sea: Rgb::new(0xD3, 0xE3, 0xEE),
            stray: Rgb::new(0xC9, 0xC4, 0xBE),
            ink: Rgb::new(0x22, 0x2B, 0x36),
            border_contrast: 1.9,
            land: Color::from_rgba8(0x1D, 0x27, 0x33, 0.55),
            water: Color::from_rgba8(0x12, 0x5E, 0xA8, 0.85),
            proposed: Color::from_rgb8(0xB0, 0x1E, 0x7A),
            shut: Color::from_rgb8(0xA9, 0x2F, 0x25),
            label: Color::from_rgb8(0x17, 0x1E, 0x27),
            halo: Color::from_rgba8(0xFF, 0xFF, 0xFF, 0.85),
            accent: Color::from_rgb8(0xE0, 0x4F, 0x16),
            error: Color::from_rgb8(0xB3, 0x26, 0x1E),
            warning: Color::from_rgb8(0x8A, 0x55, 0x00),
            notice: Color::from_rgb8(0x0B, 0x62, 0xC1),
        }
    }

    /// For the dark theme.
    pub fn dark() -> Self {
        Self {
            desk: Color::from_rgb8(0x14, 0x18, 0x1D),
            frame: Color::from_rgba8(0xC8, 0xD6, 0xE4, 0.28),
            sea: Rgb::new(0x22, 0x30, 0x3D),
            stray: Rgb::new(0x55, 0x52, 0x4E),
            ink: Rgb::new(0x10, 0x15, 0x1B),
            border_contrast: 2.6,
            land: Color::from_rgba8(0xF1, 0xF4, 0xF7, 0.5),
            water: Color::from_rgba8(0x79, 0xBE, 0xF5, 0.9),
            proposed: Color::from_rgb8(0xF5, 0x8F, 0xD0),
            shut: Color::from_rgb8(0xFF, 0x8A, 0x7A),
            label: Color::from_rgb8(0xF5, 0xF7, 0xFA),
            halo: Color::from_rgba8(0x0E, 0x12, 0x17, 0.8),
            accent: Color::from_rgb8(0xFF, 0xA0, 0x5C),
            error: Color::from_rgb8(0xFF, 0x8F, 0x85),
            warning: Color::from_rgb8(0xF0, 0xB7, 0x55),
            notice: Color::from_rgb8(0x5A, 0xA9, 0xF8),
        }
    }

    /// The border of land of that colour: darker, or lighter where the land is too dark for that.
    pub fn border(&self, land: Rgb) -> Rgb {
        /// How much of the other colour is in it; more only if less is not enough.
        const SHARES: [f32; 4] = [0.45, 0.6, 0.75, 0.9];
        let towards = [self.ink, Rgb::WHITE].into_iter();
        let mut mixed = towards.flat_map(|to| SHARES.map(|share| mix(land, to, share)));
        let clear = mixed.find(|border| contrast(land, *border) >= self.border_contrast);
        clear.unwrap_or(Rgb::WHITE)
    }

    /// The broad border of land of that colour towards another continent: like its other borders,
    /// only stronger.
    pub fn continent_border(&self, land: Rgb) -> Rgb {
        /// How much of it is the darkest or lightest.
        const SHARE: f32 = 0.7;
        let border = self.border(land);
        let is_darker = luminance(border) < luminance(land);
        mix(border, if is_darker { self.ink } else { Rgb::WHITE }, SHARE)
    }
}

/// The relative luminance of a colour, as WCAG 2 defines it.
fn luminance(colour: Rgb) -> f32 {
    let linear = |channel: u8| {
        let share = f32::from(channel) / 255.0;
        if share <= 0.04 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    let [r, g, b] = colour.0;
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// The contrast of two colours, as WCAG 2 defines it: from 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// `a` with the share `of_b` (0 to 1) of `b` in it.
pub fn mix(a: Rgb, b: Rgb, of_b: f32) -> Rgb {
    let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * of_b).round() as u8;
    let ([r, g, blue], [r2, g2, blue2]) = (a.0, b.0);
    Rgb::new(part(r, r2), part(g, g2), part(blue, blue2))
}

/// An opaque pixel in the order of iced's images.
pub(crate) fn opaque(colour: Rgb) -> [u8; 4] {
    let [r, g, b] = colour.0;
    [r, g, b, 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_of_any_colour_stands_out_from_its_border() {
        assert!((contrast(Rgb::WHITE, Rgb::BLACK) - 21.0).abs() < 1e-3);
        let channel = || (0..=255_u8).step_by(17);
        for style in [Style::light(), Style::dark()] {
            for (red, green) in channel().flat_map(|red| channel().map(move |green| (red, green))) {
                for land in channel().map(|blue| Rgb::new(red, green, blue)) {
                    let border = style.border(land);
                    let contrast = contrast(land, border);
                    assert!(contrast >= 1.6, "{land:?} {border:?} {contrast}");
                }
            }
        }
    }
}
