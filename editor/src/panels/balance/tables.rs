//! Tables of the balance figures.

use iced::widget::{button, column, container, row, text, tooltip};
use iced::{Center, Element, Fill, Right};
use marchland_game::conquest::balance::told::{place, points, share};
use marchland_ui::cut::cut_middle;
use marchland_ui::parts::{across, caption, sized, tip};
use marchland_ui::theme::{self, space as gap};

use super::Style;
use super::columns::{Columns, GAP, INSET, broken};
use crate::balance::{Figures, Offer};
use crate::texts;
use crate::workspace::Message;

/// The most rows; the command line lists all.
const MOST: usize = 40;

/// A column: its heading, and the hint shown over it.
type Head = (&'static str, &'static str);

struct Row {
    name: String,
    style: Style,
    cells: Vec<(String, Style)>,
    to: Option<Message>,
}

/// A table `room` logical pixels wide.
fn table<'a>(name: &'a str, heads: &[Head], rows: Vec<Row>, room: f32) -> Element<'a, Message> {
    let words: Vec<&str> = heads.iter().map(|(word, _)| *word).collect();
    let names = rows.iter().map(|row| row.name.as_str());
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.cells.iter().map(|(cell, _)| &**cell).collect())
        .collect();
    let columns = Columns::fitting(&words, names, &cells, room);
    let heads = heads
        .iter()
        .zip(&columns.widths)
        .map(|(&(word, hint), &width)| {
            let text = caption(broken(word, width))
                .wrapping(text::Wrapping::None)
                .align_x(Right)
                .width(width);
            if hint.is_empty() {
                text.into()
            } else {
                tip(text, hint, "", tooltip::Position::Top)
            }
        });
    let heads = row![container(caption(name)).width(Fill)]
        .extend(heads)
        .spacing(GAP)
        .align_y(iced::Bottom);
    let rows = rows.into_iter().map(|row| {
        let cells = row.cells.into_iter().zip(&columns.widths);
        let cells = cells.map(|((cell, style), &width)| {
            let text = sized(columns.set(&cell), columns.size).style(style);
            let text = text.wrapping(text::Wrapping::None);
            text.align_x(Right).width(width).into()
        });
        let line = row![container(cut_middle(row.name, row.style)).width(Fill)]
            .extend(cells)
            .spacing(GAP)
            .align_y(Center);
        let line = button(line).width(Fill).padding([2.0, INSET]);
        line.style(theme::list_row(false))
            .on_press_maybe(row.to)
            .into()
    });
    column![
        container(heads).padding([0.0, INSET]),
        across(),
        column(rows)
    ]
    .spacing(2)
    .into()
}

/// The continents in the order of the map, so that rows stay in place while games are played.
pub(super) fn continents(figures: &Figures, room: f32, style: Style) -> Element<'_, Message> {
    let all = &figures.section.continents;
    let more = all.len().saturating_sub(MOST);
    let heads = [
        (texts::BONUS_COLUMN, ""),
        (texts::HELD_COLUMN, texts::HELD_HINT),
        (texts::LIFT_COLUMN, texts::LIFT_HINT),
        (texts::BEGUN_COLUMN, texts::BEGUN_HINT),
    ];
    let rows = all.iter().take(MOST).map(|continent| {
        let mark = continent.marks.first();
        let cells = [
            continent.bonus.to_string(),
            share(mark.and_then(|m| m.held)),
            points(mark.and_then(|m| m.lift)),
            points(continent.lift_begun),
        ];
        let key = figures.continents.get(continent.id).copied();
        Row {
            name: continent.name.clone(),
            style,
            cells: cells.map(|cell| (cell, style)).into(),
            to: key.map(Message::SelectContinent),
        }
    });
    let table = table(texts::CONTINENT_COLUMN, &heads, rows.collect(), room);
    if more == 0 {
        return table;
    }
    column![table, caption(texts::balance_more(more))]
        .spacing(gap::XS)
        .into()
}

/// Wins by turn order.
pub(super) fn places(figures: &Figures, room: f32, style: Style) -> Element<'_, Message> {
    let heads = [
        (texts::WINS_COLUMN, ""),
        (texts::WORLD_COLUMN, texts::WORLD_HINT),
        (texts::MAPS_COLUMN, texts::MAPS_HINT),
    ];
    // The world is not compared with itself.
    let shown = if figures.is_world { 1 } else { heads.len() };
    let places = figures.section.places.iter().enumerate();
    let rows = places.map(|(at, figures)| {
        let cells = [
            share(figures.won),
            share(figures.world),
            points(figures.beyond_world),
        ];
        let cells = cells.into_iter().take(shown);
        Row {
            name: place(at),
            style,
            cells: cells.map(|cell| (cell, style)).collect(),
            to: None,
        }
    });
    let rows = rows.collect();
    table(texts::PLACE_COLUMN, &heads[..shown], rows, room)
}

/// Bonuses before and after.
pub(super) fn offered(offer: &Offer, room: f32) -> Element<'_, Message> {
    let heads = [
        (texts::BONUS_COLUMN, ""),
        (texts::BEFORE_COLUMN, texts::BEGUN_HINT),
        (texts::AFTER_COLUMN, texts::AFTER_HINT),
    ];
    // What changes first, to be seen without scrolling.
    let mut bonuses: Vec<_> = offer.bonuses.iter().collect();
    bonuses.sort_by_key(|(_, proposal)| proposal.bonus == proposal.proposed);
    let rows = bonuses.into_iter().take(MOST).map(|(key, proposal)| {
        let (style, proposed): (Style, Style) = if proposal.bonus == proposal.proposed {
            (theme::muted, theme::muted)
        } else {
            (theme::plain_text, theme::accent)
        };
        let bonus = texts::balance_bonus(proposal.bonus, proposal.proposed);
        Row {
            name: proposal.name.clone(),
            style: theme::plain_text,
            cells: vec![
                (bonus, proposed),
                (points(proposal.before), style),
                (points(proposal.after), style),
            ],
            to: Some(Message::SelectContinent(*key)),
        }
    });
    table(texts::CONTINENT_COLUMN, &heads, rows.collect(), room)
}
