//! One thing is chosen of a list: of a menu, of all commands, of what can be done with a
//! thing on the map.

use iced::Point;

use crate::bench::Message as OnBench;
use crate::commands::Command;
use crate::commands::table::Menu;
use crate::matching::matches;

/// What comes of a choice.
#[derive(Debug, Clone)]
pub enum Act {
    /// A command.
    Do(Command),
    /// What no command says, on the workbench.
    Bench(OnBench),
    /// Open the map that was opened last under this path.
    Open(String),
}

/// A thing that can be chosen.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it does.
    pub words: String,
    /// Where it stands, or what else there is to say of it.
    pub note: &'static str,
    /// Its key.
    pub key: &'static str,
    /// Why it cannot be done now, if it cannot.
    pub why_not: Option<String>,
    /// It is how things are.
    pub is_on: bool,
    /// What comes of it.
    pub act: Act,
}

impl Item {
    /// What the table says of a command, and whether it can be done.
    pub fn of(command: Command, why_not: Option<String>) -> Self {
        Self {
            words: command.words().to_owned(),
            note: "",
            key: command.key(),
            why_not,
            is_on: false,
            act: Act::Do(command),
        }
    }

    /// What no command says.
    pub fn new(words: impl Into<String>, act: Act) -> Self {
        Self {
            words: words.into(),
            note: "",
            key: "",
            why_not: None,
            is_on: false,
            act,
        }
    }
}

/// A line of a list.
#[derive(Debug, Clone)]
pub enum Line {
    /// What can be chosen.
    Item(Item),
    /// What those below are about.
    Title(String),
    /// Between groups.
    Rule,
}

/// What the list is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// All commands, as far as they match what is typed.
    Palette(String),
    /// A menu of the bar.
    Menu(Menu),
    /// What can be done with the thing that was pointed at there, in logical pixels of the
    /// window.
    Things(Point),
}

/// What is done with the list.
#[derive(Debug, Clone)]
pub enum Message {
    /// Only what matches that.
    Query(String),
    /// The pointer is on this line.
    Point(usize),
    /// Take this line.
    Take(usize),
    /// Take the line that is chosen.
    TakeChosen,
    /// Another menu.
    Menu(Menu),
    /// None of them.
    Close,
}

/// A list, and what is chosen of it.
#[derive(Debug)]
pub struct Chooser {
    kind: Kind,
    lines: Vec<Line>,
    at: Option<usize>,
}

impl Chooser {
    /// A list of which nothing is chosen; of all commands the first.
    pub fn new(kind: Kind, lines: Vec<Line>) -> Self {
        let mut chooser = Self {
            kind,
            lines,
            at: None,
        };
        if matches!(chooser.kind, Kind::Palette(_)) {
            chooser.step(1);
        }
        chooser
    }

    /// What the list is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The line that is chosen.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// The lines there are, by their numbers: those that match what is typed, and of these
    /// first what begins with it.
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
                Line::Item(item) => matches(&query, &format!("{} {}", item.words, item.note)),
                Line::Title(_) | Line::Rule => query.is_empty(),
            });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(_, line)| match line {
            Line::Item(item) => !item.words.to_lowercase().starts_with(&query),
            Line::Title(_) | Line::Rule => false,
        });
        found
    }

    /// The thing of this line.
    pub fn item(&self, at: usize) -> Option<&Item> {
        match self.lines.get(at)? {
            Line::Item(item) => Some(item),
            Line::Title(_) | Line::Rule => None,
        }
    }

    /// Chooses the thing so many further, round and round.
    pub fn step(&mut self, by: isize) {
        let items: Vec<usize> = self.items();
        let Some(count) = isize::try_from(items.len()).ok().filter(|count| *count > 0) else {
            self.at = None;
            return;
        };
        let now = self
            .at
            .and_then(|at| items.iter().position(|item| *item == at));
        let to = match now {
            Some(now) => now as isize + by,
            None if by > 0 => 0,
            None => -1,
        };
        self.at = Some(items[to.rem_euclid(count) as usize]);
    }

    /// Chooses a line, if that is a thing.
    pub fn choose(&mut self, at: usize) {
        if self.item(at).is_some() {
            self.at = Some(at);
        }
    }

    /// Shows only what matches; the first of that is chosen.
    pub fn find(&mut self, query: String) {
        self.kind = Kind::Palette(query);
        self.at = None;
        self.step(1);
    }

    /// How many things stand before the chosen one.
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
