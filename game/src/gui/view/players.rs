//! The players' possessions, and the values of their positions.

use std::borrow::Cow;

use iced::alignment::Horizontal;
use iced::widget::{column, container, row, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_files::plain;
use marchland_maps::TerritoryId;
use marchland_ui::cut::cut;
use marchland_ui::parts::{across, body, caption, changing, icon, labelled, nothing, tip};
use marchland_ui::theme::{self, size, space as gap};
use marchland_ui::whole::whole;
use marchland_ui::words::words;

use super::emblem;
use super::selected::selected;
use crate::conquest::rules::{Player, State, Status};
use crate::gui::keys::Command;
use crate::gui::log::called;
use crate::gui::session::Session;
use crate::gui::table::{Message, Table};
use crate::gui::texts;

/// Width of a column of figures, in logical pixels.
const COLUMN: f32 = 36.0;

fn head(symbol: Icon, what: &str) -> Element<'_, Message> {
    let face = container(icon(symbol).size(14.0).style(theme::muted)).center_x(COLUMN);
    tip(face, what, "", tooltip::Position::Bottom)
}

/// A player's territories, units, cards and income, of which a neutral force has none; `None` if the
/// player is out.
fn possessions(state: &State, player: Player) -> Option<[Option<u64>; 4]> {
    let seat = state.seat(player);
    let territories = state.territories(player);
    let units = territories.map(|t| u64::from(state.holding(t).units)).sum();
    (seat.status != Status::Defeated).then(|| {
        [
            Some(seat.territories.into()),
            Some(units),
            (seat.status != Status::Neutral).then_some(seat.cards.len().into()),
            (seat.status != Status::Neutral).then_some(state.income(player).into()),
        ]
    })
}

/// How many of these territories each player holds, most first; players without any are left out.
fn shares(state: &State, members: &[TerritoryId]) -> Vec<(Player, usize)> {
    let count = |player| members.iter().filter(|&&t| state.owns(player, t)).count();
    let shares = state.in_order().map(|player| (player, count(player)));
    let mut shares: Vec<(Player, usize)> = shares.filter(|&(_, count)| count > 0).collect();
    shares.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    shares
}

/// A table of the players' possessions.
fn standings<'a>(session: &'a Session, state: &'a State) -> Element<'a, Message> {
    let model = session.model();
    let heads = row![
        caption(texts::EVERYBODY).width(Fill),
        head(Icon::Map, texts::TERRITORIES),
        head(Icon::Users, texts::UNITS),
        head(Icon::Layers, texts::HAND),
        head(Icon::Plus, texts::INCOME),
    ]
    .align_y(Center);
    let rows = state.in_order().map(|player| {
        let figure = |n: Option<u64>| {
            let figure = n.map_or_else(|| "–".to_owned(), |n| n.to_string());
            container(body(figure)).center_x(COLUMN)
        };
        let name = cut(called(model, player), theme::plain_text);
        let line = row![emblem::of(state, player, 18), container(name).width(Fill),]
            .spacing(gap::S)
            .align_y(Center)
            .height(26);
        let room = &session.room;
        let (lost, slow) = (room.has_lost(player), room.was_slow(player));
        let status = texts::status(state.seat(player).status, lost, slow);
        let status = status.map(caption);
        let line: Element<'_, Message> = match (possessions(state, player), status) {
            (Some(figures), None) => line.push(row(figures.map(|n| figure(n).into()))).into(),
            (Some(figures), Some(status)) => {
                let line = line.push(row(figures.map(|n| figure(n).into())));
                column![line, container(status).padding([0.0, 26.0])].into()
            }
            (None, status) => line.push(status).into(),
        };
        let on_turn = state.turn() == Some(player) && !session.is_finished();
        let style: fn(&_) -> _ = if on_turn {
            theme::picked
        } else {
            container::transparent
        };
        container(line).padding([0.0, 4.0]).style(style).into()
    });
    column![heads, column(rows).spacing(1)]
        .spacing(gap::XS)
        .into()
}

