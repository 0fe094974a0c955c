//! Widths of a table's columns.

use marchland_ui::theme::size;

/// Room between columns, in logical pixels.
pub(super) const GAP: f32 = 10.0;
/// Room on either side of a row, in logical pixels.
pub(super) const INSET: f32 = 6.0;
/// Names that are no wider than this are shown whole if possible, in logical pixels.
const NAME: f32 = 150.0;
/// Widths are multiples of this, so that columns rarely move while figures change.
const STEP: f32 = 4.0;

/// How the columns of figures are set.
#[derive(Debug)]
pub(super) struct Columns {
    /// Width of each in logical pixels.
    pub(super) widths: Vec<f32>,
    /// Size of the figures.
    pub(super) size: f32,
    /// Whether an interval stands below its figure.
    is_broken: bool,
}

impl Columns {
    /// The largest setting in a table of that width that leaves the names enough room, or else the
    /// smallest.
    pub(super) fn fitting<'c>(
        heads: &[&str],
        names: impl Iterator<Item = &'c str>,
        rows: &[Vec<&str>],
        room: f32,
    ) -> Self {
        let name = names.map(|name| breadth(name, size::BODY));
        let name = name.fold(0.0, f32::max).min(NAME);
        let larger = [(size::BODY, false), (size::BODY, true)];
        let mut larger = larger
            .map(|setting| Self::set_in(setting, heads, rows))
            .into_iter();
        larger
            .find(|columns| columns.left(room) >= name)
            .unwrap_or_else(|| Self::set_in((size::CAPTION, true), heads, rows))
    }

    /// Columns with figures of a size, their intervals below them or not.
    fn set_in((size, is_broken): (f32, bool), heads: &[&str], rows: &[Vec<&str>]) -> Self {
        let mut columns = Self {
            widths: heads.iter().map(|head| heading(head, is_broken)).collect(),
            size,
            is_broken,
        };
        for at in 0..heads.len() {
            let cells = rows.iter().filter_map(|row| row.get(at));
            let widths = cells.map(|cell| columns.width(cell));
            let width = widths.fold(columns.widths[at], f32::max);
            columns.widths[at] = (width / STEP).ceil() * STEP;
        }
        columns
    }

    fn width(&self, cell: &str) -> f32 {
        let cell = self.set(cell);
        let widths = cell.lines().map(|line| breadth(line, self.size));
        widths.fold(0.0, f32::max)
    }

    /// The room left for names.
    fn left(&self, room: f32) -> f32 {
        let taken: f32 = self.widths.iter().map(|width| width + GAP).sum();
        room - 2.0 * INSET - taken
    }

    /// A figure as it is written: `98.4 % (95.0 to 100.0)` may take two lines.
    pub(super) fn set(&self, cell: &str) -> String {
        if self.is_broken {
            cell.replacen(" (", "\n(", 1)
        } else {
            cell.to_owned()
        }
    }
}

/// The width of a heading; if it may be broken, that of its two lines.
fn heading(head: &str, is_broken: bool) -> f32 {
    let width = if is_broken { 0.0 } else { f32::INFINITY };
    let lines = broken(head, width);
    let widths = lines.lines().map(|line| breadth(line, size::CAPTION));
    widths.fold(0.0, f32::max)
}

/// A heading in a column of that width: where it is too long, in two lines that are as even as
/// possible.
pub(super) fn broken(head: &str, width: f32) -> String {
    let long = |text: &str| breadth(text, size::CAPTION);
    if long(head) <= width {
        return head.to_owned();
    }
    let halves = head.match_indices(' ').map(|(at, _)| head.split_at(at));
    let longer = |(upper, lower): &(&str, &str)| long(upper).max(long(lower.trim_start()));
    let halves = halves.min_by(|a, b| longer(a).total_cmp(&longer(b)));
    halves.map_or_else(
        || head.to_owned(),
        |(upper, lower)| format!("{upper}\n{}", lower.trim_start()),
    )
}

/// The width of a line of text in logical pixels; rather more than less.
fn breadth(text: &str, size: f32) -> f32 {
    let width = |letter| match letter {
        ' ' | '\u{a0}' | '.' => 0.28,
        '(' | ')' => 0.37,
        '%' => 0.9,
        _ => 0.59,
    };
    size * text.chars().map(width).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use iced::advanced::text::{self, Paragraph as _};
    use iced::{Pixels, Size};
    use marchland_ui::theme;

    use super::*;

    /// The width on the screen.
    fn drawn(content: &str, size: f32) -> f32 {
        let paragraph = iced::advanced::graphics::text::Paragraph::with_text(text::Text {
            content,
            bounds: Size::new(10_000.0, f32::INFINITY),
            size: Pixels(size),
            line_height: theme::line_height(size),
            font: theme::FONT,
            align_x: text::Alignment::Default,
            align_y: iced::alignment::Vertical::Top,
            shaping: text::Shaping::default(),
            wrapping: text::Wrapping::None,
        });
        paragraph.min_bounds().width
    }

    const HEADS: [&str; 4] = [
        "Bonus",
        "Held in round 3",
        "Holder wins more",
        "Start advantage",
    ];
    const LONG: [&str; 4] = [
        "12",
        "97.8\u{a0}% (93.6\u{a0}to\u{a0}100.0)",
        "+34.3\u{a0}±\u{a0}5.4",
        "−10.1\u{a0}±\u{a0}0.6",
    ];

    fn columns(room: f32, cells: [&'static str; 4]) -> Columns {
        let names = std::iter::once("South America");
        Columns::fitting(&HEADS, names, &[cells.to_vec()], room)
    }

    #[test]
    fn every_column_is_as_wide_as_its_figures() {
        for room in [300.0, 375.0, 420.0, 500.0, 900.0] {
            let columns = columns(room, LONG);
            assert!(room < 375.0 || columns.left(room) > 40.0, "{room}");
            for (cell, width) in LONG.iter().zip(&columns.widths) {
                for line in columns.set(cell).lines() {
                    let drawn = drawn(line, columns.size);
                    assert!(drawn <= *width, "{room}: {line:?}: {drawn} in {width}");
                }
            }
            for (head, width) in HEADS.iter().zip(&columns.widths) {
                for line in broken(head, *width).lines() {
                    let drawn = drawn(line, size::CAPTION);
                    assert!(drawn <= *width, "{room}: {line:?}: {drawn} in {width}");
                }
            }
        }
    }

    #[test]
    fn headings_take_two_even_lines_for_want_of_room() {
        assert_eq!(broken("Held in round 3", 60.0), "Held in\nround 3");
        assert_eq!(broken("Held in round 3", 120.0), "Held in round 3");
        assert_eq!(broken("Bonus", 10.0), "Bonus");
    }

    #[test]
    fn figures_are_smaller_or_broken_only_for_want_of_room() {
        let usual = [
            "4",
            "21.0\u{a0}±\u{a0}2.4\u{a0}%",
            "+34.3\u{a0}±\u{a0}5.4",
            "−0.1\u{a0}±\u{a0}0.8",
        ];
        // The panel in a window 1000 and 1600 logical pixels wide.
        let (small, large) = (columns(397.0, usual), columns(900.0, usual));
        assert!(small.left(397.0) >= drawn("South America", size::BODY));
        assert!(small.is_broken && !large.is_broken);
        assert!(columns(340.0, usual).size < large.size);
        let long = columns(397.0, LONG);
        assert!(long.is_broken && long.left(397.0) > 60.0);
    }
}
