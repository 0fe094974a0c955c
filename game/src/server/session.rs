//! One connection: parses its bytes into requests, and enforces its limits.

mod limits;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use self::limits::SessionLimits;

use super::help::{Sender, help, sender};
use super::report::FromOrigin;
use super::{Link, Lobby, LobbyError, Origin, Peer, Refusal, Reporter, SharedTable, Table};
use crate::play::Player;
use crate::protocol::command::{self, Command, Error, ErrorCode};
use crate::protocol::{ClientMessage, LineReader, MAX_LINE, ParseError, Text, line};

/// The first byte of TLS, with which no line of the protocol begins.
const TLS_HANDSHAKE: u8 = 0x16;

/// How soon to retry a line at a table that waits for its journal.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// How many lines a message of a player costs beyond its own: it goes to everybody at the table.
const MESSAGE: f64 = 9.0;

type Shared<P> = Arc<SharedTable<P>>;

enum Stage<P> {
    /// At no table; `LOGIN` means the default one.
    Lobby,
    /// At no table, after choosing one that does not exist; `LOGIN` fails.
    NoTable,
    /// At a chosen table without a seat; whether this client opened the table.
    Joined(Shared<P>, bool),
    Seated(Shared<P>, Player),
    Watching(Shared<P>),
}

/// Why a line was not executed.
enum Rejected {
    /// The client has to be told the reason, if its version knows how.
    Why(Refusal),
    /// The command has a reply of its own, which was sent.
    Answered,
    /// The table waits for its journal, and the line has to wait, too.
    NotNow,
}

impl From<Refusal> for Rejected {
    fn from(refusal: Refusal) -> Self {
        Self::Why(refusal)
    }
}

/// The server's side of one connection.
pub struct Session<P> {
    peer: P,
    origin: Option<Origin>,
    reporter: Option<Reporter>,
    limits: SessionLimits,
    reader: LineReader,
    /// Input that waits until the client may send more.
    kept: Vec<u8>,
    extended: bool,
    /// What the client said about itself, if it speaks version 0.3.
    hello: Option<command::Hello>,
    stage: Stage<P>,
    began: Duration,
    heard: Duration,
    pinged: u32,
    refused_in_a_row: u32,
    /// Lines that may still be sent at once; negative after a flood.
    tokens: f64,
    refilled: Duration,
    /// Until when a waiting table is left alone.
    waits_until: Option<Duration>,
    /// Whether nothing but empty lines was received.
    fresh: bool,
    closed: bool,
}

impl<P: Peer> Session<P> {
    /// Creates a session for a new connection.
    pub fn new(peer: P, limits: SessionLimits, now: Duration) -> Self {
        Self {
            origin: peer.origin(),
            peer,
            reporter: None,
            limits,
            reader: LineReader::default(),
            kept: Vec::new(),
            extended: false,
            hello: None,
            stage: Stage::Lobby,
            began: now,
            heard: now,
            pinged: 0,
            refused_in_a_row: 0,
            tokens: limits.burst,
            refilled: now,
            waits_until: None,
            fresh: true,
            closed: false,
        }
    }

    /// Reports refused requests to `reporter`.
    #[must_use]
    pub fn reporting(mut self, reporter: Option<Reporter>) -> Self {
        self.reporter = reporter;
        self
    }

    fn report(&self, what: fmt::Arguments<'_>) {
        if let Some(report) = &self.reporter {
            report(None, what);
        }
    }

    fn report_sent_away(&self, why: &str) {
        let from = FromOrigin(self.origin);
        self.report(format_args!("a client is disconnected{from}: {why}"));
    }

    /// Whether the session has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The table the client is at.
    pub fn table(&self) -> Option<&Shared<P>> {
        match &self.stage {
            Stage::Lobby | Stage::NoTable => None,
            Stage::Joined(table, _) | Stage::Seated(table, _) | Stage::Watching(table) => {
                Some(table)
            }
        }
    }

