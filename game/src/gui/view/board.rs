//! The map, and what is asked on it.

use std::time::Instant;

use iced::widget::{column, container, pin, row, sensor, space, text};
use iced::{Center, Element, Fill, Point, Rectangle, Size, mouse};
use lucide_icons::Icon;
use marchland_board::{Board, Highlight};
use marchland_maps::TerritoryId;
use marchland_ui::cut::cut_at;
use marchland_ui::focus::left_by_escape;
use marchland_ui::layers::Layers;
use marchland_ui::parts::{
    body, caption, changing, heading, icon, icon_button, input, keycap, labelled, slide, worded,
};
use marchland_ui::theme::{self, Mode, size, space as gap};
use marchland_ui::zoom;

use crate::conquest::Forecast;
use crate::conquest::narrator::place;
use crate::gui::keys::Command;
use crate::gui::log::called;
use crate::gui::phrases;
use crate::gui::session::{self, PrimaryAction, Prompt, Session};
use crate::gui::table::{FIND, Message, STOP, Search, Table};
use crate::gui::texts;

/// Width of a card on the map, in logical pixels.
const CARD: f32 = 316.0;
/// How far a card stands from the place it is about.
const APART: f32 = 26.0;
/// How far a count reaches around its place.
const COUNT: f32 = 18.0;
/// Room above all prompts, for the field to find a territory and for messages.
const HEAD: f32 = 52.0;

pub(super) fn view(table: &Table, mode: Mode, pixel_ratio: f32) -> Element<'_, Message> {
    let sight = &table.map_view;
    let session = &table.session;
    let board = Board::new(sight.scene(), Message::Board)
        .framing(sight.framing)
        .pixel_ratio(pixel_ratio)
        .layers(sight.names, sight.links, false)
        .hidden_names(texts::NAMES_HIDDEN)
        .highlights(highlights(session, mode))
        .counts(session.hovered().is_some_and(|at| session.counts(at)))
        .interaction(match session.hovered() {
            _ if session.watches() => mouse::Interaction::Grab,
            Some(_) => mouse::Interaction::Pointer,
            None => mouse::Interaction::Idle,
        });
    let board = if session.watches() {
        board.pans()
    } else {
        board
    };
    let board = sensor(board)
        .on_show(Message::BoardSize)
        .on_resize(Message::BoardSize);
    let (width, height) = sight.scene().size();
    let scale = sight.framing.camera(width, height, sight.size).scale;
    let words = zoom::Words {
        closer: texts::CLOSER,
        farther: texts::FARTHER,
        whole: texts::WHOLE,
    };
    let zoom = zoom::bar(scale, words, |step| Message::Command(Command::Zoom(step)));
    let corner = container(zoom)
        .padding(gap::M)
        .align_bottom(Fill)
        .align_right(Fill);
    let strip = container(strip(session)).padding(gap::M).center_x(Fill);
    let find = table.find.as_ref().map(finder);
    let layers = Layers::new(board).with_loose(corner).with_loose(strip);
    layers.with_loose(asked(table)).with_loose(find).into()
}

/// The field to find a territory, and how many fit what is typed.
fn finder(search: &Search) -> Element<'_, Message> {
    let field = input(texts::FIND, &search.text, Message::Find)
        .id(FIND)
        .on_submit(Message::FindNext(true));
    let field = left_by_escape(field, Message::EndSearch);
    let end = Some(Message::EndSearch);
    let close = icon_button(Icon::X, texts::CLOSE, "Esc", end, false);
    let found = (!search.text.is_empty()).then(|| {
        let style = if search.matches.is_empty() {
            theme::warn
        } else {
            theme::muted
        };
        let found = texts::found(search.shown + 1, search.matches.len());
        caption(found).style(style)
    });
    let field = row![field, close].spacing(gap::XS).align_y(Center);
    let card = container(column![field, found].spacing(gap::XS))
        .padding(gap::S)
        .width(260)
        .style(theme::raised);
    container(card).padding(gap::M).into()
}

