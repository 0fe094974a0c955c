//! What a client says and hears on behalf of a player, line by line, whatever
//! carries the lines.

use std::sync::Arc;

use marchland_maps::Map;

use super::{ClientError, Recorder};
use crate::client::Model;
use crate::protocol::command;
use crate::protocol::{Name, Reply, Request, Secret, Text, request};
use crate::rules::{Action, Player, State};

/// Lines to be sent.
#[derive(Debug, Default)]
pub(super) struct Outgoing(String);

impl Outgoing {
    pub(super) fn say(&mut self, request: impl Into<Request>) {
        request.into().write(&mut self.0);
        self.0.push('\n');
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// What a listener is told of.
pub(super) enum Told<'a> {
    /// A reply, and the game as it was before.
    Reply(&'a Reply, &'a Model),
    /// A sentence about the connection itself.
    Note(&'a str),
}

/// What a line was to the client.
pub(super) enum Next {
    /// The game goes on.
    Go,
    /// The game is over; the winner, if it was told.
    Over(Option<Player>),
}

/// One player's place in a game, over all its connections.
pub(super) struct Conversation {
    map: Arc<Map>,
    name: Name,
    table: Option<Name>,
    recorder: Option<Recorder>,
    model: Model,
    player: Option<Player>,
    token: Option<Secret>,
    /// Whether the server speaks version 0.3.
    extended: bool,
}

impl Conversation {
    pub(super) fn new(
        map: Arc<Map>,
        name: Name,
        table: Option<Name>,
        recorder: Option<Recorder>,
    ) -> Self {
        Self {
            model: Model::new(Arc::clone(&map), None),
            map,
            name,
            table,
            recorder,
            player: None,
            token: None,
            extended: false,
        }
    }

    /// The game as far as it is known.
    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    /// The seat, once there is one.
    pub(super) fn player(&self) -> Option<Player> {
        self.player
    }

    /// The first lines of the first connection.
    pub(super) fn opening(&self) -> Outgoing {
        let mut out = hello();
        if let Some(table) = self.table.clone() {
            out.say(command::Join { table });
        }
        let name = Text::new(self.name.as_str());
        out.say(command::Login { name });
        out
    }

    /// The first lines after a connection was lost; nothing if the server
    /// gave no token to come back with.
    pub(super) fn return_to_seat(&self) -> Option<Outgoing> {
        let (player, secret) = (self.player?, self.token?);
        let mut out = hello();
        out.say(command::Resume { player, secret });
        out.say(command::AskState { player });
        Some(out)
    }

    /// Takes a line of the server; what must be answered at once is.
    pub(super) fn hear(
        &mut self,
        line: &str,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Told<'_>),
    ) -> Result<Next, ClientError> {
        let Ok(reply) = Reply::parse(line) else {
            listener(Told::Note(&format!("not understood: {line}")));
            return Ok(Next::Go);
        };
        if let Some(recorder) = &mut self.recorder {
            recorder
                .received(line, &reply)
                .map_err(ClientError::Record)?;
        }
        listener(Told::Reply(&reply, &self.model));
        self.answer(&reply, answers)?;
        if let Err(why) = self.model.follow(&reply) {
            if !self.extended {
                let line = line.to_owned();
                return Err(ClientError::Unfit { line, why });
            }
            let note = format!("out of step ({why}); asking for the whole state");
            listener(Told::Note(&note));
            if let Some(player) = self.player {
                answers.say(command::AskState { player });
            }
        }
        let winner = self.model.state().and_then(State::winner);
        let over = matches!(reply, Reply::GameOver(_)) || (winner.is_some() && !self.extended);
        Ok(if over { Next::Over(winner) } else { Next::Go })
    }

    fn answer(&mut self, reply: &Reply, answers: &mut Outgoing) -> Result<(), ClientError> {
        match reply {
            Reply::Hello(_) => self.extended = true,
            Reply::LoginAck(ack) => {
                let player = ack.0?;
                if self.player.is_none() {
                    self.player = Some(player);
                    self.model = Model::new(Arc::clone(&self.map), Some(player));
                    answers.say(command::Ready { player });
                }
                self.model.introduce(player, self.name.clone());
            }
            Reply::Token(told) => self.token = Some(told.secret),
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
            Reply::Error(error) if self.player.is_none() => {
                return Err(ClientError::Refused(error.text.clone()));
            }
            Reply::Error(_) if self.model.state().is_some() => {
                // Out of step: begin again from the whole state.
                if let Some(player) = self.player {
                    answers.say(command::AskState { player });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Says what the player does. To a server of version 0.2 there is no
    /// echo, so that the model follows at once.
    pub(super) fn act(
        &mut self,
        player: Player,
        action: Action,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        let request = request(player, action);
        let line = request.to_string();
        answers.say(request);
        if self.extended {
            self.model.sent(action);
            return Ok(());
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.said(&line).map_err(ClientError::Record)?;
        }
        let acted = self.model.acted(action);
        acted.map_err(|why| ClientError::Unfit { line, why })
    }
}

/// The greeting, with which every connection begins.
fn hello() -> Outgoing {
    let mut hello = Outgoing::default();
    hello.say(command::Hello {
        version: Text::new("0.3"),
        agent: Text::new(concat!("marchland-game/", env!("CARGO_PKG_VERSION"))),
    });
    hello
}
