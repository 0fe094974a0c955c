//! Colours: three bytes, or four with opacity.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// An opaque sRGB colour, red first.
///
/// In a mask it is a *key*: compared byte for byte, never by similarity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// White, the most common sea of hand-drawn masks.
    pub const WHITE: Self = Self([255; 3]);
    /// Black, the most common separator line.
    pub const BLACK: Self = Self([0; 3]);

    /// A colour from its red, green and blue channels.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// The colour of `0x00RRGGBB`; the top byte is ignored.
    pub const fn from_u32(value: u32) -> Self {
        let [_, r, g, b] = value.to_be_bytes();
        Self([r, g, b])
    }

    /// Squared Euclidean distance, 0 to 195,075: cheap, and enough to tell a smeared key colour
    /// from another key.
    pub fn distance_squared(self, other: Self) -> u32 {
        self.0
            .iter()
            .zip(other.0)
            .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02X}{g:02X}{b:02X}")
    }
}

impl fmt::Debug for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not a colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a colour; write it as #RRGGBB, for example #A03020")]
pub struct ParseRgbError(pub String);

impl FromStr for Rgb {
    type Err = ParseRgbError;

    /// Parses `#RRGGBB`, upper or lower case. Accepts no names and no short form, so that every
    /// colour has one notation.
    fn from_str(text: &str) -> Result<Self, ParseRgbError> {
        let digits = text
            .strip_prefix('#')
            .filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
        digits
            .and_then(|d| u32::from_str_radix(d, 16).ok())
            .map(Self::from_u32)
            .ok_or_else(|| ParseRgbError(text.chars().take(40).collect()))
    }
}

/// A colour with opacity: red, green, blue, alpha (255 is opaque).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgba(pub [u8; 4]);

/// As one number: thousands are looked up after each stroke, and an array is hashed with its length.
impl Hash for Rgba {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(u32::from_ne_bytes(self.0));
    }
}

impl Rgba {
    /// The colour of everything fully transparent.
    pub const TRANSPARENT: Self = Self([0; 4]);

    /// An opaque colour.
    pub const fn opaque(Rgb([r, g, b]): Rgb) -> Self {
        Self([r, g, b, 255])
    }

    /// A colour as displayed: [`Rgba::TRANSPARENT`] if alpha is 0.
    pub const fn seen(rgba: [u8; 4]) -> Self {
        if rgba[3] == 0 {
            Self::TRANSPARENT
        } else {
            Self(rgba)
        }
    }

    /// The colour without its opacity.
    pub const fn rgb(self) -> Rgb {
        let [r, g, b, _] = self.0;
        Rgb([r, g, b])
    }

    /// The colour as it is seen on white.
    #[must_use]
    pub fn on_white(self) -> Self {
        let [r, g, b, alpha] = self.0.map(u32::from);
        let blend = |part: u32| ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        Self([blend(r), blend(g), blend(b), 255])
    }

    /// Opacity, 0 (transparent) to 255 (opaque).
    pub const fn alpha(self) -> u8 {
        self.0[3]
    }
}

impl fmt::Debug for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:08x}", u32::from_be_bytes(self.0))
    }
}

impl From<Rgb> for Rgba {
    fn from(rgb: Rgb) -> Self {
        Self::opaque(rgb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparency_lets_white_through() {
        assert_eq!(Rgba::TRANSPARENT.on_white(), Rgb::WHITE.into());
        assert_eq!(Rgba([200, 0, 9, 255]).on_white().0, [200, 0, 9, 255]);
        assert_eq!(Rgba([255, 0, 0, 128]).on_white().0, [255, 127, 127, 255]);
    }

    #[test]
    fn text_and_back() {
        for colour in [Rgb::WHITE, Rgb::BLACK, Rgb::new(0xA0, 0x30, 0x20)] {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        assert_eq!("#a03020".parse(), Ok(Rgb::new(0xA0, 0x30, 0x20)));
    }

    #[test]
    fn other_notations_are_refused() {
        for text in ["", "red", "A03020", "#A0302", "#A030200", "#+03020", "#ÿÿÿ"] {
            assert!(text.parse::<Rgb>().is_err(), "{text}");
        }
    }
}
