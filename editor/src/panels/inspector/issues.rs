//! The issues of the selection, in the inspector.

use iced::widget::{button, column, container, mouse_area, row, space, text};
use iced::{Element, Fill, Top};
use marchland_maps::TerritoryKey;
use marchland_ui::parts::{body, caption, icon, tip};
use marchland_ui::theme::{self, space as gap};
use marchland_validator::Finding;

use super::super::issues::{face_of, fix_button};
use crate::commands::Command;
use crate::findings::{Message as Issue, culprits};
use crate::texts;
use crate::workspace::{Message, Workspace};

/// The most issues listed; the issues panel has the rest.
const MOST: usize = 4;

/// The issues of the selection, the worst first. Always a column, so that fields below keep the
/// cursor when issues come and go.
pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let found = workspace.of_selection();
    let mut list = column![].spacing(gap::XS);
    if found.is_empty() {
        return list.into();
    }
    list = list.push(
        container(row![
            body(texts::ISSUES).width(Fill),
            caption(found.len().to_string())
        ])
        .padding(iced::padding::top(gap::XS)),
    );
    let chosen = workspace.findings().chosen().map(|finding| &*finding.id);
    let shown = found.iter().take(MOST);
    list = list.extend(shown.map(|finding| one(workspace, finding, chosen == Some(&*finding.id))));
    if found.len() > MOST {
        let more = link(
            texts::more_issues(found.len() - MOST),
            Message::Issue(Issue::Open(found[MOST].id.clone())),
        );
        list = list.push(more);
    }
    list.into()
}

/// An issue with its fix and the explanation.
fn one<'a>(workspace: &Workspace, finding: &'a Finding, chosen: bool) -> Element<'a, Message> {
    let (sign, style, _) = face_of(workspace, finding);
    let id = || finding.id.clone();
    let message = button(
        row![
            icon(sign).size(16.0).style(style),
            body(texts::message(workspace.document.draft(), finding)).width(Fill),
        ]
        .spacing(gap::S)
        .align_y(Top),
    )
    .padding(0)
    .width(Fill)
    .style(theme::link_text)
    .on_press(Message::Issue(Issue::Open(id())));
    let usable = finding.fixes.iter().position(|fix| fix.disabled.is_none());
    let mut card = column![message].spacing(gap::XS);
    if let Some(at) = usable {
        card = card.push(fix_button(finding, at, f32::INFINITY));
    }
    let mut ways = row![link(texts::WHY, Message::Issue(Issue::Why(id())))];
    let usable = finding.fixes.iter().filter(|fix| fix.disabled.is_none());
    let others = usable.count().saturating_sub(1);
    if others > 0 {
        let all = link(
            texts::more_fixes(others),
            Message::Issue(Issue::Offer(id())),
        );
        let top = iced::widget::tooltip::Position::Top;
        ways = ways.push(tip(all, texts::FIXES_HINT, Command::Fixes.key(), top));
    }
    let card = container(card.push(ways))
        .padding([6.0, gap::S])
        .width(Fill)
        .style(theme::entry(chosen));
    let over = id();
    mouse_area(card)
        .on_move(move |_| Message::Issue(Issue::Hover(Some(over.clone()))))
        .on_exit(Message::Issue(Issue::Hover(None)))
        .into()
}

fn link<'a>(word: impl text::IntoFragment<'a>, to: Message) -> Element<'a, Message> {
    button(body(word))
        .padding([2.0, 4.0])
        .style(theme::link)
        .on_press(to)
        .into()
}

/// An icon for the worst issue about two neighbours, which opens it.
pub(super) fn of_pair(
    workspace: &Workspace,
    of: TerritoryKey,
    other: TerritoryKey,
) -> Element<'_, Message> {
    let mut found = workspace.findings().about_territory(of);
    let worst = found.find(|finding| {
        let (about, _) = culprits(finding);
        about.len() == 2 && about.contains(&other)
    });
    let Some(finding) = worst else {
        return space().into();
    };
    let (sign, style, _) = face_of(workspace, finding);
    let button = button(container(icon(sign).size(16.0).style(style)).center(22))
        .padding(0)
        .style(theme::plain)
        .on_press(Message::Issue(Issue::Open(finding.id.clone())));
    let left = iced::widget::tooltip::Position::Left;
    tip(
        button,
        texts::message(workspace.document.draft(), finding),
        "",
        left,
    )
}
