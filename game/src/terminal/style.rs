//! Colours, widths and wrapped lines.

use unicode_width::UnicodeWidthChar;

/// Rows in which the board of the world, the table of its players and the
/// prompt have room with blank lines between them.
const ROOMY: usize = 32;

/// How text may look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether colours may be used. Nothing is told by colour alone.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Rows of the terminal; [`usize::MAX`] where text goes elsewhere.
    pub height: usize,
}

impl Style {
    /// 80 columns without colour, of any height.
    pub const PLAIN: Self = Self {
        colour: false,
        width: 80,
        height: usize::MAX,
    };

    /// Whether rows must be saved so that a board fits with what belongs to it.
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

    /// Lines cut at spaces to the width, what follows indented.
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

/// What colours mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    /// A player's, by its SGR code.
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

/// Columns that a text takes; colour takes none.
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

/// A text in exactly so many columns: filled up, or cut with an ellipsis.
pub(super) fn fit(text: &str, width: usize) -> String {
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
