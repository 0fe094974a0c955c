//! The selected issue: message, fixes, explanation.

use iced::widget::{button, column, container, mouse_area, row, space};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, icon, input, list, sized, tip, worded};
use marchland_ui::theme::{self, size, space as gap};
use marchland_validator::{Finding, Fix, Safety};

use super::{face_of, say};
use crate::commands::Command;
use crate::findings::{self, Findings, Message as Issue};
use crate::panels::{Frame, press};
use crate::texts;
use crate::workspace::ids::REASON;
use crate::workspace::{Message, Workspace};

pub(super) fn view<'a>(
    workspace: &'a Workspace,
    finding: &'a Finding,
    frame: Frame<'a>,
) -> Element<'a, Message> {
    let findings = workspace.findings();
    if findings.explaining {
        return scrolling(page(workspace, finding));
    }
    let refused = frame.unwaivable.or(findings::unwaivable(finding));
    column![
        scrolling(what(workspace, finding, refused, frame.in_file)),
        container(actions(findings, finding, refused))
            .padding([gap::XS, gap::M])
            .width(Fill),
    ]
    .into()
}

fn scrolling(content: Element<'_, Message>) -> Element<'_, Message> {
    list(container(content).padding([gap::S, gap::M]), "issue")
        .height(Fill)
        .into()
}

fn head<'a>(workspace: &Workspace, finding: &'a Finding) -> Element<'a, Message> {
    let (sign, style, word) = face_of(workspace, finding);
    row![
        icon(sign).style(style),
        body(word).style(style),
        caption(texts::rule(finding)),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .into()
}

/// What is wrong, where, and how to fix it; at the end why it cannot be waived.
fn what<'a>(
    workspace: &'a Workspace,
    finding: &'a Finding,
    refused: Option<&'static str>,
    in_file: bool,
) -> Element<'a, Message> {
    let findings = workspace.findings();
    let mut content = column![
        head(workspace, finding),
        body(texts::message(workspace.document.draft(), finding))
    ]
    .spacing(gap::XS);
    let whereabouts = texts::whereabouts(finding, in_file);
    if !whereabouts.is_empty() {
        content = content.push(caption(whereabouts));
    }
    if let Some(help) = &finding.help {
        content = content.push(caption(texts::sentence(help)));
    }
    if let Some(reason) = &finding.waived {
        content = content.push(waived(findings, finding, reason));
    } else if finding.fixes.is_empty() {
        content = content.push(caption(texts::NO_FIX));
    } else {
        let fixes = finding.fixes.iter().enumerate();
        content = content.extend(fixes.map(|(at, fix)| repair(finding, at, fix)));
    }
    content
        .extend(refused.map(|why| caption(why).into()))
        .into()
}

/// A fix: a full-width button, and why it is disabled or a guess.
fn repair<'a>(finding: &'a Finding, at: usize, fix: &'a Fix) -> Element<'a, Message> {
    let face = row![
        icon(Icon::Wrench).size(14.0),
        container(body(&fix.title)).width(Fill)
    ]
    .spacing(6)
    .align_y(Center);
    let press = say(Issue::Fix(finding.id.clone(), at));
    let button = button(face)
        .width(Fill)
        .padding([5.0, 8.0])
        .style(theme::secondary)
        .on_press_maybe(fix.disabled.is_none().then_some(press));
    let peek = (finding.id.clone(), at);
    let area = mouse_area(button)
        .on_move(move |_| say(Issue::Peek(Some(peek.clone()))))
        .on_exit(say(Issue::Peek(None)));
    let note = match (&fix.disabled, fix.safety) {
        (Some(why), _) => Some(texts::sentence(why)),
        (None, Safety::Unsafe) => Some(texts::GUESS.to_owned()),
        (None, Safety::Safe) => None,
    };
    let mut column = column![area].spacing(2);
    if let Some(note) = note {
        column = column.push(caption(note));
    }
    column.into()
}

fn waived<'a>(
    findings: &'a Findings,
    finding: &'a Finding,
    reason: &'a str,
) -> Element<'a, Message> {
    let waiver = findings.outcome().and_then(|o| o.waiver_of(finding));
    let covered = findings.all().iter();
    let others = waiver.map_or(0, |waiver| {
        covered
            .filter(|f| f.id != finding.id && waiver.covers(f))
            .count()
    });
    let mut column = column![body(texts::waived_because(reason))].spacing(2);
    if others > 0 {
        column = column.push(caption(texts::waives_others(others)));
    }
    column.into()
}

/// Actions of every issue, always visible.
fn actions<'a>(
    findings: &'a Findings,
    finding: &'a Finding,
    refused: Option<&'static str>,
) -> Element<'a, Message> {
    let top = iced::widget::tooltip::Position::Top;
    let id = finding.id.clone();
    let show = worded(
        texts::SHOW_ON_MAP,
        Some(say(Issue::Go(id.clone()))),
        theme::secondary,
    );
    let why = worded(
        texts::WHY,
        Some(say(Issue::Explain(true))),
        theme::secondary,
    );
    let mut buttons = row![
        tip(show, texts::SHOW_ON_MAP_HINT, "", top),
        tip(why, texts::WHY_HINT, "", top),
    ]
    .spacing(gap::XS);
    let keys = press(Icon::Wrench, texts::FIXES_HINT, Command::Fixes, true);
    buttons = buttons.push(keys);
    let waiver = findings.outcome().and_then(|o| o.waiver_of(finding));
    if waiver.is_some() {
        let back = say(Issue::Unwaive(id));
        buttons = buttons.push(worded(
            texts::UNWAIVE,
            refused.is_none().then_some(back),
            theme::secondary,
        ));
        return buttons.wrap().vertical_spacing(gap::XS).into();
    }
    if let Some(reason) = &findings.reason {
        return waiving(reason, findings.waiver().is_some());
    }
    let waive = worded(
        texts::WAIVE,
        refused.is_none().then_some(say(Issue::Waive(true))),
        theme::plain,
    );
    let hint = refused.unwrap_or(texts::WAIVE_HINT);
    buttons.push(tip(waive, hint, "", top)).into()
}

fn waiving(reason: &str, given: bool) -> Element<'_, Message> {
    let done = say(Issue::WaiveDone);
    let line = input(texts::WAIVE_REASON, reason, |text| say(Issue::Reason(text)))
        .id(REASON)
        .on_submit(done.clone());
    let line = row![
        container(line).width(Fill),
        worded(texts::WAIVE_DONE, given.then_some(done), theme::primary),
        worded(texts::CANCEL, Some(say(Issue::Waive(false))), theme::plain),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    column![line, caption(texts::WAIVE_HINT)]
        .spacing(gap::XS)
        .into()
}

/// The rule's page of the manual.
fn page<'a>(workspace: &Workspace, finding: &'a Finding) -> Element<'a, Message> {
    let back = worded(texts::BACK, Some(say(Issue::Explain(false))), theme::plain);
    let top = row![head(workspace, finding), space().width(Fill), back].align_y(Center);
    let blocks = texts::page(finding.rule.page);
    let blocks = blocks.into_iter().map(|(is_heading, block)| {
        if is_heading {
            sized(block, size::BODY + 1.0).into()
        } else {
            body(block).into()
        }
    });
    column![top].extend(blocks).spacing(gap::S).into()
}
