//! A person at a terminal, playing at a server.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use marchland_game::client::Knowledge;
use marchland_game::client::net::{
    Agent, ClientError, Conversation, Intent, Notice, Recorder, Seats, Stop, TableChoice, drive,
};
use marchland_game::play::Player;
use marchland_game::protocol::{Name, Secret};
use marchland_game::terminal::{Interface, Offers, Reaction};
use tokio::sync::mpsc;

use super::wire::Wire;

/// Where text goes.
pub(super) trait Screen {
    /// Shows lines, each ended.
    fn text(&mut self, text: &str);

    /// Shows a prompt, behind which is typed.
    fn prompt(&mut self, prompt: &str);

    /// A line was typed behind the prompt, if there is one.
    fn typed(&mut self, line: &str);

    /// Ends the line of a prompt behind which nothing was typed.
    fn leave_prompt(&mut self);

    /// Takes away all that is shown.
    fn clear(&mut self) {}

    /// What Tab may complete names to from now on.
    fn offer(&mut self, offers: Option<Offers>) {
        let _ = offers;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line that was typed, without its end.
    Line(String),
    /// The terminal has so many columns and rows now.
    Resized(usize, usize),
}

/// Which game to play, and as whom.
pub(super) struct There<K> {
    pub(super) wire: Wire,
    pub(super) name: Name,
    pub(super) table: TableChoice,
    /// The seat to take again, and the token for it, in a game that goes on.
    pub(super) seat: Option<(Player, Secret)>,
    /// Where the seat is kept while the game goes on, if it is.
    pub(super) seats: Option<Arc<Seats>>,
    pub(super) game: K,
    pub(super) recorder: Option<Recorder>,
}

pub(super) struct Person<I> {
    pub(super) terminal: I,
    pub(super) typed: mpsc::Receiver<Typed>,
    /// Whether lines are taken whenever they come, not only when asked for.
    pub(super) eager: bool,
    pub(super) screen: Box<dyn Screen>,
    pub(super) shown: Option<String>,
}

pub(super) struct Ending {
    pub(super) over: bool,
    /// The file of the record, if the game was recorded and had begun.
    pub(super) record: Option<PathBuf>,
}

impl<I> Person<I> {
    /// Plays until the game is over, the person leaves, nothing more is typed
    /// where something must be, or `interrupted` comes.
    ///
    /// # Errors
    /// Why the game could not be joined or went wrong.
    pub(super) async fn play<K: Knowledge>(
        mut self,
        there: There<K>,
        interrupted: impl Future<Output = ()>,
    ) -> Result<Ending, ClientError>
    where
        I: Interface<K>,
    {
        let wire = there.wire;
        let stream = wire.reach().await?;
        let mut talk = Conversation::new(there.game, there.name, there.table, there.recorder);
        talk.resume(there.seat);
        if let Some(seats) = there.seats {
            talk.keep_seat(seats, &wire.host, wire.port);
        }
        let stop = {
            let mut interrupted = pin!(interrupted);
            tokio::select! {
                stop = drive(&mut talk, &mut self, stream, || wire.clone().dial()) => stop?,
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

    /// What comes of something that was typed.
    fn react<K: Knowledge>(&mut self, typed: Option<Typed>, known: &K) -> Intent<K::Action>
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
        match self.terminal.line(&line, known) {
            Reaction::None => Intent::Nothing,
            Reaction::Act(action) => Intent::Act(action),
            Reaction::Say(message) => Intent::Say(message),
            Reaction::Resign => Intent::Resign,
            Reaction::Leave => Intent::Leave,
        }
    }
}

impl<K: Knowledge, I: Interface<K>> Agent<K> for Person<I> {
    fn notice(&mut self, notice: &Notice<'_, K>) {
        match notice {
            Notice::Reply(line, known) => self.terminal.hear(line, known),
            Notice::Note(note) => self.terminal.note(note),
            // That is told at the end, when it is of use.
            Notice::Recording(_) => {}
        }
    }

    fn next(&mut self, known: &K) -> Option<K::Action> {
        self.terminal.next(known)
    }

    /// First what happened, then the prompt.
    fn rest(&mut self, talk: &Conversation<K>) {
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
        if !self.eager && self.shown.is_none() {
            return std::future::pending().await;
        }
        let typed = self.typed.recv().await;
        self.react(typed, talk.model())
    }

    async fn disconnected(&mut self) {
        if self.shown.take().is_some() {
            self.screen.leave_prompt();
        }
        self.terminal
            .note("The connection was lost; trying again ...");
        self.screen.text(&self.terminal.take_text());
        // Lines of a script wait for their prompt.
        while self.eager {
            match self.typed.recv().await {
                None => return,
                Some(Typed::Resized(width, height)) => self.terminal.resize(width, height),
                // Typed into nothing: nothing is to come of it later.
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
