//! The list of issues; only visible rows are built.

use iced::widget::{button, column, container, mouse_area, responsive, row, space};
use iced::{Center, Element, Fill, Padding};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::parts::{body, caption, icon, list, nothing, row_button, worded};
use marchland_ui::theme::{self, space as gap};
use marchland_validator::Finding;

use super::{face_of, say};
use crate::findings::Message as Issue;
use crate::texts;
use crate::workspace::ids::ISSUES;
use crate::workspace::{Message, Rows, Workspace};

pub(super) fn view(workspace: &Workspace, roomy: bool) -> Element<'_, Message> {
    let findings = workspace.findings();
    if findings.outcome().is_none() {
        return empty(Icon::LoaderCircle, findings.why_unchecked(), "");
    }
    if findings.is_empty() {
        let counts = findings.counts();
        let none = counts.errors + counts.warnings + counts.infos + findings.to_do() == 0;
        if none && !findings.filter().waived {
            return empty(Icon::CircleCheck, texts::NO_ISSUES, texts::NO_ISSUES_HINT);
        }
        let all = worded(
            texts::CLEAR_FILTER,
            Some(say(Issue::ShowAll)),
            theme::secondary,
        );
        let column = column![body(texts::NOTHING_LISTED), all]
            .spacing(gap::M)
            .align_x(Center);
        return container(column).center(Fill).into();
    }
    responsive(move |size| {
        let (before, rows, after) =
            Rows::ISSUES.visible(findings.scrolled, size.height, findings.len());
        let chosen = findings.chosen().map(|finding| &*finding.id);
        let rows = rows.filter_map(|at| findings.row(at));
        // Message and button share the width.
        let widest = (size.width * 0.36).clamp(190.0, 460.0);
        let is_chosen = |finding: &Finding| chosen == Some(&*finding.id);
        let rows = rows.map(|finding| line(workspace, finding, is_chosen(finding), roomy, widest));
        let mut content = column![space().height(before)];
        content = content.extend(rows).push(space().height(after));
        // The scroll bar must not touch the buttons.
        let content = container(content).padding(Padding::from([0.0, gap::S]).right(gap::M));
        let scrolling = list(content, ISSUES)
            .height(Fill)
            .on_scroll(|view| say(Issue::Scrolled(view.absolute_offset().y)));
        mouse_area(scrolling)
            .on_exit(say(Issue::Hover(None)))
            .into()
    })
    .into()
}

fn empty<'a>(of: Icon, title: &'a str, hint: &'a str) -> Element<'a, Message> {
    container(nothing(of, title, hint)).center_y(Fill).into()
}

fn line<'a>(
    workspace: &Workspace,
    finding: &'a Finding,
    chosen: bool,
    roomy: bool,
    widest: f32,
) -> Element<'a, Message> {
    let waived = finding.waived.is_some();
    let (mut sign, mut style, word) = face_of(workspace, finding);
    if waived {
        (sign, style) = (Icon::EyeOff, theme::muted);
    }
    let message = cut(
        texts::message(workspace.document.draft(), finding),
        if waived {
            theme::muted
        } else {
            theme::plain_text
        },
    );
    let mut face = row![icon(sign).style(style)]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill);
    if roomy {
        face = face.push(caption(word).style(style).width(46));
    }
    let face = face
        .push(caption(finding.rule.code).width(48))
        .push(container(message).width(Fill));
    let main = row_button(face, Rows::ISSUES.height, 6.0, chosen)
        .on_press(say(Issue::Go(finding.id.clone())));
    let usable = finding.fixes.iter().position(|fix| fix.disabled.is_none());
    let fix: Element<'_, Message> = match usable {
        Some(at) if roomy && !waived => fix_button(finding, at, widest),
        _ => space().into(),
    };
    let row = row![main, fix]
        .spacing(gap::XS)
        .align_y(Center)
        .height(Rows::ISSUES.height);
    let id = finding.id.clone();
    mouse_area(row)
        .on_move(move |_| say(Issue::Hover(Some(id.clone()))))
        .into()
}

/// A fix button that previews the fix while hovered.
pub(in crate::panels) fn fix_button(
    finding: &Finding,
    at: usize,
    widest: f32,
) -> Element<'_, Message> {
    let fix = &finding.fixes[at];
    let face = row![
        icon(Icon::Wrench).size(14.0),
        cut(&*fix.title, theme::plain_text),
    ]
    .spacing(6)
    .align_y(Center)
    .height(Fill);
    let button = button(face)
        .height(Rows::ISSUES.height - 4.0)
        .padding([0.0, 8.0])
        .style(theme::secondary)
        .on_press(say(Issue::Fix(finding.id.clone(), at)));
    let peek = (finding.id.clone(), at);
    let area = mouse_area(button)
        .on_move(move |_| say(Issue::Peek(Some(peek.clone()))))
        .on_exit(say(Issue::Peek(None)));
    container(area).max_width(widest).into()
}
