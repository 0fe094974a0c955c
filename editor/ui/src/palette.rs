//! Colours for continents and players that the colour-blind can tell apart.

use marchland_maps::Rgb;

/// Okabe and Ito's colours without black, and lighter and darker variants. The first eight are
/// the ones to offer.
pub const CONTINENTS: [Rgb; 12] = [
    Rgb::new(0xE6, 0x9F, 0x00),
    Rgb::new(0x56, 0xB4, 0xE9),
    Rgb::new(0x00, 0x9E, 0x73),
    Rgb::new(0xF0, 0xE4, 0x42),
    Rgb::new(0x00, 0x72, 0xB2),
    Rgb::new(0xD5, 0x5E, 0x00),
    Rgb::new(0xCC, 0x79, 0xA7),
    Rgb::new(0x99, 0x99, 0x99),
    Rgb::new(0x8C, 0x6B, 0x3F),
    Rgb::new(0x7A, 0x5F, 0xB5),
    Rgb::new(0x9A, 0xC7, 0x6B),
    Rgb::new(0xB8, 0x3B, 0x4C),
];

/// The colour of a player by seat from 0, or of a neutral force; repeats after seven.
pub fn player(seat: usize, neutral: bool) -> Rgb {
    /// The place of grey; before it are Okabe and Ito's colours in seat order.
    const GREY: usize = 7;
    CONTINENTS[if neutral { GREY } else { seat % GREY }]
}

/// The colour of neutral forces.
pub const NEUTRAL: Rgb = Rgb::new(0xB9, 0xBF, 0xC5);
