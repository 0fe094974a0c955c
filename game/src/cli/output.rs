//! Standard input and output where no key can be read by itself.

use std::io::{self, BufRead, Read, Write};

use tokio::sync::mpsc;

use super::person::{Screen, Typed};
use super::written;

/// Bytes of a typed line at most; the rest of a longer one is taken as the
/// next.
const LONGEST_LINE: u64 = 4096;

/// Lines of standard input, read by a thread of their own: a wait for input
/// cannot be broken off.
pub(super) fn read_lines() -> mpsc::Receiver<Typed> {
    let (send, typed) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) {
                return;
            }
            let line = String::from_utf8_lossy(&line);
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            if send.blocking_send(Typed::Line(line)).is_err() {
                return;
            }
        }
    });
    typed
}

/// Standard output. Lines that do not come from a keyboard are shown behind
/// the prompt, so that what is printed reads like a game.
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
