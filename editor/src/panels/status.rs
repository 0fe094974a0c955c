//! The status bar: issues, counts, pointer, save state.

use iced::widget::{Row, button, container, row, space, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut_at;
use marchland_ui::parts::{caption, icon, swatch, tip};
use marchland_ui::theme::{self, space as gap};

use super::Frame;
use super::issues::{by_severity, face};
use crate::commands::Command;
use crate::texts;
use crate::workspace::{Message, Workspace};

pub(super) fn view<'a>(workspace: &'a Workspace, frame: Frame<'_>) -> Element<'a, Message> {
    let draft = workspace.document.draft();
    let counts = texts::counts(
        draft.territories.len(),
        draft.continents.len(),
        workspace.document.graph().links(),
    );
    let mut line = row![issues(workspace), balance(workspace), caption(counts)]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill);
    line = line.push(space().width(Fill));
    if let Some((pixel, colour)) = workspace.pointer_pixel() {
        let over = workspace.hovered().and_then(|spot| spot.over);
        let name = over
            .map(|key| texts::territory_name(draft, key))
            .unwrap_or_default();
        line = line.push(caption(format!("{}, {}", pixel.x, pixel.y)));
        if let Some(colour) = colour {
            line = line
                .push(swatch(colour, 11.0))
                .push(caption(colour.to_string()));
        }
        line =
            line.push(container(cut_at(name, theme::size::CAPTION, theme::muted)).max_width(220));
        line = line.push(space().width(gap::L));
    }
    let (symbol, word) = if frame.saving {
        (Icon::Save, texts::SAVING)
    } else if workspace.document.is_saved() && frame.in_file {
        (Icon::Check, texts::SAVED)
    } else {
        (Icon::Pencil, texts::NOT_SAVED)
    };
    line = line
        .push(icon(symbol).size(14.0).style(theme::muted))
        .push(caption(word));
    container(line)
        .height(26)
        .width(Fill)
        .padding([0.0, gap::M])
        .into()
}

/// The button of the balance panel.
fn balance(workspace: &Workspace) -> Element<'_, Message> {
    let face = row![icon(Icon::Scale).size(14.0), caption(texts::BALANCE)];
    let face = face.spacing(5).align_y(Center).height(Fill);
    let hints = [texts::SHOW_BALANCE, texts::HIDE_BALANCE];
    toggle(
        face,
        workspace.balance().open,
        hints,
        Command::ToggleBalance,
    )
}

/// The button of a panel; `hints` are shown while the panel is closed and while it is open.
fn toggle<'a>(
    face: Row<'a, Message>,
    open: bool,
    hints: [&'static str; 2],
    command: Command,
) -> Element<'a, Message> {
    let button = button(face)
        .padding([0.0, gap::S])
        .height(Fill)
        .style(theme::chosen(open))
        .on_press(Message::Do(command));
    let hint = hints[usize::from(open)];
    tip(button, hint, command.key(), tooltip::Position::Top)
}

/// The button of the issues panel, with the counts.
fn issues(workspace: &Workspace) -> Element<'_, Message> {
    let mut line = row![].spacing(5).align_y(Center).height(Fill);
    let known = workspace.findings().outcome().is_some();
    let findings = workspace.findings();
    let (counts, to_do) = (findings.counts(), findings.to_do());
    for (severity, n) in by_severity(counts) {
        let (sign, style) = face(severity);
        let style = if n > 0 { style } else { theme::muted };
        line = line
            .push(icon(sign).size(14.0).style(style))
            .push(caption(texts::count_of_issues(known.then_some(n))).style(style))
            .push(space().width(3));
    }
    if to_do > 0 {
        line = line.push(caption(texts::to_do(to_do)));
    }
    if counts.waived > 0 {
        line = line.push(caption(texts::waived(counts.waived)));
    }
    let hints = [texts::SHOW_ISSUES, texts::HIDE_ISSUES];
    let open = workspace.view.issues_open;
    toggle(line, open, hints, Command::ToggleIssues)
}
