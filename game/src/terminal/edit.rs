//! The line editor.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthChar;

use super::complete::{Completer, Offers};

/// The effect of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The line may have changed.
    Changed,
    /// The line is finished, and a new one begun.
    Done(String),
    /// Several completions, to be shown.
    Choices(Vec<String>),
}

/// The maximum length of a line in characters.
const LONGEST: usize = 1_000;
const REMEMBERED: usize = 500;

/// A line being typed, with its history.
#[derive(Debug, Clone)]
pub struct LineEditor {
    completer: Completer,
    text: Vec<char>,
    /// The number of characters before the cursor.
    cursor: usize,
    /// Finished lines, the latest last.
    history: Vec<String>,
    /// The index of the line shown; the length of the history for the new line.
    shown: usize,
    /// The new line, while one of the history is shown.
    fresh: Vec<char>,
}

impl LineEditor {
    /// An empty line.
    pub fn new(completer: Completer) -> Self {
        Self {
            completer,
            text: Vec::new(),
            cursor: 0,
            history: Vec::new(),
            shown: 0,
            fresh: Vec::new(),
        }
    }

    /// Sets the names that Tab completes.
    pub fn offer(&mut self, offers: Option<Offers>) {
        self.completer.offer(offers);
    }

    /// Whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Processes a key. The chords are those of shells.
    pub fn press(&mut self, key: KeyEvent) -> Edit {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('w') if control => self.delete_from(self.word_left()),
            KeyCode::Char('u') if control => self.delete_from(0),
            KeyCode::Char('k') if control => self.text.truncate(self.cursor),
            KeyCode::Char(c) if control => {
                return key_of(c).map_or(Edit::Changed, |code| self.press(code.into()));
            }
            KeyCode::Char('b') if alt => self.cursor = self.word_left(),
            KeyCode::Char('f') if alt => self.cursor = self.word_right(),
            KeyCode::Char(c) if !alt && !c.is_control() && self.text.len() < LONGEST => {
                self.text.insert(self.cursor, c);
                self.cursor += 1;
            }
            KeyCode::Enter => return Edit::Done(self.done()),
            KeyCode::Tab => return self.complete(),
            KeyCode::Backspace if alt || control => self.delete_from(self.word_left()),
            KeyCode::Backspace => self.delete_from(self.cursor.saturating_sub(1)),
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left if alt || control => self.cursor = self.word_left(),
            KeyCode::Right if alt || control => self.cursor = self.word_right(),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up => self.show(self.shown.saturating_sub(1)),
            KeyCode::Down => self.show((self.shown + 1).min(self.history.len())),
            _ => {}
        }
        Edit::Changed
    }

    fn done(&mut self) -> String {
        let line: String = std::mem::take(&mut self.text).into_iter().collect();
        self.cursor = 0;
        self.fresh.clear();
        let known = self.history.last().is_some_and(|last| *last == line);
        if !line.trim().is_empty() && !known {
            self.history.push(line.clone());
            if self.history.len() > REMEMBERED {
                self.history.remove(0);
            }
        }
        self.shown = self.history.len();
        line
    }

    fn complete(&mut self) -> Edit {
        let before: String = self.text[..self.cursor].iter().collect();
        let completion = self.completer.complete(&before);
        let typed = before[completion.from..].chars().count();
        let common = completion.common();
        // Insert the completion in its own spelling if it is longer than the text.
        if common.chars().count() > typed {
            self.delete_from(self.cursor - typed);
            for c in common.chars() {
                self.press(KeyCode::Char(c).into());
            }
            return Edit::Changed;
        }
        match completion.words.len() {
            0 | 1 => Edit::Changed,
            _ => Edit::Choices(completion.words),
        }
    }

    fn delete_from(&mut self, at: usize) {
        self.text.drain(at..self.cursor);
        self.cursor = at;
    }

    fn word_left(&self) -> usize {
        let mut at = self.cursor;
        while at > 0 && self.text[at - 1] == ' ' {
            at -= 1;
        }
        while at > 0 && self.text[at - 1] != ' ' {
            at -= 1;
        }
        at
    }

    fn word_right(&self) -> usize {
        let mut at = self.cursor;
        while at < self.text.len() && self.text[at] == ' ' {
            at += 1;
        }
        while at < self.text.len() && self.text[at] != ' ' {
            at += 1;
        }
        at
    }

    fn show(&mut self, at: usize) {
        if at == self.shown {
            return;
        }
        if self.shown == self.history.len() {
            self.fresh = std::mem::take(&mut self.text);
        }
        self.text = match self.history.get(at) {
            Some(line) => line.chars().collect(),
            None => std::mem::take(&mut self.fresh),
        };
        self.shown = at;
        self.cursor = self.text.len();
    }

    /// The part of the line around the cursor that fits into the columns, and the number of
    /// its columns behind the cursor.
    pub fn view(&self, columns: usize) -> (String, usize) {
        let width = |c: &char| c.width().unwrap_or(0);
        // The cursor itself takes a column.
        let mut room = columns.saturating_sub(1);
        let mut first = self.cursor;
        while first > 0 && width(&self.text[first - 1]) <= room {
            first -= 1;
            room -= width(&self.text[first]);
        }
        let mut last = self.cursor;
        let mut behind = 0;
        while last < self.text.len() && width(&self.text[last]) <= room {
            room -= width(&self.text[last]);
            behind += width(&self.text[last]);
            last += 1;
        }
        (self.text[first..last].iter().collect(), behind)
    }
}

/// The key that a letter with Ctrl stands for.
fn key_of(letter: char) -> Option<KeyCode> {
    Some(match letter {
        'a' => KeyCode::Home,
        'e' => KeyCode::End,
        'b' => KeyCode::Left,
        'f' => KeyCode::Right,
        'p' => KeyCode::Up,
        'n' => KeyCode::Down,
        'h' => KeyCode::Backspace,
        'd' => KeyCode::Delete,
        'j' | 'm' => KeyCode::Enter,
        'i' => KeyCode::Tab,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
