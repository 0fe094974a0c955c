//! Styles of buttons, fields and other controls.

use iced::overlay::menu;
use iced::widget::{button, checkbox, pick_list, progress_bar, scrollable, slider, text_input};
use iced::{Background, Border, Color, Shadow, Theme};

use super::{border, round, tokens};

fn with(background: Option<Color>, text: Color, border: Border) -> button::Style {
    button::Style {
        background: background.map(Background::Color),
        text_color: text,
        border,
        ..button::Style::default()
    }
}

/// The main action.
pub fn primary(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    match status {
        button::Status::Disabled => {
            with(Some(tokens.touched), tokens.muted.scale_alpha(0.6), round())
        }
        button::Status::Hovered => with(
            Some(tokens.accent.scale_alpha(0.88)),
            tokens.on_accent,
            round(),
        ),
        button::Status::Pressed => with(
            Some(tokens.accent.scale_alpha(0.75)),
            tokens.on_accent,
            round(),
        ),
        button::Status::Active => with(Some(tokens.accent), tokens.on_accent, round()),
    }
}

/// An ordinary button.
pub fn secondary(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    match status {
        button::Status::Disabled => with(None, tokens.muted.scale_alpha(0.55), border(tokens.line)),
        button::Status::Hovered | button::Status::Pressed => {
            with(Some(tokens.touched), tokens.text, border(tokens.edge))
        }
        button::Status::Active => with(Some(tokens.raised), tokens.text, border(tokens.edge)),
    }
}

/// A button without a background, in bars and rows.
pub fn plain(theme: &Theme, status: button::Status) -> button::Style {
    chosen(false)(theme, status)
}

/// A destructive button.
pub fn danger(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    match status {
        button::Status::Hovered | button::Status::Pressed => with(
            Some(tokens.bad.scale_alpha(0.12)),
            tokens.bad,
            border(tokens.bad),
        ),
        button::Status::Disabled => with(None, tokens.muted.scale_alpha(0.55), border(tokens.line)),
        button::Status::Active => with(None, tokens.bad, border(tokens.edge)),
    }
}

/// A row or tool that may be selected.
pub fn chosen(is: bool) -> impl Fn(&Theme, button::Status) -> button::Style {
    move |theme, status| {
        let tokens = tokens(theme);
        let text = if is { tokens.accent } else { tokens.text };
        match status {
            button::Status::Disabled => with(None, tokens.muted.scale_alpha(0.5), round()),
            _ if is => with(Some(tokens.chosen), text, round()),
            button::Status::Hovered => with(Some(tokens.touched), text, round()),
            button::Status::Pressed => with(Some(tokens.line), text, round()),
            button::Status::Active => with(None, text, round()),
        }
    }
}

/// A button that is on or off, or one of several of which one is chosen; its content may have its
/// own colours.
pub fn switch(on: bool) -> fn(&Theme, button::Status) -> button::Style {
    if on { switched_on } else { switched_off }
}

fn switched_on(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let edge = match status {
        button::Status::Hovered | button::Status::Pressed => tokens.accent,
        _ => tokens.edge,
    };
    with(Some(tokens.chosen), tokens.text, border(edge))
}

fn switched_off(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let back = match status {
        button::Status::Hovered | button::Status::Pressed => Some(tokens.touched),
        _ => None,
    };
    with(back, tokens.text, border(tokens.line))
}

/// A full-width row of a list.
pub fn list_row(is_chosen: bool) -> impl Fn(&Theme, button::Status) -> button::Style {
    move |theme, status| {
        let mut style = chosen(is_chosen)(theme, status);
        style.text_color = tokens(theme).text;
        style
    }
}

/// A tab that may be open.
pub fn tab(open: bool) -> impl Fn(&Theme, button::Status) -> button::Style {
    move |theme, status| {
        let tokens = tokens(theme);
        let text = match (open, status) {
            (true, _) | (_, button::Status::Hovered) => tokens.text,
            _ => tokens.muted,
        };
        with(None, text, Border::default())
    }
}

/// A clickable card.
pub fn card_button(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let edge = match status {
        button::Status::Hovered | button::Status::Pressed => tokens.accent,
        _ => tokens.line,
    };
    let border = border(edge).rounded(8.0);
    with(Some(tokens.panel), tokens.text, border)
}

/// A link.
pub fn link(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let back = match status {
        button::Status::Hovered | button::Status::Pressed => Some(tokens.touched),
        _ => None,
    };
    with(back, tokens.accent, round())
}