    /// Until when no more input should be read: after a flood, so that only its sender
    /// suffers, or while the table waits. Usually `None`.
    pub fn paused_until(&self) -> Option<Duration> {
        let flood = (self.tokens < 0.0).then(|| {
            let pause = (-self.tokens / self.limits.rate).min(60.0);
            self.refilled + Duration::from_secs_f64(pause)
        });
        flood.max(self.waits_until)
    }

    /// Processes received bytes. Lines beyond the rate limit are kept; call this again,
    /// possibly without bytes, once [`paused_until`](Self::paused_until) has passed, and not
    /// before.
    pub fn receive(&mut self, bytes: &[u8], lobby: &Lobby<P>, now: Duration) {
        if self.fresh && bytes.first() == Some(&TLS_HANDSHAKE) {
            // It would wait long for a reply that never comes.
            let text = "this port does not speak TLS";
            self.tell(&Error::new(ErrorCode::Malformed, text));
            self.send_away("it speaks TLS, and this port does not");
            return;
        }
        // During a pause after a flood nothing could be heard. Retrying a line that waits for
        // the table, however, is not a sign of life.
        if !bytes.is_empty() || self.tokens < 0.0 {
            self.heard = now;
            self.pinged = 0;
        }
        let passed = now.saturating_sub(self.refilled).as_secs_f64();
        self.tokens = (self.tokens + passed * self.limits.rate).min(self.limits.burst);
        self.refilled = now;
        self.waits_until = self.waits_until.filter(|until| *until > now);
        if self.kept.is_empty() {
            self.work_off(bytes, lobby, now);
        } else {
            let mut all = std::mem::take(&mut self.kept);
            all.extend_from_slice(bytes);
            self.work_off(&all, lobby, now);
        }
    }

    fn work_off(&mut self, mut bytes: &[u8], lobby: &Lobby<P>, now: Duration) {
        let (came, tokens) = (bytes.len(), self.tokens);
        // The reader is taken out so that its line can be borrowed meanwhile.
        let mut reader = std::mem::take(&mut self.reader);
        while !self.closed && self.tokens >= 0.0 && self.waits_until.is_none() {
            let Some(line) = reader.next(&mut bytes) else {
                break;
            };
            self.tokens -= 1.0;
            match line {
                Ok(line) => {
                    if !self.line(line, lobby, now) {
                        // The line is retried when the table continues.
                        self.tokens += 1.0;
                        self.waits_until = Some(now + LOOK_AGAIN);
                        self.kept.extend_from_slice(line.as_bytes());
                        self.kept.push(b'\n');
                    }
                }
                Err(error) => {
                    self.fresh = false;
                    self.refuse(&Refusal::new(ErrorCode::Malformed, error.to_string()));
                }
            }
        }
        self.reader = reader;
        if !self.closed {
            self.kept.extend_from_slice(bytes);
        }
        // Bytes without a newline cost as much as the lines they could be.
        let could_be = (came - bytes.len()) as f64 / (MAX_LINE + 1) as f64;
        self.tokens = self.tokens.min(tokens - could_be);
    }

    /// Executes a line. Returns whether it is done; `false` if the table has to wait first.
    fn line(&mut self, line: &str, lobby: &Lobby<P>, now: Duration) -> bool {
        let done = match ClientMessage::parse(line) {
            Ok(request) => self.request(&request, lobby, now),
            // An empty line does nothing; people press Enter.
            Err(ParseError::Empty) => {
                if std::mem::take(&mut self.fresh) {
                    self.help(lobby);
                }
                return true;
            }
            Err(ParseError::UnknownCommand) => {
                let word = line.split_whitespace().next().unwrap_or_default();
                match sender(word) {
                    Sender::NeedsHelp => {
                        self.help(lobby);
                        return true;
                    }
                    Sender::Person if !self.extended => self.correct(word, lobby),
                    _ => {}
                }
                self.act(word, line, lobby, now)
            }
            Err(error) => Err(Refusal::new(ErrorCode::Malformed, error.to_string()).into()),
        };
        self.fresh = false;
        match done {
            Ok(()) => self.refused_in_a_row = 0,
            Err(Rejected::Why(refusal)) => {
                // A client that sends HELLO, even a malformed one, knows ERROR.
                let greeted = line.split_whitespace().next() == Some("HELLO");
                if greeted && !self.extended {
                    self.tell(&Error::new(refusal.code, &refusal.text));
                }
                self.refuse(&refusal);
            }
            Err(Rejected::Answered) => self.count_refused(),
            Err(Rejected::NotNow) => return false,
        }
        true
    }

