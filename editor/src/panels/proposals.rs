//! The list of proposed neighbours.

use iced::widget::{column, container, row, space, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::parts::{
    body, caption, icon_button, labelled, list, nothing, row_button, slide, tip, worded,
};
use marchland_ui::theme::{self, space as gap};

use crate::commands::Command;
use crate::proposals::Proposal;
use crate::texts;
use crate::workspace::{Change, Message, Rows, Tab, Workspace};

/// The widest separator on offer, in pixels.
const WIDEST: u16 = 24;

/// The proposals in a panel of this height.
pub(super) fn view(workspace: &Workspace, height: f32) -> Element<'_, Message> {
    let open = workspace.document.proposals();
    let draft = workspace.document.draft();
    let gap_now = workspace.document.land().map_or(0, |land| land.gap(draft)) as u16;
    let gap_slider = column![
        row![
            body(texts::GAP).style(theme::muted).width(Fill),
            body(texts::pixels(gap_now)),
        ],
        slide(0..=WIDEST, gap_now, |gap| Message::Inspect(Change::Gap(
            gap
        ))),
    ]
    .spacing(2);
    let look = labelled(
        Icon::Waves,
        texts::LOOK_ACROSS,
        workspace.document.land().map(|_| Message::LookAcross),
        theme::plain,
    );
    let across = workspace.across();
    let lower: Element<'_, Message> = if open.is_empty() && across.is_empty() {
        column![
            nothing(
                Icon::CircleCheck,
                texts::NO_PROPOSALS,
                texts::NO_PROPOSALS_HINT,
            ),
            container(look).center_x(Fill),
        ]
        .into()
    } else {
        let at = workspace.view.proposals_at;
        let (before, visible, after) = Rows::PROPOSALS.visible(at, height, open.len());
        let lines = open[visible].iter().map(|p| line(workspace, p));
        let lines = column(lines).spacing(Rows::PROPOSALS.gap);
        let mut rows = column![space().height(before), lines, space().height(after)];
        if across.is_empty() {
            rows = rows.push(look);
        } else {
            let likely = workspace.likely_across().len();
            let link = worded(
                texts::accept_likely(likely),
                (likely > 0).then_some(Message::AcceptLikely),
                theme::secondary,
            );
            let link = tip(
                link,
                texts::ACCEPT_LIKELY_HINT,
                "",
                tooltip::Position::Bottom,
            );
            rows = rows.push(container(link).padding([gap::S, 6.0]));
            let title = caption(texts::ACROSS);
            rows = rows.push(container(title).padding([gap::S, 6.0]));
            rows = rows.extend(across.iter().map(|p| line(workspace, p)));
        }
        let actions = row![
            tip(
                worded(
                    texts::accept_all(open.len()),
                    Some(Message::AcceptAll),
                    theme::primary
                ),
                texts::ACCEPT_ALL_HINT,
                Command::AcceptAll.key(),
                tooltip::Position::Bottom,
            ),
            tip(
                worded(texts::REVIEW, Some(Message::Review(true)), theme::secondary),
                texts::REVIEW_HINT,
                Command::Accept.key(),
                tooltip::Position::Bottom,
            ),
        ]
        .spacing(gap::S);
        let actions: Element<'_, Message> = if open.is_empty() {
            space().into()
        } else {
            container(actions).padding([0.0, gap::M]).into()
        };
        column![
            actions,
            list(container(rows).padding([0.0, gap::S]), "proposals")
                .height(Fill)
                .on_scroll(|view| Message::Scrolled(Tab::Proposals, view.absolute_offset().y)),
        ]
        .spacing(gap::S)
        .into()
    };
    column![container(gap_slider).padding([gap::S, gap::M]), lower].into()
}

fn line<'a>(workspace: &'a Workspace, proposal: &Proposal) -> Element<'a, Message> {
    let draft = workspace.document.draft();
    let [a, b] = [proposal.a, proposal.b].map(|key| texts::territory_name(draft, key));
    let asked = workspace.asked().is_some_and(|(_, p)| p == *proposal);
    let name = cut(texts::pair(&a, &b), theme::plain_text);
    let face = row![
        container(name).width(Fill),
        caption(texts::pixels(proposal.length)),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .height(Fill);
    let show = row_button(face, Rows::PROPOSALS.height, 6.0, asked)
        .on_press(Message::ShowProposal(*proposal));
    let answer = |symbol, what, like: Command, message| {
        icon_button(symbol, what, like.key(), Some(message), false)
    };
    let (accept, reject) = (Message::Accept(*proposal), Message::Reject(*proposal));
    row![
        show,
        answer(Icon::Check, texts::ACCEPT, Command::Accept, accept),
        answer(Icon::X, texts::DECLINE, Command::Reject, reject),
    ]
    .align_y(Center)
    .into()
}
