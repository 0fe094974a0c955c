//! A computer player at a server.

mod conversation;
mod recorder;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub use recorder::Recorder;

use conversation::{Conversation, Next, Outgoing, Told};

use super::{FollowError, narrate};
use crate::bots::{Strategy, View, decide};
use crate::protocol::command::LoginError;
use crate::protocol::{LineReader, Name};
use crate::rules::{Player, State};

/// How often a lost connection is tried again, and for how long at first.
const TRIES: u32 = 8;
const FIRST_WAIT: Duration = Duration::from_millis(250);

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
    /// The server refuses what was said before the game.
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
    pub async fn play(mut self) -> Result<Option<Player>, ClientError> {
        let recorder = self.recorder.take();
        let (map, name) = (Arc::clone(&self.map), self.name.clone());
        let mut talk = Conversation::new(map, name, self.table.clone(), recorder);
        let mut stream = connect(&self.host, self.port).await?;
        let mut said = stream.write_all(talk.opening().as_bytes()).await;
        loop {
            if said.is_ok()
                && let Some(winner) = self.follow(&mut stream, &mut talk).await?
            {
                return Ok(winner);
            }
            let again = talk.return_to_seat().ok_or(ClientError::Lost)?;
            (self.log)("the connection was lost; trying again");
            stream = connect_again(&self.host, self.port).await?;
            said = stream.write_all(again.as_bytes()).await;
        }
    }

    /// Follows a connection to its end: the winner if the game is over,
    /// nothing if the connection was lost.
    async fn follow(
        &mut self,
        stream: &mut TcpStream,
        talk: &mut Conversation,
    ) -> Result<Option<Option<Player>>, ClientError> {
        let mut reader = LineReader::default();
        let mut bytes = vec![0; 4096];
        loop {
            let Ok(count @ 1..) = stream.read(&mut bytes).await else {
                // A game that ended with the connection has ended.
                let over = talk.model().state().and_then(State::winner);
                return Ok(over.map(Some));
            };
            let mut input = &bytes[..count];
            let mut answers = Outgoing::default();
            while let Some(line) = reader.next(&mut input) {
                // What is no line of the protocol cannot be meant for us.
                let Ok(line) = line else { continue };
                let log = &mut self.log;
                let mut listener = |told: Told<'_>| match told {
                    Told::Reply(reply, model) => {
                        if let Some(sentence) = narrate(reply, model) {
                            log(&sentence);
                        }
                    }
                    Told::Note(note) => log(note),
                };
                if let Next::Over(winner) = talk.hear(line, &mut answers, &mut listener)? {
                    return Ok(Some(winner));
                }
            }
            self.act(talk, &mut answers)?;
            if !answers.as_bytes().is_empty() && stream.write_all(answers.as_bytes()).await.is_err()
            {
                return Ok(None);
            }
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
            talk.act(player, action, answers)?;
        }
        Ok(())
    }
}

async fn connect(host: &str, port: u16) -> Result<TcpStream, ClientError> {
    let connected = TcpStream::connect((host, port)).await;
    let stream = connected.map_err(|source| ClientError::Away {
        host: host.to_owned(),
        port,
        source,
    })?;
    // Without it small lines wait for each other.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

async fn connect_again(host: &str, port: u16) -> Result<TcpStream, ClientError> {
    let mut wait = FIRST_WAIT;
    for _ in 0..TRIES {
        tokio::time::sleep(wait).await;
        if let Ok(stream) = connect(host, port).await {
            return Ok(stream);
        }
        wait *= 2;
    }
    Err(ClientError::Lost)
}
