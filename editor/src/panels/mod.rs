//! What the workbench looks like: each panel shows a part of it and says what
//! was asked for.

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
use iced::{Element, Fill, Length};
use marchland_ui::edge;
use marchland_ui::parts::{across, down};
use marchland_ui::theme::Mode;

use crate::bench::{Bench, Edge, Intent, Message, Tab};
use crate::notices::Notice;
use crate::tools::ToolKind;

/// The least height of the list over the inspector.
const LEAST_LIST: f32 = 150.0;

/// What the panels need to know besides the workbench.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Light or dark.
    pub mode: Mode,
    /// Physical pixels for one logical pixel.
    pub pixel_ratio: f32,
    /// A number that no other map on the workbench has.
    pub shown: u64,
    /// What the map is called in the bar: its file.
    pub title: &'a str,
    /// Whether the map can be saved where it is.
    pub savable: bool,
    /// Why the file cannot be saved over, or what else there is to know of it.
    pub notices: &'a [Notice],
    /// Whether the map is being saved.
    pub saving: bool,
    /// Why issues cannot be waived now, if they cannot.
    pub unwaivable: Option<&'static str>,
}

/// Logical pixels between messages and the bottom of a screen.
pub(crate) const LOW: f32 = 92.0;

/// The same on the workbench: messages cover no issues and nothing
/// that one is about to do.
pub(crate) fn toasts_over(bench: &Bench) -> f32 {
    /// Of most cards.
    const CARD: f32 = 110.0;
    let below = if bench.view.issues_open || bench.balance().is_open() {
        bench.view.issues_height()
    } else {
        0.0
    };
    let has_card = bench.intent().is_some_and(Intent::has_card);
    LOW + below + if has_card { CARD } else { 0.0 }
}

/// The whole workbench.
pub fn view<'a>(bench: &'a Bench, frame: Frame<'a>) -> Element<'a, Message> {
    let notices = column(frame.notices.iter().map(topbar::notice));
    let middle = row![
        rail::view(bench),
        down(),
        column![
            canvas::view(bench, frame),
            issues::view(bench, frame),
            balance::view(bench),
        ]
        .width(Fill),
        edge::left_of(bench.view.sizes.side, |to| Message::Resize(Edge::Side, to)),
        side(bench),
    ]
    .height(Fill);
    column![
        topbar::menus(bench, frame),
        across(),
        topbar::view(bench, frame),
        across(),
        notices,
        middle,
        across(),
        status::view(bench, frame.saving),
    ]
    .into()
}

fn side(bench: &Bench) -> Element<'_, Message> {
    let content: Element<'_, Message> = if bench.tool().kind() == ToolKind::Odds {
        odds::view(bench)
    } else {
        responsive(move |size| lists(bench, size.height)).into()
    };
    container(content)
        .width(bench.view.sizes.side)
        .height(Fill)
        .into()
}

/// The outline or the proposals, and the inspector below, in so much height.
fn lists(bench: &Bench, height: f32) -> Element<'_, Message> {
    let list = match bench.view.tab {
        Tab::Outline => outline::view(bench, height),
        Tab::Proposals => proposals::view(bench, height),
    };
    let most = (height - LEAST_LIST).max(LEAST_LIST);
    let usual = ((height - outline::TABS) * 7.0 / 12.0).round();
    let inspector = bench.view.sizes.inspector.unwrap_or(usual).min(most);
    column![
        outline::tabs(bench),
        container(list).height(Fill),
        edge::over(inspector, |to| Message::Resize(Edge::Inspector, to)),
        container(inspector::view(bench)).height(Length::Fixed(inspector)),
    ]
    .into()
}
