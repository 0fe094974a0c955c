//! How the editor looks: colours, sizes, and the style of every widget.
//!
//! Everything is taken from one table of tokens for each of the two themes, so
//! that no widget invents a colour or a distance.

use iced::border::Radius;
use iced::overlay::menu;
use iced::theme::Palette;
use iced::widget::{
    button, checkbox, container, pick_list, progress_bar, scrollable, slider, text, text_input,
};
use iced::{Background, Border, Color, Shadow, Theme, color};

/// Distances, in logical pixels; each is about one and a half times the last.
pub mod space {
    /// Between an icon and its word.
    pub const XS: f32 = 4.0;
    /// Between things that belong together.
    pub const S: f32 = 8.0;
    /// Inside panels.
    pub const M: f32 = 12.0;
    /// Between groups.
    pub const L: f32 = 16.0;
    /// Around cards.
    pub const XL: f32 = 24.0;
    /// Between the parts of a screen.
    pub const XXL: f32 = 40.0;
}

/// Sizes of type, in logical pixels.
pub mod size {
    /// Captions, key caps.
    pub const CAPTION: f32 = 11.5;
    /// Everything else.
    pub const BODY: f32 = 13.0;
    /// Titles of panels' contents.
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

/// The radius of corners.
pub const ROUND: f32 = 5.0;

/// The colours of one theme.
#[derive(Debug, Clone, Copy)]
pub struct Tokens {
    /// Behind the panels.
    pub ground: Color,
    /// Panels and bars.
    pub panel: Color,
    /// What floats over the map: cards, menus, toasts.
    pub raised: Color,
    /// Inputs, and wells in panels.
    pub well: Color,
    /// Lines between panels.
    pub line: Color,
    /// Borders of controls.
    pub edge: Color,
    /// Text.
    pub text: Color,
    /// Text of lesser weight; still easy to read.
    pub muted: Color,
    /// What can be acted on, and what is active.
    pub accent: Color,
    /// Text on `accent`.
    pub on_accent: Color,
    /// Behind what is selected.
    pub chosen: Color,
    /// Behind what the pointer is on.
    pub touched: Color,
    /// Errors.
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

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Mode {
    /// The other one.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// The colours.
    pub fn tokens(self) -> &'static Tokens {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }

    /// How the map is painted.
    pub fn board(self) -> marchland_board::Style {
        match self {
            Self::Light => marchland_board::Style::light(),
            Self::Dark => marchland_board::Style::dark(),
        }
    }

    /// The theme as iced has it.
    pub fn theme(self) -> Theme {
        let tokens = self.tokens();
        let name = match self {
            Self::Light => "Marchland light",
            Self::Dark => "Marchland dark",
        };
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
}

/// The colours of a theme.
pub fn tokens(theme: &Theme) -> &'static Tokens {
    if theme.extended_palette().is_dark {
        &DARK
    } else {
        &LIGHT
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
    Border {
        radius: ROUND.into(),
        ..Border::default()
    }
}

// ---- text -----------------------------------------------------------------

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

/// Bars and panels.
pub fn panel(theme: &Theme) -> container::Style {
    container::Style::default()
        .background(tokens(theme).panel)
        .color(tokens(theme).text)
}

/// Behind everything.
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

/// A tooltip.
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

// ---- buttons ----------------------------------------------------------------

fn with(background: Option<Color>, text: Color, border: Border) -> button::Style {
    button::Style {
        background: background.map(Background::Color),
        text_color: text,
        border,
        ..button::Style::default()
    }
}

/// The one thing to do next.
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

/// A button without a body: in bars and rows.
pub fn plain(theme: &Theme, status: button::Status) -> button::Style {
    chosen(false)(theme, status)
}

/// A button that destroys something.
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

/// A row or a tool that may be the chosen one.
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

/// A switch in a bar that is on or off; its content has colours of its own.
pub fn switch(on: bool) -> impl Fn(&Theme, button::Status) -> button::Style {
    move |theme, status| {
        let tokens = tokens(theme);
        let back = match (on, status) {
            (_, button::Status::Hovered | button::Status::Pressed) => Some(tokens.touched),
            (true, _) => Some(tokens.well),
            (false, _) => None,
        };
        let edge = if on { tokens.edge } else { tokens.line };
        with(back, tokens.text, border(edge))
    }
}

/// A row of a list, over its whole width.
pub fn list_row(is_chosen: bool) -> impl Fn(&Theme, button::Status) -> button::Style {
    move |theme, status| {
        let mut style = chosen(is_chosen)(theme, status);
        style.text_color = tokens(theme).text;
        style
    }
}

/// A tab that may be the open one.
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

/// A card that can be clicked.
pub fn card_button(theme: &Theme, status: button::Status) -> button::Style {
    let tokens = tokens(theme);
    let edge = match status {
        button::Status::Hovered | button::Status::Pressed => tokens.accent,
        _ => tokens.line,
    };
    let border = Border {
        color: edge,
        width: 1.0,
        radius: 8.0.into(),
    };
    with(Some(tokens.panel), tokens.text, border)
}

// ---- inputs -----------------------------------------------------------------

/// A line to type into.
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

/// A line to type into that holds something wrong.
pub fn wrong_input(theme: &Theme, status: text_input::Status) -> text_input::Style {
    text_input::Style {
        border: border(tokens(theme).bad),
        ..input(theme, status)
    }
}

/// A list that opens.
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

/// The menu of such a list.
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

/// A box to tick.
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
        border: Border {
            radius: 3.0.into(),
            ..border(edge)
        },
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
            border: Border {
                radius: 2.0.into(),
                ..Border::default()
            },
        },
        handle: slider::Handle {
            shape: slider::HandleShape::Circle { radius },
            background: tokens.accent.into(),
            border_width: 2.0,
            border_color: tokens.raised,
        },
    }
}

/// How far a long action is.
pub fn progress(theme: &Theme) -> progress_bar::Style {
    let tokens = tokens(theme);
    progress_bar::Style {
        background: tokens.line.into(),
        bar: tokens.accent.into(),
        border: Border {
            radius: 3.0.into(),
            ..Border::default()
        },
    }
}

/// Scroll bars that stay out of the way.
pub fn scroll(theme: &Theme, status: scrollable::Status) -> scrollable::Style {
    let tokens = tokens(theme);
    let mut style = scrollable::default(theme, status);
    let strong = !matches!(status, scrollable::Status::Active { .. });
    let scroller = scrollable::Scroller {
        background: tokens
            .muted
            .scale_alpha(if strong { 0.6 } else { 0.3 })
            .into(),
        border: Border {
            radius: Radius::from(3.0),
            ..Border::default()
        },
    };
    for rail in [&mut style.vertical_rail, &mut style.horizontal_rail] {
        rail.background = None;
        rail.border = Border::default();
        rail.scroller = scroller;
    }
    style.gap = None;
    style
}
