//! The exchange of lines between a client and a server, independent of the connection.

mod requests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{
    ANSWER, ClientError, Destination, Presence, Recorder, SILENCE, SeatKey, Seats, Server,
    TableChoice,
};
use crate::client::{Knowledge, Over};
use crate::play::Player;
use crate::protocol::command::{self, ErrorCode, LoginError};
use crate::protocol::{ClientMessage, Name, Secret, ServerMessage, Text, line};

/// The number of unanswered `PING`s after which the connection counts as lost.
const SIGNS: u32 = 2;

/// The number of consecutive refused actions and unfitting lines after which the client
/// leaves: a server with other rules would be asked the same forever.
const MOST_REFUSALS: u32 = 10;

/// The number of the `PING` whose reply confirms that the client is at a table.
const AT_TABLE: u32 = u32::MAX;

/// The program of a person, or of somebody who only asks.
pub(super) const PERSON: &str = concat!("marchland-game/", env!("CARGO_PKG_VERSION"));

/// The program of a computer player; servers know it by `-bot`.
const COMPUTER: &str = concat!("marchland-bot/", env!("CARGO_PKG_VERSION"));

/// The name of no player.
const NOBODY: &str = "?";

/// Lines to send.
#[derive(Debug, Default)]
pub struct Outgoing(String);