    /// Sends help for a person.
    fn help(&mut self, lobby: &Lobby<P>) {
        self.fresh = false;
        for line in help(self.limits.login, lobby.commands()) {
            self.tokens -= 1.0;
            self.tell(&Error::new(ErrorCode::Unknown, &line));
        }
    }

    /// Tells a person who did not use capitals what to type.
    fn correct(&self, word: &str, lobby: &Lobby<P>) {
        let capitals = word.to_ascii_uppercase();
        let known =
            ClientMessage::NAMES.contains(&capitals.as_str()) || lobby.has_command(&capitals);
        let text = if known {
            format!("commands are in capitals: {capitals}")
        } else {
            let word = Text::new(word);
            format!(
                "there is no command {}; HELP lists the commands",
                word.as_str()
            )
        };
        self.tell(&Error::new(ErrorCode::Unknown, &text));
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.tell_extended(&Error::new(refusal.code, &refusal.text));
        self.count_refused();
    }

    fn count_refused(&mut self) {
        self.refused_in_a_row += 1;
        if self.refused_in_a_row >= self.limits.refused {
            self.send_away("too many refused lines in a row");
        }
    }

    /// Reports why the client is disconnected, and disconnects it.
    fn send_away(&mut self, why: &str) {
        self.report_sent_away(why);
        self.close(why);
    }

    fn close(&mut self, why: &str) {
        self.tell_extended(&Error::new(ErrorCode::Closing, why));
        self.closed = true;
        self.peer.close();
    }

    fn tell(&self, command: &impl Command) {
        self.peer.send(&line(command));
    }

    /// Sends a sign of life, which overtakes lines that are held back.
    fn tell_at_once(&self, command: &impl Command) {
        self.peer.send_at_once(&line(command));
    }

    fn tell_extended(&self, command: &impl Command) {
        if self.extended {
            self.tell(command);
        }
    }

    fn link(&self) -> Link<P> {
        let hello = self.hello.as_ref();
        Link {
            peer: self.peer.clone(),
            extended: self.extended,
            computer: hello.is_some_and(|hello| is_computer(hello.agent.as_str())),
            told_of_losses: hello.is_some_and(|hello| version(hello) >= Some((0, 4))),
        }
    }

    fn request(
        &mut self,
        request: &ClientMessage,
        lobby: &Lobby<P>,
        now: Duration,
    ) -> Result<(), Rejected> {
        let greets = matches!(request, ClientMessage::Hello(_));
        if !self.extended && request.is_extension() && !greets {
            return Err(Refusal::out_of_place("say HELLO first").into());
        }
        match request {
            ClientMessage::Ping(ping) => {
                let number = ping.number;
                self.tell_at_once(&command::Pong { number });
                return Ok(());
            }
            ClientMessage::Pong(_) => return Ok(()),
            _ => {}
        }
        match &self.stage {
            Stage::Seated(table, player) => {
                let (table, player) = (Arc::clone(table), *player);
                let mut table = table.lock();
                self.is_seated(&table, player)?;
                self.tokens -= match request {
                    ClientMessage::State(_) => table.game().state_lines() as f64 / 20.0,
                    ClientMessage::Chat(_) => MESSAGE,
                    _ => 0.0,
                };
                Ok(table.request(player, request, now)?)
            }
            Stage::Watching(_) => Err(Refusal::out_of_place("spectators only watch").into()),
            Stage::Lobby | Stage::NoTable | Stage::Joined(..) => self.unseated(request, lobby, now),
        }
    }

