//! The outline: continents and territories.

use iced::widget::{button, column, container, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::{Continent, Territory};
use marchland_ui::cut::cut;
use marchland_ui::focus::pressable;
use marchland_ui::parts::{
    self, across, body, caption, finder, icon, list, nothing, row_button, swatch,
};
use marchland_ui::theme::{self, space as gap};

use super::issues::face as severity_face;
use crate::commands::Command;
use crate::texts;
use crate::tools::ToolKind;
use crate::workspace::ids::{FILTER, OUTLINE};
use crate::workspace::{Message, Row, Rows, Tab, Workspace};

/// Height of the tabs and the line below them.
pub(super) const TABS: f32 = 37.0;

pub(super) fn tabs(workspace: &Workspace) -> Element<'_, Message> {
    let open = workspace.document.proposals().len();
    let tab = |label, tab| parts::tab(label, workspace.view.tab == tab, Message::Tab(tab));
    let tabs = row![
        tab(
            texts::outline_tab(workspace.document.draft().territories.len()),
            Tab::Outline
        ),
        tab(texts::proposals_tab(open), Tab::Proposals),
    ];
    column![tabs, across()].into()
}

/// The outline in a panel of this height.
pub(super) fn view(workspace: &Workspace, height: f32) -> Element<'_, Message> {
    let draft = workspace.document.draft();
    if draft.territories.is_empty() && workspace.document.filed.is_none() {
        return nothing(Icon::Brush, texts::NO_TERRITORIES, texts::NO_LAND_HINT);
    }
    if draft.territories.is_empty() {
        return nothing(
            Icon::MapPinned,
            texts::NO_TERRITORIES,
            texts::NO_TERRITORIES_HINT,
        );
    }
    let filter = finder(
        FILTER,
        (texts::FILTER_HINT, texts::CLEAR_FINDER),
        &workspace.view.filter,
        Message::Filter,
        Some(Message::FilterDone),
    );
    let outline = workspace.outline().rows();
    let (before, visible, after) =
        Rows::OUTLINE.visible(workspace.view.outline_at, height, outline.len());
    let rows = outline[visible].iter().filter_map(|row| match *row {
        Row::Continent(key, count) => {
            let continent = key.and_then(|key| draft.continent(key));
            Some(head(workspace, continent, count))
        }
        Row::Territory(key) => draft.territory(key).map(|of| line(workspace, of)),
    });
    let rows = column(rows).spacing(Rows::OUTLINE.gap);
    let mut content = column![space().height(before), rows, space().height(after)];
    if outline.is_empty() {
        content = content.push(nothing(
            Icon::SearchX,
            texts::NO_MATCH,
            texts::NO_MATCH_HINT,
        ));
    }
    let rows = list(container(content).padding([0.0, gap::S]), OUTLINE)
        .height(Fill)
        .on_scroll(|view| Message::Scrolled(Tab::Outline, view.absolute_offset().y));
    column![
        checklist(workspace),
        container(filter).padding([gap::S, gap::M]),
        rows
    ]
    .into()
}

/// Progress of an unfinished map; each item leads to its step.
fn checklist(workspace: &Workspace) -> Element<'_, Message> {
    let Some(list) = workspace.document.checklist() else {
        return space().into();
    };
    let line = |word: &str, (done, all), message| {
        let words = if done == all {
            word.to_owned()
        } else {
            texts::progress(word, done, all)
        };
        (words, done == all, message)
    };
    let proposals = Message::Tab(Tab::Proposals);
    let (linked, borders) = list.linked;
    let lines = [
        line(texts::NAMED, list.named, Message::NameNext),
        if linked == borders && list.pieces > 1 {
            // All borders are decided, but islands are unconnected.
            (texts::in_pieces(list.pieces), false, Message::LookAcross)
        } else {
            line(texts::LINKED, list.linked, proposals)
        },
        line(
            texts::GROUPED,
            list.grouped,
            Message::Do(Command::Tool(ToolKind::Continent)),
        ),
    ];
    let lines = lines.into_iter().map(|(words, is_done, message)| {
        let (sign, style): (_, fn(&iced::Theme) -> iced::widget::text::Style) = if is_done {
            (Icon::CircleCheck, theme::good)
        } else {
            (Icon::Circle, theme::muted)
        };
        let face = row![icon(sign).size(14.0).style(style), caption(words)]
            .spacing(4)
            .align_y(Center);
        let button = button(face).padding([4.0, 6.0]).style(theme::plain);
        pressable(button, (!is_done).then_some(message))
    });
    container(row(lines).spacing(gap::XS).wrap())
        .padding(iced::Padding {
            top: gap::S,
            ..iced::Padding::from([0.0, gap::S])
        })
        .into()
}

fn head<'a>(
    workspace: &'a Workspace,
    continent: Option<&'a Continent>,
    count: usize,
) -> Element<'a, Message> {
    let key = continent.map(|c| c.key);
    let folded = workspace.view.is_folded(key);
    let chosen = key.is_some() && workspace.document.selection().continent() == key;
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
    } else if workspace.document.checklist().is_some() {
        // No mistake while the map is unfinished.
        theme::muted
    } else {
        theme::warn
    };
    face = face.push(container(cut(name, style)).width(Fill));
    if let Some(bonus) = continent.and_then(|c| c.bonus) {
        face = face.push(body(format!("+{bonus}")).style(theme::accent));
    }
    face = face.push(caption(count.to_string()));
    let label = row_button(face, Rows::OUTLINE.height, 6.0, chosen)
        .on_press_maybe(key.map(Message::SelectContinent));
    row![fold, label].align_y(Center).into()
}

fn line<'a>(workspace: &'a Workspace, territory: &'a Territory) -> Element<'a, Message> {
    let draft = workspace.document.draft();
    let chosen = workspace.document.selection().contains(territory.key);
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
    if let Some(severity) = workspace.findings().flaw_of(territory.key) {
        let (sign, style) = severity_face(severity);
        face = face.push(icon(sign).size(14.0).style(style));
    }
    button(face)
        .width(Fill)
        .height(Rows::OUTLINE.height)
        .padding(iced::Padding {
            left: 26.0,
            right: 6.0,
            ..iced::Padding::ZERO
        })
        .style(theme::list_row(chosen))
        .on_press(Message::Reveal(territory.key))
        .into()
}