/// A link that looks like text until hovered.
pub fn link_text(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let text = match status {
        button::Status::Hovered | button::Status::Pressed => tokens.accent,
        _ => tokens.text,
    };
    with(None, text, Border::default())
}

/// A text field.
pub fn input(theme: &Theme, status: text_input::Status) -> text_input::Style {
    let tokens = tokens(theme);
    let edge = match status {
        text_input::Status::Focused { .. } => tokens.accent,
        text_input::Status::Hovered => tokens.muted,
        _ => tokens.edge,
    };
    text_input::Style {
        background: tokens.raised.into(),
        border: border(edge),
        icon: tokens.muted,
        placeholder: tokens.muted.scale_alpha(0.8),
        value: tokens.text,
        selection: tokens.accent.scale_alpha(0.3),
    }
}

/// A text field whose content may be wrong.
pub fn checked_input(wrong: bool) -> impl Fn(&Theme, text_input::Status) -> text_input::Style {
    move |theme, status| {
        let mut style = input(theme, status);
        if wrong {
            style.border = border(tokens(theme).bad);
        }
        style
    }
}

/// A drop-down list.
pub fn pick(theme: &Theme, status: pick_list::Status) -> pick_list::Style {
    let tokens = tokens(theme);
    let edge = match status {
        pick_list::Status::Active => tokens.edge,
        pick_list::Status::Hovered => tokens.muted,
        pick_list::Status::Opened { .. } => tokens.accent,
    };
    pick_list::Style {
        text_color: tokens.text,
        placeholder_color: tokens.muted,
        handle_color: tokens.muted,
        background: tokens.raised.into(),
        border: border(edge),
    }
}

/// The menu of a drop-down list.
pub fn menu(theme: &Theme) -> menu::Style {
    let tokens = tokens(theme);
    menu::Style {
        background: tokens.raised.into(),
        border: border(tokens.edge),
        text_color: tokens.text,
        selected_text_color: tokens.text,
        selected_background: tokens.chosen.into(),
        shadow: Shadow::default(),
    }
}

/// A checkbox.
pub fn tick(theme: &Theme, status: checkbox::Status) -> checkbox::Style {
    let tokens = tokens(theme);
    let (checked, hovered) = match status {
        checkbox::Status::Active { is_checked } | checkbox::Status::Disabled { is_checked } => {
            (is_checked, false)
        }
        checkbox::Status::Hovered { is_checked } => (is_checked, true),
    };
    let edge = if checked || hovered {
        tokens.accent
    } else {
        tokens.edge
    };
    checkbox::Style {
        background: if checked {
            tokens.accent
        } else {
            tokens.raised
        }
        .into(),
        icon_color: tokens.on_accent,
        border: border(edge).rounded(3.0),
        text_color: Some(tokens.text),
    }
}

/// A slider.
pub fn slide(theme: &Theme, status: slider::Status) -> slider::Style {
    let tokens = tokens(theme);
    let radius = match status {
        slider::Status::Active => 7.0,
        slider::Status::Hovered | slider::Status::Dragged => 8.0,
    };
    slider::Style {
        rail: slider::Rail {
            backgrounds: (tokens.accent.into(), tokens.edge.into()),
            width: 4.0,
            border: iced::border::rounded(2.0),
        },
        handle: slider::Handle {
            shape: slider::HandleShape::Circle { radius },
            background: tokens.accent.into(),
            border_width: 2.0,
            border_color: tokens.raised,
        },
    }
}

/// A progress bar.
pub fn progress(theme: &Theme) -> progress_bar::Style {
    let tokens = tokens(theme);
    progress_bar::Style {
        background: tokens.line.into(),
        bar: tokens.accent.into(),
        border: iced::border::rounded(3.0),
    }
}

/// Unobtrusive scroll bars.
pub fn scroll(theme: &Theme, status: scrollable::Status) -> scrollable::Style {
    let tokens = tokens(theme);
    let mut style = scrollable::default(theme, status);
    let strong = !matches!(status, scrollable::Status::Active { .. });
    let scroller = scrollable::Scroller {
        background: tokens
            .muted
            .scale_alpha(if strong { 0.6 } else { 0.3 })
            .into(),
        border: iced::border::rounded(3.0),
    };
    for rail in [&mut style.vertical_rail, &mut style.horizontal_rail] {
        rail.background = None;
        rail.border = Border::default();
        rail.scroller = scroller;
    }
    style.gap = None;
    style
}
