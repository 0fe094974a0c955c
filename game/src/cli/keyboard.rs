//! Input at a terminal key by key, with a line editor below the output.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use crossterm::QueueableCommand;
use crossterm::cursor::{MoveLeft, MoveTo, MoveToColumn};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode};
use marchland_game::terminal::{Edit, LineEditor, Offers, Style, columns};
use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc};

use super::person::{Screen, Typed};

/// The minimum number of columns for the typed text.
const LEAST_ROOM: usize = 16;

/// A terminal in raw mode, restored on drop.
pub(super) struct Keyboard {
    shared: Arc<Shared>,
}

struct Shared {
    shown: Mutex<Shown>,
    interrupt: Notify,
}

/// The last line of the terminal.
struct Shown {
    /// The prompt before the typed text.
    prompt: String,
    editor: LineEditor,
    columns: usize,
}

impl Keyboard {
    /// Listens to the keyboard and sends the typed lines; `None` if no suitable terminal is
    /// there.
    pub(super) fn listen(
        editor: LineEditor,
        columns: usize,
    ) -> Option<(Self, mpsc::Receiver<Typed>)> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminals = io::stdin().is_terminal() && io::stdout().is_terminal();
        if dumb || !terminals || enable_raw_mode().is_err() {
            return None;
        }
        // The first call starts to listen for new sizes of the terminal, which must not be missed
        // between the first prompt and the thread's first call. An error comes again there.
        let _ = event::poll(Duration::ZERO);
        let shared = Arc::new(Shared {
            shown: Mutex::new(Shown {
                prompt: String::new(),
                editor,
                columns,
            }),
            interrupt: Notify::new(),
        });
        let (send, typed) = mpsc::channel(1);
        let keys = Arc::clone(&shared);
        // Waiting for a key cannot be cancelled: the thread ends with the program.
        std::thread::spawn(move || keys.read(&send));
        Some((Self { shared }, typed))
    }

    pub(super) fn screen(&self) -> Below {
        Below(Arc::clone(&self.shared))
    }

    /// Resolves when Ctrl-C is pressed.
    pub(super) async fn interrupted(&self) {
        self.shared.interrupt.notified().await;
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        let shown = self.shared.shown.lock();
        // Start later output on a new line.
        if !shown.prompt.is_empty() || !shown.editor.is_empty() {
            put(&mut io::stdout().lock(), "\n");
        }
        let _ = disable_raw_mode();
    }
}

impl Shared {
    /// Reads keys until input ends or the receiver is gone.
    fn read(&self, send: &mpsc::Sender<Typed>) {
        while let Ok(event) = event::read() {
            let typed = match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => match self.key(key) {
                    Pressed::Nothing => continue,
                    Pressed::Line(line) => Typed::Line(line),
                    Pressed::End => return,
                },
                Event::Resize(columns, rows) => {
                    let (columns, rows) = (columns.into(), rows.into());
                    let mut shown = self.shown.lock();
                    shown.columns = columns;
                    shown.draw(&mut io::stdout().lock());
                    Typed::Resized(columns, rows)
                }
                _ => continue,
            };
            if send.blocking_send(typed).is_err() {
                return;
            }
        }
    }

    fn key(&self, event: KeyEvent) -> Pressed {
        let mut shown = self.shown.lock();
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        if control && event.code == KeyCode::Char('c') {
            self.interrupt.notify_one();
            return Pressed::Nothing;
        }
        if control && event.code == KeyCode::Char('d') && shown.editor.is_empty() {
            return Pressed::End;
        }
        let mut out = io::stdout().lock();
        match shown.editor.press(event) {
            Edit::Changed => shown.draw(&mut out),
            Edit::Choices(words) => {
                shown.print(&mut out, &wrapped(&words.join(", "), shown.columns));
            }
            Edit::Done(line) => {
                // The line stays, after its prompt.
                let prompt = std::mem::take(&mut shown.prompt);
                erase(&mut out);
                put(&mut out, &format!("{prompt}{line}\n"));
                return Pressed::Line(line);
            }
        }
        Pressed::Nothing
    }
}

enum Pressed {
    Nothing,
    Line(String),
    End,
}

/// A line of text, wrapped to the columns.
fn wrapped(text: &str, columns: usize) -> String {
    let style = Style {
        width: columns,
        ..Style::PLAIN
    };
    style.wrap(text, 2) + "\n"
}

/// Writes text; in raw mode a line feed does not return to the left.
fn put(out: &mut impl Write, text: &str) {
    let _ = out.write_all(text.replace('\n', "\r\n").as_bytes());
    let _ = out.flush();
}

/// Erases the last line.
fn erase(out: &mut impl Write) {
    // A terminal that is gone is noticed elsewhere.
    let _ = out
        .queue(MoveToColumn(0))
        .and_then(|out| out.queue(Clear(ClearType::FromCursorDown)));
}

impl Shown {
    fn draw(&self, out: &mut impl Write) {
        erase(out);
        let room = self.columns.saturating_sub(columns(&self.prompt));
        let (text, behind) = self.editor.view(room);
        put(out, &format!("{}{text}", self.prompt));
        if let (Ok(behind), 1..) = (u16::try_from(behind), behind) {
            let _ = out.queue(MoveLeft(behind));
            let _ = out.flush();
        }
    }

    fn print(&self, out: &mut impl Write, text: &str) {
        erase(out);
        put(out, text);
        self.draw(out);
    }
}

/// Prints above the line being typed.
pub(super) struct Below(Arc<Shared>);

impl Screen for Below {
    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.0.shown.lock().print(&mut io::stdout().lock(), text);
        }
    }

    fn prompt(&mut self, prompt: &str) {
        let mut shown = self.0.shown.lock();
        let out = &mut io::stdout().lock();
        // Only one row can be redrawn: a prompt that leaves no room for typed text is printed
        // above it.
        if columns(prompt) + LEAST_ROOM > shown.columns {
            let question = prompt.trim_end().trim_end_matches('>');
            "> ".clone_into(&mut shown.prompt);
            shown.print(out, &wrapped(question, shown.columns));
        } else {
            prompt.clone_into(&mut shown.prompt);
            shown.draw(out);
        }
    }

    fn typed(&mut self, _line: &str) {}

    fn leave_prompt(&mut self) {
        let mut shown = self.0.shown.lock();
        shown.prompt.clear();
        shown.draw(&mut io::stdout().lock());
    }

    fn clear(&mut self) {
        let mut shown = self.0.shown.lock();
        shown.prompt.clear();
        let mut out = io::stdout().lock();
        let _ = out
            .queue(Clear(ClearType::All))
            .and_then(|out| out.queue(MoveTo(0, 0)));
        shown.draw(&mut out);
    }

    fn offer(&mut self, offers: Option<Offers>) {
        self.0.shown.lock().editor.offer(offers);
    }
}