impl Outgoing {
    /// Adds a line.
    pub fn say(&mut self, request: impl Into<ClientMessage>) {
        self.line(&request.into().to_string());
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// The lines, each with its newline.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether there is nothing to send.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a listener is notified of.
pub enum Notice<'a, K: Knowledge> {
    /// A line of the server, and the game before it.
    Reply(&'a K::Line, &'a K),
    /// A sentence about the connection itself.
    Note(&'a str),
    /// The game has begun, and is recorded in this file.
    Recording(&'a Path),
}

/// How to continue after a line.
pub enum Next {
    /// The game continues.
    Go,
    /// The game is over; the winner, if known.
    Over(Option<Player>),
    /// Reconnect and try again.
    Again,
}

struct Kept {
    seats: Arc<Seats>,
    at: SeatKey,
    seat: Option<(Player, Secret)>,
    /// Whether the game is over for the player.
    is_over: bool,
}

/// What is known of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It has said nothing yet.
    Nothing,
    /// It has said something, but not that it speaks version 0.3.
    Talks,
    /// It speaks version 0.3.
    Extended,
}

/// One player's session in a game, across all its connections.
pub struct Conversation<K> {
    name: Name,
    /// What the server is told of the program.
    program: &'static str,
    table: TableChoice,
    recorder: Option<Recorder>,
    model: K,
    player: Option<Player>,
    token: Option<Secret>,
    /// Whether a running game is resumed.
    resumed: bool,
    presence: Presence,
    /// What is known of the server.
    server: Known,
    /// A connection was lost before the client had a token: its name may be in use until the
    /// server notices.
    login_lost: bool,
    /// Consecutive connections without getting a seat.
    tries: u32,
    /// Where the seat is saved while the game is running.
    kept: Option<Kept>,
    /// How often the server was asked for a sign of life since the last line received.
    asked_for_life: u32,
    /// Refused actions and unfitting lines since the last event that fitted.
    refusals: u32,
}

impl<K: Knowledge> Destination<K> {
    /// The conversation, which begins with the first connection to the server. It resumes the
    /// seat saved for this table and server, if any, and saves the seat while the game is running.
    pub fn conversation(self) -> (Server, Conversation<K>) {
        let at = self.seat_key();
        let seats = self.seats.filter(|_| self.presence != Presence::Watches);
        let kept = seats.map(|seats| Kept {
            seat: seats.find(&at),
            seats,
            at,
            is_over: false,
        });
        let seat = kept.as_ref().map_or(self.seat, |kept| kept.seat);
        let talk = Conversation {
            model: self.game,
            name: self.name,
            program: PERSON,
            table: self.table,
            recorder: self.recorder,
            player: seat.map(|(player, _)| player),
            token: seat.map(|(_, token)| token),
            resumed: seat.is_some(),
            presence: self.presence,
            server: Known::Nothing,
            login_lost: false,
            tries: 0,
            kept,
            asked_for_life: 0,
            refusals: 0,
        };
        (self.server, talk)
    }
}

impl<K: Knowledge> Conversation<K> {
    /// The game as far as it is known.
    pub fn model(&self) -> &K {
        &self.model
    }

    /// Whether the server speaks version 0.3, in which players can resign and mute others.
    pub fn is_extended(&self) -> bool {
        self.server == Known::Extended
    }

    /// Whether no lost connection is still to be restored, with its seat.
    pub fn is_there(&self) -> bool {
        self.tries == 0
    }

    /// The seat, once there is one.
    pub fn player(&self) -> Option<Player> {
        self.player
    }

    /// The file of the record, once there is one.
    pub fn record(&self) -> Option<&Path> {
        let recorder = self.recorder.as_ref().filter(|r| r.has_begun());
        recorder.map(Recorder::path)
    }

    /// Saves the seat of a running game, or forgets it when the game is over for the player.
    /// Before the game, and before a seat is resumed, nothing is known.
    fn note_seat(&mut self, is_over: bool, listener: &mut dyn FnMut(Notice<'_, K>)) {
        let Some(kept) = &mut self.kept else { return };
        kept.is_over |= is_over;
        let seat = self.player.zip(self.token);
        let seat = match seat.filter(|_| !kept.is_over) {
            Some(_) if !self.model.has_begun() => return,
            seat => seat,
        };
        if seat == kept.seat {
            return;
        }
        kept.seat = seat;
        if let Err(error) = kept.seats.keep(&kept.at, seat) {
            let note = format!("the seat is saved only while this program runs: {error}");
            listener(Notice::Note(&note));
        }
    }

    /// Tells the server that a computer plays.
    pub fn set_computer(&mut self) {
        self.program = COMPUTER;
    }

    fn watches(&self) -> bool {
        self.presence == Presence::Watches
    }

    /// The first lines of the first connection.
    pub fn opening(&mut self) -> Outgoing {
        if let Some(again) = self.take_seat_again() {
            return again;
        }
        let mut out = hello(self.program);
        if !self.goes_to_table() {
            self.log_in(&mut out);
        }
        // Otherwise first find out whether the server supports tables.
        out
    }

    fn log_in(&self, out: &mut Outgoing) {
        if self.watches() {
            out.say(command::Spectate {});
            return;
        }
        let name = Text::new(self.name.as_str());
        out.say(command::Login { name });
    }

    /// Goes to the chosen table. Logging in waits for the reply to the `PING`, because an
    /// error about the table would arrive before it.
    fn choose_table(&self, out: &mut Outgoing) {
        match self.table.clone() {
            TableChoice::Default if self.watches() => {}
            TableChoice::Default => return,
            TableChoice::Join(table) => out.say(command::Join { table }),
            TableChoice::Create(table, players) => {
                let header = self.model.header(players);
                let usual = header.game == command::Table::USUAL;
                out.say(command::Create {
                    table,
                    game: (!usual).then(|| Text::new(&header.game)),
                    setup: Text::new(&header.setup),
                    players,
                });
            }
        }
        out.say(command::Ping { number: AT_TABLE });
    }

    /// The first lines after a lost connection; `None` at a server of version 0.2, where a
    /// player cannot come back.
    pub fn return_to_seat(&mut self) -> Option<Outgoing> {
        self.asked_for_life = 0;
        if self.player.is_some() && !self.is_extended() {
            return None;
        }
        if self.watches() {
            // The server sends everything again.
            self.model = self.model.fresh();
        } else if self.token.is_none() {
            self.player = None;
            self.login_lost = true;
        }
        Some(self.opening())
    }

    fn take_seat_again(&mut self) -> Option<Outgoing> {
        let (player, secret) = (self.player?, self.token?);
        let mut out = hello(self.program);
        out.say(command::Resume { player, secret });
        self.model.ask();
        out.say(command::State { player });
        Some(out)
    }

    /// Counts a connection attempt; returns the number of consecutive ones without a seat.
    pub fn try_again(&mut self) -> u32 {
        self.tries += 1;
        self.tries
    }

    /// Asks for a sign of life after a silence. Returns whether the connection may still be
    /// alive.
    ///
    /// # Errors
    /// If the server has never said anything, and a person waits for it; a computer player tries
    /// again.
    pub fn silence(&mut self, answers: &mut Outgoing) -> Result<bool, ClientError> {
        if !self.has_heard() {
            self.asked_for_life += 1;
            match self.asked_for_life {
                1 if self.goes_to_table() => *answers = refused_login(),
                2.. if self.is_person() => return Err(ClientError::NotAServer),
                _ => {}
            }
            return Ok(self.asked_for_life <= SIGNS);
        }
        if self.player.is_some() && !self.is_extended() {
            // A server of version 0.2 may be silent indefinitely.
            return Ok(true);
        }
        self.asked_for_life += 1;
        if self.is_extended() {
            let number = self.asked_for_life;
            answers.say(command::Ping { number });
        }
        Ok(self.asked_for_life <= SIGNS)
    }

    /// How long the server may be silent before it is asked for a sign of life.
    pub(super) fn patience(&self) -> Duration {
        if !self.has_heard() && self.is_person() {
            ANSWER
        } else {
            SILENCE
        }
    }

    fn is_person(&self) -> bool {
        self.program == PERSON
    }

    /// Whether the server must support tables or spectators.
    fn goes_to_table(&self) -> bool {
        self.watches() || self.table != TableChoice::Default
    }

    /// Whether the server has said anything yet.
    pub fn has_heard(&self) -> bool {
        self.server != Known::Nothing
    }

    /// Requests the whole state, once.
    fn ask_state(&mut self, answers: &mut Outgoing) {
        if let Some(player) = self.player
            && self.model.ask()
        {
            answers.say(command::State { player });
        }
    }

    /// Processes a line of the server and adds the replies to `answers`.
    ///
    /// # Errors
    /// If the game cannot be joined, followed or recorded.
    pub fn hear(
        &mut self,
        line: &str,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Notice<'_, K>),
    ) -> Result<Next, ClientError> {
        self.asked_for_life = 0;
        if self.server == Known::Nothing {
            self.server = Known::Talks;
        }
        let Ok(reply) = K::parse(line) else {
            listener(Notice::Note(&format!("not understood: {line}")));
            return Ok(Next::Go);
        };
        if let Some(recorder) = &mut self.recorder {
            let begun = recorder.has_begun();
            recorder
                .received(line, &self.model)
                .map_err(ClientError::Record)?;
            if recorder.has_begun() && !begun {
                listener(Notice::Recording(recorder.path()));
            }
        }
        let answer = ServerMessage::parse(line).ok();
        let has_no_state = matches!(&answer, Some(ServerMessage::Error(error))
            if error.code == ErrorCode::OutOfPlace as u32 && self.model.is_asked());
        if self.model.can_be_shown(&reply) && !has_no_state {
            listener(Notice::Reply(&reply, &self.model));
        }
        if let Some(ServerMessage::LoginAck(ack)) = &answer
            && ack.seat == Err(LoginError::NameInUse)
            && self.login_lost
        {
            return Ok(Next::Again);
        }
        if let Err(other) = self.model.meet(&reply) {
            // Give up a new seat, which would otherwise stay occupied, but not a resumed one.
            let gathers = !self.model.has_begun() && !self.resumed;
            if let Some(player) = self.player.filter(|_| gathers) {
                answers.say(command::Resign { player });
            }
            return Err(ClientError::OtherGame(other));
        }
        if let Some(answer) = &answer {
            self.answer(answer, answers)?;
        }
        match self.model.follow(&reply) {
            Ok(()) if K::is_event(&reply) && !self.model.is_asked() => self.refusals = 0,
            Ok(()) => {}
            Err(why) => {
                self.refusals += 1;
                if !self.is_extended() || self.refusals >= MOST_REFUSALS {
                    let line = line.to_owned();
                    return Err(ClientError::Unfit { line, why });
                }
                let note = format!("out of step ({why}); asking for the whole state");
                listener(Notice::Note(&note));
                self.ask_state(answers);
            }
        }
        let is_over = match &answer {
            Some(ServerMessage::GameOver(_) | ServerMessage::NoWinner(_)) => true,
            // A player who has resigned cannot come back.
            Some(ServerMessage::Resign(told)) => self.player == Some(told.player),
            _ => false,
        };
        self.note_seat(is_over, listener);
        match answer {
            // All others may have resigned.
            Some(ServerMessage::GameOver(over)) => Ok(Next::Over(Some(over.winner))),
            Some(ServerMessage::NoWinner(_)) => Ok(Next::Over(None)),
            _ if self.is_extended() => Ok(Next::Go),
            _ => self.end_of_old_game(listener),
        }
    }

    /// A server of version 0.2 does not announce the end of the game and its winner.
    fn end_of_old_game(
        &mut self,
        listener: &mut dyn FnMut(Notice<'_, K>),
    ) -> Result<Next, ClientError> {
        let Some(Over(Some(winner))) = self.model.over() else {
            return Ok(Next::Go);
        };
        let over = line(&command::GameOver { winner });
        if let Some(recorder) = &mut self.recorder {
            let noted = recorder.received(&over, &self.model);
            noted.map_err(ClientError::Record)?;
        }
        if let Ok(over) = K::parse(&over) {
            listener(Notice::Reply(&over, &self.model));
        }
        Ok(Next::Over(Some(winner)))
    }

    fn answer(
        &mut self,
        answer: &ServerMessage,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        match answer {
            ServerMessage::Hello(_) => {
                self.server = Known::Extended;
                if self.player.is_none() {
                    self.choose_table(answers);
                }
            }
            ServerMessage::Pong(pong) if pong.number == AT_TABLE && self.player.is_none() => {
                if self.watches() {
                    self.tries = 0;
                }
                // The table exists now, whoever opened it.
                if let TableChoice::Create(table, _) = &self.table {
                    self.table = TableChoice::Join(table.clone());
                }
                self.log_in(answers);
            }
            // It answers a login only: that of nobody.
            ServerMessage::LoginAck(_) if !self.is_extended() && self.goes_to_table() => {
                return Err(ClientError::NoTables);
            }
            ServerMessage::LoginAck(ack) => {
                let player = ack.seat?;
                if self.player.is_none() {
                    self.player = Some(player);
                    self.model = self.model.fresh();
                    if let Some(recorder) = &mut self.recorder {
                        let noted = recorder.introduced(player, &self.name);
                        noted.map_err(ClientError::Record)?;
                    }
                }
                (self.tries, self.login_lost) = (0, false);
                self.model.introduce(player, self.name.clone());
                // A client ready before it has its token could not come back if the
                // connection were lost.
                if !self.is_extended() || self.token.is_some() {
                    self.get_ready(answers);
                }
            }
            ServerMessage::PlayerToken(told) => {
                self.token = Some(told.secret);
                self.get_ready(answers);
            }
            ServerMessage::Ping(ping) => answers.say(command::Pong {
                number: ping.number,
            }),
            ServerMessage::Unready(told)
                if self.player == Some(told.player) && self.presence == Presence::Plays =>
            {
                self.ready(answers);
            }
            ServerMessage::Error(error) => self.refused(error, answers)?,
            _ => {}
        }
        Ok(())
    }

    /// Sends `READY`, unless that is left to an intent.
    fn get_ready(&self, answers: &mut Outgoing) {
        if self.presence != Presence::Gathers {
            self.ready(answers);
        }
    }

    /// Handles a refusal.
    fn refused(
        &mut self,
        error: &command::Error,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        let is = |code: ErrorCode| error.code == code as u32;
        let begun = self.model.has_begun();
        if is(ErrorCode::Closing) && error.text == ErrorCode::TAKEN_AGAIN {
            // Resuming it now would take it from there again, and so on without end.
            return Err(ClientError::Elsewhere);
        } else if is(ErrorCode::Closing) && error.text == ErrorCode::CLOSED {
            return Err(ClientError::Closed);
        } else if error.is_removal() {
            // The seat is gone, and the host does not want the player back.
            return Err(ClientError::Removed(error.text.clone()));
        } else if is(ErrorCode::Closing)
            && self.player.is_none()
            && self.token.is_none()
            && !(self.watches() && error.text == ErrorCode::STOPPING)
        {
            return Err(ClientError::TurnedAway(error.text.clone()));
        } else if is(ErrorCode::Closing) || error.is_about_journal() || error.is_time_up() {
            // The connection is about to end, or nothing was refused.
        } else if is(ErrorCode::BadToken) && self.token.is_some() && !begun {
            // The seat was lost before the game, or the game has long been over.
            self.player = None;
            self.token = None;
            self.resumed = false;
            match self.table {
                TableChoice::Default => self.log_in(answers),
                _ => self.choose_table(answers),
            }
        } else if is(ErrorCode::BadToken) && self.token.is_some() {
            return Err(ClientError::Gone);
        } else if is(ErrorCode::OutOfPlace) && self.model.is_asked() {
            // There is no state yet.
        } else if self.player.is_none() || is(ErrorCode::BadToken) {
            return Err(ClientError::Refused(error.text.clone()));
        } else if begun {
            self.refusals += 1;
            if self.refusals >= MOST_REFUSALS {
                return Err(ClientError::Refused(error.text.clone()));
            }
            // Out of step: start again from the whole state.
            self.ask_state(answers);
        }
        Ok(())
    }
}

/// The `HELLO` with which every connection begins.
pub(super) fn hello(program: &str) -> Outgoing {
    let mut hello = Outgoing::default();
    hello.say(command::Hello {
        version: Text::new("0.4"),
        agent: Text::new(program),
    });
    hello
}

/// A login that every server refuses. One of version 0.2 answers nothing that comes before it.
pub(super) fn refused_login() -> Outgoing {
    let mut login = Outgoing::default();
    let name = Text::new(NOBODY);
    login.say(command::Login { name });
    login
}

#[cfg(test)]
mod tests;
