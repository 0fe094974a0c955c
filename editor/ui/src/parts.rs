//! Common widgets with the theme's look.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::rc::Rc;

use iced::widget::{
    button, checkbox, column, container, pick_list, row, scrollable, slider, space, text,
    text_input, tooltip,
};
use iced::{Background, Center, Color, Element, Fill, Font, Length, Theme};
use lucide_icons::Icon;
use marchland_maps::Rgb;

use crate::focus::{beside, left_by_escape, pressable, reachable, steppable};
use crate::theme::{self, Mode, size, space as gap};

const ICONS: Font = Font::with_name("lucide");

/// An icon as text, so that it takes the text colour.
pub fn icon<'a>(icon: Icon) -> iced::widget::Text<'a> {
    text(icon.unicode().to_string())
        .font(ICONS)
        .size(size::ICON)
        .line_height(1.0)
}

/// Text of that size.
pub fn sized<'a>(content: impl text::IntoFragment<'a>, size: f32) -> iced::widget::Text<'a> {
    text(content)
        .size(size)
        .line_height(theme::line_height(size))
        // A word that is longer than a line must not leave its card.
        .wrapping(text::Wrapping::WordOrGlyph)
}

/// Body text.
pub fn body<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    sized(content, size::BODY)
}

/// Small, muted text.
pub fn caption<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    sized(content, size::CAPTION).style(theme::muted)
}

/// A section title.
pub fn heading<'a>(content: impl text::IntoFragment<'a>) -> iced::widget::Text<'a> {
    sized(content, size::HEADING)
}

/// A text that changes while it is shown; `words` are its content. A change redraws it with a
/// pixel around it. In software iced 0.14 redraws only the bounds of a text, without the last
/// fraction of a pixel, so a shorter text would leave a trace of a longer one.
pub fn changing<'a, M: 'a>(
    text: impl Into<Element<'a, M>>,
    words: &str,
) -> container::Container<'a, M> {
    // The background is invisible, but iced redraws the bounds of a changed background with a
    // pixel around them.
    let background = told_apart(Color::BLACK.scale_alpha(0.001).into(), digest(words));
    container(text).style(move |_| container::Style::default().background(background))
}

/// A key cap.
pub fn keycap<'a, M: 'a>(key: &'a str) -> Element<'a, M> {
    container(sized(key, size::CAPTION))
        .padding([0.0, 5.0])
        .style(theme::keycap)
        .into()
}

/// An icon button with a tooltip that gives its action and shortcut.
pub fn icon_button<'a, M: Clone + 'a>(
    of: Icon,
    what: impl Into<String>,
    key: &'a str,
    on_press: Option<M>,
    chosen: bool,
) -> Element<'a, M> {
    let face = container(icon(of)).center(Length::Fixed(size::CONTROL));
    let button = button(face).padding(0).style(theme::chosen(chosen));
    let button = pressable(button, on_press);
    tip(button, what, key, tooltip::Position::Bottom)
}

/// Adds a tooltip.
pub fn tip<'a, M: 'a>(
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

/// A button with icon and label.
pub fn labelled<'a, M: Clone + 'a>(
    of: Icon,
    word: impl text::IntoFragment<'a>,
    on_press: Option<M>,
    style: fn(&Theme, button::Status) -> button::Style,
) -> Element<'a, M> {
    let face = row![icon(of), body(word)]
        .spacing(6)
        .align_y(Center)
        .height(Fill);
    let button = button(face)
        .height(size::CONTROL)
        .padding([0.0, 10.0])
        .style(style);
    pressable(button, on_press)
}

/// A full-width row of a list that can be pressed, `inset` at both ends.
pub fn row_button<'a, M: 'a>(
    face: impl Into<Element<'a, M>>,
    height: f32,
    inset: f32,
    chosen: bool,
) -> button::Button<'a, M> {
    button(face)
        .width(Fill)
        .height(height)
        .padding([0.0, inset])
        .style(theme::list_row(chosen))
}

/// A button with a label.
pub fn worded<'a, M: Clone + 'a>(
    word: impl text::IntoFragment<'a>,
    on_press: Option<M>,
    style: fn(&Theme, button::Status) -> button::Style,
) -> Element<'a, M> {
    let button = button(container(body(word)).center_y(Fill))
        .height(size::CONTROL)
        .padding([0.0, 12.0])
        .style(style);
    pressable(button, on_press)
}

/// A text field.
pub fn input<'a, M: Clone + 'a>(
    placeholder: &str,
    value: &str,
    on_input: impl Fn(String) -> M + 'a,
) -> iced::widget::TextInput<'a, M> {
    text_input(placeholder, value)
        .on_input(on_input)
        .size(size::BODY)
        .line_height(theme::line_height(size::BODY))
        .padding([6.0, 8.0])
        .style(theme::input)
}