    /// Checks that this connection has the player's seat, and that the table is not waiting.
    fn is_seated(&self, table: &Table<P>, player: Player) -> Result<(), Rejected> {
        if !table.is_linked(player, &self.peer) {
            // Another connection has the seat, or nobody: the line was sent too late.
            let text = "this connection no longer has the seat; connect again to play";
            return Err(Refusal::out_of_place(text).into());
        }
        if table.is_waiting() {
            return Err(Rejected::NotNow);
        }
        Ok(())
    }

    /// Passes a line that is not a common command to the game.
    fn act(
        &mut self,
        word: &str,
        line: &str,
        lobby: &Lobby<P>,
        now: Duration,
    ) -> Result<(), Rejected> {
        if let Stage::Seated(table, player) = &self.stage {
            let (table, player) = (Arc::clone(table), *player);
            let mut table = table.lock();
            self.is_seated(&table, player)?;
            return Ok(table.act(player, line, now)?);
        }
        let refusal = if !lobby.has_command(word) {
            let text = format!("there is no command {}", Text::new(word).as_str());
            Refusal::new(ErrorCode::Unknown, text)
        } else if matches!(self.stage, Stage::Watching(_)) {
            Refusal::out_of_place("spectators only watch")
        } else {
            Refusal::out_of_place("log in first")
        };
        Err(refusal.into())
    }

    fn unseated(
        &mut self,
        request: &ClientMessage,
        lobby: &Lobby<P>,
        now: Duration,
    ) -> Result<(), Rejected> {
        match request {
            ClientMessage::Hello(hello) => Ok(self.hello(hello)?),
            ClientMessage::List(_) => {
                let tables = lobby.list();
                self.tokens -= tables.len() as f64 / 10.0;
                for table in tables {
                    self.tell(&table);
                }
                self.tell(&command::TableEnd {});
                Ok(())
            }
            ClientMessage::Create(create) => {
                let created = lobby.create(create, self.origin, now);
                self.stage = Stage::NoTable;
                let refuse = |why: LobbyError| Refusal::new(ErrorCode::NoTable, why.to_string());
                let created = created.map_err(refuse)?;
                self.tell(&created.lock().summary(create.table.clone()));
                self.stage = Stage::Joined(created, true);
                Ok(())
            }
            ClientMessage::Join(join) => {
                let table = lobby.find(&join.table);
                let unknown = || Refusal::new(ErrorCode::NoTable, "there is no such table");
                self.stage = Stage::NoTable;
                let table = table.ok_or_else(unknown)?;
                self.tell(&table.lock().summary(join.table.clone()));
                self.stage = Stage::Joined(table, false);
                Ok(())
            }
            ClientMessage::Login(login) => {
                let (link, name) = (self.link(), &login.name);
                let (table, seat) = self.at_table(lobby, |t| t.login(link, name, now))?;
                // The client may try another name.
                let player = seat.map_err(|_| Rejected::Answered)?;
                if matches!(self.stage, Stage::Joined(_, true)) {
                    table.lock().set_host(player);
                }
                self.stage = Stage::Seated(table, player);
                Ok(())
            }
            ClientMessage::Resume(resume) => {
                self.tokens -= 10.0;
                let found = lobby.find_token(resume.player, resume.secret);
                if found.is_none() {
                    let (player, from) = (resume.player, FromOrigin(self.origin));
                    self.report(format_args!(
                        "a wrong token was sent for the seat of player {player}{from}"
                    ));
                }
                let table = found.ok_or_else(Refusal::bad_token)?;
                table
                    .lock()
                    .resume(self.link(), resume.player, resume.secret, now)?;
                self.stage = Stage::Seated(table, resume.player);
                Ok(())
            }
            ClientMessage::Spectate(_) => {
                let (link, most) = (self.link(), self.limits.spectators);
                let watch = |table: &mut Table<P>| {
                    let room = table.spectators() < most;
                    room.then(|| table.spectate(link, now))
                };
                let (table, watching) = self.at_table(lobby, watch)?;
                let full = "this table has no room for more spectators";
                watching.ok_or_else(|| Refusal::new(ErrorCode::NoTable, full))?;
                self.stage = Stage::Watching(table);
                Ok(())
            }
            _ => Err(Refusal::out_of_place("log in first").into()),
        }
    }

