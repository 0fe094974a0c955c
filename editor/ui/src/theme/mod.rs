//! The theme: colours, sizes and styles.
//!
//! All values come from one table of tokens per theme, so that no widget has its own colours or
//! distances.

mod controls;
mod surfaces;

use iced::theme::Palette;
use iced::{Border, Color, Font, Theme, color};
use serde::{Deserialize, Serialize};

pub use controls::*;
pub use surfaces::*;

/// Distances in logical pixels; each about one and a half times the last.
pub mod space {
    /// Between an icon and its label.
    pub const XS: f32 = 4.0;
    /// Between related things.
    pub const S: f32 = 8.0;
    /// Inside panels.
    pub const M: f32 = 12.0;
    /// Between groups of controls.
    pub const L: f32 = 16.0;
    /// Around cards.
    pub const XL: f32 = 24.0;
    /// Between the parts of a screen.
    pub const XXL: f32 = 40.0;
}

/// Font and control sizes in logical pixels.
pub mod size {
    /// Captions and key caps.
    pub const CAPTION: f32 = 11.5;
    /// Body text.
    pub const BODY: f32 = 13.0;
    /// Headings in panels.
    pub const HEADING: f32 = 16.0;
    /// Titles of screens.
    pub const TITLE: f32 = 22.0;
    /// The name on the start screen.
    pub const DISPLAY: f32 = 34.0;
    /// Icons beside body text.
    pub const ICON: f32 = 16.0;
    /// Height of rows, buttons and inputs.
    pub const CONTROL: f32 = 30.0;
}

/// The font of all text; iced includes it.
pub const FONT: Font = Font::with_name("Fira Sans");

/// The line height for a font size: an even number of pixels, so that lines centred in rows of
/// even height start at whole pixels. The renderer redraws a changed text from the first whole
/// row inside it; the tips of letters above a fractional start would stay.
pub fn line_height(size: f32) -> iced::widget::text::LineHeight {
    /// iced's default.
    const USUAL: f32 = 1.3;
    iced::widget::text::LineHeight::Absolute((2.0 * (size * USUAL / 2.0).ceil()).into())
}

/// The corner radius.
pub const ROUND: f32 = 5.0;

/// The colours of a theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tokens {
    /// Behind the panels.
    pub ground: Color,
    /// Panels and bars.
    pub panel: Color,
    /// Over the map: cards, menus, toasts.
    pub raised: Color,
    /// Inputs and insets.
    pub well: Color,
    /// Lines between panels.
    pub line: Color,
    /// Borders of controls.
    pub edge: Color,
    /// Text on any surface.
    pub text: Color,
    /// Muted text, still easy to read.
    pub muted: Color,
    /// Active and actionable things.
    pub accent: Color,
    /// Text on `accent`.
    pub on_accent: Color,
    /// Behind selected things.
    pub chosen: Color,
    /// Behind hovered things.
    pub touched: Color,
    /// Errors and destructive actions.
    pub bad: Color,
    /// Warnings.
    pub warn: Color,
    /// Success.
    pub good: Color,
}

const LIGHT: Tokens = Tokens {
    ground: color!(0xE9_ECEF),
    panel: color!(0xFB_FCFD),
    raised: color!(0xFF_FFFF),
    well: color!(0xF0_F2F5),
    line: color!(0xD9_DEE4),
    edge: color!(0xC3_CAD2),
    text: color!(0x17_202A),
    muted: color!(0x55_616D),
    accent: color!(0x0B_62C1),
    on_accent: color!(0xFF_FFFF),
    chosen: color!(0xDC_EAFA),
    touched: color!(0xEB_EFF3),
    bad: color!(0xB3_261E),
    warn: color!(0x8A_5500),
    good: color!(0x1A_7443),
};

const DARK: Tokens = Tokens {
    ground: color!(0x14_181D),
    panel: color!(0x1D_2228),
    raised: color!(0x27_2D35),
    well: color!(0x15_191E),
    line: color!(0x32_3A43),
    edge: color!(0x46_505B),
    text: color!(0xE9_EDF1),
    muted: color!(0xA6_B1BC),
    accent: color!(0x5A_A9F8),
    on_accent: color!(0x06_121F),
    chosen: color!(0x1F_3B58),
    touched: color!(0x2A_313A),
    bad: color!(0xFF_8F85),
    warn: color!(0xF0_B755),
    good: color!(0x63_D69A),
};

const SHARP_LIGHT: Tokens = Tokens {
    ground: color!(0xFF_FFFF),
    panel: color!(0xFF_FFFF),
    raised: color!(0xFF_FFFF),
    well: color!(0xFF_FFFF),
    line: color!(0x40_4040),
    edge: color!(0x20_2020),
    text: color!(0x00_0000),
    muted: color!(0x2B_2B2B),
    accent: color!(0x00_3F9E),
    on_accent: color!(0xFF_FFFF),
    chosen: color!(0xBF_DCFF),
    touched: color!(0xDD_E3EA),
    bad: color!(0x95_0000),
    warn: color!(0x5E_3A00),
    good: color!(0x00_4F22),
};

const SHARP_DARK: Tokens = Tokens {
    ground: color!(0x00_0000),
    panel: color!(0x00_0000),
    raised: color!(0x0B_0B0B),
    well: color!(0x00_0000),
    line: color!(0xB8_B8B8),
    edge: color!(0xE0_E0E0),
    text: color!(0xFF_FFFF),
    muted: color!(0xDC_DCDC),
    accent: color!(0x8C_C6FF),
    on_accent: color!(0x00_0000),
    chosen: color!(0x0A_4A85),
    touched: color!(0x30_3030),
    bad: color!(0xFF_B3AC),
    warn: color!(0xFF_D387),
    good: color!(0x8F_F0BC),
};

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Mode {
    /// The other mode.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// The colours of the mode.
    pub fn tokens(self) -> &'static Tokens {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }

    /// The style of the board.
    pub fn board(self) -> marchland_board::Style {
        match self {
            Self::Light => marchland_board::Style::light(),
            Self::Dark => marchland_board::Style::dark(),
        }
    }

    /// The iced theme.
    pub fn theme(self) -> Theme {
        themed(match self {
            Self::Light => ("Marchland light", &LIGHT),
            Self::Dark => ("Marchland dark", &DARK),
        })
    }

    /// The high-contrast theme: black and white, with clear edges.
    pub fn sharp_theme(self) -> Theme {
        themed(match self {
            Self::Light => ("Marchland light, strong", &SHARP_LIGHT),
            Self::Dark => ("Marchland dark, strong", &SHARP_DARK),
        })
    }
}

fn themed((name, tokens): (&str, &Tokens)) -> Theme {
    Theme::custom(
        name.to_owned(),
        Palette {
            background: tokens.panel,
            text: tokens.text,
            primary: tokens.accent,
            success: tokens.good,
            warning: tokens.warn,
            danger: tokens.bad,
        },
    )
}

/// The colours of a theme.
pub fn tokens(theme: &Theme) -> &'static Tokens {
    let is_sharp = |tokens: &Tokens| theme.palette().text == tokens.text;
    match theme.extended_palette().is_dark {
        true if is_sharp(&SHARP_DARK) => &SHARP_DARK,
        true => &DARK,
        false if is_sharp(&SHARP_LIGHT) => &SHARP_LIGHT,
        false => &LIGHT,
    }
}

fn border(colour: Color) -> Border {
    Border {
        color: colour,
        width: 1.0,
        radius: ROUND.into(),
    }
}

fn round() -> Border {
    iced::border::rounded(ROUND)
}
