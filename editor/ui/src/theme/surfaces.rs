//! Styles of text and surfaces.

use iced::widget::{container, text};
use iced::{Color, Theme};

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
    container::Style::default()
        .background(tokens(theme).well)
        .border(round())
}

/// Floats over the map. A border sets it off, since shadows accumulate when the software renderer
/// redraws a part of the window.
pub fn raised(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style::default()
        .background(tokens.raised)
        .color(tokens.text)
        .border(border(tokens.edge))
}

/// A selected row.
pub fn picked(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).chosen)
        .border(round())
}

/// A card on a screen.
pub fn card(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style::default()
        .background(tokens.panel)
        .color(tokens.text)
        .border(border(tokens.line).rounded(8.0))
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
    container::Style::default()
        .background(tokens.well)
        .color(tokens.muted)
        .border(border(tokens.edge).rounded(3.0))
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
        container::Style::default()
            .background(colour.scale_alpha(0.10))
            .color(tokens.text)
            .border(border(colour.scale_alpha(0.45)))
    }
}

/// A dot that marks a state.
pub fn dot(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).accent)
        .border(iced::border::rounded(99.0))
}

/// A colour swatch.
pub fn swatch(colour: Color) -> impl Fn(&Theme) -> container::Style {
    move |theme| {
        let edge = tokens(theme).text.scale_alpha(0.3);
        container::Style::default()
            .background(colour)
            .border(border(edge).rounded(3.0))
    }
}

/// An entry of a short list with details.
pub fn entry(chosen: bool) -> impl Fn(&Theme) -> container::Style {
    move |theme| {
        let tokens = tokens(theme);
        let edge = if chosen { tokens.accent } else { tokens.line };
        container::Style::default()
            .background(tokens.well)
            .border(border(edge))
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
