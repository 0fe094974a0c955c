//! Output text, the history for `log`, and the questions before leaving and resigning.

use std::collections::VecDeque;
use std::time::Duration;

use super::clock::Clock;
use super::style::{Ink, Style};
use crate::client::Intent;
use crate::protocol::command::Chat;

/// The number of lines kept for `log`.
const KEPT: usize = 5_000;

/// The output since it was last shown.
pub(super) struct Page {
    pub(super) style: Style,
    text: String,
    log: VecDeque<String>,
    /// What the player is told about the game when leaving.
    pub(super) kept: String,
    /// What the player is being asked, besides what the game asks.
    pub(super) question: Option<Question>,
    pub(super) clock: Clock,
    /// Whether the player has resigned and has nothing more to type.
    pub(super) resigned: bool,
}

/// A question that the player answers with yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Leave,
    Resign,
}

impl Page {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            text: String::new(),
            log: VecDeque::new(),
            kept: String::new(),
            question: None,
            clock: Clock::default(),
            resigned: false,
        }
    }

    /// Takes the text since the last call.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Adds lines, wrapped to the width.
    pub(super) fn print(&mut self, text: &str) {
        self.text.push_str(&self.style.wrap(text, 0));
        self.text.push('\n');
    }

    /// Adds lines without wrapping.
    pub(super) fn print_as_it_is(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Runs or stops the clock; says it if little time is left. Returns when to look again.
    pub(super) fn tick(&mut self, runs: bool) -> Option<Duration> {
        let (warning, wait) = self.clock.tick(runs);
        if let Some(warning) = warning {
            self.refuse(&warning);
        }
        wait
    }

    /// Adds a refusal.
    pub(super) fn refuse(&mut self, text: &str) {
        let text = self.style.paint(Ink::Bad, text);
        self.print(&text);
    }

    /// Adds an event, which `log` shows again.
    pub(super) fn happened(&mut self, line: String) {
        self.print(&line);
        if self.log.len() >= KEPT {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// Shows the last events: as many as `rest` says, or 20.
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

    /// The open question, if there is one.
    pub(super) fn prompt(&self) -> Option<String> {
        Some(match self.question? {
            Question::Leave => {
                let kept = if self.kept.is_empty() { "" } else { " " };
                format!("Leave the game?{kept}{} y/n> ", self.kept)
            }
            Question::Resign => "Resign? y/n> ".to_owned(),
        })
    }

    /// Processes the answer to the open question; `None` if there is none.
    pub(super) fn answer<A>(&mut self, line: &str) -> Option<Intent<A>> {
        let question = self.question?;
        let line = line.to_ascii_lowercase();
        let agrees = matches!(line.as_str(), "y" | "yes");
        let declines = matches!(line.as_str(), "" | "n" | "no");
        Some(match question {
            Question::Leave if agrees => Intent::Leave,
            Question::Leave if declines => {
                self.question = None;
                self.print("You stay.");
                Intent::Nothing
            }
            Question::Leave => {
                self.print("y leaves the game, n stays.");
                Intent::Nothing
            }
            // Nothing but a clear yes resigns.
            Question::Resign => {
                self.question = None;
                if agrees {
                    self.resigned = true;
                    Intent::Resign
                } else {
                    self.print("You keep playing.");
                    Intent::Nothing
                }
            }
        })
    }

    /// Replies to a line typed while disconnected, given its first word. Returns `quits`:
    /// whether it leaves.
    pub(super) fn while_away(&mut self, word: &str, quits: bool) -> bool {
        if !quits && !word.is_empty() {
            self.refuse(
                "You are disconnected, so that was not done. Wait for the connection, or `quit`.",
            );
        }
        quits
    }

    /// Says a text to all, or why it cannot be said.
    pub(super) fn say<A>(&mut self, text: &str) -> Intent<A> {
        if text.is_empty() {
            self.refuse("Say what? `say hello`");
        } else if let Some(message) = Chat::sendable(text) {
            return Intent::Say(message);
        } else {
            self.refuse("A message has at most 100 characters.");
        }
        Intent::Nothing
    }

    /// Refuses a word that is no command; `near` is one that may be meant.
    pub(super) fn refuse_command(&mut self, word: &str, near: Option<&str>) {
        let near = near.map_or(String::new(), |near| format!(" Did you mean {near}?"));
        self.refuse(&format!(
            "There is no command {word}.{near} `help` lists all."
        ));
    }
}
