//! Menus, the command palette and context menus as lists.

use iced::Point;

use crate::commands::Command;
use crate::commands::table::Menu;
use crate::matching::matches;
use crate::stepping::step;
use crate::texts;
use crate::workspace::Message as OnWorkspace;

#[derive(Debug, Clone)]
pub enum Act {
    Do(Command),
    /// A workspace message without a command.
    Workspace(OnWorkspace),
    /// Open this recent map.
    Open(String),
}

#[derive(Debug, Clone)]
pub struct Item {
    pub words: String,
    /// Its menu, or other extra text.
    pub note: &'static str,
    /// More words by which the palette finds it.
    pub also: &'static str,
    /// Its shortcut.
    pub key: &'static str,
    pub why_not: Option<String>,
    pub is_on: bool,
    pub act: Act,
}

impl Item {
    pub fn of(command: Command, why_not: Option<String>) -> Self {
        Self {
            also: match command {
                Command::Larger(_) | Command::UsualSize => texts::SCALE_WORDS,
                _ => "",
            },
            key: command.key(),
            why_not,
            ..Self::new(command.words(), Act::Do(command))
        }
    }

    /// An item without a command.
    pub fn new(words: impl Into<String>, act: Act) -> Self {
        Self {
            words: words.into(),
            note: "",
            also: "",
            key: "",
            why_not: None,
            is_on: false,
            act,
        }
    }
}

#[derive(Debug, Clone)]
pub enum Line {
    Item(Item),
    /// A title of the items below.
    Title(String),
    /// A separator.
    Rule,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// The command palette with its query.
    Palette(String),
    Menu(Menu),
    /// The context menu at this point of the window.
    Context(Point),
}

#[derive(Debug, Clone)]
pub enum Message {
    Query(String),
    Point(usize),
    /// Run this line.
    Take(usize),
    /// Run the highlighted line.
    TakeChosen,
    Menu(Menu),
    Close,
}

/// An open list and its highlighted line.
#[derive(Debug)]
pub struct Chooser {
    kind: Kind,
    lines: Vec<Line>,
    at: Option<usize>,
    /// The pointer rests while the lines of the palette move below it.
    rests: bool,
}

impl Chooser {
    /// A list without a highlighted line; the palette highlights its first.
    pub fn new(kind: Kind, lines: Vec<Line>) -> Self {
        let mut chooser = Self {
            kind,
            lines,
            at: None,
            rests: false,
        };
        if matches!(chooser.kind, Kind::Palette(_)) {
            chooser.step(1);
        }
        chooser
    }

    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The highlighted line.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// The visible lines with their indices: those that match the query, prefix matches first.
    pub fn shown(&self) -> Vec<(usize, &Line)> {
        let Kind::Palette(query) = &self.kind else {
            return self.lines.iter().enumerate().collect();
        };
        let query = query.trim().to_lowercase();
        let found = self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| match line {
                Line::Item(Item {
                    words, note, also, ..
                }) => matches(&query, &format!("{words} {note} {also}")),
                Line::Title(_) | Line::Rule => query.is_empty(),
            });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(_, line)| match line {
            Line::Item(item) => !item.words.to_lowercase().starts_with(&query),
            Line::Title(_) | Line::Rule => false,
        });
        found
    }

    pub fn item(&self, at: usize) -> Option<&Item> {
        match self.lines.get(at)? {
            Line::Item(item) => Some(item),
            Line::Title(_) | Line::Rule => None,
        }
    }

    /// Moves the highlight by `by` items, wrapping around.
    pub fn step(&mut self, by: isize) {
        let items = self.items();
        let now = items.iter().position(|item| Some(*item) == self.at);
        self.at = step(now, by, items.len()).map(|to| items[to]);
        self.rests = matches!(self.kind, Kind::Palette(_));
    }

    /// Highlights the line under the pointer, if it is an item. A line that came under a resting
    /// pointer reports it once and is not meant: Enter would run it instead of the first match.
    pub fn point(&mut self, at: usize) {
        if !std::mem::take(&mut self.rests) && self.item(at).is_some() {
            self.at = Some(at);
        }
    }

    /// Filters by a query and highlights the first match.
    pub fn find(&mut self, query: String) {
        self.kind = Kind::Palette(query);
        self.at = None;
        self.step(1);
    }

    /// How many items precede the highlighted one.
    pub fn place(&self) -> usize {
        let shown = self.shown();
        let place = shown.iter().position(|(at, _)| Some(*at) == self.at);
        place.unwrap_or_default()
    }

    fn items(&self) -> Vec<usize> {
        let shown = self.shown().into_iter();
        let items = shown.filter(|(_, line)| matches!(line, Line::Item(_)));
        items.map(|(at, _)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_comes_under_a_resting_pointer_is_not_chosen() {
        let item = |words: &str| Line::Item(Item::new(words, Act::Do(Command::Undo)));
        let lines: Vec<_> = ["Save", "Save as…", "Open map…"].map(item).into();
        let mut palette = Chooser::new(Kind::Palette(String::new()), lines.clone());
        palette.point(2);
        assert_eq!(palette.at(), Some(0), "it only lies there");
        palette.point(2);
        assert_eq!(palette.at(), Some(2), "it was moved");
        palette.find("save".to_owned());
        palette.point(1);
        assert_eq!(palette.at(), Some(0), "the first match");
        let mut menu = Chooser::new(Kind::Menu(Menu::File), lines);
        menu.point(2);
        assert_eq!(menu.at(), Some(2));
    }
}
