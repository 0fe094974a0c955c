//! What a client says and hears on behalf of a player, line by line, whatever
//! carries the lines.

use std::path::Path;
use std::sync::Arc;

use super::{ClientError, Recorder, SeatKey, Seats, TableChoice};
use crate::client::{Knowledge, Over};
use crate::play::Player;
use crate::protocol::command::{self, ErrorCode, LoginError, To};
use crate::protocol::{ClientMessage, Name, Secret, ServerMessage, Text, line};

/// How many signs of life are asked for before the connection counts as lost.
const SIGNS: u32 = 2;

/// How many actions may be refused, and lines not fit, in a row until the game is
/// left: a server that plays by other rules would be asked the same for ever.
const MOST_REFUSALS: u32 = 10;

/// The number of the `PING` whose answer means that one is at a table.
const AT_TABLE: u32 = u32::MAX;

/// How one is at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// On a seat, ready as soon as one sits.
    Plays,
    /// On a seat, ready when that is wished for.
    Gathers,
    /// Only watching, which servers of version 0.2 have no room for.
    Watches,
}

/// Lines to be sent.
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

    /// The lines, each with its end.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether there is nothing to be sent.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a listener is told of.
pub enum Notice<'a, K: Knowledge> {
    /// A line of the server, and the game as it was before.
    Reply(&'a K::Line, &'a K),
    /// A sentence about the connection itself.
    Note(&'a str),
    /// The game has begun, and its record.
    Recording(&'a Path),
}

/// What a line was to the client.
pub enum Next {
    /// The game goes on.
    Go,
    /// The game is over; the winner, if it was told.
    Over(Option<Player>),
    /// Not now; another connection may have more luck.
    Again,
}

struct Kept {
    seats: Arc<Seats>,
    at: SeatKey,
    seat: Option<(Player, Secret)>,
    /// Whether the game is over for the player.
    is_over: bool,
}

/// One player's place in a game, over all its connections.
pub struct Conversation<K> {
    name: Name,
    table: TableChoice,
    recorder: Option<Recorder>,
    model: K,
    player: Option<Player>,
    token: Option<Secret>,
    /// Whether a game that has begun is gone on with.
    resumed: bool,
    presence: Presence,
    /// Whether the server speaks version 0.3.
    extended: bool,
    /// A connection was lost before there was a token: the own name may be in
    /// use until the server has noticed.
    login_lost: bool,
    /// Connections in a row that brought no seat.
    tries: u32,
    /// Where the seat is kept while the game goes on, and what is kept there.
    kept: Option<Kept>,
    /// Signs of life asked for since something was heard.
    asked_for_life: u32,
    /// Actions refused, and lines that did not fit, since the last event that
    /// fitted.
    refusals: u32,
}

impl<K: Knowledge> Conversation<K> {
    /// Nothing said yet: in this game, of which nothing is known, under this name,
    /// at this table.
    pub fn new(game: K, name: Name, table: TableChoice, recorder: Option<Recorder>) -> Self {
        Self {
            model: game,
            name,
            table,
            recorder,
            player: None,
            token: None,
            resumed: false,
            presence: Presence::Plays,
            extended: false,
            login_lost: false,
            tries: 0,
            kept: None,
            asked_for_life: 0,
            refusals: 0,
        }
    }

    /// The game as far as it is known.
    pub fn model(&self) -> &K {
        &self.model
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

    /// Takes a seat again instead of logging in.
    pub fn resume(&mut self, seat: Option<(Player, Secret)>) {
        self.player = seat.map(|seat| seat.0);
        self.token = seat.map(|seat| seat.1);
        self.resumed = seat.is_some();
    }

    /// Takes the seat again that is kept at the table of this server, if one is, and keeps
    /// there what one comes back with while the game goes on.
    pub fn keep_seat(&mut self, seats: Arc<Seats>, host: &str, port: u16) {
        let at = SeatKey {
            host: host.to_owned(),
            port,
            table: self.table.name(),
            name: self.name.clone(),
        };
        let seat = seats.find(&at);
        self.resume(seat);
        self.kept = Some(Kept {
            seats,
            at,
            seat,
            is_over: false,
        });
    }

    /// Keeps the seat of a game that has begun, or forgets that of one that is over for the
    /// player. Before the game, and before a seat is taken again, nothing is known.
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
            let note = format!("the seat is kept only while this program runs: {error}");
            listener(Notice::Note(&note));
        }
    }

    /// Is there in another way than [`Presence::Plays`].
    pub fn attend(&mut self, presence: Presence) {
        self.presence = presence;
    }

    fn watches(&self) -> bool {
        self.presence == Presence::Watches
    }

    /// The first lines of the first connection.
    pub fn opening(&mut self) -> Outgoing {
        if let Some(again) = self.take_seat_again() {
            return again;
        }
        let mut out = hello();
        if self.table == TableChoice::Default && !self.watches() {
            self.log_in(&mut out);
        }
        // Else it is first to be seen whether the server knows tables.
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

    /// Goes to the table that was chosen. Sitting down waits for the answer to
    /// the `PING`: before it would come why there is no such table.
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

    /// The first lines after a connection was lost; nothing if one sat at a
    /// server of version 0.2, where nobody can come back.
    pub fn return_to_seat(&mut self) -> Option<Outgoing> {
        self.asked_for_life = 0;
        if self.player.is_some() && !self.extended {
            return None;
        }
        if self.watches() {
            // All of it is told once more.
            self.model = self.model.fresh();
        } else if self.token.is_none() {
            self.player = None;
            self.login_lost = true;
        }
        Some(self.opening())
    }

    fn take_seat_again(&mut self) -> Option<Outgoing> {
        let (player, secret) = (self.player?, self.token?);
        let mut out = hello();
        out.say(command::Resume { player, secret });
        self.model.ask();
        out.say(command::State { player });
        Some(out)
    }

    /// Counts another connection; which one in a row it is that has not
    /// brought a seat yet.
    pub fn try_again(&mut self) -> u32 {
        self.tries += 1;
        self.tries
    }

    /// Nothing was heard for a while: asks for a sign of life. Whether the
    /// connection may still be there.
    ///
    /// # Errors
    /// If a table was chosen at a server that knows none.
    pub fn silence(&mut self, answers: &mut Outgoing) -> Result<bool, ClientError> {
        if !self.extended && (self.watches() || self.table != TableChoice::Default) {
            return Err(ClientError::NoTables);
        }
        if self.player.is_some() && !self.extended {
            // A server of version 0.2 may be silent for as long as it likes.
            return Ok(true);
        }
        self.asked_for_life += 1;
        if self.extended {
            let number = self.asked_for_life;
            answers.say(command::Ping { number });
        }
        Ok(self.asked_for_life <= SIGNS)
    }

    /// Asks for the whole state, once.
    fn ask_state(&mut self, answers: &mut Outgoing) {
        if let Some(player) = self.player
            && self.model.ask()
        {
            answers.say(command::State { player });
        }
    }

    /// Takes a line of the server; what must be answered at once is.
    ///
    /// # Errors
    /// If the game cannot be joined or followed, or not be recorded.
    pub fn hear(
        &mut self,
        line: &str,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Notice<'_, K>),
    ) -> Result<Next, ClientError> {
        self.asked_for_life = 0;
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
        listener(Notice::Reply(&reply, &self.model));
        let answer = ServerMessage::parse(line).ok();
        if let Some(ServerMessage::LoginAck(ack)) = &answer
            && ack.seat == Err(LoginError::NameInUse)
            && self.login_lost
        {
            return Ok(Next::Again);
        }
        if let Err(other) = self.model.meet(&reply) {
            // Without a word the seat would be kept; one that was taken again is to be.
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
                if !self.extended || self.refusals >= MOST_REFUSALS {
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
            // Who has given up cannot come back.
            Some(ServerMessage::Resign(told)) => self.player == Some(told.player),
            _ => false,
        };
        self.note_seat(is_over, listener);
        match answer {
            // All others may have given up.
            Some(ServerMessage::GameOver(over)) => Ok(Next::Over(Some(over.winner))),
            Some(ServerMessage::NoWinner(_)) => Ok(Next::Over(None)),
            _ if self.extended => Ok(Next::Go),
            _ => self.end_of_old_game(listener),
        }
    }

    /// A server of version 0.2 does not say that the game is over, and who won.
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
                self.extended = true;
                if self.player.is_none() {
                    self.choose_table(answers);
                }
            }
            ServerMessage::Pong(pong) if pong.number == AT_TABLE && self.player.is_none() => {
                self.tries = 0;
                // It is there now, whoever opened it.
                if let TableChoice::Create(table, _) = &self.table {
                    self.table = TableChoice::Join(table.clone());
                }
                self.log_in(answers);
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
                self.tries = 0;
                self.model.introduce(player, self.name.clone());
                // Ready before it has its token, it could not come back to a
                // game that began without it.
                if !self.extended || self.token.is_some() {
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
            ServerMessage::Unready(told) if self.player == Some(told.player) => {
                self.get_ready(answers)
            }
            ServerMessage::Error(error) => self.refused(error, answers)?,
            _ => {}
        }
        Ok(())
    }

    /// Says that one is ready to play, unless that is left to a wish.
    fn get_ready(&self, answers: &mut Outgoing) {
        if self.presence != Presence::Gathers {
            self.ready(answers);
        }
    }

    /// Says that one is ready to play, unless the game has begun.
    pub fn ready(&self, answers: &mut Outgoing) {
        if let (Some(player), false, false) = (self.player, self.model.has_begun(), self.resumed) {
            answers.say(command::Ready { player });
        }
    }

    /// Chooses a variant of a rule, before the game.
    pub fn choose(&self, rule: u32, variant: u32, answers: &mut Outgoing) {
        answers.say(command::ApplyRule { rule, variant });
    }

    /// Sends another player away from a table that one has opened.
    pub fn kick(&self, other: Player, answers: &mut Outgoing) {
        if let Some(player) = self.player {
            answers.say(command::Kick { player, other });
        }
    }

    /// Gives the seat back before the game begins: others may wait for it.
    pub(super) fn part(&self, answers: &mut Outgoing) {
        if self.extended && !self.model.has_begun() && !self.resumed {
            self.resign(answers);
        }
    }

    /// What a refusal means.
    fn refused(
        &mut self,
        error: &command::Error,
        answers: &mut Outgoing,
    ) -> Result<(), ClientError> {
        let is = |code: ErrorCode| error.code == code as u32;
        let begun = self.model.has_begun();
        if is(ErrorCode::Closing) && error.text == ErrorCode::TAKEN_AGAIN {
            // To come back now would take it from there again, and so on without end.
            return Err(ClientError::Elsewhere);
        } else if is(ErrorCode::Closing) || is(ErrorCode::Journal) {
            // The end of the connection follows, or nothing was refused.
        } else if is(ErrorCode::BadToken) && self.token.is_some() && !begun {
            // The seat was given away before the game, or the game is long over.
            self.player = None;
            self.token = None;
            self.resumed = false;
            match self.table {
                TableChoice::Default => self.log_in(answers),
                _ => self.choose_table(answers),
            }
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
    ///
    /// # Errors
    /// If a server of version 0.2 is told what the rules forbid, or it cannot be
    /// recorded.
    pub fn act(
        &mut self,
        action: &K::Action,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Notice<'_, K>),
    ) -> Result<(), ClientError> {
        let Some(player) = self.player else {
            return Ok(());
        };
        let line = K::request(player, action);
        answers.line(&line);
        if self.extended {
            self.model.sent(action);
            return Ok(());
        }
        if let Some(echo) = K::echo(player, action) {
            if let Some(recorder) = &mut self.recorder {
                recorder.note(&line).map_err(ClientError::Record)?;
            }
            listener(Notice::Reply(&echo, &self.model));
        }
        let acted = self.model.acted(action);
        acted.map_err(|why| ClientError::Unfit { line, why })
    }

    /// Gives the game up, if the server knows how.
    pub fn resign(&self, answers: &mut Outgoing) {
        if let Some(player) = self.player {
            answers.say(command::Resign { player });
        }
    }

    /// Says something to all others.
    pub fn say(&self, message: String, answers: &mut Outgoing) {
        if let Some(player) = self.player {
            let to = To::All;
            answers.say(command::Chat {
                player,
                to,
                message,
            });
        }
    }
}

/// The greeting, with which every connection begins.
pub(super) fn hello() -> Outgoing {
    let mut hello = Outgoing::default();
    hello.say(command::Hello {
        version: Text::new("0.3"),
        agent: Text::new(concat!("marchland-game/", env!("CARGO_PKG_VERSION"))),
    });
    hello
}
