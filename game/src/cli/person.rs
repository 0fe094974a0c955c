//! A person at a terminal, playing at a server.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::time::Duration;

use marchland_game::client::net::{
    ClientError, Conversation, Destination, Notice, Participant, Stop, drive,
};
use marchland_game::client::{Intent, Knowledge};
use marchland_game::terminal::{Interface, Offers};
use tokio::sync::mpsc;

/// How long a server's first word is awaited before the person is told.
const SOON: Duration = Duration::from_secs(1);

/// Where text is shown.
pub(super) trait Screen {
    /// Shows lines, each with its newline.
    fn text(&mut self, text: &str);

    /// Shows a prompt.
    fn prompt(&mut self, prompt: &str);

    /// Called when a line was typed after the prompt.
    fn typed(&mut self, line: &str);

    /// Ends the line of a prompt after which nothing was typed.
    fn leave_prompt(&mut self);

    /// Clears the screen.
    fn clear(&mut self) {}

    /// Sets the names that Tab completes.
    fn offer(&mut self, offers: Option<Offers>) {
        let _ = offers;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A typed line, without its newline.
    Line(String),
    /// The new columns and rows of the terminal.
    Resized(usize, usize),
}

pub(super) struct Person<I> {
    pub(super) terminal: I,
    pub(super) typed: mpsc::Receiver<Typed>,
    /// Whether lines are read at any time, not only after a prompt.
    pub(super) eager: bool,
    pub(super) screen: Box<dyn Screen>,
    pub(super) shown: Option<String>,
    /// How long to wait for the clock, if it is of interest.
    pub(super) ticks: Option<Duration>,
    /// Whether the server's first word is awaited without a line that says so.
    pub(super) is_new: bool,
    /// Whether the connection was lost, and the seat is not taken again.
    pub(super) is_away: bool,
}

pub(super) struct Ending {
    pub(super) over: bool,
    /// The file of the record, if the game was recorded and had begun.
    pub(super) record: Option<PathBuf>,
}

impl<I> Person<I> {
    /// Plays until the game is over, the person leaves, the input ends where a line is
    /// needed, or `interrupted` resolves.
    ///
    /// # Errors
    /// If the game cannot be joined, or fails.
    pub(super) async fn play<K: Knowledge>(
        mut self,
        there: Destination<K>,
        interrupted: impl Future<Output = ()>,
    ) -> Result<Ending, ClientError>
    where
        I: Interface<K>,
    {
        let (server, mut talk) = there.conversation();
        let stream = server.reach().await?;
        let stop = {
            let mut interrupted = pin!(interrupted);
            tokio::select! {
                stop = drive(&mut talk, &mut self, stream, || (server.dial)()) => stop?,
                () = &mut interrupted => Stop::Left,
            }
        };
        match stop {
            Stop::Over(_) => {
                self.terminal.finish(talk.model());
                self.rest(&talk);
            }
            Stop::Left if self.shown.is_some() => self.screen.leave_prompt(),
            Stop::Left => {}
        }
        Ok(Ending {
            over: matches!(stop, Stop::Over(_)),
            record: talk.record().map(ToOwned::to_owned),
        })
    }

    /// Converts typed input to an intent.
    fn react<K: Knowledge>(
        &mut self,
        typed: Option<Typed>,
        talk: &Conversation<K>,
    ) -> Intent<K::Action>
    where
        I: Interface<K>,
    {
        let line = match typed {
            None => return Intent::Leave,
            Some(Typed::Resized(width, height)) => {
                self.terminal.resize(width, height);
                if self.shown.take().is_some() {
                    self.screen.clear();
                }
                return Intent::Nothing;
            }
            Some(Typed::Line(line)) => line,
        };
        self.screen.typed(&line);
        self.shown = None;
        let intent = self.terminal.line(&line, talk.model());
        let is_new = matches!(intent, Intent::Resign | Intent::Mute(_) | Intent::Unmute(_));
        if is_new && !talk.is_extended() {
            let why = "The server speaks version 0.2, in which nobody can resign or mute others.";
            self.terminal.decline(why);
            return Intent::Nothing;
        }
        intent
    }
}

impl<K: Knowledge, I: Interface<K>> Participant<K> for Person<I> {
    fn notice(&mut self, notice: &Notice<'_, K>) {
        match notice {
            Notice::Reply(line, known) => self.terminal.hear(line, known),
            Notice::Note(note) => self.terminal.note(note),
            // The file is named at the end, when it is of use.
            Notice::Recording(_) => {}
        }
    }

    fn next(&mut self, known: &K) -> Option<K::Action> {
        self.terminal.next(known)
    }

    /// Shows first the events, then the prompt.
    fn rest(&mut self, talk: &Conversation<K>) {
        // Before the state is told, nobody knows who acts.
        if self.is_away && talk.is_there() && !talk.model().is_asked() {
            self.is_away = false;
            self.terminal.back(talk.model());
        }
        self.ticks = self.terminal.tick(talk.model());
        let prompt = self.terminal.prompt(talk.model());
        let text = self.terminal.take_text();
        if self.shown == prompt && text.is_empty() {
            return;
        }
        if self.shown.is_some() {
            self.screen.leave_prompt();
        }
        self.screen.text(&text);
        self.screen.offer(self.terminal.offers(talk.model()));
        if let Some(prompt) = &prompt {
            self.screen.prompt(prompt);
        }
        self.shown = prompt;
    }

    async fn intent(&mut self, talk: &Conversation<K>) -> Intent<K::Action> {
        if self.is_new && !talk.has_heard() {
            tokio::time::sleep(SOON).await;
            self.is_new = false;
            self.terminal.note("Waiting for the server's answer ...");
            return Intent::Nothing;
        }
        if !self.eager && self.shown.is_none() {
            return std::future::pending().await;
        }
        let ticks = self.ticks;
        let clock = async move {
            match ticks {
                Some(wait) => tokio::time::sleep(wait).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            typed = self.typed.recv() => self.react(typed, talk),
            () = clock => Intent::Nothing,
        }
    }

    async fn disconnected(&mut self) {
        if self.shown.take().is_some() {
            self.screen.leave_prompt();
        }
        self.is_away = true;
        self.terminal
            .note("The connection was lost; reconnecting ...");
        self.screen.text(&self.terminal.take_text());
        // Lines of a script wait for their prompt.
        while self.eager {
            match self.typed.recv().await {
                None => return,
                Some(Typed::Resized(width, height)) => self.terminal.resize(width, height),
                // Discarded, so that it has no effect later.
                Some(Typed::Line(line)) => {
                    self.screen.typed(&line);
                    if self.terminal.while_away(&line) {
                        return;
                    }
                    self.screen.text(&self.terminal.take_text());
                }
            }
        }
        std::future::pending::<()>().await;
    }
}