/// What is picked out, under the pointer, and can be attacked.
fn highlights(session: &Session, mode: Mode) -> Vec<Highlight> {
    let tokens = mode.tokens();
    let mut all = Vec::new();
    let of = |plots: Vec<usize>, edge: iced::Color, veil: f32, reach: f32| Highlight {
        plots,
        veil: edge.scale_alpha(veil),
        edge,
        reach,
    };
    let targets = session
        .targets()
        .into_iter()
        .map(TerritoryId::index)
        .collect();
    all.push(of(targets, tokens.bad.scale_alpha(0.75), 0.0, 1.0));
    if let Some(Prompt::Defend { target, .. }) = session.prompt() {
        all.push(of(vec![target.index()], tokens.bad, 0.18, 1.0));
    }
    if let Some(hovered) = session.hovered() {
        all.push(of(
            vec![hovered.index()],
            tokens.text.scale_alpha(0.6),
            0.12,
            1.0,
        ));
    }
    if let Some(selected) = session.selected() {
        all.push(of(vec![selected.index()], tokens.accent, 0.18, 1.0));
    }
    all
}

/// What is said over the map: that the connection is lost, why something was not done, whom a
/// battle waits for.
fn strip(session: &Session) -> Element<'_, Message> {
    let (symbol, words, style): (_, String, fn(&iced::Theme) -> text::Style) =
        if let Some(tries) = session.away() {
            (Icon::Unplug, texts::away(tries), theme::warn)
        } else if !session.typed().is_empty() {
            (Icon::Hash, session.typed().to_owned(), theme::accent)
        } else if let Some(refusal) = session.refusal() {
            (Icon::CircleAlert, refusal.to_owned(), theme::warn)
        } else if let Some(player) = session.defender(Instant::now()) {
            let name = called(session.model(), player);
            (Icon::Clock, texts::defends(&name), theme::accent)
        } else if session.is_moving() {
            (Icon::MoveRight, texts::MOVE_WHERE.to_owned(), theme::accent)
        } else {
            return space().into();
        };
    let line = row![icon(symbol).style(style), body(words)]
        .spacing(gap::S)
        .align_y(Center);
    container(line)
        .padding([6.0, 10.0])
        .max_width(520)
        .style(theme::raised)
        .into()
}

/// The card that is open, or the odds of what the pointer is on, at their place.
fn asked(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let map = session.map();
    let (from, at, height, content) = match session.prompt() {
        Some(Prompt::Fight { from, target, stop }) => {
            let names = (place(map, *target), texts::attacked_from(map, *from));
            (*from, *target, 196.0, fight(table, names, stop))
        }
        Some(Prompt::Move {
            from, to, units, ..
        }) => (*from, *to, 168.0, moves(session, *units)),
        Some(Prompt::Defend {
            from,
            target,
            attackers,
            most,
        }) => {
            let by = attack_on(session, *from, *attackers);
            let content = defend(&place(map, *target), by, *most);
            (*from, *target, 152.0, content)
        }
        None => match &table.weighed {
            Some((from, target, forecast)) => (*from, *target, 64.0, ribbon(forecast)),
            None => return space().into(),
        },
    };
    let card = container(content)
        .padding([gap::S, gap::M])
        .width(CARD)
        .style(theme::raised);
    let card: Element<'_, Message> = if session.prompt().is_some() {
        iced::widget::opaque(card)
    } else {
        card.into()
    };
    let size = Size::new(CARD, height);
    let spot = |id| table.map_view.place_of(&table.ground, id);
    let at = beside(spot(from), spot(at), size, table.map_view.size);
    pin(card).x(at.x).y(at.y).into()
}