/// A drop-down list.
pub fn choice<'a, T, M>(
    list: Vec<T>,
    chosen: Option<T>,
    placeholder: &'a str,
    width: impl Into<Length>,
    on_pick: impl Fn(T) -> M + 'a,
) -> Element<'a, M>
where
    T: ToString + PartialEq + Clone + 'a,
    M: Clone + 'a,
{
    let on_pick = Rc::new(on_pick);
    let (options, now, picked) = (list.clone(), chosen.clone(), Rc::clone(&on_pick));
    let shown = now.as_ref().map_or(0, |one| digest(&one.to_string()));
    let pick = pick_list(list, chosen, move |one| picked(one))
        .placeholder(placeholder)
        .text_size(size::BODY)
        .text_line_height(theme::line_height(size::BODY))
        .padding([6.0, 8.0])
        .width(width)
        .style(move |theme, status| {
            let style = theme::pick(theme, status);
            let background = told_apart(style.background, shown);
            pick_list::Style {
                background,
                ..style
            }
        })
        .menu_style(theme::menu);
    steppable(pick, move |next| {
        beside(&options, now.as_ref(), next).map(|one| on_pick(one))
    })
}

/// A value and its word.
#[derive(Clone, PartialEq)]
struct Choice<T> {
    value: T,
    word: String,
}

impl<T> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// A drop-down list of values, each shown by its word; `hint` is shown while none is chosen.
pub fn by_word<'a, T: Copy + PartialEq + 'a, M: Clone + 'a, W: Into<String>>(
    values: &[T],
    word: impl Fn(T) -> W,
    chosen: Option<T>,
    hint: &'a str,
    width: impl Into<Length>,
    on_pick: impl Fn(T) -> M + 'a,
) -> Element<'a, M> {
    let worded = |value| Choice {
        value,
        word: word(value).into(),
    };
    let values = values.iter().copied().map(worded).collect();
    let chosen = chosen.map(worded);
    choice(values, chosen, hint, width, move |picked| {
        on_pick(picked.value)
    })
}

/// A hash of a text.
fn digest(text: &str) -> u16 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish() as u16
}

/// The same colour to the eye, but different for the renderer. The renderer places centred text
/// half a line too low when it computes what to redraw, so the upper half of a changed text would
/// stay; a changed background is redrawn in full.
fn told_apart(background: Background, number: u16) -> Background {
    match background {
        Background::Color(colour) => Background::Color(Color {
            // At most 4095 × 2e-7, a fifth of 1/255: invisible.
            a: colour.a - f32::from(number % 4096) * 2e-7,
            ..colour
        }),
        gradient @ Background::Gradient(_) => gradient,
    }
}

/// A slider over whole numbers.
pub fn slide<'a, M: Clone + 'a>(
    range: RangeInclusive<u16>,
    now: u16,
    on_slide: impl Fn(u16) -> M + 'a,
) -> Element<'a, M> {
    let on_slide = Rc::new(on_slide);
    let (least, most) = (*range.start(), *range.end());
    let now = now.clamp(least, most);
    let slid = Rc::clone(&on_slide);
    let slider = slider(range, now, move |to| slid(to))
        .style(theme::slide)
        .width(Fill)
        .height(18);
    steppable(slider, move |next| {
        let to = if next {
            now.saturating_add(1)
        } else {
            now.saturating_sub(1)
        };
        let to = to.clamp(least, most);
        (to != now).then(|| on_slide(to))
    })
}

/// A checkbox.
pub fn tick<'a, M: 'a>(
    label: impl text::IntoFragment<'a>,
    on: bool,
    wrapping: text::Wrapping,
    on_toggle: impl Fn(bool) -> M + 'a,
) -> Element<'a, M> {
    let tick = checkbox(on)
        .label(label)
        .on_toggle(on_toggle)
        .size(16)
        .text_size(size::BODY)
        .text_line_height(theme::line_height(size::BODY))
        .text_wrapping(wrapping)
        .style(theme::tick);
    reachable(tick, true)
}

/// A search field; Esc and a button labelled `clear` empty it.
pub fn finder<'a, M: Clone + 'a>(
    id: &'static str,
    (placeholder, clear): (&str, &str),
    value: &str,
    on_input: fn(String) -> M,
    on_submit: Option<M>,
) -> Element<'a, M> {
    let field = input(placeholder, value, on_input)
        .id(id)
        .on_submit_maybe(on_submit);
    let field = left_by_escape(field, on_input(String::new()));
    let clear: Element<'a, M> = if value.is_empty() {
        space().into()
    } else {
        let empty = Some(on_input(String::new()));
        let clear = icon_button(Icon::X, clear, "Esc", empty, false);
        container(clear)
            .padding(iced::padding::left(gap::XS))
            .into()
    };
    row![field, clear].align_y(Center).into()
}

