//! The inspector of one or several territories.

use iced::widget::{column, container, row, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::{By, Card, Continent, Draft, Territory, TerritoryKey, Way};
use marchland_ui::cut::cut;
use marchland_ui::parts::{
    body, by_word, caption, field, heading, icon, icon_button, input, labelled, row_button, sample,
    swatch, tip, worded,
};
use marchland_ui::theme::{self, size, space as gap};

use super::{head, issues};
use crate::commands::Command;
use crate::graph::Bond;
use crate::texts;
use crate::workspace::ids::NAME;
use crate::workspace::{Change, Message, PivotChange, Shared, Workspace};

/// The most territories of a selection that are listed.
const LISTED: usize = 5;
/// The most neighbours suggested while typing.
const OFFERED: usize = 5;

pub(super) fn one<'a>(workspace: &'a Workspace, of: &'a Territory) -> Element<'a, Message> {
    let key = of.key;
    let draft = workspace.document.draft();
    let extent = workspace.document.land().zip(of.colour);
    let extent = extent.map(|(land, colour)| land.extent_of(colour));
    let extent = texts::extent(of.id, extent);
    let name = of.name.text.as_deref().unwrap_or_default();
    let name = input(texts::NAME_HINT, name, move |text| {
        change(Change::Name(key, text))
    })
    .id(NAME)
    .on_submit(change(Change::NameDone(key)));
    let colour = row![
        container(match of.colour {
            Some(colour) => sample(colour),
            None => body(texts::NONE).style(theme::muted).into(),
        })
        .width(Fill),
        worded(
            if workspace.picking() == Some(key) {
                texts::PICKING
            } else {
                texts::PICK
            },
            workspace
                .document
                .land()
                .map(|_| change(Change::PickColour(key))),
            theme::secondary,
        ),
    ]
    .align_y(Center);
    column![
        head(of.colour, texts::territory_name(draft, key), extent),
        field(texts::NAME, name),
        field(
            texts::CONTINENT,
            continents(draft, Shared::Same(of.continent))
        ),
        field(texts::CARD, cards(of)),
        field(texts::KEY_COLOUR, colour),
        issues::view(workspace),
        section(texts::PIVOTS, of.pivots.len()),
        pivots(workspace, of),
        neighbours(workspace, of),
        labelled(
            Icon::Trash2,
            texts::REMOVE_TERRITORY,
            Some(change(Change::Remove)),
            theme::danger
        ),
    ]
    .spacing(gap::S)
    .into()
}

pub(super) fn many(workspace: &Workspace) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    let keys = workspace.document.selection().territories();
    let listed = keys.iter().take(LISTED);
    let listed = listed.filter_map(|&key| Some(row_of(draft, draft.territory(key)?)));
    let more = keys.len().checked_sub(LISTED + 1);
    let more = more.map(|more| caption(texts::and_more(more + 1)));
    column![
        heading(texts::territories(keys.len())),
        column(listed).push(more),
        field(
            texts::CONTINENT,
            continents(draft, workspace.shared_continent())
        ),
        tip(
            labelled(
                Icon::Combine,
                Command::Merge.words(),
                Some(Message::Do(Command::Merge)),
                theme::secondary
            ),
            texts::MERGE_HINT,
            Command::Merge.key(),
            tooltip::Position::Left,
        ),
        labelled(
            Icon::Group,
            texts::NEW_CONTINENT_OF,
            Some(change(Change::NewContinent)),
            theme::secondary
        ),
        issues::view(workspace),
        labelled(
            Icon::Trash2,
            texts::REMOVE_TERRITORIES,
            Some(change(Change::Remove)),
            theme::danger
        ),
    ]
    .spacing(gap::S)
    .into()
}

/// One of several, to select it alone.
fn row_of<'a>(draft: &'a Draft, of: &'a Territory) -> Element<'a, Message> {
    let name = cut(texts::territory_name(draft, of.key), theme::plain_text);
    let swatch = of.colour.map(|colour| swatch(colour, 12.0));
    let face = row(swatch)
        .push(container(name).width(Fill))
        .spacing(gap::S)
        .align_y(Center);
    row_button(container(face).center_y(Fill), 26.0, 6.0, false)
        .on_press(Message::Select(of.key))
        .into()
}

fn change(change: Change) -> Message {
    Message::Inspect(change)
}

fn section(title: &str, count: usize) -> Element<'_, Message> {
    container(row![body(title).width(Fill), caption(count.to_string())])
        .padding(iced::padding::top(gap::S))
        .into()
}

fn continents(draft: &Draft, shared: Shared) -> Element<'_, Message> {
    let id = |of: Option<&Continent>| of.and_then(|continent| continent.id);
    let word = |of: Option<&Continent>| of.map_or(texts::NONE.to_owned(), texts::continent_name);
    let all = draft.continents.iter().filter(|c| c.id.is_some());
    let all: Vec<_> = std::iter::once(None).chain(all.map(Some)).collect();
    let (hint, chosen) = match shared {
        Shared::Same(own) => (texts::NONE, all.iter().copied().find(|of| id(*of) == own)),
        Shared::Several => (texts::SEVERAL, None),
    };
    by_word(&all, word, chosen, hint, Fill, move |of| {
        change(Change::Continent(id(of)))
    })
}

