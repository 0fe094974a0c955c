//! The small things every panel is put together from.

use iced::widget::{button, column, container, row, scrollable, space, text, text_input, tooltip};
use iced::{Center, Color, Element, Fill, Font, Length, Theme};
use lucide_icons::Icon;
use marchland_maps::Rgb;

use crate::texts;
use crate::theme::{self, Mode, size, space as gap};

/// The font of the icons.
const ICONS: Font = Font::with_name("lucide");

/// An icon as text, so that it takes the colour of the text around it.
pub(crate) fn icon<'a>(icon: Icon) -> iced::widget::Text<'a> {
    text(icon.unicode().to_string())
        .font(ICONS)
        .size(size::ICON)
        .line_height(1.0)
}

/// Body text.
pub(crate) fn body<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    text(content).size(size::BODY)
}

/// Small text of lesser weight.
pub(crate) fn caption<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    text(content).size(size::CAPTION).style(theme::muted)
}

/// The title of a section of a panel.
pub(crate) fn heading<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    text(content).size(size::HEADING)
}

/// The cap of a key.
pub(crate) fn keycap<'a, M: 'a>(key: &'a str) -> Element<'a, M> {
    container(text(key).size(size::CAPTION))
        .padding([0.0, 5.0])
        .style(theme::keycap)
        .into()
}

/// A button that is an icon, with a tooltip of what it does and its key.
pub(crate) fn icon_button<'a, M: Clone + 'a>(
    of: Icon,
    what: impl Into<String>,
    key: &'a str,
    on_press: Option<M>,
    chosen: bool,
) -> Element<'a, M> {
    let face = container(icon(of)).center(Length::Fixed(size::CONTROL));
    let button = button(face)
        .padding(0)
        .style(theme::chosen(chosen))
        .on_press_maybe(on_press);
    tip(button, what, key, tooltip::Position::Bottom)
}

/// Puts a tooltip on something.
pub(crate) fn tip<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    what: impl Into<String>,
    key: &'a str,
    position: tooltip::Position,
) -> Element<'a, M> {
    let mut line = row![body(what.into())].spacing(gap::S).align_y(Center);
    if !key.is_empty() {
        line = line.push(keycap(key));
    }
    tooltip(
        content,
        container(line).padding([5.0, 8.0]).style(theme::tooltip),
        position,
    )
    .gap(4)
    .into()
}

/// An ordinary button with an icon and a word.
pub(crate) fn labelled<'a, M: Clone + 'a>(
    of: Icon,
    word: impl text::IntoFragment<'a>,
    on_press: Option<M>,
    style: fn(&Theme, button::Status) -> button::Style,
) -> iced::widget::Button<'a, M> {
    let face = row![icon(of), body(word)]
        .spacing(6)
        .align_y(Center)
        .height(Fill);
    button(face)
        .height(size::CONTROL)
        .padding([0.0, 10.0])
        .style(style)
        .on_press_maybe(on_press)
}

/// An ordinary button with a word.
pub(crate) fn worded<'a, M: Clone + 'a>(
    word: impl text::IntoFragment<'a>,
    on_press: Option<M>,
    style: fn(&Theme, button::Status) -> button::Style,
) -> iced::widget::Button<'a, M> {
    button(container(body(word)).center_y(Fill))
        .height(size::CONTROL)
        .padding([0.0, 12.0])
        .style(style)
        .on_press_maybe(on_press)
}

/// A line to type into.
pub(crate) fn input<'a, M: Clone + 'a>(
    placeholder: &str,
    value: &str,
    on_input: impl Fn(String) -> M + 'a,
) -> iced::widget::TextInput<'a, M> {
    text_input(placeholder, value)
        .on_input(on_input)
        .size(size::BODY)
        .padding([6.0, 8.0])
        .style(theme::input)
}

