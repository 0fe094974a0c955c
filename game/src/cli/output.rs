//! Standard input and output without a suitable terminal.

use std::io::{self, BufRead, Read, StdinLock, Write};

use tokio::sync::mpsc;

use super::person::{Screen, Typed};
use super::written;

/// The next line of standard input, with its newline; `None` at the end or after an error.
/// The rest of a line longer than `longest` bytes is taken as the next one, and invalid UTF-8
/// is replaced.
pub(super) fn next_line(input: &mut StdinLock<'_>, longest: u64) -> Option<String> {
    let mut line = Vec::new();
    let read = input.take(longest).read_until(b'\n', &mut line);
    matches!(read, Ok(1..)).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// Reads the lines of standard input in a thread, because reading cannot be cancelled.
pub(super) fn read_lines() -> mpsc::Receiver<Typed> {
    let (send, typed) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input, 4096) {
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            if send.blocking_send(Typed::Line(line)).is_err() {
                return;
            }
        }
    });
    typed
}

/// The columns of the terminal: 80 if unknown, and from 40 to 200.
pub(super) fn width() -> usize {
    let size = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|width| width.parse().ok());
    let size = size.filter(|&width| width > 0);
    size.or(columns).unwrap_or(80).clamp(40, 200)
}

/// Standard output. Input that does not come from a keyboard is echoed after the prompt, so
/// that the output reads like a game.
pub(super) struct Output {
    pub(super) echo: bool,
}

impl Output {
    fn write(text: &str) {
        let mut out = io::stdout().lock();
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }
}

impl Screen for Output {
    fn text(&mut self, text: &str) {
        Self::write(text);
    }

    fn prompt(&mut self, prompt: &str) {
        Self::write(prompt);
    }

    fn typed(&mut self, line: &str) {
        if self.echo {
            Self::write(line);
            Self::write("\n");
        }
    }

    fn leave_prompt(&mut self) {
        Self::write("\n");
    }
}
