//! What a client says and hears on behalf of a player, line by line, whatever
//! carries the lines.

use std::path::Path;
use std::sync::Arc;

use marchland_maps::Map;

use super::{ClientError, Recorder};
use crate::client::Model;
use crate::protocol::command::{self, ErrorCode, LoginError};
use crate::protocol::{Name, Reply, Request, Secret, Text, event, request};
use crate::rules::{Action, Player, State};

/// How many signs of life are asked for before the connection counts as lost.
const SIGNS: u32 = 2;

/// How many actions may be refused in a row until the game is left: a server
/// that plays by other rules would be asked the same for ever.
const MOST_REFUSALS: u32 = 10;

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
    /// The game has begun, and its record.
    Recording(&'a Path),
}

/// What a line was to the client.
pub(super) enum Next {
    /// The game goes on.
    Go,
    /// The game is over; the winner, if it was told.
    Over(Option<Player>),
    /// Not now; another connection may have more luck.
    Again,
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
    /// A connection was lost before there was a token: the own name may be in
    /// use until the server has noticed.
    login_lost: bool,
    /// Connections in a row that brought no seat.
    tries: u32,
    /// Signs of life asked for since something was heard.
    asked_for_life: u32,
    /// Actions refused since something happened in the game.
    refusals: u32,
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
            login_lost: false,
            tries: 0,
            asked_for_life: 0,
            refusals: 0,
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

    /// The file of the record, once there is one.
    pub(super) fn record(&self) -> Option<&Path> {
        let recorder = self.recorder.as_ref().filter(|r| r.has_begun());
        recorder.map(Recorder::path)
    }

    /// The first lines of the first connection.
    pub(super) fn opening(&self) -> Outgoing {
        let mut out = hello();
        self.log_in(&mut out);
        out
    }

    fn log_in(&self, out: &mut Outgoing) {
        if let Some(table) = self.table.clone() {
            out.say(command::Join { table });
        }
        let name = Text::new(self.name.as_str());
        out.say(command::Login { name });
    }

    /// The first lines after a connection was lost; nothing if one sat at a
    /// server of version 0.2, where nobody can come back.
    pub(super) fn return_to_seat(&mut self) -> Option<Outgoing> {
        self.asked_for_life = 0;
        if self.player.is_some() && !self.extended {
            return None;
        }
        if let (Some(player), Some(secret)) = (self.player, self.token) {
            let mut out = hello();
            out.say(command::Resume { player, secret });
            self.model.ask();
            out.say(command::AskState { player });
            return Some(out);
        }
        self.player = None;
        self.login_lost = true;
        Some(self.opening())
    }

    /// Counts another connection; which one in a row it is that has not
    /// brought a seat yet.
    pub(super) fn try_again(&mut self) -> u32 {
        self.tries += 1;
        self.tries
    }

    /// Nothing was heard for a while: asks for a sign of life. Whether the
    /// connection may still be there.
    pub(super) fn silence(&mut self, answers: &mut Outgoing) -> bool {
        if self.player.is_some() && !self.extended {
            // A server of version 0.2 may be silent for as long as it likes.
            return true;
        }
        self.asked_for_life += 1;
        if self.extended {
            let number = self.asked_for_life;
            answers.say(command::Ping { number });
        }
        self.asked_for_life <= SIGNS
    }

    /// Asks for the whole state, once.
    fn ask_state(&mut self, answers: &mut Outgoing) {
        if let Some(player) = self.player
            && self.model.ask()
        {
            answers.say(command::AskState { player });
        }
    }