fn cards(of: &Territory) -> Element<'_, Message> {
    let key = of.key;
    let all: Vec<_> = std::iter::once(None).chain(Card::ALL.map(Some)).collect();
    let word = |card: Option<_>| card.map_or(texts::CARD_IN_TURN, texts::card);
    by_word(&all, word, Some(of.card), "", Fill, move |card| {
        change(Change::Card(key, card))
    })
}

fn pivots<'a>(workspace: &'a Workspace, of: &'a Territory) -> Element<'a, Message> {
    let key = of.key;
    let change = |what| change(Change::Pivot(key, what));
    let press =
        |symbol, words, what: Option<_>| icon_button(symbol, words, "", what.map(change), false);
    let land = workspace.document.land();
    let rows = of.pivots.iter().enumerate().map(|(at, pivot)| {
        row![
            body(format!("{}, {}", pivot.x, pivot.y)),
            container(caption(if at == 0 { texts::MAIN_PIVOT } else { "" })).width(Fill),
            press(
                Icon::LocateFixed,
                texts::CENTRE_PIVOT,
                land.map(|_| PivotChange::Centre(at))
            ),
            press(Icon::X, texts::REMOVE_PIVOT, Some(PivotChange::Remove(at))),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    });
    let colour = land.zip(of.colour);
    let pieces = colour.map_or(0, |(land, colour)| land.extent_of(colour).0);
    let mut list = column(rows);
    if pieces > of.pivots.len() {
        list = list.push(labelled(
            Icon::Plus,
            texts::complete_pivots(pieces),
            Some(change(PivotChange::Complete)),
            theme::plain,
        ));
    }
    list.into()
}

fn neighbours<'a>(workspace: &'a Workspace, of: &'a Territory) -> Element<'a, Message> {
    let draft = workspace.document.draft();
    let own = draft.place_of(of.key);
    let bonds = own
        .into_iter()
        .flat_map(|at| workspace.document.graph().bonds(at));
    let mut bonds: Vec<_> = bonds
        .map(|(other, bond)| {
            let key = draft.territories[other].key;
            (
                bond == Bond::Shut,
                texts::territory_name(draft, key),
                key,
                bond,
            )
        })
        .collect();
    bonds.sort();
    let links = bonds.iter().filter(|(shut, ..)| !shut);
    let mut list = column![section(texts::NEIGHBOURS, links.count())];
    for (_, name, other, bond) in bonds {
        list = list.push(neighbour(workspace, of.key, other, name, bond));
    }
    let key = of.key;
    let add = input(
        texts::ADD_NEIGHBOUR,
        &workspace.view.neighbour_filter,
        |text| change(Change::NeighbourFilter(text)),
    )
    .on_submit(change(Change::NeighbourDone(key)));
    list = list.push(container(add).padding(iced::padding::top(gap::XS)));
    if !workspace.view.neighbour_filter.trim().is_empty() {
        for other in workspace.neighbour_matches(key).into_iter().take(OFFERED) {
            let name = texts::territory_name(draft, other);
            let message = change(Change::Part(key, other));
            list = list.push(labelled(Icon::Plus, name, Some(message), theme::plain));
        }
    }
    list.into()
}

fn neighbour(
    workspace: &Workspace,
    of: TerritoryKey,
    other: TerritoryKey,
    name: String,
    bond: Bond,
) -> Element<'_, Message> {
    let name = container(cut(name, theme::plain_text)).width(Fill);
    let flaw = issues::of_pair(workspace, of, other);
    let press = |symbol, what, to| icon_button(symbol, what, "", Some(change(to)), false);
    match bond {
        Bond::Shut => row![
            container(icon(Icon::Ban).size(16.0).style(theme::muted)).center(size::CONTROL),
            name,
            flaw,
            caption(texts::SHUT),
            press(
                Icon::LockOpen,
                texts::OPEN_BORDER,
                Change::OpenBorder(of, other)
            ),
        ],
        Bond::Declared(by, way) | Bond::Received(by, way) => {
            let ours = matches!(bond, Bond::Declared(..));
            let (from, to) = if ours { (of, other) } else { (other, of) };
            let (symbol, what, flipped, part) = match by {
                By::Land => (Icon::Mountain, texts::BY_LAND, By::Sea, texts::REJECT),
                By::Sea => (Icon::Waves, texts::BY_SEA, By::Land, texts::PART),
            };
            let (arrow, meaning, next) = match (way, ours) {
                (Way::Both, _) => (
                    Icon::ArrowLeftRight,
                    texts::BOTH_WAYS,
                    (of, other, Way::One),
                ),
                (Way::One, true) => (Icon::ArrowRight, texts::ONE_WAY, (other, of, Way::One)),
                (Way::One, false) => (Icon::ArrowLeft, texts::ONE_WAY_BACK, (of, other, Way::Both)),
            };
            let turn = Change::Link(next.0, next.1, by, next.2);
            row![
                press(symbol, what, Change::Link(from, to, flipped, way)),
                name,
                flaw,
                press(arrow, meaning, turn),
                press(Icon::X, part, Change::Part(of, other)),
            ]
        }
    }
    .spacing(gap::XS)
    .align_y(Center)
    .into()
}
