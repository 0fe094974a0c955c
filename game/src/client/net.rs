//! Players at a server.
//!
//! A [`Conversation`] is what is said and heard for one seat, line by line, and
//! touches no socket. [`drive`] leads it over connections, for whoever has the
//! [`Agent`]: a [`Client`] is a computer player, the program's `play` a person.

mod conversation;
mod recorder;
mod seats;

use std::future::Future;
use std::io;
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

pub use conversation::{Conversation, Next, Notice, Outgoing, Presence};
pub use recorder::Recorder;
pub use seats::{SeatKey, Seats};

use super::{Knowledge, OtherGame};
use crate::play::{Misfit, Player};
use crate::protocol::command::{self, LoginError, Table};
use crate::protocol::{LineReader, Name, Secret, ServerMessage};

/// How often a lost connection is tried again, and how long is waited before
/// the first time; each time twice as long, two minutes in all.
const TRIES: u32 = 9;
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// How long a server is given to take lines.
const SEND: Duration = Duration::from_secs(60);

/// How long a server is given to list its tables.
const ANSWER: Duration = Duration::from_secs(10);

const MOST_TABLES: usize = 10_000;

/// Silence after which the server is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(20);

/// Who plays, where.
pub struct Client<K: Knowledge> {
    /// The server's name or address.
    pub host: String,
    /// The port that the server listens on.
    pub port: u16,
    /// The name to log in with.
    pub name: Name,
    /// The table to sit down at.
    pub table: TableChoice,
    /// The seat to take again, and the token for it, in a game that goes on.
    pub seat: Option<(Player, Secret)>,
    /// The game, which must be the server's.
    pub game: K,
    /// How to play.
    pub strategy: K::Computer,
    /// Where to write what comes.
    pub recorder: Option<Recorder>,
    /// What is done with the sentences of what happens.
    pub log: Box<dyn FnMut(&str) + Send>,
}

/// Which table of a server to sit down at. Only servers of version 0.3 have
/// several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TableChoice {
    /// That of those who choose none.
    #[default]
    Default,
    /// The one of that name.
    Join(Name),
    /// A new one of that name, for the client's game, for so many players.
    Create(Name, u8),
}

