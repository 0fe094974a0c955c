//! The issues panel: list, selected issue, safe fixes.

mod batch;
mod detail;
mod list;

pub(super) use list::fix_button;

use iced::widget::{button, column, container, responsive, row, space, text};
use iced::{Center, Element, Fill, Size, Theme};
use lucide_icons::Icon;
use marchland_ui::edge;
use marchland_ui::parts::{across, body, caption, down, finder, icon, tip, worded};
use marchland_ui::theme::{self, size, space as gap};
use marchland_validator::{Counts, Finding, Severity};

use super::{Frame, press};
use crate::commands::Command;
use crate::findings::{Findings, Message as Issue};
use crate::texts;
use crate::workspace::{Edge, Message, Workspace};

/// Panel width from which rows show buttons.
const ROOMY: f32 = 820.0;

type TextStyle = fn(&Theme) -> text::Style;

/// Icon, colour and label of what is merely missing.
const TO_DO: (Icon, TextStyle, &str) = (Icon::Circle, theme::muted, texts::TO_DO);

/// Icon and colour of a severity.
pub(super) fn face(severity: Severity) -> (Icon, TextStyle) {
    match severity {
        Severity::Error => (Icon::CircleX, theme::bad),
        Severity::Warning => (Icon::TriangleAlert, theme::warn),
        Severity::Info => (Icon::Info, theme::accent),
    }
}

/// Icon, colour and label of a finding. What the checklist of an unfinished map lists is shown as
/// there.
pub(super) fn face_of(workspace: &Workspace, finding: &Finding) -> (Icon, TextStyle, &'static str) {
    if workspace.findings().is_to_do(finding) {
        return TO_DO;
    }
    let (sign, style) = face(finding.severity);
    (sign, style, texts::severity(finding.severity))
}

fn say(issue: Issue) -> Message {
    Message::Issue(issue)
}

pub(super) fn view<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    if !workspace.view.issues_open {
        return space().into();
    }
    let inner = responsive(move |size| {
        let roomy = size.width >= ROOMY;
        let content = if workspace.findings().batch().is_some() {
            let size = Size::new(size.width, workspace.view.sizes.list);
            container(batch::view(workspace, size))
        } else {
            let width = if roomy { 380.0 } else { 286.0 };
            let mut parts = row![container(list::view(workspace, roomy)).width(Fill)];
            if let Some(finding) = workspace.findings().chosen() {
                let detail = detail::view(workspace, finding, frame);
                parts = parts.push(down()).push(container(detail).width(width));
            }
            container(parts)
        };
        column![
            edge::over(workspace.view.sizes.list, |to| Message::Resize(
                Edge::List,
                to
            )),
            bar(workspace, roomy),
            trouble(workspace.findings()),
            across(),
            content.height(Fill),
        ]
        .into()
    });
    container(inner.height(workspace.view.issues_height()))
        .width(Fill)
        .into()
}

