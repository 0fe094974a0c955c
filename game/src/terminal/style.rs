//! Colours, widths and wrapped lines.

use unicode_width::UnicodeWidthChar;

/// The number of rows that fit the board of the world, the table of its players and the
/// prompt with blank lines between them.
const ROOMY: usize = 32;

/// How text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colours. No information is conveyed by colour alone.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Rows of the terminal; [`usize::MAX`] if the output is not a terminal.
    pub height: usize,
}

impl Style {
    /// 80 columns, no colour, unlimited height.
    pub const PLAIN: Self = Self {
        colour: false,
        width: 80,
        height: usize::MAX,
    };

    /// Whether the terminal is so low that output must save rows.
    pub(super) fn is_low(self) -> bool {
        self.height < ROOMY
    }

    pub(super) fn paint(self, ink: Ink, text: &str) -> String {
        if self.colour && ink != Ink::Plain && !text.is_empty() {
            format!("\x1b[{}m{text}\x1b[0m", ink.code())
        } else {
            text.to_owned()
        }
    }

    /// A heading across the width.
    pub(super) fn rule(self, title: &str) -> String {
        let dashes = self.width.min(80).saturating_sub(columns(title) + 4);
        let line = "─".repeat(dashes);
        let (left, right) = (self.paint(Ink::Dim, "──"), self.paint(Ink::Dim, &line));
        format!("{left} {} {right}", self.paint(Ink::Bold, title))
    }

    /// Wraps lines at spaces to the width, indenting continuation lines.
    pub fn wrap(self, text: &str, indent: usize) -> String {
        let lines = text.split('\n').map(|line| self.wrap_line(line, indent));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn wrap_line(self, line: &str, indent: usize) -> String {
        if columns(line) <= self.width {
            return line.to_owned();
        }
        let mut out = String::new();
        let mut at = 0;
        for word in line.split_inclusive(' ') {
            let size = columns(word.trim_end());
            if at > indent && at + size > self.width {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                at = indent;
            }
            out.push_str(word);
            at += columns(word);
        }
        out
    }
}

/// The meaning of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    /// A player's colour, as its SGR code.
    Player(&'static str),
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Bad => "31",
            Self::Player(code) => code,
        }
    }
}

/// The columns that a text takes; escape sequences take none.
pub fn columns(text: &str) -> usize {
    let mut escape = false;
    let mut sum = 0;
    for c in text.chars() {
        match c {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            c => sum += c.width().unwrap_or(0),
        }
    }
    sum
}

/// Pads a text to exactly this many columns, or shortens it with an ellipsis.
pub fn fit(text: &str, width: usize) -> String {
    let size = columns(text);
    if size <= width {
        return format!("{text}{}", " ".repeat(width - size));
    }
    let mut out = String::new();
    let mut sum = 0;
    for c in text.chars() {
        let next = c.width().unwrap_or(0);
        if sum + next + 1 > width {
            break;
        }
        sum += next;
        out.push(c);
    }
    format!("{out}…{}", " ".repeat(width.saturating_sub(sum + 1)))
}

#[cfg(test)]
mod tests;