/// A label beside its control, with a common label width.
pub fn field<'a, M: 'a>(label: &'a str, content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    row![
        container(body(label).style(theme::muted)).width(84),
        container(content).width(Fill)
    ]
    .spacing(gap::S)
    .align_y(Center)
    .into()
}

/// As [`field`], for several lines: the label is beside the first.
pub fn tall_field<'a, M: 'a>(label: &'a str, content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    row![
        container(body(label).style(theme::muted))
            .width(84)
            .center_y(size::CONTROL),
        container(content).width(Fill)
    ]
    .spacing(gap::S)
    .into()
}

/// The bar at the top of a screen.
pub fn bar_of<'a, M: 'a>(content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    container(content).padding([6.0, gap::S]).width(Fill).into()
}

/// A divider between groups in a bar.
pub fn divider<'a, M: 'a>() -> Element<'a, M> {
    container(container(down()).height(18))
        .padding([0.0, gap::XS])
        .into()
}

/// The button that switches between light and dark, with the tooltip `what`.
pub fn theme_button<'a, M: Clone + 'a>(mode: Mode, what: &str, toggle: M) -> Element<'a, M> {
    let symbol = match mode {
        Mode::Light => Icon::Moon,
        Mode::Dark => Icon::Sun,
    };
    icon_button(symbol, what, "", Some(toggle), false)
}

/// A tab, underlined if open.
pub fn tab<'a, M: Clone + 'a>(
    word: impl text::IntoFragment<'a>,
    open: bool,
    to: M,
) -> Element<'a, M> {
    // A line below the others would be nearly as bright as this one at high contrast.
    let mark = move |theme: &Theme| {
        let style = container::Style::default();
        if open {
            style.background(theme::tokens(theme).accent)
        } else {
            style
        }
    };
    let face = button(container(body(word)).center(Fill))
        .width(Fill)
        .height(34)
        .padding(0)
        .style(theme::tab(open));
    column![
        pressable(face, Some(to)),
        container(space()).width(Fill).height(2).style(mark),
    ]
    .into()
}

/// A colour swatch.
pub fn swatch<'a, M: 'a>(colour: Rgb, side: f32) -> Element<'a, M> {
    container(space())
        .width(side)
        .height(side)
        .style(theme::swatch(to_color(colour)))
        .into()
}

/// A swatch with the colour's code beside it, so that it is not mistaken for a checkbox.
pub fn sample<'a, M: 'a>(colour: Rgb) -> Element<'a, M> {
    let patch = container(space())
        .width(38)
        .height(20)
        .style(theme::swatch(to_color(colour)));
    row![patch, body(colour.to_string())]
        .spacing(gap::S)
        .align_y(Center)
        .into()
}

/// Converts a colour for iced.
pub fn to_color(colour: Rgb) -> Color {
    let [r, g, b] = colour.0;
    Color::from_rgb8(r, g, b)
}

/// A horizontal line.
pub fn across<'a, M: 'a>() -> Element<'a, M> {
    container(space())
        .width(Fill)
        .height(1)
        .style(theme::line)
        .into()
}

/// A vertical line.
pub fn down<'a, M: 'a>() -> Element<'a, M> {
    container(space())
        .width(1)
        .height(Fill)
        .style(theme::line)
        .into()
}

/// The empty state of a panel: what it is for and how to fill it.
pub fn nothing<'a, M: 'a>(of: Icon, title: &'a str, hint: &'a str) -> Element<'a, M> {
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

/// A scrollable list.
pub fn list<'a, M: 'a>(
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

#[cfg(test)]
mod tests {
    use iced::{Size, mouse};

    use super::*;
    use crate::headless::Camera;

    #[test]
    fn a_text_that_becomes_shorter_leaves_nothing_behind() {
        const LONG: [&str; 6] = [
            "Yakutsk",
            "Kamchatka",
            "Brazil",
            "Alaska",
            "Map of Ural",
            "Half",
        ];
        let mode = Mode::Light;
        let show = |camera: &mut Camera, words: &str| {
            let text: Element<'_, ()> =
                container(changing(heading(words), words)).padding(9).into();
            let (theme, pointer) = (mode.theme(), mouse::Cursor::Unavailable);
            camera.show(text, &theme, pointer, &mut Vec::new());
        };
        let camera = || Camera::new(Size::new(160.0, 40.0)).unwrap();
        for long in LONG {
            for length in 1..long.len() {
                let (mut changed, mut fresh) = (camera(), camera());
                show(&mut changed, long);
                show(&mut changed, &long[..length]);
                show(&mut fresh, &long[..length]);
                let pairs = changed.shown().unwrap().iter().zip(fresh.shown().unwrap());
                let most = pairs.map(|(a, b)| a.abs_diff(*b)).max();
                assert!(most < Some(8), "{long}, {length}: {most:?}");
            }
        }
    }
}
