//! The list of safe fixes.

use iced::widget::{column, container, mouse_area, row, space, text};
use iced::{Center, Element, Fill, Size};
use marchland_ui::cut::cut;
use marchland_ui::parts::{caption, heading, icon, list, tick, worded};
use marchland_ui::theme::{self, space as gap};
use marchland_validator::{Finding, Fix};

use super::{ROOMY, face, say};
use crate::findings::Message as Issue;
use crate::texts;
use crate::workspace::ids::ISSUES;
use crate::workspace::{Message, Rows, Sizes, Workspace};

/// Height above the rows.
const HEAD: f32 = Sizes::OVER_BATCH;

pub(super) fn view(workspace: &Workspace, size: Size) -> Element<'_, Message> {
    let findings = workspace.findings();
    let safe: Vec<_> = findings.safe().collect();
    let ticked = safe.iter().filter(|(of, ..)| findings.is_ticked(&of.id));
    let ticked = ticked.count();
    let working = findings.batch().is_some_and(|batch| batch.working);
    let (before, rows, after) =
        Rows::ISSUES.visible(findings.scrolled, size.height - HEAD, safe.len());
    let mut content = column![space().height(before)];
    let first = rows.start;
    for (nth, (finding, at, fix)) in safe[rows].iter().enumerate() {
        let is_at = findings.batch_line() == Some(first + nth);
        let is_ticked = findings.is_ticked(&finding.id);
        let line = line(workspace, finding, *at, fix, is_ticked);
        content = content.push(container(line).style(theme::line_at(is_at)));
    }
    let content = container(content.push(space().height(after))).padding([0.0, gap::M]);
    let rows = list(content, ISSUES)
        .height(Fill)
        .on_scroll(|view| say(Issue::Scrolled(view.absolute_offset().y)));
    let all = ticked < safe.len();
    let word = if all {
        texts::TAKE_ALL
    } else {
        texts::TAKE_NONE
    };
    let ready = ticked > 0 && !working && workspace.is_checked();
    let apply = texts::apply_fixes(ticked);
    let (hint, keys) = match (working, size.width >= ROOMY) {
        (true, _) => (texts::WORKING, ""),
        (false, true) => (texts::BATCH_HINT, texts::BATCH_KEYS),
        (false, false) => ("", texts::BATCH_KEYS),
    };
    let head = row![
        heading(texts::safe_title(safe.len())),
        container(caption(hint)).width(Fill),
        caption(keys),
        worded(word, Some(say(Issue::TickAll(all))), theme::plain),
        worded(texts::CANCEL, Some(say(Issue::Batch(false))), theme::plain),
        worded(
            apply,
            ready.then_some(say(Issue::FixTicked)),
            theme::primary
        ),
    ]
    .spacing(gap::S)
    .align_y(Center);
    column![
        container(head)
            .padding([0.0, gap::M])
            .height(HEAD)
            .center_y(HEAD),
        mouse_area(rows).on_exit(say(Issue::Peek(None))),
    ]
    .into()
}

fn line<'a>(
    workspace: &Workspace,
    finding: &'a Finding,
    at: usize,
    fix: &'a Fix,
    is_ticked: bool,
) -> Element<'a, Message> {
    let (sign, style) = face(finding.severity);
    let id = finding.id.clone();
    let toggle = say(Issue::Tick(id.clone()));
    let tick = tick("", is_ticked, text::Wrapping::None, move |_| {
        say(Issue::Tick(id.clone()))
    });
    let title = cut(&*fix.title, theme::plain_text);
    let message = cut(
        texts::message(workspace.document.draft(), finding),
        theme::muted,
    );
    let row = row![
        tick,
        container(title).width(Fill),
        icon(sign).style(style),
        caption(finding.rule.code).width(48),
        container(message).width(Fill),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .height(Rows::ISSUES.height);
    let peek = (finding.id.clone(), at);
    mouse_area(row)
        .on_press(toggle)
        .on_move(move |_| say(Issue::Peek(Some(peek.clone()))))
        .into()
}
