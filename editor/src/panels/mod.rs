//! The view of the workspace, one module per panel.

mod balance;
mod canvas;
mod drawing;
mod inspector;
mod intent;
mod issues;
mod odds;
mod offers;
mod outline;
pub(crate) mod playtest;
mod proposals;
mod rail;
mod status;
mod topbar;
mod tracing;

use iced::widget::{column, container, responsive, row};
use iced::{Element, Fill, Length, Padding, padding};
use lucide_icons::Icon;
use marchland_ui::edge;
use marchland_ui::parts::{across, down, icon_button};
use marchland_ui::theme::Mode;

use crate::commands::Command;
use crate::notices::Notice;
use crate::tools::ToolKind;
use crate::workspace::{Edge, Message, Tab, Workspace};

/// Least height of the list above the inspector.
const LEAST_LIST: f32 = 150.0;

/// Context of the panels besides the workspace.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    pub mode: Mode,
    /// Physical pixels per logical pixel.
    pub pixel_ratio: f32,
    /// Identifies the map.
    pub shown: u64,
    /// The title of the map: its file.
    pub title: &'a str,
    /// Whether the map can be saved in place.
    pub savable: bool,
    /// Whether the map was ever saved.
    pub in_file: bool,
    pub notices: &'a [Notice],
    pub saving: bool,
    /// Why issues cannot be waived now, if they cannot.
    pub unwaivable: Option<&'static str>,
}

/// Logical pixels between toasts and the bottom edge.
pub(crate) const LOW: f32 = 92.0;

/// The space around toasts in the workspace: they must not cover the panels and cards.
pub(crate) fn around_toasts(workspace: &Workspace) -> Padding {
    /// Height of most cards.
    const CARD: f32 = 110.0;
    let below = if workspace.view.issues_open || workspace.balance().open {
        workspace.view.issues_height()
    } else {
        0.0
    };
    let card = if canvas::has_card(workspace) {
        CARD
    } else {
        0.0
    };
    let bottom = LOW + below + card;
    padding::bottom(bottom).right(workspace.view.sizes.side)
}

/// An icon button for a command, labelled by other words than in the table of commands; disabled
/// unless the command `may` be given.
fn press<'a>(
    symbol: Icon,
    words: impl Into<String>,
    command: Command,
    may: bool,
) -> Element<'a, Message> {
    let message = may.then_some(Message::Do(command));
    icon_button(symbol, words, command.key(), message, false)
}

pub fn view<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    let notices = column(frame.notices.iter().map(topbar::notice));
    let middle = row![
        rail::view(workspace),
        down(),
        column![
            canvas::view(workspace, frame),
            issues::view(workspace, frame),
            balance::view(workspace),
        ]
        .width(Fill),
        edge::left_of(workspace.view.sizes.side, |to| Message::Resize(
            Edge::Side,
            to
        )),
        side(workspace),
    ]
    .height(Fill);
    column![
        topbar::menus(workspace, frame),
        across(),
        topbar::view(workspace, frame),
        across(),
        notices,
        middle,
        across(),
        status::view(workspace, frame),
    ]
    .into()
}

fn side(workspace: &Workspace) -> Element<'_, Message> {
    let content: Element<'_, Message> = if workspace.tool().kind() == ToolKind::Odds {
        odds::view(workspace)
    } else {
        responsive(move |size| lists(workspace, size.height)).into()
    };
    container(content)
        .width(workspace.view.sizes.side)
        .height(Fill)
        .into()
}

/// The outline or the proposals, with the inspector below, in this height.
fn lists(workspace: &Workspace, height: f32) -> Element<'_, Message> {
    let list = match workspace.view.tab {
        Tab::Outline => outline::view(workspace, height),
        Tab::Proposals => proposals::view(workspace, height),
    };
    let most = (height - LEAST_LIST).max(LEAST_LIST);
    let usual = ((height - outline::TABS) * 7.0 / 12.0).round();
    let inspector = workspace.view.sizes.inspector.unwrap_or(usual).min(most);
    column![
        outline::tabs(workspace),
        container(list).height(Fill),
        edge::over(inspector, |to| Message::Resize(Edge::Inspector, to)),
        container(inspector::view(workspace)).height(Length::Fixed(inspector)),
    ]
    .into()
}