/// Toggles, filter, safe fixes, navigation.
fn bar(workspace: &Workspace, roomy: bool) -> Element<'_, Message> {
    let findings = workspace.findings();
    let counts = findings.counts();
    let filter = findings.filter();
    let mut bar = row![].spacing(gap::XS).align_y(Center);
    for (severity, n) in by_severity(counts) {
        let shown = filter.shows(severity);
        let what = texts::toggle_severity(severity, n, shown);
        bar = bar.push(switch(
            face(severity),
            n,
            shown,
            what,
            Issue::Severity(severity),
        ));
    }
    if findings.to_do() > 0 {
        let (sign, style, _) = TO_DO;
        let (n, shown) = (findings.to_do(), !filter.hides_to_do);
        let what = texts::toggle_to_do(n, shown);
        bar = bar.push(switch((sign, style), n, shown, what, Issue::ToDo));
    }
    if counts.waived > 0 {
        let what = texts::toggle_waived(counts.waived, filter.waived);
        let looks: (_, TextStyle) = (Icon::EyeOff, theme::muted);
        bar = bar.push(switch(
            looks,
            counts.waived,
            filter.waived,
            what,
            Issue::Waived,
        ));
    }
    let words = finder(
        crate::workspace::ids::ISSUE_FILTER,
        (texts::ISSUES_HINT, texts::CLEAR_FINDER),
        &filter.text,
        |text| say(Issue::Text(text)),
        None,
    );
    bar = bar
        .push(space().width(gap::XS))
        .push(container(words).width(Fill).max_width(280))
        .push(part(texts::ALL, texts::ALL_HINT, !filter.in_view, false))
        .push(part(
            texts::IN_VIEW,
            texts::IN_VIEW_HINT,
            filter.in_view,
            true,
        ))
        .push(space().width(Fill));
    if !workspace.is_checked() && roomy {
        bar = bar.push(caption(findings.why_unchecked()));
    }
    let safe = findings.safe().count();
    if safe > 0 {
        let open = findings.batch().is_some();
        let button = worded(
            if roomy {
                texts::preview_safe(safe)
            } else {
                texts::safe_short(safe)
            },
            Some(say(Issue::Batch(!open))),
            theme::secondary,
        );
        let hint = texts::PREVIEW_SAFE_HINT;
        bar = bar.push(tip(button, hint, "", iced::widget::tooltip::Position::Top));
    }
    let place = texts::place_in_list(findings.chosen_row(), findings.len());
    let place: Element<'_, Message> = if roomy {
        caption(place).into()
    } else {
        space().into()
    };
    let ways = [
        (
            Icon::ChevronUp,
            texts::PREVIOUS_ISSUE,
            Command::PreviousIssue,
        ),
        (Icon::ChevronDown, texts::NEXT_ISSUE, Command::NextIssue),
        (Icon::X, texts::HIDE_ISSUES, Command::ToggleIssues),
    ];
    let ways = ways.map(|(symbol, words, command)| press(symbol, words, command, true));
    container(bar.push(place).extend(ways))
        .padding([3.0, gap::S])
        .into()
}

/// Severities with the number of open issues, the worst first.
pub(super) fn by_severity(counts: Counts) -> [(Severity, usize); 3] {
    [
        (Severity::Error, counts.errors),
        (Severity::Warning, counts.warnings),
        (Severity::Info, counts.infos),
    ]
}

/// A toggle with icon and number.
fn switch<'a>(
    (sign, style): (Icon, TextStyle),
    n: usize,
    on: bool,
    what: String,
    issue: Issue,
) -> Element<'a, Message> {
    let style = if on && n > 0 { style } else { theme::muted };
    let count =
        body(texts::number(n as u64)).style(if on { theme::plain_text } else { theme::muted });
    let content = row![icon(sign).style(style), count]
        .spacing(5)
        .align_y(Center)
        .height(Fill);
    let button = button(content)
        .height(size::CONTROL)
        .padding([0.0, 8.0])
        .style(theme::switch(on))
        .on_press(say(issue));
    tip(button, what, "", iced::widget::tooltip::Position::Top)
}

/// One half of the choice between all issues and those in view.
fn part<'a>(
    word: &'static str,
    hint: &'static str,
    is: bool,
    in_view: bool,
) -> Element<'a, Message> {
    let button = button(container(body(word)).center_y(Fill))
        .height(size::CONTROL)
        .padding([0.0, 8.0])
        .style(theme::chosen(is))
        .on_press(say(Issue::InView(in_view)));
    tip(button, hint, "", iced::widget::tooltip::Position::Top)
}

/// Why the settings beside the map are ignored.
fn trouble(findings: &Findings) -> Element<'_, Message> {
    let trouble = findings.outcome().and_then(|o| o.trouble.as_deref());
    let Some(trouble) = trouble else {
        return space().into();
    };
    let line = row![
        icon(Icon::TriangleAlert).style(theme::warn),
        container(body(texts::settings_trouble(trouble))).width(Fill),
    ]
    .spacing(gap::S)
    .align_y(Center);
    container(line)
        .padding([gap::XS, gap::M])
        .width(Fill)
        .style(theme::notice(|tokens| tokens.warn))
        .into()
}
