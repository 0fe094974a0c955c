//! The balance panel: findings in words, tables, set-up.

mod columns;
mod legend;
mod setup;
mod tables;

pub(super) use legend::legend;

use iced::widget::{button, column, container, responsive, row, space, text};
use iced::{Center, Element, Fill, Theme};
use lucide_icons::Icon;
use marchland_game::conquest::balance::told::{FOLLOWS, unfinished};
use marchland_game::conquest::balance::{Finding, Subject};
use marchland_ui::edge;
use marchland_ui::parts::{
    across, body, caption, down, heading, icon, icon_button, list, nothing, worded,
};
use marchland_ui::theme::{self, space as gap};

use super::press;
use crate::balance::{Figures, Message as Balance, Offer};
use crate::commands::Command;
use crate::texts;
use crate::workspace::{Edge, Message, Workspace};

/// Panel width from which the set-up gets more room.
const ROOMY: f32 = 820.0;

fn say(message: Balance) -> Message {
    Message::Balance(message)
}

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    if !workspace.balance().open {
        return space().into();
    }
    let inner = responsive(move |size| {
        let width = if size.width >= ROOMY { 290.0 } else { 224.0 };
        let room = size.width - width - 1.0;
        column![
            edge::over(workspace.view.sizes.list, |to| Message::Resize(
                Edge::List,
                to
            )),
            bar(workspace),
            across(),
            row![
                container(known(workspace, room - 2.0 * gap::M)).width(Fill),
                down(),
                container(setup::view(workspace)).width(width),
            ]
            .height(Fill),
        ]
        .into()
    });
    container(inner.height(workspace.view.issues_height()))
        .width(Fill)
        .into()
}

/// Progress, pause and close.
fn bar(workspace: &Workspace) -> Element<'_, Message> {
    let balance = workspace.balance();
    let progress = match balance.shown() {
        Some(figures) if balance.is_fresh() => texts::balance_progress(figures, balance),
        _ => String::new(),
    };
    let (sign, what) = if balance.is_paused() {
        (Icon::Play, texts::BALANCE_GO_ON)
    } else {
        (Icon::Pause, texts::BALANCE_PAUSE)
    };
    let bar = row![
        icon(Icon::Scale).style(theme::accent),
        heading(texts::BALANCE),
        space().width(gap::S),
        container(caption(progress)).width(Fill),
        icon_button(sign, what, "", Some(say(Balance::Pause)), false),
        press(Icon::X, texts::HIDE_BALANCE, Command::ToggleBalance, true),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    container(bar).padding([3.0, gap::S]).into()
}

type Style = fn(&Theme) -> text::Style;

/// What is known of the balance, `room` logical pixels wide.
fn known(workspace: &Workspace, room: f32) -> Element<'_, Message> {
    /// Reasons shown why the map cannot be played.
    const SOME: usize = 4;
    let balance = workspace.balance();
    let mut content = column![].spacing(gap::S);
    let trouble = balance.trouble();
    for problem in trouble.iter().take(SOME) {
        let line = row![
            icon(Icon::Circle).style(theme::muted),
            container(body(texts::sentence(problem))).width(Fill)
        ];
        content = content.push(line.spacing(gap::S));
    }
    if trouble.len() > SOME {
        content = content.push(caption(texts::more_trouble(trouble.len() - SOME)));
    }
    if !trouble.is_empty() {
        let (head, next) = match balance.most_players() {
            Some(most) => (texts::BALANCE_CROWD, texts::balance_crowd(most)),
            None => (
                texts::BALANCE_REFUSED,
                texts::BALANCE_REFUSED_HINT.to_owned(),
            ),
        };
        let (head, next) = (heading(head), caption(next));
        content = column![head, next, content].spacing(gap::S);
    }
    if let Some(why) = balance.stopped() {
        let close = Some(say(Balance::Leave));
        let line = row![
            icon(Icon::Info).style(theme::accent),
            container(body(texts::balance_stopped(why))).width(Fill),
            icon_button(Icon::X, texts::BALANCE_STOPPED_CLOSE, "", close, false),
        ];
        content = content.push(line.spacing(gap::S).align_y(Center));
    }
    if let Some(why) = balance.failed() {
        content = content.push(body(texts::games_failed(why)).style(theme::bad));
    }
    let Some(figures) = balance.shown() else {
        if !trouble.is_empty() || balance.failed().is_some() {
            return container(content).padding(gap::M).into();
        }
        let (sign, title, hint) = if balance.is_paused() {
            (Icon::Pause, texts::BALANCE_IDLE, texts::BALANCE_IDLE_HINT)
        } else {
            (Icon::LoaderCircle, texts::BALANCE_BEGINS, "")
        };
        return container(nothing(sign, title, hint)).center_y(Fill).into();
    };
    let fresh = balance.is_fresh();
    let style: Style = if fresh {
        theme::plain_text
    } else {
        theme::muted
    };
    if !fresh {
        let text = texts::balance_stale(balance.next(), figures.half);
        let line = row![icon(Icon::History).style(theme::warn), body(text)];
        content = content.push(line.spacing(gap::S).align_y(Center));
    }
    if let Some(offer) = balance.offer(workspace.document.revision()) {
        content = content.push(offered(offer, room));
    }
    content = content
        .push(words(figures, fresh, style))
        .push(tables::continents(figures, room, style))
        .push(tables::places(figures, room, style))
        .push(caption(texts::BALANCE_SURE));
    list(container(content).padding(gap::M), "balance")
        .height(Fill)
        .into()
}