/// Where a card is put beside a place: where it covers neither count nor, if possible, the way
/// there, best to its right.
fn beside(from: Point, place: Point, card: Size, board: Size) -> Point {
    let within = |at: f32, length: f32, first: f32, room: f32| {
        let last = (room - length - gap::S).max(first);
        at.clamp(first, last)
    };
    // Beside the place or beside both, in the middle of each side or else at its ends.
    let beside = [place, from].into_iter().flat_map(|other| {
        let (low, high) = (place.x.min(other.x), place.x.max(other.x));
        let (top, bottom) = (place.y.min(other.y), place.y.max(other.y));
        [0.5, 0.0, 1.0].into_iter().flat_map(move |share| {
            let aside = |length: f32| APART - share * (2.0 * APART + length);
            let (x, y) = (place.x + aside(card.width), place.y + aside(card.height));
            [
                Point::new(high + APART, y),
                Point::new(low - APART - card.width, y),
                Point::new(x, bottom + APART),
                Point::new(x, top - APART - card.height),
            ]
        })
    });
    let around = beside.map(|at| {
        Point::new(
            within(at.x, card.width, gap::S, board.width),
            within(at.y, card.height, HEAD, board.height),
        )
    });
    let covered = |corner: &Point| {
        let card = Rectangle::new(*corner, card);
        let counts = card.expand(COUNT);
        let on_the_way = (0..=8_u8).filter(|&nth| {
            let share = f32::from(nth) / 8.0;
            card.contains(place + (from - place) * share)
        });
        // The place itself before all.
        let place = usize::from(counts.contains(place)) * 20;
        let from = usize::from(counts.contains(from)) * 10;
        place + from + on_the_way.count()
    };
    let best = around.min_by_key(covered);
    best.unwrap_or(place)
}

fn ribbon<'a>(forecast: &Forecast) -> Element<'a, Message> {
    column![
        body(phrases::odds(forecast)),
        caption(phrases::costs(forecast))
    ]
    .spacing(2)
    .into()
}

/// How to attack; `names` are those of the target and of where the attack comes from.
fn fight<'a>(
    table: &'a Table,
    (target, from): (String, String),
    stop: &'a str,
) -> Element<'a, Message> {
    use session::{Message as Of, Mode};
    let (odds, most): (Element<'_, Message>, u32) = match &table.weighed {
        Some((_, _, forecast)) => (ribbon(forecast), forecast.attackers),
        None => (space().into(), 1),
    };
    let once = (1..=3_u8).zip(["1", "2", "3"]).map(|(units, word)| {
        let may = u32::from(units) <= most;
        let message = may.then_some(Message::Session(Of::Fight(Mode::Once(units))));
        worded(word, message, theme::secondary)
    });
    let limit = stop.parse().ok();
    let until = row![
        body(texts::UNTIL),
        input(texts::ARE_LEFT, stop, |stop| Message::Session(Of::StopAt(
            stop
        )))
        .id(STOP)
        .on_submit_maybe(limit.map(|limit| Message::Session(Of::Fight(Mode::Until(limit)))))
        .width(64),
        keycap("L"),
        space().width(Fill),
        filled(&table.session),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let both = format!("{target} {from}");
    // One line each: a map's names may be long, and the target must be seen.
    let names = column![
        cut_at(target, size::HEADING, theme::plain_text),
        cut_at(from, size::CAPTION, theme::muted),
    ];
    let once = row![body(texts::ONCE)].extend(once);
    column![
        row![changing(names, &both).width(Fill), close()].align_y(Center),
        odds,
        once.spacing(gap::S).align_y(Center),
        until,
    ]
    .spacing(gap::S)
    .into()
}

/// Closes a card.
fn close<'a>() -> Element<'a, Message> {
    icon_button(
        Icon::X,
        texts::CLOSE,
        "Esc",
        Some(Message::Session(session::Message::Decline)),
        false,
    )
}

