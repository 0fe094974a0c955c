//! Styles of text and surfaces.

use iced::widget::{container, text};
use iced::{Border, Color, Theme};

use super::{Tokens, border, round, tokens};

fn coloured(colour: Color) -> text::Style {
    text::Style {
        color: Some(colour),
    }
}

/// Muted text.
pub fn muted(theme: &Theme) -> text::Style {
    coloured(tokens(theme).muted)
}

/// Ordinary text, where a style is required.
pub fn plain_text(theme: &Theme) -> text::Style {
    coloured(tokens(theme).text)
}

/// Actionable text.
pub fn accent(theme: &Theme) -> text::Style {
    coloured(tokens(theme).accent)
}

/// Text of errors.
pub fn bad(theme: &Theme) -> text::Style {
    coloured(tokens(theme).bad)
}

/// Text of warnings.
pub fn warn(theme: &Theme) -> text::Style {
    coloured(tokens(theme).warn)
}

/// Text of success.
pub fn good(theme: &Theme) -> text::Style {
    coloured(tokens(theme).good)
}

/// Bars over something else. Bars directly on the window need no surface: it has the same colour,
/// and the software renderer walks each surface in full on every redraw.
pub fn panel(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).panel)
        .color(tokens(theme).text)
}

/// The background of the window.
pub fn ground(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).ground)
        .color(tokens(theme).text)
}

/// An inset in a panel.
pub fn well(theme: &Theme) -> container::Style {
    container::Style {
        border: round(),
        ..container::Style::default().background(tokens(theme).well)
    }
}

/// Floats over the map. A border sets it off, since shadows accumulate when the software renderer
/// redraws a part of the window.
pub fn raised(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style {
        border: border(tokens.edge),
        ..container::Style::default()
            .background(tokens.raised)
            .color(tokens.text)
    }
}

/// A selected row.
pub fn picked(theme: &Theme) -> container::Style {
    container::Style {
        border: round(),
        ..container::Style::default().background(tokens(theme).chosen)
    }
}

/// A card on a screen.
pub fn card(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style {
        border: Border {
            radius: 8.0.into(),
            ..border(tokens.line)
        },
        ..container::Style::default()
            .background(tokens.panel)
            .color(tokens.text)
    }
}

/// The veil behind a dialog.
pub fn veil(theme: &Theme) -> container::Style {
    let alpha = if theme.extended_palette().is_dark {
        0.6
    } else {
        0.35
    };
    container::Style::default().background(Color::BLACK.scale_alpha(alpha))
}

/// A line between panels.
pub fn line(theme: &Theme) -> container::Style {
    container::Style::default().background(tokens(theme).line)
}

/// A key cap.
pub fn keycap(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style {
        border: Border {
            radius: 3.0.into(),
            ..border(tokens.edge)
        },
        ..container::Style::default()
            .background(tokens.well)
            .color(tokens.muted)
    }
}

/// A tooltip.
pub fn tooltip(theme: &Theme) -> container::Style {
    raised(theme)
}

/// A notice in a colour.
pub fn notice(colour: fn(&Tokens) -> Color) -> impl Fn(&Theme) -> container::Style {
    move |theme| {
        let tokens = tokens(theme);
        let colour = colour(tokens);
        container::Style {
            border: border(colour.scale_alpha(0.45)),
            ..container::Style::default()
                .background(colour.scale_alpha(0.10))
                .color(tokens.text)
        }
    }
}

/// A colour swatch.
pub fn swatch(colour: Color) -> impl Fn(&Theme) -> container::Style {
    move |theme| container::Style {
        border: Border {
            color: tokens(theme).text.scale_alpha(0.3),
            width: 1.0,
            radius: 3.0.into(),
        },
        ..container::Style::default().background(colour)
    }
}

/// An entry of a short list with details.
pub fn entry(chosen: bool) -> impl Fn(&Theme) -> container::Style {
    move |theme| {
        let tokens = tokens(theme);
        let edge = if chosen { tokens.accent } else { tokens.line };
        container::Style {
            border: border(edge),
            ..container::Style::default().background(tokens.well)
        }
    }
}

/// A line of a list that keys may have selected.
pub fn line_at(is: bool) -> impl Fn(&Theme) -> container::Style {
    move |theme| {
        let style = container::Style::default();
        if is {
            style.background(tokens(theme).chosen)
        } else {
            style
        }
    }
}
