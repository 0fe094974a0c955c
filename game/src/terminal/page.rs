//! Text that is to be shown, what of it is kept for `log`, and leaving.

use std::collections::VecDeque;

use super::style::{Ink, Style};
use crate::protocol::command::Chat;

/// Lines of the story that are kept for `log`.
const KEPT: usize = 5_000;

/// What was written since it was last shown.
pub(super) struct Page {
    pub(super) style: Style,
    text: String,
    log: VecDeque<String>,
    /// What is kept of a game that is left.
    pub(super) kept: String,
    /// Whether one was asked if one really wants to leave.
    pub(super) leaving: bool,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            text: String::new(),
            log: VecDeque::new(),
            kept: String::new(),
            leaving: false,
        }
    }

    /// The text since the last time it was taken.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Adds lines, cut to the width.
    pub(super) fn print(&mut self, text: &str) {
        self.text.push_str(&self.style.wrap(text, 0));
        self.text.push('\n');
    }

    /// Adds lines whose columns mean something, however wide they are.
    pub(super) fn print_as_it_is(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Adds why something is not done.
    pub(super) fn refuse(&mut self, text: &str) {
        let text = self.style.paint(Ink::Bad, text);
        self.print(&text);
    }

    /// Adds what happened, which `log` shows again.
    pub(super) fn happened(&mut self, line: String) {
        self.print(&line);
        if self.log.len() >= KEPT {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// Shows the last lines of what happened: as many as `rest` says, or 20.
    pub(super) fn tell_log(&mut self, rest: &str) {
        let many = rest.parse().unwrap_or(20);
        let skipped = self.log.len().saturating_sub(many);
        let lines: Vec<String> = self.log.iter().skip(skipped).cloned().collect();
        if lines.is_empty() {
            self.print("Nothing has happened yet.");
        }
        for line in lines {
            self.print(&line);
        }
    }

    /// The question whether one wants to leave, if it is open.
    pub(super) fn leave_prompt(&self) -> Option<String> {
        let kept = if self.kept.is_empty() { "" } else { " " };
        let question = || format!("Leave the game?{kept}{} y/n> ", self.kept);
        self.leaving.then(question)
    }

    /// Takes the answer to that question. Whether one leaves.
    pub(super) fn leave_answer(&mut self, line: &str) -> bool {
        match line.to_ascii_lowercase().as_str() {
            "y" | "yes" | "j" | "ano" => return true,
            "" | "n" | "no" | "ne" => {
                self.leaving = false;
                self.print("You stay.");
            }
            _ => self.print("y leaves the game, n stays."),
        }
        false
    }

    /// Takes the first word of a line that was typed while there is no connection.
    /// Whether one leaves, which `quits` says.
    pub(super) fn while_away(&mut self, word: &str, quits: bool) -> bool {
        if !quits && !word.is_empty() {
            self.refuse(
                "There is no connection: that is not done. Wait for it to come back, or `quit`.",
            );
        }
        quits
    }

    pub(super) fn message(&mut self, text: &str) -> Option<String> {
        if text.is_empty() {
            self.refuse("Say what? `say hello`");
        } else if !Chat::can_say(text) {
            self.refuse("Messages are plain ASCII, of 100 characters at most.");
        } else {
            return Some(text.to_owned());
        }
        None
    }
}