    /// Takes a line of the server; what must be answered at once is.
    pub(super) fn hear(
        &mut self,
        line: &str,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Told<'_>),
    ) -> Result<Next, ClientError> {
        self.asked_for_life = 0;
        let Ok(reply) = Reply::parse(line) else {
            listener(Told::Note(&format!("not understood: {line}")));
            return Ok(Next::Go);
        };
        if let Some(recorder) = &mut self.recorder {
            let begun = recorder.has_begun();
            recorder
                .received(line, &reply)
                .map_err(ClientError::Record)?;
            if recorder.has_begun() && !begun {
                listener(Told::Recording(recorder.path()));
            }
        }
        listener(Told::Reply(&reply, &self.model));
        if let Reply::LoginAck(ack) = &reply
            && ack.0 == Err(LoginError::NameInUse)
            && self.login_lost
        {
            return Ok(Next::Again);
        }
        if event(&reply).is_some() {
            self.refusals = 0;
        }
        self.answer(&reply, answers)?;
        if let Err(why) = self.model.follow(&reply) {
            if !self.extended {
                let line = line.to_owned();
                return Err(ClientError::Unfit { line, why });
            }
            let note = format!("out of step ({why}); asking for the whole state");
            listener(Told::Note(&note));
            self.ask_state(answers);
        }
        let winner = self.model.state().and_then(State::winner);
        Ok(match reply {
            // All others may have given up.
            Reply::GameOver(over) => Next::Over(Some(over.winner)),
            _ if winner.is_some() && !self.extended => Next::Over(winner),
            _ => Next::Go,
        })
    }

    fn answer(&mut self, reply: &Reply, answers: &mut Outgoing) -> Result<(), ClientError> {
        match reply {
            Reply::Hello(_) => self.extended = true,
            Reply::LoginAck(ack) => {
                let player = ack.0?;
                if self.player.is_none() {
                    self.player = Some(player);
                    self.model = Model::new(Arc::clone(&self.map), Some(player));
                    if let Some(recorder) = &mut self.recorder {
                        let noted = recorder.introduced(player, &self.name);
                        noted.map_err(ClientError::Record)?;
                    }
                }
                self.tries = 0;
                self.model.introduce(player, self.name.clone());
                // Ready before it has its token, it could not come back to a
                // game that began without it.
                if !self.extended || self.token.is_some() {
                    self.get_ready(answers);
                }
            }
            Reply::Token(told) => {
                self.token = Some(told.secret);
                self.get_ready(answers);
            }
            Reply::Map(told) => {
                let ours = marchland_maps::canonical::digest(&self.map);
                if format!("{:032x}", told.digest.0) != ours {
                    // Without a word the seat would be kept.
                    let player = self.player.filter(|_| self.model.state().is_none());
                    if let Some(player) = player {
                        answers.say(command::Resign { player });
                    }
                    return Err(ClientError::OtherMap {
                        theirs: told.id.as_str().to_owned(),
                        ours: self.map.id().to_owned(),
                    });
                }
            }
            Reply::Ping(ping) => answers.say(command::Pong {
                number: ping.number,
            }),
            Reply::Unready(told) if self.player == Some(told.player) => self.get_ready(answers),
            Reply::Error(error) => self.refused(error, answers)?,
            _ => {}
        }
        Ok(())
    }

    /// Says that one is ready to play, unless the game has begun.
    fn get_ready(&self, answers: &mut Outgoing) {
        if let (Some(player), None) = (self.player, self.model.state()) {
            answers.say(command::Ready { player });
        }
    }

    /// What a refusal means.
    fn refused(
        &mut self,
        error: &command::Error,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        let is = |code: ErrorCode| error.code == code as u32;
        let begun = self.model.state().is_some();
        if is(ErrorCode::Closing) || is(ErrorCode::Journal) {
            // The end of the connection follows, or nothing was refused.
        } else if is(ErrorCode::BadToken) && self.token.is_some() && !begun {
            // The seat was given away before the game.
            self.player = None;
            self.token = None;
            self.log_in(answers);
        } else if is(ErrorCode::OutOfPlace) && self.model.is_asked() {
            // There is no state yet.
        } else if self.player.is_none() || is(ErrorCode::BadToken) {
            return Err(ClientError::Refused(error.text.clone()));
        } else if begun {
            self.refusals += 1;
            if self.refusals >= MOST_REFUSALS {
                return Err(ClientError::Refused(error.text.clone()));
            }
            // Out of step: begin again from the whole state.
            self.ask_state(answers);
        }
        Ok(())
    }

    /// Says what the player does. A server of version 0.2 sends no echo, so
    /// that the model follows at once, and the listener is told.
    pub(super) fn act(
        &mut self,
        player: Player,
        action: Action,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Told<'_>),
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
        if let Ok(echo) = Reply::parse(&line) {
            listener(Told::Reply(&echo, &self.model));
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
