//! The view of menus, the palette and context menus.

use iced::widget::{
    button, column, container, mouse_area, opaque, operation, responsive, row, space,
};
use iced::{Center, Element, Fill, Length, Padding, Point, Size, Task};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::parts::{across, body, caption, icon, input, keycap, list, row_button};
use marchland_ui::theme::{self, space as gap};

use crate::choosing::{Chooser, Item, Kind, Line, Message};
use crate::commands::table::Menu;
use crate::texts;

pub(crate) const QUERY: &str = "command";
const COMMANDS: &str = "commands";
const LINE: f32 = 28.0;
/// Height of a separator with its margins.
const RULE: f32 = 9.0;
const HEIGHT: f32 = LINE * 13.0;
/// Width of the palette.
const WIDE: f32 = 560.0;
const NARROW: f32 = 320.0;
const NAME: f32 = 58.0;
pub(crate) const BAR: f32 = 28.0;

pub(crate) fn bar<'a, M: Clone + 'a>(
    open: Option<Menu>,
    on: impl Fn(Menu) -> M + Copy + 'a,
) -> Element<'a, M> {
    let names = Menu::ALL.into_iter().map(|menu| {
        let name = button(container(body(menu.words())).center(Fill))
            .width(NAME)
            .height(BAR)
            .padding(0)
            .style(theme::chosen(open == Some(menu)))
            .on_press(on(menu));
        let Some(now) = open else {
            return name.into();
        };
        // While a menu is open, hovering opens another. The name of the open one keeps its place
        // in the tree, or an arrow key would seem to make a resting pointer enter it again.
        let area = mouse_area(name);
        let area = if now == menu {
            area
        } else {
            area.on_enter(on(menu))
        };
        area.into()
    });
    row(names).into()
}

/// The open list, over everything else.
pub(crate) fn view(chooser: &Chooser) -> Element<'_, Message> {
    let lines = chooser.shown();
    match chooser.kind() {
        Kind::Palette(query) => {
            let field = input(texts::COMMAND_HINT, query, Message::Query)
                .id(QUERY)
                .on_submit(Message::TakeChosen);
            let height = lines_height(&lines).max(LINE);
            let found: Element<'_, Message> = if lines.is_empty() {
                container(caption(texts::NO_COMMAND))
                    .padding([0.0, gap::S])
                    .center_y(LINE)
                    .into()
            } else {
                // Room for the scroll bar.
                container(all(chooser, lines))
                    .padding(Padding::ZERO.right(gap::M))
                    .into()
            };
            let found = list(found, COMMANDS).height(Length::Fixed(HEIGHT.min(height)));
            let card = card(column![field, found].spacing(gap::S), WIDE);
            let top = Padding::ZERO.top(72.0);
            away(
                container(opaque(card))
                    .center_x(Fill)
                    .height(Fill)
                    .padding(top),
            )
        }
        Kind::Menu(menu) => {
            let before = Menu::ALL.iter().take_while(|it| *it != menu).count();
            let card = card(all(chooser, lines), NARROW);
            let menus = container(bar(Some(*menu), Message::Menu)).style(theme::panel);
            let at = row![space().width(before as f32 * NAME), opaque(card)];
            away(
                container(column![row![opaque(menus)].padding(BESIDE), at])
                    .width(Fill)
                    .height(Fill),
            )
        }
        Kind::Context(at) => {
            let at = *at;
            let size = Size::new(NARROW, lines_height(&lines) + gap::S * 2.0);
            let lines = responsive(move |window| {
                let Point { x, y } = fitting(at, size, window);
                let card = card(all(chooser, chooser.shown()), NARROW);
                container(opaque(card))
                    .padding(Padding::ZERO.left(x).top(y))
                    .into()
            });
            away(container(lines).width(Fill).height(Fill))
        }
    }
}

/// Margin beside the menus.
pub(crate) const BESIDE: Padding = Padding {
    top: 0.0,
    right: 4.0,
    bottom: 0.0,
    left: 4.0,
};

/// Keeps a list of this size within the window.
fn fitting(at: Point, size: Size, window: Size) -> Point {
    let most = |window: f32, length: f32| (window - length).max(0.0);
    Point::new(
        at.x.min(most(window.width, size.width)),
        at.y.min(most(window.height, size.height)),
    )
}

fn lines_height(lines: &[(usize, &Line)]) -> f32 {
    let lines = lines.iter().map(|(_, line)| match line {
        Line::Item(_) | Line::Title(_) => LINE,
        Line::Rule => RULE,
    });
    lines.sum()
}

/// A click outside closes the list.
fn away(content: iced::widget::Container<'_, Message>) -> Element<'_, Message> {
    let around = mouse_area(content)
        .on_press(Message::Close)
        .on_right_press(Message::Close);
    opaque(around)
}

fn card<'a>(
    content: impl Into<Element<'a, Message>>,
    width: f32,
) -> iced::widget::Container<'a, Message> {
    container(content)
        .padding(gap::S)
        .width(width)
        .style(theme::raised)
}

fn all<'a>(chooser: &'a Chooser, lines: Vec<(usize, &'a Line)>) -> Element<'a, Message> {
    let lines = lines.into_iter().map(|(at, line)| match line {
        Line::Item(item) => one(item, at, chooser.at() == Some(at)),
        Line::Title(words) => container(caption(words))
            .padding([0.0, gap::S])
            .center_y(LINE)
            .into(),
        Line::Rule => container(across()).center_y(RULE).into(),
    });
    column(lines).into()
}

fn one(item: &Item, at: usize, chosen: bool) -> Element<'_, Message> {
    let may = item.why_not.is_none();
    let style = if may { theme::plain_text } else { theme::muted };
    let sign: Element<'_, Message> = if item.is_on {
        icon(Icon::Check).size(14.0).style(theme::accent).into()
    } else {
        space().into()
    };
    let words = cut(item.words.clone(), style);
    let mut face = row![container(sign).center_x(18), container(words).width(Fill),]
        .spacing(gap::XS)
        .align_y(Center)
        .height(Fill);
    // The reason is shown only for the highlighted item.
    face = match &item.why_not {
        Some(why) if chosen => face.push(caption(why)),
        _ => face.push(caption(item.note)),
    };
    if !item.key.is_empty() {
        face = face.push(space().width(gap::XS)).push(keycap(item.key));
    }
    let button = row_button(face, LINE, gap::S, chosen).on_press(Message::Take(at));
    mouse_area(button)
        .on_move(move |_| Message::Point(at))
        .into()
}

/// Scrolls the palette so that a line is visible.
pub(crate) fn bring_in<M: Send + 'static>(line: usize) -> Task<M> {
    let y = (line as f32 * LINE - HEIGHT / 2.0).max(0.0);
    let offset = operation::AbsoluteOffset {
        x: None,
        y: Some(y),
    };
    operation::scroll_to(COMMANDS, offset)
}