/// The filled button of a card.
fn filled<'a>(session: &Session) -> Element<'a, Message> {
    let sensible = session.primary_action();
    let word = phrases::short(&sensible);
    let may = !matches!(sensible, PrimaryAction::Wait(_));
    let press = may.then_some(Message::Session(session::Message::Do(Command::Confirm)));
    labelled(Icon::CornerDownLeft, word, press, theme::primary)
}

/// How many units follow a conquest, or move.
fn moves(session: &Session, units: u32) -> Element<'_, Message> {
    use session::Message as Of;
    let most = session.most_moving();
    let follows = matches!(session.prompt(), Some(Prompt::Move { follows: true, .. }));
    let title = if follows { texts::FOLLOW } else { texts::MOVE };
    let narrow = |n: u32| n.min(u16::MAX.into()) as u16;
    let set = |word, to| {
        let message = (units != to).then_some(Message::Session(Of::Units(to)));
        worded(word, message, theme::secondary)
    };
    let after = match (session.prompt(), session.model().state()) {
        (Some(&Prompt::Move { from, to, .. }), Some(state)) => {
            let after = [from, to].map(|at| session.shown_units(at, state.holding(at).units).0);
            texts::after_move(session.map(), from, to, after)
        }
        _ => String::new(),
    };
    column![
        row![changing(heading(title), title).width(Fill), close()].align_y(Center),
        changing(caption(after.clone()), &after),
        row![
            slide(0..=narrow(most), narrow(units), |units| {
                Message::Session(Of::Units(units.into()))
            }),
            container(body(units.to_string())).center_x(48),
        ]
        .align_y(Center),
        row![
            set(texts::NONE, 0),
            set(texts::ALL, most),
            space().width(Fill),
            filled(session),
        ]
        .spacing(gap::XS)
        .align_y(Center),
    ]
    .spacing(gap::S)
    .into()
}

/// Who attacks, from where and with how many units.
fn attack_on(session: &Session, from: TerritoryId, attackers: u8) -> String {
    let model = session.model();
    let holding = model.state().map(|state| state.holding(from));
    let owner = holding.and_then(|holding| holding.owner);
    let by = owner.map_or_else(String::new, |owner| called(model, owner));
    let there = holding.map_or(0, |holding| holding.units);
    texts::under_attack(&by, session.map(), from, there, attackers)
}

/// How many units defend.
fn defend<'a>(name: &str, by: String, most: u8) -> Element<'a, Message> {
    let choices = (1..=most).zip(["1", "2"]).map(|(units, word)| {
        let style = if units == most {
            theme::primary
        } else {
            theme::secondary
        };
        let message = Message::Session(session::Message::Defend(units));
        worded(word, Some(message), style)
    });
    column![
        changing(heading(name.to_owned()), name),
        body(by),
        row![body(texts::DEFEND), row(choices).spacing(gap::S)]
            .spacing(gap::S)
            .align_y(Center),
    ]
    .spacing(gap::S)
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_stays_on_the_board_and_off_its_place_the_way_there_and_what_floats_above() {
        let (card, board) = (Size::new(316.0, 196.0), Size::new(736.0, 420.0));
        let mut clear = 0;
        for x in 0..74 {
            for y in 0..43 {
                let place = Point::new(x as f32 * 10.0, y as f32 * 10.0);
                for from in [(-60.0, 0.0), (60.0, 10.0), (0.0, 60.0), (-20.0, -60.0)] {
                    let from = place + iced::Vector::new(from.0, from.1);
                    let at = beside(from, place, card, board);
                    let right = at.x + card.width <= board.width;
                    let low = at.y + card.height <= board.height;
                    assert!(at.x >= 0.0 && at.y >= HEAD && right && low, "{place} {at}");
                    let card = Rectangle::new(at, card).expand(COUNT);
                    assert!(!card.contains(place), "{place} {at}");
                    clear += u32::from(!card.contains(from));
                }
            }
        }
        let all = 74 * 43 * 4;
        assert!(clear * 100 > all * 98, "{clear} of {all}");
    }
}
