//! The card with the fixes of the current issue.

use iced::widget::{column, container, mouse_area, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::parts::{caption, heading, icon, icon_button, keycap, row_button};
use marchland_ui::theme::{self, size, space as gap};
use marchland_validator::{Finding, Safety};

use super::issues::face_of;
use crate::commands::Command;
use crate::findings::{Findings, Message as Issue, Offer};
use crate::texts;
use crate::workspace::{Message, Workspace};

/// Width in logical pixels.
const WIDTH: f32 = 520.0;

/// The card, while open.
pub(super) fn view(workspace: &Workspace) -> Option<Element<'_, Message>> {
    let findings = workspace.findings();
    let offers = findings.offers.as_ref()?;
    let head = row![
        heading(texts::FIXES),
        space().width(Fill),
        icon_button(
            Icon::X,
            texts::CLOSE,
            Command::Cancel.key(),
            Some(Message::Do(Command::Fixes)),
            false
        ),
    ]
    .align_y(Center);
    let mut card = column![head].spacing(1);
    let mut last = None;
    for (at, (id, offer)) in offers.list().iter().enumerate() {
        let Some(finding) = findings.get(id) else {
            continue;
        };
        if last != Some(id) && *offer != Offer::Batch {
            card = card.push(about(workspace, finding));
        }
        last = Some(id);
        card = card.push(line(findings, finding, offer, at, at == offers.at()));
    }
    let keys = row![
        keycap(Command::Nudge(0, -1).key()),
        keycap(Command::Nudge(0, 1).key()),
        caption(texts::OFFERS_WALK),
        space().width(gap::S),
        keycap(Command::Confirm.key()),
        caption(texts::OFFERS_TAKE),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    let card = card.push(container(keys).padding(iced::padding::top(gap::S)));
    let card = container(card)
        .padding(gap::M)
        .width(WIDTH)
        .style(theme::raised);
    Some(card.into())
}

/// The issue of the entries below.
fn about<'a>(workspace: &Workspace, finding: &'a Finding) -> Element<'a, Message> {
    let (sign, style, _) = face_of(workspace, finding);
    let message = cut(
        texts::message(workspace.document.draft(), finding),
        theme::plain_text,
    );
    let line = row![
        icon(sign).size(14.0).style(style),
        container(message).width(Fill),
        caption(finding.rule.code),
    ]
    .spacing(gap::S)
    .align_y(Center);
    container(line)
        .padding(iced::Padding {
            top: gap::XS,
            bottom: 2.0,
            ..iced::Padding::ZERO
        })
        .into()
}

fn line<'a>(
    findings: &'a Findings,
    finding: &'a Finding,
    offer: &Offer,
    at: usize,
    chosen: bool,
) -> Element<'a, Message> {
    let (sign, words, note) = match offer {
        Offer::Fix(fix) => {
            let fix = &finding.fixes[*fix];
            let guess = fix.safety == Safety::Unsafe;
            let note = if guess { texts::GUESS_SHORT } else { "" };
            (Icon::Wrench, fix.title.clone(), note)
        }
        Offer::Why => (Icon::BookOpen, texts::why_offer(finding), ""),
        Offer::Waive => (Icon::EyeOff, texts::waive_offer(finding), ""),
        Offer::Batch => (
            Icon::ListChecks,
            texts::preview_safe(findings.safe().count()),
            "",
        ),
    };
    let words = cut(words, theme::plain_text);
    let face = row![
        icon(sign).size(14.0),
        container(words).width(Fill),
        caption(note),
        keycap(Command::Pick(at as u8).key()),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .height(Fill);
    let button =
        row_button(face, size::CONTROL, gap::S, chosen).on_press(Message::Issue(Issue::Take(at)));
    // Only a moving pointer highlights, so that one that happens to lie there leaves the
    // highlight to the keys.
    mouse_area(button)
        .on_move(move |_| Message::Issue(Issue::Point(at)))
        .into()
}