/// Why a client stopped before the end of the game.
#[derive(Debug, Error)]
pub enum ClientError {
    /// Nobody listens there.
    #[error("no server answers at {host}, port {port}; is it running?")]
    Away {
        /// The name or address that was tried.
        host: String,
        /// The port that was tried.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// Who answers does not show by TLS that it is the server.
    #[error("{host}, port {port}, is not the server that is asked for: {why}")]
    Untrusted {
        /// The name or address that was tried.
        host: String,
        /// The port that was tried.
        port: u16,
        /// What is wrong with what it shows, and what may help.
        why: String,
    },
    /// The server does not take the player.
    #[error("{0}")]
    Login(#[from] LoginError),
    /// The server refuses what was said before the game, or one action after
    /// the other.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// The server has no tables to choose from.
    #[error("the server speaks version 0.2, which knows no tables")]
    NoTables,
    /// Another game is played there.
    #[error("the server plays {0}")]
    OtherGame(OtherGame),
    /// Who has the token, too, came back to the seat meanwhile.
    #[error("the seat was taken again from another window or program")]
    Elsewhere,
    /// The connection was lost and could not be made again.
    #[error("the connection was lost")]
    Lost,
    /// The server told something that does not fit.
    #[error("the server sent {line:?}, which does not fit the game: {why}")]
    Unfit {
        /// What it sent.
        line: String,
        /// What of it does not follow from what was heard before.
        why: Misfit,
    },
    /// The record cannot be written.
    #[error("the record cannot be written")]
    Record(#[source] io::Error),
}

impl TableChoice {
    /// The name of the table.
    pub fn name(&self) -> Name {
        match self {
            // As the protocol has it.
            Self::Default => "default".parse().unwrap_or_else(|_| Name::nobody()),
            Self::Join(name) | Self::Create(name, _) => name.clone(),
        }
    }
}

impl ClientError {
    /// Why a server cannot be reached.
    pub fn unreached(host: String, port: u16, source: io::Error) -> Self {
        match crate::tls::distrust(&source) {
            Some(why) => Self::Untrusted { host, port, why },
            None => Self::Away { host, port, source },
        }
    }
}

impl<K: Knowledge> Client<K> {
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
        self,
        mut dial: impl FnMut() -> F,
    ) -> Result<Option<Player>, ClientError>
    where
        S: AsyncRead + AsyncWrite + Unpin,
        F: Future<Output = io::Result<S>>,
    {
        let mut talk = Conversation::new(self.game, self.name, self.table, self.recorder);
        talk.resume(self.seat);
        let mut computer = Computer::<K> {
            strategy: self.strategy,
            log: self.log,
        };
        let stream = dial()
            .await
            .map_err(|source| ClientError::unreached(self.host, self.port, source))?;
        match drive(&mut talk, &mut computer, stream, dial).await? {
            Stop::Over(winner) => Ok(winner),
            Stop::Left => Ok(None),
        }
    }
}

/// A strategy, and where it tells what happens.
struct Computer<K: Knowledge> {
    strategy: K::Computer,
    log: Box<dyn FnMut(&str) + Send>,
}

impl<K: Knowledge> Agent<K> for Computer<K> {
    fn notice(&mut self, notice: &Notice<'_, K>) {
        match notice {
            Notice::Reply(line, known) => {
                if let Some(sentence) = known.narrate(line) {
                    (self.log)(&sentence);
                }
            }
            Notice::Note(note) => (self.log)(note),
            Notice::Recording(file) => (self.log)(&format!("recording to {}", file.display())),
        }
    }

    fn next(&mut self, known: &K) -> Option<K::Action> {
        known.decide(&mut self.strategy)
    }

    async fn disconnected(&mut self) {
        (self.log)("the connection was lost; trying again");
        std::future::pending::<()>().await;
    }
}

/// Who plays in a conversation: a computer, or a person at a terminal.
pub trait Agent<K: Knowledge> {
    /// Takes notice of what was told, line by line.
    fn notice(&mut self, notice: &Notice<'_, K>);

    /// What is to be done by what is known; asked until there is nothing.
    fn next(&mut self, known: &K) -> Option<K::Action>;

    /// All that came was told, and all that followed done: what is shown can be
    /// brought up to date.
    fn rest(&mut self, talk: &Conversation<K>) {
        let _ = talk;
    }

    /// What somebody wants, whenever that is. Waiting for it can be broken off
    /// at any moment, and nothing may be lost by that.
    fn intent(&mut self, talk: &Conversation<K>) -> impl Future<Output = Intent<K::Action>> {
        let _ = talk;
        std::future::pending()
    }

    /// The connection is lost, and being made again; ends if that is not wanted
    /// any more.
    fn disconnected(&mut self) -> impl Future<Output = ()>;
}

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent<A> {
    /// Nothing, but what is shown may have changed.
    Nothing,
    /// An action of the game.
    Act(A),
    /// A message to all.
    Say(String),
    /// To be ready, where that is left to a wish.
    Ready,
    /// A variant of a rule, before the game.
    Choose(u32, u32),
    /// Another player away from the table.
    Kick(Player),
    /// To give up.
    Resign,
    /// Leaves the table and closes the connection.
    Leave,
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The game is over: the winner, if it was told.
    Over(Option<Player>),
    /// By the wish to leave.
    Left,
}

/// Leads a conversation to its end over a connection. If it is lost to a server
/// of version 0.3, `dial` makes others.
///
/// # Errors
/// Why the game was not played to its end.
pub async fn drive<K, S, F>(
    talk: &mut Conversation<K>,
    agent: &mut impl Agent<K>,
    mut stream: S,
    mut dial: impl FnMut() -> F,
) -> Result<Stop, ClientError>
where
    K: Knowledge,
    S: AsyncRead + AsyncWrite + Unpin,
    F: Future<Output = io::Result<S>>,
{
    let mut greeting = talk.opening();
    loop {
        if let Some(stop) = follow(&mut stream, talk, agent, greeting).await? {
            return Ok(stop);
        }
        drop(stream);
        greeting = talk.return_to_seat().ok_or(ClientError::Lost)?;
        stream = tokio::select! {
            stream = connect_again(&mut dial, talk) => stream?,
            () = agent.disconnected() => return Ok(Stop::Left),
        };
    }
}

/// Says `greeting` and follows a connection: how the conversation ended, or
/// nothing if the connection was lost.
async fn follow<K: Knowledge, S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    talk: &mut Conversation<K>,
    agent: &mut impl Agent<K>,
    greeting: Outgoing,
) -> Result<Option<Stop>, ClientError> {
    let mut reader = LineReader::default();
    let mut bytes = vec![0; 4096];
    let mut answers = greeting;
    loop {
        // To a server of version 0.2 several actions may follow each other at once.
        while let Some(action) = agent.next(talk.model()) {
            talk.act(&action, &mut answers, &mut |notice| agent.notice(&notice))?;
        }
        let sent = answers.is_empty() || send(stream, &answers).await;
        answers = Outgoing::default();
        agent.rest(talk);
        let intent = tokio::select! {
            heard = timeout(SILENCE, stream.read(&mut bytes)) => {
                let count = match heard {
                    Ok(Ok(count @ 1..)) if sent => count,
                    Err(_) if sent && talk.silence(&mut answers)? => 0,
                    _ => {
                        // A game that ended with the connection has ended.
                        return Ok(talk.model().over().map(|over| Stop::Over(over.0)));
                    }
                };
                let mut input = &bytes[..count];
                while let Some(line) = reader.next(&mut input) {
                    // What is not a line of the protocol cannot be meant for us.
                    let Ok(line) = line else { continue };
                    match talk.hear(line, &mut answers, &mut |notice| agent.notice(&notice)) {
                        Ok(Next::Go) => {}
                        Ok(Next::Over(winner)) => return Ok(Some(Stop::Over(winner))),
                        Ok(Next::Again) => return Ok(None),
                        Err(why) => {
                            // The last words; that they arrive is not certain.
                            send(stream, &answers).await;
                            return Err(why);
                        }
                    }
                }
                Intent::Nothing
            }
            intent = agent.intent(talk) => intent,
        };
        match intent {
            Intent::Nothing => {}
            Intent::Act(action) => {
                talk.act(&action, &mut answers, &mut |notice| agent.notice(&notice))?
            }
            Intent::Say(message) => talk.say(message, &mut answers),
            Intent::Ready => talk.ready(&mut answers),
            Intent::Choose(rule, variant) => talk.choose(rule, variant, &mut answers),
            Intent::Kick(other) => talk.kick(other, &mut answers),
            Intent::Resign => talk.resign(&mut answers),
            Intent::Leave => {
                talk.part(&mut answers);
                if !answers.is_empty() {
                    send(stream, &answers).await;
                }
                return Ok(Some(Stop::Left));
            }
        }
    }
}

/// Makes a lost connection again.
async fn connect_again<K, S, F>(
    dial: &mut impl FnMut() -> F,
    talk: &mut Conversation<K>,
) -> Result<S, ClientError>
where
    K: Knowledge,
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

/// The tables of a server.
///
/// # Errors
/// If the connection is lost, or the server knows no tables.
pub async fn tables(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
) -> Result<Vec<Table>, ClientError> {
    let mut asked = conversation::hello();
    asked.say(command::List {});
    if !send(&mut stream, &asked).await {
        return Err(ClientError::Lost);
    }
    let mut tables = Vec::new();
    let mut reader = LineReader::default();
    let mut bytes = vec![0; 4096];
    loop {
        let heard = timeout(ANSWER, stream.read(&mut bytes)).await;
        let Ok(count @ 1..) = heard.map_err(|_| ClientError::NoTables)? else {
            return Err(ClientError::Lost);
        };
        let mut input = &bytes[..count];
        while let Some(line) = reader.next(&mut input) {
            match line.map(ServerMessage::parse) {
                Ok(Ok(ServerMessage::Table(table))) if tables.len() < MOST_TABLES => {
                    tables.push(table)
                }
                Ok(Ok(ServerMessage::TableEnd(_) | ServerMessage::Table(_))) => return Ok(tables),
                Ok(Ok(ServerMessage::Error(error))) => {
                    return Err(ClientError::Refused(error.text));
                }
                _ => {}
            }
        }
    }
}

/// Whether the server took what was said.
async fn send<S: AsyncWrite + Unpin>(stream: &mut S, lines: &Outgoing) -> bool {
    let sent = timeout(SEND, stream.write_all(lines.as_bytes())).await;
    sent.is_ok_and(|sent| sent.is_ok())
}

/// Connects to a server.
///
/// # Errors
/// If nobody answers there in time.
pub async fn dial(host: String, port: u16) -> io::Result<TcpStream> {
    crate::tcp::dial(&host, port).await
}