    fn hello(&mut self, hello: &command::Hello) -> Result<(), Refusal> {
        if self.extended {
            return Err(Refusal::out_of_place("HELLO is said once"));
        }
        // Whatever the client's version, the reply names 0.3.
        if version(hello).is_none() {
            let text = "a version is two numbers: 0.3";
            return Err(Refusal::new(ErrorCode::Malformed, text));
        }
        self.extended = true;
        self.hello = Some(hello.clone());
        let reply = command::Hello {
            version: Text::new("0.3"),
            agent: Text::new(concat!("marchland-game/", env!("CARGO_PKG_VERSION"))),
        };
        self.tell(&reply);
        Ok(())
    }

    /// Runs `act` at the table the client chose, or at the default one.
    fn at_table<T>(
        &self,
        lobby: &Lobby<P>,
        act: impl FnOnce(&mut Table<P>) -> T,
    ) -> Result<(Shared<P>, T), Refusal> {
        loop {
            let (table, chosen) = match &self.stage {
                Stage::Joined(table, _) => (Arc::clone(table), true),
                Stage::NoTable => {
                    let text = "there is no such table; JOIN another, or default";
                    return Err(Refusal::new(ErrorCode::NoTable, text));
                }
                _ => (lobby.default_table(), false),
            };
            let mut open = table.lock();
            if !open.is_closed() {
                let done = act(&mut open);
                drop(open);
                return Ok((table, done));
            }
            if chosen {
                let text = "there is no such table any more";
                return Err(Refusal::new(ErrorCode::NoTable, text));
            }
            // It was closed just now: the next one is new.
        }
    }

    /// Advances the time. To be called every second or so.
    pub fn tick(&mut self, now: Duration) {
        if self.closed {
            return;
        }
        let unseated = matches!(
            self.stage,
            Stage::Lobby | Stage::NoTable | Stage::Joined(..)
        );
        if unseated && now.saturating_sub(self.began) >= self.limits.login {
            self.send_away("no login in time");
            return;
        }
        if !self.extended {
            return;
        }
        if self.waits_until.is_some() && now.saturating_sub(self.heard) >= self.limits.keep_alive {
            // The client cannot be heard, but it must hear from the server.
            self.heard = now;
            self.tell_at_once(&command::Ping { number: 0 });
            return;
        }
        // While reading is paused, nothing can be heard.
        let listened = self.paused_until().unwrap_or_default().max(self.heard);
        let silent = now.saturating_sub(listened);
        if silent >= self.limits.keep_alive * 3 {
            self.send_away("no sign of life");
        } else if silent >= self.limits.keep_alive * (self.pinged + 1) {
            self.pinged += 1;
            let number = self.pinged;
            self.tell_at_once(&command::Ping { number });
        }
    }

    /// Tells the client that the server is stopping, and whether it keeps its games.
    pub fn farewell(&mut self, lobby: &Lobby<P>) {
        if !self.closed {
            self.close(match lobby.options().journals {
                Some(_) => ErrorCode::STOPPING,
                None => ErrorCode::CLOSED,
            });
        }
    }

    /// Reports that the client is disconnected for not reading.
    pub fn overflowed(&self) {
        self.report_sent_away("it does not read what it is sent");
    }

    /// Tells the table that the connection is gone.
    pub fn disconnect(&mut self, now: Duration) {
        self.closed = true;
        if let Some(table) = self.table() {
            table.lock().disconnect(&self.peer, now);
        }
    }
}

/// The version that a client names, if it is two numbers.
fn version(hello: &command::Hello) -> Option<(u8, u8)> {
    let (major, minor) = hello.version.as_str().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Whether a program is one of computer players: its name, before a version, ends in `-bot`.
fn is_computer(program: &str) -> bool {
    let name = program.split('/').next();
    name.is_some_and(|name| name.ends_with("-bot"))
}
