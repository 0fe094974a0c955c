//! What is wrong with the map, as rows that lead there.

use iced::widget::{button, column, container, row, space, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;

use crate::bench::{Bench, Message};
use crate::commands::Command;
use crate::findings::{Finding, Severity};
use crate::parts::{across, body, caption, icon, keycap, list, nothing};
use crate::texts;
use crate::theme::{self, space as gap};

/// Rows that are laid out at most.
const MOST: usize = 300;

pub(super) fn view(bench: &Bench) -> Element<'_, Message> {
    let open = bench.view.problems_open;
    let count = bench.findings().len();
    let (symbol, style): (_, fn(&iced::Theme) -> text::Style) = if count == 0 {
        (Icon::CircleCheck, theme::good)
    } else {
        (Icon::CircleX, theme::bad)
    };
    let next: Element<'_, Message> = if count == 0 {
        space().into()
    } else {
        row![caption(texts::NEXT_PROBLEM), keycap("F8")]
            .spacing(6)
            .align_y(Center)
            .into()
    };
    let head = button(
        row![
            icon(symbol).style(style),
            body(texts::problems(count)),
            space().width(Fill),
            next,
            icon(if open {
                Icon::ChevronDown
            } else {
                Icon::ChevronUp
            }),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill),
    )
    .width(Fill)
    .height(32)
    .padding([0.0, gap::M])
    .style(theme::list_row(false))
    .on_press(Message::Do(Command::ToggleProblems));
    let rows: Element<'_, Message> = if !open {
        space().into()
    } else if count == 0 {
        container(nothing(
            Icon::CircleCheck,
            texts::NO_PROBLEMS,
            texts::NO_PROBLEMS_HINT,
        ))
        .height(150)
        .into()
    } else {
        let rows = bench.findings().iter().enumerate().take(MOST);
        let rows = rows.map(|(at, finding)| line(at, finding, bench.finding() == Some(at)));
        let rows = column(rows).spacing(1);
        list(container(rows).padding([0.0, gap::S]), "problems")
            .height(150)
            .into()
    };
    container(column![across(), head, rows])
        .width(Fill)
        .style(theme::panel)
        .into()
}

fn line(at: usize, finding: &Finding, chosen: bool) -> Element<'_, Message> {
    let (symbol, word, style): (_, _, fn(&iced::Theme) -> text::Style) = match finding.severity {
        Severity::Error => (Icon::CircleX, texts::ERROR, theme::bad),
        Severity::Warning => (Icon::TriangleAlert, texts::WARNING, theme::warn),
        Severity::Notice => (Icon::Info, texts::NOTICE, theme::muted),
    };
    button(
        row![
            icon(symbol).style(style),
            caption(word).style(style).width(46),
            container(body(&finding.message)).width(Fill),
        ]
        .spacing(gap::S)
        .align_y(Center),
    )
    .width(Fill)
    .padding([5.0, 6.0])
    .style(theme::list_row(chosen))
    .on_press(Message::Finding(at))
    .into()
}
