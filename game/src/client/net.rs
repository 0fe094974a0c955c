//! A computer player at a server.

mod recorder;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub use recorder::Recorder;

use super::{FollowError, Model, narrate};
use crate::bots::{Strategy, View, decide};
use crate::protocol::command::{self, LoginError};
use crate::protocol::{LineReader, Name, Reply, Request, Secret, Text, request};
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

/// Lines to be sent.
#[derive(Debug, Default)]
struct Outgoing(String);

impl Outgoing {
    /// Beginning with the greeting.
    fn hello() -> Self {
        let mut hello = Self::default();
        hello.say(command::Hello {
            version: Text::new("0.3"),
            agent: Text::new(concat!("marchland-game/", env!("CARGO_PKG_VERSION"))),
        });
        hello
    }

    fn say(&mut self, request: impl Into<Request>) {
        request.into().write(&mut self.0);
        self.0.push('\n');
    }

    fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// What a line was to the client.
enum Next {
    Go,
    Over(Option<Player>),
}

/// What is known of the connection's place in the game.
struct Seat {
    model: Model,
    player: Option<Player>,
    token: Option<Secret>,
    extended: bool,
}

impl Client {
    /// Plays until the game is over, and gives the winner. A lost connection
    /// to a server of version 0.3 is made again.
    ///
    /// # Errors
    /// Why the game was not played to its end.
    pub async fn play(mut self) -> Result<Option<Player>, ClientError> {
        let mut seat = Seat {
            model: Model::new(Arc::clone(&self.map), None),
            player: None,
            token: None,
            extended: false,
        };
        let mut stream = connect(&self.host, self.port).await?;
        let mut hello = Outgoing::hello();
        if let Some(table) = self.table.clone() {
            hello.say(command::Join { table });
        }
        let name = Text::new(self.name.as_str());
        hello.say(command::Login { name });
        let mut said = stream.write_all(hello.as_bytes()).await;
        loop {
            if said.is_ok()
                && let Some(winner) = self.follow(&mut stream, &mut seat).await?
            {
                return Ok(winner);
            }
            let (Some(player), Some(token)) = (seat.player, seat.token) else {
                return Err(ClientError::Lost);
            };
            (self.log)("the connection was lost; trying again");
            stream = connect_again(&self.host, self.port).await?;
            let mut again = Outgoing::hello();
            again.say(command::Resume {
                player,
                secret: token,
            });
            again.say(command::AskState { player });
            said = stream.write_all(again.as_bytes()).await;
        }
    }

    /// Follows a connection to its end: the winner if the game is over,
    /// nothing if the connection was lost.
    async fn follow(
        &mut self,
        stream: &mut TcpStream,
        seat: &mut Seat,
    ) -> Result<Option<Option<Player>>, ClientError> {
        let mut reader = LineReader::default();
        let mut bytes = vec![0; 4096];
        loop {
            let Ok(count @ 1..) = stream.read(&mut bytes).await else {
                // A game that ended with the connection has ended.
                let over = seat.model.state().and_then(State::winner);
                return Ok(over.map(Some));
            };
            let mut input = &bytes[..count];
            let mut answers = Outgoing::default();
            while let Some(line) = reader.next(&mut input) {
                // What is no line of the protocol cannot be meant for us.
                let Ok(line) = line else { continue };
                match self.line(line, seat, &mut answers)? {
                    Next::Go => {}
                    Next::Over(winner) => return Ok(Some(winner)),
                }
            }
            self.act(seat, &mut answers)?;
            if !answers.as_bytes().is_empty() && stream.write_all(answers.as_bytes()).await.is_err()
            {
                return Ok(None);
            }
        }
    }

    fn line(
        &mut self,
        line: &str,
        seat: &mut Seat,
        answers: &mut Outgoing,
    ) -> Result<Next, ClientError> {
        let Ok(reply) = Reply::parse(line) else {
            (self.log)(&format!("not understood: {line}"));
            return Ok(Next::Go);
        };
        if let Some(recorder) = &mut self.recorder {
            recorder
                .received(line, &reply)
                .map_err(ClientError::Record)?;
        }
        if let Some(sentence) = narrate(&reply, &seat.model) {
            (self.log)(&sentence);
        }
        match &reply {
            Reply::Hello(_) => seat.extended = true,
            Reply::LoginAck(ack) => {
                let player = ack.0?;
                if seat.player.is_none() {
                    seat.player = Some(player);
                    seat.model = Model::new(Arc::clone(&self.map), Some(player));
                    answers.say(command::Ready { player });
                }
                seat.model.introduce(player, self.name.clone());
            }
            Reply::Token(told) => seat.token = Some(told.secret),
            Reply::Map(told) => {
                let ours = marchland_maps::canonical::digest(&self.map);
                if format!("{:032x}", told.digest.0) != ours {
                    return Err(ClientError::OtherMap {
                        theirs: told.id.as_str().to_owned(),
                        ours: self.map.id().to_owned(),
                    });
                }
            }
            Reply::Ping(ping) => answers.say(command::Pong {
                number: ping.number,
            }),
            Reply::Error(error) if seat.player.is_none() => {
                return Err(ClientError::Refused(error.text.clone()));
            }
            Reply::Error(_) if seat.model.state().is_some() => {
                // Out of step: begin again from the whole state.
                if let Some(player) = seat.player {
                    answers.say(command::AskState { player });
                }
            }
            _ => {}
        }
        if let Err(why) = seat.model.follow(&reply) {
            if !seat.extended {
                let line = line.to_owned();
                return Err(ClientError::Unfit { line, why });
            }
            (self.log)(&format!("out of step ({why}); asking for the whole state"));
            if let Some(player) = seat.player {
                answers.say(command::AskState { player });
            }
        }
        let winner = seat.model.state().and_then(State::winner);
        let over = matches!(reply, Reply::GameOver(_)) || (winner.is_some() && !seat.extended);
        Ok(if over { Next::Over(winner) } else { Next::Go })
    }

    /// Acts if it is our turn. To a server of version 0.2 there is no echo, so
    /// that several actions may follow each other at once.
    fn act(&mut self, seat: &mut Seat, answers: &mut Outgoing) -> Result<(), ClientError> {
        while seat.model.can_act() {
            let (Some(player), Some(state)) = (seat.player, seat.model.state()) else {
                break;
            };
            let view = View::new(state, player);
            let Some(action) = decide(self.strategy.as_mut(), &view) else {
                break;
            };
            let request = request(player, action);
            let line = request.to_string();
            answers.say(request);
            if seat.extended {
                seat.model.sent(action);
            } else {
                if let Some(recorder) = &mut self.recorder {
                    recorder.said(&line).map_err(ClientError::Record)?;
                }
                let acted = seat.model.acted(action);
                acted.map_err(|why| ClientError::Unfit { line, why })?;
            }
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
