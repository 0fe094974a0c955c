//! A person at a terminal, playing at a server.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use marchland_maps::Map;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::conversation::{Conversation, Next, Outgoing, Told};
use super::{ClientError, Recorder, SILENCE, connect_again, dial, send};
use crate::protocol::command::{Chat, To};
use crate::protocol::{LineReader, Name};
use crate::rules::{Action, Player, State};
use crate::terminal::{Reaction, Terminal};

/// Where text goes.
pub trait Screen {
    /// Shows lines, each ended.
    fn text(&mut self, text: &str);

    /// Shows a prompt, behind which is typed.
    fn prompt(&mut self, prompt: &str);

    /// A line was typed behind the prompt, if there is one.
    fn typed(&mut self, line: &str);

    /// Ends the line of a prompt behind which nothing was typed.
    fn leave_prompt(&mut self);
}

impl Screen for Box<dyn Screen> {
    fn text(&mut self, text: &str) {
        (**self).text(text);
    }

    fn prompt(&mut self, prompt: &str) {
        (**self).prompt(prompt);
    }

    fn typed(&mut self, line: &str) {
        (**self).typed(line);
    }

    fn leave_prompt(&mut self) {
        (**self).leave_prompt();
    }
}

/// A person, and where the game is.
pub struct Person<S> {
    /// The server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The name to log in with.
    pub name: Name,
    /// The table to sit down at; the default one if none is given.
    pub table: Option<Name>,
    /// The map, which must be the server's.
    pub map: Arc<Map>,
    /// Where to write what comes.
    pub recorder: Option<Recorder>,
    /// What the person sees and does.
    pub terminal: Terminal,
    /// The lines that are typed.
    pub typed: mpsc::Receiver<String>,
    /// Whether lines are taken whenever they come, not only when asked for.
    pub eager: bool,
    /// Where text goes.
    pub screen: S,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The winner, if the game was played to its end.
    pub winner: Option<Player>,
    /// The file of the record, if the game was recorded and had begun.
    pub record: Option<PathBuf>,
}

/// Why a connection is not followed any longer.
enum Stop {
    Lost,
    Left,
    Over,
}

impl<S: Screen> Person<S> {
    /// Plays until the game is over, the person leaves, nothing more is typed
    /// where something must be, or `interrupted` comes.
    ///
    /// # Errors
    /// Why the game could not be joined or went wrong.
    pub async fn play(
        mut self,
        interrupted: impl Future<Output = ()>,
    ) -> Result<Ending, ClientError> {
        let mut interrupted = pin!(interrupted);
        let (host, port) = (self.host.clone(), self.port);
        let mut dial = move || dial(host.clone(), port);
        let mut stream = dial().await.map_err(|source| ClientError::Away {
            host: self.host.clone(),
            port: self.port,
            source,
        })?;
        let (map, name) = (Arc::clone(&self.map), self.name.clone());
        let recorder = self.recorder.take();
        let mut talk = Conversation::new(map, name, self.table.clone(), recorder);
        let mut greeting = talk.opening();
        let mut shown = None;
        loop {
            let stop = tokio::select! {
                stop = self.follow(&mut stream, &mut talk, &mut shown, greeting) => stop?,
                () = &mut interrupted => Stop::Left,
            };
            match stop {
                Stop::Over => {
                    self.terminal.finish(talk.model());
                    self.refresh(&talk, &mut shown);
                    return Ok(ending(&talk));
                }
                Stop::Left => {
                    if shown.is_some() {
                        self.screen.leave_prompt();
                    }
                    return Ok(ending(&talk));
                }
                Stop::Lost => {}
            }
            greeting = talk.return_to_seat().ok_or(ClientError::Lost)?;
            self.terminal
                .note("The connection was lost; trying again ...");
            self.refresh(&talk, &mut shown);
            stream = tokio::select! {
                stream = connect_again(&mut dial, &mut talk) => stream?,
                () = &mut interrupted => return Ok(ending(&talk)),
            };
        }
    }

    /// Follows a connection until something ends it.
    async fn follow(
        &mut self,
        stream: &mut TcpStream,
        talk: &mut Conversation,
        shown: &mut Option<String>,
        greeting: Outgoing,
    ) -> Result<Stop, ClientError> {
        let mut reader = LineReader::default();
        let mut bytes = vec![0; 4096];
        let mut answers = greeting;
        loop {
            while let Some(action) = self.terminal.next(talk.model()) {
                self.act(talk, action, &mut answers)?;
            }
            if !answers.as_bytes().is_empty() && !send(stream, &answers).await {
                return Ok(Stop::Lost);
            }
            self.refresh(talk, shown);
            let wanted = self.eager || shown.is_some();
            answers = Outgoing::default();
            tokio::select! {
                heard = timeout(SILENCE, stream.read(&mut bytes)) => {
                    let count = match heard {
                        Ok(Ok(count @ 1..)) => count,
                        Err(_) if talk.silence(&mut answers) => 0,
                        _ => {
                            let over = talk.model().state().and_then(State::winner).is_some();
                            return Ok(if over { Stop::Over } else { Stop::Lost });
                        }
                    };
                    let mut input = &bytes[..count];
                    while let Some(line) = reader.next(&mut input) {
                        let Ok(line) = line else { continue };
                        let terminal = &mut self.terminal;
                        let next = talk.hear(line, &mut answers, &mut |told| tell(terminal, &told));
                        let next = match next {
                            Ok(next) => next,
                            Err(why) => {
                                // The last words; that they arrive is not certain.
                                send(stream, &answers).await;
                                return Err(why);
                            }
                        };
                        match next {
                            Next::Go => {}
                            Next::Over(_) => return Ok(Stop::Over),
                            Next::Again => return Ok(Stop::Lost),
                        }
                    }
                }
                line = self.typed.recv(), if wanted => {
                    let Some(line) = line else { return Ok(Stop::Left) };
                    self.screen.typed(&line);
                    *shown = None;
                    match self.terminal.line(&line, talk.model()) {
                        Reaction::None => {}
                        Reaction::Act(action) => self.act(talk, action, &mut answers)?,
                        Reaction::Say(message) => {
                            if let Some(player) = talk.player() {
                                answers.say(Chat { player, to: To::All, message });
                            }
                        }
                        Reaction::Leave => return Ok(Stop::Left),
                    }
                }
            }
        }
    }

    fn act(
        &mut self,
        talk: &mut Conversation,
        action: Action,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        let Some(player) = talk.player() else {
            return Ok(());
        };
        let terminal = &mut self.terminal;
        talk.act(player, action, answers, &mut |told| tell(terminal, &told))
    }

    /// Brings the screen up to date: first what happened, then the prompt.
    fn refresh(&mut self, talk: &Conversation, shown: &mut Option<String>) {
        let prompt = self.terminal.prompt(talk.model());
        let text = self.terminal.take_text(talk.model());
        if *shown == prompt && text.is_empty() {
            return;
        }
        if shown.is_some() {
            self.screen.leave_prompt();
        }
        self.screen.text(&text);
        if let Some(prompt) = &prompt {
            self.screen.prompt(prompt);
        }
        *shown = prompt;
    }
}

fn tell(terminal: &mut Terminal, told: &Told<'_>) {
    match told {
        Told::Reply(reply, model) => terminal.hear(reply, model),
        Told::Note(note) => terminal.note(note),
        // That is told at the end, when it is of use.
        Told::Recording(_) => {}
    }
}

fn ending(talk: &Conversation) -> Ending {
    Ending {
        winner: talk.model().state().and_then(State::winner),
        record: talk.record().map(ToOwned::to_owned),
    }
}