/// The panel of all players.
pub(super) fn view(table: &Table) -> Element<'_, Message> {
    let model = table.session.model();
    let Some(state) = model.state() else {
        return nothing(Icon::Users, texts::EVERYBODY, texts::NOT_BEGUN);
    };
    let continents = state.map().continents().iter().map(|continent| {
        let owner = state.holding(continent.members[0]).owner;
        let whole = owner.filter(|&owner| continent.members.iter().all(|&t| state.owns(owner, t)));
        let name = plain(continent.name.text.as_deref().unwrap_or("?")).into_owned();
        let line = texts::continent(&name, continent.bonus, continent.members.len());
        let shares = shares(state, &continent.members).into_iter();
        let shares = texts::shares(shares.map(|(player, count)| (called(model, player), count)));
        let shown = words(shares.clone(), size::CAPTION, theme::muted);
        let line = words(line, size::BODY, theme::plain_text);
        let rows = column![line, changing(shown, &shares)];
        row![emblem::owner(state, whole, 18), rows]
            .spacing(gap::S)
            .into()
    });
    let mut rows = column![].spacing(gap::M);
    if table.session.watches() {
        // A player sees it in the General panel.
        rows = rows.push(selected(&table.session, state)).push(across());
    }
    let rest = column![
        standings(&table.session, state),
        across(),
        caption(texts::CONTINENTS),
        column(continents).spacing(gap::XS),
    ]
    .spacing(gap::M);
    // Whoever conquers changes many parts, which would be redrawn one by one.
    let owners: Vec<_> = state.holdings().iter().map(|it| it.owner).collect();
    rows.push(whole(rest, (state.turn(), owners))).into()
}

/// The panel of the values of positions.
pub(super) fn debug(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let model = session.model();
    let evaluate = labelled(
        Icon::Scale,
        texts::EVALUATE,
        model.state().map(|_| Message::Command(Command::Evaluate)),
        theme::secondary,
    );
    let evaluate = tip(evaluate, texts::EVALUATE, "V", tooltip::Position::Bottom);
    let mut rows = column![evaluate, caption(texts::EVALUATE_HINT)].spacing(gap::S);
    let (Some(values), Some(state)) = (session.values(), model.state()) else {
        return rows.into();
    };
    let cell = |text: Cow<'static, str>| {
        let cell = caption(text).width(Fill).wrapping(text::Wrapping::None);
        cell.align_x(Horizontal::Right).into()
    };
    let figure = |value: f64| cell(texts::value(value).into());
    let heads = texts::VALUE_HEADS.map(|head| cell(head.into()));
    rows = rows.push(across()).push(row(heads));
    for player in state.in_order() {
        let Some(&(_, value)) = values.iter().find(|&&(of, _)| of == player) else {
            continue;
        };
        let name = row![
            emblem::of(state, player, 18),
            cut(called(model, player), theme::plain_text),
        ]
        .spacing(gap::S)
        .align_y(Center);
        let figures = [
            value.areas,
            value.continents,
            value.component,
            value.border,
            value.inner,
            value.total(),
        ];
        rows = rows.push(name).push(row(figures.map(figure)));
    }
    rows.into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::conquest::rules::{Event, SeededDice, Variants};
    use crate::gui::ground::Ground;

    #[test]
    fn players_who_are_away_keep_their_figures() {
        let ground = Ground::read(std::path::Path::new("czechia")).unwrap();
        let variants = Variants {
            areas: crate::conquest::rules::AreaVariant::Dealt,
            ..Variants::default()
        };
        let mut state = State::new(Arc::clone(ground.map()), 3, variants);
        let mut events = Vec::new();
        state.start(&mut SeededDice::new(1), &mut events).unwrap();
        for continent in state.map().continents() {
            let shares = shares(&state, &continent.members);
            let held: usize = shares.iter().map(|(_, count)| count).sum();
            assert_eq!(held, continent.members.len(), "all territories are dealt");
            assert!(shares.is_sorted_by_key(|&(_, count)| std::cmp::Reverse(count)));
        }
        let gone = Player::new(0).unwrap();
        let figures = possessions(&state, gone).unwrap();
        assert!(figures[0] > Some(0) && figures[1] >= figures[0] && figures[3] >= Some(3));
        state.apply(Event::Left(gone)).unwrap();
        assert_eq!(possessions(&state, gone), Some(figures));
        let status = |lost, slow| texts::status(state.seat(gone).status, lost, slow);
        assert_eq!(
            [status(false, false), status(true, false)],
            [Some(texts::GONE); 2]
        );
        assert_eq!(status(false, true), Some(texts::SLOW));
        let active = |lost| texts::status(Status::Active, lost, false);
        assert_eq!(
            [active(false), active(true)],
            [None, Some(texts::LOST_CONNECTION)]
        );
    }
}