/// A label beside what it names, all labels of one width.
pub(crate) fn field<'a, M: 'a>(
    label: &'a str,
    content: impl Into<Element<'a, M>>,
) -> Element<'a, M> {
    row![
        container(body(label).style(theme::muted)).width(84),
        container(content).width(Fill)
    ]
    .spacing(gap::S)
    .align_y(Center)
    .into()
}

/// The bar at the top of a screen.
pub(crate) fn bar_of<'a, M: 'a>(content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    container(content)
        .padding([6.0, gap::S])
        .width(Fill)
        .style(theme::panel)
        .into()
}

/// A line between groups in such a bar.
pub(crate) fn divider<'a, M: 'a>() -> Element<'a, M> {
    container(container(down()).height(18))
        .padding([0.0, gap::XS])
        .into()
}

/// The button that goes from light to dark and back.
pub(crate) fn theme_button<'a, M: Clone + 'a>(mode: Mode, toggle: M) -> Element<'a, M> {
    let symbol = match mode {
        Mode::Light => Icon::Moon,
        Mode::Dark => Icon::Sun,
    };
    icon_button(symbol, texts::TOGGLE_THEME, "", Some(toggle), false)
}

/// A tab over a list, underlined if it is the open one.
pub(crate) fn tab<'a, M: Clone + 'a>(
    word: impl text::IntoFragment<'a>,
    open: bool,
    to: M,
) -> Element<'a, M> {
    let mark = move |theme: &Theme| {
        let tokens = theme::tokens(theme);
        let colour = if open { tokens.accent } else { tokens.line };
        container::Style::default().background(colour)
    };
    column![
        button(container(body(word)).center(Fill))
            .width(Fill)
            .height(34)
            .padding(0)
            .style(theme::tab(open))
            .on_press(to),
        container(space()).width(Fill).height(2).style(mark),
    ]
    .into()
}

/// A colour sample.
pub(crate) fn swatch<'a, M: 'a>(colour: Rgb, side: f32) -> Element<'a, M> {
    container(space())
        .width(side)
        .height(side)
        .style(theme::swatch(to_color(colour)))
        .into()
}

/// A colour sample with the colour's code beside it: plainly a colour, and no
/// box to tick, whatever colour it is.
pub(crate) fn sample<'a, M: 'a>(colour: Rgb) -> Element<'a, M> {
    let patch = container(space())
        .width(38)
        .height(20)
        .style(theme::swatch(to_color(colour)));
    row![patch, body(colour.to_string())]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// A colour as iced has it.
pub(crate) fn to_color(colour: Rgb) -> Color {
    let [r, g, b] = colour.0;
    Color::from_rgb8(r, g, b)
}

/// A line across.
pub(crate) fn across<'a, M: 'a>() -> Element<'a, M> {
    container(space())
        .width(Fill)
        .height(1)
        .style(theme::line)
        .into()
}

/// A line down.
pub(crate) fn down<'a, M: 'a>() -> Element<'a, M> {
    container(space())
        .width(1)
        .height(Fill)
        .style(theme::line)
        .into()
}

/// What a panel shows when it has nothing to show: what it is for, and how to
/// get there.
pub(crate) fn nothing<'a, M: 'a>(of: Icon, title: &'a str, hint: &'a str) -> Element<'a, M> {
    container(
        column![
            icon(of).size(26.0).style(theme::muted),
            body(title),
            caption(hint).align_x(Center),
        ]
        .spacing(gap::S)
        .align_x(Center)
        .max_width(230),
    )
    .padding(gap::L)
    .center_x(Fill)
    .into()
}

/// A list that scrolls.
pub(crate) fn list<'a, M: 'a>(
    content: impl Into<Element<'a, M>>,
    id: &'static str,
) -> iced::widget::Scrollable<'a, M> {
    let bar = scrollable::Scrollbar::new()
        .width(6)
        .scroller_width(6)
        .margin(2);
    scrollable(content)
        .direction(scrollable::Direction::Vertical(bar))
        .style(theme::scroll)
        .id(id)
        .width(Fill)
}
