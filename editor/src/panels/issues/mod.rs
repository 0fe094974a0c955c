//! What is wrong with the map: the list, what can be done about the chosen
//! issue, and the safe repairs as a list with ticks.

mod batch;
mod detail;
mod list;

pub(super) use list::fix_button;

use iced::widget::{button, column, container, responsive, row, space, text};
use iced::{Center, Element, Fill, Size, Theme};
use lucide_icons::Icon;
use marchland_ui::edge;
use marchland_ui::parts::{across, body, caption, down, finder, icon, icon_button, tip, worded};
use marchland_ui::theme::{self, size, space as gap};
use marchland_validator::{Counts, Finding, Severity};

use super::Frame;
use crate::bench::{Bench, Edge, Message};
use crate::commands::Command;
use crate::findings::{Findings, Message as Issue};
use crate::texts;

/// Width of a panel in which rows have room for buttons.
const ROOMY: f32 = 820.0;

type TextStyle = fn(&Theme) -> text::Style;

/// Sign and colour of a severity; its word stands beside it or in its tip.
pub(super) fn face(severity: Severity) -> (Icon, TextStyle) {
    match severity {
        Severity::Error => (Icon::CircleX, theme::bad),
        Severity::Warning => (Icon::TriangleAlert, theme::warn),
        Severity::Info => (Icon::Info, theme::accent),
    }
}

/// Sign, colour and word of a finding: what is only missing while a map is in the making
/// looks as in the checklist, for it is no mistake.
pub(super) fn face_of(bench: &Bench, finding: &Finding) -> (Icon, TextStyle, &'static str) {
    if bench.is_to_do(finding) {
        return (Icon::Circle, theme::muted, texts::TO_DO);
    }
    let (sign, style) = face(finding.severity);
    (sign, style, texts::severity(finding.severity))
}

fn say(issue: Issue) -> Message {
    Message::Issue(issue)
}

pub(super) fn view<'a>(bench: &'a Bench, frame: Frame<'a>) -> Element<'a, Message> {
    if !bench.view.issues_open {
        return space().into();
    }
    let inner = responsive(move |size| {
        let roomy = size.width >= ROOMY;
        let content = if bench.findings().batch().is_some() {
            let size = Size::new(size.width, bench.view.sizes.list);
            container(batch::view(bench, size))
        } else {
            let width = if roomy { 350.0 } else { 286.0 };
            container(row![
                container(list::view(bench, roomy)).width(Fill),
                down(),
                container(detail::view(bench, frame)).width(width),
            ])
        };
        column![
            edge::over(bench.view.sizes.list, |to| Message::Resize(Edge::List, to)),
            bar(bench, roomy),
            trouble(bench.findings()),
            across(),
            content.height(Fill),
        ]
        .into()
    });
    container(inner.height(bench.view.issues_height()))
        .width(Fill)
        .into()
}

/// Switches, filter, the way to the safe repairs, and from one issue to the
/// next.
fn bar(bench: &Bench, roomy: bool) -> Element<'_, Message> {
    let findings = bench.findings();
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
        crate::bench::ids::ISSUE_FILTER,
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
    if !bench.is_checked() && roomy {
        bar = bar.push(caption(texts::LOOKING));
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
    let command = |command| Some(Message::Do(command));
    let place = texts::place_in_list(findings.chosen_row(), findings.len());
    let place: Element<'_, Message> = if roomy {
        caption(place).into()
    } else {
        space().into()
    };
    let bar = bar
        .push(place)
        .push(icon_button(
            Icon::ChevronUp,
            texts::PREVIOUS_ISSUE,
            Command::PreviousProblem.key(),
            command(Command::PreviousProblem),
            false,
        ))
        .push(icon_button(
            Icon::ChevronDown,
            texts::NEXT_ISSUE,
            Command::NextProblem.key(),
            command(Command::NextProblem),
            false,
        ))
        .push(icon_button(
            Icon::X,
            texts::HIDE_ISSUES,
            Command::ToggleProblems.key(),
            command(Command::ToggleProblems),
            false,
        ));
    container(bar).padding([3.0, gap::S]).into()
}

/// Every severity with how many issues of it are open, the worst first.
pub(super) fn by_severity(counts: Counts) -> [(Severity, usize); 3] {
    [
        (Severity::Error, counts.errors),
        (Severity::Warning, counts.warnings),
        (Severity::Info, counts.infos),
    ]
}

/// A sign with a number that shows or hides what it counts.
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

/// One half of the choice between all and what is in view.
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

/// Why the settings beside the map could not be used.
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