/// Anomalies and a summary.
fn words(figures: &Figures, fresh: bool, style: Style) -> Element<'_, Message> {
    /// The most sentences.
    const MOST: usize = 12;
    let line = |sign: Icon, colour: Style, text: String, to: Option<Message>| {
        let line = row![
            icon(sign).style(if fresh { colour } else { theme::muted }),
            container(body(text).style(style)).width(Fill),
        ]
        .spacing(gap::S);
        let button = button(line).width(Fill).padding([3.0, 6.0]);
        button.style(theme::list_row(false)).on_press_maybe(to)
    };
    let mut words = column![];
    let unended = unfinished(std::slice::from_ref(&figures.section));
    if let Some(told) = &unended {
        words = words.push(line(Icon::Hourglass, theme::warn, told.line(), None));
    }
    for finding in figures.findings.iter().take(MOST) {
        let told = texts::balance_finding(figures, finding);
        let to = subject(figures, finding);
        words = words.push(line(face(finding), theme::warn, told.line(), to));
        let follows = told.follows.iter().map(|one| {
            let text = caption(format!("{FOLLOWS} {one}"));
            container(text).padding([1.0, 32.0]).into()
        });
        words = words.extend(follows);
    }
    if figures.findings.is_empty() && unended.is_none() {
        let fine = texts::BALANCE_FINE.to_owned();
        words = words.push(line(Icon::CircleCheck, theme::good, fine, None));
    }
    let summary = texts::balance_summary(figures);
    words
        .push(line(Icon::Info, theme::muted, summary, None))
        .into()
}

fn face(finding: &Finding) -> Icon {
    match (finding.subject, finding.is_more) {
        (Subject::Continent(_), true) => Icon::TrendingUp,
        (Subject::Continent(_), false) => Icon::TrendingDown,
        (Subject::Place(_), _) => Icon::ListOrdered,
        (Subject::Territory(_), _) => Icon::MapPin,
    }
}

fn subject(figures: &Figures, finding: &Finding) -> Option<Message> {
    match finding.subject {
        Subject::Place(_) => None,
        Subject::Territory(at) => figures.territories.get(at).copied().map(Message::Reveal),
        Subject::Continent(at) => figures
            .continents
            .get(at)
            .copied()
            .map(Message::SelectContinent),
    }
}

/// The proposed bonuses with Apply and Discard.
fn offered(offer: &Offer, room: f32) -> Element<'_, Message> {
    let text = texts::balance_offer(offer);
    let apply = offer.changes().then(|| say(Balance::Apply));
    let head = row![
        container(heading(texts::BALANCE_OFFER)).width(Fill),
        worded(texts::BALANCE_APPLY, apply, theme::primary),
        worded(
            texts::BALANCE_LEAVE,
            Some(say(Balance::Leave)),
            theme::plain
        ),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    let mut card = column![head, body(text)].spacing(gap::S);
    if offer.changes() {
        card = card.push(tables::offered(offer, room - 2.0 * gap::M));
    }
    container(card)
        .padding(gap::M)
        .width(Fill)
        .style(theme::card)
        .into()
}
