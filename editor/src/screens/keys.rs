//! The list of keyboard shortcuts.

use iced::widget::{column, container, row};
use iced::{Center, Element, Fill, Length, Padding};
use marchland_ui::dialog::answers;
use marchland_ui::paged::paged;
use marchland_ui::parts::{body, caption, heading, keycap, list, worded};
use marchland_ui::theme::{self, space as gap};

use crate::commands::table::{Entry, KEYS, Menu};
use crate::texts;

/// Width in logical pixels.
pub(crate) const WIDTH: f32 = 860.0;
const LIST: &str = "keys";
/// Height of the list, in logical pixels.
const HEIGHT: f32 = 440.0;

/// The list in two columns; `close` is the message of its button.
pub(crate) fn view<'a, M: Clone + 'a>(close: M) -> Element<'a, M> {
    let mut sections: Vec<_> = Menu::ALL
        .into_iter()
        .map(|menu| (menu.words(), menu.groups().concat()))
        .collect();
    sections.push((texts::KEYS_ALONE, KEYS.to_vec()));
    let sections = sections
        .into_iter()
        .map(|(words, entries)| rows(words, &entries));
    let sections: Vec<_> = sections.filter(|(count, _)| *count > 0).collect();
    // Fill the first column up to half of the lines.
    let half = sections
        .iter()
        .map(|(count, _)| count + 1)
        .sum::<usize>()
        .div_ceil(2);
    let (mut left, mut right, mut lines) = (column![], column![], 0);
    for (count, section) in sections {
        if lines < half {
            left = left.push(section);
        } else {
            right = right.push(section);
        }
        lines += count + 1;
    }
    let both = row![
        left.spacing(gap::L).width(Fill),
        right.spacing(gap::L).width(Fill)
    ]
    .spacing(gap::XL)
    .padding(Padding::ZERO.right(gap::L));
    let content = column![
        heading(texts::LIST_OF_KEYS),
        list(both, LIST).height(Length::Fixed(HEIGHT)),
        answers(None, [worded(texts::CLOSE, Some(close), theme::secondary)]),
    ];
    paged(content.spacing(gap::M), LIST)
}

/// A section of the list: number of lines and content. Commands with the same name share a line.
fn rows<'a, M: 'a>(words: &'a str, entries: &[Entry]) -> (usize, Element<'a, M>) {
    let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.keys.is_empty()) {
        match lines.last_mut() {
            Some((last, keys)) if *last == entry.words => keys.extend(entry.keys.first()),
            // Of keys that depend on the layout, two are enough.
            _ => lines.push((entry.words, entry.keys.iter().copied().take(2).collect())),
        }
    }
    let count = lines.len();
    let lines = lines.into_iter().map(|(words, keys)| {
        let keys = keys.into_iter().map(keycap);
        row![
            container(body(words)).width(Fill),
            row(keys).spacing(gap::XS)
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    });
    let section = column![caption(words)].extend(lines).spacing(6);
    (count, section.into())
}
