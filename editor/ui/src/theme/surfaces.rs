//! Text, and what it stands on.

use iced::widget::{container, text};
use iced::{Border, Color, Theme};

use super::{Tokens, border, round, tokens};

/// Text of lesser weight.
pub fn muted(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).muted),
    }
}

/// Ordinary text, where a style has to be named.
pub fn plain_text(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).text),
    }
}

/// Text that can be acted on.
pub fn accent(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).accent),
    }
}

/// Text of errors.
pub fn bad(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).bad),
    }
}

/// Text of warnings.
pub fn warn(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).warn),
    }
}

/// Text of success.
pub fn good(theme: &Theme) -> text::Style {
    text::Style {
        color: Some(tokens(theme).good),
    }
}

// ---- surfaces --------------------------------------------------------------

/// Bars that lie over something else. Those that lie on the window need no surface: it has
/// this colour, and in software each surface is walked in full for whatever is drawn anew on it.
pub fn panel(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).panel)
        .color(tokens(theme).text)
}

/// The surface behind all others.
pub fn ground(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).ground)
        .color(tokens(theme).text)
}

/// A place to put things in, sunk into a panel.
pub fn well(theme: &Theme) -> container::Style {
    container::Style {
        border: round(),
        ..container::Style::default().background(tokens(theme).well)
    }
}

/// What floats over the map. A border sets it off: shadows pile up where the
/// software renderer paints a part of the window anew.
pub fn raised(theme: &Theme) -> container::Style {
    let tokens = tokens(theme);
    container::Style {
        border: border(tokens.edge),
        ..container::Style::default()
            .background(tokens.raised)
            .color(tokens.text)
    }
}

/// A row that is picked out.
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

/// Behind a dialog: the rest steps back.
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

/// The cap of a key.
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

/// The surface of a tooltip, above everything else.
pub fn tooltip(theme: &Theme) -> container::Style {
    raised(theme)
}

/// A strip of message in a colour of its own.
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

/// A colour sample.
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

/// A thing in a list of few, with all there is to say about it.
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

/// A line of a list that keys may have gone to.
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
