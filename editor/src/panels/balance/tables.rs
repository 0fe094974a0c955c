//! Tables of the balance figures.

use iced::widget::{button, column, container, row, text, tooltip};
use iced::{Center, Element, Fill, Length};
use marchland_game::conquest::balance::told::{place, points, share};
use marchland_ui::cut::cut;
use marchland_ui::parts::{across, body, caption, tip};
use marchland_ui::theme::{self, space as gap};

use super::Style;
use crate::balance::{Figures, Offer};
use crate::texts;
use crate::workspace::Message;

/// The most rows; the command line lists all.
const MOST: usize = 40;
/// Widths of the columns, in logical pixels.
const WIDE: f32 = 96.0;
const NARROW: f32 = 58.0;

fn cell<'a>(text: String, width: f32, style: Style) -> Element<'a, Message> {
    let text = body(text).style(style).wrapping(text::Wrapping::None);
    container(text).align_right(Length::Fixed(width)).into()
}

fn head<'a>(text: &'a str, hint: &'a str, width: f32) -> Element<'a, Message> {
    let text = caption(text).wrapping(text::Wrapping::None);
    let text = container(text).align_right(Length::Fixed(width));
    if hint.is_empty() {
        text.into()
    } else {
        tip(text, hint, "", tooltip::Position::Top)
    }
}

fn table<'a>(
    name: &'a str,
    heads: Vec<Element<'a, Message>>,
    rows: impl Iterator<Item = (String, Vec<Element<'a, Message>>, Option<Message>)>,
    style: Style,
) -> Element<'a, Message> {
    let heads = row![container(caption(name)).width(Fill)].extend(heads);
    let rows = rows.map(|(name, cells, to)| {
        let line = row![container(cut(name, style)).width(Fill)]
            .extend(cells)
            .align_y(Center);
        let line = button(line).width(Fill).padding([2.0, 6.0]);
        line.style(theme::list_row(false)).on_press_maybe(to).into()
    });
    column![container(heads).padding([0.0, 6.0]), across(), column(rows)]
        .spacing(2)
        .into()
}

/// The continents, most often held first.
pub(super) fn continents(figures: &Figures, roomy: bool, style: Style) -> Element<'_, Message> {
    let mut all: Vec<_> = figures.section.continents.iter().collect();
    let held = |at: usize| {
        let mark = figures.section.continents[at].marks.first();
        mark.and_then(|mark| mark.held)
            .map_or(0.0, |held| held.value)
    };
    all.sort_by(|a, b| held(b.id).total_cmp(&held(a.id)));
    let more = all.len().saturating_sub(MOST);
    let mut heads = vec![
        head(texts::BONUS_COLUMN, "", NARROW),
        head(texts::HELD_COLUMN, texts::HELD_HINT, WIDE),
        head(texts::BEGUN_COLUMN, texts::BEGUN_HINT, WIDE),
    ];
    if roomy {
        heads.insert(2, head(texts::LIFT_COLUMN, texts::LIFT_HINT, WIDE));
    }
    let rows = all.into_iter().take(MOST).map(|continent| {
        let mark = continent.marks.first();
        let mut cells = vec![
            cell(continent.bonus.to_string(), NARROW, style),
            cell(share(mark.and_then(|m| m.held)), WIDE, style),
            cell(points(continent.lift_begun), WIDE, style),
        ];
        if roomy {
            let lift = points(mark.and_then(|m| m.lift));
            cells.insert(2, cell(lift, WIDE, style));
        }
        let key = figures.continents.get(continent.id).copied();
        (
            continent.name.clone(),
            cells,
            key.map(Message::SelectContinent),
        )
    });
    let table = table(texts::CONTINENT_COLUMN, heads, rows, style);
    if more == 0 {
        return table;
    }
    column![table, caption(texts::balance_more(more))]
        .spacing(gap::XS)
        .into()
}

/// Wins by turn order.
pub(super) fn places(figures: &Figures, style: Style) -> Element<'_, Message> {
    let beside = !figures.is_world;
    let mut heads = vec![head(texts::WINS_COLUMN, "", WIDE)];
    if beside {
        heads.push(head(texts::WORLD_COLUMN, texts::WORLD_HINT, WIDE));
        heads.push(head(texts::MAPS_COLUMN, texts::MAPS_HINT, WIDE));
    }
    let rows = figures
        .section
        .places
        .iter()
        .enumerate()
        .map(|(at, figures)| {
            let mut cells = vec![cell(share(figures.won), WIDE, style)];
            if beside {
                cells.push(cell(share(figures.world), WIDE, style));
                cells.push(cell(points(figures.beyond_world), WIDE, style));
            }
            (place(at), cells, None)
        });
    table(texts::PLACE_COLUMN, heads, rows, style)
}

/// Bonuses before and after.
pub(super) fn offered(offer: &Offer) -> Element<'_, Message> {
    let heads = vec![
        head(texts::BONUS_COLUMN, "", NARROW),
        head(texts::BEFORE_COLUMN, texts::BEGUN_HINT, WIDE),
        head(texts::AFTER_COLUMN, texts::AFTER_HINT, WIDE),
    ];
    // What changes first, to be seen without scrolling.
    let mut bonuses: Vec<_> = offer.bonuses.iter().collect();
    bonuses.sort_by_key(|(_, proposal)| proposal.bonus == proposal.proposed);
    let rows = bonuses.into_iter().take(MOST).map(|(key, proposal)| {
        let changes = proposal.bonus != proposal.proposed;
        let style: Style = if changes {
            theme::plain_text
        } else {
            theme::muted
        };
        let bonus = texts::balance_bonus(proposal.bonus, proposal.proposed);
        let proposed: Style = if changes { theme::accent } else { theme::muted };
        let cells = vec![
            cell(bonus, NARROW, proposed),
            cell(points(proposal.before), WIDE, style),
            cell(points(proposal.after), WIDE, style),
        ];
        (
            proposal.name.clone(),
            cells,
            Some(Message::SelectContinent(*key)),
        )
    });
    table(texts::CONTINENT_COLUMN, heads, rows, theme::plain_text)
}
