//! Players at a server: a computer, or a person at a terminal.

mod conversation;
mod person;
mod recorder;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

pub use person::{Ending, Person, Screen};
pub use recorder::Recorder;

use conversation::{Conversation, Next, Outgoing, Told};

use super::{FollowError, narrate};
use crate::bots::{Strategy, View, decide};
use crate::protocol::command::LoginError;
use crate::protocol::{LineReader, Name};
use crate::rules::{Player, State};

/// How often a lost connection is tried again, and how long is waited before
/// the first time; each time twice as long, two minutes in all.
const TRIES: u32 = 9;
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// How long a server is given to take lines.
const SEND: Duration = Duration::from_secs(60);

/// Silence after which the server is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(20);

/// Who plays, where.
pub struct Client {
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
    /// How to play.
    pub strategy: Box<dyn Strategy>,
    /// Where to write what comes.
    pub recorder: Option<Recorder>,
    /// What is done with the sentences of what happens.
    pub log: Box<dyn FnMut(&str) + Send>,
}

/// Why a client stopped before the end of the game.
#[derive(Debug, Error)]
pub enum ClientError {
    /// Nobody listens there.
    #[error("no server answers at {host}, port {port}; is it running?")]
    Away {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// The server does not take the player.
    #[error("{0}")]
    Login(#[from] LoginError),
    /// The server refuses what was said before the game, or one action after
    /// the other.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// The server plays on another map.
    #[error("the server plays on {theirs}, not on this version of {ours}")]
    OtherMap {
        /// The server's map.
        theirs: String,
        /// The client's map.
        ours: String,
    },
    /// The connection was lost and could not be made again.
    #[error("the connection was lost")]
    Lost,
    /// The server told something that does not fit.
    #[error("the server sent {line:?}, which does not fit the game: {why}")]
    Unfit {
        /// What it sent.
        line: String,
        /// Why not.
        why: FollowError,
    },
    /// The record cannot be written.
    #[error("the record cannot be written")]
    Record(#[source] io::Error),
}

impl Client {
    /// Plays until the game is over, and gives the winner. A lost connection
    /// to a server of version 0.3 is made again.
    ///
    /// # Errors
    /// Why the game was not played to its end.
    pub async fn play(self) -> Result<Option<Player>, ClientError> {
        let (host, port) = (self.host.clone(), self.port);
        self.play_over(move || dial(host.clone(), port)).await
    }

    /// Plays like [`play`](Self::play), over connections that `dial` makes
    /// instead of TCP.
    ///
    /// # Errors
    /// Why the game was not played to its end.
    pub async fn play_over<S, F>(
        mut self,
        mut dial: impl FnMut() -> F,
    ) -> Result<Option<Player>, ClientError>
    where
        S: AsyncRead + AsyncWrite + Unpin,
        F: Future<Output = io::Result<S>>,
    {
        let recorder = self.recorder.take();
        let (map, name) = (Arc::clone(&self.map), self.name.clone());
        let mut talk = Conversation::new(map, name, self.table.clone(), recorder);
        let away = |source| ClientError::Away {
            host: self.host.clone(),
            port: self.port,
            source,
        };
        let mut stream = dial().await.map_err(away)?;
        let mut greeting = talk.opening();
        loop {
            if let Some(winner) = self.follow(&mut stream, &mut talk, greeting).await? {
                return Ok(winner);
            }
            drop(stream);
            greeting = talk.return_to_seat().ok_or(ClientError::Lost)?;
            (self.log)("the connection was lost; trying again");
            stream = connect_again(&mut dial, &mut talk).await?;
        }
    }

    /// Says `greeting` and follows a connection to its end: the winner if the
    /// game is over, nothing if the connection was lost.
    async fn follow<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
        talk: &mut Conversation,
        greeting: Outgoing,
    ) -> Result<Option<Option<Player>>, ClientError> {
        let mut reader = LineReader::default();
        let mut bytes = vec![0; 4096];
        let mut answers = greeting;
        loop {
            let sent = send(stream, &answers).await;
            answers = Outgoing::default();
            let heard = timeout(SILENCE, stream.read(&mut bytes)).await;
            let count = match heard {
                Ok(Ok(count @ 1..)) if sent => count,
                Err(_) if sent && talk.silence(&mut answers) => continue,
                _ => {
                    // A game that ended with the connection has ended.
                    let over = talk.model().state().and_then(State::winner);
                    return Ok(over.map(Some));
                }
            };
            let mut input = &bytes[..count];
            while let Some(line) = reader.next(&mut input) {
                // What is no line of the protocol cannot be meant for us.
                let Ok(line) = line else { continue };
                let mut listener = |told: Told<'_>| self.log(&told);
                match talk.hear(line, &mut answers, &mut listener) {
                    Ok(Next::Go) => {}
                    Ok(Next::Over(winner)) => return Ok(Some(winner)),
                    Ok(Next::Again) => return Ok(None),
                    Err(why) => {
                        // The last words; that they arrive is not certain.
                        send(stream, &answers).await;
                        return Err(why);
                    }
                }
            }
            self.act(talk, &mut answers)?;
        }
    }

    /// Acts if it is our turn. To a server of version 0.2 several actions may
    /// follow each other at once.
    fn act(&mut self, talk: &mut Conversation, answers: &mut Outgoing) -> Result<(), ClientError> {
        while talk.model().can_act() {
            let (Some(player), Some(state)) = (talk.player(), talk.model().state()) else {
                break;
            };
            let view = View::new(state, player);
            let Some(action) = decide(self.strategy.as_mut(), &view) else {
                break;
            };
            let mut listener = |told: Told<'_>| self.log(&told);
            talk.act(player, action, answers, &mut listener)?;
        }
        Ok(())
    }

    fn log(&mut self, told: &Told<'_>) {
        match told {
            Told::Reply(reply, model) => {
                if let Some(sentence) = narrate(reply, model) {
                    (self.log)(&sentence);
                }
            }
            Told::Note(note) => (self.log)(note),
            Told::Recording(file) => (self.log)(&format!("recording to {}", file.display())),
        }
    }
}

/// Makes a lost connection again.
async fn connect_again<S, F>(
    dial: &mut impl FnMut() -> F,
    talk: &mut Conversation,
) -> Result<S, ClientError>
where
    F: Future<Output = io::Result<S>>,
{
    loop {
        let tries = talk.try_again();
        if tries > TRIES {
            return Err(ClientError::Lost);
        }
        tokio::time::sleep(FIRST_WAIT * (1 << (tries - 1))).await;
        if let Ok(stream) = dial().await {
            return Ok(stream);
        }
    }
}

/// Whether the server took what was said.
async fn send<S: AsyncWrite + Unpin>(stream: &mut S, lines: &Outgoing) -> bool {
    let sent = timeout(SEND, stream.write_all(lines.as_bytes())).await;
    sent.is_ok_and(|sent| sent.is_ok())
}

async fn dial(host: String, port: u16) -> io::Result<TcpStream> {
    crate::tcp::dial(&host, port).await
}
