//! Continents and their territories as a list.

use std::collections::HashSet;

use iced::widget::{button, column, container, row};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::{Continent, ContinentId, Territory, TerritoryKey};

use super::issues::face as severity_face;
use super::{FILTER, OUTLINE};
use crate::bench::{Bench, Message, Tab};
use crate::cut::cut;
use crate::parts::{self, body, caption, finder, icon, list, nothing, swatch};
use crate::texts;
use crate::theme::{self, space as gap};

/// Rows that are laid out at most; the filter finds the rest.
const MOST: usize = 500;
/// Height of a continent's row, in logical pixels.
const HEAD: f32 = 28.0;
/// Height of a territory's row.
const LINE: f32 = 26.0;
/// Height of the tabs over the list.
pub(super) const TABS: f32 = 36.0;
/// Between rows.
const GAP: f32 = 1.0;

/// The tabs over the lists.
pub(super) fn tabs(bench: &Bench) -> Element<'_, Message> {
    let open = bench.document.proposals().len();
    let tab = |label, tab| parts::tab(label, bench.view.tab == tab, Message::Tab(tab));
    row![
        tab(
            texts::outline_tab(bench.document.draft().territories.len()),
            Tab::Outline
        ),
        tab(texts::proposals_tab(open), Tab::Proposals),
    ]
    .into()
}

pub(super) fn view(bench: &Bench) -> Element<'_, Message> {
    let draft = bench.document.draft();
    if draft.territories.is_empty() {
        return nothing(
            Icon::MapPinned,
            texts::NO_TERRITORIES,
            texts::NO_TERRITORIES_HINT,
        );
    }
    let filter = finder(
        FILTER,
        texts::FILTER_HINT,
        &bench.view.filter,
        Message::Filter,
        Some(Message::FilterDone),
    );
    let mut rows = column![].spacing(GAP);
    let mut shown = 0;
    let mut left_out = 0;
    for (continent, members) in groups(bench) {
        let key = continent.map(|c| c.key);
        rows = rows.push(head(bench, continent, members.len()));
        if bench.view.is_folded(key) {
            continue;
        }
        for territory in members {
            if shown == MOST {
                left_out += 1;
                continue;
            }
            shown += 1;
            rows = rows.push(line(bench, territory));
        }
    }
    if shown == 0 && !bench.view.filter.trim().is_empty() {
        rows = rows.push(nothing(
            Icon::SearchX,
            texts::NO_MATCH,
            texts::NO_MATCH_HINT,
        ));
    }
    if left_out > 0 {
        rows = rows.push(container(caption(texts::left_out(left_out))).padding(gap::S));
    }
    column![
        container(filter).padding([gap::S, gap::M]),
        list(container(rows).padding([0.0, gap::S]), OUTLINE).height(Fill),
    ]
    .into()
}

/// What is listed: continents with their members, as far as the filter lets
/// them through, and those without one at the end.
fn groups(bench: &Bench) -> Vec<(Option<&Continent>, Vec<&Territory>)> {
    let draft = bench.document.draft();
    let filtered = !bench.view.filter.trim().is_empty();
    let known: HashSet<ContinentId> = draft.continents.iter().filter_map(|c| c.id).collect();
    let all = draft.continents.iter().map(Some).chain([None]);
    let groups = all.map(|continent| {
        let members = draft.territories.iter().filter(|t| match continent {
            Some(continent) => t.continent.is_some() && t.continent == continent.id,
            None => t.continent.is_none_or(|id| !known.contains(&id)),
        });
        let shown = members.filter(|t| bench.view.matches(&texts::territory_name(draft, t.key)));
        (continent, shown.collect::<Vec<_>>())
    });
    let empty = |continent: Option<&Continent>| continent.is_none() || filtered;
    groups
        .filter(|(continent, members)| !members.is_empty() || !empty(*continent))
        .collect()
}

/// The territories that are listed, in that order.
pub(crate) fn order(bench: &Bench) -> Vec<TerritoryKey> {
    let open = groups(bench).into_iter();
    let open = open.filter(|(continent, _)| !bench.view.is_folded(continent.map(|c| c.key)));
    open.flat_map(|(_, members)| members.into_iter().map(|t| t.key))
        .collect()
}

/// How far down a territory stands in the outline, in logical pixels, so that
/// it is shown with some rows above; `None` if it is not listed.
pub(crate) fn offset_of(bench: &Bench, key: TerritoryKey) -> Option<f32> {
    /// Rows that stay in sight above it.
    const ABOVE: f32 = 3.0;
    let mut y = 0.0;
    for (continent, members) in groups(bench) {
        y += HEAD + GAP;
        if bench.view.is_folded(continent.map(|c| c.key)) {
            continue;
        }
        if let Some(at) = members.iter().position(|t| t.key == key) {
            y += at as f32 * (LINE + GAP);
            return Some((y - ABOVE * (LINE + GAP)).max(0.0));
        }
        y += members.len() as f32 * (LINE + GAP);
    }
    None
}

fn head<'a>(
    bench: &'a Bench,
    continent: Option<&'a Continent>,
    count: usize,
) -> Element<'a, Message> {
    let key = continent.map(|c| c.key);
    let folded = bench.view.is_folded(key);
    let chosen = key.is_some() && bench.document.selection().continent() == key;
    let fold = button(
        container(
            icon(if folded {
                Icon::ChevronRight
            } else {
                Icon::ChevronDown
            })
            .size(14.0),
        )
        .center(20),
    )
    .padding(0)
    .style(theme::plain)
    .on_press(Message::Fold(key));
    let mut face = row![].spacing(gap::S).align_y(Center).height(Fill);
    if let Some(colour) = continent.and_then(|c| c.colour) {
        face = face.push(swatch(colour, 12.0));
    }
    let name = continent.map_or(texts::NO_CONTINENT.to_owned(), texts::continent_name);
    let style = if continent.is_some() {
        theme::plain_text
    } else {
        theme::warn
    };
    face = face.push(container(cut(name, style)).width(Fill));
    if let Some(bonus) = continent.and_then(|c| c.bonus) {
        face = face.push(body(format!("+{bonus}")).style(theme::accent));
    }
    face = face.push(caption(count.to_string()));
    let label = button(face)
        .width(Fill)
        .height(HEAD)
        .padding([0.0, 6.0])
        .style(theme::list_row(chosen))
        .on_press_maybe(key.map(Message::SelectContinent));
    row![fold, label].align_y(Center).into()
}

fn line<'a>(bench: &'a Bench, territory: &'a Territory) -> Element<'a, Message> {
    let draft = bench.document.draft();
    let chosen = bench.document.selection().contains(territory.key);
    let style = if territory.name.text.is_some() {
        theme::plain_text
    } else {
        theme::muted
    };
    let name = cut(texts::territory_name(draft, territory.key), style);
    let mut face = row![container(name).width(Fill)]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill);
    if let Some(severity) = bench.findings().flaw_of(territory.key) {
        let (sign, style) = severity_face(severity);
        face = face.push(icon(sign).size(14.0).style(style));
    }
    button(face)
        .width(Fill)
        .height(LINE)
        .padding(iced::Padding {
            left: 26.0,
            right: 6.0,
            ..iced::Padding::ZERO
        })
        .style(theme::list_row(chosen))
        .on_press(Message::Reveal(territory.key))
        .into()
}
